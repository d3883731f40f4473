//! A clock that can be put forward, so that ten minutes, three days and 24 hours can be had in a moment.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use jiff::{SignedDuration, Timestamp};

use crate::clock;

/// By how much the sandbox's clock differs from the machine's: it was started at another time, or put forward since.
/// Whoever holds a copy can keep the same time: the demo does, so that an hour for the bank is an hour for the bookings.
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

    /// Of a clock that shows `start` now and runs on from there: for a demo that is the same on every day.
    #[must_use]
    pub fn starting_at(start: Timestamp) -> Self {
        let ahead = start.as_millisecond() - clock::now().as_millisecond();
        ClockAhead { milliseconds: Arc::new(AtomicI64::new(ahead)), stands_at: None }
    }

    /// The present.
    pub(crate) fn now(&self) -> Timestamp {
        self.of(clock::now())
    }

    /// The time here when the machine's clock shows `at`; the end of time rather than beyond it.
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
        self.ahead.now()
    }

    /// Puts it forward.
    pub(super) fn advance(&self, seconds: u32) {
        self.ahead.advance(seconds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_was_set_starts_there_and_runs_and_is_put_forward_from_there() {
        for start in ["2020-02-29T18:30:00Z", "2027-12-31T13:25:00Z"] {
            let start: Timestamp = start.parse().unwrap();
            let clock = ClockAhead::starting_at(start);
            let minute = SignedDuration::from_mins(1);
            let first = clock.now();
            assert!(first >= start && first < start + minute, "{first}");
            clock.clone().advance(3_600);
            let later = clock.now().duration_since(first);
            assert!(later >= minute * 60 && later < minute * 61, "{later}");
        }
    }
}
