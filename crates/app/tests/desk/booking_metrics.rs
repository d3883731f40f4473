//! Bookings are counted by where they are made.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use metrics::{Counter, CounterFn, Gauge, Histogram, Key, KeyName, Metadata, Recorder, SharedString, Unit};
use sideout_app::desk::bookings::{
    DeskSlot,
    book::{BookAtDesk, BookError, Player, book_at_desk},
};
use sideout_domain::{CourtId, money::Money, staff::Role};
use sideout_testkit::{on_both_engines, request_key, sample_venue::VENUE};

use crate::helpers::{SUNDAY, booked, open_app};

/// The counters of this thread, by name and labels.
#[derive(Default, Clone)]
struct Counters(Arc<Mutex<HashMap<String, u64>>>);

impl Counters {
    fn bookings(&self, labels: &str) -> u64 {
        let counted = self.0.lock().unwrap();
        counted.get(&format!("sideout_bookings_total {labels}")).copied().unwrap_or(0)
    }
}

struct Series(Counters, String);

impl CounterFn for Series {
    fn increment(&self, value: u64) {
        *self.0.0.lock().unwrap().entry(self.1.clone()).or_default() += value;
    }

    fn absolute(&self, _: u64) {}
}

impl Recorder for Counters {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        let labels = key.labels().map(|label| format!("{}={}", label.key(), label.value()));
        let series = format!("{} {}", key.name(), labels.collect::<Vec<_>>().join(","));
        Counter::from_arc(Arc::new(Series(self.clone(), series)))
    }

    fn register_gauge(&self, _: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::noop()
    }

    fn register_histogram(&self, _: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::noop()
    }
}

on_both_engines!(a_booking_is_counted_once_where_it_is_made, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let kiran = app.staff(Role::Desk, "9825041736", &[VENUE]).await;
    let kiran = app.actor(&kiran.token).await;
    let counters = Counters::default();
    let _here = metrics::set_default_local_recorder(&counters);

    let court = |court| DeskSlot { court: CourtId(court), day: SUNDAY, start: "7:00 PM".parse().unwrap() };
    let request = BookAtDesk {
        slots: vec![court(3), court(4)],
        player: Player::Known(customers[0]),
        contact_name: None,
        total: Money::from_rupees(1_600),
        pay: None,
        arrive: false,
    };
    book_at_desk(&app, &kiran, VENUE, request.clone(), request_key(1)).await.unwrap();
    app.clock.advance(1);
    book_at_desk(&app, &kiran, VENUE, request.clone(), request_key(1)).await.unwrap();
    let again = book_at_desk(&app, &kiran, VENUE, request, request_key(2)).await;
    assert!(matches!(again, Err(BookError::Taken(_))), "{again:?}");
    let (desk, players) = ("paid=at_court,source=desk", "paid=at_court,source=app");
    assert_eq!((counters.bookings(desk), counters.bookings(players)), (2, 0));
    booked(&app, customers[0], 5, "7:00 PM").await;
    assert_eq!((counters.bookings(desk), counters.bookings(players)), (2, 1));
});
