//! Facts that a desk wrote down without a network: when they happened, by the clock of the server.

use jiff::{SignedDuration, Timestamp};

/// The most facts that a device sends in one call.
pub const MOST_FACTS: usize = 100;

/// How old a fact may be when it arrives. Idempotency keys are kept for longer (7 days): a fact that is sent again is
/// recognized until then, and refused as too old afterwards, even if it was recorded.
pub const OLDEST_FACT: SignedDuration = SignedDuration::from_hours(36);

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

impl DeviceTime {
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
}
