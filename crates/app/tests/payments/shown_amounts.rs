//! A player pays what they were shown: if the terms of their coupon changed meanwhile, nothing is booked and no checkout opens.

use serde_json::json;
use sideout_app::{
    booking::{
        confirm_at_court::{ConfirmError, confirm_at_shown_amount},
        quote_coupon::quote_coupon,
    },
    desk::coupons::{
        change_coupon::{ChangeCoupon, ChangeCouponError, change_coupon},
        draft::CouponDraft,
        find_coupon::find_coupon,
    },
    payments::generate_payment::{GeneratePaymentError, OnlinePaymentRequest, generate_payment},
    steps::{audited::Actor, payment_overview::PaymentState},
};
use sideout_domain::{
    coupon::{Discount, Terms},
    money::Money,
    order::OrderStatus,
    staff::Role,
};
use sideout_store::Store;
use sideout_testkit::{Coupon, TestApp, on_both_engines, on_two_nodes, request_key, run_concurrently};

use crate::fixture::PaymentsFixture;

/// ₹800 less ₹100, the amount that every player is shown first.
const SHOWN: Money = Money::from_rupees(700);
/// ₹800 less ₹40, the amount after the change.
const CHANGED: Money = Money::from_rupees(760);
const PLAYERS: usize = 12;

async fn owner(app: &TestApp) -> Actor {
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    app.actor(&owner.token).await
}

/// The owner lets the coupon take off ₹40 from now on; `false` if a player has used it, so that its terms stay.
async fn take_off_less(app: &TestApp, owner: &Actor) -> bool {
    let (found, _) = find_coupon(app, owner, "DINK".to_owned()).await.unwrap().unwrap();
    let terms = Terms {
        discount: Discount::Flat(Money::from_rupees(40)),
        max_discount: None,
        min_amount: Money::ZERO,
    };
    let draft = CouponDraft {
        terms,
        from: None,
        until: None,
        venues: None,
        total_limit: None,
        per_customer_limit: None,
        note: None,
    };
    let request = ChangeCoupon { code: "DINK".to_owned(), version: found.found.version, draft };
    match change_coupon(app, owner, request, request_key(1)).await {
        Ok(_) => true,
        Err(ChangeCouponError::WasUsed) => false,
        Err(error) => panic!("{error:?}"),
    }
}

on_both_engines!(a_player_is_told_the_new_amount_before_anything_is_booked, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    Coupon::flat("DINK", 100).add(&fixture.app.store).await;
    let owner = owner(&fixture.app).await;
    let (at_court, online) = (fixture.hold(0, 3).await, fixture.hold(1, 4).await);
    let quote = quote_coupon(&fixture.app, at_court.customer, at_court.number, "DINK").await.unwrap();
    assert_eq!(quote.total, SHOWN);
    assert!(take_off_less(&fixture.app, &owner).await);
    let confirm = async |shown: Money| {
        let request = (Some("DINK"), Some(shown));
        confirm_at_shown_amount(&fixture.app, at_court.customer, at_court.number, request).await
    };
    let refused = confirm(SHOWN).await;
    assert!(matches!(refused, Err(ConfirmError::OtherAmount(CHANGED))), "{refused:?}");
    assert_eq!(fixture.order(&at_court).await.status, OrderStatus::Held, "nothing is booked");
    assert_eq!(fixture.number("select used from coupon").await, 0);
    let pay = async |shown: Money| {
        let request = OnlinePaymentRequest {
            number: online.number,
            code: Some("DINK".to_owned()),
            any_court: false,
            shown: Some(shown),
        };
        generate_payment(&fixture.app, online.customer, request).await
    };
    let refused = pay(SHOWN).await;
    assert!(matches!(refused, Err(GeneratePaymentError::OtherAmount(CHANGED))), "{refused:?}");
    assert_eq!(fixture.count("orders").await, 0, "no checkout is opened");

    assert_eq!(pay(CHANGED).await.unwrap().amount, CHANGED);
    assert_eq!(confirm(CHANGED).await.unwrap().total(), CHANGED);
});

on_both_engines!(the_amount_that_a_player_saw_is_compared_without_a_coupon_too, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let price = Money::from_rupees(800);
    let confirm = async |shown: Money| {
        confirm_at_shown_amount(&fixture.app, order.customer, order.number, (None, Some(shown))).await
    };
    let refused = confirm(SHOWN).await;
    assert!(matches!(refused, Err(ConfirmError::OtherAmount(now)) if now == price), "{refused:?}");
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Held, "nothing is booked");
    assert_eq!(confirm(price).await.unwrap().total(), price);
    assert_eq!(confirm(SHOWN).await.unwrap().total(), price, "a repeated call returns the booking");
});

on_both_engines!(an_open_checkout_charges_the_amount_it_showed_although_the_terms_changed, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    Coupon::flat("DINK", 100).add(&fixture.app.store).await;
    let owner = owner(&fixture.app).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.try_checkout(&order, Some("DINK"), false).await.unwrap();
    assert_eq!(checkout.amount, SHOWN);
    assert!(take_off_less(&fixture.app, &owner).await);
    fixture.pay(&checkout, json!({})).await;
    let overview = fixture.hint(&order).await;
    assert_eq!((overview.order.status, overview.order.total()), (OrderStatus::Confirmed, SHOWN));
    assert_eq!(overview.payment, PaymentState::Paid);
    fixture.assert_all_agree().await;
});

/// Twelve players who all saw ₹700, and the terms of their coupon.
#[derive(Debug, Clone, Copy)]
struct Race {
    /// Whether their requests contain the amount that they saw.
    sends_shown: bool,
    /// Whether the terms change before the requests, instead of at the same time.
    is_changed_first: bool,
}

/// The players book at the court or open a checkout on two nodes, and the terms change on one of them. Returns the amounts that the
/// players were charged.
async fn charged_at_change(
    [here, there]: [Store; 2],
    Race { sends_shown, is_changed_first }: Race,
) -> Vec<Money> {
    let fixture = PaymentsFixture::new(here, i64::try_from(PLAYERS).unwrap()).await;
    let nodes = [fixture.app.clone(), fixture.app.another_node_on(there, |_| {})];
    Coupon::flat("DINK", 100).add(&fixture.app.store).await;
    let owner = owner(&nodes[1]).await;
    let mut orders = Vec::new();
    for player in 0..PLAYERS {
        orders.push(fixture.hold_one_of_many(player, player).await);
    }
    if is_changed_first {
        assert!(take_off_less(&nodes[1], &owner).await);
    }
    let charged = run_concurrently(PLAYERS + 1, |n| {
        let (app, owner, order) = (nodes[n % 2].clone(), owner.clone(), orders.get(n).cloned());
        async move {
            let Some(order) = order else {
                if !is_changed_first {
                    take_off_less(&app, &owner).await;
                }
                return None;
            };
            let shown = sends_shown.then_some(SHOWN);
            if n % 3 == 0 {
                let request = OnlinePaymentRequest {
                    number: order.number,
                    code: Some("DINK".to_owned()),
                    any_court: false,
                    shown,
                };
                return match generate_payment(&app, order.customer, request).await {
                    Ok(checkout) => Some(checkout.amount),
                    Err(GeneratePaymentError::OtherAmount(CHANGED)) => None,
                    Err(error) => panic!("{error:?}"),
                };
            }
            match confirm_at_shown_amount(&app, order.customer, order.number, (Some("DINK"), shown)).await {
                Ok(booked) => Some(booked.total()),
                Err(ConfirmError::OtherAmount(CHANGED)) => None,
                Err(error) => panic!("{error:?}"),
            }
        }
    });
    let charged = charged.await.into_iter().flatten().collect();
    fixture.assert_all_agree().await;
    charged
}

on_two_nodes!(while_terms_change_no_player_is_charged_another_amount_than_they_saw, async |stores| {
    let charged = charged_at_change(stores, Race { sends_shown: true, is_changed_first: false }).await;
    assert!(charged.iter().all(|amount| *amount == SHOWN), "{charged:?}");
});

on_two_nodes!(after_a_change_no_player_who_saw_the_old_amount_is_charged, async |stores| {
    assert_eq!(charged_at_change(stores, Race { sends_shown: true, is_changed_first: true }).await, []);
});

on_two_nodes!(control_a_player_whose_request_has_no_amount_is_charged_the_new_one, async |stores| {
    assert_eq!(
        charged_at_change(stores, Race { sends_shown: false, is_changed_first: true }).await,
        [CHANGED; PLAYERS]
    );
});
