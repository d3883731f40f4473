//! Sends webhooks, signed over their raw bytes.

use std::{sync::Arc, time::Duration};

use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::Client;
use sha2::Sha256;

use super::{
    delivery::{Delivery, Signed},
    delivery_log::Answer,
};
use crate::{settings::RazorpayAccount, state::Sandbox};

/// The timeout of a receiver.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The most webhooks that are sent at once.
const MOST_AT_ONCE: usize = 16;
/// How often due webhooks are looked for, if nothing wakes the sender.
const CHECK_EVERY: Duration = Duration::from_millis(200);

/// Sends due webhooks forever; returns at once without a receiver or without a client.
pub(crate) async fn deliver(sandbox: Arc<Sandbox>) {
    let Some(url) = sandbox.settings.razorpay.webhook_url.clone() else { return };
    // An error means that this process already installed one, which works as well.
    drop(rustls::crypto::ring::default_provider().install_default());
    let built = Client::builder().timeout(TIMEOUT).redirect(reqwest::redirect::Policy::none()).build();
    let client = match built {
        Ok(client) => client,
        Err(error) => {
            tracing::error!(%error, "the sandbox cannot send webhooks");
            return;
        }
    };
    loop {
        let due = {
            let mut data = sandbox.razorpay.lock();
            data.catch_up();
            let now = data.clock.now();
            data.deliveries.take_due(now)
        };
        // Several concurrently: receivers must not rely on their order.
        let mut sending = tokio::task::JoinSet::new();
        for delivery in due {
            let (client, url, sandbox) = (client.clone(), url.clone(), Arc::clone(&sandbox));
            sending.spawn(async move {
                let answer = send(&client, &url, &sandbox.settings.razorpay, &delivery).await;
                let mut data = sandbox.razorpay.lock();
                let now = data.clock.now();
                data.deliveries.record_answer(delivery, answer, now);
            });
            if sending.len() >= MOST_AT_ONCE {
                sending.join_next().await;
            }
        }
        while sending.join_next().await.is_some() {}
        sandbox.webhooks_tried.notify_waiters();
        let woken = sandbox.webhooks_due.notified();
        drop(tokio::time::timeout(CHECK_EVERY, woken).await);
    }
}

async fn send(client: &Client, url: &str, account: &RazorpayAccount, delivery: &Delivery) -> Answer {
    let request = client
        .post(url)
        .header("content-type", "application/json")
        .header("x-razorpay-event-id", &delivery.event_id)
        .header("x-razorpay-signature", signature(account, delivery))
        .body(delivery.body.clone());
    match request.send().await {
        Ok(answer) => Answer::Status(answer.status().as_u16()),
        Err(_) => Answer::None,
    }
}

fn signature(account: &RazorpayAccount, delivery: &Delivery) -> String {
    match delivery.signed {
        Signed::Now => sign(&account.webhook_secret, delivery.body.as_bytes()),
        Signed::Before => sign(&account.previous_webhook_secret, delivery.body.as_bytes()),
        Signed::Forged => sign("a secret of the forger", delivery.body.as_bytes()),
    }
}

/// HMAC-SHA-256 in hex.
pub(super) fn sign(secret: &str, message: &[u8]) -> String {
    // HMAC accepts keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return String::new() };
    mac.update(message);
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}
