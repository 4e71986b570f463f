//! The nodes as inputs of the published constructions, under the names that their lists use.

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use super::{
    Aside, AsideTerminus, BranchPoint, BranchTerminus, DepartureForkPoint, ForkOrphanMarker, ForkPoint,
    ForkReturn, HitlEvent, MergePoint, SEGMENT, Segment, Soliloquy, SoliloquyConclusion,
};
use crate::construct::{Fields, Input};
use crate::id::{Instant, Uuid};
use crate::value::{
    AsideTerminationStatus, BranchDeclarationType, BranchTerminusType, BranchType, ForkCreationTrigger,
    ForkReturnType, HitlDecision, HitlGateType, MergeType, OrphanClass, SoliloquyTerminationStatus,
};

/// A stored field as an input.
trait Given {
    fn given(&self) -> Input<'_>;
}

macro_rules! given {
    ($($type:ty: $value:ident => $input:expr;)*) => {$(
        impl Given for $type {
            fn given(&self) -> Input<'_> {
                let $value = self;
                $input
            }
        }
    )*};
}

given! {
    Uuid: id => (*id).into();
    Sha3: hash => (*hash).into();
    u64: integer => (*integer).into();
    bool: truth => (*truth).into();
    String: text => text.as_str().into();
    Vec<String>: texts => Input::Texts(texts);
    Vec<Uuid>: ids => Input::Uuids(ids);
    Vec<Sha3>: hashes => Input::Hashes(hashes);
    // What no microsecond names is absent, and every list that has a time refuses that.
    Instant: instant => instant.to_micros().map_or(Input::Null, Input::Micros);
    BranchType: value => value.as_str().into();
    BranchDeclarationType: value => value.as_str().into();
    BranchTerminusType: value => value.as_str().into();
    ForkCreationTrigger: value => value.as_str().into();
    ForkReturnType: value => value.as_str().into();
    MergeType: value => value.as_str().into();
    OrphanClass: value => value.as_str().into();
    AsideTerminationStatus: value => value.as_str().into();
    SoliloquyTerminationStatus: value => value.as_str().into();
    HitlGateType: value => value.as_str().into();
    HitlDecision: value => value.as_str().into();
}

impl<T: Given> Given for Option<T> {
    fn given(&self) -> Input<'_> {
        self.as_ref().map_or(Input::Null, T::given)
    }
}

macro_rules! fields {
    ($($node:ident { $($field:ident,)* $(; $($name:literal)|+ => $from:ident)* })*) => {$(
        impl Fields for $node {
            fn field(&self, name: &str) -> Option<Input<'_>> {
                Some(match name {
                    $(stringify!($field) => self.$field.given(),)*
                    $($($name)|+ => self.$from.given(),)*
                    _ => return None,
                })
            }
        }
    )*};
}

fields! {
    BranchPoint {
        branch_point_id, episode_id, branch_id, source_segment_id, branch_type, declaration_type, initiated_by,
        spine_merkle_snapshot, parent_hash,
        ; "timestamp" | "created_at" => timestamp_utc
    }
    BranchTerminus {
        terminus_id, branch_id, terminus_type, branch_point_hash, final_merkle_root,
        ; "timestamp" | "created_at" => timestamp_utc
    }
    ForkPoint {
        fork_point_id, fork_id, episode_id, origin_episode_id, origin_segment_id, fork_objective, initiator, sibling_index,
        parent_hash,
        ; "timestamp" | "created_at" => timestamp_utc
    }
    DepartureForkPoint {
        fork_point_id, fork_id, fork_episode_id, origin_episode_id, origin_segment_id, fork_objective, fork_creation_trigger,
        spine_tip_hash_at_departure, initiator, parent_hash,
        ; "timestamp" | "created_at" => timestamp_utc
    }
    ForkReturn {
        fork_return_id, fork_id, fork_episode_id, origin_episode_id, return_type, synthesis_summary, fork_final_spine_tip_hash,
        returned_by, parent_hash,
        ; "timestamp" | "created_at" => timestamp_utc
    }
    ForkOrphanMarker {
        fork_orphan_marker_id, fork_id, origin_episode_id, orphan_class, sequence_index, detection_run_id, recovery_action,
        requires_operator_review, detected_at,
    }
    MergePoint {
        merge_point_id, merge_id, source_episode_id, target_episode_id, source_merkle_root, target_merkle_root_pre,
        target_merkle_root_post, common_ancestor_id, merge_type, parent_hash,
        ; "timestamp" | "created_at" => timestamp_utc
    }
    Aside {
        aside_id, parent_episode_id, parent_segment_id, initiated_by_human, target_agent_id,
        ; "parent_segment_content_hash" | "parent_hash" => parent_hash
        ; "opened_at" | "timestamp" => timestamp_utc
    }
    AsideTerminus {
        aside_terminus_id, aside_id, parent_episode_id, produced_content_hashes, close_reason, reference_scan_passed,
        external_references_found, termination_status,
        ; "closed_at" => timestamp_utc
    }
    Soliloquy {
        soliloquy_id, parent_episode_id, parent_segment_id, initiated_by_agent,
        ; "parent_segment_content_hash" => parent_hash
        ; "opened_at" | "timestamp" => timestamp_utc
    }
    SoliloquyConclusion {
        conclusion_id, soliloquy_id, parent_episode_id, deliberation_chain_hash, conclusion_summary, merged_into_segment_id,
        termination_status,
        ; "concluded_at" | "timestamp" => timestamp_utc
    }
    HitlEvent {
        hitl_event_id, hitl_request_id, episode_id, gate_type, requesting_agent, invoked_at, context_json, decision, resolved_by,
        resolved_at, rationale, context_hash, resolution_hash,
    }
}

/// The end of an aside with the hash of its start, which it does not store (ASTP 19.4.1).
pub(crate) struct EndedAside<'a> {
    pub(crate) terminus: &'a AsideTerminus,
    pub(crate) aside_hash: Sha3,
}

impl Fields for EndedAside<'_> {
    fn field(&self, name: &str) -> Option<Input<'_>> {
        if name == "aside_content_hash" { Some(self.aside_hash.into()) } else { self.terminus.field(name) }
    }
}

impl Fields for Segment {
    fn field(&self, name: &str) -> Option<Input<'_>> {
        Some(match name {
            "node_id" => self.segment_id.given(),
            "node_type" => SEGMENT.into(),
            "schema_version" => self.schema_version.given(),
            "sequence_index" => self.sequence_index.given(),
            "content_hash" => self.content_hash.given(),
            "parent_node_id" => self.episode_id.given(),
            _ => return None,
        })
    }
}
