//! Concurrent settlements of one payment end in one booking or one refund. Without the guard they do not.

use serde_json::json;
use sideout_app::steps::payment_overview::PaymentState;
use sideout_store::{Statement, Store, StoreError, params};
use sideout_testkit::{on_both_engines, run_concurrently, statement, without_guard_of};

use crate::fixture::PaymentsFixture;

on_both_engines!(thirty_concurrent_hints_end_in_one_booking, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.pay(&checkout, json!({})).await;
    let answers = run_concurrently(30, |_| {
        let (fixture, order) = (fixture.clone(), order.clone());
        async move { fixture.hint(&order).await.payment }
    })
    .await;
    assert!(answers.iter().all(|answer| *answer == PaymentState::Paid), "{answers:?}");
    assert_eq!(fixture.number("select count(*) from refund").await, 0);
    fixture.assert_sound().await;
});

/// Returns how many of thirty concurrent settlements decide a payment, each by the statement `settle`.
async fn count_decisions(store: &Store, settle: Statement) -> u64 {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.pay(&checkout, json!({"outcome": "fail"})).await;
    fixture.hint(&order).await;
    let answers = run_concurrently(30, |_| {
        let store = store.clone();
        async move {
            let touched: Result<u64, StoreError> = store
                .write(settle, |tx, settle| {
                    Box::pin(async move {
                        let all = "select payment_id from payment";
                        let row = tx.one(Statement { name: "test/payment", text: all }, params![]).await?;
                        tx.run(*settle, params![row.text("payment_id")?, 1_i64, "refund"]).await
                    })
                })
                .await;
            touched.unwrap()
        }
    })
    .await;
    answers.into_iter().sum()
}

on_both_engines!(a_payment_is_decided_once_by_the_guard_of_the_statement, async |store| {
    assert_eq!(count_decisions(&store, statement("payment/settle")).await, 1);
});

on_both_engines!(control_without_the_guard_a_payment_is_decided_thirty_times, async |store| {
    let unguarded = without_guard_of(statement("payment/settle"), "and settled_at is null", "");
    assert_eq!(count_decisions(&store, unguarded).await, 30);
});
