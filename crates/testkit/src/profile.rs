//! A small single-file profile: a task is started, submitted with a report, approved by somebody else, and archived.

use crate::evidence::LIFECYCLE;
use serde_json::{Map, Value, json};

/// A single-file profile in the making.
#[derive(Debug, Clone)]
pub struct Compact {
    profile: Map<String, Value>,
    extensions: Map<String, Value>,
}

impl Default for Compact {
    fn default() -> Self {
        Self::new()
    }
}

impl Compact {
    /// Alice (PM) starts, bob (DEV) submits, carol and bob (QA) approve, dave (OPS) archives; erin (ADMIN) decides.
    #[must_use]
    pub fn new() -> Self {
        let tuple = |from: &str, action: &str, to: &str, role: &str, relations: &[&str]| json!({ "from": from, "action": action, "to": to, "allowed_roles": [role], "required_relations": relations });
        let mut approve = tuple("review", "approve", "done", "QA", &["reviews"]);
        if let Some(approve) = approve.as_object_mut() {
            approve.insert("separation_of_duties".to_owned(), json!(["executor_must_not_review"]));
        }
        let profile = json!({
            "id": LIFECYCLE,
            "version": "1",
            "states": ["created", "active", "review", "done", "archive"],
            "initial_state": "created",
            "terminal_states": ["archive"],
            "actions": ["start", "submit", "approve", "archive"],
            "transitions": [
                tuple("created", "start", "active", "PM", &[]),
                tuple("active", "submit", "review", "DEV", &["reports"]),
                approve,
                tuple("done", "archive", "archive", "OPS", &["archives"]),
            ],
            "recovery_rules": ["terminal_state_is_stable", "source_history_is_preserved"],
        });
        let extensions = json!({
            "document_types": ["TASK", "TRANSITION", "REPORT", "REVIEW", "DECISION", "CORRECTION", "ISSUE"],
            "assignments": [
                { "identity": "alice", "role": "PM", "actions": ["start"] },
                { "identity": "bob", "role": "DEV", "actions": ["submit"] },
                { "identity": "bob", "role": "QA", "actions": ["approve"] },
                { "identity": "carol", "role": "QA", "actions": ["approve"] },
                { "identity": "dave", "role": "OPS", "actions": ["archive"] },
                { "identity": "erin", "role": "ADMIN", "actions": [] },
            ],
            "ordering_relations": ["depends_on", "reports", "reviews", "archives"],
            "acyclic_relations": ["depends_on"],
        });
        let members = |value: Value| value.as_object().cloned().unwrap_or_default();
        Self { profile: members(profile), extensions: members(extensions) }
    }

    /// Sets a switch.
    #[must_use]
    pub fn switch(mut self, name: &str, value: &str) -> Self {
        let switches = self.extensions.entry("switches").or_insert_with(|| json!({}));
        if let Some(switches) = switches.as_object_mut() {
            switches.insert(name.to_owned(), json!(value));
        }
        self
    }

    /// All four switches at their strict value.
    #[must_use]
    pub fn strict(self) -> Self {
        self.switch("sequence_base", "one")
            .switch("role_check", "every_object")
            .switch("decision_scope", "action")
            .switch("relation_registry", "closed")
    }

    /// Sets a member of `extensions`.
    #[must_use]
    pub fn extension(mut self, name: &str, value: Value) -> Self {
        self.extensions.insert(name.to_owned(), value);
        self
    }

    /// Sets a member of the profile itself.
    #[must_use]
    pub fn member(mut self, name: &str, value: Value) -> Self {
        self.profile.insert(name.to_owned(), value);
        self
    }

    /// One more assignment.
    #[must_use]
    pub fn assign(mut self, identity: &str, role: &str, actions: &[&str]) -> Self {
        let entry = json!({ "identity": identity, "role": role, "actions": actions });
        push(self.extensions.get_mut("assignments"), entry);
        self
    }

    /// No assignment of this identity to this role.
    #[must_use]
    pub fn without_assignment(mut self, identity: &str, role: &str) -> Self {
        if let Some(list) = self.extensions.get_mut("assignments").and_then(Value::as_array_mut) {
            list.retain(|entry| entry["identity"] != identity || entry["role"] != role);
        }
        self
    }

    /// One more legal transition, open to one role; unknown states and actions are added.
    #[must_use]
    pub fn transition(mut self, from: &str, action: &str, to: &str, role: &str) -> Self {
        for (member, name) in [("states", from), ("states", to), ("actions", action)] {
            let list = self.profile.get_mut(member);
            let known = list
                .as_ref()
                .and_then(|list| list.as_array())
                .is_some_and(|list| list.iter().any(|item| item == name));
            if !known {
                push(list, json!(name));
            }
        }
        let entry = json!({
            "from": from, "action": action, "to": to, "allowed_roles": [role], "required_relations": []
        });
        push(self.profile.get_mut("transitions"), entry);
        self
    }

    /// The profile as JSON.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut profile = self.profile.clone();
        profile.insert("extensions".to_owned(), Value::Object(self.extensions.clone()));
        Value::Object(profile)
    }

    /// The profile's bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.to_value().to_string().into_bytes()
    }
}

fn push(list: Option<&mut Value>, item: Value) {
    if let Some(list) = list.and_then(Value::as_array_mut) {
        list.push(item);
    }
}

#[cfg(test)]
mod tests {
    use super::Compact;

    #[test]
    fn what_is_added_is_there_once() {
        let profile = Compact::new()
            .transition("created", "cancel", "cancelled", "PM")
            .transition("active", "cancel", "cancelled", "PM")
            .assign("alice", "PM", &["cancel"])
            .without_assignment("bob", "QA")
            .strict()
            .to_value();
        let count = |pointer: &str| profile.pointer(pointer).unwrap().as_array().unwrap().len();
        assert_eq!((count("/states"), count("/actions"), count("/transitions")), (6, 5, 6));
        assert_eq!(count("/extensions/assignments"), 6);
        assert_eq!(profile["extensions"]["switches"].as_object().unwrap().len(), 4);
    }
}
