//! The states of a provider order and of a payment, as the payment provider reports them. They only move forward:
//! reports come twice, late and in any order, and `failed` followed by `captured` is normal.

use crate::named::named;

named! {
    /// The status of a payment at the provider.
    PaymentStatus, "payment status" {
        /// Started; the bank has not responded.
        Created = "created",
        /// The bank declined it, or did not respond for ten minutes. It can still succeed for days.
        Failed = "failed",
        /// The money is reserved; it is released unless it is captured.
        Authorized = "authorized",
        /// The provider has taken the payer's money.
        Captured = "captured",
        /// The whole amount was refunded.
        Refunded = "refunded",
    }
}

named! {
    /// The status of our order at the provider.
    ProviderOrderStatus, "provider order status" {
        /// No payment was tried.
        Created = "created",
        /// At least one payment was tried.
        Attempted = "attempted",
        /// One payment was captured: final, also after a refund.
        Paid = "paid",
    }
}

named! {
    /// What a captured payment led to.
    PaymentOutcome, "payment outcome" {
        /// It settled its bill.
        Confirmed = "confirmed",
        /// It goes back by a refund.
        Refund = "refund",
        /// The provider had already returned it, without a refund of this program.
        Returned = "returned",
    }
}

named! {
    /// The state of a captured payment that was found after a restore.
    RecoveredStatus, "status of a recovered payment" {
        /// It was found and counted; it is not handled yet.
        Found = "found",
        /// Its order is in the database: it was settled as any other payment.
        Settled = "settled",
        /// The provider had already returned it.
        Returned = "returned",
        /// Its order is missing: it was refunded.
        Refunded = "refunded",
    }
}

impl PaymentStatus {
    /// The later of two reports on one payment, in whichever order they came.
    #[must_use]
    pub fn later(self, other: PaymentStatus) -> PaymentStatus {
        // The values are declared in the order of the life cycle.
        if other as u8 > self as u8 { other } else { self }
    }

    /// Whether it was started, or its money is reserved. A failed payment is not under way, although it can still succeed.
    pub fn is_under_way(self) -> bool {
        matches!(self, PaymentStatus::Created | PaymentStatus::Authorized)
    }

    /// Whether the money is, or was, captured.
    pub fn was_captured(self) -> bool {
        matches!(self, PaymentStatus::Captured | PaymentStatus::Refunded)
    }
}

impl ProviderOrderStatus {
    /// The later of two reports on one order, in whichever order they came.
    #[must_use]
    pub fn later(self, other: ProviderOrderStatus) -> ProviderOrderStatus {
        if other as u8 > self as u8 { other } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_in_any_order_end_in_the_same_state() {
        for first in PaymentStatus::ALL {
            for second in PaymentStatus::ALL {
                assert_eq!(first.later(*second), second.later(*first));
            }
        }
        assert_eq!(PaymentStatus::Failed.later(PaymentStatus::Captured), PaymentStatus::Captured);
        assert_eq!(PaymentStatus::Captured.later(PaymentStatus::Failed), PaymentStatus::Captured);
        assert_eq!(PaymentStatus::Captured.later(PaymentStatus::Authorized), PaymentStatus::Captured);
        assert_eq!(
            ProviderOrderStatus::Paid.later(ProviderOrderStatus::Attempted),
            ProviderOrderStatus::Paid
        );
    }

    #[test]
    fn a_failed_payment_is_not_under_way_and_not_captured() {
        let under_way: Vec<_> = PaymentStatus::ALL.iter().filter(|status| status.is_under_way()).collect();
        assert_eq!(under_way, [&PaymentStatus::Created, &PaymentStatus::Authorized]);
        let captured: Vec<_> = PaymentStatus::ALL.iter().filter(|status| status.was_captured()).collect();
        assert_eq!(captured, [&PaymentStatus::Captured, &PaymentStatus::Refunded]);
    }
}
