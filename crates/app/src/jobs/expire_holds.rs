//! Housekeeping: holds that ran out get their name and leave the claims table.

use sideout_store::{Claims, Orders, StoreError};

use crate::App;

/// Marks run-out holds as expired and drops their claims; tells how many orders. Correctness never waits for it:
/// every statement asks the clock itself.
///
/// # Errors
/// [`StoreError`]; the next run catches up.
pub async fn expire_holds(app: &App) -> Result<u64, StoreError> {
    app.store
        .write(app.clock.now(), |tx, now| {
            Box::pin(async move {
                Claims(tx).sweep(*now).await?;
                Orders(tx).expire(*now).await
            })
        })
        .await
}
