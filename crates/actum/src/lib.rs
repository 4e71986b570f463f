//! The one door: opens folders and profiles, and hands their bytes to the readings.
//!
//! Here: everything that touches files. [`Bundle`] opens a profile (TMPA 8.1), [`Evidence`] finds the sources of a
//! reading, [`read`] examines them on several threads and reconstructs the view. Not here: any rule of a protocol
//! (`tmpa`), any rule of bytes (`canon`), and any text for people (the command line).
//!
//! A verdict is a value: an invalid record is an answer. [`Error`] means that the question could not be asked.
#![deny(missing_docs)]

mod bundle;
mod clock;
pub mod conform;
pub mod daily;
pub mod deal;
mod error;
pub mod evidence;
pub mod fcop;
mod input;
pub mod journal;
pub mod key;
pub mod ledger;
mod output;
pub mod profiles;
mod project;
pub mod publish;
mod reading;
mod threads;
pub mod tree;
pub mod view;

pub use actum_canon as canon;
pub use actum_tmpa as tmpa;

pub use bundle::Bundle;
pub use clock::clock;
pub use error::{Error, ErrorKind};
pub use evidence::Evidence;
pub use input::{read_input, read_regular};
pub use key::{finish_object, sign_object};
pub use output::{keep_streamed, write_kept, write_new, write_streamed, write_whole};
pub use profiles::write_starter;
pub use reading::{Options, read, read_folder, read_sources, reader, write_canonical, write_canonical_on};
