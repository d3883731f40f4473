//! Handles change events in one place: drops cached data that changed and notifies the clients that watch it.
//!
//! The database engine publishes change events after the commit (docs/decisions/0005).

use std::{
    collections::HashMap,
    sync::{
        Arc, Weak,
        atomic::{AtomicU64, Ordering},
    },
};

use jiff::{SignedDuration, civil::Date};
use parking_lot::Mutex;
use sideout_domain::{CustomerId, VenueId};
use sideout_store::{ChangeEvent, Listener, Store, desk_coupons::GivenSums};
use tokio::sync::{broadcast, watch};

use super::{
    availability::Availability,
    board_feed::BoardFeed,
    brand::Brand,
    cached::Cached,
    day_feed::{DayFeed, DayOfSport},
    venues::VenueList,
    watch_orders::OrderEvent,
};

/// How long the sums of coupons are valid without an event, in case one was lost.
const COUPON_SUMS_LAST: SignedDuration = SignedDuration::from_secs(60);

/// The caches and watches of this process that depend on change events.
pub struct Live {
    availability: Arc<Availability>,
    venues: Arc<Cached<VenueList>>,
    brand: Arc<Cached<Brand>>,
    /// What the coupons took off. Each event drops it, because any event may be about a booking with a coupon.
    pub(crate) coupon_sums: Cached<GivenSums>,
    version: AtomicU64,
    pub(super) days: Mutex<HashMap<(VenueId, Date), watch::Sender<DayChanges>>>,
    pub(super) day_feeds: Mutex<HashMap<DayOfSport, Weak<DayFeed>>>,
    pub(super) boards: Mutex<HashMap<(VenueId, Date), watch::Sender<u64>>>,
    pub(super) board_feeds: Mutex<HashMap<(VenueId, Date), Weak<BoardFeed>>>,
    pub(super) orders: Mutex<HashMap<CustomerId, broadcast::Sender<OrderEvent>>>,
}

/// The version of the last change on the day, the version of the last change on another day of the venue, and the
/// number of times that changes may have been missed. A slow reader costs no memory, because only the latest values are
/// kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DayChanges {
    pub(super) version: u64,
    pub(super) elsewhere: u64,
    pub(super) gaps: u64,
}

impl Live {
    /// Listens to the change events of `store` from now on: drops changed data from the caches and notifies the
    /// watches.
    pub fn start(
        store: &Store,
        availability: Arc<Availability>,
        venues: Arc<Cached<VenueList>>,
        brand: Arc<Cached<Brand>>,
    ) -> Arc<Self> {
        let live = Arc::new(Live {
            availability,
            venues,
            brand,
            coupon_sums: Cached::lasting(COUPON_SUMS_LAST),
            version: AtomicU64::new(0),
            days: Mutex::default(),
            day_feeds: Mutex::default(),
            boards: Mutex::default(),
            board_feeds: Mutex::default(),
            orders: Mutex::default(),
        });
        let listener: Weak<Live> = Arc::downgrade(&live);
        store.listen(listener);
        live
    }

    pub(super) fn next_version(&self) -> u64 {
        self.version.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn notify_board(&self, venue: VenueId, day: Date) {
        let boards = self.boards.lock();
        if let Some(board) = boards.get(&(venue, day)) {
            board.send_replace(self.next_version());
        }
    }

    fn notify_all_watches(&self) {
        let boards = self.boards.lock();
        // Under the lock, as for one board: the versions of a board only grow.
        let version = self.next_version();
        for board in boards.values() {
            board.send_replace(version);
        }
        drop(boards);
        let days = self.days.lock();
        // Under the lock, as for one day: the versions of a day only grow.
        let version = self.next_version();
        for day in days.values() {
            day.send_modify(|changes| *changes = DayChanges { version, gaps: changes.gaps + 1, ..*changes });
        }
        drop(days);
        for orders in self.orders.lock().values() {
            // `send` fails only if no receiver is left, which is not an error here.
            let _ = orders.send(OrderEvent::Resync);
        }
    }
}

impl Listener for Live {
    /// Drops cached data before it notifies the watches, so that a client that reads again at once sees the change.
    fn on_event(&self, event: ChangeEvent) {
        self.coupon_sums.forget();
        match event {
            ChangeEvent::Day(venue, day) => {
                self.availability.forget(venue, day);
                let days = self.days.lock();
                let version = self.next_version();
                for ((_, watched), sender) in days.iter().filter(|((of, _), _)| *of == venue) {
                    sender.send_modify(|changes| {
                        if *watched == day {
                            changes.version = version;
                        } else {
                            changes.elsewhere = version;
                        }
                    });
                }
                drop(days);
                self.notify_board(venue, day);
            }
            ChangeEvent::Board(venue, day) => self.notify_board(venue, day),
            ChangeEvent::Order(customer, number, status) => {
                if let Some(watched) = self.orders.lock().get(&customer) {
                    let _ = watched.send(OrderEvent::StatusChanged { number, status });
                }
            }
            ChangeEvent::Everything => {
                self.availability.forget_all();
                self.venues.forget();
                self.brand.forget();
                self.notify_all_watches();
            }
        }
    }
}
