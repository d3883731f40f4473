//! Reports of one payment come in any order; its status only moves forward.

use sideout_domain::{BillId, money::Money, payment::PaymentStatus};
use sideout_store::{
    Store,
    payments::{Payments, ReportedPayment},
};
use sideout_testkit::{on_both_engines, statement, without_guard};

use crate::fixture::PaymentsFixture;

/// Reports two statuses of a payment one after the other, for each two statuses; returns the payments that do not end in the later one.
async fn wrong_ends(store: Store) -> Vec<String> {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    let bill = BillId(fixture.number("select bill_id from provider_order").await);
    let mut right = Vec::new();
    for first in PaymentStatus::ALL {
        for second in PaymentStatus::ALL {
            for status in [first, second] {
                let reported = ReportedPayment {
                    id: format!("{first} then {second}"),
                    provider_order: checkout.provider_order.clone(),
                    bill,
                    order: Some(order.number),
                    amount: Money::from_rupees(800),
                    currency: "INR".to_owned(),
                    status: *status,
                    method: None,
                    fee: Money::ZERO,
                    failure: None,
                    seen_at: fixture.app.clock_now(),
                };
                let put = fixture.app.store.write(reported, |tx, reported| {
                    Box::pin(async move { Payments(tx).put(reported).await })
                });
                put.await.unwrap();
            }
            right.push(format!("{first} then {second}: {}", first.later(*second)));
        }
    }
    let stored = fixture.rows("select payment_id || ': ' || status, amount_paise from payment").await;
    assert_eq!(stored.len(), right.len());
    stored.into_iter().map(|(end, _)| end).filter(|end| !right.contains(end)).collect()
}

on_both_engines!(a_payment_ends_in_the_later_of_its_reported_statuses, async |store| {
    assert_eq!(wrong_ends(store).await, [] as [&str; 0]);
});

on_both_engines!(control_without_the_guard_a_payment_ends_in_the_status_of_its_last_report, async |store| {
    let (guard, always) = ("else 4 end < cast($11 as bigint)", "else 4 end < 5 + cast($11 as bigint)");
    let unguarded = without_guard(&store, statement("payment/put"), guard, always);
    // Of the 25 pairs, ten have the later status first.
    assert_eq!(wrong_ends(unguarded).await.len(), 10);
});
