//! Twilio's Messages API: `POST /2010-04-01/Accounts/{sid}/Messages.json`, and reading a message back.

use std::{collections::HashMap, sync::Arc};

use axum::{
    Form, Json, Router,
    extract::{Path, State, rejection::FormRejection},
    response::{Html, IntoResponse, Response},
    routing::{get, post},
};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use http::{HeaderMap, StatusCode, header};
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use crate::{
    inbox::{Message, Status},
    random,
    scenario::{self, Scenario},
    state::Sandbox,
};

pub(crate) fn routes() -> Router<Arc<Sandbox>> {
    Router::new()
        .route("/2010-04-01/Accounts/{account}/Messages.json", post(send).get(list))
        .route("/2010-04-01/Accounts/{account}/Messages/{message}", get(find))
}

/// Twilio's error envelope.
fn error(status: StatusCode, code: u32, message: &str) -> Response {
    let body = json!({
        "code": code,
        "message": message,
        "more_info": format!("https://www.twilio.com/docs/errors/{code}"),
        "status": status.as_u16(),
    });
    (status, Json(body)).into_response()
}

/// Twilio's refusal unless the request carries the account's sid and token (Basic authentication).
fn refused(sandbox: &Sandbox, account: &str, headers: &HeaderMap) -> Option<Response> {
    let known = &sandbox.settings.twilio;
    let given = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok()?.strip_prefix("Basic "))
        .and_then(|encoded| BASE64_STANDARD.decode(encoded).ok());
    let expected = format!("{}:{}", known.account_sid, known.auth_token);
    if given.as_deref() == Some(expected.as_bytes()) && account == known.account_sid {
        return None;
    }
    let mut answer = error(StatusCode::UNAUTHORIZED, 20003, "Authenticate");
    answer
        .headers_mut()
        .insert(header::WWW_AUTHENTICATE, http::HeaderValue::from_static("Basic realm=\"Twilio API\""));
    Some(answer)
}

/// The response to a scenario number instead of an acceptance, if it has one.
fn scenario_answer(scenario: Option<Scenario>, to: &str) -> Option<Response> {
    Some(match scenario? {
        Scenario::InternalError => error(StatusCode::INTERNAL_SERVER_ERROR, 20500, "Internal Server Error"),
        Scenario::NoBalance => error(StatusCode::FORBIDDEN, 20005, "Account not active"),
        Scenario::Throttled => {
            let mut answer = error(StatusCode::TOO_MANY_REQUESTS, 20429, "Too Many Requests");
            answer.headers_mut().insert(header::RETRY_AFTER, http::HeaderValue::from_static("30"));
            answer
        }
        Scenario::ErrorPage => {
            (StatusCode::INTERNAL_SERVER_ERROR, Html(scenario::ERROR_PAGE)).into_response()
        }
        Scenario::Gibberish => "OK".into_response(),
        Scenario::Landline => {
            error(StatusCode::BAD_REQUEST, 21614, "'To' number is not a valid mobile number")
        }
        Scenario::InvalidNumber => invalid_to(to),
        Scenario::Undelivered | Scenario::DltBlocked | Scenario::Slow => return None,
    })
}

fn invalid_to(to: &str) -> Response {
    error(StatusCode::BAD_REQUEST, 21211, &format!("Invalid 'To' Phone Number: {to}"))
}

/// `GET …/Messages.json`: the account's list; only the access to it is simulated.
async fn list(
    State(sandbox): State<Arc<Sandbox>>,
    Path(account): Path<String>,
    headers: HeaderMap,
) -> Response {
    refused(&sandbox, &account, &headers)
        .unwrap_or_else(|| Json(json!({"messages": [], "page": 0, "page_size": 1})).into_response())
}

async fn send(
    State(sandbox): State<Arc<Sandbox>>,
    Path(account): Path<String>,
    headers: HeaderMap,
    form: Result<Form<HashMap<String, String>>, FormRejection>,
) -> Response {
    if let Some(answer) = refused(&sandbox, &account, &headers) {
        return answer;
    }
    let Form(form) = form.unwrap_or_default();
    let field = |name: &str| form.get(name).map(String::as_str).filter(|value| !value.is_empty());
    let Some(to) = field("To") else {
        return error(StatusCode::BAD_REQUEST, 21604, "A 'To' phone number is required.");
    };
    let Some(from) = field("MessagingServiceSid").or(field("From")) else {
        return error(StatusCode::BAD_REQUEST, 21603, "A 'From' phone number is required.");
    };
    let Some(text) = field("Body") else {
        return error(StatusCode::BAD_REQUEST, 21602, "Message body is required.");
    };
    if text.chars().count() > 1_600 {
        return error(
            StatusCode::BAD_REQUEST,
            21617,
            "The concatenated message body exceeds the 1600 character limit",
        );
    }
    let senders = &sandbox.settings.twilio.senders;
    if !senders.is_empty() && !senders.iter().any(|known| known == from) {
        let message = format!(
            "The 'From' phone number {from} is not a valid, message-capable number for your account."
        );
        return error(StatusCode::BAD_REQUEST, 21606, &message);
    }
    let digits = to.strip_prefix('+').unwrap_or_default();
    if !(8..=15).contains(&digits.len())
        || !digits.bytes().all(|b| b.is_ascii_digit())
        || digits.starts_with('0')
    {
        return invalid_to(to);
    }
    let scenario = scenario::of(to);
    if let Some(answer) = scenario_answer(scenario, to) {
        return answer;
    }
    let is_registered = sandbox.is_registered(to, text);
    let sid = format!("SM{}", random::hex(32));
    let message = Message::new(
        "twilio",
        sid,
        [from, to, text].map(str::to_owned),
        scenario,
        is_registered,
        sandbox.clock.now(),
    );
    let body = resource(&account, &message, "queued");
    sandbox.inbox.lock().add(message);
    if scenario == Some(Scenario::Slow) {
        tokio::time::sleep(sandbox.settings.slow_answer()).await;
    }
    (StatusCode::CREATED, Json(body)).into_response()
}

/// `GET …/Messages/{sid}.json`: the message with its final status.
async fn find(
    State(sandbox): State<Arc<Sandbox>>,
    Path((account, message)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    if let Some(answer) = refused(&sandbox, &account, &headers) {
        return answer;
    }
    let sid = message.strip_suffix(".json").unwrap_or(&message);
    match sandbox.inbox.lock().find(sid).filter(|message| message.provider == "twilio") {
        Some(message) => {
            let status = if message.status == Status::Delivered { "delivered" } else { "undelivered" };
            Json(resource(&account, message, status)).into_response()
        }
        None => error(StatusCode::NOT_FOUND, 20404, "The requested resource was not found"),
    }
}

/// Twilio's message resource.
fn resource(account: &str, message: &Message, status: &str) -> Value {
    let date = message.at.to_zoned(TimeZone::UTC).strftime("%a, %d %b %Y %H:%M:%S +0000").to_string();
    let is_service = message.from.starts_with("MG");
    let failed = status == "undelivered";
    let uri = format!("/2010-04-01/Accounts/{account}/Messages/{}", message.id);
    json!({
        "account_sid": account,
        "api_version": "2010-04-01",
        "body": message.text,
        "date_created": date,
        "date_sent": if status == "queued" { Value::Null } else { Value::from(date.clone()) },
        "date_updated": date,
        "direction": "outbound-api",
        "error_code": if failed { Value::from(30007) } else { Value::Null },
        "error_message": if failed { Value::from("Message filtered") } else { Value::Null },
        "from": if is_service { Value::Null } else { Value::from(message.from.as_str()) },
        "messaging_service_sid": if is_service { Value::from(message.from.as_str()) } else { Value::Null },
        "num_media": "0",
        "num_segments": message.text.chars().count().div_ceil(160).max(1).to_string(),
        "price": null,
        "price_unit": "USD",
        "sid": message.id,
        "status": status,
        "subresource_uris": {"media": format!("{uri}/Media.json")},
        "to": message.to,
        "uri": format!("{uri}.json"),
    })
}
