//! A cache of one value that changes a few times a year and is read on every call.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;

/// How long a cached value may be out of date.
const MAX_AGE: SignedDuration = SignedDuration::from_secs(2);

/// The last value read, valid for two seconds.
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
    /// The value, if it was read within the last two seconds (a clock that was set back also makes it invalid).
    pub fn at(&self, now: Timestamp) -> Option<Arc<T>> {
        let last = self.last.lock();
        let (read_at, value) = last.as_ref()?;
        let age = now.duration_since(*read_at);
        (SignedDuration::ZERO <= age && age < MAX_AGE).then(|| value.clone())
    }

    /// Caches a value that was just read.
    pub fn keep(&self, value: T, now: Timestamp) -> Arc<T> {
        let value = Arc::new(value);
        *self.last.lock() = Some((now, value.clone()));
        value
    }

    /// Drops the value, so that the next call reads a change at once.
    pub fn forget(&self) {
        *self.last.lock() = None;
    }
}
