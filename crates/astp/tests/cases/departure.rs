//! Departure forks (ASTP 19.3.5; DF-001 to DF-009, G-30 to G-35).

use actum_astp::command::{
    AbandonDepartureFork, AppendSegment, CompleteDepartureFork, CreateDepartureFork, DeclareForkReturn,
};
use actum_astp::construct;
use actum_astp::id::Uuid;
use actum_astp::rule::Rule;
use actum_astp::tree::{DepartureForkResult, Outcome};
use actum_astp::value::{CaughtBy, DepartureForkStatus, RetentionTier};

use super::branch::{appended, branched};
use super::corpus::{each_record, text};
use super::fork::ACTOR;
use super::governance_tree::{Asked, digest, id, segment};

pub(crate) fn create(episode: Uuid, source: Uuid) -> CreateDepartureFork {
    CreateDepartureFork {
        origin_episode_id: episode,
        origin_segment_id: source,
        fork_objective: "follow: the other thread".into(),
        fork_creation_trigger: "TOPIC_SHIFT".into(),
        fork_agent_id: None,
        fork_title: None,
        participants: Vec::new(),
        fork_trigger_segment_id: None,
        fork_trigger_confidence: None,
        caught_by: CaughtBy::Human,
    }
}

pub(crate) fn made(outcome: Outcome) -> DepartureForkResult {
    match outcome {
        Outcome::Departure(result) => result,
        other => panic!("{other:?}"),
    }
}

/// The Episode of a departure.
pub(crate) fn departed(asked: &mut Asked, episode: Uuid, source: Uuid) -> Uuid {
    made(asked.write(ACTOR, create(episode, source))).fork_episode_id
}

/// An Episode in which the actor may act, with a Segment.
pub(crate) fn origin(asked: &mut Asked) -> (Uuid, Uuid) {
    let episode = asked.episode_with(|open| open.participants.push(ACTOR.into()));
    let source = asked.segment(episode, "where it left");
    (episode, source)
}

const fn complete(fork_episode_id: Uuid) -> CompleteDepartureFork {
    CompleteDepartureFork { fork_episode_id, note: None }
}

const fn abandon(fork_episode_id: Uuid) -> AbandonDepartureFork {
    AbandonDepartureFork { fork_episode_id, reason: None }
}

fn give_back(fork_id: Uuid, origin_episode_id: Uuid, return_type: &str) -> DeclareForkReturn {
    DeclareForkReturn {
        fork_id,
        origin_episode_id,
        return_type: return_type.into(),
        synthesis_summary: String::new(),
    }
}

// In the published writer the tip is the head of the audit chain, or the word GENESIS (catalogue 11, 11).
#[test]
fn point_and_episode_name_one_tip_and_it_is_never_a_word() {
    let mut asked = Asked::registered();
    let (episode, source) = origin(&mut asked);
    let open = branched(&mut asked, episode, source, "open");
    let departure = made(asked.write(ACTOR, create(episode, source)));
    let view = asked.tree.departure(departure.fork_id).unwrap();
    let (point, fork) = (view.point.unwrap(), view.episode.unwrap());
    let provenance = fork.provenance.as_ref().unwrap();
    assert_eq!(point.spine_tip_hash_at_departure, provenance.fork_origin_spine_tip_hash);
    assert_eq!(Some(point.spine_tip_hash_at_departure), asked.tree.spine_root(episode));
    assert_eq!((provenance.fork_anchor_index, provenance.fork_id), (Some(0), departure.fork_id));
    assert_eq!(provenance.fork_origin_active_branch_ids.as_deref(), Some(&[open][..]));
    assert_eq!(construct::DEPARTURE_FORK_POINT.hash(point).unwrap(), point.content_hash);
    assert!(construct::DEPARTURE_FORK_POINT_V2.hash(point).is_ok());
    assert_eq!(view.status, Some(DepartureForkStatus::Active));
}

#[test]
fn without_a_leaf_the_tip_is_the_head_of_the_audit_chain() {
    let mut asked = Asked::registered();
    let episode = asked.episode();
    let source = appended(
        &mut asked,
        AppendSegment { retention_tier: RetentionTier::Ephemeral, ..segment(episode, "x") },
    );
    let head = asked.tree.chain(&episode.to_string()).next_back().unwrap().record_hash;
    assert_eq!(made(asked.write(ACTOR, create(episode, source))).spine_tip_hash_at_departure, head);
}

#[test]
fn objective_trigger_and_escalation_are_demanded() {
    let mut asked = Asked::registered();
    let (episode, source) = origin(&mut asked);
    let (_, foreign) = asked.told(1);
    let base = create(episode, source);
    let blank = CreateDepartureFork { fork_objective: "\u{1c}".into(), ..base.clone() };
    assert_eq!(asked.refused(ACTOR, blank), (Rule::G31, "fork_objective"));
    for word in ["EXPLORATORY_THREAD", "topic_shift", "", "TOPIC_SHIFT "] {
        let command = CreateDepartureFork { fork_creation_trigger: word.into(), ..base.clone() };
        assert_eq!(asked.refused(ACTOR, command), (Rule::G32, "fork_creation_trigger"), "{word}");
    }
    let escalation = CreateDepartureFork { fork_creation_trigger: "AGENT_ESCALATION".into(), ..base.clone() };
    // The published writer takes a Segment that does not exist.
    for provoking in [None, Some(id(9_000_005)), Some(foreign[0])] {
        let command = CreateDepartureFork { fork_trigger_segment_id: provoking, ..escalation.clone() };
        assert_eq!(asked.refused(ACTOR, command), (Rule::G33, "fork_trigger_segment_id"), "{provoking:?}");
    }
    let confidence = CreateDepartureFork { fork_trigger_confidence: Some(1.5), ..base.clone() };
    assert_eq!(asked.refused(ACTOR, confidence), (Rule::Detection, "fork_trigger_confidence"));
    assert_eq!(asked.refused("human:ada", base), (Rule::Reading, "initiator"));
    made(asked.write(ACTOR, CreateDepartureFork { fork_trigger_segment_id: Some(source), ..escalation }));
}

#[test]
fn only_those_it_belongs_to_steer_a_departure() {
    let mut asked = Asked::registered();
    let (episode, source) = origin(&mut asked);
    let mut command = create(episode, source);
    command.fork_agent_id = Some("theseus".into());
    let departure = made(asked.write(ACTOR, command));
    let fork = departure.fork_episode_id;
    assert_eq!(
        asked.refused(ACTOR, complete(fork)),
        (Rule::DepartureParty, "actor"),
        "its own agent declares it complete"
    );
    assert_eq!(
        asked.refused("theseus", abandon(fork)),
        (Rule::DepartureParty, "actor"),
        "the origin gives it up"
    );
    asked.segment(fork, "entered");
    assert_eq!(
        asked.refused("system", abandon(fork)),
        (Rule::DepartureParty, "actor"),
        "somebody entered it"
    );
    asked.write("theseus", complete(fork));
    let back = give_back(departure.fork_id, episode, "INCORPORATED");
    assert_eq!(asked.refused("theseus", back.clone()), (Rule::DepartureParty, "actor"));
    assert_eq!(
        asked.refused(ACTOR, give_back(departure.fork_id, fork, "INCORPORATED")),
        (Rule::DepartureParty, "origin_episode_id")
    );
    asked.write(ACTOR, back);
    let mut command = create(episode, source);
    command.fork_objective = "a stub".into();
    let stub = made(asked.write(ACTOR, command)).fork_episode_id;
    asked.write("system", abandon(stub));
}

#[test]
fn a_return_binds_the_final_tip_of_the_departure() {
    let mut asked = Asked::registered();
    let (episode, source) = origin(&mut asked);
    let departure = made(asked.write(ACTOR, create(episode, source)));
    asked.segment(departure.fork_episode_id, "what was found");
    asked.write(ACTOR, complete(departure.fork_episode_id));
    asked.write(ACTOR, give_back(departure.fork_id, episode, "SUPERSEDED"));
    let returned = asked.tree.departure(departure.fork_id).unwrap().returned.unwrap();
    assert_eq!(Some(returned.fork_final_spine_tip_hash), asked.tree.spine_root(departure.fork_episode_id));
    assert_eq!(construct::FORK_RETURN.hash(returned).unwrap(), returned.content_hash);
    assert_ne!(returned.fork_final_spine_tip_hash, digest("what was found"));
}

/// A departure on its way, and one that completed elsewhere.
struct Way {
    asked: Asked,
    episode: Uuid,
    fork_id: Uuid,
    fork: Uuid,
}

impl Way {
    fn new() -> Self {
        let mut asked = Asked::registered();
        let (episode, source) = origin(&mut asked);
        let departure = made(asked.write(ACTOR, create(episode, source)));
        Self { asked, episode, fork_id: departure.fork_id, fork: departure.fork_episode_id }
    }

    fn step(&mut self, step: &str) -> Result<Outcome, Rule> {
        let context = self.asked.context(ACTOR);
        let before = (self.asked.tree.count(), self.asked.tree.head());
        let outcome = match step {
            "complete" => self.asked.apply(&context, complete(self.fork)),
            "abandon" => self.asked.apply(&context, abandon(self.fork)),
            "complete unknown" => self.asked.apply(&context, complete(id(9_000_009))),
            "abandon unknown" => self.asked.apply(&context, abandon(id(9_000_009))),
            "return unknown" => {
                self.asked.apply(&context, give_back(id(9_000_009), self.episode, "INCORPORATED"))
            }
            "complete a non-fork episode" => self.asked.apply(&context, complete(self.episode)),
            _ => {
                let word = step.strip_prefix("return:").unwrap_or_else(|| panic!("{step}"));
                self.asked.apply(&context, give_back(self.fork_id, self.episode, word))
            }
        };
        if outcome.is_err() {
            assert_eq!((self.asked.tree.count(), self.asked.tree.head()), before, "{step}");
        }
        outcome.map_err(|refusal| refusal.rule)
    }

    fn status(&self) -> &'static str {
        self.asked.tree.departure(self.fork_id).unwrap().status.map_or("none", DepartureForkStatus::as_str)
    }

    fn returned(&self) -> Option<String> {
        self.asked
            .tree
            .departure(self.fork_id)
            .unwrap()
            .returned
            .map(|returned| returned.return_type.to_string())
    }
}

/// The steps that lead to a state of the published table.
fn steps_to(state: &str) -> &'static [&'static str] {
    match state {
        "ACTIVE" | "NONE" => &[],
        "COMPLETED" => &["complete"],
        "COMPLETED+RETURNED" => &["complete", "return:INCORPORATED"],
        "ABANDONED" => &["abandon"],
        other => panic!("{other}"),
    }
}

// The published writer answers an illegal step with `False` and a log line (DF-007).
#[test]
fn the_published_steps_and_traces_hold_and_what_is_illegal_is_refused_aloud() {
    each_record("departure_fork_fsm", |_, record| {
        let inputs = record.get("inputs").unwrap();
        let mut way = Way::new();
        if let Some(expected) = record.get("expected_strict_seed_reading") {
            for step in steps_to(&text(inputs, "state")) {
                way.step(step).map_err(|rule| format!("{step}: {rule}"))?;
            }
            let outcome = way.step(&text(inputs, "op"));
            return match (expected.get("next_state"), outcome) {
                (Some(next), Ok(_)) if next.as_str().as_deref() == Some(way.status()) => Ok(()),
                (None, Err(_)) => Ok(()),
                (_, outcome) => Err(format!("{outcome:?}, then {}", way.status())),
            };
        }
        let steps = inputs.get("ops").unwrap();
        for (step, expected) in steps.elements().zip(record.get("expected").unwrap().elements()) {
            let step = step.as_str().unwrap();
            let legal = expected.get("rows_written").unwrap().as_number().unwrap().as_u64() != Some(0);
            let outcome = way.step(&step);
            if outcome.is_ok() != legal {
                return Err(format!("{step}: {outcome:?}"));
            }
            if text(expected, "fork_status") != way.status() {
                return Err(format!("{step}: {}", way.status()));
            }
            let returned =
                expected.get("fork_return_type").and_then(|value| value.as_str().map(String::from));
            if returned != way.returned() {
                return Err(format!("{step}: returned {:?}", way.returned()));
            }
        }
        Ok(())
    });
}

#[test]
fn each_illegal_step_has_its_own_rule() {
    let mut way = Way::new();
    assert_eq!(way.step("return:INCORPORATED"), Err(Rule::G34));
    assert_eq!(way.step("return:MERGED"), Err(Rule::ReturnType));
    assert_eq!(way.step("complete a non-fork episode"), Err(Rule::DepartureStep));
    assert_eq!(way.step("complete unknown"), Err(Rule::Known));
    assert!(way.step("complete").is_ok());
    assert_eq!(way.step("complete"), Err(Rule::DepartureStep));
    assert_eq!(way.step("abandon"), Err(Rule::DepartureStep));
    assert!(way.step("return:ACKNOWLEDGED").is_ok());
    assert_eq!(way.step("return:INCORPORATED"), Err(Rule::G35));
}
