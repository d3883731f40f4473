//! Cash goes back in whole rupees, rounded up: what is added to a refund left the drawer, so the venue does not keep it.

use sideout_app::{
    booking::cancel::cancel,
    desk::{
        board::cancelled_money::KeptMoney,
        bookings::{move_booking::MoveAtDesk, move_price::PriceChoice},
        money::{
            pay_out_refund::{PayOutRefund, pay_out_refund},
            read_money::read_drawer,
            take_payment::PaymentLine,
        },
    },
    steps::audited::Actor,
};
use sideout_domain::{
    bill::Tender,
    money::Money,
    order::{OrderNumber, OrderStatus},
    refund::RefundMethod,
    staff::Role,
};
use sideout_store::import::ImportedBooking;
use sideout_testkit::{TestApp, on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    counter::{actor, as_taken, open_counter, payment_by, try_take},
    desk_bookings::assert_sound,
    helpers::{at, booked, details, import, imported, number, run, slot},
    move_prices::price_at_nine,
    moving::{moved, pick, to, version},
    payments::{cancel as cancel_by_policy, owed},
    rounded_cash::{PRICE, cancel_with, kept, of_cash, paid_in_cash, two_paid_in_cash},
};

/// Pays `paise` for a booking by `tender`.
async fn pay(app: &TestApp, clerk: &Actor, order: OrderNumber, tender: Tender, paise: i64, key: u64) {
    let line = PaymentLine { order, version: version(app, order).await, amount: Money::from_paise(paise) };
    try_take(app, clerk, payment_by(tender, vec![line]), key).await.unwrap();
}

/// Gives the money of a refund back in cash, however it came.
pub(crate) async fn give_back_in_cash(app: &TestApp, by: &Actor, order: OrderNumber, key: u64) {
    let refund = owed(app, order).await;
    let in_cash = PayOutRefund { method: Some(RefundMethod::Cash), ..as_taken(refund) };
    pay_out_refund(app, by, in_cash, request_key(key)).await.unwrap();
}

/// What the drawer has in addition to the ₹2,000 with which it was opened, in paise.
pub(crate) async fn in_drawer(app: &TestApp, by: &Actor) -> i64 {
    let drawer = read_drawer(app, by, VENUE).await.unwrap().1.unwrap();
    drawer.expected.unwrap().paise() - 200_000
}

/// What all receipts say was paid, less what all credit notes give back, in paise.
async fn by_documents(app: &TestApp) -> i64 {
    let sum = "select cast(sum(case when kind = 'receipt' then total_paise else -total_paise end) as bigint) from receipt";
    number(&app.store, sum).await
}

on_both_engines!(what_is_added_to_a_refund_in_cash_is_not_kept_once_it_was_given, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let devang = actor(&app, Role::Owner, "9825041739", &[]).await;
    let order = paid_in_cash(&app, customers[0], 3, &kiran).await.number;
    assert_eq!(cancel_by_policy(&app, &kiran, order, 2).await, Money::from_paise(69_250));
    assert_eq!(kept(&app, order).await, of_cash(2_950, 50, 0), "nothing went back yet");
    assert_eq!(by_documents(&app).await, 2_950);
    pay_out_refund(&app, &devang, as_taken(owed(&app, order).await), request_key(3)).await.unwrap();
    // ₹722 of ₹722.50 were taken, and ₹693 instead of ₹692.50 went back.
    assert_eq!(kept(&app, order).await, of_cash(2_900, 50, 50));
    assert_eq!(in_drawer(&app, &devang).await, 2_900, "as the drawer says");
    assert_eq!(by_documents(&app).await, 2_900 + 50, "a credit note names what was owed, not what was added");
    assert_sound(&app).await;
});

on_both_engines!(each_refund_in_cash_is_rounded_up_also_that_of_a_move, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let devang = actor(&app, Role::Owner, "9825041739", &[]).await;
    let order = paid_in_cash(&app, customers[0], 3, &kiran).await.number;
    let cheaper =
        "insert into price_rule (price_rule_id, venue_id, weekdays, from_minute, until_minute, price_paise)
                   values (3, 1, 127, 1260, 1320, 60025)";
    price_at_nine(&app, cheaper).await;
    let request = MoveAtDesk {
        total: Money::from_paise(60_025),
        choice: Some(PriceChoice::Refund),
        ..to(order, version(&app, order).await, pick(3, "9:00 PM"))
    };
    moved(&app, &kiran, request, 2).await.unwrap();
    // ₹122.25 is owed, ₹123 goes back.
    give_back_in_cash(&app, &devang, order, 3).await;
    assert_eq!(cancel_by_policy(&app, &kiran, order, 4).await, Money::from_paise(57_025));
    assert_eq!(kept(&app, order).await, of_cash(2_875, 50, 75));
    // ₹570.25 is owed, ₹571 goes back.
    give_back_in_cash(&app, &devang, order, 5).await;
    assert_eq!(kept(&app, order).await, of_cash(2_800, 50, 150));
    assert_eq!(in_drawer(&app, &devang).await, 2_800);
    assert_eq!(by_documents(&app).await, 2_800 + 150);
    assert_sound(&app).await;
});

on_both_engines!(less_than_nothing_is_kept_if_all_went_back_and_was_rounded_up, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let devang = actor(&app, Role::Owner, "9825041739", &[]).await;
    run(&app.store, PRICE).await;
    app.venues.forget();
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    pay(&app, &kiran, order, Tender::UpiOwn, 72_250, 1).await;
    cancel_with(&app, &devang, order, Money::from_paise(72_250), 2).await;
    assert_eq!(kept(&app, order).await, of_cash(0, 0, 0));
    give_back_in_cash(&app, &devang, order, 3).await;
    assert_eq!(kept(&app, order).await, of_cash(-50, 0, 50), "₹722.50 came, ₹723 went back");
    assert_eq!(in_drawer(&app, &devang).await, -72_300);
    assert_eq!(by_documents(&app).await, 0);
    assert_sound(&app).await;
});

on_both_engines!(what_is_added_to_the_refund_of_a_game_is_missing_of_that_game_only, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let devang = actor(&app, Role::Owner, "9825041739", &[]).await;
    let games = two_paid_in_cash(&app, customers[0], &kiran).await;
    cancel_with(&app, &devang, games[0], Money::from_paise(70_025), 2).await;
    cancel_with(&app, &devang, games[1], Money::from_rupees(700), 3).await;
    give_back_in_cash(&app, &devang, games[0], 4).await;
    give_back_in_cash(&app, &devang, games[1], 5).await;
    let of_games = [kept(&app, games[0]).await, kept(&app, games[1]).await];
    assert_eq!(of_games.map(|money| money.rounded_up.paise()), [75, 0]);
    // The ₹1,522 that were taken, less ₹701 and ₹700.
    assert_eq!(in_drawer(&app, &devang).await, 12_100);
    assert_sound(&app).await;
});

/// A booking of ₹722.50 of which this much, in paise, was paid elsewhere before it was imported.
async fn imported_paid(app: &TestApp, customer: sideout_domain::CustomerId, paid: i64) -> OrderNumber {
    let booking = imported(customer, slot(4, "7:00 PM"), OrderStatus::Confirmed);
    let money = (Money::from_paise(72_250), Money::from_paise(paid));
    import(&app.store, ImportedBooking { price: money.0, paid: money.1, ..booking }).await
}

on_both_engines!(what_was_imported_as_paid_is_kept_beside_rounded_cash, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let devang = actor(&app, Role::Owner, "9825041739", &[]).await;
    // Of ₹20.25 that was imported nothing goes back: the refund is less than what the desk took.
    let order = imported_paid(&app, customers[0], 2_025).await;
    pay(&app, &kiran, order, Tender::Cash, 70_225, 1).await;
    app.clock.set(at("9:00 AM"));
    cancel(&app, customers[0], order, None).await.unwrap();
    assert_eq!(kept(&app, order).await, of_cash(2_975, 25, 0));
    give_back_in_cash(&app, &devang, order, 2).await;
    assert_eq!(kept(&app, order).await, of_cash(2_925, 25, 50));
    assert_eq!(in_drawer(&app, &devang).await, 2_925 - 2_025, "all but what was imported is in the drawer");
    assert_sound(&app).await;
});

on_both_engines!(what_was_imported_as_paid_goes_back_elsewhere_and_the_rest_in_cash, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let devang = actor(&app, Role::Owner, "9825041739", &[]).await;
    let order = imported_paid(&app, customers[0], 30_025).await;
    pay(&app, &kiran, order, Tender::UpiOwn, 42_225, 1).await;
    app.clock.set(at("9:00 AM"));
    cancel(&app, customers[0], order, None).await.unwrap();
    give_back_in_cash(&app, &devang, order, 2).await;
    let expected = KeptMoney { given_elsewhere: Money::from_paise(27_025), ..of_cash(2_925, 0, 75) };
    assert_eq!(kept(&app, order).await, expected);
    // ₹300.25 elsewhere and ₹422.25 by UPI came; ₹270.25 elsewhere and ₹423 in cash go back.
    assert_eq!(details(&app, order).await.booking.amounts.paid, Money::from_paise(72_250));
    assert_eq!(in_drawer(&app, &devang).await, -42_300);
    assert_sound(&app).await;
});
