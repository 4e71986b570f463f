//! Date-times (RFC 3339 5.6), by its grammar and the restrictions of 5.7.
//!
//! Accepted: `t` and `z` in lower case, any number of fraction digits, `-00:00`, second 60 where the time in UTC
//! is 23:59:60. Refused: a space for `T`, a missing zone, dates that the calendar lacks, hour 24.
//! A leap second is not looked up in a table: which days have one is not known in advance.
//!
//! Not here: clocks, durations, time-zone names.

mod calendar;

use alloc::boxed::Box;
use alloc::format;
use core::fmt;

use calendar::{date, days_of_month, days_since_epoch};

/// The last millisecond that RFC 3339 can write, 9999-12-31T23:59:59.999Z.
const LAST_MILLISECOND: i64 = 253_402_300_799_999;

/// Tells whether a text is an RFC 3339 date-time.
#[must_use]
pub fn is_date_time(text: &str) -> bool {
    read(text).is_some()
}

/// A moment that an RFC 3339 date-time names.
///
/// Ordered by the moment: two spellings of one moment are equal, whatever their offsets and trailing fraction
/// zeros. A leap second lies between second 59 and the next minute. No fraction digit is dropped.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant {
    // The order of these fields is the order of moments.
    second: i64,
    leap: bool,
    fraction: Box<str>,
}

impl Instant {
    /// Reads a date-time; `None` exactly where [`is_date_time`] is false.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let moment = read(text)?;
        let fraction = moment.fraction.trim_end_matches('0').into();
        Some(Self { second: moment.second, leap: moment.leap, fraction })
    }

    /// Takes whole milliseconds since 1970-01-01T00:00:00Z; `None` beyond the year 9999.
    #[must_use]
    pub fn from_milliseconds(milliseconds: u64) -> Option<Self> {
        let milliseconds = i64::try_from(milliseconds).ok().filter(|count| *count <= LAST_MILLISECOND)?;
        Some(Self::from_micros(milliseconds * 1_000))
    }

    /// Returns the whole milliseconds since 1970-01-01T00:00:00Z, rounded down.
    ///
    /// `None` before that, and within a leap second, which that count has no number for.
    #[must_use]
    pub fn to_milliseconds(&self) -> Option<u64> {
        if self.leap {
            return None;
        }
        u64::try_from(self.second).ok()?.checked_mul(1_000)?.checked_add(self.fraction_digits(3))
    }

    /// Tells whether nothing finer than milliseconds is said.
    #[must_use]
    pub fn is_whole_milliseconds(&self) -> bool {
        self.fraction.len() <= 3
    }

    /// Takes whole microseconds since 1970-01-01T00:00:00Z, or before it where negative.
    #[must_use]
    pub fn from_micros(micros: i64) -> Self {
        let fraction = match micros.rem_euclid(1_000_000) {
            0 => "".into(),
            part => format!("{part:06}").trim_end_matches('0').into(),
        };
        Self { second: micros.div_euclid(1_000_000), leap: false, fraction }
    }

    /// Returns the whole microseconds since 1970-01-01T00:00:00Z, rounded down; negative before it.
    ///
    /// `None` within a leap second, which that count has no number for.
    #[must_use]
    pub fn to_micros(&self) -> Option<i64> {
        let (second, micros) = self.to_parts()?;
        i64::try_from(i128::from(second) * 1_000_000 + i128::from(micros)).ok()
    }

    /// Returns the seconds since 1970-01-01T00:00:00Z and the microseconds, rounded down; `None` in a leap second.
    pub(crate) fn to_parts(&self) -> Option<(i64, u64)> {
        (!self.leap).then(|| (self.second, self.fraction_digits(6)))
    }

    /// Returns the first digits of the fraction as a number.
    fn fraction_digits(&self, count: usize) -> u64 {
        let digits = self.fraction.bytes().chain(core::iter::repeat(b'0')).take(count);
        digits.fold(0, |value, digit| value * 10 + u64::from(digit - b'0'))
    }

    /// Writes date and time of day in UTC, with `T` between and without fraction.
    pub(crate) fn write_seconds(&self, f: &mut impl fmt::Write) -> fmt::Result {
        let (year, month, day) = date(self.second.div_euclid(86_400));
        let time = self.second.rem_euclid(86_400);
        let (hour, minute, second) = (time / 3_600, time / 60 % 60, time % 60 + i64::from(self.leap));
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
    }
}

/// Writes an RFC 3339 date-time in UTC with `Z`, and as many fraction digits as it takes.
///
/// Whoever gave a zone that leads out of the years 0 to 9999 gets a year that RFC 3339 does not have.
impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_seconds(f)?;
        if !self.fraction.is_empty() {
            write!(f, ".{}", self.fraction)?;
        }
        f.write_str("Z")
    }
}

struct Moment<'a> {
    /// Seconds since 1970-01-01T00:00:00Z without leap seconds; for a leap second, that of the second before.
    second: i64,
    leap: bool,
    fraction: &'a str,
}

fn read(text: &str) -> Option<Moment<'_>> {
    let (fixed, rest) = text.as_bytes().split_first_chunk::<19>()?;
    let [y0, y1, y2, y3, b'-', o0, o1, b'-', d0, d1, b'T' | b't', h0, h1, b':', m0, m1, b':', s0, s1] = fixed
    else {
        return None;
    };
    let year = two_digits(*y0, *y1)? * 100 + two_digits(*y2, *y3)?;
    let month = two_digits(*o0, *o1)?;
    let day = two_digits(*d0, *d1)?;
    let hour = two_digits(*h0, *h1)?;
    let minute = two_digits(*m0, *m1)?;
    let second = two_digits(*s0, *s1)?;
    if day < 1 || day > days_of_month(year, month)? || hour > 23 || minute > 59 || second > 60 {
        return None;
    }

    let (fraction, zone) = match rest {
        [b'.', after @ ..] => {
            let count = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
            (text.get(20..20 + count).filter(|digits| !digits.is_empty())?, after.get(count..)?)
        }
        _ => ("", rest),
    };
    let offset = offset_minutes(zone)?;

    let leap = second == 60;
    let minute_of_day = hour * 60 + minute - offset;
    if leap && minute_of_day.rem_euclid(24 * 60) != 24 * 60 - 1 {
        return None;
    }
    let minutes = days_since_epoch(year, month, day) * 24 * 60 + minute_of_day;
    Some(Moment { second: minutes * 60 + second - i64::from(leap), leap, fraction })
}

fn offset_minutes(zone: &[u8]) -> Option<i64> {
    let (sign, digits) = match zone {
        [b'Z' | b'z'] => return Some(0),
        [b'+', digits @ ..] => (1, digits),
        [b'-', digits @ ..] => (-1, digits),
        _ => return None,
    };
    let [h0, h1, b':', m0, m1] = digits else {
        return None;
    };
    let (hours, minutes) = (two_digits(*h0, *h1)?, two_digits(*m0, *m1)?);
    (hours <= 23 && minutes <= 59).then_some(sign * (hours * 60 + minutes))
}

const fn two_digits(tens: u8, ones: u8) -> Option<i64> {
    if tens.is_ascii_digit() && ones.is_ascii_digit() {
        Some((tens - b'0') as i64 * 10 + (ones - b'0') as i64)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn second(text: &str) -> i64 {
        Instant::parse(text).unwrap().second
    }

    #[test]
    fn days_are_counted_through_leap_years() {
        assert_eq!(second("1970-01-01T00:00:00Z"), 0);
        assert_eq!(second("2000-03-01T00:00:00Z") - second("2000-02-28T00:00:00Z"), 2 * 86_400);
        assert_eq!(second("1900-03-01T00:00:00Z") - second("1900-02-28T00:00:00Z"), 86_400);
        assert_eq!(second("2026-11-30T09:26:53Z"), 1_796_030_813);
        assert_eq!(second("0000-01-01T00:00:00Z"), -62_167_219_200);
        assert_eq!(second("9999-12-31T23:59:59Z"), 253_402_300_799);
    }

    #[test]
    fn a_leap_second_lies_between_its_neighbours() {
        let moments = ["2016-12-31T23:59:59.999999999Z", "2016-12-31T23:59:60Z", "2016-12-31T23:59:60.5Z"]
            .map(|text| Instant::parse(text).unwrap());
        assert!(moments.is_sorted_by(|a, b| a < b));
        assert!(Instant::parse("2017-01-01T00:00:00Z").unwrap() > moments[2]);
        assert_eq!(Instant::parse("2017-01-01T01:59:60+02:00").unwrap(), moments[1]);
    }

    #[test]
    fn an_instant_is_written_in_utc_and_read_back() {
        for (text, written) in [
            ("2026-11-30T09:26:53Z", "2026-11-30T09:26:53Z"),
            ("2026-11-30t01:26:53.1200-08:00", "2026-11-30T09:26:53.12Z"),
            ("1969-12-31T23:59:59.999999999z", "1969-12-31T23:59:59.999999999Z"),
            ("2016-12-31T23:59:60.5Z", "2016-12-31T23:59:60.5Z"),
            ("0000-02-29T00:00:00Z", "0000-02-29T00:00:00Z"),
        ] {
            let instant = Instant::parse(text).unwrap();
            assert_eq!(instant.to_string(), written);
            assert_eq!(Instant::parse(written).unwrap(), instant);
        }
    }

    #[test]
    fn microseconds_are_rounded_down_on_either_side_of_1970() {
        for (text, micros) in [
            ("1970-01-01T00:00:00.0000019Z", Some(1)),
            ("1969-12-31T23:59:59.9999999Z", Some(-1)),
            ("1969-12-31T23:59:58.5Z", Some(-1_500_000)),
            ("2016-12-31T23:59:60Z", None),
        ] {
            assert_eq!(Instant::parse(text).unwrap().to_micros(), micros, "{text}");
        }
        for micros in [i64::MIN, -1, 0, 1, 1_500_000, i64::MAX] {
            assert_eq!(Instant::from_micros(micros).to_micros(), Some(micros));
        }
    }

    const LAST: u64 = LAST_MILLISECOND as u64;

    #[test]
    fn milliseconds_are_rounded_down_and_begin_in_1970() {
        for (text, milliseconds) in [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("1970-01-01T00:00:00.0009999Z", Some(0)),
            ("2026-01-01T00:00:00.123456+00:00", Some(1_767_225_600_123)),
            ("2026-01-01T00:00:00.1-08:00", Some(1_767_254_400_100)),
            ("9999-12-31T23:59:59.999Z", Some(LAST)),
            ("1969-12-31T23:59:59.999Z", None),
            ("1970-01-01T00:00:00+00:01", None),
            ("2016-12-31T23:59:60Z", None),
        ] {
            assert_eq!(Instant::parse(text).unwrap().to_milliseconds(), milliseconds, "{text}");
        }
        for milliseconds in [0, 1, 10, 120, 1_000, 1_767_225_600_123, LAST] {
            let instant = Instant::from_milliseconds(milliseconds).unwrap();
            assert_eq!(instant.to_milliseconds(), Some(milliseconds));
            assert_eq!(Instant::parse(&instant.to_string()).unwrap(), instant);
            assert!(instant.is_whole_milliseconds());
        }
        assert_eq!(Instant::from_milliseconds(LAST + 1), None);
        assert!(!Instant::parse("2026-01-01T00:00:00.0001Z").unwrap().is_whole_milliseconds());
    }
}
