//! The table `hours_version`: the present and the earlier opening hours of each venue.

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use sideout_domain::{
    StaffId, VenueId,
    hours::{BookingWindow, DatedWeek, Hours, SpecialDay},
    slot::StartTime,
    venue::OpeningHours,
};

use crate::{Row, Session, StoreError, params, sql};

/// The repository of published hours.
pub struct HoursVersions<'s>(pub &'s mut dyn Session);

/// Hours of a venue as they were published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HoursVersion {
    /// The venue.
    pub venue: VenueId,
    /// Its number, from 1.
    pub version: i64,
    /// From which day its last week is valid; `None`: from the beginning.
    pub valid_from: Option<Date>,
    /// When it was published.
    pub published_at: Timestamp,
    /// Who published it; `None` if that is not recorded.
    pub staff: Option<StaffId>,
    /// The version that it brought back.
    pub reverted: Option<i64>,
    /// All hours of the venue from then on.
    pub hours: Hours,
}

/// The JSON of a version. A span is its first and its last start, minutes of the day.
#[derive(Serialize, Deserialize)]
struct StoredHours {
    weeks: Vec<StoredWeek>,
    special_days: Vec<StoredDay>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    horizon_days: Option<u16>,
    lead_minutes: u16,
}

#[derive(Serialize, Deserialize)]
struct StoredWeek {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    valid_from: Option<Date>,
    /// The spans of each weekday, from Monday on.
    days: [Vec<(u16, u16)>; 7],
}

#[derive(Serialize, Deserialize)]
struct StoredDay {
    day: Date,
    label: String,
    spans: Vec<(u16, u16)>,
}

fn stored_spans(spans: &[OpeningHours]) -> Vec<(u16, u16)> {
    spans.iter().map(|span| (span.first_start.minute(), span.last_start.minute())).collect()
}

fn spans(stored: Vec<(u16, u16)>) -> Result<Vec<OpeningHours>, StoreError> {
    let start = |minute| {
        StartTime::from_minute(minute)
            .ok_or_else(|| StoreError::Corrupt(format!("hours_version: {minute} is not a minute of a day")))
    };
    let span = |(first, last)| Ok(OpeningHours { first_start: start(first)?, last_start: start(last)? });
    stored.into_iter().map(span).collect()
}

fn to_json(hours: &Hours) -> Result<String, StoreError> {
    let stored = StoredHours {
        weeks: hours
            .weeks
            .iter()
            .map(|week| StoredWeek {
                valid_from: week.valid_from,
                days: std::array::from_fn(|day| stored_spans(&week.days[day])),
            })
            .collect(),
        special_days: hours
            .special_days
            .iter()
            .map(|special| StoredDay {
                day: special.day,
                label: special.label.clone(),
                spans: stored_spans(&special.spans),
            })
            .collect(),
        horizon_days: hours.window.horizon_days,
        lead_minutes: hours.window.lead_minutes,
    };
    serde_json::to_string(&stored)
        .map_err(|error| StoreError::Corrupt(format!("the hours of a version: {error}")))
}

/// The hours of a row of `hours_version/list_present`; a venue that has never had any is never open.
pub(crate) fn present_hours(row: &Row) -> Result<Hours, StoreError> {
    row.text_or_null("hours")?.map_or_else(|| Ok(Hours::default()), from_json)
}

fn from_json(text: &str) -> Result<Hours, StoreError> {
    let stored: StoredHours = serde_json::from_str(text)
        .map_err(|error| StoreError::Corrupt(format!("hours_version: the hours cannot be read: {error}")))?;
    let week = |week: StoredWeek| {
        let mut days: [Vec<OpeningHours>; 7] = Default::default();
        for (day, stored) in days.iter_mut().zip(week.days) {
            *day = spans(stored)?;
        }
        Ok(DatedWeek { valid_from: week.valid_from, days })
    };
    let special_day = |special: StoredDay| {
        Ok(SpecialDay { day: special.day, label: special.label, spans: spans(special.spans)? })
    };
    Ok(Hours {
        weeks: stored.weeks.into_iter().map(week).collect::<Result<_, StoreError>>()?,
        special_days: stored.special_days.into_iter().map(special_day).collect::<Result<_, StoreError>>()?,
        window: BookingWindow { horizon_days: stored.horizon_days, lead_minutes: stored.lead_minutes },
    })
}

impl HoursVersions<'_> {
    /// Adds a version; `false` if its number is taken or does not follow the newest one.
    ///
    /// INVARIANT: of two versions that change the same one, one is published (suite `publishing_hours`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, new: &HoursVersion) -> Result<bool, StoreError> {
        let params = params![
            new.venue.0,
            new.version,
            new.valid_from,
            new.published_at,
            new.staff.map(|staff| staff.0),
            new.reverted,
            to_json(&new.hours)?,
        ];
        Ok(self.0.run(sql!("hours_version/add"), params).await? == 1)
    }

    /// A version of a venue.
    ///
    /// # Errors
    /// [`StoreError`]; [`StoreError::Corrupt`] if its hours cannot be read.
    pub async fn find(&mut self, venue: VenueId, version: i64) -> Result<Option<HoursVersion>, StoreError> {
        let row = self.0.first(sql!("hours_version/find"), params![venue.0, version]).await?;
        row.map(|row| hours_version(&row, venue)).transpose()
    }

    /// The `most` newest versions of a venue, the newest first.
    ///
    /// # Errors
    /// As [`HoursVersions::find`].
    pub async fn list(&mut self, venue: VenueId, most: i64) -> Result<Vec<HoursVersion>, StoreError> {
        let rows = self.0.all(sql!("hours_version/list"), params![venue.0, most]).await?;
        rows.iter().map(|row| hours_version(row, venue)).collect()
    }

    /// The newest version of a venue: its present hours. `None` if it has never had any.
    ///
    /// # Errors
    /// As [`HoursVersions::find`].
    pub async fn find_newest(&mut self, venue: VenueId) -> Result<Option<HoursVersion>, StoreError> {
        Ok(self.list(venue, 1).await?.into_iter().next())
    }
}

fn hours_version(row: &Row, venue: VenueId) -> Result<HoursVersion, StoreError> {
    Ok(HoursVersion {
        venue,
        version: row.integer("version")?,
        valid_from: row.day_or_null("valid_from")?,
        published_at: row.instant("published_at")?,
        staff: row.integer_or_null("staff_id")?.map(StaffId),
        reverted: row.integer_or_null("reverted_version")?,
        hours: from_json(row.text("hours")?)?,
    })
}
