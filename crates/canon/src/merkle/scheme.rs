//! What is hashed at a leaf and at a node.

use crate::digest::{Sha3, Sha3Hasher};

/// One way to hash a tree: two prefixes, and how a digest enters a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme {
    leaf: &'static [u8],
    node: &'static [u8],
    text: bool,
}

/// ASTP 5.4: `TREE_LEAF:v2:` and `TREE_NODE:v2:`, digests as their 32 bytes.
pub const ASTP_V2: Scheme = Scheme { leaf: b"TREE_LEAF:v2:", node: b"TREE_NODE:v2:", text: false };

/// ASTP 5.3, versions 0 and 1: `LEAF:` and `NODE:`, digests as their 64 written digits.
pub const ASTP_4X: Scheme = Scheme { leaf: b"LEAF:", node: b"NODE:", text: true };

impl Scheme {
    /// Digests a leaf input.
    ///
    /// The input is taken as it is: 32 raw bytes under [`ASTP_V2`], a written digest under [`ASTP_4X`].
    #[must_use]
    pub fn leaf(&self, input: &[u8]) -> Sha3 {
        let mut hasher = Sha3Hasher::new();
        hasher.update(self.leaf);
        hasher.update(input);
        hasher.finish()
    }

    /// Digests two nodes.
    #[must_use]
    pub fn node(&self, left: Sha3, right: Sha3) -> Sha3 {
        let mut hasher = Sha3Hasher::new();
        hasher.update(self.node);
        for child in [left, right] {
            if self.text {
                hasher.update(&child.to_ascii());
            } else {
                hasher.update(child.as_bytes());
            }
        }
        hasher.finish()
    }
}
