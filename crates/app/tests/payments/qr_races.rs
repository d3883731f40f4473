//! A QR code is paid while its booking is paid in cash or cancelled, or while the code is closed: whatever comes first, each paisa
//! is in one settled bill or one refund.

use serde_json::json;
use sideout_app::{
    desk::money::{close_qr::close_qr, take_payment::TakePaymentError},
    payments::{close_qr_codes::close_qr_codes, issue_refunds::issue_refunds, reconcile::reconcile},
    steps::audited::Actor,
};
use sideout_domain::{bill::QrState, money::Money, order::OrderStatus};
use sideout_store::{Bills, DeskQrs, Orders, Store, StoreError};
use sideout_testkit::{
    FixedClock, on_both_engines, request_key, run_concurrently, statement, two_nodes_on_postgres,
    without_guard,
};

use crate::world::World;

/// Twelve bookings, each with a code that a player has paid. For each of them the desk reads the code, takes cash and cancels,
/// all at once.
async fn cash_code_and_cancel(store: Store) -> World {
    let world = World::called_back(store, 12).await;
    let manager = world.manager_with_drawer().await;
    let mut shown = Vec::new();
    for player in 0..12_usize {
        let order = world.book_at_court(player, i64::try_from(player).unwrap() + 1).await;
        let made = world.qr(&manager, &order, 800, u64::try_from(player).unwrap() + 1).await;
        world.bank_accepts(&world.scan(made.qr.id.as_ref().unwrap()).await).await;
        let line = world.line(&order, 800).await;
        shown.push((order, made.qr.bill, line));
    }
    let done = run_concurrently(36, |n| {
        let (world, manager, (order, bill, line)) = (world.clone(), manager.clone(), shown[n / 3].clone());
        async move {
            let key = 100 + u64::try_from(n).unwrap();
            match n % 3 {
                0 => drop(world.read_qr(&manager, bill).await),
                1 => match world.take(&manager, line, key).await {
                    Ok(_) | Err(TakePaymentError::ChangedMeanwhile(_) | TakePaymentError::MoreThanDue(_)) => {
                    }
                    Err(failed) => panic!("{failed:?}"),
                },
                // Refused if the booking changed meanwhile.
                _ => drop(world.cancel_at_desk(&manager, &order, key).await),
            }
        }
    });
    done.await;
    world.advance(61).await;
    close_qr_codes(&world.app).await.unwrap();
    while reconcile(&world.app).await.unwrap() > 0 {}
    while issue_refunds(&world.app).await.unwrap() > 0 {}
    world
}

on_both_engines!(cash_a_code_and_a_cancellation_at_once_account_for_each_paisa_once, async |store| {
    let world = cash_code_and_cancel(store).await;
    world.assert_sound().await;
    assert_eq!(world.open_codes().await, 0);
    assert_eq!(world.number("select count(*) from payment where outcome is not null").await, 12);
    assert_eq!(world.number("select count(*) from desk_qr where state = 'open'").await, 0);
});

/// A clerk takes cash after the payment of a code was decided and before it is recorded; returns whether the payment of the
/// code is recorded too.
async fn pay_by_both(here: Store, there: Store) -> (World, bool) {
    let world = World::called_back(there, 1).await;
    let manager = world.manager_with_drawer().await;
    let order = world.book_at_court(0, 3).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    let line = world.line(&order, 800).await;
    let input = (world.clone(), manager, made.qr.bill, line);
    let paid: Result<bool, StoreError> = here
        .write(input, |tx, (world, manager, bill, line)| {
            Box::pin(async move {
                let owes = Orders(tx).find(line.order, world.players[0]).await?.unwrap().due();
                assert_eq!(owes, Money::from_rupees(800), "the payment would settle the bill");
                world.take(manager, *line, 2).await.unwrap();
                let now = FixedClock::START;
                let settled =
                    Bills(tx).settle(*bill, sideout_domain::bill::BillMethod::Provider, now).await?;
                let paid = Orders(tx)
                    .add_payment(line.order, line.amount, sideout_domain::order::PaymentMethod::Online)
                    .await?;
                if !(settled && paid) {
                    return Err(StoreError::Constraint("raced".to_owned()));
                }
                DeskQrs(tx).mark_paid(*bill, now).await?;
                Ok(true)
            })
        })
        .await;
    (world, paid.unwrap_or(false))
}

// On SQLite a unit of work that writes is alone, so no cash is taken between its decision and its end.
#[test]
fn a_code_that_is_credited_while_cash_is_taken_pays_nothing() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let (world, paid) = pay_by_both(here, there).await;
        assert!(!paid);
        world.assert_sound().await;
    });
}

#[test]
fn control_without_the_guard_a_booking_is_paid_by_the_code_and_in_cash() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let guard = "and paid_paise - returned_paise + $2 <= price_paise - discount_paise";
        let unguarded = without_guard(&here, statement("orders/add_payment"), guard, "");
        let (world, paid) = pay_by_both(unguarded, there).await;
        assert!(paid);
        let broken = world.broken().await;
        assert!(broken.contains(&"bookings paid more than they cost".to_owned()), "{broken:?}");
    });
}

/// Twelve codes are paid; for each of them one call settles the payment while another closes the code. Returns the states of the
/// codes.
async fn close_while_credited(world: &World, manager: &Actor) -> Vec<QrState> {
    let mut shown = Vec::new();
    for player in 0..12_usize {
        let order = world.book_at_court(player, i64::try_from(player).unwrap() + 1).await;
        let made = world.qr(manager, &order, 800, u64::try_from(player).unwrap() + 1).await;
        world.pay_qr(made.qr.id.as_ref().unwrap(), json!({})).await;
        shown.push(made.qr.bill);
    }
    let done = run_concurrently(24, |n| {
        let (world, manager, bill) = (world.clone(), manager.clone(), shown[n / 2]);
        async move {
            if n % 2 == 0 {
                world.read_qr(&manager, bill).await;
            } else {
                let key = request_key(200 + u64::try_from(n).unwrap());
                close_qr(&world.app, &manager, bill, key).await.unwrap();
            }
        }
    });
    done.await;
    let mut states = Vec::new();
    for bill in shown {
        states.push(world.read_qr(manager, bill).await.qr.state);
    }
    states
}

on_both_engines!(a_code_that_is_closed_while_it_is_credited_is_paid, async |store| {
    let world = World::called_back(store, 12).await;
    let manager = world.manager_with_drawer().await;
    assert_eq!(close_while_credited(&world, &manager).await, [QrState::Paid; 12]);
    world.assert_sound().await;
});

on_both_engines!(control_without_the_guard_closing_ends_a_bill_that_is_settled, async |store| {
    let text = "update bill set state = 'void', settled_at = null where bill_id = $1";
    let guarded = statement("bill/void");
    let body = guarded.text.split_once("update bill").unwrap().1;
    let unguarded = without_guard(&store, guarded, &format!("update bill{body}"), text);
    let world = World::called_back(unguarded, 1).await;
    let manager = world.manager_with_drawer().await;
    let order = world.book_at_court(0, 3).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    world.pay_qr(made.qr.id.as_ref().unwrap(), json!({})).await;
    assert_eq!(world.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Paid);
    close_qr(&world.app, &manager, made.qr.bill, request_key(2)).await.unwrap();
    let broken = world.broken().await;
    assert!(
        broken.contains(&"QR codes whose state differs from that of their bill".to_owned()),
        "{broken:?}"
    );
});

/// A clerk makes a code for a booking that is cancelled after it was read; returns whether the version that was read is
/// still accepted.
async fn is_made_for_a_cancelled_booking(here: Store, there: Store) -> bool {
    let world = World::called_back(there, 1).await;
    let manager = world.manager_with_drawer().await;
    let order = world.book_at_court(0, 3).await;
    let version = world.details(&order).await.booking.version;
    let locked: Result<bool, StoreError> = here
        .write((world.clone(), manager, order, version), |tx, (world, manager, order, version)| {
            Box::pin(async move {
                let seen = Orders(tx).find(order.number, order.customer).await?.unwrap();
                assert_eq!(seen.status, OrderStatus::Confirmed);
                world.cancel_at_desk(manager, order, 1).await.unwrap();
                Orders(tx).lock_at_version(order.number, *version).await
            })
        })
        .await;
    locked.unwrap()
}

#[test]
fn no_code_is_made_for_a_booking_that_was_cancelled_meanwhile() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert!(!is_made_for_a_cancelled_booking(here, there).await);
    });
}

#[test]
fn control_without_the_version_a_code_is_made_for_a_cancelled_booking() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let guard = "and version = $2";
        let unguarded = without_guard(&here, statement("orders/lock_at_version"), guard, "and $2 = $2");
        assert!(is_made_for_a_cancelled_booking(unguarded, there).await);
    });
}

on_both_engines!(one_of_two_nodes_closes_a_code_at_the_provider, async |store| {
    let world = World::called_back(store, 12).await;
    let manager = world.manager_with_drawer().await;
    for player in 0..12_usize {
        let order = world.book_at_court(player, i64::try_from(player).unwrap() + 1).await;
        world.qr(&manager, &order, 800, u64::try_from(player).unwrap() + 1).await;
    }
    // The codes are due to be closed here, and open at the provider.
    world.change("update desk_qr set next_close_at = 0").await;
    let other = world.on(world.app.another_node(|_| {}));
    let closed = run_concurrently(2, |n| {
        let app = [world.app.clone(), other.app.clone()][n].clone();
        async move { close_qr_codes(&app).await.unwrap() }
    });
    let closed: usize = closed.await.into_iter().sum();
    assert_eq!((closed, world.open_codes().await), (12, 0));
    assert_eq!(world.calls("close qr code").await, 12, "each code is closed once");
});

on_both_engines!(control_without_the_claim_two_nodes_close_a_code_twice, async |store| {
    let guard = "and next_close_at = $2";
    let unguarded = without_guard(&store, statement("desk_qr/claim_close"), guard, "and $2 = $2");
    let world = World::called_back(unguarded, 1).await;
    let manager = world.manager_with_drawer().await;
    let order = world.book_at_court(0, 3).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    let line = world.line(&order, 800).await;
    world.take(&manager, line, 2).await.unwrap();
    // A second node has read that the code is due to be closed.
    let due = world.read_qr(&manager, made.qr.bill).await.qr;
    assert_eq!(close_qr_codes(&world.app).await.unwrap(), 1);
    let claimed: Result<bool, StoreError> = world
        .app
        .store
        .write(due, |tx, due| {
            Box::pin(async move {
                DeskQrs(tx).claim_close(due.bill, due.next_close_at.unwrap(), FixedClock::START).await
            })
        })
        .await;
    assert!(claimed.unwrap());
});
