//! Payment status requests of players: few calls to the provider, short waits, and the current state.

use std::time::Duration;

use futures_util::future::{BoxFuture, join_all};
use serde_json::json;
use sideout_app::{
    booking::{
        confirm_at_court::confirm_at_court,
        find_hold::find_hold,
        place_hold::{Pick, place_hold},
        release_hold::release_hold,
    },
    payments::{
        confirm_payment::{ConfirmPaymentError, confirm_payment},
        reset_checkout::reset_checkout,
    },
    steps::payment_overview::PaymentState,
};
use sideout_domain::{CourtId, order::OrderStatus};
use sideout_testkit::{
    meanwhile, on_both_engines,
    sample_venue::{PICKLEBALL, VENUE},
};
use tokio::{net::TcpListener, time::Instant};

use crate::fixture::PaymentsFixture;

on_both_engines!(four_hundred_requests_at_once_cause_few_calls_and_most_are_throttled, async |store| {
    let fixture = PaymentsFixture::throttled(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    let before = fixture.calls("list payments").await;
    let begun = Instant::now();
    let requests = (0..400).map(|_| confirm_payment(&fixture.app, order.customer, order.number, None));
    let answers = join_all(requests).await;
    let windows = begun.elapsed().as_millis() / 2_000 + 1;
    let (mut throttled, mut answered) = (0, 0);
    for answer in answers {
        match answer {
            Ok(overview) => {
                assert_eq!(overview.payment, PaymentState::None);
                answered += 1;
            }
            Err(ConfirmPaymentError::Throttled(wait)) => {
                assert!(wait.retry_after >= 1);
                throttled += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!((answered, throttled), (30, 370));
    let polls = fixture.calls("list payments").await - before;
    assert!(u128::from(polls) <= windows, "{polls} polls in {windows} times two seconds");

    // Paid just after the last poll: the next request causes a poll of its own, within the time a person waits.
    fixture.pay(&checkout, json!({})).await;
    fixture.app.clock.advance(60);
    let requested = Instant::now();
    assert_eq!(fixture.hint(&order).await.payment, PaymentState::Paid);
    assert!(requested.elapsed() < Duration::from_secs(4));
});

on_both_engines!(control_without_throttling_each_of_twenty_requests_in_a_row_is_a_call, async |store| {
    // Without throttling, polls still take turns, but none waits for two seconds to pass.
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    fixture.checkout(&order).await;
    for _ in 0..20 {
        fixture.hint(&order).await;
    }
    assert_eq!(fixture.calls("list payments").await, 20);
});

/// Runs the work; returns what it is and how long it took.
fn timed<'w>(
    what: &'static str,
    work: impl Future<Output = ()> + Send + 'w,
) -> BoxFuture<'w, (&'static str, Duration)> {
    let begun = Instant::now();
    Box::pin(async move {
        work.await;
        (what, begun.elapsed())
    })
}

on_both_engines!(no_player_waits_longer_than_four_seconds_for_a_provider_that_hangs, async |store| {
    let fixture = PaymentsFixture::new(store, 5).await;
    let mut orders = Vec::new();
    for player in 0..5 {
        let order = fixture.hold(player, i64::try_from(player).unwrap() + 1).await;
        if player > 0 {
            fixture.checkout(&order).await;
        }
        orders.push(order);
    }
    // It accepts connections and never responds.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let hanging = fixture.paying_at(silent.local_addr().unwrap());
    let app = &hanging.app;
    let waits = join_all([
        timed(
            "opening a checkout",
            Box::pin(async {
                assert!(hanging.try_checkout(&orders[0], None, false).await.is_err());
            }),
        ),
        timed(
            "opening it again",
            Box::pin(async {
                hanging.try_checkout(&orders[1], None, false).await.unwrap();
            }),
        ),
        timed(
            "paying at the court",
            Box::pin(async {
                let order = &orders[2];
                confirm_at_court(app, order.customer, order.number, None).await.unwrap();
            }),
        ),
        timed(
            "releasing the hold",
            Box::pin(async {
                release_hold(app, orders[3].customer, None).await.unwrap();
            }),
        ),
        timed(
            "dismissing the checkout",
            Box::pin(async {
                let order = &orders[4];
                reset_checkout(app, order.customer, None).await.unwrap();
            }),
        ),
        timed(
            "requesting the state",
            Box::pin(async {
                let order = &orders[1];
                drop(confirm_payment(app, order.customer, order.number, None).await);
            }),
        ),
    ])
    .await;
    for (what, wait) in waits {
        assert!(wait < Duration::from_secs(4), "{what}: {} ms", wait.as_millis());
    }
    assert_eq!(hanging.order(&orders[2]).await.status, OrderStatus::Confirmed);
    assert_eq!(hanging.order(&orders[3]).await.status, OrderStatus::Released);
});

on_both_engines!(only_the_hold_whose_payment_was_polled_is_released, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    let player = fixture.players[0];
    fixture.hold(0, 3).await;
    // Another tab picks another court while the payment is polled.
    let app = fixture.app.app();
    let store = meanwhile(&store, "provider_order/count_requested", move || async move {
        let (day, start) = (jiff::civil::date(2026, 11, 22), "7:00 PM".parse().unwrap());
        let pick = Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(4), day, start };
        place_hold(&app, player, pick).await.unwrap();
    });
    release_hold(&fixture.app.another_node_on(store, |_| {}), player, None).await.unwrap();
    let held = find_hold(&fixture.app, player).await.unwrap();
    assert_eq!(held.map(|hold| hold.slot.court), Some(CourtId(4)));
});
