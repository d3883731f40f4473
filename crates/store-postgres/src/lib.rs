//! The engine for several nodes: pooled tokio-postgres sessions, migrations.
//!
//! Every unit of work is one read-committed transaction on its own connection. It runs to its end even if its caller
//! stops waiting, and runs again after a failure that another run may avoid, such as a deadlock. Correctness rests on unique
//! keys, locks and row counts, and needs no stricter isolation level, so a second run decides by the rows that it reads then. A
//! commit whose reply is lost is reported as an unknown outcome, and no commit in progress is ever cancelled.

mod clock;
mod connection;
mod error;
mod event_bridge;
mod in_order;
mod inspect;
mod migrations;
mod one_value;
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
pub use own_statements::{COMBINED_STATEMENTS, OWN_STATEMENTS};
pub use postgres_store::PostgresStore;
