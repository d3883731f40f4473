//! Payments that are captured while an account is merged, afterwards, or once it is locked to be erased.

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
    CustomerId,
    money::Money,
    order::{OrderNumber, OrderStatus},
    refund::{RefundReason, RefundStatus},
    staff::Role,
};
use sideout_store::{Orders, Store, StoreError};
use sideout_testkit::{
    on_both_engines, request_key, statement, two_nodes_on_postgres, with_call_before, without_guard,
};

use crate::fixture::{AFTER_THE_HOLD, PaymentsFixture};

async fn owner(fixture: &PaymentsFixture, phone: &str) -> Actor {
    let owner = fixture.app.staff(Role::Owner, phone, &[]).await;
    fixture.app.actor(&owner.token).await
}

async fn merge(fixture: &PaymentsFixture, owner: &Actor, key: u64) -> Result<usize, MergePlayersError> {
    let merge = Merge { kept: fixture.players[0], gone: fixture.players[1] };
    let merged = merge_players(&fixture.app, owner, merge, "New number".to_owned(), request_key(key)).await?;
    Ok(merged.games)
}

async fn erase(fixture: &PaymentsFixture, owner: &Actor, key: u64) -> Result<(), ErasePlayerError> {
    let reason = "Asked by mail".to_owned();
    erase_player(&fixture.app, owner, fixture.players[0], reason, request_key(key)).await.map(drop)
}

on_both_engines!(a_payment_for_a_hold_of_a_merged_account_books_for_the_account_that_stays, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let order = fixture.hold(1, 3).await;
    let checkout = fixture.checkout(&order).await;
    let owner_at_start = owner(&fixture, "9825041736").await;
    let holding = merge(&fixture, &owner_at_start, 1).await;
    assert!(matches!(holding, Err(MergePlayersError::Cannot(CannotMerge::Holding))), "{holding:?}");
    fixture.advance(AFTER_THE_HOLD).await;
    expire_holds(&fixture.app).await.unwrap();
    let owner = owner(&fixture, "9825041737").await;
    merge(&fixture, &owner, 2).await.unwrap();
    fixture.pay(&checkout, json!({})).await;
    assert_eq!(reconcile(&fixture.app).await.unwrap(), 1);
    let overview = fixture.overview(fixture.players[0], order.number).await;
    assert_eq!((overview.order.status, overview.payment), (OrderStatus::Confirmed, PaymentState::Paid));
});

on_both_engines!(control_without_the_check_of_holds_a_payment_books_for_the_merged_account, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 2).await;
    let order = fixture.hold(1, 3).await;
    let checkout = fixture.checkout(&order).await;
    let guard = "o.status = 'held') as holds";
    let unguarded =
        without_guard(&store, statement("customer/find_belongings"), guard, "o.status = 'none') as holds");
    let other = fixture.on(fixture.app.another_node_on(unguarded, |_| {}));
    let owner = owner(&fixture, "9825041736").await;
    merge(&other, &owner, 1).await.unwrap();
    fixture.pay(&checkout, json!({})).await;
    fixture.advance(120).await;
    assert_eq!(reconcile(&fixture.app).await.unwrap(), 1);
    let booked_for: Result<_, StoreError> = store
        .read(order.number, |tx, number| Box::pin(async move { Orders(tx).find_owner(*number).await }))
        .await;
    assert_eq!(booked_for.unwrap(), Some(fixture.players[1]), "a booking is left with the merged account");
});

/// A payment of player 1 that was captured after its hold had expired and is not settled yet.
struct LatePayment {
    fixture: PaymentsFixture,
    order: OrderNumber,
    owner: Actor,
}

impl LatePayment {
    async fn on(store: Store) -> Self {
        let fixture = PaymentsFixture::new(store, 2).await;
        let order = fixture.hold(1, 3).await;
        let checkout = fixture.checkout(&order).await;
        fixture.advance(AFTER_THE_HOLD).await;
        expire_holds(&fixture.app).await.unwrap();
        let owner = owner(&fixture, "9825041737").await;
        fixture.pay(&checkout, json!({})).await;
        LatePayment { fixture, order: order.number, owner }
    }

    /// The account that the booking belongs to, after asserting that the payment has confirmed it.
    async fn owner_of_booking(&self) -> CustomerId {
        let number = self.order;
        let read = self
            .fixture
            .app
            .store
            .read(number, |tx, number| Box::pin(async move { Orders(tx).find_owner(*number).await }));
        let owner: Result<_, StoreError> = read.await;
        let owner = owner.unwrap().unwrap();
        assert_eq!(self.fixture.overview(owner, number).await.order.status, OrderStatus::Confirmed);
        owner
    }

    /// How many messages the account that went has.
    async fn messages_of_merged(&self) -> i64 {
        let text = format!("select count(*) from outbox where customer_id = {}", self.fixture.players[1]);
        self.fixture.number(text.leak()).await
    }
}

/// Settles the payment through `here`, and merges the accounts through `there` after the settlement has taken its turn and before it
/// commits.
async fn merged_during_the_settlement(here: Store, there: Store) -> LatePayment {
    let late = LatePayment::on(there).await;
    let (fixture, owner) = (late.fixture.clone(), late.owner.clone());
    let (here, merged) =
        with_call_before(&here, "bill/settle", async move { merge(&fixture, &owner, 1).await });
    assert_eq!(reconcile(&late.fixture.app.another_node_on(here, |_| {})).await.unwrap(), 1);
    merged.await.unwrap();
    late
}

/// Merges the accounts through `here`, and settles the payment through `there` after the merge has moved everything and before it
/// commits.
async fn settled_during_the_merge(here: Store, there: Store) -> LatePayment {
    let late = LatePayment::on(there).await;
    let app = late.fixture.app.clone();
    let (here, settled) =
        with_call_before(&here, "audit_entry/add", async move { reconcile(&app).await.unwrap() });
    let node = late.fixture.on(late.fixture.app.another_node_on(here, |_| {}));
    merge(&node, &late.owner, 1).await.unwrap();
    assert_eq!(settled.await, 1);
    late
}

/// `store` on which the settlement of a payment takes no turn of its player.
pub(crate) fn without_turn_of_payment(store: &Store) -> Store {
    let turn = statement("customer/take_turn_of_bill");
    without_guard(store, turn, "where line.bill_id = $1", "where line.bill_id = $1 and 1 = 0")
}

// On SQLite a unit of work that writes is alone.
#[test]
fn a_merge_that_begins_while_a_payment_is_settled_moves_the_booking_and_its_messages() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let late = merged_during_the_settlement(here, there).await;
        assert_eq!(late.owner_of_booking().await, late.fixture.players[0]);
        assert_eq!(late.messages_of_merged().await, 0);
    });
}

#[test]
fn control_without_the_turn_a_merge_leaves_the_messages_of_a_booking() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let late = merged_during_the_settlement(without_turn_of_payment(&here), there).await;
        assert!(late.messages_of_merged().await > 0);
    });
}

#[test]
fn a_payment_that_is_settled_while_accounts_are_merged_books_for_the_account_that_stays() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let late = settled_during_the_merge(here, there).await;
        assert_eq!(late.owner_of_booking().await, late.fixture.players[0]);
        assert_eq!(late.messages_of_merged().await, 0);
    });
}

#[test]
fn control_without_the_turn_a_payment_writes_messages_to_the_merged_account() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let late = settled_during_the_merge(here, without_turn_of_payment(&there)).await;
        assert!(late.messages_of_merged().await > 0);
    });
}

on_both_engines!(a_requested_payment_keeps_a_player_from_being_erased, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    fixture.checkout(&order).await;
    let owner_at_start = owner(&fixture, "9825041736").await;
    match erase(&fixture, &owner_at_start, 1).await {
        Err(ErasePlayerError::Tied(ties)) => assert_eq!(ties, [Tie::Holds(1), Tie::OpenBills(1)]),
        other => panic!("{other:?}"),
    }
    fixture.advance(AFTER_THE_HOLD).await;
    expire_holds(&fixture.app).await.unwrap();
    let owner = owner(&fixture, "9825041737").await;
    match erase(&fixture, &owner, 2).await {
        Err(ErasePlayerError::Tied(ties)) => assert_eq!(ties, [Tie::OpenBills(1)], "money may still come"),
        other => panic!("{other:?}"),
    }
});

on_both_engines!(a_payment_that_the_provider_never_opened_keeps_no_player_from_being_erased, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    fixture.checkout(&order).await;
    // The node ended before the provider replied, so no job polls for this payment, and its bill stays open.
    fixture.change("update provider_order set provider_order_id = null, next_poll_at = null").await;
    fixture.advance(AFTER_THE_HOLD).await;
    expire_holds(&fixture.app).await.unwrap();
    assert_eq!(fixture.number("select count(*) from bill where state = 'open'").await, 1);
    let owner = owner(&fixture, "9825041737").await;
    erase(&fixture, &owner, 1).await.unwrap();
});

/// A payment is captured after the account of its player was locked for erasure and its order is no longer polled. Returns the status of
/// the order and the state of the payment.
async fn pay_once_locked(store: Store, settling_on: Option<Store>) -> (OrderStatus, PaymentState) {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.advance(AFTER_THE_HOLD).await;
    expire_holds(&fixture.app).await.unwrap();
    fixture.change("update provider_order set next_poll_at = null").await;
    fixture.change("update bill set state = 'void'").await;
    let owner = owner(&fixture, "9825041737").await;
    erase(&fixture, &owner, 1).await.unwrap();
    fixture.pay(&checkout, json!({})).await;
    fixture.change("update provider_order set next_poll_at = 1").await;
    let settling = settling_on
        .map_or_else(|| fixture.clone(), |store| fixture.on(fixture.app.another_node_on(store, |_| {})));
    assert_eq!(reconcile(&settling.app).await.unwrap(), 1);
    let overview = fixture.overview(order.customer, order.number).await;
    (overview.order.status, overview.payment)
}

on_both_engines!(a_payment_for_a_player_who_is_locked_to_be_erased_is_refunded, async |store| {
    let (status, payment) = pay_once_locked(store, None).await;
    let owed = PaymentState::Refund {
        amount: Money::from_rupees(800),
        reason: RefundReason::PaidLate,
        status: RefundStatus::Approved,
    };
    assert_eq!((status, payment), (OrderStatus::Expired, owed));
});

on_both_engines!(
    control_without_the_check_of_the_account_a_payment_books_for_a_player_who_is_locked,
    async |store| {
        let guard = "merged_into, erase_at,";
        let instead = "merged_into, cast(null as bigint) as erase_at,";
        let unguarded = without_guard(&store, statement("customer/find_state"), guard, instead);
        let (status, _) = pay_once_locked(store, Some(unguarded)).await;
        assert_eq!(status, OrderStatus::Confirmed);
    }
);
