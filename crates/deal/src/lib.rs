//! Steps a deal from offer to close and says why a message is refused.
//!
//! This crate implements the deal protocol v0.3 (DEAL 1 to 12). [`Deals`] takes messages as JSON texts, each with the
//! host's stamp of time, and answers with an [`Outcome`]: the transcript entry with its hash, errors, events,
//! notifications and movements of value. Nothing is an error of the program: bytes that are no JSON are refused like any
//! other message. What can be seen of a [`Deal`] can be seen at any time and changes nothing.
//!
//! ```
//! use actum_deal::{Deals, State, V0_3};
//!
//! let mut deals = Deals::new(&V0_3);
//! for message in [
//!     r#"{"type":"Offer","from":"C","offer_id":"d","consideration":{"cash_sim":100},"obligation":{"checklist":["motive"]}}"#,
//!     r#"{"type":"Accept","from":"A","offer_id":"d"}"#,
//!     r#"{"type":"EscrowHold","from":"C","offer_id":"d"}"#,
//!     r#"{"type":"Disclose","from":"A","offer_id":"d","artifact":{"attest":{"motive":"curiosity"}}}"#,
//! ] {
//!     assert!(deals.apply(message.as_bytes(), None).entry.errors.is_empty());
//! }
//! let early = deals.apply(br#"{"type":"Accept","from":"A","offer_id":"d"}"#, None);
//! assert_eq!(early.entry.errors[0].to_string(), "StateError: Cannot accept from Adjudicating state");
//!
//! let settled = deals.apply(br#"{"type":"Settle","from":"C","offer_id":"d"}"#, Some(7));
//! assert_eq!((settled.state, deals.now()), (Some(State::Settled), 7));
//! assert_eq!(deals.deal("d").map(|deal| deal.received().cash_sim), Some(100));
//! ```
//!
//! [`V0_3`] is the published edition, exactly. [`V0_3_EXTENDED`] adds what DEAL 15 proposes: signatures ([`signature`]),
//! amendment and mutual cancellation (messages `Amend` and `Cancel`), evidence named by digest ([`evidence`]). Receipts
//! with inclusion proofs ([`receipt`]), concerns about an Offer ([`lint`]) and explained balances ([`explain`]) go with either.
//!
//! Not here: files, clocks, keys that sign, transport, scenarios and their judgment.

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

mod artifact;
mod breach;
mod canonical;
mod content;
mod deal;
mod deals;
mod edition;
mod error;
mod event;
pub mod evidence;
pub mod explain;
mod form;
pub mod lint;
mod message;
mod movement;
mod offer;
mod predicate;
pub mod receipt;
pub mod signature;
pub mod simulate;
mod stage;
mod state;
mod transcript;
mod verdict;

pub use breach::{Breach, Code};
pub use deal::{Account, Deal, ItemResult, Received};
pub use deals::{Deals, Outcome};
pub use edition::{Edition, Limits, MessageType, V0_3, V0_3_EXTENDED};
pub use error::{Class, Error, Missing, Rule};
pub use event::{Event, News, Notification};
pub use movement::{Cause, Movement, MovementKind, Posting};
pub use offer::{Deadline, Deadlines, Item, Mode, Offer, ReviewDefault, Snapshot};
pub use predicate::{Expected, Pointer, Predicate};
pub use stage::{Stage, StageStatus};
pub use state::State;
pub use transcript::Entry;
pub use verdict::{Kind, Verdict};
