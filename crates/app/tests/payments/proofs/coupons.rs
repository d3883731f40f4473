//! A coupon with three uses, and a hundred concurrent players: half pay at the court, half have a payment under way.

use serde_json::json;
use sideout_app::{
    booking::confirm_at_court::{ConfirmError, confirm_at_court},
    payments::{confirm_payment::confirm_payment, issue_refunds::issue_refunds},
    steps::payment_overview::PaymentState,
};
use sideout_domain::{coupon::CouponRefused, order::OrderStatus, refund::RefundReason};
use sideout_store::Store;
use sideout_testkit::{
    Coupon, TestApp, on_both_engines, on_two_nodes, run_concurrently, statement, without_guard,
};

use crate::fixture::PaymentsFixture;

const PLAYERS: usize = 100;
const LIMIT: i64 = 3;
const USED: &str = "select used from coupon";

/// All players use the coupon at once on two nodes; returns the fixture, the nodes, and how many players have a booking with it.
async fn redeem_at_once([here, there]: [Store; 2]) -> (PaymentsFixture, [TestApp; 2], usize) {
    let fixture = PaymentsFixture::new(here, i64::try_from(PLAYERS).unwrap()).await;
    let nodes = [fixture.app.clone(), fixture.app.another_node_on(there, |_| {})];
    Coupon::flat("DINK", 100).uses(LIMIT).uses_of_one(1).add(&fixture.app.store).await;
    let mut wanting = Vec::new();
    for player in 0..PLAYERS {
        let order = fixture.hold_one_of_many(player, player).await;
        let pays_online = player % 2 == 0;
        // It is not used yet, so every player is offered the lower amount.
        let checkout = if pays_online {
            Some(fixture.try_checkout(&order, Some("DINK"), false).await.unwrap())
        } else {
            None
        };
        wanting.push((order, checkout));
    }
    let booked = run_concurrently(PLAYERS, |player| {
        let (fixture, app, (order, checkout)) =
            (fixture.clone(), nodes[player / 2 % 2].clone(), wanting[player].clone());
        async move {
            let Some(checkout) = checkout else {
                let booked = confirm_at_court(&app, order.customer, order.number, Some("DINK")).await;
                let is_expected = matches!(booked, Ok(_) | Err(ConfirmError::Coupon(CouponRefused::Invalid)));
                assert!(is_expected, "{booked:?}");
                return booked.is_ok();
            };
            fixture.pay(&checkout, json!({})).await;
            let overview = confirm_payment(&app, order.customer, order.number, None).await.unwrap();
            match (overview.order.status, &overview.payment) {
                (OrderStatus::Confirmed, PaymentState::Paid) => true,
                (
                    OrderStatus::Held,
                    PaymentState::Refund { amount, reason: RefundReason::CouponGone, .. },
                ) => {
                    assert_eq!(*amount, checkout.amount, "the whole amount goes back");
                    false
                }
                _ => panic!("{overview:?}"),
            }
        }
    });
    let booked = booked.await.into_iter().filter(|booked| *booked).count();
    (fixture, nodes, booked)
}

on_two_nodes!(a_coupon_with_three_uses_is_used_three_times_by_a_hundred_concurrent_players, async |stores| {
    let (fixture, nodes, booked) = redeem_at_once(stores).await;
    assert_eq!(booked, usize::try_from(LIMIT).unwrap());
    assert_eq!(fixture.number(USED).await, LIMIT);
    assert_eq!(fixture.number("select cast(sum(used) as bigint) from coupon_use").await, LIMIT);
    assert_eq!(fixture.number("select count(*) from orders where coupon_id is not null").await, LIMIT);
    while issue_refunds(&nodes[0]).await.unwrap() + issue_refunds(&nodes[1]).await.unwrap() > 0 {}
    fixture.assert_all_agree().await;
});

on_both_engines!(control_without_the_count_more_than_three_players_use_the_coupon, async |store| {
    // Removing the limit alone is not enough: the table refuses a higher count as well.
    let unguarded =
        without_guard(&store, statement("coupon/redeem"), "set used = used + 1", "set used = used");
    let (.., booked) = redeem_at_once([unguarded.clone(), unguarded]).await;
    assert!(booked > usize::try_from(LIMIT).unwrap(), "{booked}");
});
