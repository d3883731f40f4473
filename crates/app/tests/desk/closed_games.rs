//! What the board, the panel and the report of the day say about a cancelled booking: its money, and the place of a closed game; and
//! which days and courts the player of a closed game far ahead can choose.

use jiff::{SignedDuration, ToSpan as _};
use sideout_app::{
    Order,
    booking::{cancel::cancel, find_order::find_order},
    closures::{
        Closure,
        at_desk::{CloseAtDesk, close::close_at_desk},
        close_courts,
        offers::{
            answer::{choose_money, choose_place},
            choices::list_choices,
            link::find_own_link,
        },
    },
    desk::board::cancelled_money::{KeptMoney, kept_money},
    platform::random::SystemRandom,
};
use sideout_domain::{
    CourtId, CustomerId,
    closure_offer::{ClosureCause, RunningGames},
    money::Money,
    order::{OrderNumber, OrderStatus},
    staff::Role,
};
use sideout_store::{StoreError, VenueDays, import::ImportedBooking, venue_days::DisplacingClosure};
use sideout_testkit::{TestApp, chosen_place, on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    counter::actor,
    helpers::{
        OFFER_HOURS, SUNDAY, at, board, booked, details, import, imported, number, offered_closure, open_app,
        pay_cash, slot,
    },
};

async fn close(app: &TestApp, court: &str, asks_players: bool) {
    let closure = Closure { asks_players, ..offered_closure(court) };
    let (random, receipts) = (&SystemRandom, &app.settings.receipts);
    close_courts(&app.store, &app.clock, random, receipts, OFFER_HOURS, closure).await.unwrap();
}

/// Whether the board says of a closed game that money goes back.
async fn goes_back(app: &TestApp, order: OrderNumber) -> bool {
    board(app).await.displaced.iter().find(|was| was.number == order).unwrap().goes_back
}

/// The booking that the board names in the place of a closed game.
async fn in_its_place(app: &TestApp, order: OrderNumber) -> Option<OrderNumber> {
    let board = board(app).await;
    board.displaced.iter().find(|was| was.number == order).unwrap().new.as_ref().map(|new| new.number)
}

async fn kept(app: &TestApp, order: OrderNumber) -> Option<KeptMoney> {
    kept_money(&details(app, order).await)
}

/// The money of a cancelled booking of which this much is kept, if nothing was rounded and nothing is given back elsewhere.
fn only_kept(rupees: i64) -> Option<KeptMoney> {
    Some(KeptMoney {
        kept: Money::from_rupees(rupees),
        given_elsewhere: Money::ZERO,
        rounded_off: Money::ZERO,
        rounded_up: Money::ZERO,
    })
}

on_both_engines!(money_goes_back_of_a_closed_game_only_if_it_was_paid, async |store| {
    let (app, players) = open_app(store.clone(), 3).await;
    let unpaid = booked(&app, players[0], 3, "7:00 PM").await.number;
    let paid = booked(&app, players[1], 4, "7:00 PM").await.number;
    pay_cash(&store, paid, 800).await;
    let elsewhere = ImportedBooking {
        paid: Money::from_rupees(800),
        ..imported(players[2], slot(5, "7:00 PM"), OrderStatus::Confirmed)
    };
    let elsewhere = import(&store, elsewhere).await;
    for court in ["3", "4", "5"] {
        close(&app, court, false).await;
    }
    assert!(!goes_back(&app, unpaid).await, "nothing was paid");
    assert!(goes_back(&app, paid).await);
    assert!(goes_back(&app, elsewhere).await, "the desk gives it back outside this program");
    let read = app.store.read(VENUE, |tx, venue| {
        Box::pin(async move { VenueDays(tx).list_displacing_closures(*venue, SUNDAY).await })
    });
    let closures: Result<Vec<DisplacingClosure>, StoreError> = read.await;
    let mut paid_back: Vec<i64> = closures.unwrap().iter().map(|one| one.paid_back).collect();
    paid_back.sort_unstable();
    assert_eq!(paid_back, [0, 1, 1], "the report of the day counts the same");
    assert_eq!(kept(&app, unpaid).await, only_kept(0));
    assert_eq!(kept(&app, paid).await, only_kept(0));
    let given = KeptMoney {
        kept: Money::ZERO,
        given_elsewhere: Money::from_rupees(800),
        rounded_off: Money::ZERO,
        rounded_up: Money::ZERO,
    };
    assert_eq!(kept(&app, elsewhere).await, Some(given));
});

on_both_engines!(of_an_imported_game_that_had_begun_half_goes_back_and_half_is_kept, async |store| {
    let (app, players) = open_app(store.clone(), 1).await;
    let elsewhere = ImportedBooking {
        paid: Money::from_rupees(800),
        ..imported(players[0], slot(5, "7:00 PM"), OrderStatus::Confirmed)
    };
    let elsewhere = import(&store, elsewhere).await;
    app.clock.set(at("7:20 PM"));
    let manager = actor(&app, Role::Manager, "9825041739", &[VENUE]).await;
    let half = CloseAtDesk {
        venue: VENUE,
        courts: [CourtId(5)].into(),
        day: SUNDAY,
        from_minute: 19 * 60 + 20,
        until_minute: 20 * 60,
        cause: ClosureCause::Rain,
        reason: "Rain".parse().unwrap(),
        running_games: RunningGames::Half,
        seen: None,
    };
    close_at_desk(&app, &manager, half, request_key(1)).await.unwrap();
    let in_notices = "select cast(max(amount_paise) as bigint) from outbox where notice = 'court_closed'";
    assert_eq!(number(&store, in_notices).await, 40_000, "in the player's message");
    let money = KeptMoney {
        kept: Money::from_rupees(400),
        given_elsewhere: Money::from_rupees(400),
        rounded_off: Money::ZERO,
        rounded_up: Money::ZERO,
    };
    assert_eq!(kept(&app, elsewhere).await, Some(money), "in the panel");
    assert!(goes_back(&app, elsewhere).await, "on the board");
    let read = app.store.read(VENUE, |tx, venue| {
        Box::pin(async move { VenueDays(tx).list_displacing_closures(*venue, SUNDAY).await })
    });
    let closures: Result<Vec<DisplacingClosure>, StoreError> = read.await;
    assert_eq!(closures.unwrap()[0].paid_back, 1, "in the report of the day");
});

on_both_engines!(while_the_player_chooses_money_neither_goes_back_nor_is_kept, async |store| {
    let (app, players) = open_app(store.clone(), 2).await;
    let unpaid = booked(&app, players[0], 3, "7:00 PM").await.number;
    let paid = booked(&app, players[1], 4, "7:00 PM").await.number;
    pay_cash(&store, paid, 800).await;
    close(&app, "3", true).await;
    close(&app, "4", true).await;
    for order in [unpaid, paid] {
        assert!(!goes_back(&app, order).await, "the offer is open");
        assert_eq!(kept(&app, order).await, None);
    }
    for (player, order) in [(players[0], unpaid), (players[1], paid)] {
        let link = find_own_link(&app, player, order).await.unwrap().unwrap();
        choose_money(&app, link.reveal(), order).await.unwrap();
        assert_eq!(goes_back(&app, order).await, order == paid);
        assert_eq!(kept(&app, order).await, only_kept(0));
    }
});

on_both_engines!(the_board_names_no_new_place_of_a_closed_game_once_that_is_cancelled, async |store| {
    let (app, players) = open_app(store, 1).await;
    let lost = booked(&app, players[0], 3, "7:00 PM").await;
    close(&app, "3", true).await;
    let link = find_own_link(&app, players[0], lost.number).await.unwrap().unwrap();
    let choices = list_choices(&app, &lost).await.unwrap();
    let chosen = chosen_place(&choices.same_hour[0]);
    let moved = choose_place(&app, link.reveal(), lost.number, chosen).await.unwrap();
    let new = moved.new.unwrap().number;
    assert_eq!(in_its_place(&app, lost.number).await, Some(new));
    cancel(&app, players[0], new, None).await.unwrap();
    assert_eq!(in_its_place(&app, lost.number).await, None);
    assert!(!goes_back(&app, lost.number).await, "nothing was paid");
});

/// A booking at 7 PM this many days after `SUNDAY`, whose court was closed; its player can choose.
async fn closed_after(app: &TestApp, player: CustomerId, days: i32) -> Order {
    let mut later = slot(3, "7:00 PM");
    later.starts_at += SignedDuration::from_hours(24 * i64::from(days));
    let game =
        ImportedBooking { booked_at: app.clock_now(), ..imported(player, later, OrderStatus::Confirmed) };
    let day = game.day;
    let number = import(&app.store, game).await;
    let mut closure = offered_closure("3");
    (closure.span.from, closure.span.to) = (day.at(19, 0, 0, 0), day.at(20, 0, 0, 0));
    let (random, receipts) = (&SystemRandom, &app.settings.receipts);
    close_courts(&app.store, &app.clock, random, receipts, OFFER_HOURS, closure).await.unwrap();
    find_order(app, player, number).await.unwrap().unwrap()
}

on_both_engines!(a_game_further_ahead_than_the_window_can_keep_its_hour_on_another_court, async |store| {
    let (app, players) = open_app(store, 1).await;
    let lost = closed_after(&app, players[0], 56).await;
    let choices = list_choices(&app, &lost).await.unwrap();
    assert!(choices.other_days.is_empty(), "{choices:?}");
    let link = find_own_link(&app, players[0], lost.number).await.unwrap().unwrap();
    let chosen = chosen_place(&choices.same_hour[0]);
    let moved = choose_place(&app, link.reveal(), lost.number, chosen).await.unwrap();
    let new = details(&app, moved.new.unwrap().number).await.booking;
    assert_eq!((new.day, new.start), (SUNDAY.saturating_add(56.days()), lost.start));
});

on_both_engines!(a_day_on_which_nothing_can_be_booked_yet_is_not_among_the_choices, async |store| {
    let (app, players) = open_app(store, 1).await;
    let lost = closed_after(&app, players[0], 26).await;
    let choices = list_choices(&app, &lost).await.unwrap();
    let days: Vec<String> = choices.other_days.iter().map(|(day, _)| day.to_string()).collect();
    assert_eq!(days, ["2026-12-19", "2026-12-20", "2026-12-21"], "a month after 21 November");
    assert!(choices.other_days.iter().all(|(_, choice)| choice.is_some()), "{choices:?}");
});

on_both_engines!(of_a_cancelled_booking_the_bank_charge_is_kept_and_the_rest_is_owed, async |store| {
    let (app, players) = open_app(store.clone(), 2).await;
    let order = booked(&app, players[0], 3, "7:00 PM").await.number;
    pay_cash(&store, order, 500).await;
    pay_cash(&store, order, 300).await;
    assert_eq!(kept(&app, order).await, None, "it is not cancelled");
    cancel(&app, players[0], order, None).await.unwrap();
    let found = details(&app, order).await;
    let owed: Money =
        found.refunds.iter().filter(|refund| refund.is_still_owed()).map(|one| one.amount).sum();
    assert_eq!((found.booking.amounts.paid, owed), (Money::from_rupees(800), Money::from_rupees(770)));
    assert_eq!(kept(&app, order).await, only_kept(30));

    let elsewhere = ImportedBooking {
        paid: Money::from_rupees(800),
        ..imported(players[1], slot(4, "7:00 PM"), OrderStatus::Confirmed)
    };
    let elsewhere = import(&store, elsewhere).await;
    app.clock.set(at("9:00 AM"));
    cancel(&app, players[1], elsewhere, None).await.unwrap();
    let given = KeptMoney {
        kept: Money::from_rupees(30),
        given_elsewhere: Money::from_rupees(770),
        rounded_off: Money::ZERO,
        rounded_up: Money::ZERO,
    };
    assert_eq!(kept(&app, elsewhere).await, Some(given));
});
