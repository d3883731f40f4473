//! The rules an operator may turn, with the defaults of the specification and its decisions.

use crate::{accounts::AccountLimits, booking::limits::BookingLimits, passwords::HashCost};

/// Business limits and durations. Loaded from the settings file by the binary; see docs/OPERATING.md for every key.
#[derive(Debug, Clone, serde::Deserialize, serde::Serialize, PartialEq, Eq)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The key every call carries in its `api-key` header. Public: it ships in the page.
    pub api_key: String,
    /// A second accepted key while rotating.
    pub api_key_previous: Option<String>,
    /// The origin players see, for links and the `@host #code` line of messages: `https://play.example.in`.
    pub public_url: String,
    /// How long a court is held for a player who has not confirmed yet, in seconds.
    pub hold_seconds: u32,
    /// Open pay-at-court bookings one customer may have at a time.
    pub max_open_unpaid: u32,
    /// From this many no-shows on, a customer must pay online or ask the desk.
    pub max_no_shows: u32,
    /// Cancellation is allowed while more than this many minutes are left to the start.
    pub cancel_cutoff_minutes: u32,
    /// What the bank keeps when a paid booking is cancelled, in paise.
    pub bank_charge_paise: i64,
    /// Seconds before another code may be asked for.
    pub otp_resend_seconds: u32,
    /// How long a handle and its code stay good, in seconds.
    pub handle_seconds: u32,
    /// Shortest password accepted, in characters.
    pub password_min: u32,
    /// Youngest age at sign-up, in years.
    pub min_age: u32,
    /// A session ends after this many days without use …
    pub session_idle_days: u32,
    /// … and after this many days in any case.
    pub session_max_days: u32,
    /// Recent wrong passwords for one account after which a correct one must be confirmed by a code as well.
    pub step_up_after_failures: u32,
    /// Whether requests are throttled. Only the demo may switch this off, for load tests; business limits stay.
    pub throttle: bool,
    /// How often things may be asked for.
    pub limits: AccountLimits,
    /// How often a customer may hold, quote and cancel.
    pub booking_limits: BookingLimits,
    /// What one password hash costs.
    pub password_hash: HashCost,
    /// Where 'Route Me' leads when a venue has no map link of its own.
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
            bank_charge_paise: 30_00,
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
            password_hash: HashCost::default(),
            default_map_url: "https://www.google.com/maps/search/?api=1&query=pickleball".to_owned(),
        }
    }
}
