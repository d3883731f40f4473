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

/// `at` and so many seconds; the end of time rather than beyond it.
pub(crate) fn later(at: Timestamp, seconds: i64) -> Timestamp {
    at.checked_add(SignedDuration::from_secs(seconds)).unwrap_or(Timestamp::MAX)
}

/// So many seconds before `at`; the beginning of time rather than before it.
pub(crate) fn earlier(at: Timestamp, seconds: i64) -> Timestamp {
    at.checked_sub(SignedDuration::from_secs(seconds)).unwrap_or(Timestamp::MIN)
}
