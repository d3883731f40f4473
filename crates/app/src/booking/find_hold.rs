//! Finds the hold that a player has now.

use sideout_domain::CustomerId;
use sideout_domain::order::Hold;
use sideout_store::{Orders, StoreError};

use crate::App;

/// The hold of `customer` that has not expired, if there is one.
///
/// # Errors
/// [`StoreError`] only.
pub async fn find_hold(app: &App, customer: CustomerId) -> Result<Option<Hold>, StoreError> {
    let now = app.clock.now();
    let hold = app
        .store
        .read(customer, |tx, customer| Box::pin(async move { Orders(tx).find_hold(*customer).await }))
        .await?;
    Ok(hold.filter(|hold| hold.held_until > now))
}
