//! The operator's account at a sandbox of the payment provider.

#![expect(clippy::expect_used, reason = "a test that cannot be set up fails by panicking")]

use std::{net::SocketAddr, sync::Arc};

use sideout_app::platform::payment_account::PaymentAccount;
use sideout_providers::{
    Secret,
    payments::{CaptureMode, Razorpay, RazorpaySettings, SigningKey},
};

/// The account with which a sandbox at this address begins; its payments are captured at once.
///
/// # Panics
/// Never: the settings are valid.
pub fn sandbox_account(sandbox: SocketAddr) -> PaymentAccount {
    let settings = RazorpaySettings {
        base_url: format!("http://{sandbox}"),
        script_url: format!("http://{sandbox}/v1/checkout.js"),
        key_id: "rzp_test_sandbox".to_owned(),
        key_secret: Secret::new("sandbox_key_secret"),
        webhook_secret: Secret::new("sandbox_webhook_secret"),
        previous_webhook_secret: None,
        capture: CaptureMode::Automatic,
        timeout_ms: 5_000,
    };
    PaymentAccount {
        provider: Arc::new(Razorpay::new(&settings).expect("valid settings")),
        key_id: settings.key_id,
        script_url: settings.script_url,
        checkout_key: SigningKey::new(settings.key_secret),
        webhook_keys: vec![SigningKey::new(settings.webhook_secret)],
    }
}
