//! Declared readings: where an implementation is stricter than the program that the records were made with.
//!
//! A reading is data, kept beside the cases, so that whoever runs the suite sees what was declared and can leave it out. It names
//! the construction, the inputs it speaks of, and what has to come out instead.

use actum_canon::json::{Kind, Parser, Value};

use super::case::CaseFileError;
use super::value::{at, same, text, with};

/// A list of declared readings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Readings(Vec<Reading>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Reading {
    construction: String,
    /// Pointers into the record's inputs, and the values of which each place must hold one: a JSON array.
    places: Vec<(String, String)>,
    clause: String,
    instead: Instead,
}

/// What has to come out instead of the recorded output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Instead {
    Value(String),
    Refusal,
}

impl Readings {
    /// Reads the list: `{"readings":[{"construction","where":{"/pointer":[values]},"expected"|"refused":true,"clause","reason"}]}`.
    ///
    /// # Errors
    ///
    /// What is missing.
    pub fn parse(bytes: &[u8]) -> Result<Self, CaseFileError> {
        let mut parser = Parser::new();
        let document = parser.parse(bytes).map_err(|error| CaseFileError::new(error.to_string()))?;
        let list = document.root().get("readings").filter(|list| list.kind() == Kind::Array);
        let list = list.ok_or_else(|| CaseFileError::new("`readings` is missing".to_owned()))?;
        list.elements()
            .map(|reading| {
                Reading::read(reading).ok_or_else(|| {
                    CaseFileError::new(format!("at `{}`: this is no reading", reading.pointer()))
                })
            })
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// The first reading that speaks of these inputs: what has to come out, and the clause.
    pub(super) fn of(&self, construction: &str, inputs: Value<'_>) -> Option<(&Instead, &str)> {
        let reading = self.0.iter().find(|reading| {
            reading.construction == construction
                && reading.places.iter().all(|(pointer, values)| {
                    at(inputs, pointer).is_some_and(|found| {
                        with(values, |values| values.elements().any(|value| same(value, found)))
                            .unwrap_or(false)
                    })
                })
        })?;
        Some((&reading.instead, &reading.clause))
    }
}

/// Whether a value is the one that is named; a text that ends in `*` names every text that begins like it.
fn fits(named: Value<'_>, found: Value<'_>) -> bool {
    let (Some(named), Some(found)) = (named.as_str(), found.as_str()) else { return same(named, found) };
    match named.strip_suffix('*') {
        Some(beginning) => found.starts_with(beginning),
        None => named == found,
    }
}

impl Reading {
    fn read(value: Value<'_>) -> Option<Self> {
        let word = |name: &str| value.get(name)?.as_str().map(std::borrow::Cow::into_owned);
        let instead = match (value.get("expected"), value.get("refused").and_then(Value::as_bool)) {
            (Some(expected), None) => Instead::Value(text(expected)),
            (None, Some(true)) => Instead::Refusal,
            _ => return None,
        };
        word("reason")?;
        let places = value.get("where")?.members();
        let places = places.map(|(pointer, values)| (pointer.into_owned(), text(values))).collect();
        Some(Self { construction: word("construction")?, places, clause: word("clause")?, instead })
    }
}
