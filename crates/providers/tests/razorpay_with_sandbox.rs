//! The Razorpay client against the sandbox, over real HTTP: success and failures.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up shall fail")]

mod razorpay_account;

use std::future::pending;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use sideout_domain::{
    money::Money,
    payment::{PaymentStatus, ProviderOrderStatus},
};
use sideout_providers::{
    Secret,
    payments::{
        CaptureMode, CreatedBetween, NewProviderOrder, NewQrCode, NewRefund, Payment, PaymentError,
        PaymentProvider as _, ProviderOrder, ProviderOrderId, Razorpay, RazorpaySettings, RefundProgress,
        Refusal, SigningKey, TimeBudget,
    },
};
use sideout_sandbox::SandboxSettings;
use sideout_testkit_http::HttpClient;
use tokio::net::TcpListener;

use razorpay_account::settings;

const PRICE: Money = Money::from_rupees(800);
const JOB: TimeBudget = TimeBudget::BACKGROUND;

struct RazorpayOnSandbox {
    razorpay: Razorpay,
    sandbox: HttpClient,
}

impl RazorpayOnSandbox {
    async fn new() -> Self {
        Self::with(|_| {}).await
    }

    async fn with(change: impl FnOnce(&mut RazorpaySettings)) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let sandbox = SandboxSettings { slow_answer_ms: 3_000, ..SandboxSettings::default() };
        tokio::spawn(sideout_sandbox::serve(listener, sandbox, pending()));
        let mut settings = settings(address, 1_000);
        change(&mut settings);
        RazorpayOnSandbox { razorpay: Razorpay::new(&settings).unwrap(), sandbox: HttpClient::at(address) }
    }

    async fn pay(&self, order: &ProviderOrder, more: Value) -> Value {
        let mut body = json!({"order_id": order.id.as_str()});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.sandbox.post("/razorpay/pay", body).await.success()
    }

    async fn set_faults(&self, faults: Value) {
        self.sandbox.put("/razorpay/switches", faults).await.success();
    }

    async fn advance(&self, seconds: u32) {
        self.sandbox.post("/razorpay/clock", json!({"seconds": seconds})).await.success();
    }

    async fn calls(&self, name: &str) -> u64 {
        let everything = self.sandbox.get("/razorpay").await.success();
        everything["calls"][name].as_u64().unwrap_or(0)
    }

    /// All pages of an order's payments.
    async fn payments(&self, order: &ProviderOrderId) -> Vec<Payment> {
        let (mut payments, mut next) = (Vec::new(), Some(0));
        while let Some(skip) = next {
            let page = self.razorpay.list_payments(order, skip, JOB).await.unwrap();
            payments.extend(page.payments);
            next = page.next;
        }
        payments
    }

    async fn set_order_faults(&self, order: &ProviderOrder, faults: Value) {
        let path = format!("/razorpay/orders/{}/faults", order.id);
        self.sandbox.put(path, faults).await.success();
    }

    async fn order(&self) -> ProviderOrder {
        self.razorpay.create_order(&new_order(), JOB).await.unwrap()
    }
}

fn new_order() -> NewProviderOrder {
    NewProviderOrder {
        amount: PRICE,
        receipt: "4820193756".to_owned(),
        notes: vec![("venue".to_owned(), "Riverside Arena".to_owned())],
    }
}

#[tokio::test]
async fn an_order_is_opened_paid_and_captured_by_itself() {
    let fixture = RazorpayOnSandbox::new().await;
    let order = fixture.order().await;
    assert_eq!((order.amount, order.status), (PRICE, ProviderOrderStatus::Created));
    assert_eq!(fixture.payments(&order.id).await, []);

    let paid = fixture.pay(&order, json!({"method": "card"})).await;
    let payments = fixture.payments(&order.id).await;
    let [payment] = &payments[..] else { panic!("{payments:?}") };
    assert_eq!(
        (payment.status, payment.amount, payment.currency.as_str()),
        (PaymentStatus::Captured, PRICE, "INR")
    );
    assert_eq!(payment.order.as_ref(), Some(&order.id));
    assert!(payment.fee > Money::ZERO);
    assert_eq!(fixture.razorpay.find_order(&order.id, JOB).await.unwrap().status, ProviderOrderStatus::Paid);
    assert_eq!(fixture.razorpay.find_payment(&payment.id, JOB).await.unwrap(), *payment);

    let signature = paid["response"]["razorpay_signature"].as_str().unwrap();
    let key = SigningKey::new(Secret::new("sandbox_key_secret"));
    assert!(key.verify_checkout(&order.id, &payment.id, signature));
    // It is captured already: the call succeeds, as if it captured now.
    assert_eq!(
        fixture.razorpay.capture(&payment.id, PRICE, JOB).await.unwrap().status,
        PaymentStatus::Captured
    );
}

#[tokio::test]
async fn manual_capture_takes_the_money_by_a_call_and_only_all_of_it() {
    let fixture = RazorpayOnSandbox::with(|settings| settings.capture = CaptureMode::Manual).await;
    let order = fixture.order().await;
    fixture.pay(&order, json!({})).await;
    let payment = fixture.payments(&order.id).await.remove(0);
    assert_eq!(payment.status, PaymentStatus::Authorized);
    let part = fixture.razorpay.capture(&payment.id, Money::from_rupees(799), JOB).await;
    assert!(matches!(part, Err(PaymentError::Refused(Refusal::Other, _))), "{part:?}");
    let taken = fixture.razorpay.capture(&payment.id, PRICE, JOB).await.unwrap();
    assert_eq!(taken.status, PaymentStatus::Captured);

    // The next one is not captured: after three days the provider gives it back to the payer.
    let forgotten = fixture.order().await;
    fixture.pay(&forgotten, json!({})).await;
    fixture.advance(3 * 86_400).await;
    let payment = fixture.payments(&forgotten.id).await.remove(0);
    assert_eq!((payment.status, payment.refunded), (PaymentStatus::Refunded, PRICE));
}

#[tokio::test]
async fn a_payment_that_goes_back_without_a_capture_was_never_captured_and_has_no_fee() {
    let fixture = RazorpayOnSandbox::with(|settings| settings.capture = CaptureMode::Manual).await;
    let order = fixture.order().await;
    fixture.pay(&order, json!({})).await;
    fixture.advance(3 * 86_400).await;
    let returned = fixture.sandbox.get("/razorpay").await.success()["payments"][0].clone();
    assert_eq!((&returned["status"], &returned["refund_status"]), (&json!("refunded"), &json!("full")));
    assert_eq!(
        (&returned["captured"], &returned["fee"], &returned["tax"]),
        (&json!(false), &Value::Null, &Value::Null)
    );
    let payment = fixture.payments(&order.id).await.remove(0);
    assert_eq!((payment.status, payment.fee), (PaymentStatus::Refunded, Money::ZERO));
    let late = fixture.razorpay.capture(&payment.id, PRICE, JOB).await;
    assert!(matches!(late, Err(PaymentError::Refused(Refusal::Other, _))), "{late:?}");
}

#[tokio::test]
async fn a_failed_payment_may_succeed_later_under_the_same_id() {
    let fixture = RazorpayOnSandbox::new().await;
    let order = fixture.order().await;
    let failed = fixture.pay(&order, json!({"outcome": "fail", "reason": "insufficient_funds"})).await;
    let id = failed["payment"]["id"].clone();
    let payment = fixture.razorpay.find_payment(&id.as_str().unwrap().parse().unwrap(), JOB).await.unwrap();
    assert_eq!(payment.status, PaymentStatus::Failed);
    assert!(payment.failure.as_ref().unwrap().contains("balance"));
    fixture.pay(&order, json!({"payment_id": id})).await;
    let payments = fixture.payments(&order.id).await;
    assert_eq!((payments.len(), payments[0].status), (1, PaymentStatus::Captured));
}

#[tokio::test]
async fn a_payment_without_an_answer_fails_after_ten_minutes_and_may_succeed_two_days_later() {
    let fixture = RazorpayOnSandbox::new().await;
    let order = fixture.order().await;
    fixture.pay(&order, json!({"outcome": "silent", "authorized_after_minutes": 2_880})).await;
    let status = async || fixture.payments(&order.id).await[0].status;
    assert_eq!(status().await, PaymentStatus::Created);
    fixture.advance(600).await;
    assert_eq!(status().await, PaymentStatus::Failed);
    fixture.advance(2 * 86_400).await;
    // Too late for the automatic capture: it waits for a call.
    assert_eq!(status().await, PaymentStatus::Authorized);
}

#[tokio::test]
async fn a_refund_made_again_under_its_key_is_the_same_refund() {
    let fixture = RazorpayOnSandbox::new().await;
    let order = fixture.order().await;
    fixture.pay(&order, json!({})).await;
    let payment = fixture.payments(&order.id).await.remove(0);
    let mut new = NewRefund {
        payment: payment.id.clone(),
        amount: Money::from_rupees(770),
        key: "rf-4820193756-1".to_owned(),
        notes: Vec::new(),
    };
    let refund = fixture.razorpay.refund(&new).await.unwrap();
    assert_eq!((refund.amount, refund.progress), (Money::from_rupees(770), RefundProgress::Processed));
    assert_eq!(fixture.razorpay.refund(&new).await.unwrap(), refund);
    assert_eq!(fixture.razorpay.find_refund(&refund.id).await.unwrap(), refund);
    let back = fixture.razorpay.find_payment(&payment.id, JOB).await.unwrap();
    assert_eq!((back.status, back.refunded), (PaymentStatus::Captured, Money::from_rupees(770)));

    new.amount = Money::from_rupees(30);
    let other_body = fixture.razorpay.refund(&new).await;
    assert!(matches!(other_body, Err(PaymentError::Refused(Refusal::InFlight, _))), "{other_body:?}");
    new.key = "rf-4820193756-2".to_owned();
    new.amount = Money::from_rupees(31);
    let too_much = fixture.razorpay.refund(&new).await;
    assert!(matches!(too_much, Err(PaymentError::Refused(Refusal::TooMuch, _))), "{too_much:?}");
}

#[tokio::test]
async fn a_refund_may_pend_fail_or_wait_for_balance() {
    let fixture = RazorpayOnSandbox::new().await;
    let outcomes = [("pending", RefundProgress::Processed), ("failed", RefundProgress::Failed)];
    for (n, (outcome, end)) in outcomes.into_iter().enumerate() {
        fixture.set_faults(json!({"refunds": outcome})).await;
        let order = fixture.order().await;
        fixture.pay(&order, json!({})).await;
        let payment = fixture.payments(&order.id).await.remove(0).id;
        let new = NewRefund { payment, amount: PRICE, key: format!("rf-4820193756-{n}"), notes: Vec::new() };
        let refund = fixture.razorpay.refund(&new).await.unwrap();
        assert_eq!(refund.progress, RefundProgress::Pending);
        fixture.advance(3_600).await;
        assert_eq!(fixture.razorpay.find_refund(&refund.id).await.unwrap().progress, end, "{outcome}");
    }
    fixture.set_faults(json!({"refunds": "balance_low"})).await;
    let order = fixture.order().await;
    fixture.pay(&order, json!({})).await;
    let payment = fixture.payments(&order.id).await.remove(0).id;
    let new = NewRefund { payment, amount: PRICE, key: "rf-4820193757-1".to_owned(), notes: Vec::new() };
    let refused = fixture.razorpay.refund(&new).await;
    assert!(matches!(refused, Err(PaymentError::Refused(Refusal::BalanceTooLow, _))), "{refused:?}");
}

#[tokio::test]
async fn a_refund_whose_answer_was_lost_is_requested_again_and_made_once() {
    let fixture = RazorpayOnSandbox::new().await;
    let order = fixture.order().await;
    fixture.pay(&order, json!({})).await;
    let payment = fixture.payments(&order.id).await.remove(0).id;
    fixture
        .set_faults(json!({"api": {"fail_percent": 100, "how": "error_page", "after_the_work": true}}))
        .await;
    let new = NewRefund {
        payment: payment.clone(),
        amount: PRICE,
        key: "rf-4820193756-1".to_owned(),
        notes: Vec::new(),
    };
    let lost = fixture.razorpay.refund(&new).await;
    assert!(matches!(lost, Err(PaymentError::Unknown(_))), "{lost:?}");
    assert_eq!(fixture.calls("refund").await, 3, "tried again, because the key makes that harmless");
    fixture.set_faults(json!({})).await;
    let refund = fixture.razorpay.refund(&new).await.unwrap();
    assert_eq!(refund.amount, PRICE);
    let back = fixture.razorpay.find_payment(&payment, JOB).await.unwrap();
    assert_eq!((back.status, back.refunded), (PaymentStatus::Refunded, PRICE));
}

#[tokio::test]
async fn opening_an_order_is_never_repeated_when_it_may_have_been_done() {
    let fixture = RazorpayOnSandbox::new().await;
    fixture.set_faults(json!({"api": {"fail_percent": 100, "how": "slow"}})).await;
    let lost = fixture.razorpay.create_order(&new_order(), JOB).await;
    assert!(matches!(lost, Err(PaymentError::Unknown(_))), "{lost:?}");
    assert_eq!(fixture.calls("create order").await, 1);
    fixture.set_faults(json!({"api": {"fail_percent": 100, "how": "too_many"}})).await;
    let refused = fixture.razorpay.create_order(&new_order(), JOB).await;
    let Err(PaymentError::Unavailable(fault)) = refused else { panic!("{refused:?}") };
    assert_eq!(fault.retry_after, Some(2));
}

#[tokio::test]
async fn no_checkout_is_opened_at_a_failing_provider_but_money_is_still_polled_and_refunded() {
    let fixture = RazorpayOnSandbox::new().await;
    let order = fixture.order().await;
    fixture.set_faults(json!({"api": {"fail_percent": 100, "how": "server_error"}})).await;
    for _ in 0..8 {
        assert!(fixture.razorpay.create_order(&new_order(), JOB).await.is_err());
    }
    assert_eq!(fixture.calls("create order").await, 1 + 5, "the one that worked, and five failures in a row");
    fixture.set_faults(json!({})).await;
    let spared = fixture.razorpay.create_order(&new_order(), JOB).await;
    assert!(matches!(spared, Err(PaymentError::Unavailable(_))), "{spared:?}");
    fixture.pay(&order, json!({})).await;
    let payment = fixture.payments(&order.id).await.remove(0);
    assert_eq!(payment.status, PaymentStatus::Captured);
    let new = NewRefund {
        payment: payment.id,
        amount: PRICE,
        key: "rf-4820193756-1".to_owned(),
        notes: Vec::new(),
    };
    fixture.razorpay.refund(&new).await.unwrap();
}

#[tokio::test]
async fn one_order_whose_calls_all_fail_keeps_no_other_from_a_checkout() {
    let fixture = RazorpayOnSandbox::new().await;
    let bad = fixture.order().await;
    for how in ["server_error", "error_page", "too_many", "no_route"] {
        fixture.set_order_faults(&bad, json!({"api": how})).await;
        for _ in 0..10 {
            assert!(fixture.razorpay.list_payments(&bad.id, 0, TimeBudget::interactive()).await.is_err());
            assert!(fixture.razorpay.create_order(&new_order(), JOB).await.is_ok(), "{how}");
        }
    }
}

#[tokio::test]
async fn a_job_tries_a_read_three_times_and_a_person_waits_for_one() {
    let fixture = RazorpayOnSandbox::new().await;
    let order = fixture.order().await;
    fixture.set_faults(json!({"api": {"fail_percent": 100, "how": "server_error"}})).await;
    assert!(fixture.razorpay.find_order(&order.id, JOB).await.is_err());
    assert_eq!(fixture.calls("find order").await, 3);
    assert!(fixture.razorpay.find_order(&order.id, TimeBudget::interactive()).await.is_err());
    assert_eq!(fixture.calls("find order").await, 4);
}

/// Fifteen notes of 255 characters, each of four bytes.
fn full_notes() -> Value {
    (0..15)
        .map(|n| (format!("note {n}"), Value::from("🏓".repeat(255))))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

#[tokio::test]
async fn a_payment_behind_hundreds_of_failed_ones_with_full_notes_is_found() {
    let fixture = RazorpayOnSandbox::with(|settings| settings.timeout_ms = 30_000).await;
    let order = fixture.order().await;
    fixture.pay(&order, json!({"failed_before": 250, "notes": full_notes()})).await;
    let payments = fixture.payments(&order.id).await;
    assert_eq!(payments.len(), 251);
    assert_eq!(payments.iter().filter(|payment| payment.status == PaymentStatus::Captured).count(), 1);
    assert_eq!(fixture.calls("list payments").await, 14, "pages of twenty, and one to see the end");
    // A list of fewer than ten is the last page, also if the provider ignores `count` and lists ten at a time.
    let short = fixture.order().await;
    fixture.pay(&short, json!({"failed_before": 8})).await;
    assert_eq!(fixture.payments(&short.id).await.len(), 9);
    assert_eq!(fixture.calls("list payments").await, 15, "a usual list is one call");
}

#[tokio::test]
async fn a_list_of_several_mib_is_read_in_smaller_pages_and_what_is_too_large_alone_is_passed_over() {
    let fixture = RazorpayOnSandbox::with(|settings| settings.timeout_ms = 30_000).await;
    let order = fixture.order().await;
    fixture.pay(&order, json!({"failed_before": 4})).await;
    // Five payments are five MiB, more than is read at once: pages of twenty and of five are too large, those of one are read.
    fixture.set_order_faults(&order, json!({"list_padding": 1_048_576})).await;
    let payments = fixture.payments(&order.id).await;
    assert_eq!(payments.len(), 5);
    assert!(payments.iter().any(|payment| payment.status == PaymentStatus::Captured));
    // One alone is larger than anything that is read: each page reports it, and the next page follows.
    fixture.set_order_faults(&order, json!({"list_padding": 5 * 1_048_576})).await;
    let (mut next, mut unreadable) = (Some(0), 0);
    for _ in 0..5 {
        let page = fixture.razorpay.list_payments(&order.id, next.unwrap(), JOB).await.unwrap();
        assert_eq!(page.payments, []);
        (next, unreadable) = (page.next, unreadable + page.unreadable);
    }
    assert_eq!(unreadable, 5);
    let end = fixture.razorpay.list_payments(&order.id, next.unwrap(), JOB).await.unwrap();
    assert_eq!((end.unreadable, end.next), (0, None));
    // A call with its id reads it alone.
    let captured = payments.into_iter().find(|payment| payment.status == PaymentStatus::Captured).unwrap();
    assert_eq!(fixture.razorpay.find_payment(&captured.id, JOB).await.unwrap(), captured);
    fixture.set_order_faults(&order, json!({"padding": 5 * 1_048_576})).await;
    let too_large = fixture.razorpay.find_payment(&captured.id, JOB).await;
    assert!(matches!(too_large, Err(PaymentError::TooLarge(_))), "{too_large:?}");
}

#[tokio::test]
async fn strange_items_hide_no_payment_and_one_listed_strangely_is_fetched_alone() {
    let fixture = RazorpayOnSandbox::new().await;
    let order = fixture.order().await;
    fixture.pay(&order, json!({"failed_before": 2})).await;
    let strange =
        json!([7, null, "pay_1", [], {}, {"id": "pay_2", "amount": {"x": []}, "notes": {"a": "b"}}]);
    fixture.set_order_faults(&order, json!({"strange_items": strange})).await;
    let page = fixture.razorpay.list_payments(&order.id, 0, JOB).await.unwrap();
    assert_eq!((page.payments.len(), page.unreadable), (3, 12));
    fixture.set_order_faults(&order, json!({"is_listed_strangely": true})).await;
    let page = fixture.razorpay.list_payments(&order.id, 0, JOB).await.unwrap();
    assert_eq!((page.payments.len(), page.unreadable), (3, 0));
    assert_eq!(fixture.calls("find payment").await, 2 + 3, "pay_2 belongs to no order, and was listed twice");
}

#[tokio::test]
async fn a_person_waits_three_seconds_for_a_provider_that_hangs() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let settings = settings(silent.local_addr().unwrap(), 12_000);
    let razorpay = Razorpay::new(&settings).unwrap();
    let (begun, budget) = (tokio::time::Instant::now(), TimeBudget::interactive());
    let waited = razorpay.create_order(&new_order(), budget).await;
    assert!(matches!(waited, Err(PaymentError::Unknown(_))), "{waited:?}");
    let order = "order_UNKNOWN0000001".parse().unwrap();
    let no_time = razorpay.list_payments(&order, 0, budget).await;
    assert!(matches!(no_time, Err(PaymentError::Unavailable(_))), "{no_time:?}");
    let waited = begun.elapsed().as_millis();
    assert!((2_900..4_000).contains(&waited), "{waited} ms");
    // Calls that are not made, because no time is left, are no failures of the provider: the next one is made.
    for _ in 0..5 {
        let no_time = razorpay.create_order(&new_order(), budget).await;
        assert!(matches!(no_time, Err(PaymentError::Unavailable(_))), "{no_time:?}");
    }
    drop(silent);
    let Err(PaymentError::Unavailable(fault)) = razorpay.create_order(&new_order(), JOB).await else {
        panic!("the port is closed");
    };
    assert!(!fault.message.starts_with("not called"), "{fault}");
}

#[tokio::test]
async fn wrong_keys_a_dead_address_and_unknown_ids_are_distinguished() {
    let fixture = RazorpayOnSandbox::with(|settings| settings.key_secret = Secret::new("wrong")).await;
    let refused = fixture.razorpay.create_order(&new_order(), JOB).await;
    assert!(matches!(refused, Err(PaymentError::Misconfigured(_))), "{refused:?}");

    let fixture = RazorpayOnSandbox::new().await;
    let unknown = fixture.razorpay.find_order(&"order_UNKNOWN0000001".parse().unwrap(), JOB).await;
    assert!(matches!(unknown, Err(PaymentError::Refused(Refusal::NoSuchId, _))), "{unknown:?}");

    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let dead = Razorpay::new(&settings(address, 1_000)).unwrap();
    let nothing = dead.create_order(&new_order(), JOB).await;
    assert!(matches!(nothing, Err(PaymentError::Unavailable(_))), "{nothing:?}");
}

#[test]
fn unsafe_settings_of_the_account_are_refused_by_the_name_of_the_key() {
    let address = "127.0.0.1:1".parse().unwrap();
    let refused = |change: fn(&mut RazorpaySettings)| {
        let mut settings = settings(address, 1_000);
        change(&mut settings);
        Razorpay::new(&settings).unwrap_err().key
    };
    assert_eq!(refused(|settings| settings.webhook_secret = Secret::new("")), "webhook_secret");
    assert_eq!(refused(|settings| settings.webhook_secret = settings.key_secret.clone()), "webhook_secret");
    assert_eq!(refused(|settings| settings.key_secret = Secret::new(" ")), "key_secret");
    assert_eq!(refused(|settings| settings.key_id = "sandbox".to_owned()), "key_id");
    assert_eq!(refused(|settings| settings.key_id = "rzp_sandbox".to_owned()), "key_id");
    assert_eq!(refused(|settings| settings.base_url = "ftp://x".to_owned()), "base_url");
    assert_eq!(refused(|settings| settings.timeout_ms = 0), "timeout_ms", "every call would fail");
    assert_eq!(refused(|settings| settings.key_id = "rzp_live_1".to_owned()), "base_url", "without TLS");
}

#[tokio::test]
async fn a_qr_code_is_made_found_by_its_reference_paid_and_closed() {
    let fixture = RazorpayOnSandbox::new().await;
    let now = fixture.sandbox.get("/razorpay").await.success()["now"].clone();
    let now: Timestamp = now.as_str().unwrap().parse().unwrap();
    let new = NewQrCode {
        amount: PRICE,
        name: "Old Mill Courts".to_owned(),
        closes_at: now + SignedDuration::from_mins(16),
        reference: "4820193756-qr-9f3a61c2d07b4e58".to_owned(),
        notes: vec![("order".to_owned(), "4820193756".to_owned())],
    };
    let made = fixture.razorpay.create_qr_code(&new, JOB).await.unwrap();
    assert_eq!((made.amount, made.is_open, made.payments), (Some(PRICE), true, 0));
    assert!(made.content.as_deref().is_some_and(|content| content.starts_with("upi://pay?")));
    let span =
        CreatedBetween { from: now - SignedDuration::from_mins(10), to: now + SignedDuration::from_mins(10) };
    let found = fixture.razorpay.find_qr_code_by_reference(&new.reference, span, JOB).await.unwrap();
    assert_eq!(found.map(|code| code.id), Some(made.id.clone()));
    assert_eq!(fixture.razorpay.find_qr_code_by_reference("4820193756-qr-0", span, JOB).await.unwrap(), None);
    assert_eq!(fixture.razorpay.list_qr_codes(span, 0, JOB).await.unwrap().items.len(), 1);

    fixture.sandbox.post("/razorpay/pay", json!({"qr_code_id": made.id.as_str()})).await.success();
    let page = fixture.razorpay.list_qr_payments(&made.id, 0, JOB).await.unwrap();
    assert_eq!(page.payments.len(), 1);
    let payment = &page.payments[0];
    assert_eq!((payment.order.as_ref(), payment.amount), (None, PRICE));
    assert!(payment.status.was_captured());
    // It has closed by itself; closing it again is harmless.
    let closed = fixture.razorpay.close_qr_code(&made.id, JOB).await.unwrap();
    assert_eq!((closed.is_open, closed.payments), (false, 1));
    let early = NewQrCode { closes_at: now + SignedDuration::from_mins(14), ..new };
    let refused = fixture.razorpay.create_qr_code(&early, JOB).await;
    assert!(matches!(refused, Err(PaymentError::Refused(..))), "{refused:?}");
}
