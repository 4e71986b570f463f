//! The sources of a reading: a finite set of named byte strings, found before any of them is examined (TMPA 8.1).
//!
//! What counts as evidence is decided by name alone, never by content or order of discovery:
//!
//! - below a folder, `*.json` is one artifact and `*.jsonl` and `*.ndjson` hold one per line, at any depth;
//! - a file that is named itself is evidence whatever its name: one artifact unless its name says lines;
//! - symbolic links and special files below a folder are reported, never followed or opened;
//! - hidden names (`.git`) and files of other kinds (`README.md`) are counted, not read;
//! - the profile of the reading is not evidence;
//! - under a profile that reads FCoP workspaces, files of other kinds are evidence there, too;
//! - of a ledger every entry is evidence whose media type is JSON, unless it is kept for another reading.
//!
//! Everything left out is in [`Notes`]; what is evidence but cannot be read is an error, because a part of a set would
//! silently change the verdict.

mod folder;
pub(crate) mod lines;
mod listing;
mod media;
mod name;
mod stream;
mod walk;

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use actum_tmpa::Source;

use crate::bundle::Bundle;
use crate::error::{Error, ErrorKind};
use crate::input::{PIPED, read_regular, word};
use crate::ledger::{self, Entry, Ledger};
use crate::project::Workspaces;

pub(crate) use media::{is_actum, is_json};
pub use media::{is_evidence, media_type};
pub use stream::StreamForm;

/// Entries of a ledger that are read at once.
const RUN: usize = 64;

/// The media type of everything that is found by name.
const JSON: &str = "application/json";

/// A finite set of sources.
#[derive(Debug, Default)]
pub struct Evidence {
    pub(crate) items: Vec<Item>,
    notes: Notes,
    /// Entries of ledgers that were passed over by the last reading.
    pub(crate) passed_over: AtomicUsize,
}

/// One file or byte string that holds one source, or one per line.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) id: String,
    pub(crate) media_type: Cow<'static, str>,
    pub(crate) content: Content,
    pub(crate) framing: Framing,
}

impl Item {
    /// The item as one source.
    pub(crate) fn source<'s>(&'s self, bytes: &'s [u8]) -> Source<'s> {
        Source { id: &self.id, media_type: &self.media_type, bytes, position: None }
    }

    /// The source id of a line of this item.
    pub(crate) fn line_id(&self, number: u64) -> String {
        format!("{}#{number}", self.id)
    }
}

#[derive(Debug)]
pub(crate) enum Content {
    File(PathBuf),
    Bytes(Vec<u8>),
    /// Entries of the ledger in this file, each with the source id and the media type that it has there.
    Entries(Arc<Path>, Range<u64>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    Whole,
    Lines,
}

/// What was seen and is not evidence. For people only: no part of a canonical result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Symbolic links below the folders, by source id; not followed.
    pub symlinks: Vec<String>,
    /// Pipes, sockets and devices below the folders, by source id; not opened.
    pub special: Vec<String>,
    /// Names that are not valid Unicode, by the source id that stands for them.
    pub renamed: Vec<String>,
    /// Files and folders of the profile that lie among the evidence, by source id; left out.
    pub profile: Vec<String>,
    /// Number of files that are neither `.json`, `.jsonl` nor `.ndjson`.
    pub others: usize,
    /// Number of entries of ledgers that are no evidence; known when they were read.
    pub entries: usize,
    /// Number of hidden files and folders; a hidden folder counts as one.
    pub hidden: usize,
    /// Number of sources that were named more than once; each is read once.
    pub repeated: usize,
}

/// How to gather.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The profile of the reading, which is left out of its evidence.
    pub profile: Option<&'a Bundle>,
    /// What standard input holds, where a path is `-`.
    pub stream: StreamForm,
    /// Which files are taken, and as what.
    pub scope: Scope,
}

/// Which files are taken, and as what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// What is read: files that say by their names that they are JSON, and whatever is named itself, as JSON.
    #[default]
    Evidence,
    /// What is kept in a ledger: the same files, but one that is named itself is of the kind that its name says.
    Artifacts,
    /// The same, and below folders files of every kind.
    Files,
}

/// Which files are taken under the profile that is read by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    Evidence,
    Artifacts,
    Files,
    /// Every folder is a workspace of FCoP: files of every kind.
    Workspace,
    /// Workspaces lie among other evidence: what their protocol claims in them, elsewhere what is always taken.
    Mixed {
        /// Whether a file that is named itself is JSON, whatever its name says.
        named_json: bool,
    },
}

impl Taken {
    fn of(options: &Options<'_>) -> Self {
        let extent = options.profile.and_then(Bundle::workspaces);
        match (options.scope, extent) {
            (Scope::Files, _) => Self::Files,
            (_, Some(Workspaces::Whole)) => Self::Workspace,
            (scope, Some(Workspaces::Among)) => Self::Mixed { named_json: scope == Scope::Evidence },
            (Scope::Evidence, None) => Self::Evidence,
            (Scope::Artifacts, None) => Self::Artifacts,
        }
    }

    /// Whether whatever is named is a workspace.
    fn is_workspace(self) -> bool {
        self == Self::Workspace
    }

    /// Whether some of the folders may be workspaces.
    fn has_workspaces(self) -> bool {
        matches!(self, Self::Mixed { .. })
    }

    /// The media type of a file that is named itself.
    fn named(self, id: &str) -> &'static str {
        match self {
            Self::Evidence => JSON,
            Self::Mixed { named_json: true } if !actum_fcop::is_envelope(id) => JSON,
            Self::Artifacts | Self::Files | Self::Workspace | Self::Mixed { .. } => media_type(id),
        }
    }
}

impl Evidence {
    /// Finds the sources at `paths`: folders, files, ledgers, or `-` for standard input.
    ///
    /// The sources of a ledger have the ids that it keeps. The ids below a single folder are relative to it, the id of a single file is its name. Of several paths, each
    /// id begins with its path as given, so that ids of different files never meet. Sources of lines add `#LINE`.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where a path does not exist, [`ErrorKind::Input`] where one is a pipe, a socket or a device,
    /// [`ErrorKind::Storage`] where one cannot be read.
    pub fn gather<P: AsRef<Path>>(paths: &[P], options: Options<'_>) -> Result<Self, Error> {
        let mut evidence = Self::default();
        let left_out = folder::LeftOut::new(options.profile);
        let taken = Taken::of(&options);
        let mut stream_read = false;
        for path in paths {
            let path = path.as_ref();
            if path.as_os_str() == "-" {
                if !std::mem::replace(&mut stream_read, true) {
                    evidence.items.push(stream::read(options.stream)?);
                }
                continue;
            }
            if let Some(database) = ledger::place::recognize(path) {
                if options.scope != Scope::Evidence {
                    return Err(whole_ledger(path));
                }
                let size = Ledger::open_to_read(&database)?.head()?.size;
                evidence.push_ledger(&database, size);
                continue;
            }
            let metadata = fs::metadata(path).map_err(|error| Error::io("open", path, error))?;
            let (prefix, foreign) =
                if paths.len() > 1 { name::encode_path(path) } else { Default::default() };
            if metadata.is_dir() {
                folder::walk(path, &prefix, &left_out, taken, &mut evidence)?;
            } else if !metadata.is_file() {
                return Err(unopened(path, word(metadata.file_type())));
            } else {
                let (id, foreign) = if paths.len() > 1 { (prefix, foreign) } else { file_id(path) };
                evidence.push_named(path, id, foreign, &left_out, taken);
            }
        }
        evidence.settle();
        Ok(evidence)
    }

    /// Exactly the sources of a listing `{"sources": [{"source_id", "media_type", "text" | "base64"}]}`, so that a
    /// recorded set can be read again byte for byte; a `byte_digest` beside them is checked.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] with the place where the listing has another shape, else as [`Evidence::gather`].
    pub fn listing(path: &Path) -> Result<Self, Error> {
        let bytes = if path.as_os_str() == "-" { stream::bytes()? } else { read_regular(path)? };
        listing::parse(&bytes, &path.display().to_string())
    }

    /// What was seen and is not evidence.
    pub fn notes(&self) -> Notes {
        Notes { entries: self.passed_over.load(Ordering::Relaxed), ..self.notes.clone() }
    }

    /// Whether no file, no entry and no listed source was found; a file of blank lines still counts as found.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Adds a file that was named itself.
    fn push_named(
        &mut self,
        path: &Path,
        id: String,
        foreign: bool,
        left_out: &folder::LeftOut,
        taken: Taken,
    ) {
        if fs::canonicalize(path).is_ok_and(|place| left_out.is_file(&place)) {
            self.notes.profile.push(id);
            return;
        }
        if foreign {
            self.notes.renamed.push(id.clone());
        }
        let framing = folder::framing(&id).unwrap_or(Framing::Whole);
        let media_type = taken.named(&id);
        self.push_file(path.to_path_buf(), id, media_type, framing);
    }

    fn push_file(&mut self, path: PathBuf, id: String, media_type: &'static str, framing: Framing) {
        self.items.push(Item { id, media_type: media_type.into(), content: Content::File(path), framing });
    }

    /// Adds the first `size` entries of a ledger.
    pub(crate) fn push_ledger(&mut self, database: &Path, size: u64) {
        let database: Arc<Path> = database.into();
        let runs = (0..size).step_by(RUN);
        self.items.extend(runs.map(|from| Item {
            // No file has a name like this.
            id: format!("\0{}\0{from:016}", database.display()),
            media_type: JSON.into(),
            content: Content::Entries(database.clone(), from..size.min(from.saturating_add(RUN as u64))),
            framing: Framing::Whole,
        }));
    }

    /// Puts everything into an order that does not depend on discovery, and each file in once.
    fn settle(&mut self) {
        self.items.sort_by(|a, b| a.id.cmp(&b.id));
        let found = self.items.len();
        self.items.dedup_by(|a, b| a.id == b.id);
        self.notes.repeated = found - self.items.len();
        let Notes { symlinks, special, renamed, profile, .. } = &mut self.notes;
        for names in [symlinks, special, renamed, profile] {
            names.sort();
            names.dedup();
        }
    }
}

/// What is named itself and would have to be waited for, or has no end: it is not opened.
fn unopened(path: &Path, word: &str) -> Error {
    let message = format!("`{}` is {word}, and neither a file, a folder nor a ledger", path.display());
    Error::new(ErrorKind::Input, "not_a_file", message).hint(PIPED)
}

/// A ledger among what is to be kept in one: its keys and journals would be lost on the way.
fn whole_ledger(path: &Path) -> Error {
    let message = format!("`{}` is a ledger, and no artifact", path.display());
    Error::new(ErrorKind::Usage, "artifact_ledger", message)
        .hint("`actum export` writes it as one file, which `actum import` takes into a ledger")
}

fn file_id(path: &Path) -> (String, bool) {
    name::encode_path(path.file_name().map_or(path, Path::new))
}

/// An artifact that is too large to be held, and so to be digested.
pub(crate) fn too_large(id: &str) -> Error {
    let message = format!("`{id}` holds an artifact of more than {} GiB", LARGEST >> 30);
    Error::new(ErrorKind::Storage, "artifact_too_large", message)
        .hint("a source of that size is no governance object; leave its file outside the folder that is read")
}

/// An entry of a ledger as a source.
pub(crate) fn source(entry: &Entry) -> Source<'_> {
    Source {
        id: entry.source_id(),
        media_type: entry.media_type(),
        bytes: entry.bytes(),
        position: Some(entry.index()),
    }
}

/// Reads one file, up to the largest artifact.
pub(crate) fn whole(file: File, item: &Item, path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::with_capacity(file.metadata().map_or(0, |data| data.len().min(1 << 24) as usize));
    file.take(LARGEST as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Error::lost("read", path, error))?;
    if bytes.len() > LARGEST { Err(too_large(&item.id)) } else { Ok(bytes) }
}

/// Why a file cannot be read to its end.
pub(crate) fn unreadable(item: &Item, path: &Path, error: io::Error) -> Error {
    if error.kind() == io::ErrorKind::FileTooLarge {
        too_large(&item.id)
    } else {
        Error::lost("read", path, error)
    }
}

/// The largest single artifact that is read, in bytes. Readers accept far less (TMPA objects: 16 MiB), but a larger
/// one is still a source with a digest.
pub(crate) const LARGEST: usize = 1 << 30;
