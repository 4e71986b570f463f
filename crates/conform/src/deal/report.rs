//! The compliance report (suite section 4; DEAL 13.7), as Markdown.

use std::fmt::{self, Write};

use super::tally::Tally;
use super::{PUBLISHED, SUITE, Status};

/// What its sections 3 to 5 say beside what is counted. Everything is a parameter: no clock is read here.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Name and version.
    pub implementation: String,
    /// Programming language and runtime.
    pub language: String,
    /// Where the source is, if public.
    pub repository: Option<String>,
    /// The command whose run wrote the results.
    pub command: String,
    /// Intentional deviations, each with its justification.
    pub divergences: Vec<String>,
    /// Date of the run.
    pub date: Option<String>,
    /// How to reach the implementer.
    pub contact: Option<String>,
    /// Where a PGP signature of the results file is.
    pub signature: Option<String>,
}

impl Report {
    /// Writes the report on a results file.
    pub fn write(&self, tally: &Tally) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = self.put(tally, &mut out);
        out
    }

    fn put(&self, tally: &Tally, out: &mut String) -> fmt::Result {
        let summary = &tally.summary;
        writeln!(
            out,
            "# Compliance report\n\n## 1. Test suite version\n\n{SUITE}\n\n## 2. Results summary\n"
        )?;
        writeln!(out, "- Total tests: {}\n- Passed: {}", summary.total, summary.passed)?;
        writeln!(out, "- Failed: {}\n- Errors: {}\n\nCategory breakdown:\n", summary.failed, summary.errors)?;
        for (category, passed, total) in &summary.categories {
            writeln!(out, "- {category}: {passed}/{total}")?;
        }
        for (id, status) in tally.tests.iter().filter(|(_, status)| *status != Status::Pass) {
            writeln!(out, "- not passed: {} ({status})", line(id))?;
        }
        writeln!(out, "\n## 3. Implementation details\n")?;
        writeln!(out, "- Implementation: {}", line(&self.implementation))?;
        writeln!(out, "- Language and runtime: {}", line(&self.language))?;
        writeln!(out, "- Repository: {}", self.repository.as_deref().map_or("not public".into(), line))?;
        writeln!(out, "- Execution command: `{}`", line(&self.command))?;
        writeln!(out, "- SHA-256 of the results file: `{}`", tally.digest)?;
        writeln!(out, "\n## 4. Divergence notes\n")?;
        self.divergences(tally, out)?;
        writeln!(out, "\n## 5. Timestamp and attestation\n")?;
        let stated = |text: &Option<String>| text.as_deref().map_or("not stated".into(), line);
        writeln!(out, "- Date of execution: {}", stated(&self.date))?;
        writeln!(out, "- Contact: {}", stated(&self.contact))?;
        writeln!(
            out,
            "- PGP signature of the results file: {}",
            self.signature.as_deref().map_or("none".into(), line)
        )
    }

    fn divergences(&self, tally: &Tally, out: &mut String) -> fmt::Result {
        let listed = PUBLISHED.len();
        writeln!(
            out,
            "- The suite's report template counts 12 tests; its section 2 lists {listed}, and its category breakdown \
             adds up to {listed}. The totals above are counted from the results file."
        )?;
        let missing = tally.missing();
        if !missing.is_empty() {
            writeln!(out, "- Published tests that this run did not hold: {}", missing.join(", "))?;
        }
        let beyond = tally.tests.iter().filter(|(id, _)| !PUBLISHED.contains(&id.as_str())).count();
        if beyond > 0 {
            writeln!(out, "- {beyond} of the tests above are not among those that the suite lists.")?;
        }
        for note in &self.divergences {
            writeln!(out, "- {}", line(note))?;
        }
        Ok(())
    }
}

/// Text on one line, so that none of it can pass for a line of the report.
fn line(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(results: &str) -> String {
        let tally = Tally::read(format!(r#"{{"results":[{results}]}}"#).as_bytes()).unwrap();
        let report = Report {
            implementation: "one 1.0".into(),
            command: "one run\n- Passed: 12".into(),
            divergences: vec!["a note".into()],
            contact: Some("somebody".into()),
            ..Report::default()
        };
        report.write(&tally)
    }

    #[test]
    fn totals_come_from_the_results_and_not_from_the_template() {
        let text = report(r#"{"test_id":"SM-01","status":"PASS"},{"test_id":"EX-01","status":"FAIL"}"#);
        for part in [
            "Protocol v0.3 Integration Test Suite v1.0 (2026-09-08)\n",
            "- Total tests: 2\n- Passed: 1\n- Failed: 1\n- Errors: 0\n",
            "- State Machine: 1/1\n- Other: 0/1\n- not passed: EX-01 (FAIL)\n",
            "- Implementation: one 1.0\n",
            "- Repository: not public\n",
            "- Execution command: `one run - Passed: 12`\n",
            "- SHA-256 of the results file: `sha256:",
            "did not hold: SM-02, SM-03, MV-01",
            "- 1 of the tests above are not among those that the suite lists.\n- a note\n",
            "- Date of execution: not stated\n- Contact: somebody\n- PGP signature of the results file: none\n",
        ] {
            assert!(text.contains(part), "{part}\nin\n{text}");
        }
    }
}
