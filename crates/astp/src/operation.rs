//! The operations: from a tree, a command and a context to a transition, a result, or a refusal.
//!
//! One file for each subject. What an operation is asked, it checks in the order of the published writers; what it wants to write is a
//! [`Draft`]; and here the tree makes one [`Transition`] of it, with its place in the audit chain.
//!
//! Not here: anything that is written to a store, and any clock.

mod aside;
mod branch;
mod commit;
mod conflict;
mod demand;
mod departure;
mod episode;
mod fork;
mod gate;
mod integrity;
mod intent;
mod intercept;
mod merge;
mod orphan;
mod party;
mod permission;
mod recover;
mod seal;
mod segment;
mod soliloquy;

pub use aside::aside_return;
pub use branch::demand_depth;
pub use demand::text as demand_text;
pub use fork::demand_alternatives;
pub use integrity::{MergeIntegrity, verify_merge};
pub use intercept::demand_reading;
pub use orphan::{Orphan, orphans};
pub use soliloquy::{demand_visible, soliloquy_return};

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};

use crate::audit::AuditRecord;
use crate::command::Command;
use crate::id::Instant;
use crate::rule::Rule;
use crate::tree::{Answer, Context, Draft, Ids, Refusal, Step, Transition, Tree};
use crate::value::Json;

impl Tree {
    /// Executes a command on the tree as it is, and writes nothing: the tree changes when the transition is committed.
    ///
    /// The same tree, command and context give the same bytes. A request that was made before (the same content where that has a key,
    /// or the same request number of the same actor) gives its first result, verbatim (ASTP 19.1.4).
    ///
    /// # Errors
    ///
    /// [`Refusal`] names rule, clause and field. Where the refusal has to be on record, it holds the transition that records it.
    pub fn apply(&self, command: &Command, context: &Context) -> Result<Answer, Refusal> {
        demand::context(context)?;
        permission::demand(self, command, context)?;
        let intent = intent::of(command, context)?;
        if let Some(standing) = intent::standing(self, intent.as_ref(), context)? {
            return Ok(Answer::Standing(standing));
        }
        match self.step(command, context)? {
            Step::Write(draft) => {
                let mut transition = self.finish(*draft, command, context)?;
                transition.intent = intent;
                Ok(Answer::Write(Box::new(transition)))
            }
            Step::Standing(outcome) => Ok(Answer::Standing(outcome)),
        }
    }

    fn step(&self, command: &Command, context: &Context) -> Result<Step, Refusal> {
        let ids = &mut Ids::new(self, context);
        match command {
            Command::OpenEpisode(command) => episode::open(self, command, context, ids),
            Command::AdvanceEpisode(command) => episode::advance(self, command, context, ids),
            Command::AppendSegment(command) => segment::append(self, command, context, ids),
            Command::AppendSignal(command) => segment::signal(self, command, context, ids),
            Command::Refer(command) => segment::refer(self, command, context, ids),
            Command::CreateBranch(command) => branch::create(self, command, context, ids),
            Command::AbandonBranch(command) => branch::abandon(self, command, context, ids),
            Command::CreateFork(command) => fork::create(self, command, context, ids),
            Command::ResolveFork(command) => fork::resolve(self, command, context, ids),
            Command::ExecuteMerge(command) => merge::execute(self, command, context, ids),
            Command::CreateDepartureFork(command) => departure::create(self, command, context, ids),
            Command::CompleteDepartureFork(command) => departure::complete(self, command, context, ids),
            Command::AbandonDepartureFork(command) => departure::abandon(self, command, context, ids),
            Command::DeclareForkReturn(command) => departure::declare_return(self, command, context, ids),
            Command::RecoverOrphan(command) => recover::recover(self, command, context, ids),
            Command::Adopt(command) => recover::adopt(self, command, context, ids),
            Command::OpenAside(command) => aside::open(self, command, context, ids),
            Command::CloseAside(command) => aside::close(self, command, context, ids),
            Command::OpenSoliloquy(command) => soliloquy::open(self, command, context, ids),
            Command::ConcludeSoliloquy(command) => soliloquy::conclude(self, command, context, ids),
            Command::InvokeGate(command) => gate::invoke(self, command, context, ids),
            Command::ConcludeGate(command) => gate::conclude(self, command, context, ids),
            Command::Intercept(command) => intercept::intercept(self, command, context, ids),
            Command::SealEpisode(command) => seal::seal(self, command, context, ids),
            Command::Register(command) => party::register(self, command, context, ids),
            Command::Govern(command) => party::govern(self, command, context, ids),
        }
    }

    /// Makes a transition of a draft: gives it its place in the audit chain, and binds what it stores.
    fn finish(&self, draft: Draft, command: &Command, context: &Context) -> Result<Transition, Refusal> {
        let mut forward = draft.forward.clone();
        if !(draft.nodes.is_empty() && draft.changes.is_empty()) {
            forward.insert("stored", draft.digests());
        }
        let prior = self.chain(&draft.chain_key).next_back();
        let wall_clock_time =
            context.at.to_milliseconds().and_then(Instant::from_milliseconds).ok_or_else(|| {
                Refusal::new(Rule::Moment, "at", format!("`{}` has no milliseconds since 1970", context.at))
            })?;
        let mut audit = AuditRecord {
            audit_id: draft.audit_id,
            delta_sequence: prior.map_or(1, |prior| prior.delta_sequence + 1),
            prior_audit_hash: prior.map(|prior| prior.record_hash),
            chain_key: draft.chain_key,
            delta_type: draft.delta_type.to_string(),
            agent_id: draft.agent_id,
            session_id: context.session.clone().unwrap_or(draft.session),
            human_actor: draft.human_actor,
            wall_clock_time,
            episode_time: self.count() + 1,
            forward_delta: forward.canonical(),
            reverse_delta: draft.reverse.canonical(),
            affected_nodes: draft.affected,
            trigger_context: draft.trigger.to_string(),
            explicit_reason: draft.reason,
            caught_by: draft.caught_by.to_string(),
            detection_window_open: draft.detection_window_open,
            record_hash: actum_canon::digest::Sha3::from_bytes([0; 32]),
        };
        audit.record_hash = audit.computed_hash().map_err(|refused| Refusal::construction(&refused))?;
        Ok(Transition {
            command: Box::new(command.clone()),
            context: context.clone(),
            nodes: draft.nodes,
            changes: draft.changes,
            audit,
            intent: None,
            outcome: draft.outcome,
            basis: Some(self.basis()),
        })
    }
}

/// The forward delta of an operation that has no published one: its command.
fn command_delta(json: Json) -> Json {
    Json::map([("command", json)])
}

/// An empty delta.
fn nothing() -> Json {
    Json::map([])
}

/// The identifiers as text, as an audit record lists them.
fn affected<T: ToString>(ids: impl IntoIterator<Item = T>) -> alloc::vec::Vec<String> {
    ids.into_iter().map(|id| id.to_string()).collect()
}
