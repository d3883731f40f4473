//! Venues over HTTP: what set-up shows of them, and the refusal of wrong changes and pictures.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::Method;
use serde_json::{Value, json};
use sideout_domain::{CourtId, VenueId, staff::Role};
use sideout_testkit::on_both_engines;

use crate::{
    client::{Desk, run, writing},
    desk_day::confirmed_booking,
};

const PATH: &str = "/api/desk/set-up/venues";

/// A PNG of one pixel in base64.
pub(crate) const ONE_PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

fn new_venue(field: &str, value: Value) -> Value {
    let mut fields = json!({
        "name": "Old Mill", "location": "Alkapuri", "address": "3 Station Road", "map_url": null, "upi_address": null,
        "time_zone": "Asia/Kolkata", "slot_minutes": 60, "play_minutes": 55, "image": "", "gallery": [], "facilities": []
    });
    fields[field] = value;
    json!({
        "fields": fields, "first_minute": 360, "last_minute": 1_320, "price_paise": 80_000, "outdoor": 2, "indoor": 1
    })
}

on_both_engines!(a_venue_is_added_and_changed_and_a_change_of_an_old_version_is_refused, async |store| {
    let (_desk, client) = Desk::with_owner(store).await;
    let added = writing(&client, Method::POST, PATH, 1, &new_venue("facilities", json!(["parking"]))).await;
    assert_eq!((added.status.as_u16(), &added.body["id"]), (201, &json!(2)));
    assert_eq!(added.header("location"), "/api/desk/set-up/venues/2");
    let listed = client.get(PATH).await.body;
    assert_eq!(listed["time_zone"], "Asia/Kolkata");
    let shown = &listed["venues"][1];
    assert_eq!(shown["fields"]["name"], "Old Mill");
    assert_eq!(
        (&shown["version"], &shown["is_active"], &shown["has_open_shift"]),
        (&json!(1), &json!(true), &json!(false))
    );
    assert_eq!((&shown["first_minute"], &shown["last_minute"]), (&json!(360), &json!(1_320)));
    assert_eq!((&shown["lowest_paise"], &shown["highest_paise"]), (&json!(80_000), &json!(80_000)));
    assert_eq!(
        shown["courts"][2],
        json!({ "id": 203, "number": 3, "name": "Court 3", "is_indoor": true, "is_active": true, "has_price": true })
    );
    let court = json!({ "number": 3, "name": "Hall", "is_indoor": true, "is_active": false });
    let change = json!({ "change": { "courts": [court] } });
    let changed = writing(&client, Method::PATCH, &format!("{PATH}/2"), 2, &change).await;
    assert_eq!(changed.body, json!({ "version": 2, "closed": 0, "holds": 0, "kept": 0 }));
    let shown = client.get(PATH).await.body["venues"][1]["courts"][2].clone();
    assert_eq!((&shown["name"], &shown["is_active"]), (&json!("Hall"), &json!(false)));
    let stale = writing(&client, Method::PATCH, &format!("{PATH}/2"), 3, &change).await;
    assert_eq!((stale.status.as_u16(), stale.text("code")), (412, "changed_meanwhile"));
    let nowhere = writing(&client, Method::PATCH, &format!("{PATH}/9"), 4, &change).await;
    assert_eq!(nowhere.status.as_u16(), 404);
});

on_both_engines!(set_up_shows_the_starts_of_the_present_week_and_not_of_one_that_is_over, async |store| {
    let (_desk, client) = Desk::with_owner(store).await;
    let path = "/api/desk/venues/1/hours";
    let hours = client.get(path).await.body;
    let day = json!([{ "first_minute": 480, "last_minute": 1_200 }]);
    let change = json!({
        "base_version": hours["version"],
        "valid_from": hours["today"],
        "hours": {
            "week": [day, day, day, day, day, day, day],
            "special_days": [],
            "horizon_days": null,
            "lead_minutes": 0
        },
        "revert_to": null
    });
    let published = writing(&client, Method::POST, path, 1, &change).await;
    assert_eq!(published.status.as_u16(), 201, "{}", published.body);
    let shown = client.get(PATH).await.body["venues"][0].clone();
    assert_eq!((&shown["first_minute"], &shown["last_minute"]), (&json!(480), &json!(1_200)));
});

on_both_engines!(
    a_version_of_hours_counts_the_special_days_that_were_ahead_when_it_was_published,
    async |store| {
        let (desk, client) = Desk::with_owner(store).await;
        let path = "/api/desk/venues/1/hours";
        let day = json!([{ "first_minute": 480, "last_minute": 1_200 }]);
        let change = |hours: &Value, special_days: Value, lead_minutes: u16| {
            json!({
                "base_version": hours["version"],
                "valid_from": hours["today"],
                "hours": {
                    "week": [day, day, day, day, day, day, day],
                    "special_days": special_days,
                    "horizon_days": null,
                    "lead_minutes": lead_minutes
                },
                "revert_to": null
            })
        };
        let finals = json!({ "day": "2026-11-22", "label": "Finals", "spans": [] });
        let christmas = json!({ "day": "2026-12-25", "label": "Christmas", "spans": [] });
        let hours = client.get(path).await.body;
        let both = change(&hours, json!([finals, christmas]), 0);
        let published = writing(&client, Method::POST, path, 1, &both).await;
        assert_eq!(published.status.as_u16(), 201, "{}", published.body);

        desk.app.clock.advance(2 * 24 * 3_600);
        let owner = desk.app.staff(Role::Owner, "9825041738", &[]).await;
        let client = desk.signed_in(&owner.token);
        let hours = client.get(path).await.body;
        assert_eq!(hours["versions"][0]["special_days"], 2, "a version stays as it was published");
        let christmas_alone = change(&hours, json!([christmas]), 30);
        let published = writing(&client, Method::POST, path, 2, &christmas_alone).await;
        assert_eq!(published.status.as_u16(), 201, "{}", published.body);
        let versions = client.get(path).await.body["versions"].clone();
        assert_eq!((&versions[0]["special_days"], &versions[1]["special_days"]), (&json!(1), &json!(2)));
    }
);

on_both_engines!(a_refused_venue_or_picture_names_the_wrong_field, async |store| {
    let (desk, client) = Desk::with_owner(store).await;
    let bad = writing(&client, Method::POST, PATH, 1, &new_venue("name", json!(" "))).await;
    assert_eq!((bad.status.as_u16(), &bad.body["fields"]), (422, &json!({ "name": "required" })));
    let elsewhere = new_venue("image", json!("https://pictures.example/1.jpg"));
    let bad = writing(&client, Method::POST, PATH, 2, &elsewhere).await;
    assert_eq!(bad.body["fields"], json!({ "image": "unknown" }));
    let picture = |bytes: &[u8]| json!({ "shape": "card", "image": STANDARD.encode(bytes) });
    let bad = writing(&client, Method::POST, "/api/desk/set-up/pictures", 3, &picture(b"GIF89a")).await;
    assert_eq!(bad.body["fields"], json!({ "image": "not_a_picture" }));
    let heavy = vec![0xff; 4_000_001];
    let bad = writing(&client, Method::POST, "/api/desk/set-up/pictures", 4, &picture(&heavy)).await;
    assert_eq!(bad.body["fields"], json!({ "image": "too_heavy" }));
    let pixel = json!({ "shape": "gallery", "image": ONE_PIXEL });
    let stored = writing(&client, Method::POST, "/api/desk/set-up/pictures", 5, &pixel).await;
    assert_eq!(stored.status.as_u16(), 201);
    let address = stored.body["address"].as_str().unwrap().to_owned();
    assert!(address.starts_with("/images/") && address.ends_with(".jpg"), "{address}");
    let nisha = desk.app.staff(Role::Manager, "9825041737", &[VenueId(1)]).await;
    let manager = desk.signed_in(&nisha.token);
    assert_eq!(manager.get(PATH).await.body["venues"].as_array().unwrap().len(), 1);
    let refused = writing(&manager, Method::POST, PATH, 6, &new_venue("name", json!("Old Mill"))).await;
    assert_eq!((refused.status.as_u16(), refused.text("code")), (403, "not_allowed"));
});

on_both_engines!(staff_see_a_retired_venue_that_keeps_a_game_and_nothing_is_booked_there, async |store| {
    let desk = Desk::over(store.clone()).await;
    desk.add_second_venue(&store).await;
    let player = desk.app.player("9876543210").await;
    let (order, _) = confirmed_booking(&desk.app, player.customer.id, CourtId(3)).await;
    run(&store, "update venue set active = 0 where venue_id = 1").await;
    desk.app.venues.forget();
    let clerk = desk.app.staff(Role::Desk, "9825041737", &[VenueId(1)]).await;
    let client = desk.signed_in(&clerk.token);
    let retired =
        json!({ "id": 1, "name": "Riverside Arena", "time_zone": "Asia/Kolkata", "is_retired": true });
    assert_eq!(client.get("/api/desk/me").await.body["venues"], json!([retired]));
    let board = "/api/desk/venues/1/board?day=2026-11-21";
    let shown = client.get(board).await;
    assert_eq!((shown.status.as_u16(), &shown.body["bookings"][0]["order"]), (200, &json!(order)));
    let hold = json!({ "day": "2026-11-21", "court": 5, "minute": 1140 });
    let held = writing(&client, Method::POST, "/api/desk/venues/1/holds", 1, &hold).await;
    assert_eq!((held.status.as_u16(), held.text("code")), (409, "venue_retired"));

    run(
        &store,
        "insert into court_block (block_id, venue_id, reason, created_at, starts_at, ends_at) values (9, 1, 'Rain', 1, 1, 2)",
    )
    .await;
    let manager = desk.app.staff(Role::Manager, "9825041739", &[VenueId(1)]).await;
    let manager = desk.signed_in(&manager.token);
    let close = json!({ "courts": [5], "day": "2026-11-21", "from_minute": 1140, "until_minute": 1200, "cause": "rain",
                        "reason": null, "running_games": "all" });
    let calls = [
        ("/api/desk/venues/1/closures", close),
        ("/api/desk/closures/9/reopen", json!({ "call_back": false })),
    ];
    for ((path, body), key) in calls.into_iter().zip(2..) {
        let refused = writing(&manager, Method::POST, path, key, &body).await;
        assert_eq!((refused.status.as_u16(), refused.text("code")), (409, "venue_retired"), "{path}");
    }

    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let venues = desk.signed_in(&owner.token).get("/api/desk/me").await.body["venues"].clone();
    assert_eq!(venues[0]["is_retired"], json!(false), "{venues}");
    assert_eq!(venues[1], retired, "after those that can be booked");
    run(&store, "update orders set status = 'completed'").await;
    let me = desk.signed_in(&owner.token).get("/api/desk/me").await.body;
    assert_eq!((me["venues"].as_array().unwrap().len(), &me["past_venues"]), (1, &json!([retired])));
    let elsewhere = desk.app.staff(Role::Desk, "9825041738", &[VenueId(2)]).await;
    assert_eq!(desk.signed_in(&elsewhere.token).get(board).await.status.as_u16(), 404);
});
