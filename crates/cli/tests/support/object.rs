//! Governance objects with a digest that holds.

use actum::canon::digest::sha256;
use actum::canon::encode::TMPA_S04;
use actum::canon::json::Parser;

/// The parts of an object that tests vary; the rest is filled in.
#[derive(Clone)]
pub(crate) struct Object {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) work: String,
    pub(crate) carrier: String,
    pub(crate) stream: String,
    pub(crate) sequence: u64,
    pub(crate) creator: String,
    pub(crate) role: &'static str,
    pub(crate) state: &'static str,
    /// `from`, `action`; `to` is `state`.
    pub(crate) transition: Option<(&'static str, &'static str)>,
    pub(crate) references: Vec<(&'static str, String)>,
    pub(crate) body: &'static str,
}

impl Object {
    /// An object of the work item `W-1`, whose carrier is `task-1`.
    pub(crate) fn new(id: &str, kind: &'static str, by: (&str, &'static str), sequence: u64) -> Self {
        Self {
            id: id.into(),
            kind,
            work: "W-1".into(),
            carrier: "task-1".into(),
            stream: format!("s-{}", by.0),
            sequence,
            creator: by.0.into(),
            role: by.1,
            state: "created",
            transition: None,
            references: Vec::new(),
            body: "{}",
        }
    }

    pub(crate) fn body(mut self, body: &'static str) -> Self {
        self.body = body;
        self
    }

    pub(crate) fn refers(mut self, relation: &'static str, target: &str) -> Self {
        self.references.push((relation, target.into()));
        self
    }

    pub(crate) fn moves(mut self, from: &'static str, action: &'static str, to: &'static str) -> Self {
        self.transition = Some((from, action));
        self.state = to;
        self
    }

    /// The object as one line of canonical text.
    pub(crate) fn text(&self) -> String {
        let digest = sha256(self.with_digest("").as_bytes()).to_string();
        self.with_digest(&digest)
    }

    fn with_digest(&self, digest: &str) -> String {
        let transition = self.transition.map_or_else(String::new, |(from, action)| {
            format!(r#","transition":{{"from":"{from}","action":"{action}","to":"{}"}}"#, self.state)
        });
        let quoted = |text: &str| format!("\"{}\"", escape(text));
        let references: Vec<_> = self
            .references
            .iter()
            .map(|(relation, target)| format!(r#"{{"relation":"{relation}","target":{}}}"#, quoted(target)))
            .collect();
        let text = format!(
            r#"{{"tmpa_version":"S0.4","id":{id},"type":"{kind}","governed_work":{{"id":{work},"primary_carrier_id":{carrier}}},
            "stream":{{"id":{stream},"sequence":{sequence}}},"creator":{creator},"role":"{role}","created_at":"2026-08-03T20:00:00Z",
            "lifecycle":{{"profile":"starter-lifecycle","state":"{state}"{transition}}},"references":[{references}],
            "content":{{"media_type":"application/json","body":{body}}},
            "integrity":{{"canonicalization":"tmpa-s0.4-stable-json-1","hash_algorithm":"sha256","digest":"{digest}"}}}}"#,
            id = quoted(&self.id),
            kind = self.kind,
            work = quoted(&self.work),
            carrier = quoted(&self.carrier),
            stream = quoted(&self.stream),
            sequence = self.sequence,
            creator = quoted(&self.creator),
            role = self.role,
            state = self.state,
            references = references.join(","),
            body = self.body,
        );
        let mut bytes = Vec::new();
        let mut parser = Parser::new();
        let document = parser.parse(text.as_bytes()).unwrap();
        TMPA_S04.write(document.root(), &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            character if character < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(character))),
            character => out.push(character),
        }
    }
    out
}

/// A work item from its task to its approval, valid under the starter profile.
pub(crate) fn story() -> Vec<Object> {
    let (alice, bob, carol) = (("alice", "PM"), ("bob", "DEV"), ("carol", "QA"));
    vec![
        Object::new("task-1", "TASK", alice, 1).body(r#"{"title":"write the tool"}"#),
        Object::new("t-start", "TRANSITION", alice, 2).moves("created", "start", "active"),
        Object { state: "active", ..Object::new("report-1", "REPORT", bob, 1).body(r#"{"summary":"done"}"#) },
        Object::new("t-submit", "TRANSITION", bob, 2)
            .refers("reports", "report-1")
            .refers("depends_on", "t-start")
            .moves("active", "submit", "review"),
        Object {
            state: "review",
            ..Object::new("review-1", "REVIEW", carol, 1)
                .refers("reviews", "report-1")
                .body(r#"{"decision":"approve"}"#)
        },
        Object::new("t-approve", "TRANSITION", carol, 2)
            .refers("reviews", "review-1")
            .refers("depends_on", "t-submit")
            .moves("review", "approve", "done"),
    ]
}
