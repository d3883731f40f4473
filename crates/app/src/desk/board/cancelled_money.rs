//! What became of the money of a cancelled booking.

use sideout_domain::{
    closure_offer::OfferState,
    money::Money,
    order::{CancelledMoney, OrderStatus},
    refund::RefundReason,
};
use sideout_store::board::BookingDetails;

use crate::steps::cancel_booking::not_approved;

/// What was paid for a cancelled booking and is in no refund. What was paid is `kept`, `given_elsewhere`, `rounded_off`, `rounded_up` and what
/// refunds give back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptMoney {
    /// What the venue keeps of what it took. Less than nothing if it gave back all and rounded that up.
    pub kept: Money,
    /// What the venue gives back outside this program, because it was imported as paid.
    pub given_elsewhere: Money,
    /// What was rounded off payments in cash, and so was never paid.
    pub rounded_off: Money,
    /// What was given back in cash in addition to the amounts of the refunds, so that whole rupees went back.
    pub rounded_up: Money,
}

/// The money of a cancelled booking for which there is no refund. `None` if the booking is not cancelled, if its player has
/// not yet chosen between another hour and the money, or if staff cancelled a booking that was imported as paid, without closing its court:
/// how much they gave back outside this program is not known.
pub fn kept_money(details: &BookingDetails) -> Option<KeptMoney> {
    let booking = &details.booking;
    let is_cancelled = matches!(booking.status, OrderStatus::CancelRequested | OrderStatus::Cancelled);
    let is_by_staff = details.cancelled_by.is_some();
    let is_closed = booking.closed_by.is_some();
    let is_imported =
        details.payments.iter().any(|part| part.refundable.is_none() && part.amount > Money::ZERO);
    let is_unknown = is_by_staff && !is_closed && is_imported;
    if !is_cancelled || details.offer == Some(OfferState::Open) || is_unknown {
        return None;
    }
    let amounts = booking.amounts;
    let own_refunds = || details.refunds.iter().filter(|refund| refund.order == booking.number);
    let moves = own_refunds().filter(|refund| refund.reason == RefundReason::Moved);
    let by_moves: Money = moves.map(|refund| refund.amount).sum();
    let approved = amounts.returned.less(by_moves);
    let money = CancelledMoney {
        is_closed,
        is_by_staff,
        paid: amounts.paid.less(by_moves),
        approved,
        policy: details.policy,
    };
    let given_elsewhere = not_approved(money.refund(), approved, &details.payments);
    let rounded_off = details.payments.iter().map(|part| part.rounded_off).sum();
    let rounded_up: Money = own_refunds().map(|refund| refund.round_up).sum();
    let before = amounts.kept().less(given_elsewhere).less(rounded_off);
    let kept = Money::from_paise(before.paise() - rounded_up.paise());
    Some(KeptMoney { kept, given_elsewhere, rounded_off, rounded_up })
}
