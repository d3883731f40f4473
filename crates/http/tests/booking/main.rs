//! Booking through the whole router, and authorization of calls.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

#[path = "../accounts/client.rs"]
#[expect(dead_code, reason = "the rest is for the calls of accounts")]
mod client;

mod authorization;
mod desk_payments;
mod flow;
mod hours;
mod offers;
mod other_customers;
mod own_courts;
mod pass;
mod payments;
mod receipts;
mod refunds;
mod same_refunds;
