//! Limits on what one customer does in a time, such as holding courts (docs/API-DESIGN.md).

use sideout_store::accounts::Rate;

/// The `[business.booking_limits]` table of the settings: each is `{ burst, seconds }`, `burst` at once and as many again
/// spread over `seconds`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BookingLimits {
    /// Courts one customer may hold in ten minutes.
    pub holds_in_10_minutes: Rate,
    /// Courts one customer may hold in a day.
    pub holds_a_day: Rate,
    /// Coupon codes one customer may try in a minute.
    pub coupons_a_minute: Rate,
    /// Coupon codes one customer may try in a day, so that codes cannot be guessed.
    pub coupons_a_day: Rate,
    /// Payment status requests of one customer in a minute: each one may cause a request to the payment provider.
    pub payment_polls_a_minute: Rate,
    /// Bookings one customer may cancel in a day: bots reserve courts for later by booking and cancelling them
    /// repeatedly.
    pub cancellations_a_day: Rate,
}

impl Default for BookingLimits {
    fn default() -> Self {
        BookingLimits {
            holds_in_10_minutes: Rate::new(12, 600),
            holds_a_day: Rate::new(40, 86_400),
            coupons_a_minute: Rate::new(8, 60),
            coupons_a_day: Rate::new(30, 86_400),
            payment_polls_a_minute: Rate::new(30, 60),
            cancellations_a_day: Rate::new(8, 86_400),
        }
    }
}
