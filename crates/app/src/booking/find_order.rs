//! Finds one order of one player.

use sideout_domain::order::Order;
use sideout_domain::{CustomerId, order::OrderNumber};
use sideout_store::{Orders, StoreError};

use crate::App;

/// The order, if it belongs to `customer`. `None` if it belongs to another customer or does not exist, so that a caller
/// cannot tell which.
///
/// # Errors
/// [`StoreError`] only.
pub async fn find_order(
    app: &App,
    customer: CustomerId,
    number: OrderNumber,
) -> Result<Option<Order>, StoreError> {
    app.store
        .read((number, customer), |tx, (number, customer)| {
            Box::pin(async move { Orders(tx).find(*number, *customer).await })
        })
        .await
}
