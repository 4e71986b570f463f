//! The work item that an envelope belongs to (FCOP 6, 7). Where nothing determines it, nothing is chosen.

use crate::code::Code;
use crate::envelope::Envelope;
use crate::finding::{Cause, Finding};
use crate::name::Kind;
use crate::reach::{Reach, reach};
use crate::workspace::Workspace;
use std::collections::BTreeSet;

/// What an envelope is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject<'w> {
    /// A TASK, which may be missing.
    Task(&'w str),
    /// Itself: it opens a work item of its own.
    Own,
    /// It cannot be told.
    Unknown,
}

/// Fields of v1 to v3 that name the TASK which a REPORT answers.
const ANSWERS: [&str; 5] = ["ref_task", "related_task", "task_ref", "in_reply_to", "task_id"];

/// Determines the subject of an envelope, and says where it cannot be.
pub(crate) fn subject<'w>(
    workspace: &'w Workspace<'_>,
    envelope: &'w Envelope<'_>,
    findings: &mut Vec<Finding>,
) -> Subject<'w> {
    if envelope.kind == Kind::Task {
        return Subject::Own;
    }
    if workspace.edition.typed {
        return typed(workspace, envelope, findings);
    }
    match envelope.kind {
        Kind::Review => reviewed(workspace, envelope),
        Kind::Report => answered(workspace, envelope, findings),
        Kind::Task | Kind::Issue => Subject::Own,
    }
}

fn typed<'w>(
    workspace: &'w Workspace<'_>,
    envelope: &'w Envelope<'_>,
    findings: &mut Vec<Finding>,
) -> Subject<'w> {
    let said = envelope.text("subject_ref").unwrap_or_default();
    let own = workspace.manifest.workspace.as_deref();
    match said.strip_prefix("workspace:") {
        Some(id)
            if matches!(envelope.kind, Kind::Issue | Kind::Review) && own.is_none_or(|own| own == id) =>
        {
            return Subject::Own;
        }
        _ => {}
    }
    let source = workspace.source_id(envelope.source);
    match reach(workspace, said) {
        Reach::One(id) | Reach::Missing(id) if Kind::of_id(id) == Some(Kind::Task) => {
            if workspace.find(id).is_none() {
                let cause = Cause::new("RELATION_INVALID", "FCOP 6").at("subject_ref").expected(id);
                findings
                    .push(Finding::new(Code::MissingReference, source, envelope.id, cause).of("subject", id));
            }
            Subject::Task(id)
        }
        _ => {
            let cause =
                Cause::new("RELATION_INVALID", "FCOP 6").at("subject_ref").expected("a TASK").found(said);
            findings
                .push(Finding::new(Code::RelationInvalid, source, envelope.id, cause).of("subject", said));
            Subject::Own
        }
    }
}

/// What a verdict of v1 to v3 is on: a TASK, the TASK of a REPORT, or something that is not governed here.
fn reviewed<'w>(workspace: &'w Workspace<'_>, envelope: &'w Envelope<'_>) -> Subject<'w> {
    let Some(said) = envelope.text("subject_ref") else { return Subject::Own };
    match reach(workspace, said) {
        Reach::One(id) => match workspace.find(id) {
            Some(found) if found.kind == Kind::Report => match answered(workspace, found, &mut Vec::new()) {
                Subject::Unknown => Subject::Own,
                subject => subject,
            },
            Some(found) if found.kind == Kind::Task => Subject::Task(found.id),
            _ => Subject::Own,
        },
        Reach::Missing(id) if Kind::of_id(id) == Some(Kind::Task) => Subject::Task(id),
        _ => Subject::Own,
    }
}

/// Which TASK a REPORT of v1 to v3 answers: the one that a field names, else the only reciprocal one that it refers to.
/// The library takes the first reference, which binds many reports to a TASK of somebody else (FCOP 7.1).
fn answered<'w>(
    workspace: &'w Workspace<'_>,
    report: &'w Envelope<'_>,
    findings: &mut Vec<Finding>,
) -> Subject<'w> {
    let top = report.top();
    let source = workspace.source_id(report.source);
    let texts = |name: &&str| top.get(name).map(|field| field.texts()).unwrap_or_default();
    let mut named: Vec<Reach<'w>> =
        ANSWERS.iter().flat_map(texts).map(|text| reach(workspace, text)).filter(is_task).collect();
    named.sort_unstable_by_key(|found| format!("{found:?}"));
    named.dedup();
    let mut undetermined = |reason, members: Vec<&str>| {
        let cause = Cause::new(reason, "FCOP 7.1").members(members);
        findings.push(Finding::new(Code::SubjectUndetermined, source, report.id, cause));
        Subject::Unknown
    };
    match named.as_slice() {
        [] => {}
        [Reach::One(id)] => return Subject::Task(id),
        [Reach::Missing(id)] => {
            let cause = Cause::new("RELATION_INVALID", "FCOP 6").at("subject").expected(*id);
            findings.push(Finding::new(Code::MissingReference, source, report.id, cause).of("subject", id));
            return Subject::Task(id);
        }
        _ => return undetermined("several_tasks_named", named.iter().filter_map(text_of).collect()),
    }
    let referred = texts(&"references");
    let mut reciprocal: BTreeSet<&str> = BTreeSet::new();
    for text in &referred {
        if let Reach::One(id) = reach(workspace, text)
            && let Some(task) =
                workspace.find(id).filter(|task| task.kind == Kind::Task && answers(report, task))
        {
            reciprocal.insert(task.id);
        }
    }
    match (reciprocal.len(), reciprocal.first()) {
        (1, Some(id)) => Subject::Task(id),
        (0, _) => undetermined("no_reciprocal_task", Vec::new()),
        _ => undetermined("several_reciprocal_tasks", reciprocal.into_iter().collect()),
    }
}

fn is_task(found: &Reach<'_>) -> bool {
    text_of(found).and_then(Kind::of_id) == Some(Kind::Task)
}

fn text_of<'w>(found: &Reach<'w>) -> Option<&'w str> {
    match *found {
        Reach::One(id) | Reach::Several(id) | Reach::Missing(id) => Some(id),
        Reach::Outside => None,
    }
}

/// Whether a REPORT goes back along the way of a TASK.
fn answers(report: &Envelope<'_>, task: &Envelope<'_>) -> bool {
    task.recipient() == Some(report.sender()) && report.recipient() == Some(task.sender())
}
