//! A unit of work is committed as a whole or not at all, and acknowledged changes stay.

use sideout_store::{Statement, Store, StoreError, Value, params};
use sideout_testkit::on_both_engines;
use tokio::task::JoinSet;

use crate::scratch::{ADD, RENAME, add, count};

#[derive(Debug, PartialEq, Eq)]
enum Refusal {
    ByTheUnit,
    Taken,
    Store(String),
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Refusal::Store(error.to_string())
    }
}

on_both_engines!(an_acknowledged_change_is_seen_by_the_next_read, async |store| {
    for id in 1..=50_i64 {
        store.write(id, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
        assert_eq!(count(&store).await, id);
    }
});

on_both_engines!(rows_written_together_each_report_their_own_result, async |store| {
    let touched: Result<(Vec<u64>, Vec<u64>), StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                let added = (1..=300_i64).map(|id| params![id, "a game"].to_vec()).collect::<Vec<_>>();
                tx.run_each(ADD, &added).await?;
                let named = [(1, "padel"), (900, "padel"), (2, "a game"), (300, "padel")];
                let named = named.map(|(id, name): (i64, &str)| params![id, name].to_vec());
                Ok((tx.run_each(RENAME, &named).await?, tx.run_each(RENAME, &[]).await?))
            })
        })
        .await;
    assert_eq!(touched.unwrap(), (vec![1, 0, 0, 1], vec![]));
    assert_eq!(count(&store).await, 300);
});

on_both_engines!(a_failure_of_one_row_undoes_the_rows_written_with_it, async |store| {
    let refused: Result<Vec<u64>, StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                let rows = [1_i64, 2, 1, 3].map(|id| params![id, "a game"].to_vec());
                tx.run_each(ADD, &rows).await
            })
        })
        .await;
    assert!(refused.is_err(), "{refused:?}");
    assert_eq!(count(&store).await, 0);
    store.write(1_i64, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
    assert_eq!(count(&store).await, 1);
});

on_both_engines!(an_error_undoes_everything_and_comes_back_as_it_is, async |store| {
    let refused: Result<(), Refusal> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                add(tx, 1).await?;
                add(tx, 2).await?;
                Err(Refusal::ByTheUnit)
            })
        })
        .await;
    assert_eq!(refused, Err(Refusal::ByTheUnit));
    assert_eq!(count(&store).await, 0);
});

on_both_engines!(a_panicking_unit_is_undone_and_the_next_one_runs, async |store| {
    let panicked: Result<(), StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                add(tx, 1).await?;
                panic!("on purpose, in a test")
            })
        })
        .await;
    assert!(matches!(panicked, Err(StoreError::Unavailable(_))), "{panicked:?}");
    for id in 2..=20_i64 {
        store.write(id, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
    }
    assert_eq!(count(&store).await, 19);
});

on_both_engines!(failing_units_do_not_affect_concurrent_units, async |store| {
    let mut units = JoinSet::new();
    for id in 0..400_i64 {
        let store = store.clone();
        units.spawn(async move {
            let ended: Result<(), Refusal> = store
                .write(id, |tx, id| {
                    Box::pin(async move {
                        add(tx, *id).await?;
                        match id % 40 {
                            7 => Err(Refusal::ByTheUnit),
                            11 => add(tx, *id).await.map(|_| ()).map_err(|_| Refusal::Taken),
                            _ => Ok(()),
                        }
                    })
                })
                .await;
            (id, ended)
        });
    }
    while let Some(ended) = units.join_next().await {
        let (id, ended) = ended.unwrap();
        let expected = match id % 40 {
            7 => Err(Refusal::ByTheUnit),
            11 => Err(Refusal::Taken),
            _ => Ok(()),
        };
        assert_eq!(ended, expected, "unit {id}");
    }
    assert_eq!(count(&store).await, 380);
});

on_both_engines!(a_swallowed_error_of_a_statement_does_not_commit_the_rest, async |store| {
    store.write(1_i64, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
    let swallowed: Result<(), StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                add(tx, 2).await?;
                let taken = add(tx, 1).await;
                assert!(matches!(taken, Err(StoreError::Constraint(_))), "{taken:?}");
                let after = add(tx, 3).await;
                assert!(matches!(after, Err(StoreError::Constraint(_))), "nothing runs after it: {after:?}");
                Ok(())
            })
        })
        .await;
    assert!(matches!(swallowed, Err(StoreError::Constraint(_))), "{swallowed:?}");
    assert_eq!(count(&store).await, 1);
});

on_both_engines!(an_error_of_ones_own_wins_over_that_of_the_statement, async |store| {
    store.write(1_i64, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
    let taken: Result<(), Refusal> = store
        .write((), |tx, ()| Box::pin(async move { add(tx, 1).await.map(|_| ()).map_err(|_| Refusal::Taken) }))
        .await;
    assert_eq!(taken, Err(Refusal::Taken));
});

on_both_engines!(a_read_cannot_change_anything, async |store| {
    let tried: Result<u64, StoreError> = store.read(1_i64, |tx, id| Box::pin(add(tx, *id))).await;
    assert!(matches!(tried, Err(StoreError::Corrupt(_))), "{tried:?}");
    assert_eq!(count(&store).await, 0);
    store.write(1_i64, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
});

on_both_engines!(a_change_returns_the_number_of_its_rows, async |store| {
    let touched: Result<[u64; 3], StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                Ok([
                    add(tx, 1).await?,
                    tx.run(RENAME, params![1, "another"]).await?,
                    tx.run(RENAME, params![1, "another"]).await?,
                ])
            })
        })
        .await;
    assert_eq!(touched.unwrap(), [1, 1, 0]);
});

on_both_engines!(a_broken_constraint_is_reported_as_a_constraint_error, async |store| {
    const HOURS: Statement = Statement {
        name: "test/hours",
        text: "insert into hours_version (venue_id, version, published_at, hours) values ($1, $2, 0, '{}')",
    };
    for (statement, first, second) in [
        (HOURS, Value::from(99), Value::from(1)), // no such venue
        (HOURS, Value::from(99), Value::from(0)), // versions begin with 1
        (HOURS, Value::Null, Value::from(1)),     // null in a key
        (ADD, Value::from(1), Value::Null),       // null where there must be a name
    ] {
        let input = [first, second];
        let refused: Result<u64, StoreError> = store
            .write((statement, input), |tx, (s, input)| Box::pin(async move { tx.run(*s, input).await }))
            .await;
        assert!(matches!(refused, Err(StoreError::Constraint(_))), "{refused:?}");
    }
});

on_both_engines!(values_are_read_as_they_were_written, async |store| {
    const ECHO: Statement = Statement {
        name: "test/echo",
        text:
            "select $2 as b, cast($1 as bigint) as a, cast($3 as text) as c, cast($1 as bigint) = $4 as same,
               $4 + 1 as next, '$1' as quoted -- a comment with $9",
    };
    for (number, bytes, text) in [
        (i64::MIN, vec![], ""),
        (i64::MAX - 1, vec![0, 255, 0], "ગુજરાત \u{1F3D3} 'quoted' $1"),
        (0, vec![7; 100_000], "line\nline\ttab"),
    ] {
        let row = store
            .read((number, bytes.clone(), text), |tx, (number, bytes, text)| {
                Box::pin(async move { tx.one(ECHO, params![*number, bytes.clone(), *text, *number]).await })
            })
            .await;
        let row: sideout_store::Row = row.map_err(|error: StoreError| error).unwrap();
        assert_eq!(row.bytes("b").unwrap(), bytes);
        assert_eq!(row.integer("a").unwrap(), number);
        assert_eq!(row.text("c").unwrap(), text);
        assert!(row.flag("same").unwrap(), "a comparison is 1 or 0 on both");
        assert_eq!(row.integer("next").unwrap(), number + 1, "64-bit sums on both");
        assert_eq!(row.text("quoted").unwrap(), "$1");
    }
});

on_both_engines!(null_comes_back_as_null, async |store| {
    const NULLS: Statement = Statement {
        name: "test/nulls",
        text: "select cast($1 as bigint) as number, cast($2 as text) as text, cast($1 as bigint) is null as missing",
    };
    let row: Result<_, StoreError> = store
        .read((), |tx, ()| Box::pin(async move { tx.one(NULLS, params![Value::Null, Value::Null]).await }))
        .await;
    let row = row.unwrap();
    assert_eq!(row.integer_or_null("number").unwrap(), None);
    assert_eq!(row.text_or_null("text").unwrap(), None);
    assert!(row.flag("missing").unwrap());
});

on_both_engines!(a_caller_that_disconnects_leaves_whole_units_or_none, async |store| {
    const PAIRS: i64 = 300;
    let mut units = JoinSet::new();
    for id in 0..PAIRS {
        let store = store.clone();
        units.spawn(async move {
            let write = store.write(id, |tx, id| {
                Box::pin(async move {
                    add(tx, *id).await?;
                    add(tx, PAIRS + *id).await
                })
            });
            // Dropped at its first, second, third … poll.
            let mut polls = id % 9;
            let given_up = std::future::poll_fn(|cx| {
                polls -= 1;
                if polls < 0 {
                    return std::task::Poll::Ready(());
                }
                cx.waker().wake_by_ref();
                std::task::Poll::Pending
            });
            tokio::select! {
                biased;
                ended = write => { let _: Result<u64, StoreError> = ended; }
                () = given_up => {}
            }
        });
    }
    while units.join_next().await.is_some() {}
    const HALVES: Statement = Statement {
        name: "test/halves",
        text: "select count(*) as count from sport a
                where not exists (select 1 from sport b where b.sport_id in (a.sport_id + $1, a.sport_id - $1))",
    };
    let halves: Result<i64, StoreError> = store
        .read((), |tx, ()| Box::pin(async move { tx.one(HALVES, params![PAIRS]).await?.integer("count") }))
        .await;
    assert_eq!(halves.unwrap(), 0);
    store.write(-1_i64, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
});

on_both_engines!(a_closed_store_answers_unavailable, async |store| {
    store.close().await;
    let write: Result<u64, StoreError> = store.write(1_i64, |tx, id| Box::pin(add(tx, *id))).await;
    let read: Result<(), StoreError> = store.read((), |_, ()| Box::pin(async { Ok(()) })).await;
    // The read runs no statement, and a closed store refuses it all the same.
    assert!(matches!(write, Err(StoreError::Unavailable(_))), "{write:?}");
    assert!(matches!(read, Err(StoreError::Unavailable(_))), "{read:?}");
});

/// Counts how many of `rivals` concurrent tasks succeed with `claim`.
async fn winners(
    store: &Store,
    rivals: i64,
    claim: fn(Store, i64) -> futures_util::future::BoxFuture<'static, bool>,
) -> usize {
    let start = std::sync::Arc::new(tokio::sync::Barrier::new(usize::try_from(rivals).unwrap()));
    let mut tasks = JoinSet::new();
    for rival in 0..rivals {
        let (store, start) = (store.clone(), std::sync::Arc::clone(&start));
        tasks.spawn(async move {
            start.wait().await;
            claim(store, rival).await
        });
    }
    tasks.join_all().await.into_iter().filter(|won| *won).count()
}

on_both_engines!(of_two_hundred_rivals_for_one_key_one_wins, async |store| {
    const CLAIM: Statement = Statement {
        name: "test/claim",
        text: "insert into throttle (bucket, full_at) values ($1, $2)
               on conflict (bucket) do update set full_at = excluded.full_at where throttle.full_at < 0",
    };
    let won = winners(&store, 200, |store, rival| {
        Box::pin(async move {
            let touched: Result<u64, StoreError> = store
                .write(rival, |tx, rival| {
                    Box::pin(async move { tx.run(CLAIM, params!["the court", *rival]).await })
                })
                .await;
            touched.unwrap() == 1
        })
    })
    .await;
    assert_eq!(won, 1);
});

on_both_engines!(control_a_check_before_the_write_lets_more_than_one_win, async |store| {
    const CHECK: Statement =
        Statement { name: "test/check", text: "select count(*) as count from throttle where bucket = $1" };
    const PUT: Statement = Statement {
        name: "test/put",
        text: "insert into throttle (bucket, full_at) values ($1, $2)
               on conflict (bucket) do update set full_at = excluded.full_at",
    };
    let won = winners(&store, 200, |store, rival| {
        Box::pin(async move {
            let free: Result<bool, StoreError> = store
                .read((), |tx, ()| {
                    Box::pin(
                        async move { Ok(tx.one(CHECK, params!["the court"]).await?.integer("count")? == 0) },
                    )
                })
                .await;
            if !free.unwrap() {
                return false;
            }
            let put: Result<u64, StoreError> = store
                .write(rival, |tx, rival| {
                    Box::pin(async move { tx.run(PUT, params!["the court", *rival]).await })
                })
                .await;
            put.unwrap() == 1
        })
    })
    .await;
    assert!(won > 1, "the harness must be able to catch a double booking");
});
