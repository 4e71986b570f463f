//! What a host gives to operations: the time, and identifiers that were never used.

use actum_astp::id::{Instant, Uuid};

use crate::clock::clock;
use crate::error::{Error, ErrorKind};

/// The system's clock in whole milliseconds, as audit records keep time (ASTP 8.1); 1970 where it stands before.
pub fn now() -> Instant {
    Instant::from_micros(i64::try_from(clock()).unwrap_or(i64::MAX / 1000).saturating_mul(1000))
}

/// A random UUID of version 4 (RFC 9562 5.4).
///
/// # Errors
///
/// [`ErrorKind::Storage`] where the system gives no random bytes.
pub fn fresh_id() -> Result<Uuid, Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        Error::new(ErrorKind::Storage, "no_random_bytes", "the system gives no random bytes").because(error)
    })?;
    let [_, _, _, _, _, _, version, _, variant, ..] = &mut bytes;
    *version = *version & 0x0f | 0x40;
    *variant = *variant & 0x3f | 0x80;
    Ok(Uuid::from_bytes(bytes))
}
