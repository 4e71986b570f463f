//! Source fixtures: what a subject is given (TMPA 10.3).

use actum_canon::digest::{Sha256, sha256};
use actum_canon::json::Value;

use super::field::{Refusal, digest, object, path, text};

/// One source of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The stable identity under which the subject sees it.
    pub source_id: String,
    /// Its media type.
    pub media_type: String,
    /// The digest of its bytes, checked before any run.
    pub byte_digest: Sha256,
    /// Where the bytes are.
    pub place: Place,
}

/// Where the bytes of a source are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a file, relative to the suite.
    File(String),
    /// In the case itself.
    Inline(Vec<u8>),
}

impl Input {
    pub(super) fn parse(value: Value<'_>) -> Result<Self, Refusal> {
        object(value, &["source_id", "path", "media_type", "byte_digest"])?;
        Ok(Self {
            source_id: text(value, "source_id")?,
            media_type: text(value, "media_type")?,
            byte_digest: digest(value, "byte_digest")?,
            place: Place::File(path(value, "path")?),
        })
    }

    /// Says why these bytes are not the fixture, if they are not. Altered line ends are told apart, since they are the
    /// usual reason.
    #[must_use]
    pub fn mismatch(&self, bytes: &[u8]) -> Option<String> {
        mismatch(self.byte_digest, bytes)
    }
}

/// Says why `bytes` do not have the digest, if they do not.
#[must_use]
pub fn mismatch(expected: Sha256, bytes: &[u8]) -> Option<String> {
    let found = sha256(bytes);
    if found == expected {
        return None;
    }
    let mut message = format!("the bytes have the digest `{found}`, not `{expected}`");
    if bytes.windows(2).any(|pair| pair == b"\r\n") && sha256(&without_returns(bytes)) == expected {
        message.push_str(": line ends were changed to CRLF");
    }
    Some(message)
}

fn without_returns(bytes: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(bytes.len());
    for (at, byte) in bytes.iter().enumerate() {
        if !(*byte == b'\r' && bytes.get(at + 1) == Some(&b'\n')) {
            kept.push(*byte);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_line_ends_are_named() {
        let expected = sha256(b"{\n}\n");
        assert_eq!(mismatch(expected, b"{\n}\n"), None);
        assert!(mismatch(expected, b"{\r\n}\r\n").unwrap().ends_with("CRLF"));
        assert!(!mismatch(expected, b"{\r\n} \r\n").unwrap().ends_with("CRLF"));
        assert!(!mismatch(expected, b"{}").unwrap().ends_with("CRLF"));
    }
}
