//! The API under `/v1`, behind Basic authentication.

use std::{collections::HashMap, sync::Arc};

use axum::{
    Json, Router,
    body::Bytes,
    extract::{Path, Query, State},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use http::{HeaderMap, header};
use serde_json::{Value, json};

use super::{
    failure::Failure,
    page::{CreatedBetween, Page},
    provider_data::ProviderData,
    settlements::requested_day,
    switches::ApiFault,
};
use crate::state::Sandbox;

pub(super) fn routes() -> Router<Arc<Sandbox>> {
    Router::new()
        .route("/v1/orders", post(create_order).get(list_orders))
        .route("/v1/orders/{id}", get(find_order).patch(note_order))
        .route("/v1/orders/{id}/payments", get(list_payments))
        .route("/v1/payments/qr_codes", post(create_qr_code).get(list_qr_codes))
        .route("/v1/payments/qr_codes/{id}", get(find_qr_code))
        .route("/v1/payments/qr_codes/{id}/close", post(close_qr_code))
        .route("/v1/payments/qr_codes/{id}/payments", get(list_qr_payments))
        .route("/v1/payments/{id}", get(find_payment))
        .route("/v1/payments/{id}/capture", post(capture))
        .route("/v1/payments/{id}/refund", post(refund))
        .route("/v1/payments/{id}/refunds", get(list_refunds))
        .route("/v1/refunds", get(list_all_refunds))
        .route("/v1/refunds/{id}", get(find_refund))
        .route("/v1/settlements/recon/combined", get(list_settlement_lines))
}

/// Whether a request has the account's key and its secret. The scheme must be exactly `Basic`.
fn has_keys(sandbox: &Sandbox, headers: &HeaderMap) -> bool {
    let account = &sandbox.settings.razorpay;
    let expected = BASE64_STANDARD.encode(format!("{}:{}", account.key_id, account.key_secret));
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    given.and_then(|given| given.strip_prefix("Basic ")) == Some(expected.as_str())
}

/// Handles one call; `about` is the id in its path, or empty.
async fn perform(
    sandbox: &Arc<Sandbox>,
    headers: &HeaderMap,
    (name, about): (&'static str, &str),
    work: impl FnOnce(&mut ProviderData) -> Result<Value, Failure>,
) -> Response {
    if !has_keys(sandbox, headers) {
        return Failure::BadKeys.into_response();
    }
    let (answer, fault) = {
        let mut data = sandbox.razorpay.lock();
        *data.calls.entry(name).or_default() += 1;
        data.catch_up();
        let of_order = data.faults_of(about).and_then(|faults| faults.api);
        let fault = of_order.or_else(|| data.call_fails(name).then_some(data.switches.api.how));
        let works = fault.is_none() || data.switches.api.after_the_work || fault == Some(ApiFault::Slow);
        (works.then(|| work(&mut data)), fault)
    };
    sandbox.webhooks_due.notify_one();
    match (fault, answer) {
        (None | Some(ApiFault::Slow), Some(answer)) => {
            if fault.is_some() {
                tokio::time::sleep(sandbox.settings.slow_answer()).await;
            }
            answer.map(Json).into_response()
        }
        (Some(ApiFault::ErrorPage), _) => Failure::ErrorPage.into_response(),
        (Some(ApiFault::TooMany), _) => Failure::TooMany.into_response(),
        (Some(ApiFault::NoRoute), _) => Failure::NoRoute.into_response(),
        (Some(ApiFault::Refused), _) => {
            Failure::refused("This operation is not allowed for your account at present").into_response()
        }
        _ => Failure::ServerError.into_response(),
    }
}

fn collection(items: Vec<Value>) -> Value {
    json!({"entity": "collection", "count": items.len(), "items": items})
}

/// A JSON object; anything else counts as an empty one.
fn object(body: &Bytes) -> Value {
    serde_json::from_slice(body).ok().filter(Value::is_object).unwrap_or_else(|| json!({}))
}

async fn create_order(State(sandbox): State<Arc<Sandbox>>, headers: HeaderMap, body: Bytes) -> Response {
    perform(&sandbox, &headers, ("create order", ""), |data| data.create_order(&object(&body))).await
}

async fn list_orders(
    State(sandbox): State<Arc<Sandbox>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    perform(&sandbox, &headers, ("list orders", ""), |data| {
        let receipt = query.get("receipt").map(String::as_str);
        Ok(collection(Page::from_query(&query).of(data.orders(receipt, CreatedBetween::from_query(&query)))))
    })
    .await
}

async fn find_order(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    perform(&sandbox, &headers, ("find order", &id), |data| data.order(&id)).await
}

async fn note_order(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    perform(&sandbox, &headers, ("note order", &id), |data| data.note_order(&id, &object(&body))).await
}

async fn list_payments(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    let page = Page::from_query(&query);
    perform(&sandbox, &headers, ("list payments", &id), |data| {
        data.page_of_payments(&id, page).map(collection)
    })
    .await
}

async fn find_payment(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    perform(&sandbox, &headers, ("find payment", &id), |data| data.padded_payment(&id)).await
}

async fn capture(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    perform(&sandbox, &headers, ("capture", &id), |data| data.capture(&id, &object(&body))).await
}

async fn refund(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let key = headers.get("x-refund-idempotency").and_then(|key| key.to_str().ok());
    perform(&sandbox, &headers, ("refund", &id), |data| data.refund(&id, &object(&body), key)).await
}

async fn list_refunds(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    let page = Page::from_query(&query);
    perform(&sandbox, &headers, ("list refunds", &id), |data| {
        data.refunds_of(&id).map(|refunds| collection(page.of(refunds)))
    })
    .await
}

async fn list_all_refunds(
    State(sandbox): State<Arc<Sandbox>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    perform(&sandbox, &headers, ("list refunds", ""), |data| {
        Ok(collection(Page::from_query(&query).of(data.refunds(CreatedBetween::from_query(&query)))))
    })
    .await
}

async fn find_refund(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    perform(&sandbox, &headers, ("find refund", &id), |data| data.find_refund(&id)).await
}

async fn create_qr_code(State(sandbox): State<Arc<Sandbox>>, headers: HeaderMap, body: Bytes) -> Response {
    perform(&sandbox, &headers, ("create qr code", ""), |data| data.create_qr_code(&object(&body))).await
}

async fn list_qr_codes(
    State(sandbox): State<Arc<Sandbox>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    perform(&sandbox, &headers, ("list qr codes", ""), |data| {
        Ok(collection(Page::from_query(&query).of(data.list_qr_codes(CreatedBetween::from_query(&query)))))
    })
    .await
}

async fn find_qr_code(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    perform(&sandbox, &headers, ("find qr code", &id), |data| data.qr_code(&id)).await
}

async fn close_qr_code(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    perform(&sandbox, &headers, ("close qr code", &id), |data| data.close_qr_code(&id)).await
}

async fn list_qr_payments(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    let page = Page::from_query(&query);
    perform(&sandbox, &headers, ("list payments", &id), |data| {
        data.page_of_qr_payments(&id, page).map(collection)
    })
    .await
}

async fn list_settlement_lines(
    State(sandbox): State<Arc<Sandbox>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    perform(&sandbox, &headers, ("list settlement lines", ""), |data| {
        Ok(collection(Page::from_query(&query).of(data.settlement_lines(requested_day(&query)?)?)))
    })
    .await
}
