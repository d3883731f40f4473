//! The table `ledger_posting`: movements of money in double entry. Rows are only added, never changed.

use jiff::Timestamp;
use sideout_domain::{
    BillId, DeskPaymentId, RefundId,
    ledger::{Account, Entry, LedgerEvent, Posting},
    money::Money,
    order::OrderNumber,
};

use crate::{Row, Session, StoreError, Value, params, sql};

/// The repository of the ledger.
pub struct Ledger<'s>(pub &'s mut dyn Session);

/// An entry about to be written.
#[derive(Debug, Clone)]
pub struct NewEntry<'a> {
    /// The event and its lines.
    pub entry: Entry,
    /// What the entry is about.
    pub subject: Subject<'a>,
    /// When it happened.
    pub happened_at: Timestamp,
}

/// What an entry of the ledger is about. With the event it makes the name of the entry.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    /// A booking: `booked.4820193756`.
    Order(OrderNumber),
    /// A booking at one of its versions: `repriced.4820193756.7`.
    OrderVersion(OrderNumber, i64),
    /// A payment at the provider: `paid.pay_X`.
    Payment {
        /// Its id.
        id: &'a str,
        /// The bill that it pays.
        bill: BillId,
        /// The one order of the bill; `None` if there are several.
        order: Option<OrderNumber>,
    },
    /// A payment at a desk: `paid_at_desk.desk-7`.
    DeskPayment {
        /// Its id.
        id: DeskPaymentId,
        /// The bill that it pays.
        bill: BillId,
        /// The one order of the bill; `None` if there are several.
        order: Option<OrderNumber>,
    },
    /// A refund: `refund_approved.refund-12`, and for each attempt `refund_issued.refund-12.1`.
    Refund {
        /// Its id.
        id: RefundId,
        /// The bill that was paid.
        bill: BillId,
        /// Its order; of a refund of a whole payment, one of the payment's orders.
        order: OrderNumber,
        /// The payment at the provider that it takes from.
        payment: Option<&'a str>,
        /// The number of the attempt; `None` for the approval, and for a refund that the provider sent after all.
        attempt: Option<i64>,
    },
    /// A line of a payout: `payout.pay_X`.
    PayoutLine {
        /// The provider's id of what it is about.
        entity: &'a str,
        /// The bill that was paid; `None` if the line is not ours.
        bill: Option<BillId>,
        /// The one order that it is about; `None` if there are several, or the line is not ours.
        order: Option<OrderNumber>,
        /// The payment.
        payment: Option<&'a str>,
    },
}

/// One stored line of the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// When it happened.
    pub happened_at: Timestamp,
    /// The name of the entry it belongs to.
    pub entry: String,
    /// The account.
    pub account: Account,
    /// The event.
    pub event: LedgerEvent,
    /// The order; `None` if the entry is about several, or about a payout line that is not ours.
    pub order: Option<OrderNumber>,
    /// The bill; `None` if the entry is about the booking itself, or about a payout line that is not ours.
    pub bill: Option<BillId>,
    /// The payment at the provider.
    pub payment: Option<String>,
    /// A debit is positive, a credit negative.
    pub amount: Money,
}

/// A sum in the ledger that differs from the sum in the other tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// The order, in accounts that are compared order by order.
    pub order: Option<OrderNumber>,
    /// The bill, in the other accounts; `None` for the sum of what has no bill.
    pub bill: Option<BillId>,
    /// The account.
    pub account: Account,
    /// The sum in the ledger.
    pub ledger: Money,
    /// The sum according to the other tables.
    pub tables: Money,
}

impl NewEntry<'_> {
    fn name(&self) -> String {
        let event = self.entry.event;
        match self.subject {
            Subject::Order(order) => format!("{event}.{order}"),
            Subject::OrderVersion(order, version) => format!("{event}.{order}.{version}"),
            Subject::Payment { id, .. } => format!("{event}.{id}"),
            Subject::DeskPayment { id, .. } => format!("{event}.desk-{id}"),
            Subject::Refund { id, attempt: None, .. } => format!("{event}.refund-{id}"),
            Subject::Refund { id, attempt: Some(attempt), .. } => format!("{event}.refund-{id}.{attempt}"),
            Subject::PayoutLine { entity, .. } => format!("{event}.{entity}"),
        }
    }

    fn rows(&self) -> Vec<Vec<Value>> {
        let name = self.name();
        let (order, bill, payment) = match self.subject {
            Subject::Order(order) | Subject::OrderVersion(order, _) => (Some(order), None, None),
            Subject::Payment { id, bill, order } => (order, Some(bill), Some(id)),
            Subject::DeskPayment { bill, order, .. } => (order, Some(bill), None),
            Subject::Refund { bill, order, payment, .. } => (Some(order), Some(bill), payment),
            Subject::PayoutLine { bill, order, payment, .. } => (order, bill, payment),
        };
        let row = |posting: &Posting| {
            params![
                &name,
                posting.account.name(),
                self.entry.event.name(),
                order.map(OrderNumber::value),
                payment,
                bill.map(|bill| bill.0),
                posting.amount.paise(),
                self.happened_at,
            ]
            .to_vec()
        };
        self.entry.postings.iter().map(row).collect()
    }
}

impl Ledger<'_> {
    /// Adds an entry; `false` if it is already recorded, or has no lines because all amounts are zero.
    ///
    /// INVARIANT: an event is recorded once, completely, and never changed (suite `ledger`).
    ///
    /// # Errors
    /// [`StoreError`] only; [`StoreError::Corrupt`] if some of its lines are recorded already and others are not.
    pub async fn record(&mut self, new: &NewEntry<'_>) -> Result<bool, StoreError> {
        let rows = new.rows();
        let added = self.0.run_each(sql!("ledger_posting/add"), &rows).await?;
        let (first, is_mixed) = (added.first(), added.windows(2).any(|pair| pair[0] != pair[1]));
        if is_mixed {
            return Err(StoreError::Corrupt(format!("ledger: {} has other lines already", new.name())));
        }
        Ok(first == Some(&1))
    }

    /// Adds many entries, none of which may be recorded yet.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn record_all(&mut self, new: &[NewEntry<'_>]) -> Result<(), StoreError> {
        let rows: Vec<_> = new.iter().flat_map(NewEntry::rows).collect();
        self.0.run_each(sql!("ledger_posting/add"), &rows).await.map(drop)
    }

    /// The next `limit` lines of `from..to` in order of time; `after` is the last line of the previous call.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list(
        &mut self,
        from: Timestamp,
        to: Timestamp,
        after: Option<&Line>,
        limit: u32,
    ) -> Result<Vec<Line>, StoreError> {
        let start = after.map_or(from, |line| line.happened_at);
        let (entry, account) = after.map_or(("", ""), |line| (&line.entry, line.account.name()));
        let rows =
            self.0.all(sql!("ledger_posting/list"), params![start, to, start, entry, account, limit]).await?;
        rows.iter().map(line).collect()
    }

    /// The first `limit` sums that differ from the other tables. Reads all rows.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_differences(&mut self, limit: u32) -> Result<Vec<Difference>, StoreError> {
        let rows = self.0.all(sql!("ledger_posting/list_differences"), params![limit]).await?;
        rows.iter()
            .map(|row| {
                Ok(Difference {
                    order: row.converted_or_null("order_number")?,
                    bill: row.integer_or_null("bill_id")?.map(BillId),
                    account: row.parsed("account")?,
                    ledger: row.money("ledger_paise")?,
                    tables: row.money("table_paise")?,
                })
            })
            .collect()
    }

    /// The first `limit` entries whose lines do not sum to zero, with their sums.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_unbalanced(&mut self, limit: u32) -> Result<Vec<(String, Money)>, StoreError> {
        let rows = self.0.all(sql!("ledger_posting/list_unbalanced"), params![limit]).await?;
        rows.iter().map(|row| Ok((row.text("entry")?.to_owned(), row.money("sum_paise")?))).collect()
    }
}

fn line(row: &Row) -> Result<Line, StoreError> {
    Ok(Line {
        happened_at: row.instant("happened_at")?,
        entry: row.text("entry")?.to_owned(),
        account: row.parsed("account")?,
        event: row.parsed("event")?,
        order: row.converted_or_null("order_number")?,
        bill: row.integer_or_null("bill_id")?.map(BillId),
        payment: row.text_or_null("payment_id")?.map(str::to_owned),
        amount: row.money("amount_paise")?,
    })
}
