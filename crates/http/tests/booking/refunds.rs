//! What players see of refunds: amount and day before they cancel, each step after it, and who cancelled the booking.

use insta::assert_json_snapshot;
use serde_json::{Value, json};
use sideout_app::{
    closures::{Closure, Span, close_courts},
    desk::{
        board::find_booking::find_booking,
        bookings::cancel_at_desk::{CancelAtDesk, cancel_at_desk},
    },
    payments::issue_refunds::issue_refunds,
    platform::{random::SystemRandom, settings::Audience},
};
use sideout_domain::{money::Money, staff::Role};
use sideout_testkit::{on_both_engines, request_key, sample_venue::VENUE};

use crate::payments::PaymentFixture;

/// Friday 27 November 2026, 11:00 in India.
const FRIDAY: &str = "2026-11-27T05:30:00Z";

/// The end of an order and its refund, as the API shows them.
async fn refund_of(fixture: &PaymentFixture, number: &str) -> Value {
    end_and_refund(&fixture.order(number).await)
}

/// The same of the only order in the history.
async fn refund_in_history(fixture: &PaymentFixture) -> Value {
    end_and_refund(&fixture.call("/api/user/getBookingHistory").await.body["data"]["order"][0])
}

fn end_and_refund(order: &Value) -> Value {
    const FIELDS: [&str; 6] =
        ["status", "cancelled_by", "cancel_reason", "refund_amount", "refund_due", "refund"];
    FIELDS.into_iter().filter_map(|field| Some((field, order.get(field)?.clone()))).collect()
}

/// The venue closes the court of the tests' bookings.
async fn close_the_court(fixture: &PaymentFixture) {
    let app = &fixture.client.app;
    let at = |time: &str| format!("2026-11-22 {time}").parse().unwrap();
    let span = Span { venue: VENUE, courts: "3".parse().unwrap(), from: at("19:00"), to: at("20:00") };
    let closure = Closure { span, reason: "Rain on court".parse().unwrap(), asks_players: false };
    close_courts(&app.store, &app.clock, &SystemRandom, &app.settings.receipts, 0, closure).await.unwrap();
}

on_both_engines!(a_refund_shows_amount_and_day_before_cancelling_and_each_step_after, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let number = fixture.book_and_pay().await;
    assert_json_snapshot!(refund_of(&fixture, &number).await, @r#"
    {
      "cancel_reason": null,
      "cancelled_by": null,
      "refund": null,
      "refund_amount": 770,
      "refund_due": "2026-11-27T05:30:00Z",
      "status": "confirmed"
    }
    "#);

    let cancel = json!({"order_id": number, "reason": "Something else"});
    let done = fixture.client.post_as(&fixture.token, "/api/user/addCancellation", cancel).await;
    assert_eq!((done.outcome(), &done.body["refund_amount"]), (0, &json!(770)));
    assert_json_snapshot!(refund_of(&fixture, &number).await, @r#"
    {
      "cancel_reason": "Something else",
      "cancelled_by": "player",
      "refund": {
        "amount": 770,
        "approved_at": "2026-11-21T06:00:00Z",
        "at_desk": false,
        "due_at": "2026-11-27T05:30:00Z",
        "ended_at": null,
        "given_back_by": null,
        "issued_at": null,
        "reason": "cancelled",
        "status": "approved"
      },
      "refund_amount": 770,
      "refund_due": null,
      "status": "cancel_requested"
    }
    "#);
    assert_json_snapshot!(refund_in_history(&fixture).await, @r#"
    {
      "cancelled_by": "player",
      "refund": {
        "amount": 770,
        "approved_at": "2026-11-21T06:00:00Z",
        "at_desk": false,
        "due_at": "2026-11-27T05:30:00Z",
        "ended_at": null,
        "given_back_by": null,
        "issued_at": null,
        "reason": "cancelled",
        "status": "approved"
      },
      "status": "cancel_requested"
    }
    "#);

    fixture.client.app.clock.set(FRIDAY.parse().unwrap());
    issue_refunds(&fixture.client.app).await.unwrap();
    assert_json_snapshot!(refund_of(&fixture, &number).await, @r#"
    {
      "cancel_reason": "Something else",
      "cancelled_by": "player",
      "refund": {
        "amount": 770,
        "approved_at": "2026-11-21T06:00:00Z",
        "at_desk": false,
        "due_at": null,
        "ended_at": "2026-11-27T05:30:00Z",
        "given_back_by": null,
        "issued_at": "2026-11-27T05:30:00Z",
        "reason": "cancelled",
        "status": "processed"
      },
      "refund_amount": 770,
      "refund_due": null,
      "status": "cancelled"
    }
    "#);
});

on_both_engines!(a_closed_court_is_refunded_in_full_and_names_the_venue_and_the_reason, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let number = fixture.book_and_pay().await;
    close_the_court(&fixture).await;
    assert_json_snapshot!(refund_of(&fixture, &number).await, @r#"
    {
      "cancel_reason": "Rain on court",
      "cancelled_by": "venue",
      "refund": {
        "amount": 800,
        "approved_at": "2026-11-21T06:00:00Z",
        "at_desk": false,
        "due_at": "2026-11-21T06:00:00Z",
        "ended_at": null,
        "given_back_by": null,
        "issued_at": null,
        "reason": "venue_closed",
        "status": "approved"
      },
      "refund_amount": 800,
      "refund_due": null,
      "status": "cancel_requested"
    }
    "#);
    assert_json_snapshot!(refund_in_history(&fixture).await, @r#"
    {
      "cancelled_by": "venue",
      "refund": {
        "amount": 800,
        "approved_at": "2026-11-21T06:00:00Z",
        "at_desk": false,
        "due_at": "2026-11-21T06:00:00Z",
        "ended_at": null,
        "given_back_by": null,
        "issued_at": null,
        "reason": "venue_closed",
        "status": "approved"
      },
      "status": "cancel_requested"
    }
    "#);
});

on_both_engines!(a_hold_that_ended_with_its_court_names_the_venue_and_not_its_time, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let number = fixture.client.hold(&fixture.token, 3).await;
    let checkout = fixture.checkout(&number).await;
    assert_eq!(fixture.order(&number).await["hold_closed"], false);
    close_the_court(&fixture).await;
    let order = fixture.order(&number).await;
    assert_eq!((&order["status"], &order["hold_closed"]), (&json!("expired"), &json!(true)));
    assert_eq!(order["message"], "The venue had to close this court before it was booked.");
    fixture.pay(checkout.text("razorpay_orderid")).await;
    let reported = fixture.report(&number).await;
    assert_eq!(reported.refusal().code, "payment_refunded");
    assert_eq!(reported.text("message"), "The venue had to close this court. ₹800 goes back to you.");
    assert_eq!(fixture.order(&number).await["online_payment"]["refund_reason"], "paid_late");
});

on_both_engines!(a_booking_that_the_desk_cancelled_names_the_desk_and_what_it_gives_back, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let number = fixture.book_and_pay().await;
    let app = &fixture.client.app;
    let manager = app.staff(Role::Manager, "9825041737", &[VENUE]).await;
    let manager = app.actor(&manager.token).await;
    let order = number.parse().unwrap();
    let seen = find_booking(app, &[VENUE], order).await.unwrap().unwrap();
    let cancel = CancelAtDesk {
        number: order,
        version: seen.booking.version,
        shown: Money::from_rupees(770),
        refund: Some(Money::from_rupees(500)),
        reason: Some("Agreed on the phone".to_owned()),
    };
    cancel_at_desk(app, &manager, cancel, request_key(1)).await.unwrap();
    assert_json_snapshot!(refund_of(&fixture, &number).await, @r#"
    {
      "cancel_reason": "Agreed on the phone",
      "cancelled_by": "desk",
      "refund": {
        "amount": 500,
        "approved_at": "2026-11-21T06:00:00Z",
        "at_desk": false,
        "due_at": "2026-11-27T05:30:00Z",
        "ended_at": null,
        "given_back_by": null,
        "issued_at": null,
        "reason": "cancelled",
        "status": "approved"
      },
      "refund_amount": 500,
      "refund_due": null,
      "status": "cancel_requested"
    }
    "#);
    assert_eq!(refund_in_history(&fixture).await["cancelled_by"], "desk");
});
