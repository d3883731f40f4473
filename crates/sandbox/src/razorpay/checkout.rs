//! The checkout: the script for the merchant's page, the payment window in its frame, and the window's calls.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Query, State},
    response::{Html, IntoResponse, Response},
    routing::{get, post},
};
use http::{HeaderName, StatusCode, header};
use qrcodegen::{QrCode, QrCodeEcc};
use serde_json::{Value, json};

use super::{
    entities::{Method, Reason},
    failure::Failure,
    provider_data::{Outcome, Payer, ProviderData},
    webhooks::sign,
};
use crate::state::Sandbox;

/// Any site may frame the window; it runs only its own script and connects only to this server.
const POLICY: [(HeaderName, &str); 3] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; \
         form-action 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::CACHE_CONTROL, "no-cache"),
];

pub(super) fn routes() -> Router<Arc<Sandbox>> {
    const SCRIPT: &str = "text/javascript; charset=utf-8";
    Router::new()
        .route("/v1/checkout.js", get(async || asset(SCRIPT, include_str!("checkout/checkout.js"))))
        .route("/v1/checkout/public", get(async || (POLICY, Html(include_str!("checkout/window.html")))))
        .route("/v1/checkout/window.js", get(async || asset(SCRIPT, include_str!("checkout/window.js"))))
        .route(
            "/v1/checkout/window.css",
            get(async || asset("text/css; charset=utf-8", include_str!("checkout/window.css"))),
        )
        .route("/v1/checkout/app", get(async || (POLICY, Html(include_str!("checkout/app.html")))))
        .route("/v1/checkout/app.js", get(async || asset(SCRIPT, include_str!("checkout/app.js"))))
        .route("/v1/checkout/left", get(async || (POLICY, Html(include_str!("checkout/left.html")))))
        .route("/v1/checkout/qr.svg", get(qr))
        .route("/v1/checkout/payments", post(begin).get(show_status))
        .route("/v1/checkout/payments/end", post(end))
}

fn asset(content_type: &'static str, text: &'static str) -> impl IntoResponse {
    (POLICY, [(header::CONTENT_TYPE, content_type)], text)
}

#[derive(Debug, serde::Deserialize)]
struct Begin {
    key_id: String,
    order_id: String,
    amount: i64,
    method: Method,
    #[serde(default)]
    contact: String,
    #[serde(default)]
    email: String,
    #[serde(default)]
    notes: Value,
}

async fn begin(State(sandbox): State<Arc<Sandbox>>, Json(begin): Json<Begin>) -> Response {
    let mut data = sandbox.razorpay.lock();
    data.catch_up();
    // The order is unknown for a key of another account.
    let order = if begin.key_id == sandbox.settings.razorpay.key_id {
        data.order(&begin.order_id)
    } else {
        Err(Failure::no_such_id())
    };
    let begun = order.and_then(|order| {
        if order["amount"] != begin.amount {
            let description = "Your payment amount is different from your order amount. To pay successfully, please try using right amount.".to_owned();
            return Err(Failure::Refused { description, field: Some("amount"), reason: "order_amount_mismatch" });
        }
        let payer = Payer {
            method: begin.method,
            contact: begin.contact,
            email: begin.email,
            notes: begin.notes,
        };
        data.begin(&begin.order_id, payer)
    });
    match begun {
        Ok(id) => Json(json!({"payment_id": id})).into_response(),
        Err(failure) => failure.into_response(),
    }
}

#[derive(Debug, serde::Deserialize)]
struct StatusQuery {
    key_id: String,
    payment_id: String,
}

/// The status of a payment, which may be completed elsewhere, as in a UPI app.
async fn show_status(State(sandbox): State<Arc<Sandbox>>, Query(query): Query<StatusQuery>) -> Response {
    if query.key_id != sandbox.settings.razorpay.key_id {
        return Failure::no_such_id().into_response();
    }
    let found = {
        let mut data = sandbox.razorpay.lock();
        data.catch_up();
        data.payment(&query.payment_id)
    };
    match found {
        Ok(payment) => {
            let response = is_paid(&payment).then(|| checkout_response(&sandbox, &payment));
            let error = (payment["status"] == "failed").then(|| payment["error_description"].clone());
            Json(json!({"status": payment["status"], "amount": payment["amount"], "error": error,
                "response": response}))
            .into_response()
        }
        Err(failure) => failure.into_response(),
    }
}

fn is_paid(payment: &Value) -> bool {
    matches!(payment["status"].as_str(), Some("authorized" | "captured"))
}

#[derive(Debug, serde::Deserialize)]
struct End {
    key_id: String,
    payment_id: String,
    outcome: EndOutcome,
    /// The reason of a failure.
    #[serde(default)]
    reason: Reason,
}

/// How the bank ends a payment.
#[derive(Debug, Clone, Copy, Default, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EndOutcome {
    /// The bank accepts.
    #[default]
    Succeed,
    /// The bank declines.
    Fail,
    /// The bank declines, then accepts under the same id, as UPI apps let a payer retry.
    FailThenSucceed,
    /// The bank does not answer.
    Silent,
}

impl ProviderData {
    /// Ends a payment; returns it and the errors of failed tries.
    pub(super) fn end(
        &mut self,
        id: &str,
        outcome: EndOutcome,
        reason: Reason,
        authorized_after_minutes: Option<u32>,
    ) -> Result<(Value, Vec<Value>), Failure> {
        let order = self.payment(id)?["order_id"].as_str().unwrap_or_default().to_owned();
        let failed = reason.error(&order, id);
        Ok(match outcome {
            EndOutcome::Succeed => (self.apply_outcome(id, Outcome::Authorized)?, vec![]),
            EndOutcome::Fail => (self.apply_outcome(id, Outcome::Failed(reason))?, vec![failed]),
            EndOutcome::FailThenSucceed => {
                self.apply_outcome(id, Outcome::Failed(reason))?;
                (self.apply_outcome(id, Outcome::Authorized)?, vec![failed])
            }
            EndOutcome::Silent => {
                (self.apply_outcome(id, Outcome::Silent { authorized_after_minutes })?, vec![])
            }
        })
    }
}

/// The three fields, one a signature, that the checkout passes to the merchant's page on success.
pub(super) fn checkout_response(sandbox: &Sandbox, payment: &Value) -> Value {
    let text = |key: &str| payment[key].as_str().unwrap_or_default();
    let message = format!("{}|{}", text("order_id"), text("id"));
    let signature = sign(&sandbox.settings.razorpay.key_secret, message.as_bytes());
    json!({"razorpay_order_id": text("order_id"), "razorpay_payment_id": text("id"), "razorpay_signature": signature})
}

/// The result of the bank's page: the failures first, then the success, if any.
async fn end(State(sandbox): State<Arc<Sandbox>>, Json(end): Json<End>) -> Response {
    if end.key_id != sandbox.settings.razorpay.key_id {
        return Failure::no_such_id().into_response();
    }
    let ended = sandbox.razorpay.lock().end(&end.payment_id, end.outcome, end.reason, None);
    sandbox.webhooks_due.notify_one();
    match ended {
        Ok((payment, failures)) => {
            let response = is_paid(&payment).then(|| checkout_response(&sandbox, &payment));
            Json(json!({"failures": failures, "response": response})).into_response()
        }
        Err(failure) => failure.into_response(),
    }
}

#[derive(Debug, serde::Deserialize)]
struct QrQuery {
    order_id: String,
}

/// The UPI link of an order, as a QR code.
async fn qr(State(sandbox): State<Arc<Sandbox>>, Query(query): Query<QrQuery>) -> Response {
    let order = match sandbox.razorpay.lock().order(&query.order_id) {
        Ok(order) => order,
        Err(failure) => return failure.into_response(),
    };
    let paise = order["amount"].as_i64().unwrap_or_default();
    let id = query.order_id;
    let link =
        format!("upi://pay?pa=sandbox@upi&pn=Sandbox&am={}.{:02}&cu=INR&tr={id}", paise / 100, paise % 100);
    match QrCode::encode_text(&link, QrCodeEcc::Medium) {
        Ok(code) => ([(header::CONTENT_TYPE, "image/svg+xml")], to_svg(&code)).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// One path of black squares on white, with a margin of four modules (the quiet zone).
fn to_svg(code: &QrCode) -> String {
    use std::fmt::Write as _;
    const QUIET: i32 = 4;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            let _ = write!(path, "M{},{}h1v1h-1z", x + QUIET, y + QUIET);
        }
    }
    let side = code.size() + 2 * QUIET;
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="{path}" fill="#000"/></svg>"##
    )
}
