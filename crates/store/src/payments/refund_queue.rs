//! The queue of refunds that go back through the payment provider: what needs staff first, what is done last.

use jiff::Timestamp;
use sideout_domain::{
    CustomerId, RefundId, VenueId, money::Money, receipt::ReceiptNumber, refund::RefundStatus,
};

use super::{Refund, refund};
use crate::{
    Row, Session, StoreError,
    money_for::{MoneyFor, money_for},
    params,
    receipts::receipt_number,
    sql,
    venues::in_commas,
};

/// The repository of the queue.
pub struct RefundQueue<'s>(pub &'s mut dyn Session);

/// The place of a refund in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum QueuePlace {
    /// Staff settled it another way, and the provider sent it after all: staff have to clear that up.
    SentTwice,
    /// It failed at the provider: staff have to act.
    Failed,
    /// It is approved and not given to the provider yet.
    Waiting,
    /// It failed at the provider and is being tried again.
    TriedAgain,
    /// It was given to the provider.
    OnItsWay,
    /// The money went back.
    Done,
}

impl QueuePlace {
    /// All places, in the order of the queue.
    pub const ALL: [QueuePlace; 6] = [
        QueuePlace::SentTwice,
        QueuePlace::Failed,
        QueuePlace::Waiting,
        QueuePlace::TriedAgain,
        QueuePlace::OnItsWay,
        QueuePlace::Done,
    ];

    /// Its number in positions, from 0.
    pub fn number(self) -> i64 {
        match self {
            QueuePlace::SentTwice => 0,
            QueuePlace::Failed => 1,
            QueuePlace::Waiting => 2,
            QueuePlace::TriedAgain => 3,
            QueuePlace::OnItsWay => 4,
            QueuePlace::Done => 5,
        }
    }

    /// The place with this number.
    pub fn of_number(number: i64) -> Option<Self> {
        QueuePlace::ALL.into_iter().find(|place| place.number() == number)
    }

    /// The place of a refund that did not go back twice.
    fn of(status: RefundStatus, has_step: bool) -> Self {
        match (status, has_step) {
            (RefundStatus::Failed, false) => QueuePlace::Failed,
            (RefundStatus::Failed, true) => QueuePlace::TriedAgain,
            (RefundStatus::Approved, _) => QueuePlace::Waiting,
            (RefundStatus::Issued, _) => QueuePlace::OnItsWay,
            (RefundStatus::Processed, _) => QueuePlace::Done,
        }
    }
}

/// Where a page of the queue ends: the next one begins after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueuePosition {
    /// The place of the last refund of the page.
    pub place: QueuePlace,
    /// When the last refund was approved or, if it is done, when it ended.
    pub at: Timestamp,
    /// The number of the last refund.
    pub id: RefundId,
}

/// A refund of the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedRefund {
    /// Its place in the queue.
    pub place: QueuePlace,
    /// The refund.
    pub refund: Refund,
    /// The venue of its booking.
    pub venue: VenueId,
    /// The player.
    pub customer: CustomerId,
    /// The booking whose money goes back.
    pub paid_for: MoneyFor,
    /// The number of its credit note, if it has one.
    pub credit_note: Option<ReceiptNumber>,
}

/// The number and sum of the refunds at a place of the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundSum {
    /// The place.
    pub place: QueuePlace,
    /// The number of refunds.
    pub refunds: i64,
    /// The sum of their amounts.
    pub amount: Money,
}

impl QueuedRefund {
    /// The position of this refund.
    pub fn position(&self) -> QueuePosition {
        let ended = self.refund.ended_at.filter(|_| self.place == QueuePlace::Done);
        QueuePosition { place: self.place, at: ended.unwrap_or(self.refund.approved_at), id: self.refund.id }
    }
}

impl RefundQueue<'_> {
    /// The next `limit` refunds of bookings at `venues` after a position, or from the beginning: first those that are
    /// not done, then those that are, the latest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list(
        &mut self,
        venues: &[VenueId],
        after: Option<QueuePosition>,
        limit: u32,
    ) -> Result<Vec<QueuedRefund>, StoreError> {
        let venues = in_commas(venues);
        let mut found = Vec::new();
        for place in QueuePlace::ALL {
            let left = limit.saturating_sub(u32::try_from(found.len()).unwrap_or(limit));
            if left == 0 || after.is_some_and(|after| after.place > place) {
                continue;
            }
            let after = after.filter(|after| after.place == place);
            found.extend(self.list_place(&venues, place, after, left).await?);
        }
        Ok(found)
    }

    async fn list_place(
        &mut self,
        venues: &str,
        place: QueuePlace,
        after: Option<QueuePosition>,
        limit: u32,
    ) -> Result<Vec<QueuedRefund>, StoreError> {
        let (at, id) = match (after, place) {
            (Some(after), _) => (after.at.as_millisecond(), after.id.0),
            (None, QueuePlace::Done) => (i64::MAX, i64::MAX),
            (None, _) => (i64::MIN, i64::MIN),
        };
        let (status, has_step) = match place {
            QueuePlace::SentTwice => {
                let rows =
                    self.0.all(sql!("refund_queue/list_twice"), params![at, id, limit, venues]).await?;
                return rows.iter().map(|row| queued(row, place)).collect();
            }
            QueuePlace::Done => {
                let rows = self.0.all(sql!("refund_queue/list_done"), params![at, id, limit, venues]).await?;
                return rows.iter().map(|row| queued(row, place)).collect();
            }
            QueuePlace::Failed => (RefundStatus::Failed, 0_i64),
            QueuePlace::TriedAgain => (RefundStatus::Failed, 1),
            QueuePlace::Waiting => (RefundStatus::Approved, 1),
            QueuePlace::OnItsWay => (RefundStatus::Issued, 1),
        };
        let params = params![at, id, limit, venues, status.name(), has_step];
        let rows = self.0.all(sql!("refund_queue/list_open"), params).await?;
        rows.iter().map(|row| queued(row, place)).collect()
    }

    /// How many refunds of bookings at `venues` are not done, by their place; places without any are left out.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sum_open(&mut self, venues: &[VenueId]) -> Result<Vec<RefundSum>, StoreError> {
        let venues = in_commas(venues);
        let rows = self.0.all(sql!("refund_queue/sum_open"), params![&venues]).await?;
        let twice = self.0.one(sql!("refund_queue/sum_twice"), params![venues]).await?;
        let sum = |row: &Row, place: QueuePlace| {
            Ok::<_, StoreError>(RefundSum {
                place,
                refunds: row.integer("refunds")?,
                amount: row.money("amount_paise")?,
            })
        };
        let mut sums = vec![sum(&twice, QueuePlace::SentTwice)?];
        for row in &rows {
            sums.push(sum(row, QueuePlace::of(row.parsed("status")?, row.flag("has_step")?))?);
        }
        sums.retain(|sum| sum.refunds > 0);
        sums.sort_by_key(|sum| sum.place);
        Ok(sums)
    }

    /// The `limit` oldest refunds of bookings at `venues` that wait at `now` for their batch or their next try, with their venues.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_waiting(
        &mut self,
        venues: &[VenueId],
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<(Refund, VenueId)>, StoreError> {
        let params = params![now, in_commas(venues), limit];
        let rows = self.0.all(sql!("refund_queue/list_waiting"), params).await?;
        rows.iter().map(|row| Ok((refund(row)?, VenueId(row.integer("venue_id")?)))).collect()
    }
}

fn queued(row: &Row, place: QueuePlace) -> Result<QueuedRefund, StoreError> {
    let has_note = row.text_or_null("series")?.is_some();
    Ok(QueuedRefund {
        place,
        refund: refund(row)?,
        venue: VenueId(row.integer("venue_id")?),
        customer: CustomerId(row.integer("customer_id")?),
        paid_for: money_for(row)?,
        credit_note: has_note.then(|| receipt_number(row)).transpose()?,
    })
}
