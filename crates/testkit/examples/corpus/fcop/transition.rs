//! One transition of a TASK (FCOP 4): its event, the file in its next stage, and the receipt that binds both.

use super::front::scalar;
use super::workspace::{ID, Workspace, hex, line, receipt_of};
use actum_canon::encode::JCS;
use actum_testkit::evidence::canonical;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// A transition that is to be made. The evidence is digested as it is when the transition is made.
#[derive(Clone, Default)]
pub(super) struct Event<'e> {
    tool: &'e str,
    edge: (&'e str, &'e str),
    by: &'e str,
    evidence: Vec<&'e str>,
    authorization: Option<&'e str>,
    family: Option<String>,
    begins: bool,
}

impl<'e> Event<'e> {
    pub(super) fn new(tool: &'e str, edge: (&'e str, &'e str), by: &'e str) -> Self {
        Self { tool, edge, by, ..Self::default() }
    }

    pub(super) fn claim(by: &'e str) -> Self {
        Self { begins: true, ..Self::new("claim_task", ("inbox", "active"), by) }
    }

    pub(super) fn submit(by: &'e str, report: &'e str) -> Self {
        Self::new("submit_task", ("active", "review"), by).evidence(&[report])
    }

    pub(super) fn approve(by: &'e str, evidence: &[&'e str], authorization: &'e str) -> Self {
        Self::new("approve_task", ("review", "done"), by).evidence(evidence).under(authorization)
    }

    pub(super) fn reject(by: &'e str, evidence: &[&'e str], authorization: &'e str) -> Self {
        Self::new("reject_task", ("review", "active"), by).evidence(evidence).under(authorization).begins()
    }

    pub(super) fn reopen(by: &'e str, evidence: &[&'e str], authorization: &'e str) -> Self {
        Self::new("reopen_task", ("done", "active"), by).evidence(evidence).under(authorization).begins()
    }

    pub(super) fn archive(by: &'e str, authorization: &'e str) -> Self {
        Self::new("archive_task", ("done", "archive"), by).under(authorization)
    }

    pub(super) fn evidence(self, evidence: &[&'e str]) -> Self {
        Self { evidence: evidence.to_vec(), ..self }
    }

    pub(super) fn under(self, authorization: &'e str) -> Self {
        Self { authorization: Some(authorization), ..self }
    }

    pub(super) fn family(self, digest: String) -> Self {
        Self { family: Some(digest), ..self }
    }

    fn begins(self) -> Self {
        Self { begins: true, ..self }
    }

    pub(super) fn apply(&self, workspace: &mut Workspace, task: &str) {
        let at = workspace.now();
        let before = workspace.attempt.get(task).cloned();
        let attempt = self.begins.then(|| workspace.begin(task));
        let attempt = attempt.or_else(|| before.clone().filter(|_| self.tool == "archive_task"));
        let digests: Vec<String> = self.evidence.iter().map(|id| workspace.digest(id)).collect();
        let event = self.members(&at, attempt.as_deref(), &digests, workspace);
        let Some(file) = workspace.find(task) else { return };
        let source = (file.path.clone(), hex(&file.bytes));
        let text = String::from_utf8_lossy(&file.bytes).into_owned();
        // The block of events stands last, so that the next one comes before the closing fence.
        let (head, tail) = text.rsplit_once("---\n").unwrap_or((&text, ""));
        file.bytes = format!("{head}{}---\n{tail}", item(&event)).into_bytes();
        file.path = format!("fcop/_lifecycle/{}/{task}.md", self.edge.1);
        file.objects.push(format!("{task}/t{}", file.objects.len() + 1));
        let target = (file.path.clone(), hex(&file.bytes));
        let operation = file.objects.last().map(|id| id.replace('/', "-")).unwrap_or_default();
        let mut receipt = json!({
            "actor": self.by, "attempt_id": attempt.or(before.clone()), "contract": "fcop-lifecycle-receipt-v1",
            "evidence_digest": digests, "evidence_ref": self.evidence, "from_stage": self.edge.0,
            "normalized_transition_digest": self.request(task), "operation_id": operation,
            "operation_kind": "lifecycle_transition", "report_ref": null, "source_digest": source.1,
            "source_path": source.0, "stage": "COMMITTED", "target_digest": target.1, "target_path": target.0,
            "task_id": task, "to_stage": self.edge.1, "tool": self.tool, "transition": event, "version": 1,
            "workspace_id": ID,
        });
        if let (Some(authorization), Some(members)) = (self.authorization, receipt.as_object_mut()) {
            let digest = workspace.digest(authorization);
            let review = self.evidence.iter().find(|id| id.starts_with("REVIEW-"));
            for (name, value) in [
                ("authorization_ref", json!(authorization)),
                ("authorization_digest", json!(digest)),
                ("profile_ref", json!(workspace.field(authorization, "profile_ref"))),
                ("request_profile_ref", Value::Null),
                ("review_ref", json!(review)),
                ("family_digest", json!(self.family)),
                ("source_attempt_id", json!(before)),
                ("target_attempt_id", json!(workspace.attempt.get(task))),
            ] {
                members.insert(name.to_owned(), value);
            }
        }
        workspace.put(
            &format!("fcop/operations/{operation}.json"),
            line(&receipt),
            vec![receipt_of(&operation)],
        );
    }

    fn members(
        &self,
        at: &str,
        attempt: Option<&str>,
        digests: &[String],
        workspace: &Workspace,
    ) -> Map<String, Value> {
        let mut event = Map::new();
        let mut put = |name: &str, value: Value| drop(event.insert(name.to_owned(), value));
        for (name, text) in
            [("at", at), ("by", self.by), ("from", self.edge.0), ("to", self.edge.1), ("tool", self.tool)]
        {
            put(name, json!(text));
        }
        if let Some(attempt) = attempt {
            put("attempt_id", json!(attempt));
        }
        if let Some(authorization) = self.authorization {
            put("authorization_ref", json!(authorization));
            put("authorization_digest", json!(workspace.digest(authorization)));
        }
        if !self.evidence.is_empty() || self.authorization.is_some() {
            put("evidence_ref", json!(self.evidence));
            put("evidence_digest", json!(digests));
        }
        if let Some(family) = &self.family {
            put("family_digest", json!(family));
        }
        event
    }

    fn request(&self, task: &str) -> String {
        let mut request = json!({
            "contract": "fcop-lifecycle-transition-request-v1", "workspace_id": ID, "task_id": task,
            "from_stage": self.edge.0, "to_stage": self.edge.1, "tool": self.tool, "actor": self.by,
            "report_ref": null,
        });
        if let (Some(authorization), Some(members)) = (self.authorization, request.as_object_mut()) {
            let review = self.evidence.iter().find(|id| id.starts_with("REVIEW-"));
            members.insert("review_ref".to_owned(), json!(review));
            members.insert("authorization_ref".to_owned(), json!(authorization));
            members.insert("profile_ref".to_owned(), Value::Null);
            members.insert("family_digest".to_owned(), json!(self.family));
        }
        hex(&canonical(&request, &JCS))
    }
}

/// An event as an item of `transitions`, its members in order of name.
fn item(event: &Map<String, Value>) -> String {
    let mut members: Vec<(&String, &Value)> = event.iter().collect();
    members.sort_by_key(|(name, _)| name.as_str());
    let mut text = String::new();
    for (place, (name, value)) in members.into_iter().enumerate() {
        let begin = if place == 0 { "-" } else { " " };
        let _ = match value {
            Value::Array(items) if items.is_empty() => writeln!(text, "{begin} {name}: []"),
            Value::Array(items) => {
                let _ = writeln!(text, "{begin} {name}:");
                items
                    .iter()
                    .try_for_each(|item| writeln!(text, "  - {}", scalar(item.as_str().unwrap_or_default())))
            }
            other => writeln!(text, "{begin} {name}: {}", scalar(other.as_str().unwrap_or_default())),
        };
    }
    text
}

/// The digest that a convergence is about (FCOP 5): each branch with the attempt and the REPORT that it ended with.
pub(super) fn family(workspace: &Workspace, root: &str, branches: &[(&str, &str)]) -> String {
    let branches: Vec<Value> = branches
        .iter()
        .map(|(task, report)| {
            json!({
                "branch_task_id": task, "attempt_id": workspace.attempt.get(*task), "report_id": report,
                "report_digest": workspace.digest(report),
            })
        })
        .collect();
    let family = json!({ "contract": "fcop-family-v1", "root_task_id": root, "branches": branches });
    hex(&canonical(&family, &JCS))
}
