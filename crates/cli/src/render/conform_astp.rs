//! The report of the ASTP vectors: for people, and for test runners.

use std::collections::BTreeMap;
use std::fmt::Write;

use actum::conform::astp::{CaseResult, Report, Verdict};

use super::conform_junit::text as xml;
use super::escape::plain;
use super::style::{BOLD, DIM, RED, count, paint};

/// Renders the report for people: the level, every vector, the governance matrix, the record files.
pub(crate) fn text(report: &Report, level: u8) -> String {
    let mut out = String::new();
    let reached = report.level(level);
    let _ = writeln!(out, "level {level}: {}", verdict(reached));
    heading("vectors", &mut out);
    for row in &report.vectors {
        let cases = count(row.cases.len(), "case");
        let _ = writeln!(
            out,
            "  {:<8} {:<8} {:<11} {}, {cases}",
            row.id,
            verdict(row.verdict),
            row.class.as_str(),
            plain(&row.subject)
        );
        for case in row.cases.iter().filter(|case| case.verdict != Verdict::Pass) {
            let _ = writeln!(out, "      {}: {}", plain(&case.id), plain(&why(case)));
        }
    }
    heading("governance rules", &mut out);
    for rule in &report.rules {
        let vectors = if rule.vectors.is_empty() { "no vector".to_owned() } else { rule.vectors.join(", ") };
        let _ =
            writeln!(out, "  {:<5} {:<8} {} ({vectors})", rule.id, verdict(rule.verdict), plain(rule.demand));
    }
    if !report.records.is_empty() {
        heading("records", &mut out);
    }
    for (name, records) in &report.records {
        let of = |sought: Verdict| records.iter().filter(|record| record.verdict == sought).count();
        let _ = writeln!(
            out,
            "  {}: {} passed, {} failed, {} not run",
            plain(name),
            of(Verdict::Pass),
            of(Verdict::Fail),
            of(Verdict::NotRun)
        );
        let mut unknown: BTreeMap<&str, usize> = BTreeMap::new();
        for record in records.iter().filter(|record| record.verdict == Verdict::NotRun) {
            *unknown.entry(&record.construction).or_default() += 1;
        }
        for (construction, number) in unknown {
            let _ = writeln!(out, "      not run: {} of `{}`", count(number, "record"), plain(construction));
        }
        for record in records.iter().filter(|record| record.verdict == Verdict::Fail) {
            let _ = writeln!(out, "      {}: {}", plain(&record.id), plain(&record.reason));
        }
    }
    out
}

fn heading(title: &str, out: &mut String) {
    let _ = writeln!(out, "\n{}", paint(BOLD, title));
}

fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Pass => verdict.to_string(),
        Verdict::NotRun => paint(DIM, verdict),
        Verdict::Fail => paint(RED, verdict),
    }
}

fn why(case: &CaseResult) -> String {
    case.reason.as_ref().map(|(step, why)| format!("step {step}, {why}")).unwrap_or_default()
}

/// Renders the report in the form that test runners read: a suite for each vector and each record file.
pub(crate) fn junit(report: &Report) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"astp\">\n");
    for row in &report.vectors {
        let cases = row.cases.iter().map(|case| (case.id.as_str(), case.verdict, why(case)));
        suite(&row.id, &cases.collect::<Vec<_>>(), &mut out);
    }
    for (name, records) in &report.records {
        let cases = records.iter().map(|one| (one.id.as_str(), one.verdict, one.reason.clone()));
        suite(name, &cases.collect::<Vec<_>>(), &mut out);
    }
    out.push_str("</testsuites>\n");
    out
}

fn suite(name: &str, cases: &[(&str, Verdict, String)], out: &mut String) {
    let of = |sought: Verdict| cases.iter().filter(|(_, verdict, _)| *verdict == sought).count();
    let _ = writeln!(
        out,
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">",
        xml(name),
        cases.len(),
        of(Verdict::Fail),
        of(Verdict::NotRun)
    );
    for (id, verdict, why) in cases {
        let _ = write!(out, "    <testcase classname=\"{}\" name=\"{}\"", xml(name), xml(id));
        match verdict {
            Verdict::Pass => out.push_str("/>\n"),
            Verdict::Fail => {
                let _ = writeln!(out, "><failure message=\"{}\"/></testcase>", xml(why));
            }
            Verdict::NotRun => {
                let _ = writeln!(out, "><skipped message=\"{}\"/></testcase>", xml(why));
            }
        }
    }
    out.push_str("  </testsuite>\n");
}
