//! One order of one player.

use sideout_domain::{CustomerId, order::OrderNumber};
use sideout_store::{Orders, StoreError, orders::Order};

use crate::App;

/// The order, if it is this customer's; `None` for another's and for none alike.
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
