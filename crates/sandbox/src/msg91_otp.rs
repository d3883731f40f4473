//! MSG91's own one-time codes: `/api/v5/otp`, `/otp/verify`, `/otp/retry`. The provider generates the code, sends
//! it, and checks it.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use axum::{
    Router,
    body::Bytes,
    extract::{Query, State},
    response::Response,
    routing::post,
};
use http::HeaderMap;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use crate::{
    chance,
    inbox::Message,
    msg91::{bad_key, error, fated_answer, has_key, number, success},
    scenario::{self, Scenario},
    state::Sandbox,
};

/// The most codes stored.
const KEPT: usize = 2_000;

/// The valid codes, newest last.
#[derive(Debug, Default)]
pub(crate) struct OtpRequests(VecDeque<OtpRequest>);

#[derive(Debug, Clone)]
struct OtpRequest {
    to: String,
    code: String,
    template_id: String,
    values: HashMap<String, String>,
    expires_at: Timestamp,
}

impl OtpRequests {
    fn put(&mut self, request: OtpRequest) {
        self.0.retain(|known| known.to != request.to);
        if self.0.len() >= KEPT {
            self.0.pop_front();
        }
        self.0.push_back(request);
    }

    fn find(&self, to: &str) -> Option<&OtpRequest> {
        self.0.iter().find(|known| known.to == to)
    }

    /// Checks a code, which is valid only once.
    fn verify(&mut self, to: &str, code: &str, now: Timestamp) -> Result<(), &'static str> {
        let request = self.find(to).ok_or("Mobile no. already verified")?;
        if request.expires_at <= now {
            return Err("OTP expired");
        }
        if request.code != code {
            return Err("OTP not match");
        }
        self.0.retain(|known| known.to != to);
        Ok(())
    }
}

pub(crate) fn routes() -> Router<Arc<Sandbox>> {
    Router::new()
        .route("/api/v5/otp", post(send))
        .route("/api/v5/otp/verify", post(verify).get(verify))
        .route("/api/v5/otp/retry", post(resend).get(resend))
}

/// The parameters of a call: the query's, and the JSON or form fields of the body.
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
        return error(None, "Template ID Missing or Invalid Template");
    };
    let Some(to) = values.get("mobile").and_then(|mobile| number(mobile)) else {
        return error(Some("202"), "Invalid mobile number");
    };
    let length = values.get("otp_length").and_then(|length| length.parse().ok()).unwrap_or(4_usize);
    let minutes = values.get("otp_expiry").and_then(|minutes| minutes.parse().ok()).unwrap_or(1_440_i64);
    if !(4..=9).contains(&length) || !(1..=1_440).contains(&minutes) {
        return error(None, "Invalid otp_length or otp_expiry");
    }
    let request = OtpRequest {
        code: values.get("otp").cloned().unwrap_or_else(|| chance::digits(length)),
        to,
        template_id,
        values,
        expires_at: sandbox.clock.now() + SignedDuration::from_mins(minutes),
    };
    deliver(&sandbox, request).await
}

async fn deliver(sandbox: &Sandbox, request: OtpRequest) -> Response {
    let fate = scenario::of(&request.to);
    if let Some(answer) = fated_answer(fate) {
        return answer;
    }
    let Some(template) = sandbox.template(&request.template_id) else {
        return error(None, "Template ID Missing or Invalid Template");
    };
    let mut values = request.values.clone();
    values.insert("OTP".to_owned(), request.code.clone());
    let text = template.render(&values);
    let is_registered = sandbox.is_registered(&request.to, &text);
    let from = sandbox.settings.msg91.senders.first().cloned().unwrap_or_else(|| "MSGIND".to_owned());
    let message = Message::new(
        "msg91",
        chance::hex(24),
        [from, request.to.clone(), text],
        fate,
        is_registered,
        sandbox.clock.now(),
    );
    sandbox.otp_requests.lock().put(request);
    sandbox.inbox.lock().add(message);
    if fate == Some(Scenario::Slow) {
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
        return error(Some("202"), "Invalid mobile number");
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
        return error(Some("202"), "Invalid mobile number");
    };
    let known = sandbox.otp_requests.lock().find(&to).cloned();
    match known {
        Some(request) => deliver(&sandbox, request).await,
        None => error(None, "No OTP request found to retryotp"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(to: &str, code: &str) -> OtpRequest {
        OtpRequest {
            to: to.to_owned(),
            code: code.to_owned(),
            template_id: "t".to_owned(),
            values: HashMap::new(),
            expires_at: Timestamp::UNIX_EPOCH + SignedDuration::from_mins(10),
        }
    }

    #[test]
    fn a_code_is_good_once_for_its_number_and_its_time() {
        let mut requests = OtpRequests::default();
        requests.put(request("+919876543210", "0000"));
        requests.put(request("+919876543210", "1234"));
        let now = Timestamp::UNIX_EPOCH;
        assert_eq!(requests.verify("+919876543210", "0000", now), Err("OTP not match"), "replaced");
        assert_eq!(requests.verify("+919876543211", "1234", now), Err("Mobile no. already verified"));
        let late = now + SignedDuration::from_mins(10);
        assert_eq!(requests.verify("+919876543210", "1234", late), Err("OTP expired"));
        assert_eq!(requests.verify("+919876543210", "1234", now), Ok(()));
        assert_eq!(requests.verify("+919876543210", "1234", now), Err("Mobile no. already verified"));
    }
}
