//! The system's clock, for hosts that stamp with it (DEAL 2.6, ASTP 8.1). Nothing beneath this crate reads one.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970, not counting leap seconds; 0 where the clock stands before.
pub fn clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
