//! Readers that are wrong in one rule each.
//!
//! Most of them are wrong by reading something else than they were given: another profile, in which the rule is
//! missing, or other evidence, from which its trouble was smoothed away. What comes out is what a reader without that
//! rule would say. The others spoil the envelope.

mod envelope;
mod evidence;
mod profile;
mod signature;
mod table;
mod workspace;

use serde_json::Value;

use crate::reader::{Files, Item};

pub(crate) use table::MUTANTS;

/// A wrong reader.
pub(crate) struct Mutant {
    pub(crate) name: &'static str,
    /// The pass of TMPA 4.3 that it is wrong in, or `fcop`, where it is wrong about workspaces.
    pub(crate) pass: &'static str,
    pub(crate) change: Change,
    /// Whether the text itself forbids it. What only decisions of this project forbid is told by optional assertions.
    pub(crate) binding: bool,
}

/// How a reader is wrong.
#[derive(Clone, Copy)]
pub(crate) enum Change {
    /// It reads under another profile, which may depend on what it reads.
    Profile(fn(&mut Files, &[Item])),
    /// It reads other sources, which may depend on the profile.
    Sources(fn(&mut [Item], &Files)),
    /// It reads other sources, chosen by what the right reading found.
    Evidence(fn(&mut Vec<Item>, &Value)),
    /// It reads rightly and says something else.
    Envelope(fn(&mut Value, &[Item])),
}
