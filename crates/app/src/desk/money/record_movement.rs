//! Records cash that enters or leaves a drawer without a booking.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::{
    ShiftId, StaffId, VenueId,
    drawer::{CashMovementKind, is_whole_rupees},
    money::Money,
    staff::Permission,
};
use sideout_store::{Session, Shifts, StoreError, shifts::NewCashMovement};

use crate::{
    App,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// Cash that enters or leaves a drawer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// The kind of the movement.
    pub kind: CashMovementKind,
    /// Positive if cash enters the drawer, negative if it leaves it.
    pub amount: Money,
    /// A remark; empty if there is none. An expense or a correction needs one.
    pub note: String,
}

/// Why no movement is recorded.
#[derive(Debug, thiserror::Error)]
pub enum RecordMovementError {
    /// No shift is open: the drawer has to be counted first.
    #[error("no shift is open")]
    ShiftNeeded,
    /// The amount does not fit the kind ([`CashMovementKind::allows`]).
    #[error("the amount does not fit the kind of movement")]
    BadAmount,
    /// A drawer is counted in whole rupees, so paise would stay a difference.
    #[error("cash is moved in whole rupees")]
    NotWholeRupees,
    /// An expense or a correction needs a note.
    #[error("a note is missing")]
    NoteMissing,
    /// The drawer holds less than goes out.
    #[error("the drawer holds less than goes out")]
    DrawerShort,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    venue: VenueId,
    staff: StaffId,
    movement: Movement,
    now: Timestamp,
}

impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Movement { kind, amount, note } = &self.movement;
        (kind.name(), amount.paise(), note).serialize(serializer)
    }
}

#[derive(Serialize)]
struct Facts<'a> {
    shift: ShiftId,
    kind: &'static str,
    amount_paise: i64,
    note: &'a str,
}

/// Records a movement in the open shift of a venue, in the name of `actor`, and returns its id.
///
/// # Errors
/// [`RecordMovementError`].
pub async fn record_movement(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    movement: Movement,
    key: RequestKey,
) -> Result<i64, RecordMovementError> {
    if !movement.kind.allows(movement.amount) {
        return Err(RecordMovementError::BadAmount);
    }
    if !is_whole_rupees(movement.amount) {
        return Err(RecordMovementError::NotWholeRupees);
    }
    let needs_note = matches!(movement.kind, CashMovementKind::Expense | CashMovementKind::Correction);
    if needs_note && movement.note.is_empty() {
        return Err(RecordMovementError::NoteMissing);
    }
    let permission = Permission::ShiftOwn;
    let command = Command { operation: "record_movement", permission, venue: Some(venue), key };
    let input = Input { venue, staff: actor.id(), movement, now: app.clock.now() };
    audited_write(app, actor, command, input, |tx, input| Box::pin(record_once(tx, input))).await
}

async fn record_once(tx: &mut dyn Session, input: &Input) -> Result<Audited<i64>, RecordMovementError> {
    let Input { venue, staff, movement, now } = input;
    let entered = Shifts(tx).enter(*venue, *staff).await?;
    let (shift, opening) = entered.ok_or(RecordMovementError::ShiftNeeded)?;
    let in_drawer = Shifts(tx).sum_cash(shift).await?.expected(opening);
    if movement.amount < Money::ZERO && in_drawer.plus(movement.amount) < Money::ZERO {
        return Err(RecordMovementError::DrawerShort);
    }
    let new = NewCashMovement {
        shift,
        kind: movement.kind,
        amount: movement.amount,
        note: movement.note.clone(),
        staff: *staff,
        at: *now,
    };
    let (id, entry) = add_movement(tx, &new).await?;
    Ok(Audited::new(id, entry))
}

/// Adds a movement of cash without checking it; returns its id and its entry for the audit.
///
/// # Errors
/// [`StoreError`] only.
pub(in crate::desk) async fn add_movement(
    tx: &mut dyn Session,
    new: &NewCashMovement,
) -> Result<(i64, Entry), StoreError> {
    let id = Shifts(tx).add_movement(new).await?;
    let NewCashMovement { shift, kind, amount, note, .. } = new;
    let facts = Facts { shift: *shift, kind: kind.name(), amount_paise: amount.paise(), note };
    Ok((id, Entry::added("cash.moved", "cash_movement", id, &facts)))
}
