//! Keys derived down the hierarchy of ASTP 16.2, and what stands for a key or for a chain of nodes.
//!
//! A derived key is a secret. Nothing here keeps or shows one; the caller does.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::hkdf_sha3;
use actum_canon::json::Value;

use super::output::{Output, hexadecimal};
use super::read::Inputs;
use super::refused::Refused;

/// The purpose texts of one derivation version (ASTP 16.2.1). A text is never changed: a new version gets new ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Derivation {
    /// Retained: what keys before 5.2.0 were derived under.
    V1,
    /// Current.
    V2,
}

impl Derivation {
    /// Takes the number that a record carries; a record without one is 1.
    #[must_use]
    pub const fn of(version: u64) -> Option<Self> {
        match version {
            1 => Some(Self::V1),
            2 => Some(Self::V2),
            _ => None,
        }
    }

    /// Derives the key of a workspace from the root key material.
    #[must_use]
    pub fn workspace(self, root: &[u8], workspace_id: &str) -> [u8; 32] {
        hkdf_sha3(
            root,
            workspace_id.as_bytes(),
            match self {
                Self::V1 => b"ariadne.workspace.v1",
                Self::V2 => b"astp.workspace.v2",
            },
        )
    }

    /// Derives the key of a node from the key of its workspace; its type keeps key spaces apart (G-16).
    #[must_use]
    pub fn node(self, workspace: &[u8], node_id: &str, node_type: &str) -> [u8; 32] {
        let purpose: String = match self {
            Self::V1 => format!("ariadne.node.v1:{node_type}"),
            Self::V2 => format!("astp.node.v2:{node_type}"),
        };
        hkdf_sha3(workspace, node_id.as_bytes(), purpose.as_bytes())
    }

    /// Derives the key of a sealed node from the key of the node and the root that it was sealed with.
    #[must_use]
    pub fn seal(self, node: &[u8], spine_root: &[u8; 32]) -> [u8; 32] {
        hkdf_sha3(
            node,
            spine_root,
            match self {
                Self::V1 => b"ariadne.seal.v1",
                Self::V2 => b"astp.seal.v2",
            },
        )
    }
}

fn derivation(inputs: Inputs<'_>) -> Result<Derivation, Refused> {
    let version = inputs.uint("derivation_version")?;
    Derivation::of(version).ok_or_else(|| {
        inputs.refused("derivation_version", &format!("{version} is no derivation; 1 and 2 are"))
    })
}

pub(super) fn workspace(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 16.2.1", value);
    let key =
        derivation(inputs)?.workspace(&inputs.bytes("root_key_material")?, &inputs.text("workspace_id")?);
    Ok(Output::text(&hexadecimal(&key)))
}

pub(super) fn node(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 16.2.1", value);
    let (id, kind) = (inputs.text("node_id")?, inputs.text("node_type")?);
    let key = derivation(inputs)?.node(&inputs.bytes("workspace_key")?, &id, &kind);
    Ok(Output::text(&hexadecimal(&key)))
}

pub(super) fn seal(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 16.2.1", value);
    let root = inputs.hash("spine_root_at_seal")?;
    let key = derivation(inputs)?.seal(&inputs.bytes("node_key")?, root.as_bytes());
    Ok(Output::text(&hexadecimal(&key)))
}

/// The hash of the spine roots of a chain of nodes, one after the other (ASTP 16.5.3, G-13).
pub(super) fn chain_root(value: Value<'_>) -> Result<Output, Refused> {
    let roots = Inputs::new("ASTP 16.5.3", value).hashes("spine_roots")?;
    let bytes: Vec<u8> = roots.iter().flat_map(|root| *root.as_bytes()).collect();
    Ok(Output::digest(bytes))
}

/// The hash of a public key.
pub(super) fn fingerprint(value: Value<'_>) -> Result<Output, Refused> {
    let bytes = Inputs::new("ASTP 16.2.4", value).bytes("public_key")?;
    Ok(Output::digest(bytes))
}
