//! Lists refunds.

use sideout_domain::{order::OrderNumber, refund::RefundStatus};
use sideout_store::{
    Store, StoreError,
    payments::{Refund, Refunds},
};

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

/// The newest approved refunds that go back through the provider; at most [`MOST`].
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn list_refunds_to_send(store: &Store) -> Result<Vec<Refund>, StoreError> {
    store.read((), |tx, ()| Box::pin(async move { Refunds(tx).list_to_send(MOST).await })).await
}
