//! Concurrent actions on two nodes, five hundred times each (a hundred times in a usual run). In each order of events:
//! one booking or one refund, one order at the provider for each amount, nothing lost. Each race has a control: without a guard it
//! goes wrong.
//! Dismissing a checkout settles the payment that it finds, so the control of its race is that of two calls which settle one payment.

use std::{collections::BTreeMap, fmt::Debug};

use futures_util::{StreamExt as _, stream};
use serde_json::json;
use sideout_app::{
    Order,
    booking::{
        cancel::{CancelError, cancel},
        release_hold::{ReleaseHoldError, release_hold},
    },
    payments::{
        confirm_payment::confirm_payment,
        generate_payment::{Checkout, GeneratePaymentError, OnlinePaymentRequest, generate_payment},
        issue_refunds::issue_refunds,
        reset_checkout::{AfterCheckout, reset_checkout},
    },
    steps::payment_overview::PaymentState,
};
use sideout_domain::{money::Money, order::OrderStatus};
use sideout_store::Store;
use sideout_testkit::{
    Coupon, TestApp, meanwhile, on_both_engines, on_two_nodes, rounds, run_concurrently, statement,
    two_nodes_on_postgres, without_guard,
};

use super::print_counts;
use crate::fixture::{FRIDAY, PaymentsFixture};

const ROUNDS: usize = rounds(500);
/// The maximum number of rounds of a control, which ends with the first round that goes wrong.
const CONTROL_ROUNDS: usize = 200;
/// Rounds under way at the same time, each with a player and a court of its own.
const ROUNDS_AT_ONCE: usize = 6;

/// Two nodes, and a player for each round.
struct Nodes {
    fixture: PaymentsFixture,
    apps: [TestApp; 2],
}

impl Nodes {
    async fn new([here, there]: [Store; 2], rounds: usize) -> Self {
        let fixture = PaymentsFixture::new(here, i64::try_from(rounds).unwrap()).await;
        let other = fixture.app.another_node_on(there, |_| {});
        Nodes { apps: [fixture.app.clone(), other], fixture }
    }

    /// Holds a court and opens its checkout.
    async fn hold_with_checkout(&self, round: usize) -> (Order, Checkout) {
        let order = self.fixture.hold_one_of_many(round, round).await;
        let checkout = self.fixture.checkout(&order).await;
        (order, checkout)
    }

    /// The hint of a browser to this node.
    async fn hint(&self, node: usize, order: &Order) {
        confirm_payment(&self.apps[node], order.customer, order.number, None).await.unwrap();
    }

    async fn issue_all_on_friday(&self) {
        for app in &self.apps {
            app.clock.set(FRIDAY.parse().unwrap());
        }
        loop {
            let moved = run_concurrently(2, |node| {
                let app = self.apps[node].clone();
                async move { issue_refunds(&app).await.unwrap() }
            });
            if moved.await.into_iter().sum::<usize>() == 0 {
                return;
            }
        }
    }
}

/// Runs all rounds, some at the same time; returns the number of each result.
async fn run_rounds<F: Future<Output: Debug>>(
    rounds: usize,
    round: impl Fn(usize) -> F,
) -> BTreeMap<String, usize> {
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    let mut rounds = stream::iter((0..rounds).map(round)).buffer_unordered(ROUNDS_AT_ONCE);
    while let Some(end) = rounds.next().await {
        *ends.entry(format!("{end:?}")).or_default() += 1;
    }
    ends
}

/// Cancels a paid booking four times at once; returns the refund of each response.
async fn cancel_at_once(nodes: &Nodes, round: usize) -> Vec<Result<Money, CancelError>> {
    let order = nodes.fixture.hold_one_of_many(round, round).await;
    let checkout = nodes.fixture.try_checkout(&order, Some("DINK"), false).await.unwrap();
    nodes.fixture.pay(&checkout, json!({})).await;
    nodes.hint(round % 2, &order).await;
    let refunds = run_concurrently(4, |tap| {
        let (app, order) = (nodes.apps[tap % 2].clone(), order.clone());
        async move { cancel(&app, order.customer, order.number, None).await.map(|cancelled| cancelled.refund) }
    });
    refunds.await
}

/// A coupon that was used a thousand times before, so that a use returned twice changes the count.
async fn offer_coupon(fixture: &PaymentsFixture) {
    Coupon::flat("DINK", 100).uses_of_one(1).add(&fixture.app.store).await;
    assert_eq!(fixture.change("update coupon set used = 1000").await, 1);
}

on_two_nodes!(concurrent_cancellations_refund_once_and_give_the_coupon_back_once, async |stores| {
    let nodes = Nodes::new(stores, ROUNDS).await;
    offer_coupon(&nodes.fixture).await;
    let rounds = run_rounds(ROUNDS, async |round| {
        for promised in cancel_at_once(&nodes, round).await {
            assert_eq!(promised.unwrap(), Money::from_rupees(670));
        }
        nodes.fixture.assert_sound().await;
    });
    rounds.await;
    assert_eq!(nodes.fixture.number("select used from coupon").await, 1_000);
    nodes.issue_all_on_friday().await;
    let there = nodes.fixture.assert_all_agree().await;
    assert_eq!(there["refunds"].as_array().unwrap().len(), ROUNDS);
    let all = "select count(*) from orders where status = 'cancelled'";
    assert_eq!(nodes.fixture.number(all).await, i64::try_from(ROUNDS).unwrap());
});

/// On SQLite units of work run one after the other, so the guard is not needed there.
mod control_without_the_guard_concurrent_cancellations_go_wrong {
    use super::*;

    #[test]
    fn postgres() {
        two_nodes_on_postgres(async |stores| {
            let unguarded = |store: &Store| {
                // The first cancellation also changes what is kept of the payments, and the second compares it: these conditions go too.
                let kept = "and court_id = $6 and starts_at = $7\n   and paid_paise - returned_paise = $8";
                let guard = format!("and status = 'confirmed' {kept}");
                without_guard(
                    store,
                    statement("orders/cancel"),
                    &guard,
                    "and $6 = $6 and $7 = $7 and $8 = $8",
                )
            };
            let nodes = Nodes::new([unguarded(&stores[0]), unguarded(&stores[1])], CONTROL_ROUNDS).await;
            offer_coupon(&nodes.fixture).await;
            for round in 0..CONTROL_ROUNDS {
                // A second credit note stops the second cancellation, or else the coupon is given back twice.
                let promised = cancel_at_once(&nodes, round).await;
                if promised.iter().any(Result::is_err)
                    || nodes.fixture.number("select used from coupon").await < 1_000
                {
                    return;
                }
            }
            panic!("{CONTROL_ROUNDS} rounds without the guard went well: there is no race");
        });
    }
}

/// The player releases the hold while the payment is captured; returns the result.
async fn release_while_paying(nodes: &Nodes, round: usize) -> OrderStatus {
    let (order, checkout) = nodes.hold_with_checkout(round).await;
    let node = round % 2;
    tokio::join!(
        async {
            nodes.fixture.let_time_pass(round % 5).await;
            // An error that says that it is too late is right as well.
            drop(release_hold(&nodes.apps[node], order.customer, None).await);
        },
        async {
            nodes.fixture.let_time_pass(round / 5 % 10).await;
            nodes.fixture.pay(&checkout, json!({})).await;
            tokio::join!(nodes.hint(node, &order), nodes.hint(1 - node, &order));
        },
    );
    nodes.hint(node, &order).await;
    let overview = nodes.fixture.overview(order.customer, order.number).await;
    match (overview.order.status, &overview.payment) {
        (OrderStatus::Confirmed, PaymentState::Paid)
        | (OrderStatus::Released, PaymentState::Refund { .. }) => overview.order.status,
        _ => panic!("round {round}: {overview:?}"),
    }
}

on_two_nodes!(a_hold_released_during_the_capture_ends_in_a_booking_or_a_refund, async |stores| {
    let nodes = Nodes::new(stores, ROUNDS).await;
    let ends = run_rounds(ROUNDS, async |round| {
        let end = release_while_paying(&nodes, round).await;
        nodes.fixture.assert_sound().await;
        end
    });
    let ends = ends.await;
    print_counts(&format!("{ends:?}"));
    assert_eq!(ends.len(), 2, "each of them won sometimes: {ends:?}");
    nodes.issue_all_on_friday().await;
    nodes.fixture.assert_all_agree().await;
});

/// The checkout is dismissed while the payment is captured; returns the response to the page.
async fn dismiss_while_paying(nodes: &Nodes, round: usize) -> AfterCheckout {
    let (order, checkout) = nodes.hold_with_checkout(round).await;
    let node = round % 2;
    let (response, ()) = tokio::join!(
        async {
            nodes.fixture.let_time_pass(round % 5).await;
            reset_checkout(&nodes.apps[node], order.customer, Some(order.number)).await.unwrap()
        },
        async {
            nodes.fixture.let_time_pass(round / 5 % 10).await;
            nodes.fixture.pay(&checkout, json!({})).await;
            tokio::join!(nodes.hint(node, &order), nodes.hint(1 - node, &order));
        },
    );
    nodes.hint(node, &order).await;
    let overview = nodes.fixture.overview(order.customer, order.number).await;
    assert_eq!(
        (overview.order.status, &overview.payment),
        (OrderStatus::Confirmed, &PaymentState::Paid),
        "round {round}"
    );
    response
}

on_two_nodes!(a_checkout_dismissed_during_the_capture_always_ends_in_the_booking, async |stores| {
    let nodes = Nodes::new(stores, ROUNDS).await;
    let ends = run_rounds(ROUNDS, async |round| {
        let response = dismiss_while_paying(&nodes, round).await;
        nodes.fixture.assert_sound().await;
        response
    });
    let ends = ends.await;
    print_counts(&format!("{ends:?}"));
    assert!(
        ends.contains_key("StillHeld") && ends.contains_key("Booked"),
        "each of them won sometimes: {ends:?}"
    );
    let there = nodes.fixture.assert_all_agree().await;
    assert_eq!(there["refunds"], json!([]));
});

on_both_engines!(control_without_the_guard_two_calls_that_settle_one_payment_break_a_rule, async |store| {
    let unguarded = without_guard(&store, statement("payment/settle"), "and settled_at is null", "");
    let nodes = Nodes::new([unguarded.clone(), unguarded], 1).await;
    let (order, checkout) = nodes.hold_with_checkout(0).await;
    nodes.fixture.pay(&checkout, json!({})).await;
    tokio::join!(nodes.hint(0, &order), nodes.hint(1, &order));
    assert_ne!(nodes.fixture.broken().await, [] as [&str; 0]);
});

/// A hold is paid and booked after a call that releases it has read it, and before that call ends it. Returns the answer of the
/// call.
async fn release_over_a_capture(
    [here, there]: [Store; 2],
) -> (PaymentsFixture, Order, Result<(), ReleaseHoldError>) {
    let fixture = PaymentsFixture::new(there, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    let (payer, paid) = (fixture.clone(), order.clone());
    let here = meanwhile(&here, "slot_claim/release_hold", move || async move {
        payer.pay(&checkout, json!({})).await;
        assert_eq!(payer.hint(&paid).await.payment, PaymentState::Paid);
    });
    let node = fixture.app.another_node_on(here, |_| {});
    let released = release_hold(&node, order.customer, None).await;
    (fixture, order, released)
}

// On SQLite a unit of work that writes is alone, so nothing is between its read and its write.
#[test]
fn a_hold_that_is_paid_after_its_release_has_read_it_stays_booked() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        let (fixture, order, released) = release_over_a_capture(stores).await;
        assert!(matches!(released, Err(ReleaseHoldError::AlreadyBooked)), "{released:?}");
        assert_eq!(fixture.order(&order).await.status, OrderStatus::Confirmed);
        fixture.assert_all_agree().await;
    });
}

#[test]
fn control_without_the_guard_a_release_ends_a_booking_that_was_just_paid() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let unguarded = without_guard(&here, statement("orders/close_hold"), "and status = 'held'", "");
        let (fixture, order, released) = release_over_a_capture([unguarded, there]).await;
        released.unwrap();
        assert_eq!(fixture.order(&order).await.status, OrderStatus::Released);
        assert_ne!(fixture.broken().await, [] as [&str; 0]);
    });
}

/// Six taps on both nodes, a third of them with a coupon; returns the number of orders at the provider.
async fn open_at_once(nodes: &Nodes, round: usize) -> usize {
    let order = nodes.fixture.hold_one_of_many(round, round).await;
    let taps = run_concurrently(6, |tap| {
        let (app, order) = (nodes.apps[tap % 2].clone(), order.clone());
        async move {
            let code = (tap % 3 == 0).then(|| "DINK".to_owned());
            let request = OnlinePaymentRequest { number: order.number, code, any_court: false, shown: None };
            generate_payment(&app, order.customer, request).await
        }
    });
    let mut opened: BTreeMap<Money, String> = BTreeMap::new();
    for answer in taps.await {
        match answer {
            Ok(Checkout { amount, provider_order, .. }) => {
                let first = opened.entry(amount).or_insert_with(|| provider_order.clone());
                assert_eq!(*first, provider_order, "round {round}");
            }
            Err(GeneratePaymentError::Busy) => {}
            Err(error) => panic!("round {round}: {error}"),
        }
    }
    assert_eq!(opened.len(), 2, "round {round}: one for each amount");
    opened.len()
}

on_two_nodes!(concurrent_checkouts_open_one_provider_order_for_each_amount, async |stores| {
    let nodes = Nodes::new(stores, ROUNDS).await;
    offer_coupon(&nodes.fixture).await;
    run_rounds(ROUNDS, |round| open_at_once(&nodes, round)).await;
    let there = nodes.fixture.assert_all_agree().await;
    assert_eq!(there["orders"].as_array().unwrap().len(), 2 * ROUNDS);
    assert_eq!(
        nodes.fixture.number("select count(*) from provider_order").await,
        2 * i64::try_from(ROUNDS).unwrap()
    );
});

on_both_engines!(control_without_the_guard_concurrent_checkouts_open_more_provider_orders, async |store| {
    let guard = "and (requesting_until is null or requesting_until <= $2)";
    let unguarded =
        without_guard(&store, statement("provider_order/begin_request"), guard, "and cast($2 as bigint) > 0");
    let nodes = Nodes::new([unguarded.clone(), unguarded], CONTROL_ROUNDS).await;
    for round in 0..CONTROL_ROUNDS {
        let order = nodes.fixture.hold_one_of_many(round, round).await;
        run_concurrently(6, |tap| {
            let (app, order) = (nodes.apps[tap % 2].clone(), order.clone());
            async move {
                let request =
                    OnlinePaymentRequest { number: order.number, code: None, any_court: false, shown: None };
                drop(generate_payment(&app, order.customer, request).await);
            }
        })
        .await;
        if nodes.fixture.count("orders").await > round + 1 {
            return;
        }
    }
    panic!("{CONTROL_ROUNDS} rounds without the guard went well: there is no race");
});
