//! Staff issue a refund before its day, and again after it failed at the provider: each once.

use serde_json::json;
use sideout_app::{
    Order,
    booking::cancel::cancel,
    payments::{
        expedite_refunds::{ExpediteAction, RefundSelection, expedite_refunds, plan_refunds},
        issue_refunds::issue_refunds,
        list_refunds::list_refunds,
    },
};
use sideout_domain::{money::Money, order::OrderStatus, refund::RefundStatus};
use sideout_providers::payments::NewRefund;
use sideout_store::{Statement, Store, StoreError, params, payments::Refund};
use sideout_testkit::{on_both_engines, run_concurrently, statement, without_guard_of};

use crate::{
    fixture::{FRIDAY, PaymentsFixture},
    several_orders::paid_basket,
};

/// A booking that was paid and cancelled, whose refund of ₹770 has failed at the provider.
pub(crate) async fn failed(fixture: &PaymentsFixture) -> Order {
    let order = fixture.book_pay_and_cancel(0, 3).await;
    fixture.set_faults(json!({"refunds": "failed"})).await;
    expedite(fixture, &order).await;
    issue_refunds(&fixture.app).await.unwrap();
    fixture.advance(3_600).await;
    issue_refunds(&fixture.app).await.unwrap();
    fixture.set_faults(json!({})).await;
    assert_eq!(first_refund(fixture).await.status, RefundStatus::Failed);
    order
}

pub(crate) async fn expedite(fixture: &PaymentsFixture, order: &Order) -> Vec<ExpediteAction> {
    let selection = RefundSelection::OfOrder(order.number);
    let done = expedite_refunds(&fixture.app.store, selection, fixture.app.clock_now()).await.unwrap();
    done.into_iter().map(|(_, expedite)| expedite).collect()
}

pub(crate) async fn first_refund(fixture: &PaymentsFixture) -> Refund {
    list_refunds(&fixture.app.store, None, None).await.unwrap().remove(0)
}

/// Staff refund this number of rupees in the provider's own dashboard.
pub(crate) async fn send_by_hand(fixture: &PaymentsFixture, rupees: i64) {
    let by_hand = NewRefund {
        payment: first_refund(fixture).await.source.payment().unwrap().parse().unwrap(),
        amount: Money::from_rupees(rupees),
        key: format!("by-hand-{rupees:04}"),
        notes: Vec::new(),
    };
    fixture.app.payments.as_ref().unwrap().provider.refund(&by_hand).await.unwrap();
}

on_both_engines!(staff_send_a_refund_early_and_once, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.book_pay_and_cancel(0, 3).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 0, "it waits for Friday");
    let planned = plan_refunds(&fixture.app.store, RefundSelection::AllApproved, fixture.app.clock_now())
        .await
        .unwrap();
    assert_eq!(planned[0].1, ExpediteAction::Issue);
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 0, "a preview changes nothing");
    assert_eq!(expedite(&fixture, &order).await, [ExpediteAction::Issue]);
    assert_eq!(expedite(&fixture, &order).await, [ExpediteAction::Nothing], "it is due already");
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    assert_eq!(expedite(&fixture, &order).await, [ExpediteAction::Nothing]);
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 0);
    assert_eq!(
        (first_refund(&fixture).await.status, fixture.count("refunds").await),
        (RefundStatus::Processed, 1)
    );
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Cancelled);
    fixture.assert_all_agree().await;
});

on_both_engines!(all_approved_refunds_are_those_that_the_provider_sends, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let manager = fixture.manager_with_drawer().await;
    let online = fixture.book_pay_and_cancel(0, 3).await;
    let at_desk = fixture.book_at_court(1, 4).await;
    fixture.take_cash(&manager, &at_desk, 800, 20).await.unwrap();
    cancel(&fixture.app, at_desk.customer, at_desk.number, None).await.unwrap();
    let approved = list_refunds(&fixture.app.store, Some(RefundStatus::Approved), None).await.unwrap();
    assert_eq!(approved.iter().filter(|refund| refund.is_to_pay_out()).count(), 1);
    assert_eq!(approved.len(), 2);

    let selection = RefundSelection::AllApproved;
    let done = expedite_refunds(&fixture.app.store, selection, fixture.app.clock_now()).await.unwrap();
    let done: Vec<_> = done.iter().map(|(refund, action)| (refund.order, *action)).collect();
    assert_eq!(
        done,
        [(online.number, ExpediteAction::Issue)],
        "a refund that a desk pays out takes no place"
    );
    assert_eq!(expedite(&fixture, &at_desk).await, [ExpediteAction::Nothing]);
});

on_both_engines!(a_failed_refund_is_tried_again_when_staff_request_it, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = failed(&fixture).await;
    fixture.advance(7 * 24 * 3_600).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 0, "no job tries it again");
    let all = plan_refunds(&fixture.app.store, RefundSelection::AllApproved, fixture.app.clock_now())
        .await
        .unwrap();
    assert!(all.is_empty(), "it is not among all approved refunds either");
    assert_eq!(expedite(&fixture, &order).await, [ExpediteAction::TryAgain]);
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    let tried = first_refund(&fixture).await;
    assert_eq!((tried.status, tried.attempt), (RefundStatus::Processed, 2));
    assert_eq!(fixture.count("refunds").await, 2, "the one that failed and this one");
    fixture.assert_all_agree().await;
});

on_both_engines!(a_payment_refunded_by_other_means_is_not_refunded_again, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = failed(&fixture).await;
    send_by_hand(&fixture, 770).await;
    assert_eq!(expedite(&fixture, &order).await, [ExpediteAction::TryAgain]);
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!(first_refund(&fixture).await.status, RefundStatus::Processed);
    assert_eq!(fixture.count("refunds").await, 2, "the one that failed and the one by hand");
    fixture.assert_all_agree().await;
});

on_both_engines!(a_refused_refund_ends_its_booking_when_the_next_attempt_is_processed, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.book_pay_and_cancel(0, 3).await;
    send_by_hand(&fixture, 100).await;
    expedite(&fixture, &order).await;
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!(first_refund(&fixture).await.status, RefundStatus::Failed, "₹770 of the ₹700 that are left");
    assert_eq!(fixture.order(&order).await.status, OrderStatus::CancelRequested);
    send_by_hand(&fixture, 670).await;
    assert_eq!(expedite(&fixture, &order).await, [ExpediteAction::TryAgain]);
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!(first_refund(&fixture).await.status, RefundStatus::Processed);
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Cancelled);
    assert_eq!(fixture.count("refunds").await, 2, "both by hand");
});

on_both_engines!(money_sent_by_hand_ends_no_second_refund_of_its_payment, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let orders = paid_basket(&fixture, 2).await;
    for order in &orders {
        cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    }
    send_by_hand(&fixture, 1_000).await;
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    let ends = "select status, amount_paise from refund order by status";
    let processed = ("processed".to_owned(), 77_000);
    assert_eq!(
        fixture.rows(ends).await,
        [("failed".to_owned(), 77_000), processed.clone()],
        "₹1,000 is enough for one"
    );
    assert_eq!(fixture.count("refunds").await, 1);
    send_by_hand(&fixture, 600).await;
    for order in &orders {
        expedite(&fixture, order).await;
    }
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    assert_eq!(fixture.rows(ends).await, [processed.clone(), processed], "₹1,600 is enough for both");
    assert_eq!(fixture.count("refunds").await, 2, "both by hand");
    fixture.assert_sound().await;
});

/// Returns how many of thirty concurrent callers start a new attempt, through `try_again`.
async fn count_new_attempts(store: &Store, try_again: Statement) -> u64 {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    failed(&fixture).await;
    let refund = first_refund(&fixture).await.id;
    let answers = run_concurrently(30, |_| {
        let (store, refund) = (store.clone(), refund);
        async move {
            let touched: Result<u64, StoreError> = store
                .write(refund, move |tx, refund| {
                    Box::pin(async move { tx.run(try_again, params![refund.0, 1_i64, 1_i64]).await })
                })
                .await;
            touched.unwrap()
        }
    })
    .await;
    answers.into_iter().sum()
}

on_both_engines!(a_failed_refund_gets_one_new_attempt_by_the_guard_of_the_statement, async |store| {
    assert_eq!(count_new_attempts(&store, statement("refund/try_again")).await, 1);
});

on_both_engines!(control_without_the_guard_a_failed_refund_gets_thirty_new_attempts, async |store| {
    let guard = "and attempt = $3 and next_step_at is null";
    let unguarded = without_guard_of(statement("refund/try_again"), guard, "and $3 > 0");
    assert_eq!(count_new_attempts(&store, unguarded).await, 30);
});
