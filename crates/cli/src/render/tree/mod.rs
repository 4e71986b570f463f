//! How a state tree looks: what an operation did, and the lines of an episode as a picture.

pub(crate) mod check;
pub(crate) mod dot;
pub(crate) mod log;
pub(crate) mod mermaid;
pub(crate) mod outcome;
pub(crate) mod story;
pub(crate) mod text;

use actum::tree::id::Uuid;

/// The beginning of an identifier, long enough to be the only one in any tree that people look at.
pub(crate) fn short(id: Uuid) -> String {
    id.to_string().chars().take(8).collect()
}
