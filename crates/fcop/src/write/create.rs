//! T1: a TASK in the inbox, once for each operation id (FCOP 4, 5).

use super::base::Desk;
use super::command::{Fresh, NewTask};
use super::dump::Dump;
use super::plain::is_writable;
use super::plan::{Lock, Outcome, Plan, Step};
use super::receipt;
use super::refusal::{Base, Refusal};
use crate::declared;
use crate::digest::{Request, body, hex, lookup_key};
use crate::envelope::Envelope;
use crate::name::Kind;
use crate::reach::{Reach, reach};
use crate::receipt::Operation;
use actum_canon::digest::sha256;
use std::collections::BTreeSet;

pub(super) fn plan(desk: &Desk<'_, '_, '_>, new: &NewTask, fresh: &Fresh) -> Result<Plan, Refusal> {
    fields(new)?;
    let workspace = desk.scene.workspace;
    let mut references: Vec<&str> = new.references.iter().map(String::as_str).collect();
    references.sort_unstable();
    references.dedup();
    let priority = new.priority.as_deref().unwrap_or("P2");
    let request = Request {
        workspace: desk.workspace_id,
        operation_id: &new.operation_id,
        sender: &new.sender,
        recipient: &new.recipient,
        subject: &new.subject,
        body: &new.body,
        priority,
        parent: new.parent.as_deref(),
        branch_of: new.branch_of.as_deref(),
        references: references.clone(),
    };
    let malformed = || Refusal::new(Base::InvalidEnvelope, "the request has no canonical form");
    let digest = request.digest().ok_or_else(malformed)?;
    let key = lookup_key(desk.workspace_id, &new.operation_id).ok_or_else(malformed)?;
    let receipt_path = desk.path(&format!("operations/create-{key}.json"));
    let locks = vec![Lock::File(desk.path(&format!("operations/create-{key}.lock")))];
    let known = workspace
        .receipts
        .iter()
        .find(|receipt| receipt.operation == Operation::Create && receipt.key == key);
    if let Some(known) = known {
        if known.request != digest {
            let message = format!("operation `{}` is another request", new.operation_id);
            return Err(Refusal::new(Base::OperationIdConflict, message));
        }
        let task = desk.find(&known.task);
        if task.is_some_and(|task| !declares(task, new)) {
            let message = format!("operation `{}` declared other references", new.operation_id);
            return Err(Refusal::new(Base::OperationIdConflict, message));
        }
        let path = task.map(|task| workspace.source_id(task.source).to_owned()).unwrap_or_default();
        let outcome = Outcome {
            id: known.task.clone(),
            path,
            receipt: Some(receipt_path),
            existing: true,
            ..Outcome::default()
        };
        return Ok(Plan { locks, steps: Vec::new(), outcome });
    }
    let unresolved = relations(desk, new, &references)?;
    let mut front = Dump::new();
    super::envelope::declare(&mut front, &new.declared)?;
    // A TASK of this request without receipt is a creation that was interrupted between its two files: it is ended.
    let begun = workspace
        .envelopes
        .iter()
        .find(|task| task.kind == Kind::Task && task.text("operation_id") == Some(&new.operation_id));
    let (id, bytes) = match begun {
        Some(task) if task.text("normalized_request_digest") != Some(&digest) || !declares(task, new) => {
            let message = format!("operation `{}` is another request", new.operation_id);
            return Err(Refusal::new(Base::OperationIdConflict, message));
        }
        Some(task) => (task.id.to_owned(), workspace.bytes(task.source).to_vec()),
        None => {
            let [envelope, ..] = &fresh.ids;
            let id = format!("TASK-{envelope}");
            let further = front.finish();
            let bytes = bytes(&request, &id, &digest, &references, &further, &fresh.at).into_bytes();
            (id, bytes)
        }
    };
    let path = desk.path(&format!("_lifecycle/inbox/{id}.md"));
    let content = hex(sha256(&bytes));
    let receipt = receipt::creation(&request, &id, &key, &digest, &content);
    let [envelope, operation, _] = &fresh.ids;
    let mut steps = Vec::new();
    if begun.is_none() {
        steps.push(Step::Publish {
            temporary: desk.path(&format!("_lifecycle/inbox/.fcop-create-{envelope}.tmp")),
            path: path.clone(),
            bytes,
        });
    }
    steps.push(Step::Publish {
        temporary: desk.path(&format!("operations/.fcop-create-{operation}.tmp")),
        path: receipt_path.clone(),
        bytes: receipt,
    });
    let stage = Some("inbox".to_owned());
    let outcome = Outcome { id, path, stage, receipt: Some(receipt_path), unresolved, ..Outcome::default() };
    Ok(Plan { locks, steps, outcome })
}

/// Parties and subject are texts of one line; ids and priority have their form.
fn fields(new: &NewTask) -> Result<(), Refusal> {
    let refuse = |name: &str, expected: &str| {
        Err(Refusal::new(Base::InvalidEnvelope, format!("`{name}`: {expected}")))
    };
    for (name, text) in [("sender", &new.sender), ("recipient", &new.recipient), ("subject", &new.subject)] {
        if text.is_empty() || !is_writable(text) {
            return refuse(name, "expected a text of one line without control characters");
        }
    }
    let mut operation = new.operation_id.chars();
    let named = operation.next().is_some_and(|first| first.is_ascii_alphanumeric())
        && operation.all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | ':' | '-'))
        && new.operation_id.len() <= 128;
    if !named {
        return refuse(
            "operation_id",
            "expected up to 128 of A-Z, a-z, 0-9, `.`, `_`, `:`, `-`, first a letter or digit",
        );
    }
    if new.priority.as_deref().is_some_and(|priority| !matches!(priority, "P0" | "P1" | "P2" | "P3")) {
        return refuse("priority", "expected P0 to P3");
    }
    if new.body.contains('\0') {
        return refuse("body", "expected text");
    }
    Ok(())
}

/// Strong relations hold; gives the weak ones that do not.
fn relations(desk: &Desk<'_, '_, '_>, new: &NewTask, references: &[&str]) -> Result<Vec<String>, Refusal> {
    for (name, id) in [("parent", &new.parent), ("branch_of", &new.branch_of)] {
        let Some(id) = id else { continue };
        let Some(target) = desk.scene.tasks.get(id.as_str()) else {
            return Err(Refusal::new(Base::RelationInvalid, format!("`{name}`: no TASK `{id}` is there")));
        };
        if name == "parent" {
            continue;
        }
        if target.main.text("branch_of").is_some() {
            return Err(Refusal::new(Base::BranchDepthExceeded, format!("`{id}` is a branch itself")));
        }
        let active = target.observed.iter().eq(["active"].iter()) && target.walk.state == Some("active");
        if !active {
            return Err(Refusal::new(Base::RootNotActive, format!("`{id}` is not active")));
        }
    }
    let mut unresolved = Vec::new();
    for id in references {
        match reach(desk.scene.workspace, id) {
            Reach::One(_) => {}
            Reach::Missing(_) => unresolved.push((*id).to_owned()),
            Reach::Several(_) | Reach::Outside => {
                return Err(Refusal::new(
                    Base::InvalidEnvelope,
                    format!("`references`: `{id}` is no id of an envelope"),
                ));
            }
        }
    }
    Ok(unresolved)
}

/// Whether a TASK declares what is asked for, which no digest of a request covers.
fn declares(task: &Envelope<'_>, new: &NewTask) -> bool {
    let there: BTreeSet<(&str, &str)> = declared::declared(task.top()).collect();
    let asked = new.declared.iter().map(|(relation, target)| (relation.as_str(), target.as_str()));
    there == asked.collect()
}

/// The TASK; `further` are fields of its own that are written already.
fn bytes(
    request: &Request<'_>,
    id: &str,
    digest: &str,
    references: &[&str],
    further: &str,
    at: &str,
) -> String {
    use crate::digest::inline;
    let mut front = Dump::new();
    super::envelope::head(&mut front, "TASK", "task_id", id, request.workspace);
    front.text("sender", &inline(request.sender));
    front.text("recipient", &inline(request.recipient));
    front.text("created_at", at);
    front.text("subject", &inline(request.subject));
    front.text("priority", request.priority);
    front.maybe("parent", request.parent);
    front.maybe("branch_of", request.branch_of);
    front.list("references", references);
    front.text("operation_id", request.operation_id);
    front.text("operation_kind", "create_task");
    front.text("normalized_request_digest", digest);
    let mut event = Dump::item();
    event.text("at", at);
    event.bare("from", "null");
    event.text("to", "inbox");
    event.text("by", &inline(request.sender));
    event.text("tool", "create_task");
    format!("---\n{}{further}transitions:\n{}---\n\n{}", front.finish(), event.finish(), body(request.body))
}
