//! The schedule for polling an open provider order: webhooks get lost, and a bank may respond days later.

use jiff::{SignedDuration, Timestamp};

/// Minutes after the opening at which the first polls are due: a payment takes 3 to 15 minutes to time out. In the first
/// hour, in which nearly all late money comes, no two are more than 14 minutes apart.
const FIRST_POLLS: [i64; 9] = [1, 3, 6, 11, 16, 24, 34, 47, 61];

/// The time between two polls after [`FIRST_POLLS`].
const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// The time of the next poll of an order opened at `opened_at` and last polled (or opened) at `polled_at`. `None` once
/// it has been polled for `days`, after which no bank approves a payment. A poll that was missed is not repeated.
pub fn next_poll(opened_at: Timestamp, polled_at: Timestamp, days: u32) -> Option<Timestamp> {
    let end = opened_at.checked_add(SignedDuration::from_hours(24 * i64::from(days))).ok()?;
    if polled_at >= end {
        return None;
    }
    let early = FIRST_POLLS.map(|minutes| opened_at.checked_add(SignedDuration::from_mins(minutes)));
    let next = early.into_iter().flatten().find(|poll| *poll > polled_at);
    let next = match next {
        Some(next) => next,
        None => polled_at.checked_add(HOUR).ok()?,
    };
    // The last poll is at the very end, not up to an hour before it.
    Some(next.min(end))
}

/// The longest wait between two failed polls.
const LONGEST_WAIT_HOURS: i64 = 6;

/// The wait after `failures` failed polls in a row, from 1: one minute, doubled each time, at most six hours. There
/// is always a next poll, because money may have been captured for the order.
pub fn wait_after_failures(failures: u32) -> SignedDuration {
    let minutes = 1_i64 << failures.saturating_sub(1).min(16);
    SignedDuration::from_mins(minutes).min(SignedDuration::from_hours(LONGEST_WAIT_HOURS))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPENED: &str = "2026-11-21T06:00:00Z";

    fn polls(days: u32) -> Vec<i64> {
        let opened: Timestamp = OPENED.parse().unwrap();
        let mut at = opened;
        let mut minutes = Vec::new();
        while let Some(next) = next_poll(opened, at, days) {
            assert!(next > at);
            minutes.push(next.duration_since(opened).as_secs() / 60);
            at = next;
        }
        minutes
    }

    #[test]
    fn polls_are_close_at_first_then_hourly_and_end_after_three_days() {
        let polls = polls(3);
        assert_eq!(polls[..11], [1, 3, 6, 11, 16, 24, 34, 47, 61, 121, 181]);
        assert_eq!(polls.last(), Some(&(3 * 24 * 60)));
        assert_eq!(polls.len(), 9 + 71);
    }

    #[test]
    fn a_server_that_was_down_for_a_day_polls_once_and_continues_hourly() {
        let opened: Timestamp = OPENED.parse().unwrap();
        let woke = "2026-11-22T07:00:00Z".parse().unwrap();
        assert_eq!(next_poll(opened, woke, 3), Some("2026-11-22T08:00:00Z".parse().unwrap()));
        assert_eq!(next_poll(opened, "2026-11-24T06:00:00Z".parse().unwrap(), 3), None);
    }

    #[test]
    fn failed_polls_are_repeated_with_growing_delays_and_without_end() {
        let minutes = |failures| wait_after_failures(failures).as_secs() / 60;
        assert_eq!([1, 2, 3, 4, 9, 10, 11, u32::MAX].map(minutes), [1, 2, 4, 8, 256, 360, 360, 360]);
        // While a provider is unavailable for three days, it is polled 20 times, and not once a minute.
        let mut polls = 0;
        let mut waited = SignedDuration::ZERO;
        while waited < SignedDuration::from_hours(72) {
            polls += 1;
            waited += wait_after_failures(polls);
        }
        assert_eq!(polls, 20);
    }
}
