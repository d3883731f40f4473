//! A clock that can be put forward, so that ten minutes, three days and 24 hours can be had in a moment.

use jiff::{SignedDuration, Timestamp};

use crate::clock;

/// The real time and what it was put forward by.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct VirtualClock {
    ahead: SignedDuration,
}

impl VirtualClock {
    /// The sandbox's present.
    pub(super) fn now(self) -> Timestamp {
        clock::now().checked_add(self.ahead).unwrap_or(Timestamp::MAX)
    }

    /// Puts it forward. It never goes back.
    pub(super) fn advance(&mut self, seconds: u32) {
        self.ahead += SignedDuration::from_secs(seconds.into());
    }
}
