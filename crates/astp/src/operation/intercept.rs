//! Readings of drift while Segments are written (ASTP 19.5.3; CF-004, CF-005, CF-006).

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::{affected, demand};
use crate::command::{Intercept, Reading};
use crate::construct;
use crate::detect::{self, Drift, Last, Machine, Standing};
use crate::id::{Instant, Uuid};
use crate::node::{Episode, Fingerprint, SCHEMA_VERSION};
use crate::rule::Rule;
use crate::tree::{Context, DetectionResult, Draft, Ids, Refusal, Step, Tree};
use crate::value::{CaughtBy, Json, TriggerType};

/// Reads the drift at the newest Segment of an Episode. The same reading once more is answered as it was, and writes nothing.
pub(super) fn intercept(
    tree: &Tree,
    command: &Intercept,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    let episode = demand::writable(tree, command.episode_id, "episode_id")?;
    let segment = demand::segment(tree, command.segment_id, command.episode_id, Rule::Known, "segment_id")?;
    if let Some(before) = tree.fingerprint(command.segment_id) {
        return again(tree, command, before);
    }
    if tree.greatest_index(command.episode_id) != Some(segment.sequence_index) {
        return Err(Refusal::new(Rule::G29, "segment_id", "other Segments have followed it"));
    }
    let (fingerprint_id, audit_id) = (ids.draw()?, ids.draw()?);
    let (index, segment_id) = (segment.sequence_index, command.segment_id);
    let (fingerprint, result) =
        taken(tree, episode, (segment_id, index), &command.reading, fingerprint_id, &context.at)?;
    let mut forward = Json::map([
        ("episode_id", Json::text(command.episode_id)),
        ("segment_id", Json::text(command.segment_id)),
        ("fingerprint_id", Json::text(fingerprint_id)),
        ("objective_hash", Json::text(fingerprint.objective_hash)),
        ("prior_state", Json::text(result.prior_state)),
        ("new_state", Json::text(result.new_state)),
    ]);
    if let Some(source) = result.recommended_source_segment_id {
        forward.insert("recommended_action", Json::text(detect::Recommendation::<Uuid>::ACTION));
        forward.insert("source_segment_id", Json::text(source));
    }
    Ok(Step::Write(
        Draft {
            chain_key: command.episode_id.to_string(),
            delta_type: "X_FINGERPRINT_RECORDED",
            agent_id: context.actor.clone(),
            human_actor: context.human.clone(),
            session: format!("intercept-{}", command.segment_id),
            trigger: TriggerType::AgentDetected,
            caught_by: CaughtBy::Agent,
            detection_window_open: true,
            forward,
            reverse: Json::map([("delete_fingerprint_id", Json::text(fingerprint_id))]),
            affected: affected([command.segment_id, fingerprint_id]),
            reason: None,
            audit_id,
            changes: Vec::new(),
            outcome: result.into(),
            nodes: Vec::from([fingerprint.into()]),
        }
        .into(),
    ))
}

/// The reading that comes with a Segment that is being written; refused where the Episode wants one and there is none (ASTP G-29).
pub(super) fn read(
    tree: &Tree,
    episode: &Episode,
    segment_id: Uuid,
    sequence_index: u64,
    reading: Option<&Reading>,
    fingerprint_id: Uuid,
    at: &Instant,
) -> Result<Option<(Fingerprint, DetectionResult)>, Refusal> {
    demand_reading(episode.fingerprint_required, reading.is_some())?;
    reading
        .map(|reading| taken(tree, episode, (segment_id, sequence_index), reading, fingerprint_id, at))
        .transpose()
}

/// Refuses a Segment that comes without its fingerprint where one is required (ASTP G-29).
///
/// # Errors
///
/// [`Rule::G29`].
pub fn demand_reading(required: bool, given: bool) -> Result<(), Refusal> {
    if required && !given {
        return Err(Refusal::new(Rule::G29, "fingerprint", "the Segment comes without one"));
    }
    Ok(())
}

/// Takes a reading, in the order of CF-006: the objective is hashed, the last fingerprint is looked up, the machine moves on, the
/// fingerprint is built. Persisting it, and answering, is the caller's.
fn taken(
    tree: &Tree,
    episode: &Episode,
    (segment_id, sequence_index): (Uuid, u64),
    reading: &Reading,
    fingerprint_id: Uuid,
    at: &Instant,
) -> Result<(Fingerprint, DetectionResult), Refusal> {
    let episode_id = episode.episode_id;
    let refuse = |field, message: &str| Refusal::new(Rule::Detection, field, message);
    let drift = Drift::new(reading.drift_from_spine)
        .map_err(|error| refuse("drift_from_spine", &error.to_string()))?;
    if !reading.topic_vector.iter().all(|component| component.is_finite()) {
        return Err(refuse("topic_vector", "a component is no number"));
    }
    let machine = machine(episode)?;
    let objective_hash = construct::objective_hash(&reading.current_objective);
    let last = tree.last_fingerprint(episode_id).map(|last| Last {
        standing: Standing { state: last.detection_state, count: last.consecutive_drift_count },
        objective: last.objective_hash,
    });
    let nominal = tree.last_nominal(episode_id).map(|nominal| nominal.segment_id);
    let seen = detect::Reading { objective: objective_hash, drift, intent: reading.intent_class };
    let found = detect::detect(&machine, seen, last, (episode_id, segment_id), nominal);
    let fingerprint = Fingerprint {
        fingerprint_id,
        episode_id,
        segment_id,
        sequence_index,
        topic_vector: reading.topic_vector.clone(),
        intent_class: reading.intent_class,
        objective_hash,
        drift_from_spine: drift.get(),
        consecutive_drift_count: found.now.count,
        detection_state: found.now.state,
        timestamp_utc: at.clone(),
        schema_version: SCHEMA_VERSION.into(),
    };
    let result = DetectionResult {
        episode_id,
        segment_id,
        fingerprint_id,
        prior_state: found.prior,
        new_state: found.now.state,
        consecutive_drift_count: found.now.count,
        drift_from_spine: drift.get(),
        recommended_source_segment_id: found.recommendation.map(|recommended| recommended.source_segment),
    };
    Ok((fingerprint, result))
}

fn machine(episode: &Episode) -> Result<Machine, Refusal> {
    let thresholds = episode.detection_thresholds.unwrap_or_default();
    Machine::new(thresholds)
        .map_err(|error| Refusal::new(Rule::Detection, "detection_thresholds", error.to_string()))
}

/// A second reading of a Segment: the first answer, if it says the same.
fn again(tree: &Tree, command: &Intercept, before: &Fingerprint) -> Result<Step, Refusal> {
    let reading = &command.reading;
    let same = reading.drift_from_spine == before.drift_from_spine
        && reading.intent_class == before.intent_class
        && reading.topic_vector == before.topic_vector
        && construct::objective_hash(&reading.current_objective) == before.objective_hash;
    if !same {
        return Err(Refusal::new(Rule::Detection, "segment_id", "it has another reading already"));
    }
    tree.detection(command.segment_id)
        .map(|result| Step::Standing(result.clone().into()))
        .ok_or_else(|| Refusal::new(Rule::Detection, "segment_id", "it has a reading already"))
}
