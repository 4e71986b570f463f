//! State trees on disk: a folder with the journal of transitions and the content that Segments name by digest.
//!
//! Here: files, the clock, and the identifiers that operations draw. Not here: any rule of a tree (`actum-astp`).

mod content;
mod folder;
mod host;
mod name;
mod proof;

pub use actum_astp::*;

pub use content::Content;
pub use folder::{Folder, Submitted};
pub use host::{fresh_id, now};
pub use name::{Named, Sought};
pub use proof::Evidence;
