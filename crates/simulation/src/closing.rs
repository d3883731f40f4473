//! The venue closes courts and opens them again, and players answer.

use jiff::civil::Date;
use sideout_app::closures::{
    Closure, CourtChoice, Span, close_courts,
    offers::{
        answer::{AnswerError, ChosenPlace, choose_money, choose_place},
        link::find_own_link,
    },
    open_courts,
};
use sideout_domain::{CourtId, money::Money};
use sideout_testkit::sample_venue::VENUE;

use crate::{
    actions::{SimulatedNode, describe},
    memory::{KnownOrder, Promise},
};

/// How long a player whose court was closed can choose.
const OFFER_HOURS: u32 = 24;

/// The most attempts to close the courts for rain.
const MOST_TRIES: usize = 20;

/// One court for one hour.
fn span(court: i64, day: Date, hour: i8) -> Option<Span> {
    let courts = court.to_string().parse().ok()?;
    Some(Span { venue: VENUE, courts, from: day.at(hour, 0, 0, 0), to: day.at(hour + 1, 0, 0, 0) })
}

impl SimulatedNode {
    /// Closes one court for one hour.
    pub(crate) async fn close(&self, (court, day, hour): (i64, Date, i8), asks_players: bool) -> String {
        let (Some(span), Ok(reason)) = (span(court, day, hour), "Rain on court".parse()) else {
            return "nothing to do".to_owned();
        };
        let (app, closure) = (&self.app, Closure { span, reason, asks_players });
        let receipts = &app.settings.receipts;
        let closed = close_courts(&app.store, &app.clock, &*app.random, receipts, OFFER_HOURS, closure);
        describe(closed.await, |closed| {
            format!("closed {}, {} displaced", closed.slots, closed.displaced.len())
        })
    }

    /// Closes all courts for these hours of a day.
    pub(crate) async fn rain(&self, day: Date, (from, hours): (i8, i8)) -> String {
        let (from, to) = (day.at(from, 0, 0, 0), day.at(from + hours, 0, 0, 0));
        let span = Span { venue: VENUE, courts: CourtChoice::All, from, to };
        let Ok(reason) = "Rain on court".parse() else { return "nothing to do".to_owned() };
        let (app, closure) = (&self.app, Closure { span, reason, asks_players: true });
        let receipts = &app.settings.receipts;
        // What was closed before a failure stays closed, so the same closure is repeated for the rest.
        for _ in 0..MOST_TRIES {
            let closure = closure.clone();
            let closed =
                close_courts(&app.store, &app.clock, &*app.random, receipts, OFFER_HOURS, closure).await;
            let so_far = match &closed {
                Ok(closed) => closed,
                Err(interrupted) => &interrupted.so_far,
            };
            let displaced = so_far.displaced.iter().map(|displaced| displaced.order);
            self.memory.rained_off.borrow_mut().extend(displaced);
            if let Ok(closed) = closed {
                let lost = self.memory.rained_off.borrow().len();
                return format!("closed {}, {lost} displaced", closed.slots);
            }
        }
        "the courts are not closed".to_owned()
    }

    /// Opens one court for one hour again.
    pub(crate) async fn open(&self, (court, day, hour): (i64, Date, i8)) -> String {
        let Some(span) = span(court, day, hour) else { return "nothing to do".to_owned() };
        let now = self.app.clock_now();
        describe(open_courts(&self.app.store, span, now).await, |opened| format!("opened {}", opened.slots))
    }

    /// Answers the offer for a lost booking by the player's link.
    pub(crate) async fn answer_offer(
        &self,
        KnownOrder { number, customer }: KnownOrder,
        (court, day, start): (i64, Date, &str),
        takes_money: bool,
    ) -> String {
        let none = || "no offer".to_owned();
        let token = match find_own_link(&self.app, customer, number).await {
            Ok(Some(token)) => token,
            Ok(None) => return none(),
            Err(error) => return error.to_string(),
        };
        if takes_money {
            let chosen = choose_money(&self.app, token.reveal(), number).await;
            return describe(chosen, |game| format!("{number} is {}", game.offer.state));
        }
        let Ok(start) = start.parse() else { return none() };
        let place = ChosenPlace {
            venue: VENUE,
            court: CourtId(court),
            day,
            start,
            due: Money::ZERO,
            back: Money::ZERO,
        };
        let mut chosen = choose_place(&self.app, token.reveal(), number, place).await;
        if let Err(AnswerError::PriceChanged(price)) = chosen {
            let place = ChosenPlace { due: price.due, back: price.back, ..place };
            chosen = choose_place(&self.app, token.reveal(), number, place).await;
        }
        describe(chosen, |game| match game.new {
            Some(new) => {
                self.memory.add_order(KnownOrder { number: new.number, customer });
                self.memory.acknowledge(new.number, Promise::Confirmed);
                format!("{number} is {} now", new.number)
            }
            None => format!("{number} is {}", game.offer.state),
        })
    }
}
