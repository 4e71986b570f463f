//! What somebody wants to be kept, and the limits of it.

use alloc::borrow::Cow;
use alloc::string::ToString;
use core::fmt;

use actum_canon::digest::Sha256;

/// The most bytes that an artifact may have: what a document may have that is ever read.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;

/// The most bytes of a source id: a path of any system, with room for the number of a line.
pub const MAX_SOURCE_ID: usize = 16 * 1024;

/// The most bytes of a media type: two names of 127 bytes (RFC 6838 4.2), with room for parameters.
pub const MAX_MEDIA_TYPE: usize = 1024;

/// The most bytes of an idempotency key.
pub const MAX_KEY: usize = 255;

/// Bytes to be kept, and how they are to be found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Artifact<'a> {
    /// Under which name they are gathered as evidence; without one it is their written digest.
    pub source_id: Option<&'a str>,
    /// What they are (RFC 6838). Kept as given: nothing is derived from the bytes.
    pub media_type: &'a str,
    /// The bytes, which nobody looks into.
    pub bytes: &'a [u8],
    /// The name of the request, chosen by whoever makes it. A second request under it is answered by the first
    /// receipt, if the bytes are the same.
    pub key: Option<&'a str>,
}

/// What is wrong with an artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// More than [`MAX_BYTES`].
    Bytes,
    /// A source id that is empty, or longer than [`MAX_SOURCE_ID`].
    SourceId,
    /// A media type that is not `type/subtype` in printable ASCII, or longer than [`MAX_MEDIA_TYPE`].
    MediaType,
    /// An idempotency key that is empty, or longer than [`MAX_KEY`].
    Key,
}

impl<'a> Artifact<'a> {
    /// Checks the limits.
    ///
    /// # Errors
    ///
    /// The first [`Fault`], in the order of the variants.
    pub fn check(&self) -> Result<(), Fault> {
        if self.bytes.len() > MAX_BYTES {
            return Err(Fault::Bytes);
        }
        check_names(self.source_id, self.media_type, self.key)
    }

    /// The name under which the bytes are evidence.
    pub(crate) fn source(&self, digest: Sha256) -> Cow<'a, str> {
        self.source_id.map_or_else(|| Cow::Owned(digest.to_string()), Cow::Borrowed)
    }
}

impl Fault {
    /// The member of a record that is at fault.
    pub(crate) const fn member(self) -> &'static str {
        match self {
            Self::Bytes => "size",
            Self::SourceId => "source_id",
            Self::MediaType => "media_type",
            Self::Key => "key",
        }
    }
}

/// Checks what is said about the bytes, not how many there are.
pub(crate) fn check_names(source_id: Option<&str>, media_type: &str, key: Option<&str>) -> Result<(), Fault> {
    let fits = |text: &str, most: usize| (1..=most).contains(&text.len());
    if !source_id.is_none_or(|id| fits(id, MAX_SOURCE_ID)) {
        return Err(Fault::SourceId);
    }
    if !fits(media_type, MAX_MEDIA_TYPE) || !is_media_type(media_type) {
        return Err(Fault::MediaType);
    }
    if key.is_none_or(|key| fits(key, MAX_KEY)) { Ok(()) } else { Err(Fault::Key) }
}

/// Tells whether text is two names of RFC 6838 4.2 with a slash between them, then nothing or parameters in printable
/// ASCII, which are not looked into.
fn is_media_type(text: &str) -> bool {
    let (essence, parameters) =
        text.split_once(';').map_or((text, ""), |(essence, rest)| (essence.trim_end_matches(' '), rest));
    let is_name = |name: &str| {
        name.starts_with(|first: char| first.is_ascii_alphanumeric())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte))
    };
    let named = essence.split_once('/').is_some_and(|(kind, name)| is_name(kind) && is_name(name));
    named && parameters.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes => write!(f, "more than {MAX_BYTES} bytes"),
            Self::SourceId => write!(f, "source id is empty or longer than {MAX_SOURCE_ID} bytes"),
            Self::MediaType => {
                write!(f, "media type is not `type/subtype`, or longer than {MAX_MEDIA_TYPE} bytes")
            }
            Self::Key => write!(f, "idempotency key is empty or longer than {MAX_KEY} bytes"),
        }
    }
}

impl core::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;

    fn artifact(media_type: &str) -> Artifact<'_> {
        Artifact { source_id: Some("a"), media_type, bytes: b"", key: None }
    }

    #[test]
    fn media_types_are_two_names_with_or_without_parameters() {
        for text in [
            "text/plain",
            "application/vnd.actum.deal+json",
            "text/plain; charset=utf-8",
            "text/plain ;a",
            "a/b;c=\"d\"",
        ] {
            assert_eq!(artifact(text).check(), Ok(()), "{text}");
        }
        for text in [
            "",
            "text",
            "/plain",
            "text/",
            "te xt/plain",
            "text/plain\n",
            "text/plain ",
            "text/plain; a=\n",
            "text/pläin",
            " a/b",
        ] {
            assert_eq!(artifact(text).check(), Err(Fault::MediaType), "{text}");
        }
    }

    #[test]
    fn every_length_has_its_limit_and_is_taken_at_it() {
        let text = |length: usize| "x".repeat(length);
        let (key, id) = (text(MAX_KEY), text(MAX_SOURCE_ID));
        let bytes = alloc::vec![0; MAX_BYTES + 1];
        let (source_id, key) = (Some(id.as_str()), Some(key.as_str()));
        let good = Artifact { source_id, media_type: "a/b", bytes: &bytes[..MAX_BYTES], key };
        assert_eq!(good.check(), Ok(()));
        assert_eq!(Artifact { bytes: &bytes, ..good }.check(), Err(Fault::Bytes));
        for source_id in ["", &text(MAX_SOURCE_ID + 1)] {
            assert_eq!(Artifact { source_id: Some(source_id), ..good }.check(), Err(Fault::SourceId));
        }
        for key in ["", &text(MAX_KEY + 1)] {
            assert_eq!(Artifact { key: Some(key), ..good }.check(), Err(Fault::Key));
        }
    }
}
