//! Several nodes on one PostgreSQL. Each store here belongs to one node, with its own connections and memory.

use sideout_app::{
    booking::{availability::list_bookable_days, list_courts::list_courts, release_hold::release_hold},
    platform::{
        day_feed::UpdateKind,
        venues::find_venue,
        watch_day::{DayEvent, DayWatch},
        watch_orders::OrderEvent,
    },
};
use sideout_domain::{order::OrderStatus, slot::StartTime};
use sideout_store::{ChangeEvent, Claims, StoreError};
use sideout_testkit::{
    TestApp,
    postgres::{FreshDatabase, fresh_database},
    sample_venue::{PICKLEBALL, VENUE},
};
use tokio::time::timeout;

use crate::{
    helpers::{EVENT_TIMEOUT, SUNDAY, booked, held, open_app, pending_event},
    screen::{Screen, without},
};

/// Another node that listens, and a watch on Sunday there.
async fn other_node(database: &FreshDatabase) -> (TestApp, DayWatch) {
    let store = database.connect().await;
    let app = TestApp::with_settings(store, |settings| settings.throttle = false);
    let watch = app.live.watch_day(VENUE, SUNDAY);
    (app, watch)
}

async fn free_courts(app: &TestApp) -> usize {
    let courts = list_courts(app, VENUE, SUNDAY, "7:00 PM".parse().unwrap()).await.unwrap().unwrap();
    courts.iter().filter(|offer| offer.available).count()
}

/// As [`free_courts`], as the bookable days show it.
async fn free_in_bookable_days(app: &TestApp) -> usize {
    let venue = find_venue(app, VENUE).await.unwrap().unwrap();
    let bookable = list_bookable_days(app, &venue, PICKLEBALL).await.unwrap();
    let sunday = bookable.days.iter().find(|offer| offer.day == SUNDAY).unwrap();
    let seven: StartTime = "7:00 PM".parse().unwrap();
    sunday.open.iter().find(|slot| slot.start == seven).unwrap().free
}

/// Runs the body with a database of its own, or skips it where there is no PostgreSQL.
fn with_database(body: impl AsyncFnOnce(FreshDatabase)) {
    let Some(database) = fresh_database() else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(4).enable_all().build().unwrap();
    runtime.block_on(body(database));
}

#[test]
fn a_change_on_one_node_clears_caches_and_notifies_watchers_on_the_others() {
    with_database(async |database| {
        let (here, customers) = open_app(database.connect().await, 1).await;
        let (there, mut watch) = other_node(&database).await;
        let mut orders = there.live.watch_orders(customers[0]);
        assert_eq!(free_courts(&there).await, 12, "cached from here on; the clock is fixed");
        assert_eq!(free_in_bookable_days(&there).await, 12);

        let order = held(&here, customers[0], 3).await.unwrap();
        let event = timeout(EVENT_TIMEOUT, watch.next()).await.expect("the other node gets the event");
        assert!(matches!(event, DayEvent::Changed { .. }), "{event:?}");
        assert_eq!(
            (free_courts(&there).await, free_in_bookable_days(&there).await),
            (11, 11),
            "its caches are empty"
        );
        let step = timeout(EVENT_TIMEOUT, orders.next()).await.expect("watchers of orders get it as well");
        assert_eq!(step, OrderEvent::StatusChanged { number: order.number, status: OrderStatus::Held });
        here.store.close().await;
        there.store.close().await;
    });
}

#[test]
fn a_screen_of_another_node_gets_court_and_hour_and_after_a_gap_what_it_missed() {
    with_database(async |database| {
        let (here, customers) = open_app(database.connect().await, 1).await;
        let (there, _) = other_node(&database).await;
        let mut screen = Screen::of(&there, SUNDAY).await;
        let seven = "7:00 PM".parse().unwrap();
        held(&here, customers[0], 3).await.unwrap();
        assert_eq!(screen.next().await, [(seven, without(&[3]))]);
        release_hold(&here, customers[0], None).await.unwrap();
        assert_eq!(screen.next().await, [(seven, without(&[]))]);
        screen.resyncs = 0;
        assert!(database.cut_listeners().await >= 1, "the other node gets no events");
        held(&here, customers[0], 4).await.unwrap();
        assert_eq!(screen.next().await, [(seven, without(&[4]))], "it read again after the gap");
        if screen.resyncs == 0 {
            assert_eq!(screen.update().await.kind, UpdateKind::Resync, "names and prices are read again");
        }
        screen.assert_equals_getcourt().await;
        here.store.close().await;
        there.store.close().await;
    });
}

#[test]
fn control_a_change_that_is_not_announced_stays_unknown_to_the_other_node() {
    // Shows that the events of the other tests come from the announcements, not from the changes themselves.
    with_database(async |database| {
        let (here, customers) = open_app(database.connect().await, 1).await;
        let order = booked(&here, customers[0], 3).await;
        let (there, mut watch) = other_node(&database).await;
        assert_eq!(free_courts(&there).await, 11);
        let silent = here.store.write((order.slot, order.number), |tx, (slot, number)| {
            Box::pin(async move { Claims(tx).release(*slot, *number).await })
        });
        assert!(silent.await.unwrap());
        // A later event arrives: the connection works, and there was no event before it.
        let later = here.store.write((), |tx, ()| {
            Box::pin(async move {
                tx.announce(ChangeEvent::Order(
                    other_customer(),
                    "4820193756".parse().unwrap(),
                    OrderStatus::Held,
                ));
                Ok::<_, StoreError>(())
            })
        });
        let mut marker = there.live.watch_orders(other_customer());
        later.await.unwrap();
        timeout(EVENT_TIMEOUT, marker.next()).await.expect("the connection works");
        assert_eq!(pending_event(&mut watch).await, None);
        assert_eq!(free_courts(&there).await, 11, "its cache is valid for two seconds");
        here.store.close().await;
        there.store.close().await;
    });
}

/// A customer who takes part in nothing but the later event.
fn other_customer() -> sideout_domain::CustomerId {
    sideout_domain::CustomerId(100_000_000_777)
}

#[test]
fn a_node_receives_its_own_events_once() {
    with_database(async |database| {
        let (here, customers) = open_app(database.connect().await, 1).await;
        let (there, mut far) = other_node(&database).await;
        let mut orders = here.live.watch_orders(customers[0]);
        let order = held(&here, customers[0], 3).await.unwrap();
        timeout(EVENT_TIMEOUT, far.next()).await.expect("the event has reached the other node");
        // By now our own event would have returned as well, on the same connection as the other node's.
        held(&there, customers[0], 4).await.unwrap();
        let mut numbers = Vec::new();
        while numbers.len() < 3 {
            match timeout(EVENT_TIMEOUT, orders.next()).await.expect("our own and the other's") {
                OrderEvent::StatusChanged { number, status } => {
                    numbers.push((number == order.number, status))
                }
                OrderEvent::Resync => {}
            }
        }
        let expected = [(true, OrderStatus::Held), (true, OrderStatus::Released), (false, OrderStatus::Held)];
        assert_eq!(numbers, expected);
        here.store.close().await;
        there.store.close().await;
    });
}

#[test]
fn after_a_gap_all_watchers_get_a_resync() {
    with_database(async |database| {
        let (here, customers) = open_app(database.connect().await, 1).await;
        let (there, mut watch) = other_node(&database).await;
        let mut orders = there.live.watch_orders(customers[0]);
        // Nothing changes on Monday, so only the gap can be its event.
        let monday = SUNDAY.tomorrow().unwrap();
        let mut own = here.live.watch_day(VENUE, monday);
        let mut board = there.live.watch_board(VENUE, monday);
        assert_eq!(free_courts(&there).await, 12);
        assert!(database.cut_listeners().await >= 2, "the nodes get no events of each other");
        held(&here, customers[0], 3).await.unwrap();
        for watch in [&mut watch, &mut own] {
            let event = timeout(EVENT_TIMEOUT, watch.next()).await.expect("its node listens again");
            assert!(matches!(event, DayEvent::Resync { .. }), "{event:?}");
        }
        timeout(EVENT_TIMEOUT, board.next()).await.expect("watchers of boards read again");
        // The hold may be announced too, if both nodes listen again before.
        loop {
            let event = timeout(EVENT_TIMEOUT, orders.next()).await.expect("watchers of orders too");
            if event == OrderEvent::Resync {
                break;
            }
        }
        assert_eq!(free_courts(&there).await, 11);
        here.store.close().await;
        there.store.close().await;
    });
}

#[test]
fn the_last_events_of_a_node_that_closes_are_delivered() {
    with_database(async |database| {
        let (here, _) = open_app(database.connect().await, 0).await;
        let (there, mut watch) = other_node(&database).await;
        // An import is a process that announces one event and ends.
        let import = database.connect().await;
        let announced = import.write((), |tx, ()| {
            Box::pin(async move {
                tx.announce(ChangeEvent::Day(VENUE, SUNDAY));
                Ok::<_, StoreError>(())
            })
        });
        announced.await.unwrap();
        import.close().await;
        let event = timeout(EVENT_TIMEOUT, watch.next()).await.expect("the event was sent before the end");
        assert!(matches!(event, DayEvent::Changed { .. }), "{event:?}");
        here.store.close().await;
        there.store.close().await;
    });
}
