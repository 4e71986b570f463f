//! All files of a workspace, each read alone, in an order that does not depend on how they came.

use crate::code::Code;
use crate::edition::{Edition, V2, V3, V4};
use crate::envelope::Envelope;
use crate::finding::{Cause, Finding, NAMED};
use crate::front;
use crate::manifest::Manifest;
use crate::name;
use crate::place::{Layout, Place, observed, staged};
use crate::receipt::Receipt;
use crate::registry::Registry;
use actum_canon::digest::{Sha256, sha256};
use std::collections::{BTreeMap, BTreeSet};

/// One file of a workspace.
#[derive(Debug, Clone, Copy)]
pub struct File<'a> {
    /// The source id: the path below the workspace's folder, in NFC, with `/` between.
    pub id: &'a str,
    /// The exact bytes.
    pub bytes: &'a [u8],
}

/// A file that was looked at.
#[derive(Debug)]
pub(crate) struct Source<'a> {
    pub(crate) id: &'a str,
    pub(crate) bytes: &'a [u8],
    pub(crate) digest: Sha256,
    pub(crate) place: Place<'a>,
}

impl<'a> Source<'a> {
    pub(crate) fn of(file: File<'a>) -> Self {
        Self { id: file.id, bytes: file.bytes, digest: sha256(file.bytes), place: Place::of(file.id) }
    }

    /// Looks at files; equal ones count once.
    pub(crate) fn all(files: impl IntoIterator<Item = File<'a>>) -> Vec<Self> {
        let mut sources: Vec<Self> = files.into_iter().map(Self::of).collect();
        sources.sort_unstable_by(|left, right| (left.id, left.digest).cmp(&(right.id, right.digest)));
        sources.dedup_by(|left, right| (left.id, left.digest) == (right.id, right.digest));
        sources
    }
}

/// A workspace, read.
#[derive(Debug)]
pub(crate) struct Workspace<'a> {
    /// In order of id, then of digest; equal ones once.
    pub(crate) sources: Vec<Source<'a>>,
    pub(crate) edition: &'static Edition,
    pub(crate) manifest: Manifest,
    /// The source of the manifest.
    pub(crate) manifest_at: Option<usize>,
    /// In order of id, then of source.
    pub(crate) envelopes: Vec<Envelope<'a>>,
    /// In order of TASK, moment and source.
    pub(crate) receipts: Vec<Receipt>,
    /// Where the envelopes of an id are.
    ids: BTreeMap<&'a str, (usize, usize)>,
    /// The ids that begin with a short id, those of refused files too; sorted.
    shorts: BTreeMap<&'a str, Vec<&'a str>>,
    /// The names of files that are no envelopes, though they are called so.
    refused: BTreeSet<&'a str>,
}

impl<'a> Workspace<'a> {
    /// The workspace below `folder`, whose files are in order of id and digest.
    pub(crate) fn read(folder: &str, mut sources: Vec<Source<'a>>, findings: &mut Vec<Finding>) -> Self {
        let (manifest_at, manifest) = choose_manifest(folder, &mut sources, findings);
        let staged = sources.iter().any(|source| source.id.split('/').any(|folder| folder == "_lifecycle"));
        let mut workspace = Self {
            edition: if manifest.typed || !manifest.established && is_typed(&sources) {
                &V4
            } else if staged {
                &V3
            } else {
                &V2
            },
            sources,
            manifest,
            manifest_at,
            envelopes: Vec::new(),
            receipts: Vec::new(),
            ids: BTreeMap::new(),
            shorts: BTreeMap::new(),
            refused: BTreeSet::new(),
        };
        workspace.read_all(findings);
        workspace.index();
        workspace
    }

    fn read_all(&mut self, findings: &mut Vec<Finding>) {
        let typed = self.edition.typed.then_some(&self.manifest);
        for (at, source) in self.sources.iter().enumerate() {
            match source.place {
                Place::Envelope { kind, stem } => match Envelope::read(at, kind, stem, source.bytes, typed) {
                    Ok(envelope) => self.envelopes.push(envelope),
                    Err(causes) => {
                        let mut finding =
                            Finding::new(Code::SchemaInvalid, source.id, stem, Cause::new("", ""));
                        finding.causes = causes;
                        findings.push(finding);
                        self.refused.insert(stem);
                    }
                },
                Place::Receipt => match Receipt::read(at, source.bytes) {
                    Ok(receipt) => self.receipts.push(receipt),
                    Err(cause) => findings.push(Finding::new(Code::SchemaInvalid, source.id, "", *cause)),
                },
                Place::Stray => {
                    let cause = Cause::new("no_envelope", "FCOP 2").found(source.id);
                    findings.push(Finding::new(Code::UnknownType, source.id, "", cause));
                }
                Place::Temporary => {
                    let cause = Cause::new("temporary_left", "FCOP 4").found(source.id);
                    findings.push(Finding::new(Code::UncommittedTemporary, source.id, "", cause));
                }
                Place::Manifest | Place::Lock | Place::Copy | Place::Other => {}
            }
        }
        self.receipts = furthest(&self.sources, std::mem::take(&mut self.receipts), findings);
        if !self.edition.typed && self.envelopes.iter().any(|envelope| !envelope.events().is_empty()) {
            self.edition = &V3;
        }
    }

    fn index(&mut self) {
        self.envelopes.sort_unstable_by_key(|envelope| (envelope.id, envelope.source));
        let mut start = 0;
        for group in self.envelopes.chunk_by(|left, right| left.id == right.id) {
            let Some(first) = group.first() else { continue };
            self.ids.insert(first.id, (start, start + group.len()));
            start += group.len();
        }
        let all: BTreeSet<&'a str> = self.ids.keys().chain(&self.refused).copied().collect();
        for id in all.into_iter().filter(|_| !self.edition.typed) {
            if let Some(short) = name::short(id) {
                self.shorts.entry(short).or_default().push(id);
            }
        }
        self.receipts.sort_unstable_by(|left, right| {
            (&left.task, &left.at, left.source).cmp(&(&right.task, &right.at, right.source))
        });
    }

    /// All files that hold one id.
    pub(crate) fn copies(&self, id: &str) -> &[Envelope<'a>] {
        let (start, end) = self.ids.get(id).copied().unwrap_or_default();
        self.envelopes.get(start..end).unwrap_or_default()
    }

    /// The envelope of an id; of several files that hold it, the first by source. Where their contents differ, the id is
    /// contested, which is reported elsewhere.
    pub(crate) fn find(&self, id: &str) -> Option<&Envelope<'a>> {
        self.copies(id).first()
    }

    /// The name of a file that is no envelope, though it is called so.
    pub(crate) fn refused(&self, id: &str) -> Option<&'a str> {
        self.refused.get(id).copied()
    }

    /// The groups of files that hold one id, in order of id.
    pub(crate) fn groups(&self) -> impl Iterator<Item = &[Envelope<'a>]> {
        self.envelopes.chunk_by(|left, right| left.id == right.id)
    }

    /// The ids that begin with a short id.
    pub(crate) fn with_short(&self, short: &str) -> &[&'a str] {
        self.shorts.get(short).map(Vec::as_slice).unwrap_or_default()
    }

    /// The receipts of a TASK, by moment.
    pub(crate) fn receipts_of(&self, task: &str) -> &[Receipt] {
        let start = self.receipts.partition_point(|receipt| receipt.task.as_str() < task);
        let end = self.receipts.partition_point(|receipt| receipt.task.as_str() <= task);
        self.receipts.get(start..end).unwrap_or_default()
    }

    pub(crate) fn source_id(&self, at: usize) -> &'a str {
        self.sources.get(at).map_or("", |source| source.id)
    }

    pub(crate) fn bytes(&self, at: usize) -> &'a [u8] {
        self.sources.get(at).map_or(&[], |source| source.bytes)
    }

    /// The state that the path of a source shows, where it is one of this edition.
    pub(crate) fn observed(&self, at: usize) -> Option<&'a str> {
        let id = self.source_id(at);
        let (layout, state) = if self.edition.typed { staged(id) } else { observed(id) }?;
        match (self.edition.layout, layout) {
            // What an earlier layout left behind: `tasks/` and `log/` beside `_lifecycle/`.
            (Layout::Staged, Layout::Flat) => Some(if state == "open" { "inbox" } else { "archive" }),
            _ => Some(state),
        }
    }

    /// What the streams of this workspace begin with.
    pub(crate) fn label<'r>(&'r self, registry: &'r Registry) -> &'r str {
        self.manifest.workspace.as_deref().or(registry.domain()).unwrap_or("fcop")
    }
}

/// One file that a record holds in several stages of its operation is one receipt, in the furthest of them.
fn furthest(sources: &[Source<'_>], receipts: Vec<Receipt>, findings: &mut Vec<Finding>) -> Vec<Receipt> {
    let path = |receipt: &Receipt| sources.get(receipt.source).map_or("", |source| source.id);
    let mut kept: Vec<Receipt> = Vec::with_capacity(receipts.len());
    let mut stages: BTreeMap<String, usize> = BTreeMap::new();
    // Contents of one path come one after the other.
    let paths: Vec<&str> = receipts.iter().map(path).collect();
    for (at, mut receipt) in receipts.into_iter().enumerate() {
        let here = paths.get(at).copied().unwrap_or_default();
        let before = at.checked_sub(1).and_then(|before| paths.get(before)) == Some(&here);
        if !before {
            stages.clear();
        }
        if before || paths.get(at + 1) == Some(&here) {
            let place = *stages.entry(receipt.in_stage("")).or_insert(kept.len());
            if let Some(other) = kept.get_mut(place) {
                if receipt.progress() > other.progress() {
                    core::mem::swap(other, &mut receipt);
                }
                let cause = Cause::new("stage_left", "FCOP 4").at("/stage").found(&receipt.stage);
                findings.push(Finding::new(Code::StageLeft, here, &receipt.id, cause));
                continue;
            }
        }
        kept.push(receipt);
    }
    kept
}

/// Whether most envelopes say themselves that they are of version 4, where no manifest tells.
fn is_typed(sources: &[Source<'_>]) -> bool {
    let envelopes = sources.iter().filter(|source| matches!(source.place, Place::Envelope { .. }));
    let (typed, named): (Vec<_>, Vec<_>) = envelopes.partition(|source| front::says_four(source.bytes));
    typed.len() > named.len()
}

/// The manifest of a folder; `fcop.json` before what older tools called it. Where one name holds several contents, none
/// of them is chosen: what they have in common holds.
fn choose_manifest<'a>(
    folder: &str,
    sources: &mut [Source<'a>],
    findings: &mut Vec<Finding>,
) -> (Option<usize>, Manifest) {
    let mut found: Vec<(bool, &'a str, usize)> = sources
        .iter()
        .enumerate()
        .filter(|(_, source)| source.place == Place::Manifest)
        .map(|(at, source)| (source.id.strip_prefix(folder) != Some("fcop.json"), source.id, at))
        .collect();
    found.sort_unstable();
    let Some(&(_, id, at)) = found.first() else { return (None, Manifest::default()) };
    for (_, _, other) in found.iter().skip(1) {
        if let Some(source) = sources.get_mut(*other) {
            source.place = Place::Other;
        }
    }
    if found.len() > 1 {
        let members = found.iter().map(|(_, id, _)| *id).take(NAMED);
        let cause = Cause::new("several_manifests", "FCOP 3.3").members(members);
        findings.push(Finding::new(Code::ManifestAmbiguous, id, "", cause));
    }
    let variants = found.iter().filter(|(_, other, _)| *other == id).filter_map(|(.., at)| sources.get(*at));
    let variants: Vec<Manifest> = variants.map(|source| Manifest::read(source.bytes).0).collect();
    if variants.len() > 1 {
        return (Some(at), Manifest::common(variants).unwrap_or_default());
    }
    let (manifest, causes) = Manifest::read(sources.get(at).map_or(&[], |source| source.bytes));
    if !causes.is_empty() {
        let mut finding = Finding::new(Code::SchemaInvalid, id, "", Cause::new("", ""));
        finding.causes = causes;
        findings.push(finding);
    }
    (Some(at), manifest)
}
