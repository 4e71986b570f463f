//! Which files lie in workspaces, where other evidence lies beside them (FCOP 1, 2).
//!
//! Paths alone are looked at. Which of several workspaces a file belongs to is not said here.

use crate::place::Place;

/// The folders of workspaces among other evidence: those that hold a manifest or the folder of the stages.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Extent<'a> {
    /// With their final `/`, sorted; none lies in another.
    folders: Vec<&'a str>,
}

impl<'a> Extent<'a> {
    /// The workspaces that these source ids show.
    #[must_use]
    pub fn of(ids: impl IntoIterator<Item = &'a str>) -> Self {
        let mut folders: Vec<&'a str> = ids.into_iter().filter_map(outermost).collect();
        folders.sort_unstable();
        folders.dedup_by(|inner, outer| inner.starts_with(*outer));
        Self { folders }
    }

    /// Whether a file lies in one of them, or is named like an envelope wherever it lies: taking away a manifest must
    /// not make its envelopes vanish.
    #[must_use]
    pub fn holds(&self, source_id: &str) -> bool {
        // No folder lies in another, so that only the last one before it can be above it.
        let after = self.folders.partition_point(|folder| *folder <= source_id);
        let nearest = after.checked_sub(1).and_then(|at| self.folders.get(at));
        nearest.is_some_and(|folder| source_id.starts_with(folder)) || is_envelope(source_id)
    }
}

/// Names of files and folders: whatever holds one of them is a workspace.
pub const WORKSPACE_MARKS: [&str; 3] = ["fcop.json", "codeflow.json", "_lifecycle"];

/// Whether a file is called like an envelope, by its path.
#[must_use]
pub fn is_envelope(source_id: &str) -> bool {
    matches!(Place::of(source_id), Place::Envelope { .. })
}

/// Whether anything may be said about a file of a workspace, by its path. Locks, copies below `cold/` and what lies in no
/// folder of the protocol say nothing.
#[must_use]
pub fn speaks(source_id: &str) -> bool {
    !matches!(Place::of(source_id), Place::Lock | Place::Copy | Place::Other)
}

/// Whether a file is a lock of an operation, by its path: it is empty for ever, and only its holder may open it.
#[must_use]
pub fn is_lock(source_id: &str) -> bool {
    Place::of(source_id) == Place::Lock
}

fn outermost(id: &str) -> Option<&str> {
    let mut start = 0;
    for part in id.split('/') {
        if WORKSPACE_MARKS.contains(&part) {
            return id.get(..start);
        }
        start += part.len() + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Extent, is_lock, speaks};

    #[test]
    fn a_file_is_held_below_a_manifest_or_the_stages_or_by_the_name_of_an_envelope() {
        let ids = [
            "a/fcop/fcop.json",
            "a/fcop/old/fcop.json",
            "a/fcop-notes/x.json",
            "b/_lifecycle/inbox/TASK-1.md",
            "work/report.json",
        ];
        let extent = Extent::of(ids);
        assert_eq!(extent.folders, ["a/fcop/", "b/"]);
        for held in ["a/fcop/reports/x.txt", "a/fcop/old/y", "b/operations/1.json", "else/TASK-2.md"] {
            assert!(extent.holds(held), "{held}");
        }
        for free in ["a/fcop-notes/x.json", "a/fcop", "a/x.json", "work/report.json", "", "z"] {
            assert!(!extent.holds(free), "{free}");
        }
        assert!(Extent::of(["fcop.json"]).holds("anything"), "the folder itself is the workspace");
        assert!(!Extent::of(["reports/x.json"]).holds("reports/x.json"));
    }

    #[test]
    fn what_says_nothing_need_not_be_opened() {
        for id in ["fcop/operations/create-1.lock", "fcop/cold/TASK-1.md", "fcop/shared/notes.md"] {
            assert!(!speaks(id), "{id}");
        }
        for id in ["fcop/fcop.json", "fcop/operations/1.json", "fcop/reports/stray.txt", "x/TASK-1.md"] {
            assert!(speaks(id), "{id}");
        }
        assert!(is_lock("fcop/operations/create-1.lock") && !is_lock("Cargo.lock"));
    }
}
