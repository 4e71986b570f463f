//! What a file may be called, how long it may be, and that nothing in it is left for later.

use std::path::Path;

use crate::Complaints;
use crate::failure::Failure;
use crate::{source, tree};

const LINE_LIMIT: usize = 400;

/// The line in a file's first documentation block that gives the reason for its length.
const LENGTH_REASON: &str = "Length:";

/// Names that say nothing of a subject.
const VAGUE: [&str; 8] = ["util", "utils", "common", "helper", "helpers", "misc", "shared", "stuff"];

/// Code that promises to be finished, or a test that does not run.
const UNFINISHED: [&str; 3] = ["#[ignore", "todo!", "unimplemented!"];

/// Checks every file and folder of the checkout.
pub(crate) fn check(root: &Path) -> Result<Complaints, Failure> {
    let mut complaints = Complaints::new();
    for path in tree::entries(root)? {
        let shown = tree::shown(root, &path);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        if VAGUE.contains(&stem.as_ref()) {
            complaints.push(format!("{shown}: `{stem}` names no subject"));
        }
        if shown.ends_with(".rs") {
            complaints.extend(text(&shown, &tree::text(&path)?));
        }
    }
    Ok(complaints)
}

fn text(shown: &str, text: &str) -> Complaints {
    let mut complaints = Complaints::new();
    let lines = text.lines().count();
    if lines > LINE_LIMIT && !gives_a_reason(text) {
        complaints.push(format!(
            "{shown}: {lines} lines; split it by subject, or say why not in a `{LENGTH_REASON}` line of its documentation"
        ));
    }
    for (number, line) in source::code_only(text).lines().enumerate() {
        let squeezed: String = line.split_whitespace().collect();
        for mark in UNFINISHED.iter().filter(|mark| squeezed.contains(**mark)) {
            complaints.push(format!("{shown}:{}: `{mark}` is not for a finished file", number + 1));
        }
    }
    complaints
}

fn gives_a_reason(text: &str) -> bool {
    text.lines()
        .take_while(|line| line.starts_with("//!"))
        .filter_map(|line| line.trim_start_matches("//!").trim_start().strip_prefix(LENGTH_REASON))
        .any(|reason| !reason.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_file_needs_a_reason_and_the_limit_itself_does_not() {
        assert!(text("a.rs", &"\n".repeat(LINE_LIMIT)).is_empty());
        let long = "\n".repeat(LINE_LIMIT + 1);
        assert_eq!(text("a.rs", &long).len(), 1);
        assert_eq!(text("a.rs", &format!("//! A table.\n//! Length:\n{long}")).len(), 1);
        assert!(
            text("a.rs", &format!("//! A table.\n//!\n//! Length: one row per code.\n{long}")).is_empty()
        );
        assert_eq!(text("a.rs", &format!("use a;\n//! Length: too late.\n{long}")).len(), 1);
    }

    #[test]
    fn unfinished_code_is_named_with_its_line() {
        let code = "fn f() {\n    todo!()\n}\n#[ignore = \"slow\"]\nfn g() {}\n";
        let complaints = text("a.rs", code);
        assert_eq!(complaints.len(), 2);
        assert!(complaints[0].starts_with("a.rs:2:"));
        assert!(complaints[1].starts_with("a.rs:4:"));
    }

    #[test]
    fn prose_about_unfinished_code_is_not_code() {
        assert!(text("a.rs", "// todo! later\nconst A: &str = \"#[ignore]\";\n").is_empty());
    }
}
