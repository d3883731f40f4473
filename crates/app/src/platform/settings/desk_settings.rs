//! Settings of the desk.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::closure_offer::RunningGames;

use super::BadSetting;
use crate::platform::clock::earlier;

/// The `[business.desk]` table of the settings.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DeskSettings {
    /// How long a one-time link can be used, in hours.
    pub link_valid_hours: u32,
    /// Hours for which a session that began with a one-time link may be used before a passkey or an authenticator app has proven the
    /// person in it, but not for calls that need a proof. 0: until then it can only be used to set one up.
    pub link_hours: u32,
    /// Hours without use after which a session ends.
    pub session_idle_hours: u32,
    /// Days after which a session ends in any case.
    pub session_max_days: u32,
    /// How long a proof (a passkey or an authenticator code) counts for calls that need one, such as managing staff, in
    /// minutes.
    pub proof_minutes: u32,
    /// A session on a paired device is locked after this many minutes without a touch.
    pub lock_minutes: u32,
    /// A paired device that was not used for this many days has to be paired again.
    pub device_days: u32,
    /// How long a court is kept for a clerk who is booking it, in seconds.
    pub hold_seconds: u32,
    /// How long a booking of the desk can be undone, in seconds.
    pub undo_seconds: u32,
    /// The most weeks of a weekly series.
    pub series_weeks: u32,
    /// The largest refund of one booking that a manager gives where the cancellation policy gives less, and the largest difference in price
    /// that a manager waives when a booking moves, in paise. An owner has no limit.
    pub manager_refund_paise: u32,
    /// The largest refund that a clerk pays out by the way in which the money was taken, in paise.
    pub clerk_refund_paise: u32,
    /// The largest amount that a colleague approves by a PIN, in paise; above it a passkey or a code of the
    /// authenticator app is needed.
    pub pin_approval_paise: u32,
    /// How long a clerk can void a payment that they took in the present shift, in minutes.
    pub void_minutes: u32,
    /// A count that differs by more than this from what had to be in the drawer needs a reason, in paise.
    pub difference_paise: u32,
    /// The hour of the next day at which a day that is still open closes by itself, in the venue's time zone.
    pub close_day_hour: u8,
    /// The hour of the day at which the prime hours begin, for which most players ask.
    pub prime_from_hour: u32,
    /// The hour of the day at which the prime hours end.
    pub prime_until_hour: u32,
    /// Whether clerks let players pay by QR codes of the payment provider. Off by default: the provider switches QR codes on
    /// for an account only on request, and without that every code would fail.
    pub provider_qr: bool,
    /// How long a player whose court was closed may choose between another hour and the money, in hours; then the money goes back. 0:
    /// nothing is offered, and the money goes back at once.
    pub offer_hours: u32,
    /// What the desk proposes for games that have begun when their court is closed: `all` of what was paid goes back, `half`, or
    /// `nothing`.
    pub running_games: RunningGames,
    /// Whether clerks may close courts with bookings on them: today only, and for a sudden cause such as rain.
    pub clerks_close: bool,
}

impl DeskSettings {
    /// How long a booking of the desk can be undone.
    #[must_use]
    pub fn undo_time(&self) -> SignedDuration {
        SignedDuration::from_secs(self.undo_seconds.into())
    }

    /// Whether slots that start in this hour of the day are prime hours.
    #[must_use]
    pub fn is_prime(&self, hour: u16) -> bool {
        (self.prime_from_hour..self.prime_until_hour).contains(&u32::from(hour))
    }

    /// A session on a paired device that was not touched after this instant is locked at `now`.
    pub(crate) fn session_touched_after(&self, now: Timestamp) -> Timestamp {
        earlier(now, i64::from(self.lock_minutes) * 60)
    }

    /// A device that was not used after this instant is no longer paired at `now`.
    pub(crate) fn device_used_after(&self, now: Timestamp) -> Timestamp {
        earlier(now, i64::from(self.device_days) * 24 * 3_600)
    }
}

impl Default for DeskSettings {
    fn default() -> Self {
        DeskSettings {
            link_valid_hours: 24,
            link_hours: 0,
            session_idle_hours: 12,
            session_max_days: 30,
            proof_minutes: 5,
            lock_minutes: 10,
            device_days: 180,
            hold_seconds: 120,
            undo_seconds: 60,
            series_weeks: 26,
            manager_refund_paise: 500_000,
            clerk_refund_paise: 50_000,
            pin_approval_paise: 200_000,
            void_minutes: 15,
            difference_paise: 5_000,
            close_day_hour: 3,
            prime_from_hour: 17,
            prime_until_hour: 22,
            provider_qr: false,
            offer_hours: 24,
            running_games: RunningGames::All,
            clerks_close: true,
        }
    }
}

impl DeskSettings {
    /// Checks that every value is in its allowed range.
    pub(super) fn check(&self) -> Result<(), BadSetting> {
        let rules = [
            ("desk.link_valid_hours", (1..=168).contains(&self.link_valid_hours), "must be 1 to 168"),
            ("desk.link_hours", self.link_hours <= 24, "must be at most 24"),
            ("desk.session_idle_hours", (1..=72).contains(&self.session_idle_hours), "must be 1 to 72"),
            ("desk.session_max_days", (1..=90).contains(&self.session_max_days), "must be 1 to 90"),
            ("desk.proof_minutes", (1..=60).contains(&self.proof_minutes), "must be 1 to 60"),
            ("desk.lock_minutes", (1..=60).contains(&self.lock_minutes), "must be 1 to 60"),
            ("desk.device_days", (1..=365).contains(&self.device_days), "must be 1 to 365"),
            ("desk.hold_seconds", (30..=600).contains(&self.hold_seconds), "must be 30 to 600"),
            ("desk.undo_seconds", (10..=600).contains(&self.undo_seconds), "must be 10 to 600"),
            ("desk.series_weeks", (2..=52).contains(&self.series_weeks), "must be 2 to 52"),
            ("desk.offer_hours", self.offer_hours <= 168, "must be at most 168"),
            ("desk.close_day_hour", (1..=12).contains(&self.close_day_hour), "must be 1 to 12"),
            (
                "desk.prime_from_hour",
                self.prime_from_hour < self.prime_until_hour,
                "must be before prime_until_hour",
            ),
            ("desk.prime_until_hour", self.prime_until_hour <= 24, "must be at most 24"),
            ("desk.void_minutes", self.void_minutes <= 1_440, "must be at most 1440"),
        ];
        BadSetting::first_of(rules)
    }
}
