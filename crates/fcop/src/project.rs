//! The door: a workspace in, objects and findings out. Total, and the same for every order of the files.

use crate::check;
use crate::check::evidence::{Contest, contests};
use crate::code::Code;
use crate::finding::{Cause, Finding, NAMED};
use crate::name::Kind;
use crate::object::{self, Projected};
use crate::pins::Pins;
use crate::place::Place;
use crate::registry::Registry;
use crate::root;
use crate::scene::Scene;
use crate::subject::{Subject, subject};
use crate::task::Task;
use crate::workspace::{File, Source, Workspace};
use actum_canon::digest::Sha256;
use std::collections::{BTreeMap, BTreeSet};

/// What a workspace becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Projection {
    /// In order of source, then of id. An object that several files show comes once for each of them.
    pub objects: Vec<Projected>,
    /// In order of code, object and source; one for each code, object, source, relation and target.
    pub findings: Vec<Finding>,
    /// What contradicts each other, in order of workspace and TASK.
    pub contests: Vec<Contest>,
    /// Every file, in order of id and digest.
    pub sources: Vec<Seen>,
}

/// A file that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The source id.
    pub id: String,
    /// SHA-256 of its bytes.
    pub digest: Sha256,
    /// What it was taken for, by its path.
    pub what: What,
    /// How many objects it yielded.
    pub objects: usize,
}

/// What a file is taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// A TASK.
    Task,
    /// A REPORT.
    Report,
    /// An ISSUE.
    Issue,
    /// A REVIEW.
    Review,
    /// The manifest of the workspace.
    Manifest,
    /// The receipt of an operation.
    Receipt,
    /// A lock, which says nothing.
    Lock,
    /// What a writer left behind before it was published.
    Temporary,
    /// A copy below `cold/`, which is no authority.
    Copy,
    /// A file in a folder for envelopes that is none.
    Stray,
    /// Not governance.
    Other,
}

impl What {
    fn of(place: Place<'_>) -> Self {
        match place {
            Place::Envelope { kind: Kind::Task, .. } => Self::Task,
            Place::Envelope { kind: Kind::Report, .. } => Self::Report,
            Place::Envelope { kind: Kind::Issue, .. } => Self::Issue,
            Place::Envelope { kind: Kind::Review, .. } => Self::Review,
            Place::Manifest => Self::Manifest,
            Place::Receipt => Self::Receipt,
            Place::Lock => Self::Lock,
            Place::Temporary => Self::Temporary,
            Place::Copy => Self::Copy,
            Place::Stray => Self::Stray,
            Place::Other => Self::Other,
        }
    }
}

/// Projects workspaces, each for itself: a file belongs to the nearest manifest above it. Equal files count once.
#[must_use]
pub fn project<'a>(files: impl IntoIterator<Item = File<'a>>, registry: &Registry) -> Projection {
    let (mut objects, mut sources, mut contests) = (Vec::new(), Vec::new(), Vec::new());
    let mut read: Vec<Read> = Vec::new();
    let mut claims: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let roots = root::divide(Source::all(files));
    let several = roots.len() > 1;
    for root in roots {
        let mut findings = Vec::new();
        let workspace = Workspace::read(root.folder, root.sources, &mut findings);
        let (made, contested) = objects_of(&workspace, registry, &mut findings);
        contests.extend(contested);
        sources.extend(seen(&workspace, &made));
        let home = several && workspace.manifest.established;
        let ids = made.iter().filter(|_| home).map(|object| object.id.clone()).collect();
        read.push(Read { findings, at_home: ids });
        objects.extend(made);
        if let (Some(at), Some(id)) = (workspace.manifest_at, workspace.manifest.workspace) {
            claims.entry(id).or_default().extend(workspace.sources.get(at).map(|source| source.id));
        }
    }
    let mut findings = at_home(read);
    for (id, manifests) in claims.into_iter().filter(|(_, manifests)| manifests.len() > 1) {
        let first = manifests.first().copied().unwrap_or_default();
        let cause = Cause::new("WORKSPACE_ID_CLONE_CONFLICT", "FCOP 3.3").at("/workspace_id").found(id);
        let cause = cause.members(manifests.iter().copied().take(NAMED));
        findings.push(Finding::new(Code::ManifestAmbiguous, first, "", cause));
    }
    objects.sort_unstable();
    sources.sort_unstable_by(|left, right| (&left.id, left.digest).cmp(&(&right.id, right.digest)));
    Projection { findings: merged(findings), contests, sources, objects }
}

/// What the checks said about the files below one folder.
struct Read {
    findings: Vec<Finding>,
    /// The objects that it made, where there are several and a manifest says which workspace this is.
    at_home: BTreeSet<String>,
}

/// All findings. One about a copy of an envelope that another workspace is the home of stays with the copy: who drops a
/// file beside a workspace, or into another one, lowers nothing in it.
fn at_home(read: Vec<Read>) -> Vec<Finding> {
    let homes: BTreeSet<String> = read.iter().flat_map(|each| &each.at_home).cloned().collect();
    let mut findings = Vec::new();
    for Read { findings: found, at_home } in read {
        findings.extend(found.into_iter().map(|mut finding| {
            if homes.contains(&finding.object) && !at_home.contains(&finding.object) {
                finding.object.clear();
            }
            finding
        }));
    }
    findings
}

/// Makes the objects of one workspace, in order of source and id.
fn objects_of(
    workspace: &Workspace<'_>,
    registry: &Registry,
    findings: &mut Vec<Finding>,
) -> (Vec<Projected>, Vec<Contest>) {
    let subjects: Vec<Subject<'_>> =
        workspace.envelopes.iter().map(|envelope| subject(workspace, envelope, findings)).collect();
    let tasks = Task::all(workspace, &subjects);
    let pins = Pins::gather(workspace, &tasks);
    let unknown =
        workspace.envelopes.iter().zip(&subjects).filter(|(_, subject)| **subject == Subject::Unknown);
    let silent = unknown.map(|(envelope, _)| envelope.id).collect();
    let scene = Scene { workspace, registry, subjects: &subjects, tasks: &tasks, pins: &pins, silent };
    check::all(&scene, findings);
    (object::all(&scene, findings), contests(&scene))
}

/// Tells by its path whether a file looks like a part of an FCoP workspace that something can be read from.
#[must_use]
pub fn claims(source_id: &str) -> bool {
    !matches!(Place::of(source_id), Place::Other | Place::Stray | Place::Lock)
}

fn seen(workspace: &Workspace<'_>, objects: &[Projected]) -> Vec<Seen> {
    let count = |id: &str| {
        let start = objects.partition_point(|object| object.source.as_str() < id);
        objects.partition_point(|object| object.source.as_str() <= id) - start
    };
    let one = |source: &Source<'_>| Seen {
        id: source.id.to_owned(),
        digest: source.digest,
        what: What::of(source.place),
        objects: count(source.id),
    };
    workspace.sources.iter().map(one).collect()
}

/// One finding for each place; its causes together.
fn merged(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_unstable();
    let mut merged: Vec<Finding> = Vec::with_capacity(findings.len());
    for finding in findings {
        match merged.last_mut().filter(|last| last.is_about_the_same(&finding)) {
            Some(last) => last.causes.extend(finding.causes),
            None => merged.push(finding),
        }
    }
    for finding in &mut merged {
        finding.causes.sort_unstable();
        finding.causes.dedup();
    }
    merged
}
