//! The tables `bill` and `bill_line`: requested payments.

use std::collections::HashMap;

use jiff::Timestamp;
use sideout_domain::{
    BillId, BlockId, CouponId, CustomerId, DeskPaymentId, StaffId,
    bill::{Bill, BillKind, BillLine, BillMethod, Tender},
    money::Money,
    order::OrderNumber,
};

use crate::{Call, Row, Session, StoreError, Value, params, sql};

/// The repository of bills.
pub struct Bills<'s>(pub &'s mut dyn Session);

/// A bill about to be written.
#[derive(Debug, Clone)]
pub struct NewBill {
    /// What it is for.
    pub kind: BillKind,
    /// The customer of its first order; `None` if that order is not known.
    pub customer: Option<CustomerId>,
    /// The name of a payer who is not the customer.
    pub payer_name: Option<String>,
    /// The discount of the coupon, already taken off the lines.
    pub discount: Money,
    /// The coupon, redeemed when the bill is settled.
    pub coupon: Option<CouponId>,
    /// How it is paid.
    pub method: BillMethod,
    /// The instant until which the payment is requested.
    pub open_until: Option<Timestamp>,
    /// The lines, at least one. They sum to the amount.
    pub lines: Vec<BillLine>,
    /// The current time.
    pub created_at: Timestamp,
}

impl NewBill {
    /// The sum of its lines.
    pub fn amount(&self) -> Money {
        self.lines.iter().map(|line| line.amount).sum()
    }

    /// The parameters that add it.
    fn params(&self) -> Vec<Value> {
        params![
            self.kind.name(),
            self.customer.map(|id| id.0),
            self.payer_name.clone(),
            self.amount().paise(),
            self.discount.paise(),
            self.coupon.map(|id| id.0),
            self.method.name(),
            self.open_until,
            self.created_at,
        ]
        .to_vec()
    }

    /// The parameters that add its lines.
    fn lines_of(&self, BillId(id): BillId) -> impl Iterator<Item = Vec<Value>> {
        let line = move |(line_no, line): (i64, &BillLine)| {
            params![id, line_no, line.order.map(OrderNumber::value), line.amount.paise()].to_vec()
        };
        (1..).zip(&self.lines).map(line)
    }
}

/// A part of an order that is paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidPart {
    /// The settled bill.
    pub bill: BillId,
    /// How it was paid.
    pub method: BillMethod,
    /// How much of it was for the order.
    pub amount: Money,
    /// The amount of the whole bill: more than `amount` if it was for other orders too.
    pub of_bill: Money,
    /// The payment at the provider that paid it.
    pub payment: Option<String>,
    /// The payment at the desk that paid it, and its tender. `None` also for a booking that was imported as paid.
    pub desk_payment: Option<(DeskPaymentId, Tender)>,
    /// How much of this part can still be refunded: the payment may also have been for other orders. `None` if no payment is
    /// known.
    pub refundable: Option<Money>,
    /// What was rounded off the payment in cash and is missing from this part. Of a payment for several orders it is missing from the
    /// last lines of the bill, as far as they did not go back.
    pub rounded_off: Money,
    /// Whether it was paid by a QR code of the provider at a desk.
    pub by_qr: bool,
    /// When the bill was settled.
    pub settled_at: Timestamp,
    /// The member of staff who took the money at a desk, or made the QR code.
    pub taken_by: Option<StaffId>,
}

impl PaidPart {
    /// Whether it was paid in the app.
    pub fn is_online(&self) -> bool {
        self.method == BillMethod::Provider && self.payment.is_some() && !self.by_qr
    }
}

impl Bills<'_> {
    /// Adds an open bill with its lines and returns its id.
    ///
    /// INVARIANT: the lines of a bill sum to its amount (suite `invariants`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, new: &NewBill) -> Result<BillId, StoreError> {
        let id = BillId(self.0.one(sql!("bill/add"), &new.params()).await?.integer("bill_id")?);
        let lines: Vec<Vec<Value>> = new.lines_of(id).collect();
        self.0.run_each(sql!("bill_line/add"), &lines).await?;
        Ok(id)
    }

    /// Adds bills with their lines that were paid by their method when they were made, in three round trips for all.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add_settled(&mut self, bills: &[NewBill]) -> Result<(), StoreError> {
        let calls: Vec<Call> = bills.iter().map(|new| Call::new(sql!("bill/add"), &new.params())).collect();
        let (mut lines, mut settled) = (Vec::new(), Vec::new());
        for (new, answer) in bills.iter().zip(self.0.send(&calls).await?) {
            let row = answer.rows.first();
            let row = row.ok_or_else(|| StoreError::Corrupt("bill/add: no row".to_owned()))?;
            let id = BillId(row.integer("bill_id")?);
            lines.extend(new.lines_of(id));
            settled.push(params![id.0, new.method.name(), new.created_at].to_vec());
        }
        self.0.run_each(sql!("bill_line/add"), &lines).await?;
        self.0.run_each(sql!("bill/settle"), &settled).await?;
        Ok(())
    }

    /// The bill with this id.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self, id: BillId) -> Result<Option<Bill>, StoreError> {
        let Some(row) = self.0.first(sql!("bill/find"), params![id.0]).await? else { return Ok(None) };
        let lines = self.0.all(sql!("bill_line/list"), params![id.0]).await?;
        let line = |row: &Row| {
            Ok(BillLine { order: row.converted_or_null("order_number")?, amount: row.money("amount_paise")? })
        };
        let lines = lines.iter().map(line).collect::<Result<_, StoreError>>()?;
        bill(&row, lines).map(Some)
    }

    /// Settles a bill by `method`; `false` if it is settled already.
    ///
    /// INVARIANT: a bill is settled once, whole, by one method, also by concurrent calls (suite `bills`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn settle(
        &mut self,
        id: BillId,
        method: BillMethod,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("bill/settle"), params![id.0, method.name(), now]).await? == 1)
    }

    /// Ends an open bill without payment; `false` if it is settled or void.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn void(&mut self, id: BillId) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("bill/void"), params![id.0]).await? == 1)
    }

    /// Ends the open bills for an order, or for a part of it, without payment. A bill for several orders is among them.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn void_open_of_order(&mut self, order: OrderNumber) -> Result<(), StoreError> {
        self.0.run(sql!("bill/void_open_of_order"), params![order.value()]).await.map(drop)
    }

    /// Ends a bill whose desk payment was a mistake; `false` if it is not settled at a desk.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn void_settled(&mut self, id: BillId) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("bill/void_settled"), params![id.0]).await? == 1)
    }

    /// Changes the coupon of a bill whose amount stays the same, and opens it again; `false` if it is settled.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn change_coupon(
        &mut self,
        id: BillId,
        discount: Money,
        coupon: Option<CouponId>,
        open_until: Option<Timestamp>,
    ) -> Result<bool, StoreError> {
        let params = params![id.0, discount.paise(), coupon.map(|id| id.0), open_until];
        Ok(self.0.run(sql!("bill/change_coupon"), params).await? == 1)
    }

    /// Lets what was paid for `from` count for `to`, the booking in its place.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn carry(&mut self, from: OrderNumber, to: OrderNumber) -> Result<(), StoreError> {
        self.0.run(sql!("bill_line/carry"), params![from.value(), to.value()]).await.map(drop)
    }

    /// The paid parts of an order, the newest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_settled_of_order(&mut self, order: OrderNumber) -> Result<Vec<PaidPart>, StoreError> {
        let rows = self.0.all(sql!("bill/list_settled_of_order"), params![order.value()]).await?;
        rows.iter().map(paid_part).collect()
    }

    /// The paid parts of all orders that a closure ended, by order, the newest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_settled_of_closure(
        &mut self,
        closure: BlockId,
    ) -> Result<HashMap<OrderNumber, Vec<PaidPart>>, StoreError> {
        let rows = self.0.all(sql!("bill/list_settled_of_closure"), params![closure.0]).await?;
        let mut parts: HashMap<OrderNumber, Vec<PaidPart>> = HashMap::new();
        for row in &rows {
            parts.entry(row.converted("order_number")?).or_default().push(paid_part(row)?);
        }
        Ok(parts)
    }
}

fn bill(row: &Row, lines: Vec<BillLine>) -> Result<Bill, StoreError> {
    Ok(Bill {
        id: BillId(row.integer("bill_id")?),
        kind: row.parsed("kind")?,
        customer: row.integer_or_null("customer_id")?.map(CustomerId),
        amount: row.money("amount_paise")?,
        discount: row.money("discount_paise")?,
        coupon: row.integer_or_null("coupon_id")?.map(CouponId),
        state: row.parsed("state")?,
        method: row.parsed_or_null("method")?,
        lines,
    })
}

pub(crate) fn paid_part(row: &Row) -> Result<PaidPart, StoreError> {
    let desk_payment = row.integer_or_null("desk_payment_id")?.map(DeskPaymentId);
    let amount = row.money("amount_paise")?;
    let left = amount.less(row.money("refunded_of_order_paise")?);
    let of_payment = row.money_or_null("refundable_paise")?;
    let round_off = row.money_or_null("round_off_paise")?.unwrap_or(Money::ZERO);
    let left_of_later = row.money("left_of_later_paise")?;
    Ok(PaidPart {
        bill: BillId(row.integer("bill_id")?),
        method: row.parsed("method")?,
        amount,
        of_bill: row.money("of_bill_paise")?,
        payment: row.text_or_null("payment_id")?.map(str::to_owned),
        desk_payment: desk_payment.zip(row.parsed_or_null("tender")?),
        refundable: of_payment.map(|refundable| refundable.min(left)),
        rounded_off: round_off.less(left_of_later).min(left),
        by_qr: row.integer_or_null("qr")?.is_some(),
        settled_at: row.instant("settled_at")?,
        taken_by: row.integer_or_null("staff_id")?.map(StaffId),
    })
}
