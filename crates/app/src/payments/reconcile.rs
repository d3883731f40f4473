//! Polls open orders and QR codes at the provider again, with growing delays: webhooks get lost, and banks answer days later.
//!
//! A poll that fails is repeated with growing delays for as long as it fails, even beyond the days for which an order is
//! watched. An order with an authorized payment that is not captured is polled beyond these days as well, until the
//! provider has returned the payment.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{
    BillId,
    reconciliation::{next_poll, wait_after_failures},
};
use sideout_providers::payments::TimeBudget;
use sideout_store::{
    Session, StoreError,
    payments::{ProviderOrder, ProviderOrders},
};

use crate::{
    App,
    platform::{clock::later, join_all_bounded::join_all_bounded, payment_account::PaymentAccount},
    steps::{
        close_qrs::end_bill,
        poll::{PollOutcome, poll_payments},
    },
    warn_throttled,
};

/// Most orders polled in one run.
const BATCH: u32 = 50;
/// Seconds a poll may take; after that another run repeats it.
const POLL_SECONDS: i64 = 60;
/// Delay before a list that was too long for one poll is read further.
const READ_ON_AFTER: SignedDuration = SignedDuration::from_mins(5);
/// Longest time between two polls of an order with an authorized payment that is not captured.
const WHILE_AUTHORIZED: SignedDuration = SignedDuration::from_hours(1);

/// Polls the orders that are due; returns how many polls succeeded.
///
/// # Errors
/// [`StoreError`] only; if the provider is unavailable, that is logged and retried with growing delays.
pub async fn reconcile(app: &App) -> Result<usize, StoreError> {
    let Some(account) = &app.payments else { return Ok(0) };
    let due = app.store.read(app.clock.now(), |tx, now| {
        Box::pin(async move { ProviderOrders(tx).list_due(*now, BATCH).await })
    });
    let due: Vec<ProviderOrder> = due.await?;
    let polled =
        join_all_bounded(due.into_iter().map(|provider_order| poll(app, account, provider_order))).await?;
    Ok(polled.into_iter().filter(|polled| *polled).count())
}

async fn poll(
    app: &App,
    account: &PaymentAccount,
    provider_order: ProviderOrder,
) -> Result<bool, StoreError> {
    let (Some(id), Some(due)) = (provider_order.id.clone(), provider_order.next_poll_at) else {
        return Ok(false);
    };
    let now = app.clock.now();
    let until = later(now, POLL_SECONDS);
    let taken = app.store.write((id.clone(), due, until), |tx, (id, due, until)| {
        Box::pin(async move { ProviderOrders(tx).claim_poll(id, *due, *until).await })
    });
    if !taken.await? {
        return Ok(false);
    }
    let PollOutcome { end, list_from, has_authorized } =
        poll_payments(app, account, &provider_order, TimeBudget::BACKGROUND).await;
    let Err(error) = end else {
        let next = next_poll(provider_order.opened_at, now, app.settings.watch_payments_days);
        // A list that is not read to its end is read further, also after the last scheduled poll.
        let read_on = (list_from > 0).then(|| now + READ_ON_AFTER);
        let until_returned = has_authorized.then(|| now + WHILE_AUTHORIZED);
        let next = next.into_iter().chain(read_on).chain(until_returned).min();
        let polled = Polled { id, bill: provider_order.bill, until, next, list_from, now };
        app.store.write(polled, |tx, polled| Box::pin(schedule(tx, polled))).await?;
        return Ok(true);
    };
    // An order that cannot be settled, whatever the reason, is postponed alone: the others of this run continue.
    warn_throttled!(%error, order = %provider_order.order, "open payment could not be polled");
    let next = now + wait_after_failures(provider_order.failed_polls.saturating_add(1));
    let failed = (id, until, next, list_from, error.to_string());
    app.store
        .write(failed, |tx, (id, until, next, list_from, why)| {
            Box::pin(async move {
                ProviderOrders(tx).record_failed_poll(id, *until, *next, (*list_from, why)).await
            })
        })
        .await?;
    Ok(false)
}

/// A poll that succeeded.
struct Polled {
    id: String,
    bill: BillId,
    /// Until when it was claimed.
    until: Timestamp,
    /// When the next one is due; `None` if it was the last.
    next: Option<Timestamp>,
    list_from: u32,
    now: Timestamp,
}

/// Schedules the next poll. After the last one no payment of the bill is requested any more.
async fn schedule(tx: &mut dyn Session, polled: &Polled) -> Result<(), StoreError> {
    if polled.next.is_none() {
        end_bill(tx, polled.bill, polled.now).await?;
    }
    ProviderOrders(tx).schedule_next_poll(&polled.id, polled.until, polled.next, polled.list_from).await
}
