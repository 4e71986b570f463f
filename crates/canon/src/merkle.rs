//! Merkle trees over a list: pairs from the left, and an odd last node is carried up as it is (ASTP 5.4).
//!
//! That tree has the shape of RFC 6962 2.1. Let the leaf count be a sum of descending powers of two: each power is a
//! perfect subtree, taken from the left, and the root folds them from the right, `node(p1, node(p2, … pk))`. So the
//! roots of those subtrees, the frontier, are all that a growing tree needs:
//!
//! - [`Accumulator`]: the frontier. Append and root in O(log n), memory of at most 64 digests.
//! - [`Tree`]: every perfect subtree. Root, frontier and proof of any earlier count in O(log n), two digests a leaf.
//! - [`Proof`]: that a leaf stands at an index of a tree of so many leaves.
//!
//! What is hashed at a leaf and at a node is a [`Scheme`].
//!
//! ```
//! use actum_canon::digest::sha3;
//! use actum_canon::merkle::{ASTP_V2, Tree};
//!
//! let mut tree = Tree::new(ASTP_V2);
//! for word in ["a", "b", "c"] {
//!     tree.push(sha3(word.as_bytes()).as_bytes());
//! }
//! let (before, now) = (tree.root_through(2), tree.root());
//! assert_ne!(before, now);
//! let proof = tree.prove(1, 3).unwrap();
//! assert_eq!(proof.verify(&ASTP_V2, sha3(b"b").as_bytes(), now.unwrap()), Ok(()));
//! ```

mod accumulator;
mod proof;
mod scheme;
mod tree;

pub use accumulator::Accumulator;
pub use proof::{Proof, ProofError, Side, sibling_count, sides};
pub use scheme::{ASTP_4X, ASTP_V2, Scheme};
pub use tree::Tree;
