//! One payment goes back in parts: never more than was paid, nothing twice, and each part of a booking to the payment that
//! it came from.

use serde_json::json;
use sideout_app::{
    Order,
    booking::{cancel::cancel, confirm_at_court::confirm_at_court},
    desk::money::take_payment::TakePaymentError,
    payments::issue_refunds::issue_refunds,
};
use sideout_domain::{
    BillId,
    money::Money,
    order::{OrderNumber, OrderStatus},
    refund::{RefundAbout, RefundReason},
};
use sideout_store::{
    Statement, Store, StoreError, params,
    payments::{NewRefund, RefundSource, Refunds},
};
use sideout_testkit::{
    FixedClock, meanwhile, on_both_engines, on_two_nodes, run_concurrently, statement, two_nodes_on_postgres,
    without_guard,
};

use crate::{
    billing::line,
    fixture::{FRIDAY, PaymentsFixture},
};

async fn paid(fixture: &PaymentsFixture) -> (Order, String) {
    let order = fixture.hold(0, 3).await;
    let payment = fixture.pay(&fixture.checkout(&order).await, json!({})).await;
    fixture.hint(&order).await;
    (order, payment["payment"]["id"].as_str().unwrap().to_owned())
}

fn new_refund(order: &Order, payment: &str, about: RefundAbout, rupees: i64) -> NewRefund {
    NewRefund {
        bill: BillId(1),
        source: RefundSource::Provider(payment.to_owned()),
        about,
        order: order.number,
        amount: Money::from_rupees(rupees),
        reason: RefundReason::Cancelled,
        issue_at: Some(FixedClock::START),
        staff: None,
        approved_at: FixedClock::START,
    }
}

/// Thirty calls at once approve a refund, the n-th that of `new(n)`; returns how many succeed.
async fn count_approved(store: &Store, new: impl Fn(usize) -> NewRefund) -> usize {
    let answers = run_concurrently(30, |n| {
        let (store, new) = (store.clone(), new(n));
        async move { store.write(new, |tx, new| Box::pin(async move { Refunds(tx).approve(new).await })).await }
    });
    answers.await.into_iter().filter(|answer| matches!(answer, Ok(Some(_)))).count()
}

fn number(n: usize) -> OrderNumber {
    OrderNumber::try_from(4_000_000_000 + i64::try_from(n).unwrap()).unwrap()
}

/// Requests thirty refunds of ₹300 of different orders from one payment of ₹800; returns how many are approved, and
/// their sum in paise.
async fn refund_in_parts(store: Store) -> (usize, i64) {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    let (order, payment) = paid(&fixture).await;
    let approved =
        count_approved(&store, |n| new_refund(&order, &payment, RefundAbout::Order(number(n)), 300)).await;
    (approved, fixture.number("select cast(sum(amount_paise) as bigint) from refund").await)
}

on_both_engines!(thirty_concurrent_part_refunds_never_exceed_the_payment, async |store| {
    assert_eq!(refund_in_parts(store).await, (2, 60_000));
});

on_both_engines!(control_without_the_guard_thirty_part_refunds_exceed_the_payment, async |store| {
    // Removing the condition alone is not enough: the table refuses a higher sum as well.
    let guard = "set refunded_paise = refunded_paise + $2\n where payment_id = $1 and refunded_paise + $2 <= amount_paise";
    let instead = "set refunded_paise = refunded_paise\n where payment_id = $1 and $2 > 0";
    let unguarded = without_guard(&store, statement("payment/add_refunded"), guard, instead);
    assert_eq!(refund_in_parts(unguarded).await, (30, 900_000));
});

/// Requests thirty refunds of ₹10 of one order from one payment; returns how many are approved.
async fn refund_the_same(store: Store) -> usize {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    let (order, payment) = paid(&fixture).await;
    count_approved(&store, |_| new_refund(&order, &payment, RefundAbout::Order(order.number), 10)).await
}

on_both_engines!(thirty_concurrent_refunds_of_one_order_refund_it_once, async |store| {
    assert_eq!(refund_the_same(store).await, 1);
});

on_both_engines!(control_thirty_concurrent_refunds_of_different_orders_are_all_approved, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    let (order, payment) = paid(&fixture).await;
    let of_each = |n| new_refund(&order, &payment, RefundAbout::Order(number(n)), 10);
    assert_eq!(count_approved(&store, of_each).await, 30);
});

on_both_engines!(control_without_the_unique_key_one_order_is_refunded_thirty_times, async |store| {
    let target = "on conflict (bill_id, about) do nothing";
    let unguarded = without_guard(&store, statement("refund/approve"), target, "");
    drop_unique_key(&store).await;
    assert_eq!(refund_the_same(unguarded).await, 30);
});

/// Drops the unique key of `bill_id` and `about` of the table `refund`; in SQLite the table is created again without it.
async fn drop_unique_key(store: &Store) {
    let texts: &[&'static str] = if store.engine() == "postgres" {
        &["alter table refund drop constraint refund_bill_id_about_key"]
    } else {
        &[
            "drop table refund",
            "create table refund (refund_id integer primary key, bill_id integer, payment_id text, desk_payment_id integer,
               method text, shift_id integer, about text, order_number integer, amount_paise integer, round_up_paise integer default 0,
               reason text, status text,
               attempt integer, tries integer, provider_refund_id text, next_step_at integer, approved_at integer,
               issued_at integer, ended_at integer, staff_id integer, paid_out_by integer, fault text, reference text, note text,
               sent_after_all text, sent_after_all_at integer, explanation text, explained_by integer, explained_at integer)",
        ]
    };
    for text in texts {
        let done: Result<u64, StoreError> = store
            .write(*text, |tx, text| {
                Box::pin(async move { tx.run(Statement { name: text, text }, params![]).await })
            })
            .await;
        done.unwrap();
    }
}

/// A booking at the court, ₹500 and ₹300 of which are paid online by two bills.
async fn paid_in_two_parts(fixture: &PaymentsFixture) -> Order {
    let order = fixture.book_at_court(0, 3).await;
    for rupees in [500, 300] {
        let requested = fixture.request_payment(order.customer, &[line(&order, rupees)]).await;
        fixture.pay_order(&requested.provider_order, json!({})).await;
        fixture.app.clock.advance(1);
        fixture.hint(&order).await;
    }
    let order = fixture.order(&order).await;
    assert_eq!((order.paid, order.due()), (Money::from_rupees(800), Money::ZERO));
    order
}

async fn credit_notes(fixture: &PaymentsFixture) -> Vec<(String, i64)> {
    let text = "select d.series || '/' || d.serial, d.total_paise from receipt d where d.kind = 'credit_note' order by d.serial";
    fixture.rows(text).await
}

on_both_engines!(
    a_booking_paid_in_two_parts_gives_back_both_less_the_charge_with_a_credit_note_each,
    async |store| {
        let fixture = PaymentsFixture::new(store, 1).await;
        let order = paid_in_two_parts(&fixture).await;
        assert_eq!(fixture.number("select count(*) from receipt").await, 2, "one for each bill");
        let cancelled = cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
        assert_eq!(cancelled.refund, Money::from_rupees(770));
        let text = "select about, amount_paise from refund order by bill_id";
        let about = format!("order.{}", order.number);
        assert_eq!(fixture.rows(text).await, [(about.clone(), 47_000), (about, 30_000)]);
        assert_eq!(credit_notes(&fixture).await, [("C/1".to_owned(), 30_000), ("C/2".to_owned(), 47_000)]);
        fixture.assert_sound().await;
        fixture.app.clock.set(FRIDAY.parse().unwrap());
        fixture.assert_all_agree_after_refunds().await;
        let order = fixture.order(&order).await;
        assert_eq!((order.status, order.returned), (OrderStatus::Cancelled, Money::from_rupees(770)));
    }
);

on_both_engines!(a_booking_waits_for_the_refund_of_each_part, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = paid_in_two_parts(&fixture).await;
    cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    fixture.change("update refund set next_step_at = null where amount_paise = 30000").await;
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    assert_eq!(fixture.number("select count(*) from refund where status = 'approved'").await, 1);
    assert_eq!(fixture.order(&order).await.status, OrderStatus::CancelRequested, "₹300 are still owed");
    fixture.change("update refund set next_step_at = 1795757400000 where status = 'approved'").await;
    fixture.assert_all_agree_after_refunds().await;
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Cancelled);
});

on_two_nodes!(two_parts_refunded_by_two_nodes_at_once_end_the_cancellation, async |stores| {
    let [here, there]: [Store; 2] = stores;
    let fixture = PaymentsFixture::new(here, 1).await;
    let other = fixture.app.another_node_on(there, |_| {});
    let order = paid_in_two_parts(&fixture).await;
    cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    let (one, two) = tokio::join!(issue_refunds(&fixture.app), issue_refunds(&other));
    assert_eq!(one.unwrap() + two.unwrap(), 2);
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Cancelled);
    fixture.assert_all_agree().await;
});

/// Bookings of ₹800 of which ₹500 are paid are cancelled while the desk takes the other ₹300. Returns the paise that were neither given
/// back nor kept as the bank charge.
async fn paise_lost_by_cancelling(stores: [Store; 2], rounds: i64) -> i64 {
    let [here, there] = stores;
    let fixture = PaymentsFixture::new(here, rounds).await;
    let clerk = fixture.manager_with_drawer().await;
    let desk = fixture.on(fixture.app.another_node_on(there, |_| {}));
    let mut lost = 0;
    for player in 0..rounds {
        let order = fixture.hold_one_of_many(player.try_into().unwrap(), player.try_into().unwrap()).await;
        confirm_at_court(&fixture.app, order.customer, order.number, None).await.unwrap();
        let requested = fixture.request_payment(order.customer, &[line(&order, 500)]).await;
        fixture.pay_order(&requested.provider_order, json!({})).await;
        fixture.hint(&order).await;
        let seen = fixture.line(&order, 300).await;
        let take = desk.take(&clerk, seen, player.unsigned_abs() + 1);
        let (cancelled, taken) = tokio::join!(cancel(&fixture.app, order.customer, order.number, None), take);
        let came = match taken {
            Ok(_) => 80_000,
            Err(TakePaymentError::ChangedMeanwhile(_)) => 50_000,
            Err(failed) => panic!("{failed:?}"),
        };
        lost += came - cancelled.unwrap().refund.paise() - 3_000;
    }
    lost
}

on_two_nodes!(a_part_paid_while_the_booking_is_cancelled_is_refunded_too, async |stores| {
    assert_eq!(paise_lost_by_cancelling(stores, 30).await, 0);
});

on_both_engines!(a_booking_paid_at_the_desk_and_online_gives_back_each_part_the_way_it_came, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let clerk = fixture.manager_with_drawer().await;
    let order = fixture.book_at_court(0, 3).await;
    let requested = fixture.request_payment(order.customer, &[line(&order, 500)]).await;
    fixture.pay_order(&requested.provider_order, json!({})).await;
    fixture.hint(&order).await;
    fixture.app.clock.advance(1);
    fixture.take_cash(&clerk, &order, 300, 1).await.unwrap();
    for _ in 0..2 {
        let cancelled = cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
        assert_eq!((cancelled.refund, cancelled.at_desk), (Money::from_rupees(770), Money::from_rupees(300)));
        assert_eq!(cancelled.issue_at, Some(FRIDAY.parse().unwrap()), "also if the call is repeated");
    }
    let overview = fixture.overview(order.customer, order.number).await;
    let both = [Money::from_rupees(300), Money::from_rupees(470)];
    assert_eq!(overview.refunds.iter().map(|refund| refund.amount).collect::<Vec<_>>(), both);
    assert_eq!(overview.refund.unwrap().amount, Money::from_rupees(470), "the one that is sent");
    let text = "select method || ' ' || status, amount_paise from refund order by method";
    let approved = [("cash approved".to_owned(), 30_000), ("provider approved".to_owned(), 47_000)];
    assert_eq!(fixture.rows(text).await, approved);
    fixture.assert_sound().await;
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    fixture.assert_all_agree_after_refunds().await;
    assert_eq!(fixture.rows(text).await[0], approved[0], "the desk pays out when the player comes");
    assert_eq!(fixture.order(&order).await.status, OrderStatus::CancelRequested);
    fixture.change("update refund set status = 'processed' where method = 'cash'").await;
    let repeated = cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    assert_eq!((repeated.at_desk, repeated.issue_at), (Money::ZERO, None), "nothing waits any more");
});

/// The desk takes ₹300 for an unpaid booking after its cancellation has read it and before that ends it. Returns what goes back, and what
/// is paid of the booking.
async fn taken_during_the_cancellation(here: Store, there: Store) -> (Money, Money) {
    let fixture = PaymentsFixture::new(there, 1).await;
    let clerk = fixture.manager_with_drawer().await;
    let order = fixture.book_at_court(0, 3).await;
    let (desk, seen) = (fixture.clone(), fixture.line(&order, 300).await);
    let here = meanwhile(&here, "orders/cancel", move || async move {
        desk.take(&clerk, seen, 1).await.unwrap();
    });
    let node = fixture.app.another_node_on(here, |_| {});
    let cancelled = cancel(&node, order.customer, order.number, None).await.unwrap();
    let after = fixture.order(&order).await;
    let ended = [OrderStatus::Cancelled, OrderStatus::CancelRequested];
    assert!(ended.contains(&after.status), "{after:?}");
    (cancelled.refund, after.paid)
}

// On SQLite a unit of work that writes is alone, so nothing is between its read and its write.
#[test]
fn a_part_that_the_desk_takes_during_the_cancellation_is_refunded_too() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let all_but_the_charge = (Money::from_rupees(270), Money::from_rupees(300));
        assert_eq!(taken_during_the_cancellation(here, there).await, all_but_the_charge);
    });
}

#[test]
fn control_without_the_guard_a_part_paid_during_the_cancellation_is_lost() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let guard = "and paid_paise - returned_paise = $8";
        let unguarded = without_guard(&here, statement("orders/cancel"), guard, "and $8 = $8");
        assert_eq!(
            taken_during_the_cancellation(unguarded, there).await,
            (Money::ZERO, Money::from_rupees(300)),
            "the cancellation uses what it read before the desk took money"
        );
    });
}
