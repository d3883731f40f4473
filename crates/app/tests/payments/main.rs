//! Paying online on both engines, against the sandbox over real HTTP: every captured payment ends in one booking or one
//! refund.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

mod backlog;
mod closing;
mod closing_races;
mod court_then_bank;
mod expedited_refunds;
mod hostile;
mod import_races;
mod late;
mod ledger;
mod one_outcome;
mod one_provider_order;
mod paying;
mod polling;
mod proofs;
mod receipts;
mod recovery;
mod refunds;
mod telling;
mod webhooks;
mod world;
