//! Joined lists of 4.x: texts with a separator between, retained to verify what was written so (ASTP 5.3, 8.3, 19).
//!
//! Two lists can give one text. A list that is written today is held to one reading: see
//! [`Construction::stamp`](super::Construction::stamp).

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::ToString as _;
use alloc::vec::Vec;
use core::convert::Infallible;

use actum_canon::digest::{Sha3, Sha3Hasher};
use actum_canon::encode::Sink;
use actum_canon::instant::Instant;
use actum_canon::joined::{isoformat_utc, repr, strip};
use actum_canon::json::{self, Value};

use super::construction::Construction;
use super::input::{Fields, Input};
use super::refused::Refused;
use super::typed::items;

/// How a field becomes text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Text as it is, integers in digits, truth values as `True` and `False`, nothing where absent.
    Text,
    /// A date-time; the one kind that always holds colons, and always three.
    Time,
    /// Text without white space at its ends.
    Stripped,
    /// The same in lower case.
    Lowered,
    /// A list, in the order of code points, with commas between.
    Sorted,
    /// A list as it comes, with `|` between.
    Chain,
}

pub(super) const TEXT: Part = Part::Text;
pub(super) const TIME: Part = Part::Time;
pub(super) const STRIPPED: Part = Part::Stripped;
pub(super) const LOWERED: Part = Part::Lowered;
pub(super) const SORTED: Part = Part::Sorted;
pub(super) const CHAIN: Part = Part::Chain;

/// Hashes an objective as it stands in fingerprints (ASTP 19.5.1): without white space at its ends.
#[must_use]
pub fn objective_hash(objective: &str) -> Sha3 {
    hash_text("OBJECTIVE:", strip(objective))
}

/// Hashes the description of a confirmed action (ASTP 19.5.4): without white space at its ends, in lower case.
#[must_use]
pub fn confirmation_key(description: &str) -> Sha3 {
    hash_text("CONFIRMATION:", &strip(description).to_lowercase())
}

fn hash_text(prefix: &str, text: &str) -> Sha3 {
    let mut hasher = Sha3Hasher::new();
    hasher.update(prefix.as_bytes());
    hasher.update(text.as_bytes());
    hasher.finish()
}

pub(super) fn put(
    construction: &Construction,
    separator: &str,
    parts: &[(Part, &str)],
    fields: &dyn Fields,
    sink: &mut impl Sink<Error = Infallible>,
) -> Result<(), Refused> {
    for (at, (part, name)) in parts.iter().enumerate() {
        if at > 0 {
            let Ok(()) = sink.put(separator.as_bytes());
        }
        let Ok(()) = sink.put(text_of(construction, *part, name, fields)?.as_bytes());
    }
    Ok(())
}

/// Refuses a separator where it would let another list give the same text.
///
/// The number of fields is fixed and times hold three colons each, so one field that is free leaves one reading. In
/// a list within the list no item may hold its inner separator either, or be empty where there are several.
pub(super) fn demand_unambiguous(
    construction: &Construction,
    separator: &str,
    parts: &[(Part, &str)],
    free: Option<&str>,
    fields: &dyn Fields,
) -> Result<(), Refused> {
    let refused = |name: &str, separator: &str| {
        let message = format!("holds `{separator}`, which would let another node have the same 4.x hash");
        Refused::field(construction.clause, name, message)
    };
    for (part, name) in parts {
        let inner = match part {
            Part::Time => {
                let text = text_of(construction, *part, name, fields)?;
                if text.matches(':').count() != 3 {
                    return Err(Refused::field(
                        construction.clause,
                        name,
                        "wants a date-time with numeric offset",
                    ));
                }
                continue;
            }
            Part::Sorted => Some(","),
            Part::Chain => Some("|"),
            Part::Text | Part::Stripped | Part::Lowered => None,
        };
        if free != Some(name) && !separator.is_empty() {
            let text = text_of(construction, *part, name, fields)?;
            if text.contains(separator) {
                return Err(refused(name, separator));
            }
        }
        if let Some(inner) = inner {
            let input = construction.input(fields, name)?;
            let items = items(&input).unwrap_or_default();
            if items
                .iter()
                .any(|item| scalar(item).is_some_and(|text| text.is_empty() || text.contains(inner)))
            {
                return Err(refused(name, inner));
            }
        }
    }
    Ok(())
}

fn text_of<'f>(
    construction: &Construction,
    part: Part,
    name: &str,
    fields: &'f dyn Fields,
) -> Result<Cow<'f, str>, Refused> {
    let input = construction.input(fields, name)?;
    let refused = |message: &str| Refused::field(construction.clause, name, message);
    let list = |separator: &str, sorted: bool| {
        let items = items(&input).ok_or_else(|| refused("wants a list of texts"))?;
        let texts: Option<Vec<_>> = items.iter().map(scalar).collect();
        let mut texts = texts.ok_or_else(|| refused("wants a list of texts"))?;
        if sorted {
            texts.sort_unstable();
        }
        Ok(texts.join(separator))
    };
    Ok(Cow::Owned(match part {
        Part::Text | Part::Time => match input {
            Input::Text(text) => return Ok(text),
            input => {
                scalar(&input).ok_or_else(|| refused("wants text, an integer or a truth value"))?.into_owned()
            }
        },
        Part::Stripped => {
            let text = scalar(&input).ok_or_else(|| refused("wants text"))?;
            strip(&text).into()
        }
        Part::Lowered => {
            let text = scalar(&input).ok_or_else(|| refused("wants text"))?;
            strip(&text).to_lowercase()
        }
        Part::Sorted => list(",", true)?,
        Part::Chain => list("|", false)?,
    }))
}

/// The text of a scalar as CPython's `str` gives it; nothing for what is absent.
fn scalar<'a>(input: &'a Input<'_>) -> Option<Cow<'a, str>> {
    Some(match input {
        Input::Null => Cow::Borrowed(""),
        Input::Text(text) => Cow::Borrowed(text),
        Input::Uint(integer) => Cow::Owned(integer.to_string()),
        Input::Uuid(id) => Cow::Owned(id.to_string()),
        Input::Hash(digest) => Cow::Owned(digest.to_string()),
        Input::Micros(micros) => Cow::Owned(isoformat_utc(&Instant::from_micros(*micros))?),
        Input::Bool(truth) => truth_text(*truth),
        Input::Float(double) => Cow::Owned(repr(*double)?),
        Input::Json(value) => json_scalar(*value)?,
        Input::Texts(_) | Input::Uuids(_) | Input::Hashes(_) => return None,
    })
}

fn json_scalar(value: Value<'_>) -> Option<Cow<'_, str>> {
    Some(match value.kind() {
        json::Kind::Null => Cow::Borrowed(""),
        json::Kind::Boolean => truth_text(value.as_bool()?),
        json::Kind::String => value.as_str()?,
        json::Kind::Number => {
            let number = value.as_number()?;
            match number.as_str() {
                spelling if spelling.contains(['.', 'e', 'E']) => Cow::Owned(repr(number.to_f64())?),
                spelling => Cow::Borrowed(spelling),
            }
        }
        json::Kind::Array | json::Kind::Object => return None,
    })
}

const fn truth_text(truth: bool) -> Cow<'static, str> {
    Cow::Borrowed(if truth { "True" } else { "False" })
}
