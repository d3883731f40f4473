//! The charges of a customer's requests about bookings, by the limits of the settings.

use sideout_domain::CustomerId;

use super::{limit::Limit, settings::BookingLimits, throttle::Charges};
use crate::App;

impl App {
    /// The charges of holding a court.
    pub(crate) fn hold_charges(&self, customer: CustomerId) -> Charges {
        self.booking_charges(|limits, charges| {
            charges.of(Limit::HoldsIn10Minutes, customer, limits.holds_in_10_minutes).of(
                Limit::HoldsADay,
                customer,
                limits.holds_a_day,
            )
        })
    }

    /// The charges of trying a coupon code.
    pub(crate) fn coupon_charges(&self, customer: CustomerId) -> Charges {
        self.booking_charges(|limits, charges| {
            charges.of(Limit::CouponsAMinute, customer, limits.coupons_a_minute).of(
                Limit::CouponsADay,
                customer,
                limits.coupons_a_day,
            )
        })
    }

    /// The charges of requesting the status of a payment.
    pub(crate) fn payment_poll_charges(&self, customer: CustomerId) -> Charges {
        self.booking_charges(|limits, charges| {
            charges.of(Limit::PaymentPolls, customer, limits.payment_polls_a_minute)
        })
    }

    /// The charges of cancelling a booking.
    pub(crate) fn cancellation_charges(&self, customer: CustomerId) -> Charges {
        self.booking_charges(|limits, charges| {
            charges.of(Limit::Cancellations, customer, limits.cancellations_a_day)
        })
    }

    fn booking_charges(&self, build: impl FnOnce(&BookingLimits, Charges) -> Charges) -> Charges {
        if self.settings.throttle {
            build(&self.settings.booking_limits, Charges::default())
        } else {
            Charges::default()
        }
    }
}
