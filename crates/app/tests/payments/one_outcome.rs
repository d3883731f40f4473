//! However many settle one payment at once, it becomes one booking or one refund. Without the guard it does not.

use serde_json::json;
use sideout_app::{
    booking::release_hold::release_hold,
    payments::{issue_refunds::issue_refunds, standing::PaymentStanding},
};
use sideout_domain::order::OrderStatus;
use sideout_store::{Statement, Store, StoreError, params};
use sideout_testkit::{at_once, on_both_engines, statement, without};

use crate::world::World;

/// Payments that are captured and have no outcome or two, bookings without a payment, refunds of bookings that stand.
const UNSOUND: &str = "select
    (select count(*) from payment where status = 'captured' and outcome is null)
  + (select count(*) from payment p where p.outcome = 'refund'
       and not exists (select 1 from refund r where r.payment_id = p.payment_id))
  + (select count(*) from payment p where p.outcome = 'confirmed'
       and not exists (select 1 from orders o where o.order_number = p.order_number and o.paid_paise = p.amount_paise
                          and o.status in ('confirmed', 'cancel_requested', 'cancelled')))
  + (select count(*) from orders o where o.status = 'confirmed' and o.payment_method = 'online'
       and 1 <> (select count(*) from payment p where p.order_number = o.order_number and p.outcome = 'confirmed'))
  + (select count(*) from orders o where o.status = 'confirmed'
       and not exists (select 1 from slot_claim c where c.order_number = o.order_number and c.held_until is null))";

on_both_engines!(thirty_hints_at_once_are_one_booking, async |store| {
    let world = World::new(store, 1).await;
    let order = world.hold(0, 3).await;
    let checkout = world.checkout(&order).await;
    world.pay(&checkout, json!({})).await;
    let answers = at_once(30, |_| {
        let (world, order) = (world.clone(), order.clone());
        async move { world.hint(&order).await.payment }
    })
    .await;
    assert!(answers.iter().all(|answer| *answer == PaymentStanding::Paid), "{answers:?}");
    assert_eq!(world.number("select count(*) from refund").await, 0);
    assert_eq!(world.number(UNSOUND).await, 0);
});

on_both_engines!(giving_the_court_back_races_the_money_and_one_of_them_wins, async |store| {
    let world = World::new(store, 12).await;
    for round in 0..24_usize {
        let player = round % 12;
        let order = world.hold(player, i64::try_from(player).unwrap() + 1).await;
        let checkout = world.checkout(&order).await;
        world.pay(&checkout, json!({})).await;
        let released = at_once(3, |n| {
            let (world, order) = (world.clone(), order.clone());
            async move {
                if n == 0 {
                    // The window is closed; that may come too late, which is an answer as well.
                    drop(release_hold(&world.app, order.customer, None).await);
                } else {
                    world.hint(&order).await;
                }
            }
        });
        released.await;
        world.hint(&order).await;
        assert_eq!(world.number(UNSOUND).await, 0, "round {round}");
        let standing = world.standing(order.customer, order.number).await;
        match standing.order.status {
            OrderStatus::Confirmed => {
                assert_eq!(standing.payment, PaymentStanding::Paid);
                let cancelled =
                    sideout_app::booking::cancel::cancel(&world.app, order.customer, order.number, None);
                cancelled.await.unwrap();
            }
            OrderStatus::Released => {
                assert!(matches!(standing.payment, PaymentStanding::Refund { .. }), "{standing:?}");
            }
            other => panic!("{other}"),
        }
    }
    while issue_refunds(&world.app).await.unwrap() > 0 {}
    assert_eq!(world.number(UNSOUND).await, 0);
});

/// How many of thirty who settle one payment at once decide it, through `settle`.
async fn decided(store: &Store, settle: Statement) -> u64 {
    let world = World::new(store.clone(), 1).await;
    let order = world.hold(0, 3).await;
    let checkout = world.checkout(&order).await;
    world.pay(&checkout, json!({"outcome": "fail"})).await;
    world.hint(&order).await;
    let answers = at_once(30, |_| {
        let store = store.clone();
        async move {
            let touched: Result<u64, StoreError> = store
                .write(settle, |tx, settle| {
                    Box::pin(async move {
                        let all = "select payment_id from payment";
                        let row = tx.one(Statement { name: "test/payment", text: all }, params![]).await?;
                        tx.run(*settle, params![row.text(0)?, 1_i64, "refund"]).await
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
    assert_eq!(decided(&store, statement!("payment/settle")).await, 1);
});

on_both_engines!(control_without_the_guard_a_payment_is_decided_thirty_times, async |store| {
    let unguarded = without(statement!("payment/settle"), "and settled_at is null", "");
    assert_eq!(decided(&store, unguarded).await, 30);
});
