//! The money of a venue's day: what its desk took and gave back, what was paid online, what is still due.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    BillId, StaffId, VenueId, ledger::Account, money::Money, receipt::ReceiptNumber, refund::RefundReason,
};

use crate::{
    Row, Session, StoreError,
    corrections::{Corrections, corrections},
    desk_payments::{DeskPayment, desk_payment},
    money_for::{MoneyFor, money_for},
    params,
    payments::{Refund, refund},
    receipts::receipt_number,
    sql,
};

/// The repository of a venue's takings.
pub struct Takings<'s>(pub &'s mut dyn Session);

/// A payment in the list of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPayment {
    /// The payment.
    pub payment: DeskPayment,
    /// The first booking that it pays.
    pub paid_for: MoneyFor,
    /// How many bookings it pays.
    pub orders: i64,
    /// The number of its newest receipt; `None` if it has none.
    pub receipt: Option<ReceiptNumber>,
    /// What can still be done with it.
    pub corrections: Corrections,
}

/// A payment by a QR code of the provider in the list of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedQrPayment {
    /// The code.
    pub bill: BillId,
    /// The clerk who made the code.
    pub staff: StaffId,
    /// The amount.
    pub amount: Money,
    /// When the program learned of it.
    pub at: Timestamp,
    /// The name of a payer who is not the player.
    pub payer: Option<String>,
    /// The first booking that the code is for.
    pub paid_for: MoneyFor,
    /// How many bookings the code is for.
    pub orders: i64,
    /// Its outcome.
    pub outcome: QrPaymentOutcome,
    /// How much of it the provider had sent back by itself.
    pub sent_back: Money,
    /// Whether its receipt can be made out to a firm.
    pub can_invoice: bool,
}

/// The outcome of a payment by a QR code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QrPaymentOutcome {
    /// It paid its bookings, with this receipt.
    Paid(Option<ReceiptNumber>),
    /// It did not pay a booking, and what the provider has not sent back by itself is refunded, for this reason.
    GoesBack(RefundReason),
    /// The provider had sent it back by itself.
    WasReturned,
}

/// Money of a QR code in the list of a day whose refund was issued at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedQrRefund {
    /// The refund, which is through the provider.
    pub refund: Refund,
    /// The clerk who made the code.
    pub staff: StaffId,
    /// The booking.
    pub paid_for: MoneyFor,
}

/// A refund in the list of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedRefund {
    /// The refund.
    pub refund: Refund,
    /// The booking whose money goes back.
    pub paid_for: MoneyFor,
}

/// What was paid online and sent back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnlineTakings {
    /// What was paid.
    pub taken: Money,
    /// What was sent back.
    pub returned: Money,
}

/// What came to an account of a desk in a period, and what was given back from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountSums {
    /// The account.
    pub account: Account,
    /// What came, less what was voided; negative if more of earlier days was voided than came.
    pub taken: Money,
    /// What was given back.
    pub returned: Money,
}

/// What bookings of a day still owe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueSum {
    /// The number of bookings that owe something.
    pub bookings: i64,
    /// The sum.
    pub amount: Money,
}

impl Takings<'_> {
    /// The payments taken at a venue's desk from `from` to before `until`, voided ones included, the newest first. Money that was
    /// noted without a network is recorded later than it was taken; `recorded_from` leaves out what was recorded before.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_payments(
        &mut self,
        venue: VenueId,
        (from, until): (Timestamp, Timestamp),
        recorded_from: Timestamp,
    ) -> Result<Vec<ListedPayment>, StoreError> {
        let params = params![venue.0, from, until, recorded_from];
        let rows = self.0.all(sql!("takings/list_payments"), params).await?;
        let listed = |row: &Row| {
            Ok(ListedPayment {
                payment: desk_payment(row)?,
                paid_for: money_for(row)?,
                orders: row.integer("orders")?,
                receipt: receipt(row)?,
                corrections: corrections(row)?,
            })
        };
        rows.iter().map(listed).collect()
    }

    /// The refunds that a venue's desk may still pay out; and, from `from` to before `until`, those that it paid out, and those for a
    /// game there that failed at the provider and were settled by UPI or bank. The newest first.
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

    /// The payments by QR codes of a venue's desk that came from `from` to before `until`, the newest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_qr_payments(
        &mut self,
        venue: VenueId,
        (from, until): (Timestamp, Timestamp),
    ) -> Result<Vec<ListedQrPayment>, StoreError> {
        let rows = self.0.all(sql!("takings/list_qr_payments"), params![venue.0, from, until]).await?;
        rows.iter().map(qr_payment).collect()
    }

    /// The money of QR codes of a venue's desk whose refund was issued at the provider from `from` to before `until`, the newest
    /// first; without what the provider could not send.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_qr_refunds(
        &mut self,
        venue: VenueId,
        (from, until): (Timestamp, Timestamp),
    ) -> Result<Vec<ListedQrRefund>, StoreError> {
        let rows = self.0.all(sql!("takings/list_qr_refunds"), params![venue.0, from, until]).await?;
        let listed = |row: &Row| {
            Ok(ListedQrRefund {
                refund: refund(row)?,
                staff: StaffId(row.integer("staff_id")?),
                paid_for: money_for(row)?,
            })
        };
        rows.iter().map(listed).collect()
    }

    /// What was paid online or by QR codes for orders at a venue from `from` to before `until`, money that led to no booking included,
    /// and what was sent back.
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

    /// What came to a venue's desk from `from` to before `until`, less what was voided then, and what was given back;
    /// an account without any is left out. What a desk took without a network counts from when it was recorded.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sum_desk(
        &mut self,
        venue: VenueId,
        (from, until): (Timestamp, Timestamp),
    ) -> Result<Vec<AccountSums>, StoreError> {
        let rows = self.0.all(sql!("takings/sum_desk"), params![venue.0, from, until]).await?;
        let sums = |row: &Row| {
            Ok(AccountSums {
                account: row.parsed("account")?,
                taken: row.money("taken_paise")?,
                returned: row.money("returned_paise")?,
            })
        };
        rows.iter().map(sums).collect()
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

/// The number of the newest receipt of a listed payment.
fn receipt(row: &Row) -> Result<Option<ReceiptNumber>, StoreError> {
    row.text_or_null("series")?.is_some().then(|| receipt_number(row)).transpose()
}

fn qr_payment(row: &Row) -> Result<ListedQrPayment, StoreError> {
    let outcome = match (row.text("outcome")?, row.text_or_null("late_reason")?) {
        ("confirmed", _) => QrPaymentOutcome::Paid(receipt(row)?),
        (_, Some(_)) => QrPaymentOutcome::GoesBack(row.parsed("late_reason")?),
        _ => QrPaymentOutcome::WasReturned,
    };
    let amount = row.money("amount_paise")?;
    let sent_back = match outcome {
        QrPaymentOutcome::Paid(_) => Money::ZERO,
        // The rest, if any, is refunded.
        QrPaymentOutcome::GoesBack(_) | QrPaymentOutcome::WasReturned => {
            amount.less(row.money_or_null("late_paise")?.unwrap_or(Money::ZERO))
        }
    };
    Ok(ListedQrPayment {
        bill: BillId(row.integer("bill_id")?),
        staff: StaffId(row.integer("staff_id")?),
        amount,
        at: row.instant("happened_at")?,
        payer: row.text_or_null("payer_name")?.map(str::to_owned),
        paid_for: money_for(row)?,
        orders: row.integer("orders")?,
        outcome,
        sent_back,
        can_invoice: row.flag("can_invoice")?,
    })
}
