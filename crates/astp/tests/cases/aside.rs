//! Asides (ASTP 19.4.1; AS-001 to AS-006).

use actum_astp::command::{AdvanceEpisode, CloseAside, OpenAside, SealEpisode};
use actum_astp::construct::ASIDE_V2;
use actum_astp::id::Uuid;
use actum_astp::node::Principal;
use actum_astp::rule::Rule;
use actum_astp::tree::{AsideResult, Outcome};
use actum_astp::value::{AsideStatus, AsideTerminationStatus, CaughtBy, EpisodeStatus, PrincipalKind};

use super::governance_tree::{AGENT, Asked, HUMAN, OTHER, digest, id};

pub(crate) fn open(episode: Uuid, segment: Uuid) -> OpenAside {
    OpenAside {
        parent_episode_id: episode,
        parent_segment_id: segment,
        aside_label: "a word about names".into(),
        initiated_by_human: HUMAN.into(),
        target_agent_id: AGENT.into(),
        return_obligation: true,
        content_refs: Vec::new(),
        caught_by: CaughtBy::Human,
    }
}

pub(crate) fn close(aside: Uuid) -> CloseAside {
    CloseAside {
        aside_id: aside,
        close_reason: "the name stays".into(),
        abandoned: false,
        notification_targets: Vec::new(),
        additional_content_refs: Vec::new(),
    }
}

fn result(outcome: Outcome) -> AsideResult {
    match outcome {
        Outcome::Aside(result) => result,
        other => panic!("{other:?}"),
    }
}

pub(crate) const fn seal(episode_id: Uuid) -> SealEpisode {
    SealEpisode { episode_id, spine_algorithm_version: None, capture_posture: None }
}

#[test]
fn an_aside_binds_its_parties_and_the_segment_it_leaves() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(2);
    let opened = result(asked.write(HUMAN, open(episode, segments[1])));
    assert_eq!(opened.status, AsideStatus::Open);
    let node = asked.tree.aside(opened.aside_id).unwrap();
    assert_eq!(node.parent_hash, digest("segment 1"));
    assert_eq!(ASIDE_V2.hash(node).unwrap(), opened.content_hash);
    let record = asked.tree.records().last().unwrap();
    assert_eq!((record.delta_type.as_str(), record.agent_id.as_str()), ("ASIDE_OPENED", AGENT));
    assert_eq!(record.human_actor.as_deref(), Some(HUMAN));
    assert_eq!(record.session_id, format!("aside-{}", opened.aside_id));
}

#[test]
fn only_a_registered_human_who_acts_opens_an_aside() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let command = open(episode, segments[0]);
    let by = |initiator: &str| OpenAside { initiated_by_human: initiator.into(), ..command.clone() };
    for (actor, initiator) in [
        (HUMAN, ""),
        (HUMAN, "\u{a0}"),
        (HUMAN, AGENT),
        (OTHER, OTHER),
        ("eve", "eve"),
        // An agent that only names a human does not make it a human's aside.
        (AGENT, HUMAN),
    ] {
        assert_eq!(
            asked.refused(actor, by(initiator)),
            (Rule::G25, "initiated_by_human"),
            "{actor} {initiator:?}"
        );
    }
    let mut context = asked.context(AGENT);
    context.human = Some(HUMAN.into());
    assert!(asked.apply(&context, by(HUMAN)).is_ok(), "an agent may ask for the human it speaks for");
}

#[test]
fn without_a_registry_what_acts_as_an_agent_is_no_human() {
    let mut asked = Asked::unregistered();
    let (episode, segments) = asked.told(1);
    let command = open(episode, segments[0]);
    let by = |initiator: &str, target: &str| OpenAside {
        initiated_by_human: initiator.into(),
        target_agent_id: target.into(),
        ..command.clone()
    };
    assert_eq!(asked.refused(AGENT, by(AGENT, OTHER)).0, Rule::G25);
    assert_eq!(asked.refused("x", by("x", "x")).0, Rule::G25);
    asked.write(HUMAN, by(HUMAN, OTHER));
}

#[test]
fn an_aside_has_one_agent_a_label_and_a_segment_of_its_own_episode() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let (_, strangers) = asked.told(1);
    let command = open(episode, segments[0]);
    for target in ["", " ", HUMAN] {
        let command = OpenAside { target_agent_id: target.into(), ..command.clone() };
        assert_eq!(asked.refused(HUMAN, command), (Rule::AsideAgent, "target_agent_id"), "{target:?}");
    }
    let unlabelled = OpenAside { aside_label: "\t".into(), ..command.clone() };
    assert_eq!(asked.refused(HUMAN, unlabelled), (Rule::AsideAgent, "aside_label"));
    for segment in [id(999), strangers[0]] {
        let command = OpenAside { parent_segment_id: segment, ..command.clone() };
        assert_eq!(asked.refused(HUMAN, command), (Rule::Known, "parent_segment_id"));
        let command = OpenAside { content_refs: Vec::from([segment]), ..open(episode, segments[0]) };
        assert_eq!(asked.refused(HUMAN, command), (Rule::Known, "content_refs"));
    }
    let twice = OpenAside { content_refs: Vec::from([segments[0], segments[0]]), ..command.clone() };
    assert_eq!(asked.refused(HUMAN, twice), (Rule::Known, "content_refs"));
    let nowhere = OpenAside { parent_episode_id: id(999), ..command };
    assert_eq!(asked.refused(HUMAN, nowhere), (Rule::Known, "parent_episode_id"));
}

#[test]
fn an_aside_ends_once_with_a_reason() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let aside = result(asked.write(HUMAN, open(episode, segments[0]))).aside_id;
    for reason in ["", " ", "\u{3000}"] {
        let command = CloseAside { close_reason: reason.into(), ..close(aside) };
        assert_eq!(asked.refused(HUMAN, command), (Rule::AsideClose, "close_reason"));
    }
    assert_eq!(asked.refused(HUMAN, close(id(999))), (Rule::Known, "aside_id"));
    let closed = result(asked.write(HUMAN, close(aside)));
    assert_eq!(closed.status, AsideStatus::Closed);
    assert_eq!(asked.refused(HUMAN, close(aside)), (Rule::AsideClose, "aside_id"));
    let terminus = asked.tree.aside_terminus(closed.aside_terminus_id.unwrap()).unwrap();
    assert_eq!(terminus.termination_status, AsideTerminationStatus::Closed);
    assert_eq!(terminus.duration_ms, 5000);
}

#[test]
fn an_aside_can_be_given_up_on_record() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let aside = result(asked.write(HUMAN, open(episode, segments[0]))).aside_id;
    let given_up = CloseAside { abandoned: true, close_reason: "superseded".into(), ..close(aside) };
    let closed = result(asked.write(HUMAN, given_up));
    let terminus = asked.tree.aside_terminus(closed.aside_terminus_id.unwrap()).unwrap();
    assert_eq!(terminus.termination_status, AsideTerminationStatus::Abandoned);
    assert!(
        asked.tree.records().last().unwrap().forward_delta.contains(r#""termination_status":"ABANDONED""#)
    );
}

#[test]
fn references_from_outside_are_found_once_each_in_the_order_in_which_they_came() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(7);
    let inside = |command: OpenAside| OpenAside { content_refs: Vec::from([segments[3]]), ..command };
    let aside = result(asked.write(HUMAN, inside(open(episode, segments[0])))).aside_id;
    asked.refer(segments[6], segments[2]);
    asked.refer(segments[5], segments[3]);
    asked.refer(segments[1], segments[2]);
    // Again, within, out of it, and between others.
    asked.refer(segments[6], segments[3]);
    asked.refer(segments[2], segments[3]);
    asked.refer(segments[3], segments[4]);
    asked.refer(segments[4], segments[5]);
    let command = CloseAside { additional_content_refs: Vec::from([segments[2]]), ..close(aside) };
    let closed = result(asked.write(HUMAN, command));
    assert_eq!(closed.reference_scan_passed, Some(false));
    assert_eq!(closed.external_references_found, [segments[6], segments[5], segments[1]]);
    let terminus = asked.tree.aside_terminus(closed.aside_terminus_id.unwrap()).unwrap();
    assert_eq!(terminus.produced_content_hashes, [digest("segment 2"), digest("segment 3")]);
    assert_eq!(terminus.external_references_found, closed.external_references_found);
}

#[test]
fn no_episode_is_sealed_or_closed_over_an_open_aside() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let free = OpenAside { return_obligation: false, ..open(episode, segments[0]) };
    let aside = result(asked.write(HUMAN, free)).aside_id;
    assert_eq!(asked.refused(AGENT, seal(episode)), (Rule::G26, "episode_id"));
    let closed = AdvanceEpisode { episode_id: episode, status: EpisodeStatus::Closed };
    assert_eq!(asked.refused(AGENT, closed), (Rule::G26, "episode_id"));
    asked.write(HUMAN, close(aside));
    asked.write(AGENT, seal(episode));
}

#[test]
fn a_sealed_episode_takes_neither_a_new_aside_nor_the_end_of_one() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    asked.write(AGENT, seal(episode));
    assert_eq!(asked.refused(HUMAN, open(episode, segments[0])), (Rule::G1, "parent_episode_id"));
}

#[test]
fn a_human_stays_a_human() {
    let mut asked = Asked::registered();
    let turned = Principal { principal_id: HUMAN.into(), kind: PrincipalKind::Agent };
    assert_eq!(asked.refused(AGENT, turned).0, Rule::Principal);
}
