//! A payment that a clerk took without a network, for what was due as the device knew it.

use jiff::Timestamp;
use sideout_domain::{bill::Tender, money::Money, order::OrderStatus};
use sideout_store::{Session, Shifts};

use super::{
    FactError, FactOutcome, KeptFact, OfflinePayment,
    record_fact::{FactInput, find},
};
use crate::{
    desk::money::take_payment::{PaymentLine, TakePayment, record_payment},
    steps::audited::Audited,
};

/// Records a payment that was taken at `at`, in the open shift, with a receipt of today.
///
/// Cash that was taken before the drawer was counted is refused, because the count may include it, unless the clerk
/// confirms that it belongs in the present shift.
///
/// # Errors
/// [`FactError`]: the venue has no such booking, the debt is gone or smaller, the drawer was counted since, or [`record_payment`]
/// refuses the payment.
pub(super) async fn record_payment_fact(
    tx: &mut dyn Session,
    input: &FactInput,
    payment: &OfflinePayment,
    at: Timestamp,
) -> Result<Audited<KeptFact>, FactError> {
    let before = find(tx, input, payment.order).await?;
    let booking = &before.booking;
    if matches!(booking.status, OrderStatus::CancelRequested | OrderStatus::Cancelled) {
        return Err(FactError::Cancelled(Box::new(before)));
    }
    if booking.amounts.due_at_desk(booking.status) <= Money::ZERO {
        return Err(FactError::Paid(Box::new(before)));
    }
    let line = PaymentLine { order: payment.order, version: booking.version, amount: payment.amount };
    let request = TakePayment {
        firm: None,
        lines: vec![line],
        tender: payment.tender,
        payer: None,
        reference: payment.reference.clone(),
    };
    let (taken, entry) = record_payment(tx, &input.payment_context(at), &request).await?;
    if payment.tender == Tender::Cash && !payment.in_later_shift {
        // After the payment, which locks player and shift in the order of every payment.
        let shift = Shifts(tx).find_open(input.venue.id).await?;
        if let Some(shift) = shift.filter(|shift| shift.opened_at > at) {
            return Err(FactError::CountedSince(shift.opened_at, Box::new(before)));
        }
    }
    let kept = KeptFact { outcome: FactOutcome::Done, receipt: Some(taken.receipt) };
    Ok(Audited::new(kept, entry))
}
