//! What a log of a size comes down to (RFC 6962 2.1).

use alloc::vec::Vec;
use core::convert::Infallible;

use actum_canon::digest::{Sha256, sha256};
use actum_canon::encode::Writer;
use actum_canon::json::Value;
use actum_canon::merkle::{Accumulator, RFC_6962};

use crate::form::{self, Form, FormError};

pub use form::MAX_SIZE;

/// Size and root of a log. Equal heads are equal logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// How many entries there are.
    pub size: u64,
    /// The root over their leaves; that of none is the digest of no bytes.
    pub root: Sha256,
}

/// The roots of the perfect subtrees: all that is needed to append, at most 53 digests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frontier(Accumulator<Sha256>);

impl Head {
    /// Returns the head of an empty ledger.
    #[must_use]
    pub fn empty() -> Self {
        Frontier::empty().head()
    }
}

/// `{"root","size"}`
impl Form for Head {
    fn put(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
        writer.begin_object()?;
        writer.name("root")?;
        form::put_digest(self.root, writer)?;
        writer.name("size")?;
        writer.integer(self.size)?;
        writer.end_object()
    }

    fn read(value: Value<'_>) -> Result<Self, FormError> {
        form::members(value, &["root", "size"], &[])?;
        let root = form::member(value, "root", form::digest)?;
        Ok(Self { size: form::member(value, "size", form::number)?, root })
    }
}

impl Frontier {
    /// Returns the frontier of an empty ledger.
    #[must_use]
    pub const fn empty() -> Self {
        Self(Accumulator::new(RFC_6962))
    }

    /// Takes the roots of the perfect subtrees of so many entries, largest first.
    ///
    /// `None` for more than [`MAX_SIZE`], and where there is not one root for each bit of the size. That the roots are
    /// right cannot be seen here.
    #[must_use]
    pub fn resume(size: u64, roots: Vec<Sha256>) -> Option<Self> {
        if size > MAX_SIZE {
            return None;
        }
        Accumulator::resume(RFC_6962, size, roots).map(Self)
    }

    /// Returns the number of entries.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.0.count()
    }

    /// Returns the roots, largest subtree first.
    #[must_use]
    pub fn roots(&self) -> &[Sha256] {
        self.0.frontier()
    }

    /// Returns size and root.
    #[must_use]
    pub fn head(&self) -> Head {
        // The tree of RFC 6962 has a root at every size.
        Head { size: self.size(), root: self.0.root().unwrap_or_else(|| sha256(b"")) }
    }

    /// Appends a leaf, and shows the root of every perfect subtree that it completes: height, place from the left,
    /// root. The leaf itself, at height 0, comes first.
    pub fn push(&mut self, leaf: Sha256, completed: impl FnMut(u32, u64, Sha256)) {
        self.0.push_leaf(leaf, completed);
    }

    pub(crate) fn of(tree: Accumulator<Sha256>) -> Self {
        Self(tree)
    }
}
