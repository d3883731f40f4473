//! Lists the booking history of a player.

use sideout_domain::{CustomerId, order::Order};
use sideout_store::{Orders, StoreError};

use crate::App;

/// The most orders of a list, the newest ones.
pub const MOST_LISTED: u32 = 200;

/// The newest bookings of `customer`, newest first. It leaves out orders that never became a booking, and unpaid ones of the desk
/// of which the player got no notice.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_bookings(app: &App, customer: CustomerId) -> Result<Vec<Order>, StoreError> {
    app.store
        .read((customer, app.settings.desk.undo_time()), |tx, (customer, undo_time)| {
            Box::pin(async move { Orders(tx).list_bookings(*customer, *undo_time, MOST_LISTED).await })
        })
        .await
}

/// The newest orders of `customer` that are not bookings but have a payment that is under way, was captured, or is
/// being or was refunded.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_unbooked_payments(app: &App, customer: CustomerId) -> Result<Vec<Order>, StoreError> {
    app.store
        .read(customer, |tx, customer| {
            Box::pin(async move { Orders(tx).list_unbooked_payments(*customer, MOST_LISTED).await })
        })
        .await
}
