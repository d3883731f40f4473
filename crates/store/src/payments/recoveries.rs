//! The tables `recovery`, `recovered_order` and `recovered_payment`: what was found at the provider after a restore.

use jiff::Timestamp;
use sideout_domain::{money::Money, order::OrderNumber, payment::RecoveredStatus, receipt::Series};

use crate::{Row, Session, StoreError, Value, params, sql};

/// The repository of recoveries.
pub struct Recoveries<'s>(pub &'s mut dyn Session);

/// A recovery that was begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BegunRecovery {
    /// When the backup that was restored was taken.
    pub since: Timestamp,
    /// When the recovery was begun.
    pub begun_at: Timestamp,
}

/// An order or a desk's QR code at the provider that is missing in this database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecoveredOrder {
    /// Its id at the provider.
    pub provider_order: String,
    /// The order number it had in this database.
    pub order: OrderNumber,
    /// What was to be paid.
    pub amount: Money,
    /// Whether a payment of it was captured.
    pub is_paid: bool,
    /// When it was opened, by the provider's clock.
    pub opened_at: Option<Timestamp>,
}

/// A captured payment that paid no booking in this database when it was found, and may have had a receipt before the restore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPayment {
    /// Its id.
    pub payment: String,
    /// The id of the order or the QR code at the provider.
    pub provider_order: String,
    /// The number of our order, which may be missing.
    pub order: OrderNumber,
    /// The amount.
    pub amount: Money,
    /// The amount the provider had already refunded.
    pub returned: Money,
}

impl FoundPayment {
    /// Whether it was made by a QR code of a desk.
    pub fn is_by_qr_code(&self) -> bool {
        self.provider_order.starts_with("qr_")
    }
}

/// The state of a captured payment that was found after a restore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecoveredPayment {
    /// What was done with the payment.
    pub status: RecoveredStatus,
    /// The amount the provider had refunded without us when the payment was found or, if more went back later, when its end was
    /// recorded.
    pub returned: Money,
    /// The amount we refunded.
    pub refunded: Money,
    /// The id of the refund at the provider.
    pub provider_refund: Option<String>,
    /// The number of the attempt to refund it, from 1.
    pub attempt: i64,
}

impl Default for RecoveredPayment {
    fn default() -> Self {
        RecoveredPayment {
            status: RecoveredStatus::Found,
            returned: Money::ZERO,
            refunded: Money::ZERO,
            provider_refund: None,
            attempt: 1,
        }
    }
}

impl Recoveries<'_> {
    /// Whether a recovery of data lost since `since` was started before.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn has_begun(&mut self, since: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.one(sql!("recovery/find"), params![since]).await?.integer("count")? > 0)
    }

    /// The recoveries that have skipped no numbers of this series, the oldest backup first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_without_gap(&mut self, series: &Series) -> Result<Vec<BegunRecovery>, StoreError> {
        let rows = self.0.all(sql!("recovery/list_without_gap"), params![series.to_string()]).await?;
        rows.iter()
            .map(|row| Ok(BegunRecovery { since: row.instant("since")?, begun_at: row.instant("begun_at")? }))
            .collect()
    }

    /// Payments since `since` that led to no booking; they may have had a receipt before the restore. `returned` is 0 in each.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_unbooked_since(&mut self, since: Timestamp) -> Result<Vec<FoundPayment>, StoreError> {
        let rows = self.0.all(sql!("payment/list_unbooked_since"), params![since]).await?;
        rows.iter()
            .map(|row| {
                Ok(FoundPayment {
                    payment: row.text("payment_id")?.to_owned(),
                    provider_order: row.text("provider_order_id")?.to_owned(),
                    order: row.converted("order_number")?,
                    amount: row.money("amount_paise")?,
                    returned: Money::ZERO,
                })
            })
            .collect()
    }

    /// Starts a recovery of data lost since `since`; `false` if one was started before.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn begin(&mut self, since: Timestamp, now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("recovery/add"), params![since, now]).await? == 1)
    }

    /// Adds orders and QR codes that are missing in this database, or records that they are paid by now.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn put_orders(&mut self, orders: &[RecoveredOrder], now: Timestamp) -> Result<(), StoreError> {
        let row = |order: &RecoveredOrder| {
            params![
                &order.provider_order,
                order.order.value(),
                order.amount.paise(),
                order.is_paid,
                order.opened_at,
                now,
            ]
            .to_vec()
        };
        let rows: Vec<Vec<Value>> = orders.iter().map(row).collect();
        self.0.run_each(sql!("recovered_order/put"), &rows).await.map(drop)
    }

    /// Whether this missing order or QR code was paid when a recovery saw it last; `None` if it was not found yet.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn is_order_paid(&mut self, provider_order: &str) -> Result<Option<bool>, StoreError> {
        let row = self.0.first(sql!("recovered_order/find"), params![provider_order]).await?;
        row.map(|row| row.flag("is_paid")).transpose()
    }

    /// Adds payments; returns how many are new.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add_payments(&mut self, found: &[FoundPayment], now: Timestamp) -> Result<u64, StoreError> {
        let row = |found: &FoundPayment| {
            params![
                &found.payment,
                &found.provider_order,
                found.order.value(),
                found.amount.paise(),
                found.returned.paise(),
                now,
            ]
            .to_vec()
        };
        let rows: Vec<Vec<Value>> = found.iter().map(row).collect();
        Ok(self.0.run_each(sql!("recovered_payment/add"), &rows).await?.into_iter().sum())
    }

    /// The state of a payment that was found.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_payment(&mut self, payment: &str) -> Result<Option<RecoveredPayment>, StoreError> {
        let row = self.0.first(sql!("recovered_payment/find"), params![payment]).await?;
        row.as_ref().map(recovered).transpose()
    }

    /// Records what was done about a payment that was found; `false` if that is already recorded.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn end_payment(
        &mut self,
        payment: &str,
        done: &RecoveredPayment,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![
            payment,
            done.status.name(),
            done.returned.paise(),
            done.refunded.paise(),
            done.provider_refund.clone(),
            now,
        ];
        Ok(self.0.run(sql!("recovered_payment/end"), params).await? == 1)
    }

    /// Ends the found payments that are settled in this database.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn end_settled(&mut self, now: Timestamp) -> Result<(), StoreError> {
        self.0.run(sql!("recovered_payment/end_settled"), params![now]).await.map(drop)
    }

    /// Starts a new attempt to refund a payment, after the attempt with the number `attempt` failed at the provider;
    /// `false` if that is not the latest attempt.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn try_again(&mut self, payment: &str, attempt: i64) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("recovered_payment/try_again"), params![payment, attempt]).await? == 1)
    }
}

fn recovered(row: &Row) -> Result<RecoveredPayment, StoreError> {
    Ok(RecoveredPayment {
        status: row.parsed("status")?,
        returned: row.money("returned_paise")?,
        refunded: row.money("refunded_paise")?,
        provider_refund: row.text_or_null("provider_refund_id")?.map(str::to_owned),
        attempt: row.integer("attempt")?,
    })
}
