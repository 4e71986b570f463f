//! Record shapes that hold more than one question, or say what is wanted in a way of their own.

use actum_canon::json::Value;

use super::records::Wanted;
use super::value::text;

/// A question of a record: the name, the inputs as text, and what is wanted where no declared reading says otherwise.
pub(super) struct Question {
    pub(super) name: String,
    pub(super) inputs: String,
    pub(super) wanted: Wanted,
}

/// The questions of a record of one of these shapes; `None` for every other.
///
/// - `audit chain`: a recorded chain verifies, and each tampered one breaks where it was published to break.
/// - `departure fork trace`: what each step leaves; a step that changed nothing has to be refused (DF-007).
/// - form `operations`: whether a command goes through. The records' own ids are of no use, so that only the fact is compared.
///
/// Inputs are taken as they are spelled in `source`: canonical text would be another one where letters compose.
pub(super) fn questions(
    construction: &str,
    record: Value<'_>,
    inputs: Value<'_>,
    source: &str,
) -> Option<Vec<Question>> {
    let spelled = |value: Value<'_>| source.get(value.span()).unwrap_or_default().to_owned();
    match (construction, form(record).as_str()) {
        ("audit chain", form) => chains(form, record, spelled),
        ("departure fork transition", _) => transition(record, spelled(inputs)),
        ("departure fork trace", _) => trace(record, spelled(inputs)),
        (_, "operations") if inputs.get("op").is_some() || inputs.get("case").is_some() => {
            Some(vec![Question { name: "operation".to_owned(), inputs: spelled(inputs), wanted: goes_through(record) }])
        }
        _ => None,
    }
}

fn form(record: Value<'_>) -> String {
    record.get("form").and_then(Value::as_str).unwrap_or_default().into_owned()
}

fn chains(form: &str, record: Value<'_>, spelled: impl Fn(Value<'_>) -> String) -> Option<Vec<Question>> {
    let expected = record.get("expected")?;
    let question = |label: &str, records: Value<'_>, wanted: String| Question {
        name: "verify_audit_chain".to_owned(),
        inputs: format!(r#"{{"form":"{form}","label":{label},"records":{}}}"#, spelled(records)),
        wanted: Wanted::Value(wanted),
    };
    let whole = r#"{"verifies":true}"#;
    let mut questions = vec![question(r#""as recorded""#, expected.get("records")?, whole.to_owned())];
    for tampered in expected.get("tampered").into_iter().flat_map(Value::elements) {
        let published = tampered.get("verify").and_then(Value::as_str);
        let wanted = match published.as_deref() {
            None => whole.to_owned(),
            Some(published) => broken(published)?,
        };
        questions.push(question(&spelled(tampered.get("label")?), tampered.get("records")?, wanted));
    }
    Some(questions)
}

/// `record 2: delta_sequence 4 != 3`: the place and the field, since the words are everybody's own.
fn broken(published: &str) -> Option<String> {
    let (place, rest) = published.strip_prefix("record ")?.split_once(": ")?;
    let field = rest.split(' ').next()?;
    Some(format!(r#"{{"field":"{field}","record":{place},"verifies":false}}"#))
}

fn transition(record: Value<'_>, inputs: String) -> Option<Vec<Question>> {
    let strict = record.get("expected_strict_seed_reading")?;
    let raises = strict.get("must_raise").and_then(Value::as_bool) == Some(true);
    let wanted = if raises { Wanted::Refusal { message: None } } else { Wanted::Value(text(strict)) };
    Some(vec![Question { name: "departure_fork_transition".to_owned(), inputs, wanted }])
}

fn trace(record: Value<'_>, inputs: String) -> Option<Vec<Question>> {
    let step = |step: Value<'_>| {
        let outcome = step.get("outcome")?;
        let refused = outcome.as_bool() == Some(false) || outcome.get("message").is_some();
        let member = |name| step.get(name).map(text);
        Some(format!(
            r#"{{"fork_return_type":{},"fork_status":{},"refused":{refused},"return_nodes":{}}}"#,
            member("fork_return_type")?,
            member("fork_status")?,
            member("return_nodes")?
        ))
    };
    let steps: Option<Vec<String>> = record.get("expected")?.elements().map(step).collect();
    let wanted = Wanted::Value(format!("[{}]", steps?.join(",")));
    Some(vec![Question { name: "departure_fork_trace".to_owned(), inputs, wanted }])
}

/// A command goes through where the records recommend that and the published program let it: nothing else does.
fn goes_through(record: Value<'_>) -> Wanted {
    let recommended = record.get("recommended").and_then(Value::as_str);
    let expected = record.get("expected");
    let result = expected.and_then(|expected| expected.get("result"));
    let happened = result.is_some_and(|result| text(result) != "null" && text(result) != "false");
    if happened && recommended.is_some_and(|recommended| recommended.starts_with("accept")) {
        Wanted::Accepted
    } else {
        Wanted::Refusal { message: None }
    }
}
