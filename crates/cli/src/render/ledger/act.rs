//! An entry as an act on a work item: what a governance object says of itself, without a judgment on it.

use actum::canon::json::{Parser, Value};
use actum::evidence::is_evidence;
use actum::ledger::Entry;

use crate::render::escape::short_id;
use crate::render::style::{BOLD, paint};

/// The most that one name takes of a line, in bytes.
const ID: usize = 64;

/// What an entry says that it does.
pub(crate) struct Act {
    id: String,
    kind: String,
    creator: String,
    role: String,
    created_at: String,
    /// The transition that it records.
    step: Option<[String; 3]>,
}

impl Act {
    /// Reads an entry; `None` where it is no object about this work item.
    pub(crate) fn of(parser: &mut Parser, entry: &Entry, work: &str) -> Option<Self> {
        if !is_evidence(entry.media_type()) {
            return None;
        }
        let document = parser.parse(entry.bytes()).ok()?;
        let root = document.root();
        if root.get("governed_work")?.get("id")?.as_str()? != work {
            return None;
        }
        let text = |value: Option<Value<'_>>| value.and_then(Value::as_str).unwrap_or_default().into_owned();
        let step = root.get("lifecycle").and_then(|lifecycle| lifecycle.get("transition"));
        Some(Self {
            id: text(root.get("id")),
            kind: text(root.get("type")),
            creator: text(root.get("creator")),
            role: text(root.get("role")),
            created_at: text(root.get("created_at")),
            step: step.map(|step| ["from", "action", "to"].map(|name| text(step.get(name)))),
        })
    }

    /// The act in one line, for people.
    pub(crate) fn line(&self, entry: &Entry) -> String {
        let short = |text: &str| short_id(text, ID);
        let step = self.step.as_ref().map_or_else(String::new, |[from, action, to]| {
            format!("  {} --{}--> {}", short(from), short(action), short(to))
        });
        format!(
            "{:>8}  {}  {} {}  by {} as {}{step}\n",
            entry.index(),
            short(&self.created_at),
            paint(BOLD, short(&self.kind)),
            short(&self.id),
            short(&self.creator),
            short(&self.role),
        )
    }
}
