//! Compares the notices that players received with their bookings and refunds at the end of a run.

use std::collections::HashMap;

use jiff::civil::Date;
use sideout_domain::{money::Money, notice::Notice, order::OrderStatus, slot::StartTime};
use sideout_store::{Row, Session, Statement, Store, StoreError, params};

use crate::{checks::BrokenRule, messages::ReceivedNotice};

/// A booking as the database has it.
struct Booking {
    number: i64,
    status: OrderStatus,
    court: String,
    day: Date,
    start: StartTime,
    /// Whether the offer for it was answered or has expired: its player needs no message about its end then.
    has_ended_offer: bool,
    /// Whether a text about a move of it could not be sent before the game was over.
    is_move_undelivered: bool,
}

/// A refund through the provider.
struct Refund {
    order: i64,
    amount: Money,
}

/// Returns the rules that the notices in `all` break, each with one example.
///
/// # Errors
/// [`StoreError`] if the bookings or refunds cannot be read.
pub(crate) async fn find_wrong_notices(
    store: &Store,
    all: &[ReceivedNotice],
) -> Result<Vec<BrokenRule>, StoreError> {
    let (bookings, refunds) = store.read((), |tx, ()| Box::pin(read(tx))).await?;
    let mut of_order: HashMap<i64, Vec<&ReceivedNotice>> = HashMap::new();
    for received in all {
        of_order.entry(received.value("number").parse().unwrap_or_default()).or_default().push(received);
    }
    let none = Vec::new();
    let mut found: Vec<BrokenRule> = Vec::new();
    let mut note = |rule: &str, example: String| {
        if found.iter().all(|known| known.rule != rule) {
            found.push(BrokenRule { rule: rule.to_owned(), example });
        }
    };
    for booking in &bookings {
        let received = of_order.get(&booking.number).unwrap_or(&none);
        let last_place = received
            .iter()
            .rev()
            .find(|received| matches!(received.notice, Notice::Confirmed | Notice::Moved));
        let tells_end = |received: &&&ReceivedNotice| {
            matches!(received.notice, Notice::Cancelled | Notice::CourtClosed | Notice::ClosureOffer)
        };
        let ended = received.iter().find(tells_end);
        // An offer for several games of a player names one of them.
        let is_offered = |phone: &str| {
            booking.has_ended_offer
                || all
                    .iter()
                    .any(|received| received.notice == Notice::ClosureOffer && received.phone == phone)
        };
        if booking.status.keeps_court() {
            if let Some(ended) = ended {
                note(
                    "players were told of the end of a booking that stands",
                    format!("{}: {:?}", booking.number, ended.notice),
                );
            }
            let place = (
                booking.court.clone(),
                booking.day.strftime("%a, %-d %b").to_string(),
                booking.start.to_string(),
            );
            if let Some(received) = last_place.filter(|_| !booking.is_move_undelivered) {
                let said = (received.value("court"), received.value("day"), received.value("time"));
                if said != (place.0.as_str(), place.1.as_str(), place.2.as_str()) {
                    note(
                        "players were told another court or time than their booking has",
                        format!("{}: {said:?}, is {place:?}", booking.number),
                    );
                }
            }
        } else if last_place.is_some_and(|received| !is_offered(&received.phone)) && ended.is_none() {
            note(
                "players were told of a booking and not of its end",
                format!("{} is {}", booking.number, booking.status),
            );
        }
    }
    let mut left = refunds;
    for received in all.iter().filter(|received| received.notice == Notice::RefundDone) {
        let number: i64 = received.value("number").parse().unwrap_or_default();
        let is_meant = |refund: &Refund| {
            refund.order == number
                && refund.amount.to_string().replace('₹', "Rs ") == received.value("amount")
        };
        match left.iter().position(is_meant) {
            Some(place) => drop(left.swap_remove(place)),
            // A text may be repeated after its answer was lost.
            None if of_order[&number].iter().filter(|other| **other == received).count() > 1 => {}
            None => {
                note(
                    "players were told of a refund that the provider did not send",
                    format!("{number}: {received:?}"),
                );
            }
        }
    }
    if let Some(refund) = left.first() {
        note(
            "refunds were sent by the provider and their players were not told",
            format!("{} of {}", refund.amount, refund.order),
        );
    }
    Ok(found)
}

async fn read(tx: &mut dyn Session) -> Result<(Vec<Booking>, Vec<Refund>), StoreError> {
    const BOOKINGS: Statement = Statement {
        name: "simulation/told_bookings",
        text: "select o.order_number, o.status, c.name as court_name, o.venue_day, o.start_minute,
                      (select count(*) from outbox m
                        where m.order_number = o.order_number and m.notice = 'moved' and m.channel = 'text'
                          and m.drop_reason = 'game_over') as untold,
                      (select count(*) from closure_offer f where f.order_number = o.order_number and f.state <> 'open') as ended_offers
                 from orders o join court c on c.court_id = o.court_id
                where o.confirmed_at is not null",
    };
    const REFUNDS: Statement = Statement {
        name: "simulation/told_refunds",
        text: "select order_number, amount_paise from refund where method = 'provider' and status = 'processed'",
    };
    let booking = |row: &Row| {
        Ok(Booking {
            number: row.integer("order_number")?,
            status: row.parsed("status")?,
            court: row.text("court_name")?.to_owned(),
            day: row.day("venue_day")?,
            start: row.start_time("start_minute")?,
            is_move_undelivered: row.integer("untold")? > 0,
            has_ended_offer: row.integer("ended_offers")? > 0,
        })
    };
    let refund =
        |row: &Row| Ok(Refund { order: row.integer("order_number")?, amount: row.money("amount_paise")? });
    let bookings =
        tx.all(BOOKINGS, params![]).await?.iter().map(booking).collect::<Result<_, StoreError>>()?;
    let refunds = tx.all(REFUNDS, params![]).await?.iter().map(refund).collect::<Result<_, StoreError>>()?;
    Ok((bookings, refunds))
}
