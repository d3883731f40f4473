//! Makes refunds due before their weekly batch or their next try, and failed ones due again; the refund job sends them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{RefundId, VenueId, money::Money, refund::RefundStatus, staff::Permission};
use sideout_store::{
    Session, StoreError,
    payments::{Refund, RefundQueue, Refunds},
};

use super::find_refund::find_refund;
use crate::{
    App,
    payments::expedite_refunds::{ExpediteAction, expedite},
    staff::list_workplaces,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// The most refunds that one call makes due.
const MOST: u32 = 200;

/// Why nothing is sent.
#[derive(Debug, thiserror::Error)]
pub enum SendRefundError {
    /// There is no such refund at the person's venues.
    #[error("no such refund")]
    NoSuchRefund,
    /// It did not fail, is being tried again, or was settled already.
    #[error("it did not fail")]
    NotFailed,
    /// It does not wait to be sent: it was sent already, has failed, or was given back another way.
    #[error("it does not wait to be sent")]
    NotWaiting,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How many refunds were made due, and how much they are together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentRefunds {
    /// The number of refunds.
    pub refunds: i64,
    /// Their sum in paise.
    pub paise: i64,
}

#[derive(Serialize)]
struct Facts {
    status: &'static str,
    attempt: i64,
    next_step_at: Option<String>,
}

struct OneRefund {
    refund: RefundId,
    now: Timestamp,
}

impl Serialize for OneRefund {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.refund.serialize(serializer)
    }
}

/// Makes a failed refund due again, in the name of `actor`.
///
/// INVARIANT: one new attempt for each failed one, and none of what was settled another way (suite `settling_races`).
///
/// # Errors
/// [`SendRefundError`].
pub async fn retry_refund(
    app: &App,
    actor: &Actor,
    refund: RefundId,
    key: RequestKey,
) -> Result<(), SendRefundError> {
    let command = command_for(app, actor, refund, "retry_refund", key).await?;
    let input = OneRefund { refund, now: app.clock.now() };
    audited_write(app, actor, command, input, |tx, input| Box::pin(retry(tx, input))).await
}

/// Makes a refund due now that waits for its batch or its next try, in the name of `actor`. Nothing changes if it is due already.
///
/// # Errors
/// [`SendRefundError`].
pub async fn send_refund(
    app: &App,
    actor: &Actor,
    refund: RefundId,
    key: RequestKey,
) -> Result<(), SendRefundError> {
    let command = command_for(app, actor, refund, "send_refund", key).await?;
    let input = OneRefund { refund, now: app.clock.now() };
    audited_write(app, actor, command, input, |tx, input| Box::pin(send(tx, input))).await
}

async fn command_for(
    app: &App,
    actor: &Actor,
    refund: RefundId,
    operation: &'static str,
    key: RequestKey,
) -> Result<Command, SendRefundError> {
    let permission = Permission::RefundSettle;
    actor.check(permission, app.clock.now())?;
    let (_, venue) = find_refund(app, actor, refund).await?.ok_or(SendRefundError::NoSuchRefund)?;
    Ok(Command { operation, permission, venue: Some(venue), key })
}

async fn retry(tx: &mut dyn Session, input: &OneRefund) -> Result<Audited<()>, SendRefundError> {
    let refund = Refunds(tx).find(input.refund).await?.ok_or(SendRefundError::NoSuchRefund)?;
    if !refund.has_failed() || expedite(tx, &refund, input.now).await? != ExpediteAction::TryAgain {
        return Err(SendRefundError::NotFailed);
    }
    Ok(Audited::new((), entry("refund.retried", &refund, refund.attempt + 1, input.now)))
}

async fn send(tx: &mut dyn Session, input: &OneRefund) -> Result<Audited<()>, SendRefundError> {
    let refund = Refunds(tx).find(input.refund).await?.ok_or(SendRefundError::NoSuchRefund)?;
    if refund.status != RefundStatus::Approved {
        return Err(SendRefundError::NotWaiting);
    }
    if expedite(tx, &refund, input.now).await? == ExpediteAction::Nothing {
        return Ok(Audited::unchanged(()));
    }
    Ok(Audited::new((), entry("refund.expedited", &refund, refund.attempt, input.now)))
}

fn entry(verb: &'static str, refund: &Refund, attempt: i64, now: Timestamp) -> Entry {
    let facts = |attempt: i64, next: Option<Timestamp>| Facts {
        status: refund.status.name(),
        attempt,
        next_step_at: next.map(|next| next.to_string()),
    };
    let (before, after) = (facts(refund.attempt, refund.next_step_at), facts(attempt, Some(now)));
    Entry::changed(verb, "refund", refund.id, &before, &after)
}

struct AllWaiting {
    venues: Vec<VenueId>,
    now: Timestamp,
}

impl Serialize for AllWaiting {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.venues.serialize(serializer)
    }
}

/// Makes all refunds due now that wait for their batch or their next try at the venues of `actor`, retired ones included: at most 200,
/// those approved first before the others.
///
/// # Errors
/// [`SendRefundError`].
pub async fn send_all_refunds(
    app: &App,
    actor: &Actor,
    key: RequestKey,
) -> Result<SentRefunds, SendRefundError> {
    let permission = Permission::RefundSettle;
    actor.check(permission, app.clock.now())?;
    let command = Command { operation: "send_all_refunds", permission, venue: None, key };
    let input = AllWaiting { venues: list_workplaces(app, actor).await?, now: app.clock.now() };
    audited_write(app, actor, command, input, |tx, input| Box::pin(send_all(tx, input))).await
}

async fn send_all(tx: &mut dyn Session, input: &AllWaiting) -> Result<Audited<SentRefunds>, SendRefundError> {
    let waiting = RefundQueue(tx).list_waiting(&input.venues, input.now, MOST).await?;
    let (mut sent, mut amounts) = (Vec::new(), Vec::new());
    for (refund, venue) in waiting {
        if expedite(tx, &refund, input.now).await? != ExpediteAction::Nothing {
            amounts.push(refund.amount);
            sent.push(entry("refund.expedited", &refund, refund.attempt, input.now).at(venue));
        }
    }
    let paise = amounts.iter().copied().sum::<Money>().paise();
    let answer = SentRefunds { refunds: i64::try_from(sent.len()).unwrap_or(i64::MAX), paise };
    Ok(sent.into_iter().fold(Audited::unchanged(answer), Audited::and))
}
