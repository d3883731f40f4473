//! The money of a venue's day: what its desk took and gave back, what was paid online, what is still due.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{VenueId, money::Money, order::OrderNumber, receipt::ReceiptNumber, slot::StartTime};

use crate::{
    Row, Session, StoreError,
    desk_payments::{DeskPayment, desk_payment},
    params,
    payments::{Refund, refund},
    receipts::receipt_number,
    sql,
};

/// The repository of a venue's takings.
pub struct Takings<'s>(pub &'s mut dyn Session);

/// The booking that money was for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoneyFor {
    /// Its number.
    pub order: OrderNumber,
    /// Who comes: the name noted for this game, or the player's.
    pub name: String,
    /// The name of the court.
    pub court_name: String,
    /// The day at the venue.
    pub day: Date,
    /// The time at the venue.
    pub start: StartTime,
}

/// A payment in the list of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPayment {
    /// The payment.
    pub payment: DeskPayment,
    /// The first booking that it pays.
    pub paid_for: MoneyFor,
    /// How many bookings it pays.
    pub orders: i64,
    /// The number of its receipt; `None` for money taken before desks had receipts.
    pub receipt: Option<ReceiptNumber>,
}

/// A refund in the list of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedRefund {
    /// The refund.
    pub refund: Refund,
    /// The booking that was cancelled.
    pub paid_for: MoneyFor,
}

/// What was paid online and sent back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnlineTakings {
    /// What came.
    pub taken: Money,
    /// What was sent back.
    pub returned: Money,
}

/// What bookings of a day still owe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueSum {
    /// How many owe something.
    pub bookings: i64,
    /// How much together.
    pub amount: Money,
}

impl Takings<'_> {
    /// The payments at a venue's desk from `from` to before `until`, voided ones included, the newest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_payments(
        &mut self,
        venue: VenueId,
        (from, until): (Timestamp, Timestamp),
    ) -> Result<Vec<ListedPayment>, StoreError> {
        let rows = self.0.all(sql!("takings/list_payments"), params![venue.0, from, until]).await?;
        let listed = |row: &Row| {
            Ok(ListedPayment {
                payment: desk_payment(row)?,
                paid_for: money_for(row)?,
                orders: row.integer("orders")?,
                receipt: row.text_or_null("series")?.is_some().then(|| receipt_number(row)).transpose()?,
            })
        };
        rows.iter().map(listed).collect()
    }

    /// The refunds that a venue's desk still has to pay out, and those that it paid out from `from` to before `until`; the
    /// newest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_refunds(
        &mut self,
        venue: VenueId,
        (from, until): (Timestamp, Timestamp),
    ) -> Result<Vec<ListedRefund>, StoreError> {
        let rows = self.0.all(sql!("takings/list_refunds"), params![venue.0, from, until]).await?;
        rows.iter().map(|row| Ok(ListedRefund { refund: refund(row)?, paid_for: money_for(row)? })).collect()
    }

    /// What was paid online for bookings at a venue from `from` to before `until`, and what was sent back.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sum_online(
        &mut self,
        venue: VenueId,
        (from, until): (Timestamp, Timestamp),
    ) -> Result<OnlineTakings, StoreError> {
        let row = self.0.one(sql!("takings/sum_online"), params![venue.0, from, until]).await?;
        Ok(OnlineTakings { taken: row.money("taken_paise")?, returned: row.money("returned_paise")? })
    }

    /// What the bookings of a venue's day still owe.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sum_due(&mut self, venue: VenueId, day: Date) -> Result<DueSum, StoreError> {
        let row = self.0.one(sql!("takings/sum_due"), params![venue.0, day]).await?;
        Ok(DueSum { bookings: row.integer("bookings")?, amount: row.money("due_paise")? })
    }
}

fn money_for(row: &Row) -> Result<MoneyFor, StoreError> {
    Ok(MoneyFor {
        order: row.converted("order_number")?,
        name: row.text("name")?.to_owned(),
        court_name: row.text("court_name")?.to_owned(),
        day: row.day("venue_day")?,
        start: row.start_time("start_minute")?,
    })
}
