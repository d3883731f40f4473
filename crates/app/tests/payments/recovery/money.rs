//! The result for each payment and refund since the backup.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sideout_app::{
    Order,
    ledger::audit::audit,
    payments::{
        issue_refunds::issue_refunds,
        recovery::{Due, End, Recovered, Recovery, RefundEnd, find_due, recover},
    },
};
use sideout_domain::{
    money::Money,
    order::{OrderNumber, OrderStatus},
    refund::RefundReason,
};
use sideout_providers::payments::{NewRefund, ProviderOrder};
use sideout_store::StoreError;
use sideout_testkit::PriceRule;

use super::restored::{
    Loss, REFUND_PAISE, after_a_loss, cancel, cancel_and_refund, foreign_order, paid, send_refund,
};
use crate::{
    court_closures::{close, sunday},
    fixture::{AFTER_THE_HOLD, PaymentsFixture},
};

pub(super) const PRICE: Money = Money::from_rupees(800);

/// Bookings that the backup knows.
pub(super) struct Known {
    pub(super) stands: Order,
    pub(super) cancelled_after: Order,
    pub(super) refunded_after: Order,
    pub(super) opened_before: Order,
    pub(super) held_before: Order,
}

/// Bookings that the backup does not know.
pub(super) struct Lost {
    pub(super) known: Known,
    pub(super) paid: Order,
    pub(super) cancelled: Order,
    pub(super) unconfirmed: Order,
    pub(super) unpaid: Order,
    pub(super) foreign: Vec<ProviderOrder>,
    pub(super) unsure: ProviderOrder,
    /// Numbers of receipts and credit notes issued before and after the backup.
    pub(super) numbers: BTreeSet<(String, i64)>,
}

/// Orders of several kinds, which the backup knows.
pub(super) async fn before(fixture: &PaymentsFixture) -> Known {
    let stands = paid(fixture, 0).await;
    let cancelled_after = paid(fixture, 1).await;
    let refunded_after = paid(fixture, 2).await;
    cancel(fixture, &refunded_after).await;
    let opened_before = fixture.hold(3, 4).await;
    fixture.checkout(&opened_before).await;
    let held_before = fixture.hold(4, 5).await;
    Known { stands, cancelled_after, refunded_after, opened_before, held_before }
}

/// What happens to these and to other orders after the backup.
pub(super) async fn after(fixture: &PaymentsFixture, known: Known) -> Lost {
    cancel_and_refund(fixture, &known.cancelled_after).await;
    send_refund(fixture, &known.refunded_after).await;
    for order in [&known.opened_before, &known.held_before] {
        pay_for(fixture, order).await;
    }
    let lost_paid = paid(fixture, 5).await;
    let cancelled = paid(fixture, 6).await;
    cancel_and_refund(fixture, &cancelled).await;
    let unconfirmed = fixture.hold(7, 8).await;
    fixture.pay(&fixture.checkout(&unconfirmed).await, json!({})).await;
    let unpaid = fixture.hold(8, 9).await;
    fixture.checkout(&unpaid).await;
    fixture.book_at_court(9, 10).await;

    let foreign = vec![
        foreign_order(fixture, "INV-2026-17", &[("invoice", "17")]).await,
        foreign_order(fixture, "4820193756-80000", &[("order", "4820193756")]).await,
        foreign_order(fixture, "4820193756-80000", &[]).await,
        foreign_order(fixture, "7", &[("order", "4820193756"), ("venue", "x"), ("site", "127.0.0.1:8080")])
            .await,
    ];
    let theirs = [("order", "4820193757"), ("venue", "x"), ("site", "staging.example.in")];
    let unsure = foreign_order(fixture, "4820193757-80000", &theirs).await;
    for order in foreign.iter().chain([&unsure]) {
        fixture.pay_order(order.id.as_str(), json!({})).await;
    }
    let numbers = numbers(fixture).await;
    Lost { known, paid: lost_paid, cancelled, unconfirmed, unpaid, foreign, unsure, numbers }
}

/// A held booking whose checkout was opened, and which is not paid.
async fn with_checkout(fixture: &PaymentsFixture) -> Order {
    let order = fixture.hold(1, 2).await;
    fixture.checkout(&order).await;
    order
}

/// The player of a held booking pays online, which confirms it.
async fn pay_for(fixture: &PaymentsFixture, order: &Order) {
    fixture.pay(&fixture.checkout(order).await, json!({})).await;
    assert_eq!(fixture.hint(order).await.order.status, OrderStatus::Confirmed);
}

/// A person sends `amount` of a payment back at the provider, without this program.
async fn refund_by_hand(
    fixture: &PaymentsFixture,
    payment: &str,
    amount: Money,
    notes: Vec<(String, String)>,
) {
    let payment = payment.parse().unwrap();
    let by_hand = NewRefund { payment, amount, key: "refund-by-hand".to_owned(), notes };
    fixture.app.payments.as_ref().unwrap().provider.refund(&by_hand).await.unwrap();
}

/// The numbers of all documents.
pub(super) async fn numbers(fixture: &PaymentsFixture) -> BTreeSet<(String, i64)> {
    fixture.rows("select series, serial from receipt").await.into_iter().collect()
}

pub(super) async fn run(fixture: &PaymentsFixture, recovery: &Recovery) -> Recovered {
    recover(&fixture.app, recovery).await.unwrap()
}

pub(super) fn end_of(recovered: &Recovered, order: OrderNumber) -> End {
    let found: Vec<_> = recovered.payments.iter().filter(|settled| settled.order == order).collect();
    assert_eq!(found.len(), 1, "{recovered:?}");
    found[0].end.clone()
}

/// The provider's balance for us without the payments of the orders in `except`: captured less refunded.
pub(super) async fn held_at_provider(fixture: &PaymentsFixture, except: &[&ProviderOrder]) -> i64 {
    let everything = fixture.everything().await;
    let number = |value: &Value| value.as_i64().unwrap();
    let ours = everything["payments"].as_array().unwrap().iter().filter(|payment| {
        payment["captured"] == json!(true)
            && except.iter().all(|order| payment["order_id"] != order.id.as_str())
    });
    ours.map(|payment| number(&payment["amount"]) - number(&payment["amount_refunded"])).sum()
}

/// The provider's balance by the ledger, including its fee; asserts that the ledger agrees with the tables.
pub(super) async fn held_by_ledger(fixture: &PaymentsFixture) -> i64 {
    let faults: Result<_, StoreError> = fixture.app.store.read((), |tx, ()| Box::pin(audit(tx))).await;
    assert_eq!(faults.unwrap(), []);
    const HELD: &str = "select cast(coalesce(sum(amount_paise), 0) as bigint) from ledger_posting
                         where account in ('provider', 'fees')";
    fixture.number(HELD).await
}

/// The present money and documents, for comparison.
async fn snapshot(fixture: &PaymentsFixture) -> Value {
    let everything = fixture.everything().await;
    json!([
        everything["payments"],
        everything["refunds"],
        fixture.rows("select series, last from receipt_series order by series").await,
        fixture.rows("select status, count(*) from orders group by status order by status").await,
        fixture.rows("select status, count(*) from refund group by status order by status").await,
        fixture.rows("select status, count(*) from recovered_payment group by status order by status").await,
        fixture.number("select count(*) from ledger_posting").await,
        fixture.number("select count(*) from receipt_gap").await,
    ])
}

/// What a recovery would have to settle now.
pub(super) async fn due(fixture: &PaymentsFixture) -> Due {
    let (app, account) = (&fixture.app, fixture.app.payments.as_ref().unwrap());
    let found =
        find_due(&app.store, account.provider.as_ref(), &app.settings.public_url, app.clock_now()).await;
    found.unwrap().unwrap()
}

after_a_loss!(every_payment_and_refund_since_the_backup_is_settled_or_refunded_once, async |loss: Loss| {
    let restored = loss.restore(before, after).await;
    let (lost, known) = (&restored.lost, &restored.lost.known);
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let of_others: Vec<&ProviderOrder> = lost.foreign.iter().chain([&lost.unsure]).collect();

    let found = due(&fixture).await;
    // Four lost bookings, three of them paid, and the one that was held before the backup and had no checkout then.
    assert_eq!((found.lost, found.lost_and_paid, found.of_others), (5, 4, 5));
    assert!(found.since.unwrap() <= restored.since, "{found:?}");

    let before = snapshot(&fixture).await;
    let preview = run(&fixture, &Recovery { dry_run: true, ..restored.recovery() }).await;
    assert_eq!(snapshot(&fixture).await, before);
    assert_eq!(end_of(&preview, lost.paid.number), End::WouldSendBack(PRICE));
    assert_eq!(end_of(&preview, known.held_before.number), End::WouldSettle);
    let ends: Vec<RefundEnd> = preview.refunds.iter().map(|refund| refund.end).collect();
    assert!(ends.contains(&RefundEnd::WouldRecord) && ends.contains(&RefundEnd::WouldCancel), "{ends:?}");

    let done = run(&fixture, &restored.recovery()).await;
    assert!(!done.needs_attention(), "{done:?}");
    assert_eq!((done.of_others, done.unsure.len()), (4, 1));
    assert_eq!(done.unpaid, [(lost.unpaid.number, PRICE)]);
    assert_eq!(end_of(&done, known.opened_before.number), End::Booked);
    assert_eq!(end_of(&done, known.held_before.number), End::Booked);
    assert_eq!(end_of(&done, lost.paid.number), End::SentBack(PRICE, false));
    assert_eq!(end_of(&done, lost.unconfirmed.number), End::SentBack(PRICE, false));
    let rest = PRICE.less(Money::from_paise(REFUND_PAISE));
    assert_eq!(end_of(&done, lost.cancelled.number), End::SentBack(rest, false));
    let refund_of = |order: &Order| done.refunds.iter().find(|sent| sent.order == order.number).unwrap().end;
    assert_eq!(refund_of(&known.cancelled_after), RefundEnd::Cancelled);
    assert_eq!(refund_of(&known.refunded_after), RefundEnd::Recorded);
    for (order, status) in [
        (&known.stands, OrderStatus::Confirmed),
        (&known.opened_before, OrderStatus::Confirmed),
        (&known.held_before, OrderStatus::Confirmed),
        (&known.cancelled_after, OrderStatus::Cancelled),
        (&known.refunded_after, OrderStatus::Cancelled),
    ] {
        assert_eq!(fixture.order(order).await.status, status, "{}", order.number);
    }

    // To the paisa, the provider's balance equals the ledger: three bookings and two charges.
    let held = held_at_provider(&fixture, &of_others).await;
    assert_eq!((held, held_by_ledger(&fixture).await), (3 * 80_000 + 2 * 41_000, held));
    let parts =
        done.sum(|settled| settled.booked()).paise() + done.sum(|settled| settled.sent_back()).paise();
    let returned = done.sum(|settled| settled.returned).paise();
    assert_eq!(done.sum(|settled| settled.amount).paise(), parts + returned);
    // Orders of other software are unchanged.
    let everything = fixture.everything().await;
    for order in &of_others {
        let theirs = everything["payments"].as_array().unwrap().iter();
        let theirs: Vec<_> = theirs.filter(|payment| payment["order_id"] == order.id.as_str()).collect();
        assert_eq!((theirs.len(), theirs[0]["amount_refunded"].as_i64()), (1, Some(0)));
    }

    // A second recovery after the jobs ran changes nothing.
    issue_refunds(&fixture.app).await.unwrap();
    assert_eq!(due(&fixture).await.lost, 0);
    let before = snapshot(&fixture).await;
    let again = run(&fixture, &restored.recovery()).await;
    assert!(!again.needs_attention() && again.gaps.is_empty() && again.refunds.is_empty(), "{again:?}");
    assert_eq!(end_of(&again, lost.paid.number), End::SentBefore(PRICE));
    assert_eq!(end_of(&again, lost.cancelled.number), End::SentBefore(rest));
    assert_eq!(snapshot(&fixture).await, before);

    // If the operator names it, the order of the other address is refunded too.
    let also = vec![lost.unsure.id.as_str().parse().unwrap()];
    let more = run(&fixture, &Recovery { also, ..restored.recovery() }).await;
    assert_eq!(end_of(&more, "4820193757".parse().unwrap()), End::SentBack(PRICE, false));
    fixture.app.store.close().await;
});

after_a_loss!(a_payment_after_the_recovery_is_found_by_the_next_recovery, async |loss: Loss| {
    let restored = loss
        .restore(
            async |fixture| drop(paid(fixture, 0).await),
            async |fixture, ()| {
                let order = fixture.hold(1, 2).await;
                let checkout = fixture.checkout(&order).await;
                (order, checkout)
            },
        )
        .await;
    let (order, checkout) = &restored.lost;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    assert_eq!(run(&fixture, &restored.recovery()).await.unpaid, [(order.number, PRICE)]);
    assert_eq!(due(&fixture).await.lost, 0, "not paid and known to be lost");
    fixture.pay(checkout, json!({})).await;
    assert_eq!((due(&fixture).await.lost, due(&fixture).await.lost_and_paid), (1, 1));
    // The payment is larger in the list than the longest response that is read.
    fixture.set_order_faults(checkout, json!({"list_padding": 5 * 1_048_576})).await;
    let unread = run(&fixture, &restored.recovery()).await;
    assert_eq!((unread.unpaid.len(), unread.hidden.len()), (0, 1), "it is paid, and no payment shows it");
    fixture.set_order_faults(checkout, json!({})).await;
    let done = run(&fixture, &restored.recovery()).await;
    assert_eq!(end_of(&done, order.number), End::SentBack(PRICE, false));
    assert_eq!(due(&fixture).await.lost, 0);
    fixture.app.store.close().await;
});

after_a_loss!(a_payment_that_could_not_be_captured_does_not_count_as_captured, async |loss: Loss| {
    let restored = loss
        .restore(with_checkout, async |fixture, order| {
            // Authorized too late for the provider to capture it by itself.
            let late = json!({"outcome": "silent", "authorized_after_minutes": 25});
            fixture.pay(&fixture.checkout(&order).await, late).await;
            fixture.advance(AFTER_THE_HOLD).await;
            fixture.advance(5 * 60).await;
            order
        })
        .await;
    let number = restored.lost.number;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    fixture.set_faults(json!({"api": {"fail_percent": 100, "only": "capture"}})).await;
    let stopped = run(&fixture, &restored.recovery()).await;
    assert!(matches!(end_of(&stopped, number), End::Open(_)) && stopped.needs_attention(), "{stopped:?}");
    assert!(stopped.payments.iter().all(|settled| !settled.is_captured), "{stopped:?}");
    fixture.set_faults(json!({})).await;
    let done = run(&fixture, &restored.recovery()).await;
    assert_eq!(end_of(&done, number), End::Booked);
    assert!(done.payments.iter().all(|settled| settled.is_captured), "{done:?}");
    assert_eq!((held_at_provider(&fixture, &[]).await, held_by_ledger(&fixture).await), (80_000, 80_000));
    fixture.app.store.close().await;
});

after_a_loss!(an_order_that_is_no_longer_polled_is_settled_as_late_money, async |loss: Loss| {
    let restored = loss
        .restore(with_checkout, async |fixture, order| {
            pay_for(fixture, &order).await;
            order
        })
        .await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    fixture.advance(5 * 24 * 3_600).await;
    assert_eq!(fixture.change("update provider_order set next_poll_at = null").await, 1);
    assert_eq!(fixture.change("update orders set status = 'expired', held_until = null").await, 1);
    let done = run(&fixture, &restored.recovery()).await;
    // The game is over by now.
    assert_eq!(end_of(&done, restored.lost.number), End::Promised(PRICE, RefundReason::PaidLate));
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    assert_eq!((held_at_provider(&fixture, &[]).await, held_by_ledger(&fixture).await), (0, 0));
    fixture.app.store.close().await;
});

after_a_loss!(a_known_order_that_was_paid_and_cancelled_since_is_refunded_whole, async |loss: Loss| {
    let restored = loss
        .restore(with_checkout, async |fixture, order| {
            pay_for(fixture, &order).await;
            cancel_and_refund(fixture, &order).await;
            order
        })
        .await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let done = run(&fixture, &restored.recovery()).await;
    // A partly refunded payment does not book again.
    let rest = PRICE.less(Money::from_paise(REFUND_PAISE));
    assert_eq!(end_of(&done, restored.lost.number), End::Promised(rest, RefundReason::WrongAmount));
    assert!(done.refunds.is_empty(), "{done:?}");
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    assert_eq!((held_at_provider(&fixture, &[]).await, held_by_ledger(&fixture).await), (0, 0));
    assert_eq!(fixture.rows("select status, count(*) from recovered_payment group by status").await.len(), 1);
    assert_eq!(fixture.number("select count(*) from recovered_payment where status = 'settled'").await, 1);
    fixture.app.store.close().await;
});

after_a_loss!(
    bookings_of_a_court_that_was_closed_since_are_cancelled_by_the_venue_again,
    async |loss: Loss| {
        let restored = loss
            .restore(
                async |fixture| [paid(fixture, 1).await, paid(fixture, 2).await],
                async |fixture, orders| {
                    close(fixture, sunday("all", "19:00", "20:00")).await;
                    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 2);
                    orders
                },
            )
            .await;
        let fixture = loss.serve(&restored.backup, restored.now, 13).await;
        let done = run(&fixture, &restored.recovery()).await;
        assert!(!done.needs_attention(), "{done:?}");
        for order in &restored.lost {
            let order = fixture.order(order).await;
            assert_eq!((order.status, order.refund()), (OrderStatus::Cancelled, PRICE));
            assert!(order.closed_by.is_some());
        }
        assert_eq!((held_at_provider(&fixture, &[]).await, held_by_ledger(&fixture).await), (0, 0));
        assert_eq!(fixture.count("refunds").await, 2);
        fixture.app.store.close().await;
    }
);

after_a_loss!(a_booking_of_which_half_went_back_since_gives_no_more_back, async |loss: Loss| {
    let half = Money::from_paise(PRICE.paise() / 2);
    let restored = loss
        .restore(
            async |fixture| paid(fixture, 1).await,
            async |fixture, order| {
                // As the program sends it if staff close the court of a game that has begun.
                let notes = [("order", order.number.to_string()), ("reason", "venue_closed".to_owned())];
                let payments = fixture.rows("select payment_id, amount_paise from payment").await;
                let sent = NewRefund {
                    payment: payments[0].0.parse().unwrap(),
                    amount: half,
                    key: "refund-of-half".to_owned(),
                    notes: notes.map(|(name, value)| (name.to_owned(), value)).to_vec(),
                };
                fixture.app.payments.as_ref().unwrap().provider.refund(&sent).await.unwrap();
                order
            },
        )
        .await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let done = run(&fixture, &restored.recovery()).await;
    let ends: Vec<_> = done.refunds.iter().map(|refund| (refund.order, &refund.end)).collect();
    assert_eq!(ends, [(restored.lost.number, &RefundEnd::Cancelled)]);
    let found = fixture.overview(restored.lost.customer, restored.lost.number).await;
    assert_eq!((found.order.status, found.order.returned), (OrderStatus::Cancelled, half));
    assert_eq!(found.refund_of_cancelled(), half, "the other half is kept");
    fixture.app.store.close().await;
});

after_a_loss!(a_note_that_names_the_booking_of_another_payment_cancels_nothing, async |loss: Loss| {
    let restored = loss
        .restore(
            async |fixture| (paid(fixture, 0).await, paid(fixture, 1).await),
            async |fixture, (refunded, noted)| {
                let paid_for = format!(
                    "select payment.payment_id, 0 from payment join bill_line on bill_line.bill_id = payment.bill_id
                      where bill_line.order_number = {}", refunded.number);
                let notes = [("order", noted.number.to_string()), ("reason", "cancelled".to_owned())];
                let payment = fixture.rows(paid_for.leak()).await.remove(0).0;
                let notes = notes.map(|(name, value)| (name.to_owned(), value)).to_vec();
                refund_by_hand(fixture, &payment, Money::from_paise(REFUND_PAISE), notes).await;
                (refunded, noted)
            },
        )
        .await;
    let (refunded, noted) = &restored.lost;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let done = run(&fixture, &restored.recovery()).await;
    let ends: Vec<_> = done.refunds.iter().map(|refund| (refund.order, &refund.end)).collect();
    assert_eq!(ends, [(refunded.number, &RefundEnd::ByHand)]);
    for order in [refunded, noted] {
        assert_eq!(fixture.order(order).await.status, OrderStatus::Confirmed);
    }
    fixture.app.store.close().await;
});

after_a_loss!(a_lost_payment_that_was_refunded_by_hand_was_sent_by_no_recovery, async |loss: Loss| {
    let restored = loss
        .restore(
            async |_| {},
            async |fixture, ()| {
                let order = paid(fixture, 1).await;
                let payments = fixture.rows("select payment_id, amount_paise from payment").await;
                refund_by_hand(fixture, &payments[0].0, PRICE, Vec::new()).await;
                order
            },
        )
        .await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let preview = run(&fixture, &Recovery { dry_run: true, ..restored.recovery() }).await;
    let done = run(&fixture, &restored.recovery()).await;
    let again = run(&fixture, &restored.recovery()).await;
    for recovered in [&preview, &done, &again] {
        assert_eq!(end_of(recovered, restored.lost.number), End::Returned);
        assert_eq!(recovered.sum(|settled| settled.returned), PRICE);
    }
    assert_eq!(fixture.count("refunds").await, 1);
    fixture.app.store.close().await;
});

after_a_loss!(a_moved_game_that_was_cancelled_since_is_cancelled_again, async |loss: Loss| {
    let restored = loss
        .restore(
            async |fixture| {
                let manager = fixture.manager_with_drawer().await;
                let closed = fixture.book_and_pay(0, 3).await;
                fixture.close_for_rain(&manager, 1).await;
                PriceRule::rupees(650).numbered(91).of_court(6).add(&fixture.app.store).await;
                // Prices are cached for two seconds.
                fixture.advance(3).await;
                let (_, moved) = fixture.choose_court(&closed, 6).await;
                send_refund(fixture, &moved).await;
                moved
            },
            async |fixture, moved| {
                let cancelled =
                    sideout_app::booking::cancel::cancel(&fixture.app, moved.customer, moved.number, None);
                assert_eq!(cancelled.await.unwrap().refund, Money::from_rupees(240));
                send_refund(fixture, &moved).await;
                moved
            },
        )
        .await;
    let moved = &restored.lost;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let done = run(&fixture, &restored.recovery()).await;
    assert!(!done.needs_attention(), "{done:?}");
    let ends: Vec<_> = done.refunds.iter().map(|refund| (refund.order, refund.end)).collect();
    assert_eq!(ends, [(moved.number, RefundEnd::Cancelled)]);
    assert_eq!(fixture.order(moved).await.status, OrderStatus::Cancelled);
    assert_eq!((held_at_provider(&fixture, &[]).await, held_by_ledger(&fixture).await), (41_000, 41_000));
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 0);
    fixture.app.store.close().await;
});

after_a_loss!(the_refunds_of_a_lost_booking_in_place_of_a_displaced_one_are_reported, async |loss: Loss| {
    let restored = loss
        .restore(
            async |fixture| {
                let manager = fixture.manager_with_drawer().await;
                let displaced = fixture.book_and_pay(0, 3).await;
                PriceRule::rupees(700).numbered(90).of_court(5).add(&fixture.app.store).await;
                PriceRule::rupees(600).numbered(91).of_court(6).add(&fixture.app.store).await;
                let (_, known) = fixture.move_by_closure(&manager, &displaced, 5, 1).await;
                send_refund(fixture, &known).await;
                (manager, known)
            },
            async |fixture, (manager, known)| {
                let (_, lost) = fixture.move_by_closure(&manager, &known, 6, 2).await;
                send_refund(fixture, &lost).await;
                let cancelled =
                    sideout_app::booking::cancel::cancel(&fixture.app, lost.customer, lost.number, None);
                assert_eq!(cancelled.await.unwrap().refund, Money::from_rupees(190));
                send_refund(fixture, &lost).await;
                known
            },
        )
        .await;
    let known = &restored.lost;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let done = run(&fixture, &restored.recovery()).await;
    let mut ends: Vec<_> =
        done.refunds.iter().map(|refund| (refund.order, refund.amount, refund.end)).collect();
    ends.sort_by_key(|(_, amount, _)| *amount);
    let reported = |rupees| (known.number, Money::from_rupees(rupees), RefundEnd::DoesNotFit);
    assert_eq!(ends, [reported(100), reported(190)]);
    assert!(done.needs_attention(), "{done:?}");
    assert_eq!(fixture.order(known).await.status, OrderStatus::Confirmed);
    assert_eq!(fixture.number("select count(*) from refund").await, 1);
    fixture.app.store.close().await;
});

after_a_loss!(a_refund_by_hand_beside_a_known_one_is_reported, async |loss: Loss| {
    let restored = loss
        .restore(
            async |fixture| {
                let order = paid(fixture, 1).await;
                cancel_and_refund(fixture, &order).await;
                order
            },
            async |fixture, order| {
                let payments = fixture.rows("select payment_id, amount_paise from payment").await;
                refund_by_hand(fixture, &payments[0].0, Money::from_rupees(100), Vec::new()).await;
                order
            },
        )
        .await;
    let fixture = loss.serve(&restored.backup, restored.now, 13).await;
    let done = run(&fixture, &restored.recovery()).await;
    let ends: Vec<_> = done.refunds.iter().map(|refund| (refund.order, refund.end)).collect();
    assert_eq!(ends, [(restored.lost.number, RefundEnd::ByHand)]);
    assert_eq!(fixture.number("select count(*) from refund").await, 1);
    fixture.app.store.close().await;
});
