//! Fills a database with past bookings, as if the venue had been open for years.
//!
//! Rows are written by bulk statements in the order of time. Order numbers are from the range of their month
//! (`OrderNumber::at_place`), spread evenly in it as random ones are.

use std::path::Path;

use jiff::{SignedDuration, civil::Date, tz::TimeZone};
use rusqlite::Connection;
use sideout_app::platform::clock::{Clock as _, SystemClock};
use sideout_domain::order::OrderNumber;
use tokio_postgres::NoTls;

use crate::{failure::Failure, past_names};

/// The most bookings that one statement writes rows for.
const AT_ONCE: u64 = 500_000;

/// The tables that bookings are written into. Their indexes besides the primary keys, on SQLite also their triggers, are dropped, and
/// created again afterwards.
const TABLES: [&str; 4] = ["orders", "slot_claim", "ledger_posting", "outbox"];

/// Removes the sums of the sample data's days: triggers that remove them do not run while the past is written.
const FORGET_SUMS: &str =
    "delete from sold_sum; delete from missed_sum; delete from cancelled_sum; delete from coupon_sum;
     delete from booking_day";

/// How many bookings each past customer has.
const BOOKINGS_EACH: u64 = 20;

/// The part that each statement of [`INSERTS`] and [`REPORTED`] has in place of `{past}`, with `{…}` for the values that differ. `past`
/// has one row for each booking from `{from}` to before `{until}`. One booking in twenty was cancelled. All times are in milliseconds: an
/// hour has 3600000, and two days, by which a booking is made ahead, 172800000. The primes 7368787 and 7919 spread numbers and customers.
const PAST: &str = "with recursive number_of (i) as (
    select cast({from} as bigint) union all select i + 1 from number_of where i + 1 < {until}
  ), numbered as (
    select p, {now} - (1 + p / {courts}) * 3600000 as starts_at
      from (select {count} - 1 - i as p from number_of) in_time
  ), past as (
    select {first_number} + (starts_at - 172800000) / {range_ms} % {ranges} * {in_range} + p * 7368787 % {in_range} as number,
           p, court.court_id, court.venue_id, starts_at,
           {first_customer} + p * 7919 % {customers} as customer_id, p % 20 = 7 as is_cancelled
      from numbered join (select court_id, venue_id, row_number() over (order by court_id) - 1 as place from court {of_venue}) court
        on court.place = p % {courts}
  ) ";

/// The statements that write the past bookings, with messages about those of the last 90 days only, counted back from the last booking.
/// A booking whose number the sample data has already is left out.
const INSERTS: [&str; 4] = [
    "insert into orders (order_number, customer_id, venue_id, court_id, starts_at, venue_day, start_minute, play_minutes,
                         status, price_paise, discount_paise, payment_method, paid_paise, cancel_cutoff_minutes,
                         bank_charge_paise, held_until, created_at, confirmed_at, cancelled_at, slot_minutes)
     {past} select number, customer_id, venue_id, court_id, starts_at, {day}, (p % 17 + 6) * 60, 55,
                   case when is_cancelled then 'cancelled' else 'confirmed' end, 80000, 0, 'court', 0, 360, 3000, null,
                   starts_at - 172800000, starts_at - 172740000,
                   case when is_cancelled then starts_at - 86400000 end, 60
              from past where true on conflict do nothing",
    "insert into slot_claim (court_id, starts_at, order_number, held_until, ends_at)
     {past} select court_id, starts_at, number, null, starts_at + 3600000 from past where not is_cancelled on conflict do nothing",
    "insert into ledger_posting (entry, account, event, order_number, payment_id, amount_paise, happened_at)
     {past} select line.event || '.' || number, line.account, line.event, number, null, line.amount,
                   starts_at - line.earlier
              from past join (select 'booked' as event, 'bookings' as account, -80000 as amount, 172740000 as earlier
                              union all select 'booked', 'players', 80000, 172740000
                              union all select 'cancelled', 'bookings', 80000, 86400000
                              union all select 'cancelled', 'players', -80000, 86400000) line
                on line.event = 'booked' or is_cancelled
             where true on conflict do nothing",
    "insert into outbox (message_key, notice, channel, customer_id, order_number, amount_paise, tries, next_try_at, outcome,
                         created_at, ended_at)
     {past} select number || kind.suffix, kind.notice, kind.channel, customer_id, number, null, 1, null, 'sent',
                   starts_at - 172740000, starts_at - 172730000
              from past join (select '.confirmed.text' as suffix, 'confirmed' as notice, 'text' as channel
                              union all select '.confirmed.mail', 'confirmed', 'mail'
                              union all select '-1.reminder.text', 'reminder', 'text'
                              union all select '-1.reminder.mail', 'reminder', 'mail') kind on true
             where starts_at > {now} - 7776000000 on conflict do nothing",
];

/// The part that each statement of [`CUSTOMERS`] has in place of `{named}`: a row for each past customer. SQLite reads the tables of a
/// `cross join` in the order that is written.
const NAMED: &str = "with recursive number_of (i) as (
    select cast(0 as bigint) union all select i + 1 from number_of where i + 1 < {customers}
  ), given (place, name) as (values {given_rows}), family (place, name) as (values {family_rows}),
  named as (
    select i, {first_customer} + i as customer_id, given.name as given_name, family.name as family_name
      from number_of cross join given cross join family
     where given.place = {given_place} and family.place = {family_place}
  ) ";

/// The statements that write the past customers, with the words of their names as the job `write_name_words` writes them.
const CUSTOMERS: [&str; 2] = [
    "insert into customer (customer_id, phone, full_name, searched_name, email, birthdate, gender, password_hash, created_at,
                           updated_at)
     {named} select customer_id, '+91' || ({first_phone} + i), given_name || ' ' || family_name,
                    given_name || ' ' || family_name, 'past@example.org', '1990-01-01', 'other', '-', {now}, {now}
               from named",
    "insert into customer_word (word, customer_id)
     {named} select lower(given_name), customer_id from named union all select lower(family_name), customer_id from named",
];

/// As [`INSERTS`], with what reports count by: games that were missed, coupons, bookings made from one to 49 hours
/// before the game, money at the desk and online. It writes no messages.
const REPORTED: [&str; 3] = [
    "insert into orders (order_number, customer_id, venue_id, court_id, starts_at, venue_day, start_minute, play_minutes,
                         status, price_paise, discount_paise, coupon_id, payment_method, paid_paise, cancel_cutoff_minutes,
                         bank_charge_paise, held_until, created_at, confirmed_at, cancelled_at, slot_minutes)
     {past} select number, customer_id, venue_id, court_id, starts_at, {day}, (p / {courts} % 17 + 6) * 60, 55,
                   case when is_cancelled then 'cancelled' when p % 20 = 3 then 'no_show' else 'completed' end, 80000,
                   case when p % 10 = 1 then 8000 else 0 end,
                   case when p % 10 = 1 then (select min(coupon_id) from coupon) end,
                   case when p % 3 = 0 then 'online' else 'court' end,
                   case when is_cancelled then 0 when p % 10 = 1 then 72000 else 80000 end, 360, 3000, null,
                   starts_at - 3660000 - p % 5 * 43200000, starts_at - 3600000 - p % 5 * 43200000,
                   case when is_cancelled then starts_at - 600000 - p / 20 % 4 * 900000 end, 60
              from past where true on conflict do nothing",
    INSERTS[1],
    "insert into ledger_posting (entry, account, event, order_number, payment_id, amount_paise, happened_at)
     {past} select line.event || '.' || number, line.account, line.event, number, null, line.amount, starts_at - line.earlier
              from past join (select 'booked' as event, 'bookings' as account, -80000 as amount, 3600000 as earlier
                              union all select 'booked', 'players', 80000, 3600000
                              union all select 'cancelled', 'bookings', 80000, 600000
                              union all select 'cancelled', 'players', -80000, 600000
                              union all select 'paid', 'provider', 80000, 3600000
                              union all select 'paid', 'players', -80000, 3600000
                              union all select 'paid_at_desk', 'desk_cash', 80000, 300000
                              union all select 'paid_at_desk', 'players', -80000, 300000) line
                on line.event = 'booked' or line.event = 'cancelled' and is_cancelled
                   or line.event = 'paid' and not is_cancelled and p % 3 = 0
                   or line.event = 'paid_at_desk' and not is_cancelled and p % 3 <> 0
             where true on conflict do nothing",
];

/// What is written of the past.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Past {
    /// How many bookings.
    pub(crate) bookings: u64,
    /// All of them at this venue, with what reports count by; `None`: at all venues.
    pub(crate) reported_at: Option<i64>,
}

impl Past {
    /// The SQL condition for the courts of the bookings; empty for the courts of all venues.
    fn of_venue(self) -> String {
        self.reported_at.map_or_else(String::new, |venue| format!("where venue_id = {venue}"))
    }

    /// How many customers the bookings are of.
    fn customers(self) -> u64 {
        (self.bookings / BOOKINGS_EACH).max(1)
    }

    /// The name of the last customer.
    pub(crate) fn last_name(self) -> String {
        past_names::name_of(self.customers() - 1)
    }

    /// The last four digits of the phone number of the last customer. Of 10,000 customers, one has them.
    pub(crate) fn last_phone_end(self) -> String {
        format!("{:04}", (FIRST_PHONE + self.customers() - 1) % 10_000)
    }
}

/// The days between the last past booking and today. The sample data of the server has bookings on these days.
const DAYS_AGO: i64 = 14;
const HOUR_MS: i64 = 3_600_000;
const FIRST_CUSTOMER: i64 = 500_000_000_000;
const FIRST_PHONE: u64 = 6_000_000_000;

/// The day on which the last past booking is, or the one after it.
pub(crate) fn last_day() -> Date {
    let now = SystemClock.now() - SignedDuration::from_hours(DAYS_AGO * 24);
    now.to_zoned(TimeZone::UTC).date()
}

/// The statements that write the past bookings of `courts` courts, in order.
fn statements(past: Past, courts: u64, day: &str) -> Vec<String> {
    let count = past.bookings;
    let now = SystemClock.now().as_millisecond() / HOUR_MS * HOUR_MS - DAYS_AGO * 24 * HOUR_MS;
    let fill = |text: &str, from: u64| {
        text.replace("{past}", PAST)
            .replace("{named}", NAMED)
            .replace("{given_rows}", &past_names::given_rows())
            .replace("{family_rows}", &past_names::family_rows())
            .replace("{given_place}", past_names::GIVEN_PLACE)
            .replace("{family_place}", past_names::FAMILY_PLACE)
            .replace("{of_venue}", &past.of_venue())
            .replace("{from}", &from.to_string())
            .replace("{until}", &(from + AT_ONCE).min(count).to_string())
            .replace("{first_number}", "1000000000")
            .replace("{range_ms}", &(OrderNumber::RANGE_DAYS * 24 * HOUR_MS).to_string())
            .replace("{ranges}", &OrderNumber::RANGES.to_string())
            .replace("{in_range}", &OrderNumber::NUMBERS_IN_RANGE.to_string())
            .replace("{count}", &count.to_string())
            .replace("{courts}", &courts.to_string())
            .replace("{customers}", &past.customers().to_string())
            .replace("{first_customer}", &FIRST_CUSTOMER.to_string())
            .replace("{first_phone}", &FIRST_PHONE.to_string())
            .replace("{now}", &now.to_string())
            .replace("{day}", day)
    };
    let from = (0..count).step_by(usize::try_from(AT_ONCE).unwrap_or(usize::MAX));
    let inserts = if past.reported_at.is_some() { &REPORTED[..] } else { &INSERTS[..] };
    let inserts = inserts.iter().flat_map(|insert| from.clone().map(|from| fill(insert, from)));
    CUSTOMERS.iter().map(|insert| fill(insert, 0)).chain(inserts).collect()
}

/// Fills the SQLite file at `path`, which no server has open.
pub(crate) fn fill_sqlite(path: &Path, past: Past) -> Result<(), Failure> {
    let wrong =
        |error: rusqlite::Error| Failure::Unexpected(format!("the past could not be written: {error}"));
    let database = Connection::open(path).map_err(wrong)?;
    let fill = || {
        database.execute_batch(
            "pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -1000000;
             pragma foreign_keys = off; pragma temp_store = file; begin",
        )?;
        let list = TABLES.map(|table| format!("'{table}'")).join(", ");
        let mut dropped = database.prepare(&format!(
            "select type, name, sql from sqlite_master
              where tbl_name in ({list}) and type in ('index', 'trigger') and sql is not null"
        ))?;
        let dropped: Vec<(String, String, String)> = dropped
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
            .collect::<rusqlite::Result<_>>()?;
        for (kind, name, _) in &dropped {
            database.execute_batch(&format!("drop {kind} {name}"))?;
        }
        let count = format!("select count(*) from court {}", past.of_venue());
        let courts: i64 = database.query_row(&count, [], |row| row.get(0))?;
        for statement in statements(past, courts.unsigned_abs(), "date(starts_at / 1000, 'unixepoch')") {
            database.execute_batch(&statement)?;
        }
        for (_, _, text) in &dropped {
            database.execute_batch(text)?;
        }
        database.execute_batch(FORGET_SUMS)?;
        database.execute_batch("commit; pragma wal_checkpoint(truncate)")
    };
    fill().map_err(wrong)
}

/// Fills the PostgreSQL database at `url`, as the superuser.
pub(crate) async fn fill_postgres(url: &str, past: Past) -> Result<(), Failure> {
    let wrong = |error: tokio_postgres::Error| {
        Failure::Unexpected(format!("the past could not be written: {error:?}"))
    };
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.map_err(wrong)?;
    let connection = tokio::spawn(connection);
    let fill = async {
        // Without triggers and foreign keys, because the rows are consistent.
        client
            .batch_execute(
                "set session_replication_role = replica; set maintenance_work_mem = '512MB';
                 set synchronous_commit = off; set max_parallel_maintenance_workers = 0",
            )
            .await?;
        let list = TABLES.map(|table| format!("'{table}'")).join(", ");
        let found = client
            .query(
                &format!(
                    "select indexname, indexdef from pg_indexes
                      where tablename in ({list}) and indexname not like '%_pkey'"
                ),
                &[],
            )
            .await?;
        let indexes: Vec<(String, String)> = found.iter().map(|row| (row.get(0), row.get(1))).collect();
        for (name, _) in &indexes {
            client.batch_execute(&format!("drop index {name}")).await?;
        }
        let count = format!("select count(*) from court {}", past.of_venue());
        let courts: i64 = client.query_one(&count, &[]).await?.get(0);
        let day = "to_char(to_timestamp(starts_at / 1000) at time zone 'utc', 'YYYY-MM-DD')";
        for statement in statements(past, courts.unsigned_abs(), day) {
            client.batch_execute(&statement).await?;
        }
        for (_, definition) in &indexes {
            client.batch_execute(definition).await?;
        }
        client.batch_execute(FORGET_SUMS).await?;
        client.batch_execute("vacuum analyze").await?;
        client.batch_execute("checkpoint").await
    };
    let filled = fill.await.map_err(wrong);
    drop(client);
    connection.abort();
    filled
}
