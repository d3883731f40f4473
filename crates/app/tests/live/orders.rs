//! Who watches their own orders.

use sideout_app::{
    booking::{cancel::cancel, confirm_at_court::confirm_at_court},
    jobs::expire_holds::expire_holds,
    live::{OrderEvent, OrderWatch},
};
use sideout_domain::order::OrderStatus;
use sideout_testkit::on_both_engines;

use crate::steps::{held, open_app};

async fn told(watch: &mut OrderWatch) -> Option<OrderEvent> {
    tokio::select! {
        biased;
        event = watch.next() => Some(event),
        () = std::future::ready(()) => None,
    }
}

on_both_engines!(each_step_of_an_order_is_told_to_its_customer_in_order_and_to_nobody_else, async |store| {
    let (app, crowd) = open_app(store, 2).await;
    held(&app, crowd[0], 9).await.unwrap();
    let (mut own, mut other) = (app.live.watch_orders(crowd[0]), app.live.watch_orders(crowd[1]));
    let order = held(&app, crowd[0], 3).await.unwrap();
    confirm_at_court(&app, crowd[0], order.number, None).await.unwrap();
    cancel(&app, crowd[0], order.number, None).await.unwrap();
    let mut steps = Vec::new();
    while let Some(OrderEvent::Moved { number, status }) = told(&mut own).await {
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
    assert_eq!(told(&mut other).await, None);
});

on_both_engines!(a_lapsed_hold_is_told_as_expired, async |store| {
    let (app, crowd) = open_app(store, 1).await;
    let order = held(&app, crowd[0], 3).await.unwrap();
    let mut watch = app.live.watch_orders(crowd[0]);
    app.clock.advance(600);
    expire_holds(&app).await.unwrap();
    let expired = OrderEvent::Moved { number: order.number, status: OrderStatus::Expired };
    assert_eq!(told(&mut watch).await, Some(expired));
});

on_both_engines!(a_reader_that_falls_behind_is_told_to_look_again_and_costs_no_memory, async |store| {
    let (app, crowd) = open_app(store, 1).await;
    let mut watch = app.live.watch_orders(crowd[0]);
    for court in 1..=12 {
        held(&app, crowd[0], court).await.unwrap();
    }
    // Twelve held, eleven released: more than the sixteen that are kept.
    assert_eq!(told(&mut watch).await, Some(OrderEvent::Resync));
    assert_eq!(told(&mut watch).await, None, "the rest would come out of order");
    held(&app, crowd[0], 1).await.unwrap();
    assert!(matches!(told(&mut watch).await, Some(OrderEvent::Moved { .. })));
});
