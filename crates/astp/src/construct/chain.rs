//! Chains of records, each bound to the one before (ASTP 8.2, 8.3).
//!
//! A chain shows deletion, insertion, reordering and alteration of what it holds. It does not show that its tail was
//! cut off or that all of it was written anew: for that its [`Head`] must be kept elsewhere.

use alloc::format;
use alloc::string::{String, ToString as _};
use core::fmt;

use actum_canon::digest::Sha3;
use actum_canon::encode::ASTP;
use actum_canon::instant::Instant;
use actum_canon::joined::isoformat;
use actum_canon::json::{Parser, Value};

use super::current::AUDIT_RECORD_V2;
use super::input::{Fields, Input};
use super::output::Output;
use super::read::Inputs;
use super::refused::Refused;
use super::retained::AUDIT_RECORD;
use super::typed::{hash, is_null, text, uint};

/// How long a chain is, and its last record's hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The number of records, which is the sequence number of the last one.
    pub length: u64,
    /// The `record_hash` of the last one; `None` for an empty chain.
    pub hash: Option<Sha3>,
}

/// The first record that breaks a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Its place, from 0.
    pub record: usize,
    /// Its field that does not fit.
    pub field: &'static str,
    /// What is there and what belongs there.
    pub message: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {}: `{}` {} (ASTP 8.2)", self.record, self.field, self.message)
    }
}

impl core::error::Error for Broken {}

/// Verifies a chain of version 2 records from its first on (ASTP 8.2).
///
/// Stored times must be whole milliseconds and deltas their own canonical form, or two records would share a hash.
///
/// # Errors
///
/// [`Broken`] names the first record that does not fit, and which field of it.
pub fn verify_v2<'r>(records: impl IntoIterator<Item = &'r dyn Fields>) -> Result<Head, Broken> {
    let mut head = Head { length: 0, hash: None };
    let mut key: Option<String> = None;
    let mut parser = Parser::new();
    for (at, record) in records.into_iter().enumerate() {
        let broken = |field, message| Broken { record: at, field, message };
        demand_next(at, record, head.length)?;
        let own = text_of(record, "chain_key").unwrap_or_default();
        match &key {
            Some(key) if *key != own => {
                return Err(broken("chain_key", format!("is `{own}`, and the chain is `{key}`")));
            }
            _ => key = Some(own),
        }
        let prior = record.field("prior_audit_hash").unwrap_or(Input::Null);
        if hash(&prior) != head.hash || head.hash.is_none() != is_null(&prior) {
            let wanted = head.hash.map_or_else(|| "nothing".into(), |hash| hash.to_string());
            return Err(broken("prior_audit_hash", format!("is not {wanted}")));
        }
        for delta in ["forward_delta", "reverse_delta"] {
            let text = text_of(record, delta).unwrap_or_default();
            if !ASTP.is_stored_form(&mut parser, text.as_bytes()) {
                return Err(broken(delta, "is not its own canonical form (ASTP 5.1.2)".into()));
            }
        }
        if !is_whole(record) {
            return Err(broken("wall_clock_time", "is not a time of whole milliseconds (ASTP 8.1)".into()));
        }
        head = advance(head, at, record, AUDIT_RECORD_V2.hash(record))?;
    }
    Ok(head)
}

/// Verifies a chain of 4.x records from its first on (ASTP 8.3).
///
/// The hash covers seven fields only. Whoever changes another (session, human actor, reverse delta, affected nodes,
/// trigger, reason, caught by, detection window) is not found out.
///
/// # Errors
///
/// [`Broken`] names the first record that does not fit, and which field of it.
pub fn verify_4x<'r>(records: impl IntoIterator<Item = &'r dyn Fields>) -> Result<Head, Broken> {
    let mut head = Head { length: 0, hash: None };
    for (at, record) in records.into_iter().enumerate() {
        demand_next(at, record, head.length)?;
        let wanted = head.hash.map_or_else(|| GENESIS.into(), |hash| hash.to_string());
        if text_of(record, "prior_audit_hash").as_ref() != Some(&wanted) {
            let message = format!("is not {wanted}");
            return Err(Broken { record: at, field: "prior_audit_hash", message });
        }
        head = advance(head, at, record, AUDIT_RECORD.hash(&Stored(record)))?;
    }
    Ok(head)
}

/// Takes a record as the next one, if its stored hash is the one that its fields give.
fn advance(
    head: Head,
    at: usize,
    record: &dyn Fields,
    computed: Result<Sha3, Refused>,
) -> Result<Head, Broken> {
    let computed = computed.map_err(|refused| Broken {
        record: at,
        field: "record_hash",
        message: format!("cannot be computed: {refused}"),
    })?;
    demand_hash(at, record, computed)?;
    Ok(Head { length: head.length + 1, hash: Some(computed) })
}

/// What 4.x has for the hash before the first.
const GENESIS: &str = "GENESIS";

/// A stored 4.x record: its delta goes by another name in the list, and its time was hashed in another spelling.
struct Stored<'r>(&'r dyn Fields);

impl Fields for Stored<'_> {
    fn field(&self, name: &str) -> Option<Input<'_>> {
        match name {
            "forward_delta_json" => self.0.field("forward_delta"),
            "wall_clock_time" => {
                let stored = self.0.field(name)?;
                let spelled = text(&stored).and_then(|text| isoformat(&text));
                Some(spelled.map_or(stored, Input::from))
            }
            _ => self.0.field(name),
        }
    }
}

fn demand_next(at: usize, record: &dyn Fields, length: u64) -> Result<(), Broken> {
    let sequence = record.field("delta_sequence").as_ref().and_then(uint);
    if sequence == length.checked_add(1) {
        return Ok(());
    }
    let found = sequence.map_or_else(|| "no number".into(), |sequence| sequence.to_string());
    Err(Broken {
        record: at,
        field: "delta_sequence",
        message: format!("is {found}, and {} is next", length + 1),
    })
}

fn demand_hash(at: usize, record: &dyn Fields, computed: Sha3) -> Result<(), Broken> {
    if record.field("record_hash").as_ref().and_then(hash) == Some(computed) {
        return Ok(());
    }
    Err(Broken {
        record: at,
        field: "record_hash",
        message: format!("does not recompute: the record gives {computed}"),
    })
}

fn text_of(record: &dyn Fields, name: &str) -> Option<String> {
    record.field(name).as_ref().and_then(text).map(|text| text.into_owned())
}

fn is_whole(record: &dyn Fields) -> bool {
    match record.field("wall_clock_time") {
        Some(Input::Micros(micros)) => micros % 1_000 == 0,
        Some(time) => text(&time)
            .and_then(|text| Instant::parse(&text))
            .is_some_and(|time| time.is_whole_milliseconds()),
        None => false,
    }
}

/// The chain of what was said in a consultation: the hash of its last entry, once every entry names the one before.
pub(super) fn exchange(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 5.3", value);
    let mut before: Option<String> = None;
    for (at, entry) in inputs.list("entries")?.enumerate() {
        let entry = Inputs::new("ASTP 5.3", entry);
        let wanted = before.as_deref().unwrap_or(GENESIS);
        if entry.text("previous_hash")? != wanted {
            return Err(entry.refused("previous_hash", &format!("of entry {at} is not {wanted}")));
        }
        before = Some(entry.text("content_hash")?.into_owned());
    }
    let last = before.ok_or_else(|| inputs.refused("entries", "are none"))?;
    Ok(Output::text(&last))
}
