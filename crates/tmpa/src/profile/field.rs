//! A strict walk over one profile file: every member is known, every value has its kind, every error has its place.

use super::error::{ProfileError, Rule};
use crate::names::{Names, Symbol};
use actum_canon::instant::Instant;
use actum_canon::json::{Document, Kind, Parser, Value};

/// One value of a profile file together with the way to it.
#[derive(Clone)]
pub(super) struct Field<'a> {
    file: &'a str,
    pointer: String,
    value: Value<'a>,
}

/// Parses `bytes`, keeping the tape in `parser`.
pub(super) fn document<'a>(
    parser: &'a mut Parser,
    file: &str,
    bytes: &'a [u8],
) -> Result<Document<'a>, ProfileError> {
    parser.parse(bytes).map_err(|error| ProfileError {
        file: file.to_owned(),
        pointer: error.pointer().to_owned(),
        rule: Rule::NotJson { reason: error.kind().name(), offset: error.offset() },
    })
}

impl<'a> Field<'a> {
    pub(super) fn root(file: &'a str, document: &Document<'a>) -> Self {
        Self { file, pointer: String::new(), value: document.root() }
    }

    pub(super) fn value(&self) -> Value<'a> {
        self.value
    }

    pub(super) fn fail<T>(&self, rule: Rule) -> Result<T, ProfileError> {
        Err(ProfileError { file: self.file.to_owned(), pointer: self.pointer.clone(), rule })
    }

    /// Checks that this is an object with no member outside `known`.
    pub(super) fn object(&self, known: &[&str]) -> Result<(), ProfileError> {
        if self.value.kind() != Kind::Object {
            return self.fail(Rule::Kind { expected: "an object" });
        }
        match self.value.members().find(|(name, _)| !known.contains(&name.as_ref())) {
            Some((name, _)) => self.fail(Rule::UnknownMember(name.into_owned())),
            None => Ok(()),
        }
    }

    pub(super) fn optional(&self, name: &str) -> Option<Self> {
        let value = self.value.get(name)?;
        Some(self.below(name, value))
    }

    pub(super) fn required(&self, name: &'static str) -> Result<Self, ProfileError> {
        match self.optional(name) {
            Some(field) => Ok(field),
            None => self.fail(Rule::Required(name)),
        }
    }

    /// The members of an object with names of the author's choice.
    pub(super) fn entries(&self) -> Result<Vec<(String, Self)>, ProfileError> {
        if self.value.kind() != Kind::Object {
            return self.fail(Rule::Kind { expected: "an object" });
        }
        Ok(self
            .value
            .members()
            .map(|(name, value)| (name.clone().into_owned(), self.below(&name, value)))
            .collect())
    }

    pub(super) fn items(&self) -> Result<Vec<Self>, ProfileError> {
        if self.value.kind() != Kind::Array {
            return self.fail(Rule::Kind { expected: "an array" });
        }
        Ok(self
            .value
            .elements()
            .enumerate()
            .map(|(index, value)| self.below(&index.to_string(), value))
            .collect())
    }

    pub(super) fn text(&self) -> Result<String, ProfileError> {
        match self.value.as_str() {
            Some(text) if !text.is_empty() => Ok(text.into_owned()),
            _ => self.fail(Rule::Kind { expected: "a string that is not empty" }),
        }
    }

    pub(super) fn boolean(&self) -> Result<bool, ProfileError> {
        match self.value.as_bool() {
            Some(value) => Ok(value),
            None => self.fail(Rule::Kind { expected: "true or false" }),
        }
    }

    /// An integer from 0 to 2^53 − 1.
    pub(super) fn count(&self) -> Result<u64, ProfileError> {
        match self.value.as_number().and_then(|number| number.as_u64()) {
            Some(count) => Ok(count),
            None => self.fail(Rule::Kind { expected: "an integer from 0 to 9007199254740991" }),
        }
    }

    pub(super) fn symbol(&self, names: &mut Names) -> Result<Symbol, ProfileError> {
        Ok(names.intern(&self.text()?))
    }

    /// A set of names: an array of strings without repetition.
    pub(super) fn symbols(&self, names: &mut Names) -> Result<Vec<Symbol>, ProfileError> {
        let mut symbols = Vec::new();
        for item in self.items()? {
            let symbol = item.symbol(names)?;
            if symbols.contains(&symbol) {
                return item.fail(Rule::Repeated(names.text(symbol).to_owned()));
            }
            symbols.push(symbol);
        }
        Ok(symbols)
    }

    pub(super) fn texts(&self) -> Result<Vec<String>, ProfileError> {
        self.items()?.iter().map(Self::text).collect()
    }

    pub(super) fn instant(&self) -> Result<Instant, ProfileError> {
        let text = self.text()?;
        match Instant::parse(&text) {
            Some(instant) => Ok(instant),
            None => self.fail(Rule::NotDateTime(text)),
        }
    }

    /// One of a closed set of words.
    pub(super) fn choice<T: Copy>(
        &self,
        choices: &[(&str, T)],
        allowed: &'static str,
    ) -> Result<T, ProfileError> {
        let text = self.text()?;
        match choices.iter().find(|(word, _)| *word == text) {
            Some(&(_, choice)) => Ok(choice),
            None => self.fail(Rule::OneOf { found: text, allowed }),
        }
    }

    /// Fails unless `symbol`, found here, is one of `defined`.
    pub(super) fn defined(
        &self,
        symbol: Symbol,
        defined: &[Symbol],
        registry: &'static str,
        names: &Names,
    ) -> Result<(), ProfileError> {
        if defined.contains(&symbol) {
            return Ok(());
        }
        self.fail(Rule::Undefined { name: names.text(symbol).to_owned(), registry })
    }

    fn below(&self, name: &str, value: Value<'a>) -> Self {
        let escaped = name.replace('~', "~0").replace('/', "~1");
        Self { file: self.file, pointer: format!("{}/{escaped}", self.pointer), value }
    }
}
