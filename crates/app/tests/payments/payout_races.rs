//! Races of payouts: nightly reads on several nodes, and imports of the same lines.

use sideout_app::{
    desk::payouts::import_file::import_payouts, payments::read_payouts::read_payouts, steps::audited::Actor,
};
use sideout_store::Store;
use sideout_testkit::{
    on_both_engines, request_key, run_concurrently, statement, two_nodes_on_postgres, without_guard,
};

use crate::{
    fixture::PaymentsFixture,
    payouts::{BANK, DAY, PROVIDER, file, owner, paid_out, pay_and_refund},
};

/// The net amount of all payouts, in paise.
const NET_OF_PAYOUTS: &str =
    "select cast(coalesce(sum(credit_paise - debit_paise), 0) as bigint) from payout";
/// The number of lines that the payouts count.
const LINES_OF_PAYOUTS: &str = "select cast(coalesce(sum(lines), 0) as bigint) from payout";

/// `store` on which a line counts each time it is reported.
fn unguarded(store: &Store) -> Store {
    let guard = "where payout_line.state = 'missing'";
    without_guard(store, statement("payout_line/add"), guard, "where payout_line.state <> ''")
}

/// A fixture with five payments and two refunds that were paid out, and its owner.
async fn with_payout(store: Store) -> (PaymentsFixture, Actor) {
    let fixture = PaymentsFixture::with_webhooks(store, 5).await;
    for player in 0..3 {
        fixture.book_and_pay(player, 3 + player as i64).await;
    }
    for player in 3..5 {
        pay_and_refund(&fixture, player, 3 + player as i64).await;
    }
    fixture.advance(4 * DAY).await;
    let owner = owner(&fixture).await;
    (fixture, owner)
}

/// Twelve concurrent calls: half of them read the payouts of a night, half import the file of the same day. Returns how many
/// lines they added.
async fn count_added_at_once(fixtures: &[PaymentsFixture], owner: &Actor) -> u32 {
    let text = file(&paid_out(&fixtures[0]).await);
    let added = run_concurrently(12, |n| {
        let (app, owner, text) = (fixtures[n % fixtures.len()].app.clone(), owner.clone(), text.clone());
        async move {
            if n / 2 % 2 == 0 {
                read_payouts(&app).await.unwrap()
            } else {
                import_payouts(&app, &owner, text, request_key(100 + n as u64)).await.unwrap().added
            }
        }
    });
    added.await.into_iter().sum()
}

on_both_engines!(a_payout_line_counts_once_when_several_report_it, async |store| {
    let (fixture, owner) = with_payout(store).await;
    let lines = paid_out(&fixture).await;
    assert_eq!(lines.len(), 7);
    assert_eq!(count_added_at_once(std::slice::from_ref(&fixture), &owner).await, 7);
    let net: i64 = lines.iter().map(|line| line.amounts.net().paise()).sum();
    assert_eq!((fixture.number(NET_OF_PAYOUTS).await, fixture.number(LINES_OF_PAYOUTS).await), (net, 7));
    assert_eq!((fixture.number(BANK).await, fixture.number(PROVIDER).await), (net, 0));
    fixture.assert_all_agree().await;
});

on_both_engines!(control_without_the_guard_a_payout_line_counts_more_than_once, async |store| {
    let (fixture, owner) = with_payout(store.clone()).await;
    let unguarded = fixture.on(fixture.app.another_node_on(unguarded(&store), |_| {}));
    assert!(count_added_at_once(std::slice::from_ref(&unguarded), &owner).await > 7);
    assert!(fixture.number(LINES_OF_PAYOUTS).await > 7);
    assert_eq!(fixture.number("select count(*) from payout_line").await, 7);
});

#[test]
fn a_payout_line_counts_once_when_two_nodes_read_the_same_night() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let (fixture, owner) = with_payout(here).await;
        let second = fixture.on(fixture.app.another_node_on(there, |_| {}));
        assert_eq!(count_added_at_once(&[fixture.clone(), second], &owner).await, 7);
        assert_eq!(fixture.number(NET_OF_PAYOUTS).await, fixture.number(BANK).await);
        fixture.assert_all_agree().await;
    });
}
