//! Watches for changes of the board of one venue's day.

use std::sync::Arc;

use jiff::civil::Date;
use sideout_domain::VenueId;
use tokio::sync::watch;

use super::live::Live;

/// Waits for changes of what staff see of a day. Dropping the last watch of a day frees its entry.
pub struct BoardWatch {
    version: watch::Receiver<u64>,
    // Fields are dropped in this order: `version` before the entry, which then counts only the receivers of other watches.
    _entry: BoardEntry,
}

/// Removes the entry of the board when its last watch is dropped.
struct BoardEntry {
    live: Arc<Live>,
    key: (VenueId, Date),
}

impl Live {
    /// Watches the board of `day` at `venue` from now on.
    pub fn watch_board(self: &Arc<Self>, venue: VenueId, day: Date) -> BoardWatch {
        let key = (venue, day);
        let mut boards = self.boards.lock();
        let version =
            boards.entry(key).or_insert_with(|| watch::Sender::new(self.next_version())).subscribe();
        drop(boards);
        BoardWatch { version, _entry: BoardEntry { live: self.clone(), key } }
    }

    /// The version of the last notified change of the board of `day` at `venue`, or that of its first watch if there was none since; 0 if
    /// it has no watcher.
    pub(super) fn changes_of_board(&self, venue: VenueId, day: Date) -> u64 {
        self.boards.lock().get(&(venue, day)).map_or(0, |board| *board.borrow())
    }
}

impl BoardWatch {
    /// Waits until something has changed since the last call, or since the watch began, or may have changed unseen; returns
    /// the newest version, which only grows within one watch. All changes between two calls are one. Cancel safe: no change
    /// is lost.
    pub async fn next(&mut self) -> u64 {
        match self.version.changed().await {
            Ok(()) => *self.version.borrow_and_update(),
            // The sender lives until the last watch of its day is dropped, so this does not happen.
            Err(_) => std::future::pending().await,
        }
    }
}

impl Drop for BoardEntry {
    fn drop(&mut self) {
        let mut boards = self.live.boards.lock();
        if boards.get(&self.key).is_some_and(|board| board.receiver_count() == 0) {
            boards.remove(&self.key);
        }
    }
}
