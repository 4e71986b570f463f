//! Reads a results file again, from this program or another, and counts it.

use std::fmt;

use actum_canon::digest::{Sha256, sha256};
use actum_canon::json::{Kind, Limits, Parser, Value};

use super::judge::Status;
use super::results::Summary;
use super::{PUBLISHED, VERSION};

/// Results files are read up to the parser's own bound; transcripts make them long.
const LIMITS: Limits = Limits { depth: 128, bytes: usize::MAX };

/// What a results file says.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The digest of the file's bytes.
    pub digest: Sha256,
    /// The totals, counted from the results.
    pub summary: Summary,
    /// Each test's id and how it ended, in the order of the file.
    pub tests: Vec<(String, Status)>,
}

impl Tally {
    /// Reads a results file and counts it anew.
    ///
    /// # Errors
    ///
    /// Where the bytes are no results file, or its summary is not what its results give.
    pub fn read(bytes: &[u8]) -> Result<Self, TallyError> {
        let mut parser = Parser::with_limits(LIMITS);
        let document = parser.parse(bytes).map_err(|error| TallyError(error.to_string()))?;
        let root = document.root();
        if let Some(version) = root.get("protocol_version").filter(|version| !is(*version, VERSION)) {
            return Err(TallyError(format!("these are results for protocol version {version:?}")));
        }
        let results = root.get("results").filter(|results| results.kind() == Kind::Array);
        let results = results.ok_or_else(|| TallyError("`results` must be an array".into()))?;
        let mut tests = Vec::with_capacity(results.len());
        for (at, result) in results.elements().enumerate() {
            let missing = |what: &str| TallyError(format!("`results[{at}].{what}`"));
            let id = result.get("test_id").and_then(Value::as_str);
            let id = id.ok_or_else(|| missing("test_id` must be a string"))?.into_owned();
            let word = result.get("status");
            let all = [Status::Pass, Status::Fail, Status::Error];
            let status = all.into_iter().find(|status| word.is_some_and(|word| is(word, status.name())));
            tests.push((id, status.ok_or_else(|| missing("status` must be `PASS`, `FAIL` or `ERROR"))?));
        }
        let summary = Summary::of(tests.iter().map(|(id, status)| (id.as_str(), *status)));
        agree(root, &summary)?;
        Ok(Self { digest: sha256(bytes), summary, tests })
    }

    /// The published tests that the file does not hold (suite section 2).
    pub fn missing(&self) -> Vec<&'static str> {
        PUBLISHED.into_iter().filter(|id| !self.tests.iter().any(|(test, _)| test == id)).collect()
    }

    /// Whether every published test is there and every test passed.
    pub fn complies(&self) -> bool {
        self.missing().is_empty() && self.summary.status() == Status::Pass
    }
}

/// A summary that another hand wrote must say what the results say.
fn agree(root: Value<'_>, counted: &Summary) -> Result<(), TallyError> {
    let Some(written) = root.get("summary") else {
        return Ok(());
    };
    for (name, number) in [
        ("total", counted.total),
        ("passed", counted.passed),
        ("failed", counted.failed),
        ("errors", counted.errors),
    ] {
        let found = written.get(name).and_then(Value::as_number);
        if let Some(found) = found.filter(|found| found.as_u64() != Some(number as u64)) {
            let found = found.as_str();
            return Err(TallyError(format!("the summary says {found} `{name}`, the results give {number}")));
        }
    }
    Ok(())
}

fn is(value: Value<'_>, text: &str) -> bool {
    value.as_str().is_some_and(|value| value == text)
}

/// Why bytes are no results file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TallyError(String);

impl fmt::Display for TallyError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for TallyError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_counted_and_what_is_missing_is_named() {
        let file = br#"{"results":[{"test_id":"SM-01","status":"PASS"},{"test_id":"SM-02","status":"FAIL"}],
            "summary":{"total":2,"passed":1}}"#;
        let tally = Tally::read(file).unwrap();
        assert_eq!((tally.summary.total, tally.summary.passed, tally.summary.failed), (2, 1, 1));
        assert_eq!(tally.missing().len(), 9);
        assert!(!tally.complies());
        assert_eq!(tally.digest, sha256(file));
    }

    #[test]
    fn only_all_published_tests_passed_comply() {
        let result = |id: &str| format!(r#"{{"test_id":"{id}","status":"PASS"}}"#);
        let all: Vec<_> = PUBLISHED.into_iter().map(result).collect();
        let file = |results: &[String]| format!(r#"{{"results":[{}]}}"#, results.join(","));
        assert!(Tally::read(file(&all).as_bytes()).unwrap().complies());
        assert!(!Tally::read(file(&all[1..]).as_bytes()).unwrap().complies());
    }

    #[test]
    fn what_is_no_results_file_or_contradicts_itself_is_refused() {
        for (file, what) in [
            ("", "no value"),
            ("{}", "`results` must be an array"),
            (r#"{"results":[{}]}"#, "`results[0].test_id` must be a string"),
            (r#"{"results":[{"test_id":"X","status":"pass"}]}"#, "`results[0].status` must be"),
            (r#"{"results":[],"protocol_version":"v0.2"}"#, "results for protocol version"),
            (r#"{"results":[],"summary":{"total":12}}"#, "the summary says 12 `total`, the results give 0"),
        ] {
            let error = Tally::read(file.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(what), "{file}: {error}");
        }
    }
}
