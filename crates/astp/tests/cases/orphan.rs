//! Orphaned departures and their recovery (ASTP 19.3.7; FO-001 to FO-008).

use actum_astp::command::{Adopt, AdoptedState, RecoverOrphan};
use actum_astp::construct;
use actum_astp::id::{Instant, Uuid};
use actum_astp::node::{DepartureForkPoint, Episode, ForkReturn, Node, Provenance, WriteAhead};
use actum_astp::operation::orphans;
use actum_astp::rule::Rule;
use actum_astp::tree::{OrphanResult, Outcome};
use actum_astp::value::{DepartureForkStatus, ForkCreationTrigger, ForkReturnType, OrphanClass};
use actum_canon::digest::Sha3;

use super::departure::{create, made, origin};
use super::fork::ACTOR;
use super::governance_tree::{AGENT, Asked, digest, id};

const FORK: u64 = 700;
const FORK_EPISODE: u64 = 701;
const POINT: u64 = 702;
const RETURN: u64 = 703;

/// The parts of a departure as another store has them.
pub(crate) struct Parts {
    pub(crate) episode: Episode,
    pub(crate) point: DepartureForkPoint,
    pub(crate) returned: ForkReturn,
}

fn created() -> Instant {
    Instant::parse("2026-05-01T10:00:00.25Z").unwrap()
}

/// The parts of a departure from a Segment of an Episode that has this tip.
fn parts(origin: Uuid, segment: Uuid, anchor: u64, tip: Sha3) -> Parts {
    let mut point = DepartureForkPoint {
        fork_point_id: id(POINT),
        fork_id: id(FORK),
        fork_episode_id: id(FORK_EPISODE),
        origin_episode_id: origin,
        origin_segment_id: segment,
        fork_objective: "elsewhere".into(),
        fork_creation_trigger: ForkCreationTrigger::ParallelThread,
        fork_title_snapshot: String::new(),
        spine_tip_hash_at_departure: tip,
        initiator: ACTOR.into(),
        content_hash: digest(""),
        parent_hash: None,
        timestamp_utc: created(),
        schema_version: "1.2.0".into(),
        retroactive: None,
        orphan_recovery_timestamp: None,
        prior_seal: None,
    };
    point.content_hash = construct::DEPARTURE_FORK_POINT.hash(&point).unwrap();
    let mut returned = ForkReturn {
        fork_return_id: id(RETURN),
        fork_id: id(FORK),
        fork_episode_id: id(FORK_EPISODE),
        origin_episode_id: origin,
        return_type: ForkReturnType::Incorporated,
        synthesis_summary: String::new(),
        fork_final_spine_tip_hash: tip,
        returned_by: ACTOR.into(),
        content_hash: digest(""),
        parent_hash: None,
        timestamp_utc: created(),
        schema_version: "1.2.0".into(),
    };
    returned.content_hash = construct::FORK_RETURN.hash(&returned).unwrap();
    let episode = Episode {
        episode_id: id(FORK_EPISODE),
        schema_version: "1.2.0".into(),
        agent_id: ACTOR.into(),
        opened_at: created(),
        title: None,
        context_note: Some("elsewhere".into()),
        initiated_by: Some(ACTOR.into()),
        episode_mode: "directed".into(),
        participants: Vec::new(),
        parent_episode_id: None,
        fork_reason: None,
        fingerprint_required: false,
        detection_thresholds: None,
        provenance: Some(Provenance {
            fork_origin_episode_id: origin,
            fork_anchor_index: Some(anchor),
            fork_id: id(FORK),
            fork_created_at: created(),
            fork_creation_trigger: ForkCreationTrigger::ParallelThread,
            fork_trigger_confidence: None,
            fork_trigger_segment_id: None,
            fork_origin_spine_tip_hash: tip,
            fork_origin_active_branch_ids: None,
        }),
    };
    Parts { episode, point, returned }
}

fn adopt(asked: &mut Asked, nodes: Vec<Node>, status: Option<DepartureForkStatus>) {
    let states = status.map(|status| AdoptedState { fork_id: id(FORK), status }).into_iter().collect();
    asked.write(AGENT, Adopt { nodes, states });
}

fn recover() -> RecoverOrphan {
    RecoverOrphan { fork_id: id(FORK), detection_run_id: id(9_000_900), stale_after_ms: None }
}

fn marked(outcome: Outcome) -> OrphanResult {
    match outcome {
        Outcome::Orphan(result) => result,
        other => panic!("{other:?}"),
    }
}

/// A tree with an origin of one Segment, and the parts of a departure from it.
pub(crate) fn scene() -> (Asked, Uuid, Parts) {
    let mut asked = Asked::registered();
    let (episode, segment) = origin(&mut asked);
    let tip = asked.tree.spine_root(episode).unwrap();
    (asked, episode, parts(episode, segment, 0, tip))
}

fn found(asked: &Asked) -> Vec<OrphanClass> {
    orphans(&asked.tree, &created(), None).into_iter().map(|orphan| orphan.class).collect()
}

#[test]
fn a_tree_leaves_no_orphans_behind_by_itself() {
    let mut asked = Asked::registered();
    let (episode, segment) = origin(&mut asked);
    made(asked.write(ACTOR, create(episode, segment)));
    assert_eq!(found(&asked), []);
    assert_eq!(asked.refused(AGENT, recover()), (Rule::Known, "fork_id"));
}

#[test]
fn a_dangling_point_is_flagged_and_never_removed() {
    let (mut asked, _, parts) = scene();
    adopt(&mut asked, vec![parts.point.clone().into()], None);
    assert_eq!(found(&asked), [OrphanClass::ClassA]);
    let result = marked(asked.write(AGENT, recover()));
    assert_eq!((result.orphan_class, result.requires_operator_review), (OrphanClass::ClassA, true));
    let view = asked.tree.departure(id(FORK)).unwrap();
    assert!(view.point_orphaned);
    assert_eq!(view.point, Some(&parts.point));
}

#[test]
fn a_marker_stands_beside_the_record() {
    let (mut asked, episode, parts) = scene();
    adopt(&mut asked, vec![parts.point.into()], None);
    let before = (
        asked.tree.spine_root(episode),
        asked.tree.chain(&episode.to_string()).next_back().map(|record| record.record_hash),
        asked.tree.structure(episode).count(),
    );
    let result = marked(asked.write(AGENT, recover()));
    let after = (
        asked.tree.spine_root(episode),
        asked.tree.chain(&episode.to_string()).next_back().map(|record| record.record_hash),
        asked.tree.structure(episode).count(),
    );
    assert_eq!(before, after);
    let view = asked.tree.departure(id(FORK)).unwrap();
    let marker = view.marker.unwrap();
    assert_eq!(marker.fork_orphan_marker_id, result.fork_orphan_marker_id);
    assert_eq!(construct::FORK_ORPHAN_MARKER.hash(marker).unwrap(), marker.content_hash);
    assert!(asked.tree.structure(episode).all(|node| !matches!(node, Node::ForkOrphanMarker(_))));
}

#[test]
fn an_orphan_has_one_marker_however_often_it_is_found() {
    let (mut asked, _, parts) = scene();
    adopt(&mut asked, vec![parts.point.into()], None);
    let first = asked.write(AGENT, recover());
    let count = asked.tree.count();
    let again = RecoverOrphan { detection_run_id: id(9_000_901), ..recover() };
    assert_eq!(asked.write(AGENT, again), first);
    assert_eq!(asked.tree.count(), count);
}

#[test]
fn a_missing_point_is_written_late_and_is_the_point_that_was_missing() {
    let (mut asked, episode, parts) = scene();
    let ahead = WriteAhead { fork_id: id(FORK), point: parts.point.clone() };
    adopt(&mut asked, vec![parts.episode.into(), ahead.into()], None);
    asked.segment(episode, "the origin went on");
    assert_eq!(found(&asked), [OrphanClass::ClassB]);
    let before: Vec<_> = asked.tree.records().to_vec();
    let root = asked.tree.spine_root(episode);
    let result = marked(asked.write(AGENT, recover()));
    assert_eq!((result.recovery_action.as_str(), result.requires_operator_review), ("POINT_WRITTEN", false));
    let point = asked.tree.departure(id(FORK)).unwrap().point.unwrap().clone();
    assert_eq!(point.content_hash, parts.point.content_hash, "as if it had been written in time");
    assert_eq!(point.retroactive, Some(true));
    assert!(point.orphan_recovery_timestamp.is_some());
    let bare = DepartureForkPoint { retroactive: None, orphan_recovery_timestamp: None, ..point };
    assert_eq!(bare, parts.point);
    assert_eq!(asked.tree.records()[..before.len()], before);
    assert_eq!(asked.tree.spine_root(episode), root);
    assert_eq!(found(&asked), []);
}

#[test]
fn a_tip_may_also_be_a_record_of_the_origins_chain() {
    let (mut asked, episode, _) = scene();
    let segment = asked.tree.segment_at(episode, 0).unwrap().segment_id;
    let tip = asked.tree.chain(&episode.to_string()).next_back().unwrap().record_hash;
    let parts = parts(episode, segment, 0, tip);
    let ahead = WriteAhead { fork_id: id(FORK), point: parts.point };
    adopt(&mut asked, vec![parts.episode.into(), ahead.into()], None);
    assert_eq!(marked(asked.write(AGENT, recover())).recovery_action, "POINT_WRITTEN");
}

type Change = fn(&mut Parts);

#[test]
fn what_does_not_fit_its_origin_is_escalated_and_not_written() {
    let changes: &[(&str, Change)] = &[
        ("tip of nothing", |parts| {
            let tip = digest("x");
            parts.point.spine_tip_hash_at_departure = tip;
            parts.episode.provenance.as_mut().unwrap().fork_origin_spine_tip_hash = tip;
        }),
        ("another tip in the point", |parts| parts.point.spine_tip_hash_at_departure = digest("x")),
        ("no Segment at the anchor", |parts| {
            parts.episode.provenance.as_mut().unwrap().fork_anchor_index = Some(9);
        }),
        ("no anchor", |parts| parts.episode.provenance.as_mut().unwrap().fork_anchor_index = None),
        ("another objective", |parts| parts.point.fork_objective.push('!')),
        ("another initiator", |parts| parts.point.initiator.push('!')),
        ("another time", |parts| parts.point.timestamp_utc = Instant::parse("2026-05-01T10:00:00Z").unwrap()),
        ("another trigger", |parts| parts.point.fork_creation_trigger = ForkCreationTrigger::TopicShift),
        ("another Episode", |parts| parts.point.fork_episode_id = id(9_000_001)),
    ];
    for (name, change) in changes {
        let (mut asked, episode, mut parts) = scene();
        change(&mut parts);
        parts.point.content_hash = construct::DEPARTURE_FORK_POINT.hash(&parts.point).unwrap();
        let ahead = WriteAhead { fork_id: id(FORK), point: parts.point };
        adopt(&mut asked, vec![parts.episode.into(), ahead.into()], None);
        let result = marked(asked.write(AGENT, recover()));
        assert_eq!(
            (result.recovery_action.as_str(), result.requires_operator_review),
            ("ESCALATED", true),
            "{name}"
        );
        assert!(asked.tree.departure(id(FORK)).unwrap().point.is_none(), "{name}");
        assert_eq!(asked.tree.structure(episode).count(), 0, "{name}");
    }
}

#[test]
fn without_the_point_written_ahead_nothing_is_invented() {
    let (mut asked, _, parts) = scene();
    adopt(&mut asked, vec![parts.episode.into()], None);
    assert_eq!(marked(asked.write(AGENT, recover())).recovery_action, "ESCALATED");
}

#[test]
fn a_departure_from_an_episode_out_of_reach_is_flagged() {
    let mut asked = Asked::registered();
    let parts = parts(id(9_000_001), id(9_000_002), 0, digest("x"));
    adopt(&mut asked, vec![parts.episode.into()], None);
    assert_eq!(marked(asked.write(AGENT, recover())).recovery_action, "UNANCHORED");
    assert!(asked.tree.departure(id(FORK)).unwrap().episode_orphaned);
}

#[test]
fn a_return_corrects_an_active_departure_and_never_one_that_was_given_up() {
    for (status, action, corrected) in [
        (DepartureForkStatus::Active, "STATUS_CORRECTED", DepartureForkStatus::Completed),
        (DepartureForkStatus::Abandoned, "ESCALATED", DepartureForkStatus::Abandoned),
    ] {
        let (mut asked, _, parts) = scene();
        adopt(
            &mut asked,
            vec![parts.episode.into(), parts.point.into(), parts.returned.into()],
            Some(status),
        );
        assert_eq!(found(&asked), [OrphanClass::ClassC]);
        assert_eq!(marked(asked.write(AGENT, recover())).recovery_action, action);
        let view = asked.tree.departure(id(FORK)).unwrap();
        assert_eq!((view.status, view.corrected), (Some(corrected), action == "STATUS_CORRECTED"));
    }
}

#[test]
fn a_stale_departure_is_told_of_and_left_alone() {
    let (mut asked, _, parts) = scene();
    adopt(&mut asked, vec![parts.episode.into(), parts.point.into()], None);
    assert_eq!(found(&asked), [], "without a limit nothing is stale");
    let late = Instant::parse("2027-06-01T00:00:00Z").unwrap();
    let classes: Vec<_> =
        orphans(&asked.tree, &late, Some(86_400_000)).into_iter().map(|orphan| orphan.class).collect();
    assert_eq!(classes, [OrphanClass::ClassD]);
    assert_eq!(asked.refused(AGENT, recover()), (Rule::Marker, "fork_id"));
    let stale = RecoverOrphan { stale_after_ms: Some(86_400_000), ..recover() };
    assert_eq!(marked(asked.write(AGENT, stale)).recovery_action, "NOTIFIED");
    assert_eq!(asked.tree.departure(id(FORK)).unwrap().status, Some(DepartureForkStatus::Active));
}

#[test]
fn what_is_taken_in_has_to_recompute() {
    let (mut asked, _, mut parts) = scene();
    parts.point.fork_objective.push('!');
    let nodes = vec![parts.point.into()];
    assert_eq!(asked.refused(AGENT, Adopt { nodes, states: Vec::new() }), (Rule::Adoption, "nodes"));
    let episode = Node::Episode(parts.episode);
    let twice = Adopt { nodes: vec![episode.clone(), episode], states: Vec::new() };
    assert_eq!(asked.refused(AGENT, twice), (Rule::Fresh, "nodes"));
}
