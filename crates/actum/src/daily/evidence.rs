//! What the objects of a work item refer to and say, for those who go on with it.

use actum_canon::json::{Parser, Value};

use crate::publish::{Record, Standing};

/// The texts of an object that people go by. They are somebody's words, not established facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// `created_at`, as written.
    pub written: String,
    /// What it is about: `title`, `summary`, `reason` or `decision` of the body, whichever comes first.
    pub text: String,
}

/// The words of an accepted object.
pub fn words(record: &dyn Record, id: &str) -> Option<Words> {
    let bytes = record.object(id)?;
    let mut parser = Parser::new();
    let document = parser.parse(&bytes).ok()?;
    let root = document.root();
    let body = root.get("content")?.get("body")?;
    let member = |name| body.get(name).and_then(Value::as_str).map(|text| text.into_owned());
    let main = ["title", "summary"].into_iter().find_map(member);
    let side = || {
        let words: Vec<String> = ["decision", "reason"].into_iter().filter_map(member).collect();
        words.join(": ")
    };
    let written = root.get("created_at").and_then(Value::as_str).unwrap_or_default().into_owned();
    Some(Words { written, text: main.unwrap_or_else(side) })
}

/// What the latest accepted transition that refers by this relation reaches.
pub(super) fn latest_target(record: &dyn Record, standing: &Standing, relation: &str) -> Option<String> {
    standing.transitions.iter().rev().find_map(|id| target(&record.object(id)?, relation))
}

/// What the first reference of an object by this relation reaches.
pub(super) fn target(bytes: &[u8], relation: &str) -> Option<String> {
    let mut parser = Parser::new();
    let document = parser.parse(bytes).ok()?;
    let named = |reference: &Value<'_>| {
        reference.get("relation").and_then(Value::as_str).is_some_and(|one| one == relation)
    };
    let reference = document.root().get("references")?.elements().find(named)?;
    Some(reference.get("target").and_then(Value::as_str)?.into_owned())
}

/// The state from which an object moves its work item.
pub(super) fn source_state(bytes: &[u8]) -> Option<String> {
    let mut parser = Parser::new();
    let document = parser.parse(bytes).ok()?;
    let from = document.root().get("lifecycle")?.get("transition")?.get("from")?;
    Some(from.as_str()?.into_owned())
}
