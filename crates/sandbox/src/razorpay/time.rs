//! A clock that can be put forward, so that ten minutes, three days and 24 hours can be had in a moment.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use jiff::{SignedDuration, Timestamp};

use crate::clock;

/// By how much the sandbox's clock was put forward. Whoever holds a copy can keep the same time: the demo does, so that
/// an hour for the bank is an hour for the bookings.
#[derive(Debug, Clone, Default)]
pub struct ClockAhead {
    milliseconds: Arc<AtomicI64>,
    /// Where time began to stand still, if it does.
    stands_at: Option<Timestamp>,
}

impl ClockAhead {
    /// Of a clock that stands still unless it is put forward, for tests that have all time in their hands.
    #[must_use]
    pub fn standing_at(at: Timestamp) -> Self {
        ClockAhead { milliseconds: Arc::default(), stands_at: Some(at) }
    }

    /// `at`, put forward; the end of time rather than beyond it.
    #[must_use]
    pub fn of(&self, at: Timestamp) -> Timestamp {
        let at = self.stands_at.unwrap_or(at);
        let ahead = SignedDuration::from_millis(self.milliseconds.load(Ordering::Relaxed));
        at.checked_add(ahead).unwrap_or(Timestamp::MAX)
    }

    /// Puts it forward. It never goes back.
    fn advance(&self, seconds: u32) {
        self.milliseconds.fetch_add(i64::from(seconds) * 1_000, Ordering::Relaxed);
    }
}

/// The real time and what it was put forward by.
#[derive(Debug, Clone, Default)]
pub(super) struct VirtualClock {
    ahead: ClockAhead,
}

impl VirtualClock {
    pub(super) fn with(ahead: ClockAhead) -> Self {
        VirtualClock { ahead }
    }

    /// The sandbox's present.
    pub(super) fn now(&self) -> Timestamp {
        self.ahead.of(clock::now())
    }

    /// Puts it forward.
    pub(super) fn advance(&self, seconds: u32) {
        self.ahead.advance(seconds);
    }
}
