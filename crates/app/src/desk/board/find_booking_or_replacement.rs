//! Finds a booking by a number that it may have had before its court was closed.

use jiff::Timestamp;
use sideout_domain::{VenueId, order::OrderNumber};
use sideout_store::{Board, ClosureOffers, Session, StoreError, board::BookingDetails};

/// The booking with a number; if its court was closed and its player has another one at one of `venues`, or the same one again, the
/// booking there, which has another number.
///
/// # Errors
/// [`StoreError`] only.
pub(in crate::desk) async fn find_booking_or_replacement(
    tx: &mut dyn Session,
    number: OrderNumber,
    venues: &[VenueId],
    now: Timestamp,
) -> Result<Option<BookingDetails>, StoreError> {
    let mut found = Board(tx).find_booking(number, now).await?;
    let mut lost = found.as_ref().and_then(number_if_lost);
    // The booking in place of a lost one can lose its court, too, and its player come back from a venue that is none of `venues`.
    while let Some(number) = lost {
        let offer = ClosureOffers(tx).find(number).await?;
        let Some(new) = offer.and_then(|offer| offer.new_order) else { break };
        let Some(next) = Board(tx).find_booking(new, now).await? else { break };
        lost = number_if_lost(&next);
        if venues.contains(&next.booking.venue) {
            found = Some(next);
        }
    }
    Ok(found)
}

fn number_if_lost(found: &BookingDetails) -> Option<OrderNumber> {
    (!found.booking.status.keeps_court()).then_some(found.booking.number)
}
