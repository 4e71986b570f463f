//! Side channels and detection of drift (ASTP 19.4, 19.5).

use super::word::values;

values! {
    /// The state of an aside (ASTP 19.4.1).
    AsideStatus {
        /// Open.
        Open = "OPEN",
        /// Closed.
        Closed = "CLOSED",
    }

    /// How an aside ended (ASTP 19.4.1).
    AsideTerminationStatus {
        /// Closed.
        Closed = "CLOSED",
        /// Given up.
        Abandoned = "ABANDONED",
    }

    /// The state of a soliloquy (ASTP 19.4.2).
    SoliloquyStatus {
        /// Going on.
        Active = "ACTIVE",
        /// Concluded.
        Concluded = "CONCLUDED",
    }

    /// How a soliloquy ended (ASTP 19.4.2).
    SoliloquyTerminationStatus {
        /// Its conclusion was taken in.
        Absorbed = "ABSORBED",
        /// Given up.
        Abandoned = "ABANDONED",
    }

    /// The 4.x policy for a soliloquy's hash; kept as access metadata only (ASTP 19.4.3).
    SoliloquyContentHashPolicy {
        /// Identity and time.
        HashPlaceholder = "HASH_PLACEHOLDER",
        /// Identity, time and chain.
        FullContent = "FULL_CONTENT",
    }

    /// The state of drift detection (ASTP 19.5.2).
    DetectionState {
        /// On course.
        Nominal = "NOMINAL",
        /// Drifting.
        Watching = "WATCHING",
        /// Perhaps a branch.
        Candidate = "CANDIDATE",
        /// A branch that was not declared.
        Materialized = "MATERIALIZED",
    }

    /// What a Segment does to the topic (ASTP 19.5.1).
    IntentClass {
        /// Goes on.
        Continue = "CONTINUE",
        /// Widens.
        Expand = "EXPAND",
        /// Shifts.
        Shift = "SHIFT",
        /// Settles.
        Resolve = "RESOLVE",
        /// Brings in something new.
        Introduce = "INTRODUCE",
    }
}
