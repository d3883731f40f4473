//! A number for a guest over HTTP: the answer, and the code of each input that is not right.

use http::Method;
use serde_json::{Value, json};
use sideout_domain::{VenueId, staff::Role};
use sideout_testkit::on_both_engines;
use sideout_testkit_http::{Answer, HttpClient};

use crate::client::{Desk, IDEMPOTENCY_KEY, writing, writing_at};

const BOOKINGS: &str = "/api/desk/venues/1/bookings";

/// A desk, the client of a clerk, and a booking of a guest without a number.
async fn open(store: sideout_store::Store, name: Value) -> (Desk, HttpClient, String) {
    let desk = Desk::over(store).await;
    let clerk = desk.app.staff(Role::Desk, "9825041736", &[VenueId(1)]).await;
    let client = desk.signed_in(&clerk.token);
    let body = json!({
        "day": "2026-11-22",
        "slots": [{ "court": 3, "minute": 1140 }],
        "player": { "name": name, "no_phone": true },
        "contact_name": null,
        "total_paise": 80_000
    });
    let booked = writing(&client, Method::POST, BOOKINGS, 1, &body).await;
    assert_eq!(booked.status, 201, "{booked:?}");
    let order = booked.body["bookings"][0]["order"].as_str().unwrap().to_owned();
    (desk, client, order)
}

async fn add(client: &HttpClient, order: &str, version: u64, key: u64, body: &Value) -> Answer {
    let path = format!("/api/desk/bookings/{order}/player");
    writing_at(client, version, Method::PUT, &path, key, body).await
}

async fn version(client: &HttpClient, order: &str) -> u64 {
    client.get(format!("/api/desk/bookings/{order}")).await.body["version"].as_u64().unwrap()
}

on_both_engines!(a_guests_booking_belongs_to_the_player_whose_number_was_added, async |store| {
    let (_desk, client, order) = open(store, json!("Asha Patel")).await;
    let seen = version(&client, &order).await;
    let body = json!({ "phone": "+91 98250 41777", "name": null });
    let added = add(&client, &order, seen, 2, &body).await;
    assert_eq!(added.status, 200, "{added:?}");
    assert_eq!(
        (&added.body["player"]["name"], &added.body["player"]["phone"]),
        (&json!("Asha Patel"), &json!("98250 41777"))
    );
    assert_eq!(added.body["version"], seen + 1);
    let again = add(&client, &order, seen, 2, &body).await;
    assert_eq!((again.status.as_u16(), &again.body), (200, &added.body));
    let other = add(&client, &order, seen, 2, &json!({ "phone": "98250 41778" })).await;
    assert_eq!((other.status.as_u16(), &other.body["code"]), (422, &json!("key_reused")));
    let second = add(&client, &order, seen + 1, 3, &json!({ "phone": "98250 41778" })).await;
    assert_eq!((second.status.as_u16(), &second.body["code"]), (409, &json!("has_number")), "{second:?}");
});

on_both_engines!(each_input_that_is_not_right_is_named_and_changes_nothing, async |store| {
    let (_desk, client, order) = open(store, Value::Null).await;
    let seen = version(&client, &order).await;
    let phone = "98250 41777";
    let cases = [
        (json!({ "phone": "98250 4177" }), "phone", "phone"),
        (json!({ "phone": "98250 417777" }), "phone", "phone"),
        (json!({ "phone": "58250 41777" }), "phone", "phone"),
        (json!({ "phone": "022 2345 6789" }), "phone", "phone"),
        (json!({ "phone": "+1 98250 41777" }), "phone", "phone"),
        (json!({ "phone": "Asha Patel" }), "phone", "phone"),
        (json!({ "phone": "" }), "phone", "phone"),
        (json!({ "phone": phone, "name": "As" }), "name", "length"),
        (json!({ "phone": phone, "name": "A".repeat(51) }), "name", "length"),
        (json!({ "phone": phone, "name": "<b>Asha</b>" }), "name", "pattern"),
        // No player has the number, and the booking has no name.
        (json!({ "phone": phone, "name": null }), "name", "required"),
        (json!({ "phone": phone }), "name", "required"),
    ];
    for (key, (body, field, code)) in (10..).zip(cases) {
        let refused = add(&client, &order, seen, key, &body).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.body["code"], &refused.body["fields"][field]),
            (422, &json!("invalid"), &json!(code)),
            "{body}: {refused:?}"
        );
    }
    for (key, body) in
        (30..).zip([json!({}), json!({ "phone": null }), json!({ "phone": 9_825_041_777_u64 })])
    {
        let refused = add(&client, &order, seen, key, &body).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.body["code"]),
            (400, &json!("malformed")),
            "{body}: {refused:?}"
        );
    }
    let after = client.get(format!("/api/desk/bookings/{order}")).await;
    assert_eq!((&after.body["version"], &after.body["player"]["phone"]), (&json!(seen), &Value::Null));
});

on_both_engines!(another_version_a_missing_one_and_the_booking_of_another_venue_are_refused, async |store| {
    let (desk, client, order) = open(store.clone(), json!("Asha Patel")).await;
    desk.add_second_venue(&store).await;
    let seen = version(&client, &order).await;
    let body = json!({ "phone": "98250 41777" });
    let next = add(&client, &order, seen + 1, 2, &body).await;
    assert_eq!((next.status.as_u16(), &next.body["code"]), (412, &json!("changed_meanwhile")), "{next:?}");
    assert_eq!(next.body["current"]["version"], seen);

    let path = format!("/api/desk/bookings/{order}/player");
    let keyed = client.with_header(IDEMPOTENCY_KEY, "00000000-0000-4000-8000-000000000003");
    let unversioned = keyed.call(Method::PUT, path.clone()).json(&body).await;
    assert_eq!((unversioned.status.as_u16(), &unversioned.body["code"]), (428, &json!("version_needed")));

    let unknown = add(&client, "9999999999", seen, 4, &body).await;
    assert_eq!((unknown.status.as_u16(), &unknown.body["code"]), (404, &json!("not_found")));
    let stranger = desk.app.staff(Role::Desk, "9825041737", &[VenueId(2)]).await;
    let elsewhere = add(&desk.signed_in(&stranger.token), &order, seen, 5, &body).await;
    assert_eq!(
        (elsewhere.status.as_u16(), &elsewhere.body["code"]),
        (404, &json!("not_found")),
        "{elsewhere:?}"
    );
    assert_eq!(version(&client, &order).await, seen);
});
