//! Merkle trees over a list: pairs from the left, and an odd last node is carried up as it is (RFC 6962 2.1; ASTP 5.4).
//!
//! Let the leaf count be a sum of descending powers of two: each power is a
//! perfect subtree, taken from the left, and the root folds them from the right, `node(p1, node(p2, … pk))`. So the
//! roots of those subtrees, the frontier, are all that a growing tree needs:
//!
//! - [`Accumulator`]: the frontier. Append and root in O(log n), memory of at most 64 digests.
//! - [`Tree`]: every perfect subtree. Root, frontier and proof of any earlier count in O(log n), two digests a leaf.
//! - [`Proof`]: that a leaf stands at an index of a tree of so many leaves.
//! - [`Consistency`]: that a tree is a prefix of another.
//! - [`frontier`], [`prove`], [`prove_consistency`]: the same for a list that is kept elsewhere, from its perfect subtrees.
//!
//! What is hashed at a leaf and at a node is a [`Scheme`], over any [`Digest`](crate::digest::Digest).
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
mod consistency;
mod proof;
mod scheme;
mod subtree;
mod tree;

pub use accumulator::Accumulator;
pub use consistency::Consistency;
pub use proof::{Proof, ProofError, Side, sibling_count, sides};
pub use scheme::{ASTP_4X, ASTP_V2, RFC_6962, Scheme};
pub use subtree::{frontier, prove, prove_consistency};
pub use tree::Tree;
