//! The table `refund`: what goes back, and how far it has come.

use jiff::Timestamp;
use sideout_domain::{
    CustomerId,
    money::Money,
    order::OrderNumber,
    refund::{RefundReason, RefundStatus},
};

use crate::{Row, Session, StoreError, orders::number, params, sql};

/// The refunds.
pub struct Refunds<'s>(pub &'s mut dyn Session);

/// Money that is owed back.
#[derive(Debug, Clone, Copy)]
pub struct NewRefund<'a> {
    /// Of which payment.
    pub payment: &'a str,
    /// For which order.
    pub order: OrderNumber,
    /// How much.
    pub amount: Money,
    /// Why.
    pub reason: RefundReason,
    /// When to issue it.
    pub issue_at: Timestamp,
    /// Now.
    pub approved_at: Timestamp,
}

/// A refund as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    /// Of which payment.
    pub payment: String,
    /// For which order.
    pub order: OrderNumber,
    /// How much.
    pub amount: Money,
    /// Why.
    pub reason: RefundReason,
    /// How far it is.
    pub status: RefundStatus,
    /// Which attempt; a new one begins only after the provider gave the last one up.
    pub attempt: i64,
    /// Steps in a row that came to nothing.
    pub tries: i64,
    /// Its id at the provider, once issued.
    pub provider_refund: Option<String>,
    /// When it needs the next step; `None` when it is final or staff has to look.
    pub next_step_at: Option<Timestamp>,
    /// Since when it is owed.
    pub approved_at: Timestamp,
    /// When the provider took it.
    pub issued_at: Option<Timestamp>,
    /// When it was sent, or given up.
    pub ended_at: Option<Timestamp>,
}

/// A step of a refund.
#[derive(Debug, Clone, Copy)]
pub struct RefundStep<'a> {
    /// From where …
    pub from: RefundStatus,
    /// … to where, which may be the same.
    pub to: RefundStatus,
    /// Its id at the provider, if it told one.
    pub provider_refund: Option<&'a str>,
    /// When it needs the next step.
    pub next_step_at: Option<Timestamp>,
    /// Steps in a row that came to nothing, with this one.
    pub tries: i64,
    /// Now.
    pub now: Timestamp,
}

/// Refunds of one kind, summed up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenRefunds {
    /// How far they are.
    pub status: RefundStatus,
    /// Whether their next step should have been taken already.
    pub is_due: bool,
    /// How many there are.
    pub refunds: i64,
    /// What they come to.
    pub amount: Money,
}

impl Refunds<'_> {
    /// Promises a refund; `false` when this payment has one.
    ///
    /// INVARIANT: one per payment (suite `one_refund`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn approve(&mut self, new: &NewRefund<'_>) -> Result<bool, StoreError> {
        let params = params![
            new.payment,
            new.order.value(),
            new.amount.paise(),
            new.reason.name(),
            new.issue_at,
            new.approved_at,
        ];
        Ok(self.0.run(sql!("refund/approve"), params).await? == 1)
    }

    /// The `limit` refunds longest overdue for a step at `now`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_due(&mut self, now: Timestamp, limit: u32) -> Result<Vec<Refund>, StoreError> {
        let rows = self.0.all(sql!("refund/list_due"), params![now, limit]).await?;
        rows.iter().map(refund).collect()
    }

    /// What goes back for one order, the oldest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_order(&mut self, order: OrderNumber) -> Result<Vec<Refund>, StoreError> {
        let rows = self.0.all(sql!("refund/list_of_order"), params![order.value()]).await?;
        rows.iter().map(refund).collect()
    }

    /// The `limit` newest refunds, of one status or one order if asked for.
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

    /// What goes back for the cancelled bookings of one customer, the oldest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_customer(&mut self, customer: CustomerId) -> Result<Vec<Refund>, StoreError> {
        let rows = self.0.all(sql!("refund/list_of_customer"), params![customer.0]).await?;
        rows.iter().map(refund).collect()
    }

    /// Makes an approved refund due at `now`; `false` when it is due already, or further.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn issue_now(&mut self, payment: &str, now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("refund/issue_now"), params![payment, now]).await? == 1)
    }

    /// Begins a new attempt at a refund that the provider gave up on; `false` when it is not where `refund` says any more.
    ///
    /// INVARIANT: one new attempt for each that failed, whoever asks for it (suite `expedited_refunds`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn try_again(&mut self, refund: &Refund, now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("refund/try_again"), params![&refund.payment, now, refund.attempt]).await? == 1)
    }

    /// Takes the step that was due at `due`, and has until `until` for it; `false` when another node has taken it.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn take(
        &mut self,
        payment: &str,
        due: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("refund/take"), params![payment, due, until]).await? == 1)
    }

    /// Writes how far a refund has come; `false` when it is not where the step began any more.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn step(&mut self, payment: &str, step: &RefundStep<'_>) -> Result<bool, StoreError> {
        let params = params![
            payment,
            step.from.name(),
            step.to.name(),
            step.provider_refund,
            step.next_step_at,
            step.tries,
            step.now,
        ];
        Ok(self.0.run(sql!("refund/step"), params).await? == 1)
    }

    /// Refunds under way at `now` and those that the provider gave up: how many, and what they come to.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sum_open(&mut self, now: Timestamp) -> Result<Vec<OpenRefunds>, StoreError> {
        let rows = self.0.all(sql!("refund/sum_open"), params![now]).await?;
        let read = |row: &Row| {
            let (refunds, amount) = (row.integer(2)?, Money::from_paise(row.integer(3)?));
            Ok(OpenRefunds { status: row.parsed(0)?, is_due: row.flag(1)?, refunds, amount })
        };
        let mut open = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        let row = self.0.one(sql!("refund/sum_failed"), params![]).await?;
        let (refunds, amount) = (row.integer(0)?, Money::from_paise(row.integer(1)?));
        open.push(OpenRefunds { status: RefundStatus::Failed, is_due: false, refunds, amount });
        Ok(open)
    }

    /// Has the refund with this id at the provider looked at from `now` on; `false` when it is none of ours or final.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn expedite(&mut self, provider_refund: &str, now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("refund/expedite"), params![provider_refund, now]).await? == 1)
    }
}

fn refund(row: &Row) -> Result<Refund, StoreError> {
    Ok(Refund {
        payment: row.text(0)?.to_owned(),
        order: number(row, 1)?,
        amount: Money::from_paise(row.integer(2)?),
        reason: row.parsed(3)?,
        status: row.parsed(4)?,
        attempt: row.integer(5)?,
        tries: row.integer(6)?,
        provider_refund: row.text_or_null(7)?.map(str::to_owned),
        next_step_at: row.instant_or_null(8)?,
        approved_at: row.instant(9)?,
        issued_at: row.instant_or_null(10)?,
        ended_at: row.instant_or_null(11)?,
    })
}
