//! The migrations V41, V42, V43, V45, V47, V49, V55 and V56 on a database with rows of an earlier version.

use sideout_app::{
    desk::{day::check_days::check_days, reports::sum_booking_days::sum_booking_days},
    jobs::{forget_debtors::forget_debtors, write_name_words::write_name_words},
};
use sideout_store::{Statement, Store, StoreError, Value, params};
use sideout_testkit::TestApp;

use crate::old_databases::{on_postgres, on_sqlite};

/// Two venues with a court each, the second court retired and blocked; two players, an owner, a message, and the brand.
const ROWS: &str = "
    insert into sport (sport_id, name) values (1, 'Pickleball');
    insert into venue (venue_id, name, location, long_location, image, facilities, gallery, time_zone, slot_minutes,
                       play_minutes, position, active)
    values (1, 'North', '', '', '', '[]', '[]', 'Asia/Kolkata', 60, 55, 1, 1),
           (2, 'South', '', '', '', '[]', '[]', 'Asia/Kolkata', 60, 55, 2, 1);
    insert into court (court_id, venue_id, sport_id, number, name, court_type, active)
    values (1, 1, 1, 1, 'Court 1', 'OUTDOOR', 1), (2, 2, 1, 1, 'Court 1', 'OUTDOOR', 0);
    insert into court_block (block_id, venue_id, reason, created_at) values (9, 2, 'Rain', 1);
    insert into slot_claim (court_id, starts_at, block_id, ends_at) values (2, 3600000, 9, 7200000);
    insert into customer (customer_id, phone, full_name, email, birthdate, gender, password_hash, created_at, updated_at)
    values (100000000001, '+919825041736', 'Rohan Mehta', 'rohan@example.in', '1990-01-01', 'male', 'x', 1, 1),
           (100000000002, '+919825041737', 'Asha Patel', 'asha@example.in', '1990-01-01', 'female', 'x', 1, 1);
    insert into staff (staff_id, full_name, phone, role, denied, active, language, created_at, version)
    values (3, 'Nisha Trivedi', '+919825041738', 'owner', '', 1, 'en', 1, 1);
    insert into outbox (message_key, notice, channel, customer_id, tries, created_at, next_try_at)
    values ('account-100000000001-1.password_changed.text', 'password_changed', 'text', 100000000001, 0, 1, 1);
    insert into brand (brand_id, document, updated_at) values (1, '{\"name\":\"Old Mill\"}', 1);";

/// [`ROWS`], and more.
fn rows_and(more: &str) -> String {
    [ROWS, more].concat()
}

/// The first column of the first row; -1 if it is not a number.
async fn number(store: &Store, text: &'static str) -> i64 {
    let statement = Statement { name: text, text };
    let read = store.read(statement, |tx, statement| Box::pin(async move { tx.one(*statement, &[]).await }));
    let row: Result<_, StoreError> = read.await;
    match row.unwrap().values().first() {
        Some(Value::Integer(number)) => *number,
        _ => -1,
    }
}

/// Runs a statement; returns how many rows it changed.
async fn run(store: &Store, text: &'static str) -> Result<u64, StoreError> {
    let statement = Statement { name: text, text };
    store.write(statement, |tx, statement| Box::pin(async move { tx.run(*statement, params![]).await })).await
}

const EVENTS: &str = "insert into webhook_event (event_id, body, tries, next_try_at, received_at)
    values ('done', x'526f68616e', 1, null, 1), ('due', x'526f68616e', 1, 5, 1);";

async fn assert_no_merge_and_emptied_events(store: Store) {
    let plain =
        "select cast(count(*) as bigint) from customer where merged_into is null and erased_at is null";
    assert_eq!(number(&store, plain).await, 2, "no customer is merged or erased");
    let kept =
        "select cast(count(*) as bigint) from webhook_event where event_id = 'due' and length(body) = 5";
    assert_eq!(number(&store, kept).await, 1, "an event that is not processed keeps its body");
    let emptied =
        "select cast(count(*) as bigint) from webhook_event where event_id = 'done' and length(body) = 0";
    assert_eq!(number(&store, emptied).await, 1, "a processed event may name the payer");
}

#[tokio::test]
async fn v41_merges_no_customers_and_empties_processed_events_on_sqlite() {
    on_sqlite(40, &rows_and(EVENTS), assert_no_merge_and_emptied_events).await;
}

#[tokio::test]
async fn v41_merges_no_customers_and_empties_processed_events_on_postgres() {
    on_postgres(40, &rows_and(EVENTS), assert_no_merge_and_emptied_events).await;
}

async fn assert_venues(store: Store) {
    let versions = "select cast(count(*) as bigint) from venue where version = 1";
    assert_eq!(number(&store, versions).await, 2);
    let claims = "select cast(count(*) as bigint) from slot_claim where court_id = 2";
    assert_eq!(number(&store, claims).await, 1, "a claim of the retired court stays");
    let retired =
        "insert into slot_claim (court_id, starts_at, block_id, ends_at) values (2, 10800000, 9, 14400000)";
    assert_eq!(run(&store, retired).await.unwrap(), 0, "a new one is not written");
    let open =
        "insert into slot_claim (court_id, starts_at, block_id, ends_at) values (1, 10800000, 9, 14400000)";
    assert_eq!(run(&store, open).await.unwrap(), 1);
}

#[tokio::test]
async fn v42_keeps_claims_of_retired_courts_and_takes_no_new_ones_on_sqlite() {
    on_sqlite(41, ROWS, assert_venues).await;
}

#[tokio::test]
async fn v42_keeps_claims_of_retired_courts_and_takes_no_new_ones_on_postgres() {
    on_postgres(41, ROWS, assert_venues).await;
}

async fn assert_brand(store: Store) {
    let kept = "select version from brand where document = '{\"name\":\"Old Mill\"}' and managed_by = 'file'";
    assert_eq!(number(&store, kept).await, 1, "the brand stays, as its first version");
}

#[tokio::test]
async fn v43_makes_the_brand_its_first_version_on_sqlite() {
    on_sqlite(42, ROWS, assert_brand).await;
}

#[tokio::test]
async fn v43_makes_the_brand_its_first_version_on_postgres() {
    on_postgres(42, ROWS, assert_brand).await;
}

/// The second player was erased by the program before, which blocked the account for good.
const ERASED: &str = "
    update customer set phone = null, origin = 'desk', erased_at = 777 where customer_id = 100000000002;
    insert into player_block (customer_id, reason, last_day, until, staff_id, at)
    values (100000000002, '', '9999-01-01', 253370764800000, 3, 777);";

async fn assert_erased_stay_locked(store: Store) {
    let locked = "select cast(count(*) as bigint) from customer
                   where customer_id = 100000000002 and erase_at = 777 and erase_asked_at = 777 and erase_asked_by = 3";
    assert_eq!(number(&store, locked).await, 1, "who was erased stays locked");
    let open =
        "select cast(count(*) as bigint) from customer where customer_id = 100000000001 and erase_at is null";
    assert_eq!(number(&store, open).await, 1, "no other customer is");
    let waiting =
        "select cast(count(*) as bigint) from customer where erase_at is not null and erased_at is null";
    assert_eq!(number(&store, waiting).await, 0);
    let kept = "select cast(count(*) as bigint) from outbox where notice = 'password_changed'";
    assert_eq!(number(&store, kept).await, 1);
    let new = "insert into outbox (message_key, notice, channel, customer_id, tries, created_at, next_try_at)
               values ('erasure-100000000001-1.erasure_asked.text', 'erasure_asked', 'text', 100000000001, 0, 1, 1)";
    assert_eq!(run(&store, new).await.unwrap(), 1);
    let wrong =
        "insert into outbox (message_key, notice, channel, customer_id, tries, created_at, next_try_at)
                 values ('x', 'x', 'text', 100000000001, 0, 1, 1)";
    assert!(run(&store, wrong).await.is_err(), "no other notice");
    let required = "select max(version) from required_version";
    assert!(number(&store, required).await >= 45, "programs from before do not start");
}

#[tokio::test]
async fn v45_locks_erased_players_and_accepts_the_new_notices_on_sqlite() {
    on_sqlite(43, &rows_and(ERASED), assert_erased_stay_locked).await;
}

#[tokio::test]
async fn v45_locks_erased_players_and_accepts_the_new_notices_on_postgres() {
    on_postgres(43, &rows_and(ERASED), assert_erased_stay_locked).await;
}

/// The report of a day that a program from before V45 closed, and that of one from after it.
const REPORTS: &str = "insert into venue_day (venue_id, day, closed_at, closed_by, money_from, money_until, facts, entries, digest) values
    (1, '2026-11-20', 1000, null, 0, 1000, '{\"venue\":\"North\",\"closed_by\":null,\"sold_minutes\":120,\"open_minutes\":960,\"games\":2,\"no_shows\":0,\"unmarked\":2,\"closures\":[],\"money\":{\"cash\":{\"taken\":0,\"returned\":0},\"upi\":{\"taken\":0,\"returned\":0},\"card\":{\"taken\":0,\"returned\":0},\"bank\":{\"taken\":0,\"returned\":0},\"online\":{\"taken\":0,\"returned\":0}},\"recorded\":{\"cash\":{\"taken\":0,\"returned\":0},\"upi\":{\"taken\":0,\"returned\":0},\"card\":{\"taken\":0,\"returned\":0},\"bank\":{\"taken\":0,\"returned\":0},\"online\":{\"taken\":0,\"returned\":0}},\"differences\":[],\"counts\":0,\"is_shift_open\":false,\"to_match\":0,\"unpaid\":[{\"name\":\"Ketaki R\",\"phone\":\"98••• ••736\",\"due\":80000},{\"name\":\"Guest\",\"phone\":null,\"due\":5000}]}', '', 'MAGZP7RGSTYST9E8A58MT54XV1G9R2YN1WJKS4N8FR7VMPACBZ70'),
    (1, '2026-11-21', 2000, null, 1000, 2000, '{\"venue\":\"North\",\"closed_by\":null,\"sold_minutes\":120,\"open_minutes\":960,\"games\":2,\"no_shows\":0,\"unmarked\":2,\"closures\":[],\"money\":{\"cash\":{\"taken\":0,\"returned\":0},\"upi\":{\"taken\":0,\"returned\":0},\"card\":{\"taken\":0,\"returned\":0},\"bank\":{\"taken\":0,\"returned\":0},\"online\":{\"taken\":0,\"returned\":0}},\"recorded\":{\"cash\":{\"taken\":0,\"returned\":0},\"upi\":{\"taken\":0,\"returned\":0},\"card\":{\"taken\":0,\"returned\":0},\"bank\":{\"taken\":0,\"returned\":0},\"online\":{\"taken\":0,\"returned\":0}},\"differences\":[],\"counts\":0,\"is_shift_open\":false,\"to_match\":0,\"unpaid\":[{\"order\":4820193756,\"due\":80000}]}', '', 'Z5E2NX4T2VFXHC46AS4NTQZCJZJ56K4HVXPE6DDV8W7QYCFSHY90');";

async fn assert_no_names(store: Store) {
    let app = TestApp::with_settings(store.clone(), |_| {});
    assert_eq!(check_days(&store).await.unwrap(), (None, 2));
    let change = "update venue_day set facts = 'changed' where has_names = 1";
    assert!(run(&store, change).await.is_err(), "the report is only replaced by the one without names");
    assert_eq!(forget_debtors(&app).await.unwrap(), 1);
    assert_eq!(forget_debtors(&app).await.unwrap(), 0, "once");
    let named =
        "select cast(count(*) as bigint) from venue_day where facts like '%Ketaki%' or facts like '%98••%'";
    assert_eq!(number(&store, named).await, 0);
    let as_today = "select cast(count(*) as bigint) from venue_day where facts like \
                    '%\"to_match\":0,\"unpaid\":[{\"order\":null,\"due\":80000},{\"order\":null,\"due\":5000}]}'";
    assert_eq!(number(&store, as_today).await, 1, "amounts stay");
    let digests = "select cast(count(*) as bigint) from venue_day where \
                   digest = 'MAGZP7RGSTYST9E8A58MT54XV1G9R2YN1WJKS4N8FR7VMPACBZ70' and digest_now <> digest or digest = 'Z5E2NX4T2VFXHC46AS4NTQZCJZJ56K4HVXPE6DDV8W7QYCFSHY90' and digest_now is null";
    assert_eq!(number(&store, digests).await, 2, "the digest of the closing stays");
    assert_eq!(check_days(&store).await.unwrap(), (None, 2));
    let audited = "select cast(count(*) as bigint) from audit_entry where verb = 'day.names_removed' and subject_id = '2026-11-20'";
    assert_eq!(number(&store, audited).await, 1);
    for refused in [
        "update venue_day set facts = 'changed', digest_now = 'changed', has_names = 0",
        "update venue_day set has_names = 1",
        "update venue_day set digest = 'changed'",
        "delete from venue_day",
    ] {
        assert!(run(&store, refused).await.is_err(), "{refused}");
    }
}

#[tokio::test]
async fn v47_earlier_reports_lose_the_names_of_debtors_and_keep_their_digest_on_sqlite() {
    on_sqlite(46, &rows_and(REPORTS), assert_no_names).await;
}

#[tokio::test]
async fn v47_earlier_reports_lose_the_names_of_debtors_and_keep_their_digest_on_postgres() {
    on_postgres(46, &rows_and(REPORTS), assert_no_names).await;
}

async fn assert_fault_stays(store: Store) {
    let app = TestApp::with_settings(store.clone(), |_| {});
    assert!(check_days(&store).await.unwrap().0.is_some());
    assert_eq!(forget_debtors(&app).await.unwrap(), 1);
    assert!(check_days(&store).await.unwrap().0.is_some());
}

#[tokio::test]
async fn v47_a_report_that_was_changed_before_is_found_afterwards_on_sqlite() {
    on_sqlite(46, &rows_and(&REPORTS.replace("\"due\":5000", "\"due\":4000")), assert_fault_stays).await;
}

#[tokio::test]
async fn v47_a_report_that_was_changed_before_is_found_afterwards_on_postgres() {
    on_postgres(46, &rows_and(&REPORTS.replace("\"due\":5000", "\"due\":4000")), assert_fault_stays).await;
}

/// A game of 2025-11-20 and one of 2026-11-18; the tests' today is 2026-11-21.
const GAMES: &str = "insert into orders (order_number, customer_id, venue_id, court_id, starts_at, venue_day, start_minute, play_minutes, status,
                    price_paise, discount_paise, payment_method, paid_paise, cancel_cutoff_minutes, bank_charge_paise, created_at,
                    confirmed_at, slot_minutes) values
    (1000000001, 100000000001, 1, 1, 1763602200000, '2025-11-20', 420, 55, 'completed', 80000, 0, 'court', 0, 0, 0, 1, 1, 60),
    (1000000002, 100000000001, 1, 1, 1794965400000, '2026-11-18', 420, 55, 'completed', 80000, 0, 'court', 0, 0, 0, 2, 2, 60);";

async fn assert_earlier_days_are_counted(store: Store) {
    let app = TestApp::with_settings(store.clone(), |_| {});
    let days = "select cast(count(*) as bigint) from booking_day where venue_id = 1";
    assert_eq!(number(&store, days).await, 0, "the migration counts none");
    let counted = i64::from(sum_booking_days(&app).await.unwrap());
    assert_eq!(counted, 365, "each day from 2025-11-20 to 2026-11-19");
    assert_eq!(number(&store, days).await, counted);
    let sold =
        "select cast(sum(bookings) as bigint) from sold_sum where day = '2025-11-20' or day = '2026-11-18'";
    assert_eq!(number(&store, sold).await, 2);
    let correction = "update orders set status = 'no_show' where order_number = 1000000001";
    assert_eq!(run(&store, correction).await.unwrap(), 1);
    assert_eq!(sum_booking_days(&app).await.unwrap(), 1, "the day that was corrected");
    let missed = "select cast(sum(missed) as bigint) from missed_sum where day = '2025-11-20'";
    assert_eq!(number(&store, missed).await, 1);
}

#[tokio::test]
async fn v49_earlier_days_are_counted_back_to_the_first_booking_on_sqlite() {
    on_sqlite(48, &rows_and(GAMES), assert_earlier_days_are_counted).await;
}

#[tokio::test]
async fn v49_earlier_days_are_counted_back_to_the_first_booking_on_postgres() {
    on_postgres(48, &rows_and(GAMES), assert_earlier_days_are_counted).await;
}

/// A name with an invisible joiner, whose words the program before V55 wrote, and another name.
const JOINED: &str = "
    update customer set searched_name = full_name;
    update customer set full_name = 'गर\u{94d}\u{200d}यो', searched_name = 'गर\u{94d}\u{200d}यो' where customer_id = 100000000001;
    insert into customer_word (word, customer_id) values ('गर\u{94d}', 100000000001), ('यो', 100000000001);";

async fn assert_joined_names_get_new_words(store: Store) {
    let app = TestApp::with_settings(store.clone(), |_| {});
    assert_eq!(write_name_words(&app).await.unwrap(), 1, "the name with a joiner and no other");
    let words = "select cast(count(*) as bigint) from customer_word where word = 'गर\u{94d}यो'";
    assert_eq!(number(&store, words).await, 1);
    assert_eq!(number(&store, "select cast(count(*) as bigint) from customer_word").await, 1);
}

#[tokio::test]
async fn v55_names_with_a_joiner_get_new_words_on_sqlite() {
    on_sqlite(54, &rows_and(JOINED), assert_joined_names_get_new_words).await;
}

#[tokio::test]
async fn v55_names_with_a_joiner_get_new_words_on_postgres() {
    on_postgres(54, &rows_and(JOINED), assert_joined_names_get_new_words).await;
}

/// Two holds that expired before V56.
const EXPIRED: &str = "insert into orders (order_number, customer_id, venue_id, court_id, starts_at, venue_day, start_minute, play_minutes,
                    status, price_paise, discount_paise, paid_paise, cancel_cutoff_minutes, bank_charge_paise, created_at, slot_minutes)
    values
    (1000000001, 100000000001, 1, 1, 1794965400000, '2026-11-18', 420, 55, 'expired', 80000, 0, 0, 0, 0, 1, 60),
    (1000000002, 100000000001, 1, 1, 1794965400000, '2026-11-18', 420, 55, 'expired', 80000, 0, 0, 0, 0, 2, 60);";

async fn assert_expired_holds_are_not_marked(store: Store) {
    let expired =
        "select cast(count(*) as bigint) from orders where status = 'expired' and hold_closed_at is null";
    assert_eq!(number(&store, expired).await, 2, "of none it is known that the venue ended it");
}

#[tokio::test]
async fn v56_holds_that_expired_before_are_not_marked_as_ended_by_the_venue_on_sqlite() {
    on_sqlite(55, &rows_and(EXPIRED), assert_expired_holds_are_not_marked).await;
}

#[tokio::test]
async fn v56_holds_that_expired_before_are_not_marked_as_ended_by_the_venue_on_postgres() {
    on_postgres(55, &rows_and(EXPIRED), assert_expired_holds_are_not_marked).await;
}
