//! Paying online on both engines, against the sandbox over real HTTP: every captured payment ends in one booking or one
//! refund.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

mod backlog;
mod billing;
mod bills;
mod closed_accounts;
mod closing_races;
mod court_closures;
mod court_then_bank;
mod expedited_refunds;
mod histories;
mod hostile_payer;
mod import_races;
mod invariants;
mod late_money;
mod ledger;
mod migration;
mod notices;
mod one_outcome;
mod one_provider_order;
mod paying;
mod payout_races;
mod payouts;
mod polling;
mod proofs;
mod qr_codes;
mod qr_money;
mod qr_of_guests;
mod qr_races;
mod qr_world;
mod rain;
mod rain_races;
mod rain_world;
mod receipts;
mod recovery;
mod refund_queue;
mod refunds;
mod refunds_in_parts;
mod reports;
mod round_trips;
mod settled_refunds;
mod settling_races;
mod several_orders;
mod webhooks;
mod world;
