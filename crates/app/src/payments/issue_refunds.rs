//! Sends back what is owed, once, and watches it until it is final.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{
    money::Money,
    order::OrderStatus,
    refund::{LEAST_REFUND, RefundStatus},
};
use sideout_providers::payments::{
    ListedRefund, NewRefund, PaymentError, PaymentId, ProviderRefund, RefundId, RefundProgress, Refusal,
    TimeBudget,
};
use sideout_store::{
    ChangeEvent, Orders, Session, StoreError,
    payments::{Refund, RefundStep, Refunds},
};

use super::PaymentAccount;
use crate::{
    App, clock::later, join_all_bounded::join_all_bounded, ledger::record, notices::tell, warn_seldom,
};

/// So many take a step in one run.
const BATCH: u32 = 50;
/// A step may take so long; after it somebody tries again.
const STEP_SECONDS: i64 = 60;
/// How long after it was issued a refund is looked at, and again after as long.
const LOOK_EVERY: SignedDuration = SignedDuration::from_hours(1);
/// Longest wait after steps that came to nothing; the first one is a minute.
const LONGEST_WAIT_MINUTES: i64 = 6 * 60;

/// What a step found.
enum Found {
    /// The provider has it, with its id if it told one.
    Taken(Option<RefundId>, RefundProgress),
    /// It will never be done like this: staff has to look.
    Refused,
    /// Less than the provider sends, promised before that was looked at. Its booking waits for it no longer.
    TooSmall,
    /// Nobody knows, or not yet.
    Later,
}

/// Takes a step with every refund that is due; tells how many got further. On several nodes each is taken by one.
///
/// # Errors
/// [`StoreError`] only; a provider out of reach is logged, and asked again later and later.
pub async fn issue_refunds(app: &App) -> Result<usize, StoreError> {
    let Some(account) = &app.payments else { return Ok(0) };
    let due = app
        .store
        .read(app.clock.now(), |tx, now| Box::pin(async move { Refunds(tx).list_due(*now, BATCH).await }));
    let due: Vec<Refund> = due.await?;
    let moved = join_all_bounded(due.into_iter().map(|refund| step(app, account, refund))).await?;
    Ok(moved.into_iter().filter(|moved| *moved).count())
}

async fn step(app: &App, account: &PaymentAccount, refund: Refund) -> Result<bool, StoreError> {
    let Some(due) = refund.next_step_at else { return Ok(false) };
    let now = app.clock.now();
    let taking = (refund.payment.clone(), due, later(now, STEP_SECONDS));
    let taken = app.store.write(taking, |tx, (payment, due, until)| {
        Box::pin(async move { Refunds(tx).take(payment, *due, *until).await })
    });
    if !taken.await? {
        return Ok(false);
    }
    let found = match refund.status {
        RefundStatus::Approved | RefundStatus::Failed if refund.amount < LEAST_REFUND => {
            tracing::warn!(order = %refund.order, amount = %refund.amount, "a refund is too small to be sent");
            Ok(Found::TooSmall)
        }
        // A failed one is only due when staff asked for a new attempt.
        RefundStatus::Approved | RefundStatus::Failed => send(account, &refund).await,
        RefundStatus::Issued => look(account, &refund).await,
        RefundStatus::Processed => return Ok(false),
    };
    let found = found.unwrap_or_else(|error| {
        warn_seldom!(%error, order = %refund.order, payment = refund.payment, "a refund did not get further");
        Found::Later
    });
    let reached = reached(&refund, &found);
    let written = app.store.write((refund, found, now), |tx, (refund, found, now)| {
        Box::pin(async move { write_down(tx, refund, found, *now).await })
    });
    let got_further = written.await?;
    for status in reached.into_iter().filter(|_| got_further) {
        metrics::counter!("sideout_refunds_total", "status" => status.name()).increment(1);
    }
    Ok(got_further)
}

/// The statuses that a refund goes through with what was found; none where it stays.
fn reached(refund: &Refund, found: &Found) -> Vec<RefundStatus> {
    let issued = (refund.status != RefundStatus::Issued).then_some(RefundStatus::Issued);
    match found {
        Found::Taken(_, progress) => issued.into_iter().chain(progress_end(*progress)).collect(),
        // Nobody has taken it.
        Found::Refused | Found::TooSmall => vec![RefundStatus::Failed],
        Found::Later => Vec::new(),
    }
}

/// Asks the provider to send it. The key is the same at every try, so asking twice is one refund.
async fn send(account: &PaymentAccount, refund: &Refund) -> Result<Found, PaymentError> {
    let Ok(payment) = refund.payment.parse::<PaymentId>() else { return Ok(Found::Refused) };
    // The provider may have forgotten the key of a try long ago, or a backup was restored that does not know of one; but what
    // has gone back says by itself for what it was.
    if let Some(sent) = find_sent(account, refund, &payment).await? {
        return Ok(Found::Taken(Some(sent.id), sent.progress));
    }
    let new = NewRefund {
        payment: payment.clone(),
        amount: refund.amount,
        // A refund that was lost with a restore may have used a key already: reason and amount keep them apart.
        key: format!(
            "refund-{}-{}-{}-{}",
            refund.payment,
            refund.reason.name(),
            refund.amount.paise(),
            refund.attempt
        ),
        notes: vec![
            ("order".to_owned(), refund.order.to_string()),
            ("reason".to_owned(), refund.reason.name().to_owned()),
        ],
    };
    match account.provider.refund(&new).await {
        Ok(ProviderRefund { id, progress, .. }) => Ok(Found::Taken(Some(id), progress)),
        Err(error @ PaymentError::Refused(Refusal::InFlight | Refusal::BalanceTooLow, _)) => Err(error),
        Err(PaymentError::Refused(refusal, fault)) => {
            let returned = account.provider.find_payment(&payment, TimeBudget::BACKGROUND).await?.refunded;
            if returned >= refund.amount {
                return Ok(Found::Taken(None, RefundProgress::Processed));
            }
            tracing::error!(%fault, ?refusal, order = %refund.order, "a refund was refused; staff has to look");
            Ok(Found::Refused)
        }
        Err(error) => Err(error),
    }
}

/// The refund at the provider that was sent for this one.
async fn find_sent(
    account: &PaymentAccount,
    refund: &Refund,
    payment: &PaymentId,
) -> Result<Option<ProviderRefund>, PaymentError> {
    let paid = account.provider.find_payment(payment, TimeBudget::BACKGROUND).await?;
    if paid.refunded == Money::ZERO {
        return Ok(None);
    }
    let sent = account.provider.list_refunds_of(payment).await?;
    Ok(sent.into_iter().find(|sent| is_sent_for(sent, refund)).map(|sent| sent.refund))
}

/// Whether a refund at the provider was sent for this one, and has not failed.
pub(super) fn is_sent_for(sent: &ListedRefund, refund: &Refund) -> bool {
    let noted = |name: &str| sent.notes.get(name).map(String::as_str);
    sent.refund.progress != RefundProgress::Failed
        && sent.refund.amount == refund.amount
        && noted("order") == Some(refund.order.to_string().as_str())
        && noted("reason") == Some(refund.reason.name())
}

/// Takes in a refund of the provider's that was sent while this database did not know of it, for one that is approved or
/// failed here; `false`: it is elsewhere by now.
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn take_in_sent(
    tx: &mut dyn Session,
    refund: &Refund,
    sent: &ProviderRefund,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let mut refund = refund.clone();
    if refund.status == RefundStatus::Failed {
        if !Refunds(tx).try_again(&refund, now).await? {
            return Ok(false);
        }
        refund.attempt += 1;
    }
    write_down(tx, &refund, &Found::Taken(Some(sent.id.clone()), sent.progress), now).await
}

/// Asks how far it is.
async fn look(account: &PaymentAccount, refund: &Refund) -> Result<Found, PaymentError> {
    let Some(Ok(id)) = refund.provider_refund.as_deref().map(str::parse::<RefundId>) else {
        return Ok(Found::Refused);
    };
    let found = account.provider.find_refund(&id).await?;
    Ok(Found::Taken(Some(found.id), found.progress))
}

async fn write_down(
    tx: &mut dyn Session,
    refund: &Refund,
    found: &Found,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let (id, end) = match found {
        Found::Taken(id, progress) => (id.as_ref(), progress_end(*progress)),
        Found::Refused | Found::TooSmall => (None, Some(RefundStatus::Failed)),
        Found::Later => {
            let minutes = (1_i64 << refund.tries.clamp(0, 10)).min(LONGEST_WAIT_MINUTES);
            let wait = RefundStep {
                from: refund.status,
                to: refund.status,
                provider_refund: None,
                next_step_at: Some(now + SignedDuration::from_mins(minutes)),
                tries: refund.tries + 1,
                now,
            };
            Refunds(tx).step(&refund.payment, &wait).await?;
            return Ok(false);
        }
    };
    let next_step_at = if end.is_none() { Some(now + LOOK_EVERY) } else { None };
    let issued = RefundStep {
        from: refund.status,
        to: RefundStatus::Issued,
        provider_refund: id.map(RefundId::as_str),
        next_step_at,
        tries: 0,
        now,
    };
    if !take_step(tx, refund, &issued).await? {
        return Ok(false);
    }
    if let Some(end) = end {
        let ended = RefundStep { from: RefundStatus::Issued, to: end, provider_refund: None, ..issued };
        take_step(tx, refund, &ended).await?;
    }
    // Also with a new attempt: the first may have been refused outright.
    if refund.status != RefundStatus::Issued && !matches!(found, Found::Refused) {
        end_cancelling(tx, refund).await?;
    }
    Ok(refund.status != RefundStatus::Issued || end.is_some())
}

/// Writes a step down, with all that goes with it where the status changes; `false`: it was not where the step began.
async fn take_step(tx: &mut dyn Session, refund: &Refund, step: &RefundStep<'_>) -> Result<bool, StoreError> {
    if !Refunds(tx).step(&refund.payment, step).await? {
        return Ok(false);
    }
    if step.from != step.to {
        moved(tx, refund, (step.from, step.to), step.now).await?;
    }
    Ok(true)
}

/// A refund stands elsewhere now: the ledger knows, the player is told, and who looks at the order sees it.
async fn moved(
    tx: &mut dyn Session,
    refund: &Refund,
    (from, to): (RefundStatus, RefundStatus),
    now: Timestamp,
) -> Result<(), StoreError> {
    record::refund_moved(tx, refund, (from, to), now).await?;
    match to {
        // Should it go on at once, the delivery tells the end alone.
        RefundStatus::Issued => tell::refund_issued(tx, refund, now).await?,
        RefundStatus::Processed => tell::refund_done(tx, refund, now).await?,
        RefundStatus::Approved | RefundStatus::Failed => {}
    }
    if let Some(customer) = Orders(tx).find_owner(refund.order).await?
        && let Some(order) = Orders(tx).find(refund.order, customer).await?
    {
        tx.announce(ChangeEvent::Order(customer, refund.order, order.status));
    }
    Ok(())
}

fn progress_end(progress: RefundProgress) -> Option<RefundStatus> {
    match progress {
        RefundProgress::Pending => None,
        RefundProgress::Processed => Some(RefundStatus::Processed),
        RefundProgress::Failed => Some(RefundStatus::Failed),
    }
}

/// The booking waited for its refund to be issued: now nothing is owed any more.
async fn end_cancelling(tx: &mut dyn Session, refund: &Refund) -> Result<(), StoreError> {
    if !refund.reason.ends_booking() {
        return Ok(());
    }
    if let Some(customer) = Orders(tx).end_cancelling(refund.order).await? {
        tx.announce(ChangeEvent::Order(customer, refund.order, OrderStatus::Cancelled));
    }
    Ok(())
}
