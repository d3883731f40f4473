//! What the payment provider says of an order and of a payment. The states only move forward: messages come twice, late
//! and in any order, and `failed` followed by `captured` is normal.

use crate::named::named;

named! {
    /// Where a payment stands at the provider.
    PaymentStatus, "payment status" {
        /// Begun; the bank has not answered.
        Created = "created",
        /// The bank said no, or nothing for ten minutes. A later yes is possible for days.
        Failed = "failed",
        /// The money is set aside; it goes back by itself unless it is captured.
        Authorized = "authorized",
        /// The money is ours.
        Captured = "captured",
        /// All of it went back.
        Refunded = "refunded",
    }
}

named! {
    /// Where our order at the provider stands.
    ProviderOrderStatus, "provider order status" {
        /// Nobody has tried to pay.
        Created = "created",
        /// At least one try.
        Attempted = "attempted",
        /// One payment was captured: final, also after a refund.
        Paid = "paid",
    }
}

named! {
    /// What a payment that was captured led to. Decided once.
    PaymentOutcome, "payment outcome" {
        /// It pays for the booking.
        Confirmed = "confirmed",
        /// It is owed back, see the refund.
        Refund = "refund",
        /// It had gone back already, without a refund of ours.
        Returned = "returned",
    }
}

named! {
    /// What was done about a captured payment that was found after a restore.
    RecoveredStatus, "status of a recovered payment" {
        /// It was found and counted; what follows is still to be done.
        Found = "found",
        /// Its order is known: it led to a booking or a refund, as any other payment.
        Settled = "settled",
        /// It had gone back already.
        Returned = "returned",
        /// Its order is lost: it was sent back.
        Refunded = "refunded",
    }
}

impl PaymentStatus {
    /// Its place in the order of life, for statements that let it move forward only.
    pub fn rank(self) -> i64 {
        self as i64
    }

    /// The later of two reports on one payment, whichever came first.
    #[must_use]
    pub fn later(self, other: PaymentStatus) -> PaymentStatus {
        // `ALL` is in the order of life.
        if other as u8 > self as u8 { other } else { self }
    }

    /// Whether money may still come from it without anybody doing anything.
    pub fn is_under_way(self) -> bool {
        matches!(self, PaymentStatus::Created | PaymentStatus::Authorized)
    }

    /// Whether the money is or was ours.
    pub fn was_captured(self) -> bool {
        matches!(self, PaymentStatus::Captured | PaymentStatus::Refunded)
    }
}

impl ProviderOrderStatus {
    /// The later of two reports on one order, whichever came first.
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
