//! A booking over HTTP from browsing to cancellation, and all refusals on the way.

use serde_json::{Value, json};
use sideout_store::{Statement, Store, StoreError, params};
use sideout_testkit::{TestApp, on_both_engines, sample_venue::open_venue};

use crate::client::Client;

async fn open(store: Store) -> (Client, String) {
    open_venue(&store).await;
    let coupon: Result<u64, StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                let text = "insert into coupon (coupon_id, code, kind, value, max_discount_paise, min_amount_paise, starts_at,
                                               ends_at, venue_ids, total_limit, per_customer_limit, used, active)
                            values (1, 'DINK10', 'percent', 1000, null, 0, null, null, null, null, null, 0, 1)";
                tx.run(Statement { name: "test/coupon", text }, params![]).await
            })
        })
        .await;
    coupon.unwrap();
    let (app, player) = TestApp::over(store).with_player().await;
    (Client::to(app), player.token)
}

fn pick(court: i64) -> Value {
    json!({"sport_id": "1", "venue_id": "1", "court_id": court, "date": "2026-11-22", "time": "7:00 PM"})
}

async fn browse(client: &Client, path: &str) -> Value {
    client.get(path).await.body
}

on_both_engines!(a_booking_from_browsing_to_cancellation, async |store| {
    let (client, token) = open(store).await;
    let venues = browse(&client, "/api/getvenue").await;
    assert_eq!(venues["venue"][0]["venue_name"], "Riverside Arena");
    assert_eq!(
        (&venues["venue"][0]["outdoor_counts"], &venues["venue"][0]["indoor_counts"]),
        (&json!(12), &json!(0))
    );

    let slots = browse(&client, "/api/gettimeslots?venue=1&sport=1&user=&device_id=aB3dE6gH9j").await;
    assert_eq!(slots["error"], 0);
    assert_eq!(slots["date"].as_array().unwrap().len(), 31);
    assert_eq!(slots["date"][1]["date"], json!({"date": "2026-11-22", "weekday": "Sun", "day": "22"}));
    assert_eq!(
        slots["date"][1]["slots"][0],
        json!({"time": "6:00 AM", "type": "MORNING", "price": 800, "free": 12})
    );
    assert_eq!(slots["date"][0]["closed"][0], json!({"time": "6:00 AM", "reason": "past"}));

    let courts = browse(&client, "/api/getcourt?venue=1&date=2026-11-22&time=7:00%20PM").await;
    assert_eq!(
        courts["courts"][2],
        json!({"court_id": 3, "court_name": "Court 3", "court_type": "OUTDOOR", "available": "yes", "price": 800, "number": 3})
    );

    let held = client.post_as(&token, "/api/user/add_times", pick(3)).await;
    assert_eq!(held.outcome(), 0, "{held:?}");
    let number = held.text("orderid").to_owned();
    assert_eq!(held.body["total_amount"], 800);
    assert_eq!(held.body["players"], 4);
    assert_eq!(held.text("infodate"), "Sun, 22 Nov 2026 | 7:00 PM");
    assert_eq!(
        (held.text("starts_at"), held.text("expires_at")),
        ("2026-11-22T13:30:00Z", "2026-11-21T06:10:00Z")
    );
    assert_eq!(
        (held.text("cancel_before"), held.text("timezone"), &held.body["bank_charge"]),
        ("2026-11-22T07:30:00Z", "Asia/Kolkata", &json!(30))
    );
    assert_eq!(held.text("message"), "It's yours for the next 10 minutes.");
    let courts = browse(&client, "/api/getcourt?venue=1&date=2026-11-22&time=7:00%20PM").await;
    assert_eq!(courts["courts"][2]["available"], "no");

    // The client's price is ignored; the order has its own.
    let coupon = json!({"orderid": number, "promo_code": "dink10", "total_amount": "1"});
    let quote = client.post_as(&token, "/api/user/check_promocode", coupon).await;
    assert_eq!((&quote.body["error"], quote.text("message")), (&json!("0"), "Coupon applied successfully!"));
    assert_eq!((&quote.body["total_amount"], &quote.body["promocode_discount"]), (&json!(720), &json!(80)));

    let confirm = format!("/api/user/confirmCashPayment?orderid={number}&promocode=DINK10");
    let confirmed = client.post_as(&token, &confirm, json!({})).await;
    assert_eq!((confirmed.outcome(), confirmed.text("message")), (0, "Booking Confirmed!"));
    assert_eq!(client.get_as(&token, &confirm).await, confirmed, "the old way, and again");

    let info = client.get_as(&token, &format!("/api/user/get_order_info?orderid=%23{number}")).await;
    assert_eq!((info.text("status"), info.text("payment_status")), ("confirmed", "pay_at_court"));
    assert_eq!(
        (&info.body["price"], &info.body["discount"], &info.body["total_amount"]),
        (&json!(800), &json!(80), &json!(720))
    );
    assert_eq!(
        (&info.body["can_cancel"], info.text("cancel_before")),
        (&json!(true), "2026-11-22T07:30:00Z")
    );
    assert_eq!((info.text("timezone"), &info.body["bank_charge"]), ("Asia/Kolkata", &json!(30)));
    assert_eq!(info.text("location_link"), "https://maps.example/1");
    assert_eq!(info.body["expires_at"], Value::Null);

    let history = client.get_as(&token, "/api/user/getBookingHistory?whatever=1").await;
    let record = &history.body["data"]["order"][0];
    assert_eq!(record["carddate"], "22 Nov 2026 | 7:00 PM");
    assert_eq!(record["order_id"], json!(format!("#{number}")));
    assert_eq!((&record["status"], &record["payment_status"]), (&json!("confirmed"), &json!("pay_at_court")));
    let again = ["venue_id", "sport_id", "court_id", "date", "time", "still_offered"];
    let wanted = [json!(1), json!(1), json!(3), json!("2026-11-22"), json!("7:00 PM"), json!(true)];
    for (field, value) in again.iter().zip(&wanted) {
        assert_eq!((&record[field], &info.body[field]), (value, value), "{field}");
    }

    let cancel = json!({"order_id": format!("#{number}"), "reason": "Found a better court elsewhere"});
    let cancelled = client.post_as(&token, "/api/user/addCancellation", cancel.clone()).await;
    assert_eq!(
        (cancelled.outcome(), cancelled.text("status"), &cancelled.body["refund_amount"]),
        (0, "cancelled", &json!(0))
    );
    assert_eq!(client.post_as(&token, "/api/user/addCancellation", cancel).await, cancelled);
    let history = client.get_as(&token, "/api/user/getBookingHistory").await;
    assert_eq!(history.body["data"]["order"][0]["status"], "cancelled");
});

on_both_engines!(a_repeated_month_has_the_current_time_and_shows_a_taken_court_at_once, async |store| {
    let (client, token) = open(store).await;
    let answer_to = async || browse(&client, "/api/gettimeslots?venue=1&sport=1").await;
    let first = answer_to().await;
    client.app.clock.advance(1);
    let second = answer_to().await;
    assert_eq!(
        (&first["server_time"], &second["server_time"]),
        (&json!("2026-11-21T06:00:00Z"), &json!("2026-11-21T06:00:01Z"))
    );
    assert_eq!((&first["date"], &first["venue"]), (&second["date"], &second["venue"]));
    client.post_as(&token, "/api/user/add_times", pick(3)).await;
    let evening = &answer_to().await["date"][1]["slots"][13];
    assert_eq!((&evening["time"], &evening["free"]), (&json!("7:00 PM"), &json!(11)));
});

on_both_engines!(refusals_say_what_to_do, async |store| {
    let (client, token) = open(store).await;
    let rival = client.app.player("9876500004").await.token;
    let held = client.post_as(&token, "/api/user/add_times", pick(3)).await;
    let number = held.text("orderid").to_owned();

    let taken = client.post_as(&rival, "/api/user/add_times", pick(3)).await;
    assert_eq!(taken.refusal().0, 1);
    assert_eq!(taken.refusal().1, "slot_taken");
    let nearest = json!({"court_id": 2, "court_name": "Court 2", "court_type": "OUTDOOR", "price": 800});
    assert_eq!(taken.body["alternatives"]["courts"][0], nearest);
    let before = json!({"date": "2026-11-22", "time": "6:00 PM", "price": 800, "free": 12});
    assert_eq!(taken.body["alternatives"]["hours"][0], before);
    let asked = browse(&client, "/api/alternatives?venue=1&court=3&date=2026-11-22&time=7:00%20PM").await;
    assert_eq!(
        asked["alternatives"], taken.body["alternatives"],
        "a screen that only watches is told the same"
    );
    let mut past = pick(3);
    past["date"] = json!("2026-11-20");
    let past = client.post_as(&rival, "/api/user/add_times", past).await;
    assert_eq!((past.refusal().1, &past.body["alternatives"]), ("not_bookable", &Value::Null));
    assert_eq!(client.post_as(&rival, "/api/user/add_times", pick(99)).await.refusal().1, "no_such_court");
    for (field, value) in [
        ("date", json!("tomorrow")),
        ("time", json!("19:00")),
        ("court_id", json!("three")),
        ("date", json!(null)),
    ] {
        let mut wrong = pick(3);
        wrong[field] = value;
        let response = client.post_as(&rival, "/api/user/add_times", wrong).await;
        assert_eq!((response.status.as_u16(), response.text("code")), (400, "malformed"), "{response:?}");
    }

    let coupon = |code: &str| json!({"orderid": number, "promo_code": code, "total_amount": "800"});
    let wrong = client.post_as(&token, "/api/user/check_promocode", coupon("NOSUCH")).await;
    assert_eq!((&wrong.body["error"], wrong.text("message")), (&json!("1"), "Invalid coupon code."));
    let empty = client.post_as(&token, "/api/user/check_promocode", coupon("  ")).await;
    assert_eq!((&empty.body["error"], empty.text("message")), (&json!("1"), "Please enter a coupon code."));

    client.app.clock.advance(600);
    let late =
        client.post_as(&token, &format!("/api/user/confirmCashPayment?orderid={number}"), json!({})).await;
    assert_eq!(late.refusal().1, "hold_expired");
    let late = client.post_as(&token, "/api/user/check_promocode", coupon("DINK10")).await;
    assert_eq!((&late.body["error"], late.text("code")), (&json!("1"), "hold_expired"));
    let info = client.get_as(&token, &format!("/api/user/get_order_info?orderid={number}")).await;
    assert_eq!(info.text("status"), "expired");
});

on_both_engines!(a_late_cancellation_is_refused_with_the_deadline, async |store| {
    let (client, token) = open(store).await;
    let held = client.post_as(&token, "/api/user/add_times", pick(3)).await;
    let number = held.text("orderid").to_owned();
    client.post_as(&token, &format!("/api/user/confirmCashPayment?orderid={number}"), json!({})).await;
    client.app.clock.set("2026-11-22T07:30:00Z".parse().unwrap());
    let late = client.post_as(&token, "/api/user/addCancellation", json!({"order_id": number})).await;
    assert_eq!(late.refusal().1, "too_late");
    assert!(late.text("message").contains("6 hours"), "{late:?}");
    let info = client.get_as(&token, &format!("/api/user/get_order_info?orderid={number}")).await;
    assert_eq!((info.text("status"), &info.body["can_cancel"]), ("confirmed", &json!(false)));
});

on_both_engines!(closing_the_window_releases_the_court_and_a_dismissed_checkout_does_not, async |store| {
    let (client, token) = open(store).await;
    let held = client.post_as(&token, "/api/user/add_times", pick(3)).await;
    let number = held.text("orderid").to_owned();
    let free = async || {
        browse(&client, "/api/getcourt?venue=1&date=2026-11-22&time=7:00%20PM").await["courts"][2]["available"]
            == "yes"
    };
    assert_eq!(client.get_as(&token, "/api/user/reset_current_order").await.outcome(), 0);
    assert!(!free().await);
    assert_eq!(
        client.get_as(&token, &format!("/api/user/cancel_current_order?orderid={number}")).await.outcome(),
        0
    );
    assert!(free().await);
    assert_eq!(client.get_as(&token, "/api/user/cancel_current_order").await.outcome(), 0);
});

on_both_engines!(one_hour_over_all_venues, async |store| {
    let (client, token) = open(store).await;
    let answer_to = async |query: &str| browse(&client, &format!("/api/free_hours?{query}")).await;
    let free = answer_to("date=2026-11-22&time=7:00%20PM").await;
    assert_eq!((&free["error"], &free["message"]), (&json!(0), &json!("1 venue has a court.")));
    assert_eq!((&free["date"], &free["time"]), (&json!("2026-11-22"), &json!("7:00 PM")));
    assert_eq!(
        free["venues"],
        json!([{"venue_id": 1, "free": 12, "indoor": 0, "outdoor": 12, "price": 800, "reason": null, "next": null}])
    );
    assert_eq!(free["hours"][13], json!({"time": "7:00 PM", "free": 12}));
    client.post_as(&token, "/api/user/add_times", pick(3)).await;
    assert_eq!(answer_to("date=2026-11-22&time=7:00%20PM").await["venues"][0]["free"], 11);

    let closed = answer_to("date=2026-11-22&time=11:00%20PM").await;
    assert_eq!(closed["message"], "No court is free then. Here is what comes nearest.");
    assert_eq!(
        (&closed["venues"][0]["reason"], &closed["venues"][0]["price"]),
        (&json!("closed"), &Value::Null)
    );
    assert_eq!(
        closed["venues"][0]["next"],
        json!({"date": "2026-11-22", "time": "10:00 PM", "free": 12, "price": 800})
    );
    for day in ["2026-11-20", "2027-01-01"] {
        let refused = answer_to(&format!("date={day}&time=7:00%20PM")).await;
        assert_eq!((&refused["error"], &refused["code"]), (&json!(1), &json!("not_bookable")));
    }
    for query in
        ["date=22-11-2026&time=7:00%20PM", "date=2026-11-22&time=19:00", "date=2026-11-22", "time=7:00%20PM"]
    {
        assert_eq!(answer_to(query).await["code"], "malformed", "{query}");
    }
});

on_both_engines!(a_court_removed_from_the_file_is_not_offered, async |store| {
    let (client, token) = open(store.clone()).await;
    let held = client.post_as(&token, "/api/user/add_times", pick(3)).await;
    let number = held.text("orderid").to_owned();
    client.post_as(&token, &format!("/api/user/confirmCashPayment?orderid={number}"), json!({})).await;
    let off: Result<u64, StoreError> = store
        .write((), |tx, ()| {
            let text = "update court set active = 0 where court_id = 3";
            Box::pin(async move { tx.run(Statement { name: "test/off", text }, params![]).await })
        })
        .await;
    assert_eq!(off.unwrap(), 1);
    client.app.venues.forget();
    let history = client.get_as(&token, "/api/user/getBookingHistory").await;
    let info = client.get_as(&token, &format!("/api/user/get_order_info?orderid={number}")).await;
    assert_eq!(history.body["data"]["order"][0]["still_offered"], false);
    assert_eq!(info.body["still_offered"], false);
});

/// The fields that are missing in `answer`.
fn missing<'a>(answer: &Value, fields: &[&'a str]) -> Vec<&'a str> {
    fields.iter().copied().filter(|field| answer.get(field).is_none()).collect()
}

on_both_engines!(a_venue_has_the_fields_of_the_specification, async |store| {
    let (client, _) = open(store).await;
    let venues = browse(&client, "/api/getvenue").await;
    assert_eq!(missing(&venues, &["error", "message", "venue"]), Vec::<&str>::new());
    let venue = &venues["venue"][0];
    assert_eq!(
        (&venue["venue_id"], &venue["venue_name"], &venue["venue_location"], &venue["venue_image"]),
        (&json!(1), &json!("Riverside Arena"), &json!("Akota"), &json!("/r.svg"))
    );
    assert_eq!(venue["venue_long_location"], "14 River Road, Akota, Vadodara");
    assert_eq!((&venue["indoor_counts"], &venue["outdoor_counts"]), (&json!(0), &json!(12)));
    assert_eq!((&venue["facilities"], &venue["gallery_links"]), (&json!(["parking"]), &json!([])));
});

on_both_engines!(orders_and_their_records_have_the_fields_of_the_specification, async |store| {
    let (client, token) = open(store).await;
    let held = client.post_as(&token, "/api/user/add_times", pick(3)).await;
    let pending =
        ["error", "orderid", "date", "time", "court", "location", "venue", "total_amount", "players", "name"];
    assert_eq!(missing(&held.body, &pending), Vec::<&str>::new());
    let number = held.text("orderid").to_owned();
    client.post_as(&token, &format!("/api/user/confirmCashPayment?orderid={number}"), json!({})).await;

    let info = client.get_as(&token, &format!("/api/user/get_order_info?orderid={number}")).await;
    let details = [
        "error",
        "message",
        "court_number",
        "venue",
        "long_location",
        "name",
        "date",
        "time",
        "location_link",
    ];
    assert_eq!(missing(&info.body, &details), Vec::<&str>::new());

    let history = client.get_as(&token, "/api/user/getBookingHistory").await;
    assert!(history.body["data"]["message"].is_string());
    let record = &history.body["data"]["order"][0];
    assert_eq!(
        missing(record, &["venue", "location", "carddate", "image", "status", "order_id"]),
        Vec::<&str>::new()
    );
});

on_both_engines!(a_venue_has_its_week_and_its_standard_price, async |store| {
    let (client, _) = open(store).await;
    let venue = browse(&client, "/api/getvenue").await["venue"][0].clone();
    assert_eq!(
        (&venue["standard_price"], &venue["slot_minutes"], &venue["play_minutes"]),
        (&json!(800), &json!(60), &json!(55))
    );
    assert_eq!((&venue["lowest_price"], &venue["highest_price"]), (&json!(800), &json!(800)));
    assert_eq!(venue["hours"].as_array().unwrap().len(), 7);
    assert_eq!(venue["hours"][6], json!({"first_start": "6:00 AM", "last_start": "10:00 PM"}));
});

on_both_engines!(unknown_venues_and_malformed_queries_get_different_errors, async |store| {
    let (client, _) = open(store).await;
    for path in [
        "/api/gettimeslots?venue=9",
        "/api/gettimeslots?venue=1&sport=2",
        "/api/getcourt?venue=9&date=2026-11-22&time=7:00%20PM",
    ] {
        assert_eq!(browse(&client, path).await["code"], "no_such_venue", "{path}");
    }
    for path in [
        "/api/gettimeslots",
        "/api/gettimeslots?venue=x",
        "/api/getcourt?venue=1&date=22-11-2026&time=7:00%20PM",
    ] {
        assert_eq!(browse(&client, path).await["code"], "malformed", "{path}");
    }
});
