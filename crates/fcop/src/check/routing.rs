//! Each envelope beside its own name (FCOP 2, 7.1): parties, encoding, and what was written into it later.

use super::Scene;
use crate::code::Code;
use crate::finding::{Cause, Finding};
use crate::name::Kind;

pub(super) fn pass(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    let workspace = scene.workspace;
    if workspace.edition.typed {
        folders(scene, findings);
    }
    for envelope in workspace.envelopes.iter().filter(|_| !workspace.edition.typed) {
        let source = workspace.source_id(envelope.source);
        let mut say = |code, cause: Cause, field: &str| {
            findings.push(Finding::new(code, source, envelope.id, cause).of(field, ""));
        };
        for &reason in &envelope.front.normalized {
            say(Code::EncodingNormalized, Cause::new(reason, "FCOP 3"), "");
        }
        if let Some(name) = &envelope.name {
            let sender = (envelope.kind != Kind::Review).then(|| envelope.sender());
            let recipient = name.recipient.and(envelope.recipient());
            for (field, named, said) in
                [("sender", Some(name.sender), sender), ("recipient", name.recipient, recipient)]
            {
                if let (Some(named), Some(said)) = (named, said)
                    && named != said
                {
                    let cause = Cause::new("name_and_frontmatter_differ", "FCOP 2");
                    say(Code::RoutingMismatch, cause.at(field).expected(named).found(said), field);
                }
            }
        }
        let edited: &[&str] = match envelope.kind {
            Kind::Task | Kind::Report => &["superseded_by", "superseded_at"],
            Kind::Issue => &["status"],
            Kind::Review => &["human_approval"],
        };
        let open = |field: &str| {
            field == "status" && envelope.text(field).is_none_or(|status| status.eq_ignore_ascii_case("open"))
        };
        let field = edited
            .iter()
            .find(|field| envelope.top().get(field).is_some_and(|value| !value.is_null()) && !open(field));
        if let Some(field) = field {
            let cause = Cause::new("field_added_later", "FCOP 4").at(*field);
            let text = envelope.text(field).map(str::to_owned);
            say(Code::PostPublicationEdit, text.into_iter().fold(cause, Cause::found), "");
        }
    }
}

/// Version 4 has one folder for each kind; that of a TASK is its stage, which is compared with its events.
fn folders(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    let workspace = scene.workspace;
    for envelope in &workspace.envelopes {
        let expected = match envelope.kind {
            Kind::Task => continue,
            Kind::Report => "reports",
            Kind::Issue => "issues",
            Kind::Review => "reviews",
        };
        let source = workspace.source_id(envelope.source);
        let folder = source.rsplit('/').nth(1).unwrap_or_default();
        if folder != expected {
            let cause = Cause::new("folder_of_another_kind", "FCOP 4").expected(expected).found(folder);
            findings.push(Finding::new(Code::PathEventDivergence, source, envelope.id, cause));
        }
    }
}
