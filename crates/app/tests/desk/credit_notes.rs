//! What the credit notes of moved and cancelled bookings print.

use sideout_app::{
    Order,
    booking::cancel::cancel,
    desk::bookings::{move_booking::MoveAtDesk, move_price::PriceChoice},
    steps::audited::Actor,
};
use sideout_documents::CreditReason;
use sideout_domain::{bill::Tender, money::Money};
use sideout_testkit::{
    CreditNoteAmounts, TestApp, assert_credit_note, assert_credit_note_names, on_both_engines,
};

use crate::{
    counter::{line_of, open_counter, payment_by, take_cash, try_take},
    desk_bookings::assert_sound,
    helpers::{booked, run_for},
    move_prices::{CHEAPER, price_at_nine},
    moving::{moved, pick, to, version},
};

/// Moves a booking that was paid with ₹800 to an hour of ₹600, then cancels it; asserts what the credit note of each prints.
async fn assert_notes_of_move_and_cancellation(app: &TestApp, actor: &Actor, order: &Order, key: u64) {
    price_at_nine(app, CHEAPER).await;
    let request = MoveAtDesk {
        total: Money::from_rupees(600),
        choice: Some(PriceChoice::Refund),
        ..to(order.number, version(app, order.number).await, pick(3, "9:00 PM"))
    };
    moved(app, actor, request, key).await.unwrap();
    assert_credit_note(
        app,
        order,
        CreditReason::Moved,
        CreditNoteAmounts { paid: 800, before: 0, back: 200 },
    )
    .await;
    cancel(app, order.customer, order.number, None).await.unwrap();
    assert_credit_note(
        app,
        order,
        CreditReason::Cancelled,
        CreditNoteAmounts { paid: 800, before: 200, back: 570 },
    )
    .await;
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
    // The venue's games were shorter when it was booked.
    run_for(&app.store, "update orders set play_minutes = 45 where order_number = $1", other.number).await;
    let other = Order { play_minutes: 45, ..other };
    let lines = vec![line_of(&app, order.number, 800).await, line_of(&app, other.number, 800).await];
    try_take(&app, &kiran, payment_by(Tender::Cash, lines), 1).await.unwrap();
    cancel(&app, other.customer, other.number, None).await.unwrap();
    assert_credit_note(
        &app,
        &other,
        CreditReason::Cancelled,
        CreditNoteAmounts { paid: 800, before: 0, back: 770 },
    )
    .await;
    assert_credit_note_names(&app, &other, &other).await;
    assert_notes_of_move_and_cancellation(&app, &kiran, &order, 2).await;
    // As the receipt lists it, before it was moved.
    assert_credit_note_names(&app, &order, &order).await;
});
