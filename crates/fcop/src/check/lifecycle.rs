//! Events beside the lifecycle, and the state that they give beside the folder (FCOP 4, TMPA 5.4).

use super::Scene;
use crate::code::Code;
use crate::finding::{Cause, Finding};
use crate::task::Task;

pub(super) fn pass(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    for task in scene.tasks.values() {
        first(scene, task, findings);
        transitions(scene, task, findings);
        folder(scene, task, findings);
    }
}

fn first(scene: &Scene<'_, '_>, task: &Task<'_, '_>, findings: &mut Vec<Finding>) {
    let Some(event) = task.events.first() else { return };
    let initial = scene.workspace.edition.initial;
    if let Some(from) = event.from {
        let cause = Cause::new("first_event_is_missing", "TMPA 9.6").at("transitions/0/from").found(from);
        findings.push(scene.of_task(Code::LifecycleUndetermined, task, cause));
    } else if event.to != initial || event.tool != "create_task" {
        let cause = Cause::new("made_by_migration", "FCOP 4").at("transitions/0").found(event.tool);
        findings.push(scene.of_task(Code::BaselineEvent, task, cause));
        let cause =
            Cause::new("history_before_the_first_event", "TMPA 9.6").expected(initial).found(event.to);
        findings.push(scene.of_task(Code::LifecycleUndetermined, task, cause));
    }
}

fn transitions(scene: &Scene<'_, '_>, task: &Task<'_, '_>, findings: &mut Vec<Finding>) {
    let edition = scene.workspace.edition;
    for (place, event, step) in task.transitions() {
        let from = event.from.unwrap_or_default();
        if step.edge.is_none() {
            let legacy = edition.is_legacy(from, event.tool, event.to);
            let reason = if legacy { "LEGACY_TRANSITION_NOT_ALLOWED" } else { "INVALID_TRANSITION" };
            let found = format!("{from}, {}, {}", event.tool, event.to);
            let cause = Cause::new(reason, "FCOP 4").at("/lifecycle/transition").found(found);
            findings.push(scene.of_event(Code::IllegalTransition, task, place, cause));
        } else if step.before != Some(from) {
            // The transition itself is one of the lifecycle; an event before it is missing or was refused.
            let cause =
                Cause::new("from_another_state", "TMPA 9.6").at("/lifecycle/transition/from").found(from);
            let cause = step.before.into_iter().fold(cause, Cause::expected);
            findings.push(scene.of_event(Code::LifecycleUndetermined, task, place, cause));
        }
    }
}

/// The path is an observation: where it shows another state than the events give, neither is taken.
fn folder(scene: &Scene<'_, '_>, task: &Task<'_, '_>, findings: &mut Vec<Finding>) {
    let edition = scene.workspace.edition;
    if edition.typed && task.observed.is_empty() {
        let found = scene.workspace.source_id(task.main.source);
        let cause = |reason| {
            let cause = Cause::new(reason, "TMPA 5.4").found(found);
            task.walk.state.into_iter().fold(cause, Cause::expected)
        };
        findings.push(scene.of_task(Code::PathEventDivergence, task, cause("no_stage")));
        findings.push(scene.of_task(Code::LifecycleUndetermined, task, cause("no_stage")));
    }
    let mut observed = task.observed.iter();
    let (Some(&shown), None) = (observed.next(), observed.next()) else { return };
    match task.walk.state {
        None if shown == edition.initial => {}
        None => {
            let cause = Cause::new("no_event", "TMPA 5.4").expected(edition.initial).found(shown);
            findings.push(scene.of_task(Code::LifecycleUndetermined, task, cause));
        }
        Some(state) if state == shown => {}
        Some(state) => {
            let cause = |reason| Cause::new(reason, "TMPA 5.4").expected(state).found(shown);
            findings.push(scene.of_task(Code::PathEventDivergence, task, cause("folder_and_events_differ")));
            findings.push(scene.of_task(
                Code::LifecycleUndetermined,
                task,
                cause("folder_and_events_differ"),
            ));
        }
    }
}
