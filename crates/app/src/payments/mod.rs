//! Online payment: requests to the provider, settlement of payments, and refunds.
//!
//! What the browser says is a hint. Money turns into a booking or a refund in one place, [`settle`], whether the
//! browser, the provider's webhook or the reconciler causes the call.

mod account;
mod audience;
mod capture;
pub mod confirm_payment;
pub mod expedite_refunds;
pub mod generate_payment;
pub mod issue_refunds;
pub mod list_refunds;
mod open_provider_order;
mod order_ownership;
mod payment_metrics;
pub mod payment_overview;
pub mod poll;
mod poll_turns;
pub mod reconcile;
pub mod recovery;
pub mod refund_batch;
pub mod reset_checkout;
pub mod settle;
pub mod webhooks;

pub use account::PaymentAccount;
pub use audience::{Audience, may_pay_online};
pub(crate) use payment_metrics::PAYMENT_STEPS;
pub use poll_turns::PollTurns;
pub use sideout_store::payments::Refund;
