//! Opens one booking for a member of staff.

use std::collections::HashMap;

use jiff::{Timestamp, civil::Date};
use sideout_domain::{VenueId, order::OrderNumber, staff::Permission};
use sideout_store::{Board, Session, StoreError, board::BookingDetails};

use super::see_number::look_entry;
use crate::{
    App,
    platform::venues::list_venues,
    steps::audited::{Actor, Refused, Seen, read_private},
};

/// Why a booking is not shown.
#[derive(Debug, Clone, thiserror::Error)]
pub enum OpenBookingError {
    /// It is at a venue where the caller does not work, never was a booking, or does not exist; the error does not reveal which.
    #[error("no such booking")]
    NoBooking,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    number: OrderNumber,
    /// The current day of each venue where the caller works.
    days: HashMap<VenueId, Date>,
    now: Timestamp,
    sees_phones: bool,
}

/// The booking with this number at one of the venues of `actor`. If it is of another day than today, a look at its player's phone number
/// gets an entry in the audit.
///
/// # Errors
/// [`OpenBookingError`].
pub async fn open_booking(
    app: &App,
    actor: &Actor,
    number: OrderNumber,
) -> Result<BookingDetails, OpenBookingError> {
    let now = app.clock.now();
    let venues = list_venues(app).await?;
    let own = venues.with_retired().filter(|venue| actor.works_at(venue.id));
    let days = own.map(|venue| (venue.id, venue.today(now))).collect();
    let input = Input { number, days, now, sees_phones: actor.sees_phones() };
    let needed = (Permission::BoardRead, None);
    read_private(app, actor, needed, input, |tx, input| Box::pin(find(tx, input))).await
}

async fn find(tx: &mut dyn Session, input: &Input) -> Result<Seen<BookingDetails>, OpenBookingError> {
    let found = Board(tx).find_booking(input.number, input.now).await?;
    let found = found.ok_or(OpenBookingError::NoBooking)?;
    let today = input.days.get(&found.booking.venue).ok_or(OpenBookingError::NoBooking)?;
    match look_entry(&found.booking, *today).filter(|_| input.sees_phones) {
        Some(look) => Ok(Seen::private(found, look)),
        None => Ok(Seen::nothing_private(found)),
    }
}
