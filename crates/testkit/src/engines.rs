//! Runs one test body on both engines.

#![expect(clippy::expect_used, reason = "a test that cannot be set up fails by panicking")]

use sideout_store::Store;
use sideout_store_postgres::{PostgresOptions, PostgresStore};

use crate::{postgres::fresh_database, sqlite::fresh_store, wait_until_listening::wait_until_listening};

/// Makes the tests `name::sqlite` and `name::postgres` of one body, an async closure that gets a [`Store`] of its own:
/// migrated, without other rows, listening to the events of other nodes, on a runtime of four threads.
///
/// ```text
/// on_both_engines!(a_venue_can_be_found, async |store| {
///     // use it
/// });
/// ```
///
/// Without PostgreSQL the second is skipped with a warning, and fails if `CI` is set.
#[macro_export]
macro_rules! on_both_engines {
    ($name:ident, $body:expr $(,)?) => {
        mod $name {
            use super::*;

            #[test]
            fn sqlite() {
                $crate::on_sqlite($body);
            }

            #[test]
            fn postgres() {
                $crate::on_postgres($body);
            }
        }
    };
}

/// As [`on_both_engines!`] for an async closure that gets the stores of two nodes on one database. A SQLite file has one process,
/// whose tasks share one store; on PostgreSQL each node has connections of its own.
#[macro_export]
macro_rules! on_two_nodes {
    ($name:ident, $body:expr $(,)?) => {
        mod $name {
            use super::*;

            #[test]
            fn sqlite() {
                $crate::on_sqlite(async |store| $body([store.clone(), store]).await);
            }

            #[test]
            fn postgres() {
                $crate::two_nodes_on_postgres($body);
            }
        }
    };
}

/// Runs `body` with a store on a SQLite file of its own.
pub fn on_sqlite(body: impl AsyncFnOnce(Store)) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    run(async {
        with_store(fresh_store(&folder).await, body).await;
    });
}

/// Runs `body` with a store on a PostgreSQL database of its own. If PostgreSQL is not installed, `body` is skipped with a warning, or
/// this panics if `CI` is set.
pub fn on_postgres(body: impl AsyncFnOnce(Store)) {
    let Some(database) = fresh_database() else { return };
    run(async {
        let store = PostgresStore::connect(&database.url(), PostgresOptions::default()).await;
        with_store(Store::new(store.expect("the fresh database")), body).await;
    });
}

/// As [`on_postgres`], with two stores on one database.
pub fn two_nodes_on_postgres(body: impl AsyncFnOnce([Store; 2])) {
    let Some(database) = fresh_database() else { return };
    run(async {
        let stores = [database.connect().await, database.connect().await];
        body(stores.clone()).await;
        for store in stores {
            store.close().await;
        }
    });
}

async fn with_store(store: Store, body: impl AsyncFnOnce(Store)) {
    wait_until_listening(&store).await;
    body(store.clone()).await;
    store.close().await;
}

fn run(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(test);
}
