//! Live truth: what changes is forgotten here and told to the screens that show it, in one place and by one word.
//!
//! The engine publishes change events after the commit (docs/decisions/0005). Everybody who remembers something, or watches
//! something, of what changed is a line in [`Live::hear`](Listener::on_event).

mod watch_day;
mod watch_orders;

use std::{
    collections::HashMap,
    sync::{
        Arc, Weak,
        atomic::{AtomicU64, Ordering},
    },
};

use jiff::civil::Date;
use parking_lot::Mutex;
use sideout_domain::{CustomerId, VenueId};
use sideout_store::{ChangeEvent, Listener, Store};
use tokio::sync::{broadcast, watch};

use crate::{booking::availability::Availability, brand::Brand, cached::Cached, catalogue::VenueList};

pub use watch_day::{DayEvent, DayWatch};
pub use watch_orders::{OrderEvent, OrderWatch};

/// Order events a slow reader may be behind before it is told to look again instead.
const MOST_BEHIND: usize = 16;

/// Who watches what, in this process.
pub struct Live {
    availability: Arc<Availability>,
    venues: Arc<Cached<VenueList>>,
    brand: Arc<Cached<Brand>>,
    version: AtomicU64,
    days: Mutex<HashMap<(VenueId, Date), watch::Sender<Pulse>>>,
    orders: Mutex<HashMap<CustomerId, broadcast::Sender<OrderEvent>>>,
}

/// How often something changed on the day, on the venue's other days, and how often that may have been missed. One number
/// each, so a reader that is slow costs nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pulse {
    version: u64,
    elsewhere: u64,
    gaps: u64,
}

impl Live {
    /// From now on forgets what `store` says has changed, and tells those who watch.
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
            version: AtomicU64::new(0),
            days: Mutex::default(),
            orders: Mutex::default(),
        });
        let listener: Weak<Live> = Arc::downgrade(&live);
        store.listen(listener);
        live
    }

    fn next_version(&self) -> u64 {
        self.version.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn look_at_everything_again(&self) {
        let version = self.next_version();
        for day in self.days.lock().values() {
            day.send_modify(|pulse| *pulse = Pulse { version, gaps: pulse.gaps + 1, ..*pulse });
        }
        for orders in self.orders.lock().values() {
            // Nobody listening is fine.
            let _ = orders.send(OrderEvent::Resync);
        }
    }
}

impl Listener for Live {
    /// Forgets first and tells then, so that who looks again at once sees the change.
    fn on_event(&self, event: ChangeEvent) {
        match event {
            ChangeEvent::Day(venue, day) => {
                self.availability.forget(venue, day);
                let days = self.days.lock();
                let version = self.next_version();
                for ((_, watched), pulses) in days.iter().filter(|((of, _), _)| *of == venue) {
                    pulses.send_modify(|pulse| {
                        if *watched == day {
                            pulse.version = version;
                        } else {
                            pulse.elsewhere = version;
                        }
                    });
                }
            }
            ChangeEvent::Order(customer, number, status) => {
                if let Some(watched) = self.orders.lock().get(&customer) {
                    let _ = watched.send(OrderEvent::Moved { number, status });
                }
            }
            ChangeEvent::Everything => {
                self.availability.forget_all();
                self.venues.forget();
                self.brand.forget();
                self.look_at_everything_again();
            }
        }
    }
}
