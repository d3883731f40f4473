//! Refunds are sent once, by the policy, on Friday, also while the provider misbehaves.

use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use sideout_app::{
    Order,
    payments::{expedite_refunds::ExpediteAction, issue_refunds::issue_refunds},
    steps::payment_overview::PaymentState,
};
use sideout_domain::{
    money::Money,
    order::OrderStatus,
    refund::{RefundReason, RefundStatus},
};
use sideout_sandbox::{ClockAhead, SandboxSettings};
use sideout_testkit::{LogLines, on_both_engines, run_concurrently};
use tracing::instrument::WithSubscriber as _;

use crate::{
    expedited_refunds::{expedite, first_refund},
    fixture::{FRIDAY, PaymentsFixture, open_sandbox},
};

/// The refund of a cancelled booking, as its player sees it.
async fn refund_of(fixture: &PaymentsFixture, order: &Order) -> (RefundStatus, Money) {
    match fixture.overview(order.customer, order.number).await.payment {
        PaymentState::Refund { amount, reason: RefundReason::Cancelled, status } => (status, amount),
        other => panic!("{other:?}"),
    }
}

on_both_engines!(a_cancelled_booking_is_refunded_on_friday_less_the_bank_charge, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.book_pay_and_cancel(0, 3).await;
    assert_eq!(order.status, OrderStatus::CancelRequested);
    let friday: Timestamp = FRIDAY.parse().unwrap();
    fixture.app.clock.set(friday - SignedDuration::from_millis(1));
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 0);
    assert_eq!(refund_of(&fixture, &order).await.0, RefundStatus::Approved);
    fixture.app.clock.set(friday);
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    assert_eq!(refund_of(&fixture, &order).await, (RefundStatus::Processed, Money::from_rupees(770)));
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Cancelled);
    assert_eq!(fixture.everything().await["refunds"][0]["amount"], 77_000);
});

on_both_engines!(thirty_runs_on_three_nodes_send_one_refund, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    fixture.book_pay_and_cancel(0, 3).await;
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    let nodes = [fixture.app.clone(), fixture.app.another_node(|_| {}), fixture.app.another_node(|_| {})];
    let moved = run_concurrently(30, |n| {
        let app = nodes[n % 3].clone();
        async move { issue_refunds(&app).await.unwrap() }
    })
    .await;
    assert_eq!(moved.into_iter().sum::<usize>(), 1);
    assert_eq!(fixture.count("refunds").await, 1);
});

on_both_engines!(a_refund_whose_answer_was_lost_is_the_same_refund_next_time, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.book_pay_and_cancel(0, 3).await;
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    fixture.set_faults(json!({"api": {"fail_percent": 100, "only": "refund", "after_the_work": true}})).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 0);
    assert_eq!(refund_of(&fixture, &order).await.0, RefundStatus::Approved);
    assert_eq!(fixture.count("refunds").await, 1);
    fixture.set_faults(json!({})).await;
    fixture.advance(120).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    assert_eq!(refund_of(&fixture, &order).await.0, RefundStatus::Processed);
    assert_eq!(fixture.count("refunds").await, 1);
});

on_both_engines!(a_pending_refund_is_watched_until_it_is_final, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.book_pay_and_cancel(0, 3).await;
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    fixture.set_faults(json!({"refunds": "pending"})).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    assert_eq!(refund_of(&fixture, &order).await.0, RefundStatus::Issued);
    assert_eq!(
        fixture.order(&order).await.status,
        OrderStatus::Cancelled,
        "an issued refund ends the booking"
    );
    fixture.advance(3_600).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    assert_eq!(refund_of(&fixture, &order).await.0, RefundStatus::Processed);
});

on_both_engines!(a_refund_whose_payment_id_cannot_be_read_fails_and_is_not_sent, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.book_pay_and_cancel(0, 3).await;
    fixture
        .change(
            "insert into payment (payment_id, provider_order_id, bill_id, amount_paise, currency, status, fee_paise, seen_at)
             select 'no id', provider_order_id, bill_id, amount_paise, currency, status, fee_paise, seen_at from payment",
        )
        .await;
    fixture.change("update refund set payment_id = 'no id'").await;
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    let log = LogLines::default();
    assert_eq!(issue_refunds(&fixture.app).with_subscriber(log.clone()).await.unwrap(), 1);
    let refunds = fixture.rows("select status, amount_paise from refund").await;
    assert_eq!(refunds, [("failed".to_owned(), 77_000)]);
    assert_eq!(fixture.count("refunds").await, 0, "nothing was sent");
    let (lines, order) = (log.list(), format!("order={} ", order.number));
    let tells_staff = |line: &String| {
        line.starts_with("ERROR ")
            && line.contains("refund has no payment id that can be read")
            && line.contains(&order)
    };
    assert_eq!(lines.iter().filter(|&line| tells_staff(line)).count(), 1, "{lines:#?}");
});

on_both_engines!(a_refund_of_a_payment_in_another_account_fails_and_is_tried_again, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.book_pay_and_cancel(0, 3).await;
    let other = open_sandbox(SandboxSettings::default(), ClockAhead::default()).await;
    let changed = fixture.paying_at(other);
    let friday: Timestamp = FRIDAY.parse().unwrap();
    changed.app.clock.set(friday);
    while issue_refunds(&changed.app).await.unwrap() == 0 {
        assert!(!first_refund(&fixture).await.has_failed(), "the key of another account may be a mistake");
        changed.app.clock.advance(6 * 3_600);
    }
    let waited = changed.app.clock_now().duration_since(friday).as_hours();
    assert!((72..=168).contains(&waited), "it waited for {waited} hours");
    let refund = first_refund(&fixture).await;
    assert!(refund.has_failed(), "staff decide: {refund:?}");
    assert!(refund.fault.is_some_and(|fault| fault.contains("does not exist")));
    assert_eq!(refund_of(&fixture, &order).await, (RefundStatus::Failed, Money::from_rupees(770)));
    fixture.assert_all_agree().await;

    assert_eq!(expedite(&changed, &order).await, [ExpediteAction::TryAgain]);
    assert_eq!(issue_refunds(&changed.app).await.unwrap(), 1, "staff are told at once");
    let again = first_refund(&fixture).await;
    assert!(again.has_failed(), "staff can give it back another way: {again:?}");
    fixture.app.clock.set(changed.app.clock_now());
    assert_eq!(
        expedite(&fixture, &order).await,
        [ExpediteAction::TryAgain],
        "the account is the right one again"
    );
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    assert_eq!(refund_of(&fixture, &order).await.0, RefundStatus::Processed);
    assert_eq!(fixture.count("refunds").await, 1);
    fixture.assert_all_agree().await;
});

on_both_engines!(
    a_refund_that_lacked_balance_for_days_does_not_fail_at_the_first_mistake_of_keys,
    async |store| {
        let fixture = PaymentsFixture::new(store, 1).await;
        fixture.book_pay_and_cancel(0, 3).await;
        fixture.app.clock.set(FRIDAY.parse().unwrap());
        fixture.set_faults(json!({"refunds": "balance_low"})).await;
        while first_refund(&fixture).await.tries < 20 {
            assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 0);
            fixture.app.clock.advance(6 * 3_600);
        }
        let changed =
            fixture.paying_at(open_sandbox(SandboxSettings::default(), ClockAhead::default()).await);
        changed.app.clock.set(fixture.app.clock_now());
        assert_eq!(issue_refunds(&changed.app).await.unwrap(), 0);
        let refund = first_refund(&fixture).await;
        assert!(!refund.has_failed(), "only the balance was too low until now: {refund:?}");
        assert!(refund.fault.is_some_and(|fault| fault.contains("does not exist")));
        changed.app.clock.advance(6 * 3_600);
        assert_eq!(issue_refunds(&changed.app).await.unwrap(), 1);
        assert!(first_refund(&fixture).await.has_failed(), "the payment stays unknown");
    }
);

on_both_engines!(a_refund_that_lacks_balance_waits_and_one_that_fails_is_recorded, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.book_pay_and_cancel(0, 3).await;
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    fixture.set_faults(json!({"refunds": "balance_low"})).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 0);
    assert_eq!(fixture.order(&order).await.status, OrderStatus::CancelRequested, "the refund waits");
    fixture.set_faults(json!({"refunds": "failed"})).await;
    fixture.advance(120).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    fixture.advance(3_600).await;
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!(refund_of(&fixture, &order).await.0, RefundStatus::Failed);
    assert_eq!(fixture.number("select count(*) from refund where next_step_at is not null").await, 0);
});
