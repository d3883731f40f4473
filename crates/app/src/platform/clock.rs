//! The source of the current time.

use jiff::{SignedDuration, Timestamp};
use sideout_store::ClockReading;

/// A source of the current time.
pub trait Clock: Send + Sync + 'static {
    /// The current instant, truncated to whole milliseconds (the precision of the database).
    fn now(&self) -> Timestamp;

    /// Corrects itself by a reading of the database's clock; `None` if the database has no clock of its own.
    fn calibrate(&self, _database: Option<ClockReading>) {}

    /// How reliable the clock is.
    fn health(&self) -> ClockHealth {
        ClockHealth::default()
    }
}

/// How reliable a clock is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClockHealth {
    /// How far the machine's clock is ahead of the time used here; negative when it is behind.
    pub machine_off: SignedDuration,
    /// How far the time used here may be from the database's, once it was measured.
    pub uncertainty: Option<SignedDuration>,
    /// Why this node is not ready; `None` if its clock is good enough.
    pub fault: Option<ClockFault>,
}

/// Why a node's clock is not good enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ClockFault {
    /// The offset was not measured recently.
    #[error(
        "the offset to the database's clock could not be measured; check the database and the network to it"
    )]
    NotMeasured,
    /// One measurement found the database's clock ahead of this node's by this (behind if negative); it is not confirmed yet.
    #[error(
        "the database's clock differs by {:.3} s from one moment to the next; if it stays so, run a time service on both machines",
        .0.as_secs_f64()
    )]
    Off(SignedDuration),
    /// The machine's clock is ahead of the database's by this (behind if negative). The time used here is corrected; other uses of the
    /// machine's clock are not.
    #[error("this machine's clock is wrong by {:.3} s; set it, and run a time service", .0.as_secs_f64())]
    MachineOff(SignedDuration),
    /// The machine's clock, the only one, was set, or the machine was paused: the clock is ahead of the time used here by this (behind if
    /// negative). It may be right now; the time used here follows it only if it lasts.
    #[error(
        "this machine's clock was set or the machine was paused, so the time in use differs by {:.3} s; if the clock is right now, start the server again, else set it",
        .0.abs().as_secs_f64()
    )]
    MachineStepped(SignedDuration),
}

impl ClockFault {
    /// The kind of fault, without its amount.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            ClockFault::NotMeasured => "not_measured",
            ClockFault::Off(_) => "off",
            ClockFault::MachineOff(_) => "machine_off",
            ClockFault::MachineStepped(_) => "machine_stepped",
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

/// `at` plus `seconds`; [`Timestamp::MAX`] on overflow.
pub(crate) fn later(at: Timestamp, seconds: i64) -> Timestamp {
    at.checked_add(SignedDuration::from_secs(seconds)).unwrap_or(Timestamp::MAX)
}

/// `at` minus `seconds`; [`Timestamp::MIN`] on overflow.
pub(crate) fn earlier(at: Timestamp, seconds: i64) -> Timestamp {
    at.checked_sub(SignedDuration::from_secs(seconds)).unwrap_or(Timestamp::MIN)
}
