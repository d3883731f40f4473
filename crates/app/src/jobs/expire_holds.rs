//! Housekeeping: marks expired holds as expired and removes their claims.

use jiff::Timestamp;
use sideout_domain::order::OrderStatus;
use sideout_store::{ChangeEvent, Orders, Session, StoreError};

use crate::{App, steps::free_slot::free_expired_slots};

/// Marks expired holds as `expired`, removes their claims and announces the changes; returns the number of orders.
/// Correctness does not depend on this job: statements compare `held_until` with the current time.
///
/// # Errors
/// [`StoreError`]; the next run does the remaining work.
pub async fn expire_holds(app: &App) -> Result<usize, StoreError> {
    app.store.write(app.clock.now(), |tx, now| Box::pin(expire(tx, now))).await
}

async fn expire(tx: &mut dyn Session, now: &Timestamp) -> Result<usize, StoreError> {
    free_expired_slots(tx, *now).await?;
    let expired = Orders(tx).expire(*now).await?;
    for hold in &expired {
        for day in hold.days() {
            tx.announce(ChangeEvent::Day(hold.venue, day));
        }
        tx.announce(ChangeEvent::Order(hold.customer, hold.number, OrderStatus::Expired));
    }
    Ok(expired.len())
}
