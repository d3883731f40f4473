//! The calls that the page and the payment window make to the sandbox.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up shall fail")]

use std::future::pending;

use http::StatusCode;
use jiff::Timestamp;
use serde_json::{Value, json};
use sideout_sandbox::{ClockAhead, SandboxSettings, serve_with_clock};
use sideout_testkit_http::HttpClient;
use tokio::net::TcpListener;

struct SandboxWithClock {
    /// The client with the account's keys.
    sandbox: HttpClient,
    ahead: ClockAhead,
}

impl SandboxWithClock {
    async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let ahead = ClockAhead::default();
        tokio::spawn(serve_with_clock(listener, SandboxSettings::default(), ahead.clone(), pending()));
        let sandbox = HttpClient::at(address).with_basic_auth("rzp_test_sandbox", "sandbox_key_secret");
        SandboxWithClock { sandbox, ahead }
    }

    /// An order of ₹800 and the id of a payment begun in the window.
    async fn begun(&self, method: &str) -> (String, String) {
        let order = self.sandbox.post("/v1/orders", json!({"amount": 80_000, "currency": "INR"})).await.body;
        let order = order["id"].as_str().unwrap().to_owned();
        let payment = self.begin(&order, method).await;
        (order, payment)
    }

    /// Begins a payment of an order of ₹800 in the window; returns its id.
    async fn begin(&self, order: &str, method: &str) -> String {
        let begin = json!({"key_id": "rzp_test_sandbox", "order_id": order, "amount": 80_000, "method": method,
            "contact": "9876543210", "notes": {"court": "3"}});
        let begun = self.sandbox.post("/v1/checkout/payments", begin).await.body;
        begun["payment_id"].as_str().unwrap().to_owned()
    }

    async fn overview(&self) -> Value {
        self.sandbox.get("/razorpay/overview").await.body
    }
}

#[tokio::test]
async fn the_overview_has_the_history_of_an_order_and_is_sent_again_only_if_it_changed() {
    let fixture = SandboxWithClock::new().await;
    let (order, payment) = fixture.begun("upi").await;
    let end =
        |outcome: &str| json!({"key_id": "rzp_test_sandbox", "payment_id": payment, "outcome": outcome});
    fixture.sandbox.post("/v1/checkout/payments/end", end("fail_then_succeed")).await;
    let path = format!("/v1/payments/{payment}/refund");
    fixture.sandbox.post(&path, json!({"amount": 77_000})).await;

    let overview = fixture.overview().await;
    let listed = &overview["orders"][0];
    assert_eq!((&listed["id"], &listed["status"]), (&json!(order), &json!("paid")));
    let shown = &listed["payments"][0];
    let history: Vec<_> = shown["history"].as_array().unwrap().iter().map(|step| &step["status"]).collect();
    assert_eq!(history, ["created", "failed", "authorized", "captured"]);
    assert!(shown["history"][1]["why"].as_str().unwrap().contains("didn't go through"));
    assert_eq!((&shown["refunded"], &shown["refunds"][0]["status"]), (&json!(77_000), &json!("processed")));
    assert_eq!(overview["webhooks"]["has_receiver"], false);
    assert_eq!(
        overview["webhooks"]["newest"].as_array().unwrap().len(),
        6,
        "four of the payment, two of the refund"
    );

    let overview = || fixture.sandbox.get("/razorpay/overview");
    let first = overview().await;
    assert!(first.header("x-sandbox-now").parse::<Timestamp>().is_ok());
    let same = overview().header("if-none-match", first.header("etag")).await;
    assert_eq!(same.status, StatusCode::NOT_MODIFIED);
    assert!(same.headers.contains_key("x-sandbox-now"));
    fixture.begun("card").await;
    let changed = overview().header("if-none-match", first.header("etag")).await;
    assert_eq!(changed.status, StatusCode::OK);
}

#[tokio::test]
async fn the_window_polls_the_outcome_of_a_payment_that_ended_elsewhere() {
    let fixture = SandboxWithClock::new().await;
    let (order, payment) = fixture.begun("upi").await;
    let path = format!("/v1/checkout/payments?key_id=rzp_test_sandbox&payment_id={payment}");
    let checkout = async || fixture.sandbox.get(&path).await.body;
    assert_eq!(
        checkout().await,
        json!({"status": "created", "amount": 80_000, "error": null, "response": null})
    );
    let pay = |outcome: &str| json!({"order_id": order, "payment_id": payment, "outcome": outcome});
    fixture.sandbox.post("/razorpay/pay", pay("fail")).await;
    assert!(checkout().await["error"].as_str().unwrap().contains("didn't go through"));
    fixture.sandbox.post("/razorpay/pay", pay("succeed")).await;
    let response = checkout().await["response"].clone();
    assert_eq!(
        (&response["razorpay_order_id"], &response["razorpay_payment_id"]),
        (&json!(order), &json!(payment))
    );
    assert_eq!(response["razorpay_signature"].as_str().unwrap().len(), 64);
    let strange = path.replace("rzp_test_sandbox", "rzp_test_other");
    assert_eq!(
        fixture.sandbox.get(&strange).await.body["error"]["description"],
        "The id provided does not exist"
    );
    let shown = fixture.sandbox.get(format!("/v1/payments/{payment}")).await.body;
    assert_eq!(shown["notes"], json!({"court": "3"}), "the checkout's notes are the payment's");
}

#[tokio::test]
async fn the_overview_says_whether_any_fault_is_switched_on() {
    let fixture = SandboxWithClock::new().await;
    for (switches, has_faults) in [
        (json!({}), false),
        (json!({"api": {"fail_percent": 0, "how": "error_page"}}), false),
        (json!({"api": {"fail_percent": 5}}), true),
        (json!({"webhooks": {"old_secret": true}}), true),
        (json!({"refunds": "pending"}), true),
        (json!({"banks": {"yes_after_minutes": 0}}), true),
        (json!({"qr": {"image_only": true}}), true),
        (json!({"settlements": {"after_hours": 72}}), true),
        (json!({"settlements": {"unknown_line": true}}), true),
        (json!({"settlements": {"unreadable_day": "2026-11-24"}}), true),
    ] {
        fixture.sandbox.put("/razorpay/switches", switches.clone()).await;
        assert_eq!(fixture.overview().await["has_faults"], has_faults, "{switches}");
    }
}

#[tokio::test]
async fn a_silent_bank_accepts_after_the_minutes_of_the_switch_on_the_shared_clock() {
    let fixture = SandboxWithClock::new().await;
    fixture.sandbox.put("/razorpay/switches", json!({"banks": {"yes_after_minutes": 25}})).await;
    let (_, payment) = fixture.begun("netbanking").await;
    let end = json!({"key_id": "rzp_test_sandbox", "payment_id": payment, "outcome": "silent"});
    fixture.sandbox.post("/v1/checkout/payments/end", end).await;
    let status = async || fixture.overview().await["orders"][0]["payments"][0]["status"].clone();
    assert_eq!(status().await, "created");
    fixture.sandbox.post("/razorpay/clock", json!({"seconds": 24 * 60})).await;
    assert_eq!(status().await, "failed", "a player waits ten minutes at most");
    fixture.sandbox.post("/razorpay/clock", json!({"seconds": 61})).await;
    assert_eq!(status().await, "captured");
    let start = "2026-11-21T03:30:00Z".parse::<Timestamp>().unwrap();
    assert_eq!(fixture.ahead.of(start).duration_since(start).as_secs(), 24 * 60 + 61);
}

#[tokio::test]
async fn a_payment_whose_bank_accepts_in_time_has_not_failed_before() {
    let fixture = SandboxWithClock::new().await;
    let (order, payment) = fixture.begun("upi").await;
    let silent =
        json!({"order_id": order, "payment_id": payment, "outcome": "silent", "authorized_after_minutes": 5});
    fixture.sandbox.post("/razorpay/pay", silent).await;
    fixture.sandbox.post("/razorpay/clock", json!({"seconds": 3_600})).await;
    let steps = fixture.overview().await["orders"][0]["payments"][0]["history"].clone();
    let steps: Vec<_> = steps.as_array().unwrap().iter().map(|step| &step["status"]).collect();
    assert_eq!(steps, ["created", "authorized", "captured"], "the clock moved past both times at once");
}

#[tokio::test]
async fn of_two_payments_of_an_order_the_one_that_its_bank_accepts_first_is_captured() {
    let fixture = SandboxWithClock::new().await;
    let (order, one) = fixture.begun("upi").await;
    let mut payments = [one, fixture.begin(&order, "upi").await];
    // By their ids they come in the opposite order.
    payments.sort();
    let [last, first] = &payments;
    for (payment, minutes) in [(first, 15), (last, 20)] {
        let silent = json!({"order_id": order, "payment_id": payment, "outcome": "silent",
            "authorized_after_minutes": minutes});
        fixture.sandbox.post("/razorpay/pay", silent).await;
    }
    fixture.sandbox.post("/razorpay/clock", json!({"seconds": 3_600})).await;
    let mut statuses = Vec::new();
    for payment in [first, last] {
        let shown = fixture.sandbox.get(format!("/v1/payments/{payment}")).await.body;
        statuses.push(shown["status"].clone());
    }
    assert_eq!(statuses, ["captured", "refunded"], "the clock moved past both times at once");
}

#[tokio::test]
async fn a_bank_that_accepts_after_three_days_is_ignored() {
    const THREE_DAYS: u32 = 3 * 86_400;
    let fixture = SandboxWithClock::new().await;
    let (order, payment) = fixture.begun("upi").await;
    // Ten minutes too late, so the page does not announce it either.
    let minutes = THREE_DAYS / 60 + 10;
    let pay = |more: Value| {
        let mut body = json!({"order_id": order, "payment_id": payment});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        fixture.sandbox.post("/razorpay/pay", body)
    };
    pay(json!({"outcome": "silent", "authorized_after_minutes": minutes})).await;
    let shown = async || fixture.overview().await["orders"][0]["payments"][0].clone();
    assert_eq!(shown().await["late_at"], Value::Null);
    fixture.sandbox.post("/razorpay/clock", json!({"seconds": THREE_DAYS - 60})).await;
    assert_eq!((&shown().await["status"], &shown().await["may_succeed"]), (&json!("failed"), &json!(true)));
    fixture.sandbox.post("/razorpay/clock", json!({"seconds": 120})).await;
    assert_eq!(shown().await["may_succeed"], false);
    for outcome in ["succeed", "fail_then_succeed"] {
        let refused = pay(json!({"outcome": outcome})).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{outcome}");
        let why = refused.body["error"]["description"].as_str().unwrap();
        assert!(why.contains("three days"), "{why}");
    }
    fixture.sandbox.post("/razorpay/clock", json!({"seconds": 86_400})).await;
    let steps = shown().await["history"].clone();
    let steps: Vec<_> = steps.as_array().unwrap().iter().map(|step| &step["status"]).collect();
    assert_eq!(steps, ["created", "failed"]);
}

#[tokio::test]
async fn an_order_takes_at_most_a_thousand_attempts() {
    let fixture = SandboxWithClock::new().await;
    let (order, _) = fixture.begun("upi").await;
    let pay = json!({"order_id": order, "outcome": "fail"});
    // With the one that was begun above and this one: a thousand.
    let most = json!({"order_id": order, "outcome": "fail", "failed_before": 998});
    assert_eq!(fixture.sandbox.post("/razorpay/pay", most).await.status, StatusCode::OK);
    assert_eq!(fixture.sandbox.post("/razorpay/pay", pay).await.status, StatusCode::TOO_MANY_REQUESTS);
}
