//! How the ledger looks.

pub(crate) mod act;
pub(crate) mod check;
pub(crate) mod entry;
pub(crate) mod transfer;

use actum::canon::encode::{JCS, Writer};

/// One line of canonical JSON.
fn line(write: impl FnOnce(&mut Writer<'_, Vec<u8>>) -> Result<(), std::convert::Infallible>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let Ok(()) = write(&mut Writer::new(&JCS, &mut bytes));
    bytes.push(b'\n');
    bytes
}
