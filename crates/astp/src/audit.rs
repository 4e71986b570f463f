//! Audit records and their chains (ASTP 8).
//!
//! A record binds everything that is stored of it, and through its forward delta everything that its transition stored.
//! One chain for each key: an Episode's identifier, or a name that no Episode can have (`access:…`, `orphan-recovery:…`).
//!
//! Chains of the 4.x form are verified by `construct`; none is written.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use crate::construct::chain::{self, Broken, Head};
use crate::construct::{self, Fields, Input};
use crate::id::{Instant, Uuid};
use crate::value::record;

record! {
    /// An audit record, version 2 (ASTP 8.1).
    AuditRecord {
        /// Its identifier.
        audit_id: Uuid,
        /// The chain.
        chain_key: String,
        /// Its place in the chain, from 1.
        delta_sequence: u64,
        /// What was done.
        delta_type: String,
        /// Who did it.
        agent_id: String,
        /// In which session.
        session_id: String,
        /// For which human.
        human_actor: Option<String>,
        /// When, in whole milliseconds.
        wall_clock_time: Instant,
        /// The logical clock: the place of the transition in the tree, from 1 (ASTP G-4).
        episode_time: u64,
        /// What changed, as canonical JSON text.
        forward_delta: String,
        /// What would undo it, as canonical JSON text.
        reverse_delta: String,
        /// What it touched, in order.
        affected_nodes: Vec<String>,
        /// What set it off.
        trigger_context: String,
        /// Why.
        explicit_reason: Option<String>,
        /// Who caught it.
        caught_by: String,
        /// Whether detection was still going on.
        detection_window_open: bool,
        /// The record before; absent for the first of a chain.
        prior_audit_hash: Option<Sha3>,
        /// The hash over all of this; the conformance vectors call it `audit_hash`.
        record_hash: Sha3,
    }
}

impl AuditRecord {
    /// Computes the hash from the other fields.
    ///
    /// # Errors
    ///
    /// What the construction refuses.
    pub fn computed_hash(&self) -> Result<Sha3, construct::Refused> {
        construct::AUDIT_RECORD_V2.hash(self)
    }
}

impl Fields for AuditRecord {
    fn field(&self, name: &str) -> Option<Input<'_>> {
        Some(match name {
            "audit_id" => self.audit_id.into(),
            "chain_key" => self.chain_key.as_str().into(),
            "delta_sequence" => self.delta_sequence.into(),
            "delta_type" => self.delta_type.as_str().into(),
            "agent_id" => self.agent_id.as_str().into(),
            "session_id" => self.session_id.as_str().into(),
            "human_actor" => self.human_actor.as_deref().into(),
            "wall_clock_time" => self.wall_clock_time.to_micros().map_or(Input::Null, Input::Micros),
            "episode_time" => self.episode_time.into(),
            "forward_delta" => self.forward_delta.as_str().into(),
            "reverse_delta" => self.reverse_delta.as_str().into(),
            "affected_nodes" => Input::Texts(&self.affected_nodes),
            "trigger_context" => self.trigger_context.as_str().into(),
            "explicit_reason" => self.explicit_reason.as_deref().into(),
            "caught_by" => self.caught_by.as_str().into(),
            "detection_window_open" => self.detection_window_open.into(),
            "prior_audit_hash" => self.prior_audit_hash.into(),
            "record_hash" => self.record_hash.into(),
            _ => return None,
        })
    }
}

/// Verifies a chain from its first record (ASTP 8.2), its key and its clock included (ASTP G-4).
///
/// A chain of none verifies. That records are missing at the end cannot be seen here: compare the head with what is kept
/// elsewhere.
///
/// # Errors
///
/// The first record that does not follow.
pub fn verify<'a>(
    chain_key: &str,
    records: impl IntoIterator<Item = &'a AuditRecord>,
) -> Result<Head, Broken> {
    let records: Vec<&AuditRecord> = records.into_iter().collect();
    let head = chain::verify_v2(records.iter().map(|record| *record as &dyn Fields))?;
    let mut clock = 0;
    for (at, record) in records.into_iter().enumerate() {
        let broken = |field, message| Err(Broken { record: at, field, message });
        if record.chain_key != chain_key {
            return broken("chain_key", format!("is `{}`, and the chain is `{chain_key}`", record.chain_key));
        }
        if record.episode_time <= clock {
            return broken("episode_time", format!("is {}, after {clock} (ASTP G-4)", record.episode_time));
        }
        clock = record.episode_time;
    }
    Ok(head)
}
