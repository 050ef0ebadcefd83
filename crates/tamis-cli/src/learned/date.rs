//! Days as people write them, after Howard Hinnant's algorithms for the civil calendar.

use tamis::memory::Day;

/// From the first of March of the year 0 to 1970.
const TO_1970: i64 = 719_468;
/// Days of the four hundred years after which the calendar repeats.
const ERA: i64 = 146_097;

/// `2026-11-30`.
pub(crate) fn written(day: Day) -> String {
    let day = i64::from(day) + TO_1970;
    let (era, of_era) = (day / ERA, day % ERA);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / (ERA - 1)) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{of_month:02}", year + 400 * era + next)
}

/// The way back; none for what is no date since 1970.
pub(crate) fn read(text: &str) -> Option<Day> {
    let mut parts =
        text.splitn(3, '-').map(|part| part.parse::<i64>().ok().filter(|number| (1..10_000).contains(number)));
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let year = if month > 2 { year } else { year - 1 };
    let (era, of_era) = (year / 400, year % 400);
    let of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    let days = era * ERA + of_era * 365 + of_era / 4 - of_era / 100 + of_year - TO_1970;
    Day::try_from(days).ok().filter(|day| written(*day) == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_and_read_back() {
        assert_eq!(
            [0, 58, 59, 19_782, 20_787].map(written),
            ["1970-01-01", "1970-02-28", "1970-03-01", "2024-02-29", "2026-11-30"]
        );
        assert!((0..60_000).all(|day| read(&written(day)) == Some(day)));
        for text in ["", "2026-13-01", "2026-02-30", "1969-12-31", "2026-1-1", "x-y-z", "2026-11"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
