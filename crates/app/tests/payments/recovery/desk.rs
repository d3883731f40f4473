//! Money of the desks since the backup: QR codes of the provider, and the numbers of receipts that were printed there.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sideout_app::{
    Order,
    payments::{
        reconcile::reconcile,
        recovery::{End, Recovery, RefundEnd, find_due, recover},
    },
    steps::audited::Actor,
};
use sideout_domain::{bill::QrState, money::Money, order::OrderStatus};
use sideout_providers::payments::{NewQrCode, QrCode, TimeBudget};
use sideout_testkit::TestApp;

use super::{
    money::{PRICE, end_of, numbers, run},
    restored::{Loss, after_a_loss, send_refund},
};
use crate::world::World;

/// Bookings that the backup knows, and the manager at the desk.
struct Known {
    manager: Actor,
    whole: Order,
    part: Order,
    with_code: (Order, String),
}

/// Bookings and codes that the backup does not know.
struct Lost {
    known: Known,
    paid: Order,
    open: (Order, String),
    foreign: QrCode,
    numbers: BTreeSet<(String, i64)>,
}

async fn before(world: &World) -> Known {
    let manager = world.manager_with_drawer().await;
    let (whole, part) = (world.book_at_court(0, 1).await, world.book_at_court(1, 2).await);
    let order = world.book_at_court(2, 3).await;
    let code = world.qr(&manager, &order, 800, 1).await.qr.id.unwrap();
    Known { manager, whole, part, with_code: (order, code) }
}

/// A player pays this part of a booking by a code.
async fn pay_by_code(world: &World, manager: &Actor, (order, rupees): (&Order, i64), key: u64) {
    let made = world.qr(manager, order, rupees, key).await;
    world.pay_qr(made.qr.id.as_ref().unwrap(), json!({})).await;
    assert_eq!(world.read_qr(manager, made.qr.bill).await.qr.state, QrState::Paid);
}

async fn after(world: &World, known: Known) -> Lost {
    let manager = &known.manager;
    pay_by_code(world, manager, (&known.whole, 800), 2).await;
    pay_by_code(world, manager, (&known.part, 300), 3).await;
    world.pay_qr(&known.with_code.1, json!({})).await;
    let paid = world.book_at_court(3, 4).await;
    pay_by_code(world, manager, (&paid, 800), 4).await;
    let in_cash = world.book_at_court(4, 5).await;
    let line = world.line(&in_cash, 800).await;
    world.take(manager, line, 5).await.unwrap();
    let open = world.book_at_court(5, 6).await;
    let code = world.qr(manager, &open, 800, 6).await.qr.id.unwrap();
    let foreign = foreign_code(world).await;
    world.pay_qr(foreign.id.as_str(), json!({})).await;
    let numbers = numbers(world).await;
    Lost { known, paid, open: (open, code), foreign, numbers }
}

/// A code of other software on the same account.
async fn foreign_code(world: &World) -> QrCode {
    let new = NewQrCode {
        amount: Money::from_rupees(111),
        name: "Café".to_owned(),
        closes_at: world.app.clock_now() + jiff::SignedDuration::from_mins(20),
        reference: "INV-2026-17".to_owned(),
        notes: vec![("order".to_owned(), "4820193756".to_owned())],
    };
    let account = world.app.payments.as_ref().unwrap();
    account.provider.create_qr_code(&new, TimeBudget::BACKGROUND).await.unwrap()
}

/// Captured less refunded, without the code of other software.
async fn held_at_provider(world: &World) -> i64 {
    let everything = world.everything().await;
    let number = |value: &Value| value.as_i64().unwrap();
    let payments = everything["payments"].as_array().unwrap().iter();
    let ours = payments.filter(|payment| payment["captured"] == json!(true) && payment["amount"] != 11_100);
    ours.map(|payment| number(&payment["amount"]) - number(&payment["amount_refunded"])).sum()
}

async fn due(world: &World) -> (usize, usize) {
    let (app, account) = (&world.app, world.app.payments.as_ref().unwrap());
    let found =
        find_due(&app.store, account.provider.as_ref(), &app.settings.public_url, app.clock_now()).await;
    let found = found.unwrap().unwrap();
    (found.lost, found.lost_and_paid)
}

/// All that a recovery may change, for comparison.
async fn snapshot(world: &World) -> Value {
    let everything = world.everything().await;
    json!([
        everything["payments"],
        everything["refunds"],
        world.open_codes().await,
        world.rows("select series, last from receipt_series order by series").await,
        world.rows("select state, count(*) from desk_qr group by state order by state").await,
        world.rows("select status, count(*) from recovered_payment group by status order by status").await,
        world.number("select count(*) from ledger_posting").await,
        world.number("select count(*) from receipt_gap").await,
    ])
}

async fn owed(world: &World, order: &Order) -> i64 {
    world.details(order).await.booking.amounts.due().paise()
}

after_a_loss!(a_code_paid_after_the_backup_pays_its_booking_or_is_refunded_once, async |loss: Loss| {
    let restored = loss.restore(before, after).await;
    let (lost, known) = (&restored.lost, &restored.lost.known);
    let world = loss.serve(&restored.backup, restored.now, 13).await;
    let kept = numbers(&world).await;
    // Two codes of known bookings and one of a lost booking were paid; one of a lost booking has no payment.
    assert_eq!(due(&world).await, (4, 3));

    let seen = snapshot(&world).await;
    let dry = run(&world, &Recovery { dry_run: true, ..restored.recovery() }).await;
    assert_eq!(snapshot(&world).await, seen);
    assert_eq!(end_of(&dry, known.whole.number), End::WouldSettle);
    assert_eq!(end_of(&dry, lost.paid.number), End::WouldSendBack(PRICE));

    let done = run(&world, &restored.recovery()).await;
    assert!(!done.needs_attention(), "{done:?}");
    assert_eq!((done.listed_codes, done.of_others, done.unpaid.len()), (6, 1, 0));
    for order in [&known.whole, &known.part, &known.with_code.0] {
        assert_eq!(end_of(&done, order.number), End::Booked);
    }
    assert_eq!(end_of(&done, lost.paid.number), End::SentBack(PRICE, false));
    assert_eq!(done.closed_codes, [(lost.open.0.number, PRICE)]);
    assert_eq!(world.code(&lost.open.1).await["status"], "closed");
    assert_eq!(owed(&world, &known.whole).await, 0);
    assert_eq!(owed(&world, &known.part).await, 50_000, "the other part is still owed");
    assert_eq!(owed(&world, &known.with_code.0).await, 0);
    let payment = &world.details(&known.whole).await.payments[0];
    assert!(payment.by_qr);
    assert_eq!(payment.taken_by, Some(known.manager.id()), "the payment names the person who made the code");
    world.assert_sound().await;
    // To the paisa: the provider has what three bookings were paid, and the other software's money is as it was.
    assert_eq!(held_at_provider(&world).await, 80_000 + 30_000 + 80_000);
    assert_eq!(world.code(lost.foreign.id.as_str()).await["payments_amount_received"], 11_100);

    // The receipts of the recovered payments have no number of a lost document.
    let given = &numbers(&world).await - &kept;
    assert_eq!(given.iter().filter(|(series, _)| series == "D1").count(), 3, "{given:?}");
    assert!(given.is_disjoint(&lost.numbers), "{given:?} {:?}", lost.numbers);

    assert_eq!(due(&world).await, (0, 0));
    let seen = snapshot(&world).await;
    let again = run(&world, &restored.recovery()).await;
    assert!(again.gaps.is_empty() && again.closed_codes.is_empty(), "{again:?}");
    assert_eq!(end_of(&again, lost.paid.number), End::SentBefore(PRICE));
    assert_eq!(snapshot(&world).await, seen);
    world.app.store.close().await;
});

after_a_loss!(control_without_the_recovery_codes_are_unpaid_and_desks_repeat_numbers, async |loss: Loss| {
    let restored = loss.restore(before, after).await;
    let (lost, known) = (&restored.lost, &restored.lost.known);
    let world = loss.serve(&restored.backup, restored.now, 13).await;
    let kept = numbers(&world).await;
    reconcile(&world.app).await.unwrap();
    assert_eq!(owed(&world, &known.whole).await, 80_000);
    assert_eq!(world.order(&known.whole).await.status, OrderStatus::Confirmed);
    let given = &numbers(&world).await - &kept;
    assert!(!given.is_disjoint(&(&lost.numbers - &kept)), "{given:?} {:?}", lost.numbers);
    world.app.store.close().await;
});

after_a_loss!(a_payment_captured_after_its_lost_code_was_closed_is_refunded, async |loss: Loss| {
    let restored = loss
        .restore(before, async |world: &World, known: Known| {
            let lost = world.book_at_court(5, 6).await;
            let code = world.qr(&known.manager, &lost, 800, 6).await.qr.id.unwrap();
            (lost, world.scan(&code).await)
        })
        .await;
    let (lost, payment) = &restored.lost;
    let world = loss.serve(&restored.backup, restored.now, 13).await;
    let done = run(&world, &restored.recovery()).await;
    assert_eq!(done.closed_codes, [(lost.number, PRICE)]);
    world.bank_accepts(payment).await;
    assert_eq!(due(&world).await, (1, 1));
    let again = run(&world, &restored.recovery()).await;
    assert_eq!(end_of(&again, lost.number), End::SentBack(PRICE, false));
    assert_eq!(held_at_provider(&world).await, 0);
    world.app.store.close().await;
});

after_a_loss!(
    a_refund_of_a_part_that_was_not_paid_last_is_reported_and_changes_nothing,
    async |loss: Loss| {
        let restored = loss
            .restore(
                async |world| {
                    let manager = world.manager_with_drawer().await;
                    let order = world.book_at_court(0, 1).await;
                    pay_by_code(world, &manager, (&order, 500), 1).await;
                    let line = world.line(&order, 300).await;
                    world.take(&manager, line, 2).await.unwrap();
                    (manager, order)
                },
                async |world, (manager, order)| {
                    world.cancel_at_desk(&manager, &order, 3).await.unwrap();
                    send_refund(world, &order).await;
                    order
                },
            )
            .await;
        let order = &restored.lost;
        let world = loss.serve(&restored.backup, restored.now, 13).await;
        let done = run(&world, &restored.recovery()).await;
        let ends: Vec<_> = done.refunds.iter().map(|refund| (refund.order, refund.end)).collect();
        assert_eq!((ends, done.stopped), (vec![(order.number, RefundEnd::DoesNotFit)], None));
        assert_eq!(world.order(order).await.status, OrderStatus::Confirmed);
        assert_eq!(world.number("select count(*) from refund").await, 0);
        world.app.store.close().await;
    }
);

after_a_loss!(without_a_payment_account_the_recovery_skips_the_numbers_of_the_desks, async |loss: Loss| {
    let restored = loss.restore(before, after).await;
    let app = TestApp::over(restored.backup.connect().await);
    app.clock.set(restored.now);
    let number = |text: &str| vec![text.parse().unwrap()];
    let given = Recovery {
        receipts_after: number("D1/26-27/000005"),
        credit_notes_after: number("N1/26-27/000001"),
        ..restored.recovery()
    };
    let strange = Recovery { receipts_after: number("D9/26-27/000005"), ..given.clone() };
    let refused = recover(&app, &strange).await.unwrap_err();
    assert_eq!(refused.to_string(), "D9/26-27/000005 is no number of the series R or of a desk in this time");
    let shown = |gaps: &[sideout_store::receipts::ReceiptGap]| -> Vec<String> {
        gaps.iter().map(|gap| format!("{} {}-{}", gap.series, gap.first, gap.last)).collect()
    };
    let dry = recover(&app, &Recovery { dry_run: true, ..restored.recovery() }).await.unwrap();
    assert_eq!(shown(&dry.gaps), ["D1 1-1000", "N1 1-1000"], "the venue had its series after the backup");
    let done = recover(&app, &given).await.unwrap();
    assert_eq!(shown(&done.gaps), ["D1 1-5", "N1 1-1"]);
    assert!(recover(&app, &restored.recovery()).await.unwrap().gaps.is_empty());
    app.store.close().await;
});
