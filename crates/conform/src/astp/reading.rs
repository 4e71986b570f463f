//! Declared readings: where an implementation is stricter than the program that the records were made with.
//!
//! A reading is data, kept beside the cases, so that whoever runs the suite sees what was declared and can leave it out. It names
//! the construction, the inputs it speaks of, and what has to come out instead. For a record that only describes what it asks, a reading gives
//! the question as well.

use actum_canon::json::{Kind, Parser, Value};

use super::case::CaseFileError;
use super::value::{at, same, text, with};

/// A list of declared readings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Readings(Vec<Reading>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reading {
    construction: String,
    /// Pointers into the record's inputs, and the values of which each place must hold one: a JSON array.
    places: Vec<(String, String)>,
    /// The clause that is read so.
    pub(super) clause: String,
    /// The question to ask in place of the record's own: a name, and inputs as text.
    pub(super) ask: Option<(String, String)>,
    pub(super) instead: Instead,
}

/// What has to come out instead of the recorded output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Instead {
    Value(String),
    Refusal,
    /// Any answer but a refusal.
    Accepted,
}

impl Readings {
    /// Reads the list: `{"readings":[{"construction","where":{"/pointer":[values]},"expected"|"refused":true|"accepted":true,"clause","reason"}]}`,
    /// each with `call` and `inputs` where it gives a question. A construction or a value that ends in `*` stands for all that begin like it.
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

    /// The first reading that speaks of these inputs.
    pub(super) fn of(&self, construction: &str, inputs: Value<'_>) -> Option<&Reading> {
        self.0.iter().find(|reading| {
            begins(&reading.construction, construction)
                && reading.places.iter().all(|(pointer, values)| {
                    at(inputs, pointer).is_some_and(|found| {
                        with(values, |values| values.elements().any(|value| fits(value, found)))
                            .unwrap_or(false)
                    })
                })
        })
    }
}

/// Whether a value is the one that is named; a text that ends in `*` names every text that begins like it.
fn fits(named: Value<'_>, found: Value<'_>) -> bool {
    let (Some(named), Some(found)) = (named.as_str(), found.as_str()) else { return same(named, found) };
    begins(&named, &found)
}

fn begins(named: &str, found: &str) -> bool {
    match named.strip_suffix('*') {
        Some(beginning) => found.starts_with(beginning),
        None => named == found,
    }
}

impl Reading {
    fn read(value: Value<'_>) -> Option<Self> {
        let word = |name: &str| value.get(name)?.as_str().map(std::borrow::Cow::into_owned);
        let said = |name: &str| value.get(name).and_then(Value::as_bool);
        let instead = match (value.get("expected"), said("refused"), said("accepted")) {
            (Some(expected), None, None) => Instead::Value(text(expected)),
            (None, Some(true), None) => Instead::Refusal,
            (None, None, Some(true)) => Instead::Accepted,
            _ => return None,
        };
        word("reason")?;
        let ask = match (word("call"), value.get("inputs")) {
            (None, None) => None,
            (Some(name), Some(inputs)) => Some((name, text(inputs))),
            _ => return None,
        };
        let places = value.get("where")?.members();
        let places = places.map(|(pointer, values)| (pointer.into_owned(), text(values))).collect();
        Some(Self { construction: word("construction")?, places, clause: word("clause")?, ask, instead })
    }
}
