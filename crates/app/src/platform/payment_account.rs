//! The operator's account at the payment provider.

use std::sync::Arc;

use sideout_providers::payments::{PaymentProvider, SigningKey};

/// The part of the account that use cases need.
#[derive(Debug, Clone)]
pub struct PaymentAccount {
    /// The client of the provider.
    pub provider: Arc<dyn PaymentProvider>,
    /// The public half of the API key, for the player's browser.
    pub key_id: String,
    /// The address of the checkout script, for the player's browser.
    pub script_url: String,
    /// The key that verifies signatures of the checkout.
    pub checkout_key: SigningKey,
    /// The keys that verify webhooks; more than one around a change of the key.
    pub webhook_keys: Vec<SigningKey>,
}
