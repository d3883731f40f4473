//! Rehearses the upgrade from version 18, the last one before bills (V19), to the newest one on a database of many past orders:
//! `cargo run --release -p sideout-app --example rehearse_migration -- ORDERS [sqlite|postgres]`.
//!
//! Writes a database of version 18 with ORDERS past orders (half of them paid online, one in ten of all cancelled with a
//! refund, one in five paid at the desk, receipts and credit notes for each online payment and its refund), starts the
//! migrations, which run in one transaction, in a process of its own and kills it twice, lets it run to its end, and prints
//! its time and its peak memory. Then it compares counts and sums with those of before, and runs two checks of
//! `sideout doctor`, of the rules and of the ledger. Needs about 30 GB of disk for ten million orders.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a measuring program prints durations")]
#![expect(clippy::expect_used, clippy::panic, reason = "a measuring program may stop at the first error")]

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Child, Command},
    thread,
    time::{Duration, Instant},
};

use refinery::{Migration, Runner, Target, load_sql_migrations};
use sideout_app::ledger::audit::audit;
use sideout_store::{Invariants, Store};
use sideout_store_postgres::{PostgresOptions, PostgresStore};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};
use sideout_testkit_postgres::{Cluster, Durability};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio_postgres::{Client, NoTls};

/// The versions at which rows are written: before the ledger, whose migration writes its entries, and before bills.
const BEFORE_THE_LEDGER: i32 = 7;
const BEFORE_BILLS: i32 = 18;

/// Rows that one statement writes.
const AT_ONCE: u64 = 500_000;

/// The times after which the migration is killed, in seconds for each million orders.
const KILLED_AFTER: [f64; 2] = [2.0, 6.0];

/// How often memory is read.
const READ_EVERY: Duration = Duration::from_millis(50);

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["open", "sqlite", path] => drop(open_sqlite(Path::new(path))),
        ["open", "postgres", url] => drop(runtime().block_on(open_postgres(url))),
        [orders, engines @ ..] => {
            let orders = orders.parse().expect("the first argument is the number of orders");
            for engine in ["sqlite", "postgres"] {
                if engines.is_empty() || engines.contains(&engine) {
                    rehearse(engine, orders);
                }
            }
        }
        [] => panic!("write the number of orders"),
    }
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime")
}

fn open_sqlite(path: &Path) -> SqliteStore {
    SqliteStore::open(path, SqliteOptions::default()).expect("the database opens")
}

async fn open_postgres(url: &str) -> PostgresStore {
    let options = PostgresOptions {
        statement_timeout: Duration::from_secs(3_600),
        work_timeout: Duration::from_secs(3_600),
        ..PostgresOptions::default()
    };
    PostgresStore::connect(url, options).await.expect("the database opens")
}

/// A database under rehearsal.
enum OldDatabase {
    Sqlite(TempDir),
    Postgres(Cluster),
}

impl OldDatabase {
    fn new(engine: &str) -> Self {
        if engine == "sqlite" {
            return OldDatabase::Sqlite(tempfile::tempdir().expect("a folder"));
        }
        let cluster = Cluster::start(Durability::Durable).expect("PostgreSQL starts");
        cluster.create_database("rehearsal").expect("a database");
        OldDatabase::Postgres(cluster)
    }

    fn engine(&self) -> &'static str {
        match self {
            OldDatabase::Sqlite(_) => "sqlite",
            OldDatabase::Postgres(_) => "postgres",
        }
    }

    fn url(&self) -> String {
        match self {
            OldDatabase::Sqlite(folder) => path(folder).display().to_string(),
            OldDatabase::Postgres(cluster) => cluster.url("rehearsal"),
        }
    }

    fn migrate_to(&self, version: i32) {
        let folder = format!("{}/../store-{}/migrations", env!("CARGO_MANIFEST_DIR"), self.engine());
        let migrations: Vec<Migration> = load_sql_migrations(folder).expect("the migrations");
        let runner = Runner::new(&migrations).set_target(Target::Version(version));
        match self {
            OldDatabase::Sqlite(folder) => {
                runner.run(&mut sqlite(folder)).map(drop).expect("the migrations run")
            }
            OldDatabase::Postgres(cluster) => runtime().block_on(async {
                runner.run_async(&mut postgres(cluster).await).await.map(drop).expect("the migrations run");
            }),
        }
    }

    fn run(&self, statements: &[String]) {
        match self {
            OldDatabase::Sqlite(folder) => {
                let connection = sqlite(folder);
                connection.execute_batch("pragma foreign_keys = off; begin").expect("a transaction");
                for statement in statements {
                    connection.execute_batch(statement).expect("a statement");
                }
                connection.execute_batch("commit; pragma wal_checkpoint(truncate)").expect("the commit");
            }
            OldDatabase::Postgres(cluster) => runtime().block_on(async {
                let client = postgres(cluster).await;
                client.batch_execute("set session_replication_role = replica").await.expect("no triggers");
                for statement in statements {
                    client.batch_execute(statement).await.expect("a statement");
                }
                client.batch_execute("vacuum analyze").await.expect("statistics");
                client.batch_execute("checkpoint").await.expect("a checkpoint");
            }),
        }
    }

    /// Numbers that the migration must not change.
    fn sums(&self) -> Vec<i64> {
        let queries = [
            "select cast(count(*) as bigint) from orders",
            "select cast(sum(paid_paise) as bigint) from orders",
            "select cast(count(*) as bigint) from payment",
            "select cast(sum(amount_paise) as bigint) from payment where outcome = 'confirmed'",
            "select cast(count(*) as bigint) from refund",
            "select cast(sum(amount_paise) as bigint) from refund",
            "select cast(count(*) as bigint) from receipt",
            "select cast(sum(total_paise) as bigint) from receipt",
            "select cast(count(*) as bigint) from ledger_posting",
            "select cast(sum(amount_paise) as bigint) from ledger_posting where amount_paise > 0",
        ];
        queries.iter().map(|query| self.number(query)).collect()
    }

    fn number(&self, query: &str) -> i64 {
        match self {
            OldDatabase::Sqlite(folder) => {
                sqlite(folder).query_row(query, [], |row| row.get(0)).expect("a number")
            }
            OldDatabase::Postgres(cluster) => runtime().block_on(async {
                postgres(cluster).await.query_one(query, &[]).await.expect("a number").get(0)
            }),
        }
    }

    fn version(&self) -> i64 {
        self.number("select cast(max(version) as bigint) from refinery_schema_history")
    }

    /// Starts the program's own opening of the database in another process.
    fn open_elsewhere(&self) -> Child {
        let program = env::current_exe().expect("our own path");
        Command::new(program).args(["open", self.engine(), &self.url()]).spawn().expect("a process")
    }

    /// The private memory, in megabytes, of the process or of that process of the server which has the most.
    fn memory_mb(&self, process: u32) -> f64 {
        let server = match self {
            OldDatabase::Sqlite(_) => Vec::new(),
            OldDatabase::Postgres(cluster) => cluster.process_ids(),
        };
        server.into_iter().chain([process]).map(private_mb).fold(0.0, f64::max)
    }

    fn disk_mb(&self) -> i64 {
        let bytes = match self {
            OldDatabase::Sqlite(folder) => {
                let entries = fs::read_dir(folder.path()).expect("the folder");
                entries
                    .map(|entry| entry.and_then(|entry| entry.metadata()).map_or(0, |data| data.len()))
                    .sum::<u64>()
                    .cast_signed()
            }
            OldDatabase::Postgres(_) => self.number("select pg_database_size(current_database())"),
        };
        bytes / 1_000_000
    }

    fn open(&self) -> Store {
        match self {
            OldDatabase::Sqlite(folder) => Store::new(open_sqlite(&path(folder))),
            OldDatabase::Postgres(cluster) => {
                // The pool's connections live on the runtime that made them.
                let runtime = Box::leak(Box::new(runtime()));
                Store::new(runtime.block_on(open_postgres(&cluster.url("rehearsal"))))
            }
        }
    }
}

fn path(folder: &TempDir) -> PathBuf {
    folder.path().join("sideout.db")
}

fn sqlite(folder: &TempDir) -> rusqlite::Connection {
    let connection = rusqlite::Connection::open(path(folder)).expect("the file opens");
    let settings = "pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -1000000";
    connection.execute_batch(settings).expect("the settings");
    connection
}

async fn postgres(cluster: &Cluster) -> Client {
    let (client, connection) =
        tokio_postgres::connect(&cluster.url("rehearsal"), NoTls).await.expect("a connection");
    tokio::spawn(connection);
    client
}

/// The anonymous memory of a process in megabytes; 0 when it is gone.
fn private_mb(process: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:")?.split_whitespace().next()?.parse::<f64>().ok());
    line.unwrap_or(0.0) * 1.024 / 1000.0
}

/// Saturday 21 November 2026, 11:00 in India, in milliseconds.
const NOW: i64 = 1_795_239_000_000;

/// The statements for a database of version 7, in order.
fn past(orders: u64) -> Vec<String> {
    let customers = (orders / 20).max(1);
    let mut statements = vec![
        "insert into sport (sport_id, name) values (1, 'pickleball');
         insert into venue (venue_id, name, location, long_location, map_url, image, facilities, gallery, time_zone,
           slot_minutes, play_minutes, position, active) values (1, 'Riverside Arena', 'Akota', '14 River Road', 'https://m',
           '/r.svg', '[]', '[]', 'Asia/Kolkata', 60, 55, 1, 1);
         insert into price_rule values (1, 1, null, null, 127, 0, 1440, 80000);"
            .to_owned(),
    ];
    statements.extend((1..=12).map(|n| {
        format!(
            "insert into court (court_id, venue_id, sport_id, number, name, court_type, active)
             values ({n}, 1, 1, {n}, 'Court {n}', 'OUTDOOR', 1)"
        )
    }));
    statements.push(format!(
        "insert into customer (customer_id, phone, full_name, email, birthdate, gender, password_hash, created_at, updated_at)
         with recursive number_of (i) as (
           select cast(0 as bigint) union all select i + 1 from number_of where i + 1 < {customers}
         )
         select 100000000000 + i, '+91' || (6000000000 + i), 'Past Player', 'past@example.org', '1990-01-01', 'other', '-', 1, 1
           from number_of"
    ));
    let inserts = [
        "insert into orders (order_number, customer_id, venue_id, court_id, starts_at, venue_day, start_minute, play_minutes,
                             status, price_paise, discount_paise, payment_method, paid_paise, cancel_cutoff_minutes,
                             bank_charge_paise, held_until, created_at, confirmed_at, cancelled_at)
         {past} select number, 100000000000 + p * 7919 % {customers}, 1, 1 + p % 12, starts_at, '2026-01-01', (p % 17 + 6) * 60,
                       55, case when kind = 4 then 'cancelled' else 'confirmed' end, 80000, 0,
                       case when kind < 5 then 'online' else 'court' end, case when kind < 7 then 80000 else 0 end, 360, 3000,
                       null, starts_at - 172800000, starts_at - 172740000,
                       case when kind = 4 then starts_at - 86400000 end from past",
        "insert into slot_claim (court_id, starts_at, order_number, held_until)
         {past} select 1 + p % 12, starts_at, number, null from past where kind <> 4",
        "insert into provider_order (order_number, amount_paise, discount_paise, coupon_id, any_court, provider_order_id, asked,
                                     asking_until, opened_at, next_look_at)
         {past} select number, 80000, 0, null, 0, 'order_' || number, 1, null, starts_at - 172780000, null from past where kind < 5",
        "insert into payment (payment_id, provider_order_id, order_number, amount_paise, currency, status, method, fee_paise,
                              failure, seen_at, settled_at, outcome)
         {past} select 'pay_' || number, 'order_' || number, number, 80000, 'INR', 'captured', 'upi', 1888, null,
                       starts_at - 172740000, starts_at - 172740000, 'confirmed' from past where kind < 5",
        "insert into refund (payment_id, order_number, amount_paise, reason, status, attempt, tries, provider_refund_id,
                             next_step_at, approved_at, issued_at, ended_at)
         {past} select 'pay_' || number, number, 77000, 'cancelled', 'processed', 1, 0, 'rfnd_' || number, null,
                       starts_at - 86400000, starts_at - 80000000, starts_at - 70000000 from past where kind = 4",
    ];
    statements.extend(inserts.iter().flat_map(|insert| in_parts(insert, orders, customers)));
    statements
}

/// The documents for a database of version 18.
fn documents(orders: u64) -> Vec<String> {
    let document = "insert into receipt (series, year, serial, kind, order_number, payment_id, issued_at, issued_on, total_paise,
                                         tax_rate, taxable_paise, central_paise, state_paise, reason, facts)
         {past} select {series}, 2026, serial, {kind}, number, 'pay_' || number, starts_at - 172740000, '2026-01-01', {paise},
                       1800, {paise} * 100 / 118, {paise} * 9 / 118, {paise} * 9 / 118, {reason},
                       '{\"seller\":\"Riverside Arena Sports LLP, 14 River Road, Akota, Vadodara 390020\",\"buyer\":\"Past Player\"}'
                  from (select past.*, {serial} as serial from past where {which}) past";
    let fill = |pairs: [(&str, &str); 6]| {
        pairs.iter().fold(document.to_owned(), |text, (name, value)| text.replace(name, value))
    };
    // Orders are written in whole tens, and each ten has five receipts and one credit note.
    let receipts = fill([
        ("{series}", "'R'"),
        ("{kind}", "'receipt'"),
        ("{paise}", "80000"),
        ("{reason}", "null"),
        ("{serial}", "p / 10 * 5 + kind + 1"),
        ("{which}", "kind < 5"),
    ]);
    let credit_notes = fill([
        ("{series}", "'C'"),
        ("{kind}", "'credit_note'"),
        ("{paise}", "77000"),
        ("{reason}", "'cancelled'"),
        ("{serial}", "p / 10 + 1"),
        ("{which}", "kind = 4"),
    ]);
    let series = format!(
        "insert into receipt_series values ('R', 2026, {}); insert into receipt_series values ('C', 2026, {})",
        orders / 10 * 5,
        orders / 10
    );
    [receipts, credit_notes].iter().flat_map(|text| in_parts(text, orders, 1)).chain([series]).collect()
}

/// `text` for each part of the orders. Order `p`, from 0, starts 1 + p / 12 hours before `NOW`; later orders have higher numbers.
fn in_parts(text: &str, orders: u64, customers: u64) -> Vec<String> {
    let past = format!(
        "with recursive number_of (i) as (
           select cast({{from}} as bigint) union all select i + 1 from number_of where i + 1 < {{until}}
         ), past as (
           select p, p % 10 as kind, {NOW} - (1 + p / 12) * 3600000 as starts_at, number
             from (select {orders} - 1 - i as p, 1000000000 + i * {step} as number from number_of) in_time
         ) ",
        step = 8_999_999_999 / orders
    );
    let text = text.replace("{past}", &past).replace("{customers}", &customers.to_string());
    let starts = (0..orders).step_by(usize::try_from(AT_ONCE).unwrap_or(usize::MAX));
    starts
        .map(|from| {
            text.replace("{from}", &from.to_string())
                .replace("{until}", &(from + AT_ONCE).min(orders).to_string())
        })
        .collect()
}

fn rehearse(engine: &str, orders: u64) {
    assert!(orders.is_multiple_of(10), "the number of orders must end in 0");
    println!("== {engine}: {orders} orders of version {BEFORE_BILLS}");
    let old = OldDatabase::new(engine);
    let watch = Instant::now();
    old.migrate_to(BEFORE_THE_LEDGER);
    old.run(&past(orders));
    println!("   orders, payments and refunds written in {:.0} s", watch.elapsed().as_secs_f64());
    let watch = Instant::now();
    old.migrate_to(BEFORE_BILLS);
    println!("   versions 8 to 18 in {:.0} s", watch.elapsed().as_secs_f64());
    old.run(&documents(orders));
    let before = old.sums();
    println!("   {} MB of database; counts and sums: {before:?}", old.disk_mb());

    for seconds in KILLED_AFTER {
        let after = Duration::from_secs_f64(seconds * orders as f64 / 1e6);
        let mut migration = old.open_elsewhere();
        thread::sleep(after);
        assert!(migration.try_wait().expect("its state").is_none(), "it ended before it was killed");
        migration.kill().expect("it is killed");
        migration.wait().expect("its end");
        println!(
            "   killed after {:.1} s, version {}, {} MB",
            after.as_secs_f64(),
            old.version(),
            old.disk_mb()
        );
        assert_eq!(old.version(), i64::from(BEFORE_BILLS));
    }

    let watch = Instant::now();
    let mut migration = old.open_elsewhere();
    let mut memory: f64 = 0.0;
    let mut disk = 0;
    let status = loop {
        memory = memory.max(old.memory_mb(migration.id()));
        disk = disk.max(if engine == "sqlite" { old.disk_mb() } else { 0 });
        if let Some(status) = migration.try_wait().expect("its state") {
            break status;
        }
        thread::sleep(READ_EVERY);
    };
    assert!(status.success(), "the migration failed: {status}");
    println!(
        "   version {} in {:.0} s, {memory:.0} MB of memory at most, {} MB of database{}",
        old.version(),
        watch.elapsed().as_secs_f64(),
        old.disk_mb(),
        if disk > 0 { format!(" ({disk} MB meanwhile)") } else { String::new() }
    );
    let after = old.sums();
    assert_eq!(after, before, "the migration changed a count or a sum");
    check(&old);
}

/// Checks the rules and the ledger by the functions that `sideout doctor` calls.
fn check(old: &OldDatabase) {
    let store = old.open();
    let runtime = runtime();
    runtime.block_on(async {
        let watch = Instant::now();
        let broken = store
            .read((), |tx, ()| Box::pin(async move { Invariants(tx).list_broken().await }))
            .await
            .expect("the rules");
        println!("   {} broken rules, checked in {:.0} s", broken.len(), watch.elapsed().as_secs_f64());
        let watch = Instant::now();
        let faults = store.read((), |tx, ()| Box::pin(audit(tx))).await.expect("the ledger");
        println!(
            "   {} faults in the ledger, checked in {:.0} s",
            faults.len(),
            watch.elapsed().as_secs_f64()
        );
        assert!(broken.is_empty(), "{broken:?}");
        assert!(faults.is_empty(), "{}", faults[0]);
        store.close().await;
    });
}
