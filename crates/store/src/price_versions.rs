//! The table `price_version`, and the price rules of one venue.

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use sideout_domain::{CourtId, StaffId, VenueId, money::Money, price::PriceRule, slot::StartTime};

use crate::{Row, Session, StoreError, params, sql, venues::price_rule};

/// The repository of published prices.
pub struct PriceVersions<'s>(pub &'s mut dyn Session);

/// Prices of a venue as they were published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceVersion {
    /// The venue.
    pub venue: VenueId,
    /// Its number, from 1.
    pub version: i64,
    /// From which day it is valid; `None`: no start date.
    pub valid_from: Option<Date>,
    /// When it was published.
    pub published_at: Timestamp,
    /// The member of staff who published it; `None` if it was not published at the desk.
    pub staff: Option<StaffId>,
    /// The version whose prices it brought back.
    pub reverted: Option<i64>,
    /// The rules.
    pub rules: Vec<PriceRule>,
}

/// A booked hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookedHour {
    /// The court.
    pub court: CourtId,
    /// The day at the venue.
    pub day: Date,
    /// The start.
    pub start: StartTime,
}

/// A rule in the JSON of a version, with the fields of [`PriceRule`].
#[derive(Serialize, Deserialize)]
struct StoredRule {
    #[serde(skip_serializing_if = "Option::is_none")]
    court: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_from: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_to: Option<Date>,
    weekdays: u8,
    from_minute: u16,
    until_minute: u16,
    /// Absent if the hours are not for sale.
    #[serde(skip_serializing_if = "Option::is_none")]
    price_paise: Option<i64>,
}

impl From<&PriceRule> for StoredRule {
    fn from(rule: &PriceRule) -> Self {
        StoredRule {
            court: rule.court.map(|court| court.0),
            day: rule.day,
            valid_from: rule.valid_from,
            valid_to: rule.valid_to,
            weekdays: rule.weekdays,
            from_minute: rule.from_minute,
            until_minute: rule.until_minute,
            price_paise: rule.price.map(Money::paise),
        }
    }
}

impl From<StoredRule> for PriceRule {
    fn from(rule: StoredRule) -> Self {
        PriceRule {
            court: rule.court.map(CourtId),
            day: rule.day,
            valid_from: rule.valid_from,
            valid_to: rule.valid_to,
            weekdays: rule.weekdays,
            from_minute: rule.from_minute,
            until_minute: rule.until_minute,
            price: rule.price_paise.map(Money::from_paise),
        }
    }
}

impl PriceVersions<'_> {
    /// Adds a version; `false` if its number is taken or does not follow the newest one.
    ///
    /// INVARIANT: of two versions that change the same one, one is published (suite `publishing`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, new: &PriceVersion) -> Result<bool, StoreError> {
        let rules: Vec<StoredRule> = new.rules.iter().map(StoredRule::from).collect();
        let rules = serde_json::to_string(&rules)
            .map_err(|error| StoreError::Corrupt(format!("the rules of a version: {error}")))?;
        let params = params![
            new.venue.0,
            new.version,
            new.valid_from,
            new.published_at,
            new.staff.map(|staff| staff.0),
            new.reverted,
            rules,
        ];
        Ok(self.0.run(sql!("price_version/add"), params).await? == 1)
    }

    /// A version of a venue.
    ///
    /// # Errors
    /// [`StoreError`]; [`StoreError::Corrupt`] if its rules cannot be read.
    pub async fn find(&mut self, venue: VenueId, version: i64) -> Result<Option<PriceVersion>, StoreError> {
        let row = self.0.first(sql!("price_version/find"), params![venue.0, version]).await?;
        row.map(|row| price_version(&row, venue)).transpose()
    }

    /// The `most` newest versions of a venue, the newest first.
    ///
    /// # Errors
    /// As [`PriceVersions::find`].
    pub async fn list(&mut self, venue: VenueId, most: i64) -> Result<Vec<PriceVersion>, StoreError> {
        let rows = self.0.all(sql!("price_version/list"), params![venue.0, most]).await?;
        rows.iter().map(|row| price_version(row, venue)).collect()
    }

    /// The number of the newest version; 0 if nothing was published.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_newest_number(&mut self, venue: VenueId) -> Result<i64, StoreError> {
        self.0.one(sql!("price_version/find_newest"), params![venue.0]).await?.integer("version")
    }

    /// The present rules of a venue, oldest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_rules(&mut self, venue: VenueId) -> Result<Vec<PriceRule>, StoreError> {
        let rows = self.0.all(sql!("price_rule/list_of_venue"), params![venue.0]).await?;
        rows.iter().map(price_rule).collect()
    }

    /// The bookings of a venue from `day` on whose status is `confirmed`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_booked(&mut self, venue: VenueId, day: Date) -> Result<Vec<BookedHour>, StoreError> {
        let rows = self.0.all(sql!("price_version/list_booked"), params![venue.0, day]).await?;
        let booked = |row: &Row| {
            Ok(BookedHour {
                court: CourtId(row.integer("court_id")?),
                day: row.day("venue_day")?,
                start: row.start_time("start_minute")?,
            })
        };
        rows.iter().map(booked).collect()
    }
}

fn price_version(row: &Row, venue: VenueId) -> Result<PriceVersion, StoreError> {
    let rules: Vec<StoredRule> = serde_json::from_str(row.text("rules")?)
        .map_err(|error| StoreError::Corrupt(format!("the rules of a version of venue {venue}: {error}")))?;
    Ok(PriceVersion {
        venue,
        version: row.integer("version")?,
        valid_from: row.day_or_null("valid_from")?,
        published_at: row.instant("published_at")?,
        staff: row.integer_or_null("staff_id")?.map(StaffId),
        reverted: row.integer_or_null("reverted_version")?,
        rules: rules.into_iter().map(PriceRule::from).collect(),
    })
}
