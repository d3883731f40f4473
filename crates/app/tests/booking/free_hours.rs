//! The free courts of all venues at one hour: counts, prices and the nearest other hour.

use jiff::civil::{Date, date};
use sideout_app::{
    booking::{
        availability::list_bookable_days,
        follow_day::follow_day,
        free_hours::{FreeHours, FreeHoursError, list_free_hours},
        list_courts::find_hour_of_courts,
        release_hold::release_hold,
    },
    platform::{availability::ClosedReason, day_feed::FollowerEvent, venues::find_venue},
};
use sideout_domain::{SportId, money::Money};
use sideout_store::{Statement, Store, StoreError, params};
use sideout_testkit::{
    PriceRule, TestApp, on_both_engines,
    sample_venue::{PICKLEBALL, VENUE},
};

use crate::helpers::{SUNDAY, booked, held, open_app, time};

const BADMINTON: SportId = SportId(2);

async fn free_hours(app: &TestApp, day: Date, start: &str) -> Result<FreeHours, FreeHoursError> {
    list_free_hours(app, PICKLEBALL, day, time(start)).await
}

/// The first venue's free and indoor courts and price, or the reason and the nearest hour.
async fn summary(app: &TestApp, start: &str) -> String {
    let free = free_hours(app, SUNDAY, start).await.unwrap();
    let venue = &free.venues[0];
    match (venue.at, venue.next) {
        (Ok(slot), None) => format!("{} free, {} indoor, {}", slot.free, slot.indoor, slot.price),
        (Err(reason), Some((day, slot))) => format!("{reason:?}, next {day} {}", slot.start),
        other => format!("{other:?}"),
    }
}

on_both_engines!(holds_and_bookings_change_the_answer_at_once, async |store| {
    let (app, customers) = open_app(store, 12).await;
    assert_eq!(summary(&app, "7:00 PM").await, "12 free, 0 indoor, ₹800");
    held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    assert_eq!(summary(&app, "7:00 PM").await, "11 free, 0 indoor, ₹800");
    release_hold(&app, customers[0], None).await.unwrap();
    for (n, customer) in customers.iter().enumerate() {
        booked(&app, *customer, i64::try_from(n).unwrap() + 1, "7:00 PM").await;
    }
    assert_eq!(summary(&app, "7:00 PM").await, "Full, next 2026-11-22 8:00 PM");
    let hours = free_hours(&app, SUNDAY, "7:00 PM").await.unwrap().hours;
    assert_eq!(hours.len(), 17, "a full hour is still an hour of the day");
    assert!(hours.contains(&(time("7:00 PM"), 0)) && hours.contains(&(time("8:00 PM"), 12)));
});

on_both_engines!(
    indoor_and_outdoor_are_counted_apart_and_the_cheapest_free_court_sets_the_price,
    async |store| {
        let (app, customers) = open_app(store.clone(), 1).await;
        put_under_a_roof(&store, 7).await;
        PriceRule::rupees(700).numbered(2).of_court(7).add(&store).await;
        app.venues.forget();
        assert_eq!(summary(&app, "7:00 PM").await, "12 free, 1 indoor, ₹700");
        held(&app, customers[0], 7, "7:00 PM").await.unwrap();
        assert_eq!(summary(&app, "7:00 PM").await, "11 free, 0 indoor, ₹800");
    }
);

/// Makes courts 9 to 12 of the venue courts for another sport.
async fn add_badminton(store: &Store) {
    let changed: Result<u64, StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                let sport = "insert into sport (sport_id, name) values (2, 'Badminton')";
                tx.run(Statement { name: "test/badminton", text: sport }, &[]).await?;
                let courts = "update court set sport_id = 2 where court_id >= 9";
                tx.run(Statement { name: "test/badminton_courts", text: courts }, &[]).await
            })
        })
        .await;
    assert_eq!(changed.unwrap(), 4);
}

on_both_engines!(courts_of_another_sport_do_not_count, async |store| {
    let (app, customers) = open_app(store.clone(), 8).await;
    add_badminton(&store).await;
    put_under_a_roof(&store, 12).await;
    PriceRule::rupees(300).numbered(2).of_court(12).add(&store).await;
    app.venues.forget();
    assert_eq!(summary(&app, "7:00 PM").await, "8 free, 0 indoor, ₹800");
    let sunday_of = async |sport| {
        let venue = find_venue(&app, VENUE).await.unwrap().unwrap();
        let bookable = list_bookable_days(&app, &venue, sport).await.unwrap();
        let offer = bookable.days.iter().find(|offer| offer.day == SUNDAY).unwrap();
        offer.open.iter().find(|slot| slot.start == time("7:00 PM")).map(|slot| (slot.free, slot.indoor))
    };
    assert_eq!((sunday_of(PICKLEBALL).await, sunday_of(BADMINTON).await), (Some((8, 0)), Some((4, 1))));

    let mut followers = Vec::new();
    for sport in [PICKLEBALL, BADMINTON] {
        let mut follower = follow_day(&app.app(), (VENUE, sport), SUNDAY, false).await.unwrap();
        let FollowerEvent::Update(update) = follower.next().await else { panic!("the day comes first") };
        let seven = update.hours.iter().find(|hour| hour.start == time("7:00 PM")).unwrap();
        let courts: Vec<i64> = seven.free.iter().map(|court| court.0).collect();
        assert_eq!(
            courts,
            if sport == PICKLEBALL { (1..=8).collect::<Vec<_>>() } else { (9..=12).collect() }
        );
        followers.push(follower);
    }
    let courts = async |sport| {
        let hour = find_hour_of_courts(&app, (VENUE, sport), SUNDAY, time("7:00 PM")).await.unwrap();
        hour.map(|hour| hour.offers().map(|offer| offer.court.id.0).collect::<Vec<_>>())
    };
    assert_eq!(courts(BADMINTON).await, Some((9..=12).collect()));
    assert_eq!(courts(SportId(3)).await, None, "no court of the venue is for it");

    for (n, customer) in customers.iter().enumerate() {
        booked(&app, *customer, i64::try_from(n).unwrap() + 1, "7:00 PM").await;
    }
    // The courts of the other sport are free still.
    assert_eq!(summary(&app, "7:00 PM").await, "Full, next 2026-11-22 8:00 PM");
    assert_eq!((sunday_of(PICKLEBALL).await, sunday_of(BADMINTON).await), (None, Some((4, 1))));
});

async fn put_under_a_roof(store: &Store, court: i64) {
    let changed: Result<u64, StoreError> = store
        .write(court, |tx, court| {
            let text = "update court set court_type = 'INDOOR' where court_id = $1";
            Box::pin(async move { tx.run(Statement { name: "test/roof", text }, params![*court]).await })
        })
        .await;
    assert_eq!(changed.unwrap(), 1);
}

on_both_engines!(
    an_hour_that_has_begun_or_is_never_open_gets_the_reason_and_the_nearest_hour,
    async |store| {
        let (app, _) = open_app(store, 0).await;
        // It is Saturday 21 November, half past eleven at the venue.
        let today = date(2026, 11, 21);
        let at = async |start: &str| free_hours(&app, today, start).await.unwrap().venues[0].clone();
        let begun = at("11:00 AM").await;
        assert_eq!(begun.at, Err(ClosedReason::Past));
        assert_eq!(begun.next.map(|(day, slot)| (day, slot.start)), Some((today, time("12:00 PM"))));
        let closed = at("11:00 PM").await;
        assert_eq!(closed.at, Err(ClosedReason::NotForSale));
        assert_eq!(closed.next.map(|(day, slot)| (day, slot.start)), Some((today, time("10:00 PM"))));
        assert_eq!(
            free_hours(&app, today, "7:00 PM").await.unwrap().hours[0].0,
            time("12:00 PM"),
            "hours that are over are left out"
        );
    }
);

on_both_engines!(
    a_day_outside_the_booking_window_is_refused_and_without_venues_the_list_is_empty,
    async |store| {
        let empty = TestApp::over(store.clone());
        assert!(free_hours(&empty, SUNDAY, "7:00 PM").await.unwrap().venues.is_empty());
        let (app, _) = open_app(store, 0).await;
        for day in [date(2026, 11, 20), date(2026, 12, 22), Date::MIN, Date::MAX] {
            assert!(
                matches!(free_hours(&app, day, "7:00 PM").await, Err(FreeHoursError::OutOfReach)),
                "{day}"
            );
        }
        let last = free_hours(&app, date(2026, 12, 21), "7:00 PM").await.unwrap();
        assert_eq!(last.venues[0].at.map(|slot| (slot.free, slot.price)), Ok((12, Money::from_rupees(800))));
        let other_sport =
            list_free_hours(&app, sideout_domain::SportId(2), SUNDAY, time("7:00 PM")).await.unwrap();
        assert!(other_sport.venues.is_empty());
    }
);
