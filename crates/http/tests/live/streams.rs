//! Events of streams, and their limits.

use std::time::Duration;

use sideout_app::{
    accounts::{authenticate, logout::logout},
    booking::{
        confirm_at_court::confirm_at_court,
        place_hold::{Pick, place_hold},
    },
};
use sideout_domain::{CourtId, CustomerId};
use sideout_http::platform::settings::HttpSettings;
use sideout_testkit::{
    TestApp, on_both_engines, on_sqlite,
    sample_venue::{PICKLEBALL, VENUE},
};
use tokio::time::timeout;

use crate::served::{LONGEST_WAIT, serve};

async fn hold(app: &TestApp, customer: CustomerId, court: i64) -> sideout_app::Order {
    let day = jiff::civil::date(2026, 11, 22);
    let start = "7:00 PM".parse().unwrap();
    place_hold(app, customer, Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(court), day, start })
        .await
        .unwrap()
}

on_both_engines!(a_taken_court_is_an_event_on_the_wire_at_once, async |store| {
    let served = serve(store, HttpSettings::default()).await;
    let mut stream =
        served.send("/availability_events?venue=1&date=2026-11-22", &[("accept-encoding", "gzip, br")]).await;
    assert!(stream.head.contains("content-type: text/event-stream"), "{}", stream.head);
    assert!(stream.head.contains("cache-control: no-store"), "{}", stream.head);
    assert!(
        !stream.head.contains("content-encoding"),
        "a compressed stream would be delayed: {}",
        stream.head
    );
    let (name, first) = stream.event().await.unwrap();
    assert_eq!((name.as_str(), &first["venue"], &first["date"]), ("open", &1.into(), &"2026-11-22".into()));

    hold(&served.app, served.player.customer.id, 3).await;
    let mut last = first["version"].as_u64();
    // A node that starts to listen may send a resync event first.
    let (name, changed) = loop {
        let (name, data) = stream.event().await.unwrap();
        if name != "resync" {
            break (name, data);
        }
        last = data["version"].as_u64();
    };
    assert_eq!(name, "changed");
    assert!(changed["version"].as_u64() > last, "{changed} after {first}");
    assert_eq!(changed["previous"].as_u64(), last, "{changed} after {first}");
    let free: Vec<i64> = (1..=12).filter(|court| *court != 3).collect();
    assert_eq!(changed["hours"][0]["time"], "7:00 PM");
    assert_eq!(changed["hours"][0]["free_courts"], serde_json::json!(free));
    assert_eq!(changed["hours"][0]["slot"]["free"], 11);
    assert_eq!(changed["hours"].as_array().map(Vec::len), Some(1));
    assert_eq!(changed["spread_ms"], 0, "one screen need not wait for others");
    let hours = first["hours"].as_array().unwrap();
    assert!(hours.len() > 10, "the first event has the whole day: {first}");
    assert!(hours.iter().all(|hour| hour["slot"].is_object() != hour["reason"].is_string()), "{first}");
    timeout(LONGEST_WAIT, served.stop()).await.unwrap().unwrap();
});

#[test]
fn a_court_taken_on_another_day_is_an_event_if_requested() {
    on_sqlite(async |store| {
        let served = serve(store, HttpSettings::default()).await;
        let mut stream =
            served.send("/availability_events?venue=1&date=2026-11-23&other_days=true", &[]).await;
        let (name, first) = stream.event().await.unwrap();
        assert_eq!(name, "open");
        hold(&served.app, served.player.customer.id, 3).await;
        let (name, changed) = stream.event().await.unwrap();
        assert_eq!((name.as_str(), &changed["date"]), ("elsewhere", &"2026-11-23".into()));
        assert!(changed["version"].as_u64() > first["version"].as_u64());
    });
}

#[test]
fn the_callers_orders_are_streamed_until_the_session_ends() {
    on_sqlite(async |store| {
        let served = serve(store, HttpSettings::default()).await;
        let mut stream = served.own_orders().await;
        let customer = served.player.customer.id;
        let order = hold(&served.app, customer, 3).await;
        let changed_to = |status: &str| {
            ("order".to_owned(), serde_json::json!({"orderid": order.number.to_string(), "status": status}))
        };
        assert_eq!(stream.event().await, Some(changed_to("held")));
        let stranger = served.app.player("9876500003").await;
        hold(&served.app, stranger.customer.id, 4).await;
        confirm_at_court(&served.app, customer, order.number, None).await.unwrap();
        assert_eq!(stream.event().await, Some(changed_to("confirmed")), "and nothing of the stranger's");

        let session = authenticate(&served.app, &served.player.token).await;
        assert!(session.is_ok());
        logout(&served.app, &served.player.token).await.unwrap();
        hold(&served.app, customer, 5).await;
        assert_eq!(stream.event().await, None, "what happens after the logout is not sent any more");
    });
}

#[test]
fn an_unknown_venue_or_day_is_refused_with_its_code_and_takes_no_permit() {
    on_sqlite(async |store| {
        let served = serve(store, HttpSettings { max_streams: 1, ..HttpSettings::default() }).await;
        for (query, status, code) in [
            ("venue=9&date=2026-11-22", "200", "no_such_venue"),
            ("venue=1&date=2026-11-20", "200", "not_bookable"),
            ("venue=1&date=2026-12-22", "200", "not_bookable"),
            ("venue=1&date=tomorrow", "400", "malformed"),
            ("venue=1", "400", "malformed"),
        ] {
            let mut answer = served.send(&format!("/availability_events?{query}"), &[]).await;
            assert!(answer.head.starts_with(&format!("http/1.1 {status}")), "{query}: {}", answer.head);
            assert_eq!(answer.body().await["code"], code, "{query}");
        }
        served.sunday().await;
    });
}

#[test]
fn a_stream_beyond_the_limit_gets_retry_after_and_later_the_permit_of_a_closed_one() {
    on_sqlite(async |store| {
        let served = serve(store, HttpSettings { max_streams: 1, ..HttpSettings::default() }).await;
        let first = served.sunday().await;
        let mut refused = served.send("/availability_events?venue=1&date=2026-11-22", &[]).await;
        assert!(refused.head.starts_with("http/1.1 503"), "{}", refused.head);
        assert!(refused.head.contains("retry-after: 30"), "{}", refused.head);
        assert_eq!(refused.body().await["code"], "unavailable");
        drop(first);
        // The permit is released when the server notices, which a client cannot see exactly.
        let again = async {
            while !served
                .send("/availability_events?venue=1&date=2026-11-22", &[])
                .await
                .head
                .starts_with("http/1.1 200")
            {
                tokio::task::yield_now().await;
            }
        };
        timeout(LONGEST_WAIT, again).await.expect("the permit is released");
    });
}

#[test]
fn a_quiet_stream_outlives_the_idle_time_by_its_heartbeat() {
    on_sqlite(async |store| {
        let settings = HttpSettings { idle_timeout_ms: 200, ..HttpSettings::default() };
        let served = serve(store, settings).await;
        let mut stream = served.sunday().await;
        let mut heartbeats = 0;
        while heartbeats < 8 {
            heartbeats += usize::from(stream.line().await.expect("it is still open").starts_with(':'));
        }
        hold(&served.app, served.player.customer.id, 3).await;
        assert_eq!(stream.event().await.map(|(name, _)| name).as_deref(), Some("changed"));
    });
}

#[test]
fn a_stop_ends_streams_at_once_instead_of_waiting_for_them() {
    on_sqlite(async |store| {
        let served = serve(store, HttpSettings { drain_ms: 60_000, ..HttpSettings::default() }).await;
        let (mut sunday, mut orders) = (served.sunday().await, served.own_orders().await);
        let stopping = served.stop();
        assert_eq!(sunday.event().await, None);
        assert_eq!(orders.event().await, None);
        timeout(LONGEST_WAIT, stopping).await.expect("long before the drain's end").unwrap();
    });
}

#[test]
fn a_stream_ends_after_its_time_and_can_be_opened_again() {
    on_sqlite(async |store| {
        let served = serve(store, HttpSettings { stream_seconds: 1, ..HttpSettings::default() }).await;
        let mut stream = served.sunday().await;
        assert_eq!(timeout(Duration::from_secs(5), stream.event()).await.expect("it ends"), None);
        served.sunday().await;
    });
}
