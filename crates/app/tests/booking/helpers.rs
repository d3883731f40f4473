//! Steps that the tests of this suite share.

use jiff::{Timestamp, civil::date};
use sideout_app::{
    Order,
    booking::{
        confirm_at_court::{ConfirmError, confirm_at_court},
        list_courts::list_courts,
        place_hold::{Pick, PlaceHoldError, place_hold},
    },
};
use sideout_domain::{CourtId, CustomerId, claim::Slot, slot::StartTime};
use sideout_store::{Session, Statement, Store, StoreError, Value, params};
use sideout_testkit::{
    TestApp,
    sample_venue::{PICKLEBALL, VENUE, add_customers, open_venue},
};

/// Sunday 22 November 2026, the day after the tests' today.
pub(crate) const SUNDAY: jiff::civil::Date = date(2026, 11, 22);

/// An app with the test venue and this number of customers, without throttling.
pub(crate) async fn open_app(store: Store, customers: i64) -> (TestApp, Vec<CustomerId>) {
    open_venue(&store).await;
    let customers = add_customers(&store, customers).await;
    let app = TestApp::with_settings(store, |settings| settings.throttle = false);
    (app, customers)
}

pub(crate) fn time(text: &str) -> StartTime {
    text.parse().unwrap()
}

/// `court` on Sunday at `start`.
pub(crate) fn pick(court: i64, start: &str) -> Pick {
    Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(court), day: SUNDAY, start: time(start) }
}

/// The slot of [`pick`].
pub(crate) fn slot(court: i64, start: &str) -> Slot {
    let zone = jiff::tz::TimeZone::get("Asia/Kolkata").unwrap();
    Slot { court: CourtId(court), starts_at: time(start).on(SUNDAY, &zone) }
}

pub(crate) async fn held(
    app: &TestApp,
    customer: CustomerId,
    court: i64,
    start: &str,
) -> Result<Order, PlaceHoldError> {
    place_hold(app, customer, pick(court, start)).await
}

pub(crate) async fn confirmed(app: &TestApp, order: &Order) -> Result<Order, ConfirmError> {
    confirm_at_court(app, order.customer, order.number, None).await
}

/// Holds and confirms.
pub(crate) async fn booked(app: &TestApp, customer: CustomerId, court: i64, start: &str) -> Order {
    let order = held(app, customer, court, start).await.unwrap();
    confirmed(app, &order).await.unwrap()
}

pub(crate) async fn is_free(app: &TestApp, court: i64, start: &str) -> bool {
    let courts = list_courts(app, VENUE, SUNDAY, time(start)).await.unwrap().unwrap();
    courts.into_iter().any(|offer| offer.court.id == CourtId(court) && offer.available)
}

/// The number of live claims at `now`, and of orders that own one: they must be equal, and no slot can have two of
/// either.
pub(crate) async fn claims_and_owners(store: &Store, now: Timestamp) -> (i64, i64) {
    const CLAIMS: Statement = Statement {
        name: "test/live_claims",
        text: "select count(*) as count from slot_claim where held_until is null or held_until > $1",
    };
    const OWNERS: Statement = Statement {
        name: "test/owners",
        text: "select count(*) as count from orders o
                 join slot_claim c on c.court_id = o.court_id and c.starts_at = o.starts_at
                                  and c.order_number = o.order_number
                where o.status in ('confirmed', 'no_show', 'completed') or (o.status = 'held' and o.held_until > $1)",
    };
    store
        .read(now, |tx, now| {
            Box::pin(async move {
                let claims = tx.one(CLAIMS, params![*now]).await?.integer("count")?;
                Ok::<_, StoreError>((claims, tx.one(OWNERS, params![*now]).await?.integer("count")?))
            })
        })
        .await
        .unwrap()
}

/// The version of the only order, which grows by one with each change.
pub(crate) async fn version(app: &TestApp) -> i64 {
    let read = app.store.read((), |tx, ()| {
        Box::pin(async move { Ok::<_, StoreError>(number(tx, "select version from orders").await) })
    });
    read.await.unwrap()
}

/// Reads one number from the database.
pub(crate) async fn number(tx: &mut dyn Session, text: &'static str) -> i64 {
    let row = tx.one(Statement { name: text, text }, params![]).await.unwrap();
    let [Value::Integer(number)] = row.values() else { panic!("{row:?} is not one number") };
    *number
}
