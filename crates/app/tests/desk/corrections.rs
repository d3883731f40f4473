//! The panel of a booking and the money of a day say whether a payment can be voided and made out to a firm; the calls that do it accept
//! and refuse the same payments.

use sideout_app::{
    Order,
    desk::{
        bookings::cancel_at_desk::{CancelAtDesk, cancel_at_desk, preview_cancellation},
        money::{
            invoice_firm::{DeskMoney, InvoiceFirmError, invoice_firm},
            read_money::read_day_money,
            void_payment::{VoidPayment, VoidPaymentError, void_payment},
        },
    },
    steps::audited::Actor,
};
use sideout_domain::{
    CustomerId, DeskPaymentId, bill::Tender, gstin::Firm, money::Money, order::OrderNumber, staff::Role,
};
use sideout_store::corrections::Corrections;
use sideout_testkit::{
    TestApp, on_both_engines, request_key,
    sample_venue::{VENUE, set_brand},
};

use crate::{
    counter::{actor, line_of, open_counter, open_taxed, payment_by, take_cash, try_take},
    desk_bookings::assert_sound,
    helpers::{booked, details},
};

/// Two bookings of a player, on this court and the next one, that one payment by card pays.
async fn paid_together(
    app: &TestApp,
    owner: &Actor,
    player: CustomerId,
    court: i64,
    key: u64,
) -> ([Order; 2], i64) {
    let orders =
        [booked(app, player, court, "7:00 PM").await, booked(app, player, court + 1, "7:00 PM").await];
    let lines = vec![line_of(app, orders[0].number, 800).await, line_of(app, orders[1].number, 800).await];
    let taken = try_take(app, owner, payment_by(Tender::Card, lines), key).await.unwrap();
    (orders, taken.payment)
}

/// Cancels a booking and gives this much back.
async fn cancel(app: &TestApp, owner: &Actor, order: OrderNumber, rupees: i64, key: u64) {
    let (seen, preview) = preview_cancellation(app, owner, order).await.unwrap();
    let request = CancelAtDesk {
        number: order,
        version: seen.booking.version,
        shown: preview.refund,
        refund: Some(Money::from_rupees(rupees)),
        reason: Some("Agreed on the phone".to_owned()),
    };
    cancel_at_desk(app, owner, request, request_key(key)).await.unwrap();
}

/// What the panel of a booking and the money of the day say about a payment: the same.
async fn shown(app: &TestApp, owner: &Actor, order: OrderNumber, payment: i64) -> Corrections {
    let day = read_day_money(app, owner, VENUE, None).await.unwrap();
    let listed = day.payments.iter().find(|listed| listed.payment.id == DeskPaymentId(payment)).unwrap();
    let found = details(app, order).await;
    let part = found.payments.iter().find(|part| part.desk_payment.is_some_and(|(id, _)| id.0 == payment));
    if let Some(part) = part {
        assert_eq!(found.corrections[&part.bill], listed.corrections, "the panel and the list say the same");
        assert_eq!(part.of_bill, listed.payment.amount, "both know the whole payment");
    } else {
        assert_eq!(listed.corrections, Corrections { can_void: false, can_invoice: false });
    }
    listed.corrections
}

/// What happens when an owner, who may do both with every payment, asks for both.
async fn tried(app: &TestApp, owner: &Actor, payment: i64, key: u64) -> Corrections {
    let payment = DeskPaymentId(payment);
    let firm = Firm {
        name: "Uttam Traders LLP".to_owned(),
        gstin: "27AAPFU0939F1ZV".parse().unwrap(),
        address: None,
    };
    let invoiced = invoice_firm(app, owner, DeskMoney::Payment(payment), firm, request_key(key)).await;
    assert!(
        matches!(invoiced, Ok(_) | Err(InvoiceFirmError::Ended | InvoiceFirmError::NoTaxInvoices)),
        "{invoiced:?}"
    );
    let request = VoidPayment { payment, reason: "Taken twice".to_owned() };
    let voided = void_payment(app, owner, request, request_key(key + 1)).await;
    assert!(
        matches!(voided, Ok(()) | Err(VoidPaymentError::Ended | VoidPaymentError::Cancelled)),
        "{voided:?}"
    );
    Corrections { can_void: voided.is_ok(), can_invoice: invoiced.is_ok() }
}

on_both_engines!(what_can_be_done_with_a_payment_of_a_group_is_shown_as_it_is_decided, async |store| {
    let (app, customers, _) = open_taxed(store, 4).await;
    let owner = actor(&app, Role::Owner, "9825041738", &[]).await;
    let both = Corrections { can_void: true, can_invoice: true };
    let neither = Corrections { can_void: false, can_invoice: false };

    let (orders, whole) = paid_together(&app, &owner, customers[0], 1, 1).await;
    assert_eq!(shown(&app, &owner, orders[0].number, whole).await, both);
    assert_eq!(tried(&app, &owner, whole, 100).await, both);
    assert_eq!(shown(&app, &owner, orders[0].number, whole).await, neither, "it is voided");
    assert_eq!(tried(&app, &owner, whole, 110).await, neither);

    // Only the other booking of the payment is cancelled, and a part of its money goes back.
    let (orders, partly) = paid_together(&app, &owner, customers[1], 3, 2).await;
    cancel(&app, &owner, orders[1].number, 500, 10).await;
    for order in &orders {
        assert_eq!(shown(&app, &owner, order.number, partly).await, neither);
    }
    assert_eq!(tried(&app, &owner, partly, 120).await, neither);

    // The money of the cancelled booking is kept: the receipt still stands, but nothing is owed again.
    let (orders, kept) = paid_together(&app, &owner, customers[2], 5, 3).await;
    cancel(&app, &owner, orders[1].number, 0, 11).await;
    let only_invoice = Corrections { can_void: false, can_invoice: true };
    for order in &orders {
        assert_eq!(shown(&app, &owner, order.number, kept).await, only_invoice);
    }
    assert_eq!(tried(&app, &owner, kept, 130).await, only_invoice);
    assert_sound(&app).await;
});

on_both_engines!(a_receipt_without_tax_cannot_be_made_out_to_a_firm_and_is_not_offered, async |store| {
    let (app, customers, ..) = open_counter(store.clone(), 1).await;
    let owner = actor(&app, Role::Owner, "9825041738", &[]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let payment = take_cash(&app, &owner, &order, 800, 1).await.payment;
    // A receipt from before the operator had a tax number stays one without tax.
    set_brand(&store, "Baroda Pickleball Club LLP", Some("24AAQFB2741K1ZC")).await;
    app.brand.forget();
    let only_void = Corrections { can_void: true, can_invoice: false };
    assert_eq!(shown(&app, &owner, order.number, payment).await, only_void);
    assert_eq!(tried(&app, &owner, payment, 100).await, only_void);
});
