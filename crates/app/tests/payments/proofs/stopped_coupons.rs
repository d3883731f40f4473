//! Staff stop a coupon while players confirm and pay with it.

use serde_json::json;
use sideout_app::{
    booking::confirm_at_court::{ConfirmError, confirm_at_court},
    desk::coupons::stop_coupon::{StopCoupon, StoppedCoupon, stop_coupon},
    payments::{confirm_payment::confirm_payment, issue_refunds::issue_refunds},
    steps::payment_overview::PaymentState,
};
use sideout_domain::{coupon::CouponRefused, order::OrderStatus, refund::RefundReason, staff::Role};
use sideout_store::Store;
use sideout_testkit::{
    Coupon, on_both_engines, on_two_nodes, request_key, run_concurrently, statement, without_guard,
};

use crate::fixture::PaymentsFixture;

const PLAYERS: usize = 24;
const USED: &str = "select used from coupon";

/// Two thirds of the players try to use the coupon on two nodes while staff stop it on one of them; then the last third pays in checkouts
/// that were opened with it. Returns the fixture and the answer of the stop.
async fn stop_during_use([here, there]: [Store; 2]) -> (PaymentsFixture, StoppedCoupon) {
    let fixture = PaymentsFixture::new(here, i64::try_from(PLAYERS).unwrap()).await;
    let nodes = [fixture.app.clone(), fixture.app.another_node_on(there, |_| {})];
    Coupon::flat("DINK", 100).add(&fixture.app.store).await;
    let owner = fixture.app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = nodes[1].actor(&owner.token).await;
    let mut wanting = Vec::new();
    for player in 0..PLAYERS {
        let order = fixture.hold_one_of_many(player, player).await;
        let pays_online = player % 3 != 0;
        let checkout = match pays_online {
            true => Some(fixture.try_checkout(&order, Some("DINK"), false).await.unwrap()),
            false => None,
        };
        wanting.push((order, checkout));
    }
    let pays = |player: usize| {
        let (fixture, app, (order, checkout)) =
            (fixture.clone(), nodes[player / 3 % 2].clone(), wanting[player].clone());
        async move {
            let Some(checkout) = checkout else {
                let booked = confirm_at_court(&app, order.customer, order.number, Some("DINK")).await;
                let expected = matches!(booked, Ok(_) | Err(ConfirmError::Coupon(CouponRefused::Invalid)));
                assert!(expected, "{booked:?}");
                return;
            };
            fixture.pay(&checkout, json!({})).await;
            let overview = confirm_payment(&app, order.customer, order.number, None).await.unwrap();
            match (overview.order.status, &overview.payment) {
                (OrderStatus::Confirmed, PaymentState::Paid) => {}
                (
                    OrderStatus::Held,
                    PaymentState::Refund { amount, reason: RefundReason::CouponGone, .. },
                ) => assert_eq!(*amount, checkout.amount, "all of it"),
                _ => panic!("{overview:?}"),
            }
        }
    };
    let stopping = {
        let (app, owner) = (nodes[1].clone(), owner.clone());
        tokio::spawn(async move {
            let request = StopCoupon { code: "DINK".to_owned(), reason: "Posted on a deals page".to_owned() };
            stop_coupon(&app, &owner, request, request_key(1)).await.unwrap()
        })
    };
    run_concurrently(PLAYERS * 2 / 3, |n| pays(n / 2 * 3 + n % 2)).await;
    let stopped = stopping.await.unwrap();
    for player in (2..PLAYERS).step_by(3) {
        pays(player).await;
    }
    (fixture, stopped)
}

on_two_nodes!(after_a_stop_no_checkout_uses_the_coupon, async |stores| {
    let (fixture, stopped) = stop_during_use(stores).await;
    assert_eq!(fixture.number(USED).await, stopped.used, "the stop said how often it was used for good");
    assert_eq!(fixture.number("select count(*) from orders where coupon_id is not null").await, stopped.used);
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    fixture.assert_all_agree().await;
});

on_both_engines!(control_without_the_condition_a_stopped_coupon_is_used, async |store| {
    let unguarded = without_guard(&store, statement("coupon/redeem"), "and active = 1", "");
    let (fixture, stopped) = stop_during_use([unguarded.clone(), unguarded]).await;
    assert!(fixture.number(USED).await > stopped.used, "{stopped:?}");
});
