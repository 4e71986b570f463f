//! Soliloquies: an agent deliberates for itself, and says what came of it (ASTP 19.4.2; SL-001 to SL-007).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use super::{affected, demand};
use crate::access::Principals;
use crate::command::{ConcludeSoliloquy, OpenSoliloquy};
use crate::construct::{DELIBERATION_CHAIN_V2, Input, SOLILOQUY_CONCLUSION_V2, SOLILOQUY_V2};
use crate::id::Uuid;
use crate::node::{SCHEMA_VERSION, Soliloquy, SoliloquyConclusion};
use crate::rule::Rule;
use crate::tree::{Context, Draft, Ids, Refusal, SoliloquyResult, Step, Tree};
use crate::value::{
    CaughtBy, Json, PrincipalKind, SoliloquyStatus, SoliloquyTerminationStatus, Stored, TriggerType,
};

/// Opens a soliloquy.
pub(super) fn open(
    tree: &Tree,
    command: &OpenSoliloquy,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    demand::text(Rule::Soliloquy, "soliloquy_purpose", &command.soliloquy_purpose)?;
    demand_agent(tree, command, context)?;
    demand_visible(command.visibility_policy.human_accessible, tree.principals())?;
    demand::writable(tree, command.parent_episode_id, "parent_episode_id")?;
    let parent = demand::segment(
        tree,
        command.parent_segment_id,
        command.parent_episode_id,
        Rule::Known,
        "parent_segment_id",
    )?;
    demand::segments(tree, &command.deliberation_chain, command.parent_episode_id, "deliberation_chain")?;
    let (soliloquy_id, audit_id) = (ids.draw()?, ids.draw()?);
    let mut soliloquy = Soliloquy {
        soliloquy_id,
        parent_episode_id: command.parent_episode_id,
        parent_segment_id: command.parent_segment_id,
        soliloquy_purpose: command.soliloquy_purpose.clone(),
        initiated_by_agent: command.initiated_by_agent.clone(),
        visibility_policy: command.visibility_policy.clone(),
        deliberation_chain: command.deliberation_chain.clone(),
        content_hash: parent.content_hash,
        parent_hash: parent.content_hash,
        timestamp_utc: context.at.clone(),
        schema_version: SCHEMA_VERSION.into(),
    };
    soliloquy.content_hash =
        SOLILOQUY_V2.stamp(&soliloquy).map_err(|refused| Refusal::construction(&refused))?;
    Ok(Step::Write(
        Draft {
            chain_key: soliloquy.parent_episode_id.to_string(),
            delta_type: "SOLILOQUY_INITIATED",
            agent_id: soliloquy.initiated_by_agent.clone(),
            human_actor: None,
            session: format!("soliloquy-{soliloquy_id}"),
            trigger: TriggerType::AgentDetected,
            caught_by: command.caught_by,
            detection_window_open: false,
            forward: Json::map([
                ("parent_episode_id", Json::text(soliloquy.parent_episode_id)),
                ("parent_segment_id", Json::text(soliloquy.parent_segment_id)),
                ("soliloquy_id", Json::text(soliloquy_id)),
                ("soliloquy_purpose", Json::text(&soliloquy.soliloquy_purpose)),
                ("initiated_by_agent", Json::text(&soliloquy.initiated_by_agent)),
                ("visibility_policy", soliloquy.visibility_policy.store()),
                ("content_hash", Json::text(soliloquy.content_hash)),
            ]),
            reverse: Json::map([("delete_soliloquy_id", Json::text(soliloquy_id))]),
            affected: affected([soliloquy_id]),
            reason: Some(soliloquy.soliloquy_purpose.clone()),
            audit_id,
            changes: Vec::new(),
            outcome: SoliloquyResult {
                soliloquy_id,
                conclusion_id: None,
                content_hash: soliloquy.content_hash,
                deliberation_chain_hash: None,
                status: SoliloquyStatus::Active,
                audit_record_id: audit_id,
            }
            .into(),
            nodes: Vec::from([soliloquy.into()]),
        }
        .into(),
    ))
}

/// A soliloquy is the acting agent's own.
fn demand_agent(tree: &Tree, command: &OpenSoliloquy, context: &Context) -> Result<(), Refusal> {
    let agent = command.initiated_by_agent.as_str();
    demand::text(Rule::Soliloquy, "initiated_by_agent", agent)?;
    let refuse = |message| Err(Refusal::new(Rule::Soliloquy, "initiated_by_agent", message));
    if tree.principals().kind(agent) == Some(PrincipalKind::Human) {
        return refuse(format!("`{agent}` is a human"));
    }
    if agent != context.actor {
        return refuse(format!("`{agent}` is not who acts"));
    }
    Ok(())
}

/// Refuses a soliloquy whose conclusion no human can see: the policy says so, or no human is registered (ASTP G-27).
///
/// No other member of the policy changes that.
///
/// # Errors
///
/// [`Rule::G27`].
pub fn demand_visible(human_accessible: bool, principals: &Principals) -> Result<(), Refusal> {
    let refuse = |message| Err(Refusal::new(Rule::G27, "visibility_policy", message));
    if !human_accessible {
        return refuse("`human_accessible` is false");
    }
    if !principals.any_human() {
        return refuse("no human is registered who could see it");
    }
    Ok(())
}

/// Concludes or abandons a soliloquy (SL-002, SL-003, SL-006).
pub(super) fn conclude(
    tree: &Tree,
    command: &ConcludeSoliloquy,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    let soliloquy = tree.soliloquy(command.soliloquy_id).ok_or_else(|| {
        Refusal::new(Rule::Known, "soliloquy_id", format!("there is no soliloquy `{}`", command.soliloquy_id))
    })?;
    demand::text(Rule::Conclusion, "conclusion_summary", &command.conclusion_summary)?;
    if tree.soliloquy_end(command.soliloquy_id) != Some(None) {
        return Err(Refusal::new(Rule::Conclusion, "soliloquy_id", "the soliloquy has ended"));
    }
    let episode = soliloquy.parent_episode_id;
    demand::unclosed(tree, episode, "soliloquy_id")?;
    let target = command.merged_into_segment_id;
    demand::segment(tree, target, episode, Rule::Conclusion, "merged_into_segment_id")?;
    let chain = match &command.final_deliberation_chain {
        Some(chain) => {
            demand::segments(tree, chain, episode, "final_deliberation_chain")?;
            chain
        }
        None => &soliloquy.deliberation_chain,
    };
    let (chain, contents) = in_order(tree, chain);
    let deliberation_chain_hash = DELIBERATION_CHAIN_V2
        .stamp(&[
            ("soliloquy_id", soliloquy.soliloquy_id.into()),
            ("deliberation_content_hashes", Input::Hashes(&contents)),
        ])
        .map_err(|refused| Refusal::construction(&refused))?;
    let (conclusion_id, audit_id) = (ids.draw()?, ids.draw()?);
    let mut conclusion = SoliloquyConclusion {
        conclusion_id,
        soliloquy_id: soliloquy.soliloquy_id,
        parent_episode_id: episode,
        conclusion_summary: command.conclusion_summary.clone(),
        conclusion_content_hash: deliberation_chain_hash,
        deliberation_chain_hash,
        deliberation_chain: chain,
        merged_into_segment_id: target,
        duration_ms: demand::elapsed(&soliloquy.timestamp_utc, &context.at),
        termination_status: if command.abandoned {
            SoliloquyTerminationStatus::Abandoned
        } else {
            SoliloquyTerminationStatus::Absorbed
        },
        timestamp_utc: context.at.clone(),
        schema_version: SCHEMA_VERSION.into(),
    };
    conclusion.conclusion_content_hash =
        SOLILOQUY_CONCLUSION_V2.stamp(&conclusion).map_err(|refused| Refusal::construction(&refused))?;
    let mut forward = Json::map([
        ("soliloquy_id", Json::text(soliloquy.soliloquy_id)),
        ("conclusion_id", Json::text(conclusion_id)),
        ("conclusion_summary", Json::text(&conclusion.conclusion_summary)),
        ("conclusion_content_hash", Json::text(conclusion.conclusion_content_hash)),
        ("deliberation_chain_hash", Json::text(deliberation_chain_hash)),
        ("merged_into_segment_id", Json::text(target)),
    ]);
    if command.abandoned {
        forward.insert("termination_status", Json::text(conclusion.termination_status));
    }
    Ok(Step::Write(
        Draft {
            chain_key: episode.to_string(),
            delta_type: "SOLILOQUY_CONCLUDED",
            agent_id: soliloquy.initiated_by_agent.clone(),
            human_actor: None,
            session: format!("soliloquy-conclude-{}", soliloquy.soliloquy_id),
            trigger: TriggerType::AgentDetected,
            caught_by: CaughtBy::System,
            detection_window_open: false,
            forward,
            reverse: Json::map([("restore_soliloquy_to_active", Json::text(soliloquy.soliloquy_id))]),
            affected: affected([soliloquy.soliloquy_id, conclusion_id]),
            reason: Some(conclusion.conclusion_summary.clone()),
            audit_id,
            changes: Vec::new(),
            outcome: SoliloquyResult {
                soliloquy_id: soliloquy.soliloquy_id,
                conclusion_id: Some(conclusion_id),
                content_hash: conclusion.conclusion_content_hash,
                deliberation_chain_hash: Some(deliberation_chain_hash),
                status: SoliloquyStatus::Concluded,
                audit_record_id: audit_id,
            }
            .into(),
            nodes: Vec::from([conclusion.into()]),
        }
        .into(),
    ))
}

/// The Segments of a deliberation in the order of the spine, with what they say.
fn in_order(tree: &Tree, chain: &[Uuid]) -> (Vec<Uuid>, Vec<Sha3>) {
    let chain: BTreeSet<Uuid> = chain.iter().copied().collect();
    let segments = chain.iter().filter_map(|id| tree.segment(*id));
    let ordered: BTreeMap<u64, (Uuid, Sha3)> = segments
        .map(|segment| (segment.sequence_index, (segment.segment_id, segment.content_hash)))
        .collect();
    ordered.into_values().unzip()
}

/// Demands that no soliloquy of the Episode goes on (ASTP G-28). A seal asks for it before it computes anything.
pub(super) fn demand_concluded(tree: &Tree, episode: Uuid) -> Result<(), Refusal> {
    match tree.active_soliloquies(episode).next() {
        None => soliloquy_return(false, true),
        Some(soliloquy) => soliloquy_return(true, true).map_err(|mut refusal| {
            refusal.message = format!("the soliloquy `{soliloquy}` goes on");
            refusal
        }),
    }
}

/// Refuses a seal over an active soliloquy (ASTP G-28).
///
/// # Errors
///
/// [`Rule::G28`] where one goes on and the Episode is being sealed.
pub fn soliloquy_return(active: bool, sealing: bool) -> Result<(), Refusal> {
    if active && sealing { Err(Refusal::new(Rule::G28, "episode_id", "a soliloquy goes on")) } else { Ok(()) }
}
