//! The settings of the sandbox's Razorpay account.

use std::net::SocketAddr;

use sideout_providers::{
    Secret,
    payments::{CaptureMode, RazorpaySettings},
};

/// The account of a sandbox at this address.
pub(crate) fn settings(address: SocketAddr, timeout_ms: u64) -> RazorpaySettings {
    RazorpaySettings {
        base_url: format!("http://{address}"),
        script_url: format!("http://{address}/v1/checkout.js"),
        key_id: "rzp_test_sandbox".to_owned(),
        key_secret: Secret::new("sandbox_key_secret"),
        webhook_secret: Secret::new("sandbox_webhook_secret"),
        previous_webhook_secret: None,
        capture: CaptureMode::Automatic,
        timeout_ms,
    }
}
