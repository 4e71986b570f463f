//! References (FCOP 6): what an id in a field leads to, and the relations that an envelope holds.

use crate::code::Code;
use crate::envelope::Envelope;
use crate::finding::{Cause, Finding};
use crate::name::{self, Kind};
use crate::workspace::Workspace;
use std::collections::BTreeSet;

/// How many candidates of a short id one finding names.
const NAMED: usize = 16;

/// Where a reference leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach<'w> {
    /// To one envelope of the workspace.
    One(&'w str),
    /// To several: a short id is not unique (FCOP 2).
    Several(&'w str),
    /// To an envelope that is not there.
    Missing(&'w str),
    /// Out of what is governed here: a path, a rule, a sentence.
    Outside,
}

/// Follows a reference as it is written.
pub(crate) fn reach<'w>(workspace: &'w Workspace<'_>, text: &'w str) -> Reach<'w> {
    let text = text.trim();
    if let Some(envelope) = workspace.find(text) {
        return Reach::One(envelope.id);
    }
    if workspace.edition.typed {
        let typed = Kind::of_id(text).is_some_and(|kind| name::is_typed_id(kind, text));
        return if typed { Reach::Missing(text) } else { Reach::Outside };
    }
    let (folder, file) = text.rsplit_once('/').map_or((false, text), |(_, file)| (true, file));
    let id = file.strip_suffix(".md").unwrap_or(file);
    if let Some(envelope) = workspace.find(id) {
        return Reach::One(envelope.id);
    }
    if let Some(id) = workspace.refused(id) {
        return Reach::Missing(id);
    }
    let Some(short) = name::short(id) else { return Reach::Outside };
    let all = workspace.with_short(short);
    // A name without its slug means the one envelope that has date, number and parties in common with it; in the order
    // of ids those follow at once, since `-` and `.` come before anything else that a name has.
    let from = if id == short { 0 } else { all.partition_point(|candidate| *candidate < id) };
    let fits = |candidate: &&&str| {
        id == short || candidate.strip_prefix(id).is_some_and(|rest| rest.starts_with(['-', '.']))
    };
    let mut found = all.iter().skip(from).take_while(fits);
    match (found.next(), found.next()) {
        (Some(one), None) if workspace.find(one).is_some() => Reach::One(one),
        (Some(refused), None) => Reach::Missing(refused),
        (Some(_), Some(_)) => Reach::Several(id),
        (None, _) if folder || !is_id(id, short) => Reach::Outside,
        (None, _) => Reach::Missing(id),
    }
}

/// Whether a text is a short id or a name of the grammar, not a sentence that begins with one.
fn is_id(id: &str, short: &str) -> bool {
    id == short || Kind::of_id(id).is_some_and(|kind| name::Name::parse(kind, id).is_some())
}

/// What an envelope refers to.
#[derive(Debug, Default)]
pub(crate) struct Links {
    /// Relation and target.
    pub(crate) references: BTreeSet<(&'static str, String)>,
    /// What leads out of the workspace, as it is written.
    pub(crate) citations: BTreeSet<String>,
}

/// Fields of v1 to v3 whose targets are cited; `supersedes` is a relation of its own.
const CITING: [&str; 12] = [
    "references",
    "ref_task",
    "related_task",
    "related_issues",
    "task_ref",
    "in_reply_to",
    "related",
    "amends",
    "ref_predecessor",
    "ref_adr",
    "superseded_by",
    "subject_ref",
];

/// Gathers the references of an envelope, besides the one to its subject.
pub(crate) fn links(
    workspace: &Workspace<'_>,
    envelope: &Envelope<'_>,
    subject: Option<&str>,
    findings: &mut Vec<Finding>,
) -> Links {
    let mut links = Links::default();
    let top = envelope.top();
    let source = workspace.source_id(envelope.source);
    let mut add = |relation: &'static str, strong: bool, text: &str| match reach(workspace, text) {
        // Said by a stronger relation already.
        Reach::One(id) | Reach::Missing(id)
            if relation == "cites" && (id == envelope.id || Some(id) == subject) => {}
        Reach::One(id) => {
            links.references.insert((relation, id.to_owned()));
        }
        Reach::Missing(id) => {
            links.references.insert((relation, id.to_owned()));
            let reason = if strong { "RELATION_INVALID" } else { "REFERENCE_UNRESOLVED" };
            let cause = Cause::new(reason, "FCOP 6").at(relation).expected(id);
            findings.push(Finding::new(Code::MissingReference, source, envelope.id, cause).of(relation, id));
        }
        Reach::Several(id) => {
            let cause = Cause::new("short_id_of_several", "FCOP 2").at(relation).found(id);
            let cause = cause.members(
                name::short(id)
                    .into_iter()
                    .flat_map(|short| workspace.with_short(short))
                    .copied()
                    .take(NAMED),
            );
            findings
                .push(Finding::new(Code::ReferenceAmbiguous, source, envelope.id, cause).of(relation, id));
        }
        Reach::Outside => {
            links.citations.insert(text.to_owned());
        }
    };
    for (field, relation) in [("parent", "parent"), ("branch_of", "branch_of")] {
        if let Some(text) = envelope.text(field).filter(|_| envelope.kind == Kind::Task) {
            add(relation, true, text);
        }
    }
    for text in top.get("supersedes").map(|field| field.texts()).unwrap_or_default() {
        add("supersedes", false, text);
    }
    let citing: &[&str] = if workspace.edition.typed { &["references"] } else { &CITING };
    for field in citing {
        for text in top.get(field).map(|field| field.texts()).unwrap_or_default() {
            add("cites", false, text);
        }
    }
    links
}
