//! Typed lists (ASTP 5.1.1): each input read as its kind, strictly, and put with its tag.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;

use actum_canon::digest::Sha3;
use actum_canon::encode::Sink;
use actum_canon::field::{Error, Field, Finite};
use actum_canon::instant::Instant;
use actum_canon::json::{self, Value};

use super::construction::Construction;
use super::input::{Fields, Input};
use super::refused::Refused;
use crate::id::Uuid;

const CLAUSE: &str = "ASTP 5.1.1";

/// What a field of a typed list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    scalar: Scalar,
    /// NULL stands for an absent value; without this it is refused.
    nullable: bool,
    list: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scalar {
    Null,
    Bytes,
    /// Text that enters as its UTF-8 bytes, without NFC: canonical JSON that is stored as it was hashed.
    Utf8,
    String,
    Uint,
    Uuid,
    Timestamp,
    Hash,
    Bool,
    Float,
}

pub(super) const UTF8: Kind = Kind::of(Scalar::Utf8);
pub(super) const STRING: Kind = Kind::of(Scalar::String);
pub(super) const UINT: Kind = Kind::of(Scalar::Uint);
pub(super) const UUID: Kind = Kind::of(Scalar::Uuid);
pub(super) const TIMESTAMP: Kind = Kind::of(Scalar::Timestamp);
pub(super) const HASH: Kind = Kind::of(Scalar::Hash);
pub(super) const BOOL: Kind = Kind::of(Scalar::Bool);
pub(super) const FLOAT: Kind = Kind::of(Scalar::Float);

impl Kind {
    const fn of(scalar: Scalar) -> Self {
        Self { scalar, nullable: false, list: false }
    }

    /// The kind or NULL.
    pub(super) const fn or_null(self) -> Self {
        Self { nullable: true, ..self }
    }

    /// A list of the kind.
    pub(super) const fn list(self) -> Self {
        Self { list: true, ..self }
    }

    /// Reads the name of a kind as published vectors write it: `UINT`, `LIST(HASH)`.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let scalar = |name| {
            Some(Self::of(match name {
                "NULL" => Scalar::Null,
                "BYTES" => Scalar::Bytes,
                "STRING" => Scalar::String,
                "UINT" => Scalar::Uint,
                "UUID" => Scalar::Uuid,
                "TIMESTAMP" => Scalar::Timestamp,
                "HASH" => Scalar::Hash,
                "BOOL" => Scalar::Bool,
                "FLOAT" => Scalar::Float,
                _ => return None,
            }))
        };
        match name.strip_prefix("LIST(").and_then(|inner| inner.strip_suffix(')')) {
            Some(inner) => scalar(inner).map(Self::list),
            None => scalar(name),
        }
    }
}

pub(super) fn put(
    construction: &Construction,
    columns: &[(Kind, &str)],
    fields: &dyn Fields,
    sink: &mut impl Sink<Error = Infallible>,
) -> Result<(), Refused> {
    columns.iter().try_for_each(|(kind, name)| {
        let input = construction.input(fields, name)?;
        put_field(*kind, &input, sink).map_err(|message| Refused::field(CLAUSE, name, message))
    })
}

/// Puts one field, or tells what the kind wants.
pub(super) fn put_field(
    kind: Kind,
    input: &Input<'_>,
    sink: &mut impl Sink<Error = Infallible>,
) -> Result<(), String> {
    if kind.nullable && is_null(input) {
        return write(&Field::Null, sink);
    }
    if !kind.list {
        return put_scalar(kind.scalar, input, sink);
    }
    let items = items(input).ok_or("LIST wants a list")?;
    // The list's head, then the items, which carry their own tags.
    let count = u32::try_from(items.len()).map_err(|_| "LIST is longer than 32 bits can say")?;
    let Ok(()) = sink.put(&[7]);
    let Ok(()) = sink.put(&count.to_be_bytes());
    items.iter().enumerate().try_for_each(|(at, item)| {
        put_scalar(kind.scalar, item, sink).map_err(|message| format!("item {at}: {message}"))
    })
}

fn put_scalar(
    scalar: Scalar,
    input: &Input<'_>,
    sink: &mut impl Sink<Error = Infallible>,
) -> Result<(), String> {
    match scalar {
        Scalar::Null => match is_null(input) {
            true => write(&Field::Null, sink),
            false => Err("NULL wants nothing".into()),
        },
        Scalar::Bytes => {
            let bytes = bytes(input).ok_or("BYTES wants an object `{\"hex\": …}` of whole bytes")?;
            write(&Field::Bytes(&bytes), sink)
        }
        Scalar::Utf8 => {
            write(&Field::Bytes(text(input).ok_or("BYTES of UTF-8 wants text")?.as_bytes()), sink)
        }
        Scalar::String => write(&Field::String(&text(input).ok_or("STRING wants text")?), sink),
        Scalar::Uint => {
            write(&Field::Uint(uint(input).ok_or("UINT wants an integer from 0 to 2^64 - 1")?), sink)
        }
        Scalar::Uuid => {
            let id = uuid(input).ok_or("UUID wants 32 hexadecimal digits with hyphens, 8-4-4-4-12")?;
            write(&Field::Uuid(id.as_bytes()), sink)
        }
        Scalar::Timestamp => write(&Field::Timestamp(milliseconds(input)?), sink),
        Scalar::Hash => write(&Field::Hash(hash(input).ok_or("HASH wants 64 hexadecimal digits")?), sink),
        Scalar::Bool => write(&Field::Bool(boolean(input).ok_or("BOOL wants a truth value")?), sink),
        Scalar::Float => write(&Field::Float(finite(input).ok_or("FLOAT wants a finite number")?), sink),
    }
}

fn write(field: &Field<'_>, sink: &mut impl Sink<Error = Infallible>) -> Result<(), String> {
    field.write(sink).map_err(|Error::TooLong| "is longer than 32 bits can say".into())
}

pub(super) fn is_null(input: &Input<'_>) -> bool {
    match input {
        Input::Null => true,
        Input::Json(value) => value.kind() == json::Kind::Null,
        _ => false,
    }
}

pub(super) fn text<'a>(input: &'a Input<'_>) -> Option<Cow<'a, str>> {
    match input {
        Input::Text(text) => Some(Cow::Borrowed(text)),
        Input::Json(value) => value.as_str(),
        _ => None,
    }
}

pub(super) fn uint(input: &Input<'_>) -> Option<u64> {
    match input {
        Input::Uint(integer) => Some(*integer),
        Input::Json(value) => value.as_number()?.as_str().parse().ok(),
        _ => None,
    }
}

fn uuid(input: &Input<'_>) -> Option<Uuid> {
    match input {
        Input::Uuid(id) => Some(*id),
        Input::Text(text) => Uuid::parse(text),
        Input::Json(value) => Uuid::parse(&value.as_str()?),
        _ => None,
    }
}

pub(super) fn hash(input: &Input<'_>) -> Option<Sha3> {
    match input {
        Input::Hash(digest) => Some(*digest),
        Input::Text(text) => Sha3::parse_any_case(text),
        Input::Json(value) => Sha3::parse_any_case(&value.as_str()?),
        _ => None,
    }
}

pub(super) fn boolean(input: &Input<'_>) -> Option<bool> {
    match input {
        Input::Bool(truth) => Some(*truth),
        Input::Json(value) => value.as_bool(),
        _ => None,
    }
}

fn finite(input: &Input<'_>) -> Option<Finite> {
    Finite::new(match input {
        Input::Float(double) => *double,
        Input::Json(value) => value.as_number()?.to_f64(),
        _ => return None,
    })
}

fn milliseconds(input: &Input<'_>) -> Result<u64, String> {
    let micros = match input {
        Input::Micros(micros) => Some(*micros),
        _ => text(input)
            .and_then(|text| Instant::parse(&text))
            .ok_or("TIMESTAMP wants a date-time with its offset (RFC 3339)")?
            .to_micros(),
    };
    micros
        .and_then(|micros| u64::try_from(micros.div_euclid(1_000)).ok())
        .ok_or_else(|| "TIMESTAMP wants an instant from 1970 on, outside a leap second".into())
}

/// Bytes as published vectors write them: `{"hex": "00ff"}`.
pub(super) fn bytes(input: &Input<'_>) -> Option<Vec<u8>> {
    let Input::Json(value) = input else {
        return None;
    };
    hexadecimal(&value.get("hex")?.as_str()?)
}

/// Bytes from an even number of hexadecimal digits in either case.
pub(super) fn hexadecimal(digits: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let bytes = pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect();
    if rest.is_empty() { bytes } else { None }
}

/// The items of a list, each an input.
pub(super) fn items<'a>(input: &'a Input<'_>) -> Option<Vec<Input<'a>>> {
    Some(match input {
        Input::Texts(texts) => texts.iter().map(Input::from).collect(),
        Input::Uuids(ids) => ids.iter().copied().map(Input::Uuid).collect(),
        Input::Hashes(digests) => digests.iter().copied().map(Input::Hash).collect(),
        Input::Json(value) => elements(*value)?.map(Input::Json).collect(),
        _ => return None,
    })
}

/// The elements of an array; `None` for any other kind.
pub(super) fn elements(value: Value<'_>) -> Option<json::Elements<'_>> {
    (value.kind() == json::Kind::Array).then(|| value.elements())
}
