//! The hand-written pages: what they link to and the source files that they name are there.
//!
//! A status page that names a file which has moved is worse than none. Links to other sites are not followed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::{Complaints, tree};

/// The page whose first column must not name a clause twice.
const STATUS: &str = "docs/status.md";

/// How clause ids of the three specifications begin.
const ANCHORS: [&str; 3] = ["TMPA ", "ASTP ", "DEAL "];

/// Checks every Markdown file of the checkout.
pub(crate) fn check(root: &Path) -> Result<Complaints, Failure> {
    let mut complaints = Complaints::new();
    for path in tree::entries(root)? {
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let shown = tree::shown(root, &path);
        // Evidence of cases is no page, and some of it is no text.
        if shown.contains("/fixtures/") {
            continue;
        }
        let text = tree::text(&path)?;
        let folder = path.parent().unwrap_or(root);
        for (number, line) in prose(&text) {
            for target in links(line).filter(|target| !folder.join(target).exists()) {
                complaints.push(format!("{shown}:{number}: `{target}` is not there"));
            }
            for name in sources(line).filter(|name| !places(root, name).iter().any(|place| place.exists())) {
                complaints.push(format!("{shown}:{number}: no source file `{name}`"));
            }
        }
        if shown == STATUS {
            complaints.extend(repeated(&text).into_iter().map(|id| format!("{shown}: `{id}` has two rows")));
        }
    }
    Ok(complaints)
}

/// The lines outside fenced blocks, counted from one.
fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut kept = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            kept.push((number + 1, line));
        }
    }
    kept
}

/// Targets of links to files, without the part that names a heading.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|target| !target.contains("://") && !target.starts_with("mailto:"))
        .filter_map(|target| target.split('#').next())
        .filter(|target| !target.is_empty())
}

/// Names of Rust files in code spans.
fn sources(line: &str) -> impl Iterator<Item = &str> {
    line.split('`')
        .skip(1)
        .step_by(2)
        .filter(|span| span.ends_with(".rs") && !span.contains([' ', '*', '<', '{', '…']))
}

/// Where a source file may lie that a page names: from the checkout's folder, in the crate that its first word names,
/// or, on pages that speak of one crate, in that crate.
fn places(root: &Path, name: &str) -> Vec<PathBuf> {
    let crates = root.join("crates");
    let mut places = vec![root.join(name), crates.join("tmpa/src").join(name)];
    if let Some((folder, rest)) = name.split_once('/') {
        places.push(crates.join(folder).join("src").join(rest));
    }
    places
}

/// Clause ids that stand in the first column of more than one row.
fn repeated(text: &str) -> Vec<&str> {
    let mut seen = BTreeSet::new();
    let first_cells = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let is_clause = |cell: &&str| ANCHORS.iter().any(|anchor| cell.starts_with(anchor));
    first_cells.filter(is_clause).filter(|cell| !seen.insert(*cell)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_files_are_found_and_links_to_sites_are_not() {
        let line = "[a](b.md#c), [d](https://e.example/f), [g](#h), [i](../j/)";
        assert_eq!(links(line).collect::<Vec<_>>(), ["b.md", "../j/"]);
    }

    #[test]
    fn only_whole_names_of_source_files_count() {
        let line = "`read/cycle.rs`, `*.rs`, `a b.rs`, `code` and x.rs";
        assert_eq!(sources(line).collect::<Vec<_>>(), ["read/cycle.rs"]);
    }

    #[test]
    fn fenced_blocks_are_no_prose() {
        assert_eq!(prose("a\n```text\nb\n```\nc"), [(1, "a"), (5, "c")]);
    }

    #[test]
    fn a_name_is_looked_for_where_pages_mean_it() {
        let places = places(Path::new("/w"), "cli/args.rs");
        assert!(places.contains(&PathBuf::from("/w/crates/cli/src/args.rs")));
        assert!(places.contains(&PathBuf::from("/w/cli/args.rs")));
    }

    #[test]
    fn a_clause_has_one_row() {
        let text =
            "| clause | rule |\n|---|---|\n| TMPA 9.2-1 | a |\n| TMPA 9.2-2 | b |\n| TMPA 9.2-1 | c |\n";
        assert_eq!(repeated(text), ["TMPA 9.2-1"]);
    }
}
