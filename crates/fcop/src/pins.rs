//! Digests by which somebody else fixed an envelope (FCOP 5, 7): in events, receipts and reviews.

use crate::receipt::Operation;
use crate::task::Task;
use crate::workspace::Workspace;
use std::collections::{BTreeMap, BTreeSet};

/// Who pinned which envelope, and with which digest.
#[derive(Debug, Default)]
pub(crate) struct Pins<'w> {
    /// By target: digest and the object that holds it.
    pins: BTreeMap<&'w str, BTreeSet<(&'w str, String)>>,
}

impl<'w> Pins<'w> {
    pub(crate) fn gather<'a>(
        workspace: &'w Workspace<'a>,
        tasks: &'w BTreeMap<&'w str, Task<'w, 'a>>,
    ) -> Self {
        let mut gathered = Self::default();
        let mut add = |target: &'w str, digest: &'w str, by: String| {
            gathered.pins.entry(target).or_default().insert((digest, by));
        };
        for task in tasks.values() {
            for (place, event, _) in task.transitions() {
                let named = event.evidence.iter().chain(&event.authorization);
                for &(id, digest) in named {
                    if let Some(digest) = digest {
                        add(id, digest, task.event_id(place));
                    }
                }
            }
        }
        for receipt in &workspace.receipts {
            for (id, digest) in &receipt.pins {
                add(id, digest, receipt.id.clone());
            }
            match receipt.operation {
                Operation::Merge => add(&receipt.review, &receipt.after, receipt.id.clone()),
                // Digests of a TASK are those of its states, which the receipts pass compares.
                Operation::Create => add(&receipt.task, "", receipt.id.clone()),
                Operation::Transition => {}
            }
        }
        gathered
    }

    /// Every target with its pins, in order of target.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&'w str, &BTreeSet<(&'w str, String)>)> {
        self.pins.iter().map(|(target, pins)| (*target, pins))
    }

    /// The objects that pin an envelope, in order of id.
    pub(crate) fn by(&self, target: &str) -> BTreeSet<&str> {
        self.pins.get(target).into_iter().flatten().map(|(_, by)| by.as_str()).collect()
    }
}
