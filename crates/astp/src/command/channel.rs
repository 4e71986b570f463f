//! Asides and soliloquies.

use alloc::string::String;
use alloc::vec::Vec;

use crate::id::Uuid;
use crate::node::VisibilityPolicy;
use crate::value::{CaughtBy, record};

record! {
    /// Opens an aside. Draws: the aside, the record.
    OpenAside {
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
        /// Who caught it.
        caught_by: CaughtBy,
    }

    /// Ends an aside. Draws: the terminus, the record.
    CloseAside {
        /// The aside.
        aside_id: Uuid,
        /// Why.
        close_reason: String,
        /// Whether it is given up rather than closed.
        abandoned: bool,
        /// Whom to tell.
        notification_targets: Vec<String>,
        /// More Segments inside it.
        additional_content_refs: Vec<Uuid>,
    }

    /// Opens a soliloquy. Draws: the soliloquy, the record.
    OpenSoliloquy {
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
        /// The Segments of the deliberation, as far as they are there.
        deliberation_chain: Vec<Uuid>,
        /// Who caught it.
        caught_by: CaughtBy,
    }

    /// Ends a soliloquy. Draws: the conclusion, the record.
    ConcludeSoliloquy {
        /// The soliloquy.
        soliloquy_id: Uuid,
        /// What came out.
        conclusion_summary: String,
        /// Whether it is given up rather than absorbed.
        abandoned: bool,
        /// The Segment that takes the conclusion in.
        merged_into_segment_id: Uuid,
        /// The Segments of the deliberation; absent for those named at the start.
        final_deliberation_chain: Option<Vec<Uuid>>,
    }
}
