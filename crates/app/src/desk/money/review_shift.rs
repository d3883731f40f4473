//! Records that a person has seen the difference of a count.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::{ShiftId, StaffId, drawer::Shift, staff::Permission};
use sideout_store::{OfflinePayments, Session, Shifts, StoreError};

use crate::{
    App,
    staff::list_workplaces,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// Why a count is not reviewed.
#[derive(Debug, thiserror::Error)]
pub enum ReviewShiftError {
    /// No shift at the actor's venues has this id.
    #[error("no such shift")]
    NoSuchShift,
    /// It is not counted yet, its count is not closed, or it was reviewed already.
    #[error("it cannot be reviewed")]
    WrongState,
    /// More cash is said to be in the count than the person has seen.
    #[error("more cash is in the count by now")]
    MoreCash,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    shift: ShiftId,
    seen_cash: u32,
    staff: StaffId,
    now: Timestamp,
}

impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.shift, self.seen_cash).serialize(serializer)
    }
}

/// What the audit shows of a review that has cash to look at.
#[derive(Serialize)]
struct Facts {
    counted_cash: u64,
}

/// Records in the name of `actor` that they have seen the difference, and the `seen_cash` amounts of cash that clerks said are in it. Cash
/// that is said to be in a count after the review of its difference can be reviewed by itself.
///
/// # Errors
/// [`ReviewShiftError`].
pub async fn review_shift(
    app: &App,
    actor: &Actor,
    shift: ShiftId,
    seen_cash: u32,
    key: RequestKey,
) -> Result<(), ReviewShiftError> {
    let now = app.clock.now();
    let permission = Permission::ShiftOthers;
    actor.check(permission, now)?;
    let workplaces = list_workplaces(app, actor).await?;
    let read = app.store.read(shift, |tx, id| Box::pin(async move { Shifts(tx).find(*id).await }));
    let found: Result<Option<Shift>, StoreError> = read.await;
    let found = found?.filter(|shift| workplaces.contains(&shift.venue));
    let venue = found.ok_or(ReviewShiftError::NoSuchShift)?.venue;
    let command = Command { operation: "review_shift", permission, venue: Some(venue), key };
    let input = Input { shift, seen_cash, staff: actor.id(), now };
    audited_write(app, actor, command, input, |tx, input| Box::pin(review_once(tx, input))).await
}

async fn review_once(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, ReviewShiftError> {
    let Input { shift, seen_cash, staff, now } = *input;
    if OfflinePayments(tx).count_counted(shift).await? != seen_cash {
        return Err(ReviewShiftError::MoreCash);
    }
    let is_first = Shifts(tx).review(shift, staff, now).await?;
    let counted_cash = OfflinePayments(tx).review(shift, staff, seen_cash, now).await?;
    if !is_first && counted_cash == 0 {
        return Err(ReviewShiftError::WrongState);
    }
    let entry = if counted_cash == 0 {
        Entry::happened("shift.reviewed", "shift", shift)
    } else {
        Entry::added("shift.reviewed", "shift", shift, &Facts { counted_cash })
    };
    Ok(Audited::new((), entry))
}
