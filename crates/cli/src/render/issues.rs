//! One finding as a block of text: code, clause, object, place, causes and what would resolve it.

use std::fmt::Write;

use actum::tmpa::{Cause, Finding};

use super::escape::{id, plain};
use super::style::{BOLD, DIM, label, paint};

/// Members of a cause that are printed before the rest is counted.
const MEMBERS: usize = 8;

/// The first digits of an issue id, enough to ask `actum why` for it.
pub(crate) fn short(issue: actum::canon::digest::Sha256) -> String {
    let text = issue.to_string();
    text.strip_prefix("sha256:").unwrap_or(&text).chars().take(12).collect()
}

/// The finding as indented lines.
pub(crate) fn block(finding: &Finding<'_>, indent: usize) -> String {
    let mut out = String::new();
    let pad = " ".repeat(indent);
    let code = paint(BOLD, finding.code);
    let _ = write!(out, "{pad}{code}  {}", finding.clause);
    if let (Some(judgment), Some(view)) = (finding.judgment, finding.view) {
        let _ = write!(out, "  judged {judgment}, {}", label(view));
    }
    out.push('\n');
    let mut line = |name: &str, text: String| {
        let _ = writeln!(out, "{pad}  {} {text}", paint(DIM, format_args!("{name:<8}")));
    };
    if !finding.object_id.is_empty() {
        line("object", id(finding.object_id));
    }
    match (finding.relation, finding.target_id) {
        ("", "") => {}
        // An artifact without an id stands for itself: its source is named below.
        ("", target) if target == finding.source_id => {}
        ("", target) => line("target", id(target)),
        (relation, "") => line("relation", id(relation)),
        (relation, target) => line("refers", format!("{} -> {}", id(relation), id(target))),
    }
    line("source", id(finding.source_id));
    // What is absent from one place is one line, however many members it is.
    let alike = |left: &Cause, right: &Cause| {
        let key = |cause: &Cause| (cause.reason, cause.pointer.clone(), cause.found.clone());
        left.reason == "required" && key(left) == key(right)
    };
    for causes in finding.causes.chunk_by(alike) {
        line("cause", causes_text(causes));
    }
    line("resolve", plain(finding.remedy));
    line("issue", short(finding.id));
    out
}

/// Causes that differ only in what they expect, in one line: reason, clause, place, and what was expected and found.
fn causes_text(causes: &[Cause]) -> String {
    let Some(cause) = causes.first() else { return String::new() };
    let mut text = format!("{} ({})", cause.reason.replace('_', " "), cause.clause);
    match cause.pointer.as_deref() {
        None => {}
        Some("") => text.push_str(" in the whole"),
        Some(pointer) => {
            let _ = write!(text, " at {}", id(pointer));
        }
    }
    let expected: Vec<String> = causes
        .iter()
        .filter_map(|cause| cause.expected.as_deref())
        .map(|one| format!("`{}`", plain(one)))
        .collect();
    match ((!expected.is_empty()).then(|| expected.join(", ")), &cause.found) {
        (Some(expected), Some(found)) => {
            let _ = write!(text, ": expected {expected}, found `{}`", plain(found));
        }
        (Some(expected), None) => {
            let _ = write!(text, ": expected {expected}");
        }
        (None, Some(found)) => {
            let _ = write!(text, ": found `{}`", plain(found));
        }
        (None, None) => {}
    }
    if !cause.members.is_empty() {
        let shown: Vec<_> = cause.members.iter().take(MEMBERS).map(|member| id(member)).collect();
        let _ = write!(text, "; {}", shown.join(", "));
        if let Some(more) = cause.members.len().checked_sub(MEMBERS).filter(|more| *more > 0) {
            let _ = write!(text, " … and {more} more");
        }
    }
    text
}
