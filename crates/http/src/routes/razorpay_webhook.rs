//! `POST /webhooks/razorpay`: the payment provider reports an event.

use axum::{body::Body, extract::State};
use http::{HeaderMap, StatusCode};
use sideout_app::payments::webhooks::{WebhookError, receive};
use tokio::time::Instant;

use crate::{
    extract::read_body::{WEBHOOK_LIMIT, read_body},
    platform::{client_address::ClientAddress, count_throttled},
    state::ApiState,
    wire::{api_error::ApiError, messages::Message},
};

/// Answers 204 once the event is in the database, also if it was there before; it is processed
/// afterwards. The signature is over the raw bytes, so it is checked before they are parsed. A network that sent too
/// many webhooks without a right signature, or larger than [`WEBHOOK_LIMIT`], gets 429.
pub(crate) async fn razorpay_webhook(
    State(api): State<ApiState>,
    caller: ClientAddress,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, ApiError> {
    metrics::counter!("sideout_webhooks_received_total").increment(1);
    if api.app.payments.is_none() {
        count_rejected("no_account");
        return Err(no_account());
    }
    let network = caller.network();
    if let Some(wait) = api.webhook_refusals.wait(network, Instant::now()) {
        count_rejected("throttled");
        count_throttled("unsigned_webhooks");
        return Err(ApiError::throttled(wait));
    }
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(signature) = text("x-razorpay-signature") else {
        count_rejected("no_signature");
        api.webhook_refusals.count(network, Instant::now());
        return Err(bad_signature());
    };
    let body = read_body(&headers, body, WEBHOOK_LIMIT, &api.settings).await;
    let body = body.inspect_err(|error| {
        count_rejected("unreadable");
        // The provider's own connections may be slow or break off.
        if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
            api.webhook_refusals.count(network, Instant::now());
        }
    })?;
    match receive(&api.app, text("x-razorpay-event-id"), signature, body.to_vec()).await {
        Ok(_) => Ok(StatusCode::NO_CONTENT),
        Err(WebhookError::NoAccount) => {
            count_rejected("no_account");
            Err(no_account())
        }
        Err(WebhookError::BadSignature) => {
            tracing::warn!("a webhook with a wrong signature was refused");
            count_rejected("bad_signature");
            api.webhook_refusals.count(network, Instant::now());
            Err(bad_signature())
        }
        Err(WebhookError::Store(error)) => {
            count_rejected("not_stored");
            Err(error.into())
        }
    }
}

/// The reasons for which a call is rejected: the values of the label of `sideout_webhooks_rejected_total`.
pub(crate) const WEBHOOK_REJECTIONS: [&str; 6] =
    ["no_account", "throttled", "no_signature", "unreadable", "bad_signature", "not_stored"];

fn count_rejected(reason: &'static str) {
    metrics::counter!("sideout_webhooks_rejected_total", "reason" => reason).increment(1);
}

fn no_account() -> ApiError {
    ApiError::not_found(Message::NoPaymentAccount)
}

fn bad_signature() -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, Message::BadWebhookSignature)
}
