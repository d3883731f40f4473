//! A clock that is fixed until a test moves it.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use sideout_app::platform::{clock::Clock, node_clock::Elapsed};

/// Shows one instant; clones move together.
#[derive(Debug, Clone)]
pub struct FixedClock {
    now: Arc<Mutex<Timestamp>>,
}

impl FixedClock {
    /// The first instant.
    pub const START: Timestamp = Timestamp::constant(1_795_240_800, 0);

    /// Shows `2026-11-21T06:00:00Z`: a Saturday, half past eleven in the morning in Vadodara.
    pub fn new() -> Self {
        FixedClock { now: Arc::new(Mutex::new(Self::START)) }
    }

    /// Moves to `at`, forwards or backwards.
    pub fn set(&self, at: Timestamp) {
        *self.now.lock() = at;
    }

    /// Moves forwards by `seconds`, backwards if negative.
    pub fn advance(&self, seconds: i64) {
        let mut now = self.now.lock();
        *now += SignedDuration::from_secs(seconds);
    }
}

impl Default for FixedClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        *self.now.lock()
    }
}

/// The time since [`FixedClock::START`], like the monotonic counter of a machine.
impl Elapsed for FixedClock {
    fn elapsed(&self) -> SignedDuration {
        self.now().duration_since(Self::START)
    }
}

/// The wrong clock of a machine, relative to a right clock.
#[derive(Debug, Clone)]
pub struct WrongClock {
    right: FixedClock,
    ahead: Arc<Mutex<SignedDuration>>,
}

impl WrongClock {
    /// `seconds` ahead of `right`, behind if negative.
    pub fn ahead_of(right: &FixedClock, seconds: i64) -> Self {
        let ahead = Arc::new(Mutex::new(SignedDuration::from_secs(seconds)));
        WrongClock { right: right.clone(), ahead }
    }

    /// Sets it to `seconds` ahead.
    pub fn jump_to(&self, seconds: i64) {
        *self.ahead.lock() = SignedDuration::from_secs(seconds);
    }
}

impl Clock for WrongClock {
    fn now(&self) -> Timestamp {
        self.right.now() + *self.ahead.lock()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_its_instant_until_it_is_moved() {
        let clock = FixedClock::new();
        assert_eq!(clock.now().to_string(), "2026-11-21T06:00:00Z");
        clock.clone().advance(90);
        assert_eq!(clock.now().to_string(), "2026-11-21T06:01:30Z");
    }
}
