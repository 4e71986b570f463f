//! `repr(float)` of CPython: the shortest digits, a point always, an exponent below 10^-4 and from 10^16 on.

use alloc::format;
use alloc::string::String;

use crate::json::Decimal;

/// Returns a double as CPython's `repr` writes it; `None` where it is infinite or not a number.
#[must_use]
pub fn repr(double: f64) -> Option<String> {
    if !double.is_finite() {
        return None;
    }
    let mut buffer = ryu_js::Buffer::new();
    let decimal = Decimal::of(buffer.format_finite(double));
    let digits: String = decimal.digits().map(char::from).collect();
    let sign = if double.is_sign_negative() { "-" } else { "" };
    let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or(0));
    let split = |at: i64| digits.split_at_checked(usize::try_from(at).unwrap_or(0)).unwrap_or((&digits, ""));
    Some(match decimal.point() {
        _ if digits.is_empty() => format!("{sign}0.0"),
        point @ -3..=0 => format!("{sign}0.{}{digits}", zeros(-point)),
        point @ 1..=16 => {
            let (whole, fraction) = split(point);
            let missing = zeros(point - i64::try_from(digits.len()).unwrap_or(0));
            format!("{sign}{whole}{missing}.{}", if fraction.is_empty() { "0" } else { fraction })
        }
        point => {
            let (first, rest) = split(1);
            let dot = if rest.is_empty() { "" } else { "." };
            let exponent = point - 1;
            let direction = if exponent < 0 { '-' } else { '+' };
            format!("{sign}{first}{dot}{rest}e{direction}{:02}", exponent.unsigned_abs())
        }
    })
}
