//! The implementation under test, as the judge sees it.

use std::fmt;

/// What a step asks of the subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// Carry a command out on the subject's tree.
    Apply,
    /// Compute a construction, or take a check, that depends on its inputs alone.
    Call,
    /// Say something about the tree as it stands, without changing it.
    Ask,
}

impl Verb {
    /// The member of a step that names the verb.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Apply => "apply",
            Self::Call => "call",
            Self::Ask => "ask",
        }
    }
}

/// One question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request<'a> {
    /// What is asked for.
    pub verb: Verb,
    /// The name of the command, of the construction or of the question.
    pub name: &'a str,
    /// Its inputs: the text of one JSON object.
    pub inputs: &'a str,
    /// For a command: who asks, when, and under which number; the text of one JSON object, empty where the step says nothing.
    pub context: &'a str,
}

/// What the subject says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The text of one JSON value.
    Value(String),
    /// A rule forbids it.
    Refused(Refused),
    /// The subject does not know the name, or cannot answer; why. The case is not run.
    Unable(String),
}

/// A refusal, as far as it can be compared between implementations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Refused {
    /// The rule: `G-19`, `BR-005`, or whatever the implementation calls it.
    pub rule: String,
    /// The field of the command that breaks it; empty where none does.
    pub field: String,
    /// The published text of the rule where there is one, otherwise the subject's own.
    pub message: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "refused by {} ({}): {}", self.rule, self.field, self.message)
    }
}

/// An implementation. Steps of one case follow one another on one tree.
pub trait Subject {
    /// Starts a case: the tree is empty from here on.
    fn begin(&mut self);

    /// Answers one question.
    fn answer(&mut self, request: Request<'_>) -> Answer;
}
