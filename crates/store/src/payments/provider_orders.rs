//! The table `provider_order`: what checkouts are opened for.

use jiff::Timestamp;
use sideout_domain::{CouponId, money::Money, order::OrderNumber};

use crate::{Row, Session, StoreError, orders::number, params, sql};

/// The orders at the provider.
pub struct ProviderOrders<'s>(pub &'s mut dyn Session);

/// One about to be reserved.
#[derive(Debug, Clone, Copy)]
pub struct NewProviderOrder {
    /// Our order.
    pub order: OrderNumber,
    /// What is to be paid, at least one rupee.
    pub amount: Money,
    /// What the coupon took off.
    pub discount: Money,
    /// The coupon, redeemed when the money is there.
    pub coupon: Option<CouponId>,
    /// Whether another court of the kind will do when the money comes late and this one is gone.
    pub any_court: bool,
    /// Now.
    pub opened_at: Timestamp,
}

/// One as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderOrder {
    /// Our order.
    pub order: OrderNumber,
    /// What is to be paid.
    pub amount: Money,
    /// What the coupon took off.
    pub discount: Money,
    /// The coupon.
    pub coupon: Option<CouponId>,
    /// Whether another court of the kind will do.
    pub any_court: bool,
    /// Its id at the provider, once it answered.
    pub id: Option<String>,
    /// How often the provider was asked for it.
    pub asked: i64,
    /// When it was reserved.
    pub opened_at: Timestamp,
    /// When the reconciler looks at it next; `None` when it is paid or was watched for long enough.
    pub next_look_at: Option<Timestamp>,
    /// So many of its looks in a row came to nothing.
    pub looks_failed: u32,
    /// From where its list of payments is read on, after the newest.
    pub list_from: u32,
}

/// Those of which looks came to nothing again and again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailingLooks {
    /// How many.
    pub orders: i64,
    /// Our order of the one that has failed most often.
    pub worst: OrderNumber,
    /// How often that was.
    pub failed: i64,
    /// Why it failed the last time.
    pub why: String,
    /// When it is looked at next.
    pub next_look_at: Option<Timestamp>,
}

impl ProviderOrders<'_> {
    /// Reserves the one row of an order and an amount; one that is there learns the coupon and the choice of courts.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn reserve(&mut self, new: &NewProviderOrder) -> Result<(), StoreError> {
        let params = params![
            new.order.value(),
            new.amount.paise(),
            new.discount.paise(),
            new.coupon.map(|id| id.0),
            new.any_court,
            new.opened_at,
        ];
        self.0.run(sql!("provider_order/reserve"), params).await.map(drop)
    }

    /// Lets one of all who ask speak to the provider, until `until`; `false` for the others and when its answer is known.
    ///
    /// INVARIANT: two never ask at once (suite `one_provider_order`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn begin_asking(
        &mut self,
        order: OrderNumber,
        amount: Money,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![order.value(), amount.paise(), now, until];
        Ok(self.0.run(sql!("provider_order/begin_asking"), params).await? == 1)
    }

    /// Records the provider's id, once; it is looked at from `next_look_at` on.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn record(
        &mut self,
        order: OrderNumber,
        amount: Money,
        id: &str,
        next_look_at: Option<Timestamp>,
    ) -> Result<bool, StoreError> {
        let params = params![order.value(), amount.paise(), id, next_look_at];
        Ok(self.0.run(sql!("provider_order/record"), params).await? == 1)
    }

    /// Lets the next one ask at once: the provider has done nothing.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn stop_asking(&mut self, order: OrderNumber, amount: Money) -> Result<(), StoreError> {
        self.0.run(sql!("provider_order/stop_asking"), params![order.value(), amount.paise()]).await.map(drop)
    }

    /// The one of an order and an amount.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(
        &mut self,
        order: OrderNumber,
        amount: Money,
    ) -> Result<Option<ProviderOrder>, StoreError> {
        let row = self.0.first(sql!("provider_order/find"), params![order.value(), amount.paise()]).await?;
        row.as_ref().map(provider_order).transpose()
    }

    /// The one with this id at the provider.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_by_id(&mut self, id: &str) -> Result<Option<ProviderOrder>, StoreError> {
        let row = self.0.first(sql!("provider_order/find_by_id"), params![id]).await?;
        row.as_ref().map(provider_order).transpose()
    }

    /// All of one order.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_order(&mut self, order: OrderNumber) -> Result<Vec<ProviderOrder>, StoreError> {
        let rows = self.0.all(sql!("provider_order/list_of_order"), params![order.value()]).await?;
        rows.iter().map(provider_order).collect()
    }

    /// The `limit` ones longest overdue for a look at `now`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_due(&mut self, now: Timestamp, limit: u32) -> Result<Vec<ProviderOrder>, StoreError> {
        let rows = self.0.all(sql!("provider_order/list_due"), params![now, limit]).await?;
        rows.iter().map(provider_order).collect()
    }

    /// Those opened before `before` that are still looked at, the oldest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_watched(&mut self, before: Timestamp) -> Result<Vec<ProviderOrder>, StoreError> {
        let rows = self.0.all(sql!("provider_order/list_watched"), params![before]).await?;
        rows.iter().map(provider_order).collect()
    }

    /// Takes the look that was due at `due` and has until `until` for it; `false` when another node has taken it.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn take_look(
        &mut self,
        id: &str,
        due: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("provider_order/take_look"), params![id, due, until]).await? == 1)
    }

    /// A look that was taken until `until` was made: the next one is at `next`, and reads the list on from `list_from`.
    /// Nothing is written where the order was paid meanwhile, which ends the looks.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn looked(
        &mut self,
        id: &str,
        until: Timestamp,
        next: Option<Timestamp>,
        list_from: u32,
    ) -> Result<(), StoreError> {
        self.0.run(sql!("provider_order/looked"), params![id, until, next, list_from]).await.map(drop)
    }

    /// A look that was taken until `until` came to nothing, for this reason; otherwise as [`ProviderOrders::looked`].
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn look_failed(
        &mut self,
        id: &str,
        until: Timestamp,
        next: Timestamp,
        (list_from, why): (u32, &str),
    ) -> Result<(), StoreError> {
        let params = params![id, until, next, list_from, why];
        self.0.run(sql!("provider_order/look_failed"), params).await.map(drop)
    }

    /// Those of which at least `failed` looks in a row came to nothing, and the worst of them.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_failing(&mut self, failed: u32) -> Result<Option<FailingLooks>, StoreError> {
        let row = self.0.first(sql!("provider_order/find_failing"), params![failed]).await?;
        row.map(|row| {
            Ok(FailingLooks {
                orders: row.integer(0)?,
                worst: number(&row, 1)?,
                failed: row.integer(2)?,
                why: row.text_or_null(3)?.unwrap_or_default().to_owned(),
                next_look_at: row.instant_or_null(4)?,
            })
        })
        .transpose()
    }

    /// How many are watched for money, and how many of these could not be looked at `failed` times in a row or more.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_watched(&mut self, failed: u32) -> Result<(i64, i64), StoreError> {
        let row = self.0.one(sql!("provider_order/count_watched"), params![failed]).await?;
        Ok((row.integer(0)?, row.integer(1)?))
    }

    /// Ends the looks at one that is paid.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn watch_no_more(&mut self, id: &str) -> Result<(), StoreError> {
        self.0.run(sql!("provider_order/watch_no_more"), params![id]).await.map(drop)
    }
}

fn provider_order(row: &Row) -> Result<ProviderOrder, StoreError> {
    Ok(ProviderOrder {
        order: number(row, 0)?,
        amount: Money::from_paise(row.integer(1)?),
        discount: Money::from_paise(row.integer(2)?),
        coupon: row.integer_or_null(3)?.map(CouponId),
        any_court: row.flag(4)?,
        id: row.text_or_null(5)?.map(str::to_owned),
        asked: row.integer(6)?,
        opened_at: row.instant(7)?,
        next_look_at: row.instant_or_null(8)?,
        looks_failed: u32::try_from(row.integer(9)?).unwrap_or(u32::MAX),
        list_from: u32::try_from(row.integer(10)?).unwrap_or_default(),
    })
}
