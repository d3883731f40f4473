//! Online payment through a provider: orders, payments, captures and refunds.
//!
//! What the browser says of a payment is a hint. Truth is what [`PaymentProvider`] answers, or a message whose signature
//! was checked over its raw bytes by [`SigningKey`].

mod circuit_breaker;
mod error;
mod ids;
mod razorpay;
mod razorpay_answers;
mod razorpay_lists;
mod settings;
mod signature;
mod time_budget;

pub use error::{PaymentError, ProviderFault, Refusal};
pub use ids::{NotAnId, PaymentId, ProviderOrderId, RefundId};
pub use razorpay::Razorpay;
pub use settings::{CaptureMode, PaymentSettingsError, RazorpaySettings};
pub use signature::SigningKey;
pub use time_budget::TimeBudget;

use std::collections::BTreeMap;

use async_trait::async_trait;
use jiff::Timestamp;
use sideout_domain::{
    money::Money,
    payment::{PaymentStatus, ProviderOrderStatus},
};

/// What a checkout is opened for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewProviderOrder {
    /// What is to be paid, at least one rupee.
    pub amount: Money,
    /// Our reference, at most 40 characters, the same for the same order and amount.
    pub receipt: String,
    /// For the operator's eye in the provider's dashboard, at most 15 pairs.
    pub notes: Vec<(String, String)>,
}

/// An order at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderOrder {
    /// Its id there.
    pub id: ProviderOrderId,
    /// What is to be paid.
    pub amount: Money,
    /// Where it stands.
    pub status: ProviderOrderStatus,
}

/// A player's try to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// Its id.
    pub id: PaymentId,
    /// What it pays for; a payment without an order is none of ours.
    pub order: Option<ProviderOrderId>,
    /// How much.
    pub amount: Money,
    /// `INR`, or something we never asked for.
    pub currency: String,
    /// Where it stands.
    pub status: PaymentStatus,
    /// How much of it went back.
    pub refunded: Money,
    /// `upi`, `card`, `netbanking`, `wallet` …
    pub method: Option<String>,
    /// What the provider keeps, tax included, once captured.
    pub fee: Money,
    /// Why it failed, in the provider's words.
    pub failure: Option<String>,
}

/// A part of the tries to pay an order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentsPage {
    /// Those that could be read, in the provider's order.
    pub payments: Vec<Payment>,
    /// So many could not, in the list or alone. They hide nobody else.
    pub unreadable: u32,
    /// From where the list goes on; `None` at its end.
    pub next: Option<u32>,
}

/// A refund to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRefund {
    /// Of which payment.
    pub payment: PaymentId,
    /// How much, at least one rupee.
    pub amount: Money,
    /// Makes repeating the call harmless: 10 or more of `A-Za-z0-9_-`, the same for the same refund for ever.
    pub key: String,
    /// For the operator's eye.
    pub notes: Vec<(String, String)>,
}

/// How far a refund has come at the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundProgress {
    /// Taken; the bank has not confirmed.
    Pending,
    /// Sent.
    Processed,
    /// Not possible.
    Failed,
}

/// A refund at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderRefund {
    /// Its id.
    pub id: RefundId,
    /// Of which payment.
    pub payment: PaymentId,
    /// How much.
    pub amount: Money,
    /// How far it is.
    pub progress: RefundProgress,
}

/// From when to when something was made at the provider, both ends included; cut to whole seconds, so that nothing of the
/// span is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreatedBetween {
    /// The first instant.
    pub from: Timestamp,
    /// The last instant.
    pub to: Timestamp,
}

/// An order in the account's list, which other software may share: only its id is certain to be readable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedOrder {
    /// Its id there.
    pub id: ProviderOrderId,
    /// The reference of whoever opened it.
    pub receipt: Option<String>,
    /// What whoever opened it noted, as far as it is text.
    pub notes: BTreeMap<String, String>,
    /// What is to be paid; `None` where that is no amount of ours, in another currency for example.
    pub amount: Option<Money>,
    /// Where it stands.
    pub status: ProviderOrderStatus,
    /// When it was opened.
    pub created_at: Option<Timestamp>,
}

/// A refund in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedRefund {
    /// The refund.
    pub refund: ProviderRefund,
    /// What whoever sent it noted, as far as it is text.
    pub notes: BTreeMap<String, String>,
}

/// A part of a list of the account's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPage<T> {
    /// Those that could be read, in the provider's order.
    pub items: Vec<T>,
    /// So many could not.
    pub unreadable: u32,
    /// From where the list goes on; `None` at its end.
    pub next: Option<u32>,
}

/// A payment provider. No call is repeated unless repeating is harmless; what a caller may do about an error is written
/// on [`PaymentError`].
#[async_trait]
pub trait PaymentProvider: Send + Sync + std::fmt::Debug {
    /// Whether the provider takes what was set aside without our call, as long as it comes early enough.
    fn captures_by_itself(&self) -> bool;

    /// Opens an order. After [`PaymentError::Unknown`] there may be one that nobody knows: it costs nothing.
    async fn create_order(
        &self,
        order: &NewProviderOrder,
        budget: TimeBudget,
    ) -> Result<ProviderOrder, PaymentError>;

    /// The newest order with this receipt, for who does not know whether [`PaymentProvider::create_order`] was done.
    async fn find_order_by_receipt(
        &self,
        receipt: &str,
        budget: TimeBudget,
    ) -> Result<Option<ProviderOrder>, PaymentError>;

    /// One order.
    async fn find_order(
        &self,
        id: &ProviderOrderId,
        budget: TimeBudget,
    ) -> Result<ProviderOrder, PaymentError>;

    /// The tries to pay it, failed ones included, from the one at `skip` on: a page of them. However large and strange the
    /// list is, each page is of a bounded size and leads on.
    async fn list_payments(
        &self,
        order: &ProviderOrderId,
        skip: u32,
        budget: TimeBudget,
    ) -> Result<PaymentsPage, PaymentError>;

    /// One payment.
    async fn find_payment(&self, id: &PaymentId, budget: TimeBudget) -> Result<Payment, PaymentError>;

    /// Takes the money that was set aside. A payment captured already is answered as it stands.
    async fn capture(
        &self,
        id: &PaymentId,
        amount: Money,
        budget: TimeBudget,
    ) -> Result<Payment, PaymentError>;

    /// Sends money back. The same key and amount again is the same refund.
    async fn refund(&self, refund: &NewRefund) -> Result<ProviderRefund, PaymentError>;

    /// The orders of the account that were opened in `span`, from the one at `skip` on: a page of them. Of other software too.
    async fn list_orders(
        &self,
        span: CreatedBetween,
        skip: u32,
        budget: TimeBudget,
    ) -> Result<ListPage<ListedOrder>, PaymentError>;

    /// The refunds of the account that were made in `span`, from the one at `skip` on: a page of them. Of other software too.
    async fn list_refunds(
        &self,
        span: CreatedBetween,
        skip: u32,
    ) -> Result<ListPage<ListedRefund>, PaymentError>;

    /// The refunds of one payment, failed ones included: the first hundred.
    async fn list_refunds_of(&self, payment: &PaymentId) -> Result<Vec<ListedRefund>, PaymentError>;

    /// One refund.
    async fn find_refund(&self, id: &RefundId) -> Result<ProviderRefund, PaymentError>;
}
