//! Looks again at what is open at the provider, at growing distances: webhooks get lost, and banks answer days later.
//!
//! A look that fails is made again after a minute, then after two, four and so on, up to six hours apart, for as long as it
//! fails: also beyond the days for which an order is watched. `sideout doctor` shows those that keep failing.

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

/// So many are looked at in one run.
const BATCH: u32 = 50;
/// A look may take so long; after it somebody else begins it anew.
const LOOKING_SECONDS: i64 = 60;
/// A list that is too long for one look is read on after so long.
const READ_ON_AFTER: SignedDuration = SignedDuration::from_mins(5);

/// Looks at the orders that are due; tells how many. On several nodes each is looked at by one.
///
/// # Errors
/// [`StoreError`] only; a provider out of reach is logged, and asked again later and later.
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
    // One that cannot be settled, whatever the reason, waits alone: the others of this run go on.
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
