//! Webhooks of the payment provider: stored before they are acknowledged, processed afterwards.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use sideout_providers::payments::{PaymentId, TimeBudget};
use sideout_store::{
    Session, StoreError,
    payments::{Payments, ProviderOrder, ProviderOrders, Refund, Refunds, WebhookEvent, WebhookEvents},
};

use super::check_settled_refund::{CheckError, record_if_sent};
use crate::{
    App, error_throttled,
    platform::{clock::later, join_all_bounded::join_all_bounded, payment_account::PaymentAccount},
    steps::poll::{PollError, poll_payment, poll_payments},
    warn_throttled,
};

/// Most events processed in one run.
const BATCH: u32 = 100;
/// Seconds until an event that is being processed, or that failed, is due again.
const PROCESSING_SECONDS: i64 = 60;
/// After this many tries an event is given up. The reconciler polls its order or QR code all the same, for as long as that is watched.
const MAX_TRIES: i64 = 10;
/// Longest event id that is stored, in characters; the provider's are shorter. Without an id that can be stored, a hash of the
/// content is the id.
const MAX_ID: usize = 100;

/// Why an event is refused.
#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    /// No payment account is configured.
    #[error("no payment account")]
    NoAccount,
    /// The event is not signed by the provider.
    #[error("bad webhook signature")]
    BadSignature,
    /// The database failed; the provider sends the event again.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Stores an event whose signature over the raw bytes is the provider's; `false` if the event is stored already.
///
/// # Errors
/// [`WebhookError`].
pub async fn receive(
    app: &App,
    id: Option<&str>,
    signature: &str,
    body: Vec<u8>,
) -> Result<bool, WebhookError> {
    let account = app.payments.as_ref().ok_or(WebhookError::NoAccount)?;
    // Every key is tried, so that the duration does not reveal which one matched.
    let signed = account.webhook_keys.iter().fold(false, |found, key| found | key.verify(&body, signature));
    if !signed {
        return Err(WebhookError::BadSignature);
    }
    let id = id
        .filter(|id| !id.is_empty() && id.len() <= MAX_ID && id.bytes().all(|b| b.is_ascii_graphic()))
        .map_or_else(|| id_from_content(&body), str::to_owned);
    let event = (id, body, app.clock.now());
    let added = app.store.write(event, |tx, (id, body, now)| {
        Box::pin(async move { WebhookEvents(tx).add(id, body, *now).await })
    });
    Ok(added.await?)
}

fn id_from_content(body: &[u8]) -> String {
    Sha256::digest(body).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Processes the events that are due; returns how many are done.
///
/// # Errors
/// [`StoreError`] only; if the provider is unavailable, that is logged, and the event is tried again in a minute.
pub async fn process_webhooks(app: &App) -> Result<usize, StoreError> {
    let Some(account) = &app.payments else { return Ok(0) };
    let due = app.store.read(app.clock.now(), |tx, now| {
        Box::pin(async move { WebhookEvents(tx).list_due(*now, BATCH).await })
    });
    let due: Vec<WebhookEvent> = due.await?;
    let done = join_all_bounded(due.into_iter().map(|event| process_once(app, account, event))).await?;
    Ok(done.into_iter().filter(|done| *done).count())
}

async fn process_once(app: &App, account: &PaymentAccount, event: WebhookEvent) -> Result<bool, StoreError> {
    let until = later(app.clock.now(), PROCESSING_SECONDS);
    let claimed = app.store.write((event.clone(), until), |tx, (event, until)| {
        Box::pin(async move { WebhookEvents(tx).claim(event, *until).await })
    });
    if !claimed.await? {
        return Ok(false);
    }
    match process(app, account, &event.body).await {
        Ok(()) => {}
        // Also if the database refused it: one event that cannot be processed does not stop the others.
        Err(error) if event.tries + 1 < MAX_TRIES => {
            warn_throttled!(%error, event = event.id, "payment event could not be processed");
            return Ok(false);
        }
        Err(error) => {
            error_throttled!(%error, event = event.id, "payment event was given up; staff must act if it reports a refund");
        }
    }
    app.store.write(event.id, |tx, id| Box::pin(async move { WebhookEvents(tx).end(id).await })).await?;
    Ok(true)
}

/// The parts of an event that are read. Everything else, such as notes stored by a payer, is skipped.
#[derive(Debug, Default, Deserialize)]
struct Event {
    #[serde(default)]
    payload: Payload,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Payload {
    refund: About,
    order: About,
    payment: About,
    qr_code: About,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct About {
    entity: Ids,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Ids {
    id: Value,
    order_id: Value,
    payment_id: Value,
    status: Value,
}

/// An event is only a reason to poll: the states and amounts in it may be out of date, or false.
async fn process(app: &App, account: &PaymentAccount, body: &[u8]) -> Result<(), PollError> {
    let Ok(Event { payload }) = serde_json::from_slice(body) else {
        tracing::warn!("signed payment event cannot be read");
        return Ok(());
    };
    if let Some(refund) = payload.refund.entity.id.as_str() {
        let refunded = payload.refund.entity.payment_id.as_str();
        let named = (refund.to_owned(), refunded.map(str::to_owned), app.clock.now());
        let failed = app.store.write(named, |tx, named| Box::pin(expedite(tx, named)));
        let failed: Option<Vec<Refund>> = failed.await?;
        let Some(failed) = failed else { return Ok(()) };
        for owed in &failed {
            record_if_sent(app, owed).await.map_err(|error| match error {
                CheckError::Provider(error) => PollError::Provider(error),
                CheckError::Store(error) => PollError::Store(error),
            })?;
        }
    }
    let payment = payload.payment.entity.id.as_str().map(str::to_owned);
    let code = &payload.qr_code.entity;
    // A code that was just made has no payment.
    if payment.is_none() && code.status.as_str() == Some("active") {
        return Ok(());
    }
    let order = payload.order.entity.id.as_str();
    let order = order.or_else(|| payload.payment.entity.order_id.as_str()).or_else(|| code.id.as_str());
    let Some(order) = order else { return Ok(()) };
    let named = (order.to_owned(), payment.clone());
    match app.store.read(named, |tx, named| Box::pin(find_unsettled(tx, named))).await? {
        Some(provider_order) => {
            poll(app, account, &provider_order, payment.and_then(|id| id.parse().ok())).await
        }
        // The order belongs to other software on the same account, or the response with its id was lost. Or the payment
        // is settled already: a payment causes several events.
        None => Ok(()),
    }
}

/// Makes the refund of an event due to be looked up. `None`: it was waited for. Else it may have been made in the provider's dashboard:
/// those of its payment that staff settled another way are due to be looked up, and those that have failed are returned.
async fn expedite(
    tx: &mut dyn Session,
    (refund, payment, now): &(String, Option<String>, Timestamp),
) -> Result<Option<Vec<Refund>>, StoreError> {
    if Refunds(tx).expedite(refund, *now).await? {
        return Ok(None);
    }
    let Some(payment) = payment else { return Ok(Some(Vec::new())) };
    Refunds(tx).expedite_settled(payment, *now).await?;
    let mut failed = Refunds(tx).list_of_payment(payment).await?;
    failed.retain(Refund::has_failed);
    Ok(Some(failed))
}

/// The order of an event, unless the payment that it names is settled.
async fn find_unsettled(
    tx: &mut dyn Session,
    (order, payment): &(String, Option<String>),
) -> Result<Option<ProviderOrder>, StoreError> {
    let Some(provider_order) = ProviderOrders(tx).find_by_id(order).await? else { return Ok(None) };
    let known = Payments(tx).list_of_order(provider_order.order).await?;
    let is_settled = known.iter().any(|known| known.outcome.is_some() && Some(&known.id) == payment.as_ref());
    Ok((!is_settled).then_some(provider_order))
}

/// Polls the payment that an event names, so that no list of other payments can hide it, or else the list of the order or QR code.
async fn poll(
    app: &App,
    account: &PaymentAccount,
    provider_order: &ProviderOrder,
    payment: Option<PaymentId>,
) -> Result<(), PollError> {
    let budget = TimeBudget::BACKGROUND;
    if let Some(payment) = payment.filter(|_| !provider_order.is_qr_code()) {
        match poll_payment(app, account, provider_order, &payment, budget).await {
            Ok(_) => return Ok(()),
            Err(error @ PollError::Store(_)) => return Err(error),
            Err(error) => {
                warn_throttled!(%error, %payment, "payment could not be polled, polling all payments of its order")
            }
        }
    }
    poll_payments(app, account, provider_order, budget).await.end
}
