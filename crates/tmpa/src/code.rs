//! The issue codes, one table: severity, judgment, view, clause and what would resolve each (TMPA 8.2, 7.2, 4.4).

use crate::judgment::{Judgment, ViewState};
use core::fmt;

/// How much an issue weighs in the order of the result (TMPA 8.3).
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

impl fmt::Display for Severity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

struct Row {
    name: &'static str,
    severity: Severity,
    /// What the issue does to its subject; `None` leaves the judgment as it is.
    effect: Option<(Judgment, ViewState)>,
    clause: &'static str,
    remedy: &'static str,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $severity:ident, $effect:expr, $clause:literal, $remedy:literal;)*) => {
        /// Every code that a reading can report. Core's sixteen appear among the issues of the result; the codes that
        /// start with `actum:` appear in `extensions.findings` only, since the published result schema closes the set.
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

const EXCLUDED: Option<(Judgment, ViewState)> = Some((Judgment::Invalid, ViewState::Quarantined));
const REJECTED: Option<(Judgment, ViewState)> = Some((Judgment::Invalid, ViewState::Rejected));
const DISPUTED: Option<(Judgment, ViewState)> = Some((Judgment::Undetermined, ViewState::Disputed));
const PARTIAL: Option<(Judgment, ViewState)> = Some((Judgment::Undetermined, ViewState::Partial));

codes! {
    /// The source is not a governance object, or breaks a rule of its document type.
    SchemaInvalid = "SCHEMA_INVALID", Error, EXCLUDED, "TMPA 9.2",
        "publish a new object that has the required shape; this source stays as evidence";
    /// The document type is not in the type registry.
    UnknownType = "UNKNOWN_TYPE", Error, EXCLUDED, "TMPA 9.3",
        "read with a profile whose type registry defines the type, or publish under a defined type";
    /// The digest does not follow from the content.
    IntegrityMismatch = "INTEGRITY_MISMATCH", Error, EXCLUDED, "TMPA 9.8",
        "obtain the object as it was published; if it is your own, publish it with the digest that is expected here";
    /// A signature does not establish who signed.
    SignatureUnverified = "SIGNATURE_UNVERIFIED", Warning, None, "TMPA 9.8",
        "register the key with its identity in the trust registry, or publish again under a registered key";
    /// One id, several contents.
    DuplicateIdConflict = "DUPLICATE_ID_CONFLICT", Critical, EXCLUDED, "TMPA 9.9",
        "publish the intended content under a new id; all variants stay as evidence";
    /// A work item has no single carrier.
    PrimaryCarrierConflict = "PRIMARY_CARRIER_CONFLICT", Warning, DISPUTED, "TMPA 9.2",
        "have every object of the work item name one carrier that names itself and governs this work item";
    /// One position of a stream is taken more than once.
    StreamDuplicateSequence = "STREAM_DUPLICATE_SEQUENCE", Error, DISPUTED, "TMPA 9.5",
        "publish the content again at free positions of the stream; both variants stay as evidence";
    /// Positions of a stream are missing.
    StreamGap = "STREAM_GAP", Warning, PARTIAL, "TMPA 9.5",
        "supply the missing objects of the stream";
    /// It cannot be told whether the creator had the authority.
    AuthorityUndetermined = "AUTHORITY_UNDETERMINED", Warning, PARTIAL, "TMPA 9.4",
        "supply the assignment that precedes this action, or settle the conflicting assignments";
    /// The creator is proven not to have had the authority.
    AuthorityDenied = "AUTHORITY_DENIED", Error, REJECTED, "TMPA 9.4",
        "have a participant act whose active assignment covers the action";
    /// Executor and reviewer of one result are the same identity.
    SodViolation = "SOD_VIOLATION", Error, REJECTED, "TMPA 9.4",
        "have an independent identity review, or record an authorised exception first";
    /// A transition cannot be judged from the evidence.
    LifecycleUndetermined = "LIFECYCLE_UNDETERMINED", Warning, PARTIAL, "TMPA 9.6",
        "supply the evidence that the transition waits for, or publish a transition from the current state";
    /// The lifecycle has no such transition.
    IllegalTransition = "ILLEGAL_TRANSITION", Error, REJECTED, "TMPA 9.6",
        "publish a transition that the lifecycle defines for the current state";
    /// A reference leads to no accepted object.
    MissingReference = "MISSING_REFERENCE", Warning, PARTIAL, "TMPA 9.7",
        "supply the referenced object";
    /// References contradict each other or the order of a stream.
    ProhibitedCycle = "PROHIBITED_CYCLE", Critical, EXCLUDED, "TMPA 9.7",
        "publish new objects whose references form no cycle";
    /// Valid claims contradict each other.
    UnresolvedConflict = "UNRESOLVED_CONFLICT", Warning, DISPUTED, "TMPA 9.9",
        "have an authorised participant publish a decision that refers to every member of the conflict";
    /// Something this object depends on is invalid.
    DependencyInvalid = "actum:DEPENDENCY_INVALID", Error, REJECTED, "TMPA 7.3",
        "refer to a valid object instead";
    /// Something this object depends on is undetermined.
    DependencyUndetermined = "actum:DEPENDENCY_UNDETERMINED", Warning, PARTIAL, "TMPA 7.3",
        "settle the object it depends on";
    /// A reference reaches an object of a type or work item that its relation does not allow.
    ReferenceTarget = "actum:REFERENCE_TARGET", Warning, PARTIAL, "TMPA 9.3",
        "refer to an object of a type that the registry allows for this relation";
    /// Several creators write one stream.
    StreamWriterConflict = "actum:STREAM_WRITER_CONFLICT", Error, DISPUTED, "TMPA 9.5",
        "give every writer a stream of its own";
    /// References that decide the order form a cycle, so that no partial order holds them.
    OrderCycle = "actum:ORDER_CYCLE", Critical, EXCLUDED, "TMPA 4.3",
        "publish new objects whose ordering references form no cycle";
    /// A recorded exception lifts a separation of duties.
    ExceptionApplied = "actum:EXCEPTION_APPLIED", Info, None, "TMPA 9.3",
        "nothing to do; the exception and its authority stay in evidence";
    /// A type that records no transition carries a transition tuple.
    TupleWithoutEffect = "actum:TUPLE_WITHOUT_EFFECT", Info, None, "TMPA 9.2",
        "publish a transition object if the state was meant to change";
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
        self <= Self::UnresolvedConflict
    }

    /// The severity, which orders the issues (TMPA 8.3).
    #[must_use]
    pub const fn severity(self) -> Severity {
        self.row().severity
    }

    /// What the issue does to its subject, or `None` where the judgment stands (TMPA 7.2).
    #[must_use]
    pub const fn effect(self) -> Option<(Judgment, ViewState)> {
        self.row().effect
    }

    /// The clause that the subject does not satisfy.
    #[must_use]
    pub const fn clause(self) -> &'static str {
        self.row().clause
    }

    /// What would resolve the issue, for people. Not part of the canonical result.
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

/// A code of another specification, which a projection brings along with the findings that carry it.
///
/// Such codes are namespaced (`deal:`, `astp:`, `fcop:`) and appear in `extensions.findings` only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ForeignCode {
    /// The code with its namespace.
    pub name: &'static str,
    /// How much it weighs in the order of the result.
    pub severity: Severity,
    /// The clause of the other specification that is not satisfied.
    pub clause: &'static str,
    /// What would resolve it, for people.
    pub remedy: &'static str,
}

/// The code of an issue: one of this table, or one that a projection brought.
///
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coded {
    Own(Code),
    Foreign(ForeignCode),
}

impl Coded {
    /// A foreign code, or Core's own where the name is one of Core's: their severity and clause are fixed.
    pub(crate) fn of(foreign: ForeignCode) -> Self {
        let own = Code::ALL.iter().copied().find(|code| code.is_core() && code.as_str() == foreign.name);
        own.map_or(Self::Foreign(foreign), Self::Own)
    }

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Own(code) => code.as_str(),
            Self::Foreign(code) => code.name,
        }
    }

    pub(crate) const fn severity(self) -> Severity {
        match self {
            Self::Own(code) => code.severity(),
            Self::Foreign(code) => code.severity,
        }
    }

    pub(crate) const fn clause(self) -> &'static str {
        match self {
            Self::Own(code) => code.clause(),
            Self::Foreign(code) => code.clause,
        }
    }

    pub(crate) const fn remedy(self) -> &'static str {
        match self {
            Self::Own(code) => code.remedy(),
            Self::Foreign(code) => code.remedy,
        }
    }

    /// The code where it is one of Core's sixteen.
    pub(crate) fn core(self) -> Option<Code> {
        match self {
            Self::Own(code) => Some(code).filter(|code| code.is_core()),
            Self::Foreign(_) => None,
        }
    }
}

impl PartialEq<Code> for Coded {
    fn eq(&self, other: &Code) -> bool {
        *self == Self::Own(*other)
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn core_has_sixteen_codes_and_all_others_are_namespaced() {
        assert_eq!(Code::ALL.iter().filter(|code| code.is_core()).count(), 16);
        for code in Code::ALL {
            assert_eq!(code.is_core(), !code.as_str().starts_with("actum:"), "{code}");
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
