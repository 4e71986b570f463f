//! Departure forks, and recovery of those that another store left in pieces.

use alloc::string::String;
use alloc::vec::Vec;

use crate::id::Uuid;
use crate::node::Node;
use crate::value::{CaughtBy, DepartureForkStatus, record};

record! {
    /// Departs. Draws: the fork, the fork's Episode, the point, the record.
    CreateDepartureFork {
        /// The Episode that is left.
        origin_episode_id: Uuid,
        /// The Segment it is left from.
        origin_segment_id: Uuid,
        /// What the departure is to achieve.
        fork_objective: String,
        /// One of the four triggers, as it was said.
        fork_creation_trigger: String,
        /// The agent of the new Episode; the actor if absent.
        fork_agent_id: Option<String>,
        /// The title of the new Episode.
        fork_title: Option<String>,
        /// Who takes part in it.
        participants: Vec<String>,
        /// The Segment that provoked an escalation (ASTP G-33).
        fork_trigger_segment_id: Option<Uuid>,
        /// How sure the detector was, from 0 to 1.
        fork_trigger_confidence: Option<f64>,
        /// Who caught it.
        caught_by: CaughtBy,
    }

    /// Declares a departure complete. Draws: the record.
    CompleteDepartureFork {
        /// The Episode that departed.
        fork_episode_id: Uuid,
        /// A remark.
        note: Option<String>,
    }

    /// Gives up a departure. Draws: the record.
    AbandonDepartureFork {
        /// The Episode that departed.
        fork_episode_id: Uuid,
        /// Why.
        reason: Option<String>,
    }

    /// Says what the origin makes of a completed departure; the actor returns it. Draws: the return, the record.
    DeclareForkReturn {
        /// The departure.
        fork_id: Uuid,
        /// The Episode that was left.
        origin_episode_id: Uuid,
        /// One of the three types, as it was said.
        return_type: String,
        /// In words; may be empty.
        synthesis_summary: String,
    }

    /// Marks an orphaned departure, and mends what may be mended (ASTP 19.3.7). Draws: the marker, the record.
    RecoverOrphan {
        /// The departure.
        fork_id: Uuid,
        /// The search that found it.
        detection_run_id: Uuid,
        /// For how many milliseconds an active departure may lie still; absent: for ever.
        stale_after_ms: Option<u64>,
    }

    /// Takes in nodes that another store has written, as they are, complete or not. Draws: the record.
    ///
    /// Every hash has to recompute. What does not fit together is not refused: it is what recovery is for. Taken are
    /// Episodes, Segments, departure points, returns, and points that were written ahead.
    Adopt {
        /// The nodes.
        nodes: Vec<Node>,
        /// The states of the departures, where they are not `ACTIVE`.
        states: Vec<AdoptedState>,
    }

    /// The state of a departure that is taken in.
    AdoptedState {
        /// The departure.
        fork_id: Uuid,
        /// Its state.
        status: DepartureForkStatus,
    }
}
