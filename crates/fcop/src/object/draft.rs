//! A governance object before it is written (TMPA 4.1).

use crate::digest::{begin, list, member};
use crate::finding::Cause;
use actum_canon::digest::Sha256;
use actum_canon::encode::TMPA_S04;
use actum_canon::json::Parser;
use std::collections::BTreeSet;

/// The parts of an object. JSON texts in it may be in any order; they are put into the canonical one.
#[derive(Debug)]
pub(super) struct Draft<'d> {
    pub(super) id: String,
    pub(super) kind: String,
    /// Id of the work item, which is that of its carrier.
    pub(super) work: String,
    pub(super) stream: String,
    pub(super) sequence: u64,
    pub(super) creator: String,
    pub(super) role: &'static str,
    pub(super) created_at: String,
    /// The lifecycle profile that it follows, and its state there.
    pub(super) lifecycle: &'static str,
    pub(super) state: String,
    /// From and action; `state` is where it leads.
    pub(super) transition: Option<(String, String)>,
    pub(super) references: BTreeSet<(&'d str, String)>,
    pub(super) media_type: &'static str,
    /// `content.body` as JSON.
    pub(super) body: String,
    pub(super) covered: Sha256,
    /// The members of `extensions.fcop` as JSON, begun and not closed.
    pub(super) extension: String,
}

/// The lifecycle of what only states a fact, and its one state: it is published, and that is all.
pub(super) const FACT: &str = "fcop-fact-1";
pub(super) const PUBLISHED: &str = "published";

impl Draft<'_> {
    /// Writes the object.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, Box<Cause>> {
        let json = self.json();
        let refuse = |found: &str| Box::new(Cause::new("object_not_writable", "TMPA 4.2").found(found));
        let mut parser = Parser::new();
        let document = parser.parse(json.as_bytes()).map_err(|error| refuse(error.kind().name()))?;
        let mut bytes = Vec::with_capacity(json.len() + 1);
        TMPA_S04.write(document.root(), &mut bytes).map_err(|_| refuse("number"))?;
        Ok(bytes)
    }

    fn json(&self) -> String {
        let mut out = String::with_capacity(self.body.len() + 1024);
        member(&mut out, "tmpa_version", Some("S0.4"));
        member(&mut out, "id", Some(&self.id));
        member(&mut out, "type", Some(&self.kind));
        let mut work = String::new();
        member(&mut work, "id", Some(&self.work));
        member(&mut work, "primary_carrier_id", Some(&self.work));
        raw(&mut out, "governed_work", &work, "}");
        let mut stream = String::new();
        member(&mut stream, "id", Some(&self.stream));
        raw(&mut stream, "sequence", &self.sequence.to_string(), "");
        raw(&mut out, "stream", &stream, "}");
        member(&mut out, "creator", Some(&self.creator));
        member(&mut out, "role", Some(self.role));
        member(&mut out, "created_at", Some(&self.created_at));
        let mut cycle = String::new();
        member(&mut cycle, "profile", Some(self.lifecycle));
        member(&mut cycle, "state", Some(&self.state));
        if let Some((from, action)) = &self.transition {
            let mut tuple = String::new();
            member(&mut tuple, "from", Some(from));
            member(&mut tuple, "action", Some(action));
            member(&mut tuple, "to", Some(&self.state));
            raw(&mut cycle, "transition", &tuple, "}");
        }
        raw(&mut out, "lifecycle", &cycle, "}");
        begin(&mut out, "references");
        out.push('[');
        for (place, (relation, target)) in self.references.iter().enumerate() {
            if place > 0 {
                out.push(',');
            }
            let mut one = String::new();
            member(&mut one, "relation", Some(relation));
            member(&mut one, "target", Some(target));
            out.push_str(&one);
            out.push('}');
        }
        out.push(']');
        let mut content = String::new();
        member(&mut content, "media_type", Some(self.media_type));
        raw(&mut content, "body", &self.body, "");
        raw(&mut out, "content", &content, "}");
        let mut integrity = String::new();
        member(&mut integrity, "canonicalization", Some("fcop-source-bytes-1"));
        member(&mut integrity, "hash_algorithm", Some("sha256"));
        member(&mut integrity, "digest", Some(&self.covered.to_string()));
        raw(&mut out, "integrity", &integrity, "}");
        if !self.extension.is_empty() {
            let mut extensions = String::new();
            raw(&mut extensions, "fcop", &self.extension, "}");
            raw(&mut out, "extensions", &extensions, "}");
        }
        out.push('}');
        out
    }
}

/// Appends a member whose value is JSON already, with what closes it.
pub(super) fn raw(out: &mut String, name: &str, json: &str, close: &str) {
    begin(out, name);
    out.push_str(json);
    out.push_str(close);
}

/// Appends a list of texts, if there are any.
pub(super) fn some(out: &mut String, name: &str, texts: &[&str]) {
    if !texts.is_empty() {
        list(out, name, texts);
    }
}
