//! The four published constructions of a seal (ASTP 5.8), each a value.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use actum_canon::digest::Sha3;

use super::contents::Contents;
use super::member::{home, member_hash};
use crate::construct::{EPISODE_ROOT, LEAF_V2, Refused, context, root, spine};
use crate::id::Uuid;
use crate::node::{Node, Segment, Signal};

/// One construction of a seal: everything in which the published ones differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    version: u64,
    ordering: u64,
    parts: Parts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Parts {
    /// Versions 0 and 1: content hashes as text, three parts; the Episode as first leaf or not.
    Written { episode_leaf: bool },
    /// Versions 2 and 3: leaf hashes as bytes, typed parts; what was given to the Episode or not.
    Typed { context: bool },
}

impl Form {
    /// `spine_algorithm_version` 2: five parts.
    pub const V2: Self = Self { version: 2, ordering: 2, parts: Parts::Typed { context: false } };

    /// `spine_algorithm_version` 3, current: the same and the context manifest.
    pub const V3: Self = Self { version: 3, ordering: 2, parts: Parts::Typed { context: true } };

    /// Takes the identifiers of a seal record; `None` for a pair that no construction has.
    #[must_use]
    pub const fn of(spine_algorithm_version: u64, ordering_version: u64) -> Option<Self> {
        match (spine_algorithm_version, ordering_version) {
            (version @ (0 | 1), ordering @ (1 | 2)) => {
                Some(Self { version, ordering, parts: Parts::Written { episode_leaf: version == 1 } })
            }
            (2, 2) => Some(Self::V2),
            (3, 2) => Some(Self::V3),
            _ => None,
        }
    }

    /// The `spine_algorithm_version`.
    #[must_use]
    pub const fn version(self) -> u64 {
        self.version
    }

    /// The `ordering_version`.
    #[must_use]
    pub const fn ordering(self) -> u64 {
        self.ordering
    }

    /// The `hash_version` of the leaves.
    #[must_use]
    pub const fn hash_version(self) -> u64 {
        match self.parts {
            Parts::Written { .. } => 1,
            Parts::Typed { .. } => 2,
        }
    }

    /// Whether a seal of this form says how much of what the Episode was given is captured (ASTP G-41).
    #[must_use]
    pub const fn has_posture(self) -> bool {
        matches!(self.parts, Parts::Typed { context: true })
    }

    /// Computes every part of a seal, and its root, from stored nodes and from nothing else (ASTP 9.3).
    ///
    /// The posture is part of version 3 only.
    ///
    /// # Errors
    ///
    /// [`Unsealable`] names the node and the field for which there is no such seal.
    pub fn roots(self, contents: &Contents<'_>, posture: Option<&str>) -> Result<Roots, Unsealable> {
        let leaves = contents.leaves();
        demand_order(&leaves)?;
        match self.parts {
            Parts::Written { episode_leaf } => self.written(contents, &leaves, episode_leaf),
            Parts::Typed { context } => typed(contents, &leaves, context.then_some(posture)),
        }
    }

    fn written(self, contents: &Contents<'_>, leaves: &[&Segment], first: bool) -> Result<Roots, Unsealable> {
        let mut inputs: Vec<String> = leaves.iter().map(|leaf| leaf.content_hash.to_string()).collect();
        if self.ordering == 1 {
            // By arrival; Signals that arrived at one instant stand as they are stored.
            let mut signals: Vec<&Signal> = contents.signals.clone();
            signals.sort_by(|a, b| a.received_at.cmp(&b.received_at));
            inputs.extend(signals.iter().map(|signal| signal.content_hash.to_string()));
        }
        if inputs.is_empty() {
            return Err(no_leaf());
        }
        let episode = first.then(|| spine::episode_leaf(&contents.episode_id.to_string()).to_string());
        let spine_root = spine::root_4x(episode.into_iter().chain(inputs)).ok_or_else(no_leaf)?;
        let texts =
            |hashes: &mut dyn Iterator<Item = Sha3>| hashes.map(|hash| hash.to_string()).collect::<Vec<_>>();
        let signals = texts(&mut contents.signals.iter().map(|signal| signal.content_hash));
        let excluded = texts(&mut contents.excluded());
        let signal_manifest_hash = root::signal_manifest_4x(signals.iter().map(String::as_str).collect());
        let exclusion_hash = root::exclusion_4x(excluded.iter().map(String::as_str).collect());
        let episode_root_hash = EPISODE_ROOT.hash(&[
            ("spine_hash", spine_root.into()),
            ("signal_manifest_hash", signal_manifest_hash.into()),
            ("exclusion_hash", exclusion_hash.into()),
        ])?;
        Ok(Roots {
            spine_root,
            signal_manifest_hash,
            structural_manifest_hash: None,
            exclusion_hash,
            context: None,
            episode_root_hash,
            leaf_count: leaves.len() as u64,
        })
    }
}

fn typed(
    contents: &Contents<'_>,
    leaves: &[&Segment],
    posture: Option<Option<&str>>,
) -> Result<Roots, Unsealable> {
    let mut accumulated = Vec::with_capacity(leaves.len());
    for leaf in leaves {
        accumulated.push(LEAF_V2.hash(*leaf).map_err(|refused| Unsealable::node(leaf.segment_id, refused))?);
    }
    let spine_root = spine::root_v2(accumulated).ok_or_else(no_leaf)?;
    let members = members(contents)?;
    let context = match posture {
        None => None,
        Some(posture) => {
            let posture = posture.unwrap_or_default();
            let manifest = context::manifest(posture, contents.entries.clone())?;
            Some((manifest, contents.entries.len() as u64))
        }
    };
    let parts = root::Roots {
        episode_id: contents.episode_id,
        spine_root,
        signal_manifest_hash: root::signal_manifest(
            contents.signals.iter().map(|signal| signal.content_hash),
        ),
        structural_manifest_hash: root::structural_manifest(members),
        exclusion_hash: root::exclusion(contents.excluded()),
        context_manifest_hash: context.map(|(manifest, _)| manifest),
    };
    Ok(Roots {
        spine_root,
        signal_manifest_hash: parts.signal_manifest_hash,
        structural_manifest_hash: Some(parts.structural_manifest_hash),
        exclusion_hash: parts.exclusion_hash,
        context,
        episode_root_hash: parts.episode_root()?,
        leaf_count: leaves.len() as u64,
    })
}

/// The hashes of the structural members; every alternative of a fork must be among them, once (FM-001).
fn members(contents: &Contents<'_>) -> Result<Vec<Sha3>, Unsealable> {
    let mut hashes = Vec::with_capacity(contents.structure.len());
    let mut forks: BTreeMap<Uuid, (u64, BTreeSet<u64>)> = BTreeMap::new();
    for node in &contents.structure {
        let Some(hash) = member_hash(node) else { continue };
        if home(node) != Some(contents.episode_id) {
            let message = "it is structure of another Episode".into();
            return Err(Unsealable { node: node.id(), field: "episode_id".into(), message });
        }
        hashes.push(hash.map_err(|refused| Unsealable { node: node.id(), ..refused.into() })?);
        if let Node::ForkPoint(point) = node {
            let (count, seen) = forks.entry(point.fork_id).or_default();
            *count = point.sibling_count;
            let fits = point.sibling_index < point.sibling_count && seen.insert(point.sibling_index);
            if !fits {
                let message =
                    format!("alternative {} of {} is no new one", point.sibling_index, point.sibling_count);
                return Err(Unsealable { node: node.id(), field: "sibling_index".into(), message });
            }
        }
    }
    for (fork, (count, seen)) in forks {
        if seen.len() as u64 != count {
            let message = format!("has {} of its {count} alternatives", seen.len());
            return Err(Unsealable { node: Some(fork), field: "sibling_count".into(), message });
        }
    }
    Ok(hashes)
}

fn demand_order(leaves: &[&Segment]) -> Result<(), Unsealable> {
    let twins = leaves.iter().zip(leaves.iter().skip(1)).find(|(a, b)| a.sequence_index == b.sequence_index);
    match twins {
        None => Ok(()),
        Some((_, twin)) => Err(Unsealable {
            node: Some(twin.segment_id),
            field: "sequence_index".into(),
            message: format!("index {} is taken by another Segment", twin.sequence_index),
        }),
    }
}

fn no_leaf() -> Unsealable {
    Unsealable {
        node: None,
        field: "segments".into(),
        message: "no Segment is a leaf, and a spine of none has no root".into(),
    }
}

/// Every part of a seal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roots {
    /// The root over the leaves.
    pub spine_root: Sha3,
    /// The set of Signals.
    pub signal_manifest_hash: Sha3,
    /// The set of structural members; versions 0 and 1 have none.
    pub structural_manifest_hash: Option<Sha3>,
    /// The set of Segments that are no leaves.
    pub exclusion_hash: Sha3,
    /// What the Episode was given, and of how many entries; version 3 only.
    pub context: Option<(Sha3, u64)>,
    /// The root over all of these.
    pub episode_root_hash: Sha3,
    /// How many leaves there are; version 1 counts its first, which is no node, not.
    pub leaf_count: u64,
}

/// Why stored nodes have no seal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsealable {
    /// The node, or the fork that lacks one; `None` where it is the Episode as a whole.
    pub node: Option<Uuid>,
    /// Its field.
    pub field: String,
    /// What is wrong with it.
    pub message: String,
}

impl Unsealable {
    fn node(node: Uuid, refused: Refused) -> Self {
        Self { node: Some(node), ..refused.into() }
    }
}

impl From<Refused> for Unsealable {
    fn from(refused: Refused) -> Self {
        let message = format!("{} ({})", refused.message, refused.clause);
        Self { node: None, field: refused.field.unwrap_or_default(), message }
    }
}

impl fmt::Display for Unsealable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(node) = self.node {
            write!(f, "`{node}`: ")?;
        }
        write!(f, "`{}`: {}", self.field, self.message)
    }
}

impl core::error::Error for Unsealable {}
