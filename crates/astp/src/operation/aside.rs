//! Asides: a human takes an agent aside, and comes back (ASTP 19.4.1; AS-001 to AS-006).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use super::{affected, demand};
use crate::command::{CloseAside, OpenAside};
use crate::construct::{ASIDE_TERMINUS_V2, ASIDE_V2, Refused};
use crate::id::Uuid;
use crate::node::{Aside, AsideTerminus, EndedAside, SCHEMA_VERSION};
use crate::rule::Rule;
use crate::tree::{AsideResult, Context, Draft, Ids, Refusal, Step, Tree};
use crate::value::{AsideStatus, AsideTerminationStatus, CaughtBy, Json, PrincipalKind, TriggerType};

/// Opens an aside.
pub(super) fn open(
    tree: &Tree,
    command: &OpenAside,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    demand_parties(tree, command, context)?;
    demand::text(Rule::AsideAgent, "aside_label", &command.aside_label)?;
    demand::writable(tree, command.parent_episode_id, "parent_episode_id")?;
    let parent = demand::segment(
        tree,
        command.parent_segment_id,
        command.parent_episode_id,
        Rule::Known,
        "parent_segment_id",
    )?;
    demand::segments(tree, &command.content_refs, command.parent_episode_id, "content_refs")?;
    let (aside_id, audit_id) = (ids.draw()?, ids.draw()?);
    let mut aside = Aside {
        aside_id,
        parent_episode_id: command.parent_episode_id,
        parent_segment_id: command.parent_segment_id,
        aside_label: command.aside_label.clone(),
        initiated_by_human: command.initiated_by_human.clone(),
        target_agent_id: command.target_agent_id.clone(),
        return_obligation: command.return_obligation,
        content_refs: command.content_refs.clone(),
        content_hash: parent.content_hash,
        parent_hash: parent.content_hash,
        timestamp_utc: context.at.clone(),
        schema_version: SCHEMA_VERSION.into(),
    };
    aside.content_hash = ASIDE_V2.stamp(&aside).map_err(|refused| Refusal::construction(&refused))?;
    Ok(Step::Write(
        Draft {
            chain_key: aside.parent_episode_id.to_string(),
            delta_type: "ASIDE_OPENED",
            agent_id: aside.target_agent_id.clone(),
            human_actor: Some(aside.initiated_by_human.clone()),
            session: format!("aside-{aside_id}"),
            trigger: TriggerType::HumanExplicit,
            caught_by: command.caught_by,
            detection_window_open: false,
            forward: Json::map([
                ("parent_episode_id", Json::text(aside.parent_episode_id)),
                ("parent_segment_id", Json::text(aside.parent_segment_id)),
                ("aside_id", Json::text(aside_id)),
                ("aside_label", Json::text(&aside.aside_label)),
                ("initiated_by_human", Json::text(&aside.initiated_by_human)),
                ("target_agent_id", Json::text(&aside.target_agent_id)),
                ("return_obligation", Json::Bool(aside.return_obligation)),
            ]),
            reverse: Json::map([("delete_aside_id", Json::text(aside_id))]),
            affected: affected([aside_id]),
            reason: Some(aside.aside_label.clone()),
            audit_id,
            changes: Vec::new(),
            outcome: AsideResult {
                aside_id,
                aside_terminus_id: None,
                content_hash: aside.content_hash,
                reference_scan_passed: None,
                external_references_found: Vec::new(),
                status: AsideStatus::Open,
                audit_record_id: audit_id,
            }
            .into(),
            nodes: Vec::from([aside.into()]),
        }
        .into(),
    ))
}

/// A human asks, and one agent is asked (ASTP G-25, AS-002, AS-003).
fn demand_parties(tree: &Tree, command: &OpenAside, context: &Context) -> Result<(), Refusal> {
    let human = command.initiated_by_human.as_str();
    let refuse = |message| Err(Refusal::new(Rule::G25, "initiated_by_human", message));
    if let Err(error) = tree.principals().demand_human(human) {
        return refuse(error.to_string());
    }
    // Without a registry an agent is known by what it does here.
    if tree.principals().is_empty() && (tree.is_agent(human) || human == command.target_agent_id) {
        return refuse(format!("`{human}` acts as an agent"));
    }
    if human != context.actor && context.human.as_deref() != Some(human) {
        return refuse(format!("`{human}` is not who acts"));
    }
    demand::text(Rule::AsideAgent, "target_agent_id", &command.target_agent_id)?;
    if tree.principals().kind(&command.target_agent_id) == Some(PrincipalKind::Human) {
        let message = format!("`{}` is a human", command.target_agent_id);
        return Err(Refusal::new(Rule::AsideAgent, "target_agent_id", message));
    }
    Ok(())
}

/// Closes or abandons an aside, and says which Segments outside refer into it (AS-004, AS-006).
pub(super) fn close(
    tree: &Tree,
    command: &CloseAside,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    let aside = tree.aside(command.aside_id).ok_or_else(|| {
        Refusal::new(Rule::Known, "aside_id", format!("there is no aside `{}`", command.aside_id))
    })?;
    demand::text(Rule::AsideClose, "close_reason", &command.close_reason)?;
    if tree.aside_end(command.aside_id) != Some(None) {
        return Err(Refusal::new(Rule::AsideClose, "aside_id", "the aside has ended"));
    }
    demand::unclosed(tree, aside.parent_episode_id, "aside_id")?;
    for target in &command.notification_targets {
        demand::text(Rule::Text, "notification_targets", target)?;
    }
    demand::segments(
        tree,
        &command.additional_content_refs,
        aside.parent_episode_id,
        "additional_content_refs",
    )?;
    let (terminus_id, audit_id) = (ids.draw()?, ids.draw()?);
    let inside: BTreeSet<Uuid> =
        aside.content_refs.iter().chain(&command.additional_content_refs).copied().collect();
    let found = references_into(tree, &inside);
    let mut terminus = AsideTerminus {
        aside_terminus_id: terminus_id,
        aside_id: aside.aside_id,
        parent_episode_id: aside.parent_episode_id,
        close_reason: command.close_reason.clone(),
        final_content_hash: aside.content_hash,
        produced_content_hashes: produced(tree, &inside),
        reference_scan_passed: found.is_empty(),
        external_references_found: found,
        notification_targets: command.notification_targets.clone(),
        duration_ms: demand::elapsed(&aside.timestamp_utc, &context.at),
        termination_status: if command.abandoned {
            AsideTerminationStatus::Abandoned
        } else {
            AsideTerminationStatus::Closed
        },
        timestamp_utc: context.at.clone(),
        schema_version: SCHEMA_VERSION.into(),
    };
    terminus.final_content_hash =
        terminus_hash(&terminus, aside.content_hash).map_err(|refused| Refusal::construction(&refused))?;
    let mut forward = Json::map([
        ("aside_id", Json::text(aside.aside_id)),
        ("close_reason", Json::text(&terminus.close_reason)),
        ("final_content_hash", Json::text(terminus.final_content_hash)),
        ("reference_scan_passed", Json::Bool(terminus.reference_scan_passed)),
        ("external_references_found", Json::texts(&terminus.external_references_found)),
        ("notification_targets", Json::texts(&terminus.notification_targets)),
    ]);
    if command.abandoned {
        forward.insert("termination_status", Json::text(terminus.termination_status));
    }
    Ok(Step::Write(
        Draft {
            chain_key: aside.parent_episode_id.to_string(),
            delta_type: "ASIDE_CLOSED",
            agent_id: aside.target_agent_id.clone(),
            human_actor: Some(aside.initiated_by_human.clone()),
            session: format!("aside-close-{}", aside.aside_id),
            trigger: TriggerType::HumanExplicit,
            caught_by: CaughtBy::System,
            detection_window_open: false,
            forward,
            reverse: Json::map([("restore_aside_to_open", Json::text(aside.aside_id))]),
            affected: affected([aside.aside_id, terminus_id]),
            reason: Some(terminus.close_reason.clone()),
            audit_id,
            changes: Vec::new(),
            outcome: AsideResult {
                aside_id: aside.aside_id,
                aside_terminus_id: Some(terminus_id),
                content_hash: terminus.final_content_hash,
                reference_scan_passed: Some(terminus.reference_scan_passed),
                external_references_found: terminus.external_references_found.clone(),
                status: AsideStatus::Closed,
                audit_record_id: audit_id,
            }
            .into(),
            nodes: Vec::from([terminus.into()]),
        }
        .into(),
    ))
}

/// The content hashes of the Segments inside, in the order of the spine.
fn produced(tree: &Tree, inside: &BTreeSet<Uuid>) -> Vec<Sha3> {
    let segments = inside.iter().filter_map(|id| tree.segment(*id));
    let ordered: BTreeMap<u64, Sha3> =
        segments.map(|segment| (segment.sequence_index, segment.content_hash)).collect();
    ordered.into_values().collect()
}

/// The Segments outside that refer inside, each once, in the order in which they first did.
fn references_into(tree: &Tree, inside: &BTreeSet<Uuid>) -> Vec<Uuid> {
    let mut found: BTreeMap<Uuid, u64> = BTreeMap::new();
    for (source, _, at) in inside.iter().flat_map(|target| tree.referrers(*target)) {
        if !inside.contains(source) {
            let first = found.entry(*source).or_insert(*at);
            *first = (*first).min(*at);
        }
    }
    let mut found: Vec<(u64, Uuid)> = found.into_iter().map(|(source, at)| (at, source)).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, source)| source).collect()
}

/// The v2 hash of the end of an aside, over the hash of its start (ASTP 19.4.1).
///
/// # Errors
///
/// What the construction refuses.
fn terminus_hash(terminus: &AsideTerminus, aside_hash: Sha3) -> Result<Sha3, Refused> {
    ASIDE_TERMINUS_V2.stamp(&EndedAside { terminus, aside_hash })
}

/// Demands that no aside of the Episode is open (ASTP G-26). A seal asks for it before it computes anything.
///
/// An aside that was opened without an obligation to return is open all the same.
pub(super) fn demand_closed(tree: &Tree, episode: Uuid) -> Result<(), Refusal> {
    match tree.open_asides(episode).next() {
        None => aside_return(false, true),
        Some(aside) => aside_return(true, true).map_err(|mut refusal| {
            refusal.message = format!("the aside `{aside}` is open");
            refusal
        }),
    }
}

/// Refuses a seal over an open aside (ASTP G-26).
///
/// # Errors
///
/// [`Rule::G26`] where one is open and the Episode is being sealed.
pub fn aside_return(open: bool, sealing: bool) -> Result<(), Refusal> {
    if open && sealing { Err(Refusal::new(Rule::G26, "episode_id", "an aside is open")) } else { Ok(()) }
}
