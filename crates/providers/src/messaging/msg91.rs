//! MSG91's Flow API: `POST /api/v5/flow`.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use reqwest::{Client, Url, header::HeaderValue};
use serde_json::{Map, Value, json};

use super::{
    Acceptance, AccountCheck, Fault, MessageError, MessagingSettingsError, Template, TextMessage,
    TextMessenger, account_check::request_account, deliver::deliver, recipient::Recipient,
    registered_texts::RegisteredTexts,
};
use crate::{
    Secret,
    for_log::for_log,
    http_client::{self, Answer, TimeLimits},
};

const NAME: &str = "msg91";

/// MSG91's account, the `[messaging.msg91]` table.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Msg91Settings {
    /// `https://control.msg91.com`, or the sandbox's address.
    #[serde(default = "default_base_url")]
    pub base_url: String,
    /// The account's auth key.
    pub auth_key: Secret,
    /// The longest wait for a response, in milliseconds.
    #[serde(default = "default_timeout_ms")]
    pub timeout_ms: u64,
}

impl Msg91Settings {
    /// MSG91's own address.
    pub const OWN_URL: &str = "https://control.msg91.com";
}

fn default_base_url() -> String {
    Msg91Settings::OWN_URL.to_owned()
}

/// A player waits for the code: trying the second provider is better than a longer wait.
pub(super) fn default_timeout_ms() -> u64 {
    5_000
}

/// Sends through MSG91. The provider renders the text from its copy of the template; we send the values by name.
#[derive(Debug)]
pub struct Msg91 {
    client: Client,
    url: Url,
    balance_url: Url,
    auth_key: HeaderValue,
    sender: Option<String>,
    texts: Arc<RegisteredTexts>,
}

impl Msg91 {
    /// An adapter for the account.
    pub(super) fn new(
        settings: &Msg91Settings,
        sender: Option<&str>,
        texts: Arc<RegisteredTexts>,
    ) -> Result<Self, MessagingSettingsError> {
        if settings.auth_key.is_empty() {
            return Err(MessagingSettingsError::Missing("msg91.auth_key"));
        }
        if texts.one_time_code.flow.is_empty() {
            return Err(MessagingSettingsError::MissingFlow("one_time_code"));
        }
        if let Some((notice, _)) = texts.notices.iter().find(|(_, registered)| registered.flow.is_empty()) {
            return Err(MessagingSettingsError::MissingFlow(notice.name()));
        }
        let invalid = |key, message| MessagingSettingsError::Invalid { key, message };
        let base = http_client::base_url(&settings.base_url)
            .map_err(|message| invalid("msg91.base_url", message))?;
        let mut auth_key = HeaderValue::from_str(settings.auth_key.reveal())
            .map_err(|_| invalid("msg91.auth_key", "cannot be sent in a header: copy it again".to_owned()))?;
        auth_key.set_sensitive(true);
        let limits = TimeLimits::of(settings.timeout_ms, Duration::from_secs(2))
            .map_err(|message| invalid("msg91.timeout_ms", message))?;
        Ok(Msg91 {
            client: http_client::build(limits).map_err(|message| invalid("msg91", message))?,
            url: http_client::join(&base, &["api", "v5", "flow"]),
            balance_url: http_client::join(&base, &["api", "balance.php"]),
            auth_key,
            sender: sender.map(str::to_owned),
            texts,
        })
    }

    fn body(&self, to: &Recipient<'_>, flow: &str, values: Vec<(&'static str, String)>) -> Value {
        let mut recipient = Map::from_iter([("mobiles".to_owned(), Value::from(to.digits()))]);
        recipient.extend(values.into_iter().map(|(name, value)| (name.to_owned(), Value::from(value))));
        let mut body = json!({
            "template_id": flow,
            "short_url": "0",
            "recipients": [recipient],
        });
        if let Some(sender) = &self.sender {
            body["sender"] = Value::from(sender.as_str());
        }
        body
    }

    /// Requests the balance of the transactional route, which MSG91 returns as digits. MSG91 also refuses valid keys if
    /// the account does not list our address, so only its explicit error codes mean a wrong key.
    pub(super) async fn check_account(&self) -> AccountCheck {
        let request = self
            .client
            .get(self.balance_url.clone())
            .header("authkey", self.auth_key.clone())
            .query(&[("authkey", self.auth_key.to_str().unwrap_or_default()), ("type", "4")]);
        request_account(request, read_account_check).await
    }
}

fn read_account_check(answer: &Answer) -> AccountCheck {
    let text = answer.body.trim();
    if (200..=299).contains(&answer.status)
        && !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        return AccountCheck::Accepted(Some(text.chars().take(20).collect()));
    }
    let body: Value = serde_json::from_str(text).unwrap_or(Value::Null);
    let code = match &body["code"] {
        Value::String(code) => code.clone(),
        other => other.to_string(),
    };
    let message = ["message", "msg"].into_iter().find_map(|key| body[key].as_str()).unwrap_or("no message");
    let message = for_log(&format!("status {}, code {code}: {message}", answer.status));
    match code.as_str() {
        "207" | "302" | "303" => AccountCheck::Refused(message),
        _ => AccountCheck::Unclear(message),
    }
}

#[async_trait]
impl TextMessenger for Msg91 {
    async fn send(&self, message: &TextMessage) -> Result<Acceptance, MessageError> {
        let to = Recipient::parse(NAME, &message.to)?;
        // Rendered only to find values that the telephone operators would drop silently; the provider renders its own copy.
        let (registered, _) = self.texts.render(NAME, message)?;
        let body = self.body(&to, &registered.flow, message.template.values());
        let request = self.client.post(self.url.clone()).header("authkey", self.auth_key.clone()).json(&body);
        deliver(NAME, &to, request, |to, answer| classify_response(&message.template, to, answer)).await
    }

    fn text_of(&self, message: &TextMessage) -> Result<String, MessageError> {
        self.texts.render(NAME, message).map(|(_, text)| text)
    }
}

/// Reads a response. MSG91 reports many errors with status 200, so `type` decides (older responses: `msg_type`). The
/// status decides if it is 429 or 503, or if there is no `type`; a success must have a status of 2xx as well.
fn classify_response(template: &Template, to: &str, answer: &Answer) -> Result<Acceptance, MessageError> {
    let body: Value = serde_json::from_str(&answer.body).unwrap_or(Value::Null);
    let text_of = |key: &str| match &body[key] {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let outcome = text_of("type").or_else(|| text_of("msg_type"));
    let code = text_of("code").or_else(|| text_of("apiError"));
    let message = text_of("message").or_else(|| text_of("msg")).or_else(|| text_of("errors"));
    let fault = Fault::new(NAME, to, message.as_deref().unwrap_or("an answer that is not MSG91's"))
        .with_status(answer.status)
        .with_code(code.clone())
        .with_retry_after(answer.retry_after);
    match (outcome.as_deref(), answer.status) {
        (Some("success"), 200..=299) => {
            Ok(Acceptance { provider: NAME, id: text_of("request_id").or_else(|| text_of("message")) })
        }
        (_, 429 | 503) => Err(MessageError::Unavailable(fault)),
        (Some("error"), _) => refusal(template, code.as_deref(), fault),
        (_, 401 | 403 | 404) => Err(MessageError::Misconfigured(fault)),
        _ => Err(MessageError::Unknown(fault)),
    }
}

/// MSG91's table of error codes. A code that is missing or not in it needs the operator's attention.
fn refusal(template: &Template, code: Option<&str>, fault: Fault) -> Result<Acceptance, MessageError> {
    match (code, template) {
        // "The same request twice within ten seconds": the first one was accepted, so the code will be sent. Of two notices with the
        // same text each is about something of its own.
        (Some("311"), Template::OneTimeCode { .. }) => Ok(Acceptance { provider: NAME, id: None }),
        (Some("311"), Template::Notice { .. }) => Err(MessageError::Unknown(fault)),
        (Some("202"), _) => Err(MessageError::BadNumber(fault)),
        (Some("601"), _) => Err(MessageError::Unavailable(fault)),
        // 101-107 a parameter is missing, 203 sender, 207 key, 208 and 418 our address, 301 balance, 302 and 303
        // account closed, 306 promotional hours, 310 too long, 505 demo account.
        _ => Err(MessageError::Misconfigured(fault)),
    }
}

#[cfg(test)]
mod tests {
    use sideout_domain::notice::Notice;

    use super::*;

    fn classified(status: u16, body: &str) -> Result<Acceptance, MessageError> {
        classified_for(&Template::OneTimeCode { code: "482019".to_owned(), minutes: 10 }, status, body)
    }

    fn classified_for(template: &Template, status: u16, body: &str) -> Result<Acceptance, MessageError> {
        let answer = Answer { status, retry_after: None, date: None, body: body.to_owned() };
        classify_response(template, "+919876543210", &answer)
    }

    #[test]
    fn the_type_decides_and_not_the_status() {
        let accepted = classified(200, r#"{"message":"3763646c3058373530393938","type":"success"}"#).unwrap();
        assert_eq!(accepted.id.as_deref(), Some("3763646c3058373530393938"));
        assert!(
            classified(200, r#"{"type":"success","request_id":"abc"}"#).unwrap().id.as_deref() == Some("abc")
        );
        assert!(matches!(
            classified(200, r#"{"type":"error","code":"207","message":"x"}"#),
            Err(MessageError::Misconfigured(_))
        ));
        assert!(matches!(
            classified(200, r#"{"msg_type":"error","msg":"no"}"#),
            Err(MessageError::Misconfigured(_))
        ));
    }

    #[test]
    fn error_codes_are_classified_by_what_can_be_done() {
        let code =
            |code: Value| classified(200, &json!({"type":"error","code":code,"message":"m"}).to_string());
        assert!(matches!(code(json!("202")), Err(MessageError::BadNumber(_))));
        assert!(matches!(code(json!(202)), Err(MessageError::BadNumber(_))), "numbers too");
        assert!(matches!(code(json!("601")), Err(MessageError::Unavailable(_))));
        assert_eq!(code(json!("311")).unwrap().id, None);
        for operator in ["101", "203", "207", "208", "301", "302", "303", "306", "310", "418", "505", "999"] {
            assert!(matches!(code(json!(operator)), Err(MessageError::Misconfigured(_))), "{operator}");
        }
    }

    #[test]
    fn a_notice_with_the_text_of_another_is_tried_again_and_makes_no_outage() {
        let notice =
            Template::Notice { notice: Notice::RefundDone, values: Vec::new(), useful_seconds: 86_400 };
        let repeated = r#"{"type":"error","code":"311","message":"Same request"}"#;
        let refused = classified_for(&notice, 200, repeated).unwrap_err();
        assert!(matches!(refused, MessageError::Unknown(_)), "{refused:?}");
        assert!(!refused.is_outage(), "no player can make the provider be skipped for all");
    }

    #[test]
    fn answers_that_are_not_msg91s_are_never_taken_for_success() {
        for (status, body) in [
            (200, "<html>ok</html>"),
            (200, ""),
            (200, "[]"),
            (200, "{\"type\":7}"),
            (302, ""),
            (502, "<h1>"),
        ] {
            assert!(matches!(classified(status, body), Err(MessageError::Unknown(_))), "{status} {body}");
        }
        assert!(matches!(classified(503, "<html>"), Err(MessageError::Unavailable(_))));
        assert!(matches!(classified(429, "{\"type\":\"error\"}"), Err(MessageError::Unavailable(_))));
        assert!(matches!(classified(401, "Unauthorized"), Err(MessageError::Misconfigured(_))));
        assert!(matches!(classified(500, r#"{"type":"success"}"#), Err(MessageError::Unknown(_))));
    }
}
