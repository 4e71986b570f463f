//! What was pinned, beside what is there (FCOP 5).

use super::Scene;
use crate::code::Code;
use crate::digest::hex;
use crate::finding::{Cause, Finding};
use std::collections::BTreeSet;

/// Compares every pin with the file that it names. What was pinned is what is no longer there.
pub(super) fn pass(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    let workspace = scene.workspace;
    for (target, pins) in scene.pins.all() {
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
