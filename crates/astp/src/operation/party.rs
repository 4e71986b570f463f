//! Principals and policies (ASTP 19.1.3).

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{affected, command_delta, demand, nothing};
use crate::access::Policy;
use crate::id::Uuid;
use crate::node::{Episode, Node, Principal};
use crate::rule::Rule;
use crate::tree::{Context, Draft, Ids, Outcome, Recorded, Refusal, Step, Tree};
use crate::value::{AccessResourceType, CaughtBy, Stored, TriggerType};

pub(super) fn register(
    tree: &Tree,
    command: &Principal,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    demand::text(Rule::Text, "principal_id", &command.principal_id)?;
    if let Some(kind) = tree.principals().kind(&command.principal_id)
        && kind != command.kind
    {
        return Err(Refusal::new(
            Rule::Principal,
            "kind",
            format!("`{}` is registered as {kind}", command.principal_id),
        ));
    }
    let chain = String::from("principals");
    record(
        context,
        ids,
        chain,
        "X_PRINCIPAL_REGISTERED",
        command.principal_id.clone(),
        Node::Principal(command.clone()),
    )
}

/// Records a policy. Where there is one, it has let the actor write; the first one is recorded by whoever acts for the
/// Episode, so that nobody locks others out of what is theirs.
pub(super) fn govern(
    tree: &Tree,
    command: &Policy,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    demand::text(Rule::Text, "resource_id", &command.resource_id)?;
    demand::text(Rule::Text, "owner_agent_id", &command.owner_agent_id)?;
    let Some(episode) = episode(tree, command) else {
        let message = format!("there is no {} `{}`", command.resource_type, command.resource_id);
        return Err(Refusal::new(Rule::Known, "resource_id", message));
    };
    let is_first = tree.policy(command.resource_type, &command.resource_id).is_none();
    if is_first && !demand::acts_for(episode, &context.actor) {
        let message = format!("`{}` does not act for Episode `{}`", context.actor, episode.episode_id);
        return Err(Refusal::new(Rule::Access, "actor", message));
    }
    let chain = format!("access:{}:{}", command.resource_type, command.resource_id);
    record(
        context,
        ids,
        chain,
        "X_POLICY_RECORDED",
        command.resource_id.clone(),
        Node::Policy(command.clone()),
    )
}

/// The Episode of what a policy is for; a policy may be for a kind of resource of a whole Episode.
fn episode<'t>(tree: &'t Tree, policy: &Policy) -> Option<&'t Episode> {
    let id = Uuid::parse(&policy.resource_id)?;
    let of = match policy.resource_type {
        AccessResourceType::Branch => tree.branch(id).map(|branch| branch.point.episode_id),
        AccessResourceType::Fork => tree
            .fork(id)
            .and_then(|fork| Some(fork.points.first()?.0.origin_episode_id))
            .or_else(|| Some(tree.departure(id)?.point?.origin_episode_id)),
        AccessResourceType::Aside => tree.aside(id).map(|aside| aside.parent_episode_id),
        AccessResourceType::Soliloquy => tree.soliloquy(id).map(|soliloquy| soliloquy.parent_episode_id),
    };
    tree.episode(of.unwrap_or(id))
}

fn record(
    context: &Context,
    ids: &mut Ids<'_>,
    chain_key: String,
    delta_type: &'static str,
    subject: String,
    node: Node,
) -> Result<Step, Refusal> {
    let audit_id = ids.draw()?;
    Ok(Step::Write(Box::new(Draft {
        session: chain_key.clone(),
        chain_key,
        delta_type,
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        trigger: TriggerType::HumanExplicit,
        caught_by: CaughtBy::System,
        detection_window_open: false,
        forward: command_delta(node.store()),
        reverse: nothing(),
        affected: affected([subject]),
        reason: None,
        audit_id,
        nodes: Vec::from([node]),
        changes: Vec::new(),
        outcome: Outcome::Recorded(Recorded { audit_record_id: audit_id }),
    })))
}
