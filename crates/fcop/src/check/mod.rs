//! What the files of a workspace say against themselves and each other: one pass a file, each linear in what it reads.

mod authorization;
mod copies;
mod duty;
mod evidence;
mod family;
mod general;
mod human;
mod lifecycle;
mod pins;
mod receipts;
mod relation;
mod report;
mod routing;

use crate::code::Code;
use crate::finding::{Cause, Finding};
use crate::registry::Registry;
use crate::subject::Subject;
use crate::task::Task;
use crate::workspace::Workspace;
use std::collections::BTreeMap;

pub(crate) use pins::Pins;

/// How many members one finding names, so that many findings about many members stay linear.
const NAMED: usize = 16;

/// What every pass may look at.
#[derive(Debug)]
pub(crate) struct Scene<'w, 'a> {
    pub(crate) workspace: &'w Workspace<'a>,
    pub(crate) registry: &'w Registry,
    /// What each envelope is about.
    pub(crate) subjects: &'w [Subject<'w>],
    pub(crate) tasks: &'w BTreeMap<&'w str, Task<'w, 'a>>,
    pub(crate) pins: &'w Pins<'w>,
}

impl<'w, 'a> Scene<'w, 'a> {
    /// A finding about an event of a TASK.
    fn of_event(&self, code: Code, task: &Task<'w, 'a>, place: usize, cause: Cause) -> Finding {
        Finding::new(code, self.workspace.source_id(task.main.source), &task.event_id(place), cause)
    }

    /// A finding about a TASK.
    fn of_task(&self, code: Code, task: &Task<'w, 'a>, cause: Cause) -> Finding {
        Finding::new(code, self.workspace.source_id(task.main.source), task.id, cause)
    }
}

/// Runs all passes.
pub(crate) fn all(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    routing::pass(scene, findings);
    copies::pass(scene, findings);
    relation::pass(scene, findings);
    lifecycle::pass(scene, findings);
    receipts::pass(scene, findings);
    pins::pass(scene, findings);
    evidence::pass(scene, findings);
    authorization::pass(scene, findings);
    family::pass(scene, findings);
    report::pass(scene, findings);
    human::pass(scene, findings);
    duty::pass(scene, findings);
    general::pass(scene, findings);
}
