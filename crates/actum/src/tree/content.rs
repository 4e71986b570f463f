//! The content of Segments, each file named by its SHA3-256 digest.
//!
//! The journal binds the digest, so that content may go (erasure) without a change of the record.

use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use actum_canon::digest::{Sha3, sha3};

use crate::error::{Error, ErrorKind};
use crate::output::write_whole;

/// The folder of contents.
#[derive(Debug)]
pub struct Content {
    folder: PathBuf,
    /// What is kept as soon as an operation is written, and forgotten where one is refused.
    staged: RefCell<Vec<Vec<u8>>>,
}

impl Content {
    pub(super) fn of(tree: &Path) -> Self {
        Self { folder: tree.join("content"), staged: RefCell::default() }
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

    /// Keeps what was staged.
    pub(super) fn keep_staged(&self) -> Result<(), Error> {
        self.staged.take().iter().try_for_each(|bytes| self.keep(bytes).map(|_| ()))
    }

    /// Forgets what was staged.
    pub(super) fn forget_staged(&self) {
        self.staged.take();
    }

    /// Keeps content, durably, and returns its digest. What is there already stays as it is.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Storage`] where the medium fails.
    pub fn keep(&self, bytes: &[u8]) -> Result<Sha3, Error> {
        let digest = sha3(bytes);
        let path = self.folder.join(digest.to_string());
        if !path.exists() {
            write_whole(&path, bytes)?;
        }
        Ok(digest)
    }

    /// Reads content; `None` where it is not kept here.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Storage`] where it cannot be read, and where it is not what its name says.
    pub fn read(&self, digest: Sha3) -> Result<Option<Vec<u8>>, Error> {
        let path = self.folder.join(digest.to_string());
        match fs::read(&path) {
            Ok(bytes) if sha3(&bytes) == digest => Ok(Some(bytes)),
            Ok(_) => {
                let message = format!("`{}` does not hold what its name says", path.display());
                Err(Error::new(ErrorKind::Storage, "content_changed", message))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::lost("read", &path, error)),
        }
    }
}
