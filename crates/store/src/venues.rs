//! Venues with their hours, courts and prices.

use std::collections::HashMap;

use jiff::tz::TimeZone;
use sideout_domain::{
    CourtId, SportId, VenueId,
    money::Money,
    price::PriceRule,
    slot::StartTime,
    venue::{Court, OpeningHours, Venue},
};

use crate::{Row, Session, StoreError, params, sql};

/// The venues.
pub struct Venues<'s>(pub &'s mut dyn Session);

impl Venues<'_> {
    /// All active venues in the operator's order, complete with hours, active courts and prices.
    ///
    /// # Errors
    /// [`StoreError`]; [`StoreError::Corrupt`] names the venue with an invalid zone or invalid hours.
    pub async fn list(&mut self) -> Result<Vec<Venue>, StoreError> {
        let rows = self.0.all(sql!("venue/list_active"), params![]).await?;
        let mut venues = rows.iter().map(venue).collect::<Result<Vec<_>, _>>()?;
        let at: HashMap<VenueId, usize> = venues.iter().enumerate().map(|(i, v)| (v.id, i)).collect();
        let place = |row: &Row| Ok::<_, StoreError>(at.get(&VenueId(row.integer(0)?)).copied());

        for row in self.0.all(sql!("opening_hours/list"), params![]).await? {
            if let Some(i) = place(&row)? {
                let (weekday, hours) = hours_of(&row)?;
                venues[i].hours[weekday] = Some(hours);
            }
        }
        for row in self.0.all(sql!("court/list_active"), params![]).await? {
            if let Some(i) = at.get(&VenueId(row.integer(1)?)) {
                venues[*i].courts.push(court(&row)?);
            }
        }
        for row in self.0.all(sql!("price_rule/list"), params![]).await? {
            if let Some(i) = place(&row)? {
                venues[i].prices.push(price_rule(&row)?);
            }
        }
        Ok(venues)
    }
}

fn corrupt(table: &str, what: &str) -> StoreError {
    StoreError::Corrupt(format!("{table}: {what} out of range"))
}

fn minute(row: &Row, column: usize) -> Result<u16, StoreError> {
    u16::try_from(row.integer(column)?).map_err(|_| corrupt("minute of the day", "value"))
}

fn start_time(row: &Row, column: usize) -> Result<StartTime, StoreError> {
    StartTime::from_minute(minute(row, column)?).ok_or_else(|| corrupt("start", "minute of the day"))
}

/// The weekday (0 is Monday, up to 6) and its hours, from a row of `opening_hours/list`.
pub(crate) fn hours_of(row: &Row) -> Result<(usize, OpeningHours), StoreError> {
    let weekday = usize::try_from(row.integer(1)? - 1).ok().filter(|weekday| *weekday < 7);
    let hours = OpeningHours { first_start: start_time(row, 2)?, last_start: start_time(row, 3)? };
    Ok((weekday.ok_or_else(|| corrupt("opening_hours", "weekday"))?, hours))
}

/// Maps a row that begins like `venue/list_active`.
pub(crate) fn venue(row: &Row) -> Result<Venue, StoreError> {
    let name = row.text(1)?.to_owned();
    let list = |column| {
        serde_json::from_str(row.text(column)?)
            .map_err(|e| StoreError::Corrupt(format!("venue {name}: column {column} is no list: {e}")))
    };
    Ok(Venue {
        id: VenueId(row.integer(0)?),
        location: row.text(2)?.to_owned(),
        long_location: row.text(3)?.to_owned(),
        map_url: row.text_or_null(4)?.map(str::to_owned),
        image: row.text(5)?.to_owned(),
        facilities: list(6)?,
        gallery: list(7)?,
        zone: TimeZone::get(row.text(8)?)
            .map_err(|e| StoreError::Corrupt(format!("venue {name}: unknown time zone: {e}")))?,
        slot_minutes: minute(row, 9)?,
        play_minutes: minute(row, 10)?,
        hours: [None; 7],
        courts: Vec::new(),
        prices: Vec::new(),
        name,
    })
}

/// Maps a row that begins like `court/list_active`.
pub(crate) fn court(row: &Row) -> Result<Court, StoreError> {
    Ok(Court {
        id: CourtId(row.integer(0)?),
        venue: VenueId(row.integer(1)?),
        sport: SportId(row.integer(2)?),
        number: minute(row, 3)?,
        name: row.text(4)?.to_owned(),
        court_type: row.parsed(5)?,
    })
}

/// Maps a row of `price_rule/list`.
pub(crate) fn price_rule(row: &Row) -> Result<PriceRule, StoreError> {
    Ok(PriceRule {
        court: row.integer_or_null(1)?.map(CourtId),
        day: row.text_or_null(2)?.map(|_| row.day(2)).transpose()?,
        weekdays: u8::try_from(row.integer(3)?).map_err(|_| corrupt("price_rule", "weekdays"))?,
        from_minute: minute(row, 4)?,
        until_minute: minute(row, 5)?,
        price: Money::from_paise(row.integer(6)?),
    })
}
