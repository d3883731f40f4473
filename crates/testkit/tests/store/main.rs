//! The promises of the stores: those of both engines, tested on both, and those of PostgreSQL alone.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

mod event_bridge;
mod order_transitions;
mod outbox;
mod plans;
mod postgres_alone;
mod postgres_encrypted;
mod required_version;
mod schema;
mod scratch;
mod statements;
mod unit_of_work;
