//! The closed vocabularies of branch, fork and merge (ASTP 19, 4.4.1, 4.6), blank text, and how a stored value is
//! written and read.
//!
//! Each enum is spelled as the published writers store and hash it. A hash function takes such a text verbatim, since
//! other spellings occur in published data; an operation takes the enum, so that it stores no other spelling.
//!
//! Not here: which value may follow which; that is the operation's rule.

mod branch;
mod channel;
mod episode;
mod fork;
mod json;
mod party;
mod record;
mod stored;
mod text;
mod word;

pub use branch::{
    BranchDeclarationType, BranchState, BranchTerminusType, BranchType, MergeStrategy, MergeType,
    ResolutionType,
};
pub use channel::{
    AsideStatus, AsideTerminationStatus, DetectionState, IntentClass, SoliloquyContentHashPolicy,
    SoliloquyStatus, SoliloquyTerminationStatus,
};
pub use episode::{EpisodeStatus, ReferenceType, RetentionTier, SegmentType, SignalPlacement, SignalType};
pub use fork::{
    DepartureForkStatus, ForkCreationTrigger, ForkOrphanClass, ForkPointStatus, ForkReturnType, OrphanClass,
};
pub use json::Json;
pub use party::{
    AccessLevel, AccessResourceType, CaughtBy, HitlDecision, HitlGateType, HitlNodeStatus, PrincipalKind,
    TriggerType,
};
pub(crate) use record::{record, variants};
pub(crate) use stored::Members;
pub use stored::{Stored, Unread};
pub use text::{is_blank, is_space, strip};
