//! What an append answers: where the artifact stands, and the root of the log that ends with it.

use alloc::vec::Vec;
use core::convert::Infallible;

use actum_canon::digest::{Sha256, sha256};
use actum_canon::encode::Writer;
use actum_canon::json::Value;

use crate::entry::Record;
use crate::form::{self, Form, FormError};
use crate::frontier::Head;

/// That an artifact is kept. It holds against every later head, by an inclusion and a consistency proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The SHA-256 of the bytes.
    pub digest: Sha256,
    /// The place in the ledger, from 0.
    pub index: u64,
    /// The leaf; see [`Record::leaf`].
    pub leaf: Sha256,
    /// The root over the first `index + 1` entries.
    pub root: Sha256,
}

impl Receipt {
    /// Tells whether the receipt is for these bytes. What they were called does not matter for that.
    #[must_use]
    pub fn is_for(&self, bytes: &[u8]) -> bool {
        sha256(bytes) == self.digest
    }

    /// Tells whether the receipt is for bytes recorded like this.
    #[must_use]
    pub fn is_of(&self, record: &Record) -> bool {
        record.digest == self.digest && record.leaf() == self.leaf
    }

    /// Returns the head of the ledger when it ended with this entry.
    #[must_use]
    pub const fn head(&self) -> Head {
        Head { size: self.index.saturating_add(1), root: self.root }
    }
}

/// `{"digest","index","leaf","root"}`
impl Form for Receipt {
    fn put(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
        writer.begin_object()?;
        writer.name("digest")?;
        form::put_digest(self.digest, writer)?;
        writer.name("index")?;
        writer.integer(self.index)?;
        writer.name("leaf")?;
        form::put_digest(self.leaf, writer)?;
        writer.name("root")?;
        form::put_digest(self.root, writer)?;
        writer.end_object()
    }

    fn read(value: Value<'_>) -> Result<Self, FormError> {
        form::members(value, &["digest", "index", "leaf", "root"], &[])?;
        Ok(Self {
            digest: form::member(value, "digest", form::digest)?,
            index: form::member(value, "index", form::index)?,
            leaf: form::member(value, "leaf", form::digest)?,
            root: form::member(value, "root", form::digest)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn receipt() -> Receipt {
        Receipt { digest: sha256(b"a"), index: 3, leaf: sha256(b"b"), root: sha256(b"c") }
    }

    #[test]
    fn a_receipt_has_one_form() {
        let bytes = receipt().to_bytes();
        let text = alloc::format!(
            r#"{{"digest":"{}","index":3,"leaf":"{}","root":"{}"}}"#,
            sha256(b"a"),
            sha256(b"b"),
            sha256(b"c")
        );
        assert_eq!(bytes, text.as_bytes());
        assert_eq!(Receipt::parse(&bytes), Ok(receipt()));
        assert_eq!(Receipt::parse(&[bytes, b"\n".to_vec()].concat()), Ok(receipt()));
    }

    #[test]
    fn another_spelling_is_another_document() {
        let text = alloc::string::String::from_utf8(receipt().to_bytes()).unwrap();
        let changed = |from: &str, to: &str| Receipt::parse(text.replacen(from, to, 1).as_bytes());
        assert_eq!(changed(":3,", ": 3,"), Err(FormError::Spelling));
        assert_eq!(changed("index", "\\u0069ndex"), Err(FormError::Spelling));
        assert_eq!(changed(":3,", ":3.0,"), Err(FormError::Spelling));
        assert_eq!(changed(":3,", ":-3,"), Err(FormError::Member("index")));
        assert_eq!(changed(":3,", ":9007199254740991,"), Err(FormError::Member("index")));
        assert_eq!(changed("sha256:", "SHA256:"), Err(FormError::Member("digest")));
        assert_eq!(changed("{", "{\"a\":1,"), Err(FormError::Unknown("a".into())));
        assert_eq!(changed("root", "stem"), Err(FormError::Unknown("stem".into())));
        assert_eq!(Receipt::parse(b"[]"), Err(FormError::Object));
        assert!(matches!(changed("{", "{\"index\":3,"), Err(FormError::Json(_))));
        assert!(matches!(Receipt::parse(text.replace('}', "").as_bytes()), Err(FormError::Json(_))));
        assert_eq!(Receipt::parse(alloc::format!("{text}\n\n").as_bytes()), Err(FormError::Spelling));
    }

    #[test]
    fn a_receipt_is_for_its_bytes_and_record_alone() {
        let record = Record {
            source_id: "a".into(),
            media_type: "a/b".into(),
            size: 1,
            digest: sha256(b"a"),
            key: None,
        };
        let receipt = Receipt { leaf: record.leaf(), ..receipt() };
        assert!(receipt.is_for(b"a") && !receipt.is_for(b"b"));
        assert!(receipt.is_of(&record));
        assert!(!receipt.is_of(&Record { source_id: "b".into(), ..record.clone() }));
        assert!(!receipt.is_of(&Record { key: Some("a".into()), ..record }));
        assert_eq!(receipt.head().size, 4);
    }
}
