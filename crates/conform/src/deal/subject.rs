//! What the judge needs of an implementation: take a message as sent, and tell what can be seen (DEAL 13.6).

/// An implementation of the protocol that can start any number of engines that know nothing of each other.
pub trait Implementation {
    /// One engine.
    type Subject: Subject;

    /// A fresh engine for a session of this protocol version, or `None` where the version is not supported.
    fn start(&self, version: &str) -> Option<Self::Subject>;
}

/// One engine while it takes the messages of one scenario.
pub trait Subject {
    /// Takes a message, exactly as the scenario spells it, and appends its transcript entry to `entry`.
    ///
    /// The entry is a JSON object (DEAL 12.2), without the member `message`. The judge reads `errors` (strings in
    /// the form of DEAL 13.4), `state_after`, `events` and `notifications` from it.
    fn submit(&mut self, message: &[u8], entry: &mut Vec<u8>);

    /// The state of the deal that was created first; `None` where no deal was created (DEAL 4.3).
    fn state(&self) -> Option<String>;

    /// What can be seen, as JSON; `None` where there is nothing to look at, such as no deal.
    fn observe(&self, observable: Observable) -> Option<Vec<u8>>;
}

/// What an expectation may look at (DEAL 13.6). All but [`Observable::Deals`] speak of the deal that was created first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Observable {
    /// The number of stages of the first Offer's consideration as sent; 0 for a fixed one.
    StagesLength,
    /// `{party: {deposited, held, released, refunded}}`.
    Accounts,
    /// `{cash_sim, object_options}` that were released to the agent, the options sorted.
    AgentReceived,
    /// The names of the union checklist, in its order (DEAL 6.9).
    UnionChecklist,
    /// `{party: state}` (DEAL 9.6).
    PartyStates,
    /// The verdict; null once the deal is closed.
    Verdict,
    /// The names of what is under review (DEAL 10.1).
    UnderReview,
    /// `[{code, name, at_fault, reason}]` (DEAL 7.3).
    Breaches,
    /// The states that the deal went through.
    Path,
    /// `{party: [status of each stage]}`.
    StageStatus,
    /// The protocol version of the deal.
    Version,
    /// `{deal id: state}` of every deal.
    Deals,
}

impl Observable {
    /// The observable that a member of `expect` looks at. Members that the transcript answers have none.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "stages_length" => Self::StagesLength,
            "accounts" => Self::Accounts,
            "agent_received" => Self::AgentReceived,
            "union_checklist" => Self::UnionChecklist,
            "party_states" => Self::PartyStates,
            "verdict" => Self::Verdict,
            "under_review" => Self::UnderReview,
            "breaches" => Self::Breaches,
            "path" => Self::Path,
            "stage_status" => Self::StageStatus,
            "version" => Self::Version,
            "deals" => Self::Deals,
            _ => return None,
        })
    }
}
