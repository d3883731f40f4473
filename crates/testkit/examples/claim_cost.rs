//! What a claim of a court's time costs beside a claim of a slot by its key alone, as it was before:
//! `cargo run --release -p sideout-testkit --example claim_cost`.
//!
//! Both statements run in the same database in alternating rounds, each in a unit of work of its own, on both engines
//! (PostgreSQL where it is installed). SQLite's commits are durable; those of the PostgreSQL cluster of the tests do not wait for
//! the disk.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a measuring program prints durations")]
#![expect(clippy::expect_used, reason = "a measuring program may stop at the first error")]

use std::{
    sync::{
        Arc, LazyLock,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use sideout_store::{Statement, Store, StoreError, params};
use sideout_testkit::{on_postgres, on_sqlite, sample_venue::open_venue, statement};

const TASKS: usize = 16;
/// How long each statement runs in a round.
const PART: Duration = Duration::from_millis(700);
const ROUNDS: usize = 31;
/// Claims that are there already, for each of the twelve courts.
const EXISTING: i64 = 4_000;
const HOUR: i64 = 3_600_000;
const FROM: i64 = 1_700_000_000_000;

const TABLE: Statement = Statement {
    name: "measure/table",
    text: "create table old_claim (court_id bigint not null references court (court_id), starts_at bigint not null,
             order_number bigint, block_id bigint, held_until bigint, primary key (court_id, starts_at),
             check ((order_number is null) <> (block_id is null)))",
};
const TABLE_OF_SQLITE: Statement = Statement {
    name: "measure/table",
    text: "create table old_claim (court_id integer not null references court (court_id), starts_at integer not null,
             order_number integer, block_id integer, held_until integer, primary key (court_id, starts_at),
             check ((order_number is null) <> (block_id is null))) strict, without rowid",
};
const INDEX: Statement = Statement {
    name: "measure/index",
    text: "create index old_claim_by_hold on old_claim (held_until) where held_until is not null",
};
const OLD: Statement = Statement {
    name: "measure/old_claim",
    text: "insert into old_claim (court_id, starts_at, order_number, held_until) values ($1, $2, $3, $4)
           on conflict (court_id, starts_at) do update
              set order_number = excluded.order_number, block_id = null, held_until = excluded.held_until
            where old_claim.held_until is not null and old_claim.held_until <= $5",
};
static NEW: LazyLock<Statement> = LazyLock::new(|| statement("slot_claim/claim"));

fn main() {
    on_sqlite(measure);
    on_postgres(measure);
}

async fn measure(store: Store) {
    open_venue(&store).await;
    let table = if store.engine() == "sqlite" { TABLE_OF_SQLITE } else { TABLE };
    let made: Result<(), StoreError> = store
        .write(table, |tx, table| {
            Box::pin(async move {
                tx.run(*table, params![]).await?;
                tx.run(INDEX, params![]).await.map(drop)
            })
        })
        .await;
    made.expect("a table of the old shape");
    let next = Arc::new(AtomicI64::new(0));
    while next.load(Ordering::Relaxed) < 12 * EXISTING {
        let first = next.fetch_add(250, Ordering::Relaxed);
        let filled: Result<(), StoreError> = store
            .write(first, |tx, first| {
                Box::pin(async move {
                    for n in *first..*first + 250 {
                        let (court, start) = slot_of(n);
                        tx.run(OLD, params![court, start, n + 1, FROM * 2, FROM]).await?;
                        tx.run(*NEW, params![court, start, start + HOUR, n + 1, FROM * 2, FROM]).await?;
                    }
                    Ok(())
                })
            })
            .await;
        filled.expect("claims that are there already");
    }
    let mut ratios = Vec::new();
    let (mut olds, mut news) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        // The order alternates, so that neither has the warmer machine.
        let (old, new) = if round % 2 == 0 {
            let old = measure_part(&store, &next, false).await;
            (old, measure_part(&store, &next, true).await)
        } else {
            let new = measure_part(&store, &next, true).await;
            (measure_part(&store, &next, false).await, new)
        };
        ratios.push(old / new);
        olds.push(old);
        news.push(new);
    }
    println!(
        "{:8}  old {:8.0} per second, new {:8.0} per second; a new claim costs {:.2} of an old one (rounds: {})",
        store.engine(),
        median(&mut olds),
        median(&mut news),
        median(&mut ratios.clone()),
        ratios.iter().map(|ratio| format!("{ratio:.2}")).collect::<Vec<_>>().join(" ")
    );
}

fn slot_of(n: i64) -> (i64, i64) {
    // Not in ascending order: players choose any day.
    (n % 12 + 1, FROM + (n / 12 * 7_919 % 1_000_003) * HOUR)
}

async fn measure_part(store: &Store, next: &Arc<AtomicI64>, is_new: bool) -> f64 {
    let begun = Instant::now();
    let done = Arc::new(AtomicI64::new(0));
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..TASKS {
        let (store, next, done) = (store.clone(), Arc::clone(next), Arc::clone(&done));
        tasks.spawn(async move {
            while begun.elapsed() < PART {
                let n = next.fetch_add(1, Ordering::Relaxed);
                let touched: Result<u64, StoreError> = store
                    .write((n, is_new), |tx, (n, is_new)| {
                        Box::pin(async move {
                            let ((court, start), until) = (slot_of(*n), FROM * 2);
                            if *is_new {
                                tx.run(*NEW, params![court, start, start + HOUR, *n + 1, until, FROM]).await
                            } else {
                                tx.run(OLD, params![court, start, *n + 1, until, FROM]).await
                            }
                        })
                    })
                    .await;
                assert_eq!(touched.expect("a claim"), 1);
                done.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    while let Some(ended) = tasks.join_next().await {
        ended.expect("a task that claims");
    }
    done.load(Ordering::Relaxed) as f64 / begun.elapsed().as_secs_f64()
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
