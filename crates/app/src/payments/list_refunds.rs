//! What goes back, for the operator and for the player's own screens.

use sideout_domain::{CustomerId, order::OrderNumber, refund::RefundStatus};
use sideout_store::{
    Store, StoreError,
    payments::{Refund, Refunds},
};

use crate::App;

/// So many are listed at most.
pub const MOST: u32 = 1_000;

/// The newest refunds, of one status or one order if asked for; at most [`MOST`].
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_refunds(
    store: &Store,
    status: Option<RefundStatus>,
    order: Option<OrderNumber>,
) -> Result<Vec<Refund>, StoreError> {
    store
        .read((status, order), |tx, (status, order)| {
            Box::pin(async move { Refunds(tx).list(*status, *order, MOST).await })
        })
        .await
}

/// What goes back for the cancelled bookings of one customer, and for orders that became none, the oldest first.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_refunds_of(app: &App, customer: CustomerId) -> Result<Vec<Refund>, StoreError> {
    app.store
        .read(customer, |tx, customer| Box::pin(async move { Refunds(tx).list_of_customer(*customer).await }))
        .await
}
