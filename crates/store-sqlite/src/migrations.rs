//! Migrates the schema when the database is opened.

use std::path::Path;

use refinery::Migration;
use refinery_core::traits::sync::{Migrate, Query, Transaction};
use rusqlite::{Connection, OptionalExtension as _};
use sideout_store::StoreError;

use crate::{SqliteOptions, connection::OpenConnection, error};

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// The version of the last migration in this program.
pub(crate) fn newest() -> i64 {
    let runner = embedded::migrations::runner();
    runner.get_migrations().iter().map(|migration| i64::from(migration.version())).max().unwrap_or(0)
}

/// Runs the pending migrations and their records in one transaction.
///
/// A database migrated further by a newer program is accepted (docs/OPERATING.md, upgrade), unless the newer program
/// has recorded in `required_version` that older programs cannot use it. A database with a different migration history
/// is refused.
///
/// Foreign keys are not enforced meanwhile, because SQLite can change a key only by making a new table
/// (<https://sqlite.org/lang_altertable.html>, section 7); they are checked before the commit.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    check_required_version(connection)?;
    connection.pragma_update(None, "foreign_keys", false).map_err(failed)?;
    // A migration may sort all orders of many years, which is more than fits in a small machine's memory.
    connection.pragma_update(None, "temp_store", "file").map_err(failed)?;
    let applied = embedded::migrations::runner()
        .set_grouped(true)
        .set_abort_divergent(true)
        .set_abort_missing(false)
        .run(&mut Migrating(connection))
        .map_err(|error| reason_of(&error))?;
    if !applied.applied_migrations().is_empty() {
        // The tables are in the file itself from the start, not only in its log.
        connection.pragma_query(None, "wal_checkpoint", |_| Ok(())).map_err(failed)?;
    }
    connection.pragma_update(None, "temp_store", "memory").map_err(failed)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(failed)
}

/// Refuses a database that needs a newer program than this one.
pub(crate) fn check_required_version(connection: &Connection) -> Result<(), StoreError> {
    let unreadable = |error: rusqlite::Error| StoreError::Corrupt(format!("required_version: {error}"));
    if !connection.table_exists(None, "required_version").map_err(unreadable)? {
        return Ok(());
    }
    let required = connection
        .query_row("select coalesce(max(version), 0) from required_version", [], |row| row.get(0))
        .map_err(unreadable)?;
    StoreError::check_required_version(required, newest())
}

/// Refuses a database of another program, which has tables but no record of this program's migrations. Changes nothing.
pub(crate) fn refuse_other_program(path: &Path, options: &SqliteOptions) -> Result<(), StoreError> {
    let connection = OpenConnection::for_reading(path, options)?;
    let text = "select exists (select 1 from sqlite_schema where type = 'table')
                   and not exists (select 1 from sqlite_schema where name = 'refinery_schema_history')";
    let is_other: bool = connection
        .raw
        .query_row(text, [], |row| row.get(0))
        .map_err(|failure| error::from_statement("sqlite_schema", &failure))?;
    if is_other {
        return Err(StoreError::Corrupt(format!(
            "{} is a database of another program: it has tables, but no record of the migrations of this one; write \
             the path of another file into 'database_url', it is created if it is missing",
            path.display()
        )));
    }
    Ok(())
}

/// The connection that migrates. Before the commit it checks the foreign keys: if a row points at a row that does not
/// exist, the migrations are rolled back with their records.
struct Migrating<'c>(&'c mut Connection);

impl Transaction for Migrating<'_> {
    type Error = StoreError;

    fn execute<'a, T: Iterator<Item = &'a str>>(&mut self, queries: T) -> Result<usize, StoreError> {
        let transaction = self.0.transaction().map_err(failed)?;
        let mut count = 0;
        for query in queries {
            transaction.execute_batch(query).map_err(failed)?;
            count += 1;
        }
        // A migration comes with its record. A single statement makes the table of the records, at each start.
        if count > 1 {
            check_foreign_keys(&transaction)?;
        }
        transaction.commit().map_err(failed)?;
        Ok(count)
    }
}

impl Query<Vec<Migration>> for Migrating<'_> {
    fn query(&mut self, query: &str) -> Result<Vec<Migration>, StoreError> {
        <Connection as Query<Vec<Migration>>>::query(self.0, query).map_err(failed)
    }
}

impl Migrate for Migrating<'_> {}

/// Why migrations were not run: the failure of the database, or what the runner itself refuses.
fn reason_of(error: &refinery::Error) -> StoreError {
    let cause = std::error::Error::source(error).and_then(|cause| cause.downcast_ref::<StoreError>());
    cause.cloned().unwrap_or_else(|| {
        StoreError::Corrupt(format!("migration: {error}; start the version that used this database last"))
    })
}

fn check_foreign_keys(connection: &Connection) -> Result<(), StoreError> {
    let broken = connection
        .query_row(
            "select \"table\" || ' -> ' || \"parent\" from pragma_foreign_key_check limit 1",
            [],
            |row| row.get::<_, String>(0),
        )
        .optional()
        .map_err(failed)?;
    match broken {
        None => Ok(()),
        Some(reference) => Err(StoreError::Corrupt(format!(
            "migration: rows point at rows that do not exist: {reference}. Nothing was changed: start the previous \
             version of the program, and check the database with its 'sideout doctor'"
        ))),
    }
}

fn failed(failure: rusqlite::Error) -> StoreError {
    error::from_statement("migration", &failure)
}

#[cfg(test)]
mod tests {
    use refinery::Target;

    use super::*;

    fn last_version(connection: &Connection) -> i64 {
        let last = "select max(version) from refinery_schema_history";
        connection.query_row(last, [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn migrations_after_which_a_reference_is_broken_are_refused_at_each_start_and_change_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        embedded::migrations::runner().set_target(Target::Version(1)).run(&mut connection).unwrap();
        connection
            .execute_batch(
                "pragma foreign_keys = off;
                 insert into session (token_hash, customer_id, device_id, created_at, last_seen_at, expires_at)
                 values (x'00', 7, '', 0, 0, 0);",
            )
            .unwrap();
        for _ in 0..2 {
            let refused = migrate(&mut connection).unwrap_err().to_string();
            assert!(refused.contains("do not exist: session -> customer"), "{refused}");
            assert_eq!(last_version(&connection), 1);
        }
        connection.execute("delete from session", []).unwrap();
        migrate(&mut connection).unwrap();
        assert_eq!(last_version(&connection), newest());
    }

    #[test]
    fn a_full_disk_during_a_migration_is_reported_as_such_and_changes_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        embedded::migrations::runner().set_target(Target::Version(1)).run(&mut connection).unwrap();
        let pages: i64 = connection.query_row("pragma page_count", [], |row| row.get(0)).unwrap();
        connection.pragma_update(None, "max_page_count", pages).unwrap();
        let failed = migrate(&mut connection).unwrap_err();
        assert!(matches!(failed, StoreError::Unavailable(_)), "{failed:?}");
        assert_eq!(last_version(&connection), 1);
        connection.pragma_update(None, "max_page_count", i64::from(u32::MAX - 1)).unwrap();
        migrate(&mut connection).unwrap();
        assert_eq!(last_version(&connection), newest());
    }
}
