//! Runs a recovery from beginning to end.

use jiff::Timestamp;
use sideout_domain::{
    order::OrderNumber,
    payment::ProviderOrderStatus,
    receipt::{ReceiptNumber, Series},
};
use sideout_providers::payments::{PaymentError, QrCodeId, TimeBudget};
use sideout_store::{StoreError, payments::Recoveries};

use super::{
    EarlyEnd, Recovered,
    record_sent_refunds::record_sent_refunds,
    refund_lost::send_back,
    settle_known::settle_known,
    skip_numbers::{skip_desk_numbers, skip_numbers},
    survey::{Case, OrderMatch, Survey, survey},
};
use crate::{App, platform::payment_account::PaymentAccount, steps::payment_target::PaymentTarget};

/// The operator's request.
#[derive(Debug, Clone)]
pub struct Recovery {
    /// When the backup that was restored was taken.
    pub since: Timestamp,
    /// The last receipts that were issued before the loss, at most one of each series, as far as they are known.
    pub receipts_after: Vec<ReceiptNumber>,
    /// The last credit notes that were issued before the loss, likewise.
    pub credit_notes_after: Vec<ReceiptNumber>,
    /// Orders and QR codes at the provider that belong to this installation although their notes do not show it.
    pub also: Vec<PaymentTarget>,
    /// Only report what would be done.
    pub dry_run: bool,
}

/// Why no payment was settled and no refund recorded. Nothing was changed then, except that the recovery may have begun and numbers may
/// have been skipped before the database failed.
#[derive(Debug, thiserror::Error)]
pub enum RecoverError {
    /// The backup is from the future.
    #[error("that is in the future: now it is {now}")]
    InFuture {
        /// The present.
        now: Timestamp,
    },
    /// An order from before the backup is not in it.
    #[error("order {order} was opened at {opened_at} and is not in this database")]
    SinceTooLate {
        /// The order.
        order: OrderNumber,
        /// When it was opened.
        opened_at: Timestamp,
    },
    /// The number of a receipt belongs to another series or year.
    #[error("{given} is no number of the series {series} or of a desk in this time")]
    NotOfThisSeries {
        /// The number that was given.
        given: ReceiptNumber,
        /// The series of the online documents of this kind.
        series: Series,
    },
    /// A list of the provider has no end, or repeats the same page.
    #[error("the provider's list does not end: reading stopped after {0} entries")]
    Endless(usize),
    /// The provider failed.
    #[error("provider: {0}")]
    Provider(#[from] PaymentError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Recovers what was paid and what was refunded since a backup was taken; without a payment account it only skips numbers of
/// the desks' documents. Started again, it continues where it ended, and nothing is done twice.
///
/// # Errors
/// [`RecoverError`]. Later errors are reported in [`Recovered::stopped`], with what was done before them.
pub async fn recover(app: &App, recovery: &Recovery) -> Result<Recovered, RecoverError> {
    let now = app.clock.now();
    if recovery.since > now {
        return Err(RecoverError::InFuture { now });
    }
    let mut recovered = Recovered::default();
    let Some(account) = &app.payments else {
        recovered.gaps = skip_desk_numbers(app, recovery, now).await?;
        return Ok(recovered);
    };
    let survey = survey(app, account, recovery, now, &mut recovered).await?;
    // First the numbers: settling issues receipts, which take new numbers.
    recovered.gaps = skip_numbers(app, recovery, &survey.cases, now).await?;
    recovered.stopped = move_money(app, account, recovery, &survey, &mut recovered).await;
    if !recovery.dry_run {
        let end =
            app.store.write(now, |tx, now| Box::pin(async move { Recoveries(tx).end_settled(*now).await }));
        let ended: Result<(), StoreError> = end.await;
        if let Err(error) = ended {
            recovered.stopped.get_or_insert(error.into());
        }
    }
    Ok(recovered)
}

/// Closes a lost code, so that it cannot be paid.
async fn close(account: &PaymentAccount, id: &QrCodeId, case: &Case) -> Result<(), String> {
    let closed = account.provider.close_qr_code(id, TimeBudget::BACKGROUND).await;
    match closed {
        Err(error) => Err(error.to_string()),
        Ok(code)
            if code.payments > 0 && !case.payments.iter().any(|payment| payment.status.was_captured()) =>
        {
            Err(format!("{id} was paid before it could be closed"))
        }
        Ok(_) => Ok(()),
    }
}

/// Settles each payment or sends it back, then records the refunds; returns why it ended early, if it did.
async fn move_money(
    app: &App,
    account: &PaymentAccount,
    recovery: &Recovery,
    survey: &Survey,
    recovered: &mut Recovered,
) -> Option<EarlyEnd> {
    for case in &survey.cases {
        let is_lost = case.found_as == OrderMatch::Lost;
        let order_and_amount = (case.provider_order.order, case.provider_order.amount);
        match &case.id {
            // A paid one whose payment cannot be read is among the hidden ones.
            PaymentTarget::Order(_)
                if is_lost && case.payments.is_empty() && case.status != ProviderOrderStatus::Paid =>
            {
                recovered.unpaid.push(order_and_amount)
            }
            PaymentTarget::QrCode(id) if is_lost && case.code.as_ref().is_some_and(|code| code.is_open) => {
                let closed = if recovery.dry_run { Ok(()) } else { close(account, id, case).await };
                if let Err(why) = closed {
                    return Some(EarlyEnd::Provider(why));
                }
                recovered.closed_codes.push(order_and_amount);
            }
            _ => {}
        }
        let done = if is_lost {
            send_back(app, account, case, recovery.dry_run).await
        } else {
            settle_known(app, account, case, recovery.dry_run).await
        };
        recovered.payments.extend(done.settled);
        if done.stopped.is_some() {
            return done.stopped;
        }
    }
    let recorded = record_sent_refunds(app, &survey.refunds, recovery.dry_run, &mut recovered.refunds).await;
    recorded.err().map(EarlyEnd::from)
}
