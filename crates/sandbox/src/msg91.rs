//! MSG91's Flow API: `POST /api/v5/flow`. Most of its errors come with status 200, and so they do here.

use std::{collections::HashMap, hash::Hash, sync::Arc};

use axum::{
    Json, Router,
    body::Bytes,
    extract::{Query, State},
    response::{Html, IntoResponse, Response},
    routing::{get, post},
};
use http::{HeaderMap, StatusCode, header};
use serde_json::{Value, json};

use crate::{
    inbox::Message,
    random,
    scenario::{self, Scenario},
    state::Sandbox,
};

/// The sender of an account without registered ones.
pub(crate) const DEFAULT_SENDER: &str = "MSGIND";

pub(crate) fn routes() -> Router<Arc<Sandbox>> {
    Router::new()
        .route("/api/v5/flow", post(send))
        .route("/api/v5/flow/", post(send))
        .route("/api/balance.php", get(balance))
}

/// `{"message":"<request id>","type":"success"}`.
pub(crate) fn success() -> Response {
    Json(json!({"message": random::hex(24), "type": "success"})).into_response()
}

/// `{"message":…,"type":"error"}` with status 200, and with a code if MSG91's table of error codes has one.
pub(crate) fn error(code: Option<&str>, message: &str) -> Response {
    let mut body = json!({"message": message, "type": "error"});
    if let Some(code) = code {
        body["code"] = Value::from(code);
    }
    Json(body).into_response()
}

/// Whether a request has the account's auth key: in the header, the query or the body, in this order.
pub(crate) fn has_key(
    sandbox: &Sandbox,
    headers: &HeaderMap,
    query: &HashMap<String, String>,
    body: &Value,
) -> bool {
    let key = headers
        .get("authkey")
        .and_then(|key| key.to_str().ok())
        .or_else(|| query.get("authkey").map(String::as_str))
        .or_else(|| body["authkey"].as_str());
    key == Some(sandbox.settings.msg91.auth_key.as_str())
}

/// MSG91's response to a wrong key.
pub(crate) fn bad_key() -> Response {
    error(Some("207"), "Invalid authkey")
}

/// MSG91's response to a missing or unknown template.
pub(crate) fn bad_template() -> Response {
    error(None, "Template ID Missing or Invalid Template")
}

/// MSG91's response to a number to which it does not send.
pub(crate) fn bad_number() -> Response {
    error(Some("202"), "Invalid mobile number")
}

/// A number as MSG91 expects it (`919876543210`), in international form. Indian ones must be mobiles.
pub(crate) fn number(mobile: &str) -> Option<String> {
    let is_number = (8..=15).contains(&mobile.len()) && mobile.bytes().all(|b| b.is_ascii_digit());
    let is_possible = match mobile.strip_prefix("91") {
        Some(rest) => rest.len() == 10 && rest.starts_with(['6', '7', '8', '9']),
        None => !mobile.starts_with('0'),
    };
    (is_number && is_possible).then(|| format!("+{mobile}"))
}

/// The response to a scenario number instead of an acceptance, if it has one.
pub(crate) fn scenario_answer(scenario: Option<Scenario>) -> Option<Response> {
    Some(match scenario? {
        Scenario::InternalError => error(Some("601"), "Internal error, please contact support for details"),
        Scenario::NoBalance => error(Some("301"), "Insufficient balance to send SMS"),
        Scenario::Throttled => {
            let body = json!({"message": "Too many requests", "type": "error"});
            (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "30")], Json(body)).into_response()
        }
        Scenario::ErrorPage => {
            (StatusCode::INTERNAL_SERVER_ERROR, Html(scenario::ERROR_PAGE)).into_response()
        }
        Scenario::Gibberish => "OK".into_response(),
        Scenario::Landline | Scenario::InvalidNumber => bad_number(),
        Scenario::Undelivered | Scenario::DltBlocked | Scenario::Slow => return None,
    })
}

/// The balance of a route in digits, or the error.
async fn balance(
    State(sandbox): State<Arc<Sandbox>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    if has_key(&sandbox, &headers, &query, &Value::Null) { "9800".into_response() } else { bad_key() }
}

async fn send(
    State(sandbox): State<Arc<Sandbox>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let Ok(request) = serde_json::from_slice::<Value>(&body) else {
        return error(None, "Invalid JSON");
    };
    if !has_key(&sandbox, &headers, &query, &request) {
        return bad_key();
    }
    let Some(id) =
        request["template_id"].as_str().or(request["flow_id"].as_str()).filter(|id| !id.is_empty())
    else {
        return error(Some("101"), "template_id is missing");
    };
    let Some(template) = sandbox.template(id) else {
        return bad_template();
    };
    let sender = request["sender"].as_str();
    let senders = &sandbox.settings.msg91.senders;
    if sender.is_some_and(|sender| !senders.is_empty() && !senders.iter().any(|known| known == sender)) {
        return error(Some("203"), "Invalid sender id");
    }
    let recipients = match &request["recipients"] {
        Value::Array(recipients) if !recipients.is_empty() => recipients.clone(),
        // The older shape: one recipient, its values beside the template.
        _ if request["mobiles"].is_string() => vec![request.clone()],
        _ => return error(Some("102"), "recipients is missing"),
    };
    let mut messages = Vec::new();
    for recipient in &recipients {
        let Some(to) = recipient["mobiles"].as_str().and_then(number) else {
            return bad_number();
        };
        let text = template.render(&values(recipient));
        messages.push((to, text));
    }
    let scenario = messages.iter().find_map(|(to, _)| scenario::of(to));
    if let Some(answer) = scenario_answer(scenario) {
        return answer;
    }
    if record_request(&sandbox, &body) {
        return error(Some("311"), "Same request received within 10 seconds");
    }
    for (to, text) in messages {
        let is_registered = sandbox.is_registered(&to, &text);
        let from = sender.or(senders.first().map(String::as_str)).unwrap_or(DEFAULT_SENDER).to_owned();
        let scenario = scenario::of(&to);
        sandbox.inbox.lock().add(Message::new(
            "msg91",
            random::hex(24),
            [from, to, text],
            scenario,
            is_registered,
            sandbox.clock.now(),
        ));
    }
    if scenario == Some(Scenario::Slow) {
        tokio::time::sleep(sandbox.settings.slow_answer()).await;
    }
    success()
}

/// Records an accepted request; returns whether it is repeated, which MSG91 refuses.
fn record_request(sandbox: &Sandbox, request: &impl Hash) -> bool {
    sandbox.recent.lock().record(request, sandbox.clock.now())
}

/// A recipient's values: every text or number in its object.
fn values(recipient: &Value) -> HashMap<String, String> {
    let fields = recipient.as_object().into_iter().flatten();
    fields
        .filter_map(|(name, value)| match value {
            Value::String(text) => Some((name.clone(), text.clone())),
            Value::Number(number) => Some((name.clone(), number.to_string())),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_digits_without_a_plus_and_indian_ones_are_mobiles() {
        assert_eq!(number("919876543210").as_deref(), Some("+919876543210"));
        assert_eq!(number("14155550123").as_deref(), Some("+14155550123"));
        for bad in ["+919876543210", "9198765432", "911234567890", "", "abc", "0919876543210"] {
            assert_eq!(number(bad), None, "{bad}");
        }
    }
}
