//! QR codes of the provider at the desk: made once, settled without an action of the clerk, closed when they are no longer valid.

use std::sync::atomic::Ordering::Relaxed;

use serde_json::json;
use sideout_app::{
    desk::{
        bookings::{
            DeskSlot,
            move_booking::{MoveAtDesk, move_at_desk},
        },
        money::{
            close_qr::close_qr,
            make_qr::MakeQrError,
            read_money::read_day_money,
            read_qr::{QrDetails, ReadQrError, read_qr},
            take_payment::{PaymentLine, TakePaymentError},
        },
    },
    payments::{
        close_qr_codes::close_qr_codes, issue_refunds::issue_refunds, reconcile::reconcile,
        webhooks::process_webhooks,
    },
    receipts::find_document::find_qr_document,
    steps::payment_overview::PaymentState,
};
use sideout_domain::{
    BillId, CourtId, bill::QrState, money::Money, order::OrderStatus, receipt::DocumentKind,
    refund::RefundReason, staff::Role,
};
use sideout_testkit::{on_both_engines, request_key, sample_venue::VENUE};

use crate::{billing::line, world::World};

const DUE: Money = Money::from_rupees(800);

on_both_engines!(a_code_that_is_paid_settles_its_booking_with_a_receipt_of_the_desk, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    let code = made.qr.id.clone().unwrap();
    assert_eq!((made.qr.state, made.qr.amount), (QrState::Open, DUE));
    assert!(made.qr.content.as_ref().unwrap().starts_with("upi://pay?"), "{:?}", made.qr.content);
    assert_eq!(world.code(&code).await["payment_amount"], 80_000);
    assert_eq!(world.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Open);

    world.pay_qr(&code, json!({})).await;
    let paid = world.read_qr(&manager, made.qr.bill).await;
    assert_eq!((paid.qr.state, paid.bookings[0].due_paise), (QrState::Paid, 0));
    assert_eq!(paid.receipt.unwrap().to_string(), "D1/26-27/000001");
    let booking = world.details(&order).await;
    assert_eq!((booking.booking.amounts.paid, booking.payments.len()), (DUE, 1));
    assert!(booking.payments[0].by_qr);
    assert_eq!(booking.payments[0].taken_by, Some(manager.id()));
    let file = find_qr_document(&world.app, &[VENUE], made.qr.bill, DocumentKind::Receipt).await.unwrap();
    assert_eq!(file.name, "receipt-D1-26-27-000001.pdf");
    assert_eq!(read_day_money(&world.app, &manager, VENUE, None).await.unwrap().online.taken, DUE);
    world.assert_sound().await;
    // The same call again answers with the same code, paid.
    let again = world.try_to_make_qr(&manager, vec![requested_line(&made, 800)], 1).await.unwrap();
    assert_eq!((again.qr.bill, again.qr.state), (made.qr.bill, QrState::Paid));
    assert_eq!(world.count("qr_codes").await, 1);
});

/// The line of the call that made this code.
fn requested_line(made: &QrDetails, rupees: i64) -> PaymentLine {
    PaymentLine {
        order: made.bookings[0].order.try_into().unwrap(),
        version: made.bookings[0].version,
        amount: Money::from_rupees(rupees),
    }
}

on_both_engines!(the_webhook_of_a_code_settles_it_at_once, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let made = world.qr(&manager, &order, 300, 1).await;
    world.pay_qr(made.qr.id.as_ref().unwrap(), json!({})).await;
    world.advance(1).await;
    while process_webhooks(&world.app).await.unwrap() > 0 {}
    let booking = world.details(&order).await;
    assert_eq!(booking.booking.amounts.paid, Money::from_rupees(300), "a part of the price is paid");
    assert_eq!(world.refused.load(Relaxed), 0);
    world.assert_sound().await;
});

on_both_engines!(a_payment_whose_webhook_is_not_processed_is_found_by_polling, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    world.pay_qr(made.qr.id.as_ref().unwrap(), json!({})).await;
    assert_eq!(reconcile(&world.app).await.unwrap(), 0, "not due yet");
    world.advance(61).await;
    assert_eq!(reconcile(&world.app).await.unwrap(), 1);
    assert_eq!(world.details(&order).await.booking.amounts.paid, DUE);
    world.assert_sound().await;
});

on_both_engines!(cash_closes_the_code_and_a_payment_by_it_is_refunded, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    let code = made.qr.id.clone().unwrap();
    let scanned = world.scan(&code).await;
    let line = world.line(&order, 800).await;
    world.take(&manager, line, 2).await.unwrap();
    assert_eq!(world.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Closed);
    assert_eq!(close_qr_codes(&world.app).await.unwrap(), 1);
    assert_eq!(world.code(&code).await["close_reason"], "on_demand");
    assert_eq!(close_qr_codes(&world.app).await.unwrap(), 0);

    world.bank_accepts(&scanned).await;
    world.advance(61).await;
    assert_eq!(reconcile(&world.app).await.unwrap(), 1);
    let after = world.read_qr(&manager, made.qr.bill).await;
    assert_eq!((after.qr.state, after.refunded), (QrState::Closed, Some((DUE, RefundReason::PaidTwice))));
    while issue_refunds(&world.app).await.unwrap() > 0 {}
    assert_eq!(world.everything().await["payments"][0]["amount_refunded"], 80_000);
    world.assert_sound().await;
});

on_both_engines!(a_player_sees_a_payment_by_code_that_came_after_the_online_payment, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    let scanned = world.scan(&made.qr.id.clone().unwrap()).await;
    let requested = world.request_payment(order.customer, &[line(&order, 800)]).await;
    world.pay_order(&requested.provider_order, json!({})).await;
    let paid = world.hint(&order).await;
    assert_eq!((paid.payment, paid.second_payments), (PaymentState::Paid, Vec::new()));

    world.bank_accepts(&scanned).await;
    world.advance(61).await;
    reconcile(&world.app).await.unwrap();
    let paid = world.hint(&order).await;
    assert_eq!((&paid.payment, &paid.refund), (&PaymentState::Paid, &None), "the booking stands as it is");
    let [second] = &paid.second_payments[..] else { panic!("{:?}", paid.second_payments) };
    let refund = &second.refund;
    assert_eq!((second.paid, refund.amount, refund.reason), (DUE, DUE, RefundReason::PaidTwice));
    world.assert_sound().await;
});

on_both_engines!(a_cancelled_booking_closes_its_code_and_late_money_is_refunded, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    let code = made.qr.id.clone().unwrap();
    let scanned = world.scan(&code).await;
    world.cancel_at_desk(&manager, &order, 2).await.unwrap();
    assert_eq!(close_qr_codes(&world.app).await.unwrap(), 1);
    world.bank_accepts(&scanned).await;
    world.advance(61).await;
    reconcile(&world.app).await.unwrap();
    let after = world.read_qr(&manager, made.qr.bill).await;
    assert_eq!(after.refunded, Some((DUE, RefundReason::OrderClosed)));
    assert_eq!(world.details(&order).await.booking.status, OrderStatus::Cancelled);
    world.assert_sound().await;
});

on_both_engines!(a_moved_booking_closes_its_code, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    let version = world.details(&order).await.booking.version;
    let to = DeskSlot { court: CourtId(4), day: order.day, start: order.start };
    let request = MoveAtDesk { number: order.number, version, to, total: DUE, choice: None, reason: None };
    move_at_desk(&world.app, &manager, request, request_key(2)).await.unwrap();
    assert_eq!(world.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Closed);
    close_qr_codes(&world.app).await.unwrap();
    assert_eq!(world.open_codes().await, 0);
    world.assert_sound().await;
});

on_both_engines!(a_code_closes_when_it_expires_and_a_new_one_can_be_made, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    assert_eq!(made.qr.closes_at.duration_since(made.qr.opened_at).as_mins(), 16);
    world.advance(16 * 60 - 1).await;
    assert_eq!(close_qr_codes(&world.app).await.unwrap(), 0);
    world.advance(1).await;
    assert_eq!(close_qr_codes(&world.app).await.unwrap(), 1);
    assert_eq!(world.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Closed);
    let again = world.qr(&manager, &order, 800, 2).await;
    world.pay_qr(again.qr.id.as_ref().unwrap(), json!({})).await;
    assert_eq!(world.read_qr(&manager, again.qr.bill).await.qr.state, QrState::Paid);
    world.assert_sound().await;
});

on_both_engines!(a_new_code_for_a_booking_closes_the_one_before, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let first = world.qr(&manager, &order, 800, 1).await;
    let second = world.qr(&manager, &order, 300, 2).await;
    assert_eq!(world.read_qr(&manager, first.qr.bill).await.qr.state, QrState::Closed);
    assert_eq!(world.read_qr(&manager, second.qr.bill).await.qr.state, QrState::Open);
    close_qr_codes(&world.app).await.unwrap();
    assert_eq!(world.open_codes().await, 1);
    world.assert_sound().await;
});

on_both_engines!(a_code_whose_answer_was_lost_is_found_again_and_not_made_twice, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let line = world.line(&order, 800).await;
    let lost = json!({"api": {"fail_percent": 100, "only": "create qr code", "after_the_work": true}});
    world.switch(lost).await;
    let failed = world.try_to_make_qr(&manager, vec![line], 1).await;
    assert!(matches!(failed, Err(MakeQrError::Provider(_))), "{failed:?}");
    world.switch(json!({})).await;
    let made = world.try_to_make_qr(&manager, vec![line], 1).await.unwrap();
    assert_eq!((world.count("qr_codes").await, world.calls("create qr code").await), (1, 1));
    world.pay_qr(made.qr.id.as_ref().unwrap(), json!({})).await;
    assert_eq!(world.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Paid);
    world.assert_sound().await;
});

on_both_engines!(
    a_code_that_could_not_be_made_for_minutes_is_made_when_the_provider_is_back,
    async |store| {
        let (world, manager, order) = World::with_booking(store).await;
        let line = world.line(&order, 800).await;
        world.switch(json!({"api": {"fail_percent": 100, "how": "too_many"}})).await;
        world.try_to_make_qr(&manager, vec![line], 1).await.unwrap_err();
        world.advance(5 * 60).await;
        world.switch(json!({})).await;
        let made = world.try_to_make_qr(&manager, vec![line], 1).await.unwrap();
        assert_eq!((made.qr.state, world.open_codes().await), (QrState::Open, 1));
        // It expires 16 minutes after the first request, although it was made five minutes later.
        world.advance(11 * 60).await;
        assert_eq!(close_qr_codes(&world.app).await.unwrap(), 1);
        assert_eq!(world.open_codes().await, 0);
    }
);

on_both_engines!(control_without_the_search_a_lost_answer_makes_a_second_code, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let line = world.line(&order, 800).await;
    let lost = json!({"api": {"fail_percent": 100, "only": "create qr code", "after_the_work": true}});
    world.switch(lost).await;
    world.try_to_make_qr(&manager, vec![line], 1).await.unwrap_err();
    world.switch(json!({})).await;
    world.change("update provider_order set requests = 0").await;
    world.try_to_make_qr(&manager, vec![line], 1).await.unwrap();
    assert_eq!(world.open_codes().await, 2);
});

on_both_engines!(a_code_whose_answer_was_lost_is_closed_if_it_is_not_requested_again, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let line = world.line(&order, 800).await;
    let lost = json!({"api": {"fail_percent": 100, "only": "create qr code", "after_the_work": true}});
    world.switch(lost).await;
    world.try_to_make_qr(&manager, vec![line], 1).await.unwrap_err();
    world.switch(json!({})).await;
    world.take(&manager, line, 2).await.unwrap();
    assert_eq!(world.open_codes().await, 1);
    assert_eq!(close_qr_codes(&world.app).await.unwrap(), 1);
    assert_eq!(world.open_codes().await, 0);
    world.assert_sound().await;
});

on_both_engines!(a_code_that_cannot_be_closed_is_closed_later, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    world.switch(json!({"api": {"fail_percent": 100}})).await;
    // For the desk the code is closed at once.
    let closed = close_qr(&world.app, &manager, made.qr.bill, request_key(2)).await.unwrap();
    assert_eq!(closed.qr.state, QrState::Closed);
    world.switch(json!({})).await;
    assert_eq!(close_qr_codes(&world.app).await.unwrap(), 0, "the next try comes later");
    assert_eq!(world.open_codes().await, 1);
    world.advance(5).await;
    assert_eq!(close_qr_codes(&world.app).await.unwrap(), 1);
    assert_eq!(world.open_codes().await, 0);
});

on_both_engines!(closing_a_code_that_was_just_paid_shows_it_as_paid, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    world.pay_qr(made.qr.id.as_ref().unwrap(), json!({})).await;
    // The desk was not notified.
    let closed = close_qr(&world.app, &manager, made.qr.bill, request_key(2)).await.unwrap();
    assert_eq!((closed.qr.state, closed.bookings[0].due_paise), (QrState::Paid, 0));
    world.assert_sound().await;
    let again = close_qr(&world.app, &manager, made.qr.bill, request_key(3)).await.unwrap();
    assert_eq!(again.qr.state, QrState::Paid);
});

on_both_engines!(the_second_of_two_payments_by_one_code_is_refunded, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    let code = made.qr.id.clone().unwrap();
    let scanned = [world.scan(&code).await, world.scan(&code).await];
    world.bank_accepts(&scanned[0]).await;
    assert_eq!(world.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Paid);
    world.bank_accepts(&scanned[1]).await;
    world.advance(61).await;
    // It is polled although it is paid.
    assert_eq!(reconcile(&world.app).await.unwrap(), 1);
    let after = world.read_qr(&manager, made.qr.bill).await;
    assert_eq!((after.qr.state, after.refunded), (QrState::Paid, Some((DUE, RefundReason::PaidTwice))));
    while issue_refunds(&world.app).await.unwrap() > 0 {}
    world.assert_sound().await;
});

on_both_engines!(
    no_code_is_made_for_more_than_is_due_two_players_an_old_version_or_below_a_rupee,
    async |store| {
        let world = World::called_back(store, 2).await;
        let manager = world.manager_with_drawer().await;
        let orders = [world.book_at_court(0, 3).await, world.book_at_court(1, 4).await];
        let line = world.line(&orders[0], 801).await;
        let more = world.try_to_make_qr(&manager, vec![line], 1).await;
        assert!(matches!(more, Err(MakeQrError::Lines(TakePaymentError::MoreThanDue(_)))), "{more:?}");
        let both = vec![world.line(&orders[0], 800).await, world.line(&orders[1], 800).await];
        let both = world.try_to_make_qr(&manager, both, 2).await;
        assert!(matches!(both, Err(MakeQrError::Lines(TakePaymentError::BadLines))), "{both:?}");
        let mut old = world.line(&orders[0], 800).await;
        old.version -= 1;
        let old = world.try_to_make_qr(&manager, vec![old], 3).await;
        assert!(matches!(old, Err(MakeQrError::Lines(TakePaymentError::ChangedMeanwhile(_)))), "{old:?}");
        let mut little = world.line(&orders[0], 800).await;
        little.amount = Money::from_paise(99);
        let little = world.try_to_make_qr(&manager, vec![little], 4).await;
        assert!(matches!(little, Err(MakeQrError::TooLittle)), "{little:?}");
        assert_eq!(world.count("qr_codes").await, 0);
    }
);

on_both_engines!(a_code_of_which_the_provider_shows_only_an_image_has_its_address, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    world.switch(json!({"qr": {"image_only": true}})).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    assert_eq!(made.qr.content, None);
    assert!(made.qr.image_url.unwrap().starts_with("https://rzp.io/"));
});

on_both_engines!(no_code_is_made_if_codes_are_switched_off, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let off = world.on(world.app.another_node(|settings| settings.desk.provider_qr = false));
    let line = world.line(&order, 800).await;
    let refused = off.try_to_make_qr(&manager, vec![line], 1).await;
    assert!(matches!(refused, Err(MakeQrError::NotOffered)), "{refused:?}");
});

on_both_engines!(a_code_is_shown_only_at_its_venue, async |store| {
    let (world, manager, order) = World::with_booking(store).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    let elsewhere = world.app.staff(Role::Desk, "9825041737", &[]).await;
    let elsewhere = world.app.actor(&elsewhere.token).await;
    for (actor, bill) in [(&elsewhere, made.qr.bill), (&manager, BillId(9_999))] {
        let refused = read_qr(&world.app, actor, bill).await;
        assert!(matches!(refused, Err(ReadQrError::NoSuchQr)), "{refused:?}");
    }
});
