//! Webhooks as a receiver sees them.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up shall fail")]

use std::{
    collections::HashSet,
    future::pending,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use axum::{Router, body::Bytes, extract::State, routing::post};
use hmac::{Hmac, KeyInit as _, Mac as _};
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};
use sha2::Sha256;
use sideout_sandbox::{RazorpayAccount, SandboxSettings, serve};
use sideout_testkit_http::HttpClient;
use tokio::{net::TcpListener, sync::mpsc};

#[derive(Debug)]
struct Received {
    event: String,
    event_id: String,
    /// The secret that it was signed with, if it is one of the account's.
    secret: Option<&'static str>,
}

struct SandboxWithReceiver {
    /// The client with the account's keys.
    sandbox: HttpClient,
    received: mpsc::UnboundedReceiver<Received>,
    /// While set, the receiver answers 500.
    refuses: Arc<AtomicBool>,
}

const NOW: &str = "sandbox_webhook_secret";
const BEFORE: &str = "sandbox_webhook_secret_before";

fn signature(secret: &str, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(body);
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

type Receiver = (mpsc::UnboundedSender<Received>, Arc<AtomicBool>);

async fn receive(State((sender, refuses)): State<Receiver>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let header = |name: &str| headers[name].to_str().unwrap().to_owned();
    let secret =
        [NOW, BEFORE].into_iter().find(|secret| signature(secret, &body) == header("x-razorpay-signature"));
    let parsed: Value = serde_json::from_slice(&body).unwrap();
    let event = parsed["event"].as_str().unwrap().to_owned();
    sender.send(Received { event, event_id: header("x-razorpay-event-id"), secret }).unwrap();
    if refuses.load(Ordering::Relaxed) { StatusCode::INTERNAL_SERVER_ERROR } else { StatusCode::OK }
}

impl SandboxWithReceiver {
    async fn new() -> Self {
        let (sender, received) = mpsc::unbounded_channel();
        let refuses = Arc::new(AtomicBool::new(false));
        let receiver = Router::new().route("/hook", post(receive)).with_state((sender, Arc::clone(&refuses)));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let hook = format!("http://{}/hook", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, receiver).await });
        let razorpay = RazorpayAccount { webhook_url: Some(hook), ..RazorpayAccount::default() };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(serve(listener, SandboxSettings { razorpay, ..SandboxSettings::default() }, pending()));
        let sandbox = HttpClient::at(address).with_basic_auth("rzp_test_sandbox", "sandbox_key_secret");
        SandboxWithReceiver { sandbox, received, refuses }
    }

    async fn paid_order(&self) -> Value {
        let order = self.sandbox.post("/v1/orders", json!({"amount": 80_000, "currency": "INR"})).await.body;
        self.sandbox.post("/razorpay/pay", json!({"order_id": order["id"]})).await.body
    }

    async fn next(&mut self, count: usize) -> Vec<Received> {
        let mut received = Vec::new();
        while received.len() < count {
            received.push(self.received.recv().await.unwrap());
        }
        received
    }

    /// The ids of the events in the log.
    async fn logged_ids(&self) -> HashSet<String> {
        let overview = self.sandbox.get("/razorpay/overview").await.body;
        let newest = overview["webhooks"]["newest"].as_array().unwrap();
        newest.iter().map(|webhook| webhook["event_id"].as_str().unwrap().to_owned()).collect()
    }

    async fn counts(&self) -> Value {
        self.sandbox.get("/razorpay").await.body["webhooks"].clone()
    }
}

fn names(received: &[Received]) -> Vec<&str> {
    let mut names: Vec<&str> = received.iter().map(|received| received.event.as_str()).collect();
    names.sort_unstable();
    names
}

#[tokio::test]
async fn a_payment_sends_three_signed_events_and_a_refund_two() {
    let mut fixture = SandboxWithReceiver::new().await;
    let paid = fixture.paid_order().await;
    let received = fixture.next(3).await;
    assert_eq!(names(&received), ["order.paid", "payment.authorized", "payment.captured"]);
    let path = format!("/v1/payments/{}/refund", paid["payment"]["id"].as_str().unwrap());
    fixture.sandbox.post(&path, json!({})).await;
    let refunded = fixture.next(2).await;
    assert_eq!(names(&refunded), ["refund.created", "refund.processed"]);
    assert!(received.iter().chain(&refunded).all(|received| received.secret == Some(NOW)));
    let ids: HashSet<&str> =
        received.iter().chain(&refunded).map(|received| received.event_id.as_str()).collect();
    assert_eq!(ids.len(), 5);
}

#[tokio::test]
async fn a_refused_webhook_is_sent_again_under_the_same_id() {
    let mut fixture = SandboxWithReceiver::new().await;
    fixture.refuses.store(true, Ordering::Relaxed);
    fixture.paid_order().await;
    let first = fixture.next(3).await;
    // The sandbox counts a refusal once it has read the answer.
    while fixture.counts().await["refused"] != 3 {
        tokio::task::yield_now().await;
    }
    fixture.refuses.store(false, Ordering::Relaxed);
    fixture.sandbox.post("/razorpay/clock", json!({"seconds": 30})).await;
    let again = fixture.next(3).await;
    let ids = |received: &[Received]| received.iter().map(|it| it.event_id.clone()).collect::<HashSet<_>>();
    assert_eq!(ids(&first), ids(&again));
}

#[tokio::test]
async fn webhook_faults_send_duplicates_and_forgeries_and_sign_with_the_old_secret() {
    let mut fixture = SandboxWithReceiver::new().await;
    let faults = json!({"webhooks": {"duplicate_percent": 100, "forge_percent": 100, "old_secret": true}});
    fixture.sandbox.put("/razorpay/switches", faults).await;
    fixture.paid_order().await;
    let received = fixture.next(9).await;
    let forged = received.iter().filter(|received| received.secret.is_none()).count();
    let old: Vec<_> = received.iter().filter(|received| received.secret == Some(BEFORE)).collect();
    assert_eq!((forged, old.len()), (3, 6));
    let ids: HashSet<&str> = old.iter().map(|received| received.event_id.as_str()).collect();
    assert_eq!(ids.len(), 3, "a duplicate has the id of the first");
}

#[tokio::test]
async fn lost_events_are_not_sent_by_themselves() {
    let mut fixture = SandboxWithReceiver::new().await;
    fixture.sandbox.put("/razorpay/switches", json!({"webhooks": {"lose_percent": 100}})).await;
    fixture.paid_order().await;
    let lost = fixture.logged_ids().await;
    assert_eq!(lost.len(), 3);
    fixture.sandbox.put("/razorpay/switches", json!({})).await;
    fixture.paid_order().await;
    let received = fixture.next(3).await;
    assert_eq!(names(&received), ["order.paid", "payment.authorized", "payment.captured"]);
    let ids: HashSet<String> = received.into_iter().map(|received| received.event_id).collect();
    assert!(ids.is_disjoint(&lost), "{ids:?} {lost:?}");
    let logged = fixture.logged_ids().await;
    assert_eq!(logged.difference(&lost).cloned().collect::<HashSet<_>>(), ids);
    // A webhook is tried for a day; the call answers when all that is due by then were sent.
    fixture.sandbox.post("/razorpay/clock", json!({"seconds": 86_400})).await;
    assert!(fixture.received.try_recv().is_err(), "a lost event was sent");
    assert_eq!(
        (fixture.counts().await["lost"].clone(), fixture.counts().await["events"].clone()),
        (json!(3), json!(6))
    );
}

#[tokio::test]
async fn a_webhook_is_sent_again_on_demand_under_its_id_also_one_that_was_lost() {
    let mut fixture = SandboxWithReceiver::new().await;
    fixture.sandbox.put("/razorpay/switches", json!({"webhooks": {"lose_percent": 100}})).await;
    fixture.paid_order().await;
    let newest = fixture.sandbox.get("/razorpay/overview").await.body["webhooks"]["newest"][0].clone();
    assert_eq!((&newest["state"], &newest["event"]), (&json!("lost"), &json!("order.paid")));
    fixture.sandbox.post(format!("/razorpay/webhooks/{}/resend", newest["number"]), json!({})).await;
    let again = fixture.next(1).await.pop().unwrap();
    assert_eq!((again.event.as_str(), json!(again.event_id)), ("order.paid", newest["event_id"].clone()));
    assert_eq!(again.secret, Some(NOW));
    let unknown = fixture.sandbox.post("/razorpay/webhooks/999/resend", json!({})).await.body;
    assert_eq!(unknown["error"]["description"], "The id provided does not exist");
}
