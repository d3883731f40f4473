//! Has the provider open its order for a reserved row: once, even if several requests on several nodes need it at the
//! same time, and even if a node stops between the request and the recording of its response.

use std::time::Duration;

use sideout_domain::{BillId, reconciliation::next_poll};
use sideout_providers::payments::{NewProviderOrder, PaymentError, TimeBudget};
use sideout_store::{
    StoreError,
    payments::{ProviderOrder, ProviderOrders},
};

use tokio::time::Instant;

use super::{generate_payment::GeneratePaymentError, order_ownership};
use crate::{
    App,
    platform::{clock::later, payment_account::PaymentAccount},
    steps::payment_metrics::count_step,
    warn_throttled,
};

/// Seconds that a request to the provider may take; after that another caller takes over, and searches before it
/// requests.
const REQUEST_SECONDS: i64 = 20;
/// Time between two checks by a caller that waits for another caller's request.
const WAIT: Duration = Duration::from_millis(100);

/// The id of the provider order for this row; the provider is requested to open one if none is recorded.
///
/// # Errors
/// [`GeneratePaymentError::Provider`], [`GeneratePaymentError::Busy`] or [`GeneratePaymentError::Store`].
pub(super) async fn find_or_open_provider_order(
    app: &App,
    account: &PaymentAccount,
    bill: BillId,
    venue: &str,
    budget: TimeBudget,
) -> Result<String, GeneratePaymentError> {
    loop {
        let row = find(app, bill).await?;
        if let Some(id) = row.id {
            return Ok(id);
        }
        let now = app.clock.now();
        let lease = (bill, now, later(now, REQUEST_SECONDS));
        let ours = app
            .store
            .write(lease, |tx, (bill, now, until)| {
                Box::pin(async move { ProviderOrders(tx).begin_request(*bill, *now, *until).await })
            })
            .await?;
        if ours {
            return request(app, account, &row, venue, budget).await;
        }
        if budget.ends_at().is_some_and(|end| Instant::now() + WAIT > end) {
            return Err(GeneratePaymentError::Busy);
        }
        tokio::time::sleep(WAIT).await;
    }
}

async fn find(app: &App, bill: BillId) -> Result<ProviderOrder, StoreError> {
    let found =
        app.store.read(bill, |tx, bill| Box::pin(async move { ProviderOrders(tx).find(*bill).await }));
    found.await?.ok_or_else(|| StoreError::Corrupt(format!("provider_order of bill {bill} vanished")))
}

async fn request(
    app: &App,
    account: &PaymentAccount,
    row: &ProviderOrder,
    venue: &str,
    budget: TimeBudget,
) -> Result<String, GeneratePaymentError> {
    let site = order_ownership::site(&app.settings.public_url);
    match open(account, row, (&site, venue), budget).await {
        Ok(id) => record(app, row, id).await,
        Err(error) => {
            metrics::counter!("sideout_payment_order_failures_total").increment(1);
            warn_throttled!(%error, order = %row.order, "the payment provider did not open an order");
            app.store
                .write(row.bill, |tx, bill| {
                    Box::pin(async move { ProviderOrders(tx).end_request(*bill).await })
                })
                .await?;
            Err(GeneratePaymentError::Provider(error))
        }
    }
}

/// Opens the order, or finds one that an earlier caller opened but could not record.
async fn open(
    account: &PaymentAccount,
    row: &ProviderOrder,
    (site, venue): (&str, &str),
    budget: TimeBudget,
) -> Result<String, PaymentError> {
    let receipt = row.reference.clone();
    if row.requests > 0
        && let Some(found) = account.provider.find_order_by_receipt(&receipt, budget).await?
        && found.amount == row.amount
    {
        return Ok(found.id.to_string());
    }
    let notes = order_ownership::notes(site, row.order, venue);
    let new = NewProviderOrder { amount: row.amount, receipt, notes };
    Ok(account.provider.create_order(&new, budget).await?.id.to_string())
}

async fn record(app: &App, row: &ProviderOrder, id: String) -> Result<String, GeneratePaymentError> {
    let now = app.clock.now();
    let first_poll = next_poll(now, now, app.settings.watch_payments_days);
    let recorded = (row.bill, id.clone(), first_poll);
    let ours = app
        .store
        .write(recorded, |tx, (bill, id, first_poll)| {
            Box::pin(async move { ProviderOrders(tx).record(*bill, id, *first_poll).await })
        })
        .await?;
    if ours {
        count_step("created", row.amount);
        return Ok(id);
    }
    // Another caller took over and was quicker. The order opened here is not recorded anywhere and can never be paid.
    find(app, row.bill).await?.id.ok_or(GeneratePaymentError::Busy)
}
