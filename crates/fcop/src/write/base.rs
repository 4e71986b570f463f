//! What every command looks at first: a workspace of version 4.0, the TASK in question, and whether anything stands
//! against it.

use super::plan::Lock;
use super::refusal::{Base, Refusal};
use crate::check;
use crate::check::evidence::{Contest, contests_of};
use crate::code::Code;
use crate::digest::{hex, member};
use crate::edition::V4;
use crate::envelope::Envelope;
use crate::finding::Finding;
use crate::name::Kind;
use crate::pins::Pins;
use crate::receipt::{Operation, Receipt};
use crate::registry::Registry;
use crate::root::{self, Root};
use crate::scene::Scene;
use crate::subject::{Subject, subject};
use crate::task::Task;
use crate::workspace::{File, Source, Workspace};
use actum_canon::digest::sha256;
use std::collections::BTreeSet;

/// A workspace, ready to be written to.
pub(super) struct Desk<'s, 'w, 'a> {
    pub(super) scene: &'s Scene<'w, 'a>,
    /// Everything that the checks say.
    findings: &'s [Finding],
    /// `urn:uuid:…`
    pub(super) workspace_id: &'s str,
    /// The folder of the manifest, with `/` behind it; empty where the manifest lies at the top.
    pub(super) folder: &'s str,
}

pub(super) fn with_desk<'a, T>(
    files: impl IntoIterator<Item = File<'a>>,
    registry: &Registry,
    work: impl FnOnce(&Desk<'_, '_, '_>) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let mut findings = Vec::new();
    let mut roots = root::divide(Source::all(files)).into_iter().filter(Root::has_manifest);
    let Some(root) = roots.next() else {
        return Err(Refusal::new(Base::UnsupportedProtocol, "no `fcop.json` is there"));
    };
    if let Some(other) = roots.next() {
        let message = format!("`{}` and `{}` hold a manifest each", root.folder, other.folder);
        return Err(Refusal::new(Base::WorkspaceIdCloneConflict, message));
    }
    let workspace = Workspace::read(root.folder, root.sources, &mut findings);
    let at = workspace.manifest_at.unwrap_or_default();
    let id = workspace.source_id(at);
    let refused = findings.iter().find(|found| found.source == id && found.code == Code::SchemaInvalid);
    if let Some(finding) = refused {
        let cause = finding.causes.first();
        let code = cause.and_then(|cause| Base::ALL.iter().find(|code| code.as_str() == cause.reason));
        let place = cause.and_then(|cause| cause.pointer.clone()).unwrap_or_default();
        return Err(Refusal::new(
            code.copied().unwrap_or(Base::InvalidEnvelope),
            format!("`{id}` at `{place}`"),
        ));
    }
    if findings.iter().any(|found| found.code == Code::ManifestAmbiguous) {
        return Err(Refusal::new(Base::WorkspaceIdCloneConflict, "several manifests claim one workspace"));
    }
    let Some(workspace_id) =
        workspace.manifest.workspace.as_deref().filter(|_| core::ptr::eq(workspace.edition, &V4))
    else {
        return Err(Refusal::new(
            Base::UnsupportedWorkspaceVersion,
            "only workspaces of version 4.0 are written to",
        ));
    };
    let subjects: Vec<Subject<'_>> =
        workspace.envelopes.iter().map(|envelope| subject(&workspace, envelope, &mut findings)).collect();
    let tasks = Task::all(&workspace, &subjects);
    let pins = Pins::gather(&workspace, &tasks);
    let scene = Scene {
        workspace: &workspace,
        registry,
        subjects: &subjects,
        tasks: &tasks,
        pins: &pins,
        silent: Default::default(),
    };
    check::all(&scene, &mut findings);
    let folder = id.strip_suffix("fcop.json").unwrap_or_default();
    work(&Desk { scene: &scene, findings: &findings, workspace_id, folder })
}

impl<'s, 'w, 'a> Desk<'s, 'w, 'a> {
    /// The TASK of an id, if nothing stands against going on with it.
    pub(super) fn task(&self, id: &str) -> Result<&'s Task<'w, 'a>, Refusal> {
        let Some(task) = self.scene.tasks.get(id) else {
            return Err(Refusal::new(Base::RelationInvalid, format!("no TASK `{id}` is there")));
        };
        // What a committed operation left behind is explained to a reader; a writer would go on beside it.
        if let Some(left) = task.left.first() {
            let path = self.scene.workspace.source_id(*left);
            return Err(Refusal::new(
                Base::StateAmbiguous,
                format!("an earlier copy of `{id}` lies at `{path}`"),
            ));
        }
        let events = format!("{id}/t");
        let evidence: BTreeSet<&str> =
            task.events.iter().flat_map(|event| event.evidence.iter().map(|(named, _)| *named)).collect();
        for finding in self.findings.iter().filter(|found| found.effect().is_some()) {
            let object = finding.object.as_str();
            if object != id && !object.starts_with(&events) && !evidence.contains(object) {
                continue;
            }
            if let Some(code) = standing(finding.code) {
                let reason = finding.causes.first().map_or("", |cause| cause.reason);
                return Err(Refusal::new(code, format!("`{object}`: {} ({reason})", finding.code)));
            }
        }
        // Whether a decision settles it hangs on who may decide, which a reading knows and a writer does not.
        let repaired = repaired(self.scene, task);
        let stands =
            |found: &&Contest| !found.members.iter().all(|member| repaired.contains(member.as_str()));
        match contests_of(self.scene, task).iter().find(stands) {
            None => Ok(task),
            Some(contest) => {
                let message = format!("{} ({})", contest.members.join(", "), contest.cause.reason);
                Err(Refusal::new(Base::ReportHeadAmbiguous, message))
            }
        }
    }

    /// The operation on a TASK that was begun and is not known to have ended.
    ///
    /// A receipt of a preparation that the TASK has long left behind is none: nothing came of it.
    pub(super) fn pending(&self, task: &str) -> Option<&'s Receipt> {
        let copies: Vec<String> =
            self.scene.workspace.copies(task).iter().map(|copy| hex(copy.whole)).collect();
        let concerns = |receipt: &Receipt| {
            receipt.stage != "PREPARED"
                || copies.iter().any(|digest| *digest == receipt.before || *digest == receipt.after)
        };
        let receipts = self.scene.workspace.receipts_of(task).iter().rev();
        let mut open =
            receipts.filter(|receipt| receipt.operation == Operation::Transition && !receipt.is_committed());
        open.find(|receipt| concerns(receipt))
    }

    /// An envelope that others cannot have several contents of.
    pub(super) fn find(&self, id: &str) -> Option<&'w Envelope<'a>> {
        let workspace: &'w Workspace<'a> = self.scene.workspace;
        match workspace.copies(id) {
            [one] => Some(one),
            [] => None,
            several => several.first().filter(|first| several.iter().all(|copy| copy.whole == first.whole)),
        }
    }

    pub(super) fn path(&self, below: &str) -> String {
        format!("{}{below}", self.folder)
    }

    /// The bytes of a file at a path of the workspace.
    pub(super) fn bytes(&self, path: &str) -> Option<&'a [u8]> {
        let sources = &self.scene.workspace.sources;
        let at = sources.binary_search_by(|source| source.id.cmp(path)).ok()?;
        sources.get(at).map(|source| source.bytes)
    }

    /// The lock of the family that a TASK belongs to: that of its root.
    pub(super) fn family_lock(&self, task: &str) -> Lock {
        let root = self.find(task).and_then(|task| task.text("branch_of")).unwrap_or(task);
        let mut json = String::new();
        member(&mut json, "contract", Some("fcop-family-lock-v1"));
        member(&mut json, "root_task_id", Some(root));
        member(&mut json, "workspace_id", Some(self.workspace_id));
        json.push('}');
        Lock::Family(format!("family-{}.lock", hex(sha256(json.as_bytes()))))
    }
}

/// What a REVIEW of kind `repair` refers to (FCOP 4).
fn repaired<'w>(scene: &Scene<'w, '_>, task: &Task<'w, '_>) -> BTreeSet<&'w str> {
    let reviews = task.about(scene.workspace, Kind::Review);
    let repairs = reviews.filter(|review| review.text("review_kind") == Some("repair"));
    repairs.flat_map(|review| review.references()).collect()
}

/// The Base code for what stands against a TASK; none where it does not stop a writer.
const fn standing(code: Code) -> Option<Base> {
    Some(match code {
        Code::IntegrityMismatch => Base::EvidenceDigestMismatch,
        Code::StateAmbiguous | Code::DuplicateIdConflict => Base::StateAmbiguous,
        Code::LifecycleUndetermined
        | Code::PathEventDivergence
        | Code::OperationIncomplete
        | Code::ReceiptMissing
        | Code::ChainUnchecked
        | Code::MissingReference => Base::RecoveryRequired,
        Code::IllegalTransition => Base::InvalidTransition,
        Code::AuthorityDenied => Base::AuthorizationInvalid,
        Code::RelationInvalid | Code::ProhibitedCycle => Base::RelationInvalid,
        Code::SchemaInvalid => Base::InvalidEnvelope,
        _ => return None,
    })
}
