//! Every digest of a ledger, recomputed through [`Read`] alone.
//!
//! The store's own word is taken for nothing: what it shows is compared with what follows from it. Nothing is mended.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use actum_canon::digest::Sha256;
use actum_canon::merkle::RFC_6962;

use crate::entry::Entry;
use crate::frontier::{Frontier, Head};
use crate::store::{Corruption, Place, Read, Rule, StoreError};

/// What was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The head that the ledger says it has; the empty one where it cannot say.
    pub head: Head,
    /// How many entries were read and hold.
    pub entries: u64,
    /// How many findings were reported.
    pub findings: u64,
}

/// What findings are reported to; a break ends the check.
pub type Report<'r> = dyn FnMut(Corruption) -> ControlFlow<()> + 'r;

/// Checks a ledger: bytes, record and leaf of every entry, every node, the frontier, the head, every idempotency key.
///
/// It goes on after a finding. A wrong node is reported where it lies, not again all the way up. What is appended
/// meanwhile is not looked at, and is no finding.
///
/// # Errors
///
/// [`StoreError`] where the store cannot answer at all; corrupt places are findings.
pub fn fsck<R: Read + ?Sized>(store: &R, report: &mut Report<'_>) -> Result<Checked, StoreError> {
    let checked = Checked { head: Head::empty(), entries: 0, findings: 0 };
    let mut check = Check { store, report, checked, pending: Vec::new(), next: 0, size: u64::MAX };
    let _ = check.ledger()?;
    Ok(check.checked)
}

struct Check<'s, 'r, 'f, R: ?Sized> {
    store: &'s R,
    report: &'r mut Report<'f>,
    checked: Checked,
    /// Roots of perfect subtrees as the store keeps them, largest first; `None` where it keeps none.
    pending: Vec<Option<Sha256>>,
    /// The entry that comes next.
    next: u64,
    /// How many entries there are to be.
    size: u64,
}

/// A break is the wish of whom it is reported to.
type Step = Result<ControlFlow<()>, StoreError>;

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

/// How often head and frontier are read until nobody appends in between.
const TRIES: u32 = 16;

impl<R: Read + ?Sized> Check<'_, '_, '_, R> {
    fn ledger(&mut self) -> Step {
        let mut frontier = None;
        for _ in 0..TRIES {
            frontier = self.ask(|store| store.frontier().map(Some))?;
            let head = self.ask(|store| store.head().map(Some))?;
            self.size = head.map_or(u64::MAX, |head| head.size);
            self.checked.head = head.unwrap_or(Head::empty());
            if frontier.as_ref().is_some_and(|frontier| frontier.size() == self.size) {
                break;
            }
        }
        if self.entries()?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        Ok(if self.follows(frontier) { GO_ON } else { self.find(Place::Head, Rule::Root) })
    }

    fn entries(&mut self) -> Step {
        loop {
            let (mut step, size, store) = (GO_ON, self.size, self.store);
            let shown = store.entries(self.next, &mut |entry| {
                if self.next >= size {
                    return Ok(ControlFlow::Break(()));
                }
                step = self.entry(&entry)?;
                Ok(step)
            });
            let last = match shown {
                _ if step.is_break() => return Ok(step),
                Ok(()) => break,
                Err(StoreError::Corrupt(Corruption { place: Place::Entry(at), rule })) if at >= self.next => {
                    step = self.missing_before(at)?;
                    if step.is_continue() { self.gap(rule)? } else { step }
                }
                // Not about an entry that is still to come: asking again would be asking for ever.
                Err(StoreError::Corrupt(found)) => {
                    step = self.find(found.place, found.rule);
                    return Ok(step);
                }
                Err(error) => return Err(error),
            };
            if last.is_break() {
                return Ok(last);
            }
        }
        if self.next < self.size && self.size != u64::MAX {
            return Ok(self.find(Place::Entries(self.next, self.size), Rule::Present));
        }
        Ok(GO_ON)
    }

    fn entry(&mut self, entry: &Entry) -> Step {
        if self.missing_before(entry.index())?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if entry.index() < self.next {
            return Ok(self.find(Place::Entry(entry.index()), Rule::Order));
        }
        let found = self.checked.findings;
        let kept = self.kept(0, self.next)?;
        let key = match entry.key() {
            Some(key) => self.ask(|store| store.find_key(key))? == Some(self.next),
            None => true,
        };
        let rules = [
            (Rule::Limits, entry.record().check().is_ok()),
            (Rule::Leaf, kept == Some(entry.leaf())),
            (Rule::Key, key),
        ];
        for (rule, _) in rules.into_iter().filter(|(_, holds)| !holds) {
            if self.find(Place::Entry(self.next), rule).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.checked.entries += u64::from(self.checked.findings == found);
        self.push(kept)
    }

    fn missing_before(&mut self, index: u64) -> Step {
        while self.next < index.min(self.size) {
            if self.gap(Rule::Present)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(GO_ON)
    }

    /// An entry that is not shown: its kept leaf has to do for the nodes above it.
    fn gap(&mut self, rule: Rule) -> Step {
        if self.find(Place::Entry(self.next), rule).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let kept = self.kept(0, self.next)?;
        self.push(kept)
    }

    /// Checks the nodes that a leaf completes, each against the two below it as they are kept.
    fn push(&mut self, leaf: Option<Sha256>) -> Step {
        let index = self.next;
        self.next += 1;
        let mut right = leaf;
        for height in 1..=index.trailing_ones() {
            let left = self.pending.pop().flatten();
            let place = index >> height;
            let kept = self.kept(height, place)?;
            let follows =
                left.zip(right).is_none_or(|(left, right)| kept == Some(RFC_6962.node(left, right)));
            let rule = if kept.is_none() { Rule::Present } else { Rule::Node };
            if (kept.is_none() || !follows) && self.find(Place::Node { height, place }, rule).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            right = kept;
        }
        self.pending.push(right);
        Ok(GO_ON)
    }

    /// Tells whether frontier and head are what the kept nodes come to. Where the head is already a later one than the
    /// frontier, only the frontier can be told.
    fn follows(&self, frontier: Option<Frontier>) -> bool {
        frontier.is_some_and(|frontier| {
            let later = frontier.size() < self.size;
            later
                || frontier.head() == self.checked.head
                    && self.pending.iter().copied().eq(frontier.roots().iter().copied().map(Some))
        })
    }

    fn find(&mut self, place: Place, rule: Rule) -> ControlFlow<()> {
        self.checked.findings += 1;
        (self.report)(Corruption { place, rule })
    }

    fn kept(&self, height: u32, place: u64) -> Result<Option<Sha256>, StoreError> {
        self.ask(|store| store.node(height, place))
    }

    /// What a store calls corrupt is not there, for whoever asks.
    fn ask<T>(
        &self,
        question: impl Fn(&R) -> Result<Option<T>, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        match question(self.store) {
            Err(StoreError::Corrupt(_)) => Ok(None),
            answer => answer,
        }
    }
}
