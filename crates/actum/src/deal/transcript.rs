//! Transcripts as JSON lines, and the check of a transcript or journal by playing its messages again (DEAL 12.2, 12.3).
//!
//! A line is the entry of DEAL 12.2 and, beside what its hash covers, `at` (the stamp), `message` (the exact text that
//! was sent; `bytes`, in base64, where it is no text) and `movements` (how value moved). Whoever has the lines can
//! compute every one of them again. A stamp shows there as far as anything hangs on it; the chain of a journal covers
//! it always.

use std::io::BufRead;
use std::path::Path;

use actum_canon::digest::{Sha256, sha256};
use actum_canon::encode::{JCS_NEAREST, Writer};
use actum_canon::json::{Document, Limits, Parser};
use actum_deal::{Deals, V0_3_EXTENDED};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::journal::{CHANGED, Journal, Record};
use crate::error::{Error, ErrorKind};
use crate::input::{open_regular, read_input};
use crate::journal::Place;
use crate::ledger::is_ledger;

/// Members of a line that its hash does not cover.
const BESIDE: [&str; 5] = ["at", "bytes", "hash", "message", "movements"];

/// Appends the line of a message, without a line feed.
pub fn write_entry(record: Record<'_>, out: &mut Vec<u8>) {
    let mut entry = Vec::new();
    record.outcome.entry.write(&mut entry);
    let mut parser = Parser::with_limits(LIMITS);
    let mut members: Vec<(String, Vec<u8>)> = match parser.parse(&entry) {
        Ok(document) => spelled(&document),
        // What the engine writes is JSON; if it were not, it would stand here whole.
        Err(_) => vec![("entry".into(), entry.clone())],
    };
    members.push(("at".into(), record.at.to_string().into_bytes()));
    let text = str::from_utf8(record.message);
    let mut message = Vec::new();
    let mut writer = Writer::new(&JCS_NEAREST, &mut message);
    let Ok(()) = match text {
        Ok(text) => writer.string(text),
        Err(_) => writer.string(&STANDARD.encode(record.message)),
    };
    members.push((if text.is_ok() { "message" } else { "bytes" }.into(), message));
    let mut movements = Vec::new();
    let mut writer = Writer::new(&JCS_NEAREST, &mut movements);
    let Ok(()) = writer.begin_array();
    for movement in &record.outcome.entry.movements {
        let Ok(()) = movement.write(&mut writer);
    }
    let Ok(()) = writer.end_array();
    members.push(("movements".into(), movements));
    object(&mut members, out);
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What the file is.
    pub kind: &'static str,
    /// Messages that hold.
    pub messages: u64,
    /// The hash of the last transcript entry that holds.
    pub head: Sha256,
    /// What is wrong from there on, with its line.
    pub fault: Option<String>,
    /// What a writer that died left behind the last line of a journal, in bytes.
    pub torn: u64,
}

/// Checks a journal, in a file or in a ledger, or a transcript: every hash, the chain, and every entry by playing the messages again.
///
/// # Errors
/// [`ErrorKind::Input`] where the file is neither; otherwise as [`read_input`].
pub fn verify(path: &Path) -> Result<Checked, Error> {
    if is_ledger(path) {
        return verify_journal(Place::Ledger(path.to_path_buf()));
    }
    if path != Path::new("-") && begins_a_journal(path)? {
        return verify_journal(path.into());
    }
    let bytes = read_input(path)?;
    let mut checked = Checked { kind: "transcript", messages: 0, head: ORIGIN, fault: None, torn: 0 };
    let mut deals = Deals::new(&V0_3_EXTENDED);
    let mut parser = Parser::with_limits(LIMITS);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        match check(line, &mut parser, &mut deals, checked.head) {
            Ok(head) => checked.head = head,
            Err(Fault::Form) if checked.messages == 0 => break,
            Err(fault) => {
                checked.fault = Some(format!("line {}: {}", checked.messages + 1, fault.reason()));
                return Ok(checked);
            }
        }
        checked.messages += 1;
    }
    if checked.messages > 0 {
        return Ok(checked);
    }
    let message = format!("`{}` is neither a deal journal nor a transcript", path.display());
    Err(Error::new(ErrorKind::Input, "transcript_invalid", message)
        .hint("`actum deal transcript` prints a transcript of a journal"))
}

fn begins_a_journal(path: &Path) -> Result<bool, Error> {
    let file = open_regular(path)?;
    let mut start = std::io::BufReader::with_capacity(64, file);
    let start = start.fill_buf().map_err(|error| Error::lost("read", path, error))?;
    Ok(start.starts_with(b"{\"journal\":"))
}

fn verify_journal(place: Place) -> Result<Checked, Error> {
    let mut checked = Checked { kind: "journal", messages: 0, head: ORIGIN, fault: None, torn: 0 };
    let opened = Journal::open_to_read(place, &mut |record| {
        checked.messages += 1;
        checked.head = record.outcome.entry.hash;
    });
    match opened {
        Ok(journal) => checked.torn = journal.torn().map_or(0, |torn| torn.length),
        Err(error) if error.code() == CHANGED => checked.fault = Some(error.to_string()),
        Err(error) => return Err(error),
    }
    Ok(checked)
}

/// Why a line does not hold.
enum Fault {
    Form,
    Changed,
    Order,
    Replay,
}

impl Fault {
    const fn reason(&self) -> &'static str {
        match self {
            Self::Form => "it is no line of a transcript",
            Self::Changed => {
                "its `hash` is not that of its content: the line was changed after it was written"
            }
            Self::Order => "it does not follow the line before: one was removed, added or moved",
            Self::Replay => "its message gives another entry than the line says",
        }
    }
}

/// Checks one line against the entry that its message gives.
fn check(line: &[u8], parser: &mut Parser, deals: &mut Deals, head: Sha256) -> Result<Sha256, Fault> {
    let document = parser.parse(line).map_err(|_| Fault::Form)?;
    let root = document.root();
    let text = |name| root.get(name)?.as_str();
    let digest = |name| text(name).and_then(|text| Sha256::parse(&text)).ok_or(Fault::Form);
    let (hash, prev) = (digest("hash")?, digest("prev")?);
    let at = root.get("at").and_then(|at| at.as_number()?.as_u64()).ok_or(Fault::Form)?;
    let message = match text("message") {
        Some(message) => message.into_owned().into_bytes(),
        None => STANDARD.decode(text("bytes").ok_or(Fault::Form)?.as_bytes()).map_err(|_| Fault::Form)?,
    };
    let mut hashed = Vec::new();
    let mut members = spelled(&document);
    members.retain(|(name, _)| !BESIDE.contains(&name.as_str()));
    object(&mut members, &mut hashed);
    if sha256(&hashed) != hash {
        return Err(Fault::Changed);
    }
    if prev != head {
        return Err(Fault::Order);
    }
    let outcome = deals.apply(&message, Some(at));
    let mut again = Vec::new();
    write_entry(Record { at, message: &message, outcome: &outcome, deals }, &mut again);
    if again == line { Ok(hash) } else { Err(Fault::Replay) }
}

/// The hash before the first entry.
const ORIGIN: Sha256 = Sha256::from_bytes([0; 32]);

/// A message whose bytes are all escaped, and its entry.
const LIMITS: Limits = Limits { depth: 128, bytes: usize::MAX };

/// The members of an object, each value as it is spelled.
fn spelled(document: &Document<'_>) -> Vec<(String, Vec<u8>)> {
    let source = document.source();
    let members = document.root().members();
    members
        .map(|(name, value)| (name.into_owned(), source.get(value.span()).unwrap_or_default().to_vec()))
        .collect()
}

/// Appends an object of these members, in canonical order.
fn object(members: &mut [(String, Vec<u8>)], out: &mut Vec<u8>) {
    members.sort_by(|(a, _), (b, _)| JCS_NEAREST.compare_names(a, b));
    let mut writer = Writer::new(&JCS_NEAREST, out);
    let Ok(()) = writer.begin_object();
    for (name, value) in members.iter() {
        let Ok(()) = writer.name(name);
        let Ok(()) = writer.raw(value);
    }
    let Ok(()) = writer.end_object();
}
