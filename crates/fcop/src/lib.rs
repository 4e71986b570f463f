//! Projects the files of an FCoP workspace into governance objects, and says what the files cannot tell.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod check;
mod code;
mod declared;
mod digest;
mod edition;
mod envelope;
mod event;
mod extent;
mod finding;
mod form;
mod front;
mod manifest;
mod name;
mod object;
mod pins;
mod place;
mod project;
mod reach;
mod receipt;
mod registry;
mod root;
mod scene;
mod subject;
mod task;
mod workspace;
pub mod write;
mod yaml;

pub use check::evidence::Contest;
pub use code::{Code, Effect, Severity};
pub use extent::{Extent, WORKSPACE_MARKS, is_envelope, is_lock, speaks};
pub use finding::{Cause, Finding};
pub use object::Projected;
pub use project::{Projection, Seen, What, claims, project};
pub use registry::{Registry, RegistryError};
pub use workspace::File;
