//! Typed fields: what is written is read back by a reader of its own, and two lists never give the same bytes.

use actum_canon::digest::Sha3;
use actum_canon::encode::ASTP;
use actum_canon::field::{Field, Finite};
use actum_canon::json::Parser;
use actum_canon::normal::{is_nfc, nfc};

/// A field as this reader understands it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Owned {
    Null,
    Bytes(Vec<u8>),
    String(String),
    Uint(u64),
    Uuid([u8; 16]),
    Timestamp(u64),
    Hash([u8; 32]),
    List(Vec<Owned>),
    Bool(bool),
    Float(f64),
}

/// Asserts everything about bytes: as fields, where they are some, and as a document in NFC, where they are one.
pub(crate) fn check(bytes: &[u8]) -> bool {
    let is_document = check_document(bytes);
    let Some(fields) = decode(bytes) else {
        return is_document;
    };
    let written = encode(&fields);
    if fields.iter().all(is_settled) {
        assert_eq!(written, bytes, "canonical fields are written as they were");
    }
    assert_eq!(decode(&written).map(|fields| encode(&fields)), Some(written));
    true
}

/// Writes fields one after the other.
pub(crate) fn encode(fields: &[Owned]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for field in fields {
        write(field, &mut bytes);
    }
    bytes
}

fn write(field: &Owned, bytes: &mut Vec<u8>) {
    let put = |field: Field<'_>, bytes: &mut Vec<u8>| field.write(bytes).unwrap();
    match field {
        Owned::Null => put(Field::Null, bytes),
        Owned::Bytes(value) => put(Field::Bytes(value), bytes),
        Owned::String(text) => put(Field::String(text), bytes),
        Owned::Uint(value) => put(Field::Uint(*value), bytes),
        Owned::Uuid(value) => put(Field::Uuid(value), bytes),
        Owned::Timestamp(value) => put(Field::Timestamp(*value), bytes),
        Owned::Hash(value) => put(Field::Hash(Sha3::from_bytes(*value)), bytes),
        Owned::Bool(truth) => put(Field::Bool(*truth), bytes),
        Owned::Float(double) => put(Field::Float(Finite::new(*double).unwrap()), bytes),
        Owned::List(items) => {
            let scalars: Vec<Field<'_>> = items.iter().filter_map(scalar).collect();
            if scalars.len() == items.len() {
                put(Field::List(&scalars), bytes);
            } else {
                // A list in a list: the head here, the items each for itself.
                bytes.push(7);
                bytes.extend(u32::try_from(items.len()).unwrap().to_be_bytes());
                items.iter().for_each(|item| write(item, bytes));
            }
        }
    }
}

fn scalar(item: &Owned) -> Option<Field<'_>> {
    Some(match item {
        Owned::Null => Field::Null,
        Owned::Bytes(value) => Field::Bytes(value),
        Owned::String(text) => Field::String(text),
        Owned::Uint(value) => Field::Uint(*value),
        Owned::Uuid(value) => Field::Uuid(value),
        Owned::Timestamp(value) => Field::Timestamp(*value),
        Owned::Hash(value) => Field::Hash(Sha3::from_bytes(*value)),
        Owned::Bool(truth) => Field::Bool(*truth),
        Owned::Float(double) => Field::Float(Finite::new(*double)?),
        Owned::List(_) => return None,
    })
}

/// Reads fields to the end; `None` where the bytes are none.
pub(crate) fn decode(bytes: &[u8]) -> Option<Vec<Owned>> {
    let mut rest = bytes;
    let mut fields = Vec::new();
    while !rest.is_empty() {
        fields.push(read(&mut rest, 8)?);
    }
    Some(fields)
}

fn read(rest: &mut &[u8], depth: usize) -> Option<Owned> {
    let [tag] = take(rest)?;
    Some(match tag {
        0 => Owned::Null,
        1 => Owned::Bytes(counted(rest)?.to_vec()),
        2 => Owned::String(String::from_utf8(counted(rest)?.to_vec()).ok()?),
        3 => Owned::Uint(u64::from_be_bytes(take(rest)?)),
        4 => Owned::Uuid(take(rest)?),
        5 => Owned::Timestamp(u64::from_be_bytes(take(rest)?)),
        6 => Owned::Hash(take(rest)?),
        7 => {
            let count = u32::from_be_bytes(take(rest)?);
            let depth = depth.checked_sub(1)?;
            Owned::List((0..count).map(|_| read(rest, depth)).collect::<Option<_>>()?)
        }
        8 => match take(rest)? {
            [0] => Owned::Bool(false),
            [1] => Owned::Bool(true),
            _ => return None,
        },
        9 => Owned::Float(f64::from_be_bytes(take(rest)?)).finite()?,
        _ => return None,
    })
}

impl Owned {
    fn finite(self) -> Option<Self> {
        (!matches!(self, Self::Float(double) if !double.is_finite())).then_some(self)
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, after) = rest.split_first_chunk::<N>()?;
    *rest = after;
    Some(*taken)
}

fn counted<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let count = usize::try_from(u32::from_be_bytes(take(rest)?)).ok()?;
    let (taken, after) = rest.split_at_checked(count)?;
    *rest = after;
    Some(taken)
}

fn is_settled(field: &Owned) -> bool {
    match field {
        Owned::String(text) => is_nfc(text),
        Owned::Float(double) => *double != 0.0 || double.is_sign_positive(),
        Owned::List(items) => items.iter().all(is_settled),
        _ => true,
    }
}

/// Canonical JSON over text in NFC is a fixed point, and a document and its twin in NFC have the same.
fn check_document(bytes: &[u8]) -> bool {
    let mut parser = Parser::new();
    let Ok(document) = parser.parse(bytes) else {
        return false;
    };
    let mut canonical = Vec::new();
    if ASTP.write(document.root(), &mut canonical).is_err() {
        assert!(canonical.is_empty());
        return false;
    }
    assert!(ASTP.is_stored_form(&mut Parser::new(), &canonical));
    let text = str::from_utf8(&canonical).unwrap();
    assert!(!text.contains(['\n', '\t']) && Parser::new().parse(text.as_bytes()).is_ok());
    if ASTP.is_stored_form(&mut Parser::new(), bytes) {
        assert_eq!(canonical, bytes);
    }
    let source = str::from_utf8(bytes).unwrap();
    if !source.contains('\\') {
        let mut twin = Vec::new();
        let mut parser = Parser::new();
        // Numbers and brackets are ASCII, so the NFC of the source is its twin; only `<`, `=`, `>` would compose.
        if let Ok(document) = parser.parse(nfc(source).as_bytes()) {
            ASTP.write(document.root(), &mut twin).unwrap();
            assert_eq!(twin, canonical);
        }
    }
    true
}
