//! Every end that an Offer can have, with what each side gets, found before anybody accepts it (DEAL 15.12).
//!
//! The engine itself is played, move by move, on a copy of the Offer whose items are replaced by stand-ins that can be
//! made to pass, fail or stay open at will: nothing of the rules is written here a second time. Items that only a ruling
//! can pass stay so. A disclosure meets the stages in their order, since no other order pays (DEAL 8.4).
//!
//! Left out, since it changes no end: the order in which counterparties of equal standing act, repetition, and messages
//! that are refused.

mod board;
mod moves;
mod stand_in;

use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;

use crate::breach::Code;
use crate::deals::Deals;
use crate::error::Error;
use crate::state::State;

use board::Board;
pub use moves::{Move, Rest};

/// How far the search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Positions that are looked at.
    pub positions: usize,
    /// Different ends that are kept.
    pub ends: usize,
}

impl Default for Bounds {
    /// 20,000 positions and 1,000 ends.
    fn default() -> Self {
        Self { positions: 20_000, ends: 1_000 }
    }
}

/// What a counterparty has in the end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Balance {
    /// The counterparty.
    pub party: String,
    /// What it paid to the agent.
    pub paid: u64,
    /// What it got back.
    pub refunded: u64,
}

/// One way in which a deal can end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The final state.
    pub state: State,
    /// The breaches: class, and who is at fault.
    pub breaches: Vec<(Code, String)>,
    /// The cash that the agent has in the end.
    pub cash: u64,
    /// The object options that the agent has in the end, sorted.
    pub options: Vec<String>,
    /// What each counterparty has in the end.
    pub balances: Vec<Balance>,
    /// The shortest way that leads there.
    pub path: Vec<Move>,
}

/// The ends of an Offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The ends, sorted by state, then by what the agent gets.
    pub ends: Vec<End>,
    /// Whether every position within the rules of the search was looked at.
    pub is_complete: bool,
    /// Counterparties for which no Offer was given; terms equal to the first one's were assumed.
    pub assumed: Vec<String>,
}

/// Finds the ends of a deal from the Offers that make it.
///
/// # Errors
///
/// What the engine refuses one of the Offers for; nothing where a message is no Offer, or the Offers make no one deal.
pub fn offers(messages: &[&[u8]], bounds: Bounds) -> Result<Ends, Vec<Error>> {
    let (board, assumed) = Board::set(messages)?;
    let mut seen = BTreeSet::new();
    let mut ends: BTreeMap<Key, Vec<Move>> = BTreeMap::new();
    let mut queue = VecDeque::from([(board, Vec::new())]);
    let mut is_complete = true;
    while let Some((board, path)) = queue.pop_front() {
        for next in board.moves() {
            let Some(reached) = board.play(&next) else { continue };
            if !seen.insert(reached.position()) {
                continue;
            }
            if seen.len() > bounds.positions || ends.len() >= bounds.ends {
                is_complete = false;
                queue.clear();
                break;
            }
            let mut path = path.clone();
            path.push(next);
            match Key::of(reached.deals()) {
                Some(end) => {
                    // The search is breadth first: the first way is a shortest one.
                    ends.entry(end).or_insert(path);
                }
                None => queue.push_back((reached, path)),
            }
        }
    }
    let ends = ends.into_iter().map(|(key, path)| key.end(path)).collect();
    Ok(Ends { ends, is_complete, assumed })
}

/// What tells one end from another.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    state: State,
    cash: u64,
    options: Vec<String>,
    balances: Vec<Balance>,
    breaches: Vec<(Code, String)>,
}

impl Key {
    fn of(deals: &Deals) -> Option<Self> {
        let deal = deals.deals().first().filter(|deal| deal.state().is_closed())?;
        let received = deal.received();
        Some(Self {
            state: deal.state(),
            cash: received.cash_sim,
            options: received.object_options,
            balances: deal
                .accounts()
                .map(|(party, account)| Balance {
                    party: party.into(),
                    paid: account.released,
                    refunded: account.refunded,
                })
                .collect(),
            breaches: deal.breaches().iter().map(|breach| (breach.code, breach.at_fault.clone())).collect(),
        })
    }

    fn end(self, path: Vec<Move>) -> End {
        let Self { state, cash, options, balances, breaches } = self;
        End { state, breaches, cash, options, balances, path }
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::*;

    const GRADUATED: &str = r#""consideration":{"mode":"graduated","stages":[{"checklist_subset":["a"],"cash_sim":3,"object_options":["x"]},{"checklist_subset":["b"],"cash_sim":7,"object_options":[]}]},"obligation":{"checklist":{"a":true,"b":true,"claim_cross_referenced":true}}"#;

    fn ends(from: &str, terms: &str) -> Ends {
        let message = format!(r#"{{"type":"Offer","from":"{from}","offer_id":"d",{terms}}}"#);
        offers(&[message.as_bytes()], Bounds::default()).unwrap()
    }

    fn find(ends: &Ends, state: State, cash: u64) -> Option<&End> {
        ends.ends.iter().find(|end| end.state == state && end.cash == cash)
    }

    #[test]
    fn a_graduated_offer_has_the_ends_that_its_stages_and_parties_make() {
        let ends = ends("C", &format!(r#"{GRADUATED},"deadlines":{{"settle_by":9}}"#));
        assert!(ends.is_complete);
        for (state, cash) in [
            (State::Rejected, 0),
            (State::Withdrawn, 0),
            (State::Expired, 0),
            (State::Settled, 10),
            (State::Settled, 3),
            (State::Breach, 0),
            (State::Breach, 3),
            (State::Breach, 10),
        ] {
            assert!(find(&ends, state, cash).is_some(), "{state} with {cash}");
        }
        assert!(find(&ends, State::Settled, 7).is_none(), "no stage is paid before the one before it");
        for end in &ends.ends {
            let moved: u64 = end.balances.iter().map(|balance| balance.paid).sum();
            assert_eq!(moved, end.cash);
        }
    }

    #[test]
    fn the_path_of_an_end_is_a_shortest_one() {
        let ends = ends("C", r#""consideration":{"cash_sim":5},"obligation":{"checklist":["a"]}"#);
        let settled = find(&ends, State::Settled, 5).unwrap();
        let path: Vec<_> = settled.path.iter().map(ToString::to_string).collect();
        assert_eq!(path, ["agent accepts", "C holds", "agent discloses stage 1", "C settles"]);
        assert_eq!(settled.balances, [Balance { party: "C".into(), paid: 5, refunded: 0 }]);
        assert!(find(&ends, State::Expired, 0).is_none(), "there is no deadline");
    }

    #[test]
    fn what_only_a_ruling_can_pass_is_never_settled_without_one() {
        let ends = ends("C", r#""consideration":{"cash_sim":5},"obligation":{"checklist":{"manual":true}}"#);
        let settled = find(&ends, State::Settled, 5).unwrap();
        assert!(settled.path.contains(&Move::Rule { passes: true }));
    }

    #[test]
    fn a_pool_is_completed_with_equal_terms_and_says_so() {
        let pool = r#""consideration":{"cash_sim":5},"obligation":{"checklist":["a"]},"deal_structure":{"mode":"multi_party_coordinated","parties":["C1","C2","A"],"settlement_quorum":1},"deadlines":{"settle_by":9}"#;
        let ends = ends("C1", pool);
        assert_eq!(ends.assumed, ["C2"]);
        assert!(find(&ends, State::Settled, 10).is_some());
        let ejected = ends.ends.iter().find(|end| end.state == State::Settled && !end.breaches.is_empty());
        assert!(ejected.is_some(), "one party breaks its word and the other settles");
    }

    #[test]
    fn the_search_stops_at_its_bounds_and_says_so() {
        let message = format!(r#"{{"type":"Offer","from":"C","offer_id":"d",{GRADUATED}}}"#);
        let few = offers(&[message.as_bytes()], Bounds { positions: 5, ends: 9 }).unwrap();
        assert!(!few.is_complete);
    }

    #[test]
    fn what_is_no_offer_has_no_ends() {
        assert_eq!(offers(&[br#"{"type":"Tick","from":"h","at":1}"#], Bounds::default()), Err(Vec::new()));
        assert!(offers(&[b"{}"], Bounds::default()).unwrap_err()[0].to_string().contains("type is required"));
    }
}
