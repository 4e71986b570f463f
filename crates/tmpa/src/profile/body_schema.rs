//! JSON Schema for `content.body`, by a library: draft 2020-12 with formats asserted.

use super::error::{ProfileError, Rule};
use super::field::Field;
use actum_canon::json::{Kind, Value};

pub(super) fn compile(field: &Field<'_>) -> Result<jsonschema::Validator, ProfileError> {
    let schema = to_library(field.value());
    let built = jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true)
        .build(&schema);
    match built {
        Ok(validator) => Ok(validator),
        Err(error) => field.fail(Rule::BodySchema(error.to_string())),
    }
}

/// The JSON pointers and keywords under which `body` fails, sorted, so that the library's order reaches no result.
pub(crate) fn failures(validator: &jsonschema::Validator, body: Value<'_>) -> Vec<String> {
    let body = to_library(body);
    let mut list: Vec<String> = validator
        .iter_errors(&body)
        .map(|error| format!("{}:{}", error.instance_path(), error.kind().keyword()))
        .collect();
    list.sort_unstable();
    list.dedup();
    list
}

/// The library's own tree. The parser bounds the depth, so the recursion is bounded too.
fn to_library(value: Value<'_>) -> serde_json::Value {
    match value.kind() {
        Kind::Null => serde_json::Value::Null,
        Kind::Boolean => serde_json::Value::Bool(value.as_bool().unwrap_or_default()),
        Kind::Number => value.as_number().map_or(serde_json::Value::Null, |number| match number.as_u64() {
            Some(integer) => integer.into(),
            None => number.to_f64().into(),
        }),
        Kind::String => serde_json::Value::String(value.as_str().unwrap_or_default().into_owned()),
        Kind::Array => serde_json::Value::Array(value.elements().map(to_library).collect()),
        Kind::Object => serde_json::Value::Object(
            value.members().map(|(name, member)| (name.into_owned(), to_library(member))).collect(),
        ),
    }
}
