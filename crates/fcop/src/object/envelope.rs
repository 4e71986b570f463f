//! Objects of envelopes (FCOP 7): TASK, REPORT, ISSUE, REVIEW, and the approval that a person wrote into a REVIEW.

use super::Maker;
use super::draft::{Draft, FACT, PUBLISHED, raw, some};
use super::links::links;
use crate::digest::member;
use crate::edition::role_of;
use crate::envelope::Envelope;
use crate::form::sequence_number;
use crate::name::Kind;
use crate::subject::Subject;
use actum_canon::digest::sha256;

const MEDIA_TYPE: &str = "application/vnd.fcop.envelope+json";

pub(super) fn all(out: &mut Maker<'_, '_, '_>) {
    let workspace = out.scene.workspace;
    for (envelope, subject) in workspace.envelopes.iter().zip(out.scene.subjects) {
        one(out, envelope, *subject);
    }
}

fn one(out: &mut Maker<'_, '_, '_>, envelope: &Envelope<'_>, subject: Subject<'_>) {
    let scene = out.scene;
    let about = match subject {
        Subject::Task(id) => Some(id),
        Subject::Own => None,
        Subject::Unknown => {
            // Its references are looked at all the same: what is wrong with them is no less wrong.
            links(scene, envelope, None, out.findings);
            return;
        }
    };
    let mut linked = links(scene, envelope, about, out.findings);
    let Some(made) = out.made(envelope) else { return };
    if let Some(id) = about {
        linked.references.insert(("subject", id.to_owned()));
    }
    for text in special(envelope) {
        linked.references.insert(text);
    }
    // What a stronger relation says need not be cited as well.
    let bound: Vec<String> = linked
        .references
        .iter()
        .filter(|(relation, _)| *relation != "cites")
        .map(|(_, target)| target.clone())
        .collect();
    linked.references.retain(|(relation, target)| {
        *relation != "cites" || bound.binary_search(target).is_err() && !bound.contains(target)
    });
    let (stream, sequence) = stream(out, envelope);
    let edition = scene.workspace.edition;
    let (lifecycle, state) = match envelope.kind {
        Kind::Task => (edition.lifecycle, edition.initial),
        Kind::Report | Kind::Issue | Kind::Review => (FACT, PUBLISHED),
    };
    let citations: Vec<&str> = linked.citations.iter().map(String::as_str).collect();
    let draft = Draft {
        id: envelope.id.to_owned(),
        kind: kind(envelope),
        work: about.unwrap_or(envelope.id).to_owned(),
        stream,
        sequence,
        creator: envelope.creator(),
        role: role(envelope),
        created_at: made.at,
        lifecycle,
        state: state.to_owned(),
        transition: None,
        references: linked.references,
        media_type: MEDIA_TYPE,
        body: body(envelope),
        covered: envelope.covered,
        extension: extension(out, envelope, &citations, made.basis),
    };
    out.push(envelope.source, draft);
    if envelope.top().get("human_approval").is_some_and(|answer| !answer.is_null()) {
        approval(out, envelope, about.unwrap_or(envelope.id));
    }
}

/// The type of the object.
fn kind(envelope: &Envelope<'_>) -> String {
    match envelope.kind {
        Kind::Task => "fcop.task".to_owned(),
        Kind::Report => "fcop.report".to_owned(),
        Kind::Issue => "fcop.issue".to_owned(),
        Kind::Review => match envelope.text("review_kind").filter(|_| envelope.name.is_none()) {
            Some(kind) => format!("fcop.review.{kind}"),
            None => "fcop.review.verdict".to_owned(),
        },
    }
}

fn role(envelope: &Envelope<'_>) -> &'static str {
    match envelope.kind {
        Kind::Task => role_of("create_task"),
        Kind::Report => role_of("submit_task"),
        Kind::Issue => "participant",
        Kind::Review => role_of("approve_task"),
    }
}

/// References of a REVIEW that bind it to what it converges or settles.
fn special(envelope: &Envelope<'_>) -> Vec<(&'static str, String)> {
    let relation = match envelope.text("review_kind").filter(|_| envelope.kind == Kind::Review) {
        Some("convergence") => "converges",
        Some("repair") => "resolves",
        _ => return Vec::new(),
    };
    let targets = envelope.references();
    targets.into_iter().filter(|id| Kind::of_id(id).is_some()).map(|id| (relation, id.to_owned())).collect()
}

/// Own fields of the writer where they are there; else a stream of its own, which claims no order (FCOP 7).
fn stream(out: &Maker<'_, '_, '_>, envelope: &Envelope<'_>) -> (String, u64) {
    let label = out.scene.workspace.label(out.scene.registry);
    let sequence = envelope.text("tmpa_sequence").and_then(sequence_number);
    match envelope.text("tmpa_stream").zip(sequence) {
        Some((stream, sequence)) => (format!("{label}/{stream}"), sequence),
        None => (format!("{label}/{}", envelope.id), 1),
    }
}

/// All fields but the events, which are objects of their own, and the text.
fn body(envelope: &Envelope<'_>) -> String {
    let mut fields = String::new();
    let without: &[&str] = if envelope.kind == Kind::Task { &["transitions"] } else { &[] };
    envelope.top().write_json(without, &mut fields);
    let mut body = String::new();
    raw(&mut body, "fields", &fields, "");
    member(&mut body, "text", Some(&envelope.front.text));
    if envelope.kind == Kind::Review {
        // Where TMPA looks for what a review says.
        member(&mut body, "decision", Some(envelope.text("decision").unwrap_or_default()));
    }
    body.push('}');
    body
}

fn extension(out: &Maker<'_, '_, '_>, envelope: &Envelope<'_>, citations: &[&str], basis: &str) -> String {
    let workspace = out.scene.workspace;
    let copies = workspace.copies(envelope.id).iter().filter(|copy| copy.covered == envelope.covered);
    let mut sources: Vec<&str> = copies.clone().map(|copy| workspace.source_id(copy.source)).collect();
    sources.sort_unstable();
    sources.dedup();
    let mut stages: Vec<&str> = copies
        .filter(|copy| copy.kind == Kind::Task)
        .filter_map(|copy| workspace.observed(copy.source))
        .collect();
    stages.sort_unstable();
    stages.dedup();
    let pins: Vec<&str> = out.scene.pins.by(envelope.id).into_iter().collect();
    let mut json = String::new();
    some(&mut json, "citations", citations);
    member(&mut json, "created_at_basis", Some(basis));
    if let Some(name) = &envelope.name {
        let mut said = String::new();
        member(&mut said, "date", Some(name.date));
        member(&mut said, "sequence", Some(name.sequence));
        for (field, text) in [("slot", name.slot), ("slug", name.slug)] {
            if text.is_some() {
                member(&mut said, field, text);
            }
        }
        raw(&mut json, "file_name", &said, "}");
    }
    some(&mut json, "observed_stage", &stages);
    raw(&mut json, "pinned", if pins.is_empty() { "false" } else { "true" }, "");
    some(&mut json, "pinned_by", &pins);
    some(&mut json, "sources", &sources);
    json
}

/// The answer of a person, which FCoP has written into the REVIEW that asked for it.
fn approval(out: &mut Maker<'_, '_, '_>, review: &Envelope<'_>, work: &str) {
    let Some(answer) = review.top().get("human_approval") else { return };
    let id = format!("{}/human", review.id);
    let written = answer.text_of("approved_at").map(|text| ("human_approval/approved_at", text));
    let date = review.name.as_ref().map(|name| name.date);
    let Some(made) = out.choose(review.source, &id, written, None, date) else { return };
    let mut fields = String::new();
    answer.write_json(&[], &mut fields);
    let mut body = String::new();
    raw(&mut body, "fields", &fields, "");
    member(&mut body, "decision", Some(answer.text_of("decision").unwrap_or_default()));
    body.push('}');
    let mut extension = String::new();
    member(&mut extension, "created_at_basis", Some(made.basis));
    raw(&mut extension, "pinned", "false", "");
    let label = out.scene.workspace.label(out.scene.registry);
    let approver = answer.text_of("approver").filter(|text| !text.is_empty()).unwrap_or("unknown");
    let draft = Draft {
        work: work.to_owned(),
        kind: "fcop.human-approval".to_owned(),
        stream: format!("{label}/{id}"),
        sequence: 1,
        creator: format!("role:{approver}"),
        role: "human",
        created_at: made.at,
        lifecycle: FACT,
        state: PUBLISHED.to_owned(),
        transition: None,
        references: [("resolves", review.id.to_owned())].into(),
        media_type: MEDIA_TYPE,
        covered: sha256(fields.as_bytes()),
        body,
        extension,
        id,
    };
    out.push(review.source, draft);
}
