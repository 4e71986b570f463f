//! The terms as they were sent: the basis of every later comparison (DEAL 2.3, 7.4).

use alloc::vec::Vec;
use core::ops::Range;

use actum_canon::digest::{self, Sha256};

use crate::canonical::Object;
use crate::edition::Edition;

/// The members of a body that are compared alone (DEAL 7.4, 9.2).
const PARTS: [&str; 5] = ["consideration", "obligation", "deal_structure", "review", "deadlines"];

/// An offer body in canonical bytes, and its digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    body: Vec<u8>,
    digest: Sha256,
    parts: [Option<Range<usize>>; 5],
}

impl Snapshot {
    /// Takes the body of an Offer: the message without its envelope.
    pub(crate) fn take(object: &Object<'_>, edition: &Edition) -> Self {
        let mut body = Vec::with_capacity(object.bytes().len());
        let mut parts = [const { None }; 5];
        object.write_parts(
            |name| edition.is_envelope(name),
            &mut body,
            |name, range| {
                if let Some((slot, _)) = parts.iter_mut().zip(PARTS).find(|(_, part)| *part == name) {
                    *slot = Some(range);
                }
            },
        );
        body.shrink_to_fit();
        Self { digest: digest::sha256(&body), body, parts }
    }

    /// The offer digest.
    #[must_use]
    pub const fn digest(&self) -> Sha256 {
        self.digest
    }

    /// The canonical bytes of the offer body (RFC 8785), defaults not filled in, unknown members kept.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The canonical bytes of one of the members `consideration`, `obligation`, `deal_structure`, `review`, `deadlines`.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<&[u8]> {
        let (range, _) = self.parts.iter().zip(PARTS).find(|(_, part)| *part == name)?;
        self.body.get(range.clone()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::V0_3;
    use actum_canon::json::Parser;

    const OFFER: &str = r#"{"type":"Offer","from":"C","offer_id":"d","note":"caf\u00e9","consideration":{"cash_sim":100,"object_options":["a","b"]},"obligation":{"checklist":["x"]}}"#;

    fn snapshot(source: &str) -> Snapshot {
        let mut parser = Parser::new();
        let root = parser.parse(source.as_bytes()).unwrap().root();
        Snapshot::take(&Object::new(root, Vec::new()).unwrap(), &V0_3)
    }

    #[test]
    fn the_body_is_the_offer_as_sent_without_its_envelope() {
        let snapshot = snapshot(OFFER);
        let body = r#"{"consideration":{"cash_sim":100,"object_options":["a","b"]},"note":"café","obligation":{"checklist":["x"]},"offer_id":"d"}"#;
        assert_eq!(snapshot.body(), body.as_bytes());
        assert_eq!(snapshot.digest(), digest::sha256(body.as_bytes()));
        assert_eq!(snapshot.part("obligation"), Some(&br#"{"checklist":["x"]}"#[..]));
        assert_eq!((snapshot.part("review"), snapshot.part("note")), (None, None));
    }

    #[test]
    fn another_spelling_of_the_same_terms_is_no_mutation() {
        for (from, to) in [
            (r#""offer_id":"d","note":"caf\u00e9""#, r#" "note" : "caf\u00e9", "offer_id" : "d""#),
            (r"caf\u00e9", "café"),
            ("100", "100.0"),
            ("100", "1e2"),
            ("100", "1E+2"),
            ("100", "10e1"),
            (r#""from":"C","#, ""),
            (r#""from":"C""#, r#""from":"D","seq":7,"sig":"s","msg_id":"m","to":"A","at":3"#),
        ] {
            assert!(OFFER.contains(from), "{from}");
            assert_eq!(snapshot(&OFFER.replace(from, to)).digest(), snapshot(OFFER).digest(), "{to}");
        }
    }

    #[test]
    fn whatever_else_changes_is_a_mutation() {
        for (from, to) in [
            ("100", "\"100\""),
            ("100", "50"),
            (r"caf\u00e9", "cafe\u{301}"),
            (r"caf\u00e9", r"Caf\u00e9"),
            (r#"["a","b"]"#, r#"["b","a"]"#),
            (r#""cash_sim""#, r#""mode":"fixed","cash_sim""#),
            (r#""note":"caf\u00e9","#, ""),
            (r#""note""#, r#""other":null,"note""#),
        ] {
            let changed = OFFER.replace(from, to);
            assert_ne!(changed, OFFER, "{from}");
            assert_ne!(snapshot(&changed).digest(), snapshot(OFFER).digest(), "{to}");
        }
    }
}
