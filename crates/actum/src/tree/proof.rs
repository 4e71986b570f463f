//! A proof that travels: a segment, its place in the spine, and the seal over it, in one file.

use actum_astp::construct::{EPISODE_ROOT_V2, EPISODE_ROOT_V3, LEAF_V2, Refused};
use actum_astp::id::Uuid;
use actum_astp::node::{Seal, Segment};
use actum_astp::seal::{Contents, InclusionProof};
use actum_astp::tree::Tree;
use actum_astp::value::{Json, Stored, Unread};
use actum_canon::digest::Sha3;
use actum_canon::json::Parser;

use crate::error::{Error, ErrorKind};

/// Everything that is needed to see that a segment is part of what was sealed, without the tree (ASTP 9.2).
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The segment as it is stored.
    pub segment: Segment,
    /// Its way to the root of the spine.
    pub proof: InclusionProof,
    /// The newest seal of its episode; `None` where it is not sealed yet.
    pub seal: Option<Seal>,
}

impl Evidence {
    /// Gathers the proof of a segment.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NotFound`] where there is no such segment, [`ErrorKind::Refused`] where it is no leaf of the spine.
    pub fn gather(tree: &Tree, segment: Uuid) -> Result<Self, Error> {
        let missing = || Error::new(ErrorKind::NotFound, "id_unknown", format!("no segment `{segment}`"));
        let node = tree.segment(segment).ok_or_else(missing)?;
        let contents = Contents::of(tree, node.episode_id).ok_or_else(missing)?;
        let proof = InclusionProof::of(&contents, segment).ok_or_else(|| {
            let message =
                format!("segment `{segment}` is ephemeral, so it is no leaf of the spine (ASTP 5.6)");
            Error::new(ErrorKind::Refused, "no_leaf", message)
        })?;
        let seal = tree.seals(node.episode_id).next_back().cloned();
        Ok(Self { segment: node.clone(), proof, seal })
    }

    /// The evidence as one line of canonical JSON.
    pub fn to_json(&self) -> Vec<u8> {
        let mut json = Json::map([("proof", self.proof.store()), ("segment", self.segment.store())]);
        if let Some(seal) = &self.seal {
            json.insert("seal", seal.store());
        }
        let mut bytes = Vec::new();
        json.write(&mut bytes);
        bytes
    }

    /// Reads evidence.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Input`] where the bytes are none.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let refuse = |why: String| {
            Error::new(ErrorKind::Input, "proof_invalid", format!("this is no inclusion proof: {why}"))
        };
        let mut parser = Parser::new();
        let document = parser.parse(bytes).map_err(|error| refuse(error.to_string()))?;
        let member = |name: &str| {
            document.root().get(name).ok_or_else(|| refuse(format!("it has no member `{name}`")))
        };
        let unread = |unread: Unread| refuse(unread.to_string());
        Ok(Self {
            segment: Stored::read(member("segment")?).map_err(unread)?,
            proof: Stored::read(member("proof")?).map_err(unread)?,
            seal: document.root().get("seal").map(Stored::read).transpose().map_err(unread)?,
        })
    }

    /// Checks that the segment, the way and the seal fit one another; says what does not.
    ///
    /// What this cannot show is that the seal is the one that was made: compare its root with one that was kept elsewhere.
    pub fn check(&self) -> Result<(), String> {
        match &self.seal {
            Some(seal) => {
                self.proof.verify_segment(&self.segment, seal).map_err(|unproven| unproven.to_string())?;
                match root(seal) {
                    Ok(root) if root == seal.episode_root_hash => Ok(()),
                    Ok(_) => Err("the parts of the seal do not give its episode root".to_owned()),
                    Err(refused) => Err(refused.to_string()),
                }
            }
            None => {
                if LEAF_V2.hash(&self.segment) != Ok(self.proof.leaf_hash) {
                    return Err("the fields of the segment give another leaf hash".to_owned());
                }
                self.proof.verify().map_err(|error| error.to_string())
            }
        }
    }
}

/// The root that the parts of a seal give (ASTP 5.7).
fn root(seal: &Seal) -> Result<Sha3, Refused> {
    let construction = match seal.spine_algorithm_version {
        2 => &EPISODE_ROOT_V2,
        _ => &EPISODE_ROOT_V3,
    };
    construction.hash(&[
        ("episode_id", seal.episode_id.into()),
        ("spine_root", seal.spine_root.into()),
        ("signal_manifest_hash", seal.signal_manifest_hash.into()),
        ("structural_manifest_hash", seal.structural_manifest_hash.into()),
        ("exclusion_hash", seal.exclusion_hash.into()),
        ("context_manifest_hash", seal.context_manifest_hash.into()),
    ])
}
