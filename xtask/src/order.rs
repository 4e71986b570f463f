//! The order of the modules inside a core, and what a core may not name.
//!
//! A core's modules form a partial order: no two use each other, by whatever detour. Where the steps of the work
//! have a direction that the absence of knots does not fix, [`FORBIDDEN`] does. Test modules at a file's foot may use
//! what they like.

use std::collections::BTreeMap;
use std::path::Path;

use crate::Complaints;
use crate::failure::Failure;
use crate::graph::{self, Graph};
use crate::{source, tree, uses};

/// Core folder, modules, and the modules that these may not use.
const FORBIDDEN: [(&str, &[&str], &[&str]); 5] = [
    (
        "tmpa",
        &["code", "judgment", "names", "issue"],
        &["profile", "bundle", "examine", "graph", "result", "read"],
    ),
    ("tmpa", &["profile"], &["bundle", "examine", "graph", "result", "read"]),
    ("tmpa", &["bundle", "examine"], &["graph", "result", "read"]),
    ("tmpa", &["graph"], &["result", "read"]),
    ("tmpa", &["result"], &["read"]),
];

/// Parts of the standard library that open a door to the world outside, or whose order differs from run to run.
const IMPURE: [&str; 12] = [
    "collections::HashMap",
    "collections::HashSet",
    "collections::hash_map",
    "collections::hash_set",
    "env",
    "fs",
    "io",
    "net",
    "os",
    "process",
    "thread",
    "time",
];

/// One file of a core.
struct File {
    /// As it is shown in a complaint.
    path: String,
    /// The module under the crate's root that it belongs to; `None` for the root file itself.
    module: Option<String>,
    /// How many steps its own module lies below the root.
    depth: usize,
    /// Blanked, without its tests.
    code: String,
}

/// Checks the core in `crates/<folder>`; a folder that does not exist has nothing wrong.
pub(crate) fn check(root: &Path, folder: &str) -> Result<Complaints, Failure> {
    let base = root.join("crates").join(folder).join("src");
    let mut files = Vec::new();
    for path in tree::rust_files(&base)? {
        let code = source::code_only(&tree::text(&path)?);
        let (module, depth) = place(&tree::shown(&base, &path));
        let code = source::without_tests(&code).to_owned();
        files.push(File { path: tree::shown(root, &path), module, depth, code });
    }
    let mut complaints = impurities(&files);
    let (arrows, outward) = arrows(folder, &files);
    complaints.extend(outward);
    for knot in graph::knots(&arrows) {
        complaints.push(format!("`crates/{folder}`: modules `{}` use one another", knot.join("`, `")));
    }
    Ok(complaints)
}

/// Module under the root, and depth, of a file shown relative to `src`.
fn place(shown: &str) -> (Option<String>, usize) {
    let path = shown.trim_end_matches(".rs").trim_end_matches("/mod");
    if path == "lib" || path == "main" {
        return (None, 0);
    }
    let module = path.split('/').next().unwrap_or(path);
    (Some(module.to_owned()), path.split('/').count())
}

fn impurities(files: &[File]) -> Complaints {
    let mut complaints = Complaints::new();
    for file in files {
        for uses::Mention { line, path } in uses::mentions(&file.code, "std::") {
            let within = |door: &str| {
                path.strip_prefix(door).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
            };
            if IMPURE.iter().any(|door| within(door)) {
                complaints.push(format!("{}:{line}: a core may not use `std::{path}`", file.path));
            }
        }
    }
    complaints
}

/// Who uses whom among the modules, and the uses that the table forbids.
fn arrows(folder: &str, files: &[File]) -> (Graph, Complaints) {
    let roots = files.iter().filter(|file| file.module.is_none());
    let exports: BTreeMap<String, String> = roots.flat_map(|file| uses::exports(&file.code)).collect();
    let modules: Vec<&str> = files.iter().filter_map(|file| file.module.as_deref()).collect();
    let mut graph = Graph::new();
    let mut complaints = Complaints::new();
    for file in files {
        let Some(module) = &file.module else { continue };
        let ways = uses::ways_to_the_root(file.depth);
        for mention in ways.iter().flat_map(|way| uses::mentions(&file.code, way)) {
            let first = mention.path.split("::").next().unwrap_or_default();
            let through_the_root = exports.get(first).map(String::as_str);
            let target = Some(first).filter(|first| modules.contains(first)).or(through_the_root);
            let Some(target) = target.filter(|target| target != module) else {
                continue;
            };
            graph.entry(module.clone()).or_default().insert(target.to_owned());
            if forbidden(folder, module, target) {
                complaints.push(format!("{}:{}: `{module}` may not use `{target}`", file.path, mention.line));
            }
        }
    }
    (graph, complaints)
}

fn forbidden(folder: &str, module: &str, target: &str) -> bool {
    FORBIDDEN
        .iter()
        .any(|(core, users, targets)| *core == folder && users.contains(&module) && targets.contains(&target))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(shown: &str, code: &str) -> File {
        let (module, depth) = place(shown);
        File { path: shown.to_owned(), module, depth, code: code.to_owned() }
    }

    #[test]
    fn a_file_belongs_to_the_module_under_the_root() {
        assert_eq!(place("lib.rs"), (None, 0));
        assert_eq!(place("code.rs"), (Some("code".to_owned()), 1));
        assert_eq!(place("read/mod.rs"), (Some("read".to_owned()), 1));
        assert_eq!(place("read/cycle.rs"), (Some("read".to_owned()), 2));
    }

    #[test]
    fn an_earlier_step_may_not_use_a_later_one() {
        let files =
            [file("profile/types.rs", "use crate::read::Reading;"), file("read.rs", "use crate::profile;")];
        let (graph, complaints) = arrows("tmpa", &files);
        assert_eq!(complaints, ["profile/types.rs:1: `profile` may not use `read`"]);
        assert_eq!(graph::knots(&graph), [vec!["profile", "read"]]);
    }

    #[test]
    fn an_item_of_the_root_counts_for_the_module_behind_it() {
        let files = [
            file("lib.rs", "pub use read::Reading;"),
            file("read.rs", ""),
            file("result/ids.rs", "use crate::Reading;"),
        ];
        let (_, complaints) = arrows("tmpa", &files);
        assert_eq!(complaints, ["result/ids.rs:1: `result` may not use `read`"]);
    }

    #[test]
    fn a_module_may_use_itself_and_what_lies_before_it() {
        let files = [file("read/cycle.rs", "use crate::{read::Reading, code::Code};"), file("code.rs", "")];
        let (graph, complaints) = arrows("tmpa", &files);
        assert!(complaints.is_empty());
        assert!(graph::knots(&graph).is_empty());
    }

    #[test]
    fn doors_to_the_world_are_named_with_their_line() {
        let files = [file("a.rs", "use std::fmt;\nuse std::{collections::{BTreeMap, HashMap}, time};")];
        let expected = [
            "a.rs:2: a core may not use `std::collections::HashMap`",
            "a.rs:2: a core may not use `std::time`",
        ];
        assert_eq!(impurities(&files), expected);
    }
}
