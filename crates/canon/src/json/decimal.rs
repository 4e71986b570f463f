//! The exact value of a number's spelling: its significant digits and where its decimal point stands.

use alloc::format;
use alloc::string::String;

/// A decimal value `0.DIGITS × 10^point`; neither the first nor the last digit is zero, and zero has none.
#[derive(Clone, Copy)]
pub(crate) struct Decimal<'a> {
    negative: bool,
    /// Spelled with a minus sign; zero may be.
    signed: bool,
    /// The digits stand in two pieces because a point may have stood between them.
    front: &'a [u8],
    back: &'a [u8],
    /// Saturates for exponents of absurd size; such a number is still told apart from every double.
    point: i64,
}

impl<'a> Decimal<'a> {
    /// Takes apart a spelling within the grammar of RFC 8259 6.
    pub(crate) fn of(spelling: &'a str) -> Self {
        let (signed, magnitude) = match spelling.strip_prefix('-') {
            Some(magnitude) => (true, magnitude),
            None => (false, spelling),
        };
        let (mantissa, exponent) = magnitude.split_once(['e', 'E']).unwrap_or((magnitude, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));

        let whole = whole.trim_start_matches('0');
        let (front, back, point) = if whole.is_empty() {
            let digits = fraction.trim_start_matches('0');
            ("", digits.trim_end_matches('0'), length(digits) - length(fraction))
        } else {
            let back = fraction.trim_end_matches('0');
            let front = if back.is_empty() { whole.trim_end_matches('0') } else { whole };
            (front, back, length(whole))
        };
        let zero = front.is_empty() && back.is_empty();
        let point = if zero { 0 } else { point.saturating_add(saturated(exponent)) };
        Self { negative: signed && !zero, signed, front: front.as_bytes(), back: back.as_bytes(), point }
    }

    pub(crate) const fn is_zero(self) -> bool {
        self.front.is_empty() && self.back.is_empty()
    }

    pub(crate) fn is_integer(self) -> bool {
        self.is_zero() || self.point >= self.count()
    }

    /// Returns the value where it is an integer from 0 to `u64::MAX`.
    pub(crate) fn to_u64(self) -> Option<u64> {
        if self.negative || !self.is_integer() || self.point > 20 {
            return None;
        }
        let value = self.digits().try_fold(0_u64, |value, digit| {
            value.checked_mul(10)?.checked_add(u64::from(digit.wrapping_sub(b'0')))
        })?;
        let zeros = u32::try_from(self.point - self.count()).ok()?;
        value.checked_mul(10_u64.checked_pow(zeros)?)
    }

    /// Returns the nearest double, whatever the size of the exponent.
    pub(crate) fn to_f64(self) -> f64 {
        let magnitude = match self.point {
            _ if self.is_zero() => 0.0,
            ..-400 => 0.0,
            401.. => f64::INFINITY,
            point => {
                let digits: String = self.digits().map(char::from).collect();
                format!("0.{digits}e{point}").parse().unwrap_or(f64::NAN)
            }
        };
        if self.signed { -magnitude } else { magnitude }
    }

    /// Returns where the point stands: the value is `0.DIGITS × 10^point`.
    pub(crate) const fn point(self) -> i64 {
        self.point
    }

    fn count(self) -> i64 {
        i64::try_from(self.front.len() + self.back.len()).unwrap_or(i64::MAX)
    }

    /// Returns the significant digits, as ASCII.
    pub(crate) fn digits(self) -> impl Iterator<Item = u8> + 'a {
        self.front.iter().chain(self.back).copied()
    }
}

impl PartialEq for Decimal<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.negative == other.negative
            && self.point == other.point
            && self.count() == other.count()
            && self.digits().eq(other.digits())
    }
}

fn length(digits: &str) -> i64 {
    i64::try_from(digits.len()).unwrap_or(i64::MAX)
}

fn saturated(exponent: &str) -> i64 {
    let (sign, digits) = match exponent.as_bytes() {
        [b'-', digits @ ..] => (-1, digits),
        [b'+', digits @ ..] => (1, digits),
        digits => (1, digits),
    };
    let magnitude = digits.iter().fold(0_i64, |value, digit| {
        value.saturating_mul(10).saturating_add(i64::from(digit.wrapping_sub(b'0')))
    });
    magnitude * sign
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_value_are_equal() {
        for (a, b) in [
            ("1", "1.000"),
            ("1", "10e-1"),
            ("1", "0.001E+3"),
            ("120", "1.2e2"),
            ("-0", "0"),
            ("0e999999999999999999999", "0.0"),
            ("1e21", "1000000000000000000000"),
            ("10.50", "1.05e1"),
        ] {
            assert!(Decimal::of(a) == Decimal::of(b), "{a} {b}");
        }
        for (a, b) in
            [("1", "-1"), ("1", "10"), ("1", "0.1"), ("12", "1.20001"), ("1e9", "1e-9"), ("101", "11")]
        {
            assert!(Decimal::of(a) != Decimal::of(b), "{a} {b}");
        }
    }

    #[test]
    fn integers_are_told_by_value() {
        for text in ["0", "-0", "1.0", "1e0", "10e-1", "120e-1", "1e999999999999999999999", "0.5e1", "0e-5"] {
            assert!(Decimal::of(text).is_integer(), "{text}");
        }
        for text in ["0.5", "1e-1", "10.01", "1e-999999999999999999999", "125e-2"] {
            assert!(!Decimal::of(text).is_integer(), "{text}");
        }
    }

    #[test]
    fn doubles_are_the_nearest_for_exponents_of_any_size() {
        for (text, double) in [
            ("1e000000000000000000002", 100.0),
            ("-0.5e-00000", -0.5),
            ("1e999999", f64::INFINITY),
            ("-1e99999999999999999999", f64::NEG_INFINITY),
            ("1e-99999999999999999999", 0.0),
            ("0e99999999999999999999", 0.0),
            ("17976931348623157e+0292", f64::MAX),
            ("5e-000324", 5e-324),
        ] {
            assert_eq!(Decimal::of(text).to_f64(), double, "{text}");
        }
        assert!(Decimal::of("-0e99999").to_f64().is_sign_negative());
    }

    #[test]
    fn integers_are_taken_exactly() {
        for (text, value) in [
            ("0", Some(0)),
            ("-0.0", Some(0)),
            ("100", Some(100)),
            ("1.5e3", Some(1_500)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", None),
            ("1e19", Some(10_000_000_000_000_000_000)),
            ("1e20", None),
            ("1e400", None),
            ("-1", None),
            ("0.1", None),
        ] {
            assert_eq!(Decimal::of(text).to_u64(), value, "{text}");
        }
    }
}
