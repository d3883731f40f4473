//! Records the decision of a clerk about a payment that was refused.

use jiff::Timestamp;
use serde::Serialize;
use sideout_domain::{ShiftId, bill::Tender, drawer::CashMovementKind, money::Money, offline::ClockWrong};
use sideout_store::{
    OfflinePayments, Session, Shifts,
    board::BookingDetails,
    offline_payments::{KnownOutcome, NewOfflinePayment},
    shifts::NewCashMovement,
};

use super::{
    CashPlace, Decision, FactError, FactOutcome, KeptFact, PaymentDecision, TakenFact,
    find_count::{
        enter_shift, find_count_with_cash, known_time, list_counts_since, lock_shift, refuse_other_drawer,
    },
    record_fact::{FactInput, find},
};
use crate::steps::audited::{Audited, Entry};

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
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_at: Option<String>,
    /// The drawer that kept cash was put into by a clerk who was asked where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    entered_shift: Option<ShiftId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counted_shift: Option<ShiftId>,
}

/// Records a decision. Cash that stays becomes a correction of the drawer; cash that was in a count belongs to the difference of that
/// count.
///
/// # Errors
/// [`FactError`]; the unit of work must be rolled back.
pub(super) async fn decide_payment(
    tx: &mut dyn Session,
    input: &FactInput,
    decided: &PaymentDecision,
    at: Timestamp,
) -> Result<Audited<KeptFact>, FactError> {
    let PaymentDecision { payment, taken, refusal, decision, note } = decided;
    let details = find(tx, input, payment.order).await?;
    let is_cash = payment.tender == Tender::Cash;
    let amount = payment.taken();
    // Nothing can have been taken for a booking before it was made.
    let taken_at = taken.as_ref().map(|taken| taken.time.plausible(details.booked_at, input.now));
    let is_kept = *decision == Decision::Kept && is_cash && amount > Money::ZERO;
    let placed = find_place(tx, input, decided, &details, (taken_at, is_kept)).await;
    let (entered, counted_shift) = match placed {
        Ok(placed) => placed,
        Err(refused) => return answer_refused(tx, input, (decided, amount), refused).await,
    };
    let taken_at = taken_at.and_then(Result::ok);
    if let Some(TakenFact { id, .. }) = taken {
        let new = NewOfflinePayment {
            staff: input.staff,
            fact: &id.to_string(),
            venue: input.venue.id,
            order: payment.order,
            tender: payment.tender,
            outcome: decision.outcome(),
            amount,
            taken_at,
            decided_at: input.now,
            counted_shift,
        };
        if !OfflinePayments(tx).add(&new).await? {
            let before = OfflinePayments(tx).find_outcome(input.staff, &id.to_string()).await?;
            // The same cash in another count is another decision, and so is another part of it.
            let same = KnownOutcome { outcome: decision.outcome(), counted_shift, amount };
            return match before {
                Some(before) if before != same => Err(FactError::DecidedBefore(before.outcome)),
                _ => Ok(Audited::unchanged(FactOutcome::AlreadyDone.into())),
            };
        }
    }
    let movement = if entered.is_some() {
        let new = NewCashMovement {
            // Only now: a decision that was recorded before ended above, so its clerk does not become the keeper of the drawer.
            shift: enter_shift(tx, input).await?,
            kind: CashMovementKind::Correction,
            amount,
            // The note of the clerk may name the player: it is in the audit only, because movements keep their words.
            note: format!("#{} without a debt", payment.order),
            staff: input.staff,
            at: input.now,
        };
        Some(Shifts(tx).add_movement(&new).await?)
    } else {
        None
    };
    let is_placed = matches!(payment.cash, CashPlace::PresentDrawer(_));
    let facts = Facts {
        decision: *decision,
        tender: payment.tender.name(),
        amount_paise: payment.amount.paise(),
        refusal,
        note,
        decided_at: at.to_string(),
        movement,
        taken_at: taken_at.map(|at| at.to_string()),
        entered_shift: entered.filter(|_| is_placed),
        counted_shift,
    };
    let entry = Entry::added("payment.decided", "booking", payment.order, &facts).at(input.venue.id);
    Ok(Audited::new(FactOutcome::Done.into(), entry))
}

/// The shift that cash enters, and the shift whose count had it: each `None` for a decision without it. `is_kept` says that cash stays.
///
/// # Errors
/// [`FactError`].
async fn find_place(
    tx: &mut dyn Session,
    input: &FactInput,
    decided: &PaymentDecision,
    details: &BookingDetails,
    (taken_at, is_kept): (Option<Result<Timestamp, ClockWrong>>, bool),
) -> Result<(Option<ShiftId>, Option<ShiftId>), FactError> {
    let PaymentDecision { payment, decision, .. } = decided;
    if is_kept {
        // The shift is locked first: no count comes between the look for one and the movement.
        let open = lock_shift(tx, input).await?;
        match payment.cash {
            CashPlace::PresentDrawer(None) => {}
            CashPlace::PresentDrawer(Some(shown)) => {
                let known = taken_at.and_then(Result::ok);
                refuse_other_drawer(tx, input, (shown, open), known, details).await?;
            }
            CashPlace::Unknown | CashPlace::InCount(_) => {
                refuse_counted(tx, input, details, taken_at).await?;
            }
        }
        return Ok((Some(open), None));
    }
    if *decision != Decision::InCount {
        return Ok((None, None));
    }
    let is_cash = payment.tender == Tender::Cash;
    let taken_at = taken_at.filter(|_| is_cash).ok_or(FactError::NotCountedSince)?;
    let taken_at = known_time(tx, input, taken_at).await?;
    let chosen = if let CashPlace::InCount(chosen) = payment.cash { chosen } else { None };
    let count = find_count_with_cash(tx, input, taken_at, chosen, details).await?;
    Ok((None, count.counted))
}

/// The answer if the place of the cash is refused with `refused`: what became of the payment before, if anything did.
async fn answer_refused(
    tx: &mut dyn Session,
    input: &FactInput,
    (PaymentDecision { taken, decision, .. }, amount): (&PaymentDecision, Money),
    refused: FactError,
) -> Result<Audited<KeptFact>, FactError> {
    let Some(TakenFact { id, .. }) = taken else { return Err(refused) };
    // After a statement that failed, a unit of work reads nothing.
    if matches!(refused, FactError::Store(_)) {
        return Err(refused);
    }
    match OfflinePayments(tx).find_outcome(input.staff, &id.to_string()).await? {
        None => Err(refused),
        // A count that is refused is not the one that has the cash.
        Some(before)
            if (before.outcome, before.amount) == (decision.outcome(), amount)
                && *decision != Decision::InCount =>
        {
            Ok(Audited::unchanged(FactOutcome::AlreadyDone.into()))
        }
        Some(before) => Err(FactError::DecidedBefore(before.outcome)),
    }
}

/// Refuses to add cash to the drawer if that was counted after the cash was taken. A device with an earlier version does not say when.
async fn refuse_counted(
    tx: &mut dyn Session,
    input: &FactInput,
    details: &BookingDetails,
    taken_at: Option<Result<Timestamp, ClockWrong>>,
) -> Result<(), FactError> {
    let Some(taken_at) = taken_at else { return Ok(()) };
    let taken_at = known_time(tx, input, taken_at).await?;
    let since = list_counts_since(tx, input, taken_at).await?;
    if since.counts.is_empty() {
        Ok(())
    } else {
        Err(FactError::CountedSince(since, Box::new(details.clone())))
    }
}
