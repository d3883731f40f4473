//! Holds, bookings, weekly series and undo over HTTP: the bodies, refusals, other venues.

use http::Method;
use serde_json::{Value, json};
use sideout_domain::{VenueId, staff::Role};
use sideout_testkit::on_both_engines;
use sideout_testkit_http::HttpClient;

use crate::client::{Desk, run, writing, writing_at};

const HOLDS: &str = "/api/desk/venues/1/holds";
const BOOKINGS: &str = "/api/desk/venues/1/bookings";
const CLOSURES: &str = "/api/desk/venues/1/closures";

fn hold(court: i64, minute: i64) -> Value {
    json!({ "day": "2026-11-22", "court": court, "minute": minute })
}

fn booking(court: i64) -> Value {
    json!({
        "day": "2026-11-22",
        "slots": [{ "court": court, "minute": 1140 }],
        "player": { "name": "Rohan Mehta", "phone": "+91 98250 41777" },
        "contact_name": null,
        "total_paise": 80_000
    })
}

/// A booking of court 3 that goes on in these later weeks.
fn series(later: Value, total_paise: i64) -> Value {
    let mut body = booking(3);
    body["later_weeks"] = later;
    body["total_paise"] = total_paise.into();
    body
}

fn week(day: &str, court: i64) -> Value {
    json!({ "day": day, "court": court, "minute": 1140 })
}

/// A closure of court 3 for the hour that begins at a minute of a day.
fn closure(day: &str, minute: i64) -> Value {
    json!({
        "courts": [3], "day": day, "from_minute": minute, "until_minute": minute + 60,
        "cause": "rain", "reason": null, "running_games": "all"
    })
}

/// A desk, and the client of a clerk.
async fn open(store: sideout_store::Store) -> (Desk, HttpClient) {
    let desk = Desk::over(store).await;
    let clerk = desk.app.staff(Role::Desk, "9825041736", &[VenueId(1)]).await;
    let client = desk.signed_in(&clerk.token);
    (desk, client)
}

on_both_engines!(a_week_whose_court_was_closed_is_one_week_of_its_series_at_its_other_place, async |store| {
    let (desk, client) = open(store).await;
    let owner = desk.app.staff(Role::Owner, "9825041738", &[]).await;
    let owner = desk.signed_in(&owner.token);
    let later = json!([week("2026-11-29", 3), week("2026-12-06", 3)]);
    let booked = writing(&client, Method::POST, BOOKINGS, 1, &series(later, 240_000)).await;
    assert_eq!(booked.status, 201, "{booked:?}");
    let order = |at: usize| booked.body["bookings"][at]["order"].as_str().unwrap();
    let closed = writing(&owner, Method::POST, CLOSURES, 2, &closure("2026-11-29", 1140)).await;
    assert_eq!(closed.status, 201, "{closed:?}");
    let offer = format!("/api/desk/offers/{}", order(1));
    let choices = owner.get(format!("{offer}/choices")).await;
    let choice = &choices.body["other_days"][0]["choice"];
    let body = json!({
        "venue": choice["venue"], "court": choice["court"], "day": choice["day"],
        "minute": choice["minute"], "due_paise": choice["due_paise"], "back_paise": choice["back_paise"]
    });
    let moved = writing(&owner, Method::POST, &format!("{offer}/move"), 3, &body).await;
    assert!(moved.status.is_success(), "{moved:?}");
    let shown = client.get(format!("/api/desk/bookings/{}", order(0))).await;
    let weeks = shown.body["weeks"].as_array().unwrap();
    let days: Vec<&str> = weeks.iter().map(|week| week["day"].as_str().unwrap()).collect();
    assert_eq!(days, ["2026-11-22", "2026-11-30", "2026-12-06"]);
});

/// What happened to a booking by its history, after court 3 was closed from 8 to 9 PM and opened again, so that the player got the hour
/// back.
async fn events_after_a_closure(desk: &Desk, client: &HttpClient, order: &str) -> Vec<String> {
    let owner = desk.app.staff(Role::Owner, "9825041738", &[]).await;
    let owner = desk.signed_in(&owner.token);
    desk.app.clock.advance(60);
    let closed = writing(&owner, Method::POST, CLOSURES, 8, &closure("2026-11-22", 1200)).await;
    assert_eq!(closed.status, 201, "{closed:?}");
    desk.app.clock.advance(60);
    let reopen = format!("/api/desk/closures/{}/reopen", closed.body["id"].as_str().unwrap());
    let opened = writing(&owner, Method::POST, &reopen, 9, &json!({ "call_back": true })).await;
    assert_eq!(opened.body["called_back"], 1, "{opened:?}");
    let shown = client.get(format!("/api/desk/bookings/{order}")).await;
    let history = shown.body["history"].as_array().unwrap();
    history.iter().map(|event| event["what"].as_str().unwrap().to_owned()).collect()
}

on_both_engines!(an_hour_that_a_player_got_back_after_a_closure_is_no_change_of_the_game, async |store| {
    let (desk, client) = open(store).await;
    let mut hours = booking(3);
    hours["slots"] = json!([{ "court": 3, "minute": 1140 }, { "court": 3, "minute": 1200 }]);
    hours["total_paise"] = 160_000.into();
    let booked = writing(&client, Method::POST, BOOKINGS, 1, &hours).await;
    assert_eq!(booked.status, 201, "{booked:?}");
    let first = booked.body["bookings"][0]["order"].as_str().unwrap();
    assert_eq!(events_after_a_closure(&desk, &client, first).await, ["booked"]);
});

on_both_engines!(an_hour_that_was_added_and_got_back_after_a_closure_stays_added, async |store| {
    let (desk, client) = open(store).await;
    let booked = writing(&client, Method::POST, BOOKINGS, 1, &booking(3)).await;
    assert_eq!(booked.status, 201, "{booked:?}");
    let first = &booked.body["bookings"][0];
    let (order, seen) = (first["order"].as_str().unwrap(), first["version"].as_u64().unwrap());
    desk.app.clock.advance(60);
    let next = json!({ "day": "2026-11-22", "minute": 1200, "total_paise": 80_000 });
    let path = format!("/api/desk/bookings/{order}/extensions");
    let added = writing_at(&client, seen, Method::POST, &path, 2, &next).await;
    assert_eq!(added.status, 201, "{added:?}");
    assert_eq!(events_after_a_closure(&desk, &client, order).await, ["booked", "extended"]);
});

on_both_engines!(a_hold_becomes_a_booking_that_is_undone, async |store| {
    let (_desk, client) = open(store).await;
    let held = writing(&client, Method::POST, HOLDS, 1, &hold(3, 1140)).await;
    assert_eq!(held.status, 201, "{held:?}");
    assert_eq!(held.body["price_paise"], 80_000);
    assert_eq!((&held.body["court"], &held.body["minutes"]), (&json!(3), &json!(60)));
    let board = client.get("/api/desk/venues/1/board?day=2026-11-22").await;
    assert_eq!(board.body["desk_holds"][0]["mine"], true, "{board:?}");

    let booked = writing(&client, Method::POST, BOOKINGS, 2, &booking(3)).await;
    assert_eq!(booked.status, 201, "{booked:?}");
    assert_eq!(booked.body["player"]["name"], "Rohan Mehta");
    assert_eq!(booked.body["player"]["phone"], "98250 41777");
    assert_eq!(booked.body["player"]["is_new"], true);
    let made = &booked.body["bookings"][0];
    let order = made["order"].as_str().unwrap();
    assert_eq!(booked.headers["location"], format!("/api/desk/bookings/{order}"));
    let details = client.get(format!("/api/desk/bookings/{order}")).await;
    assert_eq!(details.body["history"][0]["by"], "Test desk", "{details:?}");

    let seen = json!({ "orders": [{ "order": order, "version": made["version"] }] });
    let undone = writing(&client, Method::POST, &format!("{BOOKINGS}/undo"), 3, &seen).await;
    assert_eq!(undone.status, 204, "{undone:?}");
    let again = writing(&client, Method::POST, &format!("{BOOKINGS}/undo"), 4, &seen).await;
    assert_eq!((again.status.as_u16(), &again.body["code"]), (409, &json!("undo_over")));
    let details = client.get(format!("/api/desk/bookings/{order}")).await;
    let last = details.body["history"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["what"], &last["by"]), (&json!("cancelled"), &json!("Test desk")), "{details:?}");
});

on_both_engines!(a_taken_court_is_refused_with_what_is_free, async |store| {
    let (desk, client) = open(store).await;
    let other = desk.app.staff(Role::Desk, "9825041737", &[VenueId(1)]).await;
    let other = desk.signed_in(&other.token);
    writing(&other, Method::POST, HOLDS, 1, &hold(3, 1140)).await;
    let taken = writing(&client, Method::POST, HOLDS, 2, &hold(3, 1140)).await;
    assert_eq!((taken.status.as_u16(), &taken.body["code"]), (409, &json!("slot_taken")));
    assert_eq!(taken.body["params"]["court"], "Court 3");
    let courts = taken.body["alternatives"]["courts"].as_array().unwrap();
    assert_eq!(courts[0], json!({ "court": 2, "name": "Court 2", "price_paise": 80_000 }));
    assert_eq!(taken.body["alternatives"]["hours"].as_array().unwrap().len(), 3);
    let taken = writing(&client, Method::POST, BOOKINGS, 3, &booking(3)).await;
    assert_eq!((taken.status.as_u16(), &taken.body["code"]), (409, &json!("slot_taken")));
});

on_both_engines!(a_refusal_of_bad_input_names_the_field, async |store| {
    let (_desk, client) = open(store).await;
    let with = |field: &str, value: Value| {
        let mut body = booking(3);
        body[field] = value;
        body
    };
    let slot = json!({ "court": 3, "minute": 1140 });
    let cases = [
        (with("slots", json!([])), "slots", "count"),
        (with("slots", json!([slot, slot])), "slots", "twice"),
        (with("player", json!({ "name": "Rohan Mehta", "phone": "98250 4173" })), "phone", "phone"),
        (with("player", json!({ "name": "Ro", "phone": "98250 41736" })), "name", "length"),
        (with("player", json!({ "phone": "98250 41736" })), "name", "required"),
        (with("player", json!({ "id": "17" })), "player", "unknown"),
        (with("contact_name", json!("<b>Asha</b>")), "contact_name", "pattern"),
    ];
    for (key, (body, field, code)) in (1..).zip(cases) {
        let refused = writing(&client, Method::POST, BOOKINGS, key, &body).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.body["fields"][field]),
            (422, &json!(code)),
            "{refused:?}"
        );
    }
});

on_both_engines!(another_price_and_hours_that_are_not_sold_are_refused, async |store| {
    let (_desk, client) = open(store).await;
    let mut body = booking(3);
    body["total_paise"] = json!(70_000);
    let changed = writing(&client, Method::POST, BOOKINGS, 20, &body).await;
    assert_eq!((changed.status.as_u16(), &changed.body["code"]), (409, &json!("price_changed")));
    assert_eq!(changed.body["current"]["total_paise"], 80_000);
    for (key, (body, code)) in (30..).zip([
        (hold(3, 30), "not_for_sale"),
        (hold(3, 9_999), "not_for_sale"),
        (json!({ "day": "2026-11-20", "court": 3, "minute": 1140 }), "hour_over"),
        (json!({ "day": "2027-11-20", "court": 3, "minute": 1140 }), "too_far_ahead"),
    ]) {
        let refused = writing(&client, Method::POST, HOLDS, key, &body).await;
        assert_eq!((refused.status.as_u16(), &refused.body["code"]), (409, &json!(code)), "{refused:?}");
    }
});

on_both_engines!(a_court_that_was_retired_while_the_board_was_open_is_not_for_sale, async |store| {
    let (desk, client) = open(store.clone()).await;
    run(&store, "update court set active = 0 where court_id = 3").await;
    desk.app.venues.forget();
    let held = writing(&client, Method::POST, HOLDS, 1, &hold(3, 1140)).await;
    let booked = writing(&client, Method::POST, BOOKINGS, 2, &booking(3)).await;
    let shown = client.get("/api/desk/venues/1/series?day=2026-11-22&slots=3-1140&weeks=3").await;
    for refused in [held, booked, shown] {
        assert_eq!(
            (refused.status.as_u16(), &refused.body["code"]),
            (409, &json!("not_for_sale")),
            "{refused:?}"
        );
    }
});

on_both_engines!(booking_and_cancelling_at_another_venue_is_refused, async |store| {
    let (desk, client) = open(store.clone()).await;
    desk.add_second_venue(&store).await;
    let held = writing(&client, Method::POST, HOLDS, 1, &hold(4, 1140)).await;
    let (id, until) = (held.body["id"].as_str().unwrap(), held.body["until"].as_str().unwrap());
    let held = format!("{HOLDS}/{id}?until={until}");
    let booked = writing(&client, Method::POST, BOOKINGS, 2, &booking(3)).await;
    let order = booked.body["bookings"][0]["order"].as_str().unwrap();
    let undo = json!({ "orders": [{ "order": order, "version": 0 }] });
    let cancel = json!({ "shown_refund_paise": 0, "refund_paise": null, "reason": null });
    let cancellations = format!("/api/desk/bookings/{order}/cancellations");

    let stranger = desk.app.staff(Role::Manager, "9825041738", &[VenueId(2)]).await;
    let stranger = desk.signed_in(&stranger.token);
    let undo_here = format!("{BOOKINGS}/undo");
    for (key, (method, path, body)) in (10..).zip([
        (Method::POST, HOLDS, &hold(5, 1140)),
        (Method::DELETE, held.as_str(), &json!({})),
        (Method::POST, BOOKINGS, &booking(5)),
        (Method::POST, undo_here.as_str(), &undo),
        (Method::POST, "/api/desk/venues/2/bookings/undo", &undo),
        (Method::POST, cancellations.as_str(), &cancel),
        (Method::POST, "/api/desk/venues/9/bookings", &booking(5)),
        (Method::POST, "/api/desk/venues/x/holds", &hold(5, 1140)),
    ]) {
        let refused = writing(&stranger, method, path, key, body).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.body["code"]),
            (404, &json!("not_found")),
            "{path}: {refused:?}"
        );
    }
    let preview = stranger.get(format!("/api/desk/bookings/{order}/cancellation")).await;
    assert_eq!(preview.status, 404);
    let preview = client.get(format!("/api/desk/bookings/{order}/cancellation")).await;
    assert_eq!(preview.body["refund_paise"], 0, "a clerk of its venue sees it: {preview:?}");
});

on_both_engines!(a_weekly_series_is_shown_and_booked, async |store| {
    let (_desk, client) = open(store).await;
    let shown = client.get("/api/desk/venues/1/series?day=2026-11-22&slots=3-1140&weeks=3").await;
    assert_eq!(shown.status, 200, "{shown:?}");
    let free = json!({ "court": 3, "minute": 1140, "state": "free", "price_paise": 80_000, "others": [] });
    assert_eq!(
        shown.body["weeks"],
        json!([{ "day": "2026-11-29", "slots": [free] }, { "day": "2026-12-06", "slots": [free] }])
    );
    let later = json!([week("2026-11-29", 3), week("2026-12-06", 4)]);
    let changed = writing(&client, Method::POST, BOOKINGS, 5, &series(later.clone(), 210_000)).await;
    assert_eq!((changed.status.as_u16(), &changed.body["code"]), (409, &json!("price_changed")));
    let current = json!({ "total_paise": 240_000, "first_day_paise": 80_000 });
    assert_eq!(changed.body["current"], current, "what can be paid at once is of the first day");
    let booked = writing(&client, Method::POST, BOOKINGS, 1, &series(later, 240_000)).await;
    assert_eq!(booked.status, 201, "{booked:?}");
    let places: Vec<_> = booked.body["bookings"].as_array().unwrap().iter().collect();
    let places: Vec<_> = places.iter().map(|made| (made["day"].as_str().unwrap(), &made["court"])).collect();
    assert_eq!(places, [("2026-11-22", &json!(3)), ("2026-11-29", &json!(3)), ("2026-12-06", &json!(4))]);

    let board = client.get("/api/desk/venues/1/board?day=2026-11-29").await;
    assert_eq!(board.body["bookings"][0]["weekly"], true, "{board:?}");
    let orders: Vec<_> =
        booked.body["bookings"].as_array().unwrap().iter().map(|made| &made["order"]).collect();
    let details = client.get(format!("/api/desk/bookings/{}", orders[1].as_str().unwrap())).await;
    let game = |order: &Value, day: &str, court: &str| json!({ "order": order, "day": day, "minute": 1140, "court": court, "status": "confirmed" });
    assert_eq!(
        details.body["weeks"],
        json!([
            game(orders[0], "2026-11-22", "Court 3"),
            game(orders[1], "2026-11-29", "Court 3"),
            game(orders[2], "2026-12-06", "Court 4"),
        ])
    );

    let shown = client.get("/api/desk/venues/1/series?day=2026-11-22&slots=4-1140&weeks=3").await;
    let clash = &shown.body["weeks"][1]["slots"][0];
    assert_eq!((&clash["state"], &clash["price_paise"]), (&json!("taken"), &Value::Null));
    assert_eq!(clash["others"][0], json!({ "court": 3, "name": "Court 3", "price_paise": 80_000 }));
});

on_both_engines!(a_weekly_series_with_wrong_weeks_is_refused, async |store| {
    let (_desk, client) = open(store).await;
    let refused = [
        (json!([week("2026-11-30", 5)]), "same_weekday"),
        (json!([week("2026-11-15", 5)]), "same_weekday"),
        (json!([week("2026-11-29", 5), week("2026-11-29", 5)]), "twice"),
        (Value::Array(vec![week("2026-11-29", 5); 104]), "count"),
    ];
    for (index, (later, problem)) in refused.into_iter().enumerate() {
        let key = 10 + u64::try_from(index).unwrap();
        let refused = writing(&client, Method::POST, BOOKINGS, key, &series(later, 0)).await;
        assert_eq!((refused.status.as_u16(), &refused.body["fields"]["later_weeks"]), (422, &json!(problem)));
    }
    let long = client.get("/api/desk/venues/1/series?day=2026-11-22&slots=3-1140&weeks=27").await;
    assert_eq!((long.status.as_u16(), &long.body["code"]), (409, &json!("too_many_weeks")));
    for (query, field) in
        [("slots=3&weeks=3", "slots"), ("slots=3-1140&weeks=1", "weeks"), ("slots=3-1140&weeks=105", "weeks")]
    {
        let refused = client.get(format!("/api/desk/venues/1/series?day=2026-11-22&{query}")).await;
        assert_eq!(refused.status, 422, "{refused:?}");
        assert!(refused.body["fields"][field].is_string(), "{refused:?}");
    }
});
