//! Date-times (RFC 3339 5.6), by its grammar and the restrictions of 5.7.
//!
//! Accepted: `t` and `z` in lower case, any number of fraction digits, `-00:00`, second 60 where the time in UTC
//! is 23:59:60. Refused: a space for `T`, a missing zone, dates that the calendar lacks, hour 24.
//! A leap second is not looked up in a table: which days have one is not known in advance.
//!
//! Not here: clocks, durations, time-zone names.

use alloc::boxed::Box;

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

const fn is_leap_year(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

const fn days_of_month(year: i64, month: i64) -> Option<i64> {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        4 | 6 | 9 | 11 => Some(30),
        2 if is_leap_year(year) => Some(29),
        2 => Some(28),
        _ => None,
    }
}

/// Counts the days from 1970-01-01 in the proleptic Gregorian calendar.
///
/// Years are counted from March, so that the leap day is the last day of a year; day 719 468 is 1970-01-01.
const fn days_since_epoch(year: i64, month: i64, day: i64) -> i64 {
    let year = if month > 2 { year } else { year - 1 };
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leap_days + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn every_day_follows_the_one_before() {
        let mut last = days_since_epoch(0, 1, 1) - 1;
        for year in 0..2_400 {
            for month in 1..=12 {
                for day in 1..=days_of_month(year, month).unwrap() {
                    assert_eq!(days_since_epoch(year, month, day), last + 1, "{year}-{month}-{day}");
                    last += 1;
                }
            }
        }
    }

    #[test]
    fn a_leap_second_lies_between_its_neighbours() {
        let moments = ["2016-12-31T23:59:59.999999999Z", "2016-12-31T23:59:60Z", "2016-12-31T23:59:60.5Z"]
            .map(|text| Instant::parse(text).unwrap());
        assert!(moments.is_sorted_by(|a, b| a < b));
        assert!(Instant::parse("2017-01-01T00:00:00Z").unwrap() > moments[2]);
        assert_eq!(Instant::parse("2017-01-01T01:59:60+02:00").unwrap(), moments[1]);
    }
}
