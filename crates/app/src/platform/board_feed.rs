//! The board of a venue's day, and its changes as desks follow them. It is read once for all followers of a process.

use std::sync::{Arc, OnceLock, Weak};

use jiff::{SignedDuration, Timestamp, civil::Date};
use parking_lot::Mutex;
use sideout_domain::{
    BlockId, CourtId, StaffId, VenueId, claim::CourtTime, money::Money, slot::StartTime, venue::CourtType,
};
use sideout_store::board::{DeskBooking, DisplacedBooking};
use tokio::{sync::watch, task::AbortHandle};

use super::{live::Live, watch_board::BoardWatch};

/// What a desk sees of a venue's day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The venue.
    pub venue: VenueId,
    /// The day there.
    pub day: Date,
    /// The length of a slot, in minutes.
    pub slot_minutes: u16,
    /// Minutes of play in a slot.
    pub play_minutes: u16,
    /// The courts by number: the active ones, and those that are retired but have a booking on this day.
    pub courts: Vec<BoardCourt>,
    /// The starts of the opening hours and of what the board has outside of them, earliest first.
    pub starts: Vec<(StartTime, Timestamp)>,
    /// For each court the price at each start; `None` if the hour is not for sale.
    pub prices: Vec<Vec<Option<Money>>>,
    /// The bookings that were not cancelled, and those that wait for their refund; by court and start.
    pub bookings: Vec<DeskBooking>,
    /// The live holds of players, by court and start.
    pub holds: Vec<PlayerHold>,
    /// The live holds of clerks, by court and start.
    pub desk_holds: Vec<DeskHold>,
    /// The closures, by court and start. Neighbouring slots of one closure are one entry.
    pub blocks: Vec<ClosedTime>,
    /// The cancelled bookings, by court and start.
    pub cancelled: Vec<DeskBooking>,
    /// The bookings that closures ended. They are neither in `bookings` nor in `cancelled`.
    pub displaced: Vec<DisplacedBooking>,
}

/// A row of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardCourt {
    /// The court.
    pub id: CourtId,
    /// The number painted on it.
    pub number: u16,
    /// Its name.
    pub name: String,
    /// Outdoor or indoor.
    pub court_type: CourtType,
}

/// A court that a player holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerHold {
    /// The court, and from when to when.
    pub time: CourtTime,
    /// The start at the venue.
    pub start: StartTime,
    /// When it began.
    pub since: Timestamp,
    /// When it expires.
    pub until: Timestamp,
    /// Whether the player was asked to pay online.
    pub is_paying: bool,
}

/// A court that a clerk keeps while booking it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskHold {
    /// Its block.
    pub id: BlockId,
    /// The court, and from when to when.
    pub time: CourtTime,
    /// The start at the venue.
    pub start: StartTime,
    /// When it expires.
    pub until: Timestamp,
    /// The clerk who holds it. A desk hold has one, but the column may be null, as it is for closures of a command.
    pub staff: Option<StaffId>,
}

/// Time of a court that the venue has closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedTime {
    /// The closure. It may have several times.
    pub id: BlockId,
    /// The court, and from when to when.
    pub time: CourtTime,
    /// The start at the venue.
    pub start: StartTime,
    /// Why the court is closed.
    pub reason: String,
}

/// How long after its reading an announced board is current enough to be answered without another read.
const CURRENT_FOR: SignedDuration = SignedDuration::from_millis(500);

/// A board as it was read, shared by all followers.
#[derive(Debug)]
pub struct BoardUpdate {
    /// The board.
    pub board: Board,
    version: OnceLock<String>,
    /// When a read last found this board.
    last_read: Mutex<ReadMoment>,
}

/// The moment before a read of a board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReadMoment {
    /// The version of the last change that was notified.
    pub(crate) changes: u64,
    /// The time.
    pub(crate) at: Timestamp,
}

impl BoardUpdate {
    /// When this board was last read.
    #[must_use]
    pub fn read_at(&self) -> Timestamp {
        self.last_read.lock().at
    }

    /// The version that `write` makes of the board; only the first call runs `write`.
    pub fn version(&self, write: impl FnOnce(&Board) -> String) -> &str {
        self.version.get_or_init(|| write(&self.board))
    }
}

/// The board of one venue's day in one process. It lives as long as it has followers.
pub(crate) struct BoardFeed {
    live: Arc<Live>,
    key: (VenueId, Date),
    /// `None` until the board was read for the first time.
    newest: watch::Sender<Option<Arc<BoardUpdate>>>,
    /// Held while the board is read, so that callers who wait share one read.
    pub(crate) reading: tokio::sync::Mutex<()>,
    publisher: Mutex<Option<AbortHandle>>,
}

impl Live {
    /// The feed of this day's board; a new one comes with the watch of its publisher, which the caller must start.
    pub(crate) fn board_feed(
        self: &Arc<Self>,
        venue: VenueId,
        day: Date,
    ) -> (Arc<BoardFeed>, Option<BoardWatch>) {
        let key = (venue, day);
        let mut feeds = self.board_feeds.lock();
        if let Some(feed) = feeds.get(&key).and_then(Weak::upgrade) {
            return (feed, None);
        }
        let feed = Arc::new(BoardFeed {
            live: Arc::clone(self),
            key,
            newest: watch::Sender::new(None),
            reading: tokio::sync::Mutex::default(),
            publisher: Mutex::default(),
        });
        feeds.insert(key, Arc::downgrade(&feed));
        drop(feeds);
        (feed, Some(self.watch_board(venue, day)))
    }

    /// The feed of this day's board, if it has a follower.
    pub(crate) fn followed_board(&self, venue: VenueId, day: Date) -> Option<Arc<BoardFeed>> {
        self.board_feeds.lock().get(&(venue, day)).and_then(Weak::upgrade)
    }
}

impl BoardFeed {
    /// The task to be ended with the last follower.
    pub(crate) fn set_publisher(&self, publisher: AbortHandle) {
        *self.publisher.lock() = Some(publisher);
    }

    /// Whether the board was read already.
    pub(crate) fn has_begun(&self) -> bool {
        self.newest.borrow().is_some()
    }

    /// The moment at which a read of the board begins.
    pub(crate) fn read_moment(&self, now: Timestamp) -> ReadMoment {
        let (venue, day) = self.key;
        ReadMoment { changes: self.live.changes_of_board(venue, day), at: now }
    }

    /// The board that was last announced, if no change was notified since it was read and if it was read in the last half
    /// second.
    pub(crate) fn current(&self, now: Timestamp) -> Option<Arc<BoardUpdate>> {
        let update = self.newest.borrow().clone()?;
        let read = *update.last_read.lock();
        let is_current =
            read.changes == self.read_moment(now).changes && now.duration_since(read.at).abs() <= CURRENT_FOR;
        is_current.then_some(update)
    }

    /// Tells all followers of `board`, which was read after `read`, if it differs from the newest one. Call it with `reading`
    /// held, so that an older read never replaces a newer one; returns the newest board.
    pub(crate) fn publish(&self, board: Board, read: ReadMoment) -> Arc<BoardUpdate> {
        let mut published = update(board, read);
        self.newest.send_if_modified(|newest| match newest {
            Some(newest) if newest.board == published.board => {
                *newest.last_read.lock() = read;
                published = Arc::clone(newest);
                false
            }
            _ => {
                *newest = Some(Arc::clone(&published));
                true
            }
        });
        published
    }

    /// Follows the board from now on.
    pub(crate) fn follow(self: Arc<Self>) -> BoardFollower {
        let mut updates = self.newest.subscribe();
        updates.mark_changed();
        BoardFollower { _feed: self, updates }
    }
}

fn update(board: Board, read: ReadMoment) -> Arc<BoardUpdate> {
    Arc::new(BoardUpdate { board, version: OnceLock::new(), last_read: Mutex::new(read) })
}

impl Drop for BoardFeed {
    fn drop(&mut self) {
        if let Some(publisher) = self.publisher.lock().take() {
            publisher.abort();
        }
        let mut feeds = self.live.board_feeds.lock();
        // A new feed of the same day may have been entered since.
        if feeds.get(&self.key).is_some_and(|feed| feed.strong_count() == 0) {
            feeds.remove(&self.key);
        }
    }
}

/// Follows the board of one day. Dropping the last follower ends its feed.
pub struct BoardFollower {
    _feed: Arc<BoardFeed>,
    updates: watch::Receiver<Option<Arc<BoardUpdate>>>,
}

impl BoardFollower {
    /// The board at the first call, then each time it differs; a slow follower gets the newest one only. Cancel safe:
    /// nothing is lost.
    pub async fn next(&mut self) -> Arc<BoardUpdate> {
        loop {
            if self.updates.changed().await.is_err() {
                // The feed and its sender live as long as this follower.
                std::future::pending::<()>().await;
            }
            if let Some(update) = self.updates.borrow_and_update().clone() {
                return update;
            }
        }
    }
}
