//! The verdict algorithm (TMPA 10.4).

use std::fmt;

/// What a run established about a criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Every mandatory assertion was executed and passed.
    Pass,
    /// No mandatory assertion was executed, or a prerequisite or failure of the run prevented it.
    NotRun,
    /// Some passed, none failed, and some were not executed.
    Partial,
    /// At least one was executed and failed.
    Fail,
}

impl Verdict {
    /// All four, by precedence: the worst first.
    pub const ALL: [Self; 4] = [Self::Fail, Self::Partial, Self::NotRun, Self::Pass];

    /// The published word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::Fail => "FAIL",
            Self::Partial => "PARTIAL",
            Self::NotRun => "NOT RUN",
        }
    }

    /// Reads the published word.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.as_str() == text)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.as_str())
    }
}

/// Whether the run itself worked, apart from any verdict (TMPA 10.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RunState {
    /// It did.
    Completed,
    /// A program crashed, hung or answered nothing that can be read.
    Error,
}

impl RunState {
    /// The published word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Error => "error",
        }
    }
}

/// Mandatory assertions by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) not_executed: usize,
}

impl Tally {
    pub(super) fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.not_executed += other.not_executed;
    }

    /// The verdict. A failed assertion counts whatever happened to the rest of the run: a subject cannot hide a failure
    /// by crashing on another case. Without one, a run that did not work is never more than NOT RUN.
    pub(super) fn verdict(self, state: RunState) -> Verdict {
        match self {
            Self { failed: 1.., .. } => Verdict::Fail,
            _ if state == RunState::Error => Verdict::NotRun,
            Self { passed: 0, .. } => Verdict::NotRun,
            Self { not_executed: 0, .. } => Verdict::Pass,
            _ => Verdict::Partial,
        }
    }
}

/// The aggregate of all criteria: any FAIL, else any PARTIAL, else any NOT RUN, else PASS. Of no criteria at all nothing was
/// run.
pub fn aggregate(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    verdicts.into_iter().max().unwrap_or(Verdict::NotRun)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(passed: usize, failed: usize, not_executed: usize) -> Verdict {
        Tally { passed, failed, not_executed }.verdict(RunState::Completed)
    }

    #[test]
    fn pass_needs_every_mandatory_assertion_executed_and_passed() {
        assert_eq!(verdict(1, 0, 0), Verdict::Pass);
        assert_eq!(verdict(9, 0, 0), Verdict::Pass);
        assert_ne!(verdict(9, 0, 1), Verdict::Pass);
        assert_ne!(verdict(9, 1, 0), Verdict::Pass);
    }

    #[test]
    fn one_failed_assertion_is_a_fail_whatever_else_happened() {
        for (passed, not_executed) in [(0, 0), (5, 0), (0, 5), (5, 5)] {
            assert_eq!(verdict(passed, 1, not_executed), Verdict::Fail);
            let tally = Tally { passed, failed: 1, not_executed };
            assert_eq!(tally.verdict(RunState::Error), Verdict::Fail);
        }
    }

    #[test]
    fn some_passed_and_some_not_executed_is_partial() {
        assert_eq!(verdict(1, 0, 1), Verdict::Partial);
        assert_eq!(verdict(1, 0, 99), Verdict::Partial);
    }

    #[test]
    fn nothing_executed_is_not_run() {
        assert_eq!(verdict(0, 0, 0), Verdict::NotRun);
        assert_eq!(verdict(0, 0, 3), Verdict::NotRun);
    }

    #[test]
    fn a_failed_run_is_never_a_pass_and_never_a_fail_by_itself() {
        for (passed, not_executed) in [(0, 0), (5, 0), (0, 5), (5, 5)] {
            let tally = Tally { passed, failed: 0, not_executed };
            assert_eq!(tally.verdict(RunState::Error), Verdict::NotRun);
        }
    }

    #[test]
    fn the_aggregate_takes_the_worst_by_precedence() {
        use Verdict::{Fail, NotRun, Partial, Pass};
        for one in Verdict::ALL {
            for other in Verdict::ALL {
                let expected = if [one, other].contains(&Fail) {
                    Fail
                } else if [one, other].contains(&Partial) {
                    Partial
                } else if [one, other].contains(&NotRun) {
                    NotRun
                } else {
                    Pass
                };
                assert_eq!(aggregate([one, other, Pass]), expected, "{one} {other}");
            }
        }
        assert_eq!(aggregate([]), NotRun);
    }

    #[test]
    fn the_words_are_the_published_ones() {
        assert_eq!(Verdict::ALL.map(Verdict::as_str), ["FAIL", "PARTIAL", "NOT RUN", "PASS"]);
        assert!(Verdict::ALL.iter().all(|each| Verdict::parse(each.as_str()) == Some(*each)));
        assert_eq!(Verdict::parse("pass"), None);
    }
}
