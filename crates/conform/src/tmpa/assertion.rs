//! Assertions of a case, and what became of them (TMPA 10.3, 10.4).

use std::collections::BTreeSet;

use actum_canon::json::{Parser, Value};

use super::field::{Refusal, boolean, document, elements, fixed, object, text};
use super::operator::Operator;
use super::pointer;
use super::verdict::Tally;

/// One assertion on the observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// Stable within its case.
    pub id: String,
    /// Whether the verdict depends on it.
    pub mandatory: bool,
    pub(super) target: String,
    pub(super) tokens: Vec<String>,
    pub(super) operator: Operator,
    /// Canonical bytes.
    pub(super) expected: Vec<u8>,
}

/// What became of an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was executed and holds.
    Passed,
    /// It was executed and does not hold.
    Failed,
    /// The subject does not publish what it speaks of, and need not.
    NotExecuted,
}

impl Outcome {
    /// The word in results.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::NotExecuted => "not_executed",
        }
    }
}

/// An assertion with its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The assertion's id; those that every case has hold a colon or are `result-digest` or `permutations`.
    pub id: String,
    /// Whether the verdict depends on it.
    pub mandatory: bool,
    /// What became of it.
    pub outcome: Outcome,
    /// What was found instead, or why it was not executed; empty where it passed.
    pub note: String,
}

impl Checked {
    pub(super) fn of(id: impl Into<String>, difference: Option<String>) -> Self {
        let outcome = if difference.is_some() { Outcome::Failed } else { Outcome::Passed };
        Self { id: id.into(), mandatory: true, outcome, note: difference.unwrap_or_default() }
    }

    pub(super) fn skipped(id: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { id: id.into(), mandatory: true, outcome: Outcome::NotExecuted, note: reason.into() }
    }
}

/// Counts the mandatory ones.
pub(super) fn tally(checked: &[Checked]) -> Tally {
    let mut tally = Tally::default();
    for each in checked.iter().filter(|each| each.mandatory) {
        match each.outcome {
            Outcome::Passed => tally.passed += 1,
            Outcome::Failed => tally.failed += 1,
            Outcome::NotExecuted => tally.not_executed += 1,
        }
    }
    tally
}

/// Bytes of what was found that a note shows at most.
const SHOWN: usize = 240;

impl Assertion {
    pub(super) fn parse_all(case: Value<'_>) -> Result<Vec<Self>, Refusal> {
        let mut seen = BTreeSet::new();
        let mut assertions = Vec::new();
        for value in elements(case, "assertions")? {
            let assertion = Self::parse(value)?;
            if !seen.insert(assertion.id.clone()) {
                return Err(Refusal::at(value, format!("there are two assertions `{}`", assertion.id)));
            }
            assertions.push(assertion);
        }
        Ok(assertions)
    }

    fn parse(value: Value<'_>) -> Result<Self, Refusal> {
        object(value, &["id", "target", "operator", "expected", "mandatory"])?;
        let name = text(value, "operator")?;
        let operator =
            Operator::parse(&name).ok_or_else(|| Refusal::at(value, format!("`{name}` is no operator")))?;
        let id = text(value, "id")?;
        if id.contains(':') || ["result-digest", "permutations"].contains(&id.as_str()) {
            return Err(Refusal::at(value, format!("the id `{id}` belongs to the runner")));
        }
        let expected = match value.get("expected") {
            Some(expected) => {
                if let Some(message) = operator.refuses(expected) {
                    return Err(Refusal::at(expected, message));
                }
                fixed(expected)?
            }
            None if operator == Operator::Absent => b"null".to_vec(),
            None => return Err(Refusal::at(value, "the member `expected` is missing")),
        };
        let target = text(value, "target")?;
        let tokens = pointer::tokens(&target)
            .ok_or_else(|| Refusal::at(value, format!("`{target}` is no JSON pointer")))?;
        Ok(Self { id, mandatory: boolean(value, "mandatory")?, target, tokens, operator, expected })
    }

    /// Holds the assertion against an observation. `unpublished` says of a target that is not there whether the
    /// subject may leave it out.
    pub(super) fn check(
        &self,
        observation: Value<'_>,
        unpublished: impl FnOnce(&[String]) -> bool,
    ) -> Checked {
        let mut parser = Parser::new();
        let found = pointer::resolve(observation, &self.tokens);
        let (outcome, note) = match (found, parser.parse(&self.expected)) {
            (None, _) if self.operator == Operator::Absent => (Outcome::Passed, String::new()),
            (None, _) if unpublished(&self.tokens) => {
                (Outcome::NotExecuted, format!("the subject does not publish `{}`", self.target))
            }
            (None, _) => (Outcome::Failed, format!("nothing is at `{}`", self.target)),
            (Some(found), Ok(expected)) if self.operator.holds(found, expected.root()) => {
                (Outcome::Passed, String::new())
            }
            (Some(found), _) => {
                let found = super::field::canonical(found).unwrap_or_default();
                let note = format!(
                    "`{}` is {}; expected {} {}",
                    self.target,
                    shown(&found),
                    self.operator.name(),
                    shown(&self.expected)
                );
                (Outcome::Failed, note)
            }
        };
        Checked { id: self.id.clone(), mandatory: self.mandatory, outcome, note }
    }
}

/// Canonical bytes as a text that is not too long to show.
pub(super) fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    match text.char_indices().find(|(at, _)| *at >= SHOWN) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.into_owned(),
    }
}

/// Checks a list of assertions against canonical bytes of an observation.
pub(super) fn check_all(
    assertions: &[Assertion],
    observation: &[u8],
    unpublished: impl Fn(&[String]) -> bool,
) -> Vec<Checked> {
    let checked = document(observation, |root| {
        Ok(assertions.iter().map(|assertion| assertion.check(root, &unpublished)).collect())
    });
    // The observation is canonical JSON by construction, but no verdict may rest on that.
    checked.unwrap_or_else(|refusal: Refusal| {
        let failed = |assertion: &Assertion| Checked {
            id: assertion.id.clone(),
            mandatory: assertion.mandatory,
            outcome: Outcome::NotExecuted,
            note: format!("the observation cannot be read: {refusal}"),
        };
        assertions.iter().map(failed).collect()
    })
}
