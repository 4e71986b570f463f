//! Governance objects made of artifacts that are none: deals, state trees, FCoP workspaces (TMPA 4.3).
//!
//! A projection is a pure function of the artifacts that it claims and of the registry that the profile gives it. The
//! artifact stays the source of every object that is made of it. Each protocol's own engine decides by its own rules;
//! what it finds enters the reading as findings and lowers the objects that it concerns, and where each deal and each
//! episode stands is a value of the result.
//!
//! Not here: how a reading judges what is projected (`tmpa`), and any rule of the protocols (`deal`, `astp`, `fcop`).

mod code;
mod deal;
mod fcop;
mod link;
mod object;
mod shelf;
mod tree;

use std::path::Path;

use actum_canon::json::{Kind as JsonKind, Parser, Value};
use actum_canon::normal::nfc;
use actum_fcop::{Extent, Registry, speaks};
use actum_tmpa::profile::Profile;
use actum_tmpa::{Beside, Candidate, Examiner, InputBundle, Source};

use crate::error::{Error, ErrorKind};
use crate::evidence::{is_actum, is_json};
use link::{Cited, Names};
use object::Made;

/// Whether the projections that a profile asks for are known here, with the registries that they need.
///
/// # Errors
/// [`ErrorKind::Input`] that names the first one that is not.
pub(crate) fn check(profile: &Profile, manifest: &Path) -> Result<(), Error> {
    for projection in profile.projections() {
        let fault = match (projection.name.as_str(), &projection.registry) {
            ("native" | "deal" | "tree", None) => continue,
            ("native" | "deal" | "tree", Some(_)) => {
                format!("the projection `{}` takes no registry", projection.name)
            }
            ("fcop", None) => continue,
            ("fcop", Some((file, bytes))) => match Registry::load(file, bytes) {
                Ok(_) => continue,
                Err(error) => error.to_string(),
            },
            (name, _) => {
                format!("no projection `{name}` is known; there are `native`, `deal`, `tree` and `fcop`")
            }
        };
        let message = format!("the profile `{}` cannot be used: {fault}", manifest.display());
        return Err(Error::new(ErrorKind::Input, "profile_invalid", message));
    }
    Ok(())
}

/// The projections of one reading, asked of every source.
#[derive(Debug)]
pub(crate) struct Projections {
    deal: bool,
    tree: bool,
    /// What the files of a workspace cannot say.
    fcop: Option<Registry>,
    /// Whether every JSON is held to be a governance object that no other projection claims.
    native: bool,
}

/// Where files are looked at as parts of FCoP workspaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Workspaces {
    /// Everywhere: the evidence is a workspace, in which governance objects say what they are.
    Whole,
    /// Below the folders that are workspaces; other evidence lies beside them.
    Among,
}

/// What a claimed source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// The line with which a journal of a claimed kind begins.
    Header,
    Deal,
    Tree,
    /// A file of a workspace.
    File,
}

/// A source that a projection reads, with its bytes.
#[derive(Debug)]
pub(crate) struct Claimed {
    kind: Kind,
    id: String,
    media_type: String,
    bytes: Vec<u8>,
    position: Option<u64>,
}

impl Claimed {
    fn key(&self) -> impl Ord + '_ {
        (&self.id, &self.bytes, self.kind, &self.media_type, self.position)
    }

    fn source(&self) -> Source<'_> {
        Source { id: &self.id, media_type: &self.media_type, bytes: &self.bytes, position: self.position }
    }
}

/// The objects of one claimed source, by its position among them.
type Objects = Vec<Vec<Made>>;

fn none(claimed: &[Claimed]) -> Objects {
    claimed.iter().map(|_| Vec::new()).collect()
}

/// The same as bytes.
type Written = Vec<Vec<Vec<u8>>>;

impl Projections {
    /// The projections that a profile asks for.
    pub(crate) fn of(profile: &Profile) -> Self {
        let named = |name| profile.projections().iter().find(|projection| projection.name == name);
        let registry = named("fcop").map(|projection| match &projection.registry {
            // That it loads was checked with the profile.
            Some((file, bytes)) => Registry::load(file, bytes).unwrap_or_else(|_| Registry::none()),
            None => Registry::none(),
        });
        Self {
            deal: named("deal").is_some(),
            tree: named("tree").is_some(),
            fcop: registry,
            native: named("native").is_some(),
        }
    }

    /// Whether a source of this media type is read at all: Actum's own ones only by the projection that is for them.
    pub(crate) fn reads(&self, media_type: &str) -> bool {
        match own_kind(media_type) {
            None => !is_actum(media_type),
            Some(Kind::Deal) => self.deal,
            Some(Kind::Tree) => self.tree,
            Some(Kind::Header | Kind::File) => false,
        }
    }

    /// Where workspaces are read, if they are.
    pub(crate) fn workspaces(&self) -> Option<Workspaces> {
        let extent = if self.native { Workspaces::Among } else { Workspaces::Whole };
        self.fcop.as_ref().map(|_| extent)
    }

    /// Whether a source that is no JSON may be one of a workspace.
    pub(crate) fn reads_file(&self, id: &str) -> bool {
        match self.workspaces() {
            None => false,
            Some(Workspaces::Whole) => true,
            Some(Workspaces::Among) => speaks(id),
        }
    }

    /// Takes a source that one of the projections reads; a pure function of media type and bytes.
    pub(crate) fn claim(&self, parser: &mut Parser, source: Source<'_>) -> Option<Claimed> {
        if !self.deal && !self.tree && self.fcop.is_none() {
            return None;
        }
        let kind = match own_kind(source.media_type) {
            Some(kind) => Some(kind).filter(|kind| self.asks_for(*kind))?,
            None => match parser.parse(source.bytes).ok().map(|document| document.root()) {
                Some(root) => match by_form(root, self) {
                    Some(kind) if self.asks_for(kind) => kind,
                    _ => self.file(root.get("tmpa_version").is_some())?,
                },
                None => self.file(false)?,
            },
        };
        Some(Claimed {
            kind,
            id: source.id.to_owned(),
            media_type: source.media_type.to_owned(),
            bytes: source.bytes.to_vec(),
            position: source.position,
        })
    }

    fn asks_for(&self, kind: Kind) -> bool {
        match kind {
            Kind::Header | Kind::File => true,
            Kind::Deal => self.deal,
            Kind::Tree => self.tree,
        }
    }

    /// A file of a workspace, unless it says that it is a governance object.
    fn file(&self, native: bool) -> Option<Kind> {
        (self.fcop.is_some() && !native).then_some(Kind::File)
    }

    /// Gives back the files that lie in no workspace, where others do: JSON is examined as it is without the projection, the
    /// rest is no evidence. Only the whole set says where the workspaces are. Gives how many are no evidence.
    fn release(
        &self,
        input: &InputBundle,
        claimed: &mut Vec<Claimed>,
        candidates: &mut Vec<Candidate>,
    ) -> usize {
        if self.workspaces() != Some(Workspaces::Among) {
            return 0;
        }
        let is_file = |source: &Claimed| source.kind == Kind::File;
        let all = std::mem::take(claimed);
        let extent = Extent::of(all.iter().filter(|source| is_file(source)).map(|source| source.id.as_str()));
        let free: Vec<bool> = all.iter().map(|source| is_file(source) && !extent.holds(&source.id)).collect();
        let mut examiner = Examiner::new(input);
        let mut passed_over = 0;
        for (source, free) in all.into_iter().zip(free) {
            if !free {
                claimed.push(source);
            } else if is_json(&source.media_type) {
                candidates.push(examiner.examine(source.source()));
            } else {
                passed_over += 1;
            }
        }
        passed_over
    }

    /// Makes candidates of what was claimed. `candidates` holds all others, to which objects may refer by digest. Gives also
    /// how many of the claimed sources turned out to be no evidence.
    pub(crate) fn project(
        &self,
        input: &InputBundle,
        mut claimed: Vec<Claimed>,
        candidates: &mut Vec<Candidate>,
    ) -> (Beside, usize) {
        let mut beside = Beside::default();
        let passed_over = self.release(input, &mut claimed, candidates);
        // The name of a file of a workspace is its path in NFC (FCOP 7); that of any other source is as it came.
        for source in claimed.iter_mut().filter(|source| source.kind == Kind::File) {
            source.id = nfc(&source.id).into_owned();
        }
        // From here on no order of arrival exists.
        claimed.sort_unstable_by(|a, b| a.key().cmp(&b.key()));
        // However often it was kept, and as what, bytes under one name are one source.
        claimed.dedup_by(|a, b| (&a.id, &a.bytes) == (&b.id, &b.bytes));
        let (mut objects, mut names) = (none(&claimed), Names::default());
        if self.tree {
            tree::project(&claimed, &mut objects, &mut names, &mut beside);
        }
        let mut files: Written = claimed.iter().map(|_| Vec::new()).collect();
        if let Some(registry) = &self.fcop {
            fcop::project(&claimed, registry, &mut files, &mut beside);
        }
        let mut examiner = Examiner::new(input);
        // One source after the other, so that of many none is there in every form at once.
        let mut take = |source: &Claimed, made: &[Made], files: Vec<Vec<u8>>, into: &mut Vec<Candidate>| {
            let written: Vec<Vec<u8>> = made.iter().map(Made::to_bytes).chain(files).collect();
            into.extend(examiner.project(source.source(), written.iter().map(Vec::as_slice)));
        };
        // Deals come last: what they cite is among all the others.
        for (source, (made, files)) in claimed.iter().zip(objects.into_iter().zip(files)) {
            if source.kind != Kind::Deal {
                take(source, &made, files, candidates);
            }
        }
        claimed.retain(|source| source.kind == Kind::Deal);
        if self.deal {
            let mut objects = none(&claimed);
            deal::project(&claimed, &mut objects, &Cited::of(candidates, names), &mut beside);
            for (source, made) in claimed.iter().zip(objects) {
                take(source, &made, Vec::new(), candidates);
            }
        }
        (beside, passed_over)
    }
}

/// The kind of a source whose media type says it.
fn own_kind(media_type: &str) -> Option<Kind> {
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    let own = |name: &str| essence.eq_ignore_ascii_case(name);
    if own("application/vnd.actum.deal+json") {
        Some(Kind::Deal)
    } else if own("application/vnd.actum.transition+json") {
        Some(Kind::Tree)
    } else if own("application/vnd.actum.tombstone+json") {
        Some(Kind::Header)
    } else {
        None
    }
}

/// The kind of a line that lies in a file, by the members that only such a line has.
fn by_form(root: Value<'_>, asked: &Projections) -> Option<Kind> {
    if root.kind() != JsonKind::Object {
        return None;
    }
    let has = |names: &[&str]| names.iter().all(|name| root.get(name).is_some());
    if has(&["entry", "hash", "n", "prev"]) && !has(&["tmpa_version"]) {
        return Some(Kind::Deal);
    }
    if has(&["audit", "changes", "command", "context", "nodes", "outcome"]) {
        return Some(Kind::Tree);
    }
    let journal = root.get("journal")?.as_str()?;
    let header = root.len() == 2 && has(&["version"]);
    (header && (journal == "deal" && asked.deal || journal == "tree" && asked.tree)).then_some(Kind::Header)
}
