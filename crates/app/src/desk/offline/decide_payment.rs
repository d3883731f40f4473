//! Records the decision of a clerk about a payment that was refused: the booking does not owe the money any more, or the payment could not
//! be recorded for another reason, such as a drawer that was counted in between.

use jiff::Timestamp;
use serde::Serialize;
use sideout_domain::{
    bill::Tender,
    drawer::{CashMovementKind, round_off},
    money::Money,
};
use sideout_store::{Session, Shifts, shifts::NewCashMovement};

use super::{
    Decision, FactError, FactOutcome, KeptFact, PaymentDecision,
    record_fact::{FactInput, find},
};
use crate::{
    desk::money::take_payment::TakePaymentError,
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

/// Records a decision, so that no refused payment disappears without a trace. Cash that stays becomes a correction of the drawer.
///
/// # Errors
/// [`TakePaymentError::ShiftNeeded`] if cash stays and no shift is open; [`FactError::NoSuchBooking`] if the venue has no
/// such booking.
pub(super) async fn decide_payment(
    tx: &mut dyn Session,
    input: &FactInput,
    decided: &PaymentDecision,
    at: Timestamp,
) -> Result<Audited<KeptFact>, FactError> {
    let PaymentDecision { payment, refusal, decision, note } = decided;
    find(tx, input, payment.order).await?;
    // Only whole rupees are taken in cash, also if the amount that was due had paise.
    let in_drawer = payment.amount.less(round_off(payment.amount));
    let is_kept = *decision == Decision::Kept && payment.tender == Tender::Cash;
    let movement = if is_kept && in_drawer > Money::ZERO {
        let entered = Shifts(tx).enter(input.venue.id, input.staff).await?;
        let (shift, _) = entered.ok_or(TakePaymentError::ShiftNeeded)?;
        let new = NewCashMovement {
            shift,
            kind: CashMovementKind::Correction,
            amount: in_drawer,
            // The note of the clerk may name the player: it is in the audit only, because movements keep their words.
            note: format!("#{} without a debt", payment.order),
            staff: input.staff,
            at: input.now,
        };
        Some(Shifts(tx).add_movement(&new).await?)
    } else {
        None
    };
    let facts = Facts {
        decision: *decision,
        tender: payment.tender.name(),
        amount_paise: payment.amount.paise(),
        refusal,
        note,
        decided_at: at.to_string(),
        movement,
    };
    let entry = Entry::added("payment.decided", "booking", payment.order, &facts).at(input.venue.id);
    Ok(Audited::new(FactOutcome::Done.into(), entry))
}
