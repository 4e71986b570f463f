//! The closed forms of receipts (FCOP 3.2, 5): exactly these members, and each of them as the others demand.
//!
//! Nothing outside the receipt is looked at here: what a receipt says against its TASK is a check of the workspace.

use super::Operation;
use crate::digest::{Asked, Gated, canonical_of, hex};
use crate::edition::{Gate, V4};
use crate::finding::Cause;
use actum_canon::digest::sha256;
use actum_canon::json::{Kind, Value};
use std::borrow::Cow;

const CREATE: &[&str] = &[
    "contract",
    "key",
    "workspace_id",
    "operation_kind",
    "operation_id",
    "task_id",
    "path",
    "digest",
    "content_digest",
];

const MERGE: &[&str] = &[
    "contract",
    "payload",
    "request_digest",
    "operations",
    "review_id",
    "data",
    "content_digest",
    "stage",
    "branches",
];

const TRANSITION: &[&str] = &[
    "contract",
    "version",
    "operation_id",
    "operation_kind",
    "workspace_id",
    "task_id",
    "from_stage",
    "to_stage",
    "tool",
    "actor",
    "report_ref",
    "source_path",
    "target_path",
    "source_digest",
    "target_digest",
    "normalized_transition_digest",
    "evidence_ref",
    "evidence_digest",
    "attempt_id",
    "transition",
    "stage",
];

/// What the receipts of T4 to T7 have besides.
const GATED: &[&str] = &[
    "review_ref",
    "authorization_ref",
    "authorization_digest",
    "profile_ref",
    "request_profile_ref",
    "source_attempt_id",
    "target_attempt_id",
    "family_digest",
];

/// In the order in which an operation goes through them.
pub(super) const STAGES: [&str; 3] = ["PREPARED", "TARGET_DURABLE", "COMMITTED"];

type Checked = Result<(), Box<Cause>>;

/// Holds a receipt to its form.
///
/// # Errors
/// The first member that breaks it.
pub(super) fn check(root: Value<'_>, operation: Operation) -> Checked {
    match operation {
        Operation::Create => create(root),
        Operation::Transition => transition(root),
        Operation::Merge => merge(root),
    }
}

fn create(root: Value<'_>) -> Checked {
    exactly(root, CREATE)?;
    says(root, "operation_kind", "create_task")?;
    let task = text(root, "task_id");
    says(root, "path", &format!("fcop/_lifecycle/inbox/{task}.md"))?;
    digests(root, &["key", "digest", "content_digest"])
}

fn merge(root: Value<'_>) -> Checked {
    exactly(root, MERGE)?;
    one_of(root, "stage", &STAGES)?;
    let payload = root.get("payload").and_then(canonical_of).unwrap_or_default();
    says(root, "request_digest", &hex(sha256(&payload)))?;
    let data =
        hexadecimal(&text(root, "data")).ok_or_else(|| wrong("/data", "pairs of hexadecimal digits"))?;
    says(root, "content_digest", &hex(sha256(&data)))
}

fn transition(root: Value<'_>) -> Checked {
    let stage = [text(root, "from_stage"), text(root, "to_stage"), text(root, "tool")];
    let [from, to, tool] = [&*stage[0], &*stage[1], &*stage[2]];
    let edge =
        V4.edge(from, tool, to).ok_or_else(|| wrong("/tool", "the tool of a transition of version 4.0"))?;
    let gated = matches!(edge.gate, Gate::Approve | Gate::Reject | Gate::Reopen | Gate::Archive);
    exactly(root, &[TRANSITION, if gated { GATED } else { &[] }].concat())?;
    if root.get("version").and_then(Value::as_number).and_then(|number| number.as_u64()) != Some(1) {
        return Err(wrong("/version", "1"));
    }
    says(root, "operation_kind", "lifecycle_transition")?;
    one_of(root, "stage", &STAGES)?;
    digests(root, &["source_digest", "target_digest", "normalized_transition_digest"])?;
    let task = text(root, "task_id");
    for (name, stage) in [("source_path", from), ("target_path", to)] {
        says(root, name, &format!("fcop/_lifecycle/{stage}/{task}.md"))?;
    }
    event(root, edge.gate)?;
    let count = |name| root.get(name).map_or(0, Value::len);
    if count("evidence_ref") != count("evidence_digest") {
        return Err(wrong("/evidence_digest", "a digest for each id"));
    }
    let review = text(root, "review_ref");
    let named = |ids: Value<'_>| ids.elements().any(|id| id.as_str().is_some_and(|id| id == review));
    if !review.is_empty() && !root.get("evidence_ref").is_some_and(named) {
        return Err(wrong("/review_ref", "one of `evidence_ref`"));
    }
    if gated {
        says(root, "target_attempt_id", &text(root, "attempt_id"))?;
        let begins = matches!(edge.gate, Gate::Reject | Gate::Reopen);
        if (text(root, "source_attempt_id") == text(root, "target_attempt_id")) == begins {
            let expected = if begins { "another attempt" } else { "the attempt that goes on" };
            return Err(wrong("/source_attempt_id", expected));
        }
    }
    says(root, "normalized_transition_digest", &asked(root, gated).unwrap_or_default())
}

/// The event in the receipt repeats what stands beside it, and nothing else.
fn event(root: Value<'_>, gate: Gate) -> Checked {
    let Some(event) = root.get("transition") else { return Err(wrong("/transition", "an event")) };
    let mut members = vec!["at", "from", "to", "by", "tool"];
    if gate != Gate::Claim {
        members.extend(["evidence_ref", "evidence_digest"]);
    }
    if matches!(gate, Gate::Claim | Gate::Reject | Gate::Reopen | Gate::Archive) {
        members.push("attempt_id");
    }
    if root.get("authorization_ref").is_some() {
        members.extend(["authorization_ref", "authorization_digest"]);
    }
    if root.get("family_digest").is_some_and(|digest| digest.kind() != Kind::Null) {
        members.push("family_digest");
    }
    exactly(event, &members)?;
    for name in members.into_iter().filter(|name| *name != "at") {
        let beside = match name {
            "from" => "from_stage",
            "to" => "to_stage",
            "by" => "actor",
            name => name,
        };
        if event.get(name).and_then(canonical_of) != root.get(beside).and_then(canonical_of) {
            return Err(wrong(&format!("/transition/{name}"), &format!("what `{beside}` says")));
        }
    }
    Ok(())
}

/// The digest of the request, from what the receipt repeats of it.
fn asked(root: Value<'_>, gated: bool) -> Option<String> {
    let named = |name: &str| root.get(name).and_then(Value::as_str);
    let (report, review, profile) = (named("report_ref"), named("review_ref"), named("request_profile_ref"));
    let family = named("family_digest");
    let [workspace, task, from, to, tool, actor, authorization] =
        ["workspace_id", "task_id", "from_stage", "to_stage", "tool", "actor", "authorization_ref"]
            .map(|name| text(root, name));
    let gate = Gated {
        review: review.as_deref(),
        authorization: &authorization,
        family: family.as_deref(),
        profile: profile.as_deref(),
    };
    Asked {
        workspace: &workspace,
        task: &task,
        from: &from,
        to: &to,
        tool: &tool,
        actor: &actor,
        report: report.as_deref(),
        gate: gated.then_some(gate),
    }
    .digest()
}

fn exactly(value: Value<'_>, members: &[&str]) -> Checked {
    for (name, member) in value.members() {
        if !members.contains(&&*name) {
            return Err(wrong(&member.pointer(), "no such member"));
        }
    }
    match members.iter().find(|name| value.get(name).is_none()) {
        Some(name) => Err(wrong(&format!("{}/{name}", value.pointer()), "a value")),
        None => Ok(()),
    }
}

fn says(root: Value<'_>, name: &str, expected: &str) -> Checked {
    let found = text(root, name);
    if found == expected { Ok(()) } else { Err(Box::new(wrong(&format!("/{name}"), expected).found(found))) }
}

fn one_of(root: Value<'_>, name: &str, expected: &[&str]) -> Checked {
    let found = text(root, name);
    if expected.contains(&&*found) {
        return Ok(());
    }
    Err(Box::new(wrong(&format!("/{name}"), &expected.join(", ")).found(found)))
}

fn digests(root: Value<'_>, names: &[&str]) -> Checked {
    let is_digest =
        |text: &str| text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    match names.iter().find(|name| !is_digest(&text(root, name))) {
        Some(name) => Err(wrong(&format!("/{name}"), "64 hexadecimal digits")),
        None => Ok(()),
    }
}

fn text<'v>(value: Value<'v>, name: &str) -> Cow<'v, str> {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn wrong(pointer: &str, expected: &str) -> Box<Cause> {
    Box::new(Cause::new("INVALID_ENVELOPE", "FCOP 5").at(pointer).expected(expected))
}

fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let bytes = pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?));
    if rest.is_empty() { bytes.collect() } else { None }
}
