//! The table `refund`: amounts owed to players, and the progress of paying them back.

use std::collections::HashMap;

use jiff::Timestamp;
use sideout_domain::{
    BillId, BlockId, CustomerId, DeskPaymentId, RefundId, ShiftId, StaffId,
    money::Money,
    order::OrderNumber,
    refund::{RefundAbout, RefundMethod, RefundReason, RefundStatus},
};

use crate::{Row, Session, StoreError, params, sql};

/// The repository of refunds.
pub struct Refunds<'s>(pub &'s mut dyn Session);

/// A refund about to be written.
#[derive(Debug, Clone)]
pub struct NewRefund {
    /// The bill.
    pub bill: BillId,
    /// The payment it takes from, which decides the way by which it goes back.
    pub source: RefundSource,
    /// What is refunded.
    pub about: RefundAbout,
    /// Its order; if a whole payment is refunded, one of the payment's orders.
    pub order: OrderNumber,
    /// The amount.
    pub amount: Money,
    /// The reason of the refund.
    pub reason: RefundReason,
    /// When to issue it; `None` if a desk pays it out.
    pub issue_at: Option<Timestamp>,
    /// The member of staff who moved the booking to a cheaper hour, if one did.
    pub staff: Option<StaffId>,
    /// The current time.
    pub approved_at: Timestamp,
}

/// The payment that a refund takes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefundSource {
    /// A payment at the provider, by its id.
    Provider(String),
    /// A payment at the provider, by its id; it failed to go back there, and staff gave it back by this method.
    Settled(String, RefundMethod),
    /// A payment at a desk; it goes back by this method.
    Desk(DeskPaymentId, RefundMethod),
}

impl RefundSource {
    /// The way by which it goes back.
    pub fn method(&self) -> RefundMethod {
        match self {
            RefundSource::Provider(_) => RefundMethod::Provider,
            RefundSource::Settled(_, method) | RefundSource::Desk(_, method) => *method,
        }
    }

    /// The payment at the provider.
    pub fn payment(&self) -> Option<&str> {
        match self {
            RefundSource::Provider(payment) | RefundSource::Settled(payment, _) => Some(payment),
            RefundSource::Desk(..) => None,
        }
    }

    /// The payment at a desk.
    pub fn desk_payment(&self) -> Option<DeskPaymentId> {
        match self {
            RefundSource::Provider(_) | RefundSource::Settled(..) => None,
            RefundSource::Desk(payment, _) => Some(*payment),
        }
    }
}

/// A stored refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    /// Its id.
    pub id: RefundId,
    /// The bill.
    pub bill: BillId,
    /// The payment it takes from.
    pub source: RefundSource,
    /// What is refunded.
    pub about: RefundAbout,
    /// Its order; if a whole payment is refunded, one of the payment's orders.
    pub order: OrderNumber,
    /// The amount.
    pub amount: Money,
    /// What a desk added to it when it gave whole rupees back in cash; else zero.
    pub round_up: Money,
    /// The reason of the refund.
    pub reason: RefundReason,
    /// Its status.
    pub status: RefundStatus,
    /// The number of the attempt, from 1.
    pub attempt: i64,
    /// Steps in a row that failed, and the one that is claimed now; a later attempt at the provider begins with 1.
    pub tries: i64,
    /// Its id at the provider, once issued.
    pub provider_refund: Option<String>,
    /// When the next step is due, or the next check of one that was settled another way; `None` if there is none, or staff must act.
    pub next_step_at: Option<Timestamp>,
    /// When it was approved.
    pub approved_at: Timestamp,
    /// When the provider accepted it, or staff gave the money back.
    pub issued_at: Option<Timestamp>,
    /// When the money went back, or the provider could not send it.
    pub ended_at: Option<Timestamp>,
    /// The member of staff who gave the money back at a desk, or settled it another way.
    pub paid_out_by: Option<StaffId>,
    /// The message of the last step at the provider, if it failed with one.
    pub fault: Option<String>,
    /// The reference of the UPI payment or transfer by which it was settled another way.
    pub reference: Option<String>,
    /// What staff noted when it was settled another way.
    pub note: Option<String>,
    /// Set if the provider sent it although it was settled another way.
    pub sent_after_all: Option<SentAfterAll>,
}

/// What the provider sent although staff had settled it another way: the money went back twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentAfterAll {
    /// Its id at the provider.
    pub refund: String,
    /// When that was found.
    pub found_at: Timestamp,
    /// How staff cleared it up; `None` if that is still to do.
    pub explanation: Option<Explanation>,
}

/// The explanation by which staff cleared something up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The text; empty after the player was erased.
    pub text: String,
    /// The member of staff who wrote it.
    pub staff: StaffId,
    /// When it was written.
    pub at: Timestamp,
}

impl Refund {
    /// Whether a desk still has to give the money back.
    pub fn is_to_pay_out(&self) -> bool {
        self.source.desk_payment().is_some() && self.status == RefundStatus::Approved
    }

    /// Whether it reduces what a booking costs and its money is not with the player yet.
    pub fn is_still_owed(&self) -> bool {
        self.reason.reduces_booking() && self.status != RefundStatus::Processed
    }

    /// Whether it failed at the provider and staff have to decide what becomes of it.
    pub fn has_failed(&self) -> bool {
        self.status == RefundStatus::Failed && self.next_step_at.is_none()
    }

    /// Whether it failed at the provider and staff settled it another way.
    pub fn is_settled(&self) -> bool {
        matches!(self.source, RefundSource::Settled(..))
    }
}

/// A step in the progress of a refund.
#[derive(Debug, Clone, Copy)]
pub struct RefundStep<'a> {
    /// The status before the step.
    pub from: RefundStatus,
    /// The status after the step; may be the same.
    pub to: RefundStatus,
    /// Its id at the provider, if known.
    pub provider_refund: Option<&'a str>,
    /// When the next step is due.
    pub next_step_at: Option<Timestamp>,
    /// Steps in a row that failed, this one included.
    pub tries: i64,
    /// The provider's message, if the step failed.
    pub fault: Option<&'a str>,
    /// The current time.
    pub now: Timestamp,
}

/// The number and sum of refunds with one status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenRefunds {
    /// Their status.
    pub status: RefundStatus,
    /// Whether their next step is due, is being taken, or was tried without success; `false` for failed ones.
    pub is_due: bool,
    /// How many there are.
    pub refunds: i64,
    /// The sum of their amounts.
    pub amount: Money,
}

impl Refunds<'_> {
    /// Adds a refund and returns its id; `None` if the same thing was refunded before.
    ///
    /// INVARIANT: the same thing is refunded once, and no more goes back than came, also by concurrent calls (suite
    /// `refunds_in_parts`).
    ///
    /// # Errors
    /// [`StoreError::Constraint`] if more would go back than the payment still has. The unit of work must end with it: the refund is
    /// already inserted, and only the rollback removes it.
    pub async fn approve(&mut self, new: &NewRefund) -> Result<Option<RefundId>, StoreError> {
        let params = params![
            new.bill.0,
            new.source.payment(),
            new.source.desk_payment().map(|id| id.0),
            new.source.method().name(),
            new.about.to_string(),
            new.order.value(),
            new.amount.paise(),
            new.reason.name(),
            new.issue_at,
            new.approved_at,
            new.staff.map(|id| id.0),
        ];
        let Some(row) = self.0.first(sql!("refund/approve"), params).await? else { return Ok(None) };
        let amount = new.amount.paise();
        let reserved = match &new.source {
            RefundSource::Provider(payment) | RefundSource::Settled(payment, _) => {
                self.0.run(sql!("payment/add_refunded"), params![payment, amount]).await?
            }
            RefundSource::Desk(payment, _) => {
                self.0.run(sql!("desk_payment/add_refunded"), params![payment.0, amount]).await?
            }
        };
        if reserved != 1 {
            return Err(StoreError::Constraint(format!(
                "a refund of {} of bill {} is more than its payment can still give back",
                new.amount, new.bill
            )));
        }
        row.integer("refund_id").map(RefundId).map(Some)
    }

    /// The `limit` refunds whose step is longest overdue at `now`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_due(&mut self, now: Timestamp, limit: u32) -> Result<Vec<Refund>, StoreError> {
        let rows = self.0.all(sql!("refund/list_due"), params![now, limit]).await?;
        rows.iter().map(refund).collect()
    }

    /// The refund with this id.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self, id: RefundId) -> Result<Option<Refund>, StoreError> {
        self.0.first(sql!("refund/find"), params![id.0]).await?.map(|row| refund(&row)).transpose()
    }

    /// Lets what went back of `from` when it was moved to cheaper hours count for `to`, the booking in its place.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn carry(&mut self, from: OrderNumber, to: OrderNumber) -> Result<(), StoreError> {
        self.0.run(sql!("refund/carry"), params![from.value(), to.value()]).await.map(drop)
    }

    /// Gives the money of a refund back at a desk by the way `method`, with what was rounded up, from the drawer of `shift` if it is
    /// cash; `false` if it was paid out, or goes back through the provider.
    ///
    /// INVARIANT: a refund is paid out once, also by concurrent calls (suite `payments` of the desk).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn pay_out(
        &mut self,
        id: RefundId,
        (shift, staff): (ShiftId, StaffId),
        (method, round_up): (RefundMethod, Money),
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![id.0, now, shift.0, staff.0, method.name(), round_up.paise()];
        Ok(self.0.run(sql!("refund/pay_out"), params).await? == 1)
    }

    /// The refunds of one order, and those of whole payments that were for it and others, oldest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_order(&mut self, order: OrderNumber) -> Result<Vec<Refund>, StoreError> {
        let rows = self.0.all(sql!("refund/list_of_order"), params![order.value()]).await?;
        rows.iter().map(refund).collect()
    }

    /// The refunds of one payment at the provider, oldest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_payment(&mut self, payment: &str) -> Result<Vec<Refund>, StoreError> {
        let rows = self.0.all(sql!("refund/list_of_payment"), params![payment]).await?;
        rows.iter().map(refund).collect()
    }

    /// The refunds of all orders that a closure ended, and of the orders that replaced them, by order. A refund of a whole payment
    /// is listed with each of its orders.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_closure(
        &mut self,
        closure: BlockId,
    ) -> Result<HashMap<OrderNumber, Vec<Refund>>, StoreError> {
        let rows = self.0.all(sql!("refund/list_of_closure"), params![closure.0]).await?;
        let mut refunds: HashMap<OrderNumber, Vec<Refund>> = HashMap::new();
        for row in &rows {
            refunds.entry(row.converted("of_order")?).or_default().push(refund(row)?);
        }
        Ok(refunds)
    }

    /// The `limit` newest refunds, optionally of one status or of one order.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list(
        &mut self,
        status: Option<RefundStatus>,
        order: Option<OrderNumber>,
        limit: u32,
    ) -> Result<Vec<Refund>, StoreError> {
        let params = params![status.map(RefundStatus::name), order.map(OrderNumber::value), limit];
        let rows = self.0.all(sql!("refund/list"), params).await?;
        rows.iter().map(refund).collect()
    }

    /// The `limit` newest approved refunds that go back through the provider.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_to_send(&mut self, limit: u32) -> Result<Vec<Refund>, StoreError> {
        let rows = self.0.all(sql!("refund/list_to_send"), params![limit]).await?;
        rows.iter().map(refund).collect()
    }

    /// As [`Refunds::list_of_order`], for each order of a customer that has any.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_customer(
        &mut self,
        customer: CustomerId,
    ) -> Result<HashMap<OrderNumber, Vec<Refund>>, StoreError> {
        let rows = self.0.all(sql!("refund/list_of_customer"), params![customer.0]).await?;
        let mut refunds: HashMap<OrderNumber, Vec<Refund>> = HashMap::new();
        for row in &rows {
            refunds.entry(row.converted("counts_for")?).or_default().push(refund(row)?);
        }
        Ok(refunds)
    }

    /// Makes an approved refund due at `now`; `false` if it is already due, is not approved any more, or goes back at a desk.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn issue_now(&mut self, id: RefundId, now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("refund/issue_now"), params![id.0, now]).await? == 1)
    }

    /// Starts a new attempt at a refund that failed at the provider; `false` if its state is no longer that of
    /// `refund`.
    ///
    /// INVARIANT: one new attempt per failed one, also for concurrent calls (suite `expedited_refunds`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn try_again(&mut self, refund: &Refund, now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("refund/try_again"), params![refund.id.0, now, refund.attempt]).await? == 1)
    }

    /// Claims the step that was due at `due` until `until`; `false` if another node has claimed it, or it was due at another time by
    /// then. The step counts in `tries` from its claim on, so that a crash in the step counts as a failure.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn claim(
        &mut self,
        id: RefundId,
        due: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("refund/claim"), params![id.0, due, until]).await? == 1)
    }

    /// Records a step; `false` if the refund no longer has the status `from`.
    ///
    /// # Errors
    /// [`StoreError`]; [`StoreError::Corrupt`] if a refund cannot change from `from` to `to`.
    pub async fn step(&mut self, id: RefundId, step: &RefundStep<'_>) -> Result<bool, StoreError> {
        if step.from != step.to && !step.from.may_become(step.to) {
            let refused = format!("a refund that is {} cannot become {}", step.from, step.to);
            return Err(StoreError::Corrupt(refused));
        }
        let params = params![
            id.0,
            step.from.name(),
            step.to.name(),
            step.provider_refund,
            step.next_step_at,
            step.tries,
            step.now,
            step.fault,
        ];
        Ok(self.0.run(sql!("refund/step"), params).await? == 1)
    }

    /// The number and sum of the refunds through the provider that have a next step, by status and [`OpenRefunds::is_due`] at `now`,
    /// and of those that failed there. Those that were settled another way are not counted.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sum_open(&mut self, now: Timestamp) -> Result<Vec<OpenRefunds>, StoreError> {
        let rows = self.0.all(sql!("refund/sum_open"), params![now]).await?;
        let read = |row: &Row| {
            let (refunds, amount) = (row.integer("refunds")?, row.money("amount_paise")?);
            Ok(OpenRefunds { status: row.parsed("status")?, is_due: row.flag("is_due")?, refunds, amount })
        };
        let mut open = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        let row = self.0.one(sql!("refund/sum_failed"), params![]).await?;
        let (refunds, amount) = (row.integer("refunds")?, row.money("amount_paise")?);
        open.push(OpenRefunds { status: RefundStatus::Failed, is_due: false, refunds, amount });
        Ok(open)
    }

    /// Makes the refund with this provider id due to be looked up at the provider at `now`; `false` if it is unknown, neither
    /// `issued` nor settled another way, or was already found as sent after all.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn expedite(&mut self, provider_refund: &str, now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("refund/expedite"), params![provider_refund, now]).await? == 1)
    }

    /// Makes the refunds of a payment at the provider that were settled another way, and not found as sent after all, due to be looked
    /// up there at `now`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn expedite_settled(&mut self, payment: &str, now: Timestamp) -> Result<(), StoreError> {
        self.0.run(sql!("refund/expedite_settled"), params![payment, now]).await.map(drop)
    }
}

pub(crate) fn refund(row: &Row) -> Result<Refund, StoreError> {
    let source = match (row.text_or_null("payment_id")?, row.integer_or_null("desk_payment_id")?) {
        (Some(payment), _) => match row.parsed("method")? {
            RefundMethod::Provider => RefundSource::Provider(payment.to_owned()),
            method => RefundSource::Settled(payment.to_owned(), method),
        },
        (None, Some(payment)) => RefundSource::Desk(DeskPaymentId(payment), row.parsed("method")?),
        (None, None) => return Err(StoreError::Corrupt("refund: of no payment".to_owned())),
    };
    Ok(Refund {
        id: RefundId(row.integer("refund_id")?),
        bill: BillId(row.integer("bill_id")?),
        source,
        about: row.parsed("about")?,
        order: row.converted("order_number")?,
        amount: row.money("amount_paise")?,
        round_up: row.money("round_up_paise")?,
        reason: row.parsed("reason")?,
        status: row.parsed("status")?,
        attempt: row.integer("attempt")?,
        tries: row.integer("tries")?,
        provider_refund: row.text_or_null("provider_refund_id")?.map(str::to_owned),
        next_step_at: row.instant_or_null("next_step_at")?,
        approved_at: row.instant("approved_at")?,
        issued_at: row.instant_or_null("issued_at")?,
        ended_at: row.instant_or_null("ended_at")?,
        paid_out_by: row.integer_or_null("paid_out_by")?.map(StaffId),
        fault: row.text_or_null("fault")?.map(str::to_owned),
        reference: row.text_or_null("reference")?.map(str::to_owned),
        note: row.text_or_null("note")?.map(str::to_owned),
        sent_after_all: sent_after_all(row)?,
    })
}

fn sent_after_all(row: &Row) -> Result<Option<SentAfterAll>, StoreError> {
    let Some(refund) = row.text_or_null("sent_after_all")?.map(str::to_owned) else { return Ok(None) };
    let explanation = match row.instant_or_null("explained_at")? {
        Some(at) => Some(Explanation {
            text: row.text("explanation")?.to_owned(),
            staff: StaffId(row.integer("explained_by")?),
            at,
        }),
        None => None,
    };
    Ok(Some(SentAfterAll { refund, found_at: row.instant("sent_after_all_at")?, explanation }))
}
