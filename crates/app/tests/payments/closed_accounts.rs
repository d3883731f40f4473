//! Payments that are captured while an account is merged or erased, or afterwards.

use serde_json::json;
use sideout_app::{
    desk::players::{
        erase_player::{ErasePlayerError, Tie, erase_player},
        merge_players::{CannotMerge, Merge, MergePlayersError, merge_players},
    },
    jobs::expire_holds::expire_holds,
    payments::reconcile::reconcile,
    steps::{audited::Actor, payment_overview::PaymentState},
};
use sideout_domain::{
    money::Money,
    order::{OrderNumber, OrderStatus},
    refund::{RefundReason, RefundStatus},
    staff::Role,
};
use sideout_store::{Orders, Store};
use sideout_testkit::{
    meanwhile, on_both_engines, request_key, statement, two_nodes_on_postgres, without_guard,
};

use crate::world::{AFTER_THE_HOLD, World};

async fn owner(world: &World, phone: &str) -> Actor {
    let owner = world.app.staff(Role::Owner, phone, &[]).await;
    world.app.actor(&owner.token).await
}

async fn merge(world: &World, owner: &Actor, key: u64) -> Result<usize, MergePlayersError> {
    let merge = Merge { kept: world.players[0], gone: world.players[1] };
    let merged = merge_players(&world.app, owner, merge, "New number".to_owned(), request_key(key)).await?;
    Ok(merged.games)
}

async fn erase(world: &World, owner: &Actor, key: u64) -> Result<(), ErasePlayerError> {
    let reason = "Asked by mail".to_owned();
    erase_player(&world.app, owner, world.players[0], reason, request_key(key)).await.map(drop)
}

on_both_engines!(a_payment_for_a_hold_of_a_merged_account_books_for_the_account_that_stays, async |store| {
    let world = World::new(store, 2).await;
    let order = world.hold(1, 3).await;
    let checkout = world.checkout(&order).await;
    let owner_at_start = owner(&world, "9825041736").await;
    let holding = merge(&world, &owner_at_start, 1).await;
    assert!(matches!(holding, Err(MergePlayersError::Cannot(CannotMerge::Holding))), "{holding:?}");
    world.advance(AFTER_THE_HOLD).await;
    expire_holds(&world.app).await.unwrap();
    let owner = owner(&world, "9825041737").await;
    merge(&world, &owner, 2).await.unwrap();
    world.pay(&checkout, json!({})).await;
    assert_eq!(reconcile(&world.app).await.unwrap(), 1);
    let overview = world.overview(world.players[0], order.number).await;
    assert_eq!((overview.order.status, overview.payment), (OrderStatus::Confirmed, PaymentState::Paid));
});

on_both_engines!(control_without_the_check_of_holds_a_payment_books_for_the_merged_account, async |store| {
    let world = World::new(store.clone(), 2).await;
    let order = world.hold(1, 3).await;
    let checkout = world.checkout(&order).await;
    let guard = "o.status = 'held') as holds";
    let unguarded =
        without_guard(&store, statement("customer/find_belongings"), guard, "o.status = 'none') as holds");
    let other = world.on(world.app.another_node_on(unguarded, |_| {}));
    let owner = owner(&world, "9825041736").await;
    merge(&other, &owner, 1).await.unwrap();
    world.pay(&checkout, json!({})).await;
    world.advance(120).await;
    assert_eq!(reconcile(&world.app).await.unwrap(), 1);
    let owner: Result<_, sideout_store::StoreError> = store
        .read(order.number, |tx, number| Box::pin(async move { Orders(tx).find_owner(*number).await }))
        .await;
    assert_eq!(owner.unwrap(), Some(world.players[1]), "a booking is left with the merged account");
});

/// Two accounts are merged after the payment of one of them has taken its turn and before its bill is settled. Returns the world and
/// how many bookings and messages the account that went has after the payment is settled and the merge is done.
async fn settled_during_a_merge(here: Store, there: Store) -> (World, OrderNumber, i64) {
    let world = World::new(there, 2).await;
    let order = world.hold(1, 3).await;
    let checkout = world.checkout(&order).await;
    world.advance(AFTER_THE_HOLD).await;
    expire_holds(&world.app).await.unwrap();
    let owner = owner(&world, "9825041737").await;
    world.pay(&checkout, json!({})).await;
    let (other, by) = (world.clone(), owner.clone());
    let here = meanwhile(&here, "bill/settle", move || async move {
        // With the turn this waits for the payment, and gives up at the lock timeout.
        drop(merge(&other, &by, 1).await);
    });
    let node = world.app.another_node_on(here, |_| {});
    assert_eq!(reconcile(&node).await.unwrap(), 1);
    // Refused if the first call was not kept waiting.
    let again = merge(&world, &owner, 2).await;
    let is_expected = matches!(again, Ok(1) | Err(MergePlayersError::Cannot(CannotMerge::Merged)));
    assert!(is_expected, "{again:?}");
    let gone = world.players[1];
    let left = format!(
        "select (select count(*) from orders where customer_id = {gone})
              + (select count(*) from outbox where customer_id = {gone})"
    );
    let left = world.number(left.leak()).await;
    (world, order.number, left)
}

// On SQLite a unit of work that writes is alone.
#[test]
fn a_payment_settled_during_a_merge_books_for_the_account_that_stays() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let (world, number, left) = settled_during_a_merge(here, there).await;
        let overview = world.overview(world.players[0], number).await;
        assert_eq!((overview.order.status, left), (OrderStatus::Confirmed, 0));
    });
}

#[test]
fn control_without_the_turn_the_merged_account_gets_the_messages_of_a_booking() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let turn = statement("customer/take_turn_of_bill");
        let here = without_guard(&here, turn, "where line.bill_id = $1", "where line.bill_id = $1 and 1 = 0");
        let (.., left) = settled_during_a_merge(here, there).await;
        assert!(left > 0, "{left}");
    });
}

on_both_engines!(a_requested_payment_keeps_a_player_from_being_erased, async |store| {
    let world = World::new(store, 1).await;
    let order = world.hold(0, 3).await;
    world.checkout(&order).await;
    let owner_at_start = owner(&world, "9825041736").await;
    match erase(&world, &owner_at_start, 1).await {
        Err(ErasePlayerError::Tied(ties)) => assert_eq!(ties, [Tie::Holds(1), Tie::OpenBills(1)]),
        other => panic!("{other:?}"),
    }
    world.advance(AFTER_THE_HOLD).await;
    expire_holds(&world.app).await.unwrap();
    let owner = owner(&world, "9825041737").await;
    match erase(&world, &owner, 2).await {
        Err(ErasePlayerError::Tied(ties)) => assert_eq!(ties, [Tie::OpenBills(1)], "money may still come"),
        other => panic!("{other:?}"),
    }
});

/// Captures a payment of an erased player whose order is no longer polled; returns the order's status and the payment's state.
async fn pay_after_erasing(store: Store, settling_on: Option<Store>) -> (OrderStatus, PaymentState) {
    let world = World::new(store, 1).await;
    let order = world.hold(0, 3).await;
    let checkout = world.checkout(&order).await;
    world.advance(AFTER_THE_HOLD).await;
    expire_holds(&world.app).await.unwrap();
    world.change("update provider_order set next_poll_at = null").await;
    world.change("update bill set state = 'void'").await;
    let owner = owner(&world, "9825041737").await;
    erase(&world, &owner, 1).await.unwrap();
    world.pay(&checkout, json!({})).await;
    world.change("update provider_order set next_poll_at = 1").await;
    let settling =
        settling_on.map_or_else(|| world.clone(), |store| world.on(world.app.another_node_on(store, |_| {})));
    assert_eq!(reconcile(&settling.app).await.unwrap(), 1);
    let overview = world.overview(order.customer, order.number).await;
    (overview.order.status, overview.payment)
}

on_both_engines!(a_payment_for_an_erased_player_is_refunded, async |store| {
    let (status, payment) = pay_after_erasing(store, None).await;
    let owed = PaymentState::Refund {
        amount: Money::from_rupees(800),
        reason: RefundReason::PaidLate,
        status: RefundStatus::Approved,
    };
    assert_eq!((status, payment), (OrderStatus::Expired, owed));
});

on_both_engines!(
    control_without_the_check_of_the_account_a_payment_books_for_an_erased_player,
    async |store| {
        let guard = "merged_into, erase_at,";
        let instead = "merged_into, cast(null as bigint) as erase_at,";
        let unguarded = without_guard(&store, statement("customer/find_state"), guard, instead);
        let (status, _) = pay_after_erasing(store, Some(unguarded)).await;
        assert_eq!(status, OrderStatus::Confirmed);
    }
);
