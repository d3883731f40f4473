//! The operator's account at the payment provider.

use std::sync::Arc;

use sideout_providers::payments::{PaymentProvider, SigningKey};

/// What use cases need of it. Put together by the binary's wiring from the settings, and by tests.
#[derive(Debug, Clone)]
pub struct PaymentAccount {
    /// The way to the provider.
    pub provider: Arc<dyn PaymentProvider>,
    /// The public half of the key, for the player's browser.
    pub key_id: String,
    /// The script of the checkout, for the player's browser.
    pub script_url: String,
    /// With what the checkout signs.
    pub checkout_key: SigningKey,
    /// With what webhooks are signed: now, and before the last change.
    pub webhook_keys: Vec<SigningKey>,
}
