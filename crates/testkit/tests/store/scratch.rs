//! A few statements on a small table, for suites about the engine.

use sideout_store::{Session, Statement, Store, StoreError, params};

pub(crate) const ADD: Statement =
    Statement { name: "test/add", text: "insert into sport (sport_id, name) values ($1, $2)" };
const COUNT: Statement = Statement { name: "test/count", text: "select count(*) as count from sport" };
pub(crate) const RENAME: Statement =
    Statement { name: "test/rename", text: "update sport set name = $2 where sport_id = $1 and name <> $2" };

pub(crate) async fn add(tx: &mut dyn Session, id: i64) -> Result<u64, StoreError> {
    tx.run(ADD, params![id, "a game"]).await
}

pub(crate) async fn count(store: &Store) -> i64 {
    let counted: Result<i64, StoreError> = store
        .read((), |tx, ()| Box::pin(async move { tx.one(COUNT, params![]).await?.integer("count") }))
        .await;
    counted.unwrap()
}
