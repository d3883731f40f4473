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

use crate::{expedited_refunds::expedite, fixture::PaymentsFixture};

async fn refund_of(fixture: &PaymentsFixture, order: &Order) -> RefundId {
    list_refunds(&fixture.app.store, None, Some(order.number)).await.unwrap()[0].id
}

/// Five refunds: one that failed, two that wait, one on its way, one that is done; and a manager.
async fn five_refunds(fixture: &PaymentsFixture) -> ([Order; 5], Actor) {
    let failed = fixture.book_pay_and_cancel(0, 1).await;
    let done = fixture.book_pay_and_cancel(1, 2).await;
    let pending = fixture.book_pay_and_cancel(2, 3).await;
    let waiting = [fixture.book_pay_and_cancel(3, 4).await, fixture.book_pay_and_cancel(4, 5).await];
    expedite(fixture, &done).await;
    issue_refunds(&fixture.app).await.unwrap();
    fixture.set_faults(json!({"refunds": "failed"})).await;
    expedite(fixture, &failed).await;
    issue_refunds(&fixture.app).await.unwrap();
    fixture.advance(3_600).await;
    issue_refunds(&fixture.app).await.unwrap();
    fixture.set_faults(json!({"refunds": "pending"})).await;
    expedite(fixture, &pending).await;
    issue_refunds(&fixture.app).await.unwrap();
    fixture.set_faults(json!({})).await;
    let manager = fixture.manager_with_drawer().await;
    let [first, second] = waiting;
    ([failed, first, second, pending, done], manager)
}

async fn read(fixture: &PaymentsFixture, manager: &Actor) -> QueuePage {
    read_queue(&fixture.app, manager, None, 50).await.unwrap()
}

on_both_engines!(failed_refunds_come_first_and_pages_follow_without_a_gap, async |store| {
    let fixture = PaymentsFixture::new(store, 5).await;
    let (orders, manager) = five_refunds(&fixture).await;
    let page = read(&fixture, &manager).await;
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
            let part = read_queue(&fixture.app, &manager, after, limit).await.unwrap();
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
    let fixture = PaymentsFixture::new(store, 5).await;
    let ([failed, first, .., done], manager) = five_refunds(&fixture).await;
    let one = refund_of(&fixture, &first).await;
    send_refund(&fixture.app, &manager, one, request_key(1)).await.unwrap();
    send_refund(&fixture.app, &manager, one, request_key(2)).await.unwrap();
    assert_eq!(fixture.number("select count(*) from audit_entry where verb = 'refund.expedited'").await, 1);
    let all = send_all_refunds(&fixture.app, &manager, request_key(3)).await.unwrap();
    assert_eq!((all.refunds, all.paise), (1, 77_000), "the other one that waits");
    let again = send_all_refunds(&fixture.app, &manager, request_key(4)).await.unwrap();
    assert_eq!((again.refunds, again.paise), (0, 0));
    let repeated = send_all_refunds(&fixture.app, &manager, request_key(3)).await.unwrap();
    assert_eq!(repeated, all, "the same call has the same answer");
    assert_eq!(fixture.number("select count(*) from audit_entry where verb = 'refund.expedited'").await, 2);
    issue_refunds(&fixture.app).await.unwrap();
    let places: Vec<_> = read(&fixture, &manager).await.refunds.iter().map(|queued| queued.place).collect();
    assert_eq!(places.iter().filter(|place| **place == QueuePlace::Done).count(), 3);

    let failed = refund_of(&fixture, &failed).await;
    let done = refund_of(&fixture, &done).await;
    for (refund, key) in [(failed, 8), (done, 9)] {
        let refused = send_refund(&fixture.app, &manager, refund, request_key(key)).await;
        assert!(matches!(refused, Err(SendRefundError::NotWaiting)), "{refused:?}");
    }
    retry_refund(&fixture.app, &manager, failed, request_key(5)).await.unwrap();
    let twice = retry_refund(&fixture.app, &manager, failed, request_key(6)).await;
    assert!(matches!(twice, Err(SendRefundError::NotFailed)), "{twice:?}");
    let waits = retry_refund(&fixture.app, &manager, one, request_key(7)).await;
    assert!(matches!(waits, Err(SendRefundError::NotFailed)), "it never failed: {waits:?}");
    assert_eq!(read(&fixture, &manager).await.refunds[0].place, QueuePlace::TriedAgain);
    issue_refunds(&fixture.app).await.unwrap();
    fixture.advance(3_600).await;
    issue_refunds(&fixture.app).await.unwrap();
    let left = list_refunds(&fixture.app.store, None, None).await.unwrap();
    assert!(left.iter().all(|refund| refund.status == RefundStatus::Processed), "{left:?}");
    fixture.assert_all_agree().await;
});

on_both_engines!(the_message_of_the_provider_is_kept_until_the_step_succeeds, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.book_pay_and_cancel(0, 3).await;
    let manager = fixture.manager_with_drawer().await;
    fixture.set_faults(json!({"refunds": "balance_low"})).await;
    expedite(&fixture, &order).await;
    issue_refunds(&fixture.app).await.unwrap();
    let waiting = read(&fixture, &manager).await.refunds.remove(0);
    assert_eq!((waiting.place, waiting.refund.tries), (QueuePlace::Waiting, 1));
    let fault = waiting.refund.fault.unwrap();
    assert!(fault.contains("does not have enough balance"), "{fault}");
    fixture.set_faults(json!({})).await;
    fixture.advance(120).await;
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!(read(&fixture, &manager).await.refunds[0].refund.fault, None);
});

on_both_engines!(the_queue_of_venue_one_has_nothing_of_venue_eleven, async |store| {
    let fixture = PaymentsFixture::new(store, 5).await;
    let (_, manager) = five_refunds(&fixture).await;
    for text in [
        "insert into venue (venue_id, name, location, long_location, image, facilities, gallery, time_zone, slot_minutes, play_minutes, position, active) \
         select 11, 'Eleventh', '', '', '', '[]', '[]', time_zone, slot_minutes, play_minutes, 11, 1 from venue where venue_id = 1",
        "update orders set venue_id = 11 where court_id in (1, 2, 3, 4)",
    ] {
        fixture.change(text).await;
    }
    let page = read(&fixture, &manager).await;
    assert_eq!(page.refunds.iter().map(|queued| queued.place).collect::<Vec<_>>(), [QueuePlace::Waiting]);
    assert_eq!(
        page.open.iter().map(|sum| (sum.place, sum.refunds)).collect::<Vec<_>>(),
        [(QueuePlace::Waiting, 1)]
    );
});
