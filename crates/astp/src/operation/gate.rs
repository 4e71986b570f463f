//! Gates: an agent asks, and a human decides (ASTP 4.6; G-17, G-18).

mod signature;

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;
use actum_canon::json::Parser;

use super::{affected, demand};
use crate::command::{ConcludeGate, InvokeGate};
use crate::construct::{HITL_CONTEXT_V2, Refused};
use crate::id::Uuid;
use crate::node::{HitlEvent, SCHEMA_VERSION};
use crate::rule::Rule;
use crate::seal;
use crate::tree::{Change, Context, Draft, EpisodeMoved, GateResult, Ids, Refusal, Step, Tree};
use crate::value::{
    CaughtBy, EpisodeStatus, HitlDecision, HitlGateType, HitlNodeStatus, Json, Stored, TriggerType,
};

/// The derivation of keys that this writer names (ASTP 16.2.1).
const KEY_DERIVATION: u64 = 1;

/// Invokes a gate. Of a blocking type, it moves the Episode to `PENDING_HITL`.
pub(super) fn invoke(
    tree: &Tree,
    command: &InvokeGate,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    demand::text(Rule::Text, "hitl_request_id", &command.hitl_request_id)?;
    demand::text(Rule::Text, "actor", &context.actor)?;
    demand::writable(tree, command.episode_id, "episode_id")?;
    if Parser::new().parse(command.context_json.as_bytes()).is_err() {
        return Err(Refusal::new(Rule::Text, "context_json", "it is no strict JSON"));
    }
    match &command.timeout_at {
        None => return Err(Refusal::new(Rule::G17, "timeout_at", "the gate would wait for ever")),
        Some(timeout) if *timeout <= context.at => {
            return Err(Refusal::new(Rule::G17, "timeout_at", "it is not after the moment of asking"));
        }
        Some(_) => {}
    }
    let (hitl_event_id, audit_id) = (ids.draw()?, ids.draw()?);
    let mut event = HitlEvent {
        hitl_event_id,
        episode_id: command.episode_id,
        hitl_request_id: command.hitl_request_id.clone(),
        schema_version: SCHEMA_VERSION.into(),
        gate_type: command.gate_type,
        status: HitlNodeStatus::Invoked,
        requesting_agent: context.actor.clone(),
        invoked_at: context.at.clone(),
        timeout_at: command.timeout_at.clone(),
        spine_snapshot_index: tree.greatest_index(command.episode_id),
        resolved_at: None,
        decision: None,
        resolved_by: None,
        rationale: None,
        pending_duration_ms: None,
        context_json: command.context_json.clone(),
        context_hash: Sha3::from_bytes([0; 32]),
        resolution_hash: None,
        node_hash: None,
        invocation_signature: command.invocation_signature.clone(),
        invocation_key_fingerprint: None,
        resolution_signature: None,
        resolution_key_fingerprint: None,
        key_derivation_version: KEY_DERIVATION,
    };
    event.context_hash = HITL_CONTEXT_V2.stamp(&event).map_err(|refused| Refusal::construction(&refused))?;
    event.invocation_key_fingerprint = signature::demand(
        ("invocation_signature", command.invocation_signature.as_deref()),
        ("invocation_key", command.invocation_key.as_deref()),
        event.context_hash,
    )?;
    let status = if is_blocking(event.gate_type) {
        EpisodeStatus::PendingHitl
    } else {
        tree.episode_status(event.episode_id).unwrap_or(EpisodeStatus::Active)
    };
    let forward = Json::map([
        ("hitl_event_id", Json::text(hitl_event_id)),
        ("hitl_request_id", Json::text(&event.hitl_request_id)),
        ("gate_type", Json::text(event.gate_type)),
        ("requesting_agent", Json::text(&event.requesting_agent)),
        ("context_hash", Json::text(event.context_hash)),
    ]);
    Ok(Step::Write(
        Draft {
            chain_key: event.episode_id.to_string(),
            delta_type: "X_GATE_INVOKED",
            agent_id: event.requesting_agent.clone(),
            human_actor: None,
            session: format!("gate-{hitl_event_id}"),
            trigger: TriggerType::AgentDetected,
            caught_by: CaughtBy::Agent,
            detection_window_open: false,
            forward,
            reverse: Json::map([("delete_hitl_event_id", Json::text(hitl_event_id))]),
            affected: affected([hitl_event_id]),
            reason: None,
            audit_id,
            changes: moved(tree, event.episode_id, status),
            outcome: result(&event, status, audit_id).into(),
            nodes: Vec::from([event.into()]),
        }
        .into(),
    ))
}

/// Resolves, times out or escalates a gate, once (ASTP G-17). The last blocking one lets the Episode go on.
pub(super) fn conclude(
    tree: &Tree,
    command: &ConcludeGate,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    let waiting = tree.gate(command.hitl_event_id).ok_or_else(|| {
        Refusal::new(Rule::Known, "hitl_event_id", format!("there is no gate `{}`", command.hitl_event_id))
    })?;
    if waiting.status != HitlNodeStatus::Invoked {
        let message = format!("the gate is {} already", waiting.status);
        return Err(Refusal::new(Rule::G17, "hitl_event_id", message));
    }
    demand_decision(tree, command, context, waiting)?;
    demand_unsealed(tree, waiting.episode_id)?;
    let audit_id = ids.draw()?;
    let mut event = HitlEvent {
        status: command.status,
        resolved_at: Some(context.at.clone()),
        decision: command.decision,
        resolved_by: Some(context.actor.clone()),
        rationale: command.rationale.clone(),
        pending_duration_ms: Some(demand::elapsed(&waiting.invoked_at, &context.at)),
        resolution_signature: command.resolution_signature.clone(),
        ..waiting.clone()
    };
    let stamped = |refused: Refused| Refusal::construction(&refused);
    let resolution = seal::resolution_hash(&event).map_err(stamped)?;
    event.resolution_hash = Some(resolution);
    event.node_hash = Some(seal::gate_hash(&event).map_err(stamped)?);
    event.resolution_key_fingerprint = signature::demand(
        ("resolution_signature", command.resolution_signature.as_deref()),
        ("resolution_key", command.resolution_key.as_deref()),
        resolution,
    )?;
    let status = after(tree, waiting);
    let human = (command.status != HitlNodeStatus::TimedOut).then(|| context.actor.clone());
    let forward = Json::map([
        ("hitl_event_id", Json::text(event.hitl_event_id)),
        ("status", Json::text(event.status)),
        ("decision", Json::text(decided(&event))),
        ("resolved_by", Json::text(&context.actor)),
        ("rationale", event.rationale.store()),
        ("node_hash", event.node_hash.store()),
    ]);
    Ok(Step::Write(
        Draft {
            chain_key: event.episode_id.to_string(),
            delta_type: "X_GATE_CONCLUDED",
            agent_id: event.requesting_agent.clone(),
            trigger: if human.is_some() { TriggerType::HumanExplicit } else { TriggerType::SystemAutomatic },
            caught_by: if human.is_some() { CaughtBy::Human } else { CaughtBy::System },
            human_actor: human,
            session: format!("gate-conclude-{}", event.hitl_event_id),
            detection_window_open: false,
            forward,
            reverse: Json::map([("restore_gate_to_invoked", Json::text(event.hitl_event_id))]),
            affected: affected([event.hitl_event_id]),
            reason: event.rationale.clone(),
            audit_id,
            changes: moved(tree, event.episode_id, status),
            outcome: result(&event, status, audit_id).into(),
            nodes: Vec::from([event.into()]),
        }
        .into(),
    ))
}

/// Status and decision say the same, and a human decides where anybody does.
fn demand_decision(
    tree: &Tree,
    command: &ConcludeGate,
    context: &Context,
    waiting: &HitlEvent,
) -> Result<(), Refusal> {
    let refuse = |field, message: &str| Err(Refusal::new(Rule::G17, field, message));
    let escalates = command.decision == Some(HitlDecision::Escalated);
    match (command.status, command.decision) {
        (HitlNodeStatus::Invoked, _) => return refuse("status", "a conclusion leaves `invoked`"),
        (HitlNodeStatus::TimedOut, Some(_)) => return refuse("decision", "nobody decided what timed out"),
        (HitlNodeStatus::TimedOut, None) => {}
        (_, None) => return refuse("decision", "nothing is decided"),
        (HitlNodeStatus::Resolved, Some(_)) if escalates => {
            return refuse("status", "a decision that is passed up is `escalated`, not `resolved`");
        }
        (HitlNodeStatus::Escalated, Some(_)) if !escalates => {
            return refuse("decision", "what is escalated is decided `escalated`");
        }
        (HitlNodeStatus::Resolved | HitlNodeStatus::Escalated, Some(_)) => {}
    }
    let over = waiting.timeout_at.as_ref().is_some_and(|timeout| *timeout <= context.at);
    if context.at < waiting.invoked_at {
        return refuse("at", "it is before the gate was invoked");
    }
    if command.status == HitlNodeStatus::TimedOut {
        return if over { Ok(()) } else { refuse("status", "the time is not up") };
    }
    if over {
        return refuse("status", "the time is up: the gate can only time out");
    }
    let by = context.actor.as_str();
    if let Err(error) = tree.principals().demand_human(by) {
        return refuse("actor", &error.to_string());
    }
    if by == waiting.requesting_agent || tree.principals().is_empty() && tree.is_agent(by) {
        return refuse("actor", "an agent does not decide for a human");
    }
    Ok(())
}

/// A gate can be concluded until the record is fixed, so that none is left waiting in an Episode that was closed meanwhile.
fn demand_unsealed(tree: &Tree, episode: Uuid) -> Result<(), Refusal> {
    match tree.episode_status(episode) {
        Some(
            status @ (EpisodeStatus::CrystallizationPending
            | EpisodeStatus::Crystallized
            | EpisodeStatus::Sealing
            | EpisodeStatus::Sealed
            | EpisodeStatus::Archived),
        ) => Err(Refusal::new(Rule::G1, "hitl_event_id", format!("Episode `{episode}` is {status}"))),
        _ => Ok(()),
    }
}

/// The state of the Episode once this gate no longer waits.
fn after(tree: &Tree, concluded: &HitlEvent) -> EpisodeStatus {
    let status = tree.episode_status(concluded.episode_id).unwrap_or(EpisodeStatus::Active);
    if !is_blocking(concluded.gate_type) {
        return status;
    }
    let mut others = tree.waiting_gates(concluded.episode_id);
    let held =
        others.any(|gate| gate.hitl_event_id != concluded.hitl_event_id && is_blocking(gate.gate_type));
    if status == EpisodeStatus::PendingHitl && !held { EpisodeStatus::Active } else { status }
}

fn moved(tree: &Tree, episode_id: Uuid, status: EpisodeStatus) -> Vec<Change> {
    if tree.episode_status(episode_id) == Some(status) {
        return Vec::new();
    }
    Vec::from([EpisodeMoved { episode_id, status }.into()])
}

fn result(event: &HitlEvent, episode_status: EpisodeStatus, audit_record_id: Uuid) -> GateResult {
    GateResult {
        hitl_event_id: event.hitl_event_id,
        status: event.status,
        context_hash: event.context_hash,
        node_hash: event.node_hash,
        episode_status,
        audit_record_id,
    }
}

/// Whether a gate of this type holds the Episode up (ASTP G-18).
pub(super) const fn is_blocking(gate: HitlGateType) -> bool {
    matches!(gate, HitlGateType::ApprovalRequired | HitlGateType::ComplianceCheckpoint)
}

/// Demands that no blocking gate of the Episode waits (ASTP G-18). What crystallizes or seals asks for it first.
pub(super) fn demand_no_pending(tree: &Tree, episode: Uuid) -> Result<(), Refusal> {
    match tree.waiting_gates(episode).find(|gate| is_blocking(gate.gate_type)) {
        Some(gate) => {
            let message = format!("the gate `{}` ({}) waits for a human", gate.hitl_event_id, gate.gate_type);
            Err(Refusal::new(Rule::G18, "episode_id", message))
        }
        None => Ok(()),
    }
}

/// The advisory gate that waits while a Segment is written (ASTP 4.6, `pending_hitl_ref`); the first by identifier.
pub(super) fn advisory(tree: &Tree, episode: Uuid) -> Option<Uuid> {
    let mut gates = tree.waiting_gates(episode);
    gates.find(|gate| gate.gate_type == HitlGateType::ReviewAdvisory).map(|gate| gate.hitl_event_id)
}

fn decided(event: &HitlEvent) -> &'static str {
    event.decision.map_or(event.status.as_str(), HitlDecision::as_str)
}
