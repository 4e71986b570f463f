//! Conflicts of merges, and their resolutions (ASTP G-23; FM-003, FM-007).

use actum_astp::command::{ExecuteMerge, Resolution};
use actum_astp::id::Uuid;
use actum_astp::operation::verify_merge;
use actum_astp::rule::Rule;
use actum_astp::tree::{ConflictManifest, LineName, Outcome};
use actum_astp::value::{MergeType, ResolutionType};

use super::branch::branched;
use super::governance_tree::{AGENT, Asked, digest, id};
use super::merge::{execute, main_line, merged, replacing, resolution};

fn conflicts(outcome: Outcome) -> ConflictManifest {
    match outcome {
        Outcome::Conflicts(manifest) => manifest,
        other => panic!("{other:?}"),
    }
}

/// An Episode of three Segments and a branch off the second; both have replaced the first, by different words.
fn disputed(asked: &mut Asked) -> (Uuid, Uuid, Uuid) {
    let (episode, segments) = asked.told(3);
    let branch = branched(asked, episode, segments[1], "say it better");
    replacing(asked, episode, Some(branch), segments[0], "as the branch has it");
    replacing(asked, episode, None, segments[0], "as the main line has it");
    (episode, branch, segments[0])
}

// The published writer knows only those conflicts that the caller declares (catalogue 11, 3).
#[test]
fn conflicts_are_found_in_the_segments_and_surfaced_without_a_write() {
    let mut asked = Asked::registered();
    let (episode, branch, about) = disputed(&mut asked);
    let before = asked.tree.head();
    for strategy in ["AUTO", "MANUAL_REVIEW", "AGENT_RESOLVED", "CONCLUSION_ONLY"] {
        let command = ExecuteMerge { merge_strategy: strategy.into(), ..execute(branch, episode) };
        let manifest = conflicts(asked.write(AGENT, command));
        assert_eq!(manifest.conflicts.len(), 1, "{strategy}");
        let conflict = &manifest.conflicts[0];
        assert_eq!(conflict.segment_id, about);
        assert_eq!(conflict.ancestor_content_hash, digest("segment 0"));
        assert_eq!(conflict.source_content_hash, digest("as the branch has it"));
        assert_eq!(conflict.target_content_hash, digest("as the main line has it"));
        // Every Segment that the manifest names stands on one of the two lines whose roots it gives.
        let source = LineName { episode_id: episode, branch_id: Some(branch) };
        assert!(
            asked.tree.shows(source, conflict.source_segment_id)
                && asked.tree.shows(source, conflict.segment_id)
        );
        assert!(asked.tree.shows(main_line(episode), conflict.target_segment_id));
        assert_eq!(Some(manifest.source_merkle_root), asked.tree.line_root(source));
        assert_eq!(Some(manifest.target_merkle_root_pre), asked.tree.line_root(main_line(episode)));
    }
    assert_eq!(asked.tree.head(), before);
}

#[test]
fn the_same_words_on_both_sides_are_no_conflict() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(2);
    let branch = branched(&mut asked, episode, segments[1], "x");
    replacing(&mut asked, episode, Some(branch), segments[0], "draft");
    let draft = replacing(&mut asked, episode, None, segments[0], "same");
    let mine = asked.tree.segments(episode).find(|segment| segment.branch_id.is_some()).unwrap().segment_id;
    replacing(&mut asked, episode, Some(branch), mine, "same");
    assert_eq!(merged(asked.write(AGENT, execute(branch, episode))).merge_type, MergeType::Clean);
    assert!(asked.tree.segment(draft).is_some());
}

#[test]
fn what_counts_is_what_each_side_says_at_last() {
    let mut asked = Asked::registered();
    let (episode, branch, about) = disputed(&mut asked);
    let first = asked.tree.segments(episode).find(|segment| segment.branch_id.is_some()).unwrap().segment_id;
    let second = replacing(&mut asked, episode, Some(branch), first, "on second thoughts");
    let manifest = conflicts(asked.write(AGENT, execute(branch, episode)));
    assert_eq!(manifest.conflicts.len(), 1);
    assert_eq!((manifest.conflicts[0].segment_id, manifest.conflicts[0].source_segment_id), (about, second));
}

// The published writer takes spare, double and contradicting resolutions (FM-007).
#[test]
fn exactly_one_fitting_resolution_for_each_conflict() {
    let mut asked = Asked::registered();
    let (episode, branch, about) = disputed(&mut asked);
    let elsewhere = asked.tree.segment_at(episode, 1).unwrap().segment_id;
    let take = |text: &str| resolution(about, ResolutionType::TakeSource, text);
    let right = take("as the branch has it");
    for (wrong, why) in [
        (vec![take("as the main line has it")], "the hash of the other side"),
        (vec![right.clone(), right.clone()], "twice"),
        (vec![right.clone(), resolution(elsewhere, ResolutionType::Custom, "x")], "one to spare"),
        (vec![resolution(id(9_000_004), ResolutionType::Custom, "x")], "a Segment that does not exist"),
        (
            vec![Resolution { content_ref: None, ..resolution(about, ResolutionType::Custom, "x") }],
            "custom without content",
        ),
        (vec![Resolution { content_ref: Some("x".into()), ..right.clone() }], "content that is not taken"),
    ] {
        let command = ExecuteMerge { conflict_resolutions: wrong, ..execute(branch, episode) };
        assert_eq!(asked.refused(AGENT, command), (Rule::G23, "conflict_resolutions"), "{why}");
    }
    let automatic = ExecuteMerge {
        conflict_resolutions: vec![right.clone()],
        merge_strategy: "AUTO".into(),
        ..execute(branch, episode)
    };
    conflicts(asked.write(AGENT, automatic));
    let command = ExecuteMerge { conflict_resolutions: vec![right], ..execute(branch, episode) };
    let done = merged(asked.write(AGENT, command));
    assert_eq!((done.merge_type, done.conflict_segments.as_slice()), (MergeType::Resolved, &[about][..]));
}

#[test]
fn a_custom_resolution_stands_on_the_target_line_in_place_of_both() {
    let mut asked = Asked::registered();
    let (episode, branch, about) = disputed(&mut asked);
    let custom = resolution(about, ResolutionType::Custom, "as both can say");
    let command = ExecuteMerge { conflict_resolutions: vec![custom], ..execute(branch, episode) };
    let done = merged(asked.write(AGENT, command));
    let last = asked.tree.segments(episode).last().unwrap().clone();
    assert_eq!(
        (last.content_hash, last.branch_id, last.supersedes.len()),
        (digest("as both can say"), None, 2)
    );
    assert_eq!(Some(done.target_merkle_root_post), asked.tree.line_root(main_line(episode)));
    assert!(verify_merge(&asked.tree, asked.tree.merge(done.merge_id).unwrap().point).integrity_holds);
}

/// What the main line says about a Segment, as seen by a branch that disagrees.
fn says(asked: &mut Asked, episode: Uuid, about: Uuid, branch: Uuid) -> actum_canon::digest::Sha3 {
    replacing(asked, episode, Some(branch), about, "a third opinion");
    let manifest = conflicts(asked.write(AGENT, execute(branch, episode)));
    manifest.conflicts[0].target_content_hash
}

#[test]
fn later_merges_see_what_an_earlier_resolution_took() {
    for (taken, text) in [
        (ResolutionType::TakeSource, "as the branch has it"),
        (ResolutionType::TakeTarget, "as the main line has it"),
    ] {
        let mut asked = Asked::registered();
        let (episode, branch, about) = disputed(&mut asked);
        let third = branched(&mut asked, episode, about, "third");
        let chosen = vec![resolution(about, taken, text)];
        merged(asked.write(AGENT, ExecuteMerge { conflict_resolutions: chosen, ..execute(branch, episode) }));
        assert_eq!(says(&mut asked, episode, about, third), digest(text), "{taken}");
    }
}
