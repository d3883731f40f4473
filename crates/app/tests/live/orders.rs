//! Watching the orders of one customer.

use sideout_app::{
    booking::{cancel::cancel, confirm_at_court::confirm_at_court},
    jobs::expire_holds::expire_holds,
    platform::watch_orders::{OrderEvent, OrderWatch},
};
use sideout_domain::order::OrderStatus;
use sideout_testkit::on_both_engines;

use crate::helpers::{held, open_app};

async fn pending_event(watch: &mut OrderWatch) -> Option<OrderEvent> {
    tokio::select! {
        biased;
        event = watch.next() => Some(event),
        () = std::future::ready(()) => None,
    }
}

on_both_engines!(each_step_of_an_order_is_sent_to_its_customer_only_and_in_order, async |store| {
    let (app, customers) = open_app(store, 2).await;
    held(&app, customers[0], 9).await.unwrap();
    let (mut own, mut other) = (app.live.watch_orders(customers[0]), app.live.watch_orders(customers[1]));
    let order = held(&app, customers[0], 3).await.unwrap();
    confirm_at_court(&app, customers[0], order.number, None).await.unwrap();
    cancel(&app, customers[0], order.number, None).await.unwrap();
    let mut steps = Vec::new();
    while let Some(OrderEvent::StatusChanged { number, status }) = pending_event(&mut own).await {
        steps.push((number == order.number, status));
    }
    assert_eq!(
        steps,
        [
            (false, OrderStatus::Released),
            (true, OrderStatus::Held),
            (true, OrderStatus::Confirmed),
            (true, OrderStatus::Cancelled)
        ]
    );
    assert_eq!(pending_event(&mut other).await, None);
});

on_both_engines!(an_expired_hold_is_announced_as_expired, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = held(&app, customers[0], 3).await.unwrap();
    let mut watch = app.live.watch_orders(customers[0]);
    app.clock.advance(600);
    expire_holds(&app).await.unwrap();
    let expired = OrderEvent::StatusChanged { number: order.number, status: OrderStatus::Expired };
    assert_eq!(pending_event(&mut watch).await, Some(expired));
});

on_both_engines!(a_reader_that_falls_behind_gets_a_resync_instead_of_the_events_it_missed, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let mut watch = app.live.watch_orders(customers[0]);
    for court in 1..=12 {
        held(&app, customers[0], court).await.unwrap();
    }
    // Twelve holds and eleven releases: more than the sixteen events that are kept.
    assert_eq!(pending_event(&mut watch).await, Some(OrderEvent::Resync));
    assert_eq!(pending_event(&mut watch).await, None, "the rest would come out of order");
    held(&app, customers[0], 1).await.unwrap();
    assert!(matches!(pending_event(&mut watch).await, Some(OrderEvent::StatusChanged { .. })));
});
