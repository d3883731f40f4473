//! What players see of refunds: amount and day before they cancel, each step after it, and who cancelled the booking.

use serde_json::{Value, json};
use sideout_app::{
    closures::{Closure, Span, close_courts},
    payments::issue_refunds::issue_refunds,
    platform::{random::SystemRandom, settings::Audience},
};
use sideout_testkit::{on_both_engines, sample_venue::VENUE};

use crate::payments::World;

/// Friday 27 November 2026, 11:00 in India.
const FRIDAY: &str = "2026-11-27T05:30:00Z";

/// Books a court paid online; returns the order number.
async fn paid(world: &World) -> String {
    let held = world.held().await;
    let number = held["orderid"].as_str().unwrap().to_owned();
    let checkout = world.call(&format!("/api/user/generatePayment?orderid={number}")).await;
    world.pay(checkout.text("razorpay_orderid")).await;
    assert_eq!(world.call(&format!("/api/user/confirmPayment?orderid={number}")).await.outcome(), 0);
    number
}

async fn record(world: &World) -> Value {
    world.call("/api/user/getBookingHistory").await.body["data"]["order"][0].clone()
}

on_both_engines!(a_refund_shows_amount_and_day_before_cancelling_and_each_step_after, async |store| {
    let world = World::new(store, Audience::EVERYONE).await;
    let number = paid(&world).await;
    let before = world.order(&number).await;
    assert_eq!((&before["refund_amount"], &before["refund_due"]), (&json!(770), &json!(FRIDAY)));
    assert_eq!((&before["refund"], &before["cancelled_by"]), (&Value::Null, &Value::Null));

    let cancel = json!({"order_id": number, "reason": "Something else"});
    let done = world.client.post_as(&world.token, "/api/user/addCancellation", cancel).await;
    assert_eq!((done.outcome(), &done.body["refund_amount"]), (0, &json!(770)));
    let waits = world.order(&number).await;
    let now = world.client.app.clock_now().to_string();
    let approved = json!({"status": "approved", "amount": 770, "reason": "cancelled", "approved_at": now,
        "due_at": FRIDAY, "issued_at": null, "ended_at": null});
    assert_eq!((&waits["refund"], &waits["refund_due"]), (&approved, &Value::Null));
    assert_eq!(
        (&waits["cancelled_by"], &waits["cancel_reason"]),
        (&json!("player"), &json!("Something else"))
    );
    assert_eq!(
        (&record(&world).await["refund"], &record(&world).await["cancelled_by"]),
        (&approved, &json!("player"))
    );

    world.client.app.clock.set(FRIDAY.parse().unwrap());
    issue_refunds(&world.client.app).await.unwrap();
    let back = world.order(&number).await["refund"].clone();
    assert_eq!((&back["status"], &back["due_at"]), (&json!("processed"), &Value::Null));
    assert_eq!((&back["issued_at"], &back["ended_at"]), (&json!(FRIDAY), &json!(FRIDAY)));
});

on_both_engines!(a_closed_court_is_refunded_in_full_and_names_the_venue_and_the_reason, async |store| {
    let world = World::new(store, Audience::EVERYONE).await;
    let number = paid(&world).await;
    let app = &world.client.app;
    let at = |time: &str| format!("2026-11-22 {time}").parse().unwrap();
    let span = Span { venue: VENUE, courts: "3".parse().unwrap(), from: at("19:00"), to: at("20:00") };
    let closure = Closure { span, reason: "Rain on court".parse().unwrap() };
    close_courts(&app.store, &app.clock, &SystemRandom, &app.settings.receipts, closure).await.unwrap();
    let order = world.order(&number).await;
    assert_eq!((&order["cancelled_by"], &order["cancel_reason"]), (&json!("venue"), &json!("Rain on court")));
    assert_eq!((&order["refund"]["amount"], &order["refund_amount"]), (&json!(800), &json!(800)));
    assert_eq!(record(&world).await["cancelled_by"], "venue");
});
