//! Lists refunds, for the operator and for the player's own screens.

use sideout_domain::{CustomerId, order::OrderNumber, refund::RefundStatus};
use sideout_store::{
    Store, StoreError,
    payments::{Refund, Refunds},
};

use crate::App;

/// The most refunds in one list.
pub const MOST: u32 = 1_000;

/// The newest refunds, optionally of one status or of one order; at most [`MOST`].
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

/// The refunds of one customer, for cancelled bookings and for orders that never became bookings, the oldest first.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_refunds_of(app: &App, customer: CustomerId) -> Result<Vec<Refund>, StoreError> {
    app.store
        .read(customer, |tx, customer| Box::pin(async move { Refunds(tx).list_of_customer(*customer).await }))
        .await
}
