//! Receipts as bytes (FCOP 5): canonical JSON and one line feed.

use crate::digest::{Request, begin, canonical, list, member};

/// The receipt of a creation.
pub(super) fn creation(request: &Request<'_>, task: &str, key: &str, digest: &str, content: &str) -> Vec<u8> {
    let mut json = String::new();
    member(&mut json, "contract", Some("fcop-create-task-v1"));
    member(&mut json, "key", Some(key));
    member(&mut json, "workspace_id", Some(request.workspace));
    member(&mut json, "operation_kind", Some("create_task"));
    member(&mut json, "operation_id", Some(request.operation_id));
    member(&mut json, "task_id", Some(task));
    member(&mut json, "path", Some(&format!("fcop/_lifecycle/inbox/{task}.md")));
    member(&mut json, "digest", Some(digest));
    member(&mut json, "content_digest", Some(content));
    finished(json)
}

/// What a transition does, as its receipt says.
#[derive(Debug, Clone)]
pub(super) struct Record<'r> {
    pub(super) workspace: &'r str,
    pub(super) operation_id: &'r str,
    pub(super) task: &'r str,
    pub(super) from: &'r str,
    pub(super) to: &'r str,
    pub(super) tool: &'r str,
    pub(super) actor: &'r str,
    pub(super) at: &'r str,
    pub(super) evidence: Vec<(&'r str, String)>,
    pub(super) source_attempt: Option<&'r str>,
    pub(super) target_attempt: Option<&'r str>,
    /// The attempt is written into the event.
    pub(super) names_attempt: bool,
    pub(super) gate: Option<Gated<'r>>,
    pub(super) source_digest: &'r str,
    pub(super) target_digest: &'r str,
    pub(super) request_digest: &'r str,
}

/// What T4 to T7 record besides.
#[derive(Debug, Clone)]
pub(super) struct Gated<'r> {
    pub(super) review: Option<&'r str>,
    pub(super) authorization: (&'r str, String),
    pub(super) profile: &'r str,
    pub(super) family: Option<String>,
}

impl Record<'_> {
    /// The receipt in one of its stages.
    pub(super) fn bytes(&self, stage: &str) -> Vec<u8> {
        let mut json = String::new();
        member(&mut json, "contract", Some("fcop-lifecycle-receipt-v1"));
        begin(&mut json, "version");
        json.push('1');
        member(&mut json, "operation_id", Some(self.operation_id));
        member(&mut json, "operation_kind", Some("lifecycle_transition"));
        member(&mut json, "workspace_id", Some(self.workspace));
        member(&mut json, "task_id", Some(self.task));
        member(&mut json, "from_stage", Some(self.from));
        member(&mut json, "to_stage", Some(self.to));
        member(&mut json, "tool", Some(self.tool));
        member(&mut json, "actor", Some(self.actor));
        member(&mut json, "report_ref", None);
        for (name, stage) in [("source_path", self.from), ("target_path", self.to)] {
            member(&mut json, name, Some(&format!("fcop/_lifecycle/{stage}/{}.md", self.task)));
        }
        member(&mut json, "source_digest", Some(self.source_digest));
        member(&mut json, "target_digest", Some(self.target_digest));
        member(&mut json, "normalized_transition_digest", Some(self.request_digest));
        self.evidence(&mut json);
        member(&mut json, "attempt_id", self.target_attempt);
        if let Some(gate) = &self.gate {
            member(&mut json, "review_ref", gate.review);
            member(&mut json, "authorization_ref", Some(gate.authorization.0));
            member(&mut json, "authorization_digest", Some(&gate.authorization.1));
            member(&mut json, "profile_ref", Some(gate.profile));
            member(&mut json, "request_profile_ref", None);
            member(&mut json, "source_attempt_id", self.source_attempt);
            member(&mut json, "target_attempt_id", self.target_attempt);
            member(&mut json, "family_digest", gate.family.as_deref());
        }
        begin(&mut json, "transition");
        json.push_str(&self.event());
        member(&mut json, "stage", Some(stage));
        finished(json)
    }

    fn evidence(&self, json: &mut String) {
        let refs: Vec<&str> = self.evidence.iter().map(|(id, _)| *id).collect();
        let digests: Vec<&str> = self.evidence.iter().map(|(_, digest)| digest.as_str()).collect();
        list(json, "evidence_ref", &refs);
        list(json, "evidence_digest", &digests);
    }

    fn event(&self) -> String {
        let mut json = String::new();
        member(&mut json, "at", Some(self.at));
        member(&mut json, "from", Some(self.from));
        member(&mut json, "to", Some(self.to));
        member(&mut json, "by", Some(self.actor));
        member(&mut json, "tool", Some(self.tool));
        if self.names_attempt {
            member(&mut json, "attempt_id", self.target_attempt);
        }
        if self.tool != "claim_task" {
            self.evidence(&mut json);
        }
        if let Some(gate) = &self.gate {
            member(&mut json, "authorization_ref", Some(gate.authorization.0));
            member(&mut json, "authorization_digest", Some(&gate.authorization.1));
            if gate.family.is_some() {
                member(&mut json, "family_digest", gate.family.as_deref());
            }
        }
        json.push('}');
        json
    }
}

/// A manifest of version 4.0, which the package writes in the same form.
pub(super) fn manifest(workspace: &str, profiles: &[&str]) -> Vec<u8> {
    let mut encoding = String::new();
    member(&mut encoding, "name", Some("fcop-filesystem"));
    member(&mut encoding, "version", Some("4.0"));
    encoding.push('}');
    let mut json = String::new();
    begin(&mut json, "encoding");
    json.push_str(&encoding);
    list(&mut json, "profiles", profiles);
    member(&mut json, "protocol", Some("fcop"));
    member(&mut json, "protocol_version", Some("4.0"));
    member(&mut json, "workspace_id", Some(workspace));
    finished(json)
}

fn finished(mut json: String) -> Vec<u8> {
    json.push('}');
    let mut bytes = canonical(&json).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}
