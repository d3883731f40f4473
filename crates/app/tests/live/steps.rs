//! What the tests here do again and again.

use std::time::Duration;

use jiff::civil::date;
use sideout_app::{
    Order,
    booking::{
        confirm_at_court::confirm_at_court,
        place_hold::{Pick, PlaceHoldError, place_hold},
    },
    live::{DayEvent, DayWatch},
};
use sideout_domain::{CourtId, CustomerId};
use sideout_store::Store;
use sideout_testkit::{
    TestApp,
    sample_venue::{PICKLEBALL, VENUE, add_crowd, open_venue},
};

/// Sunday 22 November 2026, the day after the tests' today.
pub(crate) const SUNDAY: jiff::civil::Date = date(2026, 11, 22);

/// Longest wait for what must come, from another node for instance.
pub(crate) const FOR_EVER: Duration = Duration::from_secs(10);

/// An app with the test venue open and so many customers, nobody throttled.
pub(crate) async fn open_app(store: Store, customers: i64) -> (TestApp, Vec<CustomerId>) {
    open_venue(&store).await;
    let customers = add_crowd(&store, customers).await;
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

/// What a watch has to tell at this moment; delivery within a process is done before the change is answered.
pub(crate) async fn told(watch: &mut DayWatch) -> Option<DayEvent> {
    tokio::select! {
        biased;
        event = watch.next() => Some(event),
        () = std::future::ready(()) => None,
    }
}

/// Whether a change was told, and its version is a new one.
pub(crate) async fn changed(watch: &mut DayWatch) -> bool {
    let before = watch.version();
    match told(watch).await {
        Some(DayEvent::Changed { version }) => {
            assert!(version > before);
            true
        }
        Some(DayEvent::Elsewhere { .. }) => panic!("that was another day"),
        Some(DayEvent::Resync { .. }) => panic!("only a gap asks for a resync"),
        None => false,
    }
}
