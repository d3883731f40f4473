//! A SQLite file for one test: a copy of a template to which the migrations were applied once. A copy takes a fraction of
//! the time of the migrations.

#![expect(clippy::expect_used, reason = "a test that cannot be set up fails by panicking")]

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use sideout_store::Store;
use sideout_store_sqlite::{SqliteOptions, SqliteStore};
use tempfile::TempDir;

use crate::migrations::hash_of_migrations;

/// A store on a new file in `folder`. The schema is up to date and the tables have only the rows of the migrations.
pub(crate) async fn fresh_store(folder: &TempDir) -> Store {
    let file = folder.path().join("sideout.db");
    fs::copy(template().await, &file).expect("a copy of the template");
    Store::new(SqliteStore::open(file, SqliteOptions::default()).expect("a new database"))
}

/// The file to copy. It is named after a hash over the migrations, and stays for later runs.
async fn template() -> PathBuf {
    let folder = env::temp_dir().join("sideout-test-templates");
    let template = folder.join(format!("{:016x}.db", hash_of_migrations("store-sqlite")));
    if !template.exists() {
        fs::create_dir_all(&folder).expect("a folder for the template");
        make_template(&folder, &template).await;
    }
    template
}

/// Makes the template. It gets its name when it is complete, so that several processes can make it at the same time.
async fn make_template(folder: &Path, template: &Path) {
    let unfinished = tempfile::tempdir_in(folder).expect("a folder beside the template");
    let file = unfinished.path().join("sideout.db");
    let migrated = SqliteStore::open(&file, SqliteOptions::default()).expect("the migrations apply");
    // The last connection to close writes the log into the file.
    Store::new(migrated).close().await;
    let log = unfinished.path().join("sideout.db-wal");
    assert!(!log.exists(), "the template is one file");
    fs::rename(file, template).expect("the name of the template");
}
