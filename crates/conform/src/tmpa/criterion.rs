//! The fourteen criteria (TMPA 10.2).

use std::fmt;

/// One of C01 to C14.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Criterion(u8);

/// Short names of the criteria, in order.
const SUBJECTS: [&str; 14] = [
    "schema validation",
    "primary carrier and immutability",
    "duplicate object identity",
    "stream continuity and asynchronous progress",
    "role authority",
    "lifecycle legality",
    "separation of duties",
    "integrity tampering",
    "missing reference",
    "prohibited cycle",
    "determinism",
    "conflict preservation",
    "recovery",
    "terminal history",
];

impl Criterion {
    /// C01.
    pub const FIRST: Self = Self(1);

    /// All of them, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=14).map(Self)
    }

    /// Reads `C01` to `C14`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::all().find(|criterion| criterion.to_string() == text)
    }

    /// What it is about, in a few words.
    #[must_use]
    pub fn subject(self) -> &'static str {
        SUBJECTS.get(usize::from(self.0).wrapping_sub(1)).copied().unwrap_or_default()
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&format!("C{:02}", self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_fourteen_names_are_criteria() {
        assert_eq!(Criterion::all().count(), 14);
        assert!(Criterion::all().all(|each| Criterion::parse(&each.to_string()) == Some(each)));
        assert!(Criterion::all().all(|each| !each.subject().is_empty()));
        for text in ["C00", "C15", "C1", "c01", "C001", ""] {
            assert_eq!(Criterion::parse(text), None, "{text}");
        }
    }
}
