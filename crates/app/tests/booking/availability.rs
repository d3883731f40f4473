//! What players see: which hours are free, why others are not, and what each court costs.

use jiff::civil::date;
use sideout_app::{
    booking::{
        availability::list_bookable_days, cancel::cancel, list_courts::list_courts,
        release_hold::release_hold,
    },
    platform::{availability::ClosedReason, venues::find_venue},
};
use sideout_domain::money::Money;
use sideout_testkit::{
    PriceRule, TestApp, on_both_engines,
    sample_venue::{PICKLEBALL, VENUE},
};

use crate::helpers::{SUNDAY, booked, held, is_free, open_app, time};

async fn free_at(app: &TestApp, start: &str) -> Option<(usize, Money)> {
    let venue = find_venue(app, VENUE).await.unwrap().unwrap();
    let bookable = list_bookable_days(app, &venue, PICKLEBALL).await.unwrap();
    let sunday = bookable.days.iter().find(|offer| offer.day == SUNDAY).unwrap();
    sunday.open.iter().find(|slot| slot.start == time(start)).map(|slot| (slot.free, slot.price))
}

on_both_engines!(the_month_runs_from_today_to_the_same_day_next_month, async |store| {
    let (app, _) = open_app(store, 0).await;
    let venue = find_venue(&app, VENUE).await.unwrap().unwrap();
    let bookable = list_bookable_days(&app, &venue, PICKLEBALL).await.unwrap();
    let days: Vec<_> = bookable.days.iter().map(|offer| offer.day).collect();
    assert_eq!((days[0], days[30], days.len()), (date(2026, 11, 21), date(2026, 12, 21), 31));
    // It is Saturday, half past eleven: six hours are past, eleven are open.
    assert_eq!((bookable.days[0].closed.len(), bookable.days[0].open.len()), (6, 11));
    assert!(bookable.days[0].closed.iter().all(|(_, reason)| *reason == ClosedReason::Past));
    assert_eq!((bookable.days[1].closed.len(), bookable.days[1].open.len()), (0, 17));
});

on_both_engines!(holds_bookings_and_their_ends_are_seen_by_the_next_read, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let all = Some((12, Money::from_rupees(800)));
    assert_eq!(free_at(&app, "7:00 PM").await, all);
    held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    assert_eq!(free_at(&app, "7:00 PM").await.map(|(free, _)| free), Some(11));
    release_hold(&app, customers[0], None).await.unwrap();
    assert_eq!(free_at(&app, "7:00 PM").await, all);
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    assert_eq!(free_at(&app, "7:00 PM").await.map(|(free, _)| free), Some(11));
    cancel(&app, customers[0], order.number, None).await.unwrap();
    assert_eq!(free_at(&app, "7:00 PM").await, all);
    // The court of an expired hold is free again without a write.
    held(&app, customers[1], 3, "7:00 PM").await.unwrap();
    assert!(!is_free(&app, 3, "7:00 PM").await);
    app.clock.advance(599);
    assert_eq!(free_at(&app, "7:00 PM").await.map(|(free, _)| free), Some(11));
    app.clock.advance(1);
    assert_eq!(free_at(&app, "7:00 PM").await, all);
    assert!(is_free(&app, 3, "7:00 PM").await);
});

on_both_engines!(a_slot_is_open_until_the_instant_it_starts, async |store| {
    let (app, _) = open_app(store, 0).await;
    let venue = find_venue(&app, VENUE).await.unwrap().unwrap();
    let starts_at = time("7:00 PM").on(SUNDAY, &venue.zone);
    app.clock.set(starts_at - jiff::SignedDuration::from_millis(1));
    assert!(free_at(&app, "7:00 PM").await.is_some());
    assert!(is_free(&app, 1, "7:00 PM").await);
    app.clock.set(starts_at);
    assert!(free_at(&app, "7:00 PM").await.is_none());
    assert!(!is_free(&app, 1, "7:00 PM").await);
});

on_both_engines!(a_full_hour_is_closed_as_full, async |store| {
    let (app, customers) = open_app(store, 12).await;
    for (n, customer) in customers.iter().enumerate() {
        booked(&app, *customer, i64::try_from(n).unwrap() + 1, "7:00 PM").await;
    }
    let venue = find_venue(&app, VENUE).await.unwrap().unwrap();
    let bookable = list_bookable_days(&app, &venue, PICKLEBALL).await.unwrap();
    assert_eq!(bookable.days[1].closed, [(time("7:00 PM"), ClosedReason::Full)]);
});

on_both_engines!(prices_follow_the_rules_court_by_court, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let evening = |price: PriceRule| price.between("6:00 PM", "9:00 PM");
    evening(PriceRule::rupees(900)).numbered(2).of_court(7).add(&store).await;
    evening(PriceRule::paise(70_050)).numbered(3).add(&store).await;
    app.venues.forget();
    let courts = list_courts(&app, VENUE, SUNDAY, time("7:00 PM")).await.unwrap().unwrap();
    let price = |n: usize| courts[n - 1].price.unwrap().paise();
    assert_eq!((price(1), price(7)), (70_050, 90_000));
    assert_eq!(free_at(&app, "7:00 PM").await, Some((12, Money::from_paise(70_050))));
    assert_eq!(held(&app, customers[0], 7, "7:00 PM").await.unwrap().total().paise(), 90_000);
});

on_both_engines!(a_court_outside_hours_or_the_booking_window_is_not_available, async |store| {
    let (app, _) = open_app(store, 0).await;
    for (day, start) in [
        (SUNDAY, "11:00 PM"),
        (SUNDAY, "7:30 PM"),
        (date(2026, 12, 22), "7:00 PM"),
        (date(2026, 11, 20), "7:00 PM"),
    ] {
        let courts = list_courts(&app, VENUE, day, time(start)).await.unwrap().unwrap();
        assert!(courts.iter().all(|offer| !offer.available), "{day} {start}");
    }
});
