//! What a command does to files, in order (FCOP 4, atomicity): whoever carries it out decides nothing.

use actum_canon::digest::Sha256;

/// One step. Paths are below the workspace's folder, as source ids are.
///
/// Each has to be durable before the next begins. A step that finds something else than it expects stops the plan; what
/// was done so far is a state that [`super::Command::Recover`] knows, or that is reported for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Write `bytes` to the new file `temporary`, synchronize it, link it as `path` without replacing, synchronize the
    /// folder, unlink `temporary`. A file at `path` with the same bytes is what was wanted; another one is
    /// `TARGET_ALREADY_EXISTS_DIFFERENT`.
    Publish {
        /// A name that starts with `.fcop-` and ends with `.tmp`, in the folder of `path`.
        temporary: String,
        /// Where the file belongs.
        path: String,
        /// All of it.
        bytes: Vec<u8>,
    },
    /// The same, but `path` is a receipt that goes from one stage to the next: it has the digest `from` now, and a rename
    /// replaces it.
    Advance {
        /// As above.
        temporary: String,
        /// The receipt.
        path: String,
        /// The digest that it has.
        from: Sha256,
        /// The next stage of it.
        bytes: Vec<u8>,
    },
    /// Unlink the source of a transition, which lives on at its target, if it still has this digest, and synchronize its
    /// folder.
    Leave {
        /// The source.
        path: String,
        /// The digest that it has.
        digest: Sha256,
    },
}

/// A lock that is held while the plan is made and carried out: an exclusive `flock` on a file that is left behind.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lock {
    /// A file of this name in the folder `fcop-v4-family-locks` of the system's folder for temporaries; the same that the
    /// published package takes for the family of a TASK.
    Family(String),
    /// A file in the workspace.
    File(String),
}

/// A command, planned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Taken before, in this order; the plan is then made again, since the workspace may have changed.
    pub locks: Vec<Lock>,
    /// None where the same request was carried out before.
    pub steps: Vec<Step>,
    /// What comes of it.
    pub outcome: Outcome,
}

/// What comes of a command.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The envelope that was made or moved.
    pub id: String,
    /// Where it is then.
    pub path: String,
    /// The stage that a TASK is in then.
    pub stage: Option<String>,
    /// The attempt that is under way then.
    pub attempt: Option<String>,
    /// The receipt, if the operation leaves one.
    pub receipt: Option<String>,
    /// The same request was carried out before; nothing is done.
    pub existing: bool,
    /// References that lead nowhere, which FCoP lets pass.
    pub unresolved: Vec<String>,
}
