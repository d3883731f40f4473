//! No statement that runs often reads a whole table that grows with the number of players: it would be fast today and slow
//! after five years. The plans are those of empty tables, for which an engine still names the index it would use.

use sideout_store_postgres::{COMBINED_STATEMENTS, OWN_STATEMENTS};
use sideout_store_sqlite::{SqliteOptions, SqliteStore, translate_statement};
use sideout_testkit::postgres::unused_database;

use crate::statements::{assert_none, shared};

/// Tables with as many rows as the business has sports, venues, courts, prices, coupons, staff and devices, or backups were restored.
const SMALL: [&str; 12] = [
    "brand",
    "coupon",
    "court",
    "desk_device",
    "desk_series",
    "price_rule",
    "recovery",
    "sport",
    "staff",
    "staff_pin",
    "staff_venue",
    "venue",
];

/// Indexes that contain only the few rows in a temporary state, so they may be read whole.
const SHORT: [&str; 16] = [
    "closure_offer_to_expire",
    "customer_to_erase",
    "customer_words_to_write",
    "desk_qr_to_close",
    "orders_hold_place",
    "outbox_to_do",
    "payment_unsettled",
    "payout_line_open",
    "provider_order_to_poll",
    "refund_failed",
    "refund_open",
    "refund_to_pay_out",
    "refund_to_do",
    "refund_twice",
    "venue_day_with_names",
    "webhook_event_to_do",
];

/// Statements that may read a whole table, because they run rarely:
/// - `sideout import` and the desk put courts, for which SQLite searches the orders of a court whose key has changed (no key ever
///   changes). They and `sideout doctor` read all upcoming claims.
/// - `sideout doctor` checks the invariants, compares the whole ledger with the tables, counts provider orders whose polls fail, and
///   searches for the last order before a loss.
/// - `sideout refunds list` lists the refunds.
/// - `sideout recover` reads polled orders, payments without a booking, and bookings that may have been cancelled, and ends the
///   recovered payments that were settled.
/// - The erasure of a player searches the codes, limits, attempts to sign in at the desk and stored answers of the last days for the
///   number and the name.
const RARE: [&str; 17] = [
    "code_handle/remove_of_phone",
    "court/put",
    "desk_request/erase_words",
    "invariant/list_broken",
    "invariant/list_broken_payouts",
    "ledger_posting/list_differences",
    "ledger_posting/list_unbalanced",
    "orders/find_newest_before",
    "payment/list_unbooked_since",
    "provider_order/find_failing",
    "provider_order/list_polled",
    "receipt/count_creditable",
    "recovered_payment/end_settled",
    "refund/list",
    "slot_claim/list_ahead",
    "staff_failure/remove_of_phone",
    "throttle/remove_of_phone",
];

/// The complaint about one line of SQLite's plan: `SCAN orders USING INDEX …`.
fn scan_on_sqlite(step: &str) -> Option<&str> {
    let scanned = step.strip_prefix("SCAN ")?;
    let mut words = scanned.split(' ');
    let table = words.next().unwrap_or_default();
    let index = words.next_back().unwrap_or_default();
    // A `select` of parameters alone reads no table.
    let reads_none = step == "SCAN CONSTANT ROW";
    (!reads_none && !SMALL.contains(&table) && !SHORT.contains(&index)).then_some(step)
}

/// The complaint about a plan of PostgreSQL's, whose nodes are `… Scan using index on table` with their conditions
/// below them.
fn scan_on_postgres(plan: &[String]) -> Option<&str> {
    plan.iter().enumerate().find_map(|(at, line)| {
        let node = line.trim_start().trim_start_matches("->").trim_start();
        let (kind, rest) = node.split_once(" Scan ")?;
        let words: Vec<&str> = rest.split(' ').collect();
        let named = |after: &str| {
            words.iter().position(|word| *word == after).and_then(|found| words.get(found + 1)).copied()
        };
        let below = plan[at + 1..].iter().take_while(|line| !line.trim_start().starts_with("->"));
        let narrowed = below.clone().any(|line| line.contains("Index Cond:"));
        let short = named("using").is_some_and(|index| SHORT.contains(&index));
        let whole = match kind {
            "Seq" => true,
            "Index" | "Index Only" => !narrowed && !short,
            // A bitmap's index is a node of its own, and everything else scans what another node found.
            _ => false,
        };
        (whole && named("on").is_none_or(|table| !SMALL.contains(&table))).then_some(line.as_str())
    })
}

/// SQLite stores a list of three or more values after `in` in a temporary table, which it builds each time that the
/// statement runs; in a check of a column, at each write of a row.
#[test]
fn no_change_builds_a_table_of_values_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sideout.db");
    drop(SqliteStore::open(&path, SqliteOptions::default()).unwrap());
    let database = rusqlite::Connection::open(&path).unwrap();
    let builds_a_table = |text: &str| {
        let mut explained = database.prepare(&format!("explain {text}")).unwrap();
        let operations = explained.raw_query().mapped(|row| row.get::<_, String>(1));
        let operations: Vec<String> = operations.collect::<Result<_, _>>().unwrap();
        operations.windows(2).any(|pair| pair[0] == "OpenEphemeral" && pair[1] == "String8")
    };
    let wrong: Vec<String> = shared()
        .into_iter()
        .map(|(name, text)| (name, translate_statement(&text)))
        .filter(|(_, text)| !text.starts_with("select") && builds_a_table(text))
        .map(|(name, _)| name)
        .collect();
    assert!(
        wrong.is_empty(),
        "write them, or the check of their table, with `or` instead of `in`: {wrong:?}"
    );

    let control = "create table control (word text check (word in ('a', 'b', 'c')))";
    database.execute_batch(control).unwrap();
    assert!(builds_a_table("insert into control values (?1)"), "control: three values in a list");
}

#[test]
fn no_frequent_statement_reads_a_table_that_grows_whole_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sideout.db");
    drop(SqliteStore::open(&path, SqliteOptions::default()).unwrap());
    let database = rusqlite::Connection::open(&path).unwrap();
    let mut wrong = Vec::new();
    for (name, text) in shared().into_iter().filter(|(name, _)| !RARE.contains(&name.as_str())) {
        let mut explained =
            database.prepare(&format!("explain query plan {}", translate_statement(&text))).unwrap();
        let mut steps = explained.raw_query();
        while let Some(step) = steps.next().unwrap() {
            let step: String = step.get(3).unwrap();
            wrong.extend(scan_on_sqlite(&step).map(|step| format!("{name}: {step}")));
        }
    }
    assert_none("whole tables are read by", &wrong);
}

#[test]
fn no_frequent_statement_reads_a_table_that_grows_whole_on_postgres() {
    let Some(database) = unused_database() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let wrong = runtime.block_on(async {
        let (client, connection) =
            tokio_postgres::connect(&database.url(), tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        // An empty table is cheaper to read whole than through an index; here only the ability counts.
        let settings =
            "set enable_seqscan = off; set enable_bitmapscan = off; set plan_cache_mode = force_generic_plan";
        client.batch_execute(settings).await.unwrap();
        let mut wrong = Vec::new();
        let combined = COMBINED_STATEMENTS.iter().map(|one| (one.name.to_owned(), one.text.to_owned()));
        let all = shared().into_iter().chain(combined);
        for (name, text) in all.filter(|(name, _)| !RARE.contains(&name.as_str())) {
            let own = OWN_STATEMENTS.iter().find(|(own, _)| *own == name);
            let text = own.map_or(text, |(_, text)| (*text).to_owned());
            let count = client.prepare(&text).await.unwrap().params().len();
            client.batch_execute(&format!("prepare explained as {text}")).await.unwrap();
            let arguments =
                if count == 0 { String::new() } else { format!("({})", vec!["null"; count].join(", ")) };
            let explain = format!("explain (costs off) execute explained{arguments}");
            let plan: Vec<String> = client
                .simple_query(&explain)
                .await
                .unwrap()
                .iter()
                .filter_map(|message| match message {
                    tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
                    _ => None,
                })
                .collect();
            wrong.extend(scan_on_postgres(&plan).map(|line| format!("{name}: {}", line.trim())));
            client.batch_execute("deallocate explained").await.unwrap();
        }
        wrong
    });
    assert_none("whole tables are read by", &wrong);
}

#[test]
fn control_a_plan_without_an_index_is_reported() {
    assert!(scan_on_sqlite("SCAN orders").is_some());
    assert!(scan_on_sqlite("SCAN orders USING INDEX orders_by_customer").is_some());
    assert!(scan_on_sqlite("SCAN orders USING INDEX orders_hold_place").is_none());
    assert!(scan_on_sqlite("SEARCH orders USING INDEX orders_by_customer (customer_id=?)").is_none());
    let plan = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    let whole =
        plan(&["Aggregate", "  ->  Seq Scan on orders", "        Filter: (status = 'no_show'::text)"]);
    assert!(scan_on_postgres(&whole).is_some());
    let index = "Index Scan using orders_pkey on orders";
    assert!(scan_on_postgres(&plan(&[index, "  Filter: (customer_id = $1)"])).is_some());
    assert!(scan_on_postgres(&plan(&[index, "  Index Cond: (order_number = $1)"])).is_none());
}
