//! A payment that a clerk took without a network, for what was due as the device knew it.

use jiff::Timestamp;
use serde::Serialize;
use sideout_domain::{
    ShiftId, bill::Tender, drawer::CashMovementKind, money::Money, offline::PaymentOutcome,
    order::OrderStatus,
};
use sideout_store::{OfflinePayments, Session, offline_payments::NewOfflinePayment, shifts::NewCashMovement};

use super::{
    CashPlace, FactError, FactOutcome, KeptFact, OfflinePayment,
    find_count::{enter_shift, find_count_with_cash, known_time, list_counts_since, refuse_other_drawer},
    record_fact::{FactInput, find, find_with_place},
};
use crate::{
    desk::money::{
        record_movement::add_movement,
        take_payment::{PaymentLine, TakePayment, TakePaymentError, record_payment},
    },
    steps::audited::{Audited, Entry},
};

/// What the audit shows of the answer to the question where the money of a payment is.
#[derive(Serialize)]
struct PlaceFacts<'a> {
    order: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_at: Option<String>,
    /// The drawer into which cash was put that is in no count.
    #[serde(skip_serializing_if = "Option::is_none")]
    entered_shift: Option<ShiftId>,
    /// The count that had the cash.
    #[serde(skip_serializing_if = "Option::is_none")]
    counted_at: Option<String>,
    note: &'a str,
}

/// Records a payment that was taken at `at`, in the open shift, with a receipt of today.
///
/// Cash that was taken before the drawer was counted is refused, because a count may have it, until the clerk says where it is. If it
/// was in a count, the present drawer began with it: a correction takes out of what has to be there what the payment adds.
///
/// # Errors
/// [`FactError`]; the unit of work must be rolled back.
pub(super) async fn record_payment_fact(
    tx: &mut dyn Session,
    input: &FactInput,
    (payment, note): (&OfflinePayment, &str),
    at: Timestamp,
) -> Result<Audited<KeptFact>, FactError> {
    let noted = find(tx, input, payment.order).await?;
    let noted_booked_at = noted.booked_at;
    // If its court was closed meanwhile and it has another place, the booking there owes the money.
    let before = if noted.booking.status.keeps_court() {
        noted
    } else {
        find_with_place(tx, input, payment.order).await?
    };
    let booking = &before.booking;
    let fact = input.id.to_string();
    // Checked before the debt, which may be gone because this same payment was recorded or decided before.
    if let Some(before) = OfflinePayments(tx).find_outcome(input.staff, &fact).await? {
        return Err(FactError::DecidedBefore(before.outcome));
    }
    if matches!(booking.status, OrderStatus::CancelRequested | OrderStatus::Cancelled) {
        return Err(FactError::Cancelled(Box::new(before)));
    }
    if booking.amounts.due_at_desk(booking.status) <= Money::ZERO {
        return Err(FactError::Paid(Box::new(before)));
    }
    let is_cash = payment.tender == Tender::Cash;
    if matches!(payment.cash, CashPlace::InCount(_)) && !is_cash {
        return Err(TakePaymentError::BadLines.into());
    }
    // Cash of an impossible time may be in any count. Nothing can have been taken for a booking before it was made.
    let known = input.fact.time.plausible(noted_booked_at, input.now);
    if is_cash && !matches!(payment.cash, CashPlace::PresentDrawer(_)) {
        known_time(tx, input, known).await?;
    }
    let taken_at = known.unwrap_or(at);
    // Paise are rounded off in cash only of all that is due. If more is due by now than the device knew, what was taken is a part of it.
    let is_part = payment.amount < booking.amounts.due_at_desk(booking.status);
    let amount = if is_part { payment.taken() } else { payment.amount };
    let line = PaymentLine { order: booking.number, version: booking.version, amount };
    let request = TakePayment {
        firm: None,
        lines: vec![line],
        tender: payment.tender,
        payer: None,
        reference: payment.reference.clone(),
    };
    let (taken, entry) = record_payment(tx, &input.payment_context(at), &request).await?;
    let received = Money::from_paise(taken.received_paise);
    let mut outcome =
        Audited::new(KeptFact { outcome: FactOutcome::Done, receipt: Some(taken.receipt) }, entry);
    let (mut entered_shift, mut count) = (None, None);
    if is_cash {
        // Read only after the payment was recorded, which locks the player before the shift.
        match payment.cash {
            CashPlace::Unknown => {
                let since = list_counts_since(tx, input, taken_at).await?;
                if !since.counts.is_empty() {
                    return Err(FactError::CountedSince(since, Box::new(before)));
                }
            }
            CashPlace::InCount(chosen) => {
                count = Some(find_count_with_cash(tx, input, taken_at, chosen, &before).await?);
                let reason = format!("#{} was in an earlier count", booking.number);
                let entry = take_out(tx, input, (received, reason)).await?;
                outcome = outcome.and(entry);
            }
            CashPlace::PresentDrawer(shown) => {
                let open = enter_shift(tx, input).await?;
                if let Some(shown) = shown {
                    refuse_other_drawer(tx, input, (shown, open), known.ok(), &before).await?;
                }
                entered_shift = Some(open);
            }
        }
    }
    if entered_shift.is_some() || count.is_some() || !note.is_empty() {
        let facts = PlaceFacts {
            order: booking.number.value(),
            taken_at: known.ok().map(|at| at.to_string()),
            entered_shift,
            counted_at: count.map(|count| count.at.to_string()),
            note,
        };
        let entry = Entry::added("payment.placed", "payment", taken.payment, &facts);
        outcome = outcome.and(entry.at(input.venue.id));
    }
    let new = NewOfflinePayment {
        staff: input.staff,
        fact: &fact,
        venue: input.venue.id,
        order: booking.number,
        tender: payment.tender,
        outcome: PaymentOutcome::Recorded,
        amount: received,
        taken_at: known.ok(),
        decided_at: input.now,
        counted_shift: count.and_then(|count| count.counted),
    };
    if !OfflinePayments(tx).add(&new).await? {
        let before = OfflinePayments(tx).find_outcome(input.staff, &fact).await?;
        return Err(FactError::DecidedBefore(
            before.map_or(PaymentOutcome::Recorded, |before| before.outcome),
        ));
    }
    Ok(outcome)
}

/// Takes cash out of what has to be in the present drawer by a correction.
async fn take_out(
    tx: &mut dyn Session,
    input: &FactInput,
    (amount, note): (Money, String),
) -> Result<Entry, FactError> {
    let new = NewCashMovement {
        shift: enter_shift(tx, input).await?,
        kind: CashMovementKind::Correction,
        amount: Money::from_paise(-amount.paise()),
        note,
        staff: input.staff,
        at: input.now,
    };
    let (_, entry) = add_movement(tx, &new).await?;
    Ok(entry.at(input.venue.id))
}
