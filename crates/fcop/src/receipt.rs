//! Receipts of operations (FCOP 5): JSON files of version 4 that say what a tool did, with digests before and after.

mod form;

use crate::digest::{canonical_of, digest_of, member};
use crate::finding::Cause;
use actum_canon::json::{Kind, Parser, Value};

/// What a receipt is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Operation {
    Create,
    Transition,
    Merge,
}

/// A receipt. Texts that it does not have are empty.
#[derive(Debug)]
pub(crate) struct Receipt {
    /// The source that it was read from.
    pub(crate) source: usize,
    pub(crate) operation: Operation,
    /// The id of the object that it becomes: that of the operation, below its workspace where whoever asked for the
    /// operation chose a name that others may choose as well.
    pub(crate) id: String,
    pub(crate) operation_id: String,
    pub(crate) workspace: String,
    pub(crate) task: String,
    pub(crate) actor: String,
    /// `PREPARED`, `TARGET_DURABLE`, `COMMITTED`; a creation has none.
    pub(crate) stage: String,
    /// The lookup key and the request digest of a creation.
    pub(crate) key: String,
    pub(crate) request: String,
    /// Digests of the TASK before and after; a creation has the second alone.
    pub(crate) before: String,
    pub(crate) after: String,
    /// The event that it records.
    pub(crate) at: String,
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) tool: String,
    pub(crate) by: String,
    /// Envelopes whose digests it holds, with the digests.
    pub(crate) pins: Vec<(String, String)>,
    /// The event itself in its canonical form, the attempt that it leaves the TASK in, and the one before where it says so.
    pub(crate) event: Vec<u8>,
    pub(crate) attempt: String,
    pub(crate) attempt_before: String,
    /// The profile that the authorization is given under.
    pub(crate) profile: String,
    /// The name of the file that it belongs in, without `.json` (FCOP 2).
    pub(crate) name: String,
    /// The REVIEW that a merge appended.
    pub(crate) review: String,
    /// The receipt itself as JSON text.
    pub(crate) json: String,
}

impl Receipt {
    pub(crate) fn read(source: usize, bytes: &[u8]) -> Result<Self, Box<Cause>> {
        let mut parser = Parser::new();
        let document = parser.parse(bytes).map_err(|error| {
            Box::new(Cause::new("INVALID_ENVELOPE", "FCOP 5").at(error.pointer()).found(error.kind().name()))
        })?;
        let root = document.root();
        let text = |value: Value<'_>, name: &str| {
            value.get(name).and_then(Value::as_str).unwrap_or_default().into_owned()
        };
        let operation = match text(root, "contract").as_str() {
            "fcop-create-task-v1" => Operation::Create,
            "fcop-lifecycle-receipt-v1" => Operation::Transition,
            "fcop-convergence-append-v1" => Operation::Merge,
            found => {
                let cause = Cause::new("INVALID_ENVELOPE", "FCOP 5").at("/contract");
                return Err(Box::new(cause.expected("the contract of a receipt").found(found)));
            }
        };
        form::check(root, operation)?;
        let event = root.get("transition").unwrap_or(root);
        let mut receipt = Self {
            source,
            operation,
            id: String::new(),
            operation_id: text(root, "operation_id"),
            workspace: text(root.get("payload").unwrap_or(root), "workspace_id"),
            task: text(root, "task_id"),
            actor: text(root, "actor"),
            stage: text(root, "stage"),
            key: text(root, "key"),
            request: text(root, "digest"),
            before: text(root, "source_digest"),
            after: text(
                root,
                if operation == Operation::Transition { "target_digest" } else { "content_digest" },
            ),
            at: text(event, "at"),
            from: text(event, "from"),
            to: text(event, "to"),
            tool: text(event, "tool"),
            by: text(event, "by"),
            pins: pins(root),
            event: root.get("transition").and_then(canonical_of).unwrap_or_default(),
            attempt: text(root, "attempt_id"),
            attempt_before: text(root, "source_attempt_id"),
            profile: text(root, "profile_ref"),
            name: String::new(),
            review: text(root, "review_id"),
            json: String::from_utf8_lossy(bytes.trim_ascii()).into_owned(),
        };
        if operation == Operation::Merge && receipt.operation_id.is_empty() {
            receipt.operation_id = format!("merge/{}", text(root, "request_digest"));
        }
        receipt.name = match operation {
            Operation::Create => format!("create-{}", receipt.key),
            Operation::Transition => match receipt.operation_id.strip_prefix("urn:uuid:") {
                Some(uuid) => format!("transition-{}", uuid.replace('-', "")),
                None => receipt.operation_id.clone(),
            },
            Operation::Merge => format!("merge-{}", merge_key(root).unwrap_or_default()),
        };
        receipt.id = if receipt.workspace.is_empty() || receipt.operation_id.starts_with("urn:uuid:") {
            receipt.operation_id.clone()
        } else {
            format!("{}/{}", receipt.workspace, receipt.operation_id)
        };
        let missing = match operation {
            Operation::Create => [
                ("/operation_id", &receipt.operation_id),
                ("/task_id", &receipt.task),
                ("/content_digest", &receipt.after),
            ],
            Operation::Transition => [
                ("/operation_id", &receipt.operation_id),
                ("/task_id", &receipt.task),
                ("/target_digest", &receipt.after),
            ],
            Operation::Merge => [
                ("/review_id", &receipt.review),
                ("/stage", &receipt.stage),
                ("/content_digest", &receipt.after),
            ],
        };
        let missing = missing.into_iter().find(|(_, text)| text.is_empty()).map(|(pointer, _)| pointer);
        match missing {
            Some(pointer) => {
                Err(Box::new(Cause::new("INVALID_ENVELOPE", "FCOP 5").at(pointer).expected("a text")))
            }
            None => Ok(receipt),
        }
    }

    /// Its text in another stage, as whoever carries an operation out writes it over the last one.
    pub(crate) fn in_stage(&self, stage: &str) -> String {
        let mut text = self.json.clone();
        for known in form::STAGES {
            text = text.replace(&format!("\"stage\":\"{known}\""), &format!("\"stage\":\"{stage}\""));
        }
        text
    }

    /// How far the operation has come by it.
    pub(crate) fn progress(&self) -> usize {
        form::STAGES.iter().position(|stage| *stage == self.stage).unwrap_or_default()
    }

    /// Whether the operation is known to have ended. A creation is one publication, which either took place or did not.
    pub(crate) fn is_committed(&self) -> bool {
        self.operation == Operation::Create || self.stage == "COMMITTED"
    }
}

/// By which the receipt of a merge is looked up: of one state of a family there is one.
fn merge_key(root: Value<'_>) -> Option<String> {
    let payload = root.get("payload")?;
    let mut json = String::new();
    for name in ["workspace_id", "subject_ref", "family_digest"] {
        member(&mut json, name, payload.get(name).and_then(Value::as_str).as_deref());
    }
    json.push('}');
    digest_of(&json)
}

fn pins(root: Value<'_>) -> Vec<(String, String)> {
    let texts = |name: &str| -> Vec<String> {
        let list = root.get(name).filter(|list| list.kind() == Kind::Array);
        list.iter()
            .flat_map(|list| list.elements())
            .map(|value| value.as_str().unwrap_or_default().into_owned())
            .collect()
    };
    let mut pins: Vec<(String, String)> =
        texts("evidence_ref").into_iter().zip(texts("evidence_digest")).collect();
    let one = |name: &str| root.get(name).and_then(Value::as_str).map(String::from);
    pins.extend(one("authorization_ref").zip(one("authorization_digest")));
    pins.sort_unstable();
    pins.dedup();
    pins
}

#[cfg(test)]
mod tests {
    use super::{Operation, Receipt};

    #[test]
    fn a_receipt_of_a_creation_says_what_it_became() {
        let digest = "0".repeat(64);
        let text = format!(
            r#"{{"contract":"fcop-create-task-v1","key":"{digest}","workspace_id":"urn:uuid:1","operation_kind":"create_task",
            "operation_id":"op-1","task_id":"TASK-1","path":"fcop/_lifecycle/inbox/TASK-1.md","digest":"{digest}",
            "content_digest":"{digest}"}}"#
        );
        let receipt = Receipt::read(0, text.as_bytes()).unwrap();
        assert_eq!((receipt.operation, receipt.id.as_str()), (Operation::Create, "urn:uuid:1/op-1"));
        assert_eq!((receipt.after, receipt.name), (digest.clone(), format!("create-{digest}")));
    }

    #[test]
    fn other_files_are_no_receipts() {
        for text in [
            "",
            "[]",
            "{}",
            r#"{"contract":"x"}"#,
            r#"{"contract":"fcop-create-task-v1","operation_id":"o"}"#,
            r#"{"contract":"fcop-lifecycle-receipt-v1","from_stage":"inbox","to_stage":"done","tool":"claim_task"}"#,
        ] {
            assert!(Receipt::read(0, text.as_bytes()).is_err(), "{text}");
        }
    }
}
