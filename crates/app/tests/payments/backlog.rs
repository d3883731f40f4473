//! The metrics of waiting work.

use serde_json::json;
use sideout_app::{
    booking::cancel::cancel, payments::issue_refunds::issue_refunds, steps::count_unsettled::count_unsettled,
    telemetry::read_gauges,
};
use sideout_domain::{
    BillId,
    money::Money,
    notice::Channel,
    payment::PaymentStatus,
    refund::RefundStatus::{self, Approved, Failed, Issued},
};
use sideout_store::{
    Claims, Outbox, StoreError, Waiting,
    payments::{Payments, ProviderOrders, Refunds, ReportedPayment, WebhookEvents},
};
use sideout_testkit::on_both_engines;

use crate::fixture::{FRIDAY, PaymentsFixture};

/// All counts at the time of the clock.
#[derive(Debug, PartialEq, Eq)]
struct Backlog {
    holds: i64,
    /// How many provider orders are polled, and for how many of them the last poll failed.
    orders: (i64, i64),
    unsettled: Waiting,
    webhooks: Waiting,
    outbox: Vec<(Channel, Waiting)>,
    /// For each status: whether the refunds are due, their number and their sum.
    refunds: Vec<(RefundStatus, bool, i64, Money)>,
}

/// The counts behind the gauges, after setting the gauges themselves without an error.
async fn backlog(fixture: &PaymentsFixture) -> Backlog {
    read_gauges(&fixture.app).await.unwrap();
    let read = fixture.app.store.read(fixture.app.clock_now(), |tx, now| {
        Box::pin(async move {
            let mut outbox = Outbox(tx).count_waiting(*now).await?;
            outbox.sort_by_key(|(channel, _)| channel.name());
            let refunds = Refunds(tx).sum_open(*now).await?.into_iter();
            let refunds = refunds.filter(|kind| kind.refunds > 0);
            Ok::<_, StoreError>(Backlog {
                holds: Claims(tx).count_holds(*now).await?,
                orders: ProviderOrders(tx).count_polled(1).await?,
                unsettled: count_unsettled(tx, *now).await?,
                webhooks: WebhookEvents(tx).count_waiting().await?,
                refunds: refunds.map(|kind| (kind.status, kind.is_due, kind.refunds, kind.amount)).collect(),
                outbox,
            })
        })
    });
    read.await.unwrap()
}

on_both_engines!(work_that_waits_is_counted_with_the_age_of_the_oldest, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let none = backlog(&fixture).await;
    assert_eq!((none.holds, none.orders, none.unsettled), (0, (0, 0), Waiting::default()));
    assert_eq!((none.webhooks, &none.outbox[..], &none.refunds[..]), (Waiting::default(), &[][..], &[][..]));

    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    let opened = backlog(&fixture).await;
    assert_eq!((opened.holds, opened.orders), (1, (1, 0)));

    // The provider has authorized the payment, and it was not captured for a while.
    let seen_at = fixture.app.clock_now();
    let bill = BillId(fixture.number("select bill_id from provider_order").await);
    let reported = ReportedPayment {
        id: "pay_backlog0000001".to_owned(),
        provider_order: checkout.provider_order.clone(),
        bill,
        order: Some(order.number),
        amount: Money::from_rupees(800),
        currency: "INR".to_owned(),
        status: PaymentStatus::Authorized,
        method: None,
        fee: Money::ZERO,
        failure: None,
        seen_at,
    };
    let put = fixture
        .app
        .store
        .write(reported, |tx, reported| Box::pin(async move { Payments(tx).put(reported).await }));
    put.await.unwrap();
    let event = fixture.app.store.write(seen_at, |tx, now| {
        Box::pin(async move { WebhookEvents(tx).add("evt_backlog", b"{}", *now).await })
    });
    assert!(event.await.unwrap());
    fixture.advance(90).await;
    let newer = fixture.app.store.write(fixture.app.clock_now(), |tx, now| {
        Box::pin(async move { WebhookEvents(tx).add("evt_backlog_newer", b"{}", *now).await })
    });
    assert!(newer.await.unwrap());
    let waiting = Waiting { rows: 1, since: Some(seen_at) };
    let stuck = backlog(&fixture).await;
    assert_eq!(
        (stuck.unsettled, stuck.webhooks),
        (waiting, Waiting { rows: 2, ..waiting }),
        "since the oldest"
    );
    assert!((waiting.seconds(fixture.app.clock_now()) - 90.0).abs() < 0.001);

    fixture.pay(&checkout, json!({})).await;
    fixture.hint(&order).await;
    let booked_at = fixture.app.clock_now();
    let booked = backlog(&fixture).await;
    assert_eq!((booked.holds, booked.orders.0), (0, 0));
    assert_eq!(booked.unsettled, Waiting::default(), "no payment waits to be decided");
    let waiting = |since| Waiting { rows: 1, since: Some(since) };
    assert_eq!(
        booked.outbox,
        [(Channel::Mail, waiting(booked_at)), (Channel::Text, waiting(booked_at))],
        "the reminder is not due yet"
    );

    cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    let owed = Money::from_rupees(770);
    assert_eq!(backlog(&fixture).await.refunds, [(Approved, false, 1, owed)]);
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    assert_eq!(backlog(&fixture).await.refunds, [(Approved, true, 1, owed)]);
    fixture.set_faults(json!({"refunds": "failed"})).await;
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!(backlog(&fixture).await.refunds, [(Issued, false, 1, owed)]);
    fixture.advance(3_600).await;
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!(backlog(&fixture).await.refunds, [(Failed, false, 1, owed)]);
});

on_both_engines!(a_refund_that_was_tried_without_success_stays_due_until_it_is_sent, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    fixture.book_pay_and_cancel(0, 3).await;
    let owed = Money::from_rupees(770);
    assert_eq!(backlog(&fixture).await.refunds, [(Approved, false, 1, owed)], "it waits for Friday");
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    fixture.set_faults(json!({"refunds": "balance_low"})).await;
    for seconds in [60, 120, 240] {
        assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 0);
        assert_eq!(backlog(&fixture).await.refunds, [(Approved, true, 1, owed)], "it waits for the next try");
        fixture.advance(seconds).await;
    }
    fixture.set_faults(json!({"refunds": "pending"})).await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    assert_eq!(backlog(&fixture).await.refunds, [(Issued, false, 1, owed)]);
});
