//! The evidence that a transition of version 4 rests on (FCOP 4, T3 to T6): the right envelope, of this attempt.

use super::Scene;
use crate::code::Code;
use crate::edition::Gate;
use crate::envelope::Envelope;
use crate::event::Event;
use crate::finding::{Cause, Finding};
use crate::name::Kind;
use crate::task::{Step, Task, report_in};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn pass(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    if !scene.workspace.edition.typed {
        return;
    }
    let cited = cited(scene);
    for task in scene.tasks.values() {
        for (place, event, step) in task.transitions() {
            present(scene, task, place, event, findings);
            if let Some(edge) = step.edge {
                let rests = Rests { scene, cited: &cited, task, place, event, step };
                rests.on(edge.gate, findings);
            }
        }
    }
}

/// Evidence that is gone, or never was what its id says.
fn present(
    scene: &Scene<'_, '_>,
    task: &Task<'_, '_>,
    place: usize,
    event: &Event<'_>,
    findings: &mut Vec<Finding>,
) {
    for (id, _) in &event.evidence {
        if scene.workspace.find(id).is_none() {
            let report = Kind::of_id(id) == Some(Kind::Report);
            let reason = if report { "REPORT_REQUIRED" } else { "REVIEW_REQUIRED" };
            let cause = Cause::new(reason, "FCOP 4").at("/references").expected(*id);
            findings.push(scene.of_event(Code::LifecycleUndetermined, task, place, cause).of("evidence", id));
        }
    }
}

/// What each REVIEW refers to.
type Cited<'w> = BTreeMap<&'w str, BTreeSet<&'w str>>;

fn cited<'w>(scene: &Scene<'w, '_>) -> Cited<'w> {
    let reviews = scene.workspace.envelopes.iter().filter(|envelope| envelope.kind == Kind::Review);
    reviews.map(|review| (review.id, review.references().into_iter().collect())).collect()
}

struct Rests<'s, 'w, 'a> {
    scene: &'s Scene<'w, 'a>,
    cited: &'s Cited<'w>,
    task: &'s Task<'w, 'a>,
    place: usize,
    event: &'s Event<'w>,
    step: &'s Step<'w>,
}

impl Rests<'_, '_, '_> {
    fn on(&self, gate: Gate, findings: &mut Vec<Finding>) {
        match gate {
            Gate::Submit => self.report(None, findings),
            Gate::Approve => {
                self.report(self.step.report, findings);
                self.review(&["acceptance"], findings);
            }
            Gate::Reject => {
                self.report(self.step.report, findings);
                self.review(&["rejection"], findings);
            }
            Gate::Claim | Gate::Finish | Gate::Reopen | Gate::Archive => {}
        }
    }

    fn say(&self, code: Code, cause: Cause, target: &str, findings: &mut Vec<Finding>) {
        findings.push(self.scene.of_event(code, self.task, self.place, cause).of("evidence", target));
    }

    /// The REPORT is about this TASK and attempt, and the one that was bound, where one was.
    fn report(&self, bound: Option<&str>, findings: &mut Vec<Finding>) {
        let named = report_in(self.event);
        let Some(id) = named.filter(|id| bound.is_none_or(|bound| bound == *id)) else {
            let cause = Cause::new("REPORT_REQUIRED", "FCOP 4").at("/references");
            let cause = bound.into_iter().fold(cause, Cause::expected);
            return self.say(Code::LifecycleUndetermined, cause, named.unwrap_or_default(), findings);
        };
        if let Some(report) = self.scene.workspace.find(id) {
            self.same_attempt(report, findings);
        }
    }

    /// A REVIEW of one of these kinds that refers to the REPORT.
    fn review(&self, kinds: &[&str], findings: &mut Vec<Finding>) {
        let reviews = self.event.evidence.iter().filter(|(id, _)| Kind::of_id(id) == Some(Kind::Review));
        let mut absent = true;
        for (id, _) in reviews {
            let Some(review) = self.scene.workspace.find(id) else {
                absent = false;
                continue;
            };
            if !review.text("review_kind").is_some_and(|kind| kinds.contains(&kind)) {
                continue;
            }
            absent = false;
            self.same_attempt(review, findings);
            let refers =
                |report: &&str| self.cited.get(review.id).is_some_and(|cited| cited.contains(report));
            if let Some(report) = report_in(self.event).filter(|report| !refers(report)) {
                let cause = Cause::new("REVIEW_REQUIRED", "FCOP 4").at("references").expected(report);
                self.say(Code::LifecycleUndetermined, cause, id, findings);
            }
        }
        if absent {
            let cause = Cause::new("REVIEW_REQUIRED", "FCOP 4").at("/references").expected(kinds.join(", "));
            self.say(Code::LifecycleUndetermined, cause, "", findings);
        }
    }

    fn same_attempt(&self, envelope: &Envelope<'_>, findings: &mut Vec<Finding>) {
        let subject = envelope.text("subject_ref").unwrap_or_default();
        if subject != self.task.id {
            let cause = Cause::new("RELATION_INVALID", "FCOP 6")
                .at("subject_ref")
                .expected(self.task.id)
                .found(subject);
            return self.say(Code::IllegalTransition, cause, envelope.id, findings);
        }
        let (attempt, found) = (self.step.attempt, envelope.text("attempt_id"));
        if attempt.is_some() && found != attempt {
            let cause =
                Cause::new("ATTEMPT_MISMATCH", "FCOP 4").at("attempt_id").found(found.unwrap_or("absent"));
            let cause = attempt.into_iter().fold(cause, Cause::expected);
            self.say(Code::IllegalTransition, cause, envelope.id, findings);
        }
    }
}

/// Envelopes of one attempt that contradict each other (FCOP 7.1). Whether a decision settles it is for the reading to say,
/// since it hangs on who may decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contest {
    /// The TASK that they are about.
    pub subject: String,
    /// Ids, in order.
    pub members: Vec<String>,
    /// Why they contradict each other.
    pub cause: Cause,
}

/// All contests of a workspace, in order of TASK.
pub(crate) fn contests(scene: &Scene<'_, '_>) -> Vec<Contest> {
    scene.tasks.values().flat_map(|task| contests_of(scene, task)).collect()
}

/// Those about one TASK.
pub(crate) fn contests_of(scene: &Scene<'_, '_>, task: &Task<'_, '_>) -> Vec<Contest> {
    let mut found = Vec::new();
    if scene.workspace.edition.typed {
        heads(scene, task, &mut found);
    }
    verdicts(scene, task, &mut found);
    found
}

/// Two REPORTs of one attempt that no other replaces.
fn heads(scene: &Scene<'_, '_>, task: &Task<'_, '_>, found: &mut Vec<Contest>) {
    let mut by_attempt: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut replaced: BTreeSet<&str> = BTreeSet::new();
    for report in task.about(scene.workspace, Kind::Report) {
        by_attempt.entry(report.text("attempt_id").unwrap_or_default()).or_default().insert(report.id);
        if report.text("report_kind") == Some("replacement") {
            replaced.extend(report.references());
        }
    }
    for reports in by_attempt.into_values() {
        let heads: Vec<&str> = reports.into_iter().filter(|id| !replaced.contains(id)).collect();
        if heads.len() > 1 {
            found.push(contest("REPORT_HEAD_AMBIGUOUS", task, &heads));
        }
    }
}

/// An acceptance and a rejection: of one attempt, or before version 4 of one document.
fn verdicts(scene: &Scene<'_, '_>, task: &Task<'_, '_>, found: &mut Vec<Contest>) {
    let typed = scene.workspace.edition.typed;
    let mut given: BTreeMap<&str, BTreeSet<(&str, &str)>> = BTreeMap::new();
    for review in task.about(scene.workspace, Kind::Review) {
        let settles = if typed { review.text("review_kind") } else { review.text("decision") };
        let of = if typed { review.text("attempt_id") } else { review.text("subject_ref") };
        if let Some(word @ ("acceptance" | "rejection" | "approved" | "rejected")) = settles {
            given.entry(of.unwrap_or_default()).or_default().insert((word, review.id));
        }
    }
    for verdicts in given.into_values() {
        let words: BTreeSet<&str> = verdicts.iter().map(|(word, _)| *word).collect();
        if words.len() > 1 {
            let mut ids: Vec<&str> = verdicts.into_iter().map(|(_, id)| id).collect();
            ids.sort_unstable();
            found.push(contest("approved_and_rejected", task, &ids));
        }
    }
}

fn contest(reason: &'static str, task: &Task<'_, '_>, members: &[&str]) -> Contest {
    let members = members.iter().map(|id| (*id).to_owned()).collect();
    Contest { subject: task.id.to_owned(), members, cause: Cause::new(reason, "FCOP 4") }
}
