//! What is hashed at a leaf and at a node.

use core::marker::PhantomData;

use crate::digest::{Digest, Sha3, Sha256};

/// One way to hash a tree: two prefixes, and how a digest enters a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme<D> {
    leaf: &'static [u8],
    node: &'static [u8],
    text: bool,
    rooted: bool,
    digest: PhantomData<D>,
}

/// ASTP 5.4: `TREE_LEAF:v2:` and `TREE_NODE:v2:`, digests as their 32 bytes.
pub const ASTP_V2: Scheme<Sha3> = Scheme {
    leaf: b"TREE_LEAF:v2:",
    node: b"TREE_NODE:v2:",
    text: false,
    rooted: false,
    digest: PhantomData,
};

/// ASTP 5.3, versions 0 and 1: `LEAF:` and `NODE:`, digests as their 64 written digits.
pub const ASTP_4X: Scheme<Sha3> =
    Scheme { leaf: b"LEAF:", node: b"NODE:", text: true, rooted: false, digest: PhantomData };

/// RFC 6962 2.1 over SHA-256: a byte 0 before a leaf, a byte 1 before two nodes.
pub const RFC_6962: Scheme<Sha256> =
    Scheme { leaf: &[0], node: &[1], text: false, rooted: true, digest: PhantomData };

impl<D: Digest> Scheme<D> {
    /// Digests a leaf input.
    ///
    /// The input is taken as it is: 32 raw bytes under [`ASTP_V2`], a written digest under [`ASTP_4X`], any bytes under
    /// [`RFC_6962`].
    #[must_use]
    pub fn leaf(&self, input: &[u8]) -> D {
        D::of_parts(&[self.leaf, input])
    }

    /// Digests two nodes.
    #[must_use]
    pub fn node(&self, left: D, right: D) -> D {
        if self.text {
            D::of_parts(&[self.node, left.to_ascii().as_ref(), right.to_ascii().as_ref()])
        } else {
            D::of_parts(&[self.node, left.as_bytes(), right.as_bytes()])
        }
    }

    /// Returns the root of a tree of no leaves: the digest of no bytes (RFC 6962 2.1), or `None` (ASTP 5.4).
    #[must_use]
    pub fn empty(&self) -> Option<D> {
        self.rooted.then(|| D::of_parts(&[]))
    }
}
