//! Closes at the provider the QR codes of the desks that are no longer valid.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{BillId, bill::QrState, reconciliation::next_poll};
use sideout_providers::payments::{QrCodeId, TimeBudget};
use sideout_store::{
    DeskQrs, Session, StoreError,
    desk_qrs::DeskQr,
    payments::{ProviderOrder, ProviderOrders},
};

use super::open_provider_order::{find_code, record_code};
use crate::{
    App,
    platform::{clock::later, join_all_bounded::join_all_bounded, payment_account::PaymentAccount},
    steps::{
        close_qrs::end_bill,
        poll::{PollError, poll_payments},
    },
    warn_throttled,
};

/// The most codes closed in one run.
const BATCH: u32 = 50;
/// Seconds that closing a code may take; after that another run repeats it.
const CLOSE_SECONDS: i64 = 30;
/// The provider may still be making a code for this long after it was requested.
const BEING_MADE: SignedDuration = SignedDuration::from_mins(1);
/// The wait after the first failure. It doubles with each further one.
const FIRST_WAIT: SignedDuration = SignedDuration::from_secs(5);
/// The most doublings of [`FIRST_WAIT`]: the longest wait is 640 seconds.
const MOST_DOUBLINGS: u32 = 7;
/// This long after the end of its time a code is taken to be closed at the provider, also if closing it failed. It may have been made
/// just before that end, after a failure, and then the provider keeps it open for 15.5 minutes (`open_provider_order.rs`).
const CERTAINLY_CLOSED: SignedDuration = SignedDuration::from_mins(20);

/// Closes the codes that are due; returns for how many nothing is left to do.
///
/// # Errors
/// [`StoreError`] only; if the provider is unavailable, that is logged and retried with growing delays.
pub async fn close_qr_codes(app: &App) -> Result<usize, StoreError> {
    let Some(account) = &app.payments else { return Ok(0) };
    let due = app
        .store
        .read(app.clock.now(), |tx, now| Box::pin(async move { DeskQrs(tx).list_due(*now, BATCH).await }));
    let due: Vec<DeskQr> = due.await?;
    let closed = due.into_iter().map(|qr| close_one(app, account, qr, TimeBudget::BACKGROUND));
    let closed = join_all_bounded(closed).await?;
    Ok(closed.into_iter().filter(|closed| *closed).count())
}

/// Closes one code at the provider now, and settles what was paid by it; `true` if nothing is left to do. Does nothing if it is not due.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn close_one(
    app: &App,
    account: &PaymentAccount,
    qr: DeskQr,
    budget: TimeBudget,
) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let Some(due) = qr.next_close_at.filter(|due| *due <= now) else { return Ok(false) };
    let claim = Claim { bill: qr.bill, due, until: later(now, CLOSE_SECONDS), now };
    let until = claim.until;
    let claimed: Result<bool, StoreError> =
        app.store.write(claim, |tx, claim| Box::pin(claim_and_end(tx, claim))).await;
    if !claimed? {
        return Ok(false);
    }
    let failed = match close_at_provider(app, account, &qr, budget).await {
        // Payments that were made until then are settled at once.
        Ok(Closing::Paid(row)) => {
            poll_payments(app, account, &row, budget).await.end.err().map(|error| error.to_string())
        }
        Ok(Closing::Unpaid) => None,
        Ok(Closing::BeingMade) => Some("it is being made".to_owned()),
        Err(PollError::Store(error)) => return Err(error),
        Err(error) => Some(error.to_string()),
    };
    let Some(why) = failed.filter(|_| now < qr.closes_at + CERTAINLY_CLOSED) else {
        app.store
            .write(qr.bill, |tx, bill| Box::pin(async move { DeskQrs(tx).end_close(*bill).await }))
            .await?;
        return Ok(true);
    };
    warn_throttled!(why, bill = %qr.bill, "QR code could not be closed");
    let next = now + FIRST_WAIT * (1_i32 << qr.failed_closes.min(MOST_DOUBLINGS));
    app.store
        .write((qr.bill, until, next), |tx, (bill, until, next)| {
            Box::pin(async move { DeskQrs(tx).postpone_close(*bill, *until, *next).await })
        })
        .await?;
    Ok(false)
}

/// How closing a code at the provider ended.
enum Closing {
    /// It is closed, and there are payments by it; with its row.
    Paid(Box<ProviderOrder>),
    /// It is closed without a payment, or no code is known that could be closed.
    Unpaid,
    /// The provider may still be making the code.
    BeingMade,
}

struct Claim {
    bill: BillId,
    due: Timestamp,
    until: Timestamp,
    now: Timestamp,
}

/// Claims the closing of a code, and first ends a code that is still open although its time is over.
async fn claim_and_end(tx: &mut dyn Session, claim: &Claim) -> Result<bool, StoreError> {
    let Some(qr) = DeskQrs(tx).find(claim.bill).await? else { return Ok(false) };
    let mut due = claim.due;
    if qr.state == QrState::Open {
        if !end_bill(tx, claim.bill, claim.now).await? {
            return Ok(false);
        }
        // Ending it makes it due at once.
        due = claim.now;
    }
    DeskQrs(tx).claim_close(claim.bill, due, claim.until).await
}

async fn close_at_provider(
    app: &App,
    account: &PaymentAccount,
    qr: &DeskQr,
    budget: TimeBudget,
) -> Result<Closing, PollError> {
    let id = match &qr.id {
        Some(id) => match id.parse::<QrCodeId>() {
            Ok(id) => Some(id),
            Err(error) => {
                tracing::error!(%error, id, bill = %qr.bill, "QR code has no id that can be read; staff must close it at the provider");
                None
            }
        },
        None if qr.requests == 0 => None,
        None => find_lost(app, account, qr, budget).await?,
    };
    let Some(id) = id else {
        let may_come = qr.id.is_none() && app.clock.now() < qr.opened_at + BEING_MADE;
        return Ok(if may_come { Closing::BeingMade } else { Closing::Unpaid });
    };
    let code = account.provider.close_qr_code(&id, budget).await?;
    let row =
        app.store.read(qr.bill, |tx, bill| Box::pin(async move { ProviderOrders(tx).find(*bill).await }));
    let row: Option<ProviderOrder> = row.await?;
    let row = row.filter(|_| code.payments > 0);
    Ok(row.map_or(Closing::Unpaid, |row| Closing::Paid(Box::new(row))))
}

/// The code that a request made whose answer was lost. It is recorded, so that its payments are found.
async fn find_lost(
    app: &App,
    account: &PaymentAccount,
    qr: &DeskQr,
    budget: TimeBudget,
) -> Result<Option<QrCodeId>, PollError> {
    let Some(code) = find_code(app, account, qr, budget).await.map_err(PollError::Provider)? else {
        return Ok(None);
    };
    let now = app.clock.now();
    let first_poll = next_poll(now, now, app.settings.watch_payments_days);
    let id = code.id.clone();
    app.store
        .write((qr.bill, code, first_poll), |tx, (bill, code, first_poll)| {
            Box::pin(async move {
                if ProviderOrders(tx).record(*bill, code.id.as_str(), *first_poll).await? {
                    record_code(tx, *bill, code).await?;
                }
                Ok::<_, StoreError>(())
            })
        })
        .await?;
    Ok(Some(id))
}
