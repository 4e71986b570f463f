//! A workspace with all that was worked out about it, as checks and objects look at it.

use crate::code::Code;
use crate::finding::{Cause, Finding};
use crate::pins::Pins;
use crate::registry::Registry;
use crate::subject::Subject;
use crate::task::Task;
use crate::workspace::Workspace;
use std::collections::{BTreeMap, BTreeSet};

/// What every pass may look at.
#[derive(Debug)]
pub(crate) struct Scene<'w, 'a> {
    pub(crate) workspace: &'w Workspace<'a>,
    pub(crate) registry: &'w Registry,
    /// What each envelope is about.
    pub(crate) subjects: &'w [Subject<'w>],
    pub(crate) tasks: &'w BTreeMap<&'w str, Task<'w, 'a>>,
    pub(crate) pins: &'w Pins<'w>,
    /// Envelopes that yield no object, since their subject cannot be told.
    pub(crate) silent: BTreeSet<&'w str>,
}

impl<'w, 'a> Scene<'w, 'a> {
    /// A finding about an event of a TASK.
    pub(crate) fn of_event(&self, code: Code, task: &Task<'w, 'a>, place: usize, cause: Cause) -> Finding {
        Finding::new(code, self.workspace.source_id(task.main.source), &task.event_id(place), cause)
    }

    /// A finding about a TASK.
    pub(crate) fn of_task(&self, code: Code, task: &Task<'w, 'a>, cause: Cause) -> Finding {
        Finding::new(code, self.workspace.source_id(task.main.source), task.id, cause)
    }
}
