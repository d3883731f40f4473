//! QR codes of the provider at the desk: made once, settled without an action of the clerk, closed when they are no longer valid.

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
    receipts::find_document::find_provider_document,
    steps::payment_overview::PaymentState,
};
use sideout_domain::{
    BillId, CourtId, VenueId, bill::QrState, money::Money, order::OrderStatus, receipt::DocumentKind,
    refund::RefundReason, staff::Role,
};
use sideout_testkit::{on_both_engines, request_key, sample_venue::VENUE};

use crate::{billing::line, closure_steps::SECOND_VENUE, fixture::PaymentsFixture};

const DUE: Money = Money::from_rupees(800);

on_both_engines!(a_code_that_is_paid_settles_its_booking_with_a_receipt_of_the_desk, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    let code = made.qr.id.clone().unwrap();
    assert_eq!((made.qr.state, made.qr.amount), (QrState::Open, DUE));
    assert!(made.qr.content.as_ref().unwrap().starts_with("upi://pay?"), "{:?}", made.qr.content);
    assert_eq!(fixture.code(&code).await["payment_amount"], 80_000);
    assert_eq!(fixture.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Open);

    fixture.pay_qr(&code, json!({})).await;
    let paid = fixture.read_qr(&manager, made.qr.bill).await;
    assert_eq!((paid.qr.state, paid.bookings[0].due_paise), (QrState::Paid, 0));
    assert_eq!(paid.receipt.unwrap().to_string(), "D1/26-27/000001");
    let booking = fixture.details(&order).await;
    assert_eq!((booking.booking.amounts.paid, booking.payments.len()), (DUE, 1));
    assert!(booking.payments[0].by_qr);
    assert_eq!(booking.payments[0].taken_by, Some(manager.id()));
    let file =
        find_provider_document(&fixture.app, &[VENUE], made.qr.bill, DocumentKind::Receipt).await.unwrap();
    assert_eq!(file.name, "receipt-D1-26-27-000001.pdf");
    assert_eq!(read_day_money(&fixture.app, &manager, VENUE, None).await.unwrap().online.taken, DUE);
    fixture.assert_sound().await;
    // The same call again answers with the same code, paid.
    let again = fixture.try_to_make_qr(&manager, vec![requested_line(&made, 800)], 1).await.unwrap();
    assert_eq!((again.qr.bill, again.qr.state), (made.qr.bill, QrState::Paid));
    assert_eq!(fixture.count("qr_codes").await, 1);
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
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let made = fixture.qr(&manager, &order, 300, 1).await;
    fixture.pay_qr(made.qr.id.as_ref().unwrap(), json!({})).await;
    fixture.advance(1).await;
    while process_webhooks(&fixture.app).await.unwrap() > 0 {}
    let booking = fixture.details(&order).await;
    assert_eq!(booking.booking.amounts.paid, Money::from_rupees(300), "a part of the price is paid");
    assert_eq!(fixture.webhooks.refused(), 0);
    fixture.assert_sound().await;
});

on_both_engines!(a_payment_whose_webhook_is_not_processed_is_found_by_polling, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    fixture.pay_qr(made.qr.id.as_ref().unwrap(), json!({})).await;
    assert_eq!(reconcile(&fixture.app).await.unwrap(), 0, "not due yet");
    fixture.advance(61).await;
    assert_eq!(reconcile(&fixture.app).await.unwrap(), 1);
    assert_eq!(fixture.details(&order).await.booking.amounts.paid, DUE);
    fixture.assert_sound().await;
});

on_both_engines!(cash_closes_the_code_and_a_payment_by_it_is_refunded, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    let code = made.qr.id.clone().unwrap();
    let scanned = fixture.scan(&code).await;
    let line = fixture.line(&order, 800).await;
    fixture.take(&manager, line, 2).await.unwrap();
    assert_eq!(fixture.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Closed);
    assert_eq!(close_qr_codes(&fixture.app).await.unwrap(), 1);
    assert_eq!(fixture.code(&code).await["close_reason"], "on_demand");
    assert_eq!(close_qr_codes(&fixture.app).await.unwrap(), 0);

    fixture.bank_accepts(&scanned).await;
    fixture.advance(61).await;
    assert_eq!(reconcile(&fixture.app).await.unwrap(), 1);
    let after = fixture.read_qr(&manager, made.qr.bill).await;
    assert_eq!((after.qr.state, after.refunded), (QrState::Closed, Some((DUE, RefundReason::PaidTwice))));
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    assert_eq!(fixture.everything().await["payments"][0]["amount_refunded"], 80_000);
    fixture.assert_sound().await;
});

on_both_engines!(a_player_sees_a_payment_by_code_that_came_after_the_online_payment, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    let scanned = fixture.scan(&made.qr.id.clone().unwrap()).await;
    let requested = fixture.request_payment(order.customer, &[line(&order, 800)]).await;
    fixture.pay_order(&requested.provider_order, json!({})).await;
    let paid = fixture.hint(&order).await;
    assert_eq!((paid.payment, paid.second_payments), (PaymentState::Paid, Vec::new()));

    fixture.bank_accepts(&scanned).await;
    fixture.advance(61).await;
    reconcile(&fixture.app).await.unwrap();
    let paid = fixture.hint(&order).await;
    assert_eq!((&paid.payment, &paid.refund), (&PaymentState::Paid, &None), "the booking stands as it is");
    let [second] = &paid.second_payments[..] else { panic!("{:?}", paid.second_payments) };
    let refund = &second.refund;
    assert_eq!((second.paid, refund.amount, refund.reason), (DUE, DUE, RefundReason::PaidTwice));
    fixture.assert_sound().await;
});

on_both_engines!(a_cancelled_booking_closes_its_code_and_late_money_is_refunded, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    let code = made.qr.id.clone().unwrap();
    let scanned = fixture.scan(&code).await;
    fixture.cancel_at_desk(&manager, &order, 2).await.unwrap();
    assert_eq!(close_qr_codes(&fixture.app).await.unwrap(), 1);
    fixture.bank_accepts(&scanned).await;
    fixture.advance(61).await;
    reconcile(&fixture.app).await.unwrap();
    let after = fixture.read_qr(&manager, made.qr.bill).await;
    assert_eq!(after.refunded, Some((DUE, RefundReason::OrderClosed)));
    assert_eq!(fixture.details(&order).await.booking.status, OrderStatus::Cancelled);
    fixture.assert_sound().await;
});

on_both_engines!(a_moved_booking_closes_its_code, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    let version = fixture.details(&order).await.booking.version;
    let to = DeskSlot { court: CourtId(4), day: order.day, start: order.start };
    let request = MoveAtDesk { number: order.number, version, to, total: DUE, choice: None, reason: None };
    move_at_desk(&fixture.app, &manager, request, request_key(2)).await.unwrap();
    assert_eq!(fixture.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Closed);
    close_qr_codes(&fixture.app).await.unwrap();
    assert_eq!(fixture.open_codes().await, 0);
    fixture.assert_sound().await;
});

on_both_engines!(a_code_closes_when_it_expires_and_a_new_one_can_be_made, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    assert_eq!(made.qr.closes_at.duration_since(made.qr.opened_at).as_mins(), 16);
    fixture.advance(16 * 60 - 1).await;
    assert_eq!(close_qr_codes(&fixture.app).await.unwrap(), 0);
    fixture.advance(1).await;
    assert_eq!(close_qr_codes(&fixture.app).await.unwrap(), 1);
    assert_eq!(fixture.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Closed);
    let again = fixture.qr(&manager, &order, 800, 2).await;
    fixture.pay_qr(again.qr.id.as_ref().unwrap(), json!({})).await;
    assert_eq!(fixture.read_qr(&manager, again.qr.bill).await.qr.state, QrState::Paid);
    fixture.assert_sound().await;
});

on_both_engines!(a_new_code_for_a_booking_closes_the_one_before, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let first = fixture.qr(&manager, &order, 800, 1).await;
    let second = fixture.qr(&manager, &order, 300, 2).await;
    assert_eq!(fixture.read_qr(&manager, first.qr.bill).await.qr.state, QrState::Closed);
    assert_eq!(fixture.read_qr(&manager, second.qr.bill).await.qr.state, QrState::Open);
    close_qr_codes(&fixture.app).await.unwrap();
    assert_eq!(fixture.open_codes().await, 1);
    fixture.assert_sound().await;
});

on_both_engines!(a_code_whose_answer_was_lost_is_found_again_and_not_made_twice, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let line = fixture.line(&order, 800).await;
    let lost = json!({"api": {"fail_percent": 100, "only": "create qr code", "after_the_work": true}});
    fixture.set_faults(lost).await;
    let failed = fixture.try_to_make_qr(&manager, vec![line], 1).await;
    assert!(matches!(failed, Err(MakeQrError::Provider(_))), "{failed:?}");
    fixture.set_faults(json!({})).await;
    let made = fixture.try_to_make_qr(&manager, vec![line], 1).await.unwrap();
    assert_eq!((fixture.count("qr_codes").await, fixture.calls("create qr code").await), (1, 1));
    fixture.pay_qr(made.qr.id.as_ref().unwrap(), json!({})).await;
    assert_eq!(fixture.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Paid);
    fixture.assert_sound().await;
});

on_both_engines!(
    a_code_that_could_not_be_made_for_minutes_is_made_when_the_provider_is_back,
    async |store| {
        let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
        let line = fixture.line(&order, 800).await;
        fixture.set_faults(json!({"api": {"fail_percent": 100, "how": "too_many"}})).await;
        fixture.try_to_make_qr(&manager, vec![line], 1).await.unwrap_err();
        fixture.advance(5 * 60).await;
        fixture.set_faults(json!({})).await;
        let made = fixture.try_to_make_qr(&manager, vec![line], 1).await.unwrap();
        assert_eq!((made.qr.state, fixture.open_codes().await), (QrState::Open, 1));
        // It expires 16 minutes after the first request, although it was made five minutes later.
        fixture.advance(11 * 60).await;
        assert_eq!(close_qr_codes(&fixture.app).await.unwrap(), 1);
        assert_eq!(fixture.open_codes().await, 0);
    }
);

on_both_engines!(a_code_that_was_made_late_is_closed_although_that_failed_for_minutes, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let line = fixture.line(&order, 800).await;
    fixture.set_faults(json!({"api": {"fail_percent": 100, "how": "too_many"}})).await;
    fixture.try_to_make_qr(&manager, vec![line], 1).await.unwrap_err();
    fixture.advance(15 * 60).await;
    fixture.set_faults(json!({})).await;
    fixture.try_to_make_qr(&manager, vec![line], 1).await.unwrap();
    fixture.set_faults(json!({"api": {"fail_percent": 100}})).await;
    // The end of its time, and six minutes later: the provider would keep it open for another nine.
    for seconds in [60, 6 * 60] {
        fixture.advance(seconds).await;
        assert_eq!(close_qr_codes(&fixture.app).await.unwrap(), 0);
    }
    fixture.set_faults(json!({})).await;
    assert_eq!(fixture.open_codes().await, 1);
    fixture.advance(10).await;
    assert_eq!(close_qr_codes(&fixture.app).await.unwrap(), 1);
    assert_eq!(fixture.open_codes().await, 0);
});

on_both_engines!(control_without_the_search_a_lost_answer_makes_a_second_code, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let line = fixture.line(&order, 800).await;
    let lost = json!({"api": {"fail_percent": 100, "only": "create qr code", "after_the_work": true}});
    fixture.set_faults(lost).await;
    fixture.try_to_make_qr(&manager, vec![line], 1).await.unwrap_err();
    fixture.set_faults(json!({})).await;
    fixture.change("update provider_order set requests = 0").await;
    fixture.try_to_make_qr(&manager, vec![line], 1).await.unwrap();
    assert_eq!(fixture.open_codes().await, 2);
});

on_both_engines!(a_code_whose_answer_was_lost_is_closed_if_it_is_not_requested_again, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let line = fixture.line(&order, 800).await;
    let lost = json!({"api": {"fail_percent": 100, "only": "create qr code", "after_the_work": true}});
    fixture.set_faults(lost).await;
    fixture.try_to_make_qr(&manager, vec![line], 1).await.unwrap_err();
    fixture.set_faults(json!({})).await;
    fixture.take(&manager, line, 2).await.unwrap();
    assert_eq!(fixture.open_codes().await, 1);
    assert_eq!(close_qr_codes(&fixture.app).await.unwrap(), 1);
    assert_eq!(fixture.open_codes().await, 0);
    fixture.assert_sound().await;
});

on_both_engines!(a_code_that_cannot_be_closed_is_closed_later, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    fixture.set_faults(json!({"api": {"fail_percent": 100}})).await;
    // For the desk the code is closed at once.
    let closed = close_qr(&fixture.app, &manager, made.qr.bill, request_key(2)).await.unwrap();
    assert_eq!(closed.qr.state, QrState::Closed);
    fixture.set_faults(json!({})).await;
    assert_eq!(close_qr_codes(&fixture.app).await.unwrap(), 0, "the next try comes later");
    assert_eq!(fixture.open_codes().await, 1);
    fixture.advance(5).await;
    assert_eq!(close_qr_codes(&fixture.app).await.unwrap(), 1);
    assert_eq!(fixture.open_codes().await, 0);
});

on_both_engines!(closing_a_code_that_was_just_paid_shows_it_as_paid, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    fixture.pay_qr(made.qr.id.as_ref().unwrap(), json!({})).await;
    // The desk was not notified.
    let closed = close_qr(&fixture.app, &manager, made.qr.bill, request_key(2)).await.unwrap();
    assert_eq!((closed.qr.state, closed.bookings[0].due_paise), (QrState::Paid, 0));
    fixture.assert_sound().await;
    let again = close_qr(&fixture.app, &manager, made.qr.bill, request_key(3)).await.unwrap();
    assert_eq!(again.qr.state, QrState::Paid);
});

on_both_engines!(the_second_of_two_payments_by_one_code_is_refunded, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    let code = made.qr.id.clone().unwrap();
    let scanned = [fixture.scan(&code).await, fixture.scan(&code).await];
    fixture.bank_accepts(&scanned[0]).await;
    assert_eq!(fixture.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Paid);
    fixture.bank_accepts(&scanned[1]).await;
    fixture.advance(61).await;
    // It is polled although it is paid.
    assert_eq!(reconcile(&fixture.app).await.unwrap(), 1);
    let after = fixture.read_qr(&manager, made.qr.bill).await;
    assert_eq!((after.qr.state, after.refunded), (QrState::Paid, Some((DUE, RefundReason::PaidTwice))));
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    fixture.assert_sound().await;
});

on_both_engines!(
    no_code_is_made_for_more_than_is_due_two_players_an_old_version_or_below_a_rupee,
    async |store| {
        let fixture = PaymentsFixture::with_webhooks(store, 2).await;
        let manager = fixture.manager_with_drawer().await;
        let orders = [fixture.book_at_court(0, 3).await, fixture.book_at_court(1, 4).await];
        let line = fixture.line(&orders[0], 801).await;
        let more = fixture.try_to_make_qr(&manager, vec![line], 1).await;
        assert!(matches!(more, Err(MakeQrError::Lines(TakePaymentError::MoreThanDue(_)))), "{more:?}");
        let both = vec![fixture.line(&orders[0], 800).await, fixture.line(&orders[1], 800).await];
        let both = fixture.try_to_make_qr(&manager, both, 2).await;
        assert!(matches!(both, Err(MakeQrError::Lines(TakePaymentError::BadLines))), "{both:?}");
        let mut old = fixture.line(&orders[0], 800).await;
        old.version -= 1;
        let old = fixture.try_to_make_qr(&manager, vec![old], 3).await;
        assert!(matches!(old, Err(MakeQrError::Lines(TakePaymentError::ChangedMeanwhile(_)))), "{old:?}");
        let mut little = fixture.line(&orders[0], 800).await;
        little.amount = Money::from_paise(99);
        let little = fixture.try_to_make_qr(&manager, vec![little], 4).await;
        assert!(matches!(little, Err(MakeQrError::TooLittle)), "{little:?}");
        assert_eq!(fixture.count("qr_codes").await, 0);
    }
);

on_both_engines!(a_code_of_which_the_provider_shows_only_an_image_has_its_address, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    fixture.set_faults(json!({"qr": {"image_only": true}})).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    assert_eq!(made.qr.content, None);
    assert!(made.qr.image_url.unwrap().starts_with("https://rzp.io/"));
});

on_both_engines!(no_code_is_made_if_codes_are_switched_off, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let off = fixture.on(fixture.app.another_node(|settings| settings.desk.provider_qr = false));
    let line = fixture.line(&order, 800).await;
    let refused = off.try_to_make_qr(&manager, vec![line], 1).await;
    assert!(matches!(refused, Err(MakeQrError::NotOffered)), "{refused:?}");
});

on_both_engines!(a_code_is_shown_only_at_its_venue, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    fixture.change(SECOND_VENUE).await;
    let elsewhere = fixture.app.staff(Role::Desk, "9825041737", &[VenueId(2)]).await;
    let elsewhere = fixture.app.actor(&elsewhere.token).await;
    for (actor, bill) in [(&elsewhere, made.qr.bill), (&manager, BillId(9_999))] {
        let refused = read_qr(&fixture.app, actor, bill).await;
        assert!(matches!(refused, Err(ReadQrError::NoSuchQr)), "{refused:?}");
    }
});
