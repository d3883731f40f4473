//! The migration to published hours, V40: the week of each venue is its first version.

use jiff::civil::date;
use sideout_domain::{
    hours::{BookingWindow, Hours},
    venue::OpeningHours,
};
use sideout_store::{HoursVersions, Store, StoreError, Venues};
use sideout_testkit::sample_venue::VENUE;

use crate::old_databases::{on_postgres, on_sqlite};

/// The last version before published hours.
const BEFORE: i32 = 39;

/// A venue that is open from 6 AM to 10 PM on Mondays and from 8 AM to 8 PM on Sundays, and one that is never open.
const ROWS: &str = "insert into venue (venue_id, name, location, long_location, image, facilities, gallery, time_zone, slot_minutes,
                                      play_minutes, position, active)
    values (1, 'North', '', '', '', '[]', '[]', 'Asia/Kolkata', 60, 55, 1, 1),
           (2, 'South', '', '', '', '[]', '[]', 'Asia/Kolkata', 60, 55, 2, 1);
    insert into opening_hours (venue_id, weekday, first_start_minute, last_start_minute) values (1, 1, 360, 1320), (1, 7, 480, 1200);";

async fn assert_migrated(store: Store) {
    let read = store.read((), |tx, ()| {
        Box::pin(async move {
            let venues = Venues(tx).list().await?;
            Ok((venues, HoursVersions(tx).find_newest(VENUE).await?))
        })
    });
    let read: Result<_, StoreError> = read.await;
    let (venues, newest) = read.unwrap();
    let span = |first: &str, last: &str| OpeningHours {
        first_start: first.parse().unwrap(),
        last_start: last.parse().unwrap(),
    };
    assert_eq!(venues[0].hours.on(date(2026, 11, 23)), [span("6:00 AM", "10:00 PM")]);
    assert_eq!(venues[0].hours.on(date(2026, 11, 22)), [span("8:00 AM", "8:00 PM")]);
    assert!(venues[0].hours.on(date(2026, 11, 24)).is_empty());
    assert_eq!(venues[0].hours.window, BookingWindow::default());
    assert_eq!(venues[1].hours, Hours::default(), "a venue without hours stays closed");
    let newest = newest.unwrap();
    assert_eq!((newest.version, newest.valid_from, newest.staff), (1, None, None));
}

#[tokio::test]
async fn the_week_of_a_venue_is_its_first_version_on_sqlite() {
    on_sqlite(BEFORE, ROWS, assert_migrated).await;
}

#[tokio::test]
async fn the_week_of_a_venue_is_its_first_version_on_postgres() {
    on_postgres(BEFORE, ROWS, assert_migrated).await;
}
