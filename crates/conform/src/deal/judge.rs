//! Plays a scenario to an implementation and says whether it passed (DEAL 13.2).

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use actum_canon::encode::{JCS_NEAREST, Writer};
use actum_canon::json::{Parser, Value};

use super::VERSION;
use super::compare::canonical;
use super::expect::{self, Seen};
use super::scenario::Scenario;
use super::subject::{Implementation, Observable, Subject};

/// How a scenario ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// All is as expected.
    Pass,
    /// Something differs.
    Fail,
    /// The implementation crashed, or answered with something that is no transcript entry.
    Error,
}

impl Status {
    /// The word in the results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::Fail => "FAIL",
            Self::Error => "ERROR",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

/// What became of one scenario.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The test's id.
    pub test_id: String,
    /// How it ended.
    pub status: Status,
    /// The state of the first deal, `None` without one.
    pub state: Option<String>,
    /// All errors in order, in their written form; of a crash also what it said.
    pub errors: Vec<String>,
    /// What differs from the expectation, a line each.
    pub mismatches: Vec<String>,
    /// What the clock of the caller said; 0 until the caller sets it.
    pub execution_time_ms: u64,
    /// The transcript entries, each a canonical object with its message.
    pub(super) transcript: Vec<Vec<u8>>,
}

/// Plays a scenario to a fresh engine. A panic of the engine is an [`Status::Error`] and ends the scenario, no more.
pub fn judge<I: Implementation>(scenario: &Scenario, implementation: &I) -> Verdict {
    let mut run = Run::default();
    let played = catch_unwind(AssertUnwindSafe(|| run.play(scenario, implementation)));
    let crash = match played {
        Ok(Ok(())) => None,
        Ok(Err(Malformed)) => Some("the answer is no transcript entry".to_owned()),
        Err(payload) => Some(said(payload.as_ref())),
    };
    let status = match (&crash, run.mismatches.is_empty()) {
        (Some(_), _) => Status::Error,
        (None, true) => Status::Pass,
        (None, false) => Status::Fail,
    };
    if let Some(crash) = crash {
        let line = format!("crash at message {}: {crash}", run.submitted);
        run.errors.push(line.clone());
        run.mismatches = vec![line];
        run.state = None;
    }
    Verdict {
        test_id: scenario.test_id.clone(),
        status,
        state: run.state,
        errors: run.errors,
        mismatches: run.mismatches,
        execution_time_ms: 0,
        transcript: run.transcript,
    }
}

/// The implementation's answer cannot be read.
struct Malformed;

/// What can be seen where the version is not supported: nothing.
struct NotStarted;

impl Subject for NotStarted {
    fn submit(&mut self, _: &[u8], _: &mut Vec<u8>) {}

    fn state(&self) -> Option<String> {
        None
    }

    fn observe(&self, _: Observable) -> Option<Vec<u8>> {
        None
    }
}

#[derive(Default)]
struct Run {
    submitted: usize,
    state: Option<String>,
    errors: Vec<String>,
    seen: Seen,
    transcript: Vec<Vec<u8>>,
    mismatches: Vec<String>,
}

impl Run {
    fn play<I: Implementation>(&mut self, scenario: &Scenario, implementation: &I) -> Result<(), Malformed> {
        let version = scenario.version().unwrap_or(VERSION);
        let mut subject = implementation.start(version);
        match &mut subject {
            None => self.errors.push(format!("ValidationError: Unsupported protocol version {version}")),
            Some(subject) => {
                for message in scenario.messages() {
                    self.submit(message, subject)?;
                }
                self.state = subject.state();
            }
        }
        self.compare(scenario);
        if let Some(expect) = &scenario.expect {
            self.mismatches.extend(match &subject {
                Some(subject) => expect::check(expect, subject, &self.seen),
                None => expect::check(expect, &NotStarted, &self.seen),
            });
        }
        Ok(())
    }

    fn submit(&mut self, message: &str, subject: &mut impl Subject) -> Result<(), Malformed> {
        self.submitted += 1;
        let mut bytes = Vec::new();
        subject.submit(message.as_bytes(), &mut bytes);
        let mut parser = Parser::new();
        let entry = parser.parse(&bytes).map_err(|_| Malformed)?.root();
        let errors = entry.get("errors").ok_or(Malformed)?;
        for error in errors.elements() {
            self.errors.push(error.as_str().ok_or(Malformed)?.into_owned());
        }
        let after = entry.get("state_after").and_then(Value::as_str);
        self.seen.states.push(after.map(std::borrow::Cow::into_owned));
        let list = |name| entry.get(name).into_iter().flat_map(Value::elements);
        let names = list("events").filter_map(|event| event.get("event")?.as_str());
        self.seen.events.extend(names.map(std::borrow::Cow::into_owned));
        self.seen.notifications.extend(list("notifications").map(canonical));
        self.transcript.push(with_message(entry, message));
        Ok(())
    }

    fn compare(&mut self, scenario: &Scenario) {
        if self.state != scenario.state {
            let shown =
                |state: &Option<String>| state.as_ref().map_or("none".into(), |name| format!("`{name}`"));
            self.mismatches.push(format!(
                "final state: expected {}, found {}",
                shown(&scenario.state),
                shown(&self.state)
            ));
        }
        let pairs = scenario.errors.iter().zip(&self.errors);
        for (number, (wanted, found)) in
            pairs.enumerate().filter(|(_, (wanted, found))| !wanted.matches(found))
        {
            self.mismatches.push(format!("error {}: expected `{wanted}`, found `{found}`", number + 1));
        }
        for wanted in scenario.errors.iter().skip(self.errors.len()) {
            self.mismatches.push(format!("error missing: `{wanted}`"));
        }
        for found in self.errors.iter().skip(scenario.errors.len()) {
            self.mismatches.push(format!("error not expected: `{found}`"));
        }
    }
}

/// The entry in canonical bytes, the message beside the rest (DEAL 12.2). A message without canonical bytes stands
/// there as the text that was sent.
fn with_message(entry: Value<'_>, message: &str) -> Vec<u8> {
    let mut parser = Parser::new();
    let mut text = Vec::new();
    let canonical_message = parser
        .parse(message.as_bytes())
        .is_ok_and(|document| JCS_NEAREST.write(document.root(), &mut text).is_ok());
    if !canonical_message {
        text.clear();
        let mut writer = Writer::new(&JCS_NEAREST, &mut text);
        let Ok(()) = writer.string(message);
    }
    let mut members: Vec<_> =
        entry.members().map(|(name, value)| (name.into_owned(), canonical(value))).collect();
    members.retain(|(name, _)| name != "message");
    members.push(("message".to_owned(), text));
    members.sort_by(|(a, _), (b, _)| JCS_NEAREST.compare_names(a, b));
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&JCS_NEAREST, &mut bytes);
    let Ok(()) = writer.begin_object();
    for (name, value) in &members {
        let Ok(()) = writer.name(name);
        let Ok(()) = writer.raw(value);
    }
    let Ok(()) = writer.end_object();
    bytes
}

fn said(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given")
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers with the message itself, and panics where it is told to.
    struct Echo;

    impl Implementation for Echo {
        type Subject = Self;
        fn start(&self, version: &str) -> Option<Self> {
            (version == VERSION).then_some(Self)
        }
    }

    impl Subject for Echo {
        fn submit(&mut self, message: &[u8], entry: &mut Vec<u8>) {
            assert!(message != b"\"panic\"", "told to");
            entry.extend_from_slice(message);
        }
        fn state(&self) -> Option<String> {
            Some("Held".into())
        }
        fn observe(&self, _: Observable) -> Option<Vec<u8>> {
            None
        }
    }

    fn verdict(messages: &str, rest: &str) -> Verdict {
        let file =
            format!(r#"{{"test_id":"T","messages":[{messages}],"expected_final_state":"Held"{rest}}}"#);
        judge(&Scenario::parse(file.as_bytes()).unwrap(), &Echo)
    }

    #[test]
    fn state_errors_and_expectations_decide() {
        let entry = r#"{"errors":["StateError: x"],"events":[{"event":"E"}]}"#;
        let passed = verdict(entry, r#","expected_errors":["x"],"expect":{"events":["E"]}"#);
        assert_eq!((passed.status, passed.mismatches), (Status::Pass, vec![]));
        for (rest, mismatch) in [
            ("", "error not expected: `StateError: x`"),
            (r#","expected_errors":["y"]"#, "error 1: expected `y`, found `StateError: x`"),
            (r#","expected_errors":["x","z"]"#, "error missing: `z`"),
            (r#","expected_errors":["x"],"expect":{"events":["F"]}"#, "events: no \"F\" among [E]"),
        ] {
            let failed = verdict(entry, rest);
            assert_eq!((failed.status, failed.mismatches), (Status::Fail, vec![mismatch.to_owned()]));
        }
    }

    #[test]
    fn a_crash_is_an_error_that_keeps_what_came_before() {
        let crashed = verdict(r#"{"errors":["StateError: x"]},"panic",{"errors":[]}"#, "");
        assert_eq!(crashed.status, Status::Error);
        assert_eq!(crashed.errors, ["StateError: x", "crash at message 2: told to"]);
        assert_eq!((crashed.state, crashed.transcript.len()), (None, 1));
        for answer in ["7", "{}", r#"{"errors":[7]}"#, r#"{"errors":[],"errors":[]}"#] {
            assert_eq!(verdict(answer, "").status, Status::Error, "{answer}");
        }
    }

    #[test]
    fn an_unsupported_version_fails_unless_its_error_is_expected() {
        let version = r#","protocol_version":"v0.2""#;
        let failed = verdict("{}", version);
        assert_eq!(failed.errors, ["ValidationError: Unsupported protocol version v0.2"]);
        assert_eq!((failed.status, failed.state), (Status::Fail, None));
        let file = format!(
            r#"{{"test_id":"T","messages":[{{}}],"expected_final_state":null{version},
            "expected_errors":["Unsupported protocol version v0.2"],"expect":{{"deal_created":false}}}}"#
        );
        assert_eq!(judge(&Scenario::parse(file.as_bytes()).unwrap(), &Echo).status, Status::Pass);
        let vacuous = file.replace("deal_created\":false", "verdict\":\"pass\"");
        assert_eq!(judge(&Scenario::parse(vacuous.as_bytes()).unwrap(), &Echo).status, Status::Fail);
    }

    #[test]
    fn an_entry_is_canonical_and_holds_its_message() {
        let mut parser = Parser::new();
        let entry = parser.parse(br#"{"n":1.0,"errors":[],"message":"not this"}"#).unwrap().root();
        let shown = |message| String::from_utf8(with_message(entry, message)).unwrap();
        assert_eq!(shown(r#"{ "b":1e0, "a":2 }"#), r#"{"errors":[],"message":{"a":2,"b":1},"n":1}"#);
        assert_eq!(shown(r#"{"a":1,"a":2}"#), r#"{"errors":[],"message":"{\"a\":1,\"a\":2}","n":1}"#);
        assert_eq!(shown("1e999"), r#"{"errors":[],"message":"1e999","n":1}"#);
    }
}
