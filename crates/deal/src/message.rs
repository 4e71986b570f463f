//! From bytes to a message whose form of JSON is in order (DEAL 2.1, 2.2).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use actum_canon::digest::{self, Sha256};
use actum_canon::json::{Document, Error, ErrorKind, Kind, Limits, Parser, Value};

use crate::canonical::{self, Object};
use crate::edition::Edition;
use crate::error::Rule;

/// What stands even deeper than this is refused without its digest: nobody should pay for it with memory.
const DEEP: usize = 1000;

/// A message: an object, with its canonical bytes.
#[derive(Debug)]
pub(crate) struct Message<'a> {
    object: Object<'a>,
    /// SHA-256 of all its canonical bytes.
    pub(crate) digest: Sha256,
}

impl<'a> Message<'a> {
    /// Returns a member.
    pub(crate) fn get(&self, name: &str) -> Option<Value<'a>> {
        self.object.get(name)
    }

    /// The members with their canonical bytes.
    pub(crate) const fn object(&self) -> &Object<'a> {
        &self.object
    }

    /// The digest of what must be equal for two messages with one id (DEAL 2.9).
    pub(crate) fn content_digest(&self) -> Sha256 {
        let transport = |name: &str| name == "at" || name == "sig";
        if self.get("at").or(self.get("sig")).is_none() {
            return self.digest;
        }
        self.object.digest_without(transport)
    }

    /// Gives the buffer back.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.object.into_bytes()
    }
}

/// Bytes that are no message.
#[derive(Debug)]
pub(crate) struct NoMessage {
    pub(crate) rule: Rule,
    /// The digest of the canonical bytes, where there are such.
    pub(crate) digest: Option<Sha256>,
}

impl From<Rule> for NoMessage {
    fn from(rule: Rule) -> Self {
        Self { rule, digest: None }
    }
}

/// Reads messages one after the other, in memory that it keeps.
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    parser: Parser,
    /// For texts that the first one finds too deep: it tells how deep they are, and whether they are objects.
    deep: Parser,
    limit: usize,
}

impl Reader {
    pub(crate) fn new(edition: &Edition) -> Self {
        let limits = |depth| Parser::with_limits(Limits { depth, ..Limits::default() });
        Self { parser: limits(edition.limits.depth), deep: limits(DEEP), limit: edition.limits.depth }
    }

    /// Reads a message, using `buffer` for its canonical bytes.
    ///
    /// # Errors
    ///
    /// The first thing for which the bytes are no message (DEAL 2.11, step 1).
    pub(crate) fn read<'a>(&'a mut self, bytes: &'a [u8], buffer: Vec<u8>) -> Result<Message<'a>, NoMessage> {
        let document = match self.parser.parse(bytes) {
            Ok(document) => document,
            Err(error) if error.kind() == ErrorKind::TooDeep => too_deep(&mut self.deep, bytes, self.limit)?,
            Err(error) => return Err(fault(&error, bytes).into()),
        };
        let root = document.root();
        if root.kind() != Kind::Object {
            return Err(NoMessage { rule: Rule::NotAMessage, digest: canonical::digest(root).ok() });
        }
        let object = Object::new(root, buffer)?;
        let digest = digest::sha256(object.bytes());
        Ok(Message { object, digest })
    }
}

/// Reads a text that stands too deep: one level beyond the limit is allowed where it is empty, since only values
/// are counted.
#[cold]
fn too_deep<'a>(parser: &'a mut Parser, bytes: &'a [u8], limit: usize) -> Result<Document<'a>, NoMessage> {
    let document = match parser.parse(bytes) {
        Ok(document) => document,
        Err(error) if error.kind() == ErrorKind::TooDeep && starts_an_object(bytes) => {
            return Err(Rule::TooDeep { limit }.into());
        }
        Err(error) if error.kind() == ErrorKind::TooDeep => return Err(Rule::NotAMessage.into()),
        Err(error) => return Err(fault(&error, bytes).into()),
    };
    let root = document.root();
    if root.kind() == Kind::Object && deepest(bytes) > limit {
        return Err(NoMessage { rule: Rule::TooDeep { limit }, digest: canonical::digest(root).ok() });
    }
    Ok(document)
}

/// Counts in how many arrays and objects the deepest value of a JSON text stands.
fn deepest(bytes: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = bytes.iter().filter(|byte| !byte.is_ascii_whitespace()).peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => skip_string(&mut bytes),
            b'[' | b'{' => {
                depth += 1;
                if !matches!(bytes.peek(), Some(b']' | b'}')) {
                    deepest = deepest.max(depth);
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

fn skip_string<'a>(bytes: &mut impl Iterator<Item = &'a u8>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => {
                bytes.next();
            }
            _ => {}
        }
    }
}

/// Says what is wrong with a text, in the words of DEAL 2.1.
#[cold]
fn fault(error: &Error, bytes: &[u8]) -> Rule {
    match error.kind() {
        ErrorKind::LoneSurrogate | ErrorKind::DuplicateName if !starts_an_object(bytes) => Rule::NotAMessage,
        ErrorKind::LoneSurrogate => Rule::LoneSurrogate,
        ErrorKind::DuplicateName => Rule::DuplicateMember { name: last_name(error.pointer()) },
        ErrorKind::Syntax | ErrorKind::InvalidNumber if names_no_number(bytes.get(error.offset()..)) => {
            Rule::NumberOutOfRange
        }
        kind => {
            let mut fault = kind.to_string();
            if kind != ErrorKind::Empty {
                fault.push_str(" at byte ");
                fault.push_str(&error.offset().to_string());
            }
            Rule::NotJson { fault }
        }
    }
}

fn starts_an_object(bytes: &[u8]) -> bool {
    bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{')
}

/// Tells whether a text goes on with one of the words for what is no number, and which JSON lacks.
fn names_no_number(rest: Option<&[u8]>) -> bool {
    let rest = rest.unwrap_or_default();
    [&b"NaN"[..], b"Infinity", b"-Infinity"].iter().any(|word| rest.starts_with(word))
}

/// Returns the last name of an RFC 6901 pointer.
fn last_name(pointer: &str) -> String {
    let last = pointer.rsplit('/').next().unwrap_or_default();
    last.replace("~1", "/").replace("~0", "~")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::V0_3;
    use alloc::format;

    fn refused(text: &str) -> (String, bool) {
        let mut reader = Reader::new(&V0_3);
        let refused = reader.read(text.as_bytes(), Vec::new()).unwrap_err();
        (refused.rule.to_string(), refused.digest.is_some())
    }

    fn nested(levels: usize, inner: &str) -> String {
        format!("{{\"x\":{}{inner}{}}}", "[".repeat(levels), "]".repeat(levels))
    }

    #[test]
    fn every_fault_of_the_profile_has_its_own_words() {
        for (text, rule, has_digest) in [
            (r#"{"a":{"k/~":1,"k/~":1}}"#, "duplicate member k/~", false),
            (r#"{"a":1,"\u0061":1}"#, "duplicate member a", false),
            (r#"{"a":"\ud800"}"#, "lone surrogate in string", false),
            (r#"{"\udc00":1}"#, "lone surrogate in string", false),
            (r#"{"a":1e400}"#, "number out of range", false),
            (r#"{"a":-1e999999999}"#, "number out of range", false),
            (r#"{"a":NaN}"#, "number out of range", false),
            (r#"{"a":[-Infinity]}"#, "number out of range", false),
            ("[]", "message must be an object", true),
            ("7", "message must be an object", true),
            (r#"[{"a":1,"a":2}]"#, "message must be an object", false),
            ("", "message is not JSON: no value", false),
            ("{", "message is not JSON: unexpected end at byte 1", false),
            ("hello", "message is not JSON: not JSON at byte 0", false),
        ] {
            assert_eq!(refused(text), (rule.into(), has_digest), "{text}");
        }
        assert_eq!(refused(&format!("{}{}", "[".repeat(70), "]".repeat(70))).0, "message must be an object");
    }

    #[test]
    fn sixty_four_levels_are_taken_and_a_value_below_them_is_not() {
        for text in [nested(63, "1"), nested(64, ""), nested(63, "{}"), nested(63, r#""]\"[[""#)] {
            assert!(Reader::new(&V0_3).read(text.as_bytes(), Vec::new()).is_ok(), "{text}");
        }
        for text in [nested(64, "1"), nested(65, ""), nested(64, "{}"), nested(999, "")] {
            assert_eq!(refused(&text), ("nesting deeper than 64".into(), true), "{text}");
        }
        assert_eq!(refused(&nested(1_000_000, "")), ("nesting deeper than 64".into(), false));
    }

    #[test]
    fn content_is_the_message_without_stamp_and_signature() {
        let digest = |text: &str| {
            let mut reader = Reader::new(&V0_3);
            reader.read(text.as_bytes(), Vec::new()).unwrap().content_digest()
        };
        assert_eq!(digest(r#"{"a":1}"#), digest(r#"{"sig":"s","a":1.0,"at":5}"#));
        assert_ne!(digest(r#"{"a":1}"#), digest(r#"{"a":1,"seq":5}"#));
    }
}
