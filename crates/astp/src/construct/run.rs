//! One entry by name, for published vectors.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use actum_canon::digest::{Sha3, sha3};
use actum_canon::encode::ASTP;
use actum_canon::json::{Parser, Value};

use super::construction::Construction;
use super::current::{CURRENT, EPISODE_LINK_V2, LINK_SIGNAL_V2};
use super::document::DOCUMENTS;
use super::input::{Fields, Input};
use super::output::{Output, hexadecimal};
use super::plain::PLAIN;
use super::read::Inputs;
use super::refused::Refused;
use super::retained::{RETAINED, SOLILOQUY_FULL, SOLILOQUY_PLACEHOLDER};
use super::structure::STRUCTURE;
use super::typed::{Kind, put_field};
use super::{chain, conflict, context, key, leaf, proof, root, spine};

/// Why a construction gave nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// No construction has this name; the question was not asked.
    Unknown,
    /// The construction refuses the inputs.
    Refused(Refused),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("no construction has this name"),
            Self::Refused(refused) => refused.fmt(f),
        }
    }
}

impl core::error::Error for Stop {}

/// Runs the construction of a name over inputs as published vectors hold them.
///
/// # Errors
///
/// [`Stop::Unknown`] for a name that is none, [`Stop::Refused`] for inputs that the construction refuses.
pub fn run(name: &str, inputs: Value<'_>) -> Result<Output, Stop> {
    if let Some(construction) = listed(name) {
        return construction.preimage(&inputs).map(Output::digest).map_err(Stop::Refused);
    }
    let (_, made) = MADE.iter().find(|(given, _)| *given == name).ok_or(Stop::Unknown)?;
    made(inputs).map_err(Stop::Refused)
}

/// Returns the construction that is a list of fields and has this name.
fn listed(name: &str) -> Option<&'static Construction> {
    [STRUCTURE, CURRENT, RETAINED, PLAIN, DOCUMENTS]
        .into_iter()
        .flatten()
        .copied()
        .find(|construction| construction.name == name)
}

type Made = fn(Value<'_>) -> Result<Output, Refused>;

/// The constructions that are no list of fields.
static MADE: &[(&str, Made)] = &[
    ("canonical_json", canonical_json),
    ("canonical_json_text_check", canonical_text),
    ("encode_field", encode_field),
    ("compute_leaf_hash", leaf::version_1),
    ("compute_leaf_hash_from_node", leaf::version_1),
    ("spine_leaf_hashes_v2", spine::leaf_list),
    ("compute_merkle_root_v2", spine::merkle_root),
    ("compute_spine_root_sav2", spine::merkle_root),
    ("tree_v2_levels", spine::tree_levels_v2),
    ("merkle_tree_v1_levels", spine::tree_levels_4x),
    ("compute_spine_hash", spine::plain),
    ("compute_spine_hash_adaptive", spine::plain),
    ("compute_spine_hash_for_episode", spine::plain),
    ("compute_spine_root_v2", spine::bound),
    ("compute_adaptive_spine_hash", spine::adaptive),
    ("reproduce_spine_root", spine::reproduce),
    ("generate_inclusion_proof_v2", proof::generate_v2),
    ("verify_inclusion_proof_v2", proof::verify_v2),
    ("expected_sibling_count_v2", proof::count_siblings),
    ("generate_inclusion_proof_v1", proof::generate_4x),
    ("verify_inclusion_proof_v1", proof::verify_4x),
    ("compute_signal_manifest_hash_v2", root::signals),
    ("compute_exclusion_hash_v2", root::excluded),
    ("compute_structural_manifest_hash", root::structure),
    ("compute_signal_manifest_hash", root::signals_4x),
    ("compute_exclusion_hash", root::excluded_4x),
    ("compute_episode_seal_v2", root::seal_v2),
    ("compute_episode_seal_v3", root::seal_v3),
    ("reproduce_episode_root", root::reproduce),
    ("reproduce_episode_root_v3", root::reproduce_v3),
    ("compute_context_content_hash_v1", context::content),
    ("compute_context_tree_root_v1", context::tree),
    ("compute_context_manifest_hash_v1", context::manifest_of),
    ("compute_soliloquy_content_hash", soliloquy),
    ("compute_episode_link_content_hash", episode_link),
    ("compute_exchange_chain_hash", chain::exchange),
    ("x_conflict_manifest_v2", conflict::manifest),
    ("compute_chain_root", key::chain_root),
    ("compute_public_key_fingerprint", key::fingerprint),
    ("derive_workspace_key", key::workspace),
    ("derive_node_key", key::node),
    ("derive_seal_key", key::seal),
];

/// A document in canonical form, and its hash (ASTP 5.1.2).
fn canonical_json(value: Value<'_>) -> Result<Output, Refused> {
    let document = Inputs::new("ASTP 5.1.2", value).get("document")?;
    let mut bytes = Vec::new();
    ASTP.write(document, &mut bytes)
        .map_err(|error| Refused::field("ASTP 5.1.2", "document", format!("has {error}")))?;
    let text = core::str::from_utf8(&bytes).map_err(|_| Refused::new("ASTP 5.1.2", "no text"))?;
    let mut output = Output::json(|writer| {
        writer.begin_object()?;
        writer.name("canonical")?;
        writer.string(text)?;
        writer.name("sha3_256")?;
        writer.string(&format!("{}", sha3(&bytes)))?;
        writer.end_object()
    });
    output.preimage = Some(bytes);
    Ok(output)
}

/// Whether a stored text is its own canonical form.
fn canonical_text(value: Value<'_>) -> Result<Output, Refused> {
    let text = Inputs::new("ASTP 5.1.2", value).text("text")?;
    Ok(Output::truth(ASTP.is_stored_form(&mut Parser::new(), text.as_bytes())))
}

/// One field as bytes (ASTP 5.1.1).
fn encode_field(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 5.1.1", value);
    let kind =
        Kind::parse(&inputs.text("kind")?).ok_or_else(|| inputs.refused("kind", "is no kind of field"))?;
    let mut bytes = Vec::new();
    put_field(kind, &Input::Json(inputs.get("value")?), &mut bytes)
        .map_err(|message| inputs.refused("value", &message))?;
    Ok(Output::text(&hexadecimal(&bytes)))
}

/// The 4.x soliloquy, by what its policy lets in (ASTP 19.4.2).
fn soliloquy(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 19.4.2", value);
    let construction = match &*inputs.text("content_hash_policy")? {
        "HASH_PLACEHOLDER" => &SOLILOQUY_PLACEHOLDER,
        "FULL_CONTENT" => &SOLILOQUY_FULL,
        _ => return Err(inputs.refused("content_hash_policy", "wants `HASH_PLACEHOLDER` or `FULL_CONTENT`")),
    };
    construction.preimage(&value).map(Output::digest)
}

/// A link whose signals come whole (ASTP 20 §2).
fn episode_link(value: Value<'_>) -> Result<Output, Refused> {
    let signals = Inputs::new("ASTP 20 §2", value).list("inference_signals")?;
    let hashes = signals.map(|signal| LINK_SIGNAL_V2.hash(&signal)).collect::<Result<Vec<_>, _>>()?;
    EPISODE_LINK_V2.preimage(&Link { value, hashes }).map(Output::digest)
}

struct Link<'a> {
    value: Value<'a>,
    hashes: Vec<Sha3>,
}

impl Fields for Link<'_> {
    fn field(&self, name: &str) -> Option<Input<'_>> {
        match name {
            "inference_signal_hashes" => Some(Input::Hashes(&self.hashes)),
            _ => self.value.field(name),
        }
    }
}
