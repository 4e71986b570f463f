//! SHA-256 (FIPS 180-4), written as `sha256:` and lower-case hexadecimal digits.

use core::fmt;
use core::str::FromStr;

use sha2::Digest as _;

use super::hexadecimal;

const PREFIX: &[u8; 7] = b"sha256:";
const TEXT_LENGTH: usize = 71;

/// A SHA-256 digest. Ordered by its bytes, which is also the order of its written form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha256([u8; 32]);

impl Sha256 {
    /// Takes 32 bytes that some earlier digest consisted of.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Reads the written form, strictly: the prefix `sha256:`, then 64 digits of `0-9a-f`, nothing else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.as_bytes().strip_prefix(PREFIX)?;
        hexadecimal::read(digits).map(Self)
    }

    /// Returns the 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the written form as ASCII, without allocating.
    #[must_use]
    pub fn to_ascii(self) -> [u8; TEXT_LENGTH] {
        let mut text = [0; TEXT_LENGTH];
        if let Some((prefix, digits)) = text.split_first_chunk_mut::<7>() {
            *prefix = *PREFIX;
            hexadecimal::write(&self.0, digits);
        }
        text
    }
}

impl super::Digest for Sha256 {
    type Text = [u8; TEXT_LENGTH];

    fn of_parts(parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256Hasher::new();
        parts.iter().for_each(|part| hasher.update(part));
        hasher.finish()
    }

    fn as_bytes(&self) -> &[u8; 32] {
        self.as_bytes()
    }

    fn to_ascii(self) -> Self::Text {
        self.to_ascii()
    }
}

impl fmt::Display for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(core::str::from_utf8(&self.to_ascii()).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Sha256 {
    type Err = NotSha256;

    fn from_str(text: &str) -> Result<Self, NotSha256> {
        Self::parse(text).ok_or(NotSha256)
    }
}

/// The text is not the written form of a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotSha256;

impl fmt::Display for NotSha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not `sha256:` and 64 lower-case hexadecimal digits")
    }
}

impl core::error::Error for NotSha256 {}

/// Digests bytes in one call.
#[must_use]
pub fn sha256(bytes: &[u8]) -> Sha256 {
    Sha256(sha2::Sha256::digest(bytes).into())
}

/// Digests bytes that come in parts.
#[derive(Clone, Debug, Default)]
pub struct Sha256Hasher(sha2::Sha256);

impl Sha256Hasher {
    /// Starts with no bytes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends bytes to what is digested.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the digest of all bytes given.
    #[must_use]
    pub fn finish(self) -> Sha256 {
        Sha256(self.0.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    const EMPTY: &str = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    #[test]
    fn written_form_is_read_back() {
        assert_eq!(sha256(b"").to_string(), EMPTY);
        assert_eq!(EMPTY.parse(), Ok(sha256(b"")));
    }

    #[test]
    fn written_form_is_read_strictly() {
        let digits = EMPTY.trim_start_matches("sha256:");
        for text in [
            digits.to_string(),
            EMPTY.to_uppercase(),
            alloc::format!("SHA256:{digits}"),
            alloc::format!("{EMPTY} "),
            alloc::format!("{EMPTY}0"),
            alloc::format!("{EMPTY}00"),
            EMPTY.replace("e3", "E3"),
            EMPTY.replace("e3", "g3"),
            EMPTY.replace("sha256:e", "sha256:"),
            "sha256:".to_string(),
            "".to_string(),
        ] {
            assert_eq!(Sha256::parse(&text), None, "{text}");
        }
    }

    #[test]
    fn parts_digest_as_the_whole() {
        let mut hasher = Sha256Hasher::new();
        hasher.update(b"ab");
        hasher.update(b"");
        hasher.update(b"c");
        assert_eq!(hasher.finish(), sha256(b"abc"));
    }
}
