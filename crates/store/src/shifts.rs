//! The tables `desk_shift` and `cash_movement`: the drawers of the desks, from opening to counting.

use jiff::Timestamp;
use sideout_domain::{
    ShiftId, StaffId, VenueId,
    drawer::{CashCount, CashFlow, CashMovementKind, Shift, ShiftCount},
    money::Money,
};

use crate::{Row, Session, StoreError, params, sql};

/// The repository of shifts.
pub struct Shifts<'s>(pub &'s mut dyn Session);

/// A shift about to begin.
#[derive(Debug, Clone, Copy)]
pub struct NewShift {
    /// The venue of the drawer.
    pub venue: VenueId,
    /// The member of staff who is responsible for it; `None` until a person uses it.
    pub kept_by: Option<StaffId>,
    /// The current time.
    pub opened_at: Timestamp,
    /// What is in the drawer.
    pub opening: Money,
    /// The shift whose count begins it.
    pub after: Option<ShiftId>,
}

/// A count of a drawer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawerCount {
    /// The shift that it began, whose id is that of the count.
    pub begun: ShiftId,
    /// When it was made.
    pub at: Timestamp,
    /// The member of staff who counted.
    pub by: Option<StaffId>,
    /// The shift that was counted; `None` if the drawer was counted to begin the first one.
    pub counted: Option<ShiftId>,
}

/// Cash about to enter or leave a drawer without a booking.
#[derive(Debug, Clone)]
pub struct NewCashMovement {
    /// The shift.
    pub shift: ShiftId,
    /// The kind of the movement.
    pub kind: CashMovementKind,
    /// The amount: positive into the drawer, negative out of it.
    pub amount: Money,
    /// A remark; empty if there is none.
    pub note: String,
    /// The member of staff who recorded it.
    pub staff: StaffId,
    /// The current time.
    pub at: Timestamp,
}

/// Cash that entered or left a drawer without a booking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CashMovement {
    /// Its number.
    pub id: i64,
    /// The shift.
    pub shift: ShiftId,
    /// The kind of the movement.
    pub kind: CashMovementKind,
    /// The amount: positive into the drawer, negative out of it.
    pub amount: Money,
    /// A remark; empty if there is none.
    pub note: String,
    /// The member of staff who recorded it.
    pub staff: StaffId,
    /// When it was recorded.
    pub at: Timestamp,
}

impl Shifts<'_> {
    /// Begins a shift and returns its id; `None` if another one of the venue is open.
    ///
    /// INVARIANT: a venue has one open shift at most, also by concurrent calls (suite `shifts`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn open(&mut self, new: &NewShift) -> Result<Option<ShiftId>, StoreError> {
        let params = params![
            new.venue.0,
            new.kept_by.map(|id| id.0),
            new.opened_at,
            new.opening.paise(),
            new.after.map(|id| id.0),
        ];
        let row = self.0.first(sql!("desk_shift/open"), params).await?;
        row.map(|row| row.integer("shift_id").map(ShiftId)).transpose()
    }

    /// The open shift of a venue with its opening, for a unit of work that takes or gives money: the drawer cannot be
    /// counted until it ends. The first person who uses a drawer is responsible for it. `None` if no shift is open.
    ///
    /// INVARIANT: what is taken while a drawer is counted falls in exactly one shift (suite `shifts`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn enter(
        &mut self,
        venue: VenueId,
        staff: StaffId,
    ) -> Result<Option<(ShiftId, Money)>, StoreError> {
        let entered = |row: Row| Ok((ShiftId(row.integer("shift_id")?), row.money("opening_paise")?));
        let params = params![venue.0, staff.0];
        if let Some(row) = self.0.first(sql!("desk_shift/enter"), params).await? {
            return entered(row).map(Some);
        }
        // The count that this waited for began the next shift, which the statement before could not see yet.
        self.0.first(sql!("desk_shift/enter"), params).await?.map(entered).transpose()
    }

    /// The open shift of a venue, which no other unit of work counts until this one ends. The person who is responsible for
    /// its drawer stays. `None` if no shift is open.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn lock_open(&mut self, venue: VenueId) -> Result<Option<ShiftId>, StoreError> {
        let mut row = self.0.first(sql!("desk_shift/lock_open"), params![venue.0]).await?;
        if row.is_none() {
            // As in `enter`: the statement before could not see the shift that began with the count for which it waited.
            row = self.0.first(sql!("desk_shift/lock_open"), params![venue.0]).await?;
        }
        row.map(|row| row.integer("shift_id").map(ShiftId)).transpose()
    }

    /// The shift with this id.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self, id: ShiftId) -> Result<Option<Shift>, StoreError> {
        self.0.first(sql!("desk_shift/find"), params![id.0]).await?.map(|row| shift(&row)).transpose()
    }

    /// The open shift of a venue.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_open(&mut self, venue: VenueId) -> Result<Option<Shift>, StoreError> {
        self.0.first(sql!("desk_shift/find_open"), params![venue.0]).await?.map(|row| shift(&row)).transpose()
    }

    /// The first `limit` counts of the drawer of a venue at `at` or later, the earliest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_counts_since(
        &mut self,
        venue: VenueId,
        at: Timestamp,
        limit: u32,
    ) -> Result<Vec<DrawerCount>, StoreError> {
        let rows = self.0.all(sql!("desk_shift/list_counts_since"), params![venue.0, at, limit]).await?;
        rows.iter()
            .map(|row| {
                Ok(DrawerCount {
                    begun: ShiftId(row.integer("shift_id")?),
                    at: row.instant("opened_at")?,
                    by: row.integer_or_null("counted_by")?.map(StaffId),
                    counted: row.integer_or_null("after_shift")?.map(ShiftId),
                })
            })
            .collect()
    }

    /// The `limit` newest shifts of a venue that were counted from `from` to before `until`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list(
        &mut self,
        venue: VenueId,
        (from, until): (Timestamp, Timestamp),
        limit: u32,
    ) -> Result<Vec<Shift>, StoreError> {
        let rows = self.0.all(sql!("desk_shift/list"), params![venue.0, from, until, limit]).await?;
        rows.iter().map(shift).collect()
    }

    /// Ends a shift with what was counted, and returns what had to be there; `None` if it was counted before.
    ///
    /// INVARIANT: a shift is counted once, also by concurrent calls (suite `shifts`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count(
        &mut self,
        shift: &Shift,
        counted: &CashCount,
        (staff, now): (StaffId, Timestamp),
    ) -> Result<Option<Money>, StoreError> {
        if self.0.run(sql!("desk_shift/lock"), params![shift.id.0]).await? != 1 {
            return Ok(None);
        }
        let expected = self.sum_cash(shift.id).await?.expected(shift.opening);
        let text = serde_json::to_string(counted)
            .map_err(|error| StoreError::Corrupt(format!("the count of a shift: {error}")))?;
        let params = params![shift.id.0, now, staff.0, text, counted.total().paise(), expected.paise()];
        Ok((self.0.run(sql!("desk_shift/count"), params).await? == 1).then_some(expected))
    }

    /// Records why a count differs; `false` if the shift is not counted or was reviewed, or a reason was recorded before.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn explain(&mut self, id: ShiftId, reason: &str) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("desk_shift/explain"), params![id.0, reason]).await? == 1)
    }

    /// Records that a person has seen the difference; `false` if the shift is not counted and explained, or that was
    /// recorded before.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn review(&mut self, id: ShiftId, staff: StaffId, now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("desk_shift/review"), params![id.0, now, staff.0]).await? == 1)
    }

    /// What entered and left the drawer so far.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sum_cash(&mut self, id: ShiftId) -> Result<CashFlow, StoreError> {
        let row = self.0.one(sql!("desk_shift/sum_cash"), params![id.0]).await?;
        Ok(CashFlow {
            taken: row.money("taken_paise")?,
            voided: row.money("voided_paise")?,
            refunded: row.money("refunded_paise")?,
            moved: row.money("moved_paise")?,
        })
    }

    /// Adds a movement and returns its number. The caller has locked the open shift in the same unit of work.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add_movement(&mut self, new: &NewCashMovement) -> Result<i64, StoreError> {
        let params =
            params![new.shift.0, new.kind.name(), new.amount.paise(), new.note.clone(), new.staff.0, new.at,];
        self.0.one(sql!("cash_movement/add"), params).await?.integer("movement_id")
    }

    /// The movements of a shift, the oldest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_movements(&mut self, id: ShiftId) -> Result<Vec<CashMovement>, StoreError> {
        let rows = self.0.all(sql!("cash_movement/list"), params![id.0]).await?;
        rows.iter().map(movement).collect()
    }

    /// The movements of all shifts of a venue from `from` to before `until`, the oldest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_movements_of_day(
        &mut self,
        venue: VenueId,
        (from, until): (Timestamp, Timestamp),
    ) -> Result<Vec<CashMovement>, StoreError> {
        let rows = self.0.all(sql!("cash_movement/list_of_day"), params![venue.0, from, until]).await?;
        rows.iter().map(movement).collect()
    }
}

fn movement(row: &Row) -> Result<CashMovement, StoreError> {
    Ok(CashMovement {
        id: row.integer("movement_id")?,
        shift: ShiftId(row.integer("shift_id")?),
        kind: row.parsed("kind")?,
        amount: row.money("amount_paise")?,
        note: row.text("note")?.to_owned(),
        staff: StaffId(row.integer("staff_id")?),
        at: row.instant("at")?,
    })
}

fn shift(row: &Row) -> Result<Shift, StoreError> {
    let staff = |column| Ok::<_, StoreError>(row.integer_or_null(column)?.map(StaffId));
    let ended = row.instant_or_null("counted_at")?.zip(staff("counted_by")?);
    let count = match (ended, row.text_or_null("counted")?, row.money_or_null("expected_paise")?) {
        (Some((at, by)), Some(counted), Some(expected)) => Some(ShiftCount {
            at,
            by,
            counted: serde_json::from_str(counted)
                .map_err(|error| StoreError::Corrupt(format!("the count of a shift: {error}")))?,
            expected,
            reason: row.text_or_null("difference_reason")?.map(str::to_owned),
            reviewed: row.instant_or_null("reviewed_at")?.zip(staff("reviewed_by")?),
        }),
        _ => None,
    };
    Ok(Shift {
        id: ShiftId(row.integer("shift_id")?),
        venue: VenueId(row.integer("venue_id")?),
        kept_by: staff("kept_by")?,
        opened_at: row.instant("opened_at")?,
        opening: row.money("opening_paise")?,
        after: row.integer_or_null("after_shift")?.map(ShiftId),
        count,
    })
}
