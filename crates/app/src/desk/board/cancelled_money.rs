//! What became of the money of a cancelled booking, for its panel.

use sideout_domain::{
    closure_offer::OfferState,
    money::Money,
    order::{CancelledMoney, OrderStatus},
    refund::RefundReason,
};
use sideout_store::board::BookingDetails;

use crate::steps::cancel_booking::not_approved;

/// What was paid for a cancelled booking and has no refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptMoney {
    /// What the venue keeps.
    pub kept: Money,
    /// What the venue gives back outside this program, because it was imported as paid.
    pub given_elsewhere: Money,
    /// What was rounded off payments in cash, and so was never paid.
    pub rounded_off: Money,
}

/// The money of a cancelled booking that has no refund. `None` for every other booking, while its player chooses between another hour
/// and the money, and if staff decided what goes back of what was imported as paid: they gave it back outside this program, which
/// does not know the amount.
pub fn kept_money(details: &BookingDetails) -> Option<KeptMoney> {
    let booking = &details.booking;
    let is_cancelled = matches!(booking.status, OrderStatus::CancelRequested | OrderStatus::Cancelled);
    let is_by_staff = details.cancelled_by.is_some();
    let is_imported =
        details.payments.iter().any(|part| part.refundable.is_none() && part.amount > Money::ZERO);
    if !is_cancelled || details.offer == Some(OfferState::Open) || (is_by_staff && is_imported) {
        return None;
    }
    let amounts = booking.amounts;
    let by_moves: Money = details
        .refunds
        .iter()
        .filter(|refund| refund.reason == RefundReason::Moved && refund.order == booking.number)
        .map(|refund| refund.amount)
        .sum();
    let approved = amounts.returned.less(by_moves);
    let money = CancelledMoney {
        is_closed: booking.closed_by.is_some(),
        is_by_staff,
        paid: amounts.paid.less(by_moves),
        approved,
        policy: details.policy,
    };
    let given_elsewhere = not_approved(money.refund(), approved, &details.payments);
    let rounded_off = details.payments.iter().map(|part| part.rounded_off).sum();
    let kept = amounts.kept().less(given_elsewhere).less(rounded_off);
    Some(KeptMoney { kept, given_elsewhere, rounded_off })
}
