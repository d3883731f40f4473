//! A screen that shows the free courts of a day and sends no request after the first event.

use std::{collections::BTreeMap, sync::Arc};

use jiff::civil::Date;
use sideout_app::{
    App,
    booking::{follow_day::follow_day, list_courts::list_courts},
    platform::day_feed::{DayFollower, DayUpdate, FollowerEvent, UpdateKind},
};
use sideout_domain::slot::StartTime;
use sideout_testkit::{
    TestApp,
    sample_venue::{PICKLEBALL, VENUE},
};
use tokio::time::timeout;

use crate::helpers::EVENT_TIMEOUT;

/// The numbers of all courts of the test venue but these.
pub(crate) fn without(taken: &[i64]) -> Vec<i64> {
    (1..=12).filter(|court| !taken.contains(court)).collect()
}

pub(crate) struct Screen {
    app: Arc<App>,
    day: Date,
    follower: DayFollower,
    version: u64,
    /// The free courts of each hour.
    hours: BTreeMap<StartTime, Vec<i64>>,
    pub(crate) resyncs: usize,
}

impl Screen {
    pub(crate) async fn of(app: &TestApp, day: Date) -> Self {
        let app = app.app();
        let follower = follow_day(&app, (VENUE, PICKLEBALL), day, false).await.unwrap();
        let mut screen = Screen { app, day, follower, version: 0, hours: BTreeMap::new(), resyncs: 0 };
        let first = screen.update().await;
        assert_eq!(first.kind, UpdateKind::Complete);
        screen.apply(&first);
        screen
    }

    /// The next update of any kind.
    pub(crate) async fn update(&mut self) -> Arc<DayUpdate> {
        match timeout(EVENT_TIMEOUT, self.follower.next()).await.unwrap() {
            FollowerEvent::Update(update) => update,
            FollowerEvent::Elsewhere { .. } => panic!("other days were not followed"),
        }
    }

    /// The hours of the next change, and their free courts.
    pub(crate) async fn next(&mut self) -> Vec<(StartTime, Vec<i64>)> {
        loop {
            let update = self.update().await;
            match update.kind {
                UpdateKind::Resync => self.resyncs += 1,
                UpdateKind::Complete => panic!("this screen is not slow"),
                UpdateKind::Changed { previous } => {
                    assert_eq!(previous, self.version, "nothing was left out");
                    return self.apply(&update);
                }
            }
        }
    }

    fn apply(&mut self, update: &DayUpdate) -> Vec<(StartTime, Vec<i64>)> {
        assert!(update.version > self.version);
        self.version = update.version;
        let free = |hour: &sideout_app::platform::availability::HourOffer| {
            assert_eq!(hour.slot.map_or(0, |slot| slot.free), hour.free.len());
            (hour.start, hour.free.iter().map(|court| court.0).collect())
        };
        let changed: Vec<_> = update.hours.iter().map(free).collect();
        self.hours.extend(changed.iter().cloned());
        changed
    }

    /// Asserts that the screen shows what `getcourt` answers for each hour.
    pub(crate) async fn assert_equals_getcourt(&self) {
        assert!(!self.hours.is_empty());
        for (start, shown) in &self.hours {
            let courts = list_courts(&self.app, VENUE, self.day, *start).await.unwrap().unwrap();
            let free: Vec<_> =
                courts.iter().filter(|offer| offer.available).map(|offer| offer.court.id.0).collect();
            assert_eq!(*shown, free, "{start}");
        }
    }
}
