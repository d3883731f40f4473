//! Cash is taken and given back in whole rupees. The paise that were rounded off a payment were never paid, so they do not go back.

use sideout_app::{
    Order,
    booking::cancel::cancel,
    closures::{
        Closure,
        at_desk::{CloseAtDesk, close::close_at_desk, preview::preview_closure},
        close_courts,
    },
    desk::{
        board::cancelled_money::{KeptMoney, kept_money},
        bookings::cancel_at_desk::{CancelAtDesk, CancelAtDeskError, cancel_at_desk, preview_cancellation},
        money::{
            count_shift::count_shift, pay_out_refund::pay_out_refund, read_money::read_drawer,
            take_payment::PaymentLine,
        },
    },
    platform::random::SystemRandom,
    steps::{audited::Actor, payment_overview::find_payment_overview},
};
use sideout_domain::{
    CourtId, CustomerId,
    bill::Tender,
    closure_offer::{ClosureCause, RunningGames},
    drawer::CashCount,
    money::Money,
    order::OrderNumber,
    staff::Role,
};
use sideout_testkit::{TestApp, on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    counter::{actor, as_taken, open_counter, payment_by, try_take},
    desk_bookings::assert_sound,
    helpers::{OFFER_HOURS, SUNDAY, booked, details, number, offered_closure, run},
    payments::{cancel as cancel_by_policy, owed},
};

/// What the desk takes for a booking of ₹722.50.
const TAKEN: Money = Money::from_rupees(722);

/// Makes the hour from 7 PM cost ₹722.50.
pub(crate) const PRICE: &str =
    "insert into price_rule (price_rule_id, venue_id, weekdays, from_minute, until_minute, price_paise)
     values (2, 1, 127, 1140, 1200, 72250)";

/// A booking of ₹722.50 that is paid in cash.
pub(crate) async fn paid_in_cash(app: &TestApp, customer: CustomerId, court: i64, clerk: &Actor) -> Order {
    run(&app.store, PRICE).await;
    app.venues.forget();
    let order = booked(app, customer, court, "7:00 PM").await;
    let version = details(app, order.number).await.booking.version;
    let all = PaymentLine { order: order.number, version, amount: Money::from_paise(72_250) };
    let taken = try_take(app, clerk, payment_by(Tender::Cash, vec![all]), 1).await.unwrap();
    assert_eq!(taken.received_paise, TAKEN.paise());
    order
}

/// Closes court 4 for the hour from 7 PM.
fn rain_on_court_4() -> CloseAtDesk {
    CloseAtDesk {
        venue: VENUE,
        courts: [CourtId(4)].into(),
        day: SUNDAY,
        from_minute: 1_140,
        until_minute: 1_200,
        cause: ClosureCause::Rain,
        reason: "Rain".parse().unwrap(),
        running_games: RunningGames::All,
        seen: None,
    }
}

on_both_engines!(the_desk_gives_back_no_more_than_it_took_in_cash, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let devang = actor(&app, Role::Owner, "9825041739", &[]).await;
    let order = paid_in_cash(&app, customers[0], 3, &kiran).await;
    let (seen, preview) = preview_cancellation(&app, &devang, order.number).await.unwrap();
    assert_eq!(preview.kept, TAKEN, "the most that can go back");
    let with = |refund| CancelAtDesk {
        number: order.number,
        version: seen.booking.version,
        shown: preview.refund,
        refund: Some(refund),
        reason: Some("The light is broken".to_owned()),
    };
    let refused = cancel_at_desk(&app, &devang, with(Money::from_paise(72_250)), request_key(2)).await;
    assert!(
        matches!(refused, Err(CancelAtDeskError::RefundOutOfRange(most)) if most == TAKEN),
        "{refused:?}"
    );
    cancel_at_desk(&app, &devang, with(TAKEN), request_key(3)).await.unwrap();
    let in_notices = "select cast(max(amount_paise) as bigint) from outbox where notice = 'cancelled'";
    assert_eq!(number(&app.store, in_notices).await, TAKEN.paise());
    assert_sound(&app).await;
});

on_both_engines!(a_closure_promises_what_was_taken_in_cash, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let (customer, order) = (customers[0], paid_in_cash(&app, customers[0], 4, &kiran).await.number);
    let manager = actor(&app, Role::Manager, "9825041739", &[VENUE]).await;
    let seen = preview_closure(&app, &manager, &rain_on_court_4()).await.unwrap();
    assert_eq!((seen.bookings[0].back, seen.bookings[0].at_desk), (TAKEN, TAKEN), "in the preview");
    let closure = Closure { asks_players: false, ..offered_closure("4") };
    let receipts = &app.settings.receipts;
    let closed =
        close_courts(&app.store, &app.clock, &SystemRandom, receipts, OFFER_HOURS, closure).await.unwrap();
    assert_eq!(closed.displaced[0].back, TAKEN, "on the desk's list");
    let in_notices = "select cast(max(amount_paise) as bigint) from outbox where notice = 'court_closed'";
    assert_eq!(number(&app.store, in_notices).await, TAKEN.paise(), "in the message");
    let overview = find_payment_overview(&app, customer, order).await.unwrap().unwrap();
    assert_eq!(overview.refund_of_cancelled(), TAKEN, "in the app");
    let again = cancel(&app, customer, order, None).await.unwrap();
    assert_eq!((again.refund, again.at_desk), (TAKEN, TAKEN), "and if the player cancels as well");
    assert_sound(&app).await;
});

on_both_engines!(
    before_a_closure_a_few_paise_are_shown_as_paid_although_they_do_not_go_back,
    async |store| {
        let (app, customers, kiran, _) = open_counter(store, 1).await;
        let order = booked(&app, customers[0], 4, "7:00 PM").await;
        let version = details(&app, order.number).await.booking.version;
        let (few, none) = (Money::from_paise(50), Money::ZERO);
        let line = PaymentLine { order: order.number, version, amount: few };
        try_take(&app, &kiran, payment_by(Tender::UpiOwn, vec![line]), 1).await.unwrap();
        let manager = actor(&app, Role::Manager, "9825041739", &[VENUE]).await;
        let seen = preview_closure(&app, &manager, &rain_on_court_4()).await.unwrap();
        let booking = &seen.bookings[0];
        assert_eq!((booking.online, booking.at_desk, booking.back), (none, few, none));
    }
);

on_both_engines!(while_the_player_chooses_the_app_shows_what_was_taken_in_cash, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = paid_in_cash(&app, customers[0], 4, &kiran).await.number;
    let receipts = &app.settings.receipts;
    let closure = offered_closure("4");
    close_courts(&app.store, &app.clock, &SystemRandom, receipts, OFFER_HOURS, closure).await.unwrap();
    let overview = find_payment_overview(&app, customers[0], order).await.unwrap().unwrap();
    assert_eq!(overview.refund_of_cancelled(), TAKEN);
    assert_sound(&app).await;
});

on_both_engines!(cash_goes_back_rounded_up_to_whole_rupees_and_the_drawer_agrees, async |store| {
    let (app, customers, kiran, shift) = open_counter(store, 1).await;
    let devang = actor(&app, Role::Owner, "9825041739", &[]).await;
    let order = paid_in_cash(&app, customers[0], 3, &kiran).await.number;
    // All but the bank charge of ₹30 of ₹722.50.
    assert_eq!(cancel_by_policy(&app, &kiran, order, 2).await, Money::from_paise(69_250));
    pay_out_refund(&app, &devang, as_taken(owed(&app, order).await), request_key(3)).await.unwrap();
    let expected = read_drawer(&app, &devang, VENUE).await.unwrap().1.unwrap().expected;
    assert_eq!(expected, Some(Money::from_rupees(2_000 + 722 - 693)));
    let allowances =
        "select cast(sum(amount_paise) as bigint) from ledger_posting where account = 'allowances'";
    assert_eq!(number(&app.store, allowances).await, 50 + 50, "not taken, and given back more");
    assert_sound(&app).await;
    let counted = CashCount::new([(500, 4)].into(), 29).unwrap();
    let counted = count_shift(&app, &devang, shift, counted, request_key(4)).await.unwrap();
    assert_eq!((counted.expected_paise, counted.counted_paise), (202_900, 202_900));
    assert_sound(&app).await;
});

/// What became of the money of a cancelled booking. The amounts add up to what counts as paid.
pub(crate) async fn kept(app: &TestApp, order: OrderNumber) -> KeptMoney {
    let details = details(app, order).await;
    let money = kept_money(&details).unwrap();
    let amounts = details.booking.amounts;
    let away = [money.given_elsewhere, money.rounded_off, money.rounded_up, amounts.returned];
    assert_eq!(money.kept.plus(away.into_iter().sum()), amounts.paid);
    money
}

/// The money of a cancelled booking, in paise, if nothing is given back outside this program.
pub(crate) fn of_cash(kept_paise: i64, rounded_off_paise: i64, rounded_up_paise: i64) -> KeptMoney {
    KeptMoney {
        kept: Money::from_paise(kept_paise),
        given_elsewhere: Money::ZERO,
        rounded_off: Money::from_paise(rounded_off_paise),
        rounded_up: Money::from_paise(rounded_up_paise),
    }
}

/// Cancels a booking so that `refund` goes back.
pub(crate) async fn cancel_with(app: &TestApp, by: &Actor, order: OrderNumber, refund: Money, key: u64) {
    let (seen, preview) = preview_cancellation(app, by, order).await.unwrap();
    let cancelled = CancelAtDesk {
        number: order,
        version: seen.booking.version,
        shown: preview.refund,
        refund: Some(refund),
        reason: Some("The light is broken".to_owned()),
    };
    cancel_at_desk(app, by, cancelled, request_key(key)).await.unwrap();
}

on_both_engines!(paise_that_were_rounded_off_do_not_count_as_kept, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 2).await;
    let devang = actor(&app, Role::Owner, "9825041739", &[]).await;
    let order = paid_in_cash(&app, customers[0], 3, &kiran).await.number;
    cancel_with(&app, &devang, order, TAKEN, 2).await;
    assert_eq!(kept(&app, order).await, of_cash(0, 50, 0), "all that was taken goes back");
    pay_out_refund(&app, &devang, as_taken(owed(&app, order).await), request_key(3)).await.unwrap();
    assert_eq!(kept(&app, order).await, of_cash(0, 50, 0), "and went back");
    let second = booked(&app, customers[1], 4, "7:00 PM").await.number;
    let version = details(&app, second).await.booking.version;
    let all = PaymentLine { order: second, version, amount: Money::from_paise(72_250) };
    try_take(&app, &kiran, payment_by(Tender::Cash, vec![all]), 4).await.unwrap();
    cancel_with(&app, &devang, second, Money::ZERO, 5).await;
    assert_eq!(kept(&app, second).await, of_cash(72_200, 50, 0), "nothing goes back");
    assert_sound(&app).await;
});

on_both_engines!(of_a_charge_that_is_kept_the_paise_that_were_rounded_off_are_missing, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = paid_in_cash(&app, customers[0], 3, &kiran).await.number;
    assert_eq!(cancel_by_policy(&app, &kiran, order, 2).await, Money::from_paise(69_250));
    assert_eq!(kept(&app, order).await, of_cash(2_950, 50, 0));
});

on_both_engines!(nothing_is_kept_of_a_closed_game_that_was_paid_in_cash, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = paid_in_cash(&app, customers[0], 4, &kiran).await.number;
    let closure = Closure { asks_players: false, ..offered_closure("4") };
    let receipts = &app.settings.receipts;
    close_courts(&app.store, &app.clock, &SystemRandom, receipts, OFFER_HOURS, closure).await.unwrap();
    assert_eq!(kept(&app, order).await, of_cash(0, 50, 0));
});

/// Two games of ₹722.50 and ₹800 that were paid together in cash: ₹1,522 were taken.
pub(crate) async fn two_paid_in_cash(app: &TestApp, customer: CustomerId, clerk: &Actor) -> [OrderNumber; 2] {
    run(&app.store, PRICE).await;
    app.venues.forget();
    let games =
        [booked(app, customer, 3, "7:00 PM").await.number, booked(app, customer, 3, "8:00 PM").await.number];
    let mut lines = Vec::new();
    for (order, paise) in games.into_iter().zip([72_250, 80_000]) {
        let version = details(app, order).await.booking.version;
        lines.push(PaymentLine { order, version, amount: Money::from_paise(paise) });
    }
    let taken = try_take(app, clerk, payment_by(Tender::Cash, lines), 1).await.unwrap();
    assert_eq!(taken.received_paise, 152_200);
    games
}

on_both_engines!(two_games_that_were_paid_together_are_closed_as_the_preview_showed_them, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    two_paid_in_cash(&app, customers[0], &kiran).await;
    // All goes back at once, so that the refund of one game is there when the other one is ended.
    let app = app.another_node(|settings| settings.desk.offer_hours = 0);
    let manager = actor(&app, Role::Manager, "9825041739", &[VENUE]).await;
    let both = CloseAtDesk { courts: [CourtId(3)].into(), until_minute: 1_260, ..rain_on_court_4() };
    let seen = Some(preview_closure(&app, &manager, &both).await.unwrap().version());
    let closed = close_at_desk(&app, &manager, CloseAtDesk { seen, ..both }, request_key(2)).await.unwrap();
    assert_eq!(closed.bookings, 2);
    assert_sound(&app).await;
});

on_both_engines!(what_was_rounded_off_a_payment_for_two_games_is_missing_once, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let devang = actor(&app, Role::Owner, "9825041739", &[]).await;
    let games = two_paid_in_cash(&app, customers[0], &kiran).await;
    cancel_with(&app, &devang, games[0], Money::from_paise(72_250), 2).await;
    assert_eq!(kept(&app, games[0]).await, of_cash(0, 0, 0), "all of it is there");
    cancel_with(&app, &devang, games[1], Money::from_paise(79_950), 3).await;
    assert_eq!(kept(&app, games[0]).await, of_cash(0, 0, 0));
    assert_eq!(kept(&app, games[1]).await, of_cash(0, 50, 0));
    assert_sound(&app).await;
});
