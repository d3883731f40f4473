//! Polls open orders at the provider again, with growing delays: webhooks get lost, and banks answer days later.
//!
//! A poll that fails is repeated after a minute, then after two, four and so on, up to six hours apart, for as long as
//! it fails: even beyond the days for which an order is watched. `sideout doctor` shows the orders whose polls keep
//! failing.

use jiff::SignedDuration;
use sideout_domain::reconciliation::{next_look, wait_after_failures};
use sideout_providers::payments::TimeBudget;
use sideout_store::{
    StoreError,
    payments::{ProviderOrder, ProviderOrders},
};

use super::{
    PaymentAccount,
    look::{Looked, look_at},
};
use crate::{App, clock::later, join_all_bounded::join_all_bounded, warn_seldom};

/// Most orders polled in one run.
const BATCH: u32 = 50;
/// Seconds a poll may take; after that another run repeats it.
const LOOKING_SECONDS: i64 = 60;
/// Delay before a list that was too long for one poll is read further.
const READ_ON_AFTER: SignedDuration = SignedDuration::from_mins(5);

/// Polls the orders that are due; returns how many polls succeeded. On several nodes each order is polled by one.
///
/// # Errors
/// [`StoreError`] only; if the provider is unavailable, that is logged and retried with growing delays.
pub async fn reconcile(app: &App) -> Result<usize, StoreError> {
    let Some(account) = &app.payments else { return Ok(0) };
    let due = app.store.read(app.clock.now(), |tx, now| {
        Box::pin(async move { ProviderOrders(tx).list_due(*now, BATCH).await })
    });
    let due: Vec<ProviderOrder> = due.await?;
    let looked = join_all_bounded(due.into_iter().map(|asked| look(app, account, asked))).await?;
    Ok(looked.into_iter().filter(|looked| *looked).count())
}

async fn look(app: &App, account: &PaymentAccount, asked: ProviderOrder) -> Result<bool, StoreError> {
    let (Some(id), Some(due)) = (asked.id.clone(), asked.next_look_at) else { return Ok(false) };
    let now = app.clock.now();
    let until = later(now, LOOKING_SECONDS);
    let taken = app.store.write((id.clone(), due, until), |tx, (id, due, until)| {
        Box::pin(async move { ProviderOrders(tx).take_look(id, *due, *until).await })
    });
    if !taken.await? {
        return Ok(false);
    }
    let Looked { end, list_from } = look_at(app, account, &asked, TimeBudget::BACKGROUND).await;
    let Err(error) = end else {
        let next = next_look(asked.opened_at, now, app.settings.watch_payments_days);
        let read_on = (list_from > 0).then(|| now + READ_ON_AFTER);
        let next = next.map(|next| read_on.map_or(next, |read_on| next.min(read_on)));
        let looked = (id, until, next, list_from);
        app.store
            .write(looked, |tx, (id, until, next, list_from)| {
                Box::pin(async move { ProviderOrders(tx).looked(id, *until, *next, *list_from).await })
            })
            .await?;
        return Ok(true);
    };
    // An order that cannot be settled, whatever the reason, is postponed alone: the others of this run go on.
    warn_seldom!(%error, order = %asked.order, "an open payment could not be looked at");
    let next = now + wait_after_failures(asked.looks_failed.saturating_add(1));
    let failed = (id, until, next, list_from, error.to_string());
    app.store
        .write(failed, |tx, (id, until, next, list_from, why)| {
            Box::pin(
                async move { ProviderOrders(tx).look_failed(id, *until, *next, (*list_from, why)).await },
            )
        })
        .await?;
    Ok(false)
}
