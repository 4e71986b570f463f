//! Nodes, seals and Episodes against a tree and its audit records.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::ToString as _;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;
use actum_canon::json::{Parser, Value};

use super::fault::Fault;
use super::{link, node, seal};
use crate::audit;
use crate::id::Uuid;
use crate::node::{DepartureForkPoint, Node, PriorSeal, Seal};
use crate::operation::verify_merge;
use crate::rule::Rule;
use crate::seal::{Contents, home, member_hash};
use crate::tree::{Tree, node_digest};
use crate::value::EpisodeStatus;

/// A tree, and where its audit records bind each node that they stored.
#[derive(Debug)]
pub struct Verifier<'t> {
    tree: &'t Tree,
    /// The logical clock of the record that binds a node, by the node's digest; where two do, the later one.
    bound: BTreeMap<Sha3, u64>,
}

/// What became of the verification of one seal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealReport {
    /// The seal.
    pub seal_id: Uuid,
    /// The construction that it records.
    pub spine_algorithm_version: u64,
    /// What does not hold; nothing, where it recomputes.
    pub faults: Vec<Fault>,
}

/// What became of the verification of an Episode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EpisodeReport {
    /// The Episode.
    pub episode_id: Uuid,
    /// Its seals, oldest first.
    pub seals: Vec<SealReport>,
    /// What does not hold of its nodes and its audit chain.
    pub faults: Vec<Fault>,
    /// The structural nodes that came after the last seal and wait for the next (ASTP 5.7.1).
    pub waiting: Vec<Uuid>,
}

impl EpisodeReport {
    /// Whether nothing is wrong. That some nodes wait for a seal is not wrong.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.faults.is_empty() && self.seals.iter().all(|seal| seal.faults.is_empty())
    }
}

impl<'t> Verifier<'t> {
    /// Reads what the audit records of a tree bind. Linear in the records.
    #[must_use]
    pub fn of(tree: &'t Tree) -> Self {
        let mut bound = BTreeMap::new();
        let mut parser = Parser::new();
        for record in tree.records() {
            let Ok(delta) = parser.parse(record.forward_delta.as_bytes()) else { continue };
            let digests = delta.root().get("stored").into_iter().flat_map(Value::elements);
            let digests = digests.filter_map(|digest| Sha3::parse(&digest.as_str()?));
            bound.extend(digests.map(|digest| (digest, record.episode_time)));
        }
        Self { tree, bound }
    }

    /// Verifies a node as it is stored somewhere: its hashes, its links, and that a record binds every field of it.
    #[must_use]
    pub fn node(&self, stored: &Node) -> Vec<Fault> {
        let (rule, id) = (node::rule(stored), stored.id());
        let mut faults = Vec::new();
        if self.clock(stored).is_none() {
            let message = "no audit record binds the node as it is here";
            faults.push(Fault::new(Rule::Audit, id, "stored", message));
        }
        for (field, stored, computed) in node::carried(stored) {
            match computed {
                Ok(hash) if stored == Some(hash) => {}
                Ok(hash) => {
                    faults.push(Fault::new(rule, id, field, format!("the stored fields give `{hash}`")))
                }
                Err(refused) => faults.push(Fault::new(rule, id, field, refused.to_string())),
            }
        }
        if let Some(Err(refused)) = member_hash(stored) {
            let field = refused.field.clone().unwrap_or_default();
            faults.push(Fault::new(Rule::SpineState, id, &field, refused.to_string()));
        }
        faults.extend(
            link::loose(self.tree, stored)
                .into_iter()
                .map(|(field, message)| Fault::new(rule, id, field, message)),
        );
        faults.extend(self.late(stored));
        if let Node::MergePoint(point) = stored {
            let known: Vec<_> = faults.iter().map(|fault| fault.field.clone()).collect();
            let merge =
                verify_merge(self.tree, point).faults.into_iter().filter(|(field, _)| !known.contains(field));
            faults.extend(merge.map(|(field, message)| Fault::new(rule, id, &field, message)));
        }
        faults
    }

    /// Verifies a seal as it is stored somewhere against the nodes that were there when it was made.
    #[must_use]
    pub fn seal(&self, stored: &Seal) -> Vec<Fault> {
        let id = Some(stored.seal_id);
        let Some(mut contents) = Contents::of(self.tree, stored.episode_id) else {
            return Vec::from([Fault::new(Rule::G40, id, "episode_id", "no such Episode is stored")]);
        };
        let seals: Vec<&Seal> = self.tree.seals(stored.episode_id).collect();
        let Some(place) = seals.iter().position(|seal| seal.seal_id == stored.seal_id) else {
            return Vec::from([Fault::new(Rule::G40, id, "seal_id", "no such seal is on record")]);
        };
        let made = seals.get(place).and_then(|seal| self.clock(&Node::Seal((*seal).clone())));
        contents.structure.retain(|node| self.clock(node) < made);
        let mut faults = seal(stored, &contents);
        let before = place.checked_sub(1).and_then(|place| seals.get(place).copied());
        if stored.prior_seal_id != before.map(|seal| seal.seal_id) {
            faults.push(Fault::new(Rule::G40, id, "prior_seal_id", "is not the seal before this one"));
        }
        if before.is_some_and(|before| before.sealed_at > stored.sealed_at) {
            faults.push(Fault::new(Rule::G40, id, "sealed_at", "is before the seal that this one follows"));
        }
        if self.clock(&Node::Seal(stored.clone())).is_none() {
            faults.push(Fault::new(
                Rule::Audit,
                id,
                "stored",
                "no audit record binds the seal as it is here",
            ));
        }
        faults
    }

    /// Verifies an Episode: its audit chain, every node, every seal. `None` where no such Episode is stored.
    #[must_use]
    pub fn episode(&self, episode_id: Uuid) -> Option<EpisodeReport> {
        let episode = self.tree.episode(episode_id)?;
        let mut faults = self.chain(&episode_id.to_string());
        faults.extend(self.node(&Node::Episode(episode.clone())));
        for segment in self.tree.segments(episode_id) {
            faults.extend(self.node(&Node::Segment(segment.clone())));
        }
        let seals: Vec<&Seal> = self.tree.seals(episode_id).collect();
        if seals.is_empty() && self.tree.episode_status(episode_id) == Some(EpisodeStatus::Sealed) {
            faults.push(Fault::new(
                Rule::G40,
                Some(episode_id),
                "episode_status",
                "it is SEALED, and no seal is stored",
            ));
        }
        let made: Vec<Option<u64>> =
            seals.iter().map(|seal| self.clock(&Node::Seal((*seal).clone()))).collect();
        let mut waiting = Vec::new();
        for node in self.tree.structure(episode_id) {
            faults.extend(self.node(node));
            let clock = self.clock(node);
            if made.last().is_some_and(|last| *last < clock) {
                waiting.extend(node.id());
            }
        }
        let reports = seals.iter().map(|seal| SealReport {
            seal_id: seal.seal_id,
            spine_algorithm_version: seal.spine_algorithm_version,
            faults: self.seal(seal),
        });
        Some(EpisodeReport { episode_id, seals: reports.collect(), faults, waiting })
    }

    /// Verifies an audit chain (ASTP 8.2). A chain of none holds.
    #[must_use]
    pub fn chain(&self, key: &str) -> Vec<Fault> {
        let broken = audit::verify(key, self.tree.chain(key)).err();
        let fault = broken.map(|broken| {
            let record = self.tree.chain(key).nth(broken.record).map(|record| record.audit_id);
            Fault::new(Rule::Audit, record, broken.field, broken.message)
        });
        fault.into_iter().collect()
    }

    /// Verifies everything that a tree holds: all chains, all Episodes, and the nodes that belong to no Episode's structure.
    ///
    /// Linear in what is stored, but for each seal, which costs what its Episode holds.
    #[must_use]
    pub fn tree(&self) -> Vec<Fault> {
        let episodes = self.tree.episodes().map(|episode| episode.episode_id);
        let reports = episodes.filter_map(|episode| self.episode(episode));
        let mut faults: Vec<Fault> = reports
            .flat_map(|report| {
                report.faults.into_iter().chain(report.seals.into_iter().flat_map(|seal| seal.faults))
            })
            .collect();
        let others = self.tree.chain_keys().filter(|key| Uuid::parse(key).is_none());
        faults.extend(others.flat_map(|key| self.chain(key)));
        let nodes =
            self.tree.nodes().filter(|node| member_hash(node).is_none() && !matches!(node, Node::Seal(_)));
        faults.extend(nodes.flat_map(|node| self.node(node)));
        faults
    }

    /// What a node that came after a seal has to say of it (ASTP 5.7.1), whatever else was altered about the node.
    fn late(&self, stored: &Node) -> Option<Fault> {
        let written = self.clock(stored).or_else(|| self.clock(self.tree.node(stored.id()?)?))?;
        let made = |seal: &&Seal| self.clock(&Node::Seal((*seal).clone())).is_some_and(|made| made < written);
        let seal = self.tree.seals(home(stored)?).rfind(made)?;
        let named = match stored {
            Node::DepartureForkPoint(DepartureForkPoint { prior_seal, .. }) => prior_seal.as_ref(),
            _ => None,
        };
        let fits = named.is_some_and(|PriorSeal { episode_root_hash, sealed_at }| {
            *episode_root_hash == seal.episode_root_hash && *sealed_at == seal.sealed_at
        });
        let message = format!("the node came after the seal `{}` and does not name it", seal.seal_id);
        (!fits).then(|| Fault::new(Rule::G40, stored.id(), "prior_seal", message))
    }

    fn clock(&self, node: &Node) -> Option<u64> {
        self.bound.get(&node_digest(node)).copied()
    }
}
