//! The queue of refunds: what needs staff first, page by page, and sending what waits.

use serde_json::json;
use sideout_app::{
    Order,
    desk::refunds::{
        read_queue::{QueuePage, QueuePlace, read_queue},
        send_refunds::{SendRefundError, retry_refund, send_all_refunds, send_refund},
    },
    payments::{issue_refunds::issue_refunds, list_refunds::list_refunds},
    steps::audited::Actor,
};
use sideout_domain::{RefundId, money::Money, refund::RefundStatus};
use sideout_testkit::{on_both_engines, request_key};

use crate::{expedited_refunds::expedite, world::World};

async fn refund_of(world: &World, order: &Order) -> RefundId {
    list_refunds(&world.app.store, None, Some(order.number)).await.unwrap()[0].id
}

/// Five refunds: one that failed, two that wait, one on its way, one that is done; and a manager.
async fn five_refunds(world: &World) -> ([Order; 5], Actor) {
    let failed = world.book_pay_and_cancel(0, 1).await;
    let done = world.book_pay_and_cancel(1, 2).await;
    let pending = world.book_pay_and_cancel(2, 3).await;
    let waiting = [world.book_pay_and_cancel(3, 4).await, world.book_pay_and_cancel(4, 5).await];
    expedite(world, &done).await;
    issue_refunds(&world.app).await.unwrap();
    world.switch(json!({"refunds": "failed"})).await;
    expedite(world, &failed).await;
    issue_refunds(&world.app).await.unwrap();
    world.advance(3_600).await;
    issue_refunds(&world.app).await.unwrap();
    world.switch(json!({"refunds": "pending"})).await;
    expedite(world, &pending).await;
    issue_refunds(&world.app).await.unwrap();
    world.switch(json!({})).await;
    let manager = world.manager_with_drawer().await;
    let [first, second] = waiting;
    ([failed, first, second, pending, done], manager)
}

async fn read(world: &World, manager: &Actor) -> QueuePage {
    read_queue(&world.app, manager, None, 50).await.unwrap()
}

on_both_engines!(failed_refunds_come_first_and_pages_follow_without_a_gap, async |store| {
    let world = World::new(store, 5).await;
    let (orders, manager) = five_refunds(&world).await;
    let page = read(&world, &manager).await;
    let places: Vec<QueuePlace> = page.refunds.iter().map(|queued| queued.place).collect();
    use QueuePlace::{Done, Failed, OnItsWay, Waiting};
    assert_eq!(places, [Failed, Waiting, Waiting, OnItsWay, Done]);
    let listed: Vec<_> = page.refunds.iter().map(|queued| queued.paid_for.order).collect();
    assert_eq!(listed, orders.each_ref().map(|order| order.number));
    let sums: Vec<_> = page.open.iter().map(|sum| (sum.place, sum.refunds, sum.amount)).collect();
    let rupees = Money::from_rupees;
    assert_eq!(sums, [(Failed, 1, rupees(770)), (Waiting, 2, rupees(1_540)), (OnItsWay, 1, rupees(770))]);
    assert!(page.refunds.iter().all(|queued| queued.credit_note.is_some()), "each booking had a receipt");
    for limit in 1..5 {
        let (mut joined, mut after) = (Vec::new(), None);
        loop {
            let part = read_queue(&world.app, &manager, after, limit).await.unwrap();
            joined.extend(part.refunds);
            after = part.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(joined, page.refunds, "pages of {limit}");
    }
});

on_both_engines!(staff_send_one_or_all_waiting_refunds_once, async |store| {
    let world = World::new(store, 5).await;
    let ([failed, first, .., done], manager) = five_refunds(&world).await;
    let one = refund_of(&world, &first).await;
    send_refund(&world.app, &manager, one, request_key(1)).await.unwrap();
    send_refund(&world.app, &manager, one, request_key(2)).await.unwrap();
    assert_eq!(world.number("select count(*) from audit_entry where verb = 'refund.expedited'").await, 1);
    let all = send_all_refunds(&world.app, &manager, request_key(3)).await.unwrap();
    assert_eq!((all.refunds, all.paise), (1, 77_000), "the other one that waits");
    let again = send_all_refunds(&world.app, &manager, request_key(4)).await.unwrap();
    assert_eq!((again.refunds, again.paise), (0, 0));
    let repeated = send_all_refunds(&world.app, &manager, request_key(3)).await.unwrap();
    assert_eq!(repeated, all, "the same call has the same answer");
    assert_eq!(world.number("select count(*) from audit_entry where verb = 'refund.expedited'").await, 2);
    issue_refunds(&world.app).await.unwrap();
    let places: Vec<_> = read(&world, &manager).await.refunds.iter().map(|queued| queued.place).collect();
    assert_eq!(places.iter().filter(|place| **place == QueuePlace::Done).count(), 3);

    let failed = refund_of(&world, &failed).await;
    let done = refund_of(&world, &done).await;
    for (refund, key) in [(failed, 8), (done, 9)] {
        let refused = send_refund(&world.app, &manager, refund, request_key(key)).await;
        assert!(matches!(refused, Err(SendRefundError::NotWaiting)), "{refused:?}");
    }
    retry_refund(&world.app, &manager, failed, request_key(5)).await.unwrap();
    let twice = retry_refund(&world.app, &manager, failed, request_key(6)).await;
    assert!(matches!(twice, Err(SendRefundError::NotFailed)), "{twice:?}");
    let waits = retry_refund(&world.app, &manager, one, request_key(7)).await;
    assert!(matches!(waits, Err(SendRefundError::NotFailed)), "it never failed: {waits:?}");
    assert_eq!(read(&world, &manager).await.refunds[0].place, QueuePlace::TriedAgain);
    issue_refunds(&world.app).await.unwrap();
    world.advance(3_600).await;
    issue_refunds(&world.app).await.unwrap();
    let left = list_refunds(&world.app.store, None, None).await.unwrap();
    assert!(left.iter().all(|refund| refund.status == RefundStatus::Processed), "{left:?}");
    world.assert_all_agree().await;
});

on_both_engines!(the_message_of_the_provider_is_kept_until_the_step_succeeds, async |store| {
    let world = World::new(store, 1).await;
    let order = world.book_pay_and_cancel(0, 3).await;
    let manager = world.manager_with_drawer().await;
    world.switch(json!({"refunds": "balance_low"})).await;
    expedite(&world, &order).await;
    issue_refunds(&world.app).await.unwrap();
    let waiting = read(&world, &manager).await.refunds.remove(0);
    assert_eq!((waiting.place, waiting.refund.tries), (QueuePlace::Waiting, 1));
    let fault = waiting.refund.fault.unwrap();
    assert!(fault.contains("does not have enough balance"), "{fault}");
    world.switch(json!({})).await;
    world.advance(120).await;
    issue_refunds(&world.app).await.unwrap();
    assert_eq!(read(&world, &manager).await.refunds[0].refund.fault, None);
});

on_both_engines!(the_queue_of_venue_one_has_nothing_of_venue_eleven, async |store| {
    let world = World::new(store, 5).await;
    let (_, manager) = five_refunds(&world).await;
    for text in [
        "insert into venue (venue_id, name, location, long_location, image, facilities, gallery, time_zone, slot_minutes, play_minutes, position, active) \
         select 11, 'Eleventh', '', '', '', '[]', '[]', time_zone, slot_minutes, play_minutes, 11, 1 from venue where venue_id = 1",
        "update orders set venue_id = 11 where court_id in (1, 2, 3, 4)",
    ] {
        world.change(text).await;
    }
    let page = read(&world, &manager).await;
    assert_eq!(page.refunds.iter().map(|queued| queued.place).collect::<Vec<_>>(), [QueuePlace::Waiting]);
    assert_eq!(
        page.open.iter().map(|sum| (sum.place, sum.refunds)).collect::<Vec<_>>(),
        [(QueuePlace::Waiting, 1)]
    );
});
