//! A booking over HTTP from browsing to cancellation, and refusals on the way.

use insta::assert_json_snapshot;
use serde_json::{Value, json};
use sideout_store::{Statement, Store, StoreError, params};
use sideout_testkit::{Coupon, TestApp, on_both_engines, sample_venue::open_venue};

use crate::client::{Client, pick};

async fn open(store: Store) -> (Client, String) {
    open_venue(&store).await;
    Coupon::percent("DINK10", 10).add(&store).await;
    let (app, player) = TestApp::over(store).with_player().await;
    (Client::to(app), player.token)
}

async fn browse(client: &Client, path: &str) -> Value {
    client.get(path).await.body
}

on_both_engines!(a_player_browses_holds_books_and_cancels, async |store| {
    let (client, token) = open(store).await;
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
    assert_eq!(held.status, 200);
    let number = held.text("orderid").to_owned();
    let order = [(number.as_str(), "[order]")];
    assert_json_snapshot!(held.naming(&order), @r#"
    {
      "bank_charge": 30,
      "cancel_before": "2026-11-22T07:30:00Z",
      "code": "held",
      "court": "Court 3",
      "court_type": "OUTDOOR",
      "date": "2026-11-22",
      "error": 0,
      "expires_at": "2026-11-21T06:10:00Z",
      "infodate": "Sun, 22 Nov 2026 | 7:00 PM",
      "location": "Akota",
      "long_location": "14 River Road, Akota, Vadodara",
      "may_pay_online": false,
      "message": "It's yours for the next 10 minutes.",
      "name": "Asha Mehta",
      "orderid": "[order]",
      "params": {
        "left_seconds": 600
      },
      "play_minutes": 55,
      "players": 4,
      "server_time": "2026-11-21T06:00:00Z",
      "starts_at": "2026-11-22T13:30:00Z",
      "time": "7:00 PM",
      "timezone": "Asia/Kolkata",
      "total_amount": 800,
      "venue": "Riverside Arena"
    }
    "#);
    let courts = browse(&client, "/api/getcourt?venue=1&date=2026-11-22&time=7:00%20PM").await;
    assert_eq!(courts["courts"][2]["available"], "no");

    // The client's price is ignored; the order has its own.
    let coupon = json!({"orderid": number, "promo_code": "dink10", "total_amount": "1"});
    let quote = client.post_as(&token, "/api/user/check_promocode", coupon).await;
    assert_json_snapshot!(quote.body, @r#"
    {
      "code": "coupon_applied",
      "error": "0",
      "message": "Coupon applied successfully!",
      "params": {},
      "promocode_discount": 80,
      "total_amount": 720
    }
    "#);

    let confirm = format!("/api/user/confirmCashPayment?orderid={number}&promocode=DINK10");
    let confirmed = client.post_as(&token, &confirm, json!({})).await;
    assert_eq!((confirmed.outcome(), confirmed.text("message")), (0, "Booking Confirmed!"));
    assert_eq!(client.get_as(&token, &confirm).await, confirmed, "the same call by GET is a repeat");

    let info = client.get_as(&token, &format!("/api/user/get_order_info?orderid=%23{number}")).await;
    let shown = info.naming(&[(info.text("pass_code"), "[pass code]"), order[0]]);
    assert_json_snapshot!(shown, @r#"
    {
      "bank_charge": 30,
      "can_cancel": true,
      "cancel_before": "2026-11-22T07:30:00Z",
      "cancel_reason": null,
      "cancelled_by": null,
      "code": "order",
      "coupon": "DINK10",
      "court_id": 3,
      "court_number": "Court 3",
      "court_type": "OUTDOOR",
      "date": "2026-11-22",
      "discount": 80,
      "documents": [],
      "due_amount": 720,
      "error": 0,
      "expires_at": null,
      "hold_closed": false,
      "image": "/r.svg",
      "issued_documents": [],
      "location": "Akota",
      "location_link": "https://maps.example/1",
      "long_location": "14 River Road, Akota, Vadodara",
      "may_pay_online": false,
      "message": "See you on court!",
      "moved_from": null,
      "name": "Asha Mehta",
      "offer": null,
      "online_payment": null,
      "orderid": "[order]",
      "paid_amount": 0,
      "params": {
        "reason": "confirmed"
      },
      "pass_code": "[pass code]",
      "payment_status": "pay_at_court",
      "play_minutes": 55,
      "price": 800,
      "refund": null,
      "refund_amount": 0,
      "refund_at_desk": 0,
      "refund_due": null,
      "refunds": [],
      "second_payments": [],
      "server_time": "2026-11-21T06:00:00Z",
      "sport_id": 1,
      "starts_at": "2026-11-22T13:30:00Z",
      "status": "confirmed",
      "still_offered": true,
      "time": "7:00 PM",
      "timezone": "Asia/Kolkata",
      "total_amount": 720,
      "venue": "Riverside Arena",
      "venue_id": 1
    }
    "#);
    let history = client.get_as(&token, "/api/user/getBookingHistory?whatever=1").await;
    assert_json_snapshot!(history.naming(&order), @r##"
    {
      "code": "bookings",
      "data": {
        "code": "bookings",
        "message": "Here are your games.",
        "order": [
          {
            "cancelled_by": null,
            "carddate": "22 Nov 2026 | 7:00 PM",
            "court": "Court 3",
            "court_id": 3,
            "court_type": "OUTDOOR",
            "date": "2026-11-22",
            "due_amount": 720,
            "image": "/r.svg",
            "location": "Akota",
            "order_id": "#[order]",
            "payment_status": "pay_at_court",
            "refund": null,
            "refunds": [],
            "sport_id": 1,
            "starts_at": "2026-11-22T13:30:00Z",
            "status": "confirmed",
            "still_offered": true,
            "time": "7:00 PM",
            "timezone": "Asia/Kolkata",
            "total_amount": 720,
            "unbooked_payment": null,
            "venue": "Riverside Arena",
            "venue_id": 1
          }
        ],
        "params": {}
      },
      "error": 0,
      "message": "Here are your games.",
      "params": {},
      "server_time": "2026-11-21T06:00:00Z"
    }
    "##);

    let cancel = json!({"order_id": format!("#{number}"), "reason": "Found a better court elsewhere"});
    let cancelled = client.post_as(&token, "/api/user/addCancellation", cancel.clone()).await;
    assert_json_snapshot!(cancelled.naming(&order), @r#"
    {
      "code": "booking_cancelled",
      "error": 0,
      "message": "Your Booking Has Been Canceled.",
      "params": {},
      "refund_amount": 0,
      "refund_at_desk": 0,
      "refund_due": null,
      "status": "cancelled"
    }
    "#);
    assert_eq!(client.post_as(&token, "/api/user/addCancellation", cancel).await, cancelled);
    let release = client.get_as(&token, &format!("/api/user/cancel_current_order?orderid={number}")).await;
    assert_eq!(release.refusal().code, "cancelled", "it is no booking that could be cancelled");
    assert_eq!(release.text("message"), "This booking was cancelled already.");
    let history = client.get_as(&token, "/api/user/getBookingHistory").await;
    assert_eq!(history.body["data"]["order"][0]["status"], "cancelled");
});

on_both_engines!(bookable_days_requested_again_have_the_new_time_and_show_a_taken_court, async |store| {
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

on_both_engines!(refusals_on_the_way_have_codes_and_a_taken_court_lists_what_is_near, async |store| {
    let (client, token) = open(store).await;
    let rival = client.app.player("9876500004").await.token;
    let number = client.hold(&token, 3).await;

    let taken = client.post_as(&rival, "/api/user/add_times", pick(3)).await;
    assert_eq!(taken.refusal().error, 1);
    assert_eq!(taken.refusal().code, "slot_taken");
    let nearest = json!({"court_id": 2, "court_name": "Court 2", "court_type": "OUTDOOR", "price": 800});
    assert_eq!(taken.body["alternatives"]["courts"][0], nearest);
    let before = json!({"date": "2026-11-22", "time": "6:00 PM", "price": 800, "free": 12});
    assert_eq!(taken.body["alternatives"]["hours"][0], before);
    let watched = browse(&client, "/api/alternatives?venue=1&court=3&date=2026-11-22&time=7:00%20PM").await;
    assert_eq!(
        watched["alternatives"], taken.body["alternatives"],
        "a screen that only watches gets the same"
    );
    let mut past = pick(3);
    past["date"] = json!("2026-11-20");
    let past = client.post_as(&rival, "/api/user/add_times", past).await;
    assert_eq!((past.refusal().code, &past.body["alternatives"]), ("not_bookable", &Value::Null));
    assert_eq!(client.post_as(&rival, "/api/user/add_times", pick(99)).await.refusal().code, "no_such_court");
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
    assert_eq!(late.refusal().code, "hold_expired");
    let late = client.post_as(&token, "/api/user/check_promocode", coupon("DINK10")).await;
    assert_eq!((&late.body["error"], late.text("code")), (&json!("1"), "hold_expired"));
    let info = client.order(&token, &number).await;
    assert_eq!((info.text("status"), &info.body["hold_closed"]), ("expired", &json!(false)));
});

on_both_engines!(a_late_cancellation_is_refused_with_the_deadline, async |store| {
    let (client, token) = open(store).await;
    let number = client.book(&token, 3).await;
    client.app.clock.set("2026-11-22T07:30:00Z".parse().unwrap());
    let late = client.post_as(&token, "/api/user/addCancellation", json!({"order_id": number})).await;
    assert_eq!(late.refusal().code, "too_late");
    assert!(late.text("message").contains("6 hours"), "{late:?}");
    let info = client.order(&token, &number).await;
    assert_eq!((info.text("status"), &info.body["can_cancel"]), ("confirmed", &json!(false)));
});

on_both_engines!(without_a_cut_off_a_cancellation_is_refused_once_the_game_has_begun, async |store| {
    open_venue(&store).await;
    let at_any_time = TestApp::with_settings(store, |settings| settings.cancel_cutoff_minutes = 0);
    let (app, player) = at_any_time.with_player().await;
    let client = Client::to(app);
    let number = client.book(&player.token, 3).await;
    client.app.clock.set("2026-11-22T13:30:00Z".parse().unwrap());
    let late = client.post_as(&player.token, "/api/user/addCancellation", json!({"order_id": number})).await;
    assert_eq!((late.refusal().code, late.body["params"]["reason"].as_str()), ("too_late", Some("begun")));
    assert!(late.text("message").ends_with("that is possible until the start."), "{late:?}");
});

on_both_engines!(closing_the_window_releases_the_court_and_a_dismissed_checkout_does_not, async |store| {
    let (client, token) = open(store).await;
    let number = client.hold(&token, 3).await;
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

on_both_engines!(a_court_that_is_held_at_one_hour_is_free_at_the_next_hour_and_day, async |store| {
    let (client, token) = open(store).await;
    let free = async |day: &str, time: &str| {
        let courts = browse(&client, &format!("/api/getcourt?venue=1&date={day}&time={time}")).await;
        let courts = courts["courts"].as_array().unwrap();
        courts.iter().map(|court| court["available"] == "yes").collect::<Vec<_>>()
    };
    // Requested before the hold, so that each answer is cached.
    let hours = [("2026-11-22", "7:00%20PM"), ("2026-11-22", "8:00%20PM"), ("2026-11-23", "7:00%20PM")];
    for (day, time) in hours {
        assert!(free(day, time).await.iter().all(|free| *free), "{day} {time}");
    }
    client.hold(&token, 3).await;
    let found = [free(hours[0].0, hours[0].1).await, free(hours[1].0, hours[1].1).await];
    assert_eq!(found[0].iter().filter(|free| !**free).count(), 1);
    assert!(!found[0][2], "the held court");
    assert!(found[1].iter().all(|free| *free), "the next hour");
    assert!(free(hours[2].0, hours[2].1).await.iter().all(|free| *free), "the next day");
    assert!(free("2026-11-20", "7:00%20PM").await.iter().all(|free| !*free), "a day in the past");
});

on_both_engines!(free_hours_shows_the_free_courts_of_an_hour_or_the_nearest_hour, async |store| {
    let (client, token) = open(store).await;
    let answer_to = async |query: &str| browse(&client, &format!("/api/free_hours?{query}")).await;
    let mut free = answer_to("date=2026-11-22&time=7:00%20PM").await;
    let hours = free["hours"].take();
    assert_json_snapshot!(free, @r#"
    {
      "code": "venues_free",
      "date": "2026-11-22",
      "error": 0,
      "hours": null,
      "message": "1 venue has a court.",
      "params": {
        "reason": "one"
      },
      "time": "7:00 PM",
      "venues": [
        {
          "free": 12,
          "indoor": 0,
          "next": null,
          "outdoor": 12,
          "price": 800,
          "reason": null,
          "venue_id": 1
        }
      ]
    }
    "#);
    assert_eq!(hours[13], json!({"time": "7:00 PM", "free": 12}));
    client.post_as(&token, "/api/user/add_times", pick(3)).await;
    assert_eq!(answer_to("date=2026-11-22&time=7:00%20PM").await["venues"][0]["free"], 11);

    let closed = answer_to("date=2026-11-22&time=11:00%20PM").await;
    assert_eq!(closed["message"], "No court is free then. Here is what comes nearest.");
    assert_json_snapshot!(closed["venues"], @r#"
    [
      {
        "free": 0,
        "indoor": 0,
        "next": {
          "date": "2026-11-22",
          "free": 12,
          "price": 800,
          "time": "10:00 PM"
        },
        "outdoor": 0,
        "price": null,
        "reason": "closed",
        "venue_id": 1
      }
    ]
    "#);
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

/// Retires courts by this statement; returns how many.
async fn retire_courts(client: &Client, store: &Store, text: &'static str) -> u64 {
    let retire = store.write(text, |tx, text| {
        Box::pin(async move { tx.run(Statement { name: "test/retire", text }, params![]).await })
    });
    let retired: Result<u64, StoreError> = retire.await;
    client.app.venues.forget();
    retired.unwrap()
}

on_both_engines!(a_booking_of_a_retired_court_says_that_it_is_no_longer_offered, async |store| {
    let (client, token) = open(store.clone()).await;
    let number = client.book(&token, 3).await;
    assert_eq!(retire_courts(&client, &store, "update court set active = 0 where court_id = 3").await, 1);
    let history = client.get_as(&token, "/api/user/getBookingHistory").await;
    let info = client.order(&token, &number).await;
    assert_eq!(history.body["data"]["order"][0]["still_offered"], false);
    assert_eq!(info.body["still_offered"], false);
});

on_both_engines!(a_venue_without_a_court_for_the_sport_is_not_listed, async |store| {
    let (client, _) = open(store.clone()).await;
    assert_eq!(browse(&client, "/api/getvenue").await["venue"][0]["venue_id"], 1);
    assert_eq!(retire_courts(&client, &store, "update court set active = 0").await, 12);
    assert_eq!(browse(&client, "/api/getvenue").await["venue"], json!([]));
    let hours = browse(&client, "/api/gettimeslots?venue=1&sport=1").await;
    assert_eq!(hours["code"], "no_such_venue", "it would lead nowhere");
});

on_both_engines!(a_venue_shows_the_number_and_the_prices_of_the_courts_for_the_sport_alone, async |store| {
    let (client, _) = open(store.clone()).await;
    let shown = async || {
        let venue = browse(&client, "/api/getvenue").await["venue"][0].clone();
        ["indoor_counts", "outdoor_counts", "lowest_price", "highest_price"].map(|field| venue[field].clone())
    };
    assert_eq!(shown().await, [json!(0), json!(12), json!(800), json!(800)]);
    let changed: Result<(), StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                for text in [
                    "insert into sport (sport_id, name) values (2, 'badminton')",
                    "update court set sport_id = 2 where court_id >= 9",
                    "insert into price_rule (price_rule_id, venue_id, court_id, weekdays, from_minute, until_minute, price_paise)
                     values (2, 1, 12, 127, 0, 1440, 250000)",
                ] {
                    tx.run(Statement { name: text, text }, params![]).await?;
                }
                Ok::<_, StoreError>(())
            })
        })
        .await;
    changed.unwrap();
    client.app.venues.forget();
    assert_eq!(shown().await, [json!(0), json!(8), json!(800), json!(800)]);
});

on_both_engines!(a_venue_has_the_fields_of_the_specification, async |store| {
    let (client, _) = open(store).await;
    assert_json_snapshot!(browse(&client, "/api/getvenue").await, @r#"
        {
          "code": "venues",
          "error": 0,
          "message": "Where would you like to play?",
          "params": {},
          "venue": [
            {
              "facilities": [
                "parking"
              ],
              "gallery_links": [],
              "highest_price": 800,
              "horizon_days": null,
              "hours": [
                {
                  "first_start": "6:00 AM",
                  "last_start": "10:00 PM"
                },
                {
                  "first_start": "6:00 AM",
                  "last_start": "10:00 PM"
                },
                {
                  "first_start": "6:00 AM",
                  "last_start": "10:00 PM"
                },
                {
                  "first_start": "6:00 AM",
                  "last_start": "10:00 PM"
                },
                {
                  "first_start": "6:00 AM",
                  "last_start": "10:00 PM"
                },
                {
                  "first_start": "6:00 AM",
                  "last_start": "10:00 PM"
                },
                {
                  "first_start": "6:00 AM",
                  "last_start": "10:00 PM"
                }
              ],
              "indoor_counts": 0,
              "lead_minutes": 0,
              "location_link": "https://maps.example/1",
              "lowest_price": 800,
              "open_spans": [
                [
                  {
                    "first_start": "6:00 AM",
                    "last_start": "10:00 PM"
                  }
                ],
                [
                  {
                    "first_start": "6:00 AM",
                    "last_start": "10:00 PM"
                  }
                ],
                [
                  {
                    "first_start": "6:00 AM",
                    "last_start": "10:00 PM"
                  }
                ],
                [
                  {
                    "first_start": "6:00 AM",
                    "last_start": "10:00 PM"
                  }
                ],
                [
                  {
                    "first_start": "6:00 AM",
                    "last_start": "10:00 PM"
                  }
                ],
                [
                  {
                    "first_start": "6:00 AM",
                    "last_start": "10:00 PM"
                  }
                ],
                [
                  {
                    "first_start": "6:00 AM",
                    "last_start": "10:00 PM"
                  }
                ]
              ],
              "outdoor_counts": 12,
              "play_minutes": 55,
              "slot_minutes": 60,
              "special_days": [],
              "standard_price": 800,
              "venue_id": 1,
              "venue_image": "/r.svg",
              "venue_location": "Akota",
              "venue_long_location": "14 River Road, Akota, Vadodara",
              "venue_name": "Riverside Arena"
            }
          ]
        }
        "#);
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
