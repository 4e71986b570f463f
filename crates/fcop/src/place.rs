//! What a path says (FCOP 1, 4): which files are looked at how, and the state that a TASK is observed in.
//!
//! The path is an observation and proves nothing (TMPA 5.4): what is concluded from it here is compared with the events.

use crate::name::Kind;

/// What a file is taken for, by its path alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place<'p> {
    Envelope {
        kind: Kind,
        stem: &'p str,
    },
    Manifest,
    Receipt,
    Lock,
    Temporary,
    /// A copy below `cold/`, which is no authority.
    Copy,
    /// In a folder for envelopes, but named like none.
    Stray,
    Other,
}

impl<'p> Place<'p> {
    pub(crate) fn of(id: &'p str) -> Self {
        let (folders, file) = id.rsplit_once('/').unwrap_or(("", id));
        let within = |name: &str| folders.split('/').any(|folder| folder == name);
        let extension =
            |ending: &str| file.rsplit_once('.').is_some_and(|(_, found)| found.eq_ignore_ascii_case(ending));
        if file.starts_with(".fcop-") && extension("tmp") {
            return Self::Temporary;
        }
        if within("cold") {
            return Self::Copy;
        }
        if within("operations") {
            return match (extension("json"), extension("lock")) {
                (true, _) => Self::Receipt,
                (_, true) => Self::Lock,
                _ => Self::Stray,
            };
        }
        if matches!(file, "fcop.json" | "codeflow.json") {
            return Self::Manifest;
        }
        if let Some((kind, stem)) = Kind::claimed(file) {
            return Self::Envelope { kind, stem };
        }
        let quiet = file.starts_with('.') || file.to_ascii_uppercase().starts_with("README");
        if ENVELOPE_FOLDERS.iter().any(|name| within(name)) && !quiet { Self::Stray } else { Self::Other }
    }
}

const ENVELOPE_FOLDERS: [&str; 6] = ["tasks", "reports", "issues", "reviews", "log", "_lifecycle"];

/// The layout that the folders of a workspace show (FCOP 4, topologies).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Layout {
    /// `tasks/` and `log/`.
    Flat,
    /// `_lifecycle/`.
    Staged,
}

/// The state in which a path shows a TASK, and the layout that it belongs to.
pub(crate) fn observed(id: &str) -> Option<(Layout, &str)> {
    let mut found = None;
    let mut folders = id.split('/');
    // The file itself is no folder.
    folders.next_back();
    let mut staged = false;
    for folder in folders {
        found = match (folder, found) {
            ("_lifecycle", _) => {
                staged = true;
                None
            }
            (stage @ ("inbox" | "active" | "review" | "done" | "archive"), _) if staged => {
                Some((Layout::Staged, stage))
            }
            ("history", _) => Some((Layout::Staged, "archive")),
            ("log" | "_archive", None | Some((Layout::Flat, _))) => Some((Layout::Flat, "archived")),
            ("tasks", None) => Some((Layout::Flat, "open")),
            (_, found) => found,
        };
    }
    found
}

/// As [`observed`] where only the folders of stages count, and a file lies in one itself (version 4).
pub(crate) fn staged(id: &str) -> Option<(Layout, &str)> {
    let mut folders = id.rsplit('/').skip(1);
    let stage = folders.next()?;
    let known = matches!(stage, "inbox" | "active" | "review" | "done" | "archive");
    (known && folders.next() == Some("_lifecycle")).then_some((Layout::Staged, stage))
}

/// Whether a path below the folder of a workspace leads into its folders for envelopes and receipts.
pub(crate) fn is_inside(path: &str) -> bool {
    path.split('/').any(|folder| folder == "operations" || ENVELOPE_FOLDERS.contains(&folder))
}

#[cfg(test)]
mod tests {
    use super::{Layout, Place, observed};
    use crate::name::Kind;

    #[test]
    fn a_path_says_what_a_file_is_taken_for() {
        let task = |stem| Place::Envelope { kind: Kind::Task, stem };
        for (id, place) in [
            ("fcop/_lifecycle/inbox/TASK-1.md", task("TASK-1")),
            ("TASK-20260421-001-PM-to-DEV.md", task("TASK-20260421-001-PM-to-DEV")),
            ("fcop/fcop.json", Place::Manifest),
            ("fcop/operations/create-1.json", Place::Receipt),
            ("fcop/operations/create-1.lock", Place::Lock),
            ("fcop/operations/note.txt", Place::Stray),
            ("fcop/_lifecycle/active/.fcop-TASK-x-0.tmp", Place::Temporary),
            ("fcop/cold/TASK-1.md", Place::Copy),
            ("fcop/reports/notes.md", Place::Stray),
            ("fcop/tasks/README.en.md", Place::Other),
            ("fcop/tasks/.gitkeep", Place::Other),
            ("fcop/shared/INSPECTION-20260513-001.md", Place::Other),
            ("README.md", Place::Other),
            ("", Place::Other),
        ] {
            assert_eq!(Place::of(id), place, "{id}");
        }
    }

    #[test]
    fn a_path_shows_one_state() {
        for (id, state) in [
            ("fcop/_lifecycle/review/TASK-1.md", Some((Layout::Staged, "review"))),
            ("_lifecycle/archive/TASK-1.md", Some((Layout::Staged, "archive"))),
            ("fcop/history/2026-05-09/TASK-1/TASK-1.md", Some((Layout::Staged, "archive"))),
            ("fcop/tasks/TASK-1.md", Some((Layout::Flat, "open"))),
            ("fcop/tasks/_archive/2026-04/TASK-1.md", Some((Layout::Flat, "archived"))),
            ("fcop/log/tasks/TASK-1.md", Some((Layout::Flat, "archived"))),
            ("fcop/log/TASK-1.md", Some((Layout::Flat, "archived"))),
            ("fcop/review/TASK-1.md", None),
            ("TASK-1.md", None),
            ("log", None),
        ] {
            assert_eq!(observed(id), state, "{id}");
        }
    }
}
