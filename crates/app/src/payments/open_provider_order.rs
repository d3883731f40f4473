//! Has the provider open its order, or make its QR code, for a reserved row. One is recorded and shown to payers, even if several requests
//! on several nodes need it at the same time, and even if a node stops between the request and the recording of its response.

use std::time::Duration;

use jiff::SignedDuration;
use sideout_domain::{BillId, bill::Bill, reconciliation::next_poll};
use sideout_providers::payments::{
    CreatedBetween, NewProviderOrder, NewQrCode, PaymentError, QrCode, TimeBudget,
};
use sideout_store::{
    Bills, DeskQrs, Session, StoreError,
    desk_qrs::DeskQr,
    payments::{ProviderOrder, ProviderOrders},
};
use tokio::time::Instant;

use super::order_ownership;
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

/// How far the provider's clock may differ: a QR code is searched among those that were made since this long before it was requested.
const CLOCK_DIFFERENCE: SignedDuration = SignedDuration::from_mins(10);

/// The provider keeps a code open for at least fifteen minutes (its documentation); the rest is for a difference of the clocks.
const LEAST_OPEN: SignedDuration = SignedDuration::from_secs(15 * 60 + 30);

/// Why the provider has opened nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    /// Another request is opening it and has not finished in time.
    #[error("being prepared elsewhere")]
    Busy,
    /// The provider failed.
    #[error("provider: {0}")]
    Provider(PaymentError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What the provider is requested to open.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Opening<'a> {
    /// An order, for a checkout.
    Order,
    /// This QR code of a desk.
    QrCode(&'a DeskQr),
}

/// What the provider has opened.
struct Opened {
    id: String,
    /// The code, if it is one.
    code: Option<QrCode>,
}

/// The id at the provider for the row of a bill; the provider is requested to open what is needed if none is recorded.
///
/// # Errors
/// [`OpenError`].
pub(crate) async fn find_or_open_provider_order(
    app: &App,
    account: &PaymentAccount,
    (bill, opening): (BillId, Opening<'_>),
    venue: &str,
    budget: TimeBudget,
) -> Result<String, OpenError> {
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
            return request(app, account, (&row, opening), venue, budget).await;
        }
        if budget.ends_at().is_some_and(|end| Instant::now() + WAIT > end) {
            return Err(OpenError::Busy);
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
    (row, opening): (&ProviderOrder, Opening<'_>),
    venue: &str,
    budget: TimeBudget,
) -> Result<String, OpenError> {
    let site = order_ownership::site(&app.settings.public_url);
    let opened = match opening {
        Opening::Order => open(account, row, (&site, venue), budget).await,
        Opening::QrCode(qr) => {
            let bill =
                app.store.read(qr.bill, |tx, bill| Box::pin(async move { Bills(tx).find(*bill).await }));
            let bill: Option<Bill> = bill.await?;
            let lines = bill.map(|bill| bill.lines).unwrap_or_default();
            let notes = order_ownership::qr_notes(&site, row.order, venue, qr, &lines);
            make_code(app, account, (row, qr), (notes, venue), budget).await
        }
    };
    match opened {
        Ok(opened) => record(app, row, opened).await,
        Err(error) => {
            metrics::counter!("sideout_payment_order_failures_total").increment(1);
            warn_throttled!(%error, order = %row.order, "the payment provider did not open an order or a QR code");
            app.store
                .write(row.bill, |tx, bill| {
                    Box::pin(async move { ProviderOrders(tx).end_request(*bill).await })
                })
                .await?;
            Err(OpenError::Provider(error))
        }
    }
}

/// Opens the order, or finds one that an earlier caller opened but could not record.
async fn open(
    account: &PaymentAccount,
    row: &ProviderOrder,
    (site, venue): (&str, &str),
    budget: TimeBudget,
) -> Result<Opened, PaymentError> {
    let receipt = row.reference.clone();
    if row.requests > 0
        && let Some(found) = account.provider.find_order_by_receipt(&receipt, budget).await?
        && found.amount == row.amount
    {
        return Ok(Opened { id: found.id.to_string(), code: None });
    }
    let notes = order_ownership::notes(site, row.order, venue);
    let new = NewProviderOrder { amount: row.amount, receipt, notes };
    Ok(Opened { id: account.provider.create_order(&new, budget).await?.id.to_string(), code: None })
}

/// Makes the code, or finds the one that an earlier request made whose answer was lost.
async fn make_code(
    app: &App,
    account: &PaymentAccount,
    (row, qr): (&ProviderOrder, &DeskQr),
    (notes, venue): (Vec<(String, String)>, &str),
    budget: TimeBudget,
) -> Result<Opened, PaymentError> {
    let found = match row.requests {
        0 => None,
        _ => find_code(app, account, qr, budget).await?,
    };
    let code = match found {
        Some(code) => code,
        None => {
            let new = NewQrCode {
                amount: qr.amount,
                name: venue.to_owned(),
                closes_at: qr.closes_at.max(app.clock.now() + LEAST_OPEN),
                reference: qr.reference.clone(),
                notes,
            };
            account.provider.create_qr_code(&new, budget).await?
        }
    };
    Ok(Opened { id: code.id.to_string(), code: Some(code) })
}

/// The code at the provider with the reference of this one.
///
/// # Errors
/// [`PaymentError`].
pub(crate) async fn find_code(
    app: &App,
    account: &PaymentAccount,
    qr: &DeskQr,
    budget: TimeBudget,
) -> Result<Option<QrCode>, PaymentError> {
    let span = CreatedBetween {
        from: qr.opened_at.checked_sub(CLOCK_DIFFERENCE).unwrap_or(qr.opened_at),
        to: app.clock.now().checked_add(CLOCK_DIFFERENCE).unwrap_or(qr.closes_at),
    };
    let found = account.provider.find_qr_code_by_reference(&qr.reference, span, budget).await?;
    Ok(found.filter(|code| code.amount == Some(qr.amount)))
}

async fn record(app: &App, row: &ProviderOrder, opened: Opened) -> Result<String, OpenError> {
    let now = app.clock.now();
    let first_poll = next_poll(now, now, app.settings.watch_payments_days);
    let id = opened.id.clone();
    let recorded = (row.bill, opened.id, opened.code, first_poll);
    let ours: Result<bool, StoreError> = app
        .store
        .write(recorded, |tx, (bill, id, code, first_poll)| {
            Box::pin(async move {
                let recorded = ProviderOrders(tx).record(*bill, id, *first_poll).await?;
                if let Some(code) = code.as_ref().filter(|_| recorded) {
                    record_code(tx, *bill, code).await?;
                }
                Ok(recorded)
            })
        })
        .await;
    if ours? {
        count_step("created", row.amount);
        return Ok(id);
    }
    // Another caller took over and was quicker. The order or code opened here is neither recorded nor shown to a payer.
    find(app, row.bill).await?.id.ok_or(OpenError::Busy)
}

/// Records what the provider shows of a code.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn record_code(tx: &mut dyn Session, bill: BillId, code: &QrCode) -> Result<(), StoreError> {
    DeskQrs(tx).record(bill, code.content.as_deref(), code.image_url.as_deref()).await
}
