//! MSG91's own one-time codes: `/api/v5/otp`, `/otp/verify`, `/otp/retry`. The provider generates the code, sends
//! it, and checks it.

use std::{collections::HashMap, sync::Arc};

use axum::{
    Router,
    body::Bytes,
    extract::{Query, State},
    response::Response,
    routing::post,
};
use http::HeaderMap;
use jiff::SignedDuration;
use serde_json::Value;

use crate::{
    inbox::Message,
    msg91::{
        DEFAULT_SENDER, bad_key, bad_number, bad_template, error, has_key, number, scenario_answer, success,
    },
    otp_requests::OtpRequest,
    random,
    scenario::{self, Scenario},
    state::Sandbox,
};

pub(crate) fn routes() -> Router<Arc<Sandbox>> {
    Router::new()
        .route("/api/v5/otp", post(send))
        .route("/api/v5/otp/verify", post(verify).get(verify))
        .route("/api/v5/otp/retry", post(resend).get(resend))
}

/// The parameters of a call (those of the query, and the texts of a JSON body), and the body itself.
fn parameters(mut query: HashMap<String, String>, body: &Bytes) -> (HashMap<String, String>, Value) {
    let json = serde_json::from_slice::<Value>(body).unwrap_or(Value::Null);
    for (name, value) in json.as_object().into_iter().flatten() {
        if let Some(text) = value.as_str() {
            query.entry(name.clone()).or_insert_with(|| text.to_owned());
        }
    }
    (query, json)
}

async fn send(
    State(sandbox): State<Arc<Sandbox>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let (values, json) = parameters(query, &body);
    if !has_key(&sandbox, &headers, &values, &json) {
        return bad_key();
    }
    let Some(template_id) = values.get("template_id").filter(|id| sandbox.template(id).is_some()).cloned()
    else {
        return bad_template();
    };
    let Some(to) = values.get("mobile").and_then(|mobile| number(mobile)) else {
        return bad_number();
    };
    // The defaults and the limits of MSG91: four digits, valid for a day.
    let length = values.get("otp_length").and_then(|length| length.parse().ok()).unwrap_or(4_usize);
    let minutes = values.get("otp_expiry").and_then(|minutes| minutes.parse().ok()).unwrap_or(1_440_i64);
    if !(4..=9).contains(&length) || !(1..=1_440).contains(&minutes) {
        return error(None, "Invalid otp_length or otp_expiry");
    }
    let request = OtpRequest {
        code: values.get("otp").cloned().unwrap_or_else(|| random::digits(length)),
        to,
        template_id,
        values,
        expires_at: sandbox.clock.now() + SignedDuration::from_mins(minutes),
    };
    deliver(&sandbox, request).await
}

async fn deliver(sandbox: &Sandbox, request: OtpRequest) -> Response {
    let scenario = scenario::of(&request.to);
    if let Some(answer) = scenario_answer(scenario) {
        return answer;
    }
    let Some(template) = sandbox.template(&request.template_id) else {
        return bad_template();
    };
    let mut values = request.values.clone();
    values.insert("OTP".to_owned(), request.code.clone());
    let text = template.render(&values);
    let is_registered = sandbox.is_registered(&request.to, &text);
    let from = sandbox.settings.msg91.senders.first().cloned().unwrap_or_else(|| DEFAULT_SENDER.to_owned());
    let message = Message::new(
        "msg91",
        random::hex(24),
        [from, request.to.clone(), text],
        scenario,
        is_registered,
        sandbox.clock.now(),
    );
    sandbox.otp_requests.lock().put(request);
    sandbox.inbox.lock().add(message);
    if scenario == Some(Scenario::Slow) {
        tokio::time::sleep(sandbox.settings.slow_answer()).await;
    }
    success()
}

async fn verify(
    State(sandbox): State<Arc<Sandbox>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let (values, json) = parameters(query, &body);
    if !has_key(&sandbox, &headers, &values, &json) {
        return bad_key();
    }
    let (Some(to), Some(code)) = (values.get("mobile").and_then(|mobile| number(mobile)), values.get("otp"))
    else {
        return bad_number();
    };
    match sandbox.otp_requests.lock().verify(&to, code, sandbox.clock.now()) {
        Ok(()) => success(),
        Err(message) => error(None, message),
    }
}

async fn resend(
    State(sandbox): State<Arc<Sandbox>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let (values, json) = parameters(query, &body);
    if !has_key(&sandbox, &headers, &values, &json) {
        return bad_key();
    }
    let Some(to) = values.get("mobile").and_then(|mobile| number(mobile)) else {
        return bad_number();
    };
    let known = sandbox.otp_requests.lock().find(&to).cloned();
    match known {
        Some(request) => deliver(&sandbox, request).await,
        None => error(None, "No OTP request found to retryotp"),
    }
}
