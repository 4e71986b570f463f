//! Evidence whose content lies elsewhere, named by digest (DEAL 15.8).
//!
//! An evidence entry without `value` may say what the content is: `sha256`, `size` in bytes, `media_type`, `uri`. To the
//! engine such an entry stays inconclusive, since it sees no content; a reviewer who has the content checks it here before
//! ruling. Not here: fetching anything.

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::{self, Sha256};
use actum_canon::json::Value;

use crate::artifact::Artifact;
use crate::edition::V0_3_EXTENDED;
use crate::form;
use crate::message::Reader;

/// Content that an artifact names by digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The id of the evidence entry.
    pub id: String,
    /// The item whose own entry it is.
    pub predicate: Option<String>,
    /// The digest of the content's bytes.
    pub sha256: Sha256,
    /// The number of bytes, if the entry says so.
    pub size: Option<u64>,
    /// What the bytes are, if the entry says so.
    pub media_type: Option<String>,
    /// Where they may be had, if the entry says so.
    pub uri: Option<String>,
}

impl Reference {
    /// Tells whether these bytes are the content.
    #[must_use]
    pub fn is_of(&self, content: &[u8]) -> bool {
        self.size.is_none_or(|size| u64::try_from(content.len()) == Ok(size))
            && digest::sha256(content) == self.sha256
    }
}

/// Lists the content that a Disclose message names by digest; `None` where it is no Disclose with an artifact in order.
#[must_use]
pub fn references(message: &[u8]) -> Option<Vec<Reference>> {
    let mut reader = Reader::new(&V0_3_EXTENDED);
    let message = reader.read(message, Vec::new()).ok()?;
    if message.get("type")?.as_str()? != "Disclose" {
        return None;
    }
    let artifact = message.get("artifact")?;
    Artifact::read(artifact, &V0_3_EXTENDED).ok()?;
    let entries = artifact.get("evidence").into_iter().flat_map(Value::elements);
    Some(entries.filter(|entry| entry.get("value").is_none()).filter_map(reference).collect())
}

fn reference(entry: Value<'_>) -> Option<Reference> {
    let text = |name| entry.get(name).and_then(Value::as_str).map(Into::into);
    Some(Reference {
        id: text("id")?,
        predicate: text("predicate"),
        sha256: form::digest(entry.get("sha256")?, "").ok()?,
        size: entry.get("size").and_then(form::integer),
        media_type: text("media_type"),
        uri: text("uri"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn content_is_known_by_digest_and_size() {
        let sha256 = digest::sha256(b"content");
        let message = format!(
            r#"{{"type":"Disclose","artifact":{{"evidence":[{{"id":"a","value":1,"sha256":"{sha256}"}},
                {{"id":"b","predicate":"p","sha256":"{sha256}","size":7,"media_type":"text/plain"}},{{"id":"c"}}]}}}}"#
        );
        let references = references(message.as_bytes()).unwrap();
        let [reference] = references.as_slice() else { panic!("{references:?}") };
        assert_eq!((reference.id.as_str(), reference.media_type.as_deref()), ("b", Some("text/plain")));
        assert!(reference.is_of(b"content"));
        assert!(!reference.is_of(b"Content"));
        let shorter = Reference { size: Some(6), ..reference.clone() };
        assert!(!shorter.is_of(b"content"));
    }

    #[test]
    fn what_is_no_disclosure_names_nothing() {
        for message in
            ["{}", "[]", r#"{"type":"Settle","artifact":{}}"#, r#"{"type":"Disclose","artifact":7}"#]
        {
            assert_eq!(references(message.as_bytes()), None, "{message}");
        }
    }
}
