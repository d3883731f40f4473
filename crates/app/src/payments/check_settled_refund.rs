//! Asks the provider whether it has sent after all a refund that has failed, or that staff settled another way. In the second case the
//! money went back twice.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::refund::RefundStatus;
use sideout_providers::payments::{ListedRefund, PaymentError, PaymentId, RefundProgress, Refusal};
use sideout_store::{
    Session, StoreError,
    accounts::Customers,
    payments::{Refund, Refunds},
};

use super::{
    issue_refunds::{is_sent_for, record_sent},
    other_refunds::{OtherRefunds, is_by_hand},
};
use crate::{App, platform::payment_account::PaymentAccount, steps::ledger, warn_throttled};

/// The time from settling to the first check, and to the next one if the provider did not answer, or has a refund on its way.
pub(crate) const FIRST_CHECK_AFTER: SignedDuration = SignedDuration::from_hours(1);
/// The time to the next check if the provider has sent nothing.
const CHECK_EVERY: SignedDuration = SignedDuration::from_hours(24);
/// How long after the settling checks are scheduled; later ones are not.
const CHECKS_END: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Checks once a refund that was settled another way; `true` if the provider has sent it after all and that was not known.
pub(super) async fn check_settled_refund(
    app: &App,
    account: &PaymentAccount,
    refund: &Refund,
) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let listed = match list_sent(account, refund).await {
        Ok(listed) => Some(listed),
        Err(error) => {
            warn_throttled!(%error, refund = %refund.id, "provider could not be asked about a settled refund");
            None
        }
    };
    let input = (refund.clone(), listed, now);
    app.store
        .write(input, |tx, (refund, listed, now)| Box::pin(record_check(tx, refund, listed.as_deref(), *now)))
        .await
}

/// Why it is not known whether the provider has sent a refund.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CheckError {
    /// The provider does not answer, or refuses to.
    #[error("provider: {0}")]
    Provider(PaymentError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Asks the provider whether it has sent a failed refund after all, or is about to, and records it if so; `false` if not, or without
/// an account at a provider.
///
/// # Errors
/// [`CheckError`].
pub(crate) async fn record_if_sent(app: &App, refund: &Refund) -> Result<bool, CheckError> {
    let Some(account) = &app.payments else { return Ok(false) };
    let listed = list_sent(account, refund).await.map_err(CheckError::Provider)?;
    let input = (refund.clone(), listed, app.clock.now());
    let recorded: Result<bool, StoreError> = app
        .store
        .write(input, |tx, (refund, listed, now)| {
            Box::pin(async move {
                let Some(sent) = find_sent_for(tx, refund, listed).await? else { return Ok(false) };
                record_sent(tx, refund, &sent.refund, *now).await?;
                Ok(true)
            })
        })
        .await;
    Ok(recorded?)
}

/// All refunds of the refund's payment at the provider.
async fn list_sent(account: &PaymentAccount, refund: &Refund) -> Result<Vec<ListedRefund>, PaymentError> {
    let Some(Ok(payment)) = refund.source.payment().map(str::parse::<PaymentId>) else {
        return Ok(Vec::new());
    };
    match account.provider.list_refunds_of(&payment).await {
        // The payment was made in another account, which the operator used before: this one cannot have refunded it.
        Err(PaymentError::Refused(Refusal::NoSuchId, _)) => Ok(Vec::new()),
        listed => listed,
    }
}

/// Records what a check of a settled refund found; `None`: the provider did not answer.
async fn record_check(
    tx: &mut dyn Session,
    refund: &Refund,
    listed: Option<&[ListedRefund]>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sent = find_sent_for(tx, refund, listed.unwrap_or_default()).await?;
    let wait = match (listed, sent) {
        (_, Some(sent)) if sent.refund.progress == RefundProgress::Processed => {
            return record_sent_after_all(tx, refund, sent.refund.id.as_str(), now).await;
        }
        (None, _) | (_, Some(_)) => FIRST_CHECK_AFTER,
        (Some(_), None) => CHECK_EVERY,
    };
    let ends = refund.ended_at.unwrap_or(now) + CHECKS_END;
    Refunds(tx).schedule_next_check(refund, Some(now + wait).filter(|next| *next < ends)).await?;
    Ok(false)
}

/// What the provider has sent, or is about to send, for a refund; what is sent already comes first. `listed` are all refunds of the
/// payment at the provider.
async fn find_sent_for<'l>(
    tx: &mut dyn Session,
    refund: &Refund,
    listed: &'l [ListedRefund],
) -> Result<Option<&'l ListedRefund>, StoreError> {
    // Without the turn two nodes could take one refund at the provider for two refunds.
    Customers(tx).take_turn_of_bill(refund.bill).await?;
    let others = OtherRefunds::list(tx, refund).await?;
    let (_, left_by_hand) = others.returned_by_hand(listed);
    let fits = |sent: &&ListedRefund| {
        may_be_sent_for(refund, sent, &others) && (is_sent_for(sent, refund) || refund.amount <= left_by_hand)
    };
    let is_sent = |sent: &&ListedRefund| sent.refund.progress == RefundProgress::Processed;
    let fitting: Vec<&ListedRefund> = listed.iter().filter(fits).collect();
    Ok(fitting.iter().copied().find(is_sent).or_else(|| fitting.last().copied()))
}

/// Whether the provider may have sent this for a refund: it has our notes, or staff sent the same amount in the provider's dashboard, and
/// it is not that of one of `others`.
pub(super) fn may_be_sent_for(refund: &Refund, sent: &ListedRefund, others: &OtherRefunds) -> bool {
    sent.refund.progress != RefundProgress::Failed
        && sent.refund.amount == refund.amount
        && (is_by_hand(sent) || is_sent_for(sent, refund))
        && !others.include(sent)
}

/// Records that the provider has sent, under the id `sent`, what staff settled another way; `false` if that is known already or the
/// refund is not settled.
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn record_sent_after_all(
    tx: &mut dyn Session,
    refund: &Refund,
    sent: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    if refund.status != RefundStatus::Processed
        || !Refunds(tx).mark_sent_after_all(refund.id, sent, now).await?
    {
        return Ok(false);
    }
    ledger::refund_sent_twice(tx, refund, now).await?;
    tracing::error!(order = %refund.order, amount = %refund.amount, sent, "refund went back twice; staff must act");
    Ok(true)
}
