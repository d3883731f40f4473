//! Suite `same_refunds`: the list of bookings and the details of a booking show the same refunds, at each step.

use serde_json::{Value, json};
use sideout_app::{
    closures::{Closure, Span, close_courts},
    desk::bookings::move_price::PriceChoice,
    payments::{issue_refunds::issue_refunds, reconcile::reconcile},
    platform::{random::SystemRandom, settings::Audience},
};
use sideout_testkit::{on_both_engines, sample_venue::VENUE};

use crate::{
    desk_payments::{clerk, move_to_nine, take},
    payments::PaymentFixture,
};

/// Compares an order in the list with its details; returns reason, amount and status of each part of its refund.
async fn compare_refunds(fixture: &PaymentFixture, number: &str) -> Vec<Value> {
    let details = fixture.order(number).await;
    let history = fixture.call("/api/user/getBookingHistory").await.body;
    let listed = history["data"]["order"].as_array().unwrap();
    let listed = listed.iter().find(|order| order["order_id"] == format!("#{number}")).unwrap();
    for field in ["status", "refund", "refunds", "cancelled_by", "payment_status", "due_amount"] {
        assert_eq!(listed[field], details[field], "{field}");
    }
    let status = details["status"].as_str().unwrap();
    let payment = &listed["unbooked_payment"];
    if ["held", "released", "expired"].contains(&status) {
        assert!(!payment.is_null(), "an order that is no booking is listed for its payment");
        assert_eq!(*payment, details["online_payment"]["state"]);
    } else {
        assert!(payment.is_null(), "{status}: {payment}");
    }
    let parts = details["refunds"].as_array().unwrap();
    let main = &details["refund"];
    assert!(main.is_null() && parts.is_empty() || parts.contains(main), "{main} is one of {parts:?}");
    parts.iter().map(|part| json!([part["reason"], part["amount"], part["status"]])).collect()
}

async fn cancel(fixture: &PaymentFixture, number: &str) {
    let cancel = json!({"order_id": number, "reason": "Something else"});
    let done = fixture.client.post_as(&fixture.token, "/api/user/addCancellation", cancel).await;
    assert_eq!(done.outcome(), 0, "{done:?}");
}

/// Issues the refunds that are due, also those of the weekly batch.
async fn issue(fixture: &PaymentFixture) {
    fixture.move_time(7 * 24 * 60).await;
    while issue_refunds(&fixture.client.app).await.unwrap() > 0 {}
}

on_both_engines!(of_a_booking_paid_in_two_parts_and_cancelled_each_part_is_shown, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let app = &fixture.client.app;
    let clerk = clerk(app).await;
    let number = fixture.book_and_pay().await;
    app.clock.advance(60);
    move_to_nine(app, &clerk, &number, 1_000, PriceChoice::Charge).await;
    take(app, &clerk, &number, 200, 1).await;
    assert_eq!(compare_refunds(&fixture, &number).await, [] as [Value; 0]);
    cancel(&fixture, &number).await;
    let owed = [json!(["cancelled", 200, "approved"]), json!(["cancelled", 770, "approved"])];
    assert_eq!(compare_refunds(&fixture, &number).await, owed);
    issue(&fixture).await;
    let sent = [json!(["cancelled", 200, "approved"]), json!(["cancelled", 770, "processed"])];
    assert_eq!(compare_refunds(&fixture, &number).await, sent, "the rest waits at the desk");
});

on_both_engines!(of_a_booking_paid_twice_the_second_payment_is_shown_until_it_is_cancelled, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let app = &fixture.client.app;
    let clerk = clerk(app).await;
    let number = fixture.client.hold(&fixture.token, 3).await;
    let checkout = fixture.checkout(&number).await;
    fixture.client.confirm(&fixture.token, &number).await;
    take(app, &clerk, &number, 800, 1).await;
    // The player pays in the checkout, which was still open.
    fixture.pay(checkout.text("razorpay_orderid")).await;
    fixture.move_time(2).await;
    while reconcile(app).await.unwrap() > 0 {}
    let second = json!(["paid_twice", 800, "approved"]);
    assert_eq!(compare_refunds(&fixture, &number).await, [second], "the booking stays");
    assert_eq!(fixture.order(&number).await["status"], "confirmed");

    cancel(&fixture, &number).await;
    let of_cancellation = json!(["cancelled", 770, "approved"]);
    assert_eq!(
        compare_refunds(&fixture, &number).await,
        std::slice::from_ref(&of_cancellation),
        "it waits at the desk"
    );
    issue(&fixture).await;
    assert_eq!(compare_refunds(&fixture, &number).await, [of_cancellation], "it still waits at the desk");
});

on_both_engines!(of_a_booking_whose_court_was_closed_all_is_shown, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let app = &fixture.client.app;
    let number = fixture.book_and_pay().await;
    let at = |time: &str| format!("2026-11-22 {time}").parse().unwrap();
    let span = Span { venue: VENUE, courts: "3".parse().unwrap(), from: at("19:00"), to: at("20:00") };
    let closure = Closure { span, reason: "Rain on court".parse().unwrap(), asks_players: false };
    close_courts(&app.store, &app.clock, &SystemRandom, &app.settings.receipts, 0, closure).await.unwrap();
    assert_eq!(compare_refunds(&fixture, &number).await, [json!(["venue_closed", 800, "approved"])]);
    issue(&fixture).await;
    assert_eq!(compare_refunds(&fixture, &number).await, [json!(["venue_closed", 800, "processed"])]);
});

on_both_engines!(of_a_payment_that_led_to_no_booking_both_show_the_state, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let number = fixture.client.hold(&fixture.token, 3).await;
    let checkout = fixture.checkout(&number).await;
    let released = fixture.call(&format!("/api/user/cancel_current_order?orderid={number}")).await;
    assert_eq!(released.outcome(), 0, "{released:?}");
    fixture.pay(checkout.text("razorpay_orderid")).await;
    fixture.report(&number).await;
    assert_eq!(compare_refunds(&fixture, &number).await, [json!(["order_closed", 800, "approved"])]);
    issue(&fixture).await;
    assert_eq!(compare_refunds(&fixture, &number).await, [json!(["order_closed", 800, "processed"])]);
});
