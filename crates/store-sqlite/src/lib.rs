//! The embedded engine: one writer, group commit, migrations.
//!
//! One thread owns the connection that writes. It takes the waiting units of work, runs them in one transaction with a
//! savepoint each, commits **once** (WAL, `synchronous=FULL`) and only then replies; `examples/group_commit.rs` measures
//! what that saves. Reads run on connections of their own, directly on the calling task.

mod backup_record;
mod connection;
mod copy_lock;
mod database_file;
mod error;
mod inspect;
mod integrity;
mod lock_file;
mod migrations;
mod options;
mod readers;
mod reading_store;
mod session;
mod sqlite_store;
mod statement_text;
mod writer;

pub use backup_record::{last_backup, record_backup};
pub use inspect::{Inspection, back_up, engine_version, inspect, schema};
pub use lock_file::is_in_use;
pub use options::SqliteOptions;
pub use reading_store::SqliteReadingStore;
pub use sqlite_store::SqliteStore;
pub use statement_text::translate_statement;
pub use writer::WriterMetrics;
