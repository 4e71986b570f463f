//! The codes that a projection can report, one table (FCOP 7.1, 7.4): severity, effect, clause and what would help.

use core::fmt;

/// How much a finding weighs (TMPA 8.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Evidence contradicts itself.
    Critical,
    /// A rule is broken.
    Error,
    /// Something is missing or open.
    Warning,
    /// Worth knowing; changes no judgment.
    Info,
}

impl Severity {
    /// The published spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

/// What a finding does to the judgment of the object that it names (TMPA 7.2). It only lowers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Invalid, and outside the set that conclusions rest on.
    Quarantined,
    /// Invalid.
    Rejected,
    /// Undetermined, since valid evidence contradicts itself.
    Disputed,
    /// Undetermined, since something is missing.
    Partial,
    /// Undetermined, since a person has not decided.
    PendingHuman,
}

impl Effect {
    /// The judgment, in the published spelling.
    #[must_use]
    pub const fn judgment(self) -> &'static str {
        match self {
            Self::Quarantined | Self::Rejected => "invalid",
            Self::Disputed | Self::Partial | Self::PendingHuman => "undetermined",
        }
    }

    /// The view label, in the published spelling.
    #[must_use]
    pub const fn view(self) -> &'static str {
        match self {
            Self::Quarantined => "quarantined",
            Self::Rejected => "rejected",
            Self::Disputed => "disputed",
            Self::Partial => "partial",
            Self::PendingHuman => "pending_human",
        }
    }
}

struct Row {
    name: &'static str,
    severity: Severity,
    effect: Option<Effect>,
    clause: &'static str,
    remedy: &'static str,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $severity:ident, $effect:expr, $clause:literal, $remedy:literal;)*) => {
        /// Every code that a projection can report. Those of TMPA 8.2 mean what they mean there; the others start with
        /// `fcop:` and belong among the findings only, since the published result schema closes the set of codes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[$doc])* $variant,)* }

        impl Code {
            /// All codes, in the order of this table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            const fn row(self) -> Row {
                match self {
                    $(Self::$variant => Row { name: $name, severity: Severity::$severity, effect: $effect, clause: $clause, remedy: $remedy },)*
                }
            }
        }
    };
}

const QUARANTINED: Option<Effect> = Some(Effect::Quarantined);
const REJECTED: Option<Effect> = Some(Effect::Rejected);
const DISPUTED: Option<Effect> = Some(Effect::Disputed);
const PARTIAL: Option<Effect> = Some(Effect::Partial);
const PENDING: Option<Effect> = Some(Effect::PendingHuman);

codes! {
    /// An envelope breaks the form of its version.
    SchemaInvalid = "SCHEMA_INVALID", Error, QUARANTINED, "TMPA 9.2",
        "file a new envelope that has the required form; this file stays as evidence";
    /// A file in a folder for envelopes is none.
    UnknownType = "UNKNOWN_TYPE", Error, QUARANTINED, "TMPA 9.3",
        "keep notes outside the folders of envelopes, or file them as one";
    /// Bytes are not those that somebody pinned.
    IntegrityMismatch = "INTEGRITY_MISMATCH", Error, QUARANTINED, "TMPA 9.8",
        "obtain the file as it was when it was pinned";
    /// One id, several contents.
    DuplicateIdConflict = "DUPLICATE_ID_CONFLICT", Critical, QUARANTINED, "TMPA 9.9",
        "file the intended content under a new id; all variants stay as evidence";
    /// It cannot be told whether the actor had the authority.
    AuthorityUndetermined = "AUTHORITY_UNDETERMINED", Warning, PARTIAL, "TMPA 9.4",
        "name in the profile's `fcop.json` what the evaluator of the FCoP profile answered";
    /// The authorization does not allow the act.
    AuthorityDenied = "AUTHORITY_DENIED", Error, REJECTED, "TMPA 9.4",
        "have the act done again under an authorization that covers it";
    /// Executor and approver of one attempt are the same.
    SodViolation = "SOD_VIOLATION", Error, REJECTED, "TMPA 9.4",
        "have another role review and approve";
    /// A state cannot be told from the evidence.
    LifecycleUndetermined = "LIFECYCLE_UNDETERMINED", Warning, PARTIAL, "TMPA 9.6",
        "supply the event, report or review that is missing";
    /// The lifecycle has no such transition, or not from there.
    IllegalTransition = "ILLEGAL_TRANSITION", Error, REJECTED, "TMPA 9.6",
        "take a transition that the lifecycle defines for the current state";
    /// A reference leads to nothing in the workspace.
    MissingReference = "MISSING_REFERENCE", Warning, PARTIAL, "TMPA 9.7",
        "supply the envelope that is referred to";
    /// Parents or branches form a circle.
    ProhibitedCycle = "PROHIBITED_CYCLE", Critical, QUARANTINED, "TMPA 9.7",
        "file new envelopes whose references form no circle";
    /// A strong relation is of the wrong kind, too deep, or leads out of the workspace.
    RelationInvalid = "fcop:RELATION_INVALID", Error, REJECTED, "FCOP 6",
        "refer to a TASK of this workspace of the right kind";
    /// It cannot be told which TASK an envelope is about.
    SubjectUndetermined = "fcop:SUBJECT_UNDETERMINED", Warning, PARTIAL, "FCOP 7.1",
        "name the TASK in a field of its own in the next report";
    /// It cannot be told which workspace this is, and what it adopted.
    WorkspaceUndetermined = "fcop:WORKSPACE_UNDETERMINED", Warning, PARTIAL, "FCOP 3.3",
        "supply the manifest `fcop.json` of the workspace as it was";
    /// A short id that several envelopes have.
    ReferenceAmbiguous = "fcop:REFERENCE_AMBIGUOUS", Warning, PARTIAL, "FCOP 7.1",
        "refer to the whole file name without `.md`";
    /// The order of publication is not recorded.
    StreamOrderUnknown = "fcop:STREAM_ORDER_UNKNOWN", Info, None, "FCOP 7",
        "nothing to do; write `tmpa_stream` and `tmpa_sequence` where order matters";
    /// Only the day of an envelope is known.
    CreatedAtDayOnly = "fcop:CREATED_AT_DAY_ONLY", Info, None, "FCOP 7.1",
        "nothing to do; the profile's `fcop.json` may supply the time with its source";
    /// A time without zone is no moment.
    TimeZoneUnknown = "fcop:TIME_ZONE_UNKNOWN", Info, None, "FCOP 7.1",
        "write times with their zone";
    /// Nothing says when an envelope was made.
    TimeUnknown = "fcop:TIME_UNKNOWN", Warning, PARTIAL, "FCOP 7.1",
        "supply the time in the profile's `fcop.json`";
    /// A role is not an identity.
    IdentityRoleLevel = "fcop:IDENTITY_ROLE_LEVEL", Info, None, "FCOP 7.1",
        "nothing to do; separation of duties holds between roles, not between persons";
    /// No registry says which roles hold authority and what evaluators answer.
    RegistryAbsent = "fcop:REGISTRY_ABSENT", Info, None, "FCOP 7.1",
        "copy the profile, assign roles in its `roles.json` and name the answers of evaluators in its `fcop.json`";
    /// The folder shows another state or kind than the file itself.
    PathEventDivergence = "fcop:PATH_EVENT_DIVERGENCE", Warning, PARTIAL, "TMPA 5.4",
        "find out who moved the file; record the transition where it took place";
    /// A first event that a migration made up.
    BaselineEvent = "fcop:BASELINE_EVENT", Warning, PARTIAL, "FCOP 4",
        "nothing to do; what came before the migration is not in the files";
    /// One TASK lies in several stages.
    StateAmbiguous = "fcop:STATE_AMBIGUOUS", Error, DISPUTED, "FCOP 4",
        "have a person say in a REVIEW of kind `repair` which copy holds";
    /// A file of a TASK from before an operation that a receipt shows to have ended.
    StageLeft = "fcop:STAGE_LEFT", Info, None, "FCOP 4",
        "nothing to do; the receipt shows that the TASK went on from there";
    /// A published envelope was written again.
    PostPublicationEdit = "fcop:POST_PUBLICATION_EDIT", Info, None, "FCOP 7.1",
        "nothing to do; the earlier text is not in the files";
    /// File name and frontmatter name different parties.
    RoutingMismatch = "fcop:ROUTING_MISMATCH", Warning, PARTIAL, "FCOP 7.1",
        "file the envelope again with one sender and recipient";
    /// A person was asked and has not answered.
    HumanPending = "fcop:HUMAN_PENDING", Warning, PENDING, "FCOP 4",
        "have the person approve or reject";
    /// An operation left no receipt.
    ReceiptMissing = "fcop:RECEIPT_MISSING", Warning, PARTIAL, "FCOP 5",
        "supply the receipt from `operations/`";
    /// An operation was begun and is not known to be complete.
    OperationIncomplete = "fcop:OPERATION_INCOMPLETE", Warning, PARTIAL, "FCOP 4",
        "let the tool that wrote it recover the operation";
    /// An operation that was prepared and never took place, since another one began where it would have.
    OperationAbandoned = "fcop:OPERATION_ABANDONED", Info, None, "FCOP 4",
        "nothing to do; the operation that took its place is recorded";
    /// A file that some writer left behind before it was published.
    UncommittedTemporary = "fcop:UNCOMMITTED_TEMPORARY", Warning, None, "FCOP 7.1",
        "nothing to do; it was never published";
    /// Byte order mark or CRLF in an old envelope.
    EncodingNormalized = "fcop:ENCODING_NORMALIZED", Info, None, "FCOP 7.1",
        "nothing to do; digests are over the bytes as they are";
    /// A TASK was closed without a report.
    ReportMissing = "fcop:REPORT_MISSING", Warning, PARTIAL, "FCOP 4",
        "file the report";
    /// Nothing outside an envelope holds its digest.
    IntegrityUnpinned = "fcop:INTEGRITY_UNPINNED", Info, None, "FCOP 7",
        "nothing to do; a digest computed from the same file proves nothing";
    /// Folders of two layouts stand side by side.
    TopologyMixed = "fcop:TOPOLOGY_MIXED", Warning, None, "FCOP 4",
        "finish the migration with the tool that began it";
    /// Several manifests claim one workspace.
    ManifestAmbiguous = "fcop:MANIFEST_AMBIGUOUS", Warning, None, "FCOP 3.3",
        "read, or append, the folder that holds the workspaces, so that each has a path of its own";
    /// A digest chain that would cost more than the file is worth.
    ChainUnchecked = "fcop:CHAIN_UNCHECKED", Warning, PARTIAL, "FCOP 5",
        "read the workspace with fewer receipts for this TASK";
}

impl Code {
    /// The published spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.row().name
    }

    /// Whether this is one of the sixteen codes of TMPA 8.2.
    #[must_use]
    pub fn is_core(self) -> bool {
        self <= Self::ProhibitedCycle
    }

    /// The severity.
    #[must_use]
    pub const fn severity(self) -> Severity {
        self.row().severity
    }

    /// What it does to its object; `None` where the judgment stands.
    #[must_use]
    pub const fn effect(self) -> Option<Effect> {
        self.row().effect
    }

    /// The clause that is not satisfied, or that makes it worth knowing.
    #[must_use]
    pub const fn clause(self) -> &'static str {
        self.row().clause
    }

    /// What would help, for people. It never asks to remove evidence.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        self.row().remedy
    }
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn codes_beyond_core_are_namespaced() {
        for code in Code::ALL {
            assert_eq!(code.is_core(), !code.as_str().starts_with("fcop:"), "{code}");
        }
    }

    #[test]
    fn no_remedy_suggests_to_destroy_evidence() {
        for code in Code::ALL {
            for word in ["delete", "remove", "overwrite", "reset", "force"] {
                assert!(!code.remedy().contains(word), "{code}");
            }
        }
    }
}
