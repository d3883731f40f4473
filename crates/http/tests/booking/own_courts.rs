//! A player's own hold and bookings, shown only to that player; and payments without a booking, in the history.

use http::StatusCode;
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use sideout_app::{payments::reconcile::reconcile, platform::settings::Audience};
use sideout_domain::money::Money;
use sideout_providers::payments::NewRefund;
use sideout_testkit::{TestApp, on_both_engines, sample_venue::open_venue};
use sideout_testkit_http::Refusal;

use crate::{
    client::{Client, pick},
    payments::PaymentFixture,
};

async fn own_courts(client: &Client, token: &str) -> Value {
    let response = client.get_as(token, "/api/user/own_courts").await;
    assert_eq!((response.status, response.outcome()), (StatusCode::OK, 0), "{response:?}");
    response.body
}

on_both_engines!(own_courts_lists_the_hold_and_future_games_of_the_caller_only, async |store| {
    open_venue(&store).await;
    let (app, owner) = TestApp::over(store).with_player().await;
    let stranger = app.player("9876500003").await;
    let client = Client::to(app.clone());
    let nothing = own_courts(&client, &owner.token).await;
    assert_eq!((&nothing["hold"], &nothing["bookings"]), (&Value::Null, &json!([])));

    let booked = client.book(&owner.token, 3).await;
    let held = client.hold(&owner.token, 4).await;
    let response = client.get_as(&owner.token, "/api/user/own_courts").await;
    assert_json_snapshot!(response.naming(&[(&held, "[held]"), (&booked, "[booked]")]), @r#"
    {
      "bookings": [
        {
          "court": "Court 3",
          "court_id": 3,
          "court_type": "OUTDOOR",
          "date": "2026-11-22",
          "due_amount": 800,
          "orderid": "[booked]",
          "payment_status": "pay_at_court",
          "sport_id": 1,
          "starts_at": "2026-11-22T13:30:00Z",
          "time": "7:00 PM",
          "total_amount": 800,
          "venue": "Riverside Arena",
          "venue_id": 1
        }
      ],
      "error": 0,
      "hold": {
        "court": "Court 4",
        "court_id": 4,
        "court_type": "OUTDOOR",
        "date": "2026-11-22",
        "expires_at": "2026-11-21T06:10:00Z",
        "may_pay_online": false,
        "orderid": "[held]",
        "payment_under_way": false,
        "sport_id": 1,
        "starts_at": "2026-11-22T13:30:00Z",
        "time": "7:00 PM",
        "total_amount": 800,
        "venue": "Riverside Arena",
        "venue_id": 1
      },
      "message": "",
      "server_time": "2026-11-21T06:00:00Z"
    }
    "#);
    let others = own_courts(&client, &stranger.token).await;
    assert_eq!((&others["hold"], &others["bookings"]), (&Value::Null, &json!([])));

    // An expired hold is not listed, although no job has ended it yet; nor is a game that has begun.
    client.app.clock.advance(600);
    let later = own_courts(&client, &owner.token).await;
    assert_eq!((&later["hold"], &later["bookings"][0]["orderid"]), (&Value::Null, &json!(booked)));
    client.app.clock.set("2026-11-22T13:30:00Z".parse().unwrap());
    let login = json!({"username": "+919876543210", "password": sideout_testkit::PASSWORD, "device_id": "aB3dE6gH9j"});
    let token = client.post("/api/login", login).await.text("token").to_owned();
    assert_eq!(own_courts(&client, &token).await["bookings"], json!([]));
});

on_both_engines!(add_times_for_an_own_booking_says_that_it_is_the_callers, async |store| {
    open_venue(&store).await;
    let (app, owner) = TestApp::over(store).with_player().await;
    let stranger = app.player("9876500003").await;
    let client = Client::to(app.clone());
    client.book(&owner.token, 3).await;
    let held = client.hold(&owner.token, 4).await;
    let again = client.post_as(&owner.token, "/api/user/add_times", pick(3)).await;
    assert_eq!(again.refusal().code, "already_booked");
    assert_eq!(
        own_courts(&client, &owner.token).await["hold"]["orderid"],
        json!(held),
        "what was held is still held"
    );
    let other = client.post_as(&stranger.token, "/api/user/add_times", pick(3)).await;
    assert_eq!(other.refusal().code, "slot_taken", "for other players the court is taken");
});

on_both_engines!(
    a_payment_under_way_and_its_refund_are_in_the_history_though_nothing_is_booked,
    async |store| {
        let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
        let held = fixture.hold().await;
        let number = held["orderid"].as_str().unwrap();
        let history =
            async || fixture.call("/api/user/getBookingHistory").await.body["data"]["order"].clone();
        let checkout = fixture.checkout(number).await;
        let provider_order = checkout.text("razorpay_orderid").to_owned();
        assert_eq!(history().await, json!([]), "a hold alone is not in the history");

        let silent = json!({"order_id": provider_order, "outcome": "silent", "authorized_after_minutes": 25});
        fixture.pay_as(silent).await;
        assert_eq!(fixture.report(number).await.refusal().code, "payment_under_way");
        let token = fixture.token.clone();
        assert_eq!(own_courts(&fixture.client, &token).await["hold"]["payment_under_way"], true);
        let waiting = history().await;
        assert_eq!(
            (
                &waiting[0]["order_id"],
                &waiting[0]["status"],
                &waiting[0]["unbooked_payment"],
                &waiting[0]["refund"]
            ),
            (&json!(format!("#{number}")), &json!("held"), &json!("under_way"), &Value::Null)
        );

        // The hold expires, another player takes the court, and then the payment arrives.
        fixture.move_time(21).await;
        assert_eq!(history().await[0]["status"], "expired");
        assert_eq!(own_courts(&fixture.client, &token).await["hold"], Value::Null);
        let stranger = fixture.stranger().await;
        fixture.client.book(&stranger, 3).await;
        fixture.move_time(10).await;
        assert_eq!(reconcile(&fixture.client.app).await.unwrap(), 1);
        let back = history().await;
        assert_eq!(back.as_array().unwrap().len(), 1, "{back}");
        assert_eq!(
            (&back[0]["unbooked_payment"], &back[0]["refund"]["amount"]),
            (&json!("refund_approved"), &json!(800)),
            "{back}"
        );
        assert_eq!(back[0]["refund"]["reason"], "paid_late");

        let other = fixture.client.get_as(&stranger, "/api/user/getBookingHistory").await;
        assert_eq!(
            other.body["data"]["order"].as_array().unwrap().len(),
            1,
            "the stranger sees only their own order"
        );
    }
);

on_both_engines!(a_payment_that_was_refunded_at_the_provider_is_shown_as_given_back, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let held = fixture.hold().await;
    let number = held["orderid"].as_str().unwrap();
    let checkout = fixture.checkout(number).await;
    let paid = fixture.pay(checkout.text("razorpay_orderid")).await;
    let by_hand = NewRefund {
        payment: paid["payment"]["id"].as_str().unwrap().parse().unwrap(),
        amount: Money::from_rupees(800),
        key: "refund-by-hand".to_owned(),
        notes: Vec::new(),
    };
    fixture.client.app.payments.as_ref().unwrap().provider.refund(&by_hand).await.unwrap();
    let reported = fixture.report(number).await;
    assert_eq!(
        reported.refusal(),
        Refusal::of(
            1,
            "payment_refunded",
            "Your payment of ₹800 was given back to you. Nothing was booked with it."
        )
    );
    let returned = json!({"state": "refund_processed", "refund": 800, "refund_reason": null});
    assert_eq!(fixture.order(number).await["online_payment"], returned);
    fixture.move_time(21).await;
    let history = fixture.call("/api/user/getBookingHistory").await.body["data"]["order"].clone();
    assert_eq!(
        (&history[0]["status"], &history[0]["unbooked_payment"], &history[0]["refund"]),
        (&json!("expired"), &json!("refund_processed"), &Value::Null)
    );
});
