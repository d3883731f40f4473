//! Reads what a desk sees of a venue's day.

use std::{collections::BTreeMap, sync::Arc};

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    CourtId, VenueId, claim::BlockKind, money::Money, order::OrderStatus, price::price_of, slot::StartTime,
    venue::Venue,
};
use sideout_store::{
    StoreError,
    board::{Board as BoardRepository, BoardRows, DeskBooking, OtherClaim},
};

use crate::{
    App,
    platform::{
        board_feed::{Board, BoardCourt, ClosedTime, DeskHold, PlayerHold},
        venues::find_known_venue,
    },
};

/// The board of `day` at `venue`; `None` for an unknown venue.
///
/// # Errors
/// [`StoreError`] only.
pub async fn read_board(app: &App, venue: VenueId, day: Date) -> Result<Option<Board>, StoreError> {
    let Some(venue) = find_known_venue(app, venue).await? else { return Ok(None) };
    let rows = app.store.read((venue.id, day, venue.span_of(day)), |tx, (venue, day, span)| {
        Box::pin(async move { BoardRepository(tx).read(*venue, *day, *span).await })
    });
    Ok(Some(board(&venue, day, rows.await?, app.clock.now())))
}

fn board(venue: &Arc<Venue>, day: Date, rows: BoardRows, now: Timestamp) -> Board {
    let courts = courts(venue, &rows.bookings);
    let kept = rows.bookings.into_iter().filter(|booking| booking.closed_by.is_none());
    let (cancelled, bookings): (Vec<_>, Vec<_>) =
        kept.partition(|booking| booking.status == OrderStatus::Cancelled);
    let mut board = Board {
        venue: venue.id,
        day,
        slot_minutes: venue.slot_minutes,
        play_minutes: venue.play_minutes,
        courts,
        starts: Vec::new(),
        prices: Vec::new(),
        bookings,
        holds: Vec::new(),
        desk_holds: Vec::new(),
        blocks: Vec::new(),
        cancelled,
        displaced: rows.displaced,
    };
    for claim in rows.claims {
        add_claim(&mut board, venue, claim, now);
    }
    board.starts = starts(&board, venue);
    board.prices = prices(&board, venue);
    board
}

/// The active courts, and those that are not active any more but have bookings.
fn courts(venue: &Venue, bookings: &[DeskBooking]) -> Vec<BoardCourt> {
    let active = venue.courts.iter().map(|court| BoardCourt {
        id: court.id,
        number: court.number,
        name: court.name.clone(),
        court_type: court.court_type,
    });
    let mut courts: BTreeMap<(u16, CourtId), BoardCourt> =
        active.map(|court| ((court.number, court.id), court)).collect();
    for booking in bookings {
        let id = booking.time.slot.court;
        courts.entry((booking.court_number, id)).or_insert_with(|| BoardCourt {
            id,
            number: booking.court_number,
            name: booking.court_name.clone(),
            court_type: booking.court_type,
        });
    }
    courts.into_values().collect()
}

/// Adds a hold that has not expired at `now`, or a closure. A claim on a court without a row is left out.
fn add_claim(board: &mut Board, venue: &Venue, claim: OtherClaim, now: Timestamp) {
    let OtherClaim { time, held_until, held_since, block, is_paying } = claim;
    if board.courts.iter().all(|court| court.id != time.slot.court)
        || held_until.is_some_and(|until| until <= now)
    {
        return;
    }
    let (_, start) = StartTime::at(time.slot.starts_at, &venue.zone);
    match (block, held_until) {
        (None, Some(until)) => {
            // The unit of work that claims the court also writes the order, so it is known.
            let since = held_since.unwrap_or(until);
            board.holds.push(PlayerHold { time, start, since, until, is_paying });
        }
        (Some(block), Some(until)) if block.kind == BlockKind::DeskHold => {
            board.desk_holds.push(DeskHold { id: block.id, time, start, until, staff: block.staff });
        }
        (Some(block), _) => match board.blocks.last_mut() {
            Some(last)
                if last.id == block.id
                    && last.time.slot.court == time.slot.court
                    && last.time.ends_at == time.slot.starts_at =>
            {
                last.time.ends_at = time.ends_at;
            }
            _ => board.blocks.push(ClosedTime { id: block.id, time, start, reason: block.reason }),
        },
        // The claim of a booking, which the statement leaves out.
        (None, None) => {}
    }
}

/// The starts of the opening hours, and every other start with a booking, a hold or a closure.
fn starts(board: &Board, venue: &Venue) -> Vec<(StartTime, Timestamp)> {
    let hours = venue.starts_on(board.day).map(|start| (start, start.on(board.day, &venue.zone)));
    let bookings = board.bookings.iter().chain(&board.cancelled);
    let displaced = board.displaced.iter().map(|was| (was.start, was.start.on(board.day, &venue.zone)));
    let bookings = bookings.map(|booking| (booking.start, booking.time.slot.starts_at)).chain(displaced);
    let holds = board.holds.iter().map(|hold| (hold.start, hold.time.slot.starts_at));
    let desk_holds = board.desk_holds.iter().map(|hold| (hold.start, hold.time.slot.starts_at));
    let blocks = board.blocks.iter().map(|block| (block.start, block.time.slot.starts_at));
    let others = bookings.chain(holds).chain(desk_holds).chain(blocks);
    let mut starts: BTreeMap<StartTime, Timestamp> = hours.collect();
    for (start, at) in others {
        starts.entry(start).or_insert(at);
    }
    starts.into_iter().collect()
}

/// The price of each court at each start of the board; `None` outside of the opening hours, for a retired court, and without a price.
fn prices(board: &Board, venue: &Venue) -> Vec<Vec<Option<Money>>> {
    let starts: Vec<(StartTime, bool)> =
        board.starts.iter().map(|(start, _)| (*start, venue.is_start(board.day, *start))).collect();
    let price = |court: &BoardCourt| {
        let active = venue.court(court.id);
        let at = |(start, is_open): &(StartTime, bool)| {
            let court = active.filter(|_| *is_open)?;
            price_of(&venue.prices, court, board.day, *start)
        };
        starts.iter().map(at).collect()
    };
    board.courts.iter().map(price).collect()
}
