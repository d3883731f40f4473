//! Several games of one payment in cash, cancelled one after the other: what is kept of all of them is what the drawer has, to the paisa,
//! in whatever order they are cancelled.

use std::collections::BTreeSet;

use sideout_app::{
    closures::{
        Closure, Span,
        at_desk::answer_for_player::{list_choices_for_player, move_for_player},
        close_courts,
    },
    desk::{
        board::cancelled_money::kept_money,
        bookings::{cancel_at_desk::preview_cancellation, move_booking::MoveAtDesk, move_price::PriceChoice},
        money::take_payment::PaymentLine,
    },
    platform::random::SystemRandom,
    steps::audited::Actor,
};
use sideout_domain::{CustomerId, bill::Tender, money::Money, order::OrderNumber, staff::Role};
use sideout_store::{Store, board::BookingDetails, payments::Refund};
use sideout_testkit::{TestApp, chosen_place, on_both_engines, request_key};

use crate::{
    counter::{actor, open_counter, payment_by, try_take},
    desk_bookings::assert_sound,
    helpers::{OFFER_HOURS, SUNDAY, booked, details, offered_closure, run},
    moving::{moved, pick, to, version},
    payments::cancel as cancel_by_policy,
    rounded_cash::cancel_with,
    rounded_refunds::{give_back_in_cash, in_drawer},
};

/// The hours from 6 PM to 10 PM. Of the first three hours 95 paise are rounded off, of all four 94.
const PRICES: &str =
    "insert into price_rule (price_rule_id, venue_id, weekdays, from_minute, until_minute, price_paise)
     values (2, 1, 127, 1080, 1140, 72250), (3, 1, 127, 1140, 1200, 80035), (4, 1, 127, 1200, 1260, 65010),
            (5, 1, 127, 1260, 1320, 59999)";
const HOURS: [(&str, i64); 4] =
    [("6:00 PM", 72_250), ("7:00 PM", 80_035), ("8:00 PM", 65_010), ("9:00 PM", 59_999)];

/// A desk with the drawer opened, where [`HOURS`] cost what they say.
struct Desk {
    app: TestApp,
    customers: Vec<CustomerId>,
    kiran: Actor,
    devang: Actor,
    calls: u64,
}

impl Desk {
    async fn open(store: Store, customers: usize) -> Self {
        let (app, customers, kiran, _) = open_counter(store, i64::try_from(customers).unwrap()).await;
        let devang = actor(&app, Role::Owner, "9825041739", &[]).await;
        run(&app.store, PRICES).await;
        app.venues.forget();
        Desk { app, customers, kiran, devang, calls: 0 }
    }

    /// The number of the next call's key.
    fn key(&mut self) -> u64 {
        self.calls += 1;
        self.calls
    }

    /// Books these hours on a court and takes cash for all of them in one payment.
    async fn paid_games(&mut self, customer: CustomerId, court: i64, hours: &[(&str, i64)]) -> Games {
        let before = in_drawer(&self.app, &self.devang).await;
        let mut lines = Vec::new();
        for (start, paise) in hours {
            let order = booked(&self.app, customer, court, start).await.number;
            let amount = Money::from_paise(*paise);
            lines.push(PaymentLine { order, version: version(&self.app, order).await, amount });
        }
        let orders = lines.iter().map(|line| line.order).collect();
        let key = self.key();
        try_take(&self.app, &self.kiran, payment_by(Tender::Cash, lines), key).await.unwrap();
        Games { orders, before }
    }

    async fn cancel(&mut self, game: OrderNumber, back: Back) {
        let key = self.key();
        match back {
            Back::ByPolicy => {
                cancel_by_policy(&self.app, &self.kiran, game, key).await;
            }
            Back::AllBut(paise) => {
                let (_, most) = preview_cancellation(&self.app, &self.devang, game).await.unwrap();
                let refund = most.kept.less(Money::from_paise(paise));
                cancel_with(&self.app, &self.devang, game, refund, key).await;
            }
        }
    }

    async fn give_back(&mut self, game: OrderNumber) {
        let key = self.key();
        give_back_in_cash(&self.app, &self.devang, game, key).await;
    }

    /// What the venue keeps of all games if `kept` says what it keeps of one, less what the drawer has of them and does not have to give
    /// back, in paise.
    async fn difference(&self, games: &Games, kept: fn(&BookingDetails) -> Money) -> i64 {
        let mut difference = games.before - in_drawer(&self.app, &self.devang).await;
        for order in &games.orders {
            let details = details(&self.app, *order).await;
            let owed = details.refunds.iter().filter(|refund| refund.is_to_pay_out());
            let owed: Money = owed.map(|refund| refund.amount).sum();
            difference += kept(&details).plus(owed).paise();
        }
        difference
    }

    /// Cancels the games one after the other in every order and gives back of each what `back` says; returns the difference before and
    /// after each step.
    async fn differences_in_every_order(
        &mut self,
        (customer, games, back): (CustomerId, usize, Back),
        kept: fn(&BookingDetails) -> Money,
    ) -> Vec<i64> {
        let mut differences = Vec::new();
        for order in orders_of(games) {
            let games = self.paid_games(customer, 3, &HOURS[..games]).await;
            differences.push(self.difference(&games, kept).await);
            for at in order {
                let game = games.orders[at];
                self.cancel(game, back).await;
                differences.push(self.difference(&games, kept).await);
                self.give_back(game).await;
                differences.push(self.difference(&games, kept).await);
            }
        }
        differences
    }
}

/// The games of one payment, and what the drawer had before it, in paise.
struct Games {
    orders: Vec<OrderNumber>,
    before: i64,
}

/// What goes back of a game.
#[derive(Debug, Clone, Copy)]
enum Back {
    /// All but the bank charge.
    ByPolicy,
    /// All that can go back, but not these paise.
    AllBut(i64),
}

/// Every order of this many games.
fn orders_of(games: usize) -> Vec<Vec<usize>> {
    (0..games).fold(vec![Vec::new()], |orders, game| {
        let with_game = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=order.len()).map(move |at| [&order[..at], &[game], &order[at..]].concat())
        };
        orders.iter().flat_map(with_game).collect()
    })
}

/// What the venue keeps of a cancelled game, and what it has by now of any other.
fn kept(details: &BookingDetails) -> Money {
    let rounded_off = details.payments.iter().map(|part| part.rounded_off).sum();
    kept_money(details).map_or_else(|| left_of(details, rounded_off), |money| money.kept)
}

/// What was paid for a game and did not go back, without what was rounded off and up.
fn left_of(details: &BookingDetails, rounded_off: Money) -> Money {
    let rounded_up: Money = own_refunds(details).map(|refund| refund.round_up).sum();
    let paise = details.booking.amounts.kept().paise();
    Money::from_paise(paise - rounded_off.paise() - rounded_up.paise())
}

fn own_refunds(details: &BookingDetails) -> impl Iterator<Item = &Refund> {
    details.refunds.iter().filter(|refund| refund.order == details.booking.number)
}

/// As [`kept`], but what was rounded off is missing of a game only as far as the payment cannot give back what is left of that game.
fn kept_if_looked_at_alone(details: &BookingDetails) -> Money {
    let parts = details.payments.iter().map(|part| {
        let refunds = own_refunds(details).filter(|refund| refund.bill == part.bill);
        let left = part.amount.less(refunds.map(|refund| refund.amount).sum());
        left.less(part.refundable.unwrap())
    });
    left_of(details, parts.sum())
}

#[test]
fn every_order_of_the_games_is_tried_once() {
    let orders = orders_of(4);
    let different: BTreeSet<&Vec<usize>> = orders.iter().collect();
    assert_eq!((orders.len(), different.len()), (24, 24));
    assert!(orders.iter().all(|order| (0..4).all(|game| order.contains(&game))));
}

on_both_engines!(of_three_games_in_any_order_as_much_is_kept_as_the_drawer_has, async |store| {
    let refunds = [Back::AllBut(0), Back::ByPolicy, Back::AllBut(20)];
    let mut desk = Desk::open(store, refunds.len()).await;
    for (customer, back) in desk.customers.clone().into_iter().zip(refunds) {
        let differences = desk.differences_in_every_order((customer, 3, back), kept).await;
        assert_eq!(differences, [0; 6 * 7], "{back:?}");
    }
    assert_sound(&desk.app).await;
});

on_both_engines!(of_four_games_in_any_order_as_much_is_kept_as_the_drawer_has, async |store| {
    let mut desk = Desk::open(store, 1).await;
    // What was rounded off is more than what is left of any three of them.
    let all = (desk.customers[0], 4, Back::AllBut(20));
    let differences = desk.differences_in_every_order(all, kept).await;
    assert_eq!(differences, [0; 24 * 9]);
    assert_sound(&desk.app).await;
});

on_both_engines!(control_games_looked_at_alone_keep_what_was_rounded_off, async |store| {
    let mut desk = Desk::open(store, 1).await;
    let all = (desk.customers[0], 3, Back::ByPolicy);
    let differences = desk.differences_in_every_order(all, kept_if_looked_at_alone).await;
    assert_eq!(differences, [95; 6 * 7], "the 95 paise that were rounded off are in no drawer");
});

/// Closes a court on Sunday from 9 PM to 10 PM; its players choose another hour or the money.
async fn close_at_nine(app: &TestApp, court: i64) {
    let closure = offered_closure(&court.to_string());
    let span = Span { from: SUNDAY.at(21, 0, 0, 0), to: SUNDAY.at(22, 0, 0, 0), ..closure.span };
    let closure = Closure { span, ..closure };
    let receipts = &app.settings.receipts;
    close_courts(&app.store, &app.clock, &SystemRandom, receipts, OFFER_HOURS, closure).await.unwrap();
}

impl Desk {
    /// The player of a closed game takes the hour from 8 PM; returns the new booking.
    async fn carry_to_eight(&mut self, lost: OrderNumber) -> OrderNumber {
        let choices = list_choices_for_player(&self.app, &self.devang, lost).await.unwrap();
        let at_eight = "8:00 PM".parse().unwrap();
        let choice = choices.same_day.iter().find(|choice| choice.start == at_eight).unwrap();
        let (chosen, key) = (chosen_place(choice), request_key(self.key()));
        let moved = move_for_player(&self.app, &self.devang, lost, chosen, key).await.unwrap();
        OrderNumber::try_from(moved.new_order.unwrap()).unwrap()
    }
}

on_both_engines!(of_a_game_that_was_moved_and_carried_as_much_is_kept_as_the_drawer_has, async |store| {
    let mut desk = Desk::open(store, 2).await;
    // Makes the hour from 8 PM the cheapest, so that the new booking costs less than what was paid.
    run(&desk.app.store, "update price_rule set price_paise = 50015 where price_rule_id = 4").await;
    desk.app.venues.forget();
    for (customer, court, is_first) in [(desk.customers[0], 3, true), (desk.customers[1], 5, false)] {
        let mut games = desk.paid_games(customer, court, &HOURS[..2]).await;
        let (lost, other) = (games.orders[0], games.orders[1]);
        assert_eq!(desk.difference(&games, kept).await, 0, "paid");
        let request = MoveAtDesk {
            total: Money::from_paise(59_999),
            choice: Some(PriceChoice::Refund),
            ..to(lost, version(&desk.app, lost).await, pick(court, "9:00 PM"))
        };
        let key = desk.key();
        moved(&desk.app, &desk.kiran, request, key).await.unwrap();
        assert_eq!(desk.difference(&games, kept).await, 0, "moved, ₹122.51 are owed");
        desk.give_back(lost).await;
        assert_eq!(desk.difference(&games, kept).await, 0, "₹123 went back");
        close_at_nine(&desk.app, court).await;
        assert_eq!(desk.difference(&games, kept).await, 0, "the player chooses");
        let new = desk.carry_to_eight(lost).await;
        games.orders.push(new);
        assert_eq!(kept_money(&details(&desk.app, lost).await).unwrap().kept, Money::ZERO);
        assert_eq!(desk.difference(&games, kept).await, 0, "carried, ₹99.84 are owed");
        desk.give_back(new).await;
        assert_eq!(desk.difference(&games, kept).await, 0, "₹100 went back");
        for game in if is_first { [new, other] } else { [other, new] } {
            desk.cancel(game, Back::AllBut(30)).await;
            assert_eq!(desk.difference(&games, kept).await, 0, "cancelled");
            desk.give_back(game).await;
            assert_eq!(desk.difference(&games, kept).await, 0, "given back");
        }
        let rounded_up: Vec<i64> =
            details(&desk.app, new).await.refunds.iter().map(|refund| refund.round_up.paise()).collect();
        assert_eq!(rounded_up.len(), 3, "of the move, of the carried difference and of the cancellation");
        assert_eq!(rounded_up[..2], [49, 16]);
    }
    assert_sound(&desk.app).await;
});
