//! The table `offline_payment`: what became of the payments that desks wrote down without a network.

use jiff::Timestamp;
use sideout_domain::{
    ShiftId, StaffId, VenueId, bill::Tender, money::Money, offline::PaymentOutcome, order::OrderNumber,
};

use crate::{Session, StoreError, params, sql};

/// The repository of payments that were written down without a network.
pub struct OfflinePayments<'s>(pub &'s mut dyn Session);

/// What became of a payment that was written down.
#[derive(Debug, Clone)]
pub struct NewOfflinePayment<'a> {
    /// The member of staff who wrote it down.
    pub staff: StaffId,
    /// The UUID that the device drew for it.
    pub fact: &'a str,
    /// The venue.
    pub venue: VenueId,
    /// The booking.
    pub order: OrderNumber,
    /// How it was taken.
    pub tender: Tender,
    /// What became of it.
    pub outcome: PaymentOutcome,
    /// The amount; of cash the whole rupees.
    pub amount: Money,
    /// When it was taken; `None` if that is not known: then `counted_shift` must be `None`.
    pub taken_at: Option<Timestamp>,
    /// The current time.
    pub decided_at: Timestamp,
    /// The shift whose count had the cash.
    pub counted_shift: Option<ShiftId>,
}

/// What is known of a payment that was recorded or decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownOutcome {
    /// What became of it.
    pub outcome: PaymentOutcome,
    /// The shift whose count had its cash.
    pub counted_shift: Option<ShiftId>,
    /// The amount; of cash the whole rupees.
    pub amount: Money,
}

/// Cash that was in the drawer when a shift was counted, and not in what had to be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedCash {
    /// The counted shift.
    pub shift: ShiftId,
    /// The booking for which it was taken.
    pub order: OrderNumber,
    /// The amount.
    pub amount: Money,
    /// The member of staff who took it.
    pub staff: StaffId,
    /// When it was taken.
    pub taken_at: Timestamp,
    /// Whether a person who reviews counts has seen it.
    pub is_reviewed: bool,
}

impl OfflinePayments<'_> {
    /// Records what became of a payment; `false` if it was recorded or decided before.
    ///
    /// INVARIANT: a payment that was written down is recorded or decided, once, also by concurrent calls (suite `offline_decisions`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, new: &NewOfflinePayment<'_>) -> Result<bool, StoreError> {
        let params = params![
            new.staff.0,
            new.fact,
            new.venue.0,
            new.order.value(),
            new.tender.name(),
            new.outcome.name(),
            new.amount.paise(),
            new.taken_at,
            new.decided_at,
            new.counted_shift.map(|shift| shift.0),
        ];
        Ok(self.0.run(sql!("offline_payment/add"), params).await? == 1)
    }

    /// What became of a payment of a member of staff; `None` if nothing yet.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_outcome(
        &mut self,
        staff: StaffId,
        fact: &str,
    ) -> Result<Option<KnownOutcome>, StoreError> {
        let row = self.0.first(sql!("offline_payment/find_outcome"), params![staff.0, fact]).await?;
        row.map(|row| {
            Ok(KnownOutcome {
                outcome: row.parsed("outcome")?,
                counted_shift: row.integer_or_null("counted_shift")?.map(ShiftId),
                amount: Money::from_paise(row.integer("amount_paise")?),
            })
        })
        .transpose()
    }

    /// The first `limit` amounts of cash in counts of a venue from `from` to before `until`, in the order in which they were taken.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_counted(
        &mut self,
        venue: VenueId,
        (from, until): (Timestamp, Timestamp),
        limit: u32,
    ) -> Result<Vec<CountedCash>, StoreError> {
        let params = params![venue.0, from, until, limit];
        let rows = self.0.all(sql!("offline_payment/list_counted"), params).await?;
        rows.iter()
            .map(|row| {
                Ok(CountedCash {
                    shift: ShiftId(row.integer("counted_shift")?),
                    order: row.converted("order_number")?,
                    amount: row.money("amount_paise")?,
                    staff: StaffId(row.integer("staff_id")?),
                    taken_at: row.instant("taken_at")?,
                    is_reviewed: row.instant_or_null("reviewed_at")?.is_some(),
                })
            })
            .collect()
    }

    /// The number of amounts of cash that were said to be in the count of a shift.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_counted(&mut self, shift: ShiftId) -> Result<u32, StoreError> {
        let row = self.0.one(sql!("offline_payment/count_counted"), params![shift.0]).await?;
        row.converted("amounts")
    }

    /// Records that a person has seen the `seen` amounts of cash that were said to be in the count of a shift whose difference was
    /// reviewed; returns the number of amounts that were not reviewed before. Records nothing if there are not `seen` amounts by now.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn review(
        &mut self,
        shift: ShiftId,
        staff: StaffId,
        seen: u32,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        self.0.run(sql!("offline_payment/review"), params![shift.0, now, staff.0, seen]).await
    }
}
