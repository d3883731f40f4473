//! The ledger agrees with the tables after each event of a history; its lines never change.

use std::collections::BTreeMap;

use serde_json::json;
use sideout_app::{
    booking::cancel::cancel,
    ledger::audit::{LedgerFault, audit},
    payments::{
        expedite_refunds::{RefundSelection, expedite_refunds},
        issue_refunds::issue_refunds,
    },
    steps::payment_overview::{PaymentOverview, PaymentState},
};
use sideout_domain::{money::Money, order::OrderStatus};
use sideout_providers::payments::NewRefund;
use sideout_store::{Ledger, Orders, Statement, Store, StoreError, Takings, Value, ledger::Line, params};
use sideout_testkit::{on_both_engines, sample_venue::VENUE};

use crate::fixture::{FRIDAY, PaymentsFixture};

async fn faults(store: &Store) -> Vec<LedgerFault> {
    let found: Result<_, StoreError> = store.read((), |tx, ()| Box::pin(audit(tx))).await;
    found.unwrap()
}

/// The balance of each account, in paise.
async fn balances(store: &Store) -> BTreeMap<String, i64> {
    const TEXT: &str =
        "select account, cast(sum(amount_paise) as bigint) from ledger_posting group by account
                        having sum(amount_paise) <> 0";
    rows(store, TEXT).await.into_iter().map(|row| (row[0].clone(), row[1].parse().unwrap())).collect()
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::Integer(n) => n.to_string(),
        Value::Text(text) => text.clone(),
        Value::Bytes(bytes) => format!("{bytes:?}"),
    }
}

/// All rows of a query as text.
async fn rows(store: &Store, text: &'static str) -> Vec<Vec<String>> {
    let found: Result<_, StoreError> = store
        .read(text, |tx, text| {
            Box::pin(async move {
                let found = tx.all(Statement { name: text, text }, params![]).await?;
                Ok::<_, StoreError>(
                    found.iter().map(|row| row.values().iter().map(shown).collect()).collect(),
                )
            })
        })
        .await;
    found.unwrap()
}

async fn run(store: &Store, text: &'static str) -> Result<u64, StoreError> {
    store
        .write(text, |tx, text| {
            Box::pin(async move { tx.run(Statement { name: text, text }, &[] as &[Value]).await })
        })
        .await
}

/// Makes a booking paid online at the second try, one cancelled, one to be paid at the court, one of those cancelled, and a
/// payment for a released court. Asserts after each of them that the ledger agrees with the tables.
async fn make_history(fixture: &PaymentsFixture) {
    let store = &fixture.app.store;
    let paid = fixture.hold(0, 1).await;
    let checkout = fixture.checkout(&paid).await;
    fixture.pay(&checkout, json!({"outcome": "fail"})).await;
    fixture.pay(&checkout, json!({})).await;
    fixture.hint(&paid).await;
    assert_eq!(faults(store).await, []);

    let cancelled = fixture.hold(1, 2).await;
    fixture.pay(&fixture.checkout(&cancelled).await, json!({})).await;
    fixture.hint(&cancelled).await;
    assert_eq!(faults(store).await, []);
    cancel(&fixture.app, cancelled.customer, cancelled.number, None).await.unwrap();
    assert_eq!(faults(store).await, []);

    for player in [2, 3] {
        let order = fixture.book_at_court(player, 3 + i64::try_from(player).unwrap()).await;
        if player == 3 {
            assert_eq!(faults(store).await, []);
            cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
        }
        assert_eq!(faults(store).await, []);
    }

    let given_back = fixture.hold(4, 7).await;
    let checkout = fixture.checkout(&given_back).await;
    fixture.hold(4, 8).await;
    fixture.pay(&checkout, json!({})).await;
    fixture.hint(&given_back).await;
    assert_eq!(faults(store).await, []);
}

on_both_engines!(the_ledger_agrees_with_the_tables_at_every_step, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 5).await;
    make_history(&fixture).await;
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!(faults(&store).await, []);
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!(faults(&store).await, []);
    // One booking paid, one to be paid at the court; ₹30 kept of the cancelled one; three fees of ₹18.88.
    let left = [
        ("bookings", -160_000),
        ("charges", -3_000),
        ("fees", 5_664),
        ("players", 80_000),
        ("provider", 83_000 - 5_664),
    ];
    let left: BTreeMap<String, i64> = left.map(|(account, paise)| (account.to_owned(), paise)).into();
    assert_eq!(balances(&store).await, left);
});

on_both_engines!(a_refund_that_fails_is_owed_again_until_the_next_attempt, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    let order = fixture.hold(0, 1).await;
    fixture.pay(&fixture.checkout(&order).await, json!({})).await;
    fixture.hint(&order).await;
    cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    fixture.set_faults(json!({"refunds": "failed"})).await;
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!((faults(&store).await, balances(&store).await.get("refunds_owed")), (Vec::new(), None));
    fixture.advance(3_600).await;
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!(
        (faults(&store).await, balances(&store).await.get("refunds_owed")),
        (Vec::new(), Some(&-77_000))
    );

    fixture.set_faults(json!({})).await;
    expedite_refunds(&store, RefundSelection::OfOrder(order.number), fixture.app.clock_now()).await.unwrap();
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    assert_eq!((faults(&store).await, balances(&store).await.get("refunds_owed")), (Vec::new(), None));
});

/// The state after `amount` of a payment of ₹800 was refunded at the provider before the payment was settled.
async fn refunded_by_hand(fixture: &PaymentsFixture, amount: Money) -> PaymentOverview {
    let order = fixture.hold(0, 1).await;
    let checkout = fixture.checkout(&order).await;
    fixture.pay(&checkout, json!({})).await;
    let payments = fixture.everything().await["payments"].clone();
    let by_hand = NewRefund {
        payment: payments[0]["id"].as_str().unwrap().parse().unwrap(),
        amount,
        key: "refund-by-hand".to_owned(),
        notes: Vec::new(),
    };
    fixture.app.payments.as_ref().unwrap().provider.refund(&by_hand).await.unwrap();
    fixture.hint(&order).await
}

on_both_engines!(a_payment_refunded_at_the_provider_is_recorded_as_returned, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    let seen = refunded_by_hand(&fixture, Money::from_rupees(800)).await;
    let returned = PaymentState::Returned(Money::from_rupees(800));
    assert_eq!((seen.order.status, &seen.payment), (OrderStatus::Held, &returned), "no failure is shown");
    assert_eq!(faults(&store).await, []);
    let left = balances(&store).await;
    assert_eq!((left.get("players"), left.get("provider")), (None, Some(&-1_888)));
});

on_both_engines!(of_a_payment_returned_but_for_some_paise_these_stay_with_the_provider, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    let back = Money::from_paise(79_950);
    let seen = refunded_by_hand(&fixture, back).await;
    assert!(matches!(seen.payment, PaymentState::Returned(_)), "{seen:?}");
    assert_eq!(faults(&store).await, []);
    let left = balances(&store).await;
    assert_eq!((left.get("players"), left.get("charges")), (None, Some(&-50)));
    assert_eq!(left.get("provider"), Some(&(50 - 1_888)), "what is left, less the fee");
    let all = (jiff::Timestamp::MIN, jiff::Timestamp::MAX);
    let online = store.read((VENUE, all), |tx, (venue, all)| {
        Box::pin(async move { Takings(tx).sum_online(*venue, *all).await })
    });
    let online: Result<_, StoreError> = online.await;
    assert_eq!(online.unwrap().returned, back, "of the day's takings");
});

on_both_engines!(a_list_in_pages_has_every_line_once_and_in_order, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 5).await;
    make_history(&fixture).await;
    let (from, to) = (jiff::Timestamp::UNIX_EPOCH, jiff::Timestamp::MAX);
    let page = async |after: Option<Line>, limit| {
        let found: Result<Vec<Line>, StoreError> = store
            .read((after, limit), move |tx, (after, limit)| {
                Box::pin(async move { Ledger(tx).list(from, to, after.as_ref(), *limit).await })
            })
            .await;
        found.unwrap()
    };
    let whole = page(None, 1_000).await;
    assert!(whole.len() > 20);
    let lines = fixture.number("select count(*) from ledger_posting").await;
    assert_eq!(i64::try_from(whole.len()).unwrap(), lines);
    assert!(whole.is_sorted_by_key(|line| line.happened_at));
    let mut pages = Vec::new();
    loop {
        let next = page(pages.last().cloned(), 3).await;
        if next.is_empty() {
            break;
        }
        pages.extend(next);
    }
    assert_eq!(pages, whole);
});

on_both_engines!(the_ledger_is_only_added_to, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    fixture.book_at_court(0, 1).await;
    for text in [
        "update ledger_posting set amount_paise = amount_paise + 1",
        "delete from ledger_posting where 1 = 1",
    ] {
        assert!(matches!(run(&store, text).await, Err(StoreError::Constraint(_))), "{text}");
    }
    assert_eq!(rows(&store, "select entry from ledger_posting").await.len(), 2);
});

on_both_engines!(control_a_missing_ledger_entry_or_a_changed_row_is_found, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 2).await;
    let order = fixture.book_at_court(0, 1).await;
    let number = order.number;
    let cancelled: Result<bool, StoreError> = store
        .write((number, order.customer, order.slot, Money::ZERO), |tx, booked| {
            let now = jiff::Timestamp::UNIX_EPOCH;
            Box::pin(async move {
                Orders(tx).cancel(*booked, OrderStatus::Cancelled, now, None, None, None).await
            })
        })
        .await;
    assert!(cancelled.unwrap());
    let found = faults(&store).await;
    let message = format!("order {number}: bookings is -₹800 in the ledger and ₹0 in the tables");
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), [message]);

    let paid = fixture.hold(1, 2).await;
    fixture.pay(&fixture.checkout(&paid).await, json!({})).await;
    fixture.hint(&paid).await;
    assert_eq!(faults(&store).await.len(), 1);
    run(&store, "update payment set amount_paise = amount_paise - 1").await.unwrap();
    assert_eq!(faults(&store).await.len(), 2);
});

on_both_engines!(control_an_entry_that_does_not_balance_is_found, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 1).await;
    fixture.book_at_court(0, 1).await;
    const TEXT: &str =
        "insert into ledger_posting (entry, account, event, order_number, amount_paise, happened_at)
                        select 'booked.x', 'players', 'booked', order_number, 5, 0 from orders";
    run(&store, TEXT).await.unwrap();
    let found = faults(&store).await;
    assert!(matches!(&found[..], [LedgerFault::Unbalanced { .. }]), "{found:?}");
});
