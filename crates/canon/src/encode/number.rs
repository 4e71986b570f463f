//! Numbers as canonical bytes (RFC 8785 3.2.2.3, ECMA-262 Number::toString).

use alloc::vec::Vec;

use crate::json::{Decimal, MAX_SAFE_INTEGER, Number};

/// Which numbers an encoding takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    /// Those that keep what they say: no integer beyond 2^53 − 1 that is spelled out, nothing that becomes zero.
    Unchanged,
    /// Those that have a nearest double.
    Nearest,
    /// Integers that are spelled out, digit by digit; of the others those that have a nearest double.
    Digits,
}

/// The encoding does not take the number.
pub(super) struct OutOfRange;

/// Appends a number.
pub(super) fn put(number: Number<'_>, numbers: Numbers, out: &mut Vec<u8>) -> Result<(), OutOfRange> {
    let spelling = number.as_str();
    let spelled_out = !spelling.contains(['.', 'e', 'E']);
    if spelled_out && numbers == Numbers::Digits {
        out.extend_from_slice(if spelling == "-0" { b"0" } else { spelling.as_bytes() });
        return Ok(());
    }
    let double = number.to_f64();
    if !double.is_finite() {
        return Err(OutOfRange);
    }
    let unchanged = numbers == Numbers::Unchanged;
    if double == 0.0 {
        if unchanged && !Decimal::of(spelling).is_zero() {
            return Err(OutOfRange);
        }
        out.push(b'0');
        return Ok(());
    }
    let mut buffer = ryu_js::Buffer::new();
    let shortest = buffer.format_finite(double);
    // Beyond 2^53 every double is an integer.
    if unchanged
        && double.abs() > MAX_SAFE_INTEGER as f64
        && (spelled_out || Decimal::of(spelling) != Decimal::of(shortest))
    {
        return Err(OutOfRange);
    }
    out.extend_from_slice(shortest.as_bytes());
    Ok(())
}
