//! Days of a list's filter as moments.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use sideout_domain::VenueId;
use sideout_store::StoreError;

use super::{brand::find_brand, venues::find_known_venue};
use crate::App;

/// The days of a filter: from the first to the last, both included; `None` for no bound.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DayRange {
    /// The first day.
    pub first: Option<Date>,
    /// The last day.
    pub last: Option<Date>,
}

impl DayRange {
    /// When the first day begins and when the last one is over, in this zone.
    pub fn moments(self, zone: &TimeZone) -> (Option<Timestamp>, Option<Timestamp>) {
        let begins = |day: Date| day.to_zoned(zone.clone()).map_or(Timestamp::MAX, |day| day.timestamp());
        let over = |day: Date| day.tomorrow().map_or(Timestamp::MAX, begins);
        (self.first.map(begins), self.last.map(over))
    }
}

/// The time zone of a venue's days, also of a retired one; without a venue, or if there is none with this id, that of the operator.
///
/// # Errors
/// [`StoreError`] only.
pub async fn zone_of_days(app: &App, venue: Option<VenueId>) -> Result<TimeZone, StoreError> {
    if let Some(venue) = venue
        && let Some(venue) = find_known_venue(app, venue).await?
    {
        return Ok(venue.zone.clone());
    }
    Ok(TimeZone::get(&find_brand(app).await?.timezone).unwrap_or(TimeZone::UTC))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_range_includes_its_first_and_its_last_day() {
        let zone = TimeZone::get("Asia/Kolkata").unwrap();
        let range = DayRange { first: Some(date(2026, 11, 21)), last: Some(date(2026, 11, 22)) };
        let (from, until) = range.moments(&zone);
        assert_eq!(from.unwrap().to_string(), "2026-11-20T18:30:00Z");
        assert_eq!(until.unwrap().to_string(), "2026-11-22T18:30:00Z");
        assert_eq!(DayRange::default().moments(&zone), (None, None));
    }
}
