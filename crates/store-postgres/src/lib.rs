//! The engine for several nodes: pooled tokio-postgres sessions, migrations.
//!
//! Every unit of work is one read-committed transaction on a connection of its own, run to its end even when its caller
//! goes away, and run again when PostgreSQL asks for that. Correctness never rests on the isolation level but on unique
//! keys and row counts, so a second run decides anew. A commit whose answer is lost is reported as an unknown outcome,
//! and nothing is ever cancelled while it commits.

mod clock;
mod connection;
mod error;
mod event_bridge;
mod inspect;
mod migrations;
mod options;
mod own_statements;
mod pool;
mod postgres_store;
mod session;
mod size;
mod tls;
mod unit_of_work;
mod value;

pub use inspect::{Inspection, inspect};
pub use options::PostgresOptions;
pub use own_statements::OWN_STATEMENTS;
pub use postgres_store::PostgresStore;
