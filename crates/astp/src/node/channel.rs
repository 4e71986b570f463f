//! Side channels: asides and soliloquies (ASTP 19.4).

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use crate::id::{Instant, Uuid};
use crate::value::{
    AccessLevel, AsideTerminationStatus, SoliloquyContentHashPolicy, SoliloquyTerminationStatus, record,
};

record! {
    /// The start of an aside (ASTP 19.4.1).
    Aside {
        /// Its identifier.
        aside_id: Uuid,
        /// The Episode.
        parent_episode_id: Uuid,
        /// The Segment it leaves.
        parent_segment_id: Uuid,
        /// What it is about.
        aside_label: String,
        /// The human.
        initiated_by_human: String,
        /// The agent.
        target_agent_id: String,
        /// Whether it has to come back.
        return_obligation: bool,
        /// The Segments inside it.
        content_refs: Vec<Uuid>,
        /// The v2 hash.
        content_hash: Sha3,
        /// The content hash of the Segment it leaves.
        parent_hash: Sha3,
        /// When.
        timestamp_utc: Instant,
        /// `1.2.0`.
        schema_version: String,
    }

    /// The end of an aside (ASTP 19.4.1).
    AsideTerminus {
        /// Its identifier.
        aside_terminus_id: Uuid,
        /// The aside.
        aside_id: Uuid,
        /// The Episode.
        parent_episode_id: Uuid,
        /// Why it was closed.
        close_reason: String,
        /// The v2 hash.
        final_content_hash: Sha3,
        /// *Own:* the content hashes of the Segments inside it, in their order, as the hash has them.
        produced_content_hashes: Vec<Sha3>,
        /// Whether no Segment outside refers inside.
        reference_scan_passed: bool,
        /// The Segments outside that refer inside.
        external_references_found: Vec<Uuid>,
        /// Whom to tell.
        notification_targets: Vec<String>,
        /// How long it was open, in whole milliseconds.
        duration_ms: u64,
        /// How it ended.
        termination_status: AsideTerminationStatus,
        /// When.
        timestamp_utc: Instant,
        /// `1.2.0`.
        schema_version: String,
    }

    /// The start of a soliloquy (ASTP 19.4.2).
    Soliloquy {
        /// Its identifier.
        soliloquy_id: Uuid,
        /// The Episode.
        parent_episode_id: Uuid,
        /// The Segment it leaves.
        parent_segment_id: Uuid,
        /// What it is for.
        soliloquy_purpose: String,
        /// The agent.
        initiated_by_agent: String,
        /// Who may see it.
        visibility_policy: VisibilityPolicy,
        /// The Segments that were named at the start.
        deliberation_chain: Vec<Uuid>,
        /// The v2 hash.
        content_hash: Sha3,
        /// The content hash of the Segment it leaves.
        parent_hash: Sha3,
        /// When.
        timestamp_utc: Instant,
        /// `1.2.0`.
        schema_version: String,
    }

    /// Who may see a soliloquy (ASTP G-27). Access metadata; in no hash.
    VisibilityPolicy {
        /// Has to be true.
        human_accessible: bool,
        /// `ALWAYS`.
        owner_agent_access: String,
        /// How far other agents may reach.
        other_agents_access: AccessLevel,
        /// Kept for 4.x.
        content_hash_policy: SoliloquyContentHashPolicy,
        /// Whether reading is audited.
        audit_on_access: bool,
        /// Whether a deployment may set it aside.
        deployment_override_permitted: bool,
    }

    /// The end of a soliloquy (ASTP 19.4.2).
    SoliloquyConclusion {
        /// Its identifier.
        conclusion_id: Uuid,
        /// The soliloquy.
        soliloquy_id: Uuid,
        /// The Episode.
        parent_episode_id: Uuid,
        /// What came out.
        conclusion_summary: String,
        /// The v2 hash.
        conclusion_content_hash: Sha3,
        /// The hash over the content hashes of the deliberation.
        deliberation_chain_hash: Sha3,
        /// *Own:* the Segments of the deliberation, in the order of the hash.
        deliberation_chain: Vec<Uuid>,
        /// The Segment that takes the conclusion in.
        merged_into_segment_id: Uuid,
        /// How long it went on, in whole milliseconds.
        duration_ms: u64,
        /// How it ended.
        termination_status: SoliloquyTerminationStatus,
        /// When.
        timestamp_utc: Instant,
        /// `1.2.0`.
        schema_version: String,
    }
}
