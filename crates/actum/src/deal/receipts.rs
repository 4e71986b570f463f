//! Receipts from a journal (DEAL 15.2).

use actum_deal::receipt::{Receipt, Receipts};

use super::journal::Journal;
use super::message::{Object, canonical};
use crate::error::{Error, ErrorKind};
use crate::journal::Place;
use crate::key::Key;

/// The receipt of message `n` in canonical JSON, without a line feed: `receipt`, where a key is given its `signature`
/// by that key (`key`), and the proof that its entry is in the journal as it is now (`inclusion`).
///
/// # Errors
/// As [`Journal::open_to_read`]; [`ErrorKind::NotFound`] where there is no such message, and [`ErrorKind::Refused`]
/// where it was refused, since what did nothing has no receipt.
pub fn receipt(place: &Place, n: u64, key: Option<&Key>) -> Result<Vec<u8>, Error> {
    let mut receipts = Receipts::new();
    let mut wanted = None;
    let journal = Journal::open_to_read(place.clone(), &mut |record| {
        let issued = receipts.issue(record.outcome, record.deals);
        if record.outcome.entry.n == n {
            wanted = Some(issued);
        }
    })?;
    let size = journal.deals().len();
    let receipt = match wanted {
        None => {
            let message = format!("`{place}` holds no message {n}; its last one is {size}");
            return Err(Error::new(ErrorKind::NotFound, "message_unknown", message));
        }
        Some(None) => {
            let message = format!("message {n} was refused; what did nothing has no receipt");
            return Err(Error::new(ErrorKind::Refused, "message_refused", message));
        }
        Some(Some(receipt)) => receipt,
    };
    let siblings = receipts.prove(n, size).map(|proof| proof.siblings).unwrap_or_default();
    let siblings: Vec<_> = siblings.iter().map(ToString::to_string).collect();
    let inclusion = Object::new()
        .number("n", n)
        .number("size", size)
        .string("root", &receipts.root().to_string())
        .strings("siblings", &siblings);
    let whole = Object::new()
        .raw("receipt", &text(&receipt))
        .maybe(key, |one, key| {
            one.string("key", &key.public().to_string())
                .string("signature", &receipt.sign(|bytes| key.signature(bytes)))
        })
        .object("inclusion", &inclusion);
    Ok(canonical(&whole.to_json()))
}

fn text(receipt: &Receipt) -> String {
    let mut bytes = Vec::new();
    receipt.write(&mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}
