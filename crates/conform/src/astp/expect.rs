//! What a step expects, and whether an answer is that.

use actum_canon::json::{Kind, Value};

use super::kept::Kept;
use super::subject::{Answer, Refused};
use super::value::{at, same, text, with};

/// The members of an expectation, with what may stand beside what.
const MEMBERS: &[&str] =
    &["value", "members", "has", "lacks", "same_as", "differs_from", "refused", "writes"];

/// Says what is wrong with the shape of an expectation.
pub(super) fn examine(expect: Value<'_>) -> Result<(), String> {
    if expect.kind() != Kind::Object || expect.is_empty() {
        return Err("`expect` is an object that expects something".to_owned());
    }
    for (name, value) in expect.members() {
        let fits = match &*name {
            "value" => true,
            "same_as" | "differs_from" => value.kind() == Kind::String,
            "members" => value.kind() == Kind::Object && !value.is_empty(),
            "has" | "lacks" => {
                !value.is_empty() && value.elements().all(|pointer| pointer.kind() == Kind::String)
            }
            "refused" => {
                value.kind() == Kind::Object
                    && value.members().all(|(name, value)| refusal_member(&name, value))
            }
            "writes" => value.kind() == Kind::Boolean && expect.get("refused").is_some(),
            _ => return Err(format!("`expect` knows no `{name}`, only {}", MEMBERS.join(", "))),
        };
        if !fits {
            return Err(format!("`expect` cannot say `{name}`: {}", text(value)));
        }
    }
    let refused = expect.get("refused").is_some();
    let answered = expect.members().any(|(name, _)| name != "refused" && name != "writes");
    if refused && answered {
        return Err("`expect` wants an answer and a refusal".to_owned());
    }
    Ok(())
}

fn refusal_member(name: &str, value: Value<'_>) -> bool {
    matches!(name, "rule" | "field" | "message") && value.kind() == Kind::String
}

/// Says how an answer differs from what was expected; nothing where it does not.
pub(super) fn difference(expect: Value<'_>, source: &str, answer: &Answer, kept: &Kept) -> Option<String> {
    match (expect.get("refused"), answer) {
        (Some(wanted), Answer::Refused(refused)) => refusal(wanted, refused),
        (Some(wanted), Answer::Value(value)) => {
            Some(format!("expected a refusal {}, found {value}", text(wanted)))
        }
        (None, Answer::Refused(refused)) => Some(format!("expected an answer, found {refused}")),
        (None, Answer::Value(found)) => with(found, |found| answered(expect, source, found, kept))
            .unwrap_or_else(|| Some(format!("the answer is no JSON: {found}"))),
        (_, Answer::Unable(_)) => None,
    }
}

fn refusal(wanted: Value<'_>, found: &Refused) -> Option<String> {
    for (name, value) in wanted.members() {
        let has = match &*name {
            "rule" => &found.rule,
            "field" => &found.field,
            _ => &found.message,
        };
        let wanted = value.as_str().unwrap_or_default();
        if wanted != *has {
            return Some(format!("expected the refusal's {name} `{wanted}`, found {found}"));
        }
    }
    None
}

fn answered(expect: Value<'_>, source: &str, found: Value<'_>, kept: &Kept) -> Option<String> {
    for (name, wanted) in expect.members() {
        let said = match &*name {
            "value" => compare(wanted, source, Some(found), "the answer", kept),
            "members" => wanted
                .members()
                .find_map(|(pointer, wanted)| compare(wanted, source, at(found, &pointer), &pointer, kept)),
            "has" => {
                wanted.elements().filter_map(Value::as_str).find_map(|pointer| match at(found, &pointer) {
                    None => Some(format!("expected something at {pointer}, found {}", text(found))),
                    Some(_) => None,
                })
            }
            "lacks" => wanted.elements().filter_map(Value::as_str).find_map(|pointer| {
                let there = at(found, &pointer)?;
                Some(format!("expected nothing at {pointer}, found {}", text(there)))
            }),
            "same_as" | "differs_from" => {
                let reference = wanted.as_str().unwrap_or_default();
                match kept.find(&reference) {
                    Err(missing) => Some(missing),
                    Ok(before) if (before == text(found)) == (name == "same_as") => None,
                    Ok(before) => {
                        Some(format!("expected {name} `{reference}` ({before}), found {}", text(found)))
                    }
                }
            }
            _ => None,
        };
        if said.is_some() {
            return said;
        }
    }
    None
}

fn compare(
    wanted: Value<'_>,
    source: &str,
    found: Option<Value<'_>>,
    place: &str,
    kept: &Kept,
) -> Option<String> {
    let wanted = match kept.fill(wanted, source) {
        Ok(wanted) => wanted,
        Err(missing) => return Some(missing),
    };
    let Some(found) = found else {
        return Some(format!("expected {place} to be {wanted}, found nothing there"));
    };
    match with(&wanted, |wanted| same(wanted, found)) {
        Some(true) => None,
        _ => Some(format!("expected {place} to be {wanted}, found {}", text(found))),
    }
}
