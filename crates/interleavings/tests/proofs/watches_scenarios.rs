// Included in the module of each variant, beside the files under proof.

use std::sync::Arc;

use futures_util::FutureExt as _;
use jiff::civil::{Date, date};
use shuttle::{future::block_on, thread};
use sideout_domain::{CustomerId, VenueId};
use sideout_store::{ChangeEvent, Listener as _};

use super::{live, watch_day::DayEvent};

const VENUE: VenueId = VenueId(1);
const SUNDAY: Date = date(2026, 11, 22);
const CUSTOMER: CustomerId = CustomerId(1);

pub(crate) fn two_watches_of_a_day_end() {
    let live = live();
    let [one, two] = [(), ()].map(|()| live.watch_day(VENUE, SUNDAY));
    let other = thread::spawn(move || drop(one));
    drop(two);
    other.join().unwrap();
    assert!(live.days.lock().is_empty(), "an entry is left");
}

pub(crate) fn two_watches_of_a_board_end() {
    let live = live();
    let [one, two] = [(), ()].map(|()| live.watch_board(VENUE, SUNDAY));
    let other = thread::spawn(move || drop(one));
    drop(two);
    other.join().unwrap();
    assert!(live.boards.lock().is_empty(), "an entry is left");
}

pub(crate) fn two_watches_of_a_customer_end() {
    let live = live();
    let [one, two] = [(), ()].map(|()| live.watch_orders(CUSTOMER));
    let other = thread::spawn(move || drop(one));
    drop(two);
    other.join().unwrap();
    assert!(live.orders.lock().is_empty(), "an entry is left");
}

pub(crate) fn a_watch_begins_while_another_ends() {
    let live = live();
    let one = live.watch_day(VENUE, SUNDAY);
    let other = thread::spawn(move || drop(one));
    let mut two = live.watch_day(VENUE, SUNDAY);
    other.join().unwrap();
    live.on_event(ChangeEvent::Day(VENUE, SUNDAY));
    assert!(matches!(block_on(two.next()), DayEvent::Changed { .. }));
}

pub(crate) fn two_events_at_once() {
    let live = live();
    let mut watch = live.watch_day(VENUE, SUNDAY);
    let [first, second] = [ChangeEvent::Everything, ChangeEvent::Day(VENUE, SUNDAY)].map(|event| {
        let live = Arc::clone(&live);
        thread::spawn(move || live.on_event(event))
    });
    let mut version = watch.version();
    let mut see = |event| {
        let (DayEvent::Changed { version: seen } | DayEvent::Resync { version: seen }) = event;
        assert!(seen > version, "the version goes back from {version} to {seen}");
        version = seen;
    };
    see(block_on(watch.next()));
    first.join().unwrap();
    second.join().unwrap();
    while let Some(event) = watch.next().now_or_never() {
        see(event);
    }
}
