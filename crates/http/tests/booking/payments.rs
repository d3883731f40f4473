//! Paying online over HTTP, with the sandbox as the provider.

use std::future::pending;

use http::{Method, StatusCode};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use sideout_app::{payments::webhooks::process_webhooks, platform::settings::Audience};
use sideout_http::extract::read_body::WEBHOOK_LIMIT;
use sideout_providers::payments::SigningKey;
use sideout_sandbox::SandboxSettings;
use sideout_store::Store;
use sideout_testkit::{TestApp, on_both_engines, sample_venue::open_venue, sandbox_account};
use sideout_testkit_http::{Answer, HttpClient};
use tokio::net::TcpListener;

use crate::client::{Client, pick};

/// The API with a signed-in player, and the sandbox as its payment provider.
pub(crate) struct PaymentFixture {
    pub(crate) client: Client,
    pub(crate) token: String,
    app: TestApp,
    sandbox: HttpClient,
    webhook_key: SigningKey,
}

impl PaymentFixture {
    pub(crate) async fn new(store: Store, audience: Audience) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let sandbox = listener.local_addr().unwrap();
        tokio::spawn(sideout_sandbox::serve(listener, SandboxSettings::default(), pending()));
        let account = sandbox_account(sandbox);
        let webhook_key = account.webhook_keys[0].clone();
        open_venue(&store).await;
        let app = TestApp::with_payments(store, account, |settings| {
            settings.throttle = false;
            settings.online_payment = audience;
        });
        let (app, player) = app.with_player().await;
        PaymentFixture {
            client: Client::to(app.clone()),
            app,
            token: player.token,
            sandbox: HttpClient::at(sandbox),
            webhook_key,
        }
    }

    /// Another player's session.
    pub(crate) async fn stranger(&self) -> String {
        self.app.player("9876500003").await.token
    }

    pub(crate) async fn call(&self, path: &str) -> Answer {
        self.client.get_as(&self.token, path).await
    }

    /// Holds a court; returns the response of add_times.
    pub(crate) async fn hold(&self) -> Value {
        let response = self.client.post_as(&self.token, "/api/user/add_times", pick(3)).await;
        assert_eq!(response.outcome(), 0);
        response.body
    }

    /// Opens the checkout of a held order.
    pub(crate) async fn checkout(&self, order: &str) -> Answer {
        self.call(&format!("/api/user/generatePayment?orderid={order}")).await
    }

    /// The browser's report that the checkout is done.
    pub(crate) async fn report(&self, order: &str) -> Answer {
        self.call(&format!("/api/user/confirmPayment?orderid={order}")).await
    }

    /// Holds a court and pays for it; returns the order number.
    pub(crate) async fn book_and_pay(&self) -> String {
        let number = self.client.hold(&self.token, 3).await;
        self.pay(self.checkout(&number).await.text("razorpay_orderid")).await;
        assert_eq!(self.report(&number).await.outcome(), 0);
        number
    }

    pub(crate) async fn order(&self, order: &str) -> Value {
        self.client.order(&self.token, order).await.body
    }

    /// Pays in the checkout as the player; returns the provider's data.
    pub(crate) async fn pay(&self, provider_order: &str) -> Value {
        self.pay_as(json!({"order_id": provider_order})).await
    }

    /// Like [`PaymentFixture::pay`], with the fields that tell the sandbox how the payment goes.
    pub(crate) async fn pay_as(&self, how: Value) -> Value {
        self.call_sandbox("pay", how).await
    }

    /// Moves the clocks of the application and the provider forward.
    pub(crate) async fn move_time(&self, minutes: u32) {
        self.app.clock.advance((minutes * 60).into());
        self.call_sandbox("clock", json!({"seconds": minutes * 60})).await;
    }

    async fn call_sandbox(&self, what: &str, body: Value) -> Value {
        self.sandbox.post(format!("/razorpay/{what}"), body).await.success()
    }

    async fn send_webhook(&self, body: &str, signature: &str) -> StatusCode {
        let call = self.client.http.call(Method::POST, "/webhooks/razorpay").body(body.to_owned());
        let call = call.header("content-type", "application/json").header("x-razorpay-event-id", "evt_1");
        call.header("x-razorpay-signature", signature).await.status
    }
}

on_both_engines!(a_court_is_paid_online_and_the_order_says_so, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let held = fixture.hold().await;
    assert_eq!(held["may_pay_online"], true);
    let number = held["orderid"].as_str().unwrap();
    let checkout = fixture.checkout(number).await;
    let provider_order = checkout.text("razorpay_orderid").to_owned();
    let numbers = [(provider_order.as_str(), "[provider order]"), (number, "[order]")];
    // In paise: the rupees of the order times a hundred (spec §9).
    assert_json_snapshot!(checkout.naming(&numbers), @r#"
    {
      "amount": 80000,
      "code": "pay_now",
      "currency": "INR",
      "error": 0,
      "expires_at": "2026-11-21T06:20:00Z",
      "key_id": "rzp_test_sandbox",
      "message": "Almost there: pay to make this court yours.",
      "params": {},
      "razorpay_orderid": "[provider order]",
      "server_time": "2026-11-21T06:00:00Z",
      "total_amount": 800
    }
    "#);
    assert_eq!(
        fixture.checkout(number).await.text("razorpay_orderid"),
        provider_order,
        "a second request gets the same"
    );

    let early = fixture.report(number).await;
    assert_eq!(early.refusal().code, "not_paid");
    fixture.pay(&provider_order).await;
    for _ in 0..2 {
        let confirmed = fixture.report(number).await;
        assert_eq!((confirmed.outcome(), &confirmed.body["total_amount"]), (0, &json!(800)));
    }
    let order = fixture.client.order(&fixture.token, number).await;
    assert_json_snapshot!(order.naming(&[(order.text("pass_code"), "[pass code]"), numbers[1]]), @r#"
    {
      "bank_charge": 30,
      "can_cancel": true,
      "cancel_before": "2026-11-22T07:30:00Z",
      "cancel_reason": null,
      "cancelled_by": null,
      "code": "order",
      "coupon": null,
      "court_id": 3,
      "court_number": "Court 3",
      "court_type": "OUTDOOR",
      "date": "2026-11-22",
      "discount": 0,
      "documents": [
        "receipt"
      ],
      "due_amount": 0,
      "error": 0,
      "expires_at": null,
      "hold_closed": false,
      "image": "/r.svg",
      "issued_documents": [
        {
          "amount": 800,
          "kind": "receipt",
          "number": "R/26-27/000001"
        }
      ],
      "location": "Akota",
      "location_link": "https://maps.example/1",
      "long_location": "14 River Road, Akota, Vadodara",
      "may_pay_online": true,
      "message": "See you on court!",
      "moved_from": null,
      "name": "Asha Mehta",
      "offer": null,
      "online_payment": {
        "refund": 0,
        "refund_reason": null,
        "state": "paid"
      },
      "orderid": "[order]",
      "paid_amount": 800,
      "params": {
        "reason": "confirmed"
      },
      "pass_code": "[pass code]",
      "payment_status": "paid",
      "play_minutes": 55,
      "price": 800,
      "refund": null,
      "refund_amount": 770,
      "refund_at_desk": 0,
      "refund_due": "2026-11-27T05:30:00Z",
      "refunds": [],
      "second_payments": [],
      "server_time": "2026-11-21T06:00:00Z",
      "sport_id": 1,
      "starts_at": "2026-11-22T13:30:00Z",
      "status": "confirmed",
      "still_offered": true,
      "time": "7:00 PM",
      "timezone": "Asia/Kolkata",
      "total_amount": 800,
      "venue": "Riverside Arena",
      "venue_id": 1
    }
    "#);
});

on_both_engines!(only_the_audience_is_offered_online_payment_and_the_server_enforces_it, async |store| {
    let fixture = PaymentFixture::new(store, Audience::Customers(vec![])).await;
    let held = fixture.hold().await;
    assert_eq!(held["may_pay_online"], false);
    let number = held["orderid"].as_str().unwrap();
    assert_eq!(fixture.order(number).await["may_pay_online"], false);
    let refused = fixture.checkout(number).await;
    assert_eq!(refused.refusal().code, "online_payment_off");
    let cash = fixture.call(&format!("/api/user/confirmCashPayment?orderid={number}&promocode=")).await;
    assert_eq!(cash.outcome(), 0, "it can be paid at the court");
});

on_both_engines!(a_signed_webhook_books_and_one_with_a_wrong_signature_is_refused, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let held = fixture.hold().await;
    let number = held["orderid"].as_str().unwrap();
    let checkout = fixture.checkout(number).await;
    let paid = fixture.pay(checkout.text("razorpay_orderid")).await;
    let event = json!({"entity": "event", "event": "payment.captured", "contains": ["payment"],
        "payload": {"payment": {"entity": paid["payment"]}}});
    let body = event.to_string();
    assert_eq!(fixture.send_webhook(&body, "00").await, StatusCode::UNAUTHORIZED);
    assert_eq!(process_webhooks(&fixture.client.app).await.unwrap(), 0);
    let signature = fixture.webhook_key.sign(body.as_bytes());
    assert_eq!(fixture.send_webhook(&body, &signature).await, StatusCode::NO_CONTENT);
    assert_eq!(
        fixture.send_webhook(&body, &signature).await,
        StatusCode::NO_CONTENT,
        "a repeated webhook is accepted"
    );
    assert_eq!(process_webhooks(&fixture.client.app).await.unwrap(), 1);
    assert_eq!(fixture.order(number).await["status"], "confirmed");
});

on_both_engines!(a_network_that_sends_wrong_signatures_waits_after_thirty, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let signature = fixture.webhook_key.sign(b"{}");
    for _ in 0..40 {
        // Signed webhooks do not count.
        assert_eq!(fixture.send_webhook("{}", &signature).await, StatusCode::NO_CONTENT);
    }
    let mut waits = 0;
    for _ in 0..40 {
        match fixture.send_webhook("{}", "00").await {
            StatusCode::UNAUTHORIZED => {}
            StatusCode::TOO_MANY_REQUESTS => waits += 1,
            other => panic!("{other}"),
        }
    }
    assert!((1..10).contains(&waits), "{waits}");
});

on_both_engines!(a_network_that_sends_webhooks_that_are_too_large_waits_after_thirty, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let large = " ".repeat(WEBHOOK_LIMIT + 1);
    let signature = fixture.webhook_key.sign(large.as_bytes());
    let mut waits = 0;
    for _ in 0..40 {
        match fixture.send_webhook(&large, &signature).await {
            StatusCode::PAYLOAD_TOO_LARGE => {}
            StatusCode::TOO_MANY_REQUESTS => waits += 1,
            other => panic!("{other}"),
        }
    }
    assert!((1..10).contains(&waits), "{waits}");
});

on_both_engines!(a_dismissed_checkout_keeps_the_court_and_someone_elses_order_stays_hidden, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let held = fixture.hold().await;
    let number = held["orderid"].as_str().unwrap();
    fixture.checkout(number).await;
    let reset = fixture.call(&format!("/api/user/reset_current_order?orderid={number}")).await;
    assert_eq!(reset.outcome(), 0);
    assert!(reset.text("message").contains("still held"), "{reset:?}");
    assert_eq!(fixture.order(number).await["status"], "held");

    let other = fixture.client.app.player("9876543299").await;
    for path in ["generatePayment", "confirmPayment"] {
        let path = format!("/api/user/{path}?orderid={number}");
        let response = fixture.client.get_as(&other.token, &path).await;
        assert_eq!(response.status, StatusCode::NOT_FOUND, "{path}: {response:?}");
    }
});

on_both_engines!(a_payment_on_its_way_promises_the_court_only_while_it_is_held, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let number = fixture.client.hold(&fixture.token, 3).await;
    let provider_order = fixture.checkout(&number).await.text("razorpay_orderid").to_owned();
    let silent = json!({"order_id": provider_order, "outcome": "silent", "authorized_after_minutes": 25});
    fixture.pay_as(silent).await;
    let held = fixture.report(&number).await;
    assert_eq!(held.refusal().code, "payment_under_way");
    assert!(held.text("message").contains("We keep your court"), "{held:?}");
    // The provider still waits for the bank.
    fixture.app.clock.advance(21 * 60);
    let over = fixture.report(&number).await;
    assert_eq!(over.refusal().code, "payment_under_way");
    assert_eq!(over.body["params"]["reason"], "hold_over", "{over:?}");
    assert!(!over.text("message").contains("We keep your court"), "{over:?}");
});

on_both_engines!(of_a_cancelled_booking_no_payment_is_promised_and_no_checkout_opens, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let held = fixture.hold().await;
    let number = held["orderid"].as_str().unwrap();
    fixture.checkout(number).await;
    let cash = fixture.call(&format!("/api/user/confirmCashPayment?orderid={number}&promocode=")).await;
    assert_eq!(cash.outcome(), 0, "{cash:?}");
    assert_eq!(fixture.checkout(number).await.refusal().code, "already_booked", "until it is cancelled");
    let cancel = json!({"order_id": number, "reason": "Something else"});
    let cancelled = fixture.client.post_as(&fixture.token, "/api/user/addCancellation", cancel).await;
    assert_eq!(cancelled.outcome(), 0, "{cancelled:?}");
    assert_eq!(fixture.report(number).await.refusal().code, "cancelled");
    assert_eq!(fixture.checkout(number).await.refusal().code, "cancelled");
});
