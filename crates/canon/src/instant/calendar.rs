//! The proleptic Gregorian calendar, by days since 1970-01-01.
//!
//! Years are counted from March, so that the leap day is the last day of a year; day 719 468 of that count is
//! 1970-01-01.

/// Days of 400 years.
const ERA: i64 = 146_097;

const fn is_leap_year(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

pub(super) const fn days_of_month(year: i64, month: i64) -> Option<i64> {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        4 | 6 | 9 | 11 => Some(30),
        2 if is_leap_year(year) => Some(29),
        2 => Some(28),
        _ => None,
    }
}

/// Counts the days from 1970-01-01 to a date.
pub(super) const fn days_since_epoch(year: i64, month: i64, day: i64) -> i64 {
    let year = if month > 2 { year } else { year - 1 };
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leap_days + day_of_year - 719_468
}

/// Returns year, month and day of a day since 1970-01-01.
pub(super) const fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(ERA), days.rem_euclid(ERA));
    // Leap days are taken out of the count: one each 4 years, not each 100, but each 400.
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era;
    (if month > 2 { year } else { year + 1 }, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_follows_the_one_before_and_is_found_back() {
        let mut last = days_since_epoch(-1, 1, 1) - 1;
        for year in -1..2_400 {
            for month in 1..=12 {
                for day in 1..=days_of_month(year, month).unwrap() {
                    let days = days_since_epoch(year, month, day);
                    assert_eq!(days, last + 1, "{year}-{month}-{day}");
                    assert_eq!(date(days), (year, month, day));
                    last += 1;
                }
            }
        }
    }
}
