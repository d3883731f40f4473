//! One payer stores as much as possible at the provider, or has an order that makes calls to the provider fail. The
//! payment is still found, and payments of other players are not affected.

use futures_util::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};
use sideout_app::{
    payments::{generate_payment::GeneratePaymentError, reconcile::reconcile, webhooks::process_webhooks},
    steps::payment_overview::PaymentState,
};
use sideout_domain::order::OrderStatus;
use sideout_store::{Store, payments::ProviderOrders};
use sideout_testkit::on_both_engines;

use crate::fixture::PaymentsFixture;

/// Fifteen notes of 255 characters, each of four bytes: fifteen KiB with each try.
pub(crate) fn full_notes() -> Value {
    let notes = (0..15).map(|n| (format!("note {n}"), Value::from("🏓".repeat(255))));
    Value::Object(notes.collect())
}

on_both_engines!(a_payment_behind_failed_tries_with_full_notes_becomes_a_booking, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.pay(&checkout, json!({"failed_before": 17, "notes": full_notes()})).await;
    fixture.advance(60).await;
    assert_eq!(reconcile(&fixture.app).await.unwrap(), 1);
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Confirmed);
    fixture.assert_all_agree().await;
});

on_both_engines!(a_payment_behind_six_hundred_failed_tries_is_found_by_reading_further, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    let oldest = fixture.pay(&checkout, json!({"outcome": "silent"})).await["payment"]["id"].clone();
    fixture.advance(1).await;
    fixture.pay(&checkout, json!({"outcome": "fail", "failed_before": 599})).await;
    let accepted = fixture.pay_by(json!({"payment_id": oldest})).await;
    assert_eq!(accepted["payment"]["status"], "captured");
    fixture.advance(60).await;
    reconcile(&fixture.app).await.unwrap();
    let decided = "select count(*) from payment where outcome is not null";
    assert_eq!(fixture.number(decided).await, 0, "a poll reads the 500 newest of the 601 payments");
    fixture.advance(5 * 60).await;
    reconcile(&fixture.app).await.unwrap();
    assert_eq!(fixture.number(decided).await, 1);
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Confirmed);
    fixture.assert_all_agree().await;
});

on_both_engines!(reading_an_endless_list_ends_and_delays_no_other_order, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let (endless, honest) = (fixture.hold(0, 3).await, fixture.hold(1, 4).await);
    let checkout = fixture.checkout(&endless).await;
    fixture.set_order_faults(&checkout, json!({"is_endless": true})).await;
    let paid = fixture.checkout(&honest).await;
    fixture.pay(&paid, json!({})).await;
    fixture.advance(60).await;
    assert_eq!(reconcile(&fixture.app).await.unwrap(), 2);
    assert_eq!(fixture.order(&honest).await.status, OrderStatus::Confirmed);
    assert_eq!(fixture.calls("list payments").await, 1 + 25, "only this many pages of it are read");
    // The next poll continues there, after the newest page.
    assert!(fixture.number("select max(list_from) from provider_order").await >= 25 * 20);
    // A payment made now is found on the newest page.
    fixture.pay(&checkout, json!({})).await;
    fixture.hint(&endless).await;
    assert_ne!(fixture.overview(endless.customer, endless.number).await.payment, PaymentState::None);
    assert_eq!(fixture.number("select count(*) from payment where outcome is not null").await, 2);
});

on_both_engines!(a_list_that_is_too_long_for_the_last_poll_is_read_to_its_end, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let checkout = fixture.checkout(&fixture.hold(0, 3).await).await;
    fixture.pay(&checkout, json!({"outcome": "fail", "failed_before": 600})).await;
    // The three days in which the order is polled are over, so this poll is the last one.
    fixture.advance(3 * 24 * 3_600).await;
    assert_eq!(reconcile(&fixture.app).await.unwrap(), 1);
    let (due, known) = (
        "select count(*) from provider_order where next_poll_at is not null",
        "select count(*) from payment",
    );
    assert_eq!(
        (fixture.number(due).await, fixture.number(known).await),
        (1, 500),
        "the rest is still to be read"
    );
    fixture.advance(5 * 60).await;
    assert_eq!(reconcile(&fixture.app).await.unwrap(), 1);
    assert_eq!((fixture.number(due).await, fixture.number(known).await), (0, 601));
});

on_both_engines!(a_payment_no_list_shows_is_found_by_its_webhook_and_by_its_checkout, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 2).await;
    let (one, other) = (fixture.hold(0, 3).await, fixture.hold(1, 4).await);
    let (first, second) = (fixture.checkout(&one).await, fixture.checkout(&other).await);
    // Each of its payments is larger in the list than the longest response that is read.
    let odd = json!({"list_padding": 5 * 1_048_576});
    fixture.set_order_faults(&first, odd.clone()).await;
    fixture.set_order_faults(&second, odd).await;
    fixture.pay(&first, json!({"notes": full_notes()})).await;
    fixture.advance(1).await;
    while process_webhooks(&fixture.app).await.unwrap() > 0 {}
    assert_eq!(fixture.order(&one).await.status, OrderStatus::Confirmed);

    fixture.set_faults(json!({"webhooks": {"lose_percent": 100}})).await;
    let paid = fixture.pay(&second, json!({})).await;
    fixture.hint_with(&other, &paid).await;
    assert_eq!(fixture.order(&other).await.status, OrderStatus::Confirmed);
    fixture.assert_all_agree().await;
});

on_both_engines!(a_paid_order_whose_payment_cannot_be_read_is_polled_beyond_three_days, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.set_order_faults(&checkout, json!({"list_padding": 5 * 1_048_576})).await;
    fixture.pay(&checkout, json!({})).await;
    for _ in 0..5 {
        fixture.advance(18 * 3_600).await;
        assert_eq!(reconcile(&fixture.app).await.unwrap(), 0);
    }
    // After nearly four days it is still polled, with the reason of its failures.
    let why = poll_failure(&fixture.app.store).await.unwrap();
    assert!(why.contains("cannot be read"), "{why}");
    fixture.set_order_faults(&checkout, json!({})).await;
    fixture.advance(6 * 3_600).await;
    assert_eq!(reconcile(&fixture.app).await.unwrap(), 1);
    assert_eq!(fixture.number("select count(*) from payment where outcome is not null").await, 1);
    assert_eq!(poll_failure(&fixture.app.store).await, None);
    fixture.assert_sound().await;
});

/// Why the polls of an order fail, if at least three in a row have failed.
async fn poll_failure(store: &Store) -> Option<String> {
    let found = store.read((), |tx, ()| Box::pin(async move { ProviderOrders(tx).find_failing(3).await }));
    found.await.unwrap().map(|failing| failing.why)
}

on_both_engines!(a_poll_that_keeps_failing_is_repeated_with_growing_delays, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let (bad, good) = (fixture.hold(0, 3).await, fixture.hold(1, 4).await);
    let checkout = fixture.checkout(&bad).await;
    fixture.checkout(&good).await;
    fixture.set_order_faults(&checkout, json!({"api": "no_route"})).await;
    let (mut failed, mut minutes, mut waits) = (0, 0, Vec::new());
    for _ in 0..(4 * 24 * 2) {
        fixture.advance(1_800).await;
        minutes += 30;
        reconcile(&fixture.app).await.unwrap();
        let count = fixture.number("select max(failed_polls) from provider_order").await;
        if count > failed {
            waits.push(minutes);
            (failed, minutes) = (count, 0);
        }
    }
    // One minute, doubled each time up to six hours, and rounded up to the half hours in which the test polls: for four days.
    assert_eq!(waits, [vec![30; 6], vec![60, 90, 150, 270], vec![360; 13]].concat());
    fixture.set_order_faults(&checkout, json!({})).await;
    fixture.pay(&checkout, json!({})).await;
    fixture.advance(6 * 3_600).await;
    reconcile(&fixture.app).await.unwrap();
    assert_eq!(fixture.number("select count(*) from payment where outcome is not null").await, 1);
    assert_eq!(fixture.number("select count(*) from provider_order where next_poll_at is not null").await, 0);
});

/// The hostile payer's order has these `faults` at the provider, and the payer has it polled repeatedly; `for_all` are the
/// faults of the provider for every order. Returns how many of fifteen checkouts of other players were refused meanwhile.
async fn refused_to_others(store: Store, faults: Value, for_all: Value) -> usize {
    let fixture = PaymentsFixture::new(store, 16).await;
    let hostile = fixture.hold(0, 1).await;
    let checkout = fixture.checkout(&hostile).await;
    fixture.set_order_faults(&checkout, faults).await;
    fixture.set_faults(for_all).await;
    join_all((0..10).map(|_| fixture.hint(&hostile))).await;
    let mut refused = 0;
    for player in 1..16 {
        fixture.hint(&hostile).await;
        let order = fixture.hold_one_of_many(player, player).await;
        match fixture.try_checkout(&order, None, false).await {
            Ok(_) => {}
            Err(GeneratePaymentError::Provider(_)) => refused += 1,
            Err(error) => panic!("{error}"),
        }
    }
    let polls = fixture.calls("list payments").await;
    assert!(polls > 15, "each request after the first ten polls the hostile order: {polls}");
    refused
}

on_both_engines!(no_payer_switches_online_payment_off_for_the_others_by_errors, async |store| {
    assert_eq!(refused_to_others(store, json!({"api": "server_error"}), json!({})).await, 0);
});

on_both_engines!(no_payer_switches_online_payment_off_for_the_others_by_429, async |store| {
    assert_eq!(refused_to_others(store, json!({"api": "too_many"}), json!({})).await, 0);
});

on_both_engines!(no_payer_switches_online_payment_off_for_the_others_by_huge_answers, async |store| {
    let huge = json!({"is_endless": true, "list_padding": 300_000});
    assert_eq!(refused_to_others(store, huge, json!({})).await, 0);
});

on_both_engines!(control_a_failing_provider_opens_no_checkouts, async |store| {
    let down = json!({"api": {"fail_percent": 100, "how": "server_error"}});
    assert_eq!(refused_to_others(store, json!({}), down).await, 15);
});

on_both_engines!(a_payment_is_found_while_no_checkout_can_be_opened, async |store| {
    let fixture = PaymentsFixture::new(store, 8).await;
    let paying = fixture.hold(0, 1).await;
    let checkout = fixture.checkout(&paying).await;
    fixture
        .set_faults(json!({"api": {"fail_percent": 100, "how": "server_error", "only": "create order"}}))
        .await;
    let mut others = Vec::new();
    for player in 1..8 {
        let order = fixture.hold_one_of_many(player, player).await;
        assert!(fixture.try_checkout(&order, None, false).await.is_err());
        others.push(order);
    }
    let requests = fixture.calls("create order").await;
    assert!(requests < 1 + 7, "after some failures the circuit breaker is open: {requests}");
    fixture.pay(&checkout, json!({})).await;
    fixture.hint(&paying).await;
    assert_eq!(fixture.order(&paying).await.status, OrderStatus::Confirmed);
    let since = fixture.app.clock_now() - SignedDuration::from_secs(1);
    assert!(fixture.order(&paying).await.confirmed_at.is_some_and(|at| at > since));
    assert!(fixture.try_checkout(&others[0], None, false).await.is_err(), "there is still no checkout");
});
