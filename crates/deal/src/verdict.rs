//! The four results of an item and of a scope of items, and how they combine (DEAL 6.3, 6.6, 6.7).

use core::fmt;

/// What is established about one checklist item, or about all items in scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Verdict {
    /// No evidence yet.
    #[default]
    Pending,
    /// Proven.
    Pass,
    /// Refuted.
    Fail,
    /// Evidence is there and cannot be decided here.
    Inconclusive,
}

impl Verdict {
    /// The published spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Inconclusive => "inconclusive",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// What an item asks about: the duty itself, or whether the material can be relied on (DEAL 6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The duty. A bad try can be repaired by a better one.
    Substance,
    /// The authenticity of the material. A fake is not washed out by more material.
    Evidence,
}

impl Kind {
    /// Combines the results of one item on several artifacts (DEAL 6.6): commutative, associative, idempotent.
    #[must_use]
    pub fn join(self, a: Verdict, b: Verdict) -> Verdict {
        if self.rank(a) <= self.rank(b) { a } else { b }
    }

    const fn rank(self, verdict: Verdict) -> u8 {
        match (self, verdict) {
            (Self::Substance, Verdict::Pass) | (Self::Evidence, Verdict::Fail) => 0,
            (_, Verdict::Inconclusive) => 1,
            (Self::Substance, Verdict::Fail) | (Self::Evidence, Verdict::Pass) => 2,
            (_, Verdict::Pending) => 3,
        }
    }
}

/// Gathers the results of a scope of items into one verdict (DEAL 6.7).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scope {
    failed: bool,
    inconclusive: bool,
    pending: bool,
}

impl Scope {
    /// Adds the result of one item.
    pub(crate) const fn add(&mut self, kind: Kind, verdict: Verdict) {
        match (kind, verdict) {
            (Kind::Substance, Verdict::Fail) => self.failed = true,
            (Kind::Evidence, Verdict::Fail) | (_, Verdict::Inconclusive) => self.inconclusive = true,
            (_, Verdict::Pending) => self.pending = true,
            (_, Verdict::Pass) => {}
        }
    }

    /// Tells whether something waits for a Ruling (DEAL 10.1), whatever the verdict is.
    pub(crate) const fn is_under_review(self) -> bool {
        self.inconclusive
    }

    /// The verdict over all items added; `Pass` where there was none.
    pub(crate) const fn verdict(self) -> Verdict {
        if self.failed {
            Verdict::Fail
        } else if self.inconclusive {
            Verdict::Inconclusive
        } else if self.pending {
            Verdict::Pending
        } else {
            Verdict::Pass
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Verdict; 4] = [Verdict::Pending, Verdict::Pass, Verdict::Fail, Verdict::Inconclusive];

    #[test]
    fn joins_do_not_depend_on_order_or_repetition() {
        for kind in [Kind::Substance, Kind::Evidence] {
            for a in ALL {
                assert_eq!(kind.join(a, a), a);
                assert_eq!(kind.join(a, Verdict::Pending), a);
                for b in ALL {
                    assert_eq!(kind.join(a, b), kind.join(b, a));
                    for c in ALL {
                        assert_eq!(kind.join(kind.join(a, b), c), kind.join(a, kind.join(b, c)));
                    }
                }
            }
        }
    }

    #[test]
    fn a_failed_authenticity_check_is_no_failed_duty() {
        let verdict = |items: &[(Kind, Verdict)]| {
            let mut scope = Scope::default();
            items.iter().for_each(|(kind, verdict)| scope.add(*kind, *verdict));
            scope.verdict()
        };
        assert_eq!(verdict(&[(Kind::Evidence, Verdict::Fail)]), Verdict::Inconclusive);
        assert_eq!(
            verdict(&[(Kind::Evidence, Verdict::Fail), (Kind::Substance, Verdict::Fail)]),
            Verdict::Fail
        );
        assert_eq!(verdict(&[(Kind::Substance, Verdict::Pending)]), Verdict::Pending);
        assert_eq!(verdict(&[]), Verdict::Pass);
    }
}
