//! Taps on several nodes open one order at the provider, also if a node dies between request and recording.

use serde_json::json;
use sideout_app::payments::{
    generate_payment::{OnlinePaymentRequest, generate_payment},
    recovery::find_due,
};
use sideout_domain::money::Money;
use sideout_providers::payments::{CreatedBetween, NewProviderOrder, TimeBudget};
use sideout_store::{Statement, Store, StoreError, params, payments::ProviderOrders};
use sideout_testkit::{on_both_engines, run_concurrently, statement, without_guard_of};

use crate::fixture::PaymentsFixture;

on_both_engines!(thirty_taps_on_three_nodes_open_one_checkout, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let nodes = [fixture.app.clone(), fixture.app.another_node(|_| {}), fixture.app.another_node(|_| {})];
    let answers = run_concurrently(30, |n| {
        let (app, order) = (nodes[n % 3].clone(), order.clone());
        async move {
            let request =
                OnlinePaymentRequest { number: order.number, code: None, any_court: false, shown: None };
            generate_payment(&app, order.customer, request).await.map(|checkout| checkout.provider_order)
        }
    })
    .await;
    let first = answers[0].as_ref().unwrap();
    assert!(answers.iter().all(|answer| answer.as_ref().ok() == Some(first)), "{answers:?}");
    assert_eq!(fixture.count("orders").await, 1);
    assert_eq!(fixture.number("select count(*) from provider_order").await, 1);
});

on_both_engines!(a_node_that_died_after_its_request_leaves_an_order_that_the_next_one_finds, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    let order = fixture.hold(0, 3).await;
    let first = fixture.checkout(&order).await;
    // The state of the database if a node died between the provider's response and its recording.
    let forget = "update provider_order set provider_order_id = null, requesting_until = 1795240820000";
    run(&store, forget).await;
    let app = fixture.app.clone();
    app.clock.advance(20);
    let second = fixture.checkout(&order).await;
    assert_eq!(second.provider_order, first.provider_order);
    assert_eq!(fixture.count("orders").await, 1);
});

on_both_engines!(a_lost_response_is_searched_for_before_the_request_is_repeated, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    fixture.set_faults(json!({"api": {"fail_percent": 100, "after_the_work": true}})).await;
    assert!(fixture.try_checkout(&order, None, false).await.is_err());
    fixture.set_faults(json!({})).await;
    fixture.checkout(&order).await;
    assert_eq!(fixture.count("orders").await, 1);
});

/// Opens a second order at the provider for the reference of the first one, as happens when a slow request is repeated. Returns its id.
async fn open_again(fixture: &PaymentsFixture) -> String {
    let provider = &fixture.app.payments.as_ref().unwrap().provider;
    let day = jiff::SignedDuration::from_hours(24);
    let span = CreatedBetween { from: fixture.app.clock_now() - day, to: fixture.app.clock_now() + day };
    let first = provider.list_orders(span, 0, TimeBudget::BACKGROUND).await.unwrap().items.remove(0);
    let again = NewProviderOrder {
        amount: first.amount.unwrap(),
        receipt: first.receipt.unwrap(),
        notes: first.notes.into_iter().collect(),
    };
    provider.create_order(&again, TimeBudget::BACKGROUND).await.unwrap().id.to_string()
}

/// How many orders at the provider were compared with the database, how many of them it lacks, and how many of these are paid.
async fn due(fixture: &PaymentsFixture) -> (usize, usize, usize) {
    let (app, account) = (&fixture.app, fixture.app.payments.as_ref().unwrap());
    let found =
        find_due(&app.store, account.provider.as_ref(), &app.settings.public_url, app.clock_now()).await;
    let found = found.unwrap().unwrap();
    (found.compared, found.lost, found.lost_and_paid)
}

on_both_engines!(a_second_order_for_one_reference_needs_a_recovery_only_if_it_is_paid, async |store| {
    // The provider's lists are read by its clock.
    let fixture = PaymentsFixture::with_webhooks(store, 1).await;
    let order = fixture.hold(0, 3).await;
    fixture.checkout(&order).await;
    let second = open_again(&fixture).await;
    assert_eq!(due(&fixture).await, (2, 0, 0));
    fixture.pay_order(&second, json!({})).await;
    assert_eq!(due(&fixture).await, (2, 1, 1));
});

on_both_engines!(an_order_whose_id_is_not_recorded_needs_a_recovery_only_if_it_is_paid, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store.clone(), 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    // As in a backup that was made between the reservation of the row and the provider's response.
    run(&store, "update provider_order set provider_order_id = null").await;
    assert_eq!(due(&fixture).await, (1, 0, 0), "another request may be about to record it");
    fixture.pay_order(&checkout.provider_order, json!({})).await;
    assert_eq!(due(&fixture).await, (1, 1, 1), "it was recorded when its payer saw it");
});

async fn run(store: &Store, text: &'static str) {
    let done: Result<u64, StoreError> = store
        .write(text, |tx, text| {
            Box::pin(async move { tx.run(Statement { name: text, text }, params![]).await })
        })
        .await;
    assert_eq!(done.unwrap(), 1);
}

/// Returns how many of thirty concurrent callers may send the request, by the statement `begin_request`.
async fn count_senders(store: &Store, begin_request: Statement) -> u64 {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    let order = fixture.hold(0, 3).await;
    fixture.checkout(&order).await;
    run(store, "update provider_order set provider_order_id = null").await;
    let bill = fixture.number("select bill_id from provider_order").await;
    let answers = run_concurrently(30, |_| {
        let store = store.clone();
        async move {
            let touched: Result<u64, StoreError> = store
                .write(bill, move |tx, bill| {
                    Box::pin(async move { tx.run(begin_request, params![*bill, 1_i64, 2_i64]).await })
                })
                .await;
            touched.unwrap()
        }
    })
    .await;
    answers.into_iter().sum()
}

on_both_engines!(one_caller_sends_the_request_by_the_guard_of_the_statement, async |store| {
    assert_eq!(count_senders(&store, statement("provider_order/begin_request")).await, 1);
});

on_both_engines!(control_without_the_guard_all_thirty_send_the_request, async |store| {
    let guard = "and (requesting_until is null or requesting_until <= $2)";
    let unguarded =
        without_guard_of(statement("provider_order/begin_request"), guard, "and cast($2 as bigint) > 0");
    assert_eq!(count_senders(&store, unguarded).await, 30);
});

on_both_engines!(a_checkout_is_recorded_with_its_amount_one_request_and_its_next_poll, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    let order = fixture.hold(0, 3).await;
    fixture.checkout(&order).await;
    let rows = store.read(order.number, |tx, number| {
        Box::pin(async move { ProviderOrders(tx).list_of_order(*number).await })
    });
    let rows: Result<_, StoreError> = rows.await;
    let [row] = &rows.unwrap()[..] else { panic!("one checkout") };
    assert_eq!((row.amount, row.requests), (Money::from_rupees(800), 1));
    assert!(row.next_poll_at.is_some());
});
