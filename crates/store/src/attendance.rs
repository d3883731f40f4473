//! The table `attendance`: whether the players of a booking came.

use jiff::Timestamp;
use sideout_domain::{
    StaffId,
    attendance::{Attendance, AttendanceWay},
    order::OrderNumber,
};

use crate::{Session, StoreError, params, sql};

/// The repository of attendance.
pub struct Attendances<'s>(pub &'s mut dyn Session);

/// The attendance of a booking, about to be written.
#[derive(Debug, Clone, Copy)]
pub struct NewAttendance {
    /// The number of the booking.
    pub order: OrderNumber,
    /// Whether the players came; `None` removes what was recorded.
    pub state: Option<Attendance>,
    /// When it was recorded.
    pub at: Timestamp,
    /// The member of staff who recorded it.
    pub staff: Option<StaffId>,
    /// How it was recorded.
    pub way: AttendanceWay,
}

impl Attendances<'_> {
    /// Writes the attendance of a booking and adds 1 to the version of its order; `false` if it is not confirmed any more,
    /// or `version` is not the version of its order.
    ///
    /// INVARIANT: of concurrent changes that have read the same version one is written (suite `attendance`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn put(&mut self, new: &NewAttendance, version: i64) -> Result<bool, StoreError> {
        if self.0.run(sql!("orders/mark_attendance"), params![new.order.value(), version]).await? == 0 {
            return Ok(false);
        }
        self.write(new).await?;
        Ok(true)
    }

    /// Writes that the present attendance of a booking was recorded again, at `at`, and adds 1 to the version of its order; `false` if it
    /// is not confirmed any more, or `version` is not the version of its order.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn put_again(
        &mut self,
        order: OrderNumber,
        at: Timestamp,
        version: i64,
    ) -> Result<bool, StoreError> {
        if self.0.run(sql!("orders/mark_attendance"), params![order.value(), version]).await? == 0 {
            return Ok(false);
        }
        self.0.run(sql!("attendance/record_again"), params![order.value(), at]).await?;
        Ok(true)
    }

    /// Lets the arrival of the players of the order `from` count for the order `to` in its place.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn carry(&mut self, from: OrderNumber, to: OrderNumber) -> Result<(), StoreError> {
        self.0.run(sql!("attendance/carry"), params![from.value(), to.value()]).await.map(drop)
    }

    /// Writes the attendance of a booking whose row the unit of work has changed.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn write(&mut self, new: &NewAttendance) -> Result<(), StoreError> {
        let params = params![
            new.order.value(),
            new.state.map(Attendance::name),
            new.at,
            new.staff.map(|id| id.0),
            new.way.name(),
        ];
        self.0.run(sql!("attendance/put"), params).await.map(drop)
    }
}
