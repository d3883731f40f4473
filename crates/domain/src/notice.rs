//! What players are notified of by text message and by mail.

use crate::named::named;

named! {
    /// The event that a notice is about.
    Notice, "notice" {
        /// A court was booked.
        Confirmed = "confirmed",
        /// The desk moved a booking to another court or time.
        Moved = "moved",
        /// The game starts soon.
        Reminder = "reminder",
        /// The player or the desk cancelled a booking.
        Cancelled = "cancelled",
        /// The venue closed the court, and the player has nothing to choose.
        CourtClosed = "court_closed",
        /// The venue closed courts, and the player chooses between another hour and the money.
        ClosureOffer = "closure_offer",
        /// A refund was issued.
        RefundIssued = "refund_issued",
        /// The payment provider has sent the refund.
        RefundDone = "refund_done",
        /// The payment provider could not send the refund.
        RefundFailed = "refund_failed",
        /// Staff gave the money of a failed refund back in another way.
        RefundSettled = "refund_settled",
        /// The password was changed.
        PasswordChanged = "password_changed",
        /// The data of the account will be erased.
        ErasureAsked = "erasure_asked",
        /// The erasure was undone: the data are kept.
        ErasureUndone = "erasure_undone",
    }
}

named! {
    /// How the notice is sent.
    Channel, "channel" {
        /// A text message to the phone.
        Text = "text",
        /// An e-mail to the mail address.
        Mail = "mail",
    }
}

named! {
    /// How a message ended.
    Outcome, "outcome" {
        /// The provider accepted it.
        Sent = "sent",
        /// The notice no longer applies, or it has no recipient or channel.
        Dropped = "dropped",
        /// It was given up: all tries failed, or another one would fail too.
        Dead = "dead",
    }
}

named! {
    /// Why a message was not sent.
    DropReason, "reason" {
        /// The operator has registered no text for this notice, or one that cannot be filled in.
        NoText = "no_text",
        /// The operator has no mail relay.
        NoMail = "no_mail",
        /// The account no longer exists.
        AccountGone = "account_gone",
        /// The player has given no mail address.
        NoAddress = "no_address",
        /// The guest has given no phone number.
        NoPhone = "no_phone",
        /// What it is about, such as the order or the refund, is missing or cannot be read.
        NothingToTell = "nothing_to_tell",
        /// The player has turned reminders off.
        RemindersOff = "reminders_off",
        /// The booking belongs to another player now.
        OtherPlayer = "other_player",
        /// The order is no longer a confirmed booking.
        NotConfirmed = "not_confirmed",
        /// The game was moved to another hour.
        HourChanged = "hour_changed",
        /// The game has begun.
        GameBegun = "game_begun",
        /// The game is over.
        GameOver = "game_over",
        /// The booking was cancelled.
        BookingCancelled = "booking_cancelled",
        /// The booking was moved again.
        MovedAgain = "moved_again",
        /// The player has nothing to choose any more instead of the closed game.
        AlreadyChosen = "already_chosen",
        /// The refund has another status now.
        RefundChanged = "refund_changed",
        /// The erasure was undone, or requested again.
        ErasureChanged = "erasure_changed",
    }
}

impl Notice {
    /// Whether the player may turn the notice off.
    pub fn is_optional(self) -> bool {
        matches!(self, Notice::Reminder)
    }
}

/// Seconds until the next try after `failed` failed ones (from 1): one minute, doubled each time, at most six hours.
/// `None` after the last try, most of a day after the first.
pub fn next_try_seconds(failed: i64) -> Option<i64> {
    const MOST_TRIES: i64 = 12;
    const LONGEST_SECONDS: i64 = 6 * 3_600;
    (1..MOST_TRIES).contains(&failed).then(|| (60_i64 << (failed - 1)).min(LONGEST_SECONDS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_between_tries_grow_and_the_last_try_is_within_a_day() {
        let waits: Vec<i64> = (1..).map_while(next_try_seconds).collect();
        assert_eq!(waits[..4], [60, 120, 240, 480]);
        assert!(waits.is_sorted() && waits.iter().all(|wait| *wait <= 6 * 3_600));
        let hours = waits.iter().sum::<i64>() / 3_600;
        assert!((12..=24).contains(&hours), "{hours}");
        assert_eq!(next_try_seconds(0), None);
    }

    #[test]
    fn only_the_reminder_is_optional() {
        let optional: Vec<Notice> =
            Notice::ALL.iter().copied().filter(|notice| notice.is_optional()).collect();
        assert_eq!(optional, [Notice::Reminder]);
    }
}
