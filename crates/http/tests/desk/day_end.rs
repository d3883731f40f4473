//! The end of a day, as the desk's pages ask for it.

use http::{Method, StatusCode};
use serde_json::json;
use sideout_domain::{CourtId, staff::Role};
use sideout_testkit::{on_both_engines, sample_venue::VENUE};

use crate::{
    client::{Desk, writing},
    desk_day::confirmed_booking,
};

const DAY: &str = "/api/desk/venues/1/days/2026-11-21";

/// Eleven hours and a half, in seconds: from 11:30 AM to 11 PM on Saturday.
const SECONDS_TO_ELEVEN: i64 = 41_400;

on_both_engines!(a_clerk_gets_the_list_of_what_is_open_and_a_manager_closes_the_day, async |store| {
    let desk = Desk::over(store).await;
    let player = desk.app.player("9876543210").await;
    let (order, version) = confirmed_booking(&desk.app, player.customer.id, CourtId(3)).await;
    let clerk = desk.app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let manager = desk.app.staff(Role::Manager, "9825041738", &[VENUE]).await;
    let (clerk, manager) = (desk.signed_in(&clerk.token), desk.signed_in(&manager.token));
    let close = format!("{DAY}/close");

    let early = writing(&clerk, Method::POST, &close, 1, &json!({})).await;
    assert_eq!((early.status, early.text("code")), (StatusCode::CONFLICT, "day_not_over"));
    assert_eq!(early.body["params"]["at"], "2026-11-21T16:30:00Z", "10 PM, the last start");

    desk.app.clock.advance(SECONDS_TO_ELEVEN);
    let seen = clerk.get(DAY).await.success();
    let game = json!({
        "order": order, "version": version, "name": "Asha Mehta", "phone_tail": "3210", "court": "Court 3", "minute": 780,
        "outcome": "open", "attendance": null, "due_paise": 80_000
    });
    let open = json!({ "unmarked": [game], "due": [game], "to_match": [], "shift": null });
    assert_eq!(seen["open"], open);
    assert_eq!(
        (&seen["closed"], &seen["figures"], &seen["may_leave_open"]),
        (&json!(null), &json!(null), &json!(false))
    );
    assert_eq!(seen["closes_itself_at"], "2026-11-21T21:30:00Z");
    let refused = writing(&clerk, Method::POST, &close, 2, &json!({})).await;
    assert_eq!((refused.status, refused.text("code")), (StatusCode::CONFLICT, "day_still_open"));
    assert_eq!(refused.body["current"], open);

    let seen = manager.get(DAY).await.success();
    assert_eq!((&seen["may_leave_open"], &seen["figures"]["unpaid_paise"]), (&json!(true), &json!(80_000)));
    assert_eq!(writing(&manager, Method::POST, &close, 3, &json!({})).await.status, StatusCode::NO_CONTENT);
    let again = writing(&manager, Method::POST, &close, 4, &json!({})).await;
    assert_eq!((again.status, again.text("code")), (StatusCode::CONFLICT, "day_closed_before"));

    let closed = manager.get(DAY).await.success();
    assert_eq!(closed["open"], json!({ "unmarked": [], "due": [], "to_match": [], "shift": null }));
    assert_eq!(closed["closed"]["by"], "Test manager");
    let message = closed["closed"]["message"].as_str().unwrap();
    assert!(message.contains("played, not paid ₹800 (Asha M, 98••• ••210)"), "{message}");
    assert!(!message.contains("9876543210") && !message.contains("98765"), "{message}");
    assert_eq!(closed["games"][0]["outcome"], "played");
    assert_eq!(clerk.get(DAY).await.success()["closed"]["message"], json!(null));

    let path = format!("/api/desk/bookings/{order}/attendance");
    let late = writing(&clerk, Method::PUT, &path, 5, &json!({ "state": "arrived" })).await;
    assert_eq!((late.status, late.text("code")), (StatusCode::PRECONDITION_FAILED, "changed_meanwhile"));
});

on_both_engines!(a_correction_needs_a_reason_and_a_day_that_does_not_exist_is_refused, async |store| {
    let desk = Desk::over(store).await;
    let manager = desk.app.staff(Role::Manager, "9825041738", &[VENUE]).await;
    let manager = desk.signed_in(&manager.token);
    let path = "/api/desk/bookings/4820193756/outcome";
    let empty = json!({ "outcome": "played", "reason": "  " });
    let refused = writing(&manager, Method::PUT, path, 1, &empty).await;
    assert_eq!(
        (refused.status, &refused.body["fields"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!({ "reason": "required" }))
    );
    let nothing = json!({ "outcome": "played", "reason": "They played on Court 5" });
    assert_eq!(writing(&manager, Method::PUT, path, 2, &nothing).await.status, StatusCode::NOT_FOUND);
    assert_eq!(manager.get("/api/desk/venues/1/days/2026-02-31").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(manager.get("/api/desk/venues/9/days/2026-11-21").await.status, StatusCode::NOT_FOUND);
});
