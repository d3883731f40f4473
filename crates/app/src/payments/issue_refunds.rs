//! Issues refunds that are owed, each once, and polls each until its status is final.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{
    BillId,
    money::Money,
    order::OrderNumber,
    refund::{LEAST_REFUND, RefundAbout, RefundStatus},
};
use sideout_providers::payments::{
    ListedRefund, NewRefund, PaymentError, PaymentId, ProviderRefund, RefundId, RefundProgress, Refusal,
    TimeBudget,
};
use sideout_store::{
    Session, StoreError,
    accounts::Customers,
    payments::{Refund, RefundStep, Refunds},
};

use super::{check_settled_refund::check_settled_refund, other_refunds::OtherRefunds};
use crate::{
    App,
    platform::{clock::later, join_all_bounded::join_all_bounded, payment_account::PaymentAccount},
    steps::{announce_order::announce_order_of_refund, end_cancelling::end_cancelling, ledger, notify},
    warn_throttled,
};

/// Most refunds that one run handles.
const BATCH: u32 = 50;
/// Seconds a step may take; after that another run tries again.
const STEP_SECONDS: i64 = 60;
/// Time from a refund's issue to its first poll, and from each poll that finds it pending to the next.
const POLL_EVERY: SignedDuration = SignedDuration::from_hours(1);
/// The note of a refund at the provider that says what it gives back.
const ABOUT: &str = "about";
/// Longest wait after failed steps, in minutes; the waits double up to it.
const LONGEST_WAIT_MINUTES: i64 = 6 * 60;
/// After this many tries the first attempt at a refund fails whose payment the provider does not know, if it did not know it at the try
/// before either; with the waits between them that is about three days.
const TRIES_OF_UNKNOWN_PAYMENT: i64 = 20;

/// The result of a step.
enum StepResult {
    /// The provider has accepted it, with its id if known.
    Taken(Option<RefundId>, RefundProgress),
    /// The provider will never accept it in this form: staff has to act, unless they have returned the money in the provider's
    /// dashboard. With the provider's words and the refunds of the payment there, if they are known.
    Refused(Option<String>, Vec<ListedRefund>),
    /// The amount is below the provider's minimum, as a part of a larger refund can be
    /// ([`split_refund`](sideout_domain::refund::split_refund)).
    TooSmall,
    /// The result is unknown, or there is none yet. With the message of the error.
    Later(String),
}

/// Takes a step with the refunds that are due, at most 50 in a run; returns how many changed status, or were found to have gone back twice.
/// In a run those of one bill follow one another; two nodes may handle two of one bill at once.
///
/// # Errors
/// [`StoreError`] only; if the provider is unavailable, that is logged and retried with growing delays.
pub async fn issue_refunds(app: &App) -> Result<usize, StoreError> {
    let Some(account) = &app.payments else { return Ok(0) };
    let due = app
        .store
        .read(app.clock.now(), |tx, now| Box::pin(async move { Refunds(tx).list_due(*now, BATCH).await }));
    let due: Vec<Refund> = due.await?;
    let mut by_bill: BTreeMap<BillId, Vec<Refund>> = BTreeMap::new();
    for refund in due {
        by_bill.entry(refund.bill).or_default().push(refund);
    }
    let moved =
        join_all_bounded(by_bill.into_values().map(|refunds| step_each(app, account, refunds))).await?;
    Ok(moved.into_iter().sum())
}

/// Takes a step with each of these refunds, one after another; returns how many, as [`issue_refunds`] counts them.
async fn step_each(app: &App, account: &PaymentAccount, refunds: Vec<Refund>) -> Result<usize, StoreError> {
    let mut moved = 0;
    for refund in refunds {
        moved += usize::from(step(app, account, refund).await?);
    }
    Ok(moved)
}

async fn step(app: &App, account: &PaymentAccount, refund: Refund) -> Result<bool, StoreError> {
    let Some(due) = refund.next_step_at else { return Ok(false) };
    let now = app.clock.now();
    let claiming = (refund.id, due, later(now, STEP_SECONDS));
    let claimed = app.store.write(claiming, |tx, (id, due, until)| {
        Box::pin(async move { Refunds(tx).claim(*id, *due, *until).await })
    });
    if !claimed.await? {
        return Ok(false);
    }
    let result = match refund.status {
        RefundStatus::Approved | RefundStatus::Failed if refund.amount < LEAST_REFUND => {
            tracing::warn!(order = %refund.order, amount = %refund.amount, "refund is too small to be sent");
            Ok(StepResult::TooSmall)
        }
        // A failed refund is due only if a new attempt was requested.
        RefundStatus::Approved | RefundStatus::Failed => {
            let others =
                app.store.read(refund.clone(), |tx, refund| Box::pin(OtherRefunds::list(tx, refund))).await?;
            send(account, &refund, &others).await
        }
        RefundStatus::Issued => poll(account, &refund).await,
        RefundStatus::Processed => return check_settled_refund(app, account, &refund).await,
    };
    let result = result.unwrap_or_else(|error| {
        warn_throttled!(%error, order = %refund.order, refund = %refund.id, "refund could not be advanced");
        StepResult::Later(error.fault().message.clone())
    });
    let reached: Vec<RefundStatus> = app
        .store
        .write((refund, result, now), |tx, (refund, result, now)| {
            Box::pin(record_step(tx, refund, result, *now))
        })
        .await?;
    for status in &reached {
        metrics::counter!("sideout_refunds_total", "status" => status.name()).increment(1);
    }
    Ok(!reached.is_empty())
}

/// Records the result of a step; returns the statuses that the refund passes through.
async fn record_step(
    tx: &mut dyn Session,
    refund: &Refund,
    result: &StepResult,
    now: Timestamp,
) -> Result<Vec<RefundStatus>, StoreError> {
    let returned = match result {
        StepResult::Refused(_, listed) => find_returned(tx, refund, listed).await?,
        StepResult::Taken(..) | StepResult::TooSmall | StepResult::Later(_) => None,
    };
    let result = returned.as_ref().unwrap_or(result);
    if let StepResult::Refused(Some(fault), _) = result {
        tracing::error!(%fault, order = %refund.order, "refund was refused; staff must act");
    }
    let has_moved = record_result(tx, refund, result, now).await?;
    Ok(if has_moved { reached(refund, result) } else { Vec::new() })
}

/// What staff returned of the payment in the provider's dashboard, if it is enough for this refund beside those that it ended before.
async fn find_returned(
    tx: &mut dyn Session,
    refund: &Refund,
    listed: &[ListedRefund],
) -> Result<Option<StepResult>, StoreError> {
    // Without the turn two nodes could end two refunds by the same money.
    Customers(tx).take_turn_of_bill(refund.bill).await?;
    let others = OtherRefunds::list(tx, refund).await?;
    let (by_hand, left) = others.returned_by_hand(listed);
    if left < refund.amount {
        return Ok(None);
    }
    let same = by_hand.into_iter().find(|sent| sent.refund.amount == refund.amount);
    Ok(Some(match same {
        Some(sent) => StepResult::Taken(Some(sent.refund.id.clone()), sent.refund.progress),
        None => StepResult::Taken(None, RefundProgress::Processed),
    }))
}

/// The statuses that the refund passes through with this result; empty if it keeps its status.
fn reached(refund: &Refund, found: &StepResult) -> Vec<RefundStatus> {
    let issued = (refund.status != RefundStatus::Issued).then_some(RefundStatus::Issued);
    match found {
        StepResult::Taken(_, progress) => issued.into_iter().chain(progress_end(*progress)).collect(),
        // The provider has not accepted it.
        StepResult::Refused(..) | StepResult::TooSmall => vec![RefundStatus::Failed],
        StepResult::Later(_) => Vec::new(),
    }
}

/// Requests the refund from the provider. The key is the same at every try of an attempt, so a repeated request is one refund.
/// `others` are the other refunds of the payment.
async fn send(
    account: &PaymentAccount,
    refund: &Refund,
    others: &OtherRefunds,
) -> Result<StepResult, PaymentError> {
    let Some(Ok(payment)) = refund.source.payment().map(str::parse::<PaymentId>) else {
        tracing::error!(order = %refund.order, refund = %refund.id, "refund has no payment id that can be read; staff must act");
        return Ok(StepResult::Refused(None, Vec::new()));
    };
    // The provider may have forgotten the key of an old try, or a restored backup may not know of that try.
    match find_sent(account, refund, &payment, others).await {
        Ok(Some(sent)) => return Ok(StepResult::Taken(Some(sent.id), sent.progress)),
        Ok(None) => {}
        // The payment was made in another account, which the operator used before, or the keys of another account are used by mistake,
        // which somebody corrects. The tries before may have failed for other reasons, such as a low balance, so the one before must have
        // had the same refusal. An attempt that staff requested fails at once: while it waited, they could not give the money back another
        // way.
        Err(PaymentError::Refused(Refusal::NoSuchId, fault))
            if refund.status == RefundStatus::Failed
                || (refund.tries >= TRIES_OF_UNKNOWN_PAYMENT
                    && refund.fault.as_deref() == Some(fault.message.as_str())) =>
        {
            return Ok(StepResult::Refused(Some(fault.message), Vec::new()));
        }
        Err(error) => return Err(error),
    }
    let new = NewRefund {
        payment: payment.clone(),
        amount: refund.amount,
        key: key(refund, &payment),
        notes: notes(refund),
    };
    match account.provider.refund(&new).await {
        Ok(ProviderRefund { id, progress, .. }) => Ok(StepResult::Taken(Some(id), progress)),
        Err(error @ PaymentError::Refused(Refusal::InFlight | Refusal::BalanceTooLow, _)) => Err(error),
        Err(PaymentError::Refused(_, fault)) => {
            let listed = account.provider.list_refunds_of(&payment).await?;
            Ok(StepResult::Refused(Some(fault.message), listed))
        }
        Err(error) => Err(error),
    }
}

/// The notes of a refund at the provider, by which it is found again. Refunds of moves may be alike in all else, so they say which move
/// they are for.
fn notes(refund: &Refund) -> Vec<(String, String)> {
    let is_move = matches!(refund.about, RefundAbout::Move(..));
    let about = is_move.then(|| (ABOUT.to_owned(), refund.about.to_string()));
    let order = ("order".to_owned(), refund.order.to_string());
    let reason = ("reason".to_owned(), refund.reason.name().to_owned());
    [order, reason].into_iter().chain(about).collect()
}

/// The key that makes a repeated request one refund. A refund that was lost with a restore may have used a key already:
/// reason and amount keep the keys apart. The order does so where one payment is refunded in parts. The provider takes letters,
/// digits, `_` and `-` only.
fn key(refund: &Refund, payment: &PaymentId) -> String {
    let Refund { reason, amount, attempt, .. } = refund;
    let (reason, paise) = (reason.name(), amount.paise());
    match &refund.about {
        RefundAbout::Payment(_) => format!("refund-{payment}-{reason}-{paise}-{attempt}"),
        RefundAbout::Order(order) => format!("refund-{payment}-{order}-{reason}-{paise}-{attempt}"),
        RefundAbout::Move(order, version) => {
            format!("refund-{payment}-{order}-{version}-{reason}-{paise}-{attempt}")
        }
    }
}

/// The refund at the provider that was sent for this one, if any; not that of one of `others`: two refunds may have the same amount
/// and reason, because a game can be moved to a cheaper hour twice. One that was sent before refunds named their move is taken as
/// well.
async fn find_sent(
    account: &PaymentAccount,
    refund: &Refund,
    payment: &PaymentId,
    others: &OtherRefunds,
) -> Result<Option<ProviderRefund>, PaymentError> {
    let paid = account.provider.find_payment(payment, TimeBudget::BACKGROUND).await?;
    if paid.refunded == Money::ZERO {
        return Ok(None);
    }
    let sent = account.provider.list_refunds_of(payment).await?;
    let fitting: Vec<ListedRefund> =
        sent.into_iter().filter(|sent| is_sent_for(sent, refund) && !others.include(sent)).collect();
    let found = fitting.iter().find(|sent| is_noted_for(sent, refund)).or_else(|| fitting.first());
    Ok(found.map(|sent| sent.refund.clone()))
}

/// Whether a refund at the provider was sent for this one, which it names, and has not failed. Older refunds and those of other things
/// than moves do not name it.
pub(super) fn is_noted_for(sent: &ListedRefund, refund: &Refund) -> bool {
    is_sent_for(sent, refund) && sent.notes.get(ABOUT).is_some_and(|about| *about == refund.about.to_string())
}

/// Whether a refund at the provider may have been sent for this one, and has not failed.
pub(super) fn is_sent_for(sent: &ListedRefund, refund: &Refund) -> bool {
    let noted = |name: &str| sent.notes.get(name).map(String::as_str);
    // The refund of a move may have been sent before the game moved on and became another booking.
    let moved = match &refund.about {
        RefundAbout::Move(order, _) => Some(*order),
        RefundAbout::Payment(_) | RefundAbout::Order(_) => None,
    };
    let is_noted = |order: OrderNumber| noted("order") == Some(order.to_string().as_str());
    sent.refund.progress != RefundProgress::Failed
        && sent.refund.amount == refund.amount
        && (is_noted(refund.order) || moved.is_some_and(is_noted))
        && noted("reason") == Some(refund.reason.name())
}

/// Records a refund that the provider sent while this database did not know of it, for one that is approved or failed
/// here. `false`: its status has changed in the meantime, or a new attempt was requested.
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn record_sent(
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
    record_result(tx, &refund, &StepResult::Taken(Some(sent.id.clone()), sent.progress), now).await
}

/// Polls the provider for the refund's progress.
async fn poll(account: &PaymentAccount, refund: &Refund) -> Result<StepResult, PaymentError> {
    let Some(Ok(id)) = refund.provider_refund.as_deref().map(str::parse::<RefundId>) else {
        tracing::error!(order = %refund.order, refund = %refund.id, "refund has no provider id that can be read; staff must act");
        return Ok(StepResult::Refused(None, Vec::new()));
    };
    let found = account.provider.find_refund(&id).await?;
    Ok(StepResult::Taken(Some(found.id), found.progress))
}

async fn record_result(
    tx: &mut dyn Session,
    refund: &Refund,
    found: &StepResult,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let (id, end, fault) = match found {
        StepResult::Taken(id, progress) => (id.as_ref(), progress_end(*progress), None),
        StepResult::Refused(fault, _) => (None, Some(RefundStatus::Failed), fault.as_deref()),
        StepResult::TooSmall => (None, Some(RefundStatus::Failed), None),
        StepResult::Later(fault) => {
            let minutes = (1_i64 << refund.tries.clamp(0, 10)).min(LONGEST_WAIT_MINUTES);
            let wait = RefundStep {
                from: refund.status,
                to: refund.status,
                provider_refund: None,
                next_step_at: Some(now + SignedDuration::from_mins(minutes)),
                tries: refund.tries + 1,
                fault: Some(fault),
                now,
            };
            Refunds(tx).step(refund.id, &wait).await?;
            return Ok(false);
        }
    };
    let next_step_at = if end.is_none() { Some(now + POLL_EVERY) } else { None };
    let issued = RefundStep {
        from: refund.status,
        to: RefundStatus::Issued,
        provider_refund: id.map(RefundId::as_str),
        next_step_at,
        tries: 0,
        fault,
        now,
    };
    if !take_step(tx, refund, &issued).await? {
        return Ok(false);
    }
    if let Some(end) = end {
        let ended = RefundStep { from: RefundStatus::Issued, to: end, provider_refund: None, ..issued };
        take_step(tx, refund, &ended).await?;
    }
    // This holds also for a new attempt: the provider may have refused the first one outright.
    if refund.status != RefundStatus::Issued && !matches!(found, StepResult::Refused(..)) {
        end_cancelling(tx, refund).await?;
    }
    Ok(refund.status != RefundStatus::Issued || end.is_some())
}

/// Records a step and, if the status changes, its consequences. `false`: the refund no longer has the step's first
/// status.
async fn take_step(tx: &mut dyn Session, refund: &Refund, step: &RefundStep<'_>) -> Result<bool, StoreError> {
    if !Refunds(tx).step(refund.id, step).await? {
        return Ok(false);
    }
    if step.from != step.to {
        on_status_change(tx, refund, (step.from, step.to), step.now).await?;
    }
    Ok(true)
}

async fn on_status_change(
    tx: &mut dyn Session,
    refund: &Refund,
    (from, to): (RefundStatus, RefundStatus),
    now: Timestamp,
) -> Result<(), StoreError> {
    ledger::refund_status_changed(tx, refund, (from, to), now).await?;
    match to {
        // If it is processed at once, the delivery sends only the final notice.
        RefundStatus::Issued => notify::refund_issued(tx, refund, now).await?,
        RefundStatus::Processed => notify::refund_done(tx, refund, now).await?,
        RefundStatus::Failed if refund.amount >= LEAST_REFUND => {
            notify::refund_failed(tx, refund, now).await?
        }
        RefundStatus::Approved | RefundStatus::Failed => {}
    }
    announce_order_of_refund(tx, refund.order).await
}

fn progress_end(progress: RefundProgress) -> Option<RefundStatus> {
    match progress {
        RefundProgress::Pending => None,
        RefundProgress::Processed => Some(RefundStatus::Processed),
        RefundProgress::Failed => Some(RefundStatus::Failed),
    }
}
