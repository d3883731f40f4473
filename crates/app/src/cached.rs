//! A cache of one value that changes a few times a year and is read on every call.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;

/// How long a change may take to be seen.
const MAX_AGE: SignedDuration = SignedDuration::from_secs(2);

/// The value last read, for two seconds.
#[derive(Debug)]
pub struct Cached<T> {
    last: Mutex<Option<(Timestamp, Arc<T>)>>,
}

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Cached { last: Mutex::new(None) }
    }
}

impl<T> Cached<T> {
    /// The value, if it was read within the last two seconds (a clock set back forgets it too).
    pub fn at(&self, now: Timestamp) -> Option<Arc<T>> {
        let last = self.last.lock();
        let (read_at, value) = last.as_ref()?;
        let age = now.duration_since(*read_at);
        (SignedDuration::ZERO <= age && age < MAX_AGE).then(|| value.clone())
    }

    /// Caches what was just read.
    pub fn keep(&self, value: T, now: Timestamp) -> Arc<T> {
        let value = Arc::new(value);
        *self.last.lock() = Some((now, value.clone()));
        value
    }

    /// Forgets, so that the next call sees a change at once.
    pub fn forget(&self) {
        *self.last.lock() = None;
    }
}
