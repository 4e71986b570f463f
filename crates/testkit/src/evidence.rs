//! Governance objects with right digests, written the way a participant would publish them.
//!
//! A [`Draft`] is changed until it is what the test needs; digest and signature are computed last, when it becomes
//! bytes. Everything is a function of what was asked for: no clock, no randomness.

use crate::key::ExampleKey;
use actum_canon::digest::sha256;
use actum_canon::encode::{Encoding, JCS, TMPA_S04};
use actum_canon::json::Parser;
use serde_json::{Map, Value, json};

/// The lifecycle that drafts name and that the profiles of this kit define.
pub const LIFECYCLE: &str = "house";

const SIGNATURE_GROUP: [&str; 3] = ["signature_algorithm", "key_id", "signature"];

/// One observed artifact: where it was seen, and its bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Artifact {
    /// The source id.
    pub id: String,
    /// The exact bytes.
    pub bytes: Vec<u8>,
}

impl Artifact {
    /// An artifact of any bytes, be they an object or not.
    pub fn new(id: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { id: id.into(), bytes: bytes.into() }
    }
}

/// A governance object in the making.
#[derive(Debug, Clone)]
pub struct Draft {
    object: Value,
    signer: Option<ExampleKey>,
    tampered: bool,
}

impl Draft {
    /// A TASK that is its own carrier of the work item `W`, by alice as PM at position 1 of `s-pm`.
    #[must_use]
    pub fn new(id: &str) -> Self {
        Self {
            object: json!({
                "tmpa_version": "S0.4",
                "id": id,
                "type": "TASK",
                "governed_work": { "id": "W", "primary_carrier_id": id },
                "stream": { "id": "s-pm", "sequence": 1 },
                "creator": "alice",
                "role": "PM",
                "created_at": "2026-01-02T03:04:05Z",
                "lifecycle": { "profile": LIFECYCLE, "state": "created" },
                "references": [],
                "content": { "media_type": "application/json", "body": {} },
                "integrity": {
                    "canonicalization": "tmpa-s0.4-stable-json-1",
                    "hash_algorithm": "sha256",
                    "digest": ""
                }
            }),
            signer: None,
            tampered: false,
        }
    }

    /// The object id.
    #[must_use]
    pub fn id(&self) -> &str {
        self.text("/id")
    }

    /// The text at a pointer, empty where there is none.
    #[must_use]
    pub fn text(&self, pointer: &str) -> &str {
        self.object.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
    }

    /// Another object id; nothing else changes.
    #[must_use]
    pub fn renamed(self, id: &str) -> Self {
        self.set("/id", json!(id))
    }

    /// The document type.
    #[must_use]
    pub fn kind(self, kind: &str) -> Self {
        self.set("/type", json!(kind))
    }

    /// The governed work item and its carrier.
    #[must_use]
    pub fn work(self, id: &str, carrier: &str) -> Self {
        self.set("/governed_work", json!({ "id": id, "primary_carrier_id": carrier }))
    }

    /// The position in a stream.
    #[must_use]
    pub fn stream(self, id: &str, sequence: u64) -> Self {
        self.set("/stream", json!({ "id": id, "sequence": sequence }))
    }

    /// Creator and role.
    #[must_use]
    pub fn by(self, creator: &str, role: &str) -> Self {
        self.set("/creator", json!(creator)).set("/role", json!(role))
    }

    /// The creation time as text, right or wrong.
    #[must_use]
    pub fn created_at(self, text: &str) -> Self {
        self.set("/created_at", json!(text))
    }

    /// The declared state.
    #[must_use]
    pub fn state(self, state: &str) -> Self {
        self.set("/lifecycle/state", json!(state))
    }

    /// The named lifecycle profile.
    #[must_use]
    pub fn lifecycle(self, profile: &str) -> Self {
        self.set("/lifecycle/profile", json!(profile))
    }

    /// A transition tuple, and its target as the declared state.
    #[must_use]
    pub fn transition(self, from: &str, action: &str, to: &str) -> Self {
        self.state(to).set("/lifecycle/transition", json!({ "from": from, "action": action, "to": to }))
    }

    /// One more reference.
    #[must_use]
    pub fn refer(mut self, relation: &str, target: &str) -> Self {
        if let Some(list) = self.object.pointer_mut("/references").and_then(Value::as_array_mut) {
            list.push(json!({ "relation": relation, "target": target }));
        }
        self
    }

    /// The body.
    #[must_use]
    pub fn body(self, body: Value) -> Self {
        self.set("/content/body", body)
    }

    /// Sets any member of an object in the draft; where the way to it is absent, nothing changes.
    #[must_use]
    pub fn set(mut self, pointer: &str, value: Value) -> Self {
        if let Some((members, name)) = self.members(pointer) {
            members.insert(name, value);
        }
        self
    }

    /// Takes a member out.
    #[must_use]
    pub fn cut(mut self, pointer: &str) -> Self {
        if let Some((members, name)) = self.members(pointer) {
            members.remove(&name);
        }
        self
    }

    /// Signs the finished object; the key's name becomes its key id.
    #[must_use]
    pub fn signed(mut self, key: &ExampleKey) -> Self {
        self.signer = Some(key.clone());
        self
    }

    /// Changes the object after its digest has been computed.
    #[must_use]
    pub fn tampered(mut self) -> Self {
        self.tampered = true;
        self
    }

    /// The finished object.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut draft = self.clone().set("/integrity/digest", json!(""));
        let covered = draft.covered();
        draft = draft.set("/integrity/digest", json!(sha256(&covered).to_string()));
        if let Some(key) = &self.signer {
            draft = draft
                .set("/integrity/signature_algorithm", json!("ed25519"))
                .set("/integrity/key_id", json!(key.name()))
                .set("/integrity/signature", json!(key.sign(&covered)));
        }
        if self.tampered {
            draft = draft.set("/extensions", json!({ "added": "after publication" }));
        }
        draft.object
    }

    /// The bytes of the finished object.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.to_value().to_string().into_bytes()
    }

    /// The finished object, observed as `src-` and its id.
    #[must_use]
    pub fn to_source(&self) -> Artifact {
        Artifact::new(format!("src-{}", self.id()), self.to_bytes())
    }

    /// The finished object, observed elsewhere.
    #[must_use]
    pub fn seen_at(&self, source_id: &str) -> Artifact {
        Artifact::new(source_id, self.to_bytes())
    }

    /// The bytes that the digest covers: the canonical form with an empty digest and without the signature group.
    fn covered(&self) -> Vec<u8> {
        let mut object = self.object.clone();
        if let Some(integrity) = object.pointer_mut("/integrity").and_then(Value::as_object_mut) {
            integrity.retain(|name, _| !SIGNATURE_GROUP.contains(&name.as_str()));
        }
        let encoding = match self.text("/integrity/canonicalization") {
            "rfc8785" => &JCS,
            _ => &TMPA_S04,
        };
        canonical(&object, encoding)
    }

    fn members(&mut self, pointer: &str) -> Option<(&mut Map<String, Value>, String)> {
        let (parent, name) = pointer.rsplit_once('/')?;
        let members = self.object.pointer_mut(parent)?.as_object_mut()?;
        Some((members, name.replace("~1", "/").replace("~0", "~")))
    }
}

/// The canonical bytes of a value; empty for a value that has none.
#[must_use]
pub fn canonical(value: &Value, encoding: &Encoding) -> Vec<u8> {
    let text = value.to_string();
    let mut bytes = Vec::new();
    let written = Parser::new()
        .parse(text.as_bytes())
        .ok()
        .and_then(|document| encoding.write(document.root(), &mut bytes).ok());
    written.map(|()| bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Draft;
    use crate::key::ExampleKey;
    use serde_json::json;

    #[test]
    fn the_digest_covers_everything_but_itself_and_the_signature_group() {
        let digest = |draft: Draft| draft.to_value()["integrity"]["digest"].clone();
        let plain = digest(Draft::new("a"));
        assert_eq!(plain, digest(Draft::new("a").signed(&ExampleKey::named("k"))));
        assert_eq!(plain, digest(Draft::new("a").set("/integrity/digest", json!("x"))));
        assert_eq!(plain, digest(Draft::new("a").tampered()));
        assert_ne!(plain, digest(Draft::new("b")));
        assert_ne!(plain, digest(Draft::new("a").set("/extensions", json!({}))));
        let other = Draft::new("a").set("/integrity/canonicalization", json!("rfc8785"));
        assert_ne!(plain, digest(other));
    }

    #[test]
    fn equal_drafts_are_equal_bytes() {
        let draft = || Draft::new("a").refer("depends_on", "b").body(json!({ "10": 1, "9": 2 }));
        assert_eq!(draft().to_source(), draft().to_source());
        assert_eq!(draft().cut("/extensions").to_bytes(), draft().to_bytes());
    }
}
