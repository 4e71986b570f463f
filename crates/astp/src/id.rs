//! Identifiers: UUIDs as sixteen bytes, with the written form of RFC 9562 4.
//!
//! Not here: making them. An identifier comes in with the command that uses it (ASTP 5.2 asks for 122 random bits;
//! where those come from is the caller's matter).

use core::fmt;
use core::str::FromStr;

pub use actum_canon::instant::Instant;

const TEXT_LENGTH: usize = 36;

/// A UUID. Ordered by its bytes, which is also the order of its written form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uuid([u8; 16]);

impl Uuid {
    /// Takes sixteen bytes as they are; no version or variant is demanded.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Reads the written form, strictly: 8-4-4-4-12 hexadecimal digits with hyphens, in either case.
    ///
    /// Braces, `urn:uuid:` and forms without hyphens are refused.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text: &[u8; TEXT_LENGTH] = text.as_bytes().try_into().ok()?;
        let [
            ..,
            b'-',
            _,
            _,
            _,
            _,
            b'-',
            _,
            _,
            _,
            _,
            b'-',
            _,
            _,
            _,
            _,
            b'-',
            _,
            _,
            _,
            _,
            _,
            _,
            _,
            _,
            _,
            _,
            _,
            _,
        ] = text
        else {
            return None;
        };
        let mut digits = text.iter().enumerate().filter(|(at, _)| !is_hyphen(*at)).map(|(_, digit)| *digit);
        let mut bytes = [0; 16];
        for byte in &mut bytes {
            *byte = nibble(digits.next()?)? << 4 | nibble(digits.next()?)?;
        }
        Some(Self(bytes))
    }

    /// Returns the sixteen bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// Returns the written form as ASCII, in lower case, without allocating.
    #[must_use]
    pub fn to_ascii(self) -> [u8; TEXT_LENGTH] {
        let mut text = [b'-'; TEXT_LENGTH];
        let mut places = text.iter_mut().enumerate().filter(|(at, _)| !is_hyphen(*at));
        for byte in self.0 {
            for nibble in [byte >> 4, byte & 15] {
                if let Some((_, place)) = places.next() {
                    *place = digit(nibble);
                }
            }
        }
        text
    }
}

const fn is_hyphen(at: usize) -> bool {
    matches!(at, 8 | 13 | 18 | 23)
}

const fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

const fn digit(nibble: u8) -> u8 {
    if nibble < 10 { b'0' + nibble } else { b'a' + (nibble - 10) }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(core::str::from_utf8(&self.to_ascii()).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Uuid {
    type Err = NotAUuid;

    fn from_str(text: &str) -> Result<Self, NotAUuid> {
        Self::parse(text).ok_or(NotAUuid)
    }
}

/// The text is not the written form of a UUID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAUuid;

impl fmt::Display for NotAUuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a UUID of 32 hexadecimal digits with hyphens, 8-4-4-4-12")
    }
}

impl core::error::Error for NotAUuid {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    const TEXT: &str = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

    #[test]
    fn the_written_form_is_read_back_in_lower_case() {
        assert_eq!(TEXT.parse::<Uuid>().unwrap().to_string(), TEXT);
        assert_eq!(Uuid::parse(&TEXT.to_uppercase()).unwrap().to_string(), TEXT);
        assert_eq!(Uuid::from_bytes([0; 16]).to_string(), "00000000-0000-0000-0000-000000000000");
    }

    #[test]
    fn every_other_form_is_refused() {
        for text in [
            "",
            "6ba7b8109dad11d180b400c04fd430c8",
            "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}",
            "urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8",
            "6ba7b810-9dad-11d1-80b4-00c04fd430c",
            "6ba7b810-9dad-11d1-80b4-00c04fd430c8 ",
            "6ba7b8109-dad-11d1-80b4-00c04fd430c8",
            "6ba7b810-9dad-11d1-80b4+00c04fd430c8",
            "6ba7b810-9dad-11d1-80b4-00c04fd430g8",
            "６ba7b810-9dad-11d1-80b4-00c04fd43",
        ] {
            assert_eq!(Uuid::parse(text), None, "{text}");
        }
    }
}
