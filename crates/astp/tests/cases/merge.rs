//! Merges (ASTP 19.3.2, 19.3.3; FM-002, FM-006, G-22, G-24).

use actum_astp::audit;
use actum_astp::command::{AppendSegment, ExecuteMerge, Resolution};
use actum_astp::construct;
use actum_astp::id::Uuid;
use actum_astp::operation::verify_merge;
use actum_astp::rule::Rule;
use actum_astp::tree::{LineName, MergeResult, Outcome};
use actum_astp::value::{BranchState, CaughtBy, MergeType, ResolutionType, RetentionTier};

use super::branch::{appended, branched, on};
use super::departure;
use super::governance_tree::{AGENT, Asked, digest, id, segment};

pub(crate) fn execute(branch: Uuid, target: Uuid) -> ExecuteMerge {
    ExecuteMerge {
        source_branch_id: branch,
        target_episode_id: target,
        target_branch_id: None,
        merge_summary: "both say the same now".into(),
        merge_strategy: "MANUAL_REVIEW".into(),
        conflict_resolutions: Vec::new(),
        resolution_artifacts: Vec::new(),
        caught_by: CaughtBy::Human,
    }
}

pub(crate) fn resolution(segment: Uuid, resolution_type: ResolutionType, text: &str) -> Resolution {
    Resolution {
        segment_id: segment,
        resolution_type,
        resolved_content_hash: digest(text),
        content_ref: (resolution_type == ResolutionType::Custom).then(|| "memory".into()),
        resolver: "human:ada".into(),
        rationale: None,
    }
}

pub(crate) fn merged(outcome: Outcome) -> MergeResult {
    match outcome {
        Outcome::Merge(result) => result,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn replacing(
    asked: &mut Asked,
    episode: Uuid,
    branch: Option<Uuid>,
    old: Uuid,
    text: &str,
) -> Uuid {
    appended(asked, AppendSegment { branch_id: branch, supersedes: vec![old], ..segment(episode, text) })
}

pub(crate) const fn main_line(episode_id: Uuid) -> LineName {
    LineName { episode_id, branch_id: None }
}

// In the published writer all three roots are one and the same, and the third is a derivation (catalogue 11, 3).
#[test]
fn the_three_roots_are_those_of_the_lines() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(3);
    let branch = branched(&mut asked, episode, segments[1], "aside");
    let first = on(&mut asked, episode, branch, "one");
    asked.segment(episode, "meanwhile");
    let second = on(&mut asked, episode, branch, "two");
    let line = LineName { episode_id: episode, branch_id: Some(branch) };
    let (source, pre) =
        (asked.tree.line_root(line).unwrap(), asked.tree.line_root(main_line(episode)).unwrap());
    let done = merged(asked.write(AGENT, execute(branch, episode)));
    assert_eq!((done.source_merkle_root, done.target_merkle_root_pre), (source, pre));
    assert_ne!(source, pre);
    assert_eq!(Some(done.target_merkle_root_post), asked.tree.line_root(main_line(episode)));
    assert_ne!(done.target_merkle_root_post, pre);
    assert_eq!(done.merge_type, MergeType::Clean);
    assert!([first, second].iter().all(|id| asked.tree.shows(main_line(episode), *id)));
    assert_eq!(asked.tree.branch(branch).unwrap().state, BranchState::Merged);
    let point = asked.tree.merge(done.merge_id).unwrap().point;
    assert_eq!(point.common_ancestor_id, segments[1]);
    assert_eq!(construct::MERGE_POINT.hash(point).unwrap(), point.content_hash);
    let integrity = verify_merge(&asked.tree, point);
    assert!(
        integrity.integrity_holds
            && integrity.source_valid
            && integrity.target_pre_valid
            && integrity.target_post_valid
    );
    // The line goes on from there, and the merge still verifies.
    asked.segment(episode, "afterwards");
    let point = asked.tree.merge(done.merge_id).unwrap().point;
    assert!(verify_merge(&asked.tree, point).integrity_holds);
}

#[test]
fn a_conclusion_alone_leaves_the_target_line_as_it_is() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(2);
    let branch = branched(&mut asked, episode, segments[0], "think");
    let thought = on(&mut asked, episode, branch, "thought");
    let command = ExecuteMerge { merge_strategy: "CONCLUSION_ONLY".into(), ..execute(branch, episode) };
    let done = merged(asked.write(AGENT, command));
    assert_eq!(done.target_merkle_root_pre, done.target_merkle_root_post);
    assert!(!asked.tree.shows(main_line(episode), thought));
    assert!(verify_merge(&asked.tree, asked.tree.merge(done.merge_id).unwrap().point).integrity_holds);
}

#[test]
fn a_summary_and_a_known_strategy_are_demanded() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let branch = branched(&mut asked, episode, segments[0], "x");
    let blank = ExecuteMerge { merge_summary: "\u{85}".into(), ..execute(branch, episode) };
    assert_eq!(asked.refused(AGENT, blank), (Rule::G22, "merge_summary"));
    for word in ["auto", "", "AUTO ", "FORCE"] {
        let command = ExecuteMerge { merge_strategy: word.into(), ..execute(branch, episode) };
        assert_eq!(asked.refused(AGENT, command), (Rule::Strategy, "merge_strategy"));
    }
}

#[test]
fn strangers_and_ended_branches_do_not_merge() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let (stranger, _) = asked.told(1);
    let branch = branched(&mut asked, episode, segments[0], "x");
    assert_eq!(asked.refused(AGENT, execute(branch, stranger)), (Rule::Ancestor, "target_episode_id"));
    assert_eq!(asked.refused(AGENT, execute(id(9_000_003), episode)), (Rule::Known, "source_branch_id"));
    assert_eq!(asked.refused(AGENT, execute(branch, id(9_000_003))), (Rule::Known, "target_episode_id"));
    merged(asked.write(AGENT, execute(branch, episode)));
    assert_eq!(asked.refused(AGENT, execute(branch, episode)), (Rule::Terminus, "source_branch_id"));
}

// ASTP G-24: the published writer does the same, and calls it nothing.
#[test]
fn a_merge_without_a_root_is_broken_off_on_record() {
    let mut asked = Asked::registered();
    let (origin, segments) = asked.told(1);
    let away = departure::departed(&mut asked, origin, segments[0]);
    let note = appended(
        &mut asked,
        AppendSegment { retention_tier: RetentionTier::Ephemeral, ..segment(away, "x") },
    );
    let _ = note;
    let branch = branched(&mut asked, origin, segments[0], "x");
    let context = asked.context(AGENT);
    let refusal = asked.apply(&context, execute(branch, away)).unwrap_err();
    assert_eq!((refusal.rule, refusal.field), (Rule::G24, "source_branch_id"));
    let record = refusal.record.unwrap();
    assert!(record.nodes().is_empty());
    assert_eq!(
        (record.audit().caught_by.as_str(), record.audit().delta_type.as_str()),
        ("SYSTEM", "MERGE_EXECUTED")
    );
    assert!(record.audit().forward_delta.contains(r#""outcome":"ABORTED""#));
    let mut line = Vec::new();
    record.write(&mut line);
    let read = actum_astp::tree::Transition::parse(&line).unwrap();
    asked.tree.commit(read).unwrap();
    let chain = away.to_string();
    assert!(audit::verify(&chain, asked.tree.chain(&chain)).is_ok());
}
