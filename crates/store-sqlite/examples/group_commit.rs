//! Measures the engine alone, without HTTP: `cargo run --release -p sideout-store-sqlite --example group_commit [folder]`.
//!
//! Claims by 64 tasks, with group commit and with one commit each; reads of one and of three
//! statements. The folder decides which disk is measured (default: the system's temporary folder).
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a measuring program prints durations")]
#![expect(clippy::expect_used, reason = "a measuring program may stop at the first error")]

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use sideout_store::{Statement, Store, StoreError, params};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};

const TASKS: usize = 64;
/// The duration of each measurement.
const PART: Duration = Duration::from_secs(2);

// The statement has the form of a court's claim, on a table without foreign keys.
const CLAIM: Statement = Statement {
    name: "measure/claim",
    text: "insert into throttle (bucket, full_at) values ($1, $2)
           on conflict (bucket) do update set full_at = excluded.full_at where throttle.full_at <= $3",
};
const RANGE: Statement = Statement {
    name: "measure/range",
    text: "select bucket, full_at from throttle where bucket between $1 and $2 limit 20",
};

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir_in(std::env::args().nth(1).map_or_else(std::env::temp_dir, Into::into))
        .expect("a folder to measure in");
    for batch in [64, 1] {
        let sqlite = open(&folder.path().join(format!("claims-{batch}.db")), batch);
        let store = Store::new(sqlite.clone());
        let done = repeat(&store, claim).await;
        let metrics = sqlite.metrics();
        println!(
            "claims, at most {batch:2} to a commit: {done:8.0} per second, {:.1} units to a commit",
            metrics.units as f64 / metrics.commits as f64
        );
        if batch == 64 {
            println!("reads of one statement:         {:8.0} per second", repeat(&store, read::<1>).await);
            println!("reads of three statements:      {:8.0} per second", repeat(&store, read::<3>).await);
        }
    }
}

fn open(path: &Path, batch: usize) -> SqliteStore {
    SqliteStore::open(path, SqliteOptions { batch, ..SqliteOptions::default() }).expect("a new database")
}

/// Runs `job` in all tasks for [`PART`] and returns how often it ran per second.
async fn repeat<F>(store: &Store, job: fn(Store, i64) -> F) -> f64
where
    F: Future<Output = ()> + Send + 'static,
{
    let next = Arc::new(AtomicI64::new(0));
    let begun = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..TASKS {
        let (store, next) = (store.clone(), Arc::clone(&next));
        tasks.spawn(async move {
            while begun.elapsed() < PART {
                job(store.clone(), next.fetch_add(1, Ordering::Relaxed)).await;
                tokio::task::consume_budget().await;
            }
        });
    }
    while tasks.join_next().await.is_some() {}
    next.load(Ordering::Relaxed) as f64 / begun.elapsed().as_secs_f64()
}

async fn claim(store: Store, n: i64) {
    let claimed: Result<u64, StoreError> = store
        .write(n, |tx, n| {
            Box::pin(async move { tx.run(CLAIM, params![format!("{n:012}"), *n + 1, *n]).await })
        })
        .await;
    assert_eq!(claimed.expect("a claim"), 1);
}

async fn read<const STATEMENTS: usize>(store: Store, n: i64) {
    let read: Result<(), StoreError> = store
        .read(n, |tx, n| {
            Box::pin(async move {
                for _ in 0..STATEMENTS {
                    tx.all(RANGE, params![format!("{:012}", n % 1_000), "z"]).await?;
                }
                Ok(())
            })
        })
        .await;
    read.expect("a read");
}
