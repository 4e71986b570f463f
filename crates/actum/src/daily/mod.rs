//! Daily work on the record: opening, claiming, reporting, reviewing, deciding and handing on, and what is to be done next
//! (TMPA 9.10).
//!
//! Each act is a thin form of a publication: it makes the drafts ([`crate::publish`]) that the profile's lifecycle asks for at
//! the point where the work item is, or says why not and what is the next safe step. Which transition that is, the profile
//! says: a lease, a precondition, a required relation. Words that no profile can say are those of the shipped profile
//! `agent-team`: the types TASK, CHARTER, HANDOFF and NOTE, the relations `reports`, `reviews`, `hands_off` and `resolves`.
//!
//! Not here: whether an act counts. The reading says so, beforehand and afterwards.

mod act;
mod claim;
mod evidence;
mod next;

pub use act::{assign, decide, handoff, note, report, review, task};
pub use claim::{Terms, claim};
pub use evidence::{Words, words};
pub use next::{Chance, Offer, Viewer, offer, offers};
