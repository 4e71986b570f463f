//! The sources of a reading: a finite set of named byte strings, found before any of them is examined (TMPA 8.1).
//!
//! What counts as evidence is decided by name alone, never by content or order of discovery:
//!
//! - below a folder, `*.json` is one artifact and `*.jsonl` and `*.ndjson` hold one per line, at any depth;
//! - a file that is named itself is evidence whatever its name: one artifact unless its name says lines;
//! - symbolic links and special files below a folder are reported, never followed or opened;
//! - hidden names (`.git`) and files of other kinds (`README.md`) are counted, not read;
//! - the profile of the reading is not evidence.
//!
//! Everything left out is in [`Notes`]; what is evidence but cannot be read is an error, because a part of a set would
//! silently change the verdict.

mod folder;
pub(crate) mod lines;
mod listing;
mod name;
mod stream;

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use crate::bundle::Bundle;
use crate::error::{Error, ErrorKind};

pub use stream::StreamForm;

/// The media type of everything that is found by name.
const JSON: &str = "application/json";

/// A finite set of sources.
#[derive(Debug, Default)]
pub struct Evidence {
    pub(crate) items: Vec<Item>,
    notes: Notes,
}

/// One file or byte string that holds one source, or one per line.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) id: String,
    pub(crate) media_type: Cow<'static, str>,
    pub(crate) content: Content,
    pub(crate) framing: Framing,
}

#[derive(Debug)]
pub(crate) enum Content {
    File(PathBuf),
    Bytes(Vec<u8>),
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
}

impl Evidence {
    /// Finds the sources at `paths`: folders, files, or `-` for standard input.
    ///
    /// The ids below a single folder are relative to it, the id of a single file is its name. Of several paths, each
    /// id begins with its path as given, so that ids of different files never meet. Sources of lines add `#LINE`.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where a path does not exist, [`ErrorKind::Storage`] where one cannot be read.
    pub fn gather<P: AsRef<Path>>(paths: &[P], options: Options<'_>) -> Result<Self, Error> {
        let mut evidence = Self::default();
        let left_out = folder::LeftOut::new(options.profile);
        let mut stream_read = false;
        for path in paths {
            let path = path.as_ref();
            if path.as_os_str() == "-" {
                if !std::mem::replace(&mut stream_read, true) {
                    evidence.items.push(stream::read(options.stream)?);
                }
                continue;
            }
            let metadata = fs::metadata(path).map_err(|error| Error::io("open", path, error))?;
            let (prefix, foreign) =
                if paths.len() > 1 { name::encode_path(path) } else { Default::default() };
            if metadata.is_dir() {
                folder::walk(path, &prefix, &left_out, &mut evidence)?;
            } else {
                let (id, foreign) = if paths.len() > 1 { (prefix, foreign) } else { file_id(path) };
                evidence.push_named(path, id, foreign, &left_out);
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
        let bytes = if path.as_os_str() == "-" {
            stream::bytes()?
        } else {
            fs::read(path).map_err(|error| Error::io("read", path, error))?
        };
        listing::parse(&bytes, &path.display().to_string())
    }

    /// What was seen and is not evidence.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Whether no file and no listed source was found; a file of blank lines still counts as found.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Adds a file that was named itself.
    fn push_named(&mut self, path: &Path, id: String, foreign: bool, left_out: &folder::LeftOut) {
        if fs::canonicalize(path).is_ok_and(|place| left_out.is_file(&place)) {
            self.notes.profile.push(id);
            return;
        }
        if foreign {
            self.notes.renamed.push(id.clone());
        }
        let framing = folder::framing(&id).unwrap_or(Framing::Whole);
        self.push_file(path.to_path_buf(), id, framing);
    }

    fn push_file(&mut self, path: PathBuf, id: String, framing: Framing) {
        self.items.push(Item { id, media_type: JSON.into(), content: Content::File(path), framing });
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

fn file_id(path: &Path) -> (String, bool) {
    name::encode_path(path.file_name().map_or(path, Path::new))
}

/// An artifact that is too large to be held, and so to be digested.
pub(crate) fn too_large(id: &str) -> Error {
    let message = format!("`{id}` holds an artifact of more than {} GiB", LARGEST >> 30);
    Error::new(ErrorKind::Storage, "artifact_too_large", message)
        .hint("a source of that size is no governance object; leave its file outside the folder that is read")
}

/// The largest single artifact that is read, in bytes. Readers accept far less (TMPA objects: 16 MiB), but a larger
/// one is still a source with a digest.
pub(crate) const LARGEST: usize = 1 << 30;
