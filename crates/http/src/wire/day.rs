//! Formats of days and hours in calls.

use jiff::civil::Date;
use sideout_app::platform::venues::VenueList;
use sideout_domain::{VenueId, slot::StartTime, venue::Venue};

use super::api_error::ApiError;

/// Reads `YYYY-MM-DD`.
///
/// # Errors
/// 400 with the expected format.
pub(crate) fn day(text: &str) -> Result<Date, ApiError> {
    let exact = text.len() == 10;
    exact
        .then(|| text.parse().ok())
        .flatten()
        .ok_or_else(|| ApiError::malformed("The date must be a day written YYYY-MM-DD, like 2026-11-22."))
}

/// Reads `7:00 PM`.
///
/// # Errors
/// 400 with the expected format.
pub(crate) fn start_time(text: &str) -> Result<StartTime, ApiError> {
    text.parse().map_err(|_| ApiError::malformed("The time must be written like 7:00 PM."))
}

/// `Sun, 22 Nov 2026 | 7:00 PM`: the confirm window's `infodate`.
pub(crate) fn infodate(day: Date, start: StartTime) -> String {
    format!("{} | {start}", day.strftime("%a, %-d %b %Y"))
}

/// `22 Nov 2026 | 7:00 PM`: the history's `carddate`.
pub(crate) fn carddate(day: Date, start: StartTime) -> String {
    format!("{} | {start}", day.strftime("%-d %b %Y"))
}

/// The IANA name of the zone that the venue's days and times are in.
pub(crate) fn zone_name(venue: &Venue) -> Option<String> {
    venue.zone.iana_name().map(str::to_owned)
}

/// As [`zone_name`], of the venue with this id; `None` also if it is not one of `venues`.
pub(crate) fn zone_name_of(venues: &VenueList, id: VenueId) -> Option<String> {
    venues.iter().find(|venue| venue.id == id).and_then(|venue| zone_name(venue))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_in_one_form_only() {
        assert!(day("2026-11-22").is_ok());
        for text in ["", "2026-11-31", "22-11-2026", "2026-11-22T00:00", "2026-1-2", "20261122"] {
            assert!(day(text).is_err(), "{text}");
        }
    }

    #[test]
    fn dates_are_written_as_the_specification_does() {
        let (day, start) = (day("2026-11-05").unwrap(), start_time("6:00 AM").unwrap());
        assert_eq!(carddate(day, start), "5 Nov 2026 | 6:00 AM");
        assert_eq!(infodate(day, start), "Thu, 5 Nov 2026 | 6:00 AM");
    }
}
