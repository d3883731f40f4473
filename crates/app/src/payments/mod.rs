//! Online payment: checkouts, webhooks, reconciliation, payouts, refunds, and the recovery after a restore.
//!
//! What the browser says is a hint. A captured payment turns into a booking or a refund in one place, [`crate::steps::settle`], except
//! that [`recovery`] refunds the payments of orders that the restored database does not have.

pub(crate) mod check_settled_refund;
pub mod close_qr_codes;
pub mod confirm_payment;
pub mod expedite_refunds;
pub mod generate_payment;
pub mod issue_refunds;
pub mod list_refunds;
mod may_pay_online;
pub(crate) mod open_provider_order;
mod order_ownership;
mod other_refunds;
pub mod read_payouts;
pub mod reconcile;
pub mod recovery;
pub mod reset_checkout;
pub mod webhooks;

pub use may_pay_online::may_pay_online;
pub use sideout_store::payments::Refund;
