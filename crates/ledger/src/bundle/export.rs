//! Writing a ledger out, line by line.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use crate::artifact::MAX_BYTES;
use crate::content::{ContentPlane, Stored};
use crate::form::Form;
use crate::frontier::{Frontier, Head};
use crate::store::{Place, Read, Rule, StoreError};

use super::line::{Counts, Line, is_path};

/// What goes out with the entries.
#[derive(Clone, Copy, Default)]
pub struct Export<'e> {
    /// The text of a checkpoint of the ledger, with its signatures. The reader holds it against the entries.
    pub checkpoint: Option<&'e str>,
    /// The files of the profile, by path: all of them [`is_path`].
    pub files: Option<&'e BTreeMap<String, Vec<u8>>>,
    /// The content plane.
    pub content: Option<&'e dyn ContentPlane>,
}

impl fmt::Debug for Export<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Export");
        shown.field("checkpoint", &self.checkpoint).field("files", &self.files);
        shown.field("content", &self.content.is_some()).finish()
    }
}

/// Writes a ledger as it was with the head, which it must have or have had. Each line is given to `out` with its line
/// feed.
///
/// # Errors
///
/// [`StoreError`], that of `out` included. Nothing is written behind a corrupt entry, and a ledger whose entries come to
/// another root gets no last line: what is there is then refused by every reader.
pub fn export<R: Read + ?Sized>(
    store: &R,
    head: Head,
    with: &Export<'_>,
    out: &mut dyn FnMut(&[u8]) -> Result<(), StoreError>,
) -> Result<Counts, StoreError> {
    let mut buffer = Vec::new();
    let mut put = |line: Line| {
        buffer.clear();
        buffer.append(&mut line.to_bytes());
        buffer.push(b'\n');
        out(&buffer)
    };
    put(Line::Start { head, checkpoint: with.checkpoint.map(ToString::to_string) })?;
    let mut files = 0;
    for (path, bytes) in with.files.into_iter().flatten() {
        if !is_path(path) || bytes.len() > MAX_BYTES {
            return Err(StoreError::medium(format!(
                "file `{path}` cannot be exported: its name or size is beyond limits"
            )));
        }
        put(Line::File { path: path.clone(), bytes: bytes.clone() })?;
        files += 1;
    }
    let mut frontier = Frontier::empty();
    if head.size > 0 {
        store.entries(0, &mut |entry| {
            frontier.push(entry.leaf(), |_, _, _| {});
            put(Line::Entry(entry))?;
            Ok(if frontier.size() < head.size { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
    }
    if frontier.head() != head {
        return Err(StoreError::corrupt(Place::Head, Rule::Root));
    }
    let mut contents = 0;
    if let Some(plane) = with.content {
        plane.digests(None, &mut |digest| {
            if let Stored::Kept(bytes) = plane.get(&digest)? {
                put(Line::Content { digest, bytes })?;
                contents += 1;
            }
            Ok(ControlFlow::Continue(()))
        })?;
    }
    let counts = Counts { contents, entries: head.size, files };
    put(Line::End(counts))?;
    Ok(counts)
}
