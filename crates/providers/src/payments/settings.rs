//! Settings of the payment provider's account.

use crate::Secret;

/// When authorized payments are captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CaptureMode {
    /// Captured by the provider, if the bank authorizes early enough.
    #[default]
    Automatic,
    /// Captured by our call; without it the authorization expires.
    Manual,
}

/// Razorpay's account, the `[payments.razorpay]` table.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RazorpaySettings {
    /// `https://api.razorpay.com`, or the sandbox's address.
    #[serde(default = "default_base_url")]
    pub base_url: String,
    /// The address of the checkout's script.
    #[serde(default = "default_script_url")]
    pub script_url: String,
    /// The public half of the key, `rzp_live_…` or `rzp_test_…`.
    pub key_id: String,
    /// The secret half of the key.
    pub key_secret: Secret,
    /// The webhook's own secret.
    pub webhook_secret: Secret,
    /// The previous secret of the webhook: messages signed with it still arrive for a day after a change.
    #[serde(default)]
    pub previous_webhook_secret: Option<Secret>,
    /// Whether the provider or our call captures payments.
    #[serde(default)]
    pub capture: CaptureMode,
    /// The longest wait for a response, in milliseconds.
    #[serde(default = "default_timeout_ms")]
    pub timeout_ms: u64,
}

fn default_base_url() -> String {
    RazorpaySettings::OWN_URL.to_owned()
}

fn default_script_url() -> String {
    RazorpaySettings::OWN_SCRIPT_URL.to_owned()
}

fn default_timeout_ms() -> u64 {
    12_000
}

/// A setting of the account is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("payments.razorpay.{key}: {message}")]
pub struct PaymentSettingsError {
    /// The key of the table.
    pub key: &'static str,
    /// What is wrong with it.
    pub message: String,
}

impl RazorpaySettings {
    /// Razorpay's own address.
    pub const OWN_URL: &str = "https://api.razorpay.com";
    /// Where Razorpay's own checkout script is.
    pub const OWN_SCRIPT_URL: &str = "https://checkout.razorpay.com/v1/checkout.js";

    /// Checks the keys and secrets, and that live keys go to https only; sends no request.
    ///
    /// # Errors
    /// The first invalid key.
    pub fn check(&self) -> Result<(), PaymentSettingsError> {
        let fault = |key, message: &str| Err(PaymentSettingsError { key, message: message.to_owned() });
        let is_live = self.key_id.starts_with("rzp_live_");
        if !is_live && !self.key_id.starts_with("rzp_test_") {
            return fault("key_id", "must begin with rzp_live_ or rzp_test_");
        }
        for (key, url) in [("base_url", &self.base_url), ("script_url", &self.script_url)] {
            if is_live && !url.starts_with("https://") {
                return fault(key, "must be an https address with live keys; a sandbox takes test keys only");
            }
        }
        if self.key_secret.is_empty() {
            return fault("key_secret", "is missing; copy it from the provider's dashboard");
        }
        if self.webhook_secret.is_empty() {
            return fault(
                "webhook_secret",
                "is missing; without it forged webhooks cannot be detected: set the one of the webhook in the provider's dashboard",
            );
        }
        if self.webhook_secret == self.key_secret {
            return fault("webhook_secret", "is the key's secret; the webhook has one of its own");
        }
        Ok(())
    }
}
