//! Counts a drawer: ends the shift and begins the next one at the same instant; then records why the count differs and what
//! goes into the safe.

use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{
    ShiftId, StaffId, VenueId,
    drawer::{CashCount, CashMovementKind, Shift, is_whole_rupees},
    money::Money,
    staff::Permission,
};
use sideout_store::{
    Session, Shifts, StoreError,
    shifts::{NewCashMovement, NewShift},
};

use crate::{
    App,
    staff::list_workplaces,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// The result of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedShift {
    /// The shift that the count began.
    pub next: ShiftId,
    /// What had to be in the drawer, paise.
    pub expected_paise: i64,
    /// What was there, paise.
    pub counted_paise: i64,
}

/// The end of a counted shift: the reason of a difference, and the amount for the safe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CloseShift {
    /// Why the count differs.
    pub reason: Option<String>,
    /// How much goes into the safe.
    pub to_safe: Money,
}

/// Why a drawer is not counted, or its count not closed.
#[derive(Debug, thiserror::Error)]
pub enum CountShiftError {
    /// No shift at the actor's venues has this id.
    #[error("no such shift")]
    NoSuchShift,
    /// To be counted, it was counted already; to be closed, it is not counted yet or was closed already.
    #[error("counted or closed already")]
    WrongState,
    /// The count differs by more than is allowed without a reason.
    #[error("a reason is missing")]
    ReasonMissing,
    /// More would go into the safe than was counted.
    #[error("more than was counted")]
    MoreThanCounted,
    /// A drawer is counted in whole rupees, so paise would stay a difference.
    #[error("cash goes into the safe in whole rupees")]
    NotWholeRupees,
    /// More would go into the safe than the drawer holds now: it was used or counted since.
    #[error("the drawer holds less than goes into the safe")]
    DrawerShort,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The shift with this id, if it is at one of the actor's venues and the actor may count it.
async fn find_own(app: &App, actor: &Actor, shift: ShiftId) -> Result<Shift, CountShiftError> {
    let now = app.clock.now();
    actor.check(Permission::ShiftOwn, now)?;
    let read = app.store.read(shift, |tx, id| Box::pin(async move { Shifts(tx).find(*id).await }));
    let found: Result<Option<Shift>, StoreError> = read.await;
    let workplaces = list_workplaces(app, actor).await?;
    let shift =
        found?.filter(|shift| workplaces.contains(&shift.venue)).ok_or(CountShiftError::NoSuchShift)?;
    check_keeper(actor, &shift, now)?;
    Ok(shift)
}

/// Checks that the actor keeps the drawer, that it has no keeper, or that the actor may count the drawers of others.
fn check_keeper(actor: &Actor, shift: &Shift, now: Timestamp) -> Result<(), Refused> {
    match shift.kept_by {
        Some(keeper) if keeper != actor.id() => actor.check_at(shift.venue, Permission::ShiftOthers, now),
        _ => Ok(()),
    }
}

struct CountInput {
    shift: Shift,
    counted: CashCount,
    actor: Actor,
    now: Timestamp,
}

impl Serialize for CountInput {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.shift.id, &self.counted).serialize(serializer)
    }
}

#[derive(Serialize)]
struct CountFacts {
    expected_paise: i64,
    counted_paise: i64,
}

/// Ends a shift with what `actor` counted. The next shift begins with that amount at the same instant, so that each
/// payment is in exactly one of the two.
///
/// INVARIANT: only a person with [`Permission::ShiftOthers`] counts a drawer that a colleague keeps, also if the colleague uses it for
/// the first time meanwhile (suite `shifts`).
///
/// # Errors
/// [`CountShiftError`].
pub async fn count_shift(
    app: &App,
    actor: &Actor,
    shift: ShiftId,
    counted: CashCount,
    key: RequestKey,
) -> Result<CountedShift, CountShiftError> {
    let shift = find_own(app, actor, shift).await?;
    let permission = Permission::ShiftOwn;
    let command = Command { operation: "count_shift", permission, venue: Some(shift.venue), key };
    let input = CountInput { shift, counted, actor: actor.clone(), now: app.clock.now() };
    audited_write(app, actor, command, input, |tx, input| Box::pin(count_once(tx, input))).await
}

async fn count_once(
    tx: &mut dyn Session,
    input: &CountInput,
) -> Result<Audited<CountedShift>, CountShiftError> {
    let CountInput { shift, counted, actor, now } = input;
    let expected = Shifts(tx).count(shift, counted, (actor.id(), *now)).await?;
    let expected = expected.ok_or(CountShiftError::WrongState)?;
    // A colleague may have become the keeper before the count locked the shift.
    let locked = Shifts(tx).find(shift.id).await?.ok_or(CountShiftError::NoSuchShift)?;
    check_keeper(actor, &locked, *now)?;
    let new = NewShift {
        venue: shift.venue,
        kept_by: None,
        opened_at: *now,
        opening: counted.total(),
        after: Some(shift.id),
    };
    let next = Shifts(tx).open(&new).await?.ok_or(CountShiftError::WrongState)?;
    let found =
        CountedShift { next, expected_paise: expected.paise(), counted_paise: counted.total().paise() };
    let facts = CountFacts { expected_paise: found.expected_paise, counted_paise: found.counted_paise };
    Ok(Audited::new(found, Entry::added("shift.counted", "shift", shift.id, &facts)))
}

struct CloseInput {
    shift: Shift,
    close: CloseShift,
    venue: VenueId,
    staff: StaffId,
    now: Timestamp,
}

impl Serialize for CloseInput {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.shift.id, &self.close.reason, self.close.to_safe.paise()).serialize(serializer)
    }
}

#[derive(Serialize)]
struct CloseFacts {
    to_safe_paise: i64,
}

/// Records why a count differs and what goes into the safe, which leaves the drawer of the shift that is open now: at most what that
/// drawer holds.
///
/// # Errors
/// [`CountShiftError`].
pub async fn close_shift(
    app: &App,
    actor: &Actor,
    shift: ShiftId,
    close: CloseShift,
    key: RequestKey,
) -> Result<(), CountShiftError> {
    let shift = find_own(app, actor, shift).await?;
    let Some(count) = &shift.count else { return Err(CountShiftError::WrongState) };
    let allowed = i64::from(app.settings.desk.difference_paise);
    if count.difference().paise().abs() > allowed && close.reason.is_none() {
        return Err(CountShiftError::ReasonMissing);
    }
    if close.to_safe > count.counted.total() {
        return Err(CountShiftError::MoreThanCounted);
    }
    if !is_whole_rupees(close.to_safe) {
        return Err(CountShiftError::NotWholeRupees);
    }
    let permission = Permission::ShiftOwn;
    let command = Command { operation: "close_shift", permission, venue: Some(shift.venue), key };
    let venue = shift.venue;
    let input = CloseInput { shift, close, venue, staff: actor.id(), now: app.clock.now() };
    audited_write(app, actor, command, input, |tx, input| Box::pin(close_once(tx, input))).await
}

async fn close_once(tx: &mut dyn Session, input: &CloseInput) -> Result<Audited<()>, CountShiftError> {
    let CloseInput { shift, close, venue, staff, now } = input;
    // The reason is recorded once; an empty one means that none was given.
    let reason = close.reason.as_deref().unwrap_or_default();
    if !Shifts(tx).explain(shift.id, reason).await? {
        return Err(CountShiftError::WrongState);
    }
    if close.to_safe > Money::ZERO {
        let open = Shifts(tx).lock_open(*venue).await?.ok_or(CountShiftError::WrongState)?;
        let opening = Shifts(tx).find(open).await?.ok_or(CountShiftError::WrongState)?.opening;
        if close.to_safe > Shifts(tx).sum_cash(open).await?.expected(opening) {
            return Err(CountShiftError::DrawerShort);
        }
        let new = NewCashMovement {
            shift: open,
            kind: CashMovementKind::Safe,
            amount: Money::from_paise(-close.to_safe.paise()),
            note: String::new(),
            staff: *staff,
            at: *now,
        };
        Shifts(tx).add_movement(&new).await?;
    }
    let facts = CloseFacts { to_safe_paise: close.to_safe.paise() };
    let entry = Entry::added("shift.closed", "shift", shift.id, &facts);
    Ok(Audited::new((), if reason.is_empty() { entry } else { entry.with_reason(reason) }))
}
