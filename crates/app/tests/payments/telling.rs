//! What players are told of their money.

use serde_json::json;
use sideout_app::{
    booking::cancel::cancel,
    notices::deliver::deliver,
    payments::{issue_refunds::issue_refunds, reconcile::reconcile},
};
use sideout_domain::notice::{Channel, Notice};
use sideout_providers::messaging::Template;
use sideout_testkit::on_both_engines;

use crate::world::World;

/// Friday 27 November 2026, 11:00 in India.
const FRIDAY: &str = "2026-11-27T05:30:00Z";
const LATE: u32 = 21 * 60;

/// Sends what is due by text; every notice so far, with the value of one placeholder.
async fn told(world: &World, value: &str) -> Vec<(Notice, String)> {
    deliver(&world.app, Channel::Text, || true).await.unwrap();
    let messages = world.app.messages.all();
    let told = messages.iter().filter_map(|message| match &message.template {
        Template::Notice { notice, values, .. } => {
            let found = values.iter().find(|(name, _)| *name == value);
            Some((*notice, found.map(|(_, value)| value.clone()).unwrap_or_default()))
        }
        Template::OneTimeCode { .. } => None,
    });
    told.collect()
}

/// A booking that was paid online and cancelled in time.
async fn cancelled(world: &World) {
    let order = world.hold(0, 3).await;
    let checkout = world.checkout(&order).await;
    world.pay(&checkout, json!({})).await;
    world.hint(&order).await;
    cancel(&world.app, order.customer, order.number, None).await.unwrap();
    assert_eq!(told(world, "amount").await, [(Notice::Cancelled, String::new())]);
    world.app.clock.set(FRIDAY.parse().unwrap());
}

on_both_engines!(a_refund_is_told_when_it_is_issued_and_when_it_is_done, async |store| {
    let world = World::new(store, 1).await;
    cancelled(&world).await;
    world.switch(json!({"refunds": "pending"})).await;
    issue_refunds(&world.app).await.unwrap();
    let amount = || "Rs 770".to_owned();
    let cancelled = (Notice::Cancelled, String::new());
    assert_eq!(told(&world, "amount").await, [cancelled.clone(), (Notice::RefundIssued, amount())]);
    world.advance(3_600).await;
    issue_refunds(&world.app).await.unwrap();
    issue_refunds(&world.app).await.unwrap();
    let all = [cancelled, (Notice::RefundIssued, amount()), (Notice::RefundDone, amount())];
    assert_eq!(told(&world, "amount").await, all);
});

on_both_engines!(a_refund_that_arrives_at_once_is_told_once, async |store| {
    let world = World::new(store, 1).await;
    cancelled(&world).await;
    issue_refunds(&world.app).await.unwrap();
    let all = [(Notice::Cancelled, String::new()), (Notice::RefundDone, "Rs 770".to_owned())];
    assert_eq!(told(&world, "amount").await, all);
});

on_both_engines!(a_refund_that_the_provider_gave_up_is_not_told_as_on_its_way, async |store| {
    let world = World::new(store, 1).await;
    cancelled(&world).await;
    world.switch(json!({"refunds": "failed"})).await;
    issue_refunds(&world.app).await.unwrap();
    world.advance(3_600).await;
    issue_refunds(&world.app).await.unwrap();
    assert_eq!(world.number("select count(*) from outbox where notice = 'refund_issued'").await, 2);
    assert_eq!(told(&world, "amount").await, [(Notice::Cancelled, String::new())]);
});

on_both_engines!(late_money_that_took_another_court_is_told_with_that_court, async |store| {
    let world = World::new(store, 2).await;
    let order = world.hold(0, 3).await;
    let checkout = world.try_checkout(&order, None, true).await.unwrap();
    world.advance(LATE).await;
    world.hold(1, 3).await;
    world.pay(&checkout, json!({})).await;
    reconcile(&world.app).await.unwrap();
    reconcile(&world.app).await.unwrap();
    let court = world.order(&order).await.court_name;
    assert_ne!(court, "Court 3");
    assert_eq!(told(&world, "court").await, [(Notice::Confirmed, court)]);
});

on_both_engines!(late_money_that_goes_back_is_told_as_that_and_as_no_booking, async |store| {
    let world = World::new(store, 2).await;
    let order = world.hold(0, 3).await;
    let checkout = world.checkout(&order).await;
    world.advance(LATE).await;
    world.hold(1, 3).await;
    world.pay(&checkout, json!({})).await;
    world.hint(&order).await;
    world.switch(json!({"refunds": "pending"})).await;
    issue_refunds(&world.app).await.unwrap();
    assert_eq!(told(&world, "amount").await, [(Notice::RefundIssued, "Rs 800".to_owned())]);
});
