//! Record files: JSON arrays of constructions with their inputs and the published output.

use actum_canon::json::{Kind, Limits, Parser, Value};

use super::Verdict;
use super::case::CaseFileError;
use super::reading::{Instead, Readings};
use super::shape::{self, Question};
use super::subject::{Answer, Refused, Request, Subject, Verb};
use super::value::{same, text, with};

/// The member with the output of the strict reading.
const STRICT: &str = "expected_strict_seed_reading";

/// Beginnings of expected texts that stand for "no answer of this kind exists".
const NOT_APPLICABLE: &str = "n/a";

/// A file of records may be larger than a document that strangers send.
const LIMITS: Limits = Limits { depth: 128, bytes: 256 << 20 };

/// What became of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordResult {
    /// The record's id.
    pub id: String,
    /// What it computes.
    pub construction: String,
    /// What was found.
    pub verdict: Verdict,
    /// The clause of a declared reading, where one took the place of the recorded output.
    pub reading: Option<String>,
    /// What differed or why it was not run; empty for what passed.
    pub reason: String,
}

/// Runs every record of a file.
///
/// The expected output is `expected_strict_seed_reading` where the record has it, else what a declared reading says, else
/// `expected` or `expected_error`. Of a refusal only the fact is compared, and the text where the record is of the form
/// `governance`, whose texts are published.
///
/// # Errors
///
/// A file that is no array of records.
pub fn judge_records(
    bytes: &[u8],
    readings: &Readings,
    subject: &mut impl Subject,
) -> Result<Vec<RecordResult>, CaseFileError> {
    let mut parser = Parser::with_limits(LIMITS);
    let document = parser.parse(bytes).map_err(|error| CaseFileError::new(error.to_string()))?;
    let source = std::str::from_utf8(document.source()).unwrap_or_default();
    if document.root().kind() != Kind::Array {
        return Err(CaseFileError::new("a record file is an array".to_owned()));
    }
    let records = document.root().elements();
    Ok(records.map(|record| judge_record(record, source, readings, subject)).collect())
}

fn judge_record(
    record: Value<'_>,
    source: &str,
    readings: &Readings,
    subject: &mut impl Subject,
) -> RecordResult {
    let word = |name: &str| record.get(name).and_then(Value::as_str).unwrap_or_default().into_owned();
    let mut result = RecordResult {
        id: word("id"),
        construction: word("construction"),
        verdict: Verdict::NotRun,
        reading: None,
        reason: String::new(),
    };
    let inputs = record.get("inputs").filter(|inputs| inputs.kind() == Kind::Object);
    let Some(inputs) = inputs.filter(|_| !result.construction.is_empty()) else {
        "the record has no construction or no inputs".clone_into(&mut result.reason);
        return result;
    };
    let asked = shape::questions(&result.construction, record, inputs, source).or_else(|| {
        let wanted = Wanted::of(record)?;
        let name = &result.construction;
        let question = |inputs: Value<'_>| Question {
            name: name.clone(),
            inputs: source.get(inputs.span()).unwrap_or_default().to_owned(),
            wanted: wanted.clone(),
        };
        Some(twins(inputs).into_iter().map(question).collect())
    });
    let Some(asked) = asked else {
        "the record expects nothing".clone_into(&mut result.reason);
        return result;
    };
    for question in asked {
        // A reading that the record itself gives comes before a declared one.
        let declared = with(&question.inputs, |inputs| readings.of(&question.name, inputs)).flatten();
        let declared = declared.filter(|_| record.get(STRICT).is_none());
        let (name, inputs) = match declared.and_then(|reading| reading.ask.as_ref()) {
            Some((name, inputs)) => (name, inputs),
            None => (&question.name, &question.inputs),
        };
        let request = Request { verb: Verb::Call, name, inputs, context: "{}" };
        let wanted = declared.map_or(question.wanted, |reading| Wanted::instead(&reading.instead));
        if let Some(reading) = declared {
            result.reading = Some(reading.clause.clone());
        }
        subject.begin();
        (result.verdict, result.reason) = wanted.compare(&subject.answer(request));
        if result.verdict != Verdict::Pass {
            break;
        }
    }
    result
}

/// The inputs to ask about. A pair named `a` and `b` is of two inputs with one output: a collision of a joined form.
fn twins(inputs: Value<'_>) -> Vec<Value<'_>> {
    match (inputs.len(), inputs.get("a"), inputs.get("b")) {
        (2, Some(a), Some(b)) => vec![a, b],
        _ => vec![inputs],
    }
}

/// What a record wants.
#[derive(Debug, Clone)]
pub(super) enum Wanted {
    Value(String),
    Refusal {
        message: Option<String>,
    },
    /// Any answer but a refusal.
    Accepted,
}

impl Wanted {
    fn instead(declared: &Instead) -> Self {
        match declared {
            Instead::Value(value) => Self::Value(value.clone()),
            Instead::Refusal => Self::Refusal { message: None },
            Instead::Accepted => Self::Accepted,
        }
    }

    fn of(record: Value<'_>) -> Option<Self> {
        if let Some(strict) = record.get(STRICT) {
            return Some(Self::Value(text(strict)));
        }
        if record.get("expected_error").is_some() {
            return Some(Self::Refusal { message: None });
        }
        let expected = record.get("expected")?;
        let governance = record.get("form").and_then(Value::as_str).is_some_and(|form| form == "governance");
        if !governance {
            return Some(Self::Value(text(expected)));
        }
        match expected.get("error") {
            Some(error) => {
                let message = error.get("message").and_then(Value::as_str);
                Some(Self::Refusal { message: message.map(std::borrow::Cow::into_owned) })
            }
            None => expected.get("result").map(|result| Self::Value(text(result))),
        }
    }

    fn compare(&self, answer: &Answer) -> (Verdict, String) {
        match (self, answer) {
            (_, Answer::Unable(why)) => (Verdict::NotRun, why.clone()),
            (Self::Accepted, Answer::Value(_)) => (Verdict::Pass, String::new()),
            (Self::Accepted, Answer::Refused(refused)) => {
                (Verdict::Fail, format!("expected that it goes through, found {refused}"))
            }
            (Self::Value(wanted), Answer::Value(found)) => {
                let alike = with(wanted, |wanted| with(found, |found| matches(wanted, found)));
                match alike.flatten() {
                    Some(true) => (Verdict::Pass, String::new()),
                    _ => (Verdict::Fail, format!("expected {wanted}, found {found}")),
                }
            }
            (Self::Value(wanted), Answer::Refused(refused)) => {
                (Verdict::Fail, format!("expected {wanted}, found {refused}"))
            }
            (Self::Refusal { message: None }, Answer::Refused(_)) => (Verdict::Pass, String::new()),
            (Self::Refusal { message: Some(wanted) }, Answer::Refused(Refused { message, .. })) => {
                if wanted == message {
                    (Verdict::Pass, String::new())
                } else {
                    (Verdict::Fail, format!("expected the text `{wanted}`, found `{message}`"))
                }
            }
            (Self::Refusal { .. }, Answer::Value(found)) => {
                (Verdict::Fail, format!("expected a refusal, found {found}"))
            }
        }
    }
}

/// Whether a found value is what is wanted. In an array of answers some may not be applicable, and those say nothing.
fn matches(wanted: Value<'_>, found: Value<'_>) -> bool {
    if wanted.kind() != Kind::Array || found.kind() != Kind::Array {
        return same(wanted, found);
    }
    let applies = |value: Value<'_>| !value.as_str().is_some_and(|text| text.starts_with(NOT_APPLICABLE));
    wanted.len() == found.len()
        && wanted
            .elements()
            .zip(found.elements())
            .all(|(wanted, found)| !applies(wanted) || same(wanted, found))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers `double` of `n`, refuses odd `n` for `half`, and does not know anything else.
    struct Sums;

    impl Subject for Sums {
        fn begin(&mut self) {}

        fn answer(&mut self, request: Request<'_>) -> Answer {
            let n =
                with(request.inputs, |inputs| inputs.get("n")?.as_number()?.as_u64()).flatten().unwrap_or(0);
            match request.name {
                "double" => Answer::Value((n * 2).to_string()),
                "list" => Answer::Value(format!("[{n},null]")),
                "half" if n % 2 == 1 => {
                    Answer::Refused(Refused { message: "odd".into(), ..Refused::default() })
                }
                "half" => Answer::Value((n / 2).to_string()),
                _ => Answer::Unable("unknown".into()),
            }
        }
    }

    fn run(record: &str, readings: &str) -> RecordResult {
        let readings = Readings::parse(readings.as_bytes()).unwrap();
        judge_records(format!("[{record}]").as_bytes(), &readings, &mut Sums).unwrap().remove(0)
    }

    const NONE: &str = r#"{"readings":[]}"#;

    #[test]
    fn a_record_passes_by_value_or_by_refusal_and_fails_by_the_other() {
        for (record, verdict) in [
            (r#"{"id":"a","construction":"double","inputs":{"n":2},"expected":4}"#, Verdict::Pass),
            (r#"{"id":"a","construction":"double","inputs":{"n":2},"expected":5}"#, Verdict::Fail),
            (
                r#"{"id":"a","construction":"half","inputs":{"n":3},"expected_error":{"type":"E","message":"x"}}"#,
                Verdict::Pass,
            ),
            (r#"{"id":"a","construction":"half","inputs":{"n":2},"expected_error":{}}"#, Verdict::Fail),
            (r#"{"id":"a","construction":"half","inputs":{"n":3},"expected":1}"#, Verdict::Fail),
            (r#"{"id":"a","construction":"root","inputs":{"n":4},"expected":2}"#, Verdict::NotRun),
            (r#"{"id":"a","construction":"double","inputs":{"n":2}}"#, Verdict::NotRun),
            (
                r#"{"id":"a","construction":"half","form":"governance","inputs":{"n":3},"expected":{"error":{"message":"odd"}}}"#,
                Verdict::Pass,
            ),
            (
                r#"{"id":"a","construction":"half","form":"governance","inputs":{"n":3},"expected":{"error":{"message":"Odd"}}}"#,
                Verdict::Fail,
            ),
            (
                r#"{"id":"a","construction":"half","form":"governance","inputs":{"n":4},"expected":{"result":2}}"#,
                Verdict::Pass,
            ),
        ] {
            assert_eq!(run(record, NONE).verdict, verdict, "{record}");
        }
    }

    #[test]
    fn both_of_a_colliding_pair_have_the_output() {
        let pair = |b: u64| {
            format!(
                r#"{{"id":"a","construction":"double","inputs":{{"a":{{"n":2}},"b":{{"n":{b}}}}},"expected":4}}"#
            )
        };
        assert_eq!(run(&pair(2), NONE).verdict, Verdict::Pass);
        assert_eq!(run(&pair(3), NONE).verdict, Verdict::Fail);
    }

    #[test]
    fn the_strict_reading_of_a_record_comes_first_and_may_leave_answers_open() {
        let record = |strict: &str| {
            format!(
                r#"{{"id":"a","construction":"list","inputs":{{"n":2}},"expected":[9],"expected_strict_seed_reading":{strict}}}"#
            )
        };
        assert_eq!(run(&record(r#"[2,"n/a (no turn)"]"#), NONE).verdict, Verdict::Pass);
        assert_eq!(run(&record(r#"[3,"n/a"]"#), NONE).verdict, Verdict::Fail);
        assert_eq!(run(&record("[2]"), NONE).verdict, Verdict::Fail);
    }

    #[test]
    fn a_declared_reading_replaces_the_output_only_where_it_speaks_of_the_inputs() {
        let readings = r#"{"readings":[{"construction":"half","where":{"/n":[3,5]},"refused":true,"clause":"C","reason":"r"},
            {"construction":"double","where":{"/n":[7]},"expected":14,"clause":"D","reason":"r"}]}"#;
        let record = |name: &str, n: u64, expected: u64| {
            format!(r#"{{"id":"a","construction":"{name}","inputs":{{"n":{n}}},"expected":{expected}}}"#)
        };
        let three = run(&record("half", 3, 1), readings);
        assert_eq!((three.verdict, three.reading.as_deref()), (Verdict::Pass, Some("C")));
        assert_eq!(run(&record("half", 9, 1), readings).verdict, Verdict::Fail);
        assert_eq!(run(&record("double", 7, 1), readings).verdict, Verdict::Pass);
        assert_eq!(run(&record("double", 8, 1), readings).verdict, Verdict::Fail);
        assert!(
            Readings::parse(
                br#"{"readings":[{"construction":"half","where":{},"clause":"C","reason":"r"}]}"#
            )
            .is_err()
        );
    }

    #[test]
    fn a_reading_may_ask_in_place_of_a_record_that_only_describes() {
        let readings = r#"{"readings":[{"construction":"half of an odd*","where":{},"call":"half","inputs":{"n":3},"refused":true,
            "clause":"C","reason":"r"},{"construction":"anything","where":{},"call":"double","inputs":{"n":3},"accepted":true,
            "clause":"C","reason":"r"}]}"#;
        let record =
            |name: &str| format!(r#"{{"id":"a","construction":"{name}","inputs":{{}},"expected":1}}"#);
        assert_eq!(run(&record("half of an odd number"), readings).verdict, Verdict::Pass);
        assert_eq!(run(&record("anything"), readings).verdict, Verdict::Pass);
        assert_eq!(run(&record("half of an even number"), readings).verdict, Verdict::NotRun);
    }

    #[test]
    fn what_is_no_array_is_no_record_file() {
        for bytes in ["", "{}", "[1", "null"] {
            assert!(judge_records(bytes.as_bytes(), &Readings::default(), &mut Sums).is_err(), "{bytes}");
        }
        let odd = judge_records(b"[1, {}]", &Readings::default(), &mut Sums).unwrap();
        assert!(odd.iter().all(|record| record.verdict == Verdict::NotRun));
    }
}
