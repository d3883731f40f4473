//! A disk fails during a commit: no further change is acknowledged, and the next start finds all acknowledged ones.

use std::{
    io::Write as _,
    path::PathBuf,
    process::{Command, Stdio},
};

use sideout_store::{Store, StoreError};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};

use crate::scratch::{Scratch, add, count};

const DATABASE: &str = "SIDEOUT_FAILING_DATABASE";

/// The child process, with a limit on the size of files: beyond it every write fails with an I/O error.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "the child process of after_a_failed_write_nothing_more_is_acknowledged"]
async fn child_that_writes_until_the_disk_fails() {
    let Ok(path) = std::env::var(DATABASE) else { return };
    let sqlite = SqliteStore::open(PathBuf::from(path), SqliteOptions::default()).unwrap();
    let store = Store::new(sqlite.clone());
    let mut acknowledged = 0;
    let failure: StoreError = loop {
        match store.write(acknowledged, |tx, id| Box::pin(add(tx, *id))).await {
            Ok(_) => acknowledged += 1,
            Err(failure) => break failure,
        }
    };
    assert!(matches!(failure, StoreError::UnknownOutcome(_)), "{failure:?}");
    writeln!(std::io::stdout(), "acknowledged {acknowledged}").unwrap();
    let reason = sqlite.broken().await;
    assert!(reason.contains("disk failed"), "{reason}");
    for _ in 0..3 {
        let after: Result<u64, StoreError> = store.write(-1_i64, |tx, id| Box::pin(add(tx, *id))).await;
        assert!(matches!(after, Err(StoreError::Unavailable(_))), "{after:?}");
    }
    assert!(count(&store).await >= acknowledged, "reads go on");
    writeln!(std::io::stdout(), "the end").unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn after_a_failed_write_nothing_more_is_acknowledged() {
    let scratch = Scratch::new();
    drop(scratch.open(SqliteOptions::default()));
    let child = Command::new("/bin/sh")
        // 512-byte blocks, so a megabyte; without the trap the kernel would end the process instead.
        .args(["-c", "trap '' XFSZ; ulimit -f 2048; exec \"$@\"", "sh"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "failing_disk::child_that_writes_until_the_disk_fails", "--ignored", "--nocapture"])
        .env(DATABASE, scratch.path())
        .stdout(Stdio::piped())
        .output()
        .unwrap();
    let output = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success() && output.contains("the end"), "{output}");
    let (_, acknowledged) = output.split_once("acknowledged ").unwrap();
    let acknowledged: i64 = acknowledged.lines().next().unwrap().parse().unwrap();
    assert!(acknowledged > 10);

    let sqlite = scratch.open(SqliteOptions::default());
    assert_eq!(sqlite.check().await.unwrap(), Vec::<String>::new());
    let there = count(&Store::new(sqlite)).await;
    assert!(there == acknowledged || there == acknowledged + 1, "{there} of {acknowledged}; one was unknown");
}
