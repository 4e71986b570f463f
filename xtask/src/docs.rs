//! The pages of `docs/reference` that the program writes about itself.
//!
//! A page that is written by hand has no line in the table.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::{Complaints, cargo, tree};

/// A page, and the arguments with which the program prints it.
const PAGES: [(&str, &[&str]); 2] = [
    ("docs/reference/cli.md", &["man", "--format", "markdown"]),
    ("docs/reference/codes.md", &["man", "--codes"]),
];

/// Writes every page anew.
pub(crate) fn write(root: &Path) -> Result<Complaints, Failure> {
    for (page, arguments) in PAGES {
        let path = root.join(page);
        let text = printed(root, page, arguments)?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
        }
        fs::write(&path, text).map_err(|error| Failure::file(&path, &error))?;
    }
    Ok(Complaints::new())
}

/// Compares every page with what the program prints now.
pub(crate) fn check(root: &Path) -> Result<Complaints, Failure> {
    let mut complaints = Complaints::new();
    for (page, arguments) in PAGES {
        let printed = printed(root, page, arguments)?;
        let path = root.join(page);
        let kept = if path.exists() { tree::text(&path)? } else { String::new() };
        if let Some(place) = first_difference(&kept, &printed) {
            complaints.push(format!("{page}: {place}; `cargo run -p xtask -- docs` writes it anew"));
        }
    }
    Ok(complaints)
}

fn printed(root: &Path, page: &str, arguments: &[&str]) -> Result<String, Failure> {
    let run = cargo::actum(root, arguments)?;
    let command = format!("actum {}", arguments.join(" "));
    if run.code != Some(0) {
        let code = run.code.map_or_else(|| "a signal".to_owned(), |code| code.to_string());
        return Err(Failure::new(format!("{page}: `{command}` ended with {code}: {}", run.stderr.trim())));
    }
    if run.stdout.trim().is_empty() {
        return Err(Failure::new(format!("{page}: `{command}` printed nothing")));
    }
    Ok(run.stdout)
}

/// Where two texts part, in words; `None` when they are equal.
pub(crate) fn first_difference(kept: &str, printed: &str) -> Option<String> {
    if kept == printed {
        return None;
    }
    let mut number = 0_usize;
    let mut old = kept.lines();
    let mut new = printed.lines();
    loop {
        number += 1;
        match (old.next(), new.next()) {
            (None, None) => return Some("differs in its line breaks".to_owned()),
            (Some(one), Some(other)) if one == other => {}
            (one, other) => {
                let show = |line: Option<&str>| line.map_or("the end".to_owned(), |line| format!("`{line}`"));
                return Some(format!("line {number} is {}, the program prints {}", show(one), show(other)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_no_difference() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
    }

    #[test]
    fn the_first_difference_is_named() {
        let place = first_difference("a\nb\n", "a\nc\n").unwrap();
        assert_eq!(place, "line 2 is `b`, the program prints `c`");
        let place = first_difference("a\n", "a\nc\n").unwrap();
        assert_eq!(place, "line 2 is the end, the program prints `c`");
        assert_eq!(first_difference("a", "a\n").unwrap(), "differs in its line breaks");
    }
}
