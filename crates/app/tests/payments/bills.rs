//! A bill is settled once, by one method, and the parts that are paid for a booking never exceed what it costs. The
//! controls show that neither holds without its guard.

use serde_json::json;
use sideout_app::{Order, desk::money::take_payment::TakePaymentError, payments::reconcile::reconcile};
use sideout_domain::{
    BillId, DeskPaymentId,
    bill::{BillLine, Tender},
    ledger,
    money::Money,
    order::{OrderNumber, OrderStatus},
    refund::RefundReason,
};
use sideout_store::{
    Bills, Ledger, Orders, Session, Statement, Store, StoreError,
    desk_payments::DeskPayments,
    ledger::{NewEntry, Subject},
    params,
};
use sideout_testkit::{
    FixedClock, on_both_engines, on_two_nodes, run_concurrently, statement, without_guard, without_guard_of,
};

use crate::{
    billing::{line, record_cash},
    fixture::PaymentsFixture,
};

/// How many of thirty concurrent units of work settle one bill.
async fn settled(store: &Store, settle: Statement) -> u64 {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    let order = fixture.hold(0, 3).await;
    fixture.checkout(&order).await;
    let answers = run_concurrently(30, |_| {
        let store = store.clone();
        async move {
            let touched: Result<u64, StoreError> = store
                .write(settle, |tx, settle| {
                    Box::pin(async move { tx.run(*settle, params![1_i64, "desk", FixedClock::START]).await })
                })
                .await;
            touched.unwrap()
        }
    });
    answers.await.into_iter().sum()
}

on_both_engines!(thirty_concurrent_settlements_settle_a_bill_once, async |store| {
    assert_eq!(settled(&store, statement("bill/settle")).await, 1);
});

on_both_engines!(control_without_the_guard_a_bill_is_settled_thirty_times, async |store| {
    let unguarded = without_guard_of(statement("bill/settle"), "and state <> 'settled'", "");
    assert_eq!(settled(&store, unguarded).await, 30);
});

on_two_nodes!(a_booking_paid_online_and_at_the_desk_at_once_is_paid_by_one_of_them, async |stores| {
    let [here, there]: [Store; 2] = stores;
    let fixture = PaymentsFixture::new(here, 10).await;
    let clerk = fixture.manager_with_drawer().await;
    let desk = fixture.on(fixture.app.another_node_on(there, |_| {}));
    for player in 0..10 {
        let order = fixture.book_at_court(player, i64::try_from(player).unwrap() + 1).await;
        let requested = fixture.request_payment(order.customer, &[line(&order, 800)]).await;
        fixture.pay_order(&requested.provider_order, json!({})).await;
        let (seen, key) = (fixture.line(&order, 800).await, u64::try_from(player).unwrap() + 1);
        let (_, at_desk) = tokio::join!(fixture.hint(&order), desk.take(&clerk, seen, key));
        assert!(
            matches!(at_desk, Ok(_) | Err(TakePaymentError::ChangedMeanwhile(_))),
            "{at_desk:?}: refused only if the online payment was first"
        );
        fixture.advance(60).await;
        while reconcile(&fixture.app).await.unwrap() > 0 {}
        let after = fixture.order(&order).await;
        assert_eq!(
            (after.status, after.paid, after.due()),
            (OrderStatus::Confirmed, Money::from_rupees(800), Money::ZERO)
        );
        let went_back = "select count(*) from refund where reason = 'paid_twice'";
        let (refunds, desk_payments) =
            (fixture.number(went_back).await, fixture.number("select count(*) from desk_payment").await);
        assert_eq!(
            refunds, desk_payments,
            "{at_desk:?}: an online payment of a booking that was paid at the desk is refunded in full"
        );
    }
    fixture.assert_all_agree_after_refunds().await;
});

/// Thirty clerks' calls at once, half of them on each node, take ₹300 each for a booking of ₹800. A call whose booking was changed
/// meanwhile tries again with the booking as it is then. Returns the fixture, how many succeed, and what is paid then.
async fn parts_taken_at_once([here, there]: [Store; 2]) -> (PaymentsFixture, usize, Money) {
    let fixture = PaymentsFixture::new(here, 1).await;
    let clerk = fixture.manager_with_drawer().await;
    let order = fixture.book_at_court(0, 3).await;
    let seen = fixture.line(&order, 300).await;
    let nodes = [fixture.clone(), fixture.on(fixture.app.another_node_on(there, |_| {}))];
    let answers = run_concurrently(30, |n| {
        let (node, clerk, mut seen) = (nodes[n % 2].clone(), clerk.clone(), seen);
        async move {
            for attempt in 0..10 {
                let key = u64::try_from(n).unwrap() * 10 + attempt;
                match node.take(&clerk, seen, key).await {
                    Ok(_) => return true,
                    Err(TakePaymentError::ChangedMeanwhile(current)) => {
                        seen.version = current.booking.version
                    }
                    Err(TakePaymentError::MoreThanDue(_)) => return false,
                    Err(failed) => panic!("{failed:?}"),
                }
            }
            panic!("the booking keeps changing");
        }
    });
    let taken = answers.await.into_iter().filter(|taken| *taken).count();
    let paid = fixture.order(&order).await.paid;
    (fixture, taken, paid)
}

on_two_nodes!(thirty_concurrent_part_payments_never_exceed_what_a_booking_owes, async |stores| {
    let (fixture, taken, paid) = parts_taken_at_once(stores).await;
    assert_eq!((taken, paid), (2, Money::from_rupees(600)));
    fixture.assert_all_agree().await;
});

/// Thirty units of work at once record ₹300 each for a booking of ₹800 by the statements alone; returns how many succeed, what is paid
/// then, and the rules that are broken.
async fn parts_recorded(store: Store) -> (usize, Money, Vec<String>) {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.book_at_court(0, 3).await;
    let answers = run_concurrently(30, |_| {
        let (store, order) = (fixture.app.store.clone(), order.clone());
        async move { record_cash(&store, order.customer, vec![line(&order, 300)]).await }
    });
    let recorded = answers.await.into_iter().flatten().count();
    (recorded, fixture.order(&order).await.paid, fixture.broken().await)
}

on_both_engines!(the_guard_of_the_statement_lets_two_of_thirty_parts_be_paid, async |store| {
    assert_eq!(parts_recorded(store).await, (2, Money::from_rupees(600), Vec::new()));
});

on_both_engines!(control_without_the_guard_part_payments_exceed_what_a_booking_owes, async |store| {
    let guard = "and paid_paise - returned_paise + $2 <= price_paise - discount_paise";
    let unguarded = without_guard(&store, statement("orders/add_payment"), guard, "");
    let (recorded, paid, broken) = parts_recorded(unguarded).await;
    assert_eq!((recorded, paid), (30, Money::from_rupees(9_000)));
    assert_eq!(broken, ["bookings paid more than they cost"]);
});

on_two_nodes!(of_two_concurrent_online_parts_that_exceed_the_debt_one_is_refunded, async |stores| {
    let [here, there]: [Store; 2] = stores;
    let fixture = PaymentsFixture::new(here, 10).await;
    let other = fixture.on(fixture.app.another_node_on(there, |_| {}));
    for player in 0..10 {
        let order = fixture.book_at_court(player, i64::try_from(player).unwrap() + 1).await;
        for rupees in [500, 501] {
            let requested = fixture.request_payment(order.customer, &[line(&order, rupees)]).await;
            fixture.pay_order(&requested.provider_order, json!({})).await;
        }
        tokio::join!(fixture.hint(&order), other.hint(&order));
        fixture.hint(&order).await;
        let after = fixture.order(&order).await;
        assert!([500, 501].map(Money::from_rupees).contains(&after.paid), "{after:?}");
        assert_eq!(fixture.number("select count(*) from payment where outcome is null").await, 0);
    }
    let reasons = fixture.rows("select reason, count(*) from refund group by reason").await;
    assert_eq!(reasons, [(RefundReason::WrongAmount.name().to_owned(), 10)]);
    fixture.assert_all_agree_after_refunds().await;
});

on_both_engines!(a_part_paid_at_the_desk_does_not_block_the_rest_online, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let clerk = fixture.manager_with_drawer().await;
    let order = fixture.book_at_court(0, 3).await;
    fixture.take_cash(&clerk, &order, 300, 1).await.unwrap();
    assert_eq!(fixture.order(&order).await.due(), Money::from_rupees(500));
    let requested = fixture.request_payment(order.customer, &[line(&order, 500)]).await;
    fixture.pay_order(&requested.provider_order, json!({})).await;
    let paid = fixture.hint(&order).await.order;
    assert_eq!((paid.paid, paid.due()), (Money::from_rupees(800), Money::ZERO));
    assert_eq!(fixture.number("select count(*) from refund").await, 0);
    fixture.assert_all_agree().await;
});

/// Voids money taken at the desk, in one unit of work; `false` if it was voided before.
async fn void(tx: &mut dyn Session, (payment, line): (DeskPaymentId, BillLine)) -> Result<bool, StoreError> {
    let now = FixedClock::START;
    if !DeskPayments(tx).void(payment, "wrong court", (None, None), now).await? {
        return Ok(false);
    }
    let taken = DeskPayments(tx).find(payment).await?.unwrap();
    if !Bills(tx).void_settled(taken.bill).await?
        || !Orders(tx).take_payment_back(line.order.unwrap(), line.amount).await?
    {
        return Err(StoreError::Constraint("was not paid".to_owned()));
    }
    let entry = NewEntry {
        entry: ledger::desk_payment_voided(taken.amount, Money::ZERO, Tender::Cash),
        subject: Subject::DeskPayment { id: payment, bill: taken.bill, order: line.order },
        happened_at: now,
    };
    Ledger(tx).record(&entry).await?;
    Ok(true)
}

/// Thirty calls at once void one desk payment of ₹300 of a booking that has another one; returns the fixture, how many calls
/// succeed, and the order afterwards.
async fn voided(store: Store) -> (PaymentsFixture, usize, Order) {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.book_at_court(0, 3).await;
    fixture.record_cash(order.customer, vec![line(&order, 500)]).await.unwrap();
    let mistake = fixture.record_cash(order.customer, vec![line(&order, 300)]).await.unwrap();
    let answers = run_concurrently(30, |_| {
        let (store, input) = (fixture.app.store.clone(), (mistake, line(&order, 300)));
        async move { store.write(input, |tx, input| Box::pin(void(tx, *input))).await }
    });
    let voided = answers.await.into_iter().filter(|answer| matches!(answer, Ok(true))).count();
    let order = fixture.order(&order).await;
    (fixture, voided, order)
}

on_both_engines!(a_desk_payment_is_voided_once_and_can_be_taken_again, async |store| {
    let (fixture, voided, order) = voided(store).await;
    assert_eq!((voided, order.paid, order.due()), (1, Money::from_rupees(500), Money::from_rupees(300)));
    assert_eq!(fixture.number("select count(*) from bill where state = 'void'").await, 1);
    fixture.assert_all_agree().await;
    assert!(fixture.record_cash(order.customer, vec![line(&order, 300)]).await.is_some());
    assert_eq!(fixture.order(&order).await.due(), Money::ZERO);
    fixture.assert_all_agree().await;
});

on_both_engines!(control_without_the_guard_a_desk_payment_is_voided_more_than_once, async |store| {
    let unguarded = without_guard(&store, statement("desk_payment/void"), "and voided_at is null and", "and");
    let unguarded = without_guard(
        &unguarded,
        statement("bill/void_settled"),
        "and state = 'settled'",
        "and state <> 'open'",
    );
    // The ledger ignores a second entry of the same name, so the second void shows in the amount paid of the order.
    let (_, voided, order) = voided(unguarded).await;
    assert!(voided > 1, "{voided}");
    assert!(order.paid < Money::from_rupees(500), "{}", order.paid);
});

on_both_engines!(a_settled_bill_cannot_be_voided_and_a_void_bill_can_still_be_paid, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    let bill = BillId(fixture.number("select bill_id from bill").await);
    let void = |store: Store| async move {
        let done: Result<bool, StoreError> =
            store.write(bill, |tx, bill| Box::pin(async move { Bills(tx).void(*bill).await })).await;
        done.unwrap()
    };
    assert!(void(store.clone()).await);
    fixture.pay(&checkout, json!({})).await;
    assert_eq!(fixture.hint(&order).await.order.status, OrderStatus::Confirmed);
    assert!(!void(store.clone()).await, "a settled bill cannot be voided");
    let at_desk: Result<bool, StoreError> =
        store.write(bill, |tx, bill| Box::pin(async move { Bills(tx).void_settled(*bill).await })).await;
    assert!(!at_desk.unwrap(), "it was not settled at a desk");
    fixture.assert_all_agree().await;
    let unknown: OrderNumber = "4820193756".parse().unwrap();
    let none: Result<_, StoreError> = store
        .read(unknown, |tx, order| Box::pin(async move { Bills(tx).list_settled_of_order(*order).await }))
        .await;
    assert_eq!(none.unwrap(), []);
});
