//! JSON the way people read it: known members first, small values on one line, the rest indented by two spaces.
//!
//! The order does not depend on how `serde_json` was built, so that the files are the same on every machine.

use serde_json::Value;

/// Members that come before all others, in this order; the others follow by name.
const FIRST: [&str; 52] = [
    "suite",
    "test_case_id",
    "criterion",
    "title",
    "clauses",
    "polarity",
    "core_version",
    "tmpa_version",
    "id",
    "name",
    "type",
    "version",
    "from",
    "action",
    "to",
    "allowed_roles",
    "governed_work",
    "stream",
    "creator",
    "role",
    "created_at",
    "lifecycle",
    "references",
    "content",
    "integrity",
    "versions",
    "prerequisites",
    "profile",
    "source_id",
    "relation",
    "target",
    "target_id",
    "operator",
    "code",
    "object_id",
    "path",
    "media_type",
    "reading",
    "method",
    "count",
    "inputs",
    "readings",
    "permutations",
    "assertions",
    "expected",
    "mandatory",
    "candidates",
    "view",
    "judgment",
    "view_state",
    "runner",
    "evidence",
];

/// Longest value that stays on one line, in bytes.
const LINE: usize = 180;

/// The bytes of `value`, with a final line feed.
pub(crate) fn pretty(value: &Value) -> Vec<u8> {
    let mut text = String::new();
    write(value, 0, &mut text);
    text.push('\n');
    text.into_bytes()
}

fn write(value: &Value, depth: usize, out: &mut String) {
    let short = flat(value);
    if short.len() <= LINE && !nested(value) {
        out.push_str(&short);
        return;
    }
    match value {
        Value::Array(items) => block('[', ']', items.iter().map(|item| (None, item)), depth, out),
        Value::Object(_) => {
            let members = members(value).into_iter().map(|(name, member)| (Some(name), member));
            block('{', '}', members, depth, out);
        }
        _ => out.push_str(&short),
    }
}

fn block<'v>(
    open: char,
    close: char,
    items: impl Iterator<Item = (Option<&'v str>, &'v Value)>,
    depth: usize,
    out: &mut String,
) {
    out.push(open);
    for (number, (name, item)) in items.enumerate() {
        if number > 0 {
            out.push(',');
        }
        indent(depth + 1, out);
        if let Some(name) = name {
            out.push_str(&Value::from(name).to_string());
            out.push_str(": ");
        }
        write(item, depth + 1, out);
    }
    indent(depth, out);
    out.push(close);
}

fn indent(depth: usize, out: &mut String) {
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
}

/// Whether a value holds objects within objects or within arrays: those never share a line.
fn nested(value: &Value) -> bool {
    let inner = |item: &Value| item.as_object().is_some_and(|members| !members.is_empty());
    match value {
        Value::Array(items) => items.iter().any(inner),
        Value::Object(members) => members.values().any(|item| inner(item) || nested(item)),
        _ => false,
    }
}

fn flat(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(flat).collect::<Vec<_>>().join(", ")),
        Value::Object(_) => {
            let member = |(name, item): (&str, &Value)| format!("{}: {}", Value::from(name), flat(item));
            let members: Vec<String> = members(value).into_iter().map(member).collect();
            if members.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", members.join(", ")) }
        }
        scalar => scalar.to_string(),
    }
}

fn members(value: &Value) -> Vec<(&str, &Value)> {
    let mut list: Vec<(&str, &Value)> = value
        .as_object()
        .map(|members| members.iter().map(|(name, item)| (name.as_str(), item)).collect())
        .unwrap_or_default();
    let rank = |name: &str| FIRST.iter().position(|known| *known == name).unwrap_or(FIRST.len());
    list.sort_by_key(|(name, _)| (rank(name), *name));
    list
}
