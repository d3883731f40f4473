//! Orders at the payment provider, payments, refunds, webhook events and recoveries.

mod known_payments;
mod provider_orders;
mod recoveries;
mod refund_queue;
mod refunds;
mod settled_refunds;
mod webhook_events;

pub use known_payments::{KnownPayment, PaymentOfOrder, Payments, ReportedPayment, UnsettledPayment};
pub use provider_orders::{FailingPolls, ProviderOrder, ProviderOrders};
pub use recoveries::{BegunRecovery, FoundPayment, RecoveredOrder, RecoveredPayment, Recoveries};
pub use refund_queue::{QueuePlace, QueuePosition, QueuedRefund, RefundQueue, RefundSum};
pub(crate) use refunds::refund;
pub use refunds::{
    Explanation, NewRefund, OpenRefunds, Refund, RefundSource, RefundStep, Refunds, SentAfterAll,
};
pub use settled_refunds::NewSettlement;
pub use webhook_events::{WebhookEvent, WebhookEvents};
