//! The booking that money was for.

use jiff::civil::Date;
use sideout_domain::{order::OrderNumber, slot::StartTime};

use crate::{Row, StoreError};

/// The booking that money was for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoneyFor {
    /// Its number.
    pub order: OrderNumber,
    /// The name of the person who comes: the one that was noted for this game, or the player's.
    pub name: String,
    /// The name of the court.
    pub court_name: String,
    /// The day at the venue.
    pub day: Date,
    /// The start at the venue.
    pub start: StartTime,
}

pub(crate) fn money_for(row: &Row) -> Result<MoneyFor, StoreError> {
    Ok(MoneyFor {
        order: row.converted("order_number")?,
        name: row.text("name")?.to_owned(),
        court_name: row.text("court_name")?.to_owned(),
        day: row.day("venue_day")?,
        start: row.start_time("start_minute")?,
    })
}
