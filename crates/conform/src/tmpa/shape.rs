//! The shape of a reader's result: the published schema of the envelope, member by member (TMPA 8.2).
//!
//! Not here: the order of its arrays, which is [`super::order`]'s.

use actum_canon::digest::Sha256;
use actum_canon::json::{Kind, Value};

/// Violations that are named; the rest is not looked for.
const MOST: usize = 8;

const INPUTS: [&str; 8] = [
    "conformance_profile",
    "object_schema",
    "type_registry",
    "lifecycle_registry",
    "role_registry",
    "relation_registry",
    "integrity_profile",
    "canonicalization_profile",
];

const JUDGMENTS: &[&str] = &["valid", "invalid", "undetermined"];
const VIEWS: &[&str] = &["authoritative", "rejected", "quarantined", "partial", "disputed", "pending_human"];
const ASSURANCE: &[&str] = &["authenticated", "unauthenticated", "not_applicable"];
const SEVERITIES: &[&str] = &["critical", "error", "warning", "info"];
const CODES: &[&str] = &[
    "SCHEMA_INVALID",
    "UNKNOWN_TYPE",
    "INTEGRITY_MISMATCH",
    "SIGNATURE_UNVERIFIED",
    "DUPLICATE_ID_CONFLICT",
    "PRIMARY_CARRIER_CONFLICT",
    "STREAM_DUPLICATE_SEQUENCE",
    "STREAM_GAP",
    "AUTHORITY_UNDETERMINED",
    "AUTHORITY_DENIED",
    "SOD_VIOLATION",
    "LIFECYCLE_UNDETERMINED",
    "ILLEGAL_TRANSITION",
    "MISSING_REFERENCE",
    "PROHIBITED_CYCLE",
    "UNRESOLVED_CONFLICT",
];

/// What a member has to be.
#[derive(Clone, Copy)]
enum Rule {
    /// A string that is not empty.
    Text,
    /// A string.
    Any,
    Digest,
    OneOf(&'static [&'static str]),
    Array,
    Object,
}

struct Member {
    name: &'static str,
    rule: Rule,
    required: bool,
}

const fn must(name: &'static str, rule: Rule) -> Member {
    Member { name, rule, required: true }
}

const fn may(name: &'static str, rule: Rule) -> Member {
    Member { name, rule, required: false }
}

const ENVELOPE: [Member; 12] = [
    must("core_version", Rule::OneOf(&["S0.4"])),
    must("output_version", Rule::OneOf(&["1"])),
    must("profile", Rule::Object),
    must("reader", Rule::Object),
    must("source_set_digest", Rule::Digest),
    must("judgment", Rule::OneOf(JUDGMENTS)),
    must("view_state", Rule::OneOf(VIEWS)),
    must("nodes", Rule::Array),
    must("edges", Rule::Array),
    must("issues", Rule::Array),
    may("authentication_state", Rule::OneOf(ASSURANCE)),
    may("extensions", Rule::Object),
];
const READER: [Member; 2] = [must("id", Rule::Text), must("version", Rule::Text)];
const INPUT: [Member; 3] =
    [must("id", Rule::Text), must("version", Rule::Text), must("digest", Rule::Digest)];
const NODE: [Member; 3] =
    [must("id", Rule::Text), must("source_object_id", Rule::Text), must("judgment", Rule::OneOf(JUDGMENTS))];
const EDGE: [Member; 5] = [
    must("id", Rule::Text),
    must("source_object_id", Rule::Text),
    must("source_id", Rule::Text),
    must("relation", Rule::Text),
    must("target_id", Rule::Text),
];
const ISSUE: [Member; 9] = [
    must("issue_id", Rule::Text),
    must("code", Rule::OneOf(CODES)),
    must("severity", Rule::OneOf(SEVERITIES)),
    must("source_id", Rule::Text),
    must("object_id", Rule::Any),
    may("source_object_id", Rule::Text),
    may("relation", Rule::Any),
    may("target_id", Rule::Any),
    may("message", Rule::Any),
];

/// What is wrong with the shape of an envelope, place by place; nothing where it is as published.
pub(super) fn violations(root: Value<'_>) -> Vec<String> {
    let mut found = Vec::new();
    members(root, "", &ENVELOPE, true, &mut found);
    if let Some(profile) = root.get("profile").filter(|value| value.kind() == Kind::Object) {
        for name in INPUTS {
            match profile.get(name) {
                Some(input) => members(input, &format!("/profile/{name}"), &INPUT, true, &mut found),
                None => found.push(format!("`/profile` lacks `{name}`")),
            }
        }
        for (name, _) in profile.members().filter(|(name, _)| !INPUTS.contains(&name.as_ref())) {
            found.push(format!("`/profile` may not have `{name}`"));
        }
    }
    if let Some(reader) = root.get("reader") {
        members(reader, "/reader", &READER, true, &mut found);
    }
    for (list, rules, closed) in
        [("nodes", &NODE[..], false), ("edges", &EDGE[..], false), ("issues", &ISSUE[..], true)]
    {
        for (at, item) in root.get(list).into_iter().flat_map(Value::elements).enumerate() {
            if found.len() >= MOST {
                break;
            }
            members(item, &format!("/{list}/{at}"), rules, closed, &mut found);
        }
    }
    found.truncate(MOST);
    found
}

fn members(value: Value<'_>, place: &str, rules: &[Member], closed: bool, found: &mut Vec<String>) {
    if value.kind() != Kind::Object {
        found.push(format!("`{place}` must be an object"));
        return;
    }
    let mut present = 0;
    for Member { name, rule, required } in rules {
        match value.get(name) {
            Some(member) => {
                present += 1;
                if let Some(wrong) = breaks(member, *rule) {
                    found.push(format!("`{place}/{name}` {wrong}"));
                }
            }
            None if *required => found.push(format!("`{place}` lacks `{name}`")),
            None => {}
        }
    }
    if closed && present < value.len() {
        let foreign = value.members().find(|(name, _)| !rules.iter().any(|rule| rule.name == name.as_ref()));
        if let Some((name, _)) = foreign {
            found.push(format!("`{place}` may not have `{name}`"));
        }
    }
}

fn breaks(value: Value<'_>, rule: Rule) -> Option<&'static str> {
    let text = value.as_str();
    let (holds, message) = match rule {
        Rule::Text => (text.is_some_and(|text| !text.is_empty()), "must be a text that is not empty"),
        Rule::Any => (text.is_some(), "must be a text"),
        Rule::Digest => (text.is_some_and(|text| Sha256::parse(&text).is_some()), "must be a SHA-256 digest"),
        Rule::OneOf(words) => {
            (text.is_some_and(|text| words.contains(&text.as_ref())), "is none of the published words")
        }
        Rule::Array => (value.kind() == Kind::Array, "must be an array"),
        Rule::Object => (value.kind() == Kind::Object, "must be an object"),
    };
    (!holds).then_some(message)
}
