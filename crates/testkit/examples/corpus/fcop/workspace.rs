//! Workspaces of FCoP 4.0, built as their own rules say (FCOP 3.2, 4, 5): every digest, receipt and event is computed here.
//!
//! What a case spoils is spoiled afterwards, by changing a piece of the text, so that all that was pinned before stays as it was.

use super::front::Front;
use super::transition::Event;
use crate::case::Input;
use actum_canon::digest::sha256;
use actum_canon::encode::JCS;
use actum_testkit::evidence::canonical;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The workspace of every case.
pub(super) const ID: &str = "urn:uuid:5d0f3c1e-7a42-4b8e-9d61-0c2f4a6b8e10";

/// A workspace under construction. Files are spoken of by the id of their first object.
#[derive(Clone)]
pub(super) struct Workspace {
    files: Vec<File>,
    /// Minutes since the first morning.
    clock: u32,
    attempts: u32,
    /// The attempt of each TASK that is under way.
    pub(super) attempt: BTreeMap<String, String>,
}

#[derive(Clone)]
pub(super) struct File {
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
    pub(super) objects: Vec<String>,
    misspelled: bool,
}

impl File {
    /// Whether it is the file of this path, or of which this object is made first.
    fn is(&self, name: &str) -> bool {
        let first = self.objects.first();
        self.path == name || first.is_some_and(|first| first == name || *first == receipt_of(name))
    }
}

/// The object that is made of the receipt of an operation.
pub(super) fn receipt_of(operation: &str) -> String {
    format!("{ID}/{operation}")
}

impl Workspace {
    /// A workspace without a TASK, which adopted the FCoP profile `local-trust`.
    pub(super) fn new() -> Self {
        Self::empty().file("fcop/fcop.json", manifest(), &[])
    }

    /// No file at all.
    pub(super) fn empty() -> Self {
        Self { files: Vec::new(), clock: 0, attempts: 0, attempt: BTreeMap::new() }
    }

    /// Adds a file, of which these objects are made.
    pub(super) fn file(mut self, path: &str, bytes: impl Into<Vec<u8>>, objects: &[&str]) -> Self {
        self.put(path, bytes.into(), objects.iter().map(|&id| id.to_owned()).collect());
        self
    }

    pub(super) fn put(&mut self, path: &str, bytes: Vec<u8>, objects: Vec<String>) {
        self.files.push(File { path: path.to_owned(), bytes, objects, misspelled: false });
    }

    /// A moment later than all before.
    pub(super) fn now(&mut self) -> String {
        self.clock += 1;
        format!("2026-03-02T{:02}:{:02}:00+00:00", 8 + self.clock / 60, self.clock % 60)
    }

    /// The next attempt.
    pub(super) fn begin(&mut self, task: &str) -> String {
        self.attempts += 1;
        let attempt = format!("urn:uuid:a77e3970-0000-4000-8000-{:012}", self.attempts);
        self.attempt.insert(task.to_owned(), attempt.clone());
        attempt
    }

    /// A TASK in the inbox, with the receipt of its creation.
    pub(super) fn task(self, id: &str, by: &str, to: &str) -> Self {
        self.task_with(id, by, to, &[])
    }

    /// The same with `parent`, `branch_of`, `session_id` or further `references`.
    pub(super) fn task_with(mut self, id: &str, by: &str, to: &str, more: &[(&str, &str)]) -> Self {
        let at = self.now();
        let value = |name: &str| more.iter().find(|(field, _)| *field == name).map(|(_, text)| *text);
        let references: Vec<&str> =
            more.iter().filter(|(field, _)| *field == "references").map(|(_, id)| *id).collect();
        let operation = format!("{id}/create").replace('/', "-");
        let subject = format!("What {id} is about");
        let request = json!({
            "contract": "fcop-create-task-v1", "workspace_id": ID, "operation_kind": "create_task",
            "operation_id": operation, "sender": by, "recipient": to, "subject": subject,
            "body": "Please see to it.\n", "priority": "P2", "parent": value("parent"),
            "branch_of": value("branch_of"), "references": references,
        });
        let mut front = Front::envelope("TASK", id);
        front.text("sender", by).text("recipient", to).text("created_at", &at).text("subject", &subject);
        front.text("priority", "P2");
        if let Some(session) = value("session_id") {
            front.text("session_id", session);
        }
        for name in ["parent", "branch_of"] {
            front.maybe(name, value(name));
        }
        front.list("references", &references);
        front.text("operation_id", &operation).text("operation_kind", "create_task");
        front.text("normalized_request_digest", &hex(&canonical(&request, &JCS)));
        front.key("transitions");
        let event = [("at", at.as_str()), ("from", ""), ("to", "inbox"), ("by", by), ("tool", "create_task")];
        front.item(&event);
        let path = format!("fcop/_lifecycle/inbox/{id}.md");
        let bytes = front.finish("Please see to it.");
        let lookup =
            json!({ "workspace_id": ID, "operation_kind": "create_task", "operation_id": operation });
        let key = hex(&canonical(&lookup, &JCS));
        let receipt = json!({
            "contract": "fcop-create-task-v1", "key": key, "workspace_id": ID, "operation_kind": "create_task",
            "operation_id": operation, "task_id": id, "path": path, "digest": hex(&canonical(&request, &JCS)),
            "content_digest": hex(&bytes),
        });
        self.put(&path, bytes, vec![id.to_owned()]);
        self.put(&format!("fcop/operations/create-{key}.json"), line(&receipt), vec![receipt_of(&operation)]);
        self
    }

    /// A REPORT of the attempt that is under way.
    pub(super) fn report(self, id: &str, task: &str, by: &str) -> Self {
        self.report_with(id, task, by, &[("report_kind", "final")])
    }

    /// The same with other fields; `references` may stand several times.
    pub(super) fn report_with(mut self, id: &str, task: &str, by: &str, more: &[(&str, &str)]) -> Self {
        let at = self.now();
        let attempt = self.attempt.get(task).cloned().unwrap_or_default();
        let mut front = Front::envelope("REPORT", id);
        front.text("sender", by).text("recipient", "PM").text("created_at", &at).text("subject_ref", task);
        front.text("attempt_id", &attempt);
        self.envelope(front, "fcop/reports", id, more, "It is done.")
    }

    /// A REVIEW of the attempt that is under way, which refers to these.
    pub(super) fn review(self, id: &str, kind: &str, task: &str, by: &str, references: &[&str]) -> Self {
        let decision = match kind {
            "rejection" => "rejected",
            "authorization" => "authorize",
            "assessment" => "noted",
            _ => "approved",
        };
        let mut more = vec![("review_kind", kind), ("decision", decision)];
        more.extend(references.iter().map(|id| ("references", *id)));
        self.review_with(id, task, by, &more)
    }

    /// The same with other fields.
    pub(super) fn review_with(mut self, id: &str, task: &str, by: &str, more: &[(&str, &str)]) -> Self {
        let at = self.now();
        let attempt = self.attempt.get(task).cloned();
        let mut front = Front::envelope("REVIEW", id);
        front.text("sender", by).text("recipient", "DEV").text("created_at", &at).text("subject_ref", task);
        if let Some(attempt) = attempt.filter(|_| !more.iter().any(|(name, _)| *name == "attempt_id")) {
            front.text("attempt_id", &attempt);
        }
        self.envelope(front, "fcop/reviews", id, more, "I looked at it.")
    }

    /// An authorization of one transition, by the profile that the workspace adopted and whose evaluator says yes to it.
    pub(super) fn authorize(self, id: &str, task: &str, edge: (&str, &str)) -> Self {
        self.authorize_with(id, task, edge, &[])
    }

    /// The same, with some of its fields otherwise.
    pub(super) fn authorize_with(
        self,
        id: &str,
        task: &str,
        (from, to): (&str, &str),
        other: &[(&str, &str)],
    ) -> Self {
        let value = |name: &str, usual| {
            other.iter().find(|(field, _)| *field == name).map_or(usual, |(_, text)| *text)
        };
        let mut more = vec![
            ("review_kind", "authorization"),
            ("decision", "authorize"),
            ("references", ""),
            ("operation_kind", "lifecycle_transition"),
            ("transition/from", value("from", from)),
            ("transition/to", value("to", to)),
            ("authorization_scope", value("authorization_scope", "single_use")),
            ("issued_at", value("issued_at", "2026-03-01T00:00:00+00:00")),
            ("expires_at", value("expires_at", "2026-04-01T00:00:00+00:00")),
            ("profile_ref", value("profile_ref", "local-trust")),
            ("issuer_proof", value("issuer_proof", "ok")),
        ];
        more.retain(|(_, text)| *text != "absent");
        self.review_with(id, task, value("sender", "ADMIN"), &more)
    }

    /// An ISSUE about a TASK or the workspace.
    pub(super) fn issue(mut self, id: &str, about: &str, by: &str) -> Self {
        let at = self.now();
        let mut front = Front::envelope("ISSUE", id);
        front.text("sender", by).text("recipient", "PM").text("created_at", &at).text("subject_ref", about);
        self.envelope(front, "fcop/issues", id, &[("severity", "low")], "Something is odd.")
    }

    fn envelope(
        mut self,
        mut front: Front,
        folder: &str,
        id: &str,
        more: &[(&str, &str)],
        body: &str,
    ) -> Self {
        if folder == "fcop/reports" && !more.iter().any(|(name, _)| *name == "result") {
            front.text("result", "done");
        }
        let references: Vec<&str> = more
            .iter()
            .filter(|(name, text)| *name == "references" && !text.is_empty())
            .map(|(_, id)| *id)
            .collect();
        let edge: Vec<(&str, &str)> =
            more.iter().filter_map(|(name, text)| Some((name.strip_prefix("transition/")?, *text))).collect();
        for (name, text) in more.iter().filter(|(name, _)| *name != "references" && !name.contains('/')) {
            front.text(name, text);
        }
        if !edge.is_empty() {
            front.pairs("transition", &edge);
        }
        front.list("references", &references);
        self.put(&format!("{folder}/{id}.md"), front.finish(body), vec![id.to_owned()]);
        self
    }

    /// Takes a TASK one transition further: the event, the move, and the receipt.
    pub(super) fn step(mut self, task: &str, event: Event<'_>) -> Self {
        event.apply(&mut self, task);
        self
    }

    pub(super) fn find(&mut self, name: &str) -> Option<&mut File> {
        self.files.iter_mut().find(|file| file.is(name))
    }

    /// The digest of a file as it is now, as FCoP writes it.
    pub(super) fn digest(&self, name: &str) -> String {
        let found = self.files.iter().find(|file| file.is(name));
        found.map(|file| hex(&file.bytes)).unwrap_or_else(|| hex(b"gone"))
    }

    /// A field of an envelope, as it stands there.
    pub(super) fn field(&self, name: &str, field: &str) -> Option<String> {
        let file = self.files.iter().find(|file| file.is(name))?;
        let text = String::from_utf8_lossy(&file.bytes).into_owned();
        let line = text.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(": "));
        line.map(str::to_owned)
    }

    /// Changes the last digit of a digest in a receipt.
    pub(super) fn other_digest(mut self, name: &str, member: &str) -> Self {
        if let Some(file) = self.find(name) {
            let text = String::from_utf8_lossy(&file.bytes).into_owned();
            let before = format!("\"{member}\":\"");
            let at = text.find(&before).map(|at| at + before.len());
            file.misspelled |= at.is_none();
            let (head, tail) = text.split_at(at.unwrap_or(text.len()));
            let digit = if tail.starts_with('0') { "1" } else { "0" };
            file.bytes = format!("{head}{digit}{}", tail.get(1..).unwrap_or_default()).into_bytes();
        }
        self
    }

    /// Changes a piece of a file, after all that pins it was written.
    pub(super) fn edit(mut self, name: &str, from: &str, to: &str) -> Self {
        if let Some(file) = self.find(name) {
            let text = String::from_utf8_lossy(&file.bytes).into_owned();
            file.misspelled |= !text.contains(from);
            file.bytes = text.replacen(from, to, 1).into_bytes();
        }
        self
    }

    /// Puts other bytes in the place of a file's.
    pub(super) fn bytes(mut self, name: &str, change: impl FnOnce(Vec<u8>) -> Vec<u8>) -> Self {
        if let Some(file) = self.find(name) {
            file.bytes = change(std::mem::take(&mut file.bytes));
        }
        self
    }

    /// Leaves a file out.
    pub(super) fn without(mut self, name: &str) -> Self {
        self.files.retain(|file| !file.is(name));
        self
    }

    /// Moves a file to another folder.
    pub(super) fn moved(mut self, name: &str, folder: &str) -> Self {
        if let Some(file) = self.find(name) {
            let own = file.path.rsplit('/').next().unwrap_or_default();
            file.path = format!("{folder}/{own}");
        }
        self
    }

    /// A second file with the bytes of another one.
    pub(super) fn copy(mut self, name: &str, path: &str) -> Self {
        if let Some(file) = self.find(name).cloned() {
            self.files.push(File { path: path.to_owned(), ..file });
        }
        self
    }

    /// The file of this name as it is in another workspace, at this path.
    pub(super) fn borrowed(mut self, mut other: Self, name: &str, path: &str) -> Self {
        if let Some(file) = other.find(name).cloned() {
            self.files.push(File { path: path.to_owned(), ..file });
        }
        self
    }

    /// Says which objects are made of a file, where that is not what its kind would give.
    pub(super) fn makes(mut self, name: &str, objects: &[&str]) -> Self {
        if let Some(file) = self.find(name) {
            file.objects = objects.iter().map(|&id| id.to_owned()).collect();
        }
        self
    }

    /// The ids of all objects.
    pub(super) fn objects(&self) -> impl Iterator<Item = &str> {
        self.files.iter().flat_map(|file| file.objects.iter().map(String::as_str))
    }

    /// The paths of all files whose name begins like that.
    pub(super) fn inputs(&self) -> impl Iterator<Item = Input> + '_ {
        self.files.iter().map(|file| Input {
            source: file.path.clone(),
            file: file.path.clone(),
            media_type: media_type(&file.path),
            objects: file.objects.clone(),
            projected: true,
            bytes: file.bytes.clone(),
            misspelled: file.misspelled,
        })
    }
}

fn manifest() -> Vec<u8> {
    line(&json!({
        "encoding": { "name": "fcop-filesystem", "version": "4.0" },
        "profiles": ["local-trust"],
        "protocol": "fcop",
        "protocol_version": "4.0",
        "workspace_id": ID,
    }))
}

/// Canonical JSON and a line feed, as manifests and receipts are written.
pub(super) fn line(value: &Value) -> Vec<u8> {
    [canonical(value, &JCS), b"\n".to_vec()].concat()
}

/// SHA-256 as FCoP writes it.
pub(super) fn hex(bytes: &[u8]) -> String {
    sha256(bytes).to_string().trim_start_matches("sha256:").to_owned()
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("md") => "text/markdown",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}
