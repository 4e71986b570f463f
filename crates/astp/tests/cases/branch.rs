//! Branches: starting, depth, giving up (ASTP 19.2; BR-001, BR-002, BR-005, BR-007).

use actum_astp::command::{AbandonBranch, AppendSegment, CreateBranch};
use actum_astp::construct;
use actum_astp::id::Uuid;
use actum_astp::rule::Rule;
use actum_astp::tree::{AbandonResult, BranchResult, LineName, Outcome};
use actum_astp::value::{
    BranchDeclarationType, BranchState, BranchType, CaughtBy, RetentionTier, TriggerType,
};

use super::governance_tree::{AGENT, Asked, HUMAN, id, segment};

pub(crate) fn create(episode: Uuid, source: Uuid, intent: &str) -> CreateBranch {
    CreateBranch {
        source_episode_id: episode,
        source_segment_id: source,
        branch_intent: intent.into(),
        declaration_type: BranchDeclarationType::Explicit,
        branch_type: BranchType::Exploratory,
        trigger: TriggerType::HumanExplicit,
        caught_by: CaughtBy::Human,
        detection_window_open: false,
        override_depth: false,
    }
}

pub(crate) fn branched(asked: &mut Asked, episode: Uuid, source: Uuid, intent: &str) -> Uuid {
    made(asked.write(AGENT, create(episode, source, intent))).branch_id
}

pub(crate) fn made(outcome: Outcome) -> BranchResult {
    match outcome {
        Outcome::Branch(result) => result,
        other => panic!("{other:?}"),
    }
}

/// Appends a Segment to a branch.
pub(crate) fn on(asked: &mut Asked, episode: Uuid, branch: Uuid, text: &str) -> Uuid {
    appended(asked, AppendSegment { branch_id: Some(branch), ..segment(episode, text) })
}

pub(crate) fn appended(asked: &mut Asked, command: AppendSegment) -> Uuid {
    match asked.write(AGENT, command) {
        Outcome::Segment(appended) => appended.segment_id,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn abandoned(outcome: Outcome) -> AbandonResult {
    match outcome {
        Outcome::Abandonment(result) => result,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_point_carries_both_generations_of_hash_and_the_root_through_its_segment() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(3);
    let expected = asked.tree.spine_root_through(segments[1]).unwrap();
    asked.segment(episode, "later");
    let made = made(asked.write(HUMAN, create(episode, segments[1], "look aside")));
    assert_eq!(made.spine_merkle_snapshot, expected, "what comes after the source is not in the snapshot");
    let view = asked.tree.branch(made.branch_id).unwrap();
    assert_eq!(construct::BRANCH_POINT.hash(view.point).unwrap(), view.point.content_hash);
    assert!(construct::BRANCH_POINT_V2.hash(view.point).is_ok());
    assert_eq!((view.state, view.point.branch_depth), (BranchState::Active, 1));
    assert_eq!(view.point.initiated_by, HUMAN);
}

#[test]
fn a_retroactive_declaration_says_by_whom_and_since_when() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let mut command = create(episode, segments[0], "it had drifted");
    command.declaration_type = BranchDeclarationType::Retroactive;
    command.trigger = TriggerType::Retroactive;
    let made = made(asked.write(AGENT, command));
    let point = asked.tree.branch(made.branch_id).unwrap().point;
    assert_eq!(point.pre_declaration_merkle_root, Some(point.spine_merkle_snapshot));
    assert_eq!(
        (point.declared_by.as_deref(), point.declared_retroactively_at.as_ref()),
        (Some(AGENT), Some(&point.timestamp_utc))
    );
}

// The published writer takes all of these, and binds an empty snapshot (catalogue 11, 11).
#[test]
fn the_source_segment_has_to_be_stored_in_the_episode_itself() {
    let mut asked = Asked::registered();
    let (episode, _) = asked.told(1);
    let (_, foreign) = asked.told(1);
    for source in [id(9_999_999), episode, foreign[0]] {
        assert_eq!(asked.refused(AGENT, create(episode, source, "x")), (Rule::Branch, "source_segment_id"));
    }
}

#[test]
fn without_a_leaf_there_is_no_snapshot_to_bind() {
    let mut asked = Asked::registered();
    let episode = asked.episode();
    let source = appended(
        &mut asked,
        AppendSegment { retention_tier: RetentionTier::Ephemeral, ..segment(episode, "x") },
    );
    assert_eq!(asked.refused(AGENT, create(episode, source, "x")), (Rule::SpineState, "source_segment_id"));
}

// The published writer believes the depth that the caller names, and only logs what is too deep (BR-005).
#[test]
fn depth_follows_from_lineage_and_beyond_four_only_an_override_on_record_leads() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let mut source = segments[0];
    for depth in 1..=4 {
        let made = made(asked.write(AGENT, create(episode, source, "deeper")));
        assert_eq!(made.branch_depth, depth);
        source = on(&mut asked, episode, made.branch_id, "a step");
    }
    let fifth = create(episode, source, "deeper still");
    assert_eq!(asked.refused(AGENT, fifth.clone()), (Rule::Depth, "override_depth"));
    let over = CreateBranch { override_depth: true, ..fifth };
    assert_eq!(made(asked.write(HUMAN, over)).branch_depth, 5);
    let record = asked.tree.records().last().unwrap();
    assert!(
        record.forward_delta.contains(r#""depth_override":{"by":"ada","depth":5,"max":4}"#),
        "{}",
        record.forward_delta
    );
    assert!(record.explicit_reason.as_ref().unwrap().contains("overridden by ada"));
}

#[test]
fn an_override_that_is_not_needed_leaves_no_trace() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let command = CreateBranch { override_depth: true, ..create(episode, segments[0], "x") };
    assert_eq!(made(asked.write(AGENT, command)).branch_depth, 1);
    assert!(!asked.tree.records().last().unwrap().forward_delta.contains("depth_override"));
}

#[test]
fn giving_up_has_a_reason_and_is_for_good() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(2);
    let branch_id = branched(&mut asked, episode, segments[0], "look");
    let artifact = on(&mut asked, episode, branch_id, "found");
    let give_up = |reason: &str| AbandonBranch { branch_id, abandonment_reason: reason.into() };
    for blank in ["", " ", "\t\n", "\u{a0}", "\u{3000}"] {
        assert_eq!(
            asked.refused(AGENT, give_up(blank)),
            (Rule::Abandonment, "abandonment_reason"),
            "{blank:?}"
        );
    }
    let done = abandoned(asked.write(AGENT, give_up("a dead end")));
    assert_eq!(
        (done.lifecycle_state, done.artifacts_preserved.as_slice()),
        (BranchState::Abandoned, &[artifact][..])
    );
    assert_eq!(done.final_merkle_root, asked.tree.spine_root(episode));
    let terminus = asked.tree.branch(branch_id).unwrap().terminus.unwrap().clone();
    assert_eq!(construct::BRANCH_TERMINUS.hash(&terminus).unwrap(), terminus.content_hash);
    assert_eq!(terminus.branch_point_hash, asked.tree.branch(branch_id).unwrap().point.content_hash);
    // The published writer answers a second call with nothing at all.
    assert_eq!(asked.refused(AGENT, give_up("again")), (Rule::Terminus, "branch_id"));
    let late = AppendSegment { branch_id: Some(branch_id), ..segment(episode, "late") };
    assert_eq!(asked.refused(AGENT, late), (Rule::Terminus, "branch_id"));
    assert!(asked.tree.segment(artifact).is_some());
}

#[test]
fn lines_keep_apart_and_the_episode_has_all() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(3);
    let main = LineName { episode_id: episode, branch_id: None };
    let before = asked.tree.line_root(main);
    let one = branched(&mut asked, episode, segments[1], "one");
    let line = LineName { episode_id: episode, branch_id: Some(one) };
    assert_eq!(asked.tree.line_root(line), asked.tree.spine_root_through(segments[1]));
    let aside = on(&mut asked, episode, one, "aside");
    assert_eq!(asked.tree.line_root(main), before, "a branch does not move the main line");
    assert_ne!(asked.tree.spine_root(episode), before, "the Episode's spine has the Segments of every line");
    let more = asked.segment(episode, "more");
    assert!(asked.tree.shows(line, aside) && asked.tree.shows(line, segments[1]));
    assert!(!asked.tree.shows(line, segments[2]) && !asked.tree.shows(line, more));
    assert!(asked.tree.shows(main, more) && !asked.tree.shows(main, aside));
    let indices: Vec<u64> = asked.tree.segments(episode).map(|segment| segment.sequence_index).collect();
    assert_eq!(indices, [0, 1, 2, 3, 4]);
}
