// Included in the module of each variant, beside the files under proof. `database` represents what the cached values are
// read from; each change of it is followed by the call that drops the value.

use std::{collections::HashMap, sync::Arc};

use jiff::{
    Timestamp,
    civil::{Date, date},
    tz::TimeZone,
};
use shuttle::{
    sync::atomic::{AtomicI64, Ordering::SeqCst},
    thread,
};
use sideout_domain::{CourtId, SportId, VenueId, venue::Venue};

use super::{
    availability::{Availability, BookableDays, DayOffer, Taken},
    cached::Cached,
};

const VENUE: VenueId = VenueId(1);
const SUNDAY: Date = date(2026, 11, 22);
const SPORT: SportId = SportId(1);
const NOW: Timestamp = Timestamp::UNIX_EPOCH;

pub(crate) fn a_value_changes_while_it_is_read() {
    let database = Arc::new(AtomicI64::new(1));
    let cache = Arc::new(Cached::default());
    let read = {
        let (database, cache) = (Arc::clone(&database), Arc::clone(&cache));
        move || match cache.at(NOW) {
            Ok(value) => *value,
            Err(generation) => *cache.keep(database.load(SeqCst), generation, NOW),
        }
    };
    let reader = thread::spawn(read.clone());
    database.store(2, SeqCst);
    cache.forget();
    assert_eq!(read(), 2, "an outdated value is cached");
    reader.join().unwrap();
    assert_eq!(read(), 2, "an outdated value is cached");
}

/// A snapshot in which only the court with this number is taken.
fn taken(court: i64) -> Taken {
    Taken { courts: HashMap::from([(CourtId(court), Vec::new())]), valid_until: Timestamp::MAX }
}

/// The snapshot of the day, from the cache or the database, as `booking::availability` finds it.
fn find(database: &AtomicI64, cache: &Availability) -> Arc<Taken> {
    match cache.known(VENUE, SUNDAY, NOW) {
        Ok(snapshot) => snapshot,
        Err(generation) => {
            let snapshot = Arc::new(taken(database.load(SeqCst)));
            cache.keep(VENUE, SUNDAY, generation, &snapshot);
            snapshot
        }
    }
}

pub(crate) fn a_day_changes_while_it_is_read() {
    let database = Arc::new(AtomicI64::new(1));
    let cache = Arc::new(Availability::new(None));
    let reader = {
        let (database, cache) = (Arc::clone(&database), Arc::clone(&cache));
        thread::spawn(move || drop(find(&database, &cache)))
    };
    database.store(2, SeqCst);
    cache.forget(VENUE, SUNDAY);
    reader.join().unwrap();
    assert!(find(&database, &cache).courts.contains_key(&CourtId(2)), "an outdated value is cached");
}

fn venue() -> Venue {
    Venue {
        id: VENUE,
        name: String::new(),
        location: String::new(),
        long_location: String::new(),
        map_url: None,
        upi_address: None,
        image: String::new(),
        facilities: Vec::new(),
        gallery: Vec::new(),
        zone: TimeZone::UTC,
        slot_minutes: 60,
        play_minutes: 60,
        hours: sideout_domain::hours::Hours::default(),
        courts: Vec::new(),
        prices: Vec::new(),
    }
}

pub(crate) fn a_day_changes_while_the_bookable_days_are_computed() {
    let database = Arc::new(AtomicI64::new(1));
    let cache = Arc::new(Availability::new(None));
    let venue = Arc::new(venue());
    let reader = {
        let (database, cache, venue) = (Arc::clone(&database), Arc::clone(&cache), Arc::clone(&venue));
        thread::spawn(move || {
            let snapshot = find(&database, &cache);
            let days = vec![DayOffer { day: SUNDAY, open: Vec::new(), closed: Vec::new() }];
            let (valid_from, valid_until) = (NOW, Timestamp::MAX);
            let bookable = BookableDays { venue, sport: SPORT, days, valid_from, valid_until };
            cache.keep_bookable_days(&Arc::new(bookable), &[snapshot]);
        })
    };
    // The change comes before or after the reader finds the snapshot, and the bookable days may be kept in between.
    cache.forget(VENUE, SUNDAY);
    let forgotten = database.swap(2, SeqCst);
    cache.forget(VENUE, SUNDAY);
    reader.join().unwrap();
    let is_current = cache.bookable_days(&venue, SPORT, NOW).is_none()
        || cache.known(VENUE, SUNDAY, NOW).is_ok_and(|day| !day.courts.contains_key(&CourtId(forgotten)));
    assert!(is_current, "an outdated value is cached");
}
