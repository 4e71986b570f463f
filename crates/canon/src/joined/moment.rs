//! `datetime.isoformat()` of CPython: a fraction of no or six digits, an offset in numbers.

use alloc::string::String;
use core::fmt::Write as _;
use core::ops::RangeInclusive;

use crate::instant::Instant;

/// Returns an RFC 3339 date-time as `isoformat` writes it in its own offset; digits beyond microseconds fall away.
///
/// `None` for what is no date-time, and for a leap second, which CPython does not have.
#[must_use]
pub fn isoformat(text: &str) -> Option<String> {
    let (_, microseconds) = Instant::parse(text)?.to_parts()?;
    let (seconds, rest) = text.split_at_checked(19)?;
    let offset = match rest.trim_start_matches(|c: char| c == '.' || c.is_ascii_digit()) {
        "Z" | "z" | "-00:00" => "+00:00",
        offset => offset,
    };
    finish(seconds.to_ascii_uppercase(), microseconds, offset)
}

/// Returns an instant as `isoformat` writes it in UTC: `+00:00` at the end.
///
/// `None` for a leap second, and outside the years 1 to 9999.
#[must_use]
pub fn isoformat_utc(instant: &Instant) -> Option<String> {
    in_utc(instant, "+00:00")
}

/// Returns an instant as [`isoformat_utc`] does, with `Z` at the end.
#[must_use]
pub fn zulu(instant: &Instant) -> Option<String> {
    in_utc(instant, "Z")
}

/// 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
const SECONDS: RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

fn in_utc(instant: &Instant, offset: &str) -> Option<String> {
    let (seconds, microseconds) = instant.to_parts()?;
    if !SECONDS.contains(&seconds) {
        return None;
    }
    let mut written = String::with_capacity(32);
    instant.write_seconds(&mut written).ok()?;
    finish(written, microseconds, offset)
}

fn finish(mut written: String, microseconds: u64, offset: &str) -> Option<String> {
    if microseconds > 0 {
        write!(written, ".{microseconds:06}").ok()?;
    }
    written.push_str(offset);
    Some(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fraction_has_no_or_six_digits_and_the_offset_stays() {
        for (text, written, utc) in [
            ("2027-01-01T00:00:01Z", "2027-01-01T00:00:01+00:00", "2027-01-01T00:00:01+00:00"),
            (
                "2027-01-01t00:00:01.5z",
                "2027-01-01T00:00:01.500000+00:00",
                "2027-01-01T00:00:01.500000+00:00",
            ),
            ("2027-01-01T00:00:01.0000009-00:00", "2027-01-01T00:00:01+00:00", "2027-01-01T00:00:01+00:00"),
            (
                "2027-01-01T00:00:01.123+05:45",
                "2027-01-01T00:00:01.123000+05:45",
                "2026-12-31T18:15:01.123000+00:00",
            ),
            (
                "1969-12-31T23:59:59.000001-09:00",
                "1969-12-31T23:59:59.000001-09:00",
                "1970-01-01T08:59:59.000001+00:00",
            ),
        ] {
            assert_eq!(isoformat(text).as_deref(), Some(written));
            let instant = Instant::parse(text).unwrap();
            assert_eq!(isoformat_utc(&instant).as_deref(), Some(utc));
            assert_eq!(zulu(&instant).unwrap(), utc.replace("+00:00", "Z"));
        }
        for text in ["2027-01-01T00:00:01", "2016-12-31T23:59:60Z", ""] {
            assert_eq!(isoformat(text), None, "{text}");
        }
        assert_eq!(isoformat_utc(&Instant::parse("9999-12-31T23:59:59-01:00").unwrap()), None);
        assert_eq!(isoformat_utc(&Instant::parse("0001-01-01T00:00:00+01:00").unwrap()), None);
    }
}
