//! Failures that are declared beforehand, with their reasons.
//!
//! A declaration changes no verdict: a failure stays a FAIL (TMPA 10.4). It tells an expected failure from a new one, and
//! it turns a pass that nobody expected into a failure, so that a declaration cannot outlive its reason.

use std::collections::BTreeSet;

use actum_canon::json::Value;

use super::assertion::{Checked, Outcome};
use super::field::{Refusal, document, elements, object, text, texts};
use super::report::CaseReport;
use super::verdict::Verdict;

/// One declared divergence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The case that is expected to fail.
    pub case: String,
    /// Why.
    pub reason: String,
    /// Its assertions that may fail; where there is none, all may.
    pub assertions: Vec<String>,
}

/// All declared divergences of a subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Divergences(Vec<Divergence>);

impl Divergences {
    /// Reads `{"divergences":[{"case","reason","assertions"?}]}`.
    ///
    /// # Errors
    /// [`Refusal`] names the first member that cannot stand.
    pub fn parse(bytes: &[u8]) -> Result<Self, Refusal> {
        document(bytes, |root| {
            object(root, &["divergences"])?;
            let mut seen = BTreeSet::new();
            let mut all = Vec::new();
            for value in elements(root, "divergences")? {
                let divergence = read(value)?;
                if !seen.insert(divergence.case.clone()) {
                    return Err(Refusal::at(value, format!("`{}` is declared twice", divergence.case)));
                }
                all.push(divergence);
            }
            Ok(Self(all))
        })
    }

    /// Whether nothing is declared.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first declared case that is not among `ids`, which is a declaration about nothing.
    #[must_use]
    pub fn stranger<'d>(&'d self, ids: &BTreeSet<String>) -> Option<&'d str> {
        self.0.iter().map(|each| each.case.as_str()).find(|case| !ids.contains(*case))
    }

    /// Marks failures that were declared, and fails a declared case that passed.
    pub fn apply(&self, report: &mut CaseReport) {
        let Some(declared) = self.0.iter().find(|each| each.case == report.id) else {
            return;
        };
        match report.verdict() {
            Verdict::Fail => {
                let listed = |id: &String| declared.assertions.is_empty() || declared.assertions.contains(id);
                if report.failures().filter(|failed| failed.mandatory).all(|failed| listed(&failed.id)) {
                    report.declared = Some(declared.reason.clone());
                }
            }
            Verdict::Pass => report.checked.push(Checked {
                id: "divergence:declared".to_owned(),
                mandatory: true,
                outcome: Outcome::Failed,
                note: format!("a divergence is declared and does not show: {}", declared.reason),
            }),
            Verdict::Partial | Verdict::NotRun => {}
        }
    }
}

fn read(value: Value<'_>) -> Result<Divergence, Refusal> {
    object(value, &["case", "reason", "assertions"])?;
    let assertions = match value.get("assertions") {
        Some(_) => texts(value, "assertions")?,
        None => Vec::new(),
    };
    Ok(Divergence { case: text(value, "case")?, reason: text(value, "reason")?, assertions })
}
