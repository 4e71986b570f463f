//! Digests by which somebody else fixed an envelope (FCOP 5, 7): in events, receipts and reviews.

use super::Scene;
use crate::code::Code;
use crate::digest::hex;
use crate::finding::{Cause, Finding};
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
                add(id, digest, receipt.operation_id.clone());
            }
            match receipt.operation {
                Operation::Merge => add(&receipt.review, &receipt.after, receipt.operation_id.clone()),
                // Digests of a TASK are those of its states, which the receipts pass compares.
                Operation::Create => add(&receipt.task, "", receipt.operation_id.clone()),
                Operation::Transition => {}
            }
        }
        gathered
    }

    /// The objects that pin an envelope, in order of id.
    pub(crate) fn by(&self, target: &str) -> BTreeSet<&str> {
        self.pins.get(target).into_iter().flatten().map(|(_, by)| by.as_str()).collect()
    }
}

/// Compares every pin with the file that it names. What was pinned is what is no longer there.
pub(super) fn pass(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    let workspace = scene.workspace;
    for (target, pins) in &scene.pins.pins {
        let Some(first) = workspace.find(target).filter(|_| !scene.tasks.contains_key(target)) else {
            continue;
        };
        let whole: BTreeSet<String> = workspace.copies(target).iter().map(|copy| hex(copy.whole)).collect();
        let broken = || pins.iter().filter(|(digest, _)| !whole.contains(*digest));
        let Some((expected, _)) = broken().next() else { continue };
        let cause =
            Cause::new("EVIDENCE_DIGEST_MISMATCH", "FCOP 5").at("/integrity/digest").expected(*expected);
        let cause = cause.found(hex(first.whole)).members(broken().map(|(_, by)| by.as_str()));
        findings.push(Finding::new(
            Code::IntegrityMismatch,
            workspace.source_id(first.source),
            target,
            cause,
        ));
    }
}
