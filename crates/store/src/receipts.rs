//! The tables `receipt`, `receipt_series`, `receipt_gap` and `desk_series`: receipts and credit notes, numbered without gaps except
//! those that are recorded after a restore.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    BillId, DeskPaymentId, RefundId, VenueId,
    gst::TaxSplit,
    money::Money,
    order::OrderNumber,
    receipt::{DeskSeries, DocumentKind, FinancialYear, ReceiptNumber, Series},
    refund::RefundReason,
};

use crate::{Row, Session, StoreError, params, sql};

/// The repository of receipts and credit notes.
pub struct Receipts<'s>(pub &'s mut dyn Session);

/// A document about to be issued.
#[derive(Debug, Clone)]
pub struct NewDocument<'a> {
    /// Receipt or credit note.
    pub kind: DocumentKind,
    /// The series of its number.
    pub series: &'a Series,
    /// The bill.
    pub bill: BillId,
    /// The order; of a receipt for several, the first one; of a credit note for a refund, the one whose money goes back.
    pub order: OrderNumber,
    /// The payment at the provider; `None` if the money was taken at a desk.
    pub payment: Option<&'a str>,
    /// The current time.
    pub issued_at: Timestamp,
    /// The day in the operator's city; it determines the financial year.
    pub issued_on: Date,
    /// The amount received, or refunded.
    pub total: Money,
    /// The rate in hundredths of a percent and the parts of the total; `None` without a tax number.
    pub tax: Option<(u32, TaxSplit)>,
    /// What a credit note is for.
    pub credit: Option<Credit>,
    /// The remaining fields, as JSON.
    pub facts: &'a str,
    /// Which of the receipts of the bill it is, from 1; of a credit note, which one it reduces.
    pub edition: u32,
}

/// What a credit note is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credit {
    /// Money that goes back.
    Refund(RefundId, RefundReason),
    /// A desk payment that was voided.
    Void(DeskPaymentId),
    /// A receipt that is replaced by the next edition.
    Reissue,
}

/// Why a credit note was issued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreditReason {
    /// A refund, for this reason.
    Refund(RefundReason),
    /// The payment was a mistake.
    Voided,
    /// The receipt was replaced by another one for the same money.
    Reissued,
}

/// The stored text of [`CreditReason::Voided`].
const VOIDED: &str = "voided";
/// The stored text of [`CreditReason::Reissued`].
const REISSUED: &str = "reissued";

impl CreditReason {
    fn parse(text: &str) -> Result<Self, StoreError> {
        if text == VOIDED {
            return Ok(CreditReason::Voided);
        }
        if text == REISSUED {
            return Ok(CreditReason::Reissued);
        }
        let reason = text.parse().map_err(|error| StoreError::Corrupt(format!("receipt.reason: {error}")))?;
        Ok(CreditReason::Refund(reason))
    }
}

/// An issued document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedDocument {
    /// Its number.
    pub number: ReceiptNumber,
    /// The bill.
    pub bill: BillId,
    /// The order for which it was issued, as [`NewDocument::order`].
    pub order: OrderNumber,
    /// The order that it counts for now: of a credit note for a refund, the refund's present order; else `order`.
    pub counts_for: OrderNumber,
    /// The payment at the provider; `None` if the money was taken at a desk.
    pub payment: Option<String>,
    /// The day in the operator's city.
    pub issued_on: Date,
    /// The amount received, or refunded.
    pub total: Money,
    /// The rate in hundredths of a percent and the parts of the total.
    pub tax: Option<(u32, TaxSplit)>,
    /// The reason of a credit note.
    pub reason: Option<CreditReason>,
    /// The remaining fields, as JSON.
    pub facts: String,
    /// Which of the receipts of the bill it is, from 1; of a credit note, which one it reduces.
    pub edition: u32,
}

impl IssuedDocument {
    /// Receipt or credit note.
    pub fn kind(&self) -> DocumentKind {
        if self.reason.is_some() { DocumentKind::CreditNote } else { DocumentKind::Receipt }
    }
}

/// Receipt numbers that are skipped, both ends included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptGap {
    /// The series.
    pub series: Series,
    /// The financial year.
    pub year: FinancialYear,
    /// The first skipped number.
    pub first: u32,
    /// The last skipped number.
    pub last: u32,
}

impl Receipts<'_> {
    /// Takes the next number of the series and issues the document under it. The series stays locked until this unit of
    /// work ends, so call this last.
    ///
    /// INVARIANT: the number is the next one after those of its series and year that were issued or skipped (suite `receipts`).
    ///
    /// # Errors
    /// [`StoreError::Constraint`] if the bill has a receipt of this edition already, or the refund, the voided payment or the
    /// replaced receipt has its credit note.
    pub async fn issue(&mut self, new: &NewDocument<'_>) -> Result<ReceiptNumber, StoreError> {
        let year = FinancialYear::of(new.issued_on);
        let series = new.series.to_string();
        let taken =
            self.0.one(sql!("receipt_series/take"), params![&series, i64::from(year.first())]).await?;
        let number = ReceiptNumber { series: new.series.clone(), year, serial: taken.converted("last")? };
        let (refund, voided, reason) = match new.credit {
            Some(Credit::Refund(id, reason)) => (Some(id), None, Some(reason.name())),
            Some(Credit::Void(id)) => (None, Some(id), Some(VOIDED)),
            Some(Credit::Reissue) => (None, None, Some(REISSUED)),
            None => (None, None, None),
        };
        let (rate, split) = (new.tax.map(|(rate, _)| rate), new.tax.map(|(_, split)| split));
        let params = params![
            series,
            i64::from(year.first()),
            number.serial,
            new.kind.name(),
            new.order.value(),
            new.payment,
            new.issued_at,
            new.issued_on,
            new.total.paise(),
            rate,
            split.map(|split| split.taxable.paise()),
            split.map(|split| split.central.paise()),
            split.map(|split| split.state.paise()),
            reason,
            new.facts,
            new.bill.0,
            refund.map(|id| id.0),
            voided.map(|id| id.0),
            new.edition,
        ];
        self.0.run(sql!("receipt/add"), params).await?;
        Ok(number)
    }

    /// Skips the numbers of a series and year that may have been given to documents lost since `since`: at least up to
    /// `at_least`, and at least `more` numbers. Records the gap; `None` if no number is skipped. The series stays
    /// locked until this unit of work ends.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn skip_numbers(
        &mut self,
        (series, year): (&Series, FinancialYear),
        (at_least, more): (u32, u32),
        (since, now): (Timestamp, Timestamp),
    ) -> Result<Option<ReceiptGap>, StoreError> {
        let (name, first) = (series.to_string(), i64::from(year.first()));
        let last: u32 =
            self.0.one(sql!("receipt_series/skip"), params![&name, first, 0]).await?.converted("last")?;
        let left_out = at_least.saturating_sub(last).max(more);
        if left_out == 0 {
            return Ok(None);
        }
        let to = self.0.one(sql!("receipt_series/skip"), params![&name, first, left_out]).await?;
        let gap = ReceiptGap { series: series.clone(), year, first: last + 1, last: to.converted("last")? };
        let params = params![name, first, gap.first, gap.last, since, now];
        self.0.run(sql!("receipt_gap/add"), params).await?;
        Ok(Some(gap))
    }

    /// The gap that [`Receipts::skip_numbers`] would record.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_gap(
        &mut self,
        (series, year): (&Series, FinancialYear),
        (at_least, more): (u32, u32),
    ) -> Result<Option<ReceiptGap>, StoreError> {
        let params = params![series.to_string(), i64::from(year.first())];
        let row = self.0.first(sql!("receipt_series/find"), params).await?;
        let last = row.map_or(Ok(0), |row| row.converted("last"))?;
        let left_out = at_least.saturating_sub(last).max(more);
        let gap = ReceiptGap { series: series.clone(), year, first: last + 1, last: last + left_out };
        Ok((left_out > 0).then_some(gap))
    }

    /// The number of paid parts with a receipt, of bookings that could have ended with a refund after `since`: those that could have been
    /// cancelled, and those whose court was closed and whose player had not answered the offer.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_creditable(&mut self, since: Timestamp) -> Result<u32, StoreError> {
        self.0.one(sql!("receipt/count_creditable"), params![since]).await?.converted("count")
    }

    /// The series of a venue's receipts and credit notes; `None` if it has none yet.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_desk_series(&mut self, venue: VenueId) -> Result<Option<DeskSeries>, StoreError> {
        self.0
            .first(sql!("desk_series/find"), params![venue.0])
            .await?
            .map(|row| desk_series(&row))
            .transpose()
    }

    /// The series of all venues.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_desk_series(&mut self) -> Result<Vec<DeskSeries>, StoreError> {
        self.0.all(sql!("desk_series/list"), params![]).await?.iter().map(desk_series).collect()
    }

    /// Gives a venue its series; `false` if it already has series, or another venue has one of these.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add_desk_series(&mut self, venue: VenueId, new: &DeskSeries) -> Result<bool, StoreError> {
        let params = params![venue.0, new.receipts.to_string(), new.credit_notes.to_string()];
        Ok(self.0.run(sql!("desk_series/add"), params).await? == 1)
    }

    /// The newest receipt or credit note of an order, without the credit notes for receipts that were replaced.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(
        &mut self,
        order: OrderNumber,
        kind: DocumentKind,
    ) -> Result<Option<IssuedDocument>, StoreError> {
        let issued = self.list_of_order(order).await?;
        Ok(issued.into_iter().rfind(|document| document.kind() == kind))
    }

    /// The receipts of an order, then its credit notes, each the oldest first: one receipt for each bill that was paid, without those
    /// that were replaced and the credit notes for them.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_order(&mut self, order: OrderNumber) -> Result<Vec<IssuedDocument>, StoreError> {
        let rows = self.0.all(sql!("receipt/list_of_order"), params![order.value()]).await?;
        rows.iter().map(document).collect()
    }

    /// The receipt of a bill; if it was replaced, the newest.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_of_bill(&mut self, bill: BillId) -> Result<Option<IssuedDocument>, StoreError> {
        let row = self.0.first(sql!("receipt/find_of_bill"), params![bill.0]).await?;
        row.as_ref().map(document).transpose()
    }

    /// This edition of the receipt of a bill.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_edition(
        &mut self,
        bill: BillId,
        edition: u32,
    ) -> Result<Option<IssuedDocument>, StoreError> {
        let row = self.0.first(sql!("receipt/find_edition"), params![bill.0, edition]).await?;
        row.as_ref().map(document).transpose()
    }

    /// Keeps the payment of a bill from being refunded or voided until the unit of work ends; `false` if it was voided, or a
    /// part of it went back already.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn lock_whole(&mut self, bill: BillId) -> Result<bool, StoreError> {
        let at_desk = self.0.run(sql!("desk_payment/lock_whole"), params![bill.0]).await?;
        Ok(at_desk == 1 || self.0.run(sql!("payment/lock_whole"), params![bill.0]).await? == 1)
    }

    /// The newest credit note of a bill.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_credit_note(&mut self, bill: BillId) -> Result<Option<IssuedDocument>, StoreError> {
        let row = self.0.first(sql!("receipt/find_credit_note"), params![bill.0]).await?;
        row.as_ref().map(document).transpose()
    }

    /// The credit note of a bill for this refund.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_credit_note_of_refund(
        &mut self,
        bill: BillId,
        refund: RefundId,
    ) -> Result<Option<IssuedDocument>, StoreError> {
        let row = self.0.first(sql!("receipt/find_credit_note_of_refund"), params![bill.0, refund.0]).await?;
        row.as_ref().map(document).transpose()
    }

    /// The credit notes that reduce this edition of the receipt of a bill, the oldest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_credit_notes(
        &mut self,
        bill: BillId,
        edition: u32,
    ) -> Result<Vec<IssuedDocument>, StoreError> {
        self.0
            .all(sql!("receipt/list_credit_notes"), params![bill.0, edition])
            .await?
            .iter()
            .map(document)
            .collect()
    }

    /// The number of the credit note of a refund; `None` if it has none.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_credit_note_number(
        &mut self,
        refund: RefundId,
    ) -> Result<Option<ReceiptNumber>, StoreError> {
        let row = self.0.first(sql!("receipt/find_note_of_refund"), params![refund.0]).await?;
        row.as_ref().map(receipt_number).transpose()
    }
}

fn desk_series(row: &Row) -> Result<DeskSeries, StoreError> {
    Ok(DeskSeries { receipts: row.parsed("series")?, credit_notes: row.parsed("credit_series")? })
}

/// The number in the columns `series`, `year` and `serial`.
pub(crate) fn receipt_number(row: &Row) -> Result<ReceiptNumber, StoreError> {
    let year = FinancialYear::beginning_in(row.converted("year")?);
    Ok(ReceiptNumber { series: row.parsed("series")?, year, serial: row.converted("serial")? })
}

fn document(row: &Row) -> Result<IssuedDocument, StoreError> {
    let total = row.money("total_paise")?;
    let parts = (
        row.money_or_null("taxable_paise")?,
        row.money_or_null("central_paise")?,
        row.money_or_null("state_paise")?,
    );
    let tax = match (row.converted_or_null("tax_rate")?, parts) {
        (Some(rate), (Some(taxable), Some(central), Some(state))) => {
            Some((rate, TaxSplit { total, taxable, central, state }))
        }
        _ => None,
    };
    Ok(IssuedDocument {
        number: receipt_number(row)?,
        bill: BillId(row.integer("bill_id")?),
        order: row.converted("order_number")?,
        counts_for: row.converted("counts_for")?,
        payment: row.text_or_null("payment_id")?.map(str::to_owned),
        issued_on: row.day("issued_on")?,
        total,
        tax,
        reason: row.text_or_null("reason")?.map(CreditReason::parse).transpose()?,
        facts: row.text("facts")?.to_owned(),
        edition: row.converted("edition")?,
    })
}
