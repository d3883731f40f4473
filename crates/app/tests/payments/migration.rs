//! The migration to bills, V19: a database of the program before it, with bookings and payments in many states, has its
//! bills afterwards, and its money agrees to the paisa; also if the migration is killed in the middle.

use std::{fmt::Write as _, fs, path::PathBuf};

use refinery::{Migration, Runner, Target, load_sql_migrations};
use rusqlite::fallible_iterator::FallibleIterator as _;
use serde_json::json;
use sideout_app::{ledger::audit::audit, payments::issue_refunds::issue_refunds};
use sideout_domain::{
    money::Money,
    order::{OrderNumber, OrderStatus},
};
use sideout_providers::payments::{NewProviderOrder, NewRefund, TimeBudget};
use sideout_store::Store;
use sideout_store_postgres::{PostgresOptions, PostgresStore};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};
use sideout_testkit::{
    on_postgres, on_sqlite,
    postgres::{FreshDatabase, fresh_database},
};
use tempfile::TempDir;
use tokio_postgres::{Client, NoTls};

use crate::fixture::PaymentsFixture;

/// Saturday 21 November 2026, 11:30 in India: [`sideout_testkit::FixedClock::START`], in milliseconds.
const NOW: i64 = 1_795_240_800_000;
/// The day before, when there were no receipts.
const PAID: i64 = NOW - 86_400_000;
/// Sunday 22 November 2026, 19:00 in India.
const GAME: i64 = 1_795_354_200_000;
/// Friday 27 November 2026, 11:00 in India.
const FRIDAY: i64 = 1_795_757_400_000;

/// The last version before the ledger, whose migration writes its entries from the tables.
const BEFORE_THE_LEDGER: i32 = 7;
/// The last version before bills.
const BEFORE: i32 = 18;

/// A database that older programs have written.
enum OldDatabase {
    Sqlite(TempDir),
    Postgres(FreshDatabase),
}

fn migrations(engine: &str) -> Vec<Migration> {
    let folder = format!("{}/../store-{engine}/migrations", env!("CARGO_MANIFEST_DIR"));
    load_sql_migrations(folder).unwrap()
}

impl OldDatabase {
    fn path(folder: &TempDir) -> PathBuf {
        folder.path().join("sideout.db")
    }

    fn sqlite(folder: &TempDir) -> rusqlite::Connection {
        let connection = rusqlite::Connection::open(Self::path(folder)).unwrap();
        connection.pragma_update(None, "journal_mode", "wal").unwrap();
        connection
    }

    async fn postgres(database: &FreshDatabase) -> Client {
        let (client, connection) = tokio_postgres::connect(&database.url(), NoTls).await.unwrap();
        tokio::spawn(connection);
        client
    }

    /// An empty database without tables.
    async fn emptied(self) -> Self {
        if let OldDatabase::Postgres(database) = &self {
            let anew = "drop schema public cascade; create schema public";
            Self::postgres(database).await.batch_execute(anew).await.unwrap();
        }
        self
    }

    async fn migrate_to(&self, version: i32) {
        match self {
            OldDatabase::Sqlite(folder) => {
                let runner = Runner::new(&migrations("sqlite")).set_target(Target::Version(version));
                runner.run(&mut Self::sqlite(folder)).unwrap();
            }
            OldDatabase::Postgres(database) => {
                let runner = Runner::new(&migrations("postgres")).set_target(Target::Version(version));
                runner.run_async(&mut Self::postgres(database).await).await.unwrap();
            }
        }
    }

    async fn run(&self, texts: &str) {
        match self {
            OldDatabase::Sqlite(folder) => Self::sqlite(folder).execute_batch(texts).unwrap(),
            OldDatabase::Postgres(database) => {
                Self::postgres(database).await.batch_execute(texts).await.unwrap()
            }
        }
    }

    /// The one text column of a query.
    async fn texts(&self, query: &str) -> Vec<String> {
        match self {
            OldDatabase::Sqlite(folder) => {
                let connection = Self::sqlite(folder);
                let mut prepared = connection.prepare(query).unwrap();
                prepared.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
            }
            OldDatabase::Postgres(database) => {
                let rows = Self::postgres(database).await.query(query, &[]).await.unwrap();
                rows.iter().map(|row| row.get(0)).collect()
            }
        }
    }

    /// Starts the program of today on it.
    async fn open(&self) -> Store {
        match self {
            OldDatabase::Sqlite(folder) => {
                Store::new(SqliteStore::open(Self::path(folder), SqliteOptions::default()).unwrap())
            }
            OldDatabase::Postgres(database) => {
                Store::new(PostgresStore::connect(&database.url(), PostgresOptions::default()).await.unwrap())
            }
        }
    }
}

/// An order at the provider, and its payment, which is empty if there is none.
struct Sold {
    provider_order: String,
    payment: String,
}

/// Opens an order at the provider for ₹800, and pays it if `is_paid`.
async fn sell(fixture: &PaymentsFixture, order: usize, is_paid: bool) -> Sold {
    let new = NewProviderOrder {
        amount: Money::from_rupees(800),
        receipt: format!("100000000{order}-80000"),
        notes: Vec::new(),
    };
    let provider = &fixture.app.payments.as_ref().unwrap().provider;
    let provider_order = provider.create_order(&new, TimeBudget::interactive()).await.unwrap().id.to_string();
    let mut payment = String::new();
    if is_paid {
        let paid = fixture.pay_order(&provider_order, json!({})).await;
        payment = paid["payment"]["id"].as_str().unwrap().to_owned();
    }
    Sold { provider_order, payment }
}

async fn refund_at_provider(fixture: &PaymentsFixture, sold: &Sold, rupees: i64) -> String {
    let provider = &fixture.app.payments.as_ref().unwrap().provider;
    let new = NewRefund {
        payment: sold.payment.parse().unwrap(),
        amount: Money::from_rupees(rupees),
        key: format!("refund-{}-old", sold.payment),
        notes: Vec::new(),
    };
    provider.refund(&new).await.unwrap().id.to_string()
}

const ORDERS: &str = "insert into orders (order_number, customer_id, venue_id, court_id, starts_at, venue_day, start_minute,
    play_minutes, status, price_paise, discount_paise, coupon_id, payment_method, paid_paise, cancel_cutoff_minutes,
    bank_charge_paise, held_until, created_at, confirmed_at, cancelled_at) values ";

/// Writes what a program of version 7 wrote: order n of customer n on court n, in many states.
async fn fill(old: &OldDatabase, fixture: &PaymentsFixture) -> Vec<Sold> {
    let mut text = String::from(
        "insert into sport (sport_id, name) values (1, 'pickleball');
         insert into venue (venue_id, name, location, long_location, map_url, image, facilities, gallery, time_zone,
           slot_minutes, play_minutes, position, active) values (1, 'Riverside Arena', 'Akota', '14 River Road', 'https://m',
           '/r.svg', '[]', '[]', 'Asia/Kolkata', 60, 55, 1, 1);
         insert into price_rule values (1, 1, null, null, 127, 0, 1440, 80000);
         insert into coupon (coupon_id, code, kind, value, min_amount_paise, used, active)
           values (1, 'DINK', 'flat', 10000, 0, 1, 1);\n",
    );
    for n in 1..=12 {
        writeln!(text, "insert into court (court_id, venue_id, sport_id, number, name, court_type, active)
            values ({n}, 1, 1, {n}, 'Court {n}', 'OUTDOOR', 1);
            insert into customer (customer_id, phone, full_name, email, birthdate, gender, password_hash, created_at, updated_at)
            values (10000000000{n:02}, '+91987654{n:04}', 'Asha', 'a@example.in', '1995-08-31', 'female', 'x', 1, 1);").unwrap();
    }
    let mut order = |n: usize, status: &str, (discount, coupon): (i64, &str), method: &str, paid: i64| {
        let at = |is: bool| if is { NOW.to_string() } else { "null".to_owned() };
        let (is_held, is_cancelled) = (status == "held", status.starts_with("cancel"));
        let is_booked = is_cancelled || status == "confirmed";
        let until = if is_held { (NOW + 600_000).to_string() } else { "null".to_owned() };
        writeln!(text, "{ORDERS} (100000000{n}, 10000000000{n:02}, 1, {n}, {GAME}, '2026-11-22', 1140, 55, '{status}', 80000,
            {discount}, {coupon}, {method}, {paid}, 360, 3000, {until}, {NOW}, {}, {});", at(is_booked), at(is_cancelled)).unwrap();
        if is_held || status == "confirmed" {
            writeln!(
                text,
                "insert into slot_claim (court_id, starts_at, order_number, held_until)
                values ({n}, {GAME}, 100000000{n}, {until});"
            )
            .unwrap();
        }
    };
    let none = (0, "null");
    order(1, "held", none, "null", 0);
    order(2, "confirmed", none, "'online'", 80_000);
    order(3, "cancel_requested", none, "'online'", 80_000);
    for n in [4, 5, 6] {
        order(n, "cancelled", none, "'online'", 80_000);
    }
    order(7, "expired", none, "null", 0);
    order(8, "confirmed", none, "'court'", 80_000);
    order(9, "confirmed", (10_000, "1"), "'court'", 0);
    let mut sold = Vec::new();
    for n in 1..=7 {
        let paid = sell(fixture, n, n > 1).await;
        let (next_poll, settled) =
            if n == 1 { ((NOW + 1_000).to_string(), false) } else { ("null".to_owned(), true) };
        writeln!(text, "insert into provider_order values (100000000{n}, 80000, 0, null, 0, '{}', 1, null, {NOW}, {next_poll});",
            paid.provider_order).unwrap();
        if settled {
            let outcome = if n == 7 { "refund" } else { "confirmed" };
            writeln!(text, "insert into payment values ('{}', '{}', 100000000{n}, 80000, 'INR', 'captured', 'upi', 1888, null,
                {NOW}, {PAID}, '{outcome}');", paid.payment, paid.provider_order).unwrap();
        }
        sold.push(paid);
    }
    // Order 2 had a checkout with a coupon before, in which a payment failed.
    writeln!(text, "insert into provider_order values (1000000002, 70000, 10000, 1, 0, 'order_with_coupon', 1, null, {NOW}, null);
        insert into payment values ('pay_failed', 'order_with_coupon', 1000000002, 70000, 'INR', 'failed', 'upi', 0, 'declined',
            {NOW}, null, null);").unwrap();
    let mut refund = |n: usize,
                      paise: i64,
                      reason: &str,
                      status: &str,
                      (id, next, issued, ended): (&str, String, &str, &str)| {
        writeln!(text, "insert into refund values ('{}', 100000000{n}, {paise}, '{reason}', '{status}', 1, 0, {id}, {next}, {NOW},
            {issued}, {ended});", sold[n - 1].payment).unwrap();
    };
    let now = NOW.to_string();
    refund(3, 77_000, "cancelled", "approved", ("null", FRIDAY.to_string(), "null", "null"));
    let issued = format!("'{}'", refund_at_provider(fixture, &sold[3], 770).await);
    refund(4, 77_000, "cancelled", "issued", (&issued, (NOW + 3_600_000).to_string(), &now, "null"));
    let done = format!("'{}'", refund_at_provider(fixture, &sold[4], 800).await);
    refund(5, 80_000, "venue_closed", "processed", (&done, "null".to_owned(), &now, &now));
    refund(6, 77_000, "cancelled", "failed", ("'rfnd_failed'", "null".to_owned(), &now, &now));
    let late = format!("'{}'", refund_at_provider(fixture, &sold[6], 800).await);
    refund(7, 80_000, "paid_late", "processed", (&late, "null".to_owned(), &now, &now));
    old.run(&text).await;
    sold
}

/// The documents of a program of version 18: three receipts and two credit notes. The other payments have none.
fn documents(sold: &[Sold]) -> String {
    let mut text = String::from(
        "insert into receipt_series values ('R', 2026, 3); insert into receipt_series values ('C', 2026, 2);",
    );
    for (serial, n) in [(1, 3), (2, 4), (3, 2)] {
        writeln!(text, "insert into receipt values ('R', 2026, {serial}, 'receipt', 100000000{n}, '{}', {}, '2026-11-21', 80000,
            null, null, null, null, null, '{{}}');", sold[n - 1].payment, NOW - 1).unwrap();
    }
    for (serial, n) in [(1, 3), (2, 4)] {
        writeln!(text, "insert into receipt values ('C', 2026, {serial}, 'credit_note', 100000000{n}, '{}', {}, '2026-11-21', 77000,
            null, null, null, null, 'cancelled', '{{}}');", sold[n - 1].payment, NOW - 1).unwrap();
    }
    text
}

const DOCUMENTS: &str = "select series || '/' || year || '/' || serial || ' ' || kind || ' ' || order_number || ' ' || payment_id
    || ' ' || issued_at || ' ' || issued_on || ' ' || total_paise || ' ' || coalesce(reason, '-') || ' ' || facts
    from receipt order by series, serial";
const LEDGER: &str =
    "select entry || ' ' || account || ' ' || event || ' ' || order_number || ' ' || amount_paise
    from ledger_posting order by entry, account";
const VERSION: &str = "select cast(max(version) as text) from refinery_schema_history";

/// Builds an old database, interrupts its migration, and starts the program of today on it. The payments are made at the
/// provider of a fixture on an `unrelated` store.
async fn migrate_and_check(unrelated: Store, old: OldDatabase, interrupt: impl AsyncFnOnce(&OldDatabase)) {
    let fixture = PaymentsFixture::new(unrelated, 1).await;
    let old = old.emptied().await;
    old.migrate_to(BEFORE_THE_LEDGER).await;
    let sold = fill(&old, &fixture).await;
    old.migrate_to(BEFORE).await;
    old.run(&documents(&sold)).await;
    let before = (old.texts(DOCUMENTS).await, old.texts(LEDGER).await);
    assert_eq!(before.0.len(), 5);

    interrupt(&old).await;
    let store = old.open().await;
    let after = (old.texts(DOCUMENTS).await, old.texts(LEDGER).await);
    assert_eq!(after, before, "documents and ledger stay as they were written");
    let fixture = fixture.on(fixture.app.another_node_on(store.clone(), |_| {}));
    assert_agrees(&fixture).await;
    let states =
        "select state || ' ' || method, count(*) from bill group by state, method order by state, method";
    let count = |name: &str, count| (name.to_owned(), count);
    let expected = [
        count("open provider", 1),
        count("settled desk", 1),
        count("settled provider", 5),
        count("void provider", 2),
    ];
    assert_eq!(fixture.rows(states).await, expected);
    let lost = "select (select count(*) from payment where bill_id not in (select bill_id from bill))
                     + (select count(*) from refund where bill_id not in (select bill_id from bill))
                     + (select count(*) from receipt where bill_id is null)
                     + (select count(*) from ledger_posting where payment_id is not null and bill_id is null)";
    assert_eq!(fixture.number(lost).await, 0);
    let returned =
        "select cast(order_number as text), returned_paise from orders where returned_paise > 0 order by 1";
    let of = |n: usize, paise| (format!("100000000{n}"), paise);
    assert_eq!(fixture.rows(returned).await, [of(3, 77_000), of(4, 77_000), of(5, 80_000), of(6, 77_000)]);

    // The open checkout is paid, and the refunds go on.
    fixture.pay_order(&sold[0].provider_order, json!({})).await;
    let (customer, number) =
        (sideout_domain::CustomerId(1_000_000_000_001), "1000000001".parse::<OrderNumber>().unwrap());
    let hint = sideout_app::payments::confirm_payment::confirm_payment;
    let booked = hint(&fixture.app, customer, number, None).await.unwrap();
    assert_eq!(booked.order.status, OrderStatus::Confirmed);
    assert_agrees(&fixture).await;
    let refunds = fixture.count("refunds").await;
    fixture.app.clock.set(jiff::Timestamp::from_millisecond(FRIDAY).unwrap());
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    assert_eq!(
        fixture.count("refunds").await,
        refunds + 1,
        "the approved one is sent, the issued one is not sent again"
    );
    let open = "select status, count(*) from refund group by status order by status";
    assert_eq!(fixture.rows(open).await, [count("failed", 1), count("processed", 4)]);
    assert_agrees(&fixture).await;
    store.close().await;
}

async fn assert_agrees(fixture: &PaymentsFixture) {
    fixture.assert_sound().await;
    let faults = fixture.app.store.read((), |tx, ()| Box::pin(audit(tx))).await.unwrap();
    assert!(faults.is_empty(), "{} faults in the ledger: {}", faults.len(), faults[0]);
}

/// Leaves the migration alone.
async fn do_not_interrupt(_: &OldDatabase) {}

mod an_old_database_has_its_bills_and_its_money_agrees {
    use super::*;

    #[test]
    fn sqlite() {
        let old = OldDatabase::Sqlite(tempfile::tempdir().unwrap());
        on_sqlite(async |store| migrate_and_check(store, old, do_not_interrupt).await);
    }

    #[test]
    fn postgres() {
        let Some(database) = fresh_database() else { return };
        on_postgres(async |store| {
            migrate_and_check(store, OldDatabase::Postgres(database), do_not_interrupt).await
        });
    }
}

/// The statements of V19 up to this part of them run in a transaction that is never committed, and the files are copied as
/// a killed process leaves them.
fn kill_sqlite(folder: &TempDir, parts: (usize, usize)) {
    let connection = OldDatabase::sqlite(folder);
    // Pages go to the file before the commit.
    connection.pragma_update(None, "cache_size", 1).unwrap();
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    connection.pragma_update(None, "wal_autocheckpoint", 0).unwrap();
    let text = fs::read_to_string(format!(
        "{}/../store-sqlite/migrations/V19__bills.sql",
        env!("CARGO_MANIFEST_DIR")
    ))
    .unwrap();
    let run_statements = |connection: &rusqlite::Connection, most: usize| {
        connection.execute_batch("begin").unwrap();
        let mut batch = rusqlite::Batch::new(connection, &text);
        let mut done = 0;
        while done < most
            && let Some(mut statement) = batch.next().unwrap()
        {
            let mut rows = statement.raw_query();
            while rows.next().unwrap().is_some() {}
            done += 1;
        }
        done
    };
    let all = run_statements(&connection, usize::MAX);
    connection.execute_batch("rollback").unwrap();
    assert_eq!(run_statements(&connection, all * parts.0 / parts.1), all * parts.0 / parts.1);
    let path = OldDatabase::path(folder);
    let killed = tempfile::tempdir().unwrap();
    for end in ["", "-wal"] {
        let name = format!("sideout.db{end}");
        fs::copy(path.with_file_name(&name), killed.path().join(&name)).unwrap();
    }
    let written = fs::metadata(killed.path().join("sideout.db-wal")).unwrap().len();
    assert!(written > 0, "the files contain nothing of the migration, so this test proves nothing");
    drop(connection);
    for end in ["-wal", "-shm"] {
        drop(fs::remove_file(path.with_file_name(format!("sideout.db{end}"))));
    }
    for end in ["", "-wal"] {
        let name = format!("sideout.db{end}");
        fs::copy(killed.path().join(&name), path.with_file_name(&name)).unwrap();
    }
}

/// The migration waits for a table that another session has locked; there its connection is ended.
async fn kill_postgres(database: &FreshDatabase, table: &str) {
    let (other, watch) = (OldDatabase::postgres(database).await, OldDatabase::postgres(database).await);
    other.batch_execute(&format!("begin; lock table {table} in access exclusive mode")).await.unwrap();
    let url = database.url();
    let starting =
        tokio::spawn(async move { PostgresStore::connect(&url, PostgresOptions::default()).await });
    let waiting =
        "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
                      and wait_event = 'relation'";
    let pid: i32 = loop {
        if let Some(row) = watch.query_opt(waiting, &[]).await.unwrap() {
            break row.get(0);
        }
        assert!(!starting.is_finished(), "the migration does not touch {table}");
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    };
    assert!(watch.query_one("select pg_terminate_backend($1)", &[&pid]).await.unwrap().get::<_, bool>(0));
    assert!(starting.await.unwrap().is_err(), "it was killed");
    other.batch_execute("rollback").await.unwrap();
}

async fn kill_twice(old: &OldDatabase) {
    match old {
        OldDatabase::Sqlite(folder) => {
            kill_sqlite(folder, (1, 3));
            assert_eq!(old.texts(VERSION).await, [BEFORE.to_string()]);
            kill_sqlite(folder, (9, 10));
        }
        OldDatabase::Postgres(database) => {
            kill_postgres(database, "payment").await;
            assert_eq!(old.texts(VERSION).await, [BEFORE.to_string()]);
            kill_postgres(database, "ledger_posting").await;
        }
    }
    assert_eq!(old.texts(VERSION).await, [BEFORE.to_string()]);
}

mod a_migration_that_is_killed_twice_starts_again_and_is_complete {
    use super::*;

    #[test]
    fn sqlite() {
        let old = OldDatabase::Sqlite(tempfile::tempdir().unwrap());
        on_sqlite(async |store| migrate_and_check(store, old, kill_twice).await);
    }

    #[test]
    fn postgres() {
        let Some(database) = fresh_database() else { return };
        on_postgres(async |store| {
            migrate_and_check(store, OldDatabase::Postgres(database), kill_twice).await
        });
    }
}
