//! What a run established, case by case and criterion by criterion (TMPA 10.4).

use std::collections::BTreeMap;

use actum_canon::digest::{Sha256, sha256};
use actum_canon::encode::{TMPA_S04, Writer};

use super::assertion::{Checked, Outcome, tally};
use super::case::Case;
use super::criterion::Criterion;
use super::verdict::{RunState, Tally, Verdict, aggregate};

/// Whether a case was run, and why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// The subject answered.
    Completed,
    /// Something that the suite needs is not as it says: a fixture, a profile. Says nothing about the subject.
    Prevented(String),
    /// The subject crashed, hung or answered what cannot be read.
    Error(String),
}

/// What became of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseReport {
    /// The case's id.
    pub id: String,
    /// Its criterion.
    pub criterion: Criterion,
    /// What it shows.
    pub title: String,
    /// Where its rules stand.
    pub clauses: Vec<String>,
    /// The digest of its manifest.
    pub manifest_digest: Sha256,
    /// Whether it was run.
    pub run: Run,
    /// Its assertions with their outcomes.
    pub checked: Vec<Checked>,
    /// The observation in canonical form; empty where it was not run.
    pub observation: Vec<u8>,
    /// The digest of the comparable projection, where it was run.
    pub result_digest: Option<Sha256>,
    /// The reason for which a failure was declared beforehand, where it failed as declared.
    pub declared: Option<String>,
}

/// What became of one criterion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CriterionReport {
    /// Which one.
    pub criterion: Criterion,
    /// Its verdict.
    pub verdict: Verdict,
    /// Whether its run worked.
    pub run_state: RunState,
    /// Digest over the manifests of its cases.
    pub manifest_digest: Sha256,
    /// Digest over the reports of its cases.
    pub result_digest: Sha256,
    /// Cases that it has.
    pub cases: usize,
    /// Mandatory assertions that passed, failed, were not executed.
    pub assertions: [usize; 3],
}

/// What became of a whole suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The cases, in the suite's order.
    pub cases: Vec<CaseReport>,
    /// All fourteen criteria.
    pub criteria: Vec<CriterionReport>,
    /// The verdict on everything.
    pub aggregate: Verdict,
}

impl Run {
    /// The published word: only a failed run is an error.
    #[must_use]
    pub fn state(&self) -> RunState {
        match self {
            Self::Completed | Self::Prevented(_) => RunState::Completed,
            Self::Error(_) => RunState::Error,
        }
    }

    /// Why there is no verdict, where there is none.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::Completed => None,
            Self::Prevented(message) | Self::Error(message) => Some(message),
        }
    }
}

impl CaseReport {
    pub(super) fn completed(case: &Case, checked: Vec<Checked>, observation: Vec<u8>, found: Sha256) -> Self {
        Self { checked, observation, result_digest: Some(found), ..Self::not_run(case, Run::Completed) }
    }

    /// The report of a case that has no verdict: none of its assertions was executed.
    #[must_use]
    pub fn not_run(case: &Case, run: Run) -> Self {
        // Whatever else the case asserts, that it was not run must count.
        let mut checked = vec![Checked::skipped("run:completed", "not run")];
        let shapes = case.readings.iter().map(|reading| format!("shape:{}", reading.id));
        checked.extend(shapes.map(|id| Checked::skipped(id, "not run")));
        checked.extend(case.assertions.iter().map(|assertion| Checked {
            mandatory: assertion.mandatory,
            ..Checked::skipped(assertion.id.clone(), "not run")
        }));
        Self {
            id: case.id.clone(),
            criterion: case.criterion,
            title: case.title.clone(),
            clauses: case.clauses.clone(),
            manifest_digest: case.manifest_digest,
            run,
            checked,
            observation: Vec::new(),
            result_digest: None,
            declared: None,
        }
    }

    /// The case's own verdict, by the rules for a criterion.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        tally(&self.checked).verdict(self.run.state())
    }

    /// The assertions that failed.
    pub fn failures(&self) -> impl Iterator<Item = &Checked> {
        self.checked.iter().filter(|checked| checked.outcome == Outcome::Failed)
    }

    /// The report in canonical form, as a package keeps it.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut out = Writer::new(&TMPA_S04, &mut bytes);
        let Ok(()) = out.begin_object();
        let Ok(()) = out.name("assertions");
        let Ok(()) = out.begin_array();
        for checked in &self.checked {
            let Ok(()) = out.begin_object();
            member(&mut out, "id", &checked.id);
            let Ok(()) = out.name("mandatory");
            let Ok(()) = out.boolean(checked.mandatory);
            if !checked.note.is_empty() {
                member(&mut out, "note", &checked.note);
            }
            member(&mut out, "outcome", checked.outcome.as_str());
            let Ok(()) = out.end_object();
        }
        let Ok(()) = out.end_array();
        member(&mut out, "criterion", &self.criterion.to_string());
        if let Some(reason) = &self.declared {
            member(&mut out, "declared_divergence", reason);
        }
        member(&mut out, "manifest_digest", &self.manifest_digest.to_string());
        if let Some(message) = self.run.message() {
            member(&mut out, "message", message);
        }
        if let Some(digest) = self.result_digest {
            member(&mut out, "observation_digest", &sha256(&self.observation).to_string());
            member(&mut out, "result_digest", &digest.to_string());
        }
        member(&mut out, "run_state", self.run.state().as_str());
        member(&mut out, "test_case_id", &self.id);
        member(&mut out, "verdict", self.verdict().as_str());
        let Ok(()) = out.end_object();
        let Ok(()) = out.finish();
        bytes
    }
}

impl Report {
    /// Adds the cases up. A criterion without a case was not run.
    #[must_use]
    pub fn new(cases: Vec<CaseReport>) -> Self {
        let mut by_criterion: BTreeMap<Criterion, Vec<&CaseReport>> = BTreeMap::new();
        for case in &cases {
            by_criterion.entry(case.criterion).or_default().push(case);
        }
        let criteria: Vec<CriterionReport> = Criterion::all()
            .map(|each| criterion(each, by_criterion.get(&each).map(Vec::as_slice).unwrap_or_default()))
            .collect();
        let aggregate = aggregate(criteria.iter().map(|criterion| criterion.verdict));
        Self { cases, criteria, aggregate }
    }

    /// Whether every failure was declared beforehand and there is at least one.
    #[must_use]
    pub fn fails_as_declared(&self) -> bool {
        let mut failed = self.cases.iter().filter(|case| case.verdict() == Verdict::Fail).peekable();
        failed.peek().is_some() && failed.all(|case| case.declared.is_some())
    }

    /// Whether no mandatory assertion was executed at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.criteria.iter().all(|criterion| matches!(criterion.assertions, [0, 0, _]))
    }

    /// How mature the evidence is that this run gives (TMPA 10.4, 11.3). A run by whoever made the subject never shows
    /// independent adoption.
    #[must_use]
    pub fn evidence_level(&self) -> &'static str {
        match (self.aggregate, self.is_empty()) {
            (Verdict::Pass, _) => "demonstrated",
            (_, false) => "implemented",
            (_, true) => "specified",
        }
    }

    /// The result in the published form.
    #[must_use]
    pub fn to_result(&self, implementation: (&str, &str), input_bundle: Sha256) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut out = Writer::new(&TMPA_S04, &mut bytes);
        let Ok(()) = out.begin_object();
        member(&mut out, "aggregate_verdict", self.aggregate.as_str());
        member(&mut out, "core_version", "S0.4");
        let Ok(()) = out.name("criteria");
        let Ok(()) = out.begin_array();
        for criterion in &self.criteria {
            let Ok(()) = out.begin_object();
            member(&mut out, "id", &criterion.criterion.to_string());
            member(&mut out, "manifest_digest", &criterion.manifest_digest.to_string());
            member(&mut out, "result_digest", &criterion.result_digest.to_string());
            member(&mut out, "run_state", criterion.run_state.as_str());
            member(&mut out, "verdict", criterion.verdict.as_str());
            let Ok(()) = out.end_object();
        }
        let Ok(()) = out.end_array();
        member(&mut out, "evidence_level", self.evidence_level());
        let Ok(()) = out.name("implementation");
        let Ok(()) = out.begin_object();
        member(&mut out, "id", implementation.0);
        member(&mut out, "version", implementation.1);
        let Ok(()) = out.end_object();
        member(&mut out, "input_bundle_digest", &input_bundle.to_string());
        let Ok(()) = out.end_object();
        let Ok(()) = out.finish();
        bytes
    }
}

fn criterion(criterion: Criterion, cases: &[&CaseReport]) -> CriterionReport {
    let mut counted = Tally::default();
    cases.iter().for_each(|case| counted.add(tally(&case.checked)));
    let run_state = cases.iter().map(|case| case.run.state()).max().unwrap_or(RunState::Completed);
    CriterionReport {
        criterion,
        verdict: counted.verdict(run_state),
        run_state,
        manifest_digest: over(cases, |case| case.manifest_digest),
        result_digest: over(cases, |case| sha256(&case.to_bytes())),
        cases: cases.len(),
        assertions: [counted.passed, counted.failed, counted.not_executed],
    }
}

/// A digest over the ids of cases and one digest of each.
fn over(cases: &[&CaseReport], digest: impl Fn(&CaseReport) -> Sha256) -> Sha256 {
    let mut bytes = Vec::new();
    let mut out = Writer::new(&TMPA_S04, &mut bytes);
    let Ok(()) = out.begin_array();
    for case in cases {
        let Ok(()) = out.begin_object();
        member(&mut out, "digest", &digest(case).to_string());
        member(&mut out, "test_case_id", &case.id);
        let Ok(()) = out.end_object();
    }
    let Ok(()) = out.end_array();
    let Ok(()) = out.finish();
    sha256(&bytes)
}

fn member(out: &mut Writer<'_, Vec<u8>>, name: &str, text: &str) {
    let Ok(()) = out.name(name);
    let Ok(()) = out.string(text);
}
