//! The tables `payout`, `payout_line` and `payout_day`: what the payment provider paid out, and how it compares with what the database has.

use std::collections::BTreeMap;

use jiff::{
    Timestamp,
    civil::{Date, Time},
};
use sideout_domain::{
    BillId, StaffId, VenueId,
    money::Money,
    order::OrderNumber,
    payout::{
        Comparison, PayoutAmounts, PayoutLine, PayoutLineKind, PayoutLineState, ReadDays, Stored,
        instant_at_provider,
    },
};

use crate::{Call, Row, Session, StoreError, Value, params, payments::Explanation, sql};

/// The repository of payouts.
pub struct Payouts<'s>(pub &'s mut dyn Session);

/// What the database has under the id of a line, and what it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEntity {
    /// What it is.
    pub stored: Stored,
    /// The bill that was paid.
    pub bill: BillId,
    /// The first booking of the bill, or that of the refund.
    pub order: OrderNumber,
    /// Whether the ledger posts it to that booking: a refund, or the payment of a single one.
    pub is_posted_to_order: bool,
    /// The payment at the provider.
    pub payment: Option<String>,
}

impl StoredEntity {
    /// The booking to which the ledger posts it; `None` for a payment for several.
    pub fn posted_order(&self) -> Option<OrderNumber> {
        self.is_posted_to_order.then_some(self.order)
    }
}

/// A line that is about to be added.
#[derive(Debug, Clone)]
pub struct NewPayoutLine<'a> {
    /// The line as the provider reports it.
    pub line: &'a PayoutLine,
    /// The result of the comparison with our payment or refund.
    pub compared: Comparison,
    /// The bill, and its first booking or that of the refund, if the payment or refund is ours.
    pub of: Option<(BillId, OrderNumber)>,
}

/// A payout with the sums of its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payout {
    /// The provider's id.
    pub id: String,
    /// The bank's reference.
    pub utr: Option<String>,
    /// When it was paid out.
    pub settled_at: Timestamp,
    /// How many lines it has.
    pub lines: i64,
    /// The sums of its lines.
    pub sums: PayoutSums,
    /// How many of its lines need an explanation.
    pub open: i64,
}

/// Sums of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PayoutSums {
    /// What was added.
    pub credit: Money,
    /// What was taken.
    pub debit: Money,
    /// The provider's fees, tax included.
    pub fee: Money,
    /// The tax in them.
    pub tax: Money,
}

impl PayoutSums {
    /// What came into the bank account.
    pub fn net(&self) -> Money {
        Money::from_paise(self.credit.paise() - self.debit.paise())
    }

    fn add(&mut self, amounts: &PayoutAmounts) {
        let PayoutAmounts { fee, tax, credit, debit, .. } = *amounts;
        *self = PayoutSums {
            credit: self.credit.plus(credit),
            debit: self.debit.plus(debit),
            fee: self.fee.plus(fee),
            tax: self.tax.plus(tax),
        };
    }
}

/// What was paid out in a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PayoutTotals {
    /// How many payouts.
    pub payouts: i64,
    /// How many lines they have.
    pub lines: i64,
    /// Their sums.
    pub sums: PayoutSums,
}

/// A stored line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPayoutLine {
    /// The provider's id of the payment, refund or correction.
    pub entity: String,
    /// The payout; `None` if no payout has named the payment or refund.
    pub payout: Option<String>,
    /// Whether it is a payment, a refund, a correction or something else.
    pub kind: PayoutLineKind,
    /// Whether it fits our payment or refund.
    pub state: PayoutLineState,
    /// Its amounts.
    pub amounts: PayoutAmounts,
    /// By how much it should change the bank account; `None` if the payment or refund is not ours.
    pub expected: Option<Money>,
    /// The first booking of its bill, or that of the refund, with the venue and day.
    pub booking: Option<(OrderNumber, VenueId, Date)>,
    /// When it was added.
    pub added_at: Timestamp,
    /// The explanation of staff, if there is one.
    pub explanation: Option<Explanation>,
}

impl StoredPayoutLine {
    /// Whether the line that the provider reports now has another payout, kind or amount.
    pub fn differs_from(&self, line: &PayoutLine) -> bool {
        let stored = (self.payout.as_deref(), self.kind, self.amounts);
        stored != (Some(line.payout.as_str()), line.kind, line.amounts)
    }

    /// Whether staff have to explain it.
    pub fn is_open(&self) -> bool {
        self.state.needs_explanation() && self.explanation.is_none()
    }
}

/// A day of the provider that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PayoutDay {
    /// The day in India.
    pub day: Date,
    /// When it was read last.
    pub read_at: Timestamp,
}

impl Payouts<'_> {
    /// What the database has under the ids of lines, by id; ids that are not ours are left out.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_stored(
        &mut self,
        entities: &[&str],
    ) -> Result<BTreeMap<String, StoredEntity>, StoreError> {
        let calls: Vec<Call> = entities
            .iter()
            .flat_map(|id| {
                [
                    Call::new(sql!("payout_line/find_payment"), params![*id]),
                    Call::new(sql!("payout_line/find_refund"), params![*id]),
                ]
            })
            .collect();
        let answers = self.0.send(&calls).await?;
        let mut found = BTreeMap::new();
        for (id, pair) in entities.iter().zip(answers.chunks(2)) {
            let [payments, refunds] = pair else { continue };
            let stored = match (payments.rows.first(), refunds.rows.first()) {
                (Some(payment), _) => stored_payment(id, payment)?,
                (None, Some(refund)) => stored_refund(refund)?,
                (None, None) => continue,
            };
            found.insert((*id).to_owned(), stored);
        }
        Ok(found)
    }

    /// Adds lines with their payouts, and adds them to the sums of the payouts; a payout without a line is not kept. The lines must be in
    /// the order of their ids, so that two units of work with the same lines cannot deadlock. For each line: `false` if it was counted
    /// before.
    ///
    /// INVARIANT: what a line is about counts once (suite `payout_races`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(
        &mut self,
        lines: &[NewPayoutLine<'_>],
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError> {
        let mut payouts: BTreeMap<&str, &PayoutLine> = BTreeMap::new();
        for new in lines {
            let first = payouts.entry(new.line.payout.as_str()).or_insert(new.line);
            // In a file only some lines of a payout may have the bank's reference.
            if first.utr.is_none() {
                *first = new.line;
            }
        }
        let rows: Vec<Vec<Value>> = payouts
            .values()
            .map(|line| params![&line.payout, line.utr.clone(), line.settled_at].to_vec())
            .collect();
        self.0.run_each(sql!("payout/add"), &rows).await?;
        let rows: Vec<Vec<Value>> = lines.iter().map(|new| row_of(new, now)).collect();
        let touched = self.0.run_each(sql!("payout_line/add"), &rows).await?;
        let mut sums: BTreeMap<&str, (i64, PayoutSums)> = BTreeMap::new();
        for (new, _) in lines.iter().zip(&touched).filter(|(_, touched)| **touched == 1) {
            let (count, sum) = sums.entry(&new.line.payout).or_default();
            *count += 1;
            sum.add(&new.line.amounts);
        }
        // A line refers to its payout, which is added first, and stays in the payout that named it first. The row of the payout is
        // locked since it was added, so no other unit of work adds a line to it.
        let rows: Vec<Vec<Value>> = payouts
            .keys()
            .filter(|payout| !sums.contains_key(*payout))
            .map(|payout| params![*payout].to_vec())
            .collect();
        self.0.run_each(sql!("payout/remove_empty"), &rows).await?;
        let rows: Vec<Vec<Value>> = sums
            .into_iter()
            .map(|(payout, (count, PayoutSums { credit, debit, fee, tax }))| {
                params![payout, count, credit.paise(), debit.paise(), fee.paise(), tax.paise()].to_vec()
            })
            .collect();
        self.0.run_each(sql!("payout/add_lines"), &rows).await?;
        Ok(touched.into_iter().map(|touched| touched == 1).collect())
    }

    /// Adds payments that were settled, and refunds that were sent, from `from` to before `to` and that no payout has named; returns
    /// how many. Removes missing refunds that have failed meanwhile.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add_missing(
        &mut self,
        (from, to): (Timestamp, Timestamp),
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        let params = params![from, to, now];
        let payments = self.0.run(sql!("payout_line/add_missing_payments"), params).await?;
        let refunds = self.0.run(sql!("payout_line/add_missing_refunds"), params).await?;
        self.0.run(sql!("payout_line/remove_missing"), params![]).await?;
        Ok(payments + refunds)
    }

    /// Stores the new result of comparing a line; `false` if it was explained or compared meanwhile.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn compare_again(
        &mut self,
        line: &StoredPayoutLine,
        compared: Comparison,
        order: OrderNumber,
    ) -> Result<bool, StoreError> {
        let expected = compared.expected.map(Money::paise);
        let params = params![&line.entity, compared.state.name(), expected, order.value(), line.state.name()];
        Ok(self.0.run(sql!("payout_line/compare"), params).await? == 1)
    }

    /// Stores how staff explained a line; `false` if it needs no explanation or has one.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn explain(&mut self, entity: &str, explanation: &Explanation) -> Result<bool, StoreError> {
        let Explanation { text, staff, at } = explanation;
        Ok(self.0.run(sql!("payout_line/explain"), params![entity, text, staff.0, *at]).await? == 1)
    }

    /// One line.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_line(&mut self, entity: &str) -> Result<Option<StoredPayoutLine>, StoreError> {
        let row = self.0.first(sql!("payout_line/find"), params![entity]).await?;
        row.as_ref().map(stored_line).transpose()
    }

    /// The stored lines with these ids; ids without a line are left out.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_lines(&mut self, entities: &[&str]) -> Result<Vec<StoredPayoutLine>, StoreError> {
        let calls: Vec<Call> =
            entities.iter().map(|id| Call::new(sql!("payout_line/find"), params![*id])).collect();
        let answers = self.0.send(&calls).await?;
        answers.iter().filter_map(|answer| answer.rows.first()).map(stored_line).collect()
    }

    /// The `limit` oldest lines that need an explanation, after a line.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_open(
        &mut self,
        after: Option<(Timestamp, &str)>,
        limit: u32,
    ) -> Result<Vec<StoredPayoutLine>, StoreError> {
        let (at, id) = after.map_or((i64::MIN, ""), |(at, id)| (at.as_millisecond(), id));
        let rows = self.0.all(sql!("payout_line/list_open"), params![at, id, limit]).await?;
        rows.iter().map(stored_line).collect()
    }

    /// How many lines need an explanation.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_open(&mut self) -> Result<i64, StoreError> {
        self.0.one(sql!("payout_line/count_open"), params![]).await?.integer("lines")
    }

    /// The next `limit` lines of a payout in the order of their ids, after an id.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_lines(
        &mut self,
        payout: &str,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<StoredPayoutLine>, StoreError> {
        let params = params![payout, after.unwrap_or(""), limit];
        let rows = self.0.all(sql!("payout_line/list_of_payout"), params).await?;
        rows.iter().map(stored_line).collect()
    }

    /// The `limit` latest payouts, before a payout.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list(
        &mut self,
        before: Option<(Timestamp, &str)>,
        limit: u32,
    ) -> Result<Vec<Payout>, StoreError> {
        let (at, id) = before.map_or((i64::MAX, ""), |(at, id)| (at.as_millisecond(), id));
        let rows = self.0.all(sql!("payout/list"), params![at, id, limit]).await?;
        rows.iter().map(payout).collect()
    }

    /// One payout.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self, id: &str) -> Result<Option<Payout>, StoreError> {
        let row = self.0.first(sql!("payout/find"), params![id]).await?;
        row.as_ref().map(payout).transpose()
    }

    /// What was paid out since `from`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sum_since(&mut self, from: Timestamp) -> Result<PayoutTotals, StoreError> {
        let row = self.0.one(sql!("payout/sum_since"), params![from]).await?;
        Ok(PayoutTotals { payouts: row.integer("payouts")?, lines: row.integer("lines")?, sums: sums(&row)? })
    }

    /// Records that a day of the provider was read, which starts at `starts_at`; `unreadable` of its lines could not be read.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn put_day(
        &mut self,
        read: PayoutDay,
        starts_at: Timestamp,
        unreadable: u32,
    ) -> Result<(), StoreError> {
        let params = params![read.day, starts_at, read.read_at, unreadable];
        self.0.run(sql!("payout_day/put"), params).await.map(drop)
    }

    /// Which days of the provider were read: the first one, and those since `from`. If none was read, when the first payment since then
    /// was settled.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_read_days(&mut self, from: Date) -> Result<ReadDays, StoreError> {
        let first = self.0.first(sql!("payout_day/find_first"), params![]).await?;
        let first = first.map(|row| row.day("day")).transpose()?;
        let rows = self.0.all(sql!("payout_day/list_since"), params![from]).await?;
        let days = rows.iter().map(|row| Ok((row.day("day")?, row.instant("read_at")?)));
        let read_at = days.collect::<Result<_, StoreError>>()?;
        let first_payment = if first.is_none() { self.find_first_payment(from).await? } else { None };
        Ok(ReadDays { first, read_at, first_payment })
    }

    /// When the first payment from the provider's day `from` on was settled.
    async fn find_first_payment(&mut self, from: Date) -> Result<Option<Timestamp>, StoreError> {
        let from = instant_at_provider(from.to_datetime(Time::midnight())).unwrap_or(Timestamp::MIN);
        self.0.one(sql!("payment/find_first_since"), params![from]).await?.instant_or_null("settled_at")
    }

    /// When the newest day that was read was read last.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_last_reading(&mut self) -> Result<Option<Timestamp>, StoreError> {
        let last = self.0.first(sql!("payout_day/find_last"), params![]).await?;
        last.map(|row| row.instant("read_at")).transpose()
    }

    /// The start of the first day of the provider that was read.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_start(&mut self) -> Result<Option<Timestamp>, StoreError> {
        let first = self.0.first(sql!("payout_day/find_first"), params![]).await?;
        first.map(|row| row.instant("starts_at")).transpose()
    }
}

fn row_of(new: &NewPayoutLine<'_>, now: Timestamp) -> Vec<Value> {
    let NewPayoutLine { line, compared, of } = new;
    params![
        &line.entity,
        &line.payout,
        line.kind.name(),
        compared.state.name(),
        line.amounts.amount.paise(),
        line.amounts.fee.paise(),
        line.amounts.tax.paise(),
        line.amounts.credit.paise(),
        line.amounts.debit.paise(),
        compared.expected.map(Money::paise),
        of.map(|(bill, _)| bill.0),
        of.map(|(_, order)| order.value()),
        now,
    ]
    .to_vec()
}

fn stored_payment(id: &str, row: &Row) -> Result<StoredEntity, StoreError> {
    let (amount, fee) = (row.money("amount_paise")?, row.money("fee_paise")?);
    let is_captured = row.text_or_null("outcome")?.is_some();
    Ok(StoredEntity {
        stored: Stored::Payment { amount, fee, is_captured },
        bill: BillId(row.integer("bill_id")?),
        order: row.converted("order_number")?,
        is_posted_to_order: row.integer("orders")? == 1,
        payment: Some(id.to_owned()),
    })
}

fn stored_refund(row: &Row) -> Result<StoredEntity, StoreError> {
    Ok(StoredEntity {
        stored: Stored::Refund { amount: row.money("amount_paise")?, has_left: row.flag("has_left")? },
        bill: BillId(row.integer("bill_id")?),
        order: row.converted("order_number")?,
        is_posted_to_order: true,
        payment: row.text_or_null("payment_id")?.map(str::to_owned),
    })
}

fn sums(row: &Row) -> Result<PayoutSums, StoreError> {
    Ok(PayoutSums {
        credit: row.money("credit_paise")?,
        debit: row.money("debit_paise")?,
        fee: row.money("fee_paise")?,
        tax: row.money("tax_paise")?,
    })
}

fn payout(row: &Row) -> Result<Payout, StoreError> {
    Ok(Payout {
        id: row.text("payout_id")?.to_owned(),
        utr: row.text_or_null("utr")?.map(str::to_owned),
        settled_at: row.instant("settled_at")?,
        lines: row.integer("lines")?,
        sums: sums(row)?,
        open: row.integer("open")?,
    })
}

fn stored_line(row: &Row) -> Result<StoredPayoutLine, StoreError> {
    let order: Option<OrderNumber> = row.converted_or_null("order_number")?;
    let place = row.integer_or_null("venue_id")?.map(VenueId).zip(row.day_or_null("venue_day")?);
    let explained = row.text_or_null("explanation")?.zip(row.instant_or_null("explained_at")?);
    let explanation = match explained {
        None => None,
        Some((text, at)) => {
            Some(Explanation { text: text.to_owned(), staff: StaffId(row.integer("explained_by")?), at })
        }
    };
    Ok(StoredPayoutLine {
        entity: row.text("entity_id")?.to_owned(),
        payout: row.text_or_null("payout_id")?.map(str::to_owned),
        kind: row.parsed("kind")?,
        state: row.parsed("state")?,
        amounts: PayoutAmounts {
            amount: row.money("amount_paise")?,
            fee: row.money("fee_paise")?,
            tax: row.money("tax_paise")?,
            credit: row.money("credit_paise")?,
            debit: row.money("debit_paise")?,
        },
        expected: row.money_or_null("expected_paise")?,
        booking: order.zip(place).map(|(order, (venue, day))| (order, venue, day)),
        added_at: row.instant("added_at")?,
        explanation,
    })
}
