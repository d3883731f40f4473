//! A player's history.

use sideout_domain::CustomerId;
use sideout_store::{Orders, StoreError, orders::Order};

use crate::App;

/// So many bookings are listed, the newest.
pub const LISTED: u32 = 200;

/// The newest bookings of `customer`, newest first; holds that came to nothing are left out.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_bookings(app: &App, customer: CustomerId) -> Result<Vec<Order>, StoreError> {
    app.store
        .read(customer, |tx, customer| {
            Box::pin(async move { Orders(tx).list_bookings(*customer, LISTED).await })
        })
        .await
}

/// The newest orders of `customer` that are no bookings, though money for them is on its way, goes back or went.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_unbooked_payments(app: &App, customer: CustomerId) -> Result<Vec<Order>, StoreError> {
    app.store
        .read(customer, |tx, customer| {
            Box::pin(async move { Orders(tx).list_unbooked_payments(*customer, LISTED).await })
        })
        .await
}
