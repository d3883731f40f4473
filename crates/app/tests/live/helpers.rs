//! Steps that the tests of this suite share.

use std::time::Duration;

use jiff::civil::date;
use sideout_app::{
    Order,
    booking::{
        confirm_at_court::confirm_at_court,
        place_hold::{Pick, PlaceHoldError, place_hold},
    },
    platform::watch_day::{DayEvent, DayWatch},
};
use sideout_domain::{CourtId, CustomerId};
use sideout_store::Store;
use sideout_testkit::{
    TestApp,
    sample_venue::{PICKLEBALL, VENUE, add_customers, open_venue},
};

/// Sunday 22 November 2026, the day after the tests' today.
pub(crate) const SUNDAY: jiff::civil::Date = date(2026, 11, 22);

/// Longest wait for an event that must come, for example from another node.
pub(crate) const EVENT_TIMEOUT: Duration = Duration::from_secs(10);

/// An app with the test venue and this number of customers, without throttling.
pub(crate) async fn open_app(store: Store, customers: i64) -> (TestApp, Vec<CustomerId>) {
    open_venue(&store).await;
    let customers = add_customers(&store, customers).await;
    let app = TestApp::with_settings(store, |settings| settings.throttle = false);
    (app, customers)
}

/// Court `court` at the test venue on `day`, 7 PM.
pub(crate) fn pick(court: i64, day: jiff::civil::Date) -> Pick {
    Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(court), day, start: "7:00 PM".parse().unwrap() }
}

pub(crate) async fn held(app: &TestApp, customer: CustomerId, court: i64) -> Result<Order, PlaceHoldError> {
    place_hold(app, customer, pick(court, SUNDAY)).await
}

pub(crate) async fn booked(app: &TestApp, customer: CustomerId, court: i64) -> Order {
    let order = held(app, customer, court).await.unwrap();
    confirm_at_court(app, customer, order.number, None).await.unwrap()
}

/// Takes the pending event of a watch, if any. Within a process, events are delivered before the change returns.
pub(crate) async fn pending_event(watch: &mut DayWatch) -> Option<DayEvent> {
    tokio::select! {
        biased;
        event = watch.next() => Some(event),
        () = std::future::ready(()) => None,
    }
}

/// Takes the pending event of the venue's other days, if any; returns its version.
pub(crate) async fn pending_elsewhere(watch: &mut DayWatch) -> Option<u64> {
    tokio::select! {
        biased;
        version = watch.next_elsewhere() => Some(version),
        () = std::future::ready(()) => None,
    }
}

/// Whether a change event was pending, which it takes; its version must be new.
pub(crate) async fn changed(watch: &mut DayWatch) -> bool {
    let before = watch.version();
    match pending_event(watch).await {
        Some(DayEvent::Changed { version }) => {
            assert!(version > before);
            true
        }
        Some(DayEvent::Resync { .. }) => panic!("a resync, but no event was lost"),
        None => false,
    }
}
