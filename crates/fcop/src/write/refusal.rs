//! Why a command is not carried out: the 31 Base codes of FCoP 4.0 (FCOP 5, error registry).

use core::fmt;

macro_rules! base {
    ($($(#[$doc:meta])* $variant:ident = $name:literal;)*) => {
        /// The Base codes, in the order of the registry.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Base { $($(#[$doc])* $variant,)* }

        impl Base {
            /// All codes.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The published spelling.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

base! {
    /// The request or an envelope names another workspace.
    WorkspaceIdMismatch = "WORKSPACE_ID_MISMATCH";
    /// Two workspaces have one id.
    WorkspaceIdCloneConflict = "WORKSPACE_ID_CLONE_CONFLICT";
    /// The manifest is not one of FCoP.
    UnsupportedProtocol = "UNSUPPORTED_PROTOCOL";
    /// The workspace is not one of version 4.0.
    UnsupportedWorkspaceVersion = "UNSUPPORTED_WORKSPACE_VERSION";
    /// The workspace is not kept as files of encoding 4.0.
    UnsupportedEncoding = "UNSUPPORTED_ENCODING";
    /// A field is missing, malformed or not one that can be written.
    InvalidEnvelope = "INVALID_ENVELOPE";
    /// A strong relation does not hold.
    RelationInvalid = "RELATION_INVALID";
    /// A weak reference leads nowhere; a warning, not a refusal.
    ReferenceUnresolved = "REFERENCE_UNRESOLVED";
    /// A branch of a branch.
    BranchDepthExceeded = "BRANCH_DEPTH_EXCEEDED";
    /// The root of a branch is not active.
    RootNotActive = "ROOT_NOT_ACTIVE";
    /// The attempt has no REPORT.
    ReportRequired = "REPORT_REQUIRED";
    /// The attempt has several REPORTs that none replaces.
    ReportHeadAmbiguous = "REPORT_HEAD_AMBIGUOUS";
    /// Evidence of another attempt.
    AttemptMismatch = "ATTEMPT_MISMATCH";
    /// The REVIEW that the transition rests on is missing.
    ReviewRequired = "REVIEW_REQUIRED";
    /// A TASK with branches is archived only when they have converged.
    FamilyConvergenceRequired = "FAMILY_CONVERGENCE_REQUIRED";
    /// The convergence is about another state of the family.
    FamilyConvergenceMismatch = "FAMILY_CONVERGENCE_MISMATCH";
    /// Bytes are not those that were pinned.
    EvidenceDigestMismatch = "EVIDENCE_DIGEST_MISMATCH";
    /// The transition needs an authorization.
    AuthorizationRequired = "AUTHORIZATION_REQUIRED";
    /// The authorization does not allow this.
    AuthorizationInvalid = "AUTHORIZATION_INVALID";
    /// The authorization does not hold at this time.
    AuthorizationExpired = "AUTHORIZATION_EXPIRED";
    /// The authorization was used.
    AuthorizationReused = "AUTHORIZATION_REUSED";
    /// Nobody answers for the profile of the authorization.
    AuthorizationProfileUnavailable = "AUTHORIZATION_PROFILE_UNAVAILABLE";
    /// One operation id, two requests.
    OperationIdConflict = "OPERATION_ID_CONFLICT";
    /// The lifecycle has no such transition from here.
    InvalidTransition = "INVALID_TRANSITION";
    /// A branch has not ended.
    BranchNotTerminal = "BRANCH_NOT_TERMINAL";
    /// A transition of an older version.
    LegacyTransitionNotAllowed = "LEGACY_TRANSITION_NOT_ALLOWED";
    /// Another file is where this one belongs.
    TargetAlreadyExistsDifferent = "TARGET_ALREADY_EXISTS_DIFFERENT";
    /// A TASK lies in several stages.
    StateAmbiguous = "STATE_AMBIGUOUS";
    /// An operation was interrupted, or the record does not add up; somebody has to look.
    RecoveryRequired = "RECOVERY_REQUIRED";
    /// A lock cannot be had.
    LockRecoveryRequired = "LOCK_RECOVERY_REQUIRED";
    /// The file system cannot publish without replacing.
    UnsupportedFilesystem = "UNSUPPORTED_FILESYSTEM";
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A command that is not carried out. Nothing was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The rule.
    pub code: Base,
    /// What is wrong, and with what: a lower-case fragment.
    pub message: String,
}

impl Refusal {
    pub(crate) fn new(code: Base, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl core::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::Base;

    #[test]
    fn there_are_thirty_one_codes_of_distinct_names() {
        let names: std::collections::BTreeSet<&str> = Base::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!((Base::ALL.len(), names.len()), (31, 31));
    }
}
