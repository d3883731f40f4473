//! The money of bookings on both engines, against the provider's sandbox over real HTTP: every captured payment pays for
//! bookings or is refunded.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

mod backlog;
mod billing;
mod bills;
mod closed_accounts;
mod closing_races;
mod closure_steps;
mod court_closures;
mod court_then_bank;
mod expedited_refunds;
mod fixture;
mod histories;
mod hostile_payer;
mod import_races;
mod invariants;
mod late_money;
mod ledger;
mod migration;
mod notices;
mod offer_races;
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
mod qr_steps;
mod rain;
mod receipts;
mod recovery;
mod refund_queue;
mod refunds;
mod refunds_in_parts;
mod reported_statuses;
mod reports;
mod round_trips;
mod settled_refunds;
mod settling_races;
mod several_orders;
mod shown_amounts;
mod webhooks;
