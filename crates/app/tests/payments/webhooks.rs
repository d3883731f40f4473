//! Webhooks of the provider: signed, stored once, processed afterwards; forged ones change nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};
use sideout_app::{
    jobs::remove_expired::remove_expired,
    payments::webhooks::{WebhookError, process_webhooks, receive},
};
use sideout_domain::{money::Money, order::OrderStatus};
use sideout_providers::{
    Secret,
    payments::{NewRefund, SigningKey},
};
use sideout_testkit::{on_both_engines, statement, without_guard};

use crate::fixture::{PREVIOUS_WEBHOOK_SECRET, PaymentsFixture, WEBHOOK_SECRET};

fn event(payment: &Value) -> Vec<u8> {
    json!({"entity": "event", "event": "payment.captured", "contains": ["payment"],
        "payload": {"payment": {"entity": payment}}})
    .to_string()
    .into_bytes()
}

fn signed(secret: &str, body: &[u8]) -> String {
    SigningKey::new(Secret::new(secret)).sign(body)
}

on_both_engines!(a_signed_event_settles_the_payment_and_may_be_delivered_twice, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    let paid = fixture.pay(&checkout, json!({})).await;
    let body = event(&paid["payment"]);
    let signature = signed(WEBHOOK_SECRET, &body);
    for (id, fresh) in [("evt_1", true), ("evt_1", false), ("evt_2", true)] {
        assert_eq!(receive(&fixture.app, Some(id), &signature, body.clone()).await.unwrap(), fresh, "{id}");
    }
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Held, "stored first, processed afterwards");
    assert_eq!(process_webhooks(&fixture.app).await.unwrap(), 2);
    assert_eq!(process_webhooks(&fixture.app).await.unwrap(), 0);
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Confirmed);
    // Signed with the secret before the last change, and without an id.
    let old = signed(PREVIOUS_WEBHOOK_SECRET, &body);
    assert!(receive(&fixture.app, None, &old, body.clone()).await.unwrap());
    assert!(!receive(&fixture.app, None, &old, body).await.unwrap());
});

on_both_engines!(forged_events_change_nothing, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    let made_up = json!({"id": "pay_madeup", "order_id": checkout.provider_order, "amount": 80_000,
        "currency": "INR", "status": "captured"});
    let body = event(&made_up);
    let of_another = signed(WEBHOOK_SECRET, b"{}");
    for signature in [String::new(), "00".repeat(32), of_another, signed("sandbox_key_secret", &body)] {
        let refused = receive(&fixture.app, Some("evt_1"), &signature, body.clone()).await;
        assert!(matches!(refused, Err(WebhookError::BadSignature)), "{refused:?}");
    }
    assert_eq!(fixture.number("select count(*) from webhook_event").await, 0);
    // A signed event is only a reason to poll, and the provider has no such payment.
    let signature = signed(WEBHOOK_SECRET, &body);
    receive(&fixture.app, Some("evt_2"), &signature, body).await.unwrap();
    assert_eq!(process_webhooks(&fixture.app).await.unwrap(), 1);
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Held);
    assert_eq!(fixture.number("select count(*) from payment").await, 0);
});

on_both_engines!(an_event_that_cannot_be_processed_now_is_tried_again, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    let paid = fixture.pay(&checkout, json!({})).await;
    let body = event(&paid["payment"]);
    receive(&fixture.app, Some("evt_1"), &signed(WEBHOOK_SECRET, &body), body).await.unwrap();
    fixture.set_faults(json!({"api": {"fail_percent": 100}})).await;
    assert_eq!(process_webhooks(&fixture.app).await.unwrap(), 0);
    fixture.set_faults(json!({})).await;
    assert_eq!(process_webhooks(&fixture.app).await.unwrap(), 0, "another node may still process it");
    fixture.app.clock.advance(60);
    assert_eq!(process_webhooks(&fixture.app).await.unwrap(), 1);
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Confirmed);
});

on_both_engines!(the_event_of_a_refund_by_hand_polls_its_payment, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    let paid = fixture.pay(&checkout, json!({})).await;
    let payment = paid["payment"]["id"].as_str().unwrap();
    let by_hand = NewRefund {
        payment: payment.parse().unwrap(),
        amount: Money::from_rupees(800),
        key: "by-hand-0800".to_owned(),
        notes: Vec::new(),
    };
    let sent = fixture.app.payments.as_ref().unwrap().provider.refund(&by_hand).await.unwrap();
    let refund = json!({"id": sent.id.as_str(), "payment_id": payment});
    let body = json!({"entity": "event", "event": "refund.processed", "contains": ["refund", "payment"],
        "payload": {"refund": {"entity": refund}, "payment": {"entity": &paid["payment"]}}})
    .to_string()
    .into_bytes();
    receive(&fixture.app, Some("evt_1"), &signed(WEBHOOK_SECRET, &body), body).await.unwrap();
    assert_eq!(process_webhooks(&fixture.app).await.unwrap(), 1);
    let returned = fixture.rows("select outcome, amount_paise from payment").await;
    assert_eq!(returned, [("returned".to_owned(), 80_000)]);
    fixture.assert_sound().await;
});

on_both_engines!(a_processed_event_is_removed_after_a_month, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let body = event(&json!({"id": "pay_1", "order_id": "order_unknown"}));
    let signature = signed(WEBHOOK_SECRET, &body);
    receive(&fixture.app, Some("evt_1"), &signature, body.clone()).await.unwrap();
    process_webhooks(&fixture.app).await.unwrap();
    receive(&fixture.app, Some("evt_2"), &signature, body.clone()).await.unwrap();
    fixture.app.clock.advance(30 * 24 * 3_600 - 1);
    assert_eq!(remove_expired(&fixture.app).await.unwrap().webhooks, 0);
    fixture.app.clock.advance(1);
    assert_eq!(remove_expired(&fixture.app).await.unwrap().webhooks, 1);
    assert_eq!(fixture.number("select count(*) from webhook_event").await, 1, "an unprocessed event stays");
});

on_both_engines!(control_a_webhook_that_the_database_cannot_store_fails_its_test, async |store| {
    let (stored, nowhere) = ("insert into webhook_event", "insert into no_such_table");
    let failing = without_guard(&store, statement("webhook_event/add"), stored, nowhere);
    let fixture = PaymentsFixture::with_webhooks(failing, 1).await;
    let checkout = fixture.checkout(&fixture.hold(0, 3).await).await;
    fixture.pay(&checkout, json!({})).await;
    fixture.advance(1).await;
    assert_eq!(fixture.webhooks.refused(), 0, "the signature is right");
    assert!(catch_unwind(AssertUnwindSafe(|| drop(fixture))).is_err());
});
