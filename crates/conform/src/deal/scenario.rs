//! A scenario of the suite (DEAL 13.1; suite section 3, input format).

use std::fmt;
use std::ops::Range;

use actum_canon::json::{Kind, Parser, Value};

use super::messages::{Cut, cut};
use super::pattern::Pattern;

/// One scenario: what is sent, and what is expected of it.
#[derive(Clone, Debug)]
pub struct Scenario {
    file: String,
    messages: Vec<Range<usize>>,
    pub(super) test_id: String,
    description: String,
    version: Option<String>,
    pub(super) state: Option<String>,
    pub(super) errors: Vec<Pattern>,
    /// The member `expect` as the file spells it.
    pub(super) expect: Option<String>,
}

impl Scenario {
    /// Reads a scenario file.
    ///
    /// Members that DEAL 13.1 does not name are allowed and say nothing. `expected_errors` may be left out where
    /// there are none, `protocol_version` where the scenario is for the session's own.
    ///
    /// # Errors
    ///
    /// Where the bytes are no scenario. What its messages are is no concern of this: whatever stands there is sent.
    pub fn parse(bytes: &[u8]) -> Result<Self, ScenarioError> {
        let file = str::from_utf8(bytes)
            .map_err(|error| ScenarioError::at(bytes, error.valid_up_to(), "not UTF-8"))?;
        let cut = cut(file)?;
        let mut parser = Parser::new();
        let document = parser.parse(cut.frame.as_bytes()).map_err(|error| {
            ScenarioError::at(bytes, cut.in_file(error.offset()), &error.kind().to_string())
        })?;
        Reader { bytes, cut: &cut, root: document.root() }.scenario(file)
    }

    /// The test's id.
    pub fn test_id(&self) -> &str {
        &self.test_id
    }

    /// What the scenario says that it is about.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The protocol version that the scenario asks for.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// The messages in order, byte for byte as the file spells them.
    pub fn messages(&self) -> impl Iterator<Item = &str> {
        self.messages.iter().filter_map(|range| self.file.get(range.clone()))
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    cut: &'a Cut,
    root: Value<'a>,
}

impl Reader<'_> {
    fn scenario(&self, file: &str) -> Result<Scenario, ScenarioError> {
        let missing = |name: &str| self.refuse(self.root, &format!("`{name}` is required"));
        let messages = self.root.get("messages").ok_or_else(|| missing("messages"))?;
        if messages.kind() != Kind::Array || !messages.is_empty() {
            return Err(
                self.refuse(messages, "`messages` must be an array, its name spelled without escapes")
            );
        }
        let state = self.root.get("expected_final_state");
        let state = state.ok_or_else(|| missing("expected_final_state"))?;
        Ok(Scenario {
            messages: self.cut.messages.clone(),
            test_id: self.text("test_id")?.ok_or_else(|| missing("test_id"))?,
            description: self.text("description")?.unwrap_or_default(),
            version: self.text("protocol_version")?,
            state: match state.kind() {
                Kind::Null => None,
                _ => self.text("expected_final_state")?,
            },
            errors: self.errors()?,
            expect: self.expect()?,
            file: file.to_owned(),
        })
    }

    fn text(&self, name: &str) -> Result<Option<String>, ScenarioError> {
        let Some(value) = self.root.get(name) else {
            return Ok(None);
        };
        let text = value.as_str().ok_or_else(|| self.refuse(value, &format!("`{name}` must be a string")))?;
        Ok(Some(text.into_owned()))
    }

    fn errors(&self) -> Result<Vec<Pattern>, ScenarioError> {
        let Some(errors) = self.root.get("expected_errors") else {
            return Ok(Vec::new());
        };
        if errors.kind() != Kind::Array {
            return Err(self.refuse(errors, "`expected_errors` must be an array"));
        }
        let form = "an expected error in none of the forms of DEAL 13.4";
        errors.elements().map(|one| Pattern::read(one).ok_or_else(|| self.refuse(one, form))).collect()
    }

    fn expect(&self) -> Result<Option<String>, ScenarioError> {
        let Some(expect) = self.root.get("expect") else {
            return Ok(None);
        };
        if expect.kind() != Kind::Object {
            return Err(self.refuse(expect, "`expect` must be an object"));
        }
        Ok(self.cut.frame.get(expect.span()).map(str::to_owned))
    }

    fn refuse(&self, value: Value<'_>, what: &str) -> ScenarioError {
        ScenarioError::at(self.bytes, self.cut.in_file(value.span().start), what)
    }
}

/// Why bytes are no scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioError {
    line: usize,
    what: String,
}

impl ScenarioError {
    pub(super) fn at(bytes: &[u8], offset: usize, what: &str) -> Self {
        let before = bytes.get(..offset.min(bytes.len())).unwrap_or_default();
        Self { line: before.iter().filter(|byte| **byte == b'\n').count() + 1, what: what.to_owned() }
    }

    /// The line of the file, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for ScenarioError {}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str =
        r#"{"test_id":"SM-01","messages":[],"expected_final_state":null,"expected_errors":[]}"#;

    #[test]
    fn the_least_scenario_and_a_full_one_are_read() {
        assert_eq!(Scenario::parse(WHOLE.as_bytes()).unwrap().test_id(), "SM-01");
        let full = br#"{"test_id":"X","description":"d","protocol_version":"v0.3","messages":[{"a":1,"a":1}, 2],
            "expected_final_state":"Held","expected_errors":["StateError: x"],"expect":{"verdict":"pass"},"note":1}"#;
        let full = Scenario::parse(full).unwrap();
        assert_eq!((full.description(), full.version()), ("d", Some("v0.3")));
        assert_eq!(full.messages().collect::<Vec<_>>(), [r#"{"a":1,"a":1}"#, "2"]);
        assert_eq!((full.state.as_deref(), full.errors.len()), (Some("Held"), 1));
        assert_eq!(full.expect.as_deref(), Some(r#"{"verdict":"pass"}"#));
    }

    #[test]
    fn what_is_missing_or_of_another_kind_is_named() {
        for (from, to, what) in [
            (r#""test_id":"SM-01","#, "", "`test_id` is required"),
            (r#""messages":[],"#, "", "`messages` is required"),
            (r#""messages":[],"#, r#""messages":{},"#, "`messages` must be an array"),
            (r#""messages":[],"#, r#""mess\u0061ges":[{}],"#, "`messages` must be an array"),
            (r#""expected_final_state":null,"#, "", "`expected_final_state` is required"),
            (":null", ":7", "`expected_final_state` must be a string"),
            (r#""SM-01""#, "7", "`test_id` must be a string"),
            (r#""expected_errors":[]"#, r#""expected_errors":{}"#, "`expected_errors` must be an array"),
            (r#""expected_errors":[]"#, r#""expected_errors":[7]"#, "in none of the forms"),
            (r#""expected_errors":[]"#, r#""expect":[]"#, "`expect` must be an object"),
            (r#""expected_errors":[]"#, r#""test_id":"again""#, "repeated member name"),
            (":null", ":nul", "not JSON"),
        ] {
            assert!(WHOLE.contains(from), "{from}");
            let error = Scenario::parse(WHOLE.replace(from, to).as_bytes()).unwrap_err();
            assert!(error.to_string().contains(what), "{from} → {to}: {error}");
        }
        assert_eq!(Scenario::parse(b"{\n\xff").unwrap_err().to_string(), "line 2: not UTF-8");
    }

    #[test]
    fn an_error_behind_the_messages_names_its_own_line() {
        let file = "{\"messages\":[\n1,\n2\n],\n\"test_id\":!}";
        assert_eq!(Scenario::parse(file.as_bytes()).unwrap_err().line(), 5);
    }
}
