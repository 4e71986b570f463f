//! Speculative forks (ASTP 19.3.1; FM-001, FM-004, FM-005, G-19 to G-21).

use actum_astp::command::{Alternative, CreateFork, ResolveFork};
use actum_astp::construct;
use actum_astp::id::Uuid;
use actum_astp::rule::Rule;
use actum_astp::tree::{ForkResult, LineName, Outcome};
use actum_astp::value::{CaughtBy, EpisodeStatus, ForkPointStatus};

use super::governance_tree::{Asked, id};

/// Without a colon: in the 4.x hash of a point the objective may have one, and the initiator may not.
pub(crate) const ACTOR: &str = "ariadne";

pub(crate) const ALTERNATIVE: Alternative =
    Alternative { episode_id: None, fork_intent: None, carried_artifacts: None, participants: Vec::new() };

pub(crate) fn create(episode: Uuid, source: Uuid, count: usize) -> CreateFork {
    CreateFork {
        origin_episode_id: episode,
        origin_segment_id: source,
        fork_objective: "find the faster way: two of them".into(),
        fork_intent: "try".into(),
        alternatives: vec![ALTERNATIVE; count],
        carried_artifacts: vec!["plan.md".into()],
        caught_by: CaughtBy::Human,
    }
}

pub(crate) fn made(outcome: Outcome) -> ForkResult {
    match outcome {
        Outcome::Fork(result) => result,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_alternative_has_a_point_and_an_episode_of_its_own() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(2);
    let mut command = create(episode, segments[1], 3);
    command.alternatives[1] = Alternative {
        episode_id: Some(id(9_000_077)),
        fork_intent: Some("the other way round".into()),
        carried_artifacts: Some(Vec::new()),
        participants: vec!["agent:theseus".into()],
    };
    let fork = made(asked.write(ACTOR, command));
    assert_eq!(fork.fork_episode_ids[1], id(9_000_077));
    let view = asked.tree.fork(fork.fork_id).unwrap();
    for (at, (point, status)) in view.points.iter().enumerate() {
        assert_eq!((point.sibling_index, point.sibling_count), (at as u64, 3));
        assert_eq!(construct::FORK_POINT.hash(*point).unwrap(), point.content_hash);
        assert!(construct::FORK_POINT_V2.hash(*point).is_ok());
        assert_eq!(*status, ForkPointStatus::Active);
        // The published writer makes no Episode.
        let made = asked.tree.episode(point.episode_id).unwrap();
        assert_eq!((made.parent_episode_id, made.episode_id), (Some(episode), fork.fork_episode_ids[at]));
        assert_eq!(asked.tree.episode_status(made.episode_id), Some(EpisodeStatus::Active));
    }
    assert_eq!(view.points[0].0.carried_artifacts, ["plan.md"]);
    assert!(view.points[1].0.carried_artifacts.is_empty());
    let line = LineName { episode_id: fork.fork_episode_ids[0], branch_id: None };
    asked.segment(fork.fork_episode_ids[0], "in the fork");
    let origin = LineName { episode_id: episode, branch_id: None };
    assert_eq!(asked.tree.common_ancestor(line, origin).unwrap().common_ancestor_node_id, segments[1]);
}

#[test]
fn objective_alternatives_and_intent_are_demanded_in_this_order() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let mut command = create(episode, segments[0], 1);
    command.fork_intent = String::new();
    command.fork_objective = "\u{2003}".into();
    assert_eq!(asked.refused(ACTOR, command.clone()), (Rule::G19, "fork_objective"));
    command.fork_objective = "x".into();
    assert_eq!(asked.refused(ACTOR, command.clone()), (Rule::G20, "alternatives"));
    command.alternatives.push(ALTERNATIVE);
    assert_eq!(asked.refused(ACTOR, command.clone()), (Rule::ForkIntent, "fork_intent"));
    command.fork_intent = "x".into();
    command.origin_segment_id = id(9_000_005);
    assert_eq!(asked.refused(ACTOR, command), (Rule::Known, "origin_segment_id"));
}

// The published writer takes the origin itself as every alternative (catalogue 11, 12).
#[test]
fn an_alternative_is_no_episode_that_exists() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    for taken in [[episode, id(9_000_007)], [id(9_000_007), id(9_000_007)]] {
        let mut command = create(episode, segments[0], 2);
        for (alternative, taken) in command.alternatives.iter_mut().zip(taken) {
            alternative.episode_id = Some(taken);
        }
        assert_eq!(asked.refused(ACTOR, command), (Rule::ForkIntent, "alternatives"));
    }
}

#[test]
fn a_colon_in_the_initiator_would_give_two_readings_and_is_refused() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    assert_eq!(asked.refused("human:ada", create(episode, segments[0], 2)), (Rule::Reading, "initiator"));
}

#[test]
fn a_fork_is_resolved_once_to_one_of_its_own() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let fork = made(asked.write(ACTOR, create(episode, segments[0], 3)));
    asked.segment(episode, "meanwhile");
    let mut other = create(episode, segments[0], 2);
    other.fork_objective = "another".into();
    let stranger = made(asked.write(ACTOR, other)).fork_point_ids[0];
    let resolve = |selected, why: &str| ResolveFork {
        fork_id: fork.fork_id,
        selected_fork_point_id: selected,
        resolution_rationale: why.into(),
    };
    let chosen = fork.fork_point_ids[1];
    assert_eq!(asked.refused(ACTOR, resolve(chosen, " ")), (Rule::G21, "resolution_rationale"));
    assert_eq!(asked.refused(ACTOR, resolve(stranger, "x")), (Rule::ForkOpen, "selected_fork_point_id"));
    let Outcome::Resolution(done) = asked.write(ACTOR, resolve(chosen, "the shorter one")) else { panic!() };
    assert_eq!(done.discarded_fork_point_ids, [fork.fork_point_ids[0], fork.fork_point_ids[2]]);
    let states: Vec<_> =
        asked.tree.fork(fork.fork_id).unwrap().points.iter().map(|(_, status)| *status).collect();
    assert_eq!(states, [ForkPointStatus::Discarded, ForkPointStatus::Promoted, ForkPointStatus::Discarded]);
    for again in &fork.fork_point_ids {
        assert_eq!(asked.refused(ACTOR, resolve(*again, "x")), (Rule::ForkOpen, "selected_fork_point_id"));
    }
    let unknown = ResolveFork { fork_id: id(9_000_001), ..resolve(chosen, "x") };
    assert_eq!(asked.refused(ACTOR, unknown), (Rule::Known, "fork_id"));
}
