//! Asides, soliloquies and gates.

use actum::canon::encode;
use actum::canon::json::Parser;
use actum::read_input;
use actum::tree::command::{
    CloseAside, Command, ConcludeGate, ConcludeSoliloquy, InvokeGate, OpenAside, OpenSoliloquy,
};
use actum::tree::node::VisibilityPolicy;
use actum::tree::tree::LineName;
use actum::tree::value::{
    AccessLevel, CaughtBy, HitlDecision, HitlGateType, HitlNodeStatus, SoliloquyContentHashPolicy,
};
use actum::tree::{Named, Sought};
use actum::{Error, ErrorKind};

use super::act::{Scene, instant};
use super::episode::word;
use super::place;
use crate::args::tree::{AsideEnd, AsideOpen, GateEnd, GateInvoke, GateResolve, SoliloquyEnd, SoliloquyOpen};
use crate::exit::Stop;

pub(super) fn open_aside(asked: &AsideOpen, scene: &Scene<'_>) -> Result<Command, Stop> {
    let (parent_episode_id, parent_segment_id) = place::segment(scene.tree, &asked.place)?;
    let agent = || scene.tree.episode(parent_episode_id).map(|episode| episode.agent_id.clone());
    Ok(OpenAside {
        parent_episode_id,
        parent_segment_id,
        aside_label: asked.label.clone(),
        initiated_by_human: asked.initiator.clone(),
        target_agent_id: asked.agent.clone().or_else(agent).unwrap_or_default(),
        return_obligation: true,
        content_refs: place::segments(scene.tree, &asked.contents)?,
        caught_by: CaughtBy::Human,
    }
    .into())
}

pub(super) fn end_aside(asked: &AsideEnd, abandoned: bool, scene: &Scene<'_>) -> Result<Command, Stop> {
    Ok(CloseAside {
        aside_id: scene.tree.find(Sought::Aside, &asked.aside)?,
        close_reason: asked.reason.clone(),
        abandoned,
        notification_targets: asked.notify.clone(),
        additional_content_refs: place::segments(scene.tree, &asked.contents)?,
    }
    .into())
}

pub(super) fn open_soliloquy(asked: &SoliloquyOpen, scene: &Scene<'_>) -> Result<Command, Stop> {
    let (parent_episode_id, parent_segment_id) = place::segment(scene.tree, &asked.place)?;
    Ok(OpenSoliloquy {
        parent_episode_id,
        parent_segment_id,
        soliloquy_purpose: asked.purpose.clone(),
        initiated_by_agent: scene.actor.to_owned(),
        visibility_policy: visibility(),
        deliberation_chain: place::segments(scene.tree, &asked.contents)?,
        caught_by: CaughtBy::Agent,
    }
    .into())
}

/// Whom a soliloquy is open to where nobody says otherwise (ASTP 19.4.2).
fn visibility() -> VisibilityPolicy {
    VisibilityPolicy {
        human_accessible: true,
        owner_agent_access: "ALWAYS".to_owned(),
        other_agents_access: AccessLevel::EscalationOnly,
        content_hash_policy: SoliloquyContentHashPolicy::HashPlaceholder,
        audit_on_access: true,
        deployment_override_permitted: false,
    }
}

pub(super) fn end_soliloquy(
    asked: &SoliloquyEnd,
    abandoned: bool,
    scene: &Scene<'_>,
) -> Result<Command, Stop> {
    let soliloquy_id = scene.tree.find(Sought::Soliloquy, &asked.soliloquy)?;
    let into = match (&asked.into, scene.tree.soliloquy(soliloquy_id)) {
        (None, Some(soliloquy)) => {
            place::last(scene.tree, LineName { episode_id: soliloquy.parent_episode_id, branch_id: None })?
        }
        (named, _) => scene.tree.find(Sought::Segment, named.as_deref().unwrap_or_default())?,
    };
    let chain = (!asked.contents.is_empty()).then(|| place::segments(scene.tree, &asked.contents));
    Ok(ConcludeSoliloquy {
        soliloquy_id,
        conclusion_summary: asked.summary.clone(),
        abandoned,
        merged_into_segment_id: into,
        final_deliberation_chain: chain.transpose()?,
    }
    .into())
}

pub(super) fn invoke_gate(asked: &GateInvoke, scene: &Scene<'_>) -> Result<Command, Stop> {
    let context_json = match &asked.context {
        Some(path) => canonical(&read_input(path)?)?,
        None => "{}".to_owned(),
    };
    Ok(InvokeGate {
        episode_id: place::episode(scene.tree, asked.episode.as_deref())?,
        hitl_request_id: asked.request_id.clone(),
        gate_type: word(&asked.kind, HitlGateType::parse, "gate_type")?,
        context_json,
        timeout_at: Some(instant(&asked.timeout, "--timeout")?),
        invocation_signature: None,
        invocation_key: None,
    }
    .into())
}

/// The context as it is stored and hashed (ASTP 5.1.2).
fn canonical(bytes: &[u8]) -> Result<String, Stop> {
    let refuse = |error: &dyn std::fmt::Display| {
        Error::new(ErrorKind::Input, "context_invalid", format!("the context is no JSON value: {error}"))
    };
    let mut parser = Parser::new();
    let document = parser.parse(bytes).map_err(|error| refuse(&error))?;
    let mut canonical = Vec::new();
    encode::ASTP.write(document.root(), &mut canonical).map_err(|error| refuse(&error))?;
    Ok(String::from_utf8(canonical).map_err(|error| refuse(&error))?)
}

pub(super) fn resolve_gate(asked: &GateResolve, scene: &Scene<'_>) -> Result<Command, Stop> {
    let decision = word(&asked.decision, HitlDecision::parse, "decision")?;
    let status = match decision {
        HitlDecision::Escalated => HitlNodeStatus::Escalated,
        _ => HitlNodeStatus::Resolved,
    };
    conclude(&asked.gate, status, Some(decision), asked.rationale.clone(), scene)
}

pub(super) fn time_out_gate(asked: &GateEnd, scene: &Scene<'_>) -> Result<Command, Stop> {
    conclude(&asked.gate, HitlNodeStatus::TimedOut, None, asked.rationale.clone(), scene)
}

pub(super) fn escalate_gate(asked: &GateEnd, scene: &Scene<'_>) -> Result<Command, Stop> {
    conclude(
        &asked.gate,
        HitlNodeStatus::Escalated,
        Some(HitlDecision::Escalated),
        asked.rationale.clone(),
        scene,
    )
}

fn conclude(
    gate: &str,
    status: HitlNodeStatus,
    decision: Option<HitlDecision>,
    rationale: Option<String>,
    scene: &Scene<'_>,
) -> Result<Command, Stop> {
    Ok(ConcludeGate {
        hitl_event_id: scene.tree.find(Sought::Gate, gate)?,
        status,
        decision,
        rationale,
        resolution_signature: None,
        resolution_key: None,
    }
    .into())
}
