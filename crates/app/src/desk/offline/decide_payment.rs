//! Records the decision of a clerk about a payment that was refused: the booking does not owe the money any more, or the payment could not
//! be recorded for another reason, such as a drawer that was counted in between.

use jiff::Timestamp;
use serde::Serialize;
use sideout_domain::{
    bill::Tender,
    drawer::{CashMovementKind, round_off},
    money::Money,
};
use sideout_store::{Session, Shifts, board::BookingDetails, shifts::NewCashMovement};

use super::{
    Decision, FactError, FactOutcome, KeptFact, OfflinePayment, PaymentDecision,
    record_fact::{FactInput, find},
};
use crate::{
    desk::money::take_payment::{PaymentLine, TakePayment, TakePaymentError, record_payment},
    steps::audited::{Audited, Entry},
};

/// What the audit shows of a decision.
#[derive(Serialize)]
struct Facts<'a> {
    decision: Decision,
    tender: &'static str,
    amount_paise: i64,
    refusal: &'a str,
    note: &'a str,
    decided_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    movement: Option<i64>,
}

/// The refusal of cash that was taken before the drawer was counted.
const COUNTED_SINCE: &str = "counted_since";

/// What is recorded of cash that stays at the desk.
#[derive(Default)]
struct KeptCash {
    /// The correction of the drawer.
    movement: Option<i64>,
    /// The receipt and the entry of the payment, if it pays the booking.
    payment: Option<(String, Entry)>,
}

/// Records a decision, so that no refused payment disappears without a trace. Cash that stays corrects the drawer. If the drawer was
/// counted with it, the present shift began with it: it pays its booking and changes no drawer.
///
/// # Errors
/// [`TakePaymentError::ShiftNeeded`] if cash stays and no shift is open; [`FactError::NoSuchBooking`] if the venue has no
/// such booking; [`FactError::Payment`] if the cash pays its booking and the payment is refused.
pub(super) async fn decide_payment(
    tx: &mut dyn Session,
    input: &FactInput,
    decided: &PaymentDecision,
    at: Timestamp,
) -> Result<Audited<KeptFact>, FactError> {
    let PaymentDecision { payment, refusal, decision, note } = decided;
    let before = find(tx, input, payment.order).await?;
    let kept = if *decision != Decision::Kept || payment.tender != Tender::Cash {
        KeptCash::default()
    } else if refusal == COUNTED_SINCE {
        pay_with_counted(tx, input, (payment, &before), at).await?
    } else {
        keep_without_debt(tx, input, payment).await?
    };
    let facts = Facts {
        decision: *decision,
        tender: payment.tender.name(),
        amount_paise: payment.amount.paise(),
        refusal,
        note,
        decided_at: at.to_string(),
        movement: kept.movement,
    };
    let entry = Entry::added("payment.decided", "booking", payment.order, &facts).at(input.venue.id);
    Ok(match kept.payment {
        Some((receipt, paid)) => {
            let value = KeptFact { outcome: FactOutcome::Done, receipt: Some(receipt) };
            Audited::new(value, paid).and(entry)
        }
        None => Audited::new(FactOutcome::Done.into(), entry),
    })
}

/// Adds cash that no booking owed to the drawer.
async fn keep_without_debt(
    tx: &mut dyn Session,
    input: &FactInput,
    payment: &OfflinePayment,
) -> Result<KeptCash, FactError> {
    // Only whole rupees are taken in cash, also if the amount that was due had paise.
    let in_drawer = payment.amount.less(round_off(payment.amount));
    // The note of the clerk may name the player: it is in the audit only, because movements keep their words.
    let movement = correct_drawer(tx, input, in_drawer, format!("#{} without a debt", payment.order)).await?;
    Ok(KeptCash { movement, payment: None })
}

/// Pays a booking with cash that the drawer was counted with. The payment adds it to the present shift, so a correction takes it out again.
/// Nothing is recorded if the booking owes less by now.
async fn pay_with_counted(
    tx: &mut dyn Session,
    input: &FactInput,
    (payment, before): (&OfflinePayment, &BookingDetails),
    at: Timestamp,
) -> Result<KeptCash, FactError> {
    let booking = &before.booking;
    if payment.amount > booking.amounts.due_at_desk(booking.status) {
        return Ok(KeptCash::default());
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
    let counted = Money::from_paise(-taken.received_paise);
    let movement = correct_drawer(tx, input, counted, format!("#{} counted before", payment.order)).await?;
    Ok(KeptCash { movement, payment: Some((taken.receipt, entry)) })
}

/// Adds a correction to the open drawer, unless it is zero; returns its number.
async fn correct_drawer(
    tx: &mut dyn Session,
    input: &FactInput,
    amount: Money,
    note: String,
) -> Result<Option<i64>, FactError> {
    if amount == Money::ZERO {
        return Ok(None);
    }
    let entered = Shifts(tx).enter(input.venue.id, input.staff).await?;
    let (shift, _) = entered.ok_or(TakePaymentError::ShiftNeeded)?;
    let kind = CashMovementKind::Correction;
    let new = NewCashMovement { shift, kind, amount, note, staff: input.staff, at: input.now };
    Ok(Some(Shifts(tx).add_movement(&new).await?))
}
