//! The content of Segments by its SHA3-256 digest: a file each beside the journal, or on the content plane of the ledger
//! that holds it.
//!
//! The journal binds the digest, so that content may go (erasure) without a change of the record.

use std::cell::{OnceCell, RefCell};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use actum_canon::digest::{Sha3, sha3};
use actum_ledger::content::{Content as Named, ContentDigest};

use crate::error::{Error, ErrorKind};
use crate::journal::{Held, Place};
use crate::ledger::Ledger;
use crate::output::write_whole;

/// The contents of a tree.
#[derive(Debug)]
pub struct Content {
    behind: Behind,
    /// What is kept as soon as an operation is written, and forgotten where one is refused.
    staged: RefCell<Vec<Vec<u8>>>,
}

#[derive(Debug)]
enum Behind {
    Files(PathBuf),
    /// A ledger, which is opened to read when it is first asked.
    Ledger(PathBuf, OnceCell<Box<Ledger>>),
}

impl Content {
    pub(super) fn of(tree: &Place) -> Self {
        let behind = match tree {
            Place::Path(tree) => Behind::Files(tree.join("content")),
            Place::Ledger(path) => Behind::Ledger(path.clone(), OnceCell::new()),
        };
        Self { behind, staged: RefCell::default() }
    }

    /// How a Segment refers to content that is kept here.
    pub fn reference(digest: Sha3) -> String {
        format!("content/{digest}")
    }

    /// Takes content for the operation that is submitted next, and returns its digest.
    ///
    /// Nothing is on the medium before the operation is: what is refused leaves no trace here either.
    pub fn stage(&self, bytes: Vec<u8>) -> Sha3 {
        let digest = sha3(&bytes);
        self.staged.borrow_mut().push(bytes);
        digest
    }

    /// Keeps what was staged: as one change with the line that `held` takes next, where that is a ledger's.
    pub(super) fn keep_staged(&self, held: &mut Held<'_>) -> Result<(), Error> {
        self.staged.take().iter().try_for_each(|bytes| match &self.behind {
            Behind::Files(_) => self.keep(bytes).map(drop),
            Behind::Ledger(..) => held.keep(&content(bytes)?).map(drop),
        })
    }

    /// Forgets what was staged.
    pub(super) fn forget_staged(&self) {
        self.staged.take();
    }

    /// Keeps content, durably, and returns its digest. What is there already stays as it is.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Storage`] where the medium fails, [`ErrorKind::Refused`] where a ledger has erased this content.
    pub fn keep(&self, bytes: &[u8]) -> Result<Sha3, Error> {
        let digest = sha3(bytes);
        match &self.behind {
            Behind::Files(folder) => {
                let path = folder.join(digest.to_string());
                if !path.exists() {
                    write_whole(&path, bytes)?;
                }
            }
            Behind::Ledger(path, _) => {
                let mut ledger = Ledger::open(path)?;
                let mut held = ledger.hold()?;
                held.keep(&content(bytes)?)?;
                held.commit()?;
            }
        }
        Ok(digest)
    }

    /// Reads content; `None` where it is not kept here, or not any more.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Storage`] where it cannot be read, and where it is not what its name says.
    pub fn read(&self, digest: Sha3) -> Result<Option<Vec<u8>>, Error> {
        match &self.behind {
            Behind::Files(folder) => read_file(&folder.join(digest.to_string()), digest),
            Behind::Ledger(path, opened) => {
                let ledger = match opened.get() {
                    Some(ledger) => ledger,
                    None => {
                        let ledger = Box::new(Ledger::open_to_read(path)?);
                        opened.get_or_init(|| ledger)
                    }
                };
                ledger.content(&ContentDigest::Sha3(digest))
            }
        }
    }
}

/// Bytes under their digest.
fn content(bytes: &[u8]) -> Result<Named<'_>, Error> {
    // A digest that was just taken is that of the bytes.
    Named::new(ContentDigest::Sha3(sha3(bytes)), bytes).map_err(|foreign| {
        Error::new(ErrorKind::Storage, CHANGED, "the content changed while it was read").because(foreign)
    })
}

fn read_file(path: &Path, digest: Sha3) -> Result<Option<Vec<u8>>, Error> {
    match fs::read(path) {
        Ok(bytes) if sha3(&bytes) == digest => Ok(Some(bytes)),
        Ok(_) => {
            let message = format!("`{}` does not hold what its name says", path.display());
            Err(Error::new(ErrorKind::Storage, CHANGED, message))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::lost("read", path, error)),
    }
}

/// The code of content that is not what its name says.
const CHANGED: &str = "content_changed";
