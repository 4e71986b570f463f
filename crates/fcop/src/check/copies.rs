//! Files that hold one id (FCOP 4, recovery classes): copies of one content, stages of one TASK, or contents that differ.

use super::{NAMED, Scene};
use crate::code::Code;
use crate::finding::{Cause, Finding};
use crate::task::items;
use std::collections::BTreeSet;

pub(super) fn pass(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    let workspace = scene.workspace;
    for group in workspace.groups().filter(|group| group.len() > 1) {
        let Some(first) = group.first() else { continue };
        let sources = || group.iter().map(|copy| workspace.source_id(copy.source));
        let source = workspace.source_id(first.source);
        let contents: BTreeSet<_> = group.iter().map(|copy| copy.covered).collect();
        if contents.len() > 1 {
            let cause = Cause::new("several_contents", "TMPA 9.9").members(sources());
            findings.push(Finding::new(Code::DuplicateIdConflict, source, first.id, cause));
        }
        let Some(task) = scene.tasks.get(first.id) else { continue };
        if !task.left.is_empty() {
            let members = task.left.iter().map(|at| workspace.source_id(*at)).take(NAMED);
            let cause = Cause::new("COMMITTED", "FCOP 4").members(members);
            findings.push(scene.of_task(Code::StageLeft, task, cause));
        }
        if task.observed.len() > 1 {
            let stages = task.observed.iter().copied().collect::<Vec<_>>().join(", ");
            let reason = if task.agrees { "STATE_AMBIGUOUS" } else { "TARGET_ALREADY_EXISTS_DIFFERENT" };
            let cause = Cause::new(reason, "FCOP 4").found(stages.clone()).members(sources());
            findings.push(scene.of_task(Code::StateAmbiguous, task, cause));
            let cause = Cause::new("several_stages", "TMPA 5.4").found(stages).members(sources());
            findings.push(scene.of_task(Code::LifecycleUndetermined, task, cause));
        }
        let lists: Vec<_> = group.iter().map(|copy| items(workspace, copy)).collect();
        for place in 1..task.events.len() {
            let contents: BTreeSet<&[u8]> =
                lists.iter().filter_map(|list| list.get(place)).map(AsRef::as_ref).collect();
            if contents.len() > 1 {
                let cause = Cause::new("several_contents", "TMPA 9.9").members(sources());
                findings.push(scene.of_event(Code::DuplicateIdConflict, task, place, cause));
            }
        }
    }
}
