//! Each rule of `invariant/list_broken` is reported when it is broken on purpose.

use serde_json::json;
use sideout_app::booking::cancel::cancel;
use sideout_store::{Invariants, Statement, Store, StoreError, params};
use sideout_testkit::on_both_engines;

use crate::{billing::line, fixture::PaymentsFixture};

/// How each rule is broken on purpose: statements, and the rule.
const BREAKS: &[(&[&str], &str)] = &[
    (
        &["update orders set court_id = 1, starts_at = (select max(starts_at) from orders where court_id = 1)
            where status = 'confirmed'"],
        "court time sold twice",
    ),
    (&["update bill set amount_paise = amount_paise + 1 where bill_id = 1"], "bills whose lines do not sum to them"),
    (&["update orders set paid_paise = paid_paise - 1 where paid_paise > 0 and returned_paise = 0"],
     "orders that were not paid what their settled bills say"),
    (&["update orders set returned_paise = returned_paise - 1 where returned_paise > 0"],
     "orders that do not return what their refunds say"),
    (&["update orders set price_paise = price_paise - 1 where status = 'confirmed' and paid_paise > 0"],
     "bookings paid more than they cost"),
    (&["update orders set status = 'confirmed' where status = 'cancel_requested'"],
     "refunds of a cancellation whose booking was not cancelled"),
    (&["update payment set refunded_paise = refunded_paise - 1 where refunded_paise > 0"],
     "payments that do not reserve what their refunds say"),
    (&["update desk_payment set refunded_paise = 1"], "desk payments that do not reserve what their refunds say"),
    (&["update payment set outcome = null, settled_at = null where outcome = 'confirmed'"],
     "captured payments that were not decided"),
    (&["update bill set state = 'void', settled_at = null where method = 'provider'"],
     "payments that settled no bill of their amount"),
    (&["update payment set outcome = 'returned' where outcome = 'confirmed'"], "bills settled online without one payment"),
    (&["update payment set outcome = 'refund', refunded_paise = 0 where outcome = 'confirmed' and refunded_paise = 0"],
     "payments for no booking that do not go back"),
    (&["update desk_payment set voided_at = 1, void_reason = 'x'"], "desk payments that do not settle their bill"),
    (&["insert into desk_qr (bill_id, venue_id, staff_id, closes_at, state) values (1, 1, 1, 1, 'open')"],
     "QR codes whose state differs from that of their bill"),
    (&["insert into desk_qr (bill_id, venue_id, staff_id, closes_at, state, ended_at) values (1, 1, 1, 1, 'closed', 1)"],
     "QR codes whose state differs from that of their bill"),
    (&["delete from slot_claim where held_until is null"], "bookings without their court"),
    (&["update orders set status = 'cancelled' where status = 'confirmed'"], "claims of orders that keep no court"),
    (&["update orders set status = 'released', held_until = null where status = 'held'"],
     "claims of orders that keep no court"),
    (&["update slot_claim set order_number = null, block_id = 9 where held_until is null"],
     "claims of blocks that do not exist"),
    (&["update receipt_series set last = last + 1"], "series of documents with gaps"),
    (&["insert into bill (kind, amount_paise, discount_paise, state, method, created_at, settled_at)
        values ('booking', 0, 0, 'settled', 'provider', 9000000000000, 9000000000000)"],
     "bills settled online without a receipt"),
    (&["insert into refund (bill_id, payment_id, method, about, order_number, amount_paise, reason, status, attempt, tries,
            approved_at)
        select bill_id, payment_id, 'provider', 'x', (select min(order_number) from orders), 1, 'cancelled', 'approved', 1, 0, 0
          from payment where outcome = 'confirmed' and refunded_paise = 0"],
     "refunds of receipts without a credit note"),
    (&["insert into receipt (series, year, serial, kind, order_number, issued_at, issued_on, total_paise, facts, bill_id, edition)
        select 'X', year, serial, kind, order_number, issued_at, issued_on, total_paise, facts, bill_id, 2
          from receipt where kind = 'receipt'"],
     "receipts replaced without a credit note over all of them"),
    (&["update desk_payment set shift_id = 1"], "desk payments without a receipt"),
    (&["update desk_payment set shift_id = 1, voided_at = 1, void_reason = 'x'"],
     "voided desk payments without a credit note"),
    (&["insert into desk_shift (shift_id, venue_id, opened_at, opening_paise, counted_at, counted_by, counted, counted_paise,
            expected_paise)
        values (1, (select min(venue_id) from venue), 1, 200000, 2, 1, '{}', 200000, 200001)"],
     "shifts whose drawer does not add up"),
    (&["insert into desk_shift (shift_id, venue_id, opened_at, opening_paise, counted_at, counted_by, counted, counted_paise,
            expected_paise)
        values (1, (select min(venue_id) from venue), 1, 200000, 2, 1, '{}', 200000, 200000)",
       "insert into desk_shift (shift_id, venue_id, opened_at, opening_paise, after_shift)
        values (2, (select min(venue_id) from venue), 2, 200001, 1)"],
     "shifts that do not begin with the count before them"),
    (&["insert into desk_shift (shift_id, venue_id, opened_at, opening_paise, counted_at, counted_by, counted, counted_paise,
            expected_paise)
        values (1, (select min(venue_id) from venue), 1, 200000, 2, 1, '{}', 200000, 200000)",
       "insert into offline_payment (staff_id, fact_id, venue_id, order_number, tender, outcome, amount_paise, taken_at, decided_at,
            counted_shift)
        values (1, 'x', (select min(venue_id) from venue), (select min(order_number) from orders), 'cash', 'in_count', 100, 3, 4, 1)"],
     "cash that was in a count before it was taken or at another venue"),
    (&["update refund set status = 'processed', method = 'cash', voucher = '{}', paid_out_by = 1 where payment_id is not null"],
     "refunds settled in cash without a drawer"),
    (&["update refund set status = 'processed', method = 'upi' where payment_id is not null"],
     "refunds settled another way without a voucher or a member of staff"),
    (&["insert into ledger_posting (entry, account, event, order_number, amount_paise, happened_at)
        values ('x', 'players', 'paid', (select min(order_number) from orders), 1, 0)"],
     "ledger entries that do not sum to zero"),
];

/// Claims that overlap. The database itself refuses them, so its triggers are removed first.
const OVERLAP: &str = "insert into slot_claim (court_id, starts_at, ends_at, block_id)
    select court_id, starts_at + 1, ends_at, 9 from slot_claim where court_id = 1";
const OVERLAP_ON_POSTGRES: &[&str] = &["alter table slot_claim disable trigger user", OVERLAP];
const OVERLAP_ON_SQLITE: &[&str] = &["drop trigger slot_claim_overlaps", OVERLAP];

/// A booking paid online, one at the desk, one cancelled that waits for its refund, and a hold.
async fn history(fixture: &PaymentsFixture) {
    for player in [0, 1] {
        let order = fixture.hold(player, i64::try_from(player).unwrap() + 1).await;
        fixture.pay(&fixture.checkout(&order).await, json!({})).await;
        fixture.hint(&order).await;
        if player == 1 {
            cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
        }
    }
    let order = fixture.book_at_court(2, 3).await;
    fixture.record_cash(order.customer, vec![line(&order, 800)]).await.unwrap();
    fixture.hold(3, 4).await;
}

/// The rules that are broken after these statements, which are rolled back.
async fn broken_by(store: &Store, texts: &[&'static str]) -> Vec<String> {
    let (sender, receiver) = std::sync::mpsc::channel();
    let rolled_back: Result<(), StoreError> = store
        .write((texts.to_vec(), sender), |tx, (texts, sender)| {
            Box::pin(async move {
                for text in texts.iter() {
                    tx.run(Statement { name: text, text }, params![]).await?;
                }
                let broken = Invariants(tx).list_broken().await?;
                sender.send(broken.into_iter().map(|broken| broken.rule).collect()).unwrap();
                Err(StoreError::Corrupt("rolled back".to_owned()))
            })
        })
        .await;
    receiver.try_recv().unwrap_or_else(|_| panic!("{texts:?}: {rolled_back:?}"))
}

on_both_engines!(each_rule_that_is_broken_on_purpose_is_reported, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 4).await;
    history(&fixture).await;
    fixture.assert_sound().await;
    for (texts, rule) in BREAKS {
        let found = broken_by(&store, texts).await;
        assert!(found.iter().any(|found| found == rule), "{rule}: {found:?}");
        fixture.assert_sound().await;
    }
    let overlap = if store.engine() == "postgres" { OVERLAP_ON_POSTGRES } else { OVERLAP_ON_SQLITE };
    let found = broken_by(&store, overlap).await;
    assert!(found.iter().any(|found| found == "claims of a court that overlap"), "{found:?}");
});

#[test]
fn the_tests_break_every_rule_on_purpose() {
    let text = sideout_testkit::statement("invariant/list_broken").text;
    // Each rule is the first text of its part: `select 'rule' …`.
    let rules: std::collections::BTreeSet<&str> =
        text.split("select '").skip(1).filter_map(|part| part.split('\'').next()).collect();
    let mut tried: std::collections::BTreeSet<&str> = BREAKS.iter().map(|(_, rule)| *rule).collect();
    tried.insert("claims of a court that overlap");
    assert_eq!(rules, tried);
}
