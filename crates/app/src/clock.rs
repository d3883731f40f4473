//! The one place time comes from.

use jiff::{SignedDuration, Timestamp};
use sideout_store::ClockReading;

/// Tells the time. Use cases ask this and nothing else, so that tests can stop it, jump it and run it backwards.
pub trait Clock: Send + Sync + 'static {
    /// The present instant, cut to whole milliseconds (what the database keeps).
    fn now(&self) -> Timestamp;

    /// Corrects itself by what the database's clock shows now; `None` where the database has no clock of its own. A clock
    /// that somebody sets on purpose (a demo's, a test's) is right by definition and takes no notice.
    fn hold_against(&self, _database: Option<ClockReading>) {}

    /// Whether it may be relied on.
    fn health(&self) -> ClockHealth {
        ClockHealth::default()
    }
}

/// What is known of a clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClockHealth {
    /// How far the machine's clock is ahead of the time used here; negative when it is behind.
    pub machine_off: SignedDuration,
    /// How far the time used here may be from the database's, once it was measured.
    pub uncertainty: Option<SignedDuration>,
    /// Why a load balancer should send players elsewhere.
    pub trouble: Option<ClockTrouble>,
}

/// Why a node's clock is not good enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ClockTrouble {
    /// Nothing recent is known of the offset.
    #[error("the offset to the database's clock could not be measured")]
    NotMeasured,
    /// The database's clock is ahead of ours by this, and that is not confirmed yet.
    #[error("the database's clock differs by {:.3} s from one moment to the next", .0.as_secs_f64())]
    Off(SignedDuration),
    /// The machine's clock is ahead by this. The time used here is corrected; what else goes by the machine's is not.
    #[error("this machine's clock is wrong by {:.3} s; set it, and run a time service", .0.as_secs_f64())]
    MachineOff(SignedDuration),
}

impl ClockTrouble {
    /// The kind, whatever the size.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            ClockTrouble::NotMeasured => "not_measured",
            ClockTrouble::Off(_) => "off",
            ClockTrouble::MachineOff(_) => "machine_off",
        }
    }
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
