//! Finds one booking with its details.

use sideout_domain::{VenueId, order::OrderNumber};
use sideout_store::{Board, StoreError, board::BookingDetails};

use crate::App;

/// The booking with this number, if it is at one of `venues`. `None` if it is elsewhere, never was a booking, or does not
/// exist, so that a caller cannot tell which.
///
/// # Errors
/// [`StoreError`] only.
pub async fn find_booking(
    app: &App,
    venues: &[VenueId],
    number: OrderNumber,
) -> Result<Option<BookingDetails>, StoreError> {
    let found = app.store.read((number, app.clock.now()), |tx, (number, now)| {
        Box::pin(async move { Board(tx).find_booking(*number, *now).await })
    });
    Ok(found.await?.filter(|found| venues.contains(&found.booking.venue)))
}
