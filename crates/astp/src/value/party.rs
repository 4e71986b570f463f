//! Parties: who acts, who may, and what waits for a human (ASTP 4.6, 19.1).

use super::word::values;

values! {
    /// What set a transition off (ASTP 19.1.1).
    TriggerType {
        /// A human said so.
        HumanExplicit = "human_explicit",
        /// An agent noticed.
        AgentDetected = "agent_detected",
        /// The system did it.
        SystemAutomatic = "system_automatic",
        /// Declared after the fact.
        Retroactive = "retroactive",
    }

    /// Who caught the matter that a transition records (ASTP 19.1.1).
    CaughtBy {
        /// An agent.
        Agent = "AGENT",
        /// A human.
        Human = "HUMAN",
        /// The system.
        System = "SYSTEM",
        /// Nobody at the time.
        Uncaught = "UNCAUGHT",
    }

    /// What an access policy protects (ASTP 19.1.3).
    AccessResourceType {
        /// A branch, or the branches of an Episode.
        Branch = "BRANCH",
        /// A fork.
        Fork = "FORK",
        /// An aside.
        Aside = "ASIDE",
        /// A soliloquy.
        Soliloquy = "SOLILOQUY",
    }

    /// How far others may reach (ASTP 19.1.3).
    AccessLevel {
        /// Always.
        Always = "ALWAYS",
        /// Openly.
        Open = "OPEN",
        /// By escalation only.
        EscalationOnly = "ESCALATION_ONLY",
        /// Not at all.
        Blocked = "BLOCKED",
    }

    /// What a party is.
    PrincipalKind {
        /// A person.
        Human = "human",
        /// A program.
        Agent = "agent",
    }

    /// What kind of human decision a gate asks for (ASTP 4.6).
    HitlGateType {
        /// Blocks until approved.
        ApprovalRequired = "approval_required",
        /// Asks for a look; blocks nothing.
        ReviewAdvisory = "review_advisory",
        /// Passes a decision up.
        Escalation = "escalation",
        /// Blocks until checked.
        ComplianceCheckpoint = "compliance_checkpoint",
        /// Asks for a change.
        ModificationRequest = "modification_request",
    }

    /// What was decided at a gate (ASTP 4.6).
    HitlDecision {
        /// Approved.
        Approved = "approved",
        /// Rejected.
        Rejected = "rejected",
        /// Approved with changes.
        Modified = "modified",
        /// Put off.
        Deferred = "deferred",
        /// Passed up.
        Escalated = "escalated",
    }

    /// The state of a gate (ASTP 4.6).
    HitlNodeStatus {
        /// Waiting.
        Invoked = "invoked",
        /// Decided here.
        Resolved = "resolved",
        /// Nobody decided in time.
        TimedOut = "timed_out",
        /// Decided to pass it up.
        Escalated = "escalated",
    }
}
