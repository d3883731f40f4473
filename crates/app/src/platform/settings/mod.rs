//! The business settings of an operator, with the defaults of the specification and of docs/decisions.

mod account_limits;
mod audience;
mod booking_limits;
mod desk_settings;
mod receipt_settings;
mod rule;

use jiff::civil::{Time, Weekday, time};

use crate::platform::passwords::{HashCost, MAX_STORED_MEMORY_KIB, MAX_STORED_PASSES};

pub use account_limits::AccountLimits;
pub use audience::{Audience, NamedAudience};
pub use booking_limits::BookingLimits;
pub use desk_settings::DeskSettings;
pub use receipt_settings::{LONGEST_LINE, ReceiptSettings};
pub use rule::Rule;

/// Business limits and durations (docs/OPERATING.md). Where the operator may have rules of its own, read what applies
/// through [`Policies`](crate::platform::policies::Policies) and `receipt_rules`.
#[derive(Debug, Clone, serde::Deserialize, serde::Serialize, PartialEq, Eq)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The key that the players' app sends in the `api-key` header of its calls. It is public.
    pub api_key: String,
    /// A second accepted key, during a rotation.
    pub api_key_previous: Option<String>,
    /// The origin that players see, such as `https://play.example.in`.
    pub public_url: String,
    /// How long a court is held for a player who has not confirmed yet, in seconds.
    pub hold_seconds: u32,
    /// Open pay-at-court bookings one customer may have at a time.
    pub max_open_unpaid: u32,
    /// A customer with this many strikes must pay online or ask the desk; 0 disables the check.
    pub max_no_shows: u32,
    /// Cancellation is allowed while more than this many minutes are left to the start.
    pub cancel_cutoff_minutes: u32,
    /// Minutes before a game at which its player is reminded; 0 sends no reminder.
    pub reminder_minutes: u32,
    /// Minutes before a game from which a desk can check its players in.
    pub check_in_minutes: u32,
    /// The bank charge that is kept when a paid booking is cancelled, in paise.
    pub bank_charge_paise: i64,
    /// Who can pay online, if the operator has an account at a payment provider: `"nobody"`, `"everyone"`, or a list of
    /// customer ids (the case of the specification).
    pub online_payment: Audience,
    /// How long a court is held from the moment a player begins to pay online, in seconds.
    pub online_hold_seconds: u32,
    /// Days for which an order at the payment provider is polled, because a bank may approve a payment that late.
    pub watch_payments_days: u32,
    /// The day of the week on which refunds of cancelled bookings are issued, 1 (Monday) to 7.
    pub refund_weekday: i8,
    /// The time of that day, in the operator's time zone.
    pub refund_time: Time,
    /// Seconds before another code can be requested.
    pub otp_resend_seconds: u32,
    /// How long a one-time code is valid, in seconds. Its handle, the random id by which the client names the request of the code, lasts as
    /// long, at sign-up half as long again; another code extends it.
    pub handle_seconds: u32,
    /// Length of the shortest accepted password, in characters.
    pub password_min: u32,
    /// Youngest age at sign-up, in years.
    pub min_age: u32,
    /// Days without use after which a session ends.
    pub session_idle_days: u32,
    /// Days after which a session ends in any case.
    pub session_max_days: u32,
    /// Wrong passwords in a row for one number, with no pause of a day, after which the right one must be confirmed by
    /// a code as well.
    pub step_up_after_failures: u32,
    /// Whether requests are throttled. If not, the rates of `limits` and `booking_limits` do not apply, nor `step_up_after_failures`; the
    /// limits on wrong codes, on codes of one handle and on unpaid games do.
    #[serde(skip)]
    pub throttle: bool,
    /// Limits on account requests.
    pub limits: AccountLimits,
    /// Limits on what one customer does in a time, such as holding courts.
    pub booking_limits: BookingLimits,
    /// Settings of receipts.
    pub receipts: ReceiptSettings,
    /// Settings of the desk.
    pub desk: DeskSettings,
    /// The cost of one password hash.
    pub password_hash: HashCost,
    /// The link of 'Route Me' for a venue without a map link.
    pub default_map_url: String,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            api_key: "sideout-web".to_owned(),
            api_key_previous: None,
            public_url: "http://127.0.0.1:8080".to_owned(),
            hold_seconds: 10 * 60,
            max_open_unpaid: 4,
            max_no_shows: 2,
            cancel_cutoff_minutes: 6 * 60,
            reminder_minutes: 3 * 60,
            check_in_minutes: 3 * 60,
            bank_charge_paise: 30_00,
            online_payment: Audience::default(),
            online_hold_seconds: 20 * 60,
            watch_payments_days: 3,
            refund_weekday: Weekday::Friday.to_monday_one_offset(),
            refund_time: time(11, 0, 0, 0),
            otp_resend_seconds: 30,
            handle_seconds: 10 * 60,
            password_min: 6,
            min_age: 18,
            session_idle_days: 14,
            session_max_days: 60,
            step_up_after_failures: 10,
            throttle: true,
            limits: AccountLimits::default(),
            booking_limits: BookingLimits::default(),
            receipts: ReceiptSettings::default(),
            desk: DeskSettings::default(),
            password_hash: HashCost::default(),
            default_map_url: "https://www.google.com/maps/search/?api=1&query=pickleball".to_owned(),
        }
    }
}

/// A setting with an invalid value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{key} {message}")]
pub struct BadSetting {
    /// The key, below `business`.
    pub key: &'static str,
    /// What is allowed, to follow the key in a sentence.
    pub message: &'static str,
}

impl BadSetting {
    /// The first of `rules` whose value is not allowed. Each rule is a key, whether its value is allowed, and what is allowed.
    fn first_of(
        rules: impl IntoIterator<Item = (&'static str, bool, &'static str)>,
    ) -> Result<(), BadSetting> {
        match rules.into_iter().find(|(_, is_allowed, _)| !is_allowed) {
            Some((key, _, message)) => Err(BadSetting { key, message }),
            None => Ok(()),
        }
    }
}

impl Settings {
    /// Checks the values that have an allowed range. It does not check `public_url`, the rates of limits and `texts_kept_percent`.
    ///
    /// # Errors
    /// [`BadSetting`] for the first key whose value is not allowed.
    pub fn check(&self) -> Result<(), BadSetting> {
        let rules = [
            ("api_key", !self.api_key.trim().is_empty(), "must not be empty"),
            ("hold_seconds", Rule::HoldSeconds.allows(self.hold_seconds), "must be 30 to 86400"),
            ("max_open_unpaid", Rule::MaxOpenUnpaid.allows(self.max_open_unpaid), "must be at least 1"),
            (
                "cancel_cutoff_minutes",
                Rule::CancelCutoffMinutes.allows(self.cancel_cutoff_minutes),
                "must be at most 43200 (30 days)",
            ),
            (
                "reminder_minutes",
                Rule::ReminderMinutes.allows(self.reminder_minutes),
                "must be at most 2880 (2 days)",
            ),
            ("check_in_minutes", self.check_in_minutes <= 1_440, "must be at most 1440 (a day)"),
            (
                "bank_charge_paise",
                Rule::BankChargePaise.allows(self.bank_charge_paise),
                "must be 0 to 1000000",
            ),
            (
                "online_hold_seconds",
                Rule::OnlineHoldSeconds.allows(self.online_hold_seconds),
                "must be 300 to 86400",
            ),
            ("watch_payments_days", (1..=14).contains(&self.watch_payments_days), "must be 1 to 14"),
            ("refund_weekday", Rule::RefundWeekday.allows(self.refund_weekday), "must be 1 (Monday) to 7"),
            ("otp_resend_seconds", (1..=3_600).contains(&self.otp_resend_seconds), "must be 1 to 3600"),
            ("handle_seconds", (60..=600).contains(&self.handle_seconds), "must be 60 to 600"),
            ("password_min", (6..=64).contains(&self.password_min), "must be 6 to 64"),
            ("min_age", Rule::MinAge.allows(self.min_age), "must be 1 to 100"),
            ("session_idle_days", (1..=365).contains(&self.session_idle_days), "must be 1 to 365"),
            (
                "session_max_days",
                (self.session_idle_days..=730).contains(&self.session_max_days),
                "must be between session_idle_days and 730",
            ),
            (
                "password_hash.memory_kib",
                (8..=MAX_STORED_MEMORY_KIB).contains(&self.password_hash.memory_kib),
                "must be 8 to 131072",
            ),
            ("limits.wrong_codes_per_handle", self.limits.wrong_codes_per_handle >= 1, "must be at least 1"),
            ("limits.codes_per_handle", self.limits.codes_per_handle >= 1, "must be at least 1"),
            (
                "password_hash.passes",
                (1..=MAX_STORED_PASSES).contains(&self.password_hash.passes),
                "must be 1 to 16",
            ),
            (
                "default_map_url",
                self.default_map_url.starts_with("https://"),
                "must be an address that begins with https://",
            ),
        ];
        BadSetting::first_of(rules)?;
        self.receipts.check()?;
        self.desk.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_in_range_and_an_invalid_value_is_reported_by_its_key() {
        assert_eq!(Settings::default().check(), Ok(()));
        let key = |change: fn(&mut Settings)| {
            let mut settings = Settings::default();
            change(&mut settings);
            settings.check().unwrap_err().key
        };
        assert_eq!(key(|s| s.bank_charge_paise = -1), "bank_charge_paise");
        assert_eq!(key(|s| s.hold_seconds = 0), "hold_seconds");
        assert_eq!(key(|s| s.password_min = 0), "password_min");
        assert_eq!(key(|s| s.min_age = 0), "min_age");
        assert_eq!(key(|s| s.limits.wrong_codes_per_handle = 0), "limits.wrong_codes_per_handle");
        assert_eq!(key(|s| s.limits.codes_per_handle = 0), "limits.codes_per_handle");
        assert_eq!(key(|s| s.session_max_days = 1), "session_max_days");
        assert_eq!(key(|s| s.password_hash.memory_kib = 1), "password_hash.memory_kib");
        assert_eq!(key(|s| s.password_hash.passes = 0), "password_hash.passes");
        assert_eq!(key(|s| s.api_key = " ".to_owned()), "api_key");
        assert_eq!(key(|s| s.default_map_url = "javascript:alert(1)".to_owned()), "default_map_url");
    }
}
