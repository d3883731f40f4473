//! Watches for changes of one venue's day.

use std::sync::Arc;

use jiff::civil::Date;
use sideout_domain::VenueId;
use tokio::sync::watch;

use super::live::{DayChanges, Live};

/// A change of a venue's day. Versions only grow within one watch. All changes between two calls of [`DayWatch::next`]
/// are one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayEvent {
    /// The claims of the day have changed.
    Changed {
        /// The newest version.
        version: u64,
    },
    /// Changes may have been missed: read the whole day again.
    Resync {
        /// The newest version.
        version: u64,
    },
}

/// Waits for changes of one day or of the venue's other days. Dropping the last watch of a day frees its entry.
pub struct DayWatch {
    seen: DayChanges,
    changes: watch::Receiver<DayChanges>,
    // Fields are dropped in this order: `changes` before the entry, which then counts only the receivers of other watches.
    _entry: DayEntry,
}

/// Removes the entry of the day when the last watch of that day is dropped.
struct DayEntry {
    live: Arc<Live>,
    key: (VenueId, Date),
}

impl Live {
    /// Watches `day` at `venue` from now on.
    pub fn watch_day(self: &Arc<Self>, venue: VenueId, day: Date) -> DayWatch {
        let key = (venue, day);
        let mut days = self.days.lock();
        let changes = days
            .entry(key)
            .or_insert_with(|| {
                watch::Sender::new(DayChanges { version: self.next_version(), elsewhere: 0, gaps: 0 })
            })
            .subscribe();
        drop(days);
        let seen = *changes.borrow();
        DayWatch { seen, changes, _entry: DayEntry { live: self.clone(), key } }
    }
}

impl DayWatch {
    /// The version of the last event, or of the day when the watch began.
    pub fn version(&self) -> u64 {
        self.seen.version
    }

    /// Waits until something has changed on the day since the last event, or since the watch began. Cancel safe: no
    /// change is lost.
    pub async fn next(&mut self) -> DayEvent {
        let seen = self.seen;
        let now = self.wait_for(|now| now.version != seen.version || now.gaps != seen.gaps).await;
        self.seen = DayChanges { elsewhere: seen.elsewhere, ..now };
        let version = now.version;
        if now.gaps != seen.gaps { DayEvent::Resync { version } } else { DayEvent::Changed { version } }
    }

    /// Waits until something has changed on another day of the venue, and returns the newest version. Cancel safe.
    pub async fn next_elsewhere(&mut self) -> u64 {
        let seen = self.seen;
        let now = self.wait_for(|now| now.elsewhere != seen.elsewhere).await;
        self.seen.elsewhere = now.elsewhere;
        now.elsewhere
    }

    async fn wait_for(&mut self, new: impl FnMut(&DayChanges) -> bool) -> DayChanges {
        match self.changes.wait_for(new).await.map(|changes| *changes) {
            Ok(changes) => changes,
            // The sender lives until the last watch of its day is dropped, so this does not happen.
            Err(_) => std::future::pending().await,
        }
    }
}

impl Drop for DayEntry {
    // INVARIANT: the last watch removes the entry, also if two are dropped at once (`watches` in `crates/interleavings`).
    fn drop(&mut self) {
        let mut days = self.live.days.lock();
        if days.get(&self.key).is_some_and(|day| day.receiver_count() == 0) {
            days.remove(&self.key);
        }
    }
}
