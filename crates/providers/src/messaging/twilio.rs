//! Twilio's Messages API: `POST /2010-04-01/Accounts/{sid}/Messages.json`.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use reqwest::{Client, Url};
use serde_json::Value;

use super::{
    Acceptance, AccountCheck, Fault, MessageError, MessagingSettingsError, TextMessage, TextMessenger,
    account_check::request_account, deliver::deliver, msg91::default_timeout_ms, recipient::Recipient,
    registered_texts::RegisteredTexts,
};
use crate::{
    Secret,
    for_log::for_log,
    http_client::{self, Answer, TimeLimits},
};

const NAME: &str = "twilio";

/// Twilio's account, the `[messaging.twilio]` table.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwilioSettings {
    /// `https://api.twilio.com`, or the sandbox's address.
    #[serde(default = "default_base_url")]
    pub base_url: String,
    /// The account, `AC…`.
    pub account_sid: String,
    /// An API key's sid, `SK…`, when `auth_token` is that key's secret instead of the account's token.
    #[serde(default)]
    pub api_key_sid: Option<String>,
    /// The account's auth token or the API key's secret.
    pub auth_token: Secret,
    /// The sending number. Either this or `messaging_service_sid`.
    #[serde(default)]
    pub from: Option<String>,
    /// The messaging service that picks the sender, `MG…`.
    #[serde(default)]
    pub messaging_service_sid: Option<String>,
    /// The longest wait for a response, in milliseconds.
    #[serde(default = "default_timeout_ms")]
    pub timeout_ms: u64,
}

impl TwilioSettings {
    /// Twilio's own address.
    pub const OWN_URL: &str = "https://api.twilio.com";
}

fn default_base_url() -> String {
    TwilioSettings::OWN_URL.to_owned()
}

/// Sends through Twilio, which accepts the rendered text.
#[derive(Debug)]
pub struct Twilio {
    client: Client,
    url: Url,
    user: String,
    auth_token: Secret,
    sender: (&'static str, String),
    texts: Arc<RegisteredTexts>,
}

impl Twilio {
    /// An adapter for the account.
    pub(super) fn new(
        settings: &TwilioSettings,
        texts: Arc<RegisteredTexts>,
    ) -> Result<Self, MessagingSettingsError> {
        if settings.account_sid.is_empty() {
            return Err(MessagingSettingsError::Missing("twilio.account_sid"));
        }
        if settings.auth_token.is_empty() {
            return Err(MessagingSettingsError::Missing("twilio.auth_token"));
        }
        let given = |value: &Option<String>| value.clone().filter(|value| !value.trim().is_empty());
        let sender = match (given(&settings.messaging_service_sid), given(&settings.from)) {
            (Some(service), None) => ("MessagingServiceSid", service),
            (None, Some(from)) => ("From", from),
            (None, None) => return Err(MessagingSettingsError::Missing("twilio.from")),
            (Some(_), Some(_)) => {
                return Err(MessagingSettingsError::Invalid {
                    key: "twilio.from",
                    message: "set either from or messaging_service_sid, not both".to_owned(),
                });
            }
        };
        let invalid = |key, message| MessagingSettingsError::Invalid { key, message };
        let base = http_client::base_url(&settings.base_url)
            .map_err(|message| invalid("twilio.base_url", message))?;
        let limits = TimeLimits::of(settings.timeout_ms, Duration::from_secs(2))
            .map_err(|message| invalid("twilio.timeout_ms", message))?;
        Ok(Twilio {
            client: http_client::build(limits).map_err(|message| invalid("twilio", message))?,
            url: http_client::join(
                &base,
                &["2010-04-01", "Accounts", &settings.account_sid, "Messages.json"],
            ),
            user: given(&settings.api_key_sid).unwrap_or_else(|| settings.account_sid.clone()),
            auth_token: settings.auth_token.clone(),
            sender,
            texts,
        })
    }

    /// Reads one message of the account's list: a call that is allowed for an API key as well as for the account
    /// itself.
    pub(super) async fn check_account(&self) -> AccountCheck {
        let request = self
            .client
            .get(self.url.clone())
            .basic_auth(&self.user, Some(self.auth_token.reveal()))
            .query(&[("PageSize", "1")]);
        request_account(request, read_account_check).await
    }
}

fn read_account_check(answer: &Answer) -> AccountCheck {
    let body: Value = serde_json::from_str(&answer.body).unwrap_or(Value::Null);
    let reported = body["message"].as_str().unwrap_or("no message");
    let message = || for_log(&format!("status {}: {reported}", answer.status));
    match answer.status {
        200..=299 if body["messages"].is_array() => AccountCheck::Accepted(None),
        401 | 403 | 404 => AccountCheck::Refused(message()),
        _ => AccountCheck::Unclear(message()),
    }
}

#[async_trait]
impl TextMessenger for Twilio {
    async fn send(&self, message: &TextMessage) -> Result<Acceptance, MessageError> {
        let to = Recipient::parse(NAME, &message.to)?;
        let (_, text) = self.texts.render(NAME, message)?;
        // Twilio retries an undelivered message for hours; a code that has expired by then would only confuse.
        let validity = message.template.useful_seconds().clamp(60, 36_000).to_string();
        let request =
            self.client.post(self.url.clone()).basic_auth(&self.user, Some(self.auth_token.reveal())).form(
                &[
                    ("To", to.with_plus()),
                    (self.sender.0, &self.sender.1),
                    ("Body", &text),
                    ("ValidityPeriod", &validity),
                ],
            );
        deliver(NAME, &to, request, classify_response).await
    }

    fn text_of(&self, message: &TextMessage) -> Result<String, MessageError> {
        self.texts.render(NAME, message).map(|(_, text)| text)
    }
}

/// Reads a response: a message resource (2xx with `sid`) or the error envelope `{code, message, more_info, status}`.
fn classify_response(to: &str, answer: &Answer) -> Result<Acceptance, MessageError> {
    let body: Value = serde_json::from_str(&answer.body).unwrap_or(Value::Null);
    let sid = body["sid"].as_str();
    let code = [&body["code"], &body["error_code"]].into_iter().find_map(Value::as_u64);
    let message = body["message"].as_str().or(body["error_message"].as_str());
    let fault = Fault::new(NAME, to, message.unwrap_or("an answer that is not Twilio's"))
        .with_status(answer.status)
        .with_code(code.map(|code| code.to_string()))
        .with_retry_after(answer.retry_after);
    match (answer.status, sid, code) {
        (200..=299, Some(sid), None) => Ok(Acceptance { provider: NAME, id: Some(sid.to_owned()) }),
        // 20429 and 14107: too many requests, for the account and for this sender.
        (429 | 503, _, _) | (_, _, Some(20429 | 14107)) => Err(MessageError::Unavailable(fault)),
        (_, _, Some(code)) => Err(refusal(code, fault)),
        (401 | 403 | 404, _, None) => Err(MessageError::Misconfigured(fault)),
        _ => Err(MessageError::Unknown(fault)),
    }
}

/// Classifies Twilio's error codes: 20500 is Twilio's own failure; one that is not listed needs the operator's attention.
fn refusal(code: u64, fault: Fault) -> MessageError {
    match code {
        // Invalid, unreachable, unsubscribed, not a mobile, landline.
        21211 | 21217 | 21610 | 21612 | 21614 | 21635 => MessageError::BadNumber(fault),
        20500 => MessageError::Unknown(fault),
        _ => MessageError::Misconfigured(fault),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classified(status: u16, body: &str) -> Result<Acceptance, MessageError> {
        classify_response(
            "+919876543210",
            &Answer { status, retry_after: None, date: None, body: body.to_owned() },
        )
    }

    #[test]
    fn a_created_message_is_accepted_unless_it_carries_an_error() {
        let accepted = classified(201, r#"{"sid":"SM1","status":"queued","error_code":null}"#).unwrap();
        assert_eq!(accepted.id.as_deref(), Some("SM1"));
        assert!(classified(201, r#"{"sid":"SM1","status":"failed","error_code":21614}"#).is_err());
        assert!(matches!(classified(200, "<html>"), Err(MessageError::Unknown(_))));
    }

    #[test]
    fn error_envelopes_are_classified_by_what_can_be_done() {
        let code = |status: u16, code: u32| {
            classified(
                status,
                &format!(r#"{{"code":{code},"message":"m","more_info":"u","status":{status}}}"#),
            )
            .unwrap_err()
        };
        assert!(matches!(code(401, 20003), MessageError::Misconfigured(_)));
        assert!(matches!(code(429, 20429), MessageError::Unavailable(_)));
        assert!(matches!(code(400, 21211), MessageError::BadNumber(_)));
        assert!(matches!(code(400, 21614), MessageError::BadNumber(_)));
        assert!(matches!(code(400, 21606), MessageError::Misconfigured(_)));
        assert!(matches!(code(403, 21408), MessageError::Misconfigured(_)));
        assert!(matches!(code(500, 20500), MessageError::Unknown(_)));
        assert!(matches!(classified(500, "<html>oops</html>"), Err(MessageError::Unknown(_))));
        assert!(matches!(classified(401, ""), Err(MessageError::Misconfigured(_))));
    }
}
