//! SHA3-256 (FIPS 202), written as 64 lower-case hexadecimal digits.

use core::fmt;
use core::str::FromStr;

use sha3::Digest as _;

use super::hexadecimal;

/// A SHA3-256 digest. Ordered by its bytes, which is also the order of its written form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha3([u8; 32]);

impl Sha3 {
    /// The length of the written form.
    pub const TEXT_LENGTH: usize = 64;

    /// Takes 32 bytes that some earlier digest consisted of.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Reads the written form, strictly: 64 digits of `0-9a-f`, nothing else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        hexadecimal::read(text.as_bytes()).map(Self)
    }

    /// Reads what [`Self::parse`] reads and also upper-case digits, which ASTP 5.1 tells a reader to take.
    #[must_use]
    pub fn parse_any_case(text: &str) -> Option<Self> {
        let digits: &[u8; Self::TEXT_LENGTH] = text.as_bytes().try_into().ok()?;
        hexadecimal::read(&digits.map(|digit| digit.to_ascii_lowercase())).map(Self)
    }

    /// Returns the 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the written form as ASCII, without allocating.
    #[must_use]
    pub fn to_ascii(self) -> [u8; Self::TEXT_LENGTH] {
        let mut text = [0; Self::TEXT_LENGTH];
        hexadecimal::write(&self.0, &mut text);
        text
    }
}

impl super::Digest for Sha3 {
    type Text = [u8; Sha3::TEXT_LENGTH];

    fn of_parts(parts: &[&[u8]]) -> Self {
        let mut hasher = Sha3Hasher::new();
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

impl fmt::Display for Sha3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(core::str::from_utf8(&self.to_ascii()).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Sha3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Sha3 {
    type Err = NotSha3;

    fn from_str(text: &str) -> Result<Self, NotSha3> {
        Self::parse(text).ok_or(NotSha3)
    }
}

/// The text is not the written form of a SHA3-256 digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotSha3;

impl fmt::Display for NotSha3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not 64 lower-case hexadecimal digits")
    }
}

impl core::error::Error for NotSha3 {}

/// Digests bytes in one call.
#[must_use]
pub fn sha3(bytes: &[u8]) -> Sha3 {
    Sha3(sha3::Sha3_256::digest(bytes).into())
}

/// Digests bytes that come in parts.
#[derive(Clone, Debug, Default)]
pub struct Sha3Hasher(sha3::Sha3_256);

impl Sha3Hasher {
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
    pub fn finish(self) -> Sha3 {
        Sha3(self.0.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    const EMPTY: &str = "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a";

    #[test]
    fn written_form_is_read_back() {
        assert_eq!(sha3(b"").to_string(), EMPTY);
        assert_eq!(EMPTY.parse(), Ok(sha3(b"")));
        assert_eq!(Sha3::parse_any_case(&EMPTY.to_uppercase()), Some(sha3(b"")));
    }

    #[test]
    fn written_form_is_read_strictly() {
        assert_eq!(Sha3::parse(&EMPTY.to_uppercase()), None);
        for text in [
            alloc::format!("sha3:{EMPTY}"),
            alloc::format!("{EMPTY} "),
            alloc::format!(" {EMPTY}"),
            alloc::format!("{EMPTY}00"),
            EMPTY.replace("a7", "g7"),
            EMPTY.replace("a7", ""),
            EMPTY.replace("a7", "  "),
            "".to_string(),
        ] {
            assert_eq!(Sha3::parse(&text), None, "{text}");
            assert_eq!(Sha3::parse_any_case(&text), None, "{text}");
        }
    }

    #[test]
    fn parts_digest_as_the_whole() {
        let mut hasher = Sha3Hasher::new();
        hasher.update(b"ab");
        hasher.update(b"");
        hasher.update(b"c");
        assert_eq!(hasher.finish(), sha3(b"abc"));
    }
}
