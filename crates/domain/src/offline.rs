//! Facts that a desk wrote down without a network: when they happened, by the clock of the server.

use jiff::{SignedDuration, Timestamp};

use crate::named::named;

/// The most facts that one call may have.
pub const MOST_FACTS: usize = 100;

/// The most counts of a drawer that a clerk is offered, to say which of them has cash.
pub const MOST_COUNTS: usize = 8;

/// How old a fact may be when it arrives: less than the 7 days for which idempotency keys are kept, so that a fact that is sent again is
/// recognized.
pub const OLDEST_FACT: SignedDuration = SignedDuration::from_hours(36);

/// How far before its earliest moment, or ahead of the server's clock, a time may be that [`DeviceTime::plausible`] accepts.
pub const CLOCK_TOLERANCE: SignedDuration = SignedDuration::from_mins(5);

named! {
    /// What became of a payment that was written down without a network.
    PaymentOutcome, "outcome of a payment" {
        /// It is a payment of its booking.
        Recorded = "recorded",
        /// It was given back to the payer.
        GivenBack = "given_back",
        /// It stays at the desk.
        Kept = "kept",
        /// It was in the drawer when that was counted, so the difference of that count has it.
        InCount = "in_count",
        /// No money was taken.
        NotTaken = "not_taken",
    }
}

/// When something happened, by the clock of the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceTime {
    /// The device's clock then.
    pub at: Timestamp,
    /// The server's clock minus the device's, as the device measured it last.
    pub offset: SignedDuration,
}

/// The fact is older than [`OLDEST_FACT`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the fact is too old")]
pub struct FactTooOld;

/// The device's clock cannot have been right: by more than [`CLOCK_TOLERANCE`] its time is in the future, or before the event can have
/// happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the clock of the device was wrong")]
pub struct ClockWrong;

impl DeviceTime {
    /// When it happened by the server's clock, however long ago, if that is possible: from `earliest` to `now`. What is outside by at most
    /// [`CLOCK_TOLERANCE`] counts as the nearer of the two.
    ///
    /// # Errors
    /// [`ClockWrong`], also if the corrected time is beyond the range of [`Timestamp`].
    pub fn plausible(self, earliest: Timestamp, now: Timestamp) -> Result<Timestamp, ClockWrong> {
        let at = self.at.checked_add(self.offset).map_err(|_| ClockWrong)?;
        if earliest.duration_since(at) > CLOCK_TOLERANCE || at.duration_since(now) > CLOCK_TOLERANCE {
            return Err(ClockWrong);
        }
        Ok(at.max(earliest).min(now))
    }

    /// When it happened by the server's clock: the device's time corrected by the offset, and never later than `now`.
    ///
    /// # Errors
    /// [`FactTooOld`], also if the corrected time is beyond the range of [`Timestamp`].
    pub fn corrected(self, now: Timestamp) -> Result<Timestamp, FactTooOld> {
        let at = self.at.checked_add(self.offset).map_err(|_| FactTooOld)?.min(now);
        if now.duration_since(at) > OLDEST_FACT { Err(FactTooOld) } else { Ok(at) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::constant(1_795_354_200, 0);

    fn corrected(device_minutes: i64, offset_minutes: i64) -> Result<i64, FactTooOld> {
        let time = DeviceTime {
            at: NOW + SignedDuration::from_mins(device_minutes),
            offset: SignedDuration::from_mins(offset_minutes),
        };
        Ok(time.corrected(NOW)?.duration_since(NOW).as_mins())
    }

    #[test]
    fn the_time_of_a_clock_that_is_ten_minutes_wrong_is_corrected() {
        assert_eq!(corrected(-20, 0), Ok(-20));
        assert_eq!(corrected(-10, -10), Ok(-20), "fast");
        assert_eq!(corrected(-30, 10), Ok(-20), "slow");
    }

    #[test]
    fn a_fact_is_never_in_the_future_and_at_most_36_hours_old() {
        assert_eq!(corrected(5, 0), Ok(0));
        assert_eq!(corrected(-36 * 60, 0), Ok(-36 * 60));
        assert_eq!(corrected(-36 * 60 - 1, 0), Err(FactTooOld));
        let beyond = DeviceTime { at: Timestamp::MIN, offset: SignedDuration::MIN };
        assert_eq!(beyond.corrected(NOW), Err(FactTooOld));
    }

    #[test]
    fn a_time_is_plausible_from_its_earliest_moment_to_now_and_five_minutes_outside() {
        let earliest = NOW - SignedDuration::from_hours(48);
        let plausible = |device_minutes: i64, offset_minutes: i64| {
            let time = DeviceTime {
                at: NOW + SignedDuration::from_mins(device_minutes),
                offset: SignedDuration::from_mins(offset_minutes),
            };
            time.plausible(earliest, NOW).map(|at| at.duration_since(NOW).as_mins())
        };
        assert_eq!(plausible(-48 * 60, 0), Ok(-48 * 60), "older than facts may be");
        assert_eq!(plausible(-48 * 60 - 5, 0), Ok(-48 * 60), "a little before is the earliest moment");
        assert_eq!(plausible(-48 * 60 - 6, 0), Err(ClockWrong), "before it can have happened");
        assert_eq!(plausible(-48 * 60 - 9, 10), Ok(1 - 48 * 60), "the corrected time counts");
        assert_eq!([plausible(5, 0), plausible(15, -10)], [Ok(0), Ok(0)], "a little ahead is now");
        assert_eq!(plausible(6, 0), Err(ClockWrong), "in the future");
        let beyond = DeviceTime { at: Timestamp::MAX, offset: SignedDuration::MAX };
        assert_eq!(beyond.plausible(earliest, NOW), Err(ClockWrong));
    }
}
