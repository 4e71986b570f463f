//! Reading the inputs of a construction that is no list.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;
use actum_canon::json::{self, Value};

use super::input::Input;
use super::refused::Refused;
use super::typed;

/// The inputs of one construction, and the clause that speaks where they are wrong.
#[derive(Clone, Copy)]
pub(super) struct Inputs<'a> {
    pub(super) clause: &'static str,
    pub(super) value: Value<'a>,
}

impl<'a> Inputs<'a> {
    pub(super) const fn new(clause: &'static str, value: Value<'a>) -> Self {
        Self { clause, value }
    }

    pub(super) fn refused(&self, name: &str, message: &str) -> Refused {
        Refused::field(self.clause, name, message)
    }

    pub(super) fn get(&self, name: &str) -> Result<Value<'a>, Refused> {
        self.value.get(name).ok_or_else(|| self.refused(name, "is missing"))
    }

    /// A value unless it is null or missing.
    pub(super) fn present(&self, name: &str) -> Option<Value<'a>> {
        self.value.get(name).filter(|value| value.kind() != json::Kind::Null)
    }

    pub(super) fn text(&self, name: &str) -> Result<Cow<'a, str>, Refused> {
        self.get(name)?.as_str().ok_or_else(|| self.refused(name, "wants text"))
    }

    pub(super) fn uint(&self, name: &str) -> Result<u64, Refused> {
        let number = self.get(name)?.as_number().and_then(|number| number.as_str().parse().ok());
        number.ok_or_else(|| self.refused(name, "wants an integer from 0 to 2^64 - 1"))
    }

    pub(super) fn hash(&self, name: &str) -> Result<Sha3, Refused> {
        let value = Input::Json(self.get(name)?);
        typed::hash(&value).ok_or_else(|| self.refused(name, "wants 64 hexadecimal digits"))
    }

    pub(super) fn bytes(&self, name: &str) -> Result<Vec<u8>, Refused> {
        let value = Input::Json(self.get(name)?);
        typed::bytes(&value)
            .ok_or_else(|| self.refused(name, "wants an object `{\"hex\": …}` of whole bytes"))
    }

    pub(super) fn list(&self, name: &str) -> Result<json::Elements<'a>, Refused> {
        typed::elements(self.get(name)?).ok_or_else(|| self.refused(name, "wants a list"))
    }

    pub(super) fn hashes(&self, name: &str) -> Result<Vec<Sha3>, Refused> {
        let hashes = self.list(name)?.map(|item| typed::hash(&Input::Json(item)));
        hashes
            .collect::<Option<_>>()
            .ok_or_else(|| self.refused(name, "wants hashes of 64 hexadecimal digits"))
    }

    pub(super) fn texts(&self, name: &str) -> Result<Vec<Cow<'a, str>>, Refused> {
        let texts = self.list(name)?.map(Value::as_str);
        texts.collect::<Option<_>>().ok_or_else(|| self.refused(name, "wants texts"))
    }
}
