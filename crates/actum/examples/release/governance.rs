//! One governance object (TMPA 4.1): built, given its digest and signature, and written as a file.

use actum_canon::digest::sha256;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signer, SigningKey};

use crate::json::{Json, object, text};

/// A session of somebody: it owns one stream and usually speaks in one role.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    pub(crate) stream: &'static str,
    pub(crate) identity: &'static str,
    pub(crate) role: &'static str,
}

impl Session {
    /// The object at this place of the session's stream.
    pub(crate) fn writes(
        self,
        sequence: u64,
        kind: &'static str,
        work: &'static str,
        id: &'static str,
    ) -> Draft {
        Draft {
            session: self,
            sequence,
            kind,
            work,
            id,
            created_at: "",
            state: "",
            transition: None,
            references: Vec::new(),
            body: Json::List(Vec::new()),
            key: None,
            edited_body: None,
        }
    }
}

/// A key that signs for the example. Its seed is printed in this repository, so it proves nothing outside it.
pub(crate) struct ExampleKey {
    pub(crate) id: &'static str,
    pub(crate) seed: [u8; 32],
}

impl ExampleKey {
    /// The public half, as `trust.json` spells it.
    #[cfg(test)]
    pub(crate) fn public(&self) -> String {
        STANDARD.encode(SigningKey::from_bytes(&self.seed).verifying_key().as_bytes())
    }
}

/// An object on its way to publication.
pub(crate) struct Draft {
    session: Session,
    sequence: u64,
    kind: &'static str,
    work: &'static str,
    id: &'static str,
    created_at: &'static str,
    state: &'static str,
    transition: Option<[&'static str; 2]>,
    references: Vec<(&'static str, &'static str)>,
    body: Json,
    key: Option<&'static ExampleKey>,
    edited_body: Option<Json>,
}

impl Draft {
    pub(crate) fn at(mut self, created_at: &'static str) -> Self {
        self.created_at = created_at;
        self
    }

    /// Speaks in another of the writer's roles.
    pub(crate) fn acting_as(mut self, role: &'static str) -> Self {
        self.session.role = role;
        self
    }

    /// The state in which the work was when this was written.
    pub(crate) fn in_state(mut self, state: &'static str) -> Self {
        self.state = state;
        self
    }

    /// Asks to move the work; the declared state is then the one that it moves to.
    pub(crate) fn moves(mut self, from: &'static str, action: &'static str, to: &'static str) -> Self {
        self.transition = Some([from, action]);
        self.state = to;
        self
    }

    pub(crate) fn refers(mut self, relation: &'static str, target: &'static str) -> Self {
        self.references.push((relation, target));
        self
    }

    pub(crate) fn says(mut self, body: Json) -> Self {
        self.body = body;
        self
    }

    pub(crate) fn signed_with(mut self, key: &'static ExampleKey) -> Self {
        self.key = Some(key);
        self
    }

    /// The fault of a report that was edited after it was published: the digest still covers the first body.
    pub(crate) fn edited_afterwards(mut self, body: Json) -> Self {
        self.edited_body = Some(body);
        self
    }

    /// The path below `examples/release`: one folder per stream, one file per object.
    pub(crate) fn path(&self) -> String {
        format!("{}/{:03}-{}.json", self.session.stream, self.sequence, self.id)
    }

    /// The file as it is published.
    pub(crate) fn file(&self) -> String {
        let covered = self.spelled(&self.body, integrity("", None)).canonical();
        let digest = sha256(covered.as_bytes()).to_string();
        let signature = self.key.map(|key| {
            let signature = SigningKey::from_bytes(&key.seed).sign(covered.as_bytes());
            [key.id.to_owned(), STANDARD.encode(signature.to_bytes())]
        });
        let body = self.edited_body.as_ref().unwrap_or(&self.body);
        self.spelled(body, integrity(&digest, signature)).pretty()
    }

    fn spelled(&self, body: &Json, integrity: Json) -> Json {
        let mut lifecycle = vec![
            ("profile".to_owned(), text("atlas-release-lifecycle")),
            ("state".to_owned(), text(self.state)),
        ];
        if let Some([from, action]) = self.transition {
            let tuple = object([("from", text(from)), ("action", text(action)), ("to", text(self.state))]);
            lifecycle.push(("transition".to_owned(), tuple));
        }
        let references = self
            .references
            .iter()
            .map(|&(relation, target)| object([("relation", text(relation)), ("target", text(target))]));
        object([
            ("tmpa_version", text("S0.4")),
            ("id", text(self.id)),
            ("type", text(self.kind)),
            (
                "governed_work",
                object([
                    ("id", text(self.work)),
                    ("primary_carrier_id", text(&format!("{}-task", self.work))),
                ]),
            ),
            (
                "stream",
                object([("id", text(self.session.stream)), ("sequence", Json::Integer(self.sequence))]),
            ),
            ("creator", text(self.session.identity)),
            ("role", text(self.session.role)),
            ("created_at", text(self.created_at)),
            ("lifecycle", Json::Object(lifecycle)),
            ("references", Json::List(references.collect())),
            ("content", object([("media_type", text("application/json")), ("body", body.clone())])),
            ("integrity", integrity),
        ])
    }
}

fn integrity(digest: &str, signature: Option<[String; 2]>) -> Json {
    let mut members = vec![
        ("canonicalization".to_owned(), text("tmpa-s0.4-stable-json-1")),
        ("hash_algorithm".to_owned(), text("sha256")),
        ("digest".to_owned(), text(digest)),
    ];
    if let Some([key_id, signature]) = signature {
        members.push(("signature_algorithm".to_owned(), text("ed25519")));
        members.push(("key_id".to_owned(), Json::Text(key_id)));
        members.push(("signature".to_owned(), Json::Text(signature)));
    }
    Json::Object(members)
}
