//! Acknowledged changes survive the death of the process.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::PathBuf,
    process::{Command, Stdio},
};

use crate::scratch::{Scratch, add, count};
use sideout_store::Store;
use sideout_store_sqlite::{SqliteOptions, SqliteStore};

const DATABASE: &str = "SIDEOUT_CRASH_DATABASE";

/// The child process: writes without end and prints what was acknowledged. Run by the test below only.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "the child process of acknowledged_units_survive_kill_9"]
async fn child_that_writes_until_it_is_killed() {
    let Ok(path) = std::env::var(DATABASE) else { return };
    let store = Store::new(SqliteStore::open(PathBuf::from(path), SqliteOptions::default()).unwrap());
    let mut writers = tokio::task::JoinSet::new();
    let start = count(&store).await + 1;
    for task in 0..64_i64 {
        let store = store.clone();
        writers.spawn(async move {
            for step in 0_i64.. {
                // Unlike those of other tasks, and of earlier rounds: `start` grows with the rows that are there.
                let id = task * 1_000_000_000_000 + start * 1_000_000 + step;
                store.write(id, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
                let mut out = std::io::stdout().lock();
                writeln!(out, "acknowledged {id}").unwrap();
                out.flush().unwrap();
            }
        });
    }
    writers.join_next().await;
}

#[tokio::test]
async fn acknowledged_units_survive_kill_9() {
    let scratch = Scratch::new();
    let mut acknowledged: Vec<i64> = Vec::new();
    for round in 0..5 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crash::child_that_writes_until_it_is_killed", "--ignored", "--nocapture"])
            .env(DATABASE, scratch.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let enough = acknowledged.len() + 200 + 130 * round;
        for line in lines.by_ref() {
            // The harness prints a line of its own without an end before the child's first.
            if let Some((_, id)) = line.unwrap().split_once("acknowledged ") {
                acknowledged.push(id.parse().unwrap());
            }
            if acknowledged.len() == enough {
                child.kill().unwrap();
            }
        }
        child.wait().unwrap();
        assert!(acknowledged.len() >= enough, "round {round}: the child ended before it was killed");

        let sqlite = scratch.open(SqliteOptions::default());
        assert_eq!(sqlite.check().await.unwrap(), Vec::<String>::new());
        drop(sqlite);
        let file = rusqlite::Connection::open(scratch.path()).unwrap();
        let mut find = file.prepare("select 1 from sport where sport_id = ?1").unwrap();
        for id in &acknowledged {
            assert!(find.exists([id]).unwrap(), "round {round}: {id} was acknowledged and is gone");
        }
    }
}
