//! The leaf hash of `hash_version` 1 (ASTP 5.2.1), which every 4.x node carries.

use alloc::format;
use alloc::vec::Vec;

use actum_canon::instant::Instant;
use actum_canon::json::Value;

use super::output::Output;
use super::read::Inputs;
use super::refused::Refused;
use super::typed::hexadecimal;
use crate::id::Uuid;

/// No prefix and no NFC. A node without parent has sixteen zeros there, as one whose parent is the nil UUID has.
pub(super) fn version_1(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 5.2.1", value);
    let id = |name: &str| {
        let id = inputs.text(name).map(|text| Uuid::parse(&text));
        id?.ok_or_else(|| inputs.refused(name, "wants 32 hexadecimal digits with hyphens, 8-4-4-4-12"))
    };
    let sealed_at = match inputs.present("sealed_at").map(Value::as_str) {
        Some(text) => text
            .and_then(|text| sealed_milliseconds(&Instant::parse(&text)?))
            .ok_or_else(|| inputs.refused("sealed_at", "wants a date-time with its offset, from 1970 on"))?,
        None => 0,
    };
    let parent = match inputs.present("parent_node_id") {
        Some(_) => id("parent_node_id")?,
        None => Uuid::from_bytes([0; 16]),
    };
    let mut bytes = Vec::new();
    bytes.extend_from_slice(id("node_id")?.as_bytes());
    for name in ["node_type", "schema_version"] {
        let text = inputs.text(name)?;
        let length =
            u32::try_from(text.len()).map_err(|_| inputs.refused(name, "is longer than 32 bits can say"))?;
        bytes.extend_from_slice(&length.to_be_bytes());
        bytes.extend_from_slice(text.as_bytes());
    }
    bytes.extend_from_slice(&inputs.uint("sequence_index")?.to_be_bytes());
    // Its length was never checked, so a shorter one was hashed as it stood.
    let content = hexadecimal(&inputs.text("content_hash")?);
    bytes.extend(content.ok_or_else(|| inputs.refused("content_hash", "wants hexadecimal digits"))?);
    bytes.extend_from_slice(&sealed_at.to_be_bytes());
    bytes.extend_from_slice(parent.as_bytes());
    Ok(Output::digest(bytes))
}

/// Milliseconds as version 1 has them: seconds as a double, times 1000, cut off. That is one off at some instants, and
/// what was hashed was hashed so.
fn sealed_milliseconds(instant: &Instant) -> Option<u64> {
    let micros = instant.to_micros()?;
    // Through the written form, because dividing two doubles would round twice.
    let seconds = format!("{}.{:06}", micros.unsigned_abs() / 1_000_000, micros.unsigned_abs() % 1_000_000);
    let milliseconds = seconds.parse::<f64>().ok()? * 1000.0;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a positive double below 2^63, to be cut off"
    )]
    let whole = milliseconds as u64;
    (micros >= 0 || whole == 0).then_some(whole)
}
