//! The table `provider_order`: requests for the payment of bills at the provider, by a checkout or a QR code of a desk.

use jiff::Timestamp;
use sideout_domain::{BillId, CustomerId, money::Money, order::OrderNumber};

use crate::{Row, Session, StoreError, params, sql};

/// The repository of orders at the provider.
pub struct ProviderOrders<'s>(pub &'s mut dyn Session);

/// A stored provider order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderOrder {
    /// The bill it was opened for.
    pub bill: BillId,
    /// The reference under which the provider knows it ([`sideout_domain::bill::provider_reference`], for a QR code
    /// [`sideout_domain::bill::qr_reference`]).
    pub reference: String,
    /// The order of the bill's first line.
    pub order: OrderNumber,
    /// What is to be paid.
    pub amount: Money,
    /// Whether another court of the same kind is acceptable.
    pub any_court: bool,
    /// Its id at the provider, `qr_…` for a QR code; `None` before the provider replied.
    pub id: Option<String>,
    /// How often a caller got the right to request it from the provider; from 1 on it may exist there.
    pub requests: i64,
    /// When it was reserved.
    pub opened_at: Timestamp,
    /// When it is polled next; `None` before the provider replied, and if it is paid or polling has ended.
    pub next_poll_at: Option<Timestamp>,
    /// The number of polls in a row that failed.
    pub failed_polls: u32,
    /// Where in its list of payments the next poll continues after the first page; 0 if the list was read to its end.
    pub list_from: u32,
}

impl ProviderOrder {
    /// Whether it is a QR code of a desk and not an order; `false` also for a QR code before the provider replied.
    pub fn is_qr_code(&self) -> bool {
        self.id.as_deref().is_some_and(|id| id.starts_with("qr_"))
    }
}

/// Provider orders whose polls keep failing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailingPolls {
    /// The number of orders.
    pub orders: i64,
    /// The order of the first line of the bill whose polls failed most often.
    pub worst: OrderNumber,
    /// The number of its failed polls in a row.
    pub failed: i64,
    /// The reason of the last failure.
    pub why: String,
    /// When it is polled next.
    pub next_poll_at: Option<Timestamp>,
}

impl ProviderOrders<'_> {
    /// Adds the row of a bill; `false` if this reference is known by now.
    ///
    /// INVARIANT: one row for each reference (suite `one_provider_order`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(
        &mut self,
        bill: BillId,
        reference: &str,
        any_court: bool,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("provider_order/add"), params![bill.0, reference, any_court, now]).await? == 1)
    }

    /// Changes whether another court of the same kind is acceptable.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn set_any_court(&mut self, bill: BillId, any_court: bool) -> Result<(), StoreError> {
        self.0.run(sql!("provider_order/set_any_court"), params![bill.0, any_court]).await.map(drop)
    }

    /// The provider order with this reference.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_by_reference(&mut self, reference: &str) -> Result<Option<ProviderOrder>, StoreError> {
        let row = self.0.first(sql!("provider_order/find_by_reference"), params![reference]).await?;
        row.as_ref().map(provider_order).transpose()
    }

    /// Gives one of the concurrent callers the right to send the request until `until`; `false` for the others and if
    /// the provider's id is already known.
    ///
    /// INVARIANT: no two callers have the right at once (suite `one_provider_order`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn begin_request(
        &mut self,
        bill: BillId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![bill.0, now, until];
        Ok(self.0.run(sql!("provider_order/begin_request"), params).await? == 1)
    }

    /// Records the provider's id, once; polling starts at `next_poll_at`. `false` if an id is recorded already.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn record(
        &mut self,
        bill: BillId,
        id: &str,
        next_poll_at: Option<Timestamp>,
    ) -> Result<bool, StoreError> {
        let params = params![bill.0, id, next_poll_at];
        Ok(self.0.run(sql!("provider_order/record"), params).await? == 1)
    }

    /// Lets the next caller send the request at once, because this one failed. The provider may have created the order
    /// nevertheless.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn end_request(&mut self, bill: BillId) -> Result<(), StoreError> {
        self.0.run(sql!("provider_order/end_request"), params![bill.0]).await.map(drop)
    }

    /// The provider order of a bill.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self, bill: BillId) -> Result<Option<ProviderOrder>, StoreError> {
        let row = self.0.first(sql!("provider_order/find"), params![bill.0]).await?;
        row.as_ref().map(provider_order).transpose()
    }

    /// The provider order with this id at the provider.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_by_id(&mut self, id: &str) -> Result<Option<ProviderOrder>, StoreError> {
        let row = self.0.first(sql!("provider_order/find_by_id"), params![id]).await?;
        row.as_ref().map(provider_order).transpose()
    }

    /// Whether a payment for `order`, which must be an order of `customer`, was requested or is about to be.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn were_requested(
        &mut self,
        order: OrderNumber,
        customer: CustomerId,
    ) -> Result<bool, StoreError> {
        let params = params![order.value(), customer.0];
        Ok(self.0.one(sql!("provider_order/count_requested"), params).await?.integer("requested")? > 0)
    }

    /// All provider orders of one order, the oldest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_order(&mut self, order: OrderNumber) -> Result<Vec<ProviderOrder>, StoreError> {
        let rows = self.0.all(sql!("provider_order/list_of_order"), params![order.value()]).await?;
        rows.iter().map(provider_order).collect()
    }

    /// The `limit` provider orders whose poll is longest overdue at `now`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_due(&mut self, now: Timestamp, limit: u32) -> Result<Vec<ProviderOrder>, StoreError> {
        let rows = self.0.all(sql!("provider_order/list_due"), params![now, limit]).await?;
        rows.iter().map(provider_order).collect()
    }

    /// The provider orders opened before `before` that are still polled, oldest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_polled(&mut self, before: Timestamp) -> Result<Vec<ProviderOrder>, StoreError> {
        let rows = self.0.all(sql!("provider_order/list_polled"), params![before]).await?;
        rows.iter().map(provider_order).collect()
    }

    /// Claims the poll that was due at `due` until `until`; `false` if another node has claimed it, or polling has ended.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn claim_poll(
        &mut self,
        id: &str,
        due: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("provider_order/claim_poll"), params![id, due, until]).await? == 1)
    }

    /// Records a successful poll that was claimed until `until`: the next one is at `next` and continues the list at
    /// `list_from`. No effect if the order was paid in the meantime or another node has taken over.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn schedule_next_poll(
        &mut self,
        id: &str,
        until: Timestamp,
        next: Option<Timestamp>,
        list_from: u32,
    ) -> Result<(), StoreError> {
        self.0
            .run(sql!("provider_order/schedule_next_poll"), params![id, until, next, list_from])
            .await
            .map(drop)
    }

    /// Records a failed poll that was claimed until `until` and its reason; otherwise as [`ProviderOrders::schedule_next_poll`].
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn record_failed_poll(
        &mut self,
        id: &str,
        until: Timestamp,
        next: Timestamp,
        (list_from, why): (u32, &str),
    ) -> Result<(), StoreError> {
        let params = params![id, until, next, list_from, why];
        self.0.run(sql!("provider_order/record_failed_poll"), params).await.map(drop)
    }

    /// The provider orders with at least `failed` failed polls in a row, and the one with the most; `None` if there are
    /// none.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_failing(&mut self, failed: u32) -> Result<Option<FailingPolls>, StoreError> {
        let row = self.0.first(sql!("provider_order/find_failing"), params![failed]).await?;
        row.map(|row| {
            Ok(FailingPolls {
                orders: row.integer("count")?,
                worst: row.converted("order_number")?,
                failed: row.integer("failed_polls")?,
                why: row.text_or_null("poll_failure")?.unwrap_or_default().to_owned(),
                next_poll_at: row.instant_or_null("next_poll_at")?,
            })
        })
        .transpose()
    }

    /// The number of polled provider orders, and how many of these have `failed` or more failed polls in a row.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_polled(&mut self, failed: u32) -> Result<(i64, i64), StoreError> {
        let row = self.0.one(sql!("provider_order/count_polled"), params![failed]).await?;
        Ok((row.integer("polled")?, row.integer("failing")?))
    }

    /// Ends the polling of a paid provider order.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn stop_polling(&mut self, id: &str) -> Result<(), StoreError> {
        self.0.run(sql!("provider_order/stop_polling"), params![id]).await.map(drop)
    }
}

fn provider_order(row: &Row) -> Result<ProviderOrder, StoreError> {
    Ok(ProviderOrder {
        bill: BillId(row.integer("bill_id")?),
        reference: row.text("reference")?.to_owned(),
        order: row.converted("order_number")?,
        amount: row.money("amount_paise")?,
        any_court: row.flag("any_court")?,
        id: row.text_or_null("provider_order_id")?.map(str::to_owned),
        requests: row.integer("requests")?,
        opened_at: row.instant("opened_at")?,
        next_poll_at: row.instant_or_null("next_poll_at")?,
        failed_polls: row.converted("failed_polls")?,
        list_from: row.converted("list_from")?,
    })
}
