//! The entries of one media type, found through the index beside a ledger.

use actum_canon::json::Parser;
use actum_ledger::Entry;
use actum_store_sqlite::index::{Index, Keys};

use super::names;
use crate::ledger::Ledger;
use crate::ledger::place::INDEX;

/// Fewer entries than this are read faster than the index is opened.
const FEW: u64 = 4_096;

/// The entries of a media type from an index on, and up to which entry this holds. `None` where the ledger is read as fast
/// without, or no index can be kept beside it: then whoever asks reads everything, with the same answer.
pub(crate) fn of_media(ledger: &Ledger, media_type: &str, from: u64) -> Option<(Vec<u64>, u64)> {
    let size = ledger.head().ok()?.size;
    if size.saturating_sub(from) < FEW {
        return None;
    }
    let mut index = Index::open(&ledger.folder().join(INDEX), names::EDITION).ok()?;
    // One that is gone afterwards costs more than it saves.
    if index.notice().is_some() {
        return None;
    }
    let mut parser = Parser::new();
    let mut keys = |entry: &Entry, emit: &mut dyn FnMut(Keys<'_>)| names::keys(&mut parser, entry, emit);
    let upto = index.catch_up(ledger.store(), &mut keys).ok()?.to;
    Some((index.media(media_type, from).ok()?, upto))
}
