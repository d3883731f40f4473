//! Two units of work that count something of one customer and then write run one after another.

use std::sync::Arc;

use sideout_domain::CustomerId;
use sideout_store::{Session, Statement, Store, StoreError, accounts::Customers, params};
use sideout_testkit::{on_both_engines, on_two_nodes, run_concurrently, two_nodes_on_postgres};

use tokio::sync::Barrier;

use crate::helpers::{number, open_app};

/// Adds a group. In these tests at most one may exist.
const ADD_GROUP: Statement = Statement {
    name: "test/add_group",
    text: "insert into booking_group (kind, venue_id, customer_id, label, created_at) values ('basket', 1, $1, '', 0)",
};
const COUNT_GROUPS: &str = "select count(*) from booking_group";

async fn count_and_write(
    tx: &mut dyn Session,
    customer: CustomerId,
    counted: Option<&Barrier>,
) -> Result<bool, StoreError> {
    let is_first = number(tx, COUNT_GROUPS).await == 0;
    if let Some(counted) = counted {
        counted.wait().await;
    }
    if is_first {
        tx.run(ADD_GROUP, params![customer.0]).await?;
    }
    Ok(is_first)
}

on_two_nodes!(of_twenty_units_that_count_after_taking_their_turn_one_writes, async |stores| {
    let stores: [Store; 2] = stores;
    let (_, customers) = open_app(stores[0].clone(), 1).await;
    let answers = run_concurrently(20, |n| {
        let (store, customer) = (stores[n % 2].clone(), customers[0]);
        async move {
            let done: Result<bool, StoreError> = store
                .write(customer, |tx, customer| {
                    Box::pin(async move {
                        Customers(tx).take_turn(*customer).await?;
                        count_and_write(tx, *customer, None).await
                    })
                })
                .await;
            done.unwrap()
        }
    });
    assert_eq!(answers.await.into_iter().filter(|wrote| *wrote).count(), 1);
});

// On SQLite units of work that write are alone anyway.
#[test]
fn control_without_a_turn_two_units_count_none_and_both_write() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        let (_, customers) = open_app(stores[0].clone(), 1).await;
        let counted = Arc::new(Barrier::new(2));
        let answers = run_concurrently(2, |n| {
            let (store, input) = (stores[n].clone(), (customers[0], counted.clone()));
            async move {
                let done: Result<bool, StoreError> = store
                    .write(input, |tx, (customer, counted)| {
                        Box::pin(async move { count_and_write(tx, *customer, Some(counted)).await })
                    })
                    .await;
                done.unwrap()
            }
        });
        assert_eq!(answers.await, [true, true]);
    });
}

on_both_engines!(each_turn_raises_the_number_by_one_where_units_run_at_once, async |store| {
    let expected = if store.engine() == "sqlite" { 0 } else { 30 };
    let (_, customers) = open_app(store.clone(), 2).await;
    for _ in 0..3 {
        let taken: Result<(), StoreError> = store
            .write(customers[0], |tx, customer| {
                Box::pin(async move { Customers(tx).take_turn(*customer).await })
            })
            .await;
        taken.unwrap();
    }
    let turns: Result<i64, StoreError> = store
        .read((), |tx, ()| {
            Box::pin(async move { Ok(number(tx, "select max(turn) * 10 + min(turn) from customer").await) })
        })
        .await;
    assert_eq!(turns.unwrap(), expected);
});
