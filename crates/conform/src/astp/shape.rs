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
            Some(vec![Question {
                name: "operation".to_owned(),
                inputs: spelled(inputs),
                wanted: goes_through(record),
            }])
        }
        _ => None,
    }
}

fn form(record: Value<'_>) -> String {
    record.get("form").and_then(Value::as_str).unwrap_or_default().into_owned()
}

fn chains(form: &str, record: Value<'_>, spelled: impl Fn(Value<'_>) -> String) -> Option<Vec<Question>> {
    let expected = record.get("expected")?;
    let question = |label: &str, published: &str, records: Value<'_>, wanted: String| Question {
        name: "verify_audit_chain".to_owned(),
        inputs: format!(
            r#"{{"form":"{form}","label":{label},"published":{published},"records":{}}}"#,
            spelled(records)
        ),
        wanted: Wanted::Value(wanted),
    };
    let whole = r#"{"verifies":true}"#;
    let mut questions =
        vec![question(r#""as recorded""#, "null", expected.get("records")?, whole.to_owned())];
    for tampered in expected.get("tampered").into_iter().flat_map(Value::elements) {
        let published = tampered.get("verify")?;
        let wanted = match published.as_str().as_deref() {
            None => whole.to_owned(),
            Some(published) => broken(published)?,
        };
        questions.push(question(
            &spelled(tampered.get("label")?),
            &spelled(published),
            tampered.get("records")?,
            wanted,
        ));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::astp::subject::{Answer, Refused, Request, Subject};
    use crate::astp::value::with;
    use crate::astp::{Readings, Verdict, judge_records};

    #[test]
    fn a_recorded_chain_is_asked_about_whole_and_with_every_change() {
        struct Chain;
        impl Subject for Chain {
            fn begin(&mut self) {}
            fn answer(&mut self, request: Request<'_>) -> Answer {
                let count = with(request.inputs, |inputs| inputs.get("records").map_or(0, Value::len));
                Answer::Value(match (request.name, count) {
                    ("verify_audit_chain", Some(2)) => r#"{"verifies":true}"#.to_owned(),
                    _ => r#"{"verifies":false,"record":1,"field":"delta_sequence"}"#.to_owned(),
                })
            }
        }
        let record = |verify: &str| {
            format!(
                r#"[{{"id":"a","construction":"audit chain","form":"v2","inputs":{{}},"expected":{{"records":[1,2],
                "tampered":[{{"label":"cut","records":[1],"verify":{verify}}}]}}}}]"#
            )
        };
        let run = |verify: &str| {
            judge_records(record(verify).as_bytes(), &Readings::default(), &mut Chain).unwrap()
        };
        assert_eq!(run(r#""record 1: delta_sequence 3 != 2""#)[0].verdict, Verdict::Pass);
        for wrong in [r#""record 0: delta_sequence 3 != 2""#, r#""record 1: chain_key x""#, "null"] {
            assert_eq!(run(wrong)[0].verdict, Verdict::Fail, "{wrong}");
        }
    }

    #[test]
    fn an_operation_goes_through_only_where_that_is_recommended_and_happened() {
        struct Goes(bool);
        impl Subject for Goes {
            fn begin(&mut self) {}
            fn answer(&mut self, request: Request<'_>) -> Answer {
                assert_eq!(request.name, "operation");
                if self.0 { Answer::Value("{}".into()) } else { Answer::Refused(Refused::default()) }
            }
        }
        for (expected, recommended, goes) in [
            (r#"{"result":{"x":1}}"#, "accept", true),
            (r#"{"result":{"x":1}}"#, "reject (reference accepts)", false),
            (r#"{"result":null}"#, "accept", false),
            (r#"{"error":{}}"#, "reject", false),
        ] {
            let record = format!(
                r#"[{{"id":"a","construction":"a sentence","form":"operations","inputs":{{"case":"c"}},"expected":{expected},"recommended":"{recommended}"}}]"#
            );
            let run = |goes| {
                judge_records(record.as_bytes(), &Readings::default(), &mut Goes(goes)).unwrap()[0].verdict
            };
            assert_eq!((run(goes), run(!goes)), (Verdict::Pass, Verdict::Fail), "{expected} {recommended}");
        }
    }

    #[test]
    fn a_trace_wants_each_step_that_changed_nothing_refused() {
        struct Trace;
        impl Subject for Trace {
            fn begin(&mut self) {}
            fn answer(&mut self, _: Request<'_>) -> Answer {
                Answer::Value(
                    r#"[{"refused":false,"fork_status":"COMPLETED","fork_return_type":null,"return_nodes":0},
                    {"refused":true,"fork_status":"COMPLETED","fork_return_type":null,"return_nodes":0}]"#
                        .to_owned(),
                )
            }
        }
        let record = |outcome: &str| {
            let step = |outcome: &str| {
                format!(
                    r#"{{"op":"complete","outcome":{outcome},"fork_status":"COMPLETED","fork_return_type":null,"return_nodes":0}}"#
                )
            };
            format!(
                r#"[{{"id":"a","construction":"departure fork trace","form":"4.x","inputs":{{"start":"ACTIVE"}},"expected":[{},{}]}}]"#,
                step("true"),
                step(outcome)
            )
        };
        let run = |outcome: &str| {
            judge_records(record(outcome).as_bytes(), &Readings::default(), &mut Trace).unwrap()
        };
        assert_eq!(run("false")[0].verdict, Verdict::Pass);
        assert_eq!(run(r#"{"type":"E","message":"no"}"#)[0].verdict, Verdict::Pass);
        assert_eq!(run(r#"{"return_type":"INCORPORATED"}"#)[0].verdict, Verdict::Fail);
    }
}
