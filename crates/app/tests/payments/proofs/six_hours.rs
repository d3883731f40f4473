//! Cancelling six hours before the game, to the second, in four time zones; two of them change to or from summer time in
//! those hours (spec §9).

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use serde_json::json;
use sideout_app::{
    Order,
    booking::{
        cancel::{CancelError, cancel},
        confirm_at_court::confirm_at_court,
    },
};
use sideout_domain::{
    CourtId,
    cancellation::CancellationRefused,
    money::Money,
    order::{OrderStatus, PaymentMethod},
};
use sideout_testkit::on_both_engines;

use crate::fixture::PaymentsFixture;

/// A game in a time zone: the zone, the statement that gives it to the venue, the local day and start, and the instant in UTC,
/// calculated by hand.
struct Game {
    zone: &'static str,
    set_zone: &'static str,
    day: Date,
    start: &'static str,
    starts_at: &'static str,
}

const GAMES: [Game; 4] = [
    Game {
        zone: "Asia/Kolkata",
        set_zone: "update venue set time_zone = 'Asia/Kolkata'",
        day: jiff::civil::date(2026, 11, 29),
        start: "7:00 PM",
        starts_at: "2026-11-29T13:30:00Z",
    },
    Game {
        zone: "UTC",
        set_zone: "update venue set time_zone = 'UTC'",
        day: jiff::civil::date(2026, 11, 29),
        start: "7:00 PM",
        starts_at: "2026-11-29T19:00:00Z",
    },
    // Two in the morning becomes three: from midnight to seven are six hours.
    Game {
        zone: "America/New_York",
        set_zone: "update venue set time_zone = 'America/New_York'",
        day: jiff::civil::date(2027, 3, 14),
        start: "7:00 AM",
        starts_at: "2027-03-14T11:00:00Z",
    },
    // Two in the morning becomes half past one: from half past one, the first, to seven are six hours.
    Game {
        zone: "Australia/Lord_Howe",
        set_zone: "update venue set time_zone = 'Australia/Lord_Howe'",
        day: jiff::civil::date(2027, 4, 4),
        start: "7:00 AM",
        starts_at: "2027-04-03T20:30:00Z",
    },
];

const SIX_HOURS: SignedDuration = SignedDuration::from_hours(6);
/// Seconds from the limit, and whether cancelling is allowed: not at exactly six hours.
const TRIES: [(i64, bool); 3] = [(-1, true), (0, false), (1, false)];

async fn book(fixture: &PaymentsFixture, game: &Game, player: usize, pays_online: bool) -> Order {
    let court = CourtId(i64::try_from(player).unwrap() % 12 + 1);
    let order = fixture.hold_at(player, court, game.day, game.start).await;
    if pays_online {
        let checkout = fixture.checkout(&order).await;
        fixture.pay(&checkout, json!({})).await;
        fixture.hint(&order).await;
    } else {
        confirm_at_court(&fixture.app, order.customer, order.number, None).await.unwrap();
    }
    fixture.order(&order).await
}

on_both_engines!(cancelling_ends_exactly_six_hours_before_the_start_in_every_zone, async |store| {
    let mut fixture = PaymentsFixture::new(store, 6 * 4).await;
    for (place, game) in GAMES.iter().enumerate() {
        assert_eq!(fixture.change(game.set_zone).await, 1);
        // A node that was started after the venue changed its zone.
        fixture.app = fixture.app.another_node(|_| {});
        let starts_at: Timestamp = game.starts_at.parse().unwrap();
        for (number, (seconds, is_in_time)) in TRIES.into_iter().enumerate() {
            for (pays_online, refund) in [(true, 770), (false, 0)] {
                fixture.app.clock.set(starts_at - SignedDuration::from_hours(3 * 24));
                let player = place * 6 + number * 2 + usize::from(pays_online);
                let order = book(&fixture, game, player, pays_online).await;
                assert_eq!(order.slot.starts_at, starts_at, "{}", game.zone);
                let method = if pays_online { PaymentMethod::Online } else { PaymentMethod::Court };
                assert_eq!(order.payment_method, Some(method));

                fixture.app.clock.set(starts_at - SIX_HOURS + SignedDuration::from_secs(seconds));
                let answer = cancel(&fixture.app, order.customer, order.number, None).await;
                let status = fixture.order(&order).await.status;
                if is_in_time {
                    assert_eq!(answer.unwrap().refund, Money::from_rupees(refund), "{}", game.zone);
                    let expected =
                        if pays_online { OrderStatus::CancelRequested } else { OrderStatus::Cancelled };
                    assert_eq!(status, expected);
                } else {
                    let too_late = matches!(
                        answer,
                        Err(CancelError::Refused(CancellationRefused::TooLate { cutoff_minutes: 360 }))
                    );
                    assert!(too_late, "{} at {seconds} s: {answer:?}", game.zone);
                    assert_eq!(status, OrderStatus::Confirmed);
                }
            }
        }
    }
    fixture.assert_sound().await;
});

#[test]
fn control_by_local_time_the_limit_would_differ_in_two_of_the_zones() {
    let differing = GAMES.iter().filter(|game| {
        let zone = TimeZone::get(game.zone).unwrap();
        let starts_at: Timestamp = game.starts_at.parse().unwrap();
        let local_time = |at: Timestamp| at.to_zoned(zone.clone()).datetime();
        let hours = local_time(starts_at).duration_since(local_time(starts_at - SIX_HOURS));
        hours != SIX_HOURS
    });
    let zones: Vec<_> = differing.map(|game| game.zone).collect();
    assert_eq!(zones, ["America/New_York", "Australia/Lord_Howe"]);
}
