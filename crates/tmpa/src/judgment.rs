//! The three semantic values, the view labels and the assurance label (TMPA 7.1, 7.3, 7.4).

use core::fmt;

/// What the evidence establishes about one governed conclusion (TMPA 7.1).
///
/// The order is the one in which a judgment can fall: valid, undetermined, invalid. With it [`Judgment::all`] is the
/// maximum and [`Judgment::any`] the minimum, which is exactly the truth table of TMPA 7.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Judgment {
    /// Every mandatory condition is established.
    #[default]
    Valid,
    /// Neither acceptance nor violation is established.
    Undetermined,
    /// A mandatory rule is proven violated.
    Invalid,
}

impl Judgment {
    /// Mandatory conjunction (TMPA 7.3, ALL).
    #[must_use]
    pub fn all(self, other: Self) -> Self {
        self.max(other)
    }

    /// Alternative satisfaction (TMPA 7.3, ANY).
    #[must_use]
    pub fn any(self, other: Self) -> Self {
        self.min(other)
    }

    /// The published spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Undetermined => "undetermined",
            Self::Invalid => "invalid",
        }
    }

    /// The judgment of this published spelling.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Valid, Self::Undetermined, Self::Invalid].into_iter().find(|one| one.as_str() == text)
    }
}

impl fmt::Display for Judgment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// Why a judgment looks as it does (TMPA 7.4). The order is the precedence of labels, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum ViewState {
    /// Nothing stands against the conclusion.
    #[default]
    Authoritative,
    /// A person has to decide.
    PendingHuman,
    /// Evidence is missing.
    Partial,
    /// Valid claims contradict each other.
    Disputed,
    /// The action is refused.
    Rejected,
    /// The evidence or the subgraph is excluded.
    Quarantined,
}

impl ViewState {
    /// The published spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Authoritative => "authoritative",
            Self::PendingHuman => "pending_human",
            Self::Partial => "partial",
            Self::Disputed => "disputed",
            Self::Rejected => "rejected",
            Self::Quarantined => "quarantined",
        }
    }

    /// The label of this published spelling.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let all = [
            Self::Authoritative,
            Self::PendingHuman,
            Self::Partial,
            Self::Disputed,
            Self::Rejected,
            Self::Quarantined,
        ];
        all.into_iter().find(|one| one.as_str() == text)
    }
}

impl fmt::Display for ViewState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// Judgment and label of one object so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Verdict {
    pub(crate) judgment: Judgment,
    pub(crate) view: ViewState,
}

impl Verdict {
    pub(crate) fn lower(&mut self, judgment: Judgment, view: ViewState) {
        self.judgment = self.judgment.all(judgment);
        self.view = self.view.max(view);
    }
}

/// The assurance label, which is apart from the judgment (TMPA 3.6, 7.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Authentication {
    /// Every accepted object carries a signature that verifies under a key bound to its creator.
    Authenticated,
    /// Some accepted object has no such signature.
    Unauthenticated,
    /// The profile asks for none and no object offers one.
    NotApplicable,
}

impl Authentication {
    /// The published spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Authenticated => "authenticated",
            Self::Unauthenticated => "unauthenticated",
            Self::NotApplicable => "not_applicable",
        }
    }
}

impl fmt::Display for Authentication {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Judgment::{Invalid, Undetermined, Valid};
    use super::{Verdict, ViewState};

    #[test]
    fn whatever_a_pass_says_a_verdict_never_rises() {
        let views = [
            ViewState::Authoritative,
            ViewState::PendingHuman,
            ViewState::Partial,
            ViewState::Disputed,
            ViewState::Rejected,
            ViewState::Quarantined,
        ];
        let judgments = [Valid, Undetermined, Invalid];
        let all = || judgments.into_iter().flat_map(|judgment| views.map(|view| Verdict { judgment, view }));
        for before in all() {
            for said in all() {
                let mut after = before;
                after.lower(said.judgment, said.view);
                assert!(after.judgment >= before.judgment && after.judgment >= said.judgment);
                assert!(after.view >= before.view && after.view >= said.view);
            }
        }
    }

    #[test]
    fn composition_follows_the_truth_table_of_tmpa_7_3() {
        let rows = [
            (Valid, Valid, Valid, Valid),
            (Valid, Undetermined, Undetermined, Valid),
            (Valid, Invalid, Invalid, Valid),
            (Undetermined, Undetermined, Undetermined, Undetermined),
            (Undetermined, Invalid, Invalid, Undetermined),
            (Invalid, Invalid, Invalid, Invalid),
        ];
        for (left, right, all, any) in rows {
            assert_eq!((left.all(right), right.all(left)), (all, all));
            assert_eq!((left.any(right), right.any(left)), (any, any));
        }
    }
}
