//! Where canonical bytes go.

use alloc::vec::Vec;
use core::convert::Infallible;

use crate::digest::{Sha3Hasher, Sha256Hasher};

/// A receiver of bytes, in order.
pub trait Sink {
    /// Why the receiver may refuse bytes.
    type Error;

    /// Takes the next bytes.
    ///
    /// # Errors
    ///
    /// The receiver's own; nothing more is put after one.
    fn put(&mut self, bytes: &[u8]) -> Result<(), Self::Error>;
}

impl Sink for Vec<u8> {
    type Error = Infallible;

    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        self.extend_from_slice(bytes);
        Ok(())
    }
}

impl Sink for Sha256Hasher {
    type Error = Infallible;

    fn put(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        self.update(bytes);
        Ok(())
    }
}

impl Sink for Sha3Hasher {
    type Error = Infallible;

    fn put(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        self.update(bytes);
        Ok(())
    }
}
