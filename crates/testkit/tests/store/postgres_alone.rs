//! What can be tested on PostgreSQL alone, such as deadlocks and lost responses.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use sideout_store::{Statement, Store, StoreError, params};
use sideout_store_postgres::{PostgresOptions, PostgresStore, inspect};
use sideout_testkit::postgres::{empty_database, fresh_database};
use sideout_testkit_postgres::{Cluster, Durability};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::Barrier,
};

use crate::scratch::{RENAME, add, count};

/// Runs `test` with the address of a fresh database, or not at all without PostgreSQL.
fn with_database(test: impl AsyncFnOnce(&str)) {
    let Some(database) = fresh_database() else { return };
    run(test(&database.url()));
}

fn run(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
        .block_on(test);
}

async fn open(url: &str) -> Store {
    Store::new(PostgresStore::connect(url, PostgresOptions::default()).await.unwrap())
}

#[test]
fn a_database_that_a_test_has_used_is_emptied_for_the_next_one() {
    with_database(async |url| {
        let client = raw(url).await;
        let number = async |query: &str| client.query_one(query, &[]).await.unwrap().get::<_, i64>(0);
        let versions = number("select count(*) from required_version").await;
        let schema = empty_tables(&client).await;
        let store = open(url).await;
        store.write(1_i64, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
        assert_eq!(count(&store).await, 1);
        store.close().await;

        assert_eq!(empty_tables(&client).await, schema);

        assert_eq!(count(&open(url).await).await, 0);
        assert!(versions > 0);
        assert_eq!(
            number("select count(*) from required_version").await,
            versions,
            "the migrations' own rows stay"
        );
    });
}

#[test]
fn a_test_never_gets_a_schema_that_another_one_changed() {
    let Some(changed) = fresh_database() else { return };
    run(async {
        let client = raw(&changed.url()).await;
        let schema = empty_tables(&client).await;
        client.batch_execute("create table intruder (id bigint)").await.unwrap();
        assert_ne!(empty_tables(&client).await, schema);
    });
    drop(changed);
    let databases: Vec<_> = (0..4).map_while(|_| fresh_database()).collect();
    run(async {
        for database in &databases {
            let found = "select to_regclass('intruder') is null";
            assert!(raw(&database.url()).await.query_one(found, &[]).await.unwrap().get::<_, bool>(0));
        }
    });
}

/// Empties all tables, except for the rows of the migrations; returns a hash of the schema.
async fn empty_tables(client: &tokio_postgres::Client) -> String {
    client.query_one("select test_reset.empty_tables()", &[]).await.unwrap().get(0)
}

#[test]
fn nodes_that_start_together_migrate_once() {
    let Some(database) = empty_database() else { return };
    run(async {
        let url = database.url();
        let nodes = (0..6).map(|_| PostgresStore::connect(&url, PostgresOptions::default()));
        let stores = futures_util::future::try_join_all(nodes).await.unwrap();
        let [first, .., last] = <[PostgresStore; 6]>::try_from(stores).ok().unwrap().map(Store::new);
        first.write(1_i64, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
        assert_eq!(count(&last).await, 1, "they share one database");
    });
}

/// The lock that a migrating node holds or waits for.
const MIGRATION_LOCK: &str = "select pg_advisory_lock(32485502241174900)";
/// The sessions that wait for it. `pg_locks` has those of all databases, in which other tests wait for locks meanwhile.
const WAITING: &str = "select count(*) from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())";

async fn raw(url: &str) -> tokio_postgres::Client {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

/// Waits until this many sessions wait for the lock; returns false if that has not happened within a minute.
async fn until_waiting(observer: &tokio_postgres::Client, expected: i64) -> bool {
    for _ in 0..300 {
        let waiting: i64 = observer.query_one(WAITING, &[]).await.unwrap().get(0);
        if waiting == expected {
            return true;
        }
        observer.batch_execute("select pg_sleep(0.2)").await.unwrap();
    }
    false
}

#[test]
fn a_migration_whose_program_was_killed_does_not_keep_the_next_one_waiting() {
    with_database(async |url| {
        let holder = raw(url).await;
        holder.batch_execute(MIGRATION_LOCK).await.unwrap();
        // A program with its connections, which are closed without a message when it is killed.
        let program =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let own = url.to_owned();
        program
            .spawn(async move { PostgresStore::connect(&own, PostgresOptions::default()).await.map(drop) });
        assert!(until_waiting(&holder, 1).await);
        // The control: a connection whose end the server does not check for.
        let own = url.to_owned();
        program.spawn(async move { raw(&own).await.batch_execute(MIGRATION_LOCK).await });
        assert!(until_waiting(&holder, 2).await);
        program.shutdown_background();
        assert!(until_waiting(&holder, 1).await, "the migration still waits");
        let control = "select current_setting('client_connection_check_interval', true)";
        let own: Option<String> = holder.query_one(control, &[]).await.unwrap().get(0);
        assert_eq!(
            own.as_deref(),
            Some("0"),
            "without the setting the server does not look, so the control waits on"
        );
    });
}

#[test]
fn a_full_disk_during_a_migration_is_reported_as_such_and_changes_nothing() {
    let Some(database) = empty_database() else { return };
    run(async {
        let url = database.url();
        let operator = raw(&url).await;
        // The server's own error, at the first index that the migrations add.
        operator
            .batch_execute(
                "create function refuse() returns event_trigger language plpgsql as
                 $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$;
                 create event trigger full_disk on ddl_command_start when tag in ('CREATE INDEX')
                   execute function refuse();",
            )
            .await
            .unwrap();
        let failed = PostgresStore::connect(&url, PostgresOptions::default()).await.err().unwrap();
        assert!(
            matches!(&failed, StoreError::Unavailable(why) if why.contains("No space left on device")),
            "{failed:?}"
        );
        let applied = "select count(*) from refinery_schema_history";
        let applied: i64 = operator.query_one(applied, &[]).await.unwrap().get(0);
        assert_eq!(applied, 0);
        operator.batch_execute("drop event trigger full_disk; drop function refuse()").await.unwrap();
        assert_eq!(count(&open(&url).await).await, 0);
    });
}

#[test]
fn a_migration_whose_connection_was_ended_is_reported_as_such() {
    with_database(async |url| {
        let operator = raw(url).await;
        operator
            .batch_execute("begin; lock table refinery_schema_history in access exclusive mode")
            .await
            .unwrap();
        let own = url.to_owned();
        let start =
            tokio::spawn(async move { PostgresStore::connect(&own, PostgresOptions::default()).await });
        let end = "select count(pg_terminate_backend(pid)) from pg_locks
                    where relation = 'refinery_schema_history'::regclass and not granted
                      and database = (select oid from pg_database where datname = current_database())";
        while operator.query_one(end, &[]).await.unwrap().get::<_, i64>(0) == 0 {
            tokio::task::yield_now().await;
        }
        let failed = start.await.unwrap().err().unwrap();
        assert!(matches!(failed, StoreError::Unavailable(_)), "{failed:?}");
        operator.batch_execute("rollback").await.unwrap();
        assert_eq!(count(&open(url).await).await, 0);
    });
}

#[test]
fn a_start_waits_for_a_server_that_is_not_there_yet() {
    with_database(async |url| {
        let config: tokio_postgres::Config = url.parse().unwrap();
        let real = config.get_ports()[0];
        // A port without a listener, for now.
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap().local_addr().unwrap().port();
        let elsewhere = url.replace(&format!(":{real}/"), &format!(":{port}/"));
        assert_ne!(elsewhere, url);
        let waiting = |seconds| PostgresOptions {
            wait_for_server: Duration::from_secs(seconds),
            ..PostgresOptions::default()
        };
        assert!(matches!(
            PostgresStore::connect(&elsewhere, waiting(0)).await,
            Err(StoreError::Unavailable(_))
        ));
        let mut start = tokio::spawn(async move { PostgresStore::connect(&elsewhere, waiting(60)).await });
        let too_soon = tokio::time::timeout(Duration::from_millis(300), &mut start).await;
        assert!(too_soon.is_err(), "it waits");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.unwrap();
        let forwarding = tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let mut far = TcpStream::connect((Ipv4Addr::LOCALHOST, real)).await.unwrap();
                    let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
                });
            }
        });
        let store = Store::new(start.await.unwrap().unwrap());
        assert_eq!(count(&store).await, 0);
        forwarding.abort();

        let no_such = url.rsplit_once('/').unwrap().0.to_owned() + "/no_such_database";
        let refused =
            tokio::time::timeout(Duration::from_secs(20), PostgresStore::connect(&no_such, waiting(600)));
        let refused = refused.await.expect("a server that refuses us is not waited for");
        assert!(matches!(refused, Err(StoreError::Unavailable(_))));
    });
}

#[test]
fn a_server_that_accepts_a_connection_and_never_answers_is_given_up_in_time() {
    run(async {
        // The kernel accepts; the listener never reads.
        let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let url = format!("postgres://sideout@{}/sideout", silent.local_addr().unwrap());
        let options =
            PostgresOptions { connect_timeout: Duration::from_millis(100), ..PostgresOptions::default() };
        let patience = Duration::from_secs(30);
        let start = tokio::time::timeout(patience, PostgresStore::connect(&url, options.clone()));
        let refused = start.await.expect("the start gives up").err().unwrap();
        assert!(
            matches!(&refused, StoreError::Unavailable(why) if why.contains("no answer in time")),
            "{refused:?}"
        );
        let inspection = tokio::time::timeout(patience, inspect(&url, &options));
        let refused = inspection.await.expect("the inspection gives up").unwrap_err();
        assert!(matches!(refused, StoreError::Unavailable(_)), "{refused:?}");
        drop(silent);
    });
}

#[test]
fn a_unit_that_deadlocked_is_run_again() {
    with_database(async |url| {
        let store = open(url).await;
        for id in [1_i64, 2] {
            store.write(id, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
        }
        let runs = Arc::new(AtomicU32::new(0));
        let meet = Arc::new(Barrier::new(2));
        let crossing = |first: i64, second: i64| {
            let input = (first, second, Arc::clone(&runs), Arc::clone(&meet));
            store.write(input, |tx, (first, second, runs, meet)| {
                Box::pin(async move {
                    let run = runs.fetch_add(1, Ordering::SeqCst);
                    tx.run(RENAME, params![*first, format!("run {run} of {first} and {second}")]).await?;
                    if run < 2 {
                        // Both hold one row and now wait for the other's.
                        meet.wait().await;
                    }
                    tx.run(RENAME, params![*second, format!("run {run} of {first} and {second}")]).await
                })
            })
        };
        let ended: (Result<u64, StoreError>, Result<u64, StoreError>) =
            tokio::join!(crossing(1, 2), crossing(2, 1));
        assert_eq!((ended.0.unwrap(), ended.1.unwrap()), (1, 1));
        assert!(runs.load(Ordering::SeqCst) > 2, "at least one was run again");
    });
}

#[test]
fn a_connection_that_dies_before_the_commit_costs_only_another_run() {
    const DIE: Statement =
        Statement { name: "test/die", text: "select pg_terminate_backend(pg_backend_pid())" };
    with_database(async |url| {
        let store = open(url).await;
        let runs = Arc::new(AtomicU32::new(0));
        let ended: Result<u64, StoreError> = store
            .write(Arc::clone(&runs), |tx, runs| {
                Box::pin(async move {
                    add(tx, 1).await?;
                    if runs.fetch_add(1, Ordering::SeqCst) == 0 {
                        tx.all(DIE, params![]).await?;
                    }
                    add(tx, 2).await
                })
            })
            .await;
        assert_eq!(ended.unwrap(), 1);
        assert_eq!(runs.load(Ordering::SeqCst), 2);
        assert_eq!(count(&store).await, 2);
    });
}

#[test]
fn connections_that_the_server_closed_while_they_were_idle_are_replaced() {
    with_database(async |url| {
        let store = open(url).await;
        let (operator, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        for round in 0..10_i64 {
            let units = (0..20).map(|n| store.write(round * 100 + n, |tx, id| Box::pin(add(tx, *id))));
            let ended: Vec<Result<u64, StoreError>> = futures_util::future::join_all(units).await;
            assert!(ended.iter().all(Result::is_ok), "round {round}: {ended:?}");
            assert_eq!(count(&store).await, (round + 1) * 20);
            operator
                .batch_execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity
                      where datname = current_database() and pid <> pg_backend_pid()",
                )
                .await
                .unwrap();
        }
    });
}

/// Forwards until the first message after a restart, and closes the connection only then, so that its owner does not know
/// of the restart before.
async fn forward_until_restart(client: TcpStream, server: SocketAddr, restarts: Arc<AtomicU32>) {
    let before = restarts.load(Ordering::SeqCst);
    let server = TcpStream::connect(server).await.unwrap();
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let back = tokio::spawn(async move { tokio::io::copy(&mut from_server, &mut to_client).await });
    let mut buffer = vec![0; 64 * 1_024];
    while let Ok(read @ 1..) = from_client.read(&mut buffer).await {
        if restarts.load(Ordering::SeqCst) != before || to_server.write_all(&buffer[..read]).await.is_err() {
            break;
        }
    }
    back.abort();
}

#[test]
fn clock_and_size_are_read_although_a_restart_ended_the_idle_connection_unnoticed() {
    with_database(async |url| {
        let restarts = Arc::new(AtomicU32::new(0));
        let seen = Arc::clone(&restarts);
        let forward = move |client, server| forward_until_restart(client, server, Arc::clone(&seen));
        let store = open(&start_proxy(url, forward).await).await;
        assert!(store.size().await.unwrap().data > 0);
        restarts.fetch_add(1, Ordering::SeqCst);
        assert!(store.size().await.unwrap().data > 0);
        restarts.fetch_add(1, Ordering::SeqCst);
        assert!(store.clock().await.unwrap().is_some());
    });
}

#[test]
fn idle_connections_that_a_restart_ended_unnoticed_cost_one_more_run_in_all() {
    const ONE: Statement = Statement { name: "test/one", text: "select cast(1 as bigint) as one" };
    with_database(async |url| {
        let options = PostgresOptions { writers: 8, readers: 8, attempts: 5, ..PostgresOptions::default() };
        let restarts = Arc::new(AtomicU32::new(0));
        let seen = Arc::clone(&restarts);
        let forward = move |client, server| forward_until_restart(client, server, Arc::clone(&seen));
        let url = start_proxy(url, forward).await;
        let store = Store::new(PostgresStore::connect(&url, options).await.unwrap());

        // Opens all connections of both pools: each unit waits for the others before it gives its connection back.
        let meet = Arc::new(Barrier::new(8));
        let units = (1..=8_i64).map(|id| {
            store.write((id, Arc::clone(&meet)), |tx, (id, meet)| {
                Box::pin(async move {
                    let added = add(tx, *id).await?;
                    meet.wait().await;
                    Ok(added)
                })
            })
        });
        let written: Vec<Result<u64, StoreError>> = futures_util::future::join_all(units).await;
        assert!(written.iter().all(Result::is_ok), "{written:?}");
        let reads = (0..8).map(|_| {
            store.read(Arc::clone(&meet), |tx, meet| {
                Box::pin(async move {
                    tx.all(ONE, params![]).await?;
                    meet.wait().await;
                    Ok(())
                })
            })
        });
        let read: Vec<Result<(), StoreError>> = futures_util::future::join_all(reads).await;
        assert!(read.iter().all(Result::is_ok), "{read:?}");

        restarts.fetch_add(1, Ordering::SeqCst);
        let runs = Arc::new(AtomicU32::new(0));
        let written: Result<u64, StoreError> = store
            .write(Arc::clone(&runs), |tx, runs| {
                Box::pin(async move {
                    runs.fetch_add(1, Ordering::SeqCst);
                    add(tx, 9).await
                })
            })
            .await;
        assert_eq!((written.unwrap(), runs.load(Ordering::SeqCst)), (1, 2));
        runs.store(0, Ordering::SeqCst);
        let read: Result<(), StoreError> = store
            .read(Arc::clone(&runs), |tx, runs| {
                Box::pin(async move {
                    runs.fetch_add(1, Ordering::SeqCst);
                    tx.all(ONE, params![]).await.map(|_| ())
                })
            })
            .await;
        read.unwrap();
        assert_eq!(runs.load(Ordering::SeqCst), 2);
        assert_eq!(count(&store).await, 9);
    });
}

const SLEEP: Statement = Statement { name: "test/sleep", text: "select pg_sleep(30) is null" };

/// A change whose second statement takes longer than the time limit.
async fn fall_asleep(store: &Store) -> Result<(), StoreError> {
    store
        .write((), |tx, ()| {
            Box::pin(async move {
                add(tx, 1).await?;
                tx.all(SLEEP, params![]).await.map(|_| ())
            })
        })
        .await
}

#[test]
fn a_statement_that_takes_too_long_is_ended_and_other_statements_go_on() {
    with_database(async |url| {
        let options = PostgresOptions {
            statement_timeout: Duration::from_millis(50),
            // Longer than the sleep, so that only the limit of a statement ends it.
            work_timeout: Duration::from_secs(60),
            writers: 1,
            readers: 1,
            ..PostgresOptions::default()
        };
        let store = Store::new(PostgresStore::connect(url, options).await.unwrap());
        let stuck = fall_asleep(&store).await;
        assert!(matches!(stuck, Err(StoreError::Unavailable(_))), "{stuck:?}");
        let stuck: Result<(), StoreError> = store
            .read((), |tx, ()| Box::pin(async move { tx.all(SLEEP, params![]).await.map(|_| ()) }))
            .await;
        assert!(matches!(stuck, Err(StoreError::Unavailable(_))), "{stuck:?}");
        store.write(2_i64, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
        assert_eq!(count(&store).await, 1);
    });
}

#[test]
fn a_server_that_does_not_answer_is_given_up_in_time() {
    with_database(async |url| {
        let options = PostgresOptions {
            work_timeout: Duration::from_millis(200),
            writers: 1,
            readers: 1,
            ..PostgresOptions::default()
        };
        let store = Store::new(PostgresStore::connect(url, options).await.unwrap());
        let Err(StoreError::Unavailable(why)) = fall_asleep(&store).await else { panic!("no timeout") };
        // The server itself would end the statement seconds later, with another message.
        assert_eq!(why, "no answer from PostgreSQL in time");
        // The pool opens another connection in place of its only one. Row 1 stays locked until the server ends the statement.
        store.write(2_i64, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
    });
}

/// What the proxy does with a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AtCommit {
    /// It forwards commit and response: the control.
    Forward,
    /// It cuts the connection before the commit reaches the server.
    CutBefore,
    /// It forwards the commit and cuts the connection before the response.
    CutAfter,
}

/// Starts a proxy to the server of `url`, which hands each connection to `forward`; returns the URL of the same database
/// through the proxy.
async fn start_proxy<F>(url: &str, forward: impl Fn(TcpStream, SocketAddr) -> F + Send + 'static) -> String
where
    F: Future<Output = ()> + Send + 'static,
{
    let (user, rest) = url.split_once('@').unwrap();
    let (server, database) = rest.split_once('/').unwrap();
    let server: SocketAddr = server.parse().unwrap();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let ours = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(forward(client, server));
        }
    });
    format!("{user}@{ours}/{database}")
}

async fn forward_until_commit(client: TcpStream, server: SocketAddr, behaviour: AtCommit) {
    let server = TcpStream::connect(server).await.unwrap();
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let back = tokio::spawn(async move { tokio::io::copy(&mut from_server, &mut to_client).await });
    let mut buffer = vec![0; 64 * 1_024];
    while let Ok(read) = from_client.read(&mut buffer).await {
        let message = &buffer[..read];
        // The driver writes the commits of migrations in upper case, so only those of units match.
        let commits = message.windows(8).any(|part| part == b"; commit");
        if commits && behaviour != AtCommit::Forward {
            back.abort();
            if behaviour == AtCommit::CutAfter {
                to_server.write_all(message).await.unwrap();
            }
            return;
        }
        if read == 0 || to_server.write_all(message).await.is_err() {
            break;
        }
    }
}

/// Runs one unit through such a proxy; returns its result and the number of its rows afterwards.
async fn commit_over(url: &str, behaviour: AtCommit) -> (Result<u64, StoreError>, i64) {
    let forward = move |client, server| forward_until_commit(client, server, behaviour);
    let store = open(&start_proxy(url, forward).await).await;
    let answer = store.write(1_i64, |tx, id| Box::pin(add(tx, *id))).await;
    let direct = open(url).await;
    // Another unit is not affected, even if the server has not noticed yet that the connection was cut. It adds one row.
    let _: Result<u64, StoreError> = direct.write(2_i64, |tx, id| Box::pin(add(tx, *id))).await;
    let there = count(&direct).await - 1;
    (answer, there)
}

#[test]
fn control_a_connection_that_is_not_cut_returns_the_answer() {
    with_database(async |url| {
        let (answer, there) = commit_over(url, AtCommit::Forward).await;
        assert_eq!((answer.unwrap(), there), (1, 1));
    });
}

#[test]
fn a_commit_cut_off_on_its_way_is_an_unknown_outcome() {
    with_database(async |url| {
        let (answer, there) = commit_over(url, AtCommit::CutBefore).await;
        assert!(matches!(answer, Err(StoreError::UnknownOutcome(_))), "{answer:?}");
        assert_eq!(there, 0);
    });
}

#[test]
fn a_commit_whose_answer_is_lost_is_an_unknown_outcome() {
    with_database(async |url| {
        let (answer, _) = commit_over(url, AtCommit::CutAfter).await;
        assert!(matches!(answer, Err(StoreError::UnknownOutcome(_))), "{answer:?}");
        // Here the commit happened, perhaps a moment later.
        let direct = open(url).await;
        while count(&direct).await < 2 {
            tokio::task::yield_now().await;
        }
    });
}

#[test]
fn a_commit_that_waits_for_a_standby_is_never_cancelled_and_never_reported_as_done() {
    if fresh_database().is_none() {
        return;
    }
    let cluster = Cluster::start(Durability::Durable).unwrap();
    run(async {
        let url = cluster.url("postgres");
        let options = PostgresOptions {
            statement_timeout: Duration::from_millis(100),
            commit_timeout: Duration::from_millis(500),
            ..PostgresOptions::default()
        };
        let store = Store::new(PostgresStore::connect(&url, options).await.unwrap());
        let (operator, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        operator.batch_execute("set synchronous_commit = local").await.unwrap();
        operator.batch_execute("alter system set synchronous_standby_names = 'away'").await.unwrap();
        operator.batch_execute("select pg_reload_conf()").await.unwrap();
        let waiting = async || {
            let row =
                operator.query_one("select count(*) from pg_stat_activity where wait_event = 'SyncRep'", &[]);
            row.await.unwrap().get::<_, i64>(0)
        };
        // The new setting reaches the server a moment later: keep writing until a commit waits.
        let mut id = 0_i64;
        let unknown: Result<u64, StoreError> = loop {
            id += 1;
            let answer = store.write(id, |tx, id| Box::pin(add(tx, *id))).await;
            if answer.is_err() {
                break answer;
            }
        };
        assert!(matches!(unknown, Err(StoreError::UnknownOutcome(_))), "{unknown:?}");
        assert_eq!(waiting().await, 1, "the server still waits for its standby: we sent no cancel");

        // A cancel by another connection ends the server's wait, with a warning and no error.
        let patient =
            PostgresOptions { commit_timeout: Duration::from_secs(60), ..PostgresOptions::default() };
        operator.batch_execute("alter system set synchronous_standby_names = ''").await.unwrap();
        operator.batch_execute("select pg_reload_conf()").await.unwrap();
        while waiting().await > 0 {
            tokio::task::yield_now().await;
        }
        let store = Store::new(PostgresStore::connect(&url, patient).await.unwrap());
        store.write(1_000_i64, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
        operator.batch_execute("alter system set synchronous_standby_names = 'away'").await.unwrap();
        operator.batch_execute("select pg_reload_conf()").await.unwrap();
        let writing = tokio::spawn(async move {
            for id in 1_001_i64.. {
                store.write(id, |tx, id| Box::pin(add(tx, *id))).await?;
            }
            Ok::<(), StoreError>(())
        });
        while waiting().await == 0 {
            tokio::task::yield_now().await;
        }
        operator
            .batch_execute("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
            .await
            .unwrap();
        let cancelled = writing.await.unwrap();
        assert!(matches!(cancelled, Err(StoreError::UnknownOutcome(_))), "{cancelled:?}");
    });
}

#[test]
fn a_server_without_durable_commits_is_reported_and_a_durable_one_is_not() {
    with_database(async |url| {
        // The tests' own cluster does not wait for its disk.
        let message = inspect(url, &PostgresOptions::default()).await.unwrap().wrong.join("\n");
        for setting in ["fsync", "full_page_writes", "synchronous_commit"] {
            assert!(message.contains(&format!("{setting} is off")), "{message}");
        }
        let cluster = Cluster::start(Durability::Durable).unwrap();
        let inspection = inspect(&cluster.url("postgres"), &PostgresOptions::default()).await.unwrap();
        assert_eq!(inspection.wrong, Vec::<String>::new());
    });
}

#[test]
fn no_connection_error_contains_the_password_of_the_url() {
    run(async {
        for url in
            ["postgres://operator:secret@127.0.0.1:1/sideout", "postgres://operator:secret@host:port/x"]
        {
            let message =
                PostgresStore::connect(url, PostgresOptions::default()).await.err().unwrap().to_string();
            assert!(!message.contains("secret"), "{message}");
        }
    });
}

#[test]
fn if_the_role_allows_fewer_connections_reads_wait_for_existing_ones() {
    let Some(database) = fresh_database() else { return };
    run(async {
        let admin = database.connect().await;
        // A role of this test alone; roles belong to the whole cluster.
        let role = format!("few_{}", std::process::id());
        let created: Result<(), StoreError> = admin
            .write(role.clone(), |tx, role| {
                Box::pin(async move {
                    for text in [
                        format!("create role {role} login password 'few' connection limit 3"),
                        format!("grant all on all tables in schema public to {role}"),
                    ] {
                        let text: &'static str = text.leak();
                        tx.run(Statement { name: text, text }, params![]).await?;
                    }
                    Ok(())
                })
            })
            .await;
        created.unwrap();
        let url = database.url();
        let (scheme, rest) = url.split_once("://").unwrap();
        let place = rest.rsplit_once('@').map_or(rest, |(_, place)| place);
        let url = format!("{scheme}://{role}:few@{place}");
        let store = Store::new(PostgresStore::for_reading(&url, PostgresOptions::default()).unwrap());
        let all = (0..64).map(|_| count_or_error(&store));
        let counted = futures_util::future::join_all(all).await;
        assert!(counted.iter().all(Result::is_ok), "{counted:?}");
        store.close().await;
        let removed: Result<(), StoreError> = admin
            .write(role, |tx, role| {
                Box::pin(async move {
                    for text in [format!("drop owned by {role}"), format!("drop role {role}")] {
                        let text: &'static str = text.leak();
                        tx.run(Statement { name: text, text }, params![]).await?;
                    }
                    Ok(())
                })
            })
            .await;
        removed.unwrap();
        admin.close().await;
    });
}

async fn count_or_error(store: &Store) -> Result<i64, StoreError> {
    const SLOW: Statement =
        Statement { name: "test/slow_count", text: "select count(*) as count from sport, pg_sleep(0.02)" };
    store.read((), |tx, ()| Box::pin(async move { tx.one(SLOW, params![]).await?.integer("count") })).await
}
