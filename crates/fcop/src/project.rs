//! The door: a workspace in, objects and findings out. Total, and the same for every order of the files.

use crate::check;
use crate::finding::Finding;
use crate::name::Kind;
use crate::object::{self, Projected};
use crate::pins::Pins;
use crate::place::Place;
use crate::registry::Registry;
use crate::scene::Scene;
use crate::subject::{Subject, subject};
use crate::task::Task;
use crate::workspace::{File, Workspace};
use actum_canon::digest::Sha256;

/// What a workspace becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Projection {
    /// In order of source, then of id. An object that several files show comes once for each of them.
    pub objects: Vec<Projected>,
    /// In order of code, object and source; one for each code, object, source, relation and target.
    pub findings: Vec<Finding>,
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

/// Projects a workspace. Equal files count once.
#[must_use]
pub fn project<'a>(workspace: impl IntoIterator<Item = File<'a>>, registry: &Registry) -> Projection {
    let mut findings = Vec::new();
    let workspace = Workspace::gather(workspace, &mut findings);
    let subjects: Vec<Subject<'_>> =
        workspace.envelopes.iter().map(|envelope| subject(&workspace, envelope, &mut findings)).collect();
    let tasks = Task::all(&workspace, &subjects);
    let pins = Pins::gather(&workspace, &tasks);
    let unknown =
        workspace.envelopes.iter().zip(&subjects).filter(|(_, subject)| **subject == Subject::Unknown);
    let silent = unknown.map(|(envelope, _)| envelope.id).collect();
    let scene =
        Scene { workspace: &workspace, registry, subjects: &subjects, tasks: &tasks, pins: &pins, silent };
    check::all(&scene, &mut findings);
    let objects = object::all(&scene, &mut findings);
    let sources = seen(&workspace, &objects);
    Projection { findings: merged(findings), sources, objects }
}

/// Tells by its path whether a file looks like a part of an FCoP workspace.
#[must_use]
pub fn claims(source_id: &str) -> bool {
    !matches!(Place::of(source_id), Place::Other | Place::Stray)
}

fn seen(workspace: &Workspace<'_>, objects: &[Projected]) -> Vec<Seen> {
    let count = |id: &str| {
        let start = objects.partition_point(|object| object.source.as_str() < id);
        objects.partition_point(|object| object.source.as_str() <= id) - start
    };
    let one = |source: &crate::workspace::Source<'_>| Seen {
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
