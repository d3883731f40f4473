//! Check-in by pass, as the desk's pages request it.

use http::{Method, StatusCode};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use sideout_app::{
    Order,
    booking::{
        confirm_at_court::confirm_at_court,
        place_hold::{Pick, place_hold},
    },
};
use sideout_domain::{CourtId, SportId, order::OrderStatus, staff::Role};
use sideout_store::Store;
use sideout_testkit::{on_both_engines, sample_venue::VENUE};
use sideout_testkit_http::{Answer, HttpClient};

use crate::client::{Desk, run, writing};

const SCANS: &str = "/api/desk/venues/1/scans";

/// A desk with a clerk, and a booking of court 3 on Saturday at 1 PM; it is 11:30 AM.
struct BookedDesk {
    desk: Desk,
    client: HttpClient,
    order: Order,
    pass: String,
}

async fn open(store: Store) -> BookedDesk {
    let desk = Desk::over(store).await;
    let player = desk.app.player("9876543210").await;
    let pick = Pick {
        sport: SportId(1),
        venue: VENUE,
        court: CourtId(3),
        day: jiff::civil::date(2026, 11, 21),
        start: "1:00 PM".parse().unwrap(),
    };
    let held = place_hold(&desk.app, player.customer.id, pick).await.unwrap();
    let order = confirm_at_court(&desk.app, player.customer.id, held.number, None).await.unwrap();
    let clerk = desk.app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let client = desk.signed_in(&clerk.token);
    let pass = desk.app.pass_signer.pass_code(&order, OrderStatus::Confirmed).unwrap();
    BookedDesk { desk, client, order, pass }
}

async fn scan(client: &HttpClient, pass: &str, seen_version: Option<i64>, key: u64) -> Answer {
    let body = json!({ "pass": pass, "seen_version": seen_version });
    writing(client, Method::POST, SCANS, key, &body).await
}

/// The answer without the booking, which is that of `GET /api/desk/bookings/{order}`.
fn code_and_params(answer: &Answer) -> Value {
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    json!({ "code": answer.body["code"], "params": answer.body["params"] })
}

on_both_engines!(a_pass_answers_due_then_checked_in_then_already_in, async |store| {
    let BookedDesk { desk, client, order, pass } = open(store).await;
    let due = scan(&client, &pass, None, 1).await;
    assert_json_snapshot!(code_and_params(&due), @r#"
    {
      "code": "due",
      "params": {
        "amount_paise": 80000
      }
    }
    "#);
    let version = due.body["booking"]["version"].as_i64();
    let let_in = scan(&client, &pass, version, 2).await;
    assert_eq!(code_and_params(&let_in), json!({ "code": "checked_in", "params": {} }));
    assert_eq!(let_in.body["booking"]["attendance"], "arrived");
    let shown = client.get(format!("/api/desk/bookings/{}", order.number)).await.success();
    assert_eq!(let_in.body["booking"], shown);

    desk.app.clock.advance(120);
    let again = scan(&client, &pass, None, 3).await;
    assert_json_snapshot!(code_and_params(&again), @r#"
    {
      "code": "already_in",
      "params": {
        "at": "2026-11-21T06:00:00Z",
        "by": "Test desk"
      }
    }
    "#);
    let repeated = scan(&client, &pass, version, 2).await;
    assert_eq!(code_and_params(&repeated)["code"], "checked_in", "the same key");
    let other = scan(&client, &pass, None, 2).await;
    assert_eq!((other.status, &other.body["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &"key_reused".into()));
});

on_both_engines!(refusals_have_answers_of_their_own_with_what_their_sentences_need, async |store| {
    let BookedDesk { desk, client, order, pass } = open(store.clone()).await;
    let mut key = 10;
    let mut answer_to = async |pass: &str| {
        key += 1;
        code_and_params(&scan(&client, pass, None, key).await)
    };
    assert_eq!(answer_to("SO1.x").await, json!({ "code": "not_a_pass", "params": {} }));
    let unknown = pass.replace(&desk.app.pass_signer.keys()[0].id, "AAAAAA");
    assert_eq!(answer_to(&unknown).await, json!({ "code": "unknown_key", "params": {} }));
    let forged = pass.replace(&format!(".{}.", order.slot.court.0), ".4.");
    assert_eq!(answer_to(&forged).await, json!({ "code": "wrong_signature", "params": {} }));
    let absent = Order { number: "4071553902".parse().unwrap(), ..order.clone() };
    let absent = desk.app.pass_signer.pass_code(&absent, OrderStatus::Confirmed).unwrap();
    assert_eq!(answer_to(&absent).await, json!({ "code": "unknown_booking", "params": {} }));

    run(&store, "update orders set starts_at = starts_at + 7200000, start_minute = 900").await;
    let moved =
        json!({ "code": "moved", "params": { "day": "2026-11-21", "minute": 900, "court": "Court 3" } });
    assert_eq!(answer_to(&pass).await, moved);
    run(&store, "update orders set starts_at = starts_at - 7200000, start_minute = 780").await;

    desk.app.clock.advance(-3 * 3_600);
    let early = json!({ "code": "too_early", "params": { "at": "2026-11-21T04:30:00Z" } });
    assert_eq!(answer_to(&pass).await, early);
    desk.app.clock.advance(6 * 3_600);
    let over = json!({ "code": "over", "params": { "at": "2026-11-21T08:30:00Z" } });
    assert_eq!(answer_to(&pass).await, over);
    run(&store, "update orders set status = 'no_show'").await;
    assert_eq!(answer_to(&pass).await, json!({ "code": "day_closed", "params": {} }));
    desk.app.clock.advance(-26 * 3_600);
    run(&store, "update orders set status = 'confirmed'").await;
    let other_day =
        json!({ "code": "wrong_day", "params": { "day": "2026-11-21", "minute": 780, "court": "Court 3" } });
    assert_eq!(answer_to(&pass).await, other_day);
    run(&store, "update orders set status = 'cancelled', cancelled_at = 1795244400000").await;
    let cancelled = json!({ "code": "cancelled", "params": { "at": "2026-11-21T07:00:00Z" } });
    assert_eq!(answer_to(&pass).await, cancelled);
});

on_both_engines!(bodies_that_are_no_scan_are_refused, async |store| {
    let BookedDesk { client, pass, .. } = open(store).await;
    let send = async |body: Value, key| writing(&client, Method::POST, SCANS, key, &body).await.status;
    let huge = json!({ "pass": "SO1.".repeat(100_000), "seen_version": null });
    assert_eq!(send(huge, 1).await, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(send(json!({ "seen_version": null }), 2).await, StatusCode::BAD_REQUEST);
    assert_eq!(send(json!({ "pass": 7, "seen_version": null }), 3).await, StatusCode::BAD_REQUEST);
    let long = json!({ "pass": format!("{pass}{}", "A".repeat(2_000)), "seen_version": null });
    assert_eq!(writing(&client, Method::POST, SCANS, 4, &long).await.body["code"], "not_a_pass");
    let unknown_venue = "/api/desk/venues/999/scans";
    let body = json!({ "pass": pass, "seen_version": null });
    let answer = writing(&client, Method::POST, unknown_venue, 5, &body).await;
    assert_eq!((answer.status, &answer.body["code"]), (StatusCode::NOT_FOUND, &"not_found".into()));
});
