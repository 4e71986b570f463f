//! Principals and policies (ASTP 19.1.3).

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{affected, command_delta, demand, nothing};
use crate::access::Policy;
use crate::node::{Node, Principal};
use crate::rule::Rule;
use crate::tree::{Context, Draft, Ids, Outcome, Recorded, Refusal, Step, Tree};
use crate::value::{CaughtBy, Stored, TriggerType};

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

pub(super) fn govern(
    _: &Tree,
    command: &Policy,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    demand::text(Rule::Text, "resource_id", &command.resource_id)?;
    demand::text(Rule::Text, "owner_agent_id", &command.owner_agent_id)?;
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
