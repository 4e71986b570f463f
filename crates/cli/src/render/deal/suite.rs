//! What a run of the published suite gave.

use std::fmt::Write;
use std::path::Path;

use actum::canon::digest::sha256;
use actum::deal::conform::{Results, Status, Summary, Tally};

use crate::render::escape::{id, plain};
use crate::render::style::{BOLD, DIM, RED, count, paint};

/// One line for each scenario, what differs beneath it, and the totals.
pub(crate) fn render(results: &Results, file: &Path, bytes: &[u8]) -> String {
    let mut out = String::new();
    for verdict in &results.verdicts {
        let style = if verdict.status == Status::Pass { DIM } else { RED };
        let status = paint(style, format_args!("{:<5}", verdict.status));
        let _ = writeln!(out, "{status} {}", id(&verdict.test_id));
        for mismatch in &verdict.mismatches {
            let _ = writeln!(out, "      {}", plain(mismatch));
        }
    }
    out.push_str(&totals(&results.summary()));
    let _ = writeln!(out, "{} {} {}", paint(DIM, "results:"), id(&file.display().to_string()), sha256(bytes));
    out
}

/// The totals, and each category.
pub(crate) fn totals(summary: &Summary) -> String {
    let mut out = String::new();
    let passed = format!("{} of {} passed", summary.passed, count(summary.total, "test"));
    let style = if summary.status() == Status::Pass { BOLD } else { RED };
    let _ = writeln!(
        out,
        "{}, {} failed, {}",
        paint(style, passed),
        summary.failed,
        count(summary.errors, "error")
    );
    for (category, passed, total) in &summary.categories {
        let _ = writeln!(out, "  {category:<24} {passed}/{total}");
    }
    out
}

/// Where the report is, and whether what it is about complies.
pub(crate) fn reported(tally: &Tally, report: &Path) -> String {
    let mut out = totals(&tally.summary);
    let missing = tally.missing();
    if !missing.is_empty() {
        let _ = writeln!(out, "{} {}", paint(RED, "published tests missing:"), missing.join(", "));
    }
    let _ = writeln!(out, "{} {}", paint(DIM, "results:"), tally.digest);
    let _ = writeln!(out, "{} {}", paint(DIM, "report:"), id(&report.display().to_string()));
    out
}
