//! Moving and extending bookings over HTTP: the bodies, refusals, other venues.

use http::Method;
use serde_json::{Value, json};
use sideout_app::booking::{
    confirm_at_court::confirm_at_court,
    place_hold::{Pick, place_hold},
};
use sideout_domain::{CourtId, VenueId, staff::Role};
use sideout_testkit::{
    on_both_engines, request_key,
    sample_venue::{PICKLEBALL, VENUE},
};
use sideout_testkit_http::{Answer, HttpClient};

use crate::client::{Desk, run, writing, writing_at};

/// A desk, the client of a clerk, and the address of a booking of court 3 on Sunday at 7 PM, which has version 1.
async fn open(store: sideout_store::Store) -> (Desk, HttpClient, String) {
    let desk = Desk::over(store).await;
    let clerk = desk.app.staff(Role::Desk, "9825041736", &[VenueId(1)]).await;
    let client = desk.signed_in(&clerk.token);
    let player = desk.app.player("9876543210").await.customer.id;
    let pick = Pick {
        sport: PICKLEBALL,
        venue: VENUE,
        court: CourtId(3),
        day: jiff::civil::date(2026, 11, 22),
        start: "7:00 PM".parse().unwrap(),
    };
    let order = place_hold(&desk.app, player, pick).await.unwrap().number;
    confirm_at_court(&desk.app, player, order, None).await.unwrap();
    (desk, client, format!("/api/desk/bookings/{order}"))
}

fn to(court: i64, minute: i64) -> Value {
    json!({
        "day": "2026-11-22", "court": court, "minute": minute,
        "total_paise": 80_000, "choice": null, "reason": null
    })
}

on_both_engines!(a_booking_is_moved_and_the_move_is_undone, async |store| {
    let (_desk, client, booking) = open(store).await;
    let moves = format!("{booking}/moves");
    let shown = client.get(format!("{booking}/move?court=5&day=2026-11-22&minute=1200")).await;
    let price = json!({ "version": 1, "now_paise": 80_000, "total_paise": 80_000, "paid_too_much_paise": 0, "choices": [] });
    assert_eq!(shown.body, price);
    let moved = writing(&client, Method::POST, &moves, 1, &to(5, 1200)).await;
    assert_eq!(moved.status, 200, "{moved:?}");
    let now = &moved.body["booking"];
    assert_eq!((&now["court"]["id"], &now["minute"]), (&json!(5), &json!(1200)));
    assert!(moved.body["undo_until"].is_string());
    let stale = writing(&client, Method::POST, &moves, 2, &to(6, 1200)).await;
    assert_eq!((stale.status.as_u16(), &stale.body["code"]), (412, &json!("changed_meanwhile")));
    assert_eq!(stale.body["current"]["court"]["id"], 5);

    let undo = json!({ "move_key": request_key(1).to_string() });
    let undone = writing(&client, Method::POST, &format!("{moves}/undo"), 3, &undo).await;
    assert_eq!((undone.status.as_u16(), &undone.body["court"]["id"]), (200, &json!(3)), "{undone:?}");
    let again = writing(&client, Method::POST, &format!("{moves}/undo"), 4, &undo).await;
    assert_eq!((again.status.as_u16(), &again.body["code"]), (409, &json!("undo_over")));

    let seven = json!({ "day": "2026-11-22", "minute": 1140, "court": "Court 3" });
    let eight = json!({ "day": "2026-11-22", "minute": 1200, "court": "Court 5" });
    let there = json!({ "from": seven, "to": eight });
    let back = json!({ "from": eight, "to": seven });
    let history = client.get(&booking).await.body["history"].clone();
    let entries: Vec<_> = history.as_array().unwrap()[1..]
        .iter()
        .map(|entry| (entry["what"].clone(), entry["by"].clone(), entry["details"].clone()))
        .collect();
    let clerk = json!("Test desk");
    assert_eq!(
        entries,
        [(json!("moved"), clerk.clone(), there), (json!("move_undone"), clerk, back)],
        "the history has both places and the clerk"
    );
});

on_both_engines!(a_refused_move_says_why, async |store| {
    let (desk, client, booking) = open(store).await;
    let moves = format!("{booking}/moves");
    let other = desk.app.staff(Role::Desk, "9825041737", &[VenueId(1)]).await;
    let other = desk.signed_in(&other.token);
    let hold = json!({ "day": "2026-11-22", "court": 5, "minute": 1200 });
    writing(&other, Method::POST, "/api/desk/venues/1/holds", 1, &hold).await;
    let taken = writing(&client, Method::POST, &moves, 2, &to(5, 1200)).await;
    assert_eq!((taken.status.as_u16(), &taken.body["code"]), (409, &json!("slot_taken")));
    assert_eq!(taken.body["params"]["court"], "Court 5");
    assert!(!taken.body["alternatives"]["courts"].as_array().unwrap().is_empty());

    let with = |field: &str, value: Value| {
        let mut body = to(6, 1200);
        body[field] = value;
        body
    };
    let changed = writing(&client, Method::POST, &moves, 3, &with("total_paise", json!(70_000))).await;
    assert_eq!((changed.status.as_u16(), &changed.body["code"]), (409, &json!("price_changed")));
    assert_eq!(changed.body["current"]["total_paise"], 80_000);
    let cases = [
        (with("minute", json!(1410)), 409, "not_for_sale"),
        (with("day", json!("2026-11-20")), 409, "hour_over"),
        (with("day", json!("2027-11-20")), 409, "too_far_ahead"),
        (with("court", json!(99)), 409, "not_for_sale"),
        (to(3, 1140), 422, "invalid"),
        (with("choice", json!("charge")), 422, "invalid"),
        (with("reason", json!("x".repeat(201))), 422, "invalid"),
    ];
    for (key, (body, status, code)) in (10..).zip(cases) {
        let refused = writing(&client, Method::POST, &moves, key, &body).await;
        assert_eq!((refused.status.as_u16(), &refused.body["code"]), (status, &json!(code)), "{refused:?}");
    }
    let undo = json!({ "move_key": "yesterday" });
    let refused = writing(&client, Method::POST, &format!("{moves}/undo"), 30, &undo).await;
    assert_eq!((refused.status.as_u16(), &refused.body["fields"]["move_key"]), (422, &json!("pattern")));
});

on_both_engines!(a_move_with_a_wrong_field_uses_up_no_approval, async |store| {
    let (desk, client, booking) = open(store).await;
    let moves = format!("{booking}/moves");
    let manager = desk.app.staff(Role::Manager, "9825041738", &[VENUE]).await;
    // This code is wrong, so the answer tells whether it was tried.
    let mut body = to(6, 1200);
    body["approval"] = json!({ "staff": manager.id.to_string(), "code": "000000" });
    let tried = writing(&client, Method::POST, &moves, 1, &body).await;
    assert_eq!((tried.status.as_u16(), &tried.body["code"]), (403, &json!("approval_wrong")), "{tried:?}");
    body["reason"] = json!("x".repeat(201));
    let refused = writing(&client, Method::POST, &moves, 2, &body).await;
    assert_eq!((refused.status.as_u16(), &refused.body["fields"]["reason"]), (422, &json!("length")));
});

/// The request for the hour from 8 PM of the test's day.
fn next_hour(total_paise: i64) -> Value {
    json!({ "day": "2026-11-22", "minute": 1200, "total_paise": total_paise })
}

on_both_engines!(an_hour_is_added_and_its_price_compared, async |store| {
    let (desk, client, booking) = open(store).await;
    desk.app.clock.advance(60);
    let extensions = format!("{booking}/extensions");
    let next = client.get(format!("{booking}/extension")).await;
    assert_eq!((&next.body["minute"], &next.body["total_paise"]), (&json!(1200), &json!(80_000)));
    let cheap = next_hour(70_000);
    let changed = writing(&client, Method::POST, &extensions, 1, &cheap).await;
    assert_eq!((changed.status.as_u16(), &changed.body["code"]), (409, &json!("price_changed")));
    assert_eq!(changed.body["current"]["total_paise"], 80_000);
    let later = json!({ "day": "2026-11-22", "minute": 1260, "total_paise": 80_000 });
    let changed = writing(&client, Method::POST, &extensions, 6, &later).await;
    assert_eq!((changed.status.as_u16(), &changed.body["code"]), (412, &json!("changed_meanwhile")));
    let malformed = json!({ "day": "tomorrow", "minute": 1200, "total_paise": 80_000 });
    assert_eq!(writing(&client, Method::POST, &extensions, 7, &malformed).await.status, 400);
    let added = writing(&client, Method::POST, &extensions, 2, &next_hour(80_000)).await;
    assert_eq!(added.status, 201, "{added:?}");
    let location = added.headers["location"].to_str().unwrap().to_owned();
    let new = client.get(location).await;
    assert_eq!((&new.body["minute"], &new.body["version"]), (&json!(1200), &added.body["version"]));
    assert_eq!(
        new.body["history"].as_array().unwrap().len(),
        1,
        "the history of the added hour has only its booking"
    );

    let extended = client.get(&booking).await;
    let hour = json!({ "day": "2026-11-22", "minute": 1200, "court": "Court 3" });
    let last = extended.body["history"].as_array().unwrap().last().unwrap().clone();
    let expected =
        json!({ "at": last["at"], "what": "extended", "by": "Test desk", "details": { "to": hour } });
    assert_eq!(last, expected);

    // The tag differs, although the first hour itself was not changed.
    let order = new.body["order"].as_str().unwrap().to_owned();
    let seen = json!({ "orders": [{ "order": order, "version": new.body["version"] }] });
    let undone = writing(&client, Method::POST, "/api/desk/venues/1/bookings/undo", 3, &seen).await;
    assert_eq!(undone.status, 204, "{undone:?}");
    let after = client.get(&booking).await;
    assert_eq!(after.body["version"], extended.body["version"]);
    assert_ne!(after.header("etag"), extended.header("etag"));
    let expected = |what: &str| json!({ "what": what, "by": "Test desk", "details": { "from": hour } });
    assert_eq!(last_without_time(&after), expected("extension_undone"));

    // If the hour is added again and cancelled, the history says "shortened" and not "extension_undone".
    desk.app.clock.advance(60);
    let added = writing_at(&client, 2, Method::POST, &extensions, 4, &next_hour(80_000)).await;
    assert_eq!(added.status, 201, "{added:?}");
    let location = added.headers["location"].to_str().unwrap();
    let new = client.get(location).await;
    assert_eq!(new.body["history"].as_array().unwrap().len(), 1, "the undone hour is not in it");
    let seen = new.body["version"].as_u64().unwrap();
    desk.app.clock.advance(60);
    let cancel = json!({ "shown_refund_paise": 0, "refund_paise": null, "reason": null });
    let path = format!("{location}/cancellations");
    let cancelled = writing_at(&client, seen, Method::POST, &path, 5, &cancel).await;
    assert_eq!(cancelled.status, 200, "{cancelled:?}");
    assert_eq!(last_without_time(&client.get(&booking).await), expected("shortened"));
});

on_both_engines!(an_hour_on_a_court_that_was_retired_is_not_for_sale, async |store| {
    let (desk, client, booking) = open(store.clone()).await;
    run(&store, "update court set active = 0 where court_id = 3").await;
    desk.app.venues.forget();
    let shown = client.get(format!("{booking}/extension")).await;
    assert_eq!((shown.status.as_u16(), &shown.body["code"]), (409, &json!("not_for_sale")), "{shown:?}");
    let added = writing(&client, Method::POST, &format!("{booking}/extensions"), 1, &next_hour(80_000)).await;
    assert_eq!((added.status.as_u16(), &added.body["code"]), (409, &json!("not_for_sale")), "{added:?}");
});

/// The last thing that happened to a booking, without its time.
fn last_without_time(answer: &Answer) -> Value {
    let mut last = answer.body["history"].as_array().unwrap().last().unwrap().clone();
    last.as_object_mut().unwrap().remove("at");
    last
}

on_both_engines!(moving_or_extending_a_booking_of_another_venue_is_refused, async |store| {
    let (desk, client, booking) = open(store.clone()).await;
    desk.add_second_venue(&store).await;
    let stranger = desk.app.staff(Role::Manager, "9825041738", &[VenueId(2)]).await;
    let stranger = desk.signed_in(&stranger.token);
    let undo = json!({ "move_key": request_key(1).to_string() });
    for (key, (path, body)) in
        (1..).zip([("moves", to(5, 1200)), ("moves/undo", undo), ("extensions", next_hour(80_000))])
    {
        let refused = writing(&stranger, Method::POST, &format!("{booking}/{path}"), key, &body).await;
        assert_eq!((refused.status.as_u16(), &refused.body["code"]), (404, &json!("not_found")), "{path}");
    }
    for path in ["move?court=5&day=2026-11-22&minute=1200", "extension"] {
        assert_eq!(stranger.get(format!("{booking}/{path}")).await.status, 404);
        assert_eq!(client.get(format!("{booking}/{path}")).await.status, 200, "a clerk of its venue sees it");
    }
});
