//! Coupons: their discount and their limits.

use sideout_app::booking::{
    cancel::cancel,
    confirm_at_court::{ConfirmError, confirm_at_court},
    quote_coupon::{QuoteCouponError, quote_coupon},
};
use sideout_domain::{CustomerId, coupon::CouponRefused, money::Money};
use sideout_store::{Statement, Store, StoreError, params};
use sideout_testkit::{
    Coupon, TestApp, on_both_engines, run_concurrently,
    sample_venue::{add_customers, open_venue},
    statement, without_guard_of,
};

use crate::helpers::{held, number, open_app};

/// Adds the coupon `WELCOME50`, which takes off ₹50, `limit` times in all and once for each customer.
async fn offer_coupon(store: &Store, limit: i64) {
    Coupon::flat("WELCOME50", 50).uses(limit).uses_of_one(1).add(store).await;
}

/// How often the coupon was used, by its own row and by the rows of its customers.
async fn uses(store: &Store) -> (i64, i64) {
    let counted: Result<(i64, i64), StoreError> = store
        .read((), |tx, ()| {
            Box::pin(async move {
                let used = number(tx, "select used from coupon").await;
                let of_customers = "select coalesce(cast(sum(used) as bigint), 0) from coupon_use";
                Ok((used, number(tx, of_customers).await))
            })
        })
        .await;
    counted.unwrap()
}

on_both_engines!(a_quote_shows_the_price_and_redeems_nothing, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    offer_coupon(&store, 3).await;
    let order = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    for typed in ["WELCOME50", " welcome50 ", "Welcome50"] {
        let quote = quote_coupon(&app, customers[0], order.number, typed).await.unwrap();
        assert_eq!((quote.discount, quote.total), (Money::from_rupees(50), Money::from_rupees(750)));
    }
    assert_eq!(uses(&store).await, (0, 0));
});

on_both_engines!(games_that_a_coupon_makes_free_are_not_games_to_pay_at_the_court, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    Coupon::flat("ONTHEHOUSE", 800).uses(10).uses_of_one(10).add(&store).await;
    for court in 1..=4 {
        let order = held(&app, customers[0], court, "7:00 PM").await.unwrap();
        let free = confirm_at_court(&app, customers[0], order.number, Some("ONTHEHOUSE")).await.unwrap();
        assert_eq!(free.total(), Money::ZERO);
    }
    let fifth = held(&app, customers[0], 5, "7:00 PM").await.unwrap();
    confirm_at_court(&app, customers[0], fifth.number, None).await.unwrap();
});

on_both_engines!(confirming_redeems_and_cancelling_gives_back, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    offer_coupon(&store, 3).await;
    let order = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    for _ in 0..2 {
        let order = confirm_at_court(&app, customers[0], order.number, Some("welcome50")).await.unwrap();
        assert_eq!(order.total(), Money::from_rupees(750));
        assert_eq!(uses(&store).await, (1, 1), "a second tap uses nothing more");
    }
    let second = held(&app, customers[0], 4, "7:00 PM").await.unwrap();
    let refused = confirm_at_court(&app, customers[0], second.number, Some("WELCOME50")).await;
    assert!(matches!(refused, Err(ConfirmError::Coupon(CouponRefused::Invalid))), "a customer uses it once");
    for _ in 0..2 {
        cancel(&app, customers[0], order.number, None).await.unwrap();
        assert_eq!(uses(&store).await, (0, 0), "the use is given back once");
    }
    confirm_at_court(&app, customers[0], second.number, Some("WELCOME50")).await.unwrap();
});

on_both_engines!(a_hold_whose_coupon_was_refused_can_be_confirmed_without_a_coupon, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    let refused = confirm_at_court(&app, customers[0], order.number, Some("NOSUCH")).await;
    assert!(matches!(refused, Err(ConfirmError::Coupon(CouponRefused::Invalid))));
    let order = confirm_at_court(&app, customers[0], order.number, Some("  ")).await.unwrap();
    assert_eq!(order.total(), Money::from_rupees(800));
});

on_both_engines!(only_a_live_hold_of_ones_own_is_quoted, async |store| {
    let (app, customers) = open_app(store.clone(), 2).await;
    offer_coupon(&store, 3).await;
    let order = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    let other = quote_coupon(&app, customers[1], order.number, "WELCOME50").await;
    assert!(matches!(other, Err(QuoteCouponError::NoSuchOrder)));
    let blank = quote_coupon(&app, customers[0], order.number, "   ").await;
    assert!(matches!(blank, Err(QuoteCouponError::EmptyCode)));
    app.clock.advance(600);
    let late = quote_coupon(&app, customers[0], order.number, "WELCOME50").await;
    assert!(matches!(late, Err(QuoteCouponError::HoldExpired)));
});

on_both_engines!(wrong_codes_are_counted_and_then_throttled, async |store| {
    open_venue(&store).await;
    let customers = add_customers(&store, 1).await;
    let app = TestApp::over(store);
    let order = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    for n in 0..8 {
        let wrong = quote_coupon(&app, customers[0], order.number, &format!("GUESS{n}")).await;
        assert!(matches!(wrong, Err(QuoteCouponError::Refused(CouponRefused::Invalid))), "{wrong:?}");
    }
    let ninth = quote_coupon(&app, customers[0], order.number, "GUESS9").await;
    assert!(matches!(ninth, Err(QuoteCouponError::Throttled(_))), "{ninth:?}");
    // Confirming counts as a try too; a confirmation without a code does not.
    let confirm = async |code| confirm_at_court(&app, customers[0], order.number, code).await;
    assert!(matches!(confirm(Some("GUESS10")).await, Err(ConfirmError::Throttled(_))));
    confirm(None).await.unwrap();
});

on_both_engines!(wrong_codes_on_confirming_count_too, async |store| {
    open_venue(&store).await;
    let customers = add_customers(&store, 1).await;
    let app = TestApp::over(store);
    let order = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    for n in 0..8 {
        let wrong = confirm_at_court(&app, customers[0], order.number, Some(&format!("GUESS{n}"))).await;
        assert!(matches!(wrong, Err(ConfirmError::Coupon(CouponRefused::Invalid))), "{wrong:?}");
    }
    let ninth = confirm_at_court(&app, customers[0], order.number, Some("GUESS9")).await;
    assert!(matches!(ninth, Err(ConfirmError::Throttled(_))), "{ninth:?}");
});

on_both_engines!(a_repeated_confirmation_is_answered_also_when_no_more_codes_may_be_tried, async |store| {
    open_venue(&store).await;
    let customers = add_customers(&store, 1).await;
    let app = TestApp::over(store.clone());
    offer_coupon(&store, 3).await;
    let order = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    let confirm = async || confirm_at_court(&app, customers[0], order.number, Some("WELCOME50")).await;
    confirm().await.unwrap();
    let other = held(&app, customers[0], 4, "7:00 PM").await.unwrap();
    for n in 0..7 {
        let wrong = quote_coupon(&app, customers[0], other.number, &format!("GUESS{n}")).await;
        assert!(matches!(wrong, Err(QuoteCouponError::Refused(CouponRefused::Invalid))), "{wrong:?}");
    }
    for _ in 0..2 {
        assert_eq!(confirm().await.unwrap().total(), Money::from_rupees(750));
    }
    let next = confirm_at_court(&app, customers[0], other.number, Some("WELCOME50")).await;
    assert!(matches!(next, Err(ConfirmError::Throttled(_))), "the control: {next:?}");
    assert_eq!(uses(&store).await, (1, 1));
});

on_both_engines!(a_coupon_for_three_redeemed_by_a_hundred_is_used_three_times, async |store| {
    let (app, customers) = open_app(store.clone(), 100).await;
    offer_coupon(&store, 3).await;
    let hours = [
        "6:00 AM", "7:00 AM", "8:00 AM", "9:00 AM", "10:00 AM", "11:00 AM", "12:00 PM", "1:00 PM", "2:00 PM",
    ];
    let mut orders = Vec::new();
    for (n, customer) in customers.iter().enumerate() {
        let court = i64::try_from(n % 12).unwrap() + 1;
        orders.push(held(&app, *customer, court, hours[n / 12]).await.unwrap());
    }
    let answers = run_concurrently(100, |n| {
        let (app, order) = (app.clone(), orders[n].clone());
        async move { confirm_at_court(&app, order.customer, order.number, Some("WELCOME50")).await.is_ok() }
    })
    .await;
    assert_eq!(answers.into_iter().filter(|good| *good).count(), 3);
    assert_eq!(uses(&store).await, (3, 3));
});

/// Returns how many of a hundred concurrent customers redeem a coupon with three uses, through `redeem`.
async fn redeemed(store: &Store, redeem: Statement) -> usize {
    offer_coupon(store, 3).await;
    let answers = run_concurrently(100, |_| {
        let store = store.clone();
        async move {
            let touched: Result<u64, StoreError> = store
                .write((), move |tx, ()| Box::pin(async move { tx.run(redeem, params![1_i64]).await }))
                .await;
            matches!(touched, Ok(1))
        }
    })
    .await;
    answers.into_iter().filter(|good| *good).count()
}

on_both_engines!(the_limit_holds_by_the_guard_of_the_statement, async |store| {
    assert_eq!(redeemed(&store, statement("coupon/redeem")).await, 3);
});

on_both_engines!(control_without_the_guard_a_hundred_redeem_a_coupon_for_three, async |store| {
    // The check of the table refuses a further use too, so the control counts in another column.
    let unguarded = without_guard_of(
        statement("coupon/redeem"),
        "set used = used + 1\n where coupon_id = $1 and active = 1 and (total_limit is null or used < total_limit)",
        "set min_amount_paise = min_amount_paise + 1\n where coupon_id = $1 and active = 1",
    );
    assert_eq!(redeemed(&store, unguarded).await, 100);
});

/// Returns how many of thirty concurrent uses one customer gets of a coupon with one use, through `redeem`.
async fn uses_of_one(store: &Store, redeem: Statement) -> usize {
    open_venue(store).await;
    let customer: CustomerId = add_customers(store, 1).await[0];
    offer_coupon(store, 100).await;
    let answers = run_concurrently(30, |_| {
        let store = store.clone();
        async move {
            let touched: Result<u64, StoreError> = store
                .write((), move |tx, ()| {
                    Box::pin(async move { tx.run(redeem, params![1_i64, customer.0, 1_i64]).await })
                })
                .await;
            touched.unwrap() == 1
        }
    })
    .await;
    answers.into_iter().filter(|good| *good).count()
}

on_both_engines!(a_customer_uses_a_coupon_once_by_the_guard_of_the_statement, async |store| {
    assert_eq!(uses_of_one(&store, statement("coupon_use/redeem")).await, 1);
});

on_both_engines!(control_without_the_guard_one_customer_uses_it_thirty_times, async |store| {
    let guard = "or coupon_use.used < cast($3 as bigint)";
    let unguarded = without_guard_of(statement("coupon_use/redeem"), guard, "or cast($3 as bigint) > 0");
    assert_eq!(uses_of_one(&store, unguarded).await, 30);
});
