//! The queue of refunds that go back through the payment provider: what needs staff first, what is done last.

use jiff::Timestamp;
use sideout_domain::{CustomerId, RefundId, VenueId, money::Money, receipt::ReceiptNumber};

use super::{Refund, refund};
use crate::{
    Row, Session, StoreError, params,
    receipts::receipt_number,
    sql,
    takings::{MoneyFor, money_for},
};

/// The repository of the queue.
pub struct RefundQueue<'s>(pub &'s mut dyn Session);

/// Where a refund stands in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum QueuePlace {
    /// Staff settled it another way, and the provider sent it after all: staff has to clear that up.
    SentTwice,
    /// It failed at the provider: staff has to act.
    Failed,
    /// It waits for its batch.
    Waiting,
    /// It was given to the provider, or is being tried again.
    OnItsWay,
    /// The money went back.
    Done,
}

impl QueuePlace {
    /// All places, in the order of the queue.
    pub const ALL: [QueuePlace; 5] = [
        QueuePlace::SentTwice,
        QueuePlace::Failed,
        QueuePlace::Waiting,
        QueuePlace::OnItsWay,
        QueuePlace::Done,
    ];

    /// Its number in the statements and in positions, from 0.
    pub fn number(self) -> i64 {
        match self {
            QueuePlace::SentTwice => 0,
            QueuePlace::Failed => 1,
            QueuePlace::Waiting => 2,
            QueuePlace::OnItsWay => 3,
            QueuePlace::Done => 4,
        }
    }

    /// The place with this number.
    pub fn of_number(number: i64) -> Option<Self> {
        QueuePlace::ALL.into_iter().find(|place| place.number() == number)
    }
}

/// Where a page of the queue ends: the next one begins after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueuePosition {
    /// The place of the last refund.
    pub place: QueuePlace,
    /// When it was approved; of one that is done, when it ended.
    pub at: Timestamp,
    /// Its number.
    pub id: RefundId,
}

/// A refund of the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedRefund {
    /// Where it stands.
    pub place: QueuePlace,
    /// The refund.
    pub refund: Refund,
    /// The venue of its booking.
    pub venue: VenueId,
    /// The player.
    pub customer: CustomerId,
    /// The booking.
    pub paid_for: MoneyFor,
    /// The number of its credit note; `None` if the payment was for no booking.
    pub credit_note: Option<ReceiptNumber>,
}

/// How many refunds stand at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundSum {
    /// The place.
    pub place: QueuePlace,
    /// How many.
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
    /// The next `limit` refunds of bookings at `venues` after a position, or from the beginning: first those that are not done, then
    /// those that are, the latest first.
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
        let (after_done, after_open) = match after {
            Some(after) if after.place == QueuePlace::Done => (Some(after), None),
            after => (None, Some(after)),
        };
        let mut found = Vec::new();
        if let Some(after) = after_open {
            let (place, at, id) = after
                .map_or((-1, 0, 0), |after| (after.place.number(), after.at.as_millisecond(), after.id.0));
            let params = params![place, at, id, limit, &venues];
            let rows = self.0.all(sql!("refund_queue/list_open"), params).await?;
            found = rows.iter().map(queued).collect::<Result<Vec<_>, StoreError>>()?;
        }
        let left = limit.saturating_sub(u32::try_from(found.len()).unwrap_or(limit));
        if left > 0 {
            let (at, id) =
                after_done.map_or((i64::MAX, i64::MAX), |after| (after.at.as_millisecond(), after.id.0));
            let rows = self.0.all(sql!("refund_queue/list_done"), params![at, id, left, venues]).await?;
            for row in &rows {
                found.push(queued(row)?);
            }
        }
        Ok(found)
    }

    /// How many refunds of bookings at `venues` are not done, by their place; places without any are left out.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sum_open(&mut self, venues: &[VenueId]) -> Result<Vec<RefundSum>, StoreError> {
        let rows = self.0.all(sql!("refund_queue/sum_open"), params![in_commas(venues)]).await?;
        let read = |row: &Row| {
            Ok(RefundSum {
                place: place(row)?,
                refunds: row.integer("refunds")?,
                amount: row.money("amount_paise")?,
            })
        };
        let mut sums = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        sums.sort_by_key(|sum| sum.place);
        Ok(sums)
    }

    /// The `limit` oldest refunds of bookings at `venues` that wait for their batch at `now`, with their venues.
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

/// `,1,2,`: the form in which both engines look for one of several numbers.
fn in_commas(venues: &[VenueId]) -> String {
    venues.iter().fold(",".to_owned(), |list, venue| format!("{list}{venue},"))
}

fn place(row: &Row) -> Result<QueuePlace, StoreError> {
    let number = row.integer("place")?;
    QueuePlace::of_number(number).ok_or_else(|| StoreError::Corrupt(format!("place {number} of a refund")))
}

fn queued(row: &Row) -> Result<QueuedRefund, StoreError> {
    let has_note = row.text_or_null("series")?.is_some();
    Ok(QueuedRefund {
        place: place(row)?,
        refund: refund(row)?,
        venue: VenueId(row.integer("venue_id")?),
        customer: CustomerId(row.integer("customer_id")?),
        paid_for: money_for(row)?,
        credit_note: has_note.then(|| receipt_number(row)).transpose()?,
    })
}
