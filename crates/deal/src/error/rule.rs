//! The table: every string that a message can be answered with, its class and its clause.

use alloc::string::String;
use core::fmt;

use super::{Class, Missing};
use crate::edition::MessageType;
use crate::state::State;

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident $({ $($field:ident: $type:ty),* })? = $class:ident, $clause:literal, $text:literal;)*) => {
        /// A rule that a message broke, or what it brought to light. Displays without class and reason.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the fields are the variable parts of the strings, by their names")]
        pub enum Rule { $($(#[$doc])* $name $({ $($field: $type),* })?,)* }

        impl Rule {
            /// The class of the error.
            #[must_use]
            pub const fn class(&self) -> Class {
                match self { $(Self::$name { .. } => Class::$class,)* }
            }

            /// The clause that says so.
            #[must_use]
            pub const fn clause(&self) -> &'static str {
                match self { $(Self::$name { .. } => $clause,)* }
            }
        }

        #[expect(unused_variables, reason = "the reason of a breach is shown behind its name, by `Error`")]
        impl fmt::Display for Rule {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$name $({ $($field),* })? => write!(formatter, $text),)* }
            }
        }
    };
}

rules! {
    /// The bytes are no JSON text.
    NotJson { fault: String } = Validation, "DEAL 2.1", "message is not JSON: {fault}";
    /// An object holds one name twice.
    DuplicateMember { name: String } = Validation, "DEAL 2.1", "duplicate member {name}";
    /// An escaped surrogate has no partner.
    LoneSurrogate = Validation, "DEAL 2.1", "lone surrogate in string";
    /// A number is beyond the greatest double.
    NumberOutOfRange = Validation, "DEAL 2.1", "number out of range";
    /// Arrays and objects stand too deep in one another.
    TooDeep { limit: usize } = Validation, "DEAL 2.1", "nesting deeper than {limit}";
    /// The JSON text is no object.
    NotAMessage = Validation, "DEAL 3.10", "message must be an object";

    /// A required member is absent or null.
    Required { path: String } = Validation, "DEAL 3.7", "{path} is required";
    /// The type is not one of the edition's.
    UnknownType { name: String } = Validation, "DEAL 3.10", "Unknown message type {name}";
    /// Not 1 to 128 printable ASCII characters.
    NotAParty { path: String } = Validation, "DEAL 1.5", "{path} must be a party id";
    /// Not 1 to 128 printable ASCII characters.
    NotAnId { path: String } = Validation, "DEAL 1.5", "{path} must be an id";
    /// Not an integer from 0 to 2^53 − 1 by its decimal spelling.
    NotAnAmount { path: String } = Validation, "DEAL 2.4", "{path} must be a non-negative integer";
    /// Not a string.
    NotAString { path: String } = Validation, "DEAL 3.10", "{path} must be a string";
    /// Not an object.
    NotAnObject { path: String } = Validation, "DEAL 3.10", "{path} must be an object";
    /// Not an array.
    NotAnArray { path: String } = Validation, "DEAL 3.10", "{path} must be an array";
    /// Not a boolean.
    NotABoolean { path: String } = Validation, "DEAL 3.10", "{path} must be a boolean";
    /// Not an array of strings.
    NotStrings { path: String } = Validation, "DEAL 2.5", "{path} must be an array of strings";
    /// Not the written form of a digest.
    NotADigest { path: String } = Validation, "DEAL 7.4", "{path} must be sha256:<64 lowercase hex>";
    /// More entries than the edition takes.
    TooMany { path: String, count: usize, limit: usize } = Validation, "DEAL 2.14", "{path} has {count} items; limit is {limit}";

    /// The id of an applied message comes with other content.
    IdReused { id: String } = Validation, "DEAL 2.9", "msg_id {id} reused with different content";
    /// No version that the message offers is supported.
    UnsupportedVersion { version: String } = Validation, "DEAL 2.7", "Unsupported protocol version {version}";

    /// Neither `fixed` nor `graduated`.
    ConsiderationMode = Validation, "DEAL 3.1", "consideration.mode must be fixed or graduated";
    /// Stages stand in a fixed consideration.
    StagesInFixed = Validation, "DEAL 3.1", "consideration.stages requires mode graduated";
    /// The stages are no array, or none.
    NoStages = Validation, "DEAL 3.1", "consideration.stages must be a non-empty array";
    /// The subset is neither a list nor an object.
    SubsetShape { path: String } = Validation, "DEAL 6.2", "{path} must be an array of item ids or an object";
    /// The subset or checklist has no active item.
    Empty { path: String } = Validation, "DEAL 3.2", "{path} must not be empty";
    /// Two totals disagree.
    StageTotal { total: u64, stages: u64 } = Validation, "DEAL 3.1", "consideration.cash_sim {total} does not equal the stage total {stages}";
    /// Two sets of options disagree.
    StageOptions = Validation, "DEAL 3.1", "consideration.object_options does not equal the stage options";
    /// The sum leaves the range of exact integers.
    TotalTooLarge { limit: u64 } = Validation, "DEAL 2.4", "consideration total exceeds {limit}";
    /// Neither an object nor an array.
    ChecklistShape = Validation, "DEAL 3.2", "obligation.checklist must be an object or array";
    /// Neither an item id nor an item object.
    ChecklistEntry = Validation, "DEAL 6.1", "obligation.checklist has an invalid entry";
    /// Not 1 to 128 code points without control characters.
    ItemId = Validation, "DEAL 1.6", "obligation.checklist has an invalid item id";
    /// An item stands twice.
    ItemRepeated { item: String } = Validation, "DEAL 3.7", "obligation.checklist repeats item {item}";
    /// The predicate does not take these parameters.
    ItemParameters { item: String } = Validation, "DEAL 6.4", "obligation.checklist.{item} has invalid parameters";
    /// A stage names an item that the checklist lacks.
    UnknownStageItem { stage: usize, item: String } = Validation, "DEAL 6.2", "consideration.stages[{stage}].checklist_subset names unknown item {item}";
    /// Not an integer of at least 1.
    MaxDisclosures = Validation, "DEAL 3.2", "obligation.max_disclosures must be a positive integer";
    /// Neither `bilateral` nor `multi_party_coordinated`.
    StructureMode = Validation, "DEAL 3.3", "deal_structure.mode must be bilateral or multi_party_coordinated";
    /// Not a list of different party ids.
    Parties = Validation, "DEAL 3.3", "deal_structure.parties must be distinct party ids";
    /// The agent is not among the parties.
    AgentMissing { agent: String } = Validation, "DEAL 3.3", "deal_structure.parties must include the agent {agent}";
    /// A bilateral deal has two parties.
    NotTwoParties = Validation, "DEAL 3.3", "deal_structure.parties must name exactly 2 parties";
    /// A pool has at least two counterparties.
    TooFewParties = Validation, "DEAL 3.3", "deal_structure.parties must name at least 3 parties";
    /// Not an integer from 1 to the number of counterparties.
    Quorum { counterparties: usize } = Validation, "DEAL 3.3", "deal_structure.settlement_quorum must be an integer between 1 and {counterparties}";
    /// The agent would rule on its own performance.
    ReviewerIsAgent = Validation, "DEAL 1.4", "review.by must not be the agent";
    /// Neither `refund` nor `release`.
    ReviewDefault = Validation, "DEAL 3.4", "review.default must be refund or release";
    /// Two deadlines stand in the wrong order.
    DeadlineOrder { later: &'static str, earlier: &'static str } = Validation, "DEAL 3.5", "deadlines.{later} must not precede deadlines.{earlier}";
    /// The effective deadline for acceptance has passed.
    AcceptByPassed = Validation, "DEAL 3.7", "deadlines.accept_by is in the past";
    /// The agent posts an Offer.
    OfferByAgent = Validation, "DEAL 3.7", "Offer must be sent by a counterparty";
    /// The sender of an Offer is none of its parties.
    NoParty { party: String } = Validation, "DEAL 3.7", "{party} is not a party to the deal";
    /// The pool's id names a deal of another kind.
    PoolIdTaken = Validation, "DEAL 9.2", "deal_structure.pool_id is already in use";
    /// An Offer differs from the pool in a member that must agree.
    PoolMismatch { member: &'static str } = Validation, "DEAL 9.2", "{member} does not match the pool";

    /// The claim has none of the three forms.
    Claim = Validation, "DEAL 3.6", "artifact.claim must be a string, an object or an array of these";
    /// Two evidence entries have one id.
    EvidenceRepeated { id: String } = Validation, "DEAL 3.6", "artifact.evidence repeats id {id}";
    /// Neither `pass` nor `fail`.
    RulingVerdict = Validation, "DEAL 3.10", "verdict must be pass or fail";
    /// An item's verdict is neither `pass` nor `fail`.
    RulingItems = Validation, "DEAL 3.10", "items values must be pass or fail";
    /// Neither `F2` nor `F3`.
    RulingBreach = Validation, "DEAL 3.10", "breach must be F2 or F3";

    /// The sender may not send this type: somebody else must.
    WrongSender { message: MessageType, sender: String } = Validation, "DEAL 5", "{message} must be sent by {sender}";
    /// The digest names other terms than those posted.
    AcceptMismatch = Validation, "DEAL 5.2", "Accept does not match the posted Offer";
    /// A commitment upon an item that is none of the duties.
    UnknownCommitment { item: String } = Validation, "DEAL 6.10", "commitments names unknown item {item}";
    /// The deposit is not the consideration.
    HoldAmount { amount: u64, required: u64 } = Validation, "DEAL 8.2", "EscrowHold cash_sim {amount} does not match required {required}";
    /// The options are not those of the consideration.
    HoldOptions = Validation, "DEAL 8.2", "EscrowHold object_options do not match the Offer";
    /// The offer id is another party's.
    NotOwnOffer { offer: String, party: String } = Validation, "DEAL 9.2", "Offer {offer} does not belong to {party}";
    /// A Ruling decides what is not under review.
    NotUnderReview { item: String } = Validation, "DEAL 10.3", "items names {item}, which is not under review";

    /// E0.
    Closed = State, "DEAL 5 E0", "Deal already closed";
    /// E1.
    UnknownOffer { offer: String } = State, "DEAL 5 E1", "Unknown offer_id {offer}";
    /// E2, the sender's own id.
    OtherTerms { offer: String } = State, "DEAL 5 E2", "Offer {offer} already posted with different terms";
    /// E2, the id of somebody else.
    OtherParty { offer: String } = State, "DEAL 5 E2", "Offer {offer} already posted by another party";
    /// E2, a second Offer in one pool.
    SecondOffer { party: String } = State, "DEAL 5 E2", "{party} has already posted an Offer";
    /// E3 to E18.
    CannotFrom { verb: &'static str, state: State, missing: Missing } = State, "DEAL 5", "Cannot {verb} from {state} state{missing}";
    /// E8, held before.
    AlreadyHeld { party: String } = State, "DEAL 5 E8", "Escrow already held by {party}";
    /// E12.
    DisclosureFinal = State, "DEAL 5 E12", "Cannot disclose from Adjudicating state; disclosure is final";
    /// E16, no result that the sender may dispute.
    NothingToDispute = State, "DEAL 10.2", "Nothing to dispute";
    /// E16, the second time.
    AlreadyDisputed { party: String } = State, "DEAL 10.2", "{party} has already disputed";
    /// The sender was ejected.
    Ejected { party: String } = State, "DEAL 9.8", "{party} is no longer a party";

    /// The sender's key is pinned, and the message is not signed.
    NotSigned { party: String } = Validation, "DEAL 15.1", "sig is required from {party}, whose key is pinned";
    /// The signature is not one, or not of this message under the sender's pinned key.
    WrongSignature { party: String } = Validation, "DEAL 15.1", "sig does not verify under the pinned key of {party}";
    /// Not a key that can be verified with.
    NotAKey { path: String } = Validation, "DEAL 15.1", "{path} must be ed25519:<64 lowercase hex> of a usable key";
    /// A key is pinned for somebody who sends nothing.
    KeyOfNobody { party: String } = Validation, "DEAL 15.1", "deal_structure.keys names {party}, which is neither a party nor the reviewer";
    /// An amendment touches what is settled.
    Fixed { member: &'static str } = Validation, "DEAL 15.10", "offer_body must not change {member}";
    /// A pool has several Offers, and the message says not which one is meant.
    WhoseOffer = Validation, "DEAL 15.10", "party must be a counterparty whose Offer is amended";
    /// Neither `refund` nor `earned`.
    CancelPolicy = Validation, "DEAL 15.10", "policy must be refund or earned";
    /// The terms that the message invokes held once.
    AmendedTerms { offer: String } = State, "DEAL 15.10", "Offer {offer} was amended; the terms named no longer hold";

    /// A predicate fails on the new artifact.
    PredicateFailed { item: String } = Checklist, "DEAL 6.8", "{item} predicate failed";
    /// The disclosed value is not the one committed to.
    CommitmentMismatch { item: String } = Checklist, "DEAL 6.10", "{item} commitment mismatch";

    /// A party broke the deal: F1 to F4, by name.
    Breach { name: &'static str, reason: String } = Breach, "DEAL 7.2", "{name}";
}

impl Rule {
    /// Why a breach was found.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Breach { reason, .. } => Some(reason),
            _ => None,
        }
    }
}
