//! Sets of hashes, and the root of an Episode over them (ASTP 5.7).

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use actum_canon::digest::{Sha3, sha3};
use actum_canon::json::Value;
use actum_canon::set;

use super::construction::Construction;
use super::context;
use super::current::{EPISODE_ROOT_V2, EPISODE_ROOT_V3};
use super::input::{Fields, Input};
use super::output::Output;
use super::plain::EPISODE_ROOT;
use super::read::Inputs;
use super::refused::Refused;
use super::spine::{leaves, root_v2};
use crate::id::Uuid;

const SIGNALS: &[u8] = b"SIGNAL_MANIFEST:v2:";
const EXCLUDED: &[u8] = b"EXCLUSION:v2:";
const STRUCTURE: &[u8] = b"STRUCTURAL_MANIFEST:v1:";
const SIGNALS_4X: &[u8] = b"SIGNAL_MANIFEST:v1:";
const EXCLUDED_4X: &[u8] = b"EXCLUSION:v1:";

/// Hashes the set of the content hashes of SPINE signals.
#[must_use]
pub fn signal_manifest(contents: impl IntoIterator<Item = Sha3>) -> Sha3 {
    set::hash(SIGNALS, contents)
}

/// Hashes the set of the content hashes of ephemeral Segments.
#[must_use]
pub fn exclusion(contents: impl IntoIterator<Item = Sha3>) -> Sha3 {
    set::hash(EXCLUDED, contents)
}

/// Hashes the set of the structural members (ASTP 5.7.1).
#[must_use]
pub fn structural_manifest(members: impl IntoIterator<Item = Sha3>) -> Sha3 {
    set::hash(STRUCTURE, members)
}

/// Hashes a 4.x signal manifest over written hashes (ASTP 5.7.2).
#[must_use]
pub fn signal_manifest_4x(mut contents: Vec<&str>) -> Sha3 {
    text_set(SIGNALS_4X, &mut contents)
}

/// Hashes a 4.x exclusion set over written hashes (ASTP 5.7.2).
#[must_use]
pub fn exclusion_4x(mut contents: Vec<&str>) -> Sha3 {
    text_set(EXCLUDED_4X, &mut contents)
}

fn text_set<T: AsRef<str> + Ord>(prefix: &[u8], members: &mut Vec<T>) -> Sha3 {
    sha3(&text_set_bytes(prefix, members))
}

fn text_set_bytes<T: AsRef<str> + Ord>(prefix: &[u8], members: &mut Vec<T>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let Ok(()) = set::write_text(prefix, members, &mut bytes);
    bytes
}

/// Runs a set of the current form under its prefix.
fn run_set(prefix: &[u8], value: Value<'_>) -> Result<Output, Refused> {
    let mut members = Inputs::new("ASTP 5.1.1", value).hashes("members")?;
    let mut bytes = Vec::new();
    let Ok(()) = set::write(prefix, &mut members, &mut bytes);
    Ok(Output::digest(bytes))
}

fn run_set_4x(prefix: &[u8], value: Value<'_>) -> Result<Output, Refused> {
    let mut members = Inputs::new("ASTP 5.7.2", value).texts("members")?;
    Ok(Output::digest(text_set_bytes(prefix, &mut members)))
}

pub(super) fn signals(value: Value<'_>) -> Result<Output, Refused> {
    run_set(SIGNALS, value)
}

pub(super) fn excluded(value: Value<'_>) -> Result<Output, Refused> {
    run_set(EXCLUDED, value)
}

pub(super) fn structure(value: Value<'_>) -> Result<Output, Refused> {
    run_set(STRUCTURE, value)
}

pub(super) fn signals_4x(value: Value<'_>) -> Result<Output, Refused> {
    run_set_4x(SIGNALS_4X, value)
}

pub(super) fn excluded_4x(value: Value<'_>) -> Result<Output, Refused> {
    run_set_4x(EXCLUDED_4X, value)
}

/// The parts of an Episode root of version 2 or 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roots {
    /// Whose root it is.
    pub episode_id: Uuid,
    /// The root over its leaves.
    pub spine_root: Sha3,
    /// Its SPINE signals.
    pub signal_manifest_hash: Sha3,
    /// Its structural members.
    pub structural_manifest_hash: Sha3,
    /// What was left out.
    pub exclusion_hash: Sha3,
    /// What it was given; `None` is a root of version 2.
    pub context_manifest_hash: Option<Sha3>,
}

impl Roots {
    /// Returns the Episode root, of version 3 where there is a context manifest.
    ///
    /// # Errors
    ///
    /// None that these fields can cause; the signature is that of every construction.
    pub fn episode_root(&self) -> Result<Sha3, Refused> {
        self.construction().hash(self)
    }

    fn construction(&self) -> &'static Construction {
        if self.context_manifest_hash.is_some() { &EPISODE_ROOT_V3 } else { &EPISODE_ROOT_V2 }
    }
}

impl Fields for Roots {
    fn field(&self, name: &str) -> Option<Input<'_>> {
        Some(match name {
            "episode_id" => self.episode_id.into(),
            "spine_root" => self.spine_root.into(),
            "signal_manifest_hash" => self.signal_manifest_hash.into(),
            "structural_manifest_hash" => self.structural_manifest_hash.into(),
            "exclusion_hash" => self.exclusion_hash.into(),
            "context_manifest_hash" => self.context_manifest_hash.into(),
            _ => return None,
        })
    }
}

fn roots(inputs: Inputs<'_>, spine_root: Sha3, context: Option<Sha3>) -> Result<Roots, Refused> {
    let id = inputs.text("episode_id").map(|text| Uuid::parse(&text))?;
    Ok(Roots {
        episode_id: id
            .ok_or_else(|| inputs.refused("episode_id", "wants 32 hexadecimal digits with hyphens"))?,
        spine_root,
        signal_manifest_hash: signal_manifest(inputs.hashes("signal_content_hashes")?),
        structural_manifest_hash: structural_manifest(inputs.hashes("structural_member_hashes")?),
        exclusion_hash: exclusion(inputs.hashes("excluded_content_hashes")?),
        context_manifest_hash: context,
    })
}

fn context_of(inputs: Inputs<'_>) -> Result<Option<(String, u64, Sha3)>, Refused> {
    let posture = inputs.text("capture_posture")?;
    let entries = inputs.hashes("context_entry_hashes")?;
    let count = entries.len() as u64;
    let manifest = context::manifest(&posture, entries)?;
    Ok(Some((posture.into_owned(), count, manifest)))
}

pub(super) fn seal_v2(value: Value<'_>) -> Result<Output, Refused> {
    seal(Inputs::new("ASTP 5.7", value), None)
}

pub(super) fn seal_v3(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 5.7", value);
    seal(inputs, context_of(inputs)?)
}

/// A seal with all its parts, in the order of their names.
fn seal(inputs: Inputs<'_>, context: Option<(String, u64, Sha3)>) -> Result<Output, Refused> {
    let leaves = leaves(inputs)?;
    let count = leaves.len() as u64;
    let spine_root = root_v2(leaves);
    let spine_root =
        spine_root.ok_or_else(|| inputs.refused("segments", "give no leaf, and nothing else is sealed"))?;
    let roots = roots(inputs, spine_root, context.as_ref().map(|(_, _, manifest)| *manifest))?;
    let root = roots.episode_root()?;
    Ok(Output::json(|writer| {
        writer.begin_object()?;
        if let Some((posture, entries, manifest)) = &context {
            writer.name("capture_posture")?;
            writer.string(posture)?;
            writer.name("context_entry_count")?;
            writer.integer(*entries)?;
            writer.name("context_manifest_hash")?;
            writer.string(&manifest.to_string())?;
        }
        let mut texts = |names: &[(&str, &dyn core::fmt::Display)]| {
            names.iter().try_for_each(|(name, value)| {
                writer.name(name)?;
                writer.string(&value.to_string())
            })
        };
        texts(&[
            ("episode_id", &roots.episode_id),
            ("episode_root_hash", &root),
            ("exclusion_hash", &roots.exclusion_hash),
        ])?;
        for (name, integer) in [("hash_version", 2), ("leaf_count", count), ("ordering_version", 2)] {
            writer.name(name)?;
            writer.integer(integer)?;
        }
        writer.name("signal_manifest_hash")?;
        writer.string(&roots.signal_manifest_hash.to_string())?;
        writer.name("spine_algorithm_version")?;
        writer.integer(if context.is_some() { 3 } else { 2 })?;
        writer.name("spine_root")?;
        writer.string(&roots.spine_root.to_string())?;
        writer.name("structural_manifest_hash")?;
        writer.string(&roots.structural_manifest_hash.to_string())?;
        writer.end_object()
    }))
}

/// The Episode root that the identifier of a seal record selects (ASTP 5.8).
pub(super) fn reproduce(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 5.8", value);
    reproduce_under(inputs, inputs.uint("spine_algorithm_version")?)
}

pub(super) fn reproduce_v3(value: Value<'_>) -> Result<Output, Refused> {
    reproduce_under(Inputs::new("ASTP 5.8", value), 3)
}

fn reproduce_under(inputs: Inputs<'_>, version: u64) -> Result<Output, Refused> {
    let context = match version {
        0 | 1 => {
            let spine = inputs.text("spine_root")?;
            let signals = text_set(SIGNALS_4X, &mut inputs.texts("signal_content_hashes")?);
            let excluded = text_set(EXCLUDED_4X, &mut inputs.texts("excluded_content_hashes")?);
            let fields = [
                ("spine_hash", Input::Text(spine)),
                ("signal_manifest_hash", Input::Hash(signals)),
                ("exclusion_hash", Input::Hash(excluded)),
            ];
            return EPISODE_ROOT.preimage(&fields).map(Output::digest);
        }
        2 => None,
        3 => context_of(inputs)?.map(|(_, _, manifest)| manifest),
        unknown => {
            let message = format!("{unknown} is no seal construction; 0 to 3 are");
            return Err(inputs.refused("spine_algorithm_version", &message));
        }
    };
    let roots = roots(inputs, inputs.hash("spine_root")?, context)?;
    roots.construction().preimage(&roots).map(Output::digest)
}
