//! Online payment through a provider: orders, payments, captures and refunds.
//!
//! About a payment only the responses of [`PaymentProvider`] are believed. The browser's statement and a webhook are reasons to
//! ask it, also after their signature was checked by [`SigningKey`] (that of a webhook over its raw bytes).

mod circuit_breaker;
mod error;
mod ids;
mod razorpay;
mod razorpay_answers;
mod razorpay_lists;
mod razorpay_payouts;
mod razorpay_qr_codes;
mod settings;
mod signature;
mod time_budget;

pub use error::{PaymentError, ProviderFault, Refusal};
pub use ids::{NotAnId, PaymentId, ProviderOrderId, QrCodeId, RefundId};
pub use razorpay::Razorpay;
pub use settings::{CaptureMode, PaymentSettingsError, RazorpaySettings};
pub use signature::SigningKey;
pub use time_budget::TimeBudget;

use std::collections::BTreeMap;

use async_trait::async_trait;
use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    money::Money,
    payment::{PaymentStatus, ProviderOrderStatus},
    payout::PayoutLine,
};

/// A request for payment, for which a checkout is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewProviderOrder {
    /// The amount due, at least one rupee.
    pub amount: Money,
    /// Our reference, at most 40 characters.
    pub receipt: String,
    /// Notes for the operator, shown in the provider's dashboard; at most 15 pairs.
    pub notes: Vec<(String, String)>,
}

/// An order at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderOrder {
    /// The order's id at the provider.
    pub id: ProviderOrderId,
    /// The amount due.
    pub amount: Money,
    /// The order's status.
    pub status: ProviderOrderStatus,
}

/// A QR code about to be made: it takes one payment of exactly this amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewQrCode {
    /// What is to be paid, at least one rupee.
    pub amount: Money,
    /// The code's name in the provider's dashboard.
    pub name: String,
    /// When the provider closes it by itself, at least fifteen minutes from now.
    pub closes_at: Timestamp,
    /// Our reference, by which it is found again. It is stored among the notes.
    pub reference: String,
    /// Notes for the operator, shown in the provider's dashboard; at most 14 pairs.
    pub notes: Vec<(String, String)>,
}

/// A QR code at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QrCode {
    /// The code's id at the provider.
    pub id: QrCodeId,
    /// What is to be paid; `None` if it takes any amount, or the amount cannot be read.
    pub amount: Option<Money>,
    /// What the code holds: `upi://pay?pa=…`. `None` if the provider shows the account only an image, or if it is another kind of link.
    pub content: Option<String>,
    /// Where the provider shows the code as an image.
    pub image_url: Option<String>,
    /// Whether it takes a payment now.
    pub is_open: bool,
    /// How many captured payments it took; 0 if that cannot be read.
    pub payments: u32,
    /// The reference among its notes.
    pub reference: Option<String>,
    /// The notes of the software that made it, as far as they are text.
    pub notes: BTreeMap<String, String>,
    /// When it was made.
    pub created_at: Option<Timestamp>,
}

/// A player's attempt to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// The payment's id at the provider.
    pub id: PaymentId,
    /// The order it pays for; `None` if it names none, as a payment by a QR code.
    pub order: Option<ProviderOrderId>,
    /// The amount.
    pub amount: Money,
    /// The currency code, such as `INR`.
    pub currency: String,
    /// The payment's status.
    pub status: PaymentStatus,
    /// The amount refunded so far.
    pub refunded: Money,
    /// The method: `upi`, `card`, `netbanking`, `wallet` …
    pub method: Option<String>,
    /// The provider's fee, tax included, once captured.
    pub fee: Money,
    /// Why it failed, in the provider's words.
    pub failure: Option<String>,
}

/// A page of the payments for an order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentsPage {
    /// The payments that could be read.
    pub payments: Vec<Payment>,
    /// The number of payments that could not be read.
    pub unreadable: u32,
    /// The position of the next page; `None` at the end of the list.
    pub next: Option<u32>,
}

/// A refund about to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRefund {
    /// The payment that is refunded.
    pub payment: PaymentId,
    /// The amount, at least one rupee.
    pub amount: Money,
    /// The idempotency key, which makes a repeated call harmless: 10 or more of `A-Za-z0-9_-`, always the same for the
    /// same refund.
    pub key: String,
    /// Notes for the operator, shown in the provider's dashboard.
    pub notes: Vec<(String, String)>,
}

/// The progress of a refund at the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundProgress {
    /// Accepted; the bank has not confirmed.
    Pending,
    /// Paid out.
    Processed,
    /// The provider could not pay it out.
    Failed,
}

/// A refund at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderRefund {
    /// The refund's id at the provider.
    pub id: RefundId,
    /// The payment that is refunded.
    pub payment: PaymentId,
    /// The amount.
    pub amount: Money,
    /// The refund's progress.
    pub progress: RefundProgress,
}

/// A span of creation times at the provider, both ends included; widened to whole seconds, so that nothing in the span
/// is left out.
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
    /// The order's id at the provider.
    pub id: ProviderOrderId,
    /// The reference set by the software that opened it.
    pub receipt: Option<String>,
    /// The notes of the software that opened it, as far as they are text.
    pub notes: BTreeMap<String, String>,
    /// The amount due; `None` if it is not a valid amount in rupees.
    pub amount: Option<Money>,
    /// The order's status.
    pub status: ProviderOrderStatus,
    /// When it was opened.
    pub created_at: Option<Timestamp>,
}

/// A refund in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedRefund {
    /// The refund.
    pub refund: ProviderRefund,
    /// The notes of the software that made it, as far as they are text.
    pub notes: BTreeMap<String, String>,
}

/// A page of one of the account's lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPage<T> {
    /// The items that could be read, in the provider's order.
    pub items: Vec<T>,
    /// The number of items that could not be read.
    pub unreadable: u32,
    /// The position of the next page; `None` at the end of the list.
    pub next: Option<u32>,
}

/// A payment provider. No call is repeated unless repeating is harmless; [`PaymentError`] says what a caller may do
/// about an error.
#[async_trait]
pub trait PaymentProvider: Send + Sync + std::fmt::Debug {
    /// Whether the provider captures authorized payments itself, if they are authorized early enough.
    fn captures_by_itself(&self) -> bool;

    /// Opens an order. After [`PaymentError::Unknown`] an order may exist without our knowledge; that has no cost.
    async fn create_order(
        &self,
        order: &NewProviderOrder,
        budget: TimeBudget,
    ) -> Result<ProviderOrder, PaymentError>;

    /// The newest order with this receipt.
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

    /// A page of the payments for an order, failed ones included, from position `skip` on.
    async fn list_payments(
        &self,
        order: &ProviderOrderId,
        skip: u32,
        budget: TimeBudget,
    ) -> Result<PaymentsPage, PaymentError>;

    /// One payment.
    async fn find_payment(&self, id: &PaymentId, budget: TimeBudget) -> Result<Payment, PaymentError>;

    /// Captures an authorized payment. A payment already captured is returned as it is.
    async fn capture(
        &self,
        id: &PaymentId,
        amount: Money,
        budget: TimeBudget,
    ) -> Result<Payment, PaymentError>;

    /// Refunds a payment. The same key and amount again is the same refund.
    async fn refund(&self, refund: &NewRefund) -> Result<ProviderRefund, PaymentError>;

    /// A page of the account's orders that were opened in `span`, from position `skip` on, other software's included.
    async fn list_orders(
        &self,
        span: CreatedBetween,
        skip: u32,
        budget: TimeBudget,
    ) -> Result<ListPage<ListedOrder>, PaymentError>;

    /// A page of the account's refunds that were made in `span`, from position `skip` on, other software's included.
    async fn list_refunds(
        &self,
        span: CreatedBetween,
        skip: u32,
    ) -> Result<ListPage<ListedRefund>, PaymentError>;

    /// At least the first hundred refunds of one payment, failed ones included. An error if one of them cannot be read.
    async fn list_refunds_of(&self, payment: &PaymentId) -> Result<Vec<ListedRefund>, PaymentError>;

    /// One refund.
    async fn find_refund(&self, id: &RefundId) -> Result<ProviderRefund, PaymentError>;

    /// Makes a QR code. After [`PaymentError::Unknown`] one may exist without our knowledge:
    /// [`PaymentProvider::find_qr_code_by_reference`] finds it.
    async fn create_qr_code(&self, code: &NewQrCode, budget: TimeBudget) -> Result<QrCode, PaymentError>;

    /// The newest QR code with this reference of those that were made in `span`. At most twenty pages are searched;
    /// [`PaymentError::Unavailable`] if it is on none of them and there are more.
    async fn find_qr_code_by_reference(
        &self,
        reference: &str,
        span: CreatedBetween,
        budget: TimeBudget,
    ) -> Result<Option<QrCode>, PaymentError>;

    /// One QR code.
    async fn find_qr_code(&self, id: &QrCodeId, budget: TimeBudget) -> Result<QrCode, PaymentError>;

    /// Closes a QR code, so that it takes no payment any more. One that is closed already is returned as it is.
    async fn close_qr_code(&self, id: &QrCodeId, budget: TimeBudget) -> Result<QrCode, PaymentError>;

    /// A page of the payments by a QR code, from position `skip` on; otherwise as [`PaymentProvider::list_payments`].
    async fn list_qr_payments(
        &self,
        code: &QrCodeId,
        skip: u32,
        budget: TimeBudget,
    ) -> Result<PaymentsPage, PaymentError>;

    /// A page of the account's QR codes that were made in `span`, from position `skip` on, other software's included.
    async fn list_qr_codes(
        &self,
        span: CreatedBetween,
        skip: u32,
        budget: TimeBudget,
    ) -> Result<ListPage<QrCode>, PaymentError>;

    /// A page of the lines that the provider paid out on a `day` in India, from position `skip` on. Lines that are not paid
    /// out yet are left out.
    async fn list_payout_lines(&self, day: Date, skip: u32) -> Result<ListPage<PayoutLine>, PaymentError>;
}
