//! Speculative forks.

use alloc::string::String;
use alloc::vec::Vec;

use crate::id::Uuid;
use crate::value::{CaughtBy, record};

record! {
    /// Forks into alternatives. Draws: the fork, then for each alternative its point and, unless given, its Episode; the record.
    CreateFork {
        /// The Episode that is forked.
        origin_episode_id: Uuid,
        /// The Segment it is forked at.
        origin_segment_id: Uuid,
        /// What the alternatives are to achieve.
        fork_objective: String,
        /// What they intend, unless one says its own.
        fork_intent: String,
        /// At least two.
        alternatives: Vec<Alternative>,
        /// What they take along, unless one says its own.
        carried_artifacts: Vec<String>,
        /// Who caught it.
        caught_by: CaughtBy,
    }

    /// One alternative.
    Alternative {
        /// The identifier of its Episode, never used before; drawn if absent.
        episode_id: Option<Uuid>,
        /// Its own intent.
        fork_intent: Option<String>,
        /// What it takes along.
        carried_artifacts: Option<Vec<String>>,
        /// Who takes part.
        participants: Vec<String>,
    }

    /// Chooses an alternative. Draws: the record.
    ResolveFork {
        /// The fork.
        fork_id: Uuid,
        /// The point that is promoted.
        selected_fork_point_id: Uuid,
        /// Why.
        resolution_rationale: String,
    }
}
