//! The relations that an envelope holds (FCOP 6), and what it cites beyond the workspace.

use crate::code::Code;
use crate::declared::declared;
use crate::envelope::Envelope;
use crate::finding::{Cause, Finding, NAMED};
use crate::name::{self, Kind};
use crate::reach::{Reach, reach};
use crate::scene::Scene;
use std::collections::BTreeSet;

/// What an envelope refers to.
#[derive(Debug, Default)]
pub(super) struct Links<'w> {
    /// Relation and target.
    pub(super) references: BTreeSet<(&'w str, String)>,
    /// What leads out of the workspace, as it is written.
    pub(super) citations: BTreeSet<String>,
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
pub(super) fn links<'w>(
    scene: &Scene<'_, '_>,
    envelope: &'w Envelope<'_>,
    subject: Option<&str>,
    findings: &mut Vec<Finding>,
) -> Links<'w> {
    let workspace = scene.workspace;
    let mut links = Links::default();
    let top = envelope.top();
    let source = workspace.source_id(envelope.source);
    let mut add = |relation: &'static str, strong: bool, text: &str| match reach(workspace, text) {
        // Said by a stronger relation already.
        Reach::One(id) | Reach::Missing(id)
            if relation == "cites" && (id == envelope.id || Some(id) == subject) => {}
        // It is there, but whatever it is about cannot be told, so that it is no object to refer to.
        Reach::One(id) if scene.silent.contains(id) => {
            links.citations.insert(id.to_owned());
        }
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
    // Whether they lead anywhere is the reading's to say: it knows more than the workspace.
    links.references.extend(declared(top).map(|(relation, target)| (relation, target.to_owned())));
    links
}
