//! A database in a folder of its own, and a few statements.

use std::path::PathBuf;

use sideout_store::{Session, Statement, Store, StoreError, params};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};

pub(crate) const ADD: Statement =
    Statement { name: "test/add", text: "insert into sport (sport_id, name) values ($1, $2)" };
pub(crate) const COUNT: Statement =
    Statement { name: "test/count", text: "select count(*) as count from sport" };
pub(crate) const MODES: Statement = Statement {
    name: "test/modes",
    text: "select journal_mode, synchronous, foreign_keys
             from pragma_journal_mode, pragma_synchronous, pragma_foreign_keys",
};

pub(crate) struct Scratch {
    folder: tempfile::TempDir,
}

impl Scratch {
    pub(crate) fn new() -> Self {
        Scratch { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("data").join("sideout.db")
    }

    pub(crate) fn open(&self, options: SqliteOptions) -> SqliteStore {
        SqliteStore::open(self.path(), options).unwrap()
    }
}

pub(crate) async fn add(tx: &mut dyn Session, id: i64) -> Result<u64, StoreError> {
    tx.run(ADD, params![id, "a game"]).await
}

pub(crate) async fn count(store: &Store) -> i64 {
    let counted: Result<i64, StoreError> = store
        .read((), |tx, ()| Box::pin(async move { tx.one(COUNT, params![]).await?.integer("count") }))
        .await;
    counted.unwrap()
}
