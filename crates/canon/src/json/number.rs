//! A number as spelled, and the exact questions that can be asked of it.

use super::decimal::Decimal;

/// The greatest integer that every reader keeps exactly, 2^53 − 1 (RFC 7493 2.2).
pub(crate) const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// Exponents of up to so many characters are left to the standard library.
const LONG_EXPONENT: usize = 4;

/// A number's spelling, within the grammar of RFC 8259 6.
#[derive(Clone, Copy, Debug)]
pub struct Number<'a> {
    spelling: &'a str,
}

impl<'a> Number<'a> {
    pub(super) const fn new(spelling: &'a str) -> Self {
        Self { spelling }
    }

    /// Returns the spelling.
    #[must_use]
    pub const fn as_str(self) -> &'a str {
        self.spelling
    }

    /// Tells whether the value is an integer, however it is spelled: `1`, `1.0`, `1e0` and `10e-1` are.
    #[must_use]
    pub fn is_integer(self) -> bool {
        Decimal::of(self.spelling).is_integer()
    }

    /// Returns the value where it is an integer from 0 to 2^53 − 1, exactly.
    #[must_use]
    pub fn as_u64(self) -> Option<u64> {
        Decimal::of(self.spelling).to_u64().filter(|value| *value <= MAX_SAFE_INTEGER)
    }

    /// Returns the nearest double (ties to even); infinite where the value is beyond the greatest one.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        match self.spelling.split_once(['e', 'E']) {
            // The standard library reads long exponents only up to a limit.
            Some((_, exponent)) if exponent.len() > LONG_EXPONENT => Decimal::of(self.spelling).to_f64(),
            _ => self.spelling.parse().unwrap_or(f64::NAN),
        }
    }
}
