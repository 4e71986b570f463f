//! Strong relations between TASKs (FCOP 6): the right kind of target, one level of branches, no circle.

use super::{NAMED, Scene};
use crate::code::Code;
use crate::finding::{Cause, Finding};
use crate::name::Kind;
use crate::reach::{Reach, reach};
use std::collections::BTreeMap;

pub(super) fn pass(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    for relation in ["parent", "branch_of"] {
        let mut next: BTreeMap<&str, &str> = BTreeMap::new();
        for task in scene.tasks.values() {
            let Some(Reach::One(target)) = task.main.text(relation).map(|text| reach(scene.workspace, text))
            else {
                continue;
            };
            let mut refuse = |cause: Cause| {
                findings.push(
                    scene.of_task(Code::RelationInvalid, task, cause.at(relation)).of(relation, target),
                );
            };
            match scene.workspace.find(target) {
                Some(found) if found.kind != Kind::Task => {
                    refuse(Cause::new("RELATION_INVALID", "FCOP 6").expected("a TASK").found(target));
                }
                Some(found) if relation == "branch_of" && found.text(relation).is_some() => {
                    refuse(Cause::new("BRANCH_DEPTH_EXCEEDED", "FCOP 6").found(target));
                }
                _ => {
                    next.insert(task.id, target);
                }
            }
        }
        for circle in circles(&next) {
            // One circle is one finding, told at its least member; the profile's relation quarantines them all.
            let least = circle.iter().min().and_then(|member| scene.tasks.get(member));
            let Some(task) = least else { continue };
            let cause = Cause::new("RELATION_INVALID", "FCOP 6")
                .at(relation)
                .members(circle.iter().copied().take(NAMED));
            findings.push(scene.of_task(Code::ProhibitedCycle, task, cause));
        }
    }
}

/// The circles of a graph in which every node has one successor at most.
fn circles<'w>(next: &BTreeMap<&'w str, &'w str>) -> Vec<Vec<&'w str>> {
    // The round in which a node was first met: a node met again in the same round closes a circle.
    let mut met: BTreeMap<&str, usize> = BTreeMap::new();
    let mut circles = Vec::new();
    for (round, &start) in next.keys().enumerate() {
        let mut at = start;
        while !met.contains_key(at) {
            met.insert(at, round);
            match next.get(at) {
                Some(target) => at = target,
                None => break,
            }
        }
        if met.get(at) == Some(&round) && next.contains_key(at) {
            let mut circle = vec![at];
            let mut member = next.get(at).copied().unwrap_or(at);
            while member != at {
                circle.push(member);
                member = next.get(member).copied().unwrap_or(at);
            }
            circles.push(circle);
        }
    }
    circles
}

#[cfg(test)]
mod tests {
    use super::circles;
    use std::collections::BTreeMap;

    #[test]
    fn circles_are_found_once_and_what_leads_into_them_is_no_member() {
        let next = BTreeMap::from([("a", "b"), ("b", "c"), ("c", "b"), ("d", "d"), ("e", "f")]);
        assert_eq!(circles(&next), [vec!["b", "c"], vec!["d"]]);
        assert!(circles(&BTreeMap::from([("a", "b"), ("b", "c")])).is_empty());
    }
}
