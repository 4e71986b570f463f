//! Which files are one workspace (FCOP 1): those below the folder of one manifest.
//!
//! A folder below a workspace that holds a manifest of its own is a workspace of its own, so that neither a copy nor a
//! checkout beside it changes what a workspace says. A manifest inside the folders of envelopes opens none.

use crate::place::{Place, is_inside};
use crate::workspace::Source;
use std::collections::BTreeMap;

/// The files below one folder, in order of id and digest.
#[derive(Debug, Default)]
pub(crate) struct Root<'a> {
    /// The folder with its final `/`; empty where it is the whole, or where no manifest stands above the files.
    pub(crate) folder: &'a str,
    pub(crate) sources: Vec<Source<'a>>,
}

impl Root<'_> {
    pub(crate) fn has_manifest(&self) -> bool {
        self.sources.iter().any(|source| source.place == Place::Manifest)
    }
}

/// Divides files, which are in order of id and digest, among the nearest manifests above them.
pub(crate) fn divide<'a>(sources: Vec<Source<'a>>) -> Vec<Root<'a>> {
    let mut roots: BTreeMap<&'a str, Root<'a>> = BTreeMap::new();
    // An outer folder has to be known before what lies in it.
    let mut folders: Vec<&'a str> = sources
        .iter()
        .filter(|source| source.place == Place::Manifest)
        .map(|source| folder(source.id))
        .collect();
    folders.sort_unstable_by_key(|folder| (folder.len(), *folder));
    for folder in folders {
        let inside = above(folder)
            .find(|outer| roots.contains_key(outer))
            .is_some_and(|outer| folder.strip_prefix(outer).is_some_and(is_inside));
        if !inside {
            roots.entry(folder).or_default().folder = folder;
        }
    }
    let mut strays = Root::default();
    for source in sources {
        let nearest = above(source.id).find(|folder| roots.contains_key(folder));
        let root = nearest.and_then(|folder| roots.get_mut(folder)).unwrap_or(&mut strays);
        root.sources.push(source);
    }
    let strays = Some(strays).filter(|strays| !strays.sources.is_empty());
    strays.into_iter().chain(roots.into_values()).collect()
}

fn folder(id: &str) -> &str {
    id.rfind('/').and_then(|at| id.get(..=at)).unwrap_or_default()
}

/// The folders above a file, or a folder and those above it, nearest first.
fn above(id: &str) -> impl Iterator<Item = &str> {
    let ends = id.rmatch_indices('/').map(|(at, _)| at + 1);
    ends.chain([0]).filter_map(|end| id.get(..end))
}

#[cfg(test)]
mod tests {
    use super::{Root, divide};
    use crate::workspace::{File, Source};

    fn roots(ids: &[&'static str]) -> Vec<(&'static str, Vec<&'static str>)> {
        let sources = ids.iter().map(|id| Source::of(File { id, bytes: b"" })).collect();
        let listed = |root: Root<'static>| {
            (root.folder, root.sources.iter().map(|source| source.id).collect::<Vec<_>>())
        };
        divide(sources).into_iter().map(listed).collect()
    }

    #[test]
    fn a_file_belongs_to_the_nearest_manifest_above_it() {
        let found = roots(&[
            "a/fcop/fcop.json",
            "a/fcop/tasks/TASK-1.md",
            "b/codeflow.json",
            "b/old/fcop.json",
            "b/old/tasks/TASK-3.md",
            "b/tasks/TASK-2.md",
            "tasks/TASK-4.md",
        ]);
        let expected = [
            ("", vec!["tasks/TASK-4.md"]),
            ("a/fcop/", vec!["a/fcop/fcop.json", "a/fcop/tasks/TASK-1.md"]),
            ("b/", vec!["b/codeflow.json", "b/tasks/TASK-2.md"]),
            ("b/old/", vec!["b/old/fcop.json", "b/old/tasks/TASK-3.md"]),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_manifest_among_envelopes_opens_no_workspace() {
        let ids = ["fcop/_lifecycle/fcop.json", "fcop/_lifecycle/inbox/TASK-1.md", "fcop/fcop.json"];
        assert_eq!(roots(&ids), [("fcop/", ids.to_vec())]);
        let alone = ["log/team/fcop.json", "log/team/tasks/TASK-1.md"];
        assert_eq!(
            roots(&alone),
            [("log/team/", alone.to_vec())],
            "what lies above a workspace is not its own"
        );
    }
}
