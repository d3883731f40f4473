//! A QR code is paid while its booking is paid in cash or cancelled, or while the code is closed: whatever comes first, each paisa
//! is in one settled bill or one refund.

use serde_json::json;
use sideout_app::{
    booking::cancel::cancel,
    desk::money::{
        close_qr::close_qr, make_qr::MakeQrError, read_qr::QrDetails, take_payment::TakePaymentError,
    },
    payments::{close_qr_codes::close_qr_codes, issue_refunds::issue_refunds, reconcile::reconcile},
    steps::audited::Actor,
};
use sideout_domain::{bill::QrState, money::Money, order::OrderStatus};
use sideout_store::Store;
use sideout_testkit::{
    meanwhile, on_both_engines, request_key, run_concurrently, statement, two_nodes_on_postgres,
    without_guard,
};

use crate::{closed_accounts::without_turn_of_payment, fixture::PaymentsFixture};

/// Twelve bookings, each with a code that a player has paid. For each of them the desk reads the code, takes cash and cancels,
/// all at once.
async fn pay_both_ways_and_cancel(store: Store) -> PaymentsFixture {
    let fixture = PaymentsFixture::with_webhooks(store, 12).await;
    let manager = fixture.manager_with_drawer().await;
    let mut shown = Vec::new();
    for player in 0..12_usize {
        let order = fixture.book_at_court(player, i64::try_from(player).unwrap() + 1).await;
        let made = fixture.qr(&manager, &order, 800, u64::try_from(player).unwrap() + 1).await;
        fixture.bank_accepts(&fixture.scan(made.qr.id.as_ref().unwrap()).await).await;
        let line = fixture.line(&order, 800).await;
        shown.push((order, made.qr.bill, line));
    }
    let done = run_concurrently(36, |n| {
        let (fixture, manager, (order, bill, line)) =
            (fixture.clone(), manager.clone(), shown[n / 3].clone());
        async move {
            let key = 100 + u64::try_from(n).unwrap();
            match n % 3 {
                0 => drop(fixture.read_qr(&manager, bill).await),
                1 => match fixture.take(&manager, line, key).await {
                    Ok(_) | Err(TakePaymentError::ChangedMeanwhile(_) | TakePaymentError::MoreThanDue(_)) => {
                    }
                    Err(failed) => panic!("{failed:?}"),
                },
                // Refused if the booking changed meanwhile.
                _ => drop(fixture.cancel_at_desk(&manager, &order, key).await),
            }
        }
    });
    done.await;
    fixture.advance(61).await;
    close_qr_codes(&fixture.app).await.unwrap();
    while reconcile(&fixture.app).await.unwrap() > 0 {}
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    fixture
}

on_both_engines!(cash_a_code_and_a_cancellation_at_once_account_for_each_paisa_once, async |store| {
    let fixture = pay_both_ways_and_cancel(store).await;
    fixture.assert_sound().await;
    assert_eq!(fixture.open_codes().await, 0);
    assert_eq!(fixture.number("select count(*) from payment where outcome is not null").await, 12);
    assert_eq!(fixture.number("select count(*) from desk_qr where state = 'open'").await, 0);
});

/// A clerk takes cash after a call has decided that the payment of a code settles its bill, and before that call settles it. The call
/// takes no turn of the player, which would keep the clerk waiting, so only the guards of the statements are left. Returns the code
/// as the call shows it.
async fn take_cash_while_credited(here: Store, there: Store) -> (PaymentsFixture, QrDetails) {
    let (fixture, manager, order) = PaymentsFixture::with_booking(there).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    fixture.pay_qr(made.qr.id.as_ref().unwrap(), json!({})).await;
    let line = fixture.line(&order, 800).await;
    let (desk, clerk) = (fixture.clone(), manager.clone());
    let here = meanwhile(&without_turn_of_payment(&here), "bill/settle", move || async move {
        desk.take(&clerk, line, 2).await.unwrap();
    });
    let node = fixture.on(fixture.app.another_node_on(here, |_| {}));
    let read = node.read_qr(&manager, made.qr.bill).await;
    (fixture, read)
}

// On SQLite a unit of work that writes is alone, so no cash is taken between its decision and its end.
#[test]
fn a_code_that_is_credited_while_cash_is_taken_pays_nothing() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let (fixture, read) = take_cash_while_credited(here, there).await;
        assert_eq!(read.qr.state, QrState::Closed);
        assert_eq!(read.refunded.map(|(amount, _)| amount), Some(Money::from_rupees(800)));
        fixture.assert_sound().await;
    });
}

#[test]
fn control_without_the_guard_a_booking_is_paid_by_the_code_and_in_cash() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let guard = "and paid_paise - returned_paise + $2 <= price_paise - discount_paise";
        let unguarded = without_guard(&here, statement("orders/add_payment"), guard, "");
        let (fixture, read) = take_cash_while_credited(unguarded, there).await;
        assert_eq!(read.qr.state, QrState::Paid);
        let broken = fixture.broken().await;
        assert!(broken.contains(&"bookings paid more than they cost".to_owned()), "{broken:?}");
    });
}

/// Twelve codes are paid; for each of them one call settles the payment while another closes the code. Returns the states of the
/// codes.
async fn close_while_credited(fixture: &PaymentsFixture, manager: &Actor) -> Vec<QrState> {
    let mut shown = Vec::new();
    for player in 0..12_usize {
        let order = fixture.book_at_court(player, i64::try_from(player).unwrap() + 1).await;
        let made = fixture.qr(manager, &order, 800, u64::try_from(player).unwrap() + 1).await;
        fixture.pay_qr(made.qr.id.as_ref().unwrap(), json!({})).await;
        shown.push(made.qr.bill);
    }
    let done = run_concurrently(24, |n| {
        let (fixture, manager, bill) = (fixture.clone(), manager.clone(), shown[n / 2]);
        async move {
            if n % 2 == 0 {
                fixture.read_qr(&manager, bill).await;
            } else {
                let key = request_key(200 + u64::try_from(n).unwrap());
                close_qr(&fixture.app, &manager, bill, key).await.unwrap();
            }
        }
    });
    done.await;
    let mut states = Vec::new();
    for bill in shown {
        states.push(fixture.read_qr(manager, bill).await.qr.state);
    }
    states
}

on_both_engines!(a_code_that_is_closed_while_it_is_credited_is_paid, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 12).await;
    let manager = fixture.manager_with_drawer().await;
    assert_eq!(close_while_credited(&fixture, &manager).await, [QrState::Paid; 12]);
    fixture.assert_sound().await;
});

on_both_engines!(control_without_the_guard_closing_ends_a_bill_that_is_settled, async |store| {
    let text = "update bill set state = 'void', settled_at = null where bill_id = $1";
    let guarded = statement("bill/void");
    let body = guarded.text.split_once("update bill").unwrap().1;
    let unguarded = without_guard(&store, guarded, &format!("update bill{body}"), text);
    let fixture = PaymentsFixture::with_webhooks(unguarded, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let order = fixture.book_at_court(0, 3).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    fixture.pay_qr(made.qr.id.as_ref().unwrap(), json!({})).await;
    assert_eq!(fixture.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Paid);
    close_qr(&fixture.app, &manager, made.qr.bill, request_key(2)).await.unwrap();
    let broken = fixture.broken().await;
    assert!(
        broken.contains(&"QR codes whose state differs from that of their bill".to_owned()),
        "{broken:?}"
    );
});

/// A clerk makes a code for a booking that its player cancels after the call has read it.
async fn make_for_a_cancelled_booking(
    here: Store,
    there: Store,
) -> (PaymentsFixture, Result<QrDetails, MakeQrError>) {
    let (fixture, manager, order) = PaymentsFixture::with_booking(there).await;
    let line = fixture.line(&order, 800).await;
    let player = fixture.app.clone();
    let here = meanwhile(&here, "orders/lock_at_version", move || async move {
        cancel(&player, order.customer, order.number, None).await.unwrap();
    });
    let node = fixture.on(fixture.app.another_node_on(here, |_| {}));
    let made = node.try_to_make_qr(&manager, vec![line], 1).await;
    (fixture, made)
}

#[test]
fn no_code_is_made_for_a_booking_that_was_cancelled_meanwhile() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let (fixture, made) = make_for_a_cancelled_booking(here, there).await;
        match made {
            Err(MakeQrError::Lines(TakePaymentError::ChangedMeanwhile(current))) => {
                assert_eq!(current.booking.status, OrderStatus::Cancelled);
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(fixture.open_codes().await, 0);
    });
}

#[test]
fn control_without_the_version_a_code_is_made_for_a_cancelled_booking() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let guard = "and version = $2";
        let unguarded = without_guard(&here, statement("orders/lock_at_version"), guard, "and $2 = $2");
        let (fixture, made) = make_for_a_cancelled_booking(unguarded, there).await;
        assert_eq!(made.unwrap().qr.state, QrState::Open);
        assert_eq!(fixture.open_codes().await, 1);
        assert_eq!(fixture.number("select count(*) from orders where status = 'cancelled'").await, 1);
    });
}

on_both_engines!(one_of_two_nodes_closes_a_code_at_the_provider, async |store| {
    let fixture = PaymentsFixture::with_webhooks(store, 12).await;
    let manager = fixture.manager_with_drawer().await;
    for player in 0..12_usize {
        let order = fixture.book_at_court(player, i64::try_from(player).unwrap() + 1).await;
        fixture.qr(&manager, &order, 800, u64::try_from(player).unwrap() + 1).await;
    }
    // The codes are due to be closed here, and open at the provider.
    fixture.change("update desk_qr set next_close_at = 0").await;
    let other = fixture.on(fixture.app.another_node(|_| {}));
    let closed = run_concurrently(2, |n| {
        let app = [fixture.app.clone(), other.app.clone()][n].clone();
        async move { close_qr_codes(&app).await.unwrap() }
    });
    let closed: usize = closed.await.into_iter().sum();
    assert_eq!((closed, fixture.open_codes().await), (12, 0));
    assert_eq!(fixture.calls("close qr code").await, 12, "each code is closed once");
});

/// Another node closes a code at the provider after this one has read that it is due and before this one claims it. Returns how
/// often the provider is called to close it.
async fn calls_to_close_a_code(here: Store, there: Store) -> u64 {
    let (fixture, manager, order) = PaymentsFixture::with_booking(there).await;
    fixture.qr(&manager, &order, 800, 1).await;
    let line = fixture.line(&order, 800).await;
    fixture.take(&manager, line, 2).await.unwrap();
    let other = fixture.app.clone();
    let here = meanwhile(&here, "desk_qr/claim_close", move || async move {
        assert_eq!(close_qr_codes(&other).await.unwrap(), 1);
    });
    let node = fixture.app.another_node_on(here, |_| {});
    close_qr_codes(&node).await.unwrap();
    fixture.calls("close qr code").await
}

#[test]
fn a_code_that_another_node_has_closed_meanwhile_is_not_closed_again() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(calls_to_close_a_code(here, there).await, 1);
    });
}

#[test]
fn control_without_the_claim_two_nodes_close_a_code_twice() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let guard = "and next_close_at = $2";
        let unguarded = without_guard(&here, statement("desk_qr/claim_close"), guard, "and $2 = $2");
        assert_eq!(calls_to_close_a_code(unguarded, there).await, 2);
    });
}
