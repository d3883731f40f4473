//! A clock that can be moved forward, so that tests do not wait for minutes or days.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use jiff::{SignedDuration, Timestamp};

use crate::clock;

/// The difference of the sandbox's clock from the machine's. All copies share it.
#[derive(Debug, Clone, Default)]
pub struct ClockAhead {
    milliseconds: Arc<AtomicI64>,
    /// The time at which the clock was stopped, if it was.
    stands_at: Option<Timestamp>,
}

impl ClockAhead {
    /// A clock stopped at `at`, which only moves when it is moved forward.
    #[must_use]
    pub fn standing_at(at: Timestamp) -> Self {
        ClockAhead { milliseconds: Arc::default(), stands_at: Some(at) }
    }

    /// A clock that shows `start` now and continues from there.
    #[must_use]
    pub fn starting_at(start: Timestamp) -> Self {
        let ahead = start.as_millisecond() - clock::now().as_millisecond();
        ClockAhead { milliseconds: Arc::new(AtomicI64::new(ahead)), stands_at: None }
    }

    /// The current time.
    pub(crate) fn now(&self) -> Timestamp {
        self.of(clock::now())
    }

    /// The time of this clock when the machine's shows `at`; at most the largest timestamp.
    #[must_use]
    pub fn of(&self, at: Timestamp) -> Timestamp {
        let at = self.stands_at.unwrap_or(at);
        let ahead = SignedDuration::from_millis(self.milliseconds.load(Ordering::Relaxed));
        at.checked_add(ahead).unwrap_or(Timestamp::MAX)
    }

    /// Moves the clock forward. It never goes back.
    fn advance(&self, seconds: u32) {
        self.milliseconds.fetch_add(i64::from(seconds) * 1_000, Ordering::Relaxed);
    }
}

/// The machine's clock and the difference from it.
#[derive(Debug, Clone, Default)]
pub(super) struct VirtualClock {
    ahead: ClockAhead,
}

impl VirtualClock {
    pub(super) fn with(ahead: ClockAhead) -> Self {
        VirtualClock { ahead }
    }

    /// The current time of the sandbox.
    pub(super) fn now(&self) -> Timestamp {
        self.ahead.now()
    }

    /// Moves the clock forward.
    pub(super) fn advance(&self, seconds: u32) {
        self.ahead.advance(seconds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_starts_at_the_set_time_and_is_moved_forward_from_there() {
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
