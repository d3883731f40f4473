//! The embedded engine: one writer, group commit, migrations.
//!
//! One thread owns the only connection that may write. It takes the units of work that wait, runs them in one
//! transaction with a savepoint each, commits **once** (WAL, `synchronous=FULL`) and only then answers. Measured on
//! two busy cores with 64 callers and the claim of a court as the unit: `examples/group_commit.rs` prints the figures,
//! docs/DATABASE.md keeps them. Reads run on connections of their own, right on the calling task.

mod connection;
mod error;
mod integrity;
mod lock_file;
mod migrations;
mod options;
mod readers;
mod session;
mod sqlite_store;
mod statement_text;
mod writer;

pub use options::SqliteOptions;
pub use sqlite_store::SqliteStore;
pub use statement_text::numbered;
pub use writer::WriterFigures;
