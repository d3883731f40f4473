//! Refunds payments of orders that are lost. Only the database knew who paid, for which court and hour, so no booking
//! can be made of them: what is left of each payment is refunded.

use sideout_domain::{money::Money, payment::RecoveredStatus, refund::LEAST_REFUND};
use sideout_providers::payments::{
    NewRefund, Payment, PaymentError, ProviderFault, RefundId, RefundProgress, Refusal, TimeBudget,
};
use sideout_store::{
    StoreError,
    payments::{RecoveredPayment, Recoveries},
};

use super::{EarlyEnd, End, Settled, settle_known::Done, survey::Case};
use crate::{App, platform::payment_account::PaymentAccount, steps::settle::CURRENCY};

/// Why a payment is not sent back.
#[derive(Debug, thiserror::Error)]
enum NotSent {
    /// It cannot be sent, or the provider refuses it.
    #[error("{0}")]
    Refused(String),
    /// The provider is unavailable.
    #[error("provider: {0}")]
    Provider(#[from] PaymentError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Sends back what is left of each captured payment.
pub(super) async fn send_back(app: &App, account: &PaymentAccount, case: &Case, dry_run: bool) -> Done {
    let mut done = Done::default();
    for payment in &case.payments {
        let mut payment = payment.clone();
        let end = if payment.status.was_captured() {
            send_one(app, account, case, &mut payment, dry_run).await
        } else {
            Ok(End::UnderWay)
        };
        let (end, stopped) = match end {
            Ok(end) => (end, None),
            Err(NotSent::Refused(why)) => (End::Open(why), None),
            Err(error @ NotSent::Provider(_)) => {
                (End::Open(error.to_string()), Some(EarlyEnd::Provider(error.to_string())))
            }
            Err(NotSent::Store(error)) => (End::Open(error.to_string()), Some(error.into())),
        };
        // `returned` reports only what was refunded without us.
        let returned = payment.refunded.less(end_sent_before(&end));
        done.settled.push(Settled {
            order: case.provider_order.order,
            is_known: false,
            payment: payment.id.to_string(),
            amount: payment.amount,
            is_captured: payment.status.was_captured(),
            returned,
            end,
        });
        if stopped.is_some() {
            done.stopped = stopped;
            break;
        }
    }
    done
}

fn end_sent_before(end: &End) -> Money {
    if let End::SentBefore(amount) = end { *amount } else { Money::ZERO }
}

/// Sends back what is left of one payment. Updates `payment` if it was refunded meanwhile.
async fn send_one(
    app: &App,
    account: &PaymentAccount,
    case: &Case,
    payment: &mut Payment,
    dry_run: bool,
) -> Result<End, NotSent> {
    let known = find(app, payment).await?;
    let mut attempt = known.as_ref().map_or(1, |known| known.attempt);
    let left = payment.amount.less(payment.refunded);
    if left < LEAST_REFUND {
        // Only a dry run meets a payment that no recovery has counted: what went back of it was refunded without us.
        let Some(known) = known else { return Ok(End::Returned) };
        let sent = if known.status == RecoveredStatus::Found {
            payment.refunded.less(known.returned)
        } else {
            known.refunded
        };
        if dry_run || known.status != RecoveredStatus::Found {
            return Ok(if sent > Money::ZERO { End::SentBefore(sent) } else { End::Returned });
        }
        // If something was sent, an earlier recovery was interrupted before it could record it.
        let status = if sent > Money::ZERO { RecoveredStatus::Refunded } else { RecoveredStatus::Returned };
        let end = RecoveredPayment { status, refunded: sent, provider_refund: None, ..known };
        record_end(app, payment, end).await?;
        return Ok(if sent > Money::ZERO { End::SentBefore(sent) } else { End::Returned });
    }
    if payment.currency != CURRENCY {
        return Err(NotSent::Refused(format!("it was paid in {}: send it back by hand", payment.currency)));
    }
    if dry_run {
        return Ok(End::WouldSendBack(left));
    }
    if let Some(known) = known.filter(|known| known.status == RecoveredStatus::Refunded) {
        // A refund was sent, but something is left: it failed since, or the provider has not counted it yet.
        match progress(account, &known).await? {
            Some(RefundProgress::Failed) | None => {}
            Some(progress) => {
                return Ok(End::SentBack(known.refunded, progress == RefundProgress::Pending));
            }
        }
        begin_attempt(app, payment, known.attempt).await?;
        attempt = known.attempt + 1;
    }
    let new = NewRefund {
        payment: payment.id.clone(),
        amount: left,
        // The key is the same at every try of this attempt: a repeated or concurrent request is one refund.
        key: format!("recover-{}-{}-{attempt}", payment.id, left.paise()),
        notes: vec![
            ("order".to_owned(), case.provider_order.order.to_string()),
            ("reason".to_owned(), "order_lost".to_owned()),
        ],
    };
    match account.provider.refund(&new).await {
        Ok(sent) if sent.progress == RefundProgress::Failed => {
            begin_attempt(app, payment, attempt).await?;
            Err(NotSent::Refused(
                "the provider could not send it: run this again, or send it by hand".to_owned(),
            ))
        }
        Ok(sent) => {
            let end = RecoveredPayment {
                status: RecoveredStatus::Refunded,
                returned: payment.refunded,
                refunded: left,
                provider_refund: Some(sent.id.to_string()),
                attempt,
            };
            record_end(app, payment, end).await?;
            Ok(End::SentBack(left, sent.progress == RefundProgress::Pending))
        }
        Err(PaymentError::Refused(Refusal::AlreadyRefunded | Refusal::TooMuch, fault)) => {
            // Another refund was quicker, from the dashboard or from another terminal.
            let now = account.provider.find_payment(&payment.id, TimeBudget::BACKGROUND).await?;
            if now.amount.less(now.refunded) < LEAST_REFUND {
                let end = RecoveredPayment {
                    status: RecoveredStatus::Returned,
                    returned: now.refunded,
                    ..RecoveredPayment::default()
                };
                record_end(app, payment, end).await?;
                *payment = now;
                return Ok(End::Returned);
            }
            Err(refused(&fault))
        }
        Err(PaymentError::Refused(Refusal::InFlight, fault)) => Err(NotSent::Refused(format!(
            "{fault}: it is being sent, so send nothing by hand; run this again to see whether it went"
        ))),
        Err(PaymentError::Refused(_, fault)) => Err(refused(&fault)),
        Err(error) => Err(error.into()),
    }
}

fn refused(fault: &ProviderFault) -> NotSent {
    NotSent::Refused(format!(
        "{fault}: put that right at the provider and run this again, or send it back by hand"
    ))
}

/// The progress of the refund that was sent; `None` if its id is not known.
async fn progress(
    account: &PaymentAccount,
    known: &RecoveredPayment,
) -> Result<Option<RefundProgress>, PaymentError> {
    let Some(Ok(id)) = known.provider_refund.as_deref().map(str::parse::<RefundId>) else { return Ok(None) };
    Ok(Some(account.provider.find_refund(&id).await?.progress))
}

async fn find(app: &App, payment: &Payment) -> Result<Option<RecoveredPayment>, StoreError> {
    app.store
        .read(payment.id.to_string(), |tx, id| Box::pin(async move { Recoveries(tx).find_payment(id).await }))
        .await
}

async fn begin_attempt(app: &App, payment: &Payment, attempt: i64) -> Result<(), StoreError> {
    app.store
        .write((payment.id.to_string(), attempt), |tx, (id, attempt)| {
            Box::pin(async move { Recoveries(tx).try_again(id, *attempt).await.map(drop) })
        })
        .await
}

async fn record_end(app: &App, payment: &Payment, end: RecoveredPayment) -> Result<(), StoreError> {
    let now = app.clock.now();
    app.store
        .write((payment.id.to_string(), end, now), |tx, (id, end, now)| {
            Box::pin(async move { Recoveries(tx).end_payment(id, end, *now).await.map(drop) })
        })
        .await
}
