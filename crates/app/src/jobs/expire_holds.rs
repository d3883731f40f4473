//! Housekeeping: holds that ran out get their name and leave the claims table.

use sideout_domain::order::OrderStatus;
use sideout_store::{ChangeEvent, Claims, Orders, StoreError};

use crate::App;

/// Marks run-out holds as expired, drops their claims and lets those know who watch; tells how many orders. Correctness
/// never waits for it: every statement asks the clock itself. On several nodes one of them names each hold.
///
/// # Errors
/// [`StoreError`]; the next run catches up.
pub async fn expire_holds(app: &App) -> Result<usize, StoreError> {
    app.store
        .write(app.clock.now(), |tx, now| {
            Box::pin(async move {
                Claims(tx).sweep(*now).await?;
                let lapsed = Orders(tx).expire(*now).await?;
                for hold in &lapsed {
                    for day in hold.days() {
                        tx.announce(ChangeEvent::Day(hold.venue, day));
                    }
                    tx.announce(ChangeEvent::Order(hold.customer, hold.number, OrderStatus::Expired));
                }
                Ok(lapsed.len())
            })
        })
        .await
}
