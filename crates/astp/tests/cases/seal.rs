//! Seals (ASTP 5.6 to 5.8; G-40): what they hold, and when they are made.

use actum_astp::command::{
    AdvanceEpisode, AppendSegment, AppendSignal, ConcludeGate, DeclareForkReturn, InvokeGate, SealEpisode,
};
use actum_astp::construct::{self, root};
use actum_astp::id::Uuid;
use actum_astp::node::Seal;
use actum_astp::rule::Rule;
use actum_astp::seal::{Contents, Form, member_hash};
use actum_astp::tree::Outcome;
use actum_astp::value::{
    EpisodeStatus, HitlDecision, HitlGateType, HitlNodeStatus, RetentionTier, SignalPlacement, SignalType,
};
use actum_astp::verify;
use actum_canon::digest::Sha3;
use actum_canon::merkle::{ASTP_V2, Accumulator};

use super::branch::{appended, branched, on};
use super::governance_tree::{AGENT, Asked, HUMAN, digest, id, moment, segment};
use super::{departure, fork, merge};

pub(crate) const fn command(episode_id: Uuid) -> SealEpisode {
    SealEpisode { episode_id, spine_algorithm_version: None, capture_posture: None }
}

pub(crate) fn sealed(asked: &mut Asked, episode: Uuid) -> Seal {
    match asked.write(AGENT, command(episode)) {
        Outcome::Seal(result) => asked.tree.seal(result.seal_id).unwrap().clone(),
        other => panic!("{other:?}"),
    }
}

/// An Episode with one of everything that a seal holds, and an Episode that departed from it.
pub(crate) fn full(asked: &mut Asked) -> (Uuid, Uuid) {
    let episode = asked.episode_with(|open| open.participants.push(fork::ACTOR.into()));
    let segments: Vec<Uuid> = (0..4).map(|at| asked.segment(episode, &format!("segment {at}"))).collect();
    appended(
        asked,
        AppendSegment { retention_tier: RetentionTier::Ephemeral, ..segment(episode, "passed over") },
    );
    for (text, placement) in [("spine", SignalPlacement::Spine), ("beside", SignalPlacement::BranchLeaf)] {
        asked.write(AGENT, signal(episode, text, placement));
    }
    let kept = branched(asked, episode, segments[1], "try it");
    on(asked, episode, kept, "on the branch");
    asked.write(AGENT, merge::execute(kept, episode));
    let left = branched(asked, episode, segments[2], "never mind");
    asked.write(
        AGENT,
        actum_astp::command::AbandonBranch { branch_id: left, abandonment_reason: "no".into() },
    );
    fork::made(asked.write(fork::ACTOR, fork::create(episode, segments[3], 2)));
    let departure = departure::made(asked.write(fork::ACTOR, departure::create(episode, segments[3])));
    asked.write(
        fork::ACTOR,
        actum_astp::command::CompleteDepartureFork { fork_episode_id: departure.fork_episode_id, note: None },
    );
    asked.write(
        fork::ACTOR,
        DeclareForkReturn {
            fork_id: departure.fork_id,
            origin_episode_id: episode,
            return_type: "ACKNOWLEDGED".into(),
            synthesis_summary: String::new(),
        },
    );
    gated(asked, episode);
    (episode, departure.fork_episode_id)
}

fn signal(episode_id: Uuid, text: &str, placement: SignalPlacement) -> AppendSignal {
    AppendSignal {
        episode_id,
        signal_type: SignalType::ALL[0],
        signal_source: "somewhere".into(),
        content_hash: digest(text),
        placement,
    }
}

/// A gate that was concluded, and one that waits and holds nothing up.
fn gated(asked: &mut Asked, episode: Uuid) {
    let invoke = |gate_type| InvokeGate {
        episode_id: episode,
        hitl_request_id: "7".into(),
        gate_type,
        context_json: "{}".into(),
        timeout_at: Some(moment(86_400_000)),
        invocation_signature: None,
        invocation_key: None,
    };
    let Outcome::Gate(gate) = asked.write(AGENT, invoke(HitlGateType::ApprovalRequired)) else { panic!() };
    asked.write(
        HUMAN,
        ConcludeGate {
            hitl_event_id: gate.hitl_event_id,
            status: HitlNodeStatus::Resolved,
            decision: Some(HitlDecision::Approved),
            rationale: None,
            resolution_signature: None,
            resolution_key: None,
        },
    );
    asked.write(AGENT, invoke(HitlGateType::ReviewAdvisory));
}

/// The root of leaves by another way: one after the other.
fn accumulated(leaves: impl IntoIterator<Item = Sha3>) -> Sha3 {
    let mut accumulator = Accumulator::new(ASTP_V2);
    leaves.into_iter().for_each(|leaf| accumulator.push(leaf.as_bytes()));
    accumulator.root().unwrap()
}

#[test]
fn a_seal_holds_leaves_signals_members_and_what_was_left_out() {
    let mut asked = Asked::registered();
    let (episode, _) = full(&mut asked);
    let live = asked.tree.spine_root(episode).unwrap();
    let seal = sealed(&mut asked, episode);

    let leaves =
        asked.tree.segments(episode).filter(|segment| segment.retention_tier == RetentionTier::Persistent);
    let leaves: Vec<Sha3> = leaves.map(|segment| construct::LEAF_V2.hash(segment).unwrap()).collect();
    assert_eq!(
        (seal.spine_root, seal.leaf_count),
        (accumulated(leaves.iter().copied()), leaves.len() as u64)
    );
    assert_eq!(seal.spine_root, live, "the live root is the root that is sealed");
    assert_eq!(seal.signal_manifest_hash, root::signal_manifest([digest("spine")]));
    assert_eq!(seal.exclusion_hash, root::exclusion([digest("passed over")]));
    let members: Vec<Sha3> =
        asked.tree.structure(episode).map(|node| member_hash(node).unwrap().unwrap()).collect();
    // Two points, two termini, a merge, two alternatives, a departure, its return, a gate.
    assert_eq!(members.len(), 10);
    assert_eq!(seal.structural_manifest_hash, Some(root::structural_manifest(members)));
    assert_eq!((seal.capture_posture.as_deref(), seal.context_entry_count), (Some("none"), Some(0)));
    assert_eq!((seal.spine_algorithm_version, seal.ordering_version, seal.hash_version), (3, 2, 2));
    assert_eq!(seal.prior_seal_id, None);
    assert_eq!(asked.tree.episode_status(episode), Some(EpisodeStatus::Sealed));
    let contents = Contents::of(&asked.tree, episode).unwrap();
    assert_eq!(verify::seal(&seal, &contents), []);
}

#[test]
fn version_2_is_version_3_without_what_was_given() {
    let mut asked = Asked::registered();
    let (episode, _) = asked.told(3);
    let contents = Contents::of(&asked.tree, episode).unwrap();
    let roots =
        [Form::V2.roots(&contents, None), Form::V3.roots(&contents, Some("none"))].map(Result::unwrap);
    assert_eq!(roots[0].spine_root, roots[1].spine_root);
    assert_eq!(roots[0].structural_manifest_hash, roots[1].structural_manifest_hash);
    assert_ne!(roots[0].episode_root_hash, roots[1].episode_root_hash);
    assert_eq!(roots[0].context, None);
    let second = SealEpisode { spine_algorithm_version: Some(2), ..command(episode) };
    let Outcome::Seal(result) = asked.write(AGENT, second) else { panic!() };
    assert_eq!(result.episode_root_hash, roots[0].episode_root_hash);
    let seal = asked.tree.seal(result.seal_id).unwrap();
    assert_eq!((seal.capture_posture.as_deref(), seal.context_manifest_hash), (None, None));
    assert_eq!(verify::seal(seal, &Contents::of(&asked.tree, episode).unwrap()), []);
}

#[test]
fn every_posture_has_a_root_of_its_own_and_an_unknown_one_has_none() {
    let mut asked = Asked::registered();
    let (episode, _) = asked.told(1);
    let contents = Contents::of(&asked.tree, episode).unwrap();
    let root = |posture| Form::V3.roots(&contents, posture).map(|roots| roots.episode_root_hash);
    let roots = ["all_external", "declared_only", "none"].map(|posture| root(Some(posture)).unwrap());
    assert!(roots[0] != roots[1] && roots[1] != roots[2] && roots[0] != roots[2]);
    for posture in [None, Some(""), Some("ALL_EXTERNAL")] {
        assert_eq!(root(posture).unwrap_err().field, "capture_posture");
    }
    let unknown = SealEpisode { capture_posture: Some("some".into()), ..command(episode) };
    assert_eq!(asked.refused(AGENT, unknown), (Rule::G40, "capture_posture"));
    let misplaced = SealEpisode {
        capture_posture: Some("none".into()),
        spine_algorithm_version: Some(2),
        ..command(episode)
    };
    assert_eq!(asked.refused(AGENT, misplaced), (Rule::G40, "capture_posture"));
    for version in [0, 1, 4, u64::MAX] {
        let other = SealEpisode { spine_algorithm_version: Some(version), ..command(episode) };
        assert_eq!(asked.refused(AGENT, other), (Rule::G40, "spine_algorithm_version"));
    }
}

#[test]
fn an_episode_without_a_leaf_is_not_sealed() {
    let mut asked = Asked::registered();
    let episode = asked.episode();
    assert_eq!(asked.refused(AGENT, command(episode)), (Rule::G40, "episode_id"));
    appended(&mut asked, AppendSegment { retention_tier: RetentionTier::Ephemeral, ..segment(episode, "x") });
    assert_eq!(asked.refused(AGENT, command(episode)), (Rule::G40, "episode_id"));
    assert_eq!(asked.refused(AGENT, command(id(999_999))), (Rule::Known, "episode_id"));
}

#[test]
fn a_seal_comes_at_or_after_closure_and_is_not_dated_back() {
    let mut asked = Asked::registered();
    for statuses in [
        vec![],
        vec![EpisodeStatus::Closing],
        vec![EpisodeStatus::Closing, EpisodeStatus::ClosingPendingSeal],
        vec![EpisodeStatus::Closed],
        vec![EpisodeStatus::CrystallizationPending],
    ] {
        let (episode, _) = asked.told(1);
        for status in statuses {
            asked.write(AGENT, AdvanceEpisode { episode_id: episode, status });
        }
        sealed(&mut asked, episode);
        assert_eq!(asked.tree.episode_status(episode), Some(EpisodeStatus::Sealed));
        assert_eq!(asked.refused(AGENT, segment(episode, "late")).0, Rule::G1);
    }
    let (episode, _) = asked.told(1);
    let mut context = asked.context(AGENT);
    context.at = moment(0);
    let refusal = asked.apply(&context, command(episode)).unwrap_err();
    assert_eq!((refusal.rule, refusal.field), (Rule::G40, "at"));
    let (archived, _) = asked.told(1);
    for status in [EpisodeStatus::Closed, EpisodeStatus::Archived] {
        asked.write(AGENT, AdvanceEpisode { episode_id: archived, status });
    }
    assert_eq!(asked.refused(AGENT, command(archived)), (Rule::G1, "episode_id"));
}

#[test]
fn a_sealed_episode_is_not_sealed_again_for_nothing() {
    let mut asked = Asked::registered();
    let (episode, _) = asked.told(1);
    sealed(&mut asked, episode);
    assert_eq!(asked.refused(AGENT, command(episode)), (Rule::G40, "episode_id"));
    let other = SealEpisode { spine_algorithm_version: Some(2), ..command(episode) };
    assert_eq!(asked.refused(AGENT, other), (Rule::G40, "episode_id"), "nothing is sealed twice (ASTP 5.7)");
}

#[test]
fn a_fork_with_an_alternative_missing_or_twice_is_not_sealed() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(2);
    fork::made(asked.write(fork::ACTOR, fork::create(episode, segments[1], 3)));
    let whole = Contents::of(&asked.tree, episode).unwrap();
    assert!(Form::V3.roots(&whole, Some("none")).is_ok());
    let mut missing = whole.clone();
    missing.structure.remove(1);
    let reason = Form::V3.roots(&missing, Some("none")).unwrap_err();
    assert_eq!(
        (reason.field.as_str(), reason.message.as_str()),
        ("sibling_count", "has 2 of its 3 alternatives")
    );
    let mut twice = whole.clone();
    twice.structure.push(whole.structure[0]);
    assert_eq!(Form::V3.roots(&twice, Some("none")).unwrap_err().field, "sibling_index");
}
