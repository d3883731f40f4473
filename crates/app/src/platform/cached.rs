//! A cache of one value that is read far more often than it changes, such as the brand.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;

/// The default time for which a cached value is valid.
const MAX_AGE: SignedDuration = SignedDuration::from_secs(2);

/// The last value read, valid for two seconds or for the time given to [`Cached::lasting`].
#[derive(Debug)]
pub struct Cached<T> {
    state: Mutex<State<T>>,
    max_age: SignedDuration,
}

#[derive(Debug)]
struct State<T> {
    /// Counts the invalidations, so that a reader that started before one cannot store its outdated value.
    generation: u64,
    last: Option<(Timestamp, Arc<T>)>,
}

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Cached::lasting(MAX_AGE)
    }
}

impl<T> Cached<T> {
    /// A cache whose value is valid for `max_age`.
    pub fn lasting(max_age: SignedDuration) -> Self {
        Cached { state: Mutex::new(State { generation: 0, last: None }), max_age }
    }

    /// The value, if it was read less than the maximum age ago. A clock that was set back makes it invalid as well.
    ///
    /// # Errors
    /// If none is valid at `now`: the generation to be handed to [`Cached::keep`] with a new one.
    pub fn at(&self, now: Timestamp) -> Result<Arc<T>, u64> {
        let state = self.state.lock();
        match &state.last {
            Some((read_at, value)) if self.is_valid(*read_at, now) => Ok(value.clone()),
            _ => Err(state.generation),
        }
    }

    /// Caches a value that was just read, unless the value was dropped since its generation was read.
    ///
    /// INVARIANT: after [`Cached::forget`] no value that was read before it is cached (`caches` in `crates/interleavings`).
    pub fn keep(&self, value: T, generation: u64, now: Timestamp) -> Arc<T> {
        let value = Arc::new(value);
        let mut state = self.state.lock();
        if state.generation == generation {
            state.last = Some((now, value.clone()));
        }
        value
    }

    /// Drops the value, so that the next call reads a change at once.
    pub fn forget(&self) {
        let mut state = self.state.lock();
        state.generation += 1;
        state.last = None;
    }

    fn is_valid(&self, read_at: Timestamp, now: Timestamp) -> bool {
        let age = now.duration_since(read_at);
        SignedDuration::ZERO <= age && age < self.max_age
    }
}
