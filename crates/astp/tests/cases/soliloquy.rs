//! Soliloquies (ASTP 19.4.2; SL-001 to SL-007).

use actum_astp::command::{ConcludeSoliloquy, OpenSoliloquy, SealEpisode};
use actum_astp::construct::{DELIBERATION_CHAIN_V2, Input, SOLILOQUY_CONCLUSION_V2, SOLILOQUY_V2};
use actum_astp::id::Uuid;
use actum_astp::node::{Principal, VisibilityPolicy};
use actum_astp::rule::Rule;
use actum_astp::tree::{Outcome, SoliloquyResult};
use actum_astp::value::{
    AccessLevel, CaughtBy, PrincipalKind, SoliloquyContentHashPolicy, SoliloquyStatus,
    SoliloquyTerminationStatus,
};

use super::governance_tree::{AGENT, Asked, HUMAN, OTHER, digest, id};

pub(crate) fn open(episode: Uuid, segment: Uuid) -> OpenSoliloquy {
    OpenSoliloquy {
        parent_episode_id: episode,
        parent_segment_id: segment,
        soliloquy_purpose: "weigh the two parsers".into(),
        initiated_by_agent: AGENT.into(),
        visibility_policy: VisibilityPolicy {
            human_accessible: true,
            owner_agent_access: "ALWAYS".into(),
            other_agents_access: AccessLevel::EscalationOnly,
            content_hash_policy: SoliloquyContentHashPolicy::FullContent,
            audit_on_access: true,
            deployment_override_permitted: false,
        },
        deliberation_chain: Vec::new(),
        caught_by: CaughtBy::Agent,
    }
}

pub(crate) fn conclude(soliloquy: Uuid, target: Uuid) -> ConcludeSoliloquy {
    ConcludeSoliloquy {
        soliloquy_id: soliloquy,
        conclusion_summary: "the hand-written one".into(),
        abandoned: false,
        merged_into_segment_id: target,
        final_deliberation_chain: None,
    }
}

fn result(outcome: Outcome) -> SoliloquyResult {
    match outcome {
        Outcome::Soliloquy(result) => result,
        other => panic!("{other:?}"),
    }
}

const fn seal(episode_id: Uuid) -> SealEpisode {
    SealEpisode { episode_id, spine_algorithm_version: None, capture_posture: None }
}

#[test]
fn a_soliloquy_has_the_same_hash_under_either_policy() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(2);
    let opened = result(asked.write(AGENT, open(episode, segments[1])));
    assert_eq!(opened.status, SoliloquyStatus::Active);
    let node = asked.tree.soliloquy(opened.soliloquy_id).unwrap();
    assert_eq!(node.parent_hash, digest("segment 1"));
    assert_eq!(SOLILOQUY_V2.hash(node).unwrap(), opened.content_hash);
    let mut other = node.clone();
    other.visibility_policy.content_hash_policy = SoliloquyContentHashPolicy::HashPlaceholder;
    assert_eq!(SOLILOQUY_V2.hash(&other).unwrap(), opened.content_hash);
}

#[test]
fn a_soliloquy_has_a_purpose_and_is_the_acting_agents_own() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let command = open(episode, segments[0]);
    for purpose in ["", " ", "\n"] {
        let command = OpenSoliloquy { soliloquy_purpose: purpose.into(), ..command.clone() };
        assert_eq!(asked.refused(AGENT, command), (Rule::Soliloquy, "soliloquy_purpose"));
    }
    for (actor, agent) in [(AGENT, ""), (AGENT, OTHER), (HUMAN, HUMAN), (OTHER, AGENT)] {
        let command = OpenSoliloquy { initiated_by_agent: agent.into(), ..command.clone() };
        assert_eq!(
            asked.refused(actor, command),
            (Rule::Soliloquy, "initiated_by_agent"),
            "{actor} {agent:?}"
        );
    }
    for segment in [id(999), asked.told(1).1[0]] {
        let command = OpenSoliloquy { parent_segment_id: segment, ..command.clone() };
        assert_eq!(asked.refused(AGENT, command), (Rule::Known, "parent_segment_id"));
    }
}

#[test]
fn what_no_human_can_ever_see_is_refused() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let mut private = open(episode, segments[0]);
    private.visibility_policy.human_accessible = false;
    private.visibility_policy.deployment_override_permitted = true;
    assert_eq!(asked.refused(AGENT, private), (Rule::G27, "visibility_policy"));

    let mut agents = Asked::unregistered();
    agents.write(AGENT, Principal { principal_id: AGENT.into(), kind: PrincipalKind::Agent });
    let (episode, segments) = agents.told(1);
    assert_eq!(agents.refused(AGENT, open(episode, segments[0])), (Rule::G27, "visibility_policy"));
}

#[test]
fn a_deliberation_is_hashed_by_what_it_says_in_the_order_of_the_spine() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(5);
    let soliloquy = result(asked.write(AGENT, open(episode, segments[0]))).soliloquy_id;
    let chain = Some(Vec::from([segments[4], segments[2], segments[3]]));
    let command = ConcludeSoliloquy { final_deliberation_chain: chain, ..conclude(soliloquy, segments[1]) };
    let concluded = result(asked.write(AGENT, command));
    let says = |texts: [&str; 3]| {
        let contents = texts.map(digest);
        let fields =
            [("soliloquy_id", soliloquy.into()), ("deliberation_content_hashes", Input::Hashes(&contents))];
        DELIBERATION_CHAIN_V2.hash(&fields).ok()
    };
    assert_eq!(concluded.deliberation_chain_hash, says(["segment 2", "segment 3", "segment 4"]));
    assert_ne!(concluded.deliberation_chain_hash, says(["segment 2", "segment x", "segment 4"]));
    let node = asked.tree.conclusion(concluded.conclusion_id.unwrap()).unwrap();
    assert_eq!(node.deliberation_chain, [segments[2], segments[3], segments[4]]);
    assert_eq!(SOLILOQUY_CONCLUSION_V2.hash(node).unwrap(), concluded.content_hash);
    assert_eq!(node.termination_status, SoliloquyTerminationStatus::Absorbed);
}

#[test]
fn the_chain_named_at_the_start_counts_unless_another_is_named_at_the_end() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(3);
    let named = OpenSoliloquy { deliberation_chain: Vec::from([segments[2]]), ..open(episode, segments[0]) };
    let soliloquy = result(asked.write(AGENT, named)).soliloquy_id;
    let concluded = result(asked.write(AGENT, conclude(soliloquy, segments[1])));
    let node = asked.tree.conclusion(concluded.conclusion_id.unwrap()).unwrap();
    assert_eq!(node.deliberation_chain, [segments[2]]);
}

#[test]
fn a_conclusion_goes_into_a_stored_segment_of_its_own_episode() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let (_, strangers) = asked.told(1);
    let soliloquy = result(asked.write(AGENT, open(episode, segments[0]))).soliloquy_id;
    for target in [id(999), strangers[0]] {
        let refused = asked.refused(AGENT, conclude(soliloquy, target));
        assert_eq!(refused, (Rule::Conclusion, "merged_into_segment_id"));
        let chain = Some(Vec::from([target]));
        let command =
            ConcludeSoliloquy { final_deliberation_chain: chain, ..conclude(soliloquy, segments[0]) };
        assert_eq!(asked.refused(AGENT, command), (Rule::Known, "final_deliberation_chain"));
    }
}

#[test]
fn a_soliloquy_ends_once_with_a_summary_given_up_or_not() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let soliloquy = result(asked.write(AGENT, open(episode, segments[0]))).soliloquy_id;
    for abandoned in [false, true] {
        let silent = ConcludeSoliloquy {
            conclusion_summary: " ".into(),
            abandoned,
            ..conclude(soliloquy, segments[0])
        };
        assert_eq!(asked.refused(AGENT, silent), (Rule::Conclusion, "conclusion_summary"));
    }
    assert_eq!(asked.refused(AGENT, seal(episode)), (Rule::G28, "episode_id"));
    let given_up = ConcludeSoliloquy {
        abandoned: true,
        conclusion_summary: "no time".into(),
        ..conclude(soliloquy, segments[0])
    };
    let concluded = result(asked.write(AGENT, given_up));
    let node = asked.tree.conclusion(concluded.conclusion_id.unwrap()).unwrap();
    assert_eq!(node.termination_status, SoliloquyTerminationStatus::Abandoned);
    assert_eq!(asked.refused(AGENT, conclude(soliloquy, segments[0])), (Rule::Conclusion, "soliloquy_id"));
    assert_eq!(asked.refused(AGENT, conclude(id(999), segments[0])), (Rule::Known, "soliloquy_id"));
    asked.write(AGENT, seal(episode));
    assert_eq!(asked.refused(AGENT, open(episode, segments[0])), (Rule::G1, "parent_episode_id"));
}
