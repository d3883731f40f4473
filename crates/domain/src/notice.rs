//! What players are told by itself: by text message and by mail.

use crate::named::named;

named! {
    /// What happened.
    Notice, "notice" {
        /// A court was booked.
        Confirmed = "confirmed",
        /// The game begins soon.
        Reminder = "reminder",
        /// The player cancelled.
        Cancelled = "cancelled",
        /// The venue closed the court.
        CourtClosed = "court_closed",
        /// Money is on its way back.
        RefundIssued = "refund_issued",
        /// The bank has it.
        RefundDone = "refund_done",
        /// The account has another password.
        PasswordChanged = "password_changed",
    }
}

named! {
    /// Which way it goes.
    Channel, "channel" {
        /// A text message to the phone.
        Text = "text",
        /// A letter to the mail address.
        Mail = "mail",
    }
}

named! {
    /// How it ended.
    Outcome, "outcome" {
        /// The provider took it.
        Sent = "sent",
        /// There was nothing to say any more, or nobody to say it to.
        Dropped = "dropped",
        /// Tried for long enough; staff has to look.
        Dead = "dead",
    }
}

impl Notice {
    /// Whether the player may do without it (and has a switch for it). What happens to their money, their booking and
    /// their account is always told.
    pub fn is_optional(self) -> bool {
        matches!(self, Notice::Reminder)
    }
}

/// Seconds before the next try after so many that failed (from 1): a minute, doubling, six hours at most. `None`: given
/// up, most of a day after the first.
pub fn next_try_seconds(failed: i64) -> Option<i64> {
    const MOST: i64 = 12;
    const LONGEST: i64 = 6 * 3_600;
    (1..MOST).contains(&failed).then(|| (60_i64 << (failed - 1)).min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_grow_apart_and_end_within_a_day() {
        let waits: Vec<i64> = (1..).map_while(next_try_seconds).collect();
        assert_eq!(waits[..4], [60, 120, 240, 480]);
        assert!(waits.is_sorted() && waits.iter().all(|wait| *wait <= 6 * 3_600));
        let hours = waits.iter().sum::<i64>() / 3_600;
        assert!((12..=24).contains(&hours), "{hours}");
        assert_eq!(next_try_seconds(0), None);
    }

    #[test]
    fn only_the_reminder_can_be_done_without() {
        let optional: Vec<Notice> =
            Notice::ALL.iter().copied().filter(|notice| notice.is_optional()).collect();
        assert_eq!(optional, [Notice::Reminder]);
    }
}
