//! Decides whether an answer that contains a booking may have the player's whole phone number.

use jiff::civil::Date;
use sideout_store::{StoreError, board::DeskBooking};

use crate::{
    App,
    platform::venues::list_venues,
    steps::audited::{Actor, Entry, record_look},
};

/// Whether `actor` may see the whole number of the booking's player. The number of a booking that is not of today is private: this returns
/// true for it only after the audit has the look.
///
/// INVARIANT: no answer has the whole number of a booking of another day without that entry (suites `private_looks`, `phone_numbers`).
///
/// # Errors
/// [`StoreError`]: it is not known whether the audit has the look, so the number must not be shown.
pub async fn see_number(app: &App, actor: &Actor, booking: &DeskBooking) -> Result<bool, StoreError> {
    if !actor.sees_phones() || booking.phone.is_none() {
        return Ok(false);
    }
    let venues = list_venues(app).await?;
    let Some(venue) = venues.with_retired().find(|venue| venue.id == booking.venue) else { return Ok(false) };
    if let Some(look) = look_entry(booking, venue.today(app.clock.now())) {
        record_look(app, actor, look).await?;
    }
    Ok(true)
}

/// What the audit says of a look at the player's number; `None` if nothing private is seen.
pub(super) fn look_entry(booking: &DeskBooking, today: Date) -> Option<Entry> {
    let is_private = booking.day != today && booking.phone.is_some();
    is_private.then(|| Entry::happened("phone.seen", "booking", booking.number).at(booking.venue))
}
