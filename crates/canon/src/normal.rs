//! Unicode Normalization Form C (UAX #15).
//!
//! The data is that of the `unicode-normalization` crate; the form of assigned characters never changes
//! (Unicode Normalization Stability Policy).

use alloc::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};

/// Tells whether a text is in NFC.
#[must_use]
pub fn is_nfc(text: &str) -> bool {
    text.is_ascii() || unicode_normalization::is_nfc(text)
}

/// Returns a text in NFC; borrowed where it is in NFC already.
#[must_use]
pub fn nfc(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.nfc().collect())
}
