//! Published vectors, record by record.

use std::fs;

use actum_canon::encode::ASTP;
use actum_canon::json::{Limits, Parser, Value};

/// Calls a check for every record of a file; where the corpus is absent there is none.
///
/// A check says what is wrong with a record; the test fails once, with all that failed.
pub(crate) fn each_record(file: &str, mut check: impl FnMut(&str, Value<'_>) -> Result<(), String>) -> usize {
    let Some(path) = actum_testkit::shared(&format!("cases/astp/{file}.json")) else {
        return 0;
    };
    let bytes = fs::read(path).unwrap();
    let mut parser = Parser::with_limits(Limits { depth: 1_000, bytes: 1 << 26 });
    let document = parser.parse(&bytes).unwrap();
    let root = document.root();
    let records = root.get("records").unwrap_or(root);
    let mut failures = Vec::new();
    for record in records.elements() {
        let id = record.get("id").and_then(Value::as_str).unwrap_or_default();
        if let Err(failure) = check(&id, record) {
            failures.push(format!("{id}: {failure}"));
        }
    }
    assert!(!records.is_empty(), "`{file}` has no record");
    assert!(
        failures.is_empty(),
        "`{file}`: {} of {}\n{}",
        failures.len(),
        records.len(),
        failures.join("\n")
    );
    records.len()
}

/// A member that is text.
pub(crate) fn text(record: Value<'_>, name: &str) -> String {
    record.get(name).and_then(Value::as_str).unwrap_or_default().into_owned()
}

/// A value as canonical JSON.
pub(crate) fn canonical(value: Value<'_>) -> String {
    let mut bytes = Vec::new();
    ASTP.write(value, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// Bytes as hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
