//! Common ancestors, and what enters a line (ASTP 19.3.2; FM-008).

use actum_astp::command::ExecuteMerge;
use actum_astp::id::Uuid;
use actum_astp::operation::verify_merge;
use actum_astp::rule::Rule;
use actum_astp::tree::LineName;

use super::branch::{branched, on};
use super::departure;
use super::governance_tree::{AGENT, Asked};
use super::merge::{execute, main_line, merged};

// The published search goes up one step (catalogue 11, 3).
#[test]
fn common_ancestors_are_found_at_any_depth_and_always_the_same() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(3);
    let one = branched(&mut asked, episode, segments[1], "one");
    let on_one = on(&mut asked, episode, one, "1");
    let two = branched(&mut asked, episode, on_one, "two");
    let on_two = on(&mut asked, episode, two, "2");
    let other = branched(&mut asked, episode, segments[0], "other");
    let line = |branch| LineName { episode_id: episode, branch_id: Some(branch) };
    let ancestor = |asked: &Asked, a, b| asked.tree.common_ancestor(a, b).unwrap().common_ancestor_node_id;
    assert_eq!(ancestor(&asked, line(two), line(one)), on_one);
    assert_eq!(ancestor(&asked, line(two), main_line(episode)), segments[1]);
    assert_eq!(
        ancestor(&asked, line(two), line(other)),
        segments[0],
        "the earlier of the two places where they leave"
    );
    assert_eq!(ancestor(&asked, line(other), line(two)), segments[0]);
    assert!(asked.tree.shows(line(two), on_two));
    // Across Episodes, over two departures.
    let away = departure::departed(&mut asked, episode, segments[2]);
    let first = asked.segment(away, "away");
    let further = departure::departed(&mut asked, away, first);
    let there = asked.segment(further, "further");
    let back = branched(&mut asked, further, there, "home");
    assert_eq!(
        ancestor(&asked, LineName { episode_id: further, branch_id: Some(back) }, main_line(episode)),
        segments[2]
    );
    assert_eq!(
        ancestor(&asked, LineName { episode_id: further, branch_id: Some(back) }, line(one)),
        segments[1]
    );
    let done = merged(asked.write(AGENT, execute(back, episode)));
    assert_eq!(done.target_merkle_root_pre, done.target_merkle_root_post, "leaves stay in their Episode");
    assert!(verify_merge(&asked.tree, asked.tree.merge(done.merge_id).unwrap().point).integrity_holds);
}

#[test]
fn what_was_taken_in_before_is_shared_and_not_taken_in_again() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let one = branched(&mut asked, episode, segments[0], "one");
    let first = on(&mut asked, episode, one, "1");
    let two = branched(&mut asked, episode, first, "two");
    on(&mut asked, episode, two, "2");
    let second = on(&mut asked, episode, one, "3");
    merged(asked.write(AGENT, execute(two, episode)));
    let line = LineName { episode_id: episode, branch_id: Some(one) };
    let ancestor = asked.tree.common_ancestor(line, main_line(episode)).unwrap();
    assert_eq!(ancestor.common_ancestor_node_id, first, "the main line has it by the first merge");
    let before = asked.tree.line_leaves(main_line(episode));
    merged(asked.write(AGENT, execute(one, episode)));
    assert_eq!(asked.tree.line_leaves(main_line(episode)), before + 1);
    assert!(asked.tree.shows(main_line(episode), second));
}

#[test]
fn what_the_main_line_has_between_two_branches_enters_with_the_later_one() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(4);
    let early = branched(&mut asked, episode, segments[0], "early");
    let on_early = on(&mut asked, episode, early, "1");
    let late = branched(&mut asked, episode, segments[2], "late");
    let on_late = on(&mut asked, episode, late, "2");
    let command = ExecuteMerge { target_branch_id: Some(early), ..execute(late, episode) };
    let done = merged(asked.write(AGENT, command));
    let line = LineName { episode_id: episode, branch_id: Some(early) };
    let shown: Vec<Uuid> = asked.tree.line_segments(line, 0).map(|segment| segment.segment_id).collect();
    assert_eq!(shown, [on_early, segments[1], segments[2], on_late]);
    assert!(!asked.tree.shows(line, segments[3]));
    assert!(verify_merge(&asked.tree, asked.tree.merge(done.merge_id).unwrap().point).integrity_holds);
    // A third branch, off a place that both show by now.
    let third = branched(&mut asked, episode, segments[1], "third");
    let on_third = on(&mut asked, episode, third, "3");
    let ancestor = |a, b| {
        let name = |branch| LineName { episode_id: episode, branch_id: Some(branch) };
        asked.tree.common_ancestor(name(a), name(b)).unwrap().common_ancestor_node_id
    };
    assert_eq!((ancestor(third, early), ancestor(early, third)), (segments[1], segments[1]));
    merged(asked.write(AGENT, ExecuteMerge { target_branch_id: Some(early), ..execute(third, episode) }));
    let shown: Vec<Uuid> = asked.tree.line_segments(line, 0).map(|segment| segment.segment_id).collect();
    assert_eq!(shown, [on_early, segments[1], segments[2], on_late, on_third], "and nothing twice");
}

#[test]
fn what_one_side_took_in_of_the_other_is_where_they_part() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let one = branched(&mut asked, episode, segments[0], "one");
    let first = on(&mut asked, episode, one, "1");
    let child = branched(&mut asked, episode, first, "child");
    on(&mut asked, episode, child, "2");
    let two = branched(&mut asked, episode, segments[0], "two");
    merged(asked.write(AGENT, ExecuteMerge { target_branch_id: Some(two), ..execute(child, episode) }));
    on(&mut asked, episode, one, "3");
    let name = |branch| LineName { episode_id: episode, branch_id: Some(branch) };
    let ancestor = |a, b| asked.tree.common_ancestor(name(a), name(b)).unwrap().common_ancestor_node_id;
    assert_eq!((ancestor(one, two), ancestor(two, one)), (first, first));
}

#[test]
fn a_branch_merges_into_the_branch_it_left() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(1);
    let one = branched(&mut asked, episode, segments[0], "one");
    let first = on(&mut asked, episode, one, "1");
    let two = branched(&mut asked, episode, first, "two");
    let second = on(&mut asked, episode, two, "2");
    let command = ExecuteMerge { target_branch_id: Some(one), ..execute(two, episode) };
    let done = merged(asked.write(AGENT, command));
    let line = LineName { episode_id: episode, branch_id: Some(one) };
    assert!(asked.tree.shows(line, second) && !asked.tree.shows(main_line(episode), second));
    assert_eq!(Some(done.target_merkle_root_post), asked.tree.line_root(line));
    let itself = ExecuteMerge { target_branch_id: Some(one), ..execute(one, episode) };
    assert_eq!(asked.refused(AGENT, itself), (Rule::Lineage, "target_branch_id"));
}
