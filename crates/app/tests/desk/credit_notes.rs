//! What the credit notes of moved and cancelled bookings print.

use sideout_app::{
    Order,
    booking::cancel::cancel,
    desk::bookings::{move_booking::MoveAtDesk, move_price::PriceChoice},
    receipts::find_document::find_document,
    steps::audited::Actor,
};
use sideout_documents::{CreditReason, Document, Kind, Tax, pdf};
use sideout_domain::{bill::Tender, money::Money, receipt::DocumentKind};
use sideout_store::{Receipts, StoreError};
use sideout_testkit::{TestApp, on_both_engines};

use crate::{
    counter::{line_of, open_counter, payment_by, take_cash, try_take},
    desk_bookings::assert_sound,
    helpers::booked,
    move_prices::{CHEAPER, price_at_nine},
    moving::{moved, pick, to, version},
};

/// Asserts what the newest credit note of an order prints: what was paid, what earlier ones gave back of it, and what this one gives
/// back, in rupees.
async fn assert_credit_note(
    app: &TestApp,
    order: &Order,
    reason: CreditReason,
    (paid, before, total): (i64, i64, i64),
) {
    let found: Result<_, StoreError> = app
        .store
        .read(order.number, |tx, number| {
            Box::pin(async move {
                let receipt = Receipts(tx).find(*number, DocumentKind::Receipt).await?;
                Ok((receipt, Receipts(tx).find(*number, DocumentKind::CreditNote).await?))
            })
        })
        .await;
    let (Some(receipt), Some(note)) = found.unwrap() else { panic!("order {} has no note", order.number) };
    assert_eq!(note.total, Money::from_rupees(total));
    let expected = Document {
        kind: Kind::CreditNote {
            receipt: receipt.number.to_string(),
            receipt_day: receipt.issued_on,
            paid: Money::from_rupees(paid),
            given_back_before: Money::from_rupees(before),
            reason,
        },
        number: note.number.to_string(),
        issued_on: note.issued_on,
        total: note.total,
        tax: note.tax.map(|(rate, split)| Tax { rate, split }),
        facts: serde_json::from_str(&note.facts).unwrap(),
    };
    let file = find_document(app, order.customer, order.number, DocumentKind::CreditNote).await.unwrap();
    assert!(file.bytes == pdf(&expected, None).unwrap(), "{} prints other amounts", note.number);
}

/// Moves a booking that was paid with ₹800 to an hour of ₹600, then cancels it; asserts what the credit note of each prints.
async fn assert_notes_of_move_and_cancellation(app: &TestApp, actor: &Actor, order: &Order, key: u64) {
    price_at_nine(app, CHEAPER).await;
    let request = MoveAtDesk {
        total: Money::from_rupees(600),
        choice: Some(PriceChoice::Refund),
        ..to(order.number, version(app, order.number).await, pick(3, "9:00 PM"))
    };
    moved(app, actor, request, key).await.unwrap();
    assert_credit_note(app, order, CreditReason::Moved, (800, 0, 200)).await;
    cancel(app, order.customer, order.number, None).await.unwrap();
    assert_credit_note(app, order, CreditReason::Cancelled, (800, 200, 570)).await;
    assert_sound(app).await;
}

on_both_engines!(each_credit_note_of_a_receipt_prints_what_went_back_before_it, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    take_cash(&app, &kiran, &order, 800, 1).await;
    assert_notes_of_move_and_cancellation(&app, &kiran, &order, 2).await;
});

on_both_engines!(a_credit_note_for_one_of_several_bookings_is_about_that_one, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let other = booked(&app, customers[0], 4, "7:00 PM").await;
    let lines = vec![line_of(&app, order.number, 800).await, line_of(&app, other.number, 800).await];
    try_take(&app, &kiran, payment_by(Tender::Cash, lines), 1).await.unwrap();
    cancel(&app, other.customer, other.number, None).await.unwrap();
    assert_credit_note(&app, &other, CreditReason::Cancelled, (800, 0, 770)).await;
    assert_notes_of_move_and_cancellation(&app, &kiran, &order, 2).await;
});
