//! One line of a journal: a message as it was sent, its stamp, and its place in the chain.
//!
//! A line is canonical JSON (RFC 8785). The message is a string that holds the exact bytes, since a canonical form
//! would lose what decides: the order of a checklist (DEAL 6.9), the spelling of an amount (DEAL 2.4), a repeated
//! member (DEAL 2.1). Bytes that are not UTF-8 stand in `bytes` as base64 instead.
//!
//! | member | content |
//! |---|---|
//! | `at` | the host's stamp (DEAL 2.6) |
//! | `message` or `bytes` | the message |
//! | `n` | its number, from 1 |
//! | `entry` | the hash of the transcript entry that it gave (DEAL 12.2) |
//! | `prev` | `hash` of the line before; of the first, a digest that names the edition |
//! | `hash` | SHA-256 of the line without this member |

use actum_canon::digest::{Sha256, Sha256Hasher};
use actum_canon::encode::{JCS_NEAREST, Sink, Writer};
use actum_canon::json::{Document, Limits, Parser};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The longest message that is taken, in bytes. Even where each of its bytes is escaped, its line stays below what
/// a journal reads.
pub(crate) const LONGEST_MESSAGE: usize = 8 * 1024 * 1024;

/// The longest line in bytes: a message all of whose bytes are escaped, and the other members.
const LONGEST: usize = 6 * LONGEST_MESSAGE + 1024;

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) at: u64,
    pub(crate) n: u64,
    pub(crate) message: Vec<u8>,
    pub(crate) entry: Sha256,
    pub(crate) prev: Sha256,
}

impl Line {
    /// Appends the line, without a line feed; gives its hash.
    pub(crate) fn write(&self, out: &mut Vec<u8>) -> Sha256 {
        let mut hasher = Sha256Hasher::new();
        let Ok(()) = self.put(None, &mut Writer::new(&JCS_NEAREST, &mut hasher));
        let hash = hasher.finish();
        let Ok(()) = self.put(Some(hash), &mut Writer::new(&JCS_NEAREST, out));
        hash
    }

    fn put<S: Sink>(&self, hash: Option<Sha256>, writer: &mut Writer<'_, S>) -> Result<(), S::Error> {
        let text = str::from_utf8(&self.message);
        writer.begin_object()?;
        writer.name("at")?;
        writer.integer(self.at)?;
        if text.is_err() {
            writer.name("bytes")?;
            writer.string(&STANDARD.encode(&self.message))?;
        }
        writer.name("entry")?;
        writer.string(&self.entry.to_string())?;
        if let Some(hash) = hash {
            writer.name("hash")?;
            writer.string(&hash.to_string())?;
        }
        if let Ok(text) = text {
            writer.name("message")?;
            writer.string(text)?;
        }
        writer.name("n")?;
        writer.integer(self.n)?;
        writer.name("prev")?;
        writer.string(&self.prev.to_string())?;
        writer.end_object()
    }
}

/// Why bytes are no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// No object with the members of a line.
    Form,
    /// The right members, and a hash that is not theirs.
    Changed,
    /// The right content in a spelling that no journal is written in.
    Spelling,
}

impl Fault {
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Self::Form => "it is no line of a deal journal",
            Self::Changed => {
                "its `hash` is not that of its content: the line was changed after it was written"
            }
            Self::Spelling => "it is not in canonical form: the line was changed after it was written",
        }
    }
}

/// Reads lines one after the other, in memory that it keeps.
#[derive(Debug)]
pub(crate) struct Reader {
    parser: Parser,
    again: Vec<u8>,
}

impl Reader {
    pub(crate) fn new() -> Self {
        let limits = Limits { depth: 2, bytes: LONGEST };
        Self { parser: Parser::with_limits(limits), again: Vec::new() }
    }

    /// Reads a line, given without its line feed; gives its hash too.
    pub(crate) fn read(&mut self, bytes: &[u8]) -> Result<(Line, Sha256), Fault> {
        let document = self.parser.parse(bytes).map_err(|_| Fault::Form)?;
        let (line, named) = members(&document).ok_or(Fault::Form)?;
        self.again.clear();
        let hash = line.write(&mut self.again);
        if hash != named {
            return Err(Fault::Changed);
        }
        if self.again != bytes {
            return Err(Fault::Spelling);
        }
        Ok((line, hash))
    }
}

/// The line and the hash that it names. Members that a line does not have are left to the comparison of spellings.
fn members(document: &Document<'_>) -> Option<(Line, Sha256)> {
    let root = document.root();
    let text = |name| root.get(name)?.as_str();
    let digest = |name| text(name).and_then(|text| Sha256::parse(&text));
    let number = |name| root.get(name)?.as_number()?.as_u64();
    let message = match text("message") {
        Some(message) => message.into_owned().into_bytes(),
        None => STANDARD.decode(text("bytes")?.as_bytes()).ok()?,
    };
    let line =
        Line { at: number("at")?, n: number("n")?, message, entry: digest("entry")?, prev: digest("prev")? };
    Some((line, digest("hash")?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actum_canon::digest::sha256;

    fn written(message: &[u8]) -> (Line, Vec<u8>, Sha256) {
        let line =
            Line { at: 7, n: 1, message: message.to_vec(), entry: sha256(b"entry"), prev: sha256(b"prev") };
        let mut bytes = Vec::new();
        let hash = line.write(&mut bytes);
        (line, bytes, hash)
    }

    #[test]
    fn a_message_comes_back_byte_for_byte_whatever_it_is() {
        for message in
            [&b"{\"b\":1,\"a\":100.0}"[..], b"", b"\xff\x00", b"\n\r\t\"\\", "é\u{10ffff}".as_bytes()]
        {
            let (line, bytes, hash) = written(message);
            assert_eq!(Reader::new().read(&bytes), Ok((line, hash)));
            assert!(!bytes.contains(&b'\n'));
        }
    }

    #[test]
    fn no_byte_of_a_line_can_change_unseen() {
        let (_, bytes, _) = written(b"{\"type\":\"Tick\"}");
        let mut reader = Reader::new();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                assert!(reader.read(&changed).is_err(), "bit {bit} of byte {at}");
            }
            assert!(reader.read(&bytes[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_apart() {
        let (_, bytes, _) = written(b"{}");
        let text = String::from_utf8(bytes).unwrap();
        let mut reader = Reader::new();
        let mut fault = |text: &str| reader.read(text.as_bytes()).unwrap_err();
        assert_eq!(fault(&text.replace("\"at\":7", "\"at\":8")), Fault::Changed);
        assert_eq!(fault(&text.replace("\"at\":7", "\"at\": 7")), Fault::Spelling);
        assert_eq!(fault(&text.replace("\"at\":7", "\"at\":7,\"au\":1")), Fault::Spelling);
        assert_eq!(fault(&text.replace("\"at\":7,", "")), Fault::Form);
        assert_eq!(fault(""), Fault::Form);
    }
}
