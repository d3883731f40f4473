//! How often things may be asked for: the caps of docs/API-DESIGN.md, all of them settings.

use sideout_store::accounts::Rate;

/// The `[limits]` table of the settings: each is `{ burst, seconds }`, `burst` at once and as many again spread over
/// `seconds`. Limits by network are loose: a mobile carrier puts a whole town behind one address.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AccountLimits {
    /// Logins and registrations from one network: each costs a password hash.
    pub logins_per_network: Rate,
    /// Codes and reset tokens tried from one network.
    pub codes_per_network: Rate,
    /// Messages asked for from one network.
    pub texts_per_network: Rate,
    /// Messages to one number in ten minutes.
    pub texts_per_phone_in_10_minutes: Rate,
    /// Messages to one number in an hour.
    pub texts_per_phone_an_hour: Rate,
    /// Messages to one number in a day.
    pub texts_per_phone_a_day: Rate,
    /// The hourly budget for messages to everybody: what an attack can cost at most.
    pub texts_in_all: Rate,
    /// How much of that budget is kept for networks that asked for few messages, in percent (90 at most).
    pub texts_kept_percent: u32,
    /// The few messages that a network may ask for and still have a part in what is kept.
    pub texts_kept_per_network: Rate,
    /// Wrong codes for one number and purpose in a day, over all its handles; when they are used up, each code sent
    /// takes one more. Not a throttle: it stays when throttling is off.
    pub wrong_codes_per_phone: Rate,
    /// Wrong codes for one handle; the next one is not even looked at. Not a throttle either.
    pub wrong_codes_per_handle: u32,
    /// Codes sent for one handle, the first one counted.
    pub codes_per_handle: u32,
    /// Avatars of one customer.
    pub avatars_per_customer: Rate,
    /// Edits of one customer's profile.
    pub profile_edits_per_customer: Rate,
}

impl Default for AccountLimits {
    fn default() -> Self {
        AccountLimits {
            logins_per_network: Rate::new(60, 60),
            codes_per_network: Rate::new(60, 60),
            texts_per_network: Rate::new(60, 3_600),
            texts_per_phone_in_10_minutes: Rate::new(3, 600),
            texts_per_phone_an_hour: Rate::new(5, 3_600),
            texts_per_phone_a_day: Rate::new(10, 86_400),
            texts_in_all: Rate::new(1_000, 3_600),
            texts_kept_percent: 40,
            texts_kept_per_network: Rate::new(5, 3_600),
            wrong_codes_per_phone: Rate::new(10, 86_400),
            wrong_codes_per_handle: 5,
            codes_per_handle: 4,
            avatars_per_customer: Rate::new(5, 3_600),
            profile_edits_per_customer: Rate::new(30, 3_600),
        }
    }
}
