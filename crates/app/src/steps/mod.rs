//! The middle tier: steps that several use cases share, so that each is written once. Most run inside the unit of work
//! of their caller and are rolled back with it.
//!
//! A step uses other steps and the platform, never a use case; `cargo xtask check` proves it.

pub(crate) mod announce_order;
pub(crate) mod answer_offer;
pub mod audited;
pub(crate) mod booking_metrics;
pub(crate) mod cancel_booking;
pub(crate) mod capture;
pub(crate) mod close_qrs;
pub(crate) mod closed_days;
pub mod count_unsettled;
pub(crate) mod draw_block_id;
pub(crate) mod draw_order_number;
pub(crate) mod end_cancelling;
pub(crate) mod find_or_add_online_bill;
pub(crate) mod free_slot;
pub(crate) mod issue_receipts;
pub(crate) mod keep_closed;
pub(crate) mod ledger;
pub(crate) mod notify;
pub(crate) mod payment_metrics;
pub mod payment_overview;
pub mod payment_target;
pub mod poll;
pub(crate) mod quote;
pub(crate) mod record_payouts;
pub mod refund_batch;
pub mod settle;
pub(crate) mod skip_lost_numbers;
