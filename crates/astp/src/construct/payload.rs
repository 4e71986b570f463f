//! JSON texts of 4.x: what `json.dumps` of CPython wrote of listed members (ASTP 5.3, 20, 21).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::instant::Instant;
use actum_canon::joined::{Dumps, isoformat_utc, repr};
use actum_canon::json::{self, Value};

use super::construction::Construction;
use super::input::{Fields, Input};
use super::refused::Refused;
use super::typed::elements;

/// How a member becomes JSON.
#[derive(Clone, Copy, Debug)]
pub(super) enum Member {
    /// As it is.
    Any,
    /// A date-time, in UTC; one without offset counts as UTC; null stays null.
    Time,
    /// A date-time cut to seconds, `Z` for whatever its offset was.
    Seconds,
    /// A number as the string that holds its `repr`; null stays null.
    Float,
    /// A list of strings in the order of code points.
    Sorted,
    /// A list of objects, of each these members.
    Each(&'static [(Member, &'static str)]),
}

pub(super) const ANY: Member = Member::Any;
pub(super) const TIME: Member = Member::Time;
pub(super) const SECONDS: Member = Member::Seconds;
pub(super) const FLOAT: Member = Member::Float;
pub(super) const SORTED: Member = Member::Sorted;

/// `json.dumps(…, sort_keys=True)`.
pub(super) const WIDE: Dumps = Dumps { compact: false, ascii: true, sorted: true, float_text: false };
/// The same without spaces.
pub(super) const COMPACT: Dumps = Dumps { compact: true, ascii: true, sorted: true, float_text: false };
/// Without spaces, beyond ASCII as it is, in the listed order, numbers with a point as strings.
pub(super) const LISTED: Dumps = Dumps { compact: true, ascii: false, sorted: false, float_text: true };

pub(super) fn write(
    construction: &Construction,
    dumps: Dumps,
    members: &[(Member, &str)],
    fields: &dyn Fields,
    out: &mut Vec<u8>,
) -> Result<(), Refused> {
    let mut members: Vec<_> = members.iter().collect();
    if dumps.sorted {
        members.sort_unstable_by_key(|(_, name)| *name);
    }
    out.push(b'{');
    for (at, (member, name)) in members.into_iter().enumerate() {
        if at > 0 {
            dumps.item_separator(out);
        }
        dumps.name(name, out);
        let Input::Json(value) = construction.input(fields, name)? else {
            return Err(Refused::field(construction.clause, name, "wants a JSON value"));
        };
        let wants = |what: &str| Refused::field(construction.clause, name, format!("wants {what}"));
        match member {
            Member::Any => dumps.value(value, out).map_err(|error| wants(&format!("no {error}")))?,
            Member::Time | Member::Float if value.kind() == json::Kind::Null => {
                out.extend_from_slice(b"null")
            }
            Member::Time => dumps.string(&in_utc(value).ok_or_else(|| wants("a date-time"))?, out),
            Member::Seconds => dumps.string(&to_seconds(value).ok_or_else(|| wants("a date-time"))?, out),
            Member::Float => {
                let text = value.as_number().and_then(|number| repr(number.to_f64()));
                dumps.string(&text.ok_or_else(|| wants("a number that a double holds"))?, out);
            }
            Member::Sorted => write_sorted(dumps, value, out).ok_or_else(|| wants("a list of texts"))?,
            Member::Each(inner) => {
                let items = elements(value).ok_or_else(|| wants("a list of objects"))?;
                out.push(b'[');
                for (at, item) in items.enumerate() {
                    if at > 0 {
                        dumps.item_separator(out);
                    }
                    write(construction, dumps, inner, &item, out)?;
                }
                out.push(b']');
            }
        }
    }
    out.push(b'}');
    Ok(())
}

fn write_sorted(dumps: Dumps, list: Value<'_>, out: &mut Vec<u8>) -> Option<()> {
    let texts: Option<Vec<_>> = elements(list)?.map(Value::as_str).collect();
    let mut texts = texts?;
    texts.sort_unstable();
    out.push(b'[');
    for (at, text) in texts.iter().enumerate() {
        if at > 0 {
            dumps.item_separator(out);
        }
        dumps.string(text, out);
    }
    out.push(b']');
    Some(())
}

fn in_utc(value: Value<'_>) -> Option<String> {
    let text = value.as_str()?;
    let instant = Instant::parse(&text).or_else(|| Instant::parse(&format!("{text}Z")))?;
    isoformat_utc(&instant)
}

fn to_seconds(value: Value<'_>) -> Option<String> {
    let text = value.as_str()?;
    Instant::parse(&text)?;
    Some(format!("{}Z", text.get(..19)?.to_ascii_uppercase()))
}
