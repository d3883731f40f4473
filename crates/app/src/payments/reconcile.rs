//! Looks again at what is open at the provider, at growing distances: webhooks get lost, and banks answer days later.

use sideout_domain::reconciliation::next_look;
use sideout_store::{
    StoreError,
    payments::{ProviderOrder, ProviderOrders},
};

use super::{
    PaymentAccount,
    settle::{LookError, look_at},
};
use crate::{App, clock::later, side_by_side::side_by_side};

/// So many are looked at in one run.
const BATCH: u32 = 50;
/// A look may take so long; after it, or when it failed, somebody tries again.
const LOOKING_SECONDS: i64 = 60;

/// Looks at the orders that are due; tells how many. On several nodes each is looked at by one.
///
/// # Errors
/// [`StoreError`] only; a provider out of reach is logged, and asked again in a minute.
pub async fn reconcile(app: &App) -> Result<usize, StoreError> {
    let Some(account) = &app.payments else { return Ok(0) };
    let due = app.store.read(app.clock.now(), |tx, now| {
        Box::pin(async move { ProviderOrders(tx).list_due(*now, BATCH).await })
    });
    let due: Vec<ProviderOrder> = due.await?;
    let looked = side_by_side(due.into_iter().map(|asked| look(app, account, asked))).await?;
    Ok(looked.into_iter().filter(|looked| *looked).count())
}

async fn look(app: &App, account: &PaymentAccount, asked: ProviderOrder) -> Result<bool, StoreError> {
    let (Some(id), Some(due)) = (&asked.id, asked.next_look_at) else { return Ok(false) };
    let now = app.clock.now();
    let lease = later(now, LOOKING_SECONDS);
    if !look_next(app, id, due, Some(lease)).await? {
        return Ok(false);
    }
    match look_at(app, account, &asked).await {
        Ok(()) => {
            let next = next_look(asked.opened_at, now, app.settings.watch_payments_days);
            // Nothing is written where it was paid meanwhile, which ends the watch.
            look_next(app, id, lease, next).await?;
            Ok(true)
        }
        Err(LookError::Store(error)) => Err(error),
        Err(LookError::Provider(error)) => {
            tracing::warn!(%error, order = %asked.order, "an open payment could not be looked at");
            Ok(false)
        }
    }
}

async fn look_next(
    app: &App,
    id: &str,
    due: jiff::Timestamp,
    next: Option<jiff::Timestamp>,
) -> Result<bool, StoreError> {
    app.store
        .write((id.to_owned(), due, next), |tx, (id, due, next)| {
            Box::pin(async move { ProviderOrders(tx).look_next(id, *due, *next).await })
        })
        .await
}
