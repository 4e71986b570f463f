//! The verdicts of a suite, and the state of an evidence package.

use std::fmt::Write;
use std::path::Path;

use actum::conform::tmpa::claim::Level;
use actum::conform::tmpa::{
    AssertionOutcome, CaseReport, Corpus, Outcome, Package, Report, Verdict, Verified, aggregate,
};
use anstyle::{AnsiColor, Style};

use super::escape::{cut, id, plain};
use super::style::{BOLD, DIM, RED, count, paint};

const GREEN: Style = AnsiColor::Green.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();

/// Cases that are told one by one; the page of the package has them all.
const SHOWN: usize = 40;

/// Bytes of a note at most.
const NOTE: usize = 400;

pub(crate) fn report(corpus: &Corpus, outcome: &Outcome, package: &Package, folder: &Path) -> String {
    let (name, version) = &outcome.implementation;
    let mut out = format!(
        "{} {}  {}\n  {} of {} {}\n\n",
        paint(BOLD, plain(name)),
        plain(version),
        verdict(outcome.report.aggregate),
        count(outcome.report.cases.len(), "case"),
        plain(&corpus.id),
        plain(&corpus.version)
    );
    out.push_str(&criteria(&outcome.report));
    out.push_str(&levels(corpus, outcome));
    cases(&outcome.report, &mut out);
    let _ = writeln!(out, "\nevidence package {}\n  {}", id(&folder.display().to_string()), package.digest());
    out
}

pub(crate) fn verified(verified: &Verified) -> String {
    let mut out = String::new();
    if verified.broken.is_empty() {
        let _ = writeln!(out, "{} the package holds: every digest, manifest and verdict", paint(GREEN, "ok"));
    }
    for line in &verified.broken {
        let _ = writeln!(out, "{} {}", paint(RED, "broken:"), plain(line));
    }
    let (name, version) = &verified.subject.implementation;
    let _ = writeln!(
        out,
        "\n{} {}  {}\n",
        paint(BOLD, plain(name)),
        plain(version),
        verdict(verified.report.aggregate)
    );
    out.push_str(&criteria(&verified.report));
    out
}

/// A claim that the package supports.
pub(crate) fn claim(text: &str) -> String {
    plain_lines(text)
}

/// Why there is no claim.
pub(crate) fn unsupported(level: &str, reasons: &[&str]) -> String {
    let mut out =
        format!("{} the package does not support a claim of the level `{level}`\n", paint(RED, "no claim:"));
    for reason in reasons {
        let _ = writeln!(out, "  {}", plain(reason));
    }
    out
}

fn plain_lines(text: &str) -> String {
    text.lines().map(|line| plain(line) + "\n").collect()
}

fn criteria(report: &Report) -> String {
    let mut out = String::new();
    for criterion in &report.criteria {
        let [passed, failed, left] = criterion.assertions;
        let word = verdict(criterion.verdict);
        let padding = " ".repeat("NOT RUN".len().saturating_sub(criterion.verdict.as_str().len()));
        let mut numbers = format!("{}, {passed} passed", count(criterion.cases, "case"));
        for (number, what) in [(failed, "failed"), (left, "not executed")] {
            if number > 0 {
                let _ = write!(numbers, ", {number} {what}");
            }
        }
        let _ = writeln!(
            out,
            "  {}  {word}{padding}  {:<44}{}",
            criterion.criterion,
            criterion.criterion.subject(),
            paint(DIM, numbers)
        );
    }
    out
}

/// Each level by its own cases, where several were run: a claim rests on those of Core and of one other at most.
fn levels(corpus: &Corpus, outcome: &Outcome) -> String {
    let of = |level: Level| {
        let cases = corpus.cases.iter().zip(&outcome.report.cases);
        cases
            .filter(move |(loaded, _)| corpus.level(&loaded.case) == level)
            .map(|(_, report)| report.verdict())
    };
    let mut levels = Level::ALL.map(|level| (level, of(level).count(), of(level))).into_iter();
    let several = levels.clone().filter(|(_, number, _)| *number > 0).count() > 1;
    let mut out = String::new();
    for (level, number, verdicts) in levels.by_ref().filter(|(_, number, _)| several && *number > 0) {
        let word = aggregate(verdicts);
        let padding = " ".repeat("NOT RUN".len().saturating_sub(word.as_str().len()));
        let _ = writeln!(
            out,
            "  {:<13}  {}{padding}  {}",
            level.as_str(),
            verdict(word),
            paint(DIM, count(number, "case"))
        );
    }
    if out.is_empty() { out } else { format!("\n{out}") }
}

/// The cases that did not pass, with the assertions that say why.
fn cases(report: &Report, out: &mut String) {
    let told: Vec<&CaseReport> = report.cases.iter().filter(|case| case.verdict() != Verdict::Pass).collect();
    if told.is_empty() {
        return;
    }
    out.push('\n');
    for case in told.iter().take(SHOWN) {
        let _ = writeln!(
            out,
            "{}  {}  {}",
            verdict(case.verdict()),
            paint(BOLD, id(&case.id)),
            plain(&case.title)
        );
        if let Some(reason) = &case.declared {
            let _ = writeln!(out, "  declared beforehand: {}", plain(reason));
        }
        if let Some(message) = case.run.message() {
            let _ = writeln!(out, "  not run: {}", cut(plain(message), NOTE));
            continue;
        }
        for checked in case.checked.iter().filter(|checked| checked.outcome != AssertionOutcome::Passed) {
            let _ = writeln!(out, "  {}: {}", id(&checked.id), cut(plain(&checked.note), NOTE));
        }
    }
    if told.len() > SHOWN {
        let _ = writeln!(out, "… and {} more", told.len() - SHOWN);
    }
}

fn verdict(verdict: Verdict) -> String {
    let style = match verdict {
        Verdict::Pass => GREEN,
        Verdict::Fail => RED,
        Verdict::Partial | Verdict::NotRun => YELLOW,
    };
    paint(style, verdict)
}
