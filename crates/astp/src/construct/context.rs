//! What an Episode was given, as hashes (ASTP 4.8, 5.7.3).

use alloc::format;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;
use actum_canon::field::{Error, Field};
use actum_canon::json::Value;

use super::current::CONTEXT_MANIFEST_V1;
use super::input::{Fields, Input};
use super::output::Output;
use super::read::Inputs;
use super::refused::Refused;
use super::spine::root_v2;
use super::typed::{boolean, is_null, text};

const POSTURES: [&str; 3] = ["all_external", "declared_only", "none"];
const ENTRY_TYPES: [&str; 4] = ["attachment", "retrieval", "external", "tool_output"];
const SALT_LENGTH: usize = 32;

/// Returns the root over the hashes of context entries, whatever their order; `None` without one (ASTP 5.7.3).
#[must_use]
pub fn tree_root(mut entries: Vec<Sha3>) -> Option<Sha3> {
    entries.sort_unstable();
    root_v2(entries)
}

/// Returns the context manifest hash of a capture posture and the hashes of all context entries (ASTP 5.7.3).
///
/// # Errors
///
/// [`Refused`] for a posture that is none of the three (G-41).
pub fn manifest(posture: &str, entries: Vec<Sha3>) -> Result<Sha3, Refused> {
    CONTEXT_MANIFEST_V1.hash(&manifest_fields(posture, entries))
}

fn manifest_fields(posture: &str, entries: Vec<Sha3>) -> [(&'static str, Input<'_>); 3] {
    [
        ("capture_posture", posture.into()),
        ("entry_count", Input::Uint(entries.len() as u64)),
        ("context_tree_root", tree_root(entries).into()),
    ]
}

/// What must hold between the fields of a context entry (ASTP 4.8.4, 4.8.5).
pub(super) fn check_entry(fields: &dyn Fields) -> Result<(), Refused> {
    let word = |name: &str| fields.field(name).as_ref().and_then(text).map(|text| text.into_owned());
    let refused = |name: &str, message: &str| Err(Refused::field("ASTP 4.8", name, message));
    if !word("entry_type").is_some_and(|kind| ENTRY_TYPES.contains(&kind.as_str())) {
        return refused("entry_type", "is no entry type");
    }
    let verifiability = word("verifiability_at_seal");
    let has_content = fields.field("content_hash").is_some_and(|hash| !is_null(&hash));
    match word("capture_state").as_deref() {
        Some("captured") if !has_content => refused("content_hash", "is missing, and the entry is captured"),
        Some("captured") if !matches!(verifiability.as_deref(), Some("verifiable" | "attested")) => {
            refused("verifiability_at_seal", "wants `verifiable` or `attested` for a captured entry")
        }
        Some("captured") => Ok(()),
        Some("declared_incomplete") => {
            let salted = fields.field("salted").as_ref().and_then(boolean);
            if has_content || verifiability.is_some() || salted != Some(false) {
                return refused(
                    "capture_state",
                    "is incomplete, which leaves no content, salt or verifiability",
                );
            }
            Ok(())
        }
        _ => refused("capture_state", "wants `captured` or `declared_incomplete`"),
    }
}

/// A manifest has one of three postures (G-41).
pub(super) fn check_posture(fields: &dyn Fields) -> Result<(), Refused> {
    let posture = fields.field("capture_posture");
    if posture.as_ref().and_then(text).is_some_and(|posture| POSTURES.contains(&&*posture)) {
        return Ok(());
    }
    Err(Refused::field("ASTP G-41", "capture_posture", "wants `all_external`, `declared_only` or `none`"))
}

/// The hash of content, with its salt where it has one (ASTP 4.8.3).
pub(super) fn content(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 4.8.3", value);
    let content = inputs.bytes("content")?;
    let salt = inputs.present("salt").map(|_| inputs.bytes("salt")).transpose()?;
    let mut bytes = Vec::new();
    match &salt {
        Some(salt) if salt.len() != SALT_LENGTH => {
            return Err(inputs.refused("salt", &format!("wants {SALT_LENGTH} bytes")));
        }
        Some(salt) => {
            bytes.extend_from_slice(b"CONTEXT_CONTENT_SALTED:v1:");
            put(salt, &mut bytes)?;
        }
        None => bytes.extend_from_slice(b"CONTEXT_CONTENT:v1:"),
    }
    put(&content, &mut bytes)?;
    Ok(Output::digest(bytes))
}

fn put(bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Refused> {
    Field::Bytes(bytes)
        .write(out)
        .map_err(|Error::TooLong| Refused::new("ASTP 5.1.1", "longer than 32 bits can say"))
}

pub(super) fn tree(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 5.7.3", value);
    let root = tree_root(inputs.hashes("entry_hashes")?);
    root.map(Output::hash)
        .ok_or_else(|| inputs.refused("entry_hashes", "are none, and a tree of none has no root"))
}

pub(super) fn manifest_of(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 5.7.3", value);
    let posture = inputs.text("capture_posture")?;
    let fields = manifest_fields(&posture, inputs.hashes("entry_hashes")?);
    CONTEXT_MANIFEST_V1.preimage(&fields).map(Output::digest)
}
