//! Watches the free courts of one venue on one day.

use std::sync::Arc;

use jiff::civil::Date;
use sideout_domain::VenueId;
use tokio::sync::watch;

use super::live::{Live, Pulse};

/// A change of a venue's day. Versions only grow within one watch. All changes between two calls of [`DayWatch::next`]
/// are one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayEvent {
    /// A court was claimed or freed.
    Changed {
        /// The newest version.
        version: u64,
    },
    /// Nothing changed on this day, but a court was claimed or freed on another day of the venue.
    Elsewhere {
        /// The newest version.
        version: u64,
    },
    /// Changes may have been missed: read the whole day again.
    Resync {
        /// The newest version.
        version: u64,
    },
}

/// Waits for changes of one day and, on request, of the venue's other days. Dropping the last watch of a day frees its
/// entry.
pub struct DayWatch {
    live: Arc<Live>,
    key: (VenueId, Date),
    other_days: bool,
    seen: Pulse,
    pulse: watch::Receiver<Pulse>,
}

impl Live {
    /// Watches `day` at `venue` from now on; with `other_days` also reports changes on the venue's other days.
    pub fn watch_day(self: &Arc<Self>, venue: VenueId, day: Date, other_days: bool) -> DayWatch {
        let key = (venue, day);
        let mut days = self.days.lock();
        let pulse = days
            .entry(key)
            .or_insert_with(|| {
                watch::Sender::new(Pulse { version: self.next_version(), elsewhere: 0, gaps: 0 })
            })
            .subscribe();
        drop(days);
        let seen = *pulse.borrow();
        DayWatch { live: self.clone(), key, other_days, seen, pulse }
    }
}

impl DayWatch {
    /// The current version, for the first message of a stream.
    pub fn version(&self) -> u64 {
        self.seen.version.max(self.seen.elsewhere)
    }

    /// Waits until something has changed since the last event, or since the watch began. Cancel safe: no change is
    /// lost.
    pub async fn next(&mut self) -> DayEvent {
        let (seen, other_days) = (self.seen, self.other_days);
        let new = |pulse: &Pulse| {
            pulse.version != seen.version
                || pulse.gaps != seen.gaps
                || (other_days && pulse.elsewhere != seen.elsewhere)
        };
        // The sender lives until the last watch of its day is dropped, so this does not happen.
        let Ok(now) = self.pulse.wait_for(new).await.map(|pulse| *pulse) else {
            return std::future::pending().await;
        };
        self.seen = now;
        let version = now.version.max(now.elsewhere);
        if now.gaps != seen.gaps {
            DayEvent::Resync { version }
        } else if now.version != seen.version {
            DayEvent::Changed { version }
        } else {
            DayEvent::Elsewhere { version }
        }
    }
}

impl Drop for DayWatch {
    fn drop(&mut self) {
        let mut days = self.live.days.lock();
        if days.get(&self.key).is_some_and(|day| day.receiver_count() <= 1) {
            days.remove(&self.key);
        }
    }
}
