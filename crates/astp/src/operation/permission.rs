//! Permission: recorded policies decide before anything else is looked at, and each denial is on record (BR-006).

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::nothing;
use crate::access::{Access, Policy};
use crate::command::Command;
use crate::id::Uuid;
use crate::rule::Rule;
use crate::tree::{Context, Draft, Ids, Outcome, Refusal, RefusedResult, Tree};
use crate::value::{AccessResourceType, CaughtBy, Json, TriggerType};

/// Demands that every recorded policy of what a command touches lets the actor write.
pub(super) fn demand(tree: &Tree, command: &Command, context: &Context) -> Result<(), Refusal> {
    let denied = touched(tree, command).into_iter().find_map(|(kind, id)| {
        let policy = tree.policy(kind, &id)?;
        (!policy.allows(&context.actor, Some(Access::Write), tree.principals())).then_some(policy)
    });
    match denied {
        None => Ok(()),
        Some(policy) => Err(denial(tree, command, context, policy)),
    }
}

fn denial(tree: &Tree, command: &Command, context: &Context, policy: &Policy) -> Refusal {
    let Policy { resource_type, resource_id, .. } = policy;
    let message = format!(
        "the policy of {resource_type} `{resource_id}` lets only its owner write, not `{}`",
        context.actor
    );
    let mut refusal = Refusal::new(Rule::Access, "actor", message.clone());
    let Ok(audit_id) = Ids::new(tree, context).draw() else { return refusal };
    let draft = Draft {
        chain_key: format!("access:{resource_type}:{resource_id}"),
        delta_type: "X_ACCESS_DENIED",
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: format!("access-{resource_id}"),
        trigger: TriggerType::SystemAutomatic,
        caught_by: CaughtBy::System,
        detection_window_open: false,
        forward: Json::map([
            ("operation", Json::text(command.name())),
            ("requester", Json::text(&context.actor)),
            ("access", Json::text(Access::Write.as_str())),
            ("resource_type", Json::text(resource_type)),
            ("resource_id", Json::text(resource_id)),
        ]),
        reverse: nothing(),
        affected: Vec::from([resource_id.clone()]),
        reason: Some(message.clone()),
        audit_id,
        nodes: Vec::new(),
        changes: Vec::new(),
        outcome: Outcome::Refused(RefusedResult {
            rule: Rule::Access.id().to_string(),
            reason: message,
            audit_record_id: audit_id,
        }),
    };
    refusal.record = tree.finish(draft, command, context).ok().map(Box::new);
    refusal
}

type Resource = (AccessResourceType, String);

/// What a command writes to. A policy for a kind and an Episode holds for all of that kind in it.
fn touched(tree: &Tree, command: &Command) -> Vec<Resource> {
    use AccessResourceType::{Aside, Branch, Fork, Soliloquy};
    let mut touched = Vec::new();
    let mut add = |kind, id: Option<Uuid>| touched.extend(id.map(|id| (kind, id.to_string())));
    match command {
        Command::OpenEpisode(_) | Command::Adopt(_) | Command::Register(_) => {}
        Command::Govern(policy) => return Vec::from([(policy.resource_type, policy.resource_id.clone())]),
        Command::AdvanceEpisode(command) => add(Branch, Some(command.episode_id)),
        Command::AppendSegment(command) => {
            add(Branch, Some(command.episode_id));
            add(Branch, command.branch_id);
        }
        Command::AppendSignal(command) => add(Branch, Some(command.episode_id)),
        Command::Refer(command) => {
            add(Branch, tree.segment(command.source).map(|segment| segment.episode_id))
        }
        Command::CreateBranch(command) => {
            add(Branch, Some(command.source_episode_id));
            add(Branch, tree.segment(command.source_segment_id).and_then(|segment| segment.branch_id));
        }
        Command::AbandonBranch(command) => {
            add(Branch, Some(command.branch_id));
            add(Branch, tree.branch(command.branch_id).map(|branch| branch.point.episode_id));
        }
        Command::CreateFork(command) => add(Fork, Some(command.origin_episode_id)),
        Command::ResolveFork(command) => {
            add(Fork, Some(command.fork_id));
            let origin =
                tree.fork(command.fork_id).and_then(|fork| Some(fork.points.first()?.0.origin_episode_id));
            add(Fork, origin);
        }
        Command::ExecuteMerge(command) => {
            add(Branch, Some(command.source_branch_id));
            add(Branch, tree.branch(command.source_branch_id).map(|branch| branch.point.episode_id));
            add(Branch, Some(command.target_episode_id));
            add(Branch, command.target_branch_id);
        }
        Command::CreateDepartureFork(command) => add(Fork, Some(command.origin_episode_id)),
        Command::CompleteDepartureFork(command) => departure(tree, command.fork_episode_id, &mut add),
        Command::AbandonDepartureFork(command) => departure(tree, command.fork_episode_id, &mut add),
        Command::DeclareForkReturn(command) => {
            add(Fork, Some(command.fork_id));
            add(Fork, Some(command.origin_episode_id));
        }
        Command::RecoverOrphan(command) => add(Fork, Some(command.fork_id)),
        Command::OpenAside(command) => add(Aside, Some(command.parent_episode_id)),
        Command::CloseAside(command) => {
            add(Aside, Some(command.aside_id));
            add(Aside, tree.aside(command.aside_id).map(|aside| aside.parent_episode_id));
        }
        Command::OpenSoliloquy(command) => add(Soliloquy, Some(command.parent_episode_id)),
        Command::ConcludeSoliloquy(command) => {
            add(Soliloquy, Some(command.soliloquy_id));
            add(Soliloquy, tree.soliloquy(command.soliloquy_id).map(|soliloquy| soliloquy.parent_episode_id));
        }
        Command::InvokeGate(command) => add(Branch, Some(command.episode_id)),
        Command::ConcludeGate(command) => {
            add(Branch, tree.gate(command.hitl_event_id).map(|gate| gate.episode_id))
        }
        Command::Intercept(command) => add(Branch, Some(command.episode_id)),
        Command::SealEpisode(command) => add(Branch, Some(command.episode_id)),
    }
    touched
}

fn departure(tree: &Tree, episode: Uuid, add: &mut impl FnMut(AccessResourceType, Option<Uuid>)) {
    add(AccessResourceType::Fork, Some(episode));
    let provenance = tree.episode(episode).and_then(|episode| episode.provenance.as_ref());
    add(AccessResourceType::Fork, provenance.map(|provenance| provenance.fork_id));
    add(AccessResourceType::Fork, provenance.map(|provenance| provenance.fork_origin_episode_id));
}
