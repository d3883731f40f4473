//! The free courts of all venues at one hour: counts, prices and the nearest other hour, fresh after every write.

use jiff::civil::{Date, date};
use sideout_app::{
    booking::{
        free_hours::{FreeHours, FreeHoursError, list_free_hours},
        release_hold::release_hold,
    },
    platform::availability::ClosedReason,
};
use sideout_domain::money::Money;
use sideout_store::{Statement, Store, StoreError, params};
use sideout_testkit::{PriceRule, TestApp, on_both_engines, sample_venue::PICKLEBALL};

use crate::helpers::{SUNDAY, booked, held, open_app, time};

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

on_both_engines!(every_write_changes_the_answer_at_once, async |store| {
    let (app, crowd) = open_app(store, 12).await;
    assert_eq!(summary(&app, "7:00 PM").await, "12 free, 0 indoor, ₹800");
    held(&app, crowd[0], 3, "7:00 PM").await.unwrap();
    assert_eq!(summary(&app, "7:00 PM").await, "11 free, 0 indoor, ₹800");
    release_hold(&app, crowd[0], None).await.unwrap();
    for (n, customer) in crowd.iter().enumerate() {
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
        let (app, crowd) = open_app(store.clone(), 1).await;
        put_under_a_roof(&store, 7).await;
        PriceRule::rupees(700).numbered(2).of_court(7).add(&store).await;
        app.venues.forget();
        assert_eq!(summary(&app, "7:00 PM").await, "12 free, 1 indoor, ₹700");
        held(&app, crowd[0], 7, "7:00 PM").await.unwrap();
        assert_eq!(summary(&app, "7:00 PM").await, "11 free, 0 indoor, ₹800");
    }
);

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
