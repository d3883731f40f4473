//! A booking goes to another court: there is one claim while the booking stands and none after its cancellation, also if these
//! happen at the same time.

use sideout_app::{Order, booking::cancel::cancel};
use sideout_domain::{claim::Slot, money::Money, order::OrderStatus};
use sideout_store::{Claims, Orders, Session, Store, StoreError, orders::OrderMove};
use sideout_testkit::{
    FixedClock, TestApp, on_two_nodes, rounds, statement, two_nodes_on_postgres, without_guard,
};

use crate::helpers::{SUNDAY, booked, claims_and_owners, open_app, slot, time};

const ROUNDS: usize = rounds(150);

/// Moves a booking from one slot to another one, as a unit of work that claims the new court first; `false` if the new
/// court is taken.
async fn move_to(
    tx: &mut dyn Session,
    order: &Order,
    (slot, start): (Slot, &str),
) -> Result<bool, StoreError> {
    let now = FixedClock::START;
    let (from, number) = (order.slot, order.number);
    if !Claims(tx).claim_paid(slot.lasting(60), number, now).await? {
        return Ok(false);
    }
    let to = OrderMove {
        from,
        slot,
        day: SUNDAY,
        start: time(start),
        price: order.price,
        discount: order.discount,
        moved_from: None,
        kept: order.kept(),
        version: None,
    };
    if !Orders(tx).move_to(number, &to).await? {
        return Err(StoreError::Constraint("not booked there any more".to_owned()));
    }
    Claims(tx).release(from, number).await?;
    Ok(true)
}

/// Moves a booking in a unit of work of its own; `false` if the new court is taken, the booking is not there any more, or the
/// database failed.
async fn try_move(store: &Store, order: &Order, to: Slot, start: &'static str) -> bool {
    let input = (order.clone(), (to, start));
    let done = store.write(input, |tx, (order, to)| Box::pin(move_to(tx, order, *to)));
    matches!(done.await, Ok(true))
}

async fn status(app: &TestApp, order: &Order) -> OrderStatus {
    let read: Result<Option<Order>, StoreError> = app
        .store
        .read((order.number, order.customer), |tx, (number, customer)| {
            Box::pin(async move { Orders(tx).find(*number, *customer).await })
        })
        .await;
    read.unwrap().unwrap().status
}

on_two_nodes!(a_booking_that_is_moved_and_cancelled_at_once_leaves_no_claim, async |stores| {
    let [here, there]: [Store; 2] = stores;
    let (app, customers) = open_app(here.clone(), i64::try_from(ROUNDS).unwrap()).await;
    let mut moves = 0;
    for (round, player) in customers.into_iter().enumerate() {
        let order = booked(&app, player, 3, "7:00 PM").await;
        let cancelling = cancel(&app, player, order.number, None);
        let moving = try_move(&there, &order, slot(4, "8:00 PM"), "8:00 PM");
        // The first of the two to begin is mostly the first on SQLite.
        let (cancelled, was_moved) = if round % 2 == 0 {
            tokio::join!(cancelling, moving)
        } else {
            let (was_moved, cancelled) = tokio::join!(moving, cancelling);
            (cancelled, was_moved)
        };
        let cancelled = cancelled.unwrap();
        assert_eq!(cancelled.order.status, OrderStatus::Cancelled, "round {round}");
        assert_eq!(status(&app, &order).await, OrderStatus::Cancelled);
        assert_eq!(
            claims_and_owners(&here, FixedClock::START).await,
            (0, 0),
            "round {round}, moved: {was_moved}"
        );
        moves += usize::from(was_moved);
    }
    assert!((1..ROUNDS).contains(&moves), "{moves} of {ROUNDS} moves were first: both orders must occur");
});

/// Moves a booking after its cancellation has read it; returns the numbers of claims and of their owners.
async fn moved_after_the_read([here, there]: [Store; 2]) -> (i64, i64) {
    let (app, customers) = open_app(here.clone(), 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let input = (order.clone(), there);
    let cancelled: Result<bool, StoreError> = here
        .write(input, |tx, (order, there)| {
            Box::pin(async move {
                let read = Orders(tx).find(order.number, order.customer).await?.unwrap();
                assert!(try_move(there, order, slot(4, "8:00 PM"), "8:00 PM").await);
                Claims(tx).release(read.slot, read.number).await?;
                let read = (read.number, read.customer, read.slot, Money::ZERO);
                Orders(tx).cancel(read, OrderStatus::Cancelled, FixedClock::START, None, None, None).await
            })
        })
        .await;
    cancelled.unwrap();
    claims_and_owners(&here, FixedClock::START).await
}

// On SQLite a unit of work that writes is alone, so nothing is between its read and its write.
#[test]
fn a_cancellation_insists_on_the_court_that_it_read() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        assert_eq!(moved_after_the_read(stores).await, (1, 1), "still booked, at its new court");
    });
}

#[test]
fn control_without_the_slot_a_cancellation_leaves_the_claim_of_the_new_court() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let guard = "and court_id = $6 and starts_at = $7";
        let unguarded = without_guard(&here, statement("orders/cancel"), guard, "and $6 = $6 and $7 = $7");
        assert_eq!(
            moved_after_the_read([unguarded, there]).await,
            (1, 0),
            "a court that cannot be booked or cancelled"
        );
    });
}
