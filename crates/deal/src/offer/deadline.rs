//! The deadlines of a deal (DEAL 3.5, 11.1).

use core::fmt;

use actum_canon::json::Value;

use crate::error::Rule;
use crate::form;

/// The deadlines, in the order in which they may not decrease.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Deadline {
    /// For the agent's Accept.
    Accept,
    /// For the escrow of all counterparties.
    Hold,
    /// For the end of disclosure.
    Disclose,
    /// For the reviewer's Ruling.
    Review,
    /// For the settlement.
    Settle,
}

impl Deadline {
    /// All deadlines, in their order.
    pub const ALL: [Self; 5] = [Self::Accept, Self::Hold, Self::Disclose, Self::Review, Self::Settle];

    /// The published spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accept => "accept_by",
            Self::Hold => "hold_by",
            Self::Disclose => "disclose_by",
            Self::Review => "review_by",
            Self::Settle => "settle_by",
        }
    }
}

impl fmt::Display for Deadline {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// The deadlines that the terms set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Deadlines {
    own: [Option<u64>; 5],
}

impl Deadlines {
    /// The value that the terms give; `None` where they give none.
    #[must_use]
    pub fn own(&self, deadline: Deadline) -> Option<u64> {
        self.own.get(deadline as usize).copied().flatten()
    }

    /// The value that holds: the own one, or the next later one that is given (DEAL 3.5).
    #[must_use]
    pub fn effective(&self, deadline: Deadline) -> Option<u64> {
        self.own.iter().skip(deadline as usize).find_map(|at| *at)
    }

    /// Reads the member `deadlines` of an Offer.
    pub(crate) fn read(value: Option<Value<'_>>) -> Result<Self, Rule> {
        let mut deadlines = Self::default();
        let Some(value) = value else {
            return Ok(deadlines);
        };
        form::object(value, "deadlines")?;
        let mut last: Option<(Deadline, u64)> = None;
        for (slot, deadline) in deadlines.own.iter_mut().zip(Deadline::ALL) {
            let Some(value) = value.get(deadline.as_str()) else {
                continue;
            };
            let at = form::amount(value, format_args!("deadlines.{deadline}"))?;
            if let Some((earlier, _)) = last.filter(|(_, before)| *before > at) {
                return Err(Rule::DeadlineOrder { later: deadline.as_str(), earlier: earlier.as_str() });
            }
            *slot = Some(at);
            last = Some((deadline, at));
        }
        Ok(deadlines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actum_canon::json::Parser;

    #[test]
    fn a_missing_deadline_inherits_the_next_later_one() {
        let mut parser = Parser::new();
        let root = parser.parse(br#"{"hold_by":5,"review_by":9}"#).unwrap().root();
        let deadlines = Deadlines::read(Some(root)).unwrap();
        assert_eq!(
            Deadline::ALL.map(|at| deadlines.effective(at)),
            [Some(5), Some(5), Some(9), Some(9), None]
        );
        assert_eq!(Deadline::ALL.map(|at| deadlines.own(at)), [None, Some(5), None, Some(9), None]);
    }
}
