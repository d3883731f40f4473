//! The one place time comes from.

use jiff::{SignedDuration, Timestamp};

/// Tells the time. Use cases ask this and nothing else, so that tests can stop it, jump it and run it backwards.
pub trait Clock: Send + Sync + 'static {
    /// The present instant, cut to whole milliseconds (what the database keeps).
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the injected source itself")]
    fn now(&self) -> Timestamp {
        let now = Timestamp::now();
        Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
    }
}

/// The machine's clock, set to another time: it stood at a chosen instant when it was made and has run on since. For a
/// demo that should look the same on every day.
#[derive(Debug, Clone, Copy)]
pub struct ShiftedClock {
    ahead: SignedDuration,
}

impl ShiftedClock {
    /// A clock that shows `start` now.
    #[must_use]
    pub fn starting_at(start: Timestamp) -> Self {
        Self { ahead: start.duration_since(SystemClock.now()) }
    }
}

impl Clock for ShiftedClock {
    fn now(&self) -> Timestamp {
        SystemClock.now().checked_add(self.ahead).unwrap_or(Timestamp::MAX)
    }
}

/// `at` and so many seconds; the end of time rather than beyond it.
pub(crate) fn later(at: Timestamp, seconds: i64) -> Timestamp {
    at.checked_add(SignedDuration::from_secs(seconds)).unwrap_or(Timestamp::MAX)
}

/// So many seconds before `at`; the beginning of time rather than before it.
pub(crate) fn earlier(at: Timestamp, seconds: i64) -> Timestamp {
    at.checked_sub(SignedDuration::from_secs(seconds)).unwrap_or(Timestamp::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shifted_clock_starts_where_it_was_set_and_runs() {
        let start: Timestamp = "2026-11-21T03:30:00Z".parse().unwrap();
        let clock = ShiftedClock::starting_at(start);
        let first = clock.now();
        let minute = SignedDuration::from_mins(1);
        assert!(first >= start - SignedDuration::from_millis(1) && first < start + minute, "{first}");
        assert!(clock.now() >= first);
    }
}
