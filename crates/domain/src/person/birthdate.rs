//! The day a player was born.

use jiff::civil::Date;

/// The birthdate of a person who is old enough to have an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Birthdate(Date);

/// Why a text is not a birthdate. `Display` is what the player reads (spec §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BirthdateError {
    /// Nothing was chosen.
    #[error("Birthdate is required")]
    Required,
    /// The text is not a day written `YYYY-MM-DD`, or the day is too long ago to be a birthdate.
    #[error("Birthdate must be a real date.")]
    Invalid,
    /// The birthdate is today or later.
    #[error("Birthdate must be in the past.")]
    NotPast,
    /// The person is younger than the operator's minimum, in years.
    #[error("You need to be at least {0} to have an account. Ask a grown-up to book for you!")]
    TooYoung(u32),
}

/// The highest plausible age in years; an earlier year is a typing error.
const OLDEST_YEARS: i16 = 125;

impl Birthdate {
    /// Reads `YYYY-MM-DD`. `today` is the day in the operator's time zone; `min_age` is in completed years. A birthday on
    /// 29 February is on 1 March in common years.
    ///
    /// # Errors
    /// Not a day, not in the past, or too young; see [`BirthdateError`].
    pub fn parse(text: &str, today: Date, min_age: u32) -> Result<Self, BirthdateError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(BirthdateError::Required);
        }
        let written_plainly = text.len() == 10 && text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
        let day: Date = text.parse().ok().filter(|_| written_plainly).ok_or(BirthdateError::Invalid)?;
        if day >= today {
            return Err(BirthdateError::NotPast);
        }
        let had_birthday = (today.month(), today.day()) >= (day.month(), day.day());
        let age = today.year() - day.year() - i16::from(!had_birthday);
        if age > OLDEST_YEARS {
            return Err(BirthdateError::Invalid);
        }
        if u32::try_from(age).unwrap_or(0) < min_age {
            return Err(BirthdateError::TooYoung(min_age));
        }
        Ok(Birthdate(day))
    }

    /// A birthdate from the database, which was validated before.
    pub fn stored(day: Date) -> Self {
        Birthdate(day)
    }

    /// The day.
    pub fn day(self) -> Date {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const TODAY: Date = date(2026, 11, 21);

    #[test]
    fn a_person_is_old_enough_from_the_eighteenth_birthday_on() {
        assert_eq!(Birthdate::parse("2008-11-21", TODAY, 18), Ok(Birthdate(date(2008, 11, 21))));
        assert_eq!(Birthdate::parse("2008-11-22", TODAY, 18), Err(BirthdateError::TooYoung(18)));
        assert_eq!(Birthdate::parse("2008-02-29", date(2026, 2, 28), 18), Err(BirthdateError::TooYoung(18)));
        assert!(Birthdate::parse("2008-02-29", date(2026, 3, 1), 18).is_ok());
        assert!(Birthdate::parse("2020-01-01", TODAY, 0).is_ok());
    }

    #[test]
    fn a_text_that_is_not_a_day_of_the_past_is_refused() {
        assert_eq!(
            Birthdate::parse("", TODAY, 18).map_err(|e| e.to_string()),
            Err("Birthdate is required".into())
        );
        for text in [
            "21/11/1990",
            "1990-13-01",
            "2001-02-29",
            "+001990-01-01",
            "1990-1-1",
            "0001-01-01",
            "1990-01-01T00:00",
        ] {
            assert_eq!(Birthdate::parse(text, TODAY, 18), Err(BirthdateError::Invalid), "{text}");
        }
        assert_eq!(Birthdate::parse("2026-11-21", TODAY, 18), Err(BirthdateError::NotPast));
        assert_eq!(Birthdate::parse("2031-01-01", TODAY, 18), Err(BirthdateError::NotPast));
    }
}
