//! A venue with breaks, special days and a booking window: what players read about it, and which hours they cannot hold.

use jiff::civil::date;
use serde_json::json;
use sideout_domain::{
    hours::{BookingWindow, Hours, SpecialDay},
    venue::OpeningHours,
};
use sideout_store::{ChangeEvent, StoreError, import::Imports};
use sideout_testkit::{
    FixedClock, TestApp, on_both_engines,
    sample_venue::{VENUE, open_venue},
};

use crate::client::Client;

fn span(first: &str, last: &str) -> OpeningHours {
    OpeningHours { first_start: first.parse().unwrap(), last_start: last.parse().unwrap() }
}

/// Play starts from 6 to 10 AM and from 12:30 to 10:30 PM, but not on Tuesday, 24 November. Players can book up to three
/// days ahead and until two hours before the start.
async fn set_hours(app: &TestApp) {
    let spans = vec![span("6:00 AM", "10:00 AM"), span("12:30 PM", "10:30 PM")];
    let hours = Hours {
        special_days: vec![SpecialDay {
            day: date(2026, 11, 24),
            label: "Diwali".to_owned(),
            spans: Vec::new(),
        }],
        window: BookingWindow { horizon_days: Some(3), lead_minutes: 120 },
        ..Hours::of_week(std::array::from_fn(|_| spans.clone()))
    };
    publish(app, hours).await;
}

async fn publish(app: &TestApp, hours: Hours) {
    let written = app.store.write(hours, |tx, hours| {
        Box::pin(async move {
            Imports(tx).put_hours(VENUE, hours, FixedClock::START).await?;
            tx.announce(ChangeEvent::Everything);
            Ok(())
        })
    });
    let written: Result<(), StoreError> = written.await;
    written.unwrap();
    app.venues.forget();
    app.availability.forget_all();
}

on_both_engines!(breaks_special_days_and_the_booking_window_are_shown_and_enforced, async |store| {
    open_venue(&store).await;
    let (app, player) = TestApp::over(store).with_player().await;
    set_hours(&app).await;
    let client = Client::to(app);
    let venue = client.get("/api/getvenue").await.body["venue"][0].clone();
    let whole = json!({"first_start": "6:00 AM", "last_start": "10:30 PM"});
    assert_eq!(venue["hours"][0], whole, "for clients that know one span a day");
    assert_eq!(
        venue["open_spans"][6],
        json!([{"first_start": "6:00 AM", "last_start": "10:00 AM"}, {"first_start": "12:30 PM", "last_start": "10:30 PM"}])
    );
    assert_eq!(venue["special_days"], json!([{"date": "2026-11-24", "label": "Diwali", "open_spans": []}]));
    assert_eq!((&venue["horizon_days"], &venue["lead_minutes"]), (&json!(3), &json!(120)));

    // It is Saturday, 11:30 AM.
    let slots = client.get("/api/gettimeslots?venue=1&sport=1&user=&device_id=aB3dE6gH9j").await.body;
    assert_eq!(slots["date"].as_array().unwrap().len(), 4);
    assert_eq!(slots["date"][0]["closed"][5], json!({"time": "12:30 PM", "reason": "late"}));
    assert_eq!(slots["date"][0]["slots"][0]["time"], "2:30 PM");
    assert_eq!(slots["date"][3]["slots"], json!([]));

    let pick = |day: &str, time: &str| json!({"sport_id": "1", "venue_id": "1", "court_id": 3, "date": day, "time": time});
    for (day, start, reason, message) in [
        (
            "2026-11-21",
            "12:30 PM",
            "too_late",
            "Here an hour can be booked until 2 hours before it starts. Pick a later one, or call the venue.",
        ),
        (
            "2026-11-25",
            "7:30 PM",
            "too_far_ahead",
            "Here courts can be booked up to 3 days ahead. Pick an earlier day.",
        ),
        ("2026-11-24", "7:30 PM", "", "That hour can't be booked. Please pick another time."),
    ] {
        let refused = client.post_as(&player.token, "/api/user/add_times", pick(day, start)).await;
        assert_eq!((refused.text("code"), refused.text("message")), ("not_bookable", message), "{refused:?}");
        assert_eq!(refused.body["params"]["reason"].as_str().unwrap_or_default(), reason);
    }
    let held = client.post_as(&player.token, "/api/user/add_times", pick("2026-11-23", "7:30 PM")).await;
    assert_eq!(held.outcome(), 0, "{held:?}");
});

on_both_engines!(the_hours_that_are_shown_are_those_of_the_slots, async |store| {
    open_venue(&store).await;
    let (app, _player) = TestApp::over(store).with_player().await;
    sideout_testkit::Hours::usual().slots_of(90).set(&app).await;
    // Published for slots of an hour: now 10 AM falls into the slot from 9 AM, and the last slot starts at 8 PM.
    let spans = vec![span("6:00 AM", "9:00 AM"), span("10:00 AM", "10:00 AM"), span("11:00 AM", "9:00 PM")];
    let special = SpecialDay { day: date(2026, 11, 24), label: "Finals".to_owned(), spans: spans.clone() };
    let week = Hours::of_week(std::array::from_fn(|_| spans.clone()));
    publish(&app, Hours { special_days: vec![special], ..week }).await;
    let client = Client::to(app);
    let venue = client.get("/api/getvenue").await.body["venue"][0].clone();
    let open = json!([{"first_start": "6:00 AM", "last_start": "9:00 AM"}, {"first_start": "11:00 AM", "last_start": "8:00 PM"}]);
    assert_eq!(venue["open_spans"][0], open);
    assert_eq!(venue["special_days"][0]["open_spans"], open);
    assert_eq!(venue["hours"][0], json!({"first_start": "6:00 AM", "last_start": "8:00 PM"}));

    let days =
        client.get("/api/gettimeslots?venue=1&sport=1&user=&device_id=aB3dE6gH9j").await.body["date"].clone();
    let before_the_break = ["6:00 AM", "7:30 AM", "9:00 AM"];
    let after_it = ["11:00 AM", "12:30 PM", "2:00 PM", "3:30 PM", "5:00 PM", "6:30 PM", "8:00 PM"];
    // A Monday of the week, and the special day.
    for (day, date) in [(&days[2], "2026-11-23"), (&days[3], "2026-11-24")] {
        assert_eq!(day["date"]["date"], date);
        let slots = day["slots"].as_array().unwrap().iter();
        let times: Vec<&str> = slots.map(|slot| slot["time"].as_str().unwrap()).collect();
        assert_eq!(times, [&before_the_break[..], &after_it[..]].concat(), "{date}");
        assert_eq!(day["closed"], json!([]), "{date}");
    }
});
