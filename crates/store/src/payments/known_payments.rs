//! The table `payment`: payments as last reported by the provider.

use std::collections::HashMap;

use jiff::Timestamp;
use sideout_domain::{
    BillId, CustomerId,
    money::Money,
    order::OrderNumber,
    payment::{PaymentOutcome, PaymentStatus},
};

use crate::{Row, Session, StoreError, params, sql};

/// The repository of payments.
pub struct Payments<'s>(pub &'s mut dyn Session);

/// A payment as the provider reports it.
#[derive(Debug, Clone)]
pub struct ReportedPayment {
    /// Its id.
    pub id: String,
    /// The order at the provider.
    pub provider_order: String,
    /// The bill that it pays.
    pub bill: BillId,
    /// The one order that the bill is for; `None` if there are several.
    pub order: Option<OrderNumber>,
    /// The amount.
    pub amount: Money,
    /// The currency code, such as `INR`.
    pub currency: String,
    /// Its status.
    pub status: PaymentStatus,
    /// `upi`, `card` …
    pub method: Option<String>,
    /// The provider's fee.
    pub fee: Money,
    /// Why it failed.
    pub failure: Option<String>,
    /// The current time.
    pub seen_at: Timestamp,
}

/// A stored payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownPayment {
    /// Its id.
    pub id: String,
    /// The amount.
    pub amount: Money,
    /// Its status.
    pub status: PaymentStatus,
    /// The result of settling it, once it was captured.
    pub outcome: Option<PaymentOutcome>,
    /// Why it failed.
    pub failure: Option<String>,
}

/// A payment that was found by its id, with the first order of its bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentOfOrder {
    /// The bill that it pays.
    pub bill: BillId,
    /// The order of the first line of its bill.
    pub order: OrderNumber,
    /// The amount.
    pub amount: Money,
    /// The result of settling it, once it was captured.
    pub outcome: Option<PaymentOutcome>,
}

/// A payment that was authorized or captured and is not settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsettledPayment {
    /// The bill that it pays.
    pub bill: BillId,
    /// The amount.
    pub amount: Money,
    /// The currency code.
    pub currency: String,
    /// Its status: authorized or captured.
    pub status: PaymentStatus,
    /// When it was first reported.
    pub seen_at: Timestamp,
}

impl Payments<'_> {
    /// Stores a report; one whose status does not come after the stored one changes nothing.
    ///
    /// INVARIANT: the stored status is the latest one that was reported, in the order of [`PaymentStatus::ALL`], in whatever order the
    /// reports come (suite `reported_statuses`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn put(&mut self, reported: &ReportedPayment) -> Result<(), StoreError> {
        let params = params![
            &reported.id,
            &reported.provider_order,
            reported.bill.0,
            reported.amount.paise(),
            &reported.currency,
            reported.status.name(),
            reported.method.clone(),
            reported.fee.paise(),
            reported.failure.clone(),
            reported.seen_at,
            reported.status.place(),
        ];
        self.0.run(sql!("payment/put"), params).await.map(drop)
    }

    /// Records the provider's fee for a captured payment; `false` if it is already recorded, or the payment
    /// is not captured.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn record_fee(&mut self, id: &str, fee: Money) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("payment/record_fee"), params![id, fee.paise()]).await? == 1)
    }

    /// Records what a captured payment leads to; `false` if that is already decided.
    ///
    /// INVARIANT: of concurrent decisions exactly one is recorded (suite `one_outcome`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn settle(
        &mut self,
        id: &str,
        outcome: PaymentOutcome,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("payment/settle"), params![id, now, outcome.name()]).await? == 1)
    }

    /// Captured and authorized payments that are not settled yet and whose provider order is still polled, in any order.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_unsettled(&mut self) -> Result<Vec<UnsettledPayment>, StoreError> {
        let rows = self.0.all(sql!("payment/list_unsettled"), params![]).await?;
        let unsettled = rows.iter().map(|row| {
            Ok(UnsettledPayment {
                bill: BillId(row.integer("bill_id")?),
                amount: row.money("amount_paise")?,
                currency: row.text("currency")?.to_owned(),
                status: row.parsed("status")?,
                seen_at: row.instant("seen_at")?,
            })
        });
        unsettled.collect()
    }

    /// The payment with this id.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self, id: &str) -> Result<Option<PaymentOfOrder>, StoreError> {
        let row = self.0.first(sql!("payment/find"), params![id]).await?;
        row.map(|row| {
            Ok(PaymentOfOrder {
                bill: BillId(row.integer("bill_id")?),
                order: row.converted("order_number")?,
                amount: row.money("amount_paise")?,
                outcome: row.parsed_or_null("outcome")?,
            })
        })
        .transpose()
    }

    /// Whether a payment of this bill at this provider order was settled.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn is_settled(&mut self, bill: BillId, provider_order: &str) -> Result<bool, StoreError> {
        let params = params![bill.0, provider_order];
        Ok(self.0.one(sql!("payment/count_settled"), params).await?.integer("count")? > 0)
    }

    /// All payments for one order, oldest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_order(&mut self, order: OrderNumber) -> Result<Vec<KnownPayment>, StoreError> {
        let rows = self.0.all(sql!("payment/list_of_order"), params![order.value()]).await?;
        rows.iter().map(payment).collect()
    }

    /// As [`Payments::list_of_order`], for each order of a customer that is not a booking or is on a bill with a refund.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_customer(
        &mut self,
        customer: CustomerId,
    ) -> Result<HashMap<OrderNumber, Vec<KnownPayment>>, StoreError> {
        let rows = self.0.all(sql!("payment/list_of_customer"), params![customer.0]).await?;
        let mut payments: HashMap<OrderNumber, Vec<KnownPayment>> = HashMap::new();
        for row in &rows {
            payments.entry(row.converted("order_number")?).or_default().push(payment(row)?);
        }
        Ok(payments)
    }
}

fn payment(row: &Row) -> Result<KnownPayment, StoreError> {
    Ok(KnownPayment {
        id: row.text("payment_id")?.to_owned(),
        amount: row.money("amount_paise")?,
        status: row.parsed("status")?,
        outcome: row.parsed_or_null("outcome")?,
        failure: row.text_or_null("failure")?.map(str::to_owned),
    })
}
