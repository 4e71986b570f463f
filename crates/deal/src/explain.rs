//! Why the balances of a deal are what they are (DEAL 15.12).

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::deal::Deal;
use crate::movement::{Cause, MovementKind, Posting};

/// One movement of value, with the message and the clause that caused it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'d> {
    /// The counterparty whose account it touches.
    pub party: &'d str,
    /// The stage that moved, counted from 1; `None` for a deposit.
    pub stage: Option<usize>,
    /// What moved where.
    pub kind: MovementKind,
    /// The cash.
    pub cash: u64,
    /// The object options.
    pub options: &'d [String],
    /// The number of the transcript entry.
    pub entry: u64,
    /// The clause.
    pub clause: &'static str,
    /// Why.
    pub cause: Cause,
}

/// Explains all balances of a deal: every movement, in order. The sums over a party's lines are its balances.
#[must_use]
pub fn deal(deal: &Deal) -> Vec<Line<'_>> {
    deal.ledger().iter().map(line).collect()
}

fn line(posting: &Posting) -> Line<'_> {
    let movement = &posting.movement;
    Line {
        party: &movement.party,
        stage: movement.stage.map(|stage| stage + 1),
        kind: movement.kind,
        cash: movement.cash,
        options: &movement.options,
        entry: posting.entry,
        clause: posting.cause.clause(),
        cause: posting.cause,
    }
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { party, kind, cash, entry, clause, cause, .. } = self;
        write!(formatter, "entry {entry}: {kind} of {cash} for `{party}`")?;
        if let Some(stage) = self.stage {
            write!(formatter, ", stage {stage}")?;
        }
        write!(formatter, ": {cause} ({clause})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deals::Deals;
    use crate::edition::V0_3;
    use alloc::string::ToString;

    #[test]
    fn every_movement_is_explained_by_entry_cause_and_clause() {
        let mut deals = Deals::new(&V0_3);
        for message in [
            r#"{"type":"Offer","from":"C","offer_id":"d","consideration":{"mode":"graduated","stages":[{"checklist_subset":["a"],"cash_sim":3,"object_options":[]},{"checklist_subset":["b"],"cash_sim":7,"object_options":[]}]},"obligation":{"checklist":["a","b"]}}"#,
            r#"{"type":"Accept","from":"A","offer_id":"d"}"#,
            r#"{"type":"EscrowHold","from":"C","offer_id":"d"}"#,
            r#"{"type":"Disclose","from":"A","offer_id":"d","artifact":{"attest":{"a":1}}}"#,
            r#"{"type":"Settle","from":"C","offer_id":"d","offer_digest":"sha256:0000000000000000000000000000000000000000000000000000000000000000"}"#,
        ] {
            deals.apply(message.as_bytes(), None);
        }
        let lines: Vec<String> = deal(&deals.deals()[0]).iter().map(ToString::to_string).collect();
        assert_eq!(
            lines,
            [
                "entry 3: hold of 10 for `C`: the counterparty deposited its consideration (DEAL 8.2)",
                "entry 4: release of 3 for `C`, stage 1: the stage and all before it were earned (DEAL 8.5)",
                "entry 5: release of 7 for `C`, stage 2: the counterparty invoked other terms than those of the snapshot (DEAL 7.5)",
            ]
        );
    }
}
