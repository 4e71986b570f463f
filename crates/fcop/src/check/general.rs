//! What holds of a whole workspace, said once (FCOP 7.1).

use super::{NAMED, Scene};
use crate::code::Code;
use crate::finding::{Cause, Finding};
use crate::place::{Layout, observed};
use crate::subject::Subject;
use std::collections::BTreeSet;

pub(super) fn pass(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    let workspace = scene.workspace;
    unestablished(scene, findings);
    let layouts: BTreeSet<Layout> = workspace
        .envelopes
        .iter()
        .filter_map(|envelope| observed(workspace.source_id(envelope.source)))
        .map(|(layout, _)| layout)
        .collect();
    let at = workspace.manifest_at.or(workspace.envelopes.first().map(|envelope| envelope.source));
    let Some(source) = at.map(|at| workspace.source_id(at)).filter(|_| !workspace.envelopes.is_empty())
    else {
        return;
    };
    let mut say = |code, cause| findings.push(Finding::new(code, source, "", cause));
    if layouts.len() > 1 {
        say(
            Code::TopologyMixed,
            Cause::new("two_layouts", "FCOP 4").found("`_lifecycle` beside `tasks` and `log`"),
        );
    }
    let count = workspace.envelopes.len();
    let unordered =
        workspace.envelopes.iter().filter(|envelope| envelope.text("tmpa_stream").is_none()).count();
    if unordered > 0 {
        let found = format!("{unordered} of {count} envelopes");
        say(Code::StreamOrderUnknown, Cause::new("no_writer_sequence", "FCOP 7").found(found));
    }
    let roles = workspace.envelopes.iter().filter(|envelope| envelope.text("session_id").is_none()).count();
    if roles > 0 {
        let found = format!("{roles} of {count} envelopes");
        say(Code::IdentityRoleLevel, Cause::new("role_stands_for_identity", "FCOP 7.1").found(found));
    }
    let loose: BTreeSet<&str> = workspace
        .envelopes
        .iter()
        .map(|envelope| envelope.id)
        .filter(|id| scene.pins.by(id).is_empty())
        .collect();
    if !loose.is_empty() {
        let cause = Cause::new("no_pin", "FCOP 7").found(format!("{} of {count} envelopes", loose.len()));
        say(Code::IntegrityUnpinned, cause.members(loose.into_iter().take(NAMED)));
    }
    if scene.registry.is_none() && scene.workspace.edition.typed {
        say(
            Code::RegistryAbsent,
            Cause::new("no_registry", "FCOP 7.1")
                .expected("evaluations in `fcop.json` beside `profile.json`"),
        );
    }
}

/// Version 4 demands a manifest: it says which workspace an envelope has to name, and whose authorizations hold. Without
/// it no work item is more than undetermined, so that nothing is gained by taking it away.
fn unestablished(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    let workspace = scene.workspace;
    if !workspace.edition.typed || workspace.manifest.established {
        return;
    }
    let found = workspace.manifest_at.map_or("absent", |at| workspace.source_id(at));
    for (envelope, subject) in workspace.envelopes.iter().zip(scene.subjects) {
        if *subject == Subject::Own {
            let cause =
                Cause::new("no_manifest", "FCOP 3.3").expected("a manifest of version 4").found(found);
            let source = workspace.source_id(envelope.source);
            findings.push(Finding::new(Code::WorkspaceUndetermined, source, envelope.id, cause));
        }
    }
}
