//! The target of payments at the provider: an order, for a checkout, or a QR code of a desk.

use std::{fmt, str::FromStr};

use sideout_domain::payment::ProviderOrderStatus;
use sideout_providers::payments::{
    NotAnId, Payment, PaymentError, PaymentsPage, ProviderOrderId, QrCodeId, TimeBudget,
};
use sideout_store::payments::ProviderOrder;

use crate::platform::payment_account::PaymentAccount;

/// The target of payments at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentTarget {
    /// An order, for a checkout.
    Order(ProviderOrderId),
    /// A QR code of a desk.
    QrCode(QrCodeId),
}

/// Reads `order_…` and `qr_…`.
impl FromStr for PaymentTarget {
    type Err = NotAnId;

    fn from_str(id: &str) -> Result<Self, NotAnId> {
        id.parse().map(PaymentTarget::QrCode).or_else(|_| id.parse().map(PaymentTarget::Order))
    }
}

impl fmt::Display for PaymentTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl PaymentTarget {
    /// The target of a stored provider order; `None` until the provider has replied.
    pub(crate) fn of(provider_order: &ProviderOrder) -> Option<Self> {
        provider_order.id.as_deref()?.parse().ok()
    }

    /// The id at the provider.
    pub fn as_str(&self) -> &str {
        match self {
            PaymentTarget::Order(id) => id.as_str(),
            PaymentTarget::QrCode(id) => id.as_str(),
        }
    }

    /// Lists a page of its payments.
    pub(crate) async fn list_payments(
        &self,
        account: &PaymentAccount,
        skip: u32,
        budget: TimeBudget,
    ) -> Result<PaymentsPage, PaymentError> {
        match self {
            PaymentTarget::Order(id) => account.provider.list_payments(id, skip, budget).await,
            PaymentTarget::QrCode(id) => account.provider.list_qr_payments(id, skip, budget).await,
        }
    }

    /// Whether the provider says that it was paid.
    pub(crate) async fn is_paid(
        &self,
        account: &PaymentAccount,
        budget: TimeBudget,
    ) -> Result<bool, PaymentError> {
        match self {
            PaymentTarget::Order(id) => {
                Ok(account.provider.find_order(id, budget).await?.status == ProviderOrderStatus::Paid)
            }
            PaymentTarget::QrCode(id) => Ok(account.provider.find_qr_code(id, budget).await?.payments > 0),
        }
    }

    /// Whether a payment in its list is its own. A payment by a QR code has no order.
    pub(crate) fn owns(&self, payment: &Payment) -> bool {
        match self {
            PaymentTarget::Order(id) => payment.order.as_ref() == Some(id),
            PaymentTarget::QrCode(_) => payment.order.is_none(),
        }
    }

    /// Whether no payment can follow a captured one. Two people may pay by a QR code that both scanned before it closed.
    pub(crate) fn takes_one_payment(&self) -> bool {
        matches!(self, PaymentTarget::Order(_))
    }
}
