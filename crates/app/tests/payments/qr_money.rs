//! Payments by QR codes are in the money of the desk's day.

use serde_json::{Value, json};
use sideout_app::{
    desk::money::read_money::{DayMoney, QrPaymentOutcome, read_day_money},
    payments::{issue_refunds::issue_refunds, reconcile::reconcile},
    receipts::find_document::find_provider_document,
    steps::audited::Actor,
};
use sideout_domain::{money::Money, receipt::DocumentKind, refund::RefundReason, staff::Role};
use sideout_providers::payments::NewRefund;
use sideout_testkit::{on_both_engines, sample_venue::VENUE};

use crate::fixture::PaymentsFixture;

const DUE: Money = Money::from_rupees(800);

async fn day(fixture: &PaymentsFixture, actor: &Actor) -> DayMoney {
    read_day_money(&fixture.app, actor, VENUE, None).await.unwrap()
}

/// The provider sends this amount of a payment back by itself.
async fn return_by_itself(fixture: &PaymentsFixture, paid: &Value, amount: Money) {
    let by_itself = NewRefund {
        payment: paid["id"].as_str().unwrap().parse().unwrap(),
        amount,
        key: "refund-by-itself".to_owned(),
        notes: Vec::new(),
    };
    fixture.app.payments.as_ref().unwrap().provider.refund(&by_itself).await.unwrap();
}

on_both_engines!(a_payment_by_a_code_is_listed_with_its_receipt_and_refund, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    fixture.pay_qr(&made.qr.id.clone().unwrap(), json!({})).await;
    fixture.read_qr(&manager, made.qr.bill).await;
    let money = day(&fixture, &manager).await;
    assert_eq!(money.payments, []);
    let [paid] = money.qr_payments.as_slice() else { panic!("{:?}", money.qr_payments) };
    assert_eq!((paid.bill, paid.amount, paid.staff, paid.orders), (made.qr.bill, DUE, manager.id(), 1));
    assert_eq!((paid.paid_for.order, paid.at), (order.number, fixture.app.clock_now()));
    let QrPaymentOutcome::Paid(Some(receipt)) = &paid.outcome else { panic!("{:?}", paid.outcome) };
    assert_eq!(receipt.to_string(), "D1/26-27/000001");
    assert_eq!((money.online.taken, money.online.returned), (DUE, Money::ZERO));

    // The money of the code goes back through the provider: it is due on Friday, and sent here on the Sunday after.
    fixture.cancel_at_desk(&manager, &order, 2).await.unwrap();
    assert_eq!(day(&fixture, &manager).await.qr_refunds, []);
    fixture.advance(8 * 86_400).await;
    issue_refunds(&fixture.app).await.unwrap();
    let money = day(&fixture, &manager).await;
    let [back] = money.qr_refunds.as_slice() else { panic!("{:?}", money.qr_refunds) };
    assert_eq!((back.refund.bill, back.refund.amount), (made.qr.bill, Money::from_rupees(770)));
    assert_eq!((money.online.taken, money.online.returned), (Money::ZERO, Money::from_rupees(770)));
    let note =
        find_provider_document(&fixture.app, &[VENUE], made.qr.bill, DocumentKind::CreditNote).await.unwrap();
    assert_eq!(note.name, "credit-note-N1-26-27-000001.pdf");
    fixture.assert_sound().await;
});

on_both_engines!(late_money_of_a_code_and_its_refund_are_listed, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    let scanned = fixture.scan(made.qr.id.as_ref().unwrap()).await;
    fixture.take(&manager, fixture.line(&order, 800).await, 2).await.unwrap();
    fixture.bank_accepts(&scanned).await;
    fixture.advance(61).await;
    reconcile(&fixture.app).await.unwrap();
    let money = day(&fixture, &manager).await;
    assert_eq!(money.payments.len(), 1, "the cash");
    let [late] = money.qr_payments.as_slice() else { panic!("{:?}", money.qr_payments) };
    assert_eq!(late.outcome, QrPaymentOutcome::GoesBack(RefundReason::PaidTwice));
    assert_eq!(money.online.taken, DUE, "the money came in, although it is refunded");
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    let money = day(&fixture, &manager).await;
    assert_eq!(money.qr_refunds.iter().map(|back| back.refund.amount).collect::<Vec<_>>(), [DUE]);
    assert_eq!(money.online.returned, DUE);

    // A clerk who counts without knowing the sum sees the codes that they showed, and no others.
    let meera = fixture.app.staff(Role::Desk, "9825041738", &[VENUE]).await;
    let meera = fixture.app.actor(&meera.token).await;
    let own = day(&fixture, &meera).await;
    assert_eq!((own.qr_payments.len(), own.qr_refunds.len()), (0, 0));
    assert_eq!((own.online.taken, own.online.returned), (Money::ZERO, Money::ZERO));
    fixture.assert_sound().await;
});

on_both_engines!(a_clerk_sees_that_the_provider_sent_the_money_of_their_code_back_by_itself, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let meera = fixture.app.staff(Role::Desk, "9825041738", &[VENUE]).await;
    let meera = fixture.app.actor(&meera.token).await;
    let made = fixture.qr(&meera, &order, 800, 1).await;
    let paid = fixture.pay_qr(&made.qr.id.clone().unwrap(), json!({})).await;
    return_by_itself(&fixture, &paid, DUE).await;
    fixture.read_qr(&meera, made.qr.bill).await;
    for actor in [&manager, &meera] {
        let money = day(&fixture, actor).await;
        let [returned] = money.qr_payments.as_slice() else { panic!("{:?}", money.qr_payments) };
        assert_eq!((returned.amount, &returned.outcome), (DUE, &QrPaymentOutcome::WasReturned));
        assert_eq!((money.online.taken, money.online.returned), (DUE, DUE));
    }
    fixture.assert_sound().await;
});

on_both_engines!(money_of_a_code_that_went_back_in_part_by_itself_is_counted_for_its_clerk, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let meera = fixture.app.staff(Role::Desk, "9825041738", &[VENUE]).await;
    let meera = fixture.app.actor(&meera.token).await;
    let made = fixture.qr(&meera, &order, 800, 1).await;
    let paid = fixture.pay_qr(&made.qr.id.clone().unwrap(), json!({})).await;
    return_by_itself(&fixture, &paid, Money::from_rupees(300)).await;
    fixture.read_qr(&meera, made.qr.bill).await;
    for returned in [Money::from_rupees(300), DUE] {
        for actor in [&manager, &meera] {
            let money = day(&fixture, actor).await;
            let [late] = money.qr_payments.as_slice() else { panic!("{:?}", money.qr_payments) };
            assert_eq!(late.outcome, QrPaymentOutcome::GoesBack(RefundReason::WrongAmount));
            assert_eq!((money.online.taken, money.online.returned), (DUE, returned));
        }
        while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    }
    fixture.assert_sound().await;
});

on_both_engines!(a_refunded_second_payment_does_not_reduce_the_refund_of_the_booking, async |store| {
    let (fixture, manager, order) = PaymentsFixture::with_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    let code = made.qr.id.clone().unwrap();
    let second = fixture.scan(&code).await;
    fixture.pay_qr(&code, json!({})).await;
    fixture.read_qr(&manager, made.qr.bill).await;
    fixture.bank_accepts(&second).await;
    fixture.advance(61).await;
    reconcile(&fixture.app).await.unwrap();
    issue_refunds(&fixture.app).await.unwrap();

    fixture.cancel_at_desk(&manager, &order, 2).await.unwrap();
    fixture.advance(8 * 86_400).await;
    issue_refunds(&fixture.app).await.unwrap();
    let money = day(&fixture, &manager).await;
    let back: Vec<_> = money.qr_refunds.iter().map(|back| back.refund.amount).collect();
    assert_eq!(back, [Money::from_rupees(770)]);
    fixture.assert_sound().await;
});
