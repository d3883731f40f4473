// Included in the module of each variant, beside the files under proof.

use std::sync::Arc;

use futures_util::FutureExt as _;
use jiff::civil::{Date, date};
use shuttle::thread;
use sideout_domain::{CourtId, SportId, VenueId, slot::StartTime};

use super::{
    availability::{ClosedReason, HourOffer},
    day_feed::{FollowerEvent, UpdateKind},
    live,
};

const VENUE: VenueId = VenueId(1);
const SUNDAY: Date = date(2026, 11, 22);
const DAY: (VenueId, Date, SportId) = (VENUE, SUNDAY, SportId(1));

/// A day of one hour, at which this court is free.
fn hours(court: i64) -> Vec<HourOffer> {
    vec![HourOffer {
        start: StartTime::default(),
        free: vec![CourtId(court)],
        slot: Err(ClosedReason::NotForSale),
    }]
}

pub(crate) fn a_follower_comes_between_updates() {
    let live = live();
    let (feed, _watch) = live.day_feed(DAY);
    feed.begin(hours(1));
    let publisher = {
        let feed = Arc::clone(&feed);
        thread::spawn(move || {
            feed.publish(hours(2));
            feed.publish(hours(3));
        })
    };
    let mut follower = feed.follow(false);
    publisher.join().unwrap();
    let (mut version, mut shown) = (0, Vec::new());
    while let Some(FollowerEvent::Update(update)) = follower.next().now_or_never() {
        if let UpdateKind::Changed { previous } = update.kind {
            assert_eq!(previous, version, "an update is missing or comes twice");
        }
        version = update.version;
        shown.clone_from(&update.hours);
    }
    assert_eq!(shown, hours(3), "an update is missing at the end");
}

pub(crate) fn a_feed_begins_while_its_predecessor_ends() {
    let live = live();
    let (predecessor, _watch) = live.day_feed(DAY);
    let other = thread::spawn(move || drop(predecessor));
    let (feed, _watch_of_a_new_one) = live.day_feed(DAY);
    other.join().unwrap();
    let (found, _none) = live.day_feed(DAY);
    assert!(Arc::ptr_eq(&found, &feed), "the feed is not found");
}
