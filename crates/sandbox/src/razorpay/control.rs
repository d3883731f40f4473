//! Control endpoints under `/razorpay`: pay without a browser, move the clock, switch on failures, send a webhook again, list the data.

use std::{pin::pin, sync::Arc};

use axum::{
    Json, Router,
    extract::{Path, State},
    response::{IntoResponse, Response},
    routing::{get, post, put},
};
use http::{HeaderMap, HeaderName, StatusCode, header};
use serde_json::{Value, json};

use super::{
    checkout::{EndOutcome, checkout_response},
    entities::{Method, Reason},
    failure::Failure,
    order_faults::OrderFaults,
    overview::tag_of,
    page::CreatedBetween,
    provider_data::Payer,
    switches::Switches,
};
use crate::state::Sandbox;

pub(super) fn routes() -> Router<Arc<Sandbox>> {
    Router::new()
        .route("/razorpay", get(everything))
        .route("/razorpay/overview", get(overview))
        .route("/razorpay/webhooks/{number}/resend", post(resend))
        .route("/razorpay/pay", post(pay))
        .route("/razorpay/clock", post(advance))
        .route("/razorpay/switches", put(switch).get(switches))
        .route("/razorpay/orders/{id}/faults", put(set_order_faults))
}

/// A payment without a checkout window.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pay {
    #[serde(default)]
    order_id: String,
    /// Scans this QR code instead of paying an order.
    #[serde(default)]
    qr_code_id: Option<String>,
    /// Whether the payer has only scanned the code so far: their bank has not answered.
    #[serde(default)]
    scan_only: bool,
    #[serde(default = "by_upi")]
    method: Method,
    #[serde(default)]
    outcome: EndOutcome,
    /// The reason of a failure.
    #[serde(default)]
    reason: Reason,
    /// If the bank does not answer: minutes until it accepts, at most 4,320 from the start of the payment; it never does after
    /// more.
    #[serde(default)]
    authorized_after_minutes: Option<u32>,
    /// Continues this started payment instead of a new one.
    #[serde(default)]
    payment_id: Option<String>,
    #[serde(default)]
    contact: String,
    #[serde(default)]
    email: String,
    #[serde(default)]
    notes: Value,
    /// The number of failing payments before this one, with the same notes.
    #[serde(default)]
    failed_before: u32,
}

fn by_upi() -> Method {
    Method::Upi
}

/// `POST /razorpay/pay`: pays as in the checkout window, or with a phone that scans a QR code. Returns the payment and its
/// [`checkout_response`].
async fn pay(State(sandbox): State<Arc<Sandbox>>, Json(pay): Json<Pay>) -> Response {
    let made = {
        let mut data = sandbox.razorpay.lock();
        data.catch_up();
        let payer = Payer { method: pay.method, contact: pay.contact, email: pay.email, notes: pay.notes };
        let failed = (0..pay.failed_before).try_for_each(|_| {
            let id = data.begin(&pay.order_id, payer.clone())?;
            data.end(&id, EndOutcome::Fail, pay.reason, None).map(drop)
        });
        let begun = failed.and_then(|()| match (pay.payment_id, pay.qr_code_id) {
            (Some(id), _) => Ok(id),
            (None, Some(code)) => data.scan(&code, payer),
            (None, None) => data.begin(&pay.order_id, payer),
        });
        begun.and_then(|id| match pay.scan_only {
            true => Ok((data.payment(&id)?, Vec::new())),
            false => data.end(&id, pay.outcome, pay.reason, pay.authorized_after_minutes),
        })
    };
    sandbox.webhooks_due.notify_one();
    match made {
        Ok((payment, _)) => {
            let response = checkout_response(&sandbox, &payment);
            Json(json!({"payment": payment, "response": response})).into_response()
        }
        Err(failure) => failure.into_response(),
    }
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Advance {
    seconds: u32,
}

/// `POST /razorpay/clock {"seconds":600}`: moves the clock forward, and responds when all webhooks that are due then were
/// sent.
async fn advance(State(sandbox): State<Arc<Sandbox>>, Json(advance): Json<Advance>) -> Response {
    let now = {
        let mut data = sandbox.razorpay.lock();
        data.clock.advance(advance.seconds);
        data.catch_up();
        data.clock.now()
    };
    while sandbox.settings.razorpay.webhook_url.is_some() {
        let mut tried = pin!(sandbox.webhooks_tried.notified());
        tried.as_mut().enable();
        if sandbox.razorpay.lock().deliveries.are_tried(now) {
            break;
        }
        sandbox.webhooks_due.notify_one();
        tried.await;
    }
    Json(json!({"now": now})).into_response()
}

/// `PUT /razorpay/switches`: replaces all switches; omitted ones are switched off.
async fn switch(State(sandbox): State<Arc<Sandbox>>, Json(switches): Json<Switches>) -> StatusCode {
    sandbox.razorpay.lock().switches = switches;
    StatusCode::NO_CONTENT
}

async fn switches(State(sandbox): State<Arc<Sandbox>>) -> Json<Switches> {
    Json(sandbox.razorpay.lock().switches.clone())
}

/// `PUT /razorpay/orders/:id/faults`: replaces the faults of this order or QR code; omitted ones are switched off.
async fn set_order_faults(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    Json(faults): Json<OrderFaults>,
) -> StatusCode {
    sandbox.razorpay.lock().faults.insert(id, faults);
    StatusCode::NO_CONTENT
}

/// `GET /razorpay`: orders, QR codes, payments, refunds, the switches, and the counts of calls and webhooks.
async fn everything(State(sandbox): State<Arc<Sandbox>>) -> Response {
    let mut data = sandbox.razorpay.lock();
    data.catch_up();
    let everything = json!({
        "now": data.clock.now(),
        "orders": data.orders(None, CreatedBetween::default()),
        "qr_codes": data.list_qr_codes(CreatedBetween::default()),
        "payments": data.payments(),
        "refunds": data.refunds(CreatedBetween::default()),
        "calls": data.calls,
        "webhooks": data.deliveries.counts,
        "webhooks_waiting": data.deliveries.waiting(),
        "switches": data.switches,
    });
    drop(data);
    ([(header::CACHE_CONTROL, "no-store")], Json(everything)).into_response()
}

/// A header with the sandbox's time, so that unchanged data gives an unchanged body.
const NOW: HeaderName = HeaderName::from_static("x-sandbox-now");

/// `GET /razorpay/overview`: the data of the page. 304 if nothing has changed; the header has the time in both cases.
async fn overview(State(sandbox): State<Arc<Sandbox>>, headers: HeaderMap) -> Response {
    let (text, now) = {
        let mut data = sandbox.razorpay.lock();
        data.catch_up();
        let has_receiver = sandbox.settings.razorpay.webhook_url.is_some();
        (data.overview(has_receiver).to_string(), data.clock.now())
    };
    let tag = tag_of(&text);
    let now = [(NOW, now.to_string())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, now).into_response();
    }
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")];
    (now, kind, [(header::ETAG, tag)], text).into_response()
}

/// `POST /razorpay/webhooks/7/resend`: sends the webhook again.
async fn resend(State(sandbox): State<Arc<Sandbox>>, Path(number): Path<u64>) -> Response {
    let found = {
        let mut data = sandbox.razorpay.lock();
        let now = data.clock.now();
        data.deliveries.send_again(number, now)
    };
    sandbox.webhooks_due.notify_one();
    if found { StatusCode::ACCEPTED.into_response() } else { Failure::no_such_id().into_response() }
}
