//! Venues with their hours, courts and prices.

use std::{collections::HashMap, fmt::Display};

use jiff::{Timestamp, tz::TimeZone};
use sideout_domain::{
    CourtId, SportId, VenueId,
    hours::Hours,
    price::PriceRule,
    venue::{Court, Venue},
};

use crate::{Row, Session, StoreError, hours_versions::present_hours, params, sql};

/// The repository of venues.
pub struct Venues<'s>(pub &'s mut dyn Session);

impl Venues<'_> {
    /// All active venues in the operator's order, complete with hours, active courts and prices.
    ///
    /// # Errors
    /// [`StoreError`]; [`StoreError::Corrupt`] if a stored zone, list, UPI address, hour, court or price is invalid.
    pub async fn list(&mut self) -> Result<Vec<Venue>, StoreError> {
        let rows = self.0.all(sql!("venue/list_active"), params![]).await?;
        self.complete(&rows).await
    }

    /// The active venues as [`Venues::list`], and the retired ones, complete as those.
    ///
    /// # Errors
    /// [`StoreError`] as [`Venues::list`].
    pub async fn list_with_retired(&mut self) -> Result<(Vec<Venue>, Vec<Venue>), StoreError> {
        let rows = self.0.all(sql!("venue/list_all"), params![]).await?;
        let (mut active, mut retired) = (Vec::new(), Vec::new());
        for (row, venue) in rows.iter().zip(self.complete(&rows).await?) {
            let list = if row.flag("active")? { &mut active } else { &mut retired };
            list.push(venue);
        }
        Ok((active, retired))
    }

    /// The retired venues where a booking of a day that is not closed waits for its outcome, or a member of staff keeps the drawer.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_unfinished(&mut self) -> Result<Vec<VenueId>, StoreError> {
        let rows = self.0.all(sql!("venue/list_unfinished"), params![]).await?;
        rows.iter().map(|row| row.integer("venue_id").map(VenueId)).collect()
    }

    /// The retired venues of which a booking still waits for its outcome: its day is not closed, or was closed at `lately` or after
    /// it, perhaps while the booking was being confirmed. They are complete as those of [`Venues::list`].
    ///
    /// # Errors
    /// [`StoreError`] as [`Venues::list`].
    pub async fn list_retired_with_games(&mut self, lately: Timestamp) -> Result<Vec<Venue>, StoreError> {
        let rows = self.0.all(sql!("venue/list_retired_with_games"), params![lately]).await?;
        if rows.is_empty() { Ok(Vec::new()) } else { self.complete(&rows).await }
    }

    /// The venues of these rows with their hours, active courts and prices.
    async fn complete(&mut self, rows: &[Row]) -> Result<Vec<Venue>, StoreError> {
        let courts = self.0.all(sql!("court/list_active"), params![]).await?;
        complete_venues(self.0, rows, &courts).await
    }
}

/// The venues of `rows` with their hours and prices, and with the courts that have a row in `courts`.
///
/// # Errors
/// [`StoreError`]; [`StoreError::Corrupt`] if a stored zone, list, UPI address, hour, court or price is invalid.
pub(crate) async fn complete_venues(
    tx: &mut dyn Session,
    rows: &[Row],
    courts: &[Row],
) -> Result<Vec<Venue>, StoreError> {
    let mut venues = rows.iter().map(venue).collect::<Result<Vec<_>, _>>()?;
    let at: HashMap<VenueId, usize> = venues.iter().enumerate().map(|(i, v)| (v.id, i)).collect();
    let place = |row: &Row| Ok::<_, StoreError>(at.get(&VenueId(row.integer("venue_id")?)).copied());

    for row in tx.all(sql!("hours_version/list_present"), params![]).await? {
        if let Some(i) = place(&row)? {
            venues[i].hours = present_hours(&row)?;
        }
    }
    for row in courts {
        if let Some(i) = place(row)? {
            venues[i].courts.push(court(row)?);
        }
    }
    for row in tx.all(sql!("price_rule/list"), params![]).await? {
        if let Some(i) = place(&row)? {
            venues[i].prices.push(price_rule(&row)?);
        }
    }
    Ok(venues)
}

/// Maps a row with the columns of `venue/list_active`.
pub(crate) fn venue(row: &Row) -> Result<Venue, StoreError> {
    let name = row.text("name")?.to_owned();
    let list = |column| {
        serde_json::from_str(row.text(column)?).map_err(|e| {
            StoreError::Corrupt(format!("venue {name}: column {column} is not a JSON list: {e}"))
        })
    };
    Ok(Venue {
        id: VenueId(row.integer("venue_id")?),
        location: row.text("location")?.to_owned(),
        long_location: row.text("long_location")?.to_owned(),
        map_url: row.text_or_null("map_url")?.map(str::to_owned),
        upi_address: row.parsed_or_null("upi_address")?,
        image: row.text("image")?.to_owned(),
        facilities: list("facilities")?,
        gallery: list("gallery")?,
        zone: TimeZone::get(row.text("time_zone")?)
            .map_err(|e| StoreError::Corrupt(format!("venue {name}: unknown time zone: {e}")))?,
        slot_minutes: row.converted("slot_minutes")?,
        play_minutes: row.converted("play_minutes")?,
        hours: Hours::default(),
        courts: Vec::new(),
        prices: Vec::new(),
        name,
    })
}

/// Maps a row with the columns of `court/list_active`.
pub(crate) fn court(row: &Row) -> Result<Court, StoreError> {
    Ok(Court {
        id: CourtId(row.integer("court_id")?),
        venue: VenueId(row.integer("venue_id")?),
        sport: SportId(row.integer("sport_id")?),
        number: row.converted("number")?,
        name: row.text("name")?.to_owned(),
        court_type: row.parsed("court_type")?,
    })
}

/// Maps a row with the columns of `price_rule_columns`.
pub(crate) fn price_rule(row: &Row) -> Result<PriceRule, StoreError> {
    let price = row.money("price_paise")?;
    Ok(PriceRule {
        court: row.integer_or_null("court_id")?.map(CourtId),
        day: row.day_or_null("on_day")?,
        valid_from: row.day_or_null("valid_from")?,
        valid_to: row.day_or_null("valid_to")?,
        weekdays: row.converted("weekdays")?,
        from_minute: row.converted("from_minute")?,
        until_minute: row.converted("until_minute")?,
        price: row.flag("is_sold")?.then_some(price),
    })
}

/// `,1,2,`: the form in which both engines look for one of several numbers or words.
pub(crate) fn in_commas<T: Display>(values: &[T]) -> String {
    values.iter().fold(",".to_owned(), |list, value| format!("{list}{value},"))
}
