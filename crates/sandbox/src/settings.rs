//! Settings of the sandbox.

use std::time::Duration;

/// The accounts, keys and registered texts that the stand-ins accept.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SandboxSettings {
    /// The account at MSG91.
    pub msg91: Msg91Account,
    /// The account at Twilio.
    pub twilio: TwilioAccount,
    /// The account at Razorpay.
    pub razorpay: RazorpayAccount,
    /// The account at the mail relay.
    pub smtp: SmtpAccount,
    /// The texts registered with the Indian telephone operators. A message to an Indian number that equals none of them
    /// is accepted and then dropped, as those operators do. If empty, texts are not checked.
    pub templates: Vec<ApprovedTemplate>,
    /// The delay of responses that are slow on purpose, in milliseconds.
    pub slow_answer_ms: u64,
}

impl Default for SandboxSettings {
    fn default() -> Self {
        SandboxSettings {
            msg91: Msg91Account::default(),
            twilio: TwilioAccount::default(),
            razorpay: RazorpayAccount::default(),
            smtp: SmtpAccount::default(),
            templates: Vec::new(),
            slow_answer_ms: 20_000,
        }
    }
}

impl SandboxSettings {
    pub(crate) fn slow_answer(&self) -> Duration {
        Duration::from_millis(self.slow_answer_ms)
    }
}

/// The MSG91 account.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Msg91Account {
    /// The only auth key that is accepted.
    pub auth_key: String,
    /// The registered sender ids ("headers"). Empty: any.
    pub senders: Vec<String>,
}

impl Default for Msg91Account {
    fn default() -> Self {
        Msg91Account { auth_key: "sandbox-auth-key".to_owned(), senders: Vec::new() }
    }
}

/// The Twilio account.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TwilioAccount {
    /// The account's sid.
    pub account_sid: String,
    /// The only auth token that is accepted.
    pub auth_token: String,
    /// Numbers and messaging services that may send. Empty: any.
    pub senders: Vec<String>,
}

impl Default for TwilioAccount {
    fn default() -> Self {
        TwilioAccount {
            account_sid: "AC00000000000000000000000000000000".to_owned(),
            auth_token: "sandbox-auth-token".to_owned(),
            senders: Vec::new(),
        }
    }
}

/// The Razorpay account.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RazorpayAccount {
    /// The id of the only key that is accepted.
    pub key_id: String,
    /// The secret of that key.
    pub key_secret: String,
    /// The secret for signing webhooks.
    pub webhook_secret: String,
    /// The secret before the last change.
    pub previous_webhook_secret: String,
    /// The address of the receiver; if absent, no webhooks are sent.
    pub webhook_url: Option<String>,
}

impl Default for RazorpayAccount {
    fn default() -> Self {
        RazorpayAccount {
            key_id: "rzp_test_sandbox".to_owned(),
            key_secret: "sandbox_key_secret".to_owned(),
            webhook_secret: "sandbox_webhook_secret".to_owned(),
            previous_webhook_secret: "sandbox_webhook_secret_before".to_owned(),
            webhook_url: None,
        }
    }
}

/// The account at the mail relay.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SmtpAccount {
    /// The only user name that is accepted.
    pub user: String,
    /// The account's password. If empty, logging in is not required and always succeeds.
    pub password: String,
}

/// A registered text.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApprovedTemplate {
    /// The text's id at MSG91.
    pub id: String,
    /// The text, its placeholders written `##name##` (MSG91's panel) or `{#var#}` (the registry).
    pub text: String,
}
