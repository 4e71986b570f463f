//! Confirmed actions, so that a decision is not asked for again in every turn (ASTP 19.5.4; CF-007, CF-008).
//!
//! A confirmation counts for one action, described in words, and one party, for a number of turns. It is held in memory
//! by whoever asks for decisions; it is no node and enters no chain. Not here: who may confirm.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;

use crate::value;

/// Confirmations that a cache holds at most, unless it is told otherwise.
pub const CAPACITY: usize = 1024;

/// A bounded set of confirmations.
///
/// The key is the action's description and the party. Descriptions are alike when they differ only in letter case, in white
/// space at the ends and in the length of white space within.
#[derive(Debug, Clone)]
pub struct Confirmations {
    actions: BTreeMap<String, BTreeMap<String, Confirmed>>,
    /// Every key by the turn at which it ends, so that a full cache finds what to drop.
    ends: BTreeSet<(u64, String, String)>,
    capacity: usize,
}

/// One confirmation, as it was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirmed {
    /// The description, as given.
    pub action_description: String,
    /// Who confirmed.
    pub confirmed_by: String,
    /// The turn at which.
    pub confirmed_at_turn: u64,
    /// For how many turns after that.
    pub valid_for_turns: u64,
}

impl Confirmed {
    /// The last turn at which the confirmation counts.
    #[must_use]
    pub const fn until(&self) -> u64 {
        self.confirmed_at_turn.saturating_add(self.valid_for_turns)
    }

    /// Turns before the confirmation count: a reader may lag behind (CF-008).
    const fn counts_at(&self, turn: u64) -> bool {
        turn <= self.until()
    }
}

/// What recording a confirmation did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    /// The confirmation is new, or the one before it had ended.
    New,
    /// One with the same key counts still; it stays as it was, its window too (CF-007).
    Kept,
}

impl Default for Confirmations {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl Confirmations {
    /// Holds at most `capacity` confirmations, at least one. A full cache drops the one that ends first: its action is asked
    /// about again, which is the safe side.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self { actions: BTreeMap::new(), ends: BTreeSet::new(), capacity: capacity.max(1) }
    }

    /// Records that `party` confirmed the action at `turn`, for `valid_for` turns more.
    pub fn record(&mut self, description: &str, party: &str, turn: u64, valid_for: u64) -> Recorded {
        let key = normal_form(description);
        if self.current(&key, party, turn).is_some() {
            return Recorded::Kept;
        }
        if self.ends.len() >= self.capacity
            && let Some((_, action, party)) = self.ends.first().cloned()
        {
            self.drop_one(&action, &party);
        }
        let confirmed = Confirmed {
            action_description: description.into(),
            confirmed_by: party.into(),
            confirmed_at_turn: turn,
            valid_for_turns: valid_for,
        };
        self.ends.insert((confirmed.until(), key.clone(), party.into()));
        self.actions.entry(key).or_default().insert(party.into(), confirmed);
        Recorded::New
    }

    /// Tells whether the action is confirmed at `turn`, by `party` or, without one, by anyone. What has ended is dropped.
    pub fn is_confirmed(&mut self, description: &str, turn: u64, party: Option<&str>) -> bool {
        self.get(description, turn, party).is_some()
    }

    /// Returns the confirmation that counts at `turn`, by `party` or, without one, the first by the party's name. What has
    /// ended is dropped.
    pub fn get(&mut self, description: &str, turn: u64, party: Option<&str>) -> Option<&Confirmed> {
        let key = normal_form(description);
        match party {
            Some(party) => self.current(&key, party, turn),
            None => {
                let ended: alloc::vec::Vec<String> = self
                    .actions
                    .get(&key)?
                    .values()
                    .filter(|confirmed| !confirmed.counts_at(turn))
                    .map(|confirmed| confirmed.confirmed_by.clone())
                    .collect();
                for party in ended {
                    self.drop_one(&key, &party);
                }
                self.actions.get(&key)?.values().next()
            }
        }
    }

    /// Forgets the action, whoever confirmed it.
    pub fn invalidate(&mut self, description: &str) {
        let key = normal_form(description);
        for (party, confirmed) in self.actions.remove(&key).unwrap_or_default() {
            self.ends.remove(&(confirmed.until(), key.clone(), party));
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.actions.clear();
        self.ends.clear();
    }

    /// Returns how many confirmations are held, ended ones that nobody asked for included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Tells whether none is held.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn current(&mut self, key: &str, party: &str, turn: u64) -> Option<&Confirmed> {
        let counts = self.actions.get(key)?.get(party)?.counts_at(turn);
        if !counts {
            self.drop_one(key, party);
        }
        self.actions.get(key)?.get(party)
    }

    fn drop_one(&mut self, key: &str, party: &str) {
        let Some(parties) = self.actions.get_mut(key) else { return };
        if let Some(confirmed) = parties.remove(party) {
            self.ends.remove(&(confirmed.until(), key.into(), party.into()));
        }
        if parties.is_empty() {
            self.actions.remove(key);
        }
    }
}

/// Lower case, no white space at the ends, runs of white space as one space.
fn normal_form(description: &str) -> String {
    let mut normal = String::new();
    for word in description.split(value::is_space).filter(|word| !word.is_empty()) {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normal.push_str(word);
    }
    // Of the whole text, not word by word: a final sigma is recognised by what stands around it.
    normal.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_confirmation_ends_after_its_last_turn_and_is_dropped() {
        let mut cache = Confirmations::default();
        cache.record("merge", "human:1", 3, 2);
        assert!(cache.is_confirmed("merge", 5, None));
        assert!(!cache.is_confirmed("merge", 6, None));
        assert!(cache.is_empty());
        assert!(!cache.is_confirmed("merge", 5, None), "what was dropped does not come back");
    }

    #[test]
    fn reading_the_entry_respects_its_end() {
        let mut cache = Confirmations::default();
        cache.record("merge", "human:1", 0, 1);
        assert_eq!(cache.get("merge", 1, Some("human:1")).map(Confirmed::until), Some(1));
        assert_eq!(cache.get("merge", 2, Some("human:1")), None);
    }

    #[test]
    fn confirming_again_extends_nothing_and_takes_nothing_over() {
        let mut cache = Confirmations::default();
        assert_eq!(cache.record("merge", "human:1", 0, 5), Recorded::New);
        assert_eq!(cache.record(" Merge ", "human:1", 4, 5), Recorded::Kept);
        assert!(!cache.is_confirmed("merge", 6, None));
        assert_eq!(cache.record("merge", "human:1", 6, 5), Recorded::New);
    }

    #[test]
    fn parties_confirm_for_themselves() {
        let mut cache = Confirmations::default();
        cache.record("merge", "human:2", 0, 1);
        assert!(!cache.is_confirmed("merge", 0, Some("human:1")));
        assert_eq!(cache.record("merge", "human:1", 0, 9), Recorded::New);
        assert!(!cache.is_confirmed("merge", 2, Some("human:2")));
        assert!(cache.is_confirmed("merge", 2, None));
        cache.invalidate("MERGE");
        assert!(cache.is_empty() && !cache.is_confirmed("merge", 0, None));
    }

    #[test]
    fn descriptions_are_alike_in_case_and_white_space() {
        let mut cache = Confirmations::default();
        cache.record("Ship\u{a0}\t the  RELEASE", "p", 0, 0);
        assert!(cache.is_confirmed("\u{2003}ship THE release\n", 0, Some("p")));
        assert!(!cache.is_confirmed("ship\u{200b}the release", 0, Some("p")));
    }

    #[test]
    fn a_full_cache_drops_what_ends_first() {
        let mut cache = Confirmations::with_capacity(2);
        cache.record("a", "p", 0, 9);
        cache.record("b", "p", 0, 1);
        cache.record("c", "p", 0, 5);
        assert_eq!(cache.len(), 2);
        assert!(cache.is_confirmed("a", 0, None) && !cache.is_confirmed("b", 0, None));
        for action in 0..10_000 {
            cache.record(&alloc::format!("{action}"), "p", 0, action);
        }
        assert_eq!((cache.len(), cache.actions.len()), (2, 2));
    }

    #[test]
    fn turns_at_the_end_of_time_do_not_wrap() {
        let mut cache = Confirmations::default();
        cache.record("a", "p", u64::MAX, u64::MAX);
        assert!(cache.is_confirmed("a", u64::MAX, None));
    }
}
