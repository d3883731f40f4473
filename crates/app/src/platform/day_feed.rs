//! The changes of a venue's day as screens follow them. The free courts are read once for all followers of a process, and
//! each update is shared by them.

use std::{
    sync::{Arc, OnceLock, Weak},
    time::Duration,
};

use bytes::Bytes;
use jiff::civil::Date;
use parking_lot::Mutex;
use sideout_domain::{SportId, VenueId};
use tokio::{
    sync::broadcast::{self, error::RecvError},
    task::AbortHandle,
    time::Instant,
};

use super::{availability::HourOffer, live::Live, watch_day::DayWatch};

/// Updates buffered for a slow follower. One that falls further behind gets all hours of the day instead.
const MOST_BEHIND: usize = 16;

/// The shortest time between two reports of changes on other days.
const ELSEWHERE_APART: Duration = Duration::from_secs(2);

/// What an update says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpdateKind {
    /// All hours of the day, whatever the follower knew before.
    Complete,
    /// The hours that changed since the version `previous`.
    Changed {
        /// The version that the hours were compared with.
        previous: u64,
    },
    /// Something other than the free courts may have changed, such as prices or names: read the screen's data again.
    Resync,
}

/// An update of a venue's day, shared by all followers.
#[derive(Debug)]
pub struct DayUpdate {
    /// What it says.
    pub kind: UpdateKind,
    /// Grows with each update, but stays with a resync; comparable within one process.
    pub version: u64,
    /// How many followers the day has.
    pub followers: usize,
    /// Hours with all their free courts, earliest first.
    pub hours: Vec<HourOffer>,
    written: OnceLock<Bytes>,
}

impl DayUpdate {
    fn new(kind: UpdateKind, version: u64, followers: usize, hours: Vec<HourOffer>) -> Arc<Self> {
        Arc::new(DayUpdate { kind, version, followers, hours, written: OnceLock::new() })
    }

    /// The bytes that `write` makes of this update; only the first call runs `write`.
    pub fn written(&self, write: impl FnOnce(&DayUpdate) -> Bytes) -> Bytes {
        self.written.get_or_init(|| write(self)).clone()
    }
}

/// What a follower gets.
#[derive(Debug, Clone)]
pub enum FollowerEvent {
    /// The day itself.
    Update(Arc<DayUpdate>),
    /// The claims of another day of the venue have changed.
    Elsewhere {
        /// The newest version.
        version: u64,
    },
}

/// What a follower starts with.
#[derive(Default)]
struct Newest {
    /// The newest complete update; `None` until the day was read for the first time.
    update: Option<Arc<DayUpdate>>,
    /// The number of resyncs sent so far.
    resyncs: u64,
}

/// A day of a venue as players of a sport see it.
pub(crate) type DayOfSport = (VenueId, Date, SportId);

/// One venue's day for one sport in one process. It lives as long as it has followers.
pub(crate) struct DayFeed {
    live: Arc<Live>,
    key: DayOfSport,
    newest: Mutex<Newest>,
    updates: broadcast::Sender<Arc<DayUpdate>>,
    publisher: Mutex<Option<AbortHandle>>,
}

impl Live {
    /// The feed of this day; a new one comes with the watch of its publisher, which the caller must start.
    pub(crate) fn day_feed(self: &Arc<Self>, key: DayOfSport) -> (Arc<DayFeed>, Option<DayWatch>) {
        let mut feeds = self.day_feeds.lock();
        if let Some(feed) = feeds.get(&key).and_then(Weak::upgrade) {
            return (feed, None);
        }
        let feed = Arc::new(DayFeed {
            live: Arc::clone(self),
            key,
            newest: Mutex::default(),
            updates: broadcast::Sender::new(MOST_BEHIND),
            publisher: Mutex::default(),
        });
        feeds.insert(key, Arc::downgrade(&feed));
        drop(feeds);
        (feed, Some(self.watch_day(key.0, key.1)))
    }
}

impl DayFeed {
    /// The task to be ended with the last follower.
    pub(crate) fn set_publisher(&self, publisher: AbortHandle) {
        *self.publisher.lock() = Some(publisher);
    }

    /// Whether the day was read already.
    pub(crate) fn has_begun(&self) -> bool {
        self.newest.lock().update.is_some()
    }

    /// Takes the hours of the first read; has no effect if the day was read before.
    pub(crate) fn begin(&self, hours: Vec<HourOffer>) {
        let mut newest = self.newest.lock();
        if newest.update.is_none() {
            newest.update = Some(self.update(UpdateKind::Complete, hours));
        }
    }

    /// Sends what differs from the newest hours, if anything does: the hours that changed, or all hours of the day if one of
    /// them is gone because the opening hours have changed.
    pub(crate) fn publish(&self, hours: Vec<HourOffer>) {
        let mut newest = self.newest.lock();
        let Some(before) = newest.update.as_ref() else {
            newest.update = Some(self.update(UpdateKind::Complete, hours));
            return;
        };
        if before.hours == hours {
            return;
        }
        let find = |hours: &[HourOffer], start| hours.binary_search_by_key(&start, |hour| hour.start);
        let update = if before.hours.iter().all(|hour| find(&hours, hour.start).is_ok()) {
            let is_same =
                |hour: &HourOffer| find(&before.hours, hour.start).is_ok_and(|at| before.hours[at] == *hour);
            let changed = hours.iter().filter(|hour| !is_same(hour)).cloned().collect();
            self.update(UpdateKind::Changed { previous: before.version }, changed)
        } else {
            self.update(UpdateKind::Complete, hours.clone())
        };
        newest.update = Some(DayUpdate::new(UpdateKind::Complete, update.version, update.followers, hours));
        // `send` fails only if no follower is left, which is not an error here.
        let _ = self.updates.send(update);
    }

    /// Sends all followers the event to read their data again.
    pub(crate) fn resync(&self) {
        let mut newest = self.newest.lock();
        newest.resyncs += 1;
        let _ = self.updates.send(self.resync_after(newest.update.as_deref()));
    }

    /// The version stays, because the update has no hours.
    fn resync_after(&self, update: Option<&DayUpdate>) -> Arc<DayUpdate> {
        let version = update.map_or(0, |update| update.version);
        DayUpdate::new(UpdateKind::Resync, version, self.followers(), Vec::new())
    }

    /// How many followers the day has.
    pub(crate) fn followers(&self) -> usize {
        self.updates.receiver_count()
    }

    fn update(&self, kind: UpdateKind, hours: Vec<HourOffer>) -> Arc<DayUpdate> {
        DayUpdate::new(kind, self.live.next_version(), self.followers(), hours)
    }

    /// The newest complete update, the updates that follow it, and the number of resyncs before them.
    fn subscribe(&self) -> (Option<Arc<DayUpdate>>, broadcast::Receiver<Arc<DayUpdate>>, u64) {
        // Updates are sent under the same lock, so that none is left out or repeated.
        let newest = self.newest.lock();
        (newest.update.clone(), self.updates.subscribe(), newest.resyncs)
    }

    /// Follows the day from now on; the first update is complete. With `other_days` changes on the venue's other days are
    /// reported as well.
    pub(crate) fn follow(self: Arc<Self>, other_days: bool) -> DayFollower {
        let (first, updates, resyncs) = self.subscribe();
        let elsewhere = other_days
            .then(|| Elsewhere { watch: self.live.watch_day(self.key.0, self.key.1), quiet_until: None });
        DayFollower { feed: self, first, missed_resync: None, updates, resyncs, elsewhere }
    }
}

impl Drop for DayFeed {
    fn drop(&mut self) {
        if let Some(publisher) = self.publisher.lock().take() {
            publisher.abort();
        }
        let mut feeds = self.live.day_feeds.lock();
        // A new feed of the same day may have been entered since.
        if feeds.get(&self.key).is_some_and(|feed| feed.strong_count() == 0) {
            feeds.remove(&self.key);
        }
    }
}

/// Follows one day. Dropping the last follower of a day ends its feed.
pub struct DayFollower {
    feed: Arc<DayFeed>,
    first: Option<Arc<DayUpdate>>,
    /// Follows `first` if a resync was among the updates that this follower was too slow for.
    missed_resync: Option<Arc<DayUpdate>>,
    updates: broadcast::Receiver<Arc<DayUpdate>>,
    /// The number of resyncs of the feed that were sent to this follower, or before it began.
    resyncs: u64,
    elsewhere: Option<Elsewhere>,
}

struct Elsewhere {
    watch: DayWatch,
    quiet_until: Option<Instant>,
}

impl Elsewhere {
    async fn next(&mut self) -> u64 {
        if let Some(quiet_until) = self.quiet_until {
            tokio::time::sleep_until(quiet_until).await;
        }
        let version = self.watch.next_elsewhere().await;
        self.quiet_until = Some(Instant::now() + ELSEWHERE_APART);
        version
    }
}

impl DayFollower {
    /// The next event, in order; the first is complete, and so is the one after updates that this follower was too slow
    /// for. If a resync was among those, it comes next. Cancel safe: nothing is lost.
    pub async fn next(&mut self) -> FollowerEvent {
        if let Some(update) = self.first.take().or_else(|| self.missed_resync.take()) {
            return FollowerEvent::Update(update);
        }
        let elsewhere = async {
            match &mut self.elsewhere {
                Some(elsewhere) => elsewhere.next().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            update = self.updates.recv() => match update {
                Ok(update) => {
                    self.resyncs += u64::from(update.kind == UpdateKind::Resync);
                    FollowerEvent::Update(update)
                }
                Err(RecvError::Lagged(_)) => {
                    let (newest, updates, resyncs) = self.feed.subscribe();
                    self.updates = updates;
                    if resyncs != std::mem::replace(&mut self.resyncs, resyncs) {
                        self.missed_resync = Some(self.feed.resync_after(newest.as_deref()));
                    }
                    match newest {
                        Some(newest) => FollowerEvent::Update(newest),
                        None => std::future::pending().await,
                    }
                }
                // The feed and its sender live as long as this follower.
                Err(RecvError::Closed) => std::future::pending().await,
            },
            version = elsewhere => FollowerEvent::Elsewhere { version },
        }
    }
}
