//! The tree as a whole: what holds after any sequence of operations.

use actum_astp::audit;
use actum_astp::construct;
use actum_astp::id::Uuid;
use actum_astp::node::Node;
use actum_astp::operation::{orphans, verify_merge};
use actum_astp::tree::{LineName, Transition, Tree};
use actum_astp::value::{DepartureForkStatus, RetentionTier};
use actum_astp::verify::Verifier;
use actum_canon::digest::Sha3;
use actum_canon::merkle::{ASTP_V2, Accumulator};

use super::governance_tree::moment;
use super::tree_walk::Walk;

pub(crate) fn replay(journal: &[Vec<u8>]) -> Tree {
    let mut tree = Tree::new();
    for line in journal {
        tree.commit(Transition::parse(line).unwrap()).unwrap();
    }
    tree
}

fn root(leaves: impl IntoIterator<Item = Sha3>) -> Option<Sha3> {
    let mut accumulator = Accumulator::new(ASTP_V2);
    for leaf in leaves {
        accumulator.push(leaf.as_bytes());
    }
    accumulator.root()
}

/// What holds of any tree, computed again from its Segments and nodes alone.
fn holds(tree: &Tree) {
    for key in tree.chain_keys() {
        assert!(audit::verify(key, tree.chain(key)).is_ok(), "{key}");
    }
    for episode in tree.episodes() {
        let id = episode.episode_id;
        let persistent =
            |segment: &&actum_astp::node::Segment| segment.retention_tier == RetentionTier::Persistent;
        let leaves =
            tree.segments(id).filter(persistent).map(|segment| construct::LEAF_V2.hash(segment).unwrap());
        assert_eq!(tree.spine_root(id), root(leaves));
        let indices: Vec<u64> = tree.segments(id).map(|segment| segment.sequence_index).collect();
        assert!(indices.is_sorted_by(|a, b| a < b));
        lines(tree, id);
        for node in tree.structure(id) {
            let stored = match node {
                Node::BranchPoint(node) => construct::BRANCH_POINT.hash(node).unwrap() == node.content_hash,
                Node::BranchTerminus(node) => {
                    construct::BRANCH_TERMINUS.hash(node).unwrap() == node.content_hash
                }
                Node::ForkPoint(node) => construct::FORK_POINT.hash(node).unwrap() == node.content_hash,
                Node::DepartureForkPoint(node) => {
                    construct::DEPARTURE_FORK_POINT.hash(node).unwrap() == node.content_hash
                }
                Node::ForkReturn(node) => construct::FORK_RETURN.hash(node).unwrap() == node.content_hash,
                Node::MergePoint(node) => verify_merge(tree, node).integrity_holds,
                _ => true,
            };
            assert!(stored, "{node:?}");
        }
    }
    for (_, view) in tree.departures() {
        let (point, provenance) = (view.point.unwrap(), view.episode.unwrap().provenance.as_ref().unwrap());
        assert_eq!(point.spine_tip_hash_at_departure, provenance.fork_origin_spine_tip_hash);
        assert!(view.returned.is_none() || view.status == Some(DepartureForkStatus::Completed));
    }
    assert_eq!(orphans(tree, &moment(0), None), []);
}

/// The Segments of a line, one by one: those of the line it leaves through its source, then its own.
fn naive(tree: &Tree, line: LineName) -> Vec<Uuid> {
    let own = tree.line_segments(line, 0).map(|segment| segment.segment_id);
    let Some(branch) = line.branch_id else { return own.collect() };
    let point = tree.branch(branch).unwrap().point;
    let mut segments = naive(tree, LineName { branch_id: point.parent_branch_id, ..line });
    let through = segments.iter().position(|id| *id == point.source_segment_id).unwrap();
    segments.truncate(through + 1);
    segments.extend(own);
    segments
}

/// Every line has the root of its Segments, shows them and no others of its Episode, and parts from others where it says.
fn lines(tree: &Tree, episode: Uuid) {
    let main = LineName { episode_id: episode, branch_id: None };
    let branches =
        tree.branches(episode).map(|view| LineName { branch_id: Some(view.point.branch_id), ..main });
    let all: Vec<(LineName, Vec<Uuid>)> =
        core::iter::once(main).chain(branches).map(|line| (line, naive(tree, line))).collect();
    for (line, segments) in &all {
        let stored = segments.iter().map(|id| tree.segment(*id).unwrap());
        let persistent = stored.filter(|segment| segment.retention_tier == RetentionTier::Persistent);
        assert_eq!(
            tree.line_root(*line),
            root(persistent.map(|segment| construct::LEAF_V2.hash(segment).unwrap()))
        );
        for segment in tree.segments(episode) {
            assert_eq!(tree.shows(*line, segment.segment_id), segments.contains(&segment.segment_id));
        }
        for (other, theirs) in &all {
            let found = tree.common_ancestor(*line, *other).map(|found| found.common_ancestor_node_id);
            let index = |id: &Uuid| tree.segment(*id).unwrap().sequence_index;
            let shared: Vec<u64> = segments.iter().filter(|id| theirs.contains(id)).map(index).collect();
            if let Some(found) = found.filter(|id| tree.segment(*id).unwrap().episode_id == episode) {
                assert!(segments.contains(&found) && theirs.contains(&found), "both show it");
                assert_eq!(
                    tree.common_ancestor(*other, *line).unwrap().common_ancestor_node_id,
                    found,
                    "either way"
                );
            }
            assert_eq!(
                shared.is_empty(),
                found.is_none_or(|id| tree.segment(id).unwrap().episode_id != episode)
            );
        }
    }
}

fn effort() -> u64 {
    std::env::var("ACTUM_TEST_EFFORT").ok().and_then(|effort| effort.parse().ok()).unwrap_or(1)
}

#[test]
fn any_sequence_of_operations_keeps_the_tree_whole_and_replays_to_the_same_bytes() {
    let (mut refused, mut merges, mut seals) = (0, 0, 0);
    for seed in 0..68 * effort() {
        let mut walk = Walk::new(seed);
        for step in 0..150 {
            walk.step();
            if step % 50 == 49 {
                holds(&walk.tree);
            }
        }
        walk.seal_all();
        let again = replay(&walk.journal);
        assert_eq!((again.count(), again.head()), (walk.tree.count(), walk.tree.head()));
        assert_eq!(again.records(), walk.tree.records());
        assert!(again.nodes().eq(walk.tree.nodes()));
        // Every seal reproduces, every node is bound, every chain holds.
        assert_eq!(Verifier::of(&again).tree(), []);
        seals += again.nodes().filter(|node| matches!(node, Node::Seal(_))).count();
        refused += walk.refused;
        merges += again.nodes().filter(|node| matches!(node, Node::MergePoint(_))).count();
    }
    assert!(
        refused > 20 && merges > 10 && seals > 10,
        "the walk is too tame: {refused} refusals, {merges} merges, {seals} seals"
    );
}
