//! What digest and signature of an object cover, for those who publish one (TMPA 3.7, 9.8).
//!
//! The same bytes that [`super::integrity`] recomputes: the canonical form of the whole object with an empty digest and
//! without the signature group. Here is no key: whoever signs gets the bytes and gives back a signature.

use crate::profile::integrity::CANONICALIZATIONS;
use actum_canon::digest::{Sha256, sha256};
use actum_canon::encode::{Encoding, TMPA_S04, Writer};
use actum_canon::json::{Kind, Parser};
use core::fmt;
use core::ops::Range;

/// An object about to be published: what its integrity record has to be made of.
#[derive(Debug, Clone)]
pub struct Covered {
    draft: Vec<u8>,
    /// Where the integrity record stands in the draft.
    place: Range<usize>,
    canonicalization: String,
    encoding: &'static Encoding,
    bytes: Vec<u8>,
    digest: Sha256,
}

impl Covered {
    /// Takes a draft: a JSON object whose `integrity.canonicalization` names a form that this program knows. A digest
    /// and a signature group that stand there already make no difference. Nothing else of the shape is checked here;
    /// a reading does that.
    ///
    /// # Errors
    /// A [`CoverError`] where the draft has no covered bytes.
    pub fn of(draft: &[u8]) -> Result<Self, CoverError> {
        let mut parser = Parser::new();
        let document = parser.parse(draft).map_err(|error| CoverError::NotJson(error.to_string()))?;
        let integrity = document.root().get("integrity").filter(|value| value.kind() == Kind::Object);
        let integrity = integrity.ok_or(CoverError::NoIntegrity)?;
        if let Some((name, _)) = integrity.members().find(|(name, _)| !MEMBERS.contains(&name.as_ref())) {
            return Err(CoverError::Member(name.into_owned()));
        }
        let hash =
            integrity.get("hash_algorithm").map(|value| value.as_str().unwrap_or_default().into_owned());
        if let Some(hash) = hash.filter(|hash| hash != HASH) {
            return Err(CoverError::Hash(hash));
        }
        let name = integrity.get("canonicalization").and_then(|value| value.as_str());
        let name = name.unwrap_or_default().into_owned();
        // What only a projection can compute is signed by nobody.
        let known =
            CANONICALIZATIONS.iter().find(|(known, (_, by_projection))| *known == name && !by_projection);
        let Some(&(_, (encoding, _))) = known else {
            return Err(CoverError::Canonicalization(name));
        };
        let mut covered = Self {
            draft: draft.to_vec(),
            place: integrity.span(),
            canonicalization: name,
            encoding,
            bytes: Vec::new(),
            digest: sha256(&[]),
        };
        covered.bytes = covered.written("", None)?;
        covered.digest = sha256(&covered.bytes);
        Ok(covered)
    }

    /// The bytes that the digest is taken over and that a signature signs.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// SHA-256 of [`Self::bytes`], which is the object's `integrity.digest`.
    #[must_use]
    pub fn digest(&self) -> Sha256 {
        self.digest
    }

    /// The object with its digest and no signature, in canonical form.
    #[must_use]
    pub fn unsigned(&self) -> Vec<u8> {
        self.finished(None)
    }

    /// The object with its digest and an Ed25519 signature over [`Self::bytes`] in base64 with padding, in canonical
    /// form. That the signature is one is not checked here.
    #[must_use]
    pub fn signed(&self, key_id: &str, signature: &str) -> Vec<u8> {
        self.finished(Some((key_id, signature)))
    }

    fn finished(&self, group: Option<(&str, &str)>) -> Vec<u8> {
        // The covered form of the same draft was written before; other texts in its integrity record change nothing
        // that could be refused.
        self.written(&self.digest.to_string(), group).unwrap_or_default()
    }

    fn written(&self, digest: &str, group: Option<(&str, &str)>) -> Result<Vec<u8>, CoverError> {
        let (before, rest) = self.draft.split_at_checked(self.place.start).unwrap_or((&self.draft, &[]));
        let after = rest.get(self.place.len()..).unwrap_or_default();
        let text = [before, &self.record(digest, group), after].concat();
        let mut parser = Parser::new();
        let document = parser.parse(&text).map_err(|error| CoverError::NotJson(error.to_string()))?;
        let mut bytes = Vec::new();
        self.encoding
            .write(document.root(), &mut bytes)
            .map_err(|error| CoverError::Number(error.pointer().to_owned()))?;
        Ok(bytes)
    }

    /// The integrity record; its members stand in the order of names, in which every form writes them.
    fn record(&self, digest: &str, group: Option<(&str, &str)>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&TMPA_S04, &mut bytes);
        let mut members = vec![
            ("canonicalization", self.canonicalization.as_str()),
            ("digest", digest),
            ("hash_algorithm", HASH),
        ];
        if let Some((key_id, signature)) = group {
            members.extend([
                ("key_id", key_id),
                ("signature", signature),
                ("signature_algorithm", ALGORITHM),
            ]);
        }
        let written = (|| {
            writer.begin_object()?;
            for (name, text) in members {
                writer.name(name)?;
                writer.string(text)?;
            }
            writer.end_object()
        })();
        match written {
            Ok(()) => bytes,
            Err(never) => match never {},
        }
    }
}

const MEMBERS: [&str; 6] =
    ["canonicalization", "digest", "hash_algorithm", "key_id", "signature", "signature_algorithm"];

const HASH: &str = "sha256";

/// The one signature algorithm, as objects spell it.
pub(super) const ALGORITHM: &str = "ed25519";

/// Why a draft has no covered bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CoverError {
    /// Not strict JSON.
    NotJson(String),
    /// No object with an object `integrity`.
    NoIntegrity,
    /// A member of `integrity` that the schema does not allow (TMPA 4.1).
    Member(String),
    /// A canonicalization that this program does not know (TMPA 9.8).
    Canonicalization(String),
    /// A hash algorithm other than `sha256`.
    Hash(String),
    /// A number at this pointer that the canonical form would change (TMPA 4.2).
    Number(String),
}

impl fmt::Display for CoverError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson(error) => write!(formatter, "not strict JSON: {error}"),
            Self::NoIntegrity => formatter.write_str("no object with an `integrity` record (TMPA 9.2)"),
            Self::Member(name) => write!(formatter, "`integrity` has no member `{name}` (TMPA 4.1)"),
            Self::Canonicalization(name) => {
                write!(formatter, "`{name}` is no canonicalization that is known here (TMPA 9.8)")
            }
            Self::Hash(name) => write!(formatter, "`{name}` is not `{HASH}` (TMPA 9.8)"),
            Self::Number(pointer) => {
                write!(formatter, "the number at `{pointer}` would change in canonical form (TMPA 4.2)")
            }
        }
    }
}

impl core::error::Error for CoverError {}

#[cfg(test)]
mod tests {
    use super::{CoverError, Covered};

    const DRAFT: &str = r#" {"z":1.50,"integrity":{"canonicalization":"FORM"},"a":"é"} "#;

    fn of(draft: &str) -> Result<Covered, CoverError> {
        Covered::of(draft.as_bytes())
    }

    #[test]
    fn the_covered_bytes_are_the_canonical_form_with_an_empty_digest() {
        for (form, end) in [("tmpa-s0.4-stable-json-1", "\n"), ("rfc8785", "")] {
            let covered = of(&DRAFT.replace("FORM", form)).unwrap();
            let expected = format!(
                r#"{{"a":"é","integrity":{{"canonicalization":"{form}","digest":"","hash_algorithm":"sha256"}},"z":1.5}}{end}"#
            );
            assert_eq!(core::str::from_utf8(covered.bytes()).unwrap(), expected);
            let digest = format!(r#""digest":"{}""#, covered.digest());
            assert_eq!(covered.unsigned(), expected.replace(r#""digest":"""#, &digest).into_bytes());
        }
    }

    #[test]
    fn what_stands_in_the_integrity_record_already_makes_no_difference() {
        let first = of(&DRAFT.replace("FORM", "rfc8785")).unwrap();
        let signed = first.signed("k", "c2ln");
        let again = Covered::of(&signed).unwrap();
        assert_eq!((again.bytes(), again.digest()), (first.bytes(), first.digest()));
        assert_eq!(again.unsigned(), first.unsigned());
        assert_eq!(again.signed("k", "c2ln"), signed);
        let text = String::from_utf8(signed).unwrap();
        assert!(
            text.contains(r#""key_id":"k","signature":"c2ln","signature_algorithm":"ed25519""#),
            "{text}"
        );
    }

    #[test]
    fn a_draft_without_covered_bytes_says_why() {
        let rows = [
            ("{", "not strict JSON: unexpected end at byte 1, in ``"),
            ("[]", "no object with an `integrity` record (TMPA 9.2)"),
            (r#"{"integrity":[]}"#, "no object with an `integrity` record (TMPA 9.2)"),
            (r#"{"integrity":{}}"#, "`` is no canonicalization that is known here (TMPA 9.8)"),
            (
                r#"{"integrity":{"canonicalisation":"rfc8785"}}"#,
                "`integrity` has no member `canonicalisation` (TMPA 4.1)",
            ),
            (
                r#"{"integrity":{"canonicalization":"rfc8785","hash_algorithm":"md5"}}"#,
                "`md5` is not `sha256` (TMPA 9.8)",
            ),
            (
                r#"{"integrity":{"canonicalization":"rfc8785"},"n":[9007199254740993]}"#,
                "the number at `/n/0` would change in canonical form (TMPA 4.2)",
            ),
        ];
        for (draft, message) in rows {
            assert_eq!(of(draft).unwrap_err().to_string(), message);
        }
    }
}
