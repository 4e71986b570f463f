//! The verdicts of a suite as JUnit XML: a suite for each criterion, a test for each case.

use std::fmt::Write;

use actum::conform::tmpa::{CaseReport, Report, Verdict};

pub(crate) fn write(suite: &str, report: &Report) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let [failed, error, left] = counts(report.cases.iter());
    let _ = writeln!(
        out,
        "<testsuites name=\"{}\" tests=\"{}\" failures=\"{failed}\" errors=\"{error}\" skipped=\"{left}\">",
        text(suite),
        report.cases.len()
    );
    for criterion in &report.criteria {
        let cases = || report.cases.iter().filter(|case| case.criterion == criterion.criterion);
        let [failed, error, left] = counts(cases());
        let _ = writeln!(
            out,
            "  <testsuite name=\"{} {}\" tests=\"{}\" failures=\"{failed}\" errors=\"{error}\" skipped=\"{left}\">",
            criterion.criterion,
            text(criterion.criterion.subject()),
            criterion.cases
        );
        cases().for_each(|each| case(each, &mut out));
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

/// How a case stands in a format that knows neither PARTIAL nor NOT RUN.
enum Standing {
    Passed,
    Failed,
    Error,
    Skipped,
}

fn standing(case: &CaseReport) -> Standing {
    match (case.verdict(), case.run.state().as_str()) {
        (Verdict::Pass, _) => Standing::Passed,
        (Verdict::Fail, _) => Standing::Failed,
        (_, "error") => Standing::Error,
        _ => Standing::Skipped,
    }
}

fn counts<'c>(cases: impl Iterator<Item = &'c CaseReport>) -> [usize; 3] {
    let mut counts = [0; 3];
    for case in cases {
        let [failed, error, left] = &mut counts;
        match standing(case) {
            Standing::Passed => {}
            Standing::Failed => *failed += 1,
            Standing::Error => *error += 1,
            Standing::Skipped => *left += 1,
        }
    }
    counts
}

fn case(case: &CaseReport, out: &mut String) {
    let _ = write!(out, "    <testcase classname=\"{}\" name=\"{}\"", case.criterion, text(&case.id));
    let message = case.run.message().unwrap_or_default();
    let (tag, body) = match standing(case) {
        Standing::Passed => {
            out.push_str("/>\n");
            return;
        }
        Standing::Failed => {
            let failures: Vec<String> =
                case.failures().map(|failed| format!("{}: {}", failed.id, failed.note)).collect();
            ("failure", failures.join("\n"))
        }
        Standing::Error => ("error", message.to_owned()),
        Standing::Skipped if message.is_empty() => ("skipped", "not every assertion was executed".to_owned()),
        Standing::Skipped => ("skipped", message.to_owned()),
    };
    let first = body.lines().next().unwrap_or_default();
    let _ =
        writeln!(out, ">\n      <{tag} message=\"{}\">{}</{tag}>\n    </testcase>", text(first), text(&body));
}

/// Text that XML 1.0 can hold.
pub(super) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            control if control.is_control() || matches!(control, '\u{fffe}' | '\u{ffff}') => {
                out.push('\u{fffd}')
            }
            other => out.push(other),
        }
    }
    out
}
