//! Limits on account requests (docs/API-DESIGN.md).

use sideout_store::accounts::Rate;

/// The `[business.limits]` table of the settings: each rate is `{ burst, seconds }`, `burst` at once and as many again spread over
/// `seconds`. Limits by network are high, because a mobile carrier can put a whole town behind one address.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AccountLimits {
    /// Logins, registrations and changes of a password from one network: each costs a password hash.
    pub logins_per_network: Rate,
    /// Codes, reset tokens and one-time links tried from one network, and challenges of passkeys requested and answered.
    pub codes_per_network: Rate,
    /// Messages with a code that are requested from one network.
    pub texts_per_network: Rate,
    /// Codes requested for one number in ten minutes. Here and in the next two, codes of logins are counted apart from those of
    /// registrations and forgotten passwords.
    pub texts_per_phone_in_10_minutes: Rate,
    /// Codes requested for one number in an hour.
    pub texts_per_phone_an_hour: Rate,
    /// Codes requested for one number in a day.
    pub texts_per_phone_a_day: Rate,
    /// The budget for messages with a code to all numbers together: it bounds the cost of an attack.
    pub texts_in_all: Rate,
    /// The share of that budget reserved for networks that requested few messages, in percent (at most 90).
    pub texts_kept_percent: u32,
    /// Messages that a network can request and still use the reserved share.
    pub texts_kept_per_network: Rate,
    /// Wrong codes for one number and purpose, over all its handles; after that, each code sent allows one
    /// more attempt. Not a throttle: it applies also when throttling is off.
    pub wrong_codes_per_phone: Rate,
    /// Wrong codes for one handle; further codes are refused unchecked. It applies also when throttling is off.
    pub wrong_codes_per_handle: u32,
    /// Codes sent for one handle, including the first one.
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
