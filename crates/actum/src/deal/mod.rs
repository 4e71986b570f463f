//! Deals on disk: the journal, the runner of the published suite, and what a deal's next message may be.
//!
//! Here: files, locks and the order of writing. Not here: any rule of a deal (`actum-deal`), any judgment of a suite
//! (`actum-conform`).

mod attachment;
mod journal;
mod message;
mod moves;
mod receipts;
mod results;
mod signed;
mod status;
mod subject;
mod suite;
mod transcript;

pub use actum_conform::deal as conform;
pub use actum_deal::*;

pub use attachment::Attachment;
pub(crate) use journal::{EDITION as JOURNAL_EDITION, Line, Reader as LineReader, origin as journal_origin};
pub use journal::{Journal, Record, read_message};
pub use message::{Object, Value, canonical};
pub use moves::{Move, moves};
pub use receipts::receipt;
pub use results::read_results;
pub(crate) use status::one as deal_status;
pub use status::write_status;
pub use subject::Engine;
pub use suite::{SCENARIOS, Suite};
pub use transcript::{Checked, verify, write_entry};

pub use crate::key::{Key, public_key};
