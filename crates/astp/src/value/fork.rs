//! Forks, departures and orphans (ASTP 19.3).

use super::word::values;

values! {
    /// The state of one alternative of a speculative fork (ASTP 19.3.1).
    ForkPointStatus {
        /// Open.
        Active = "ACTIVE",
        /// Chosen.
        Promoted = "PROMOTED",
        /// Not chosen.
        Discarded = "DISCARDED",
    }

    /// Why a departure fork was made (ASTP G-32).
    ForkCreationTrigger {
        /// The topic changed.
        TopicShift = "TOPIC_SHIFT",
        /// A thread beside the origin.
        ParallelThread = "PARALLEL_THREAD",
        /// Somebody asked for it.
        ExplicitFork = "EXPLICIT_FORK",
        /// An agent escalated (ASTP G-33).
        AgentEscalation = "AGENT_ESCALATION",
    }

    /// The state of a departure fork (ASTP 19.3.5).
    DepartureForkStatus {
        /// In progress, or parked.
        Active = "ACTIVE",
        /// Declared complete by its own agent.
        Completed = "COMPLETED",
        /// Given up, for good.
        Abandoned = "ABANDONED",
    }

    /// What the origin made of a completed departure (ASTP 19.3.5).
    ForkReturnType {
        /// Taken in.
        Incorporated = "INCORPORATED",
        /// Noted.
        Acknowledged = "ACKNOWLEDGED",
        /// Overtaken.
        Superseded = "SUPERSEDED",
    }

    /// A state that whole writes cannot leave behind (ASTP 19.3.7).
    OrphanClass {
        /// A point without an Episode.
        ClassA = "CLASS_A",
        /// An Episode without a point.
        ClassB = "CLASS_B",
        /// A return without a completed Episode.
        ClassC = "CLASS_C",
        /// An active fork that nobody touches.
        ClassD = "CLASS_D",
    }

    /// Why a fork Episode counts as orphaned (ASTP 19.3.7).
    ForkOrphanClass {
        /// Its origin cannot be reached.
        Unanchored = "UNANCHORED",
    }
}
