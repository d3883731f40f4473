//! Closes the days that staff did not close.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp, ToSpan as _, civil::Date};
use serde::Serialize;
use sideout_domain::{VenueId, day_end::last_to_close, venue::Venue};
use sideout_store::{ChangeEvent, Session, StoreError, VenueDays, venue_days::ClosedDay};

use super::close_day::{CloseDayError, Closing, close_once};
use crate::{
    App,
    steps::audited::{Doer, Entry, record},
};

/// Bookings without an outcome are looked for on days that were closed within this time. It is longer than any unit of work takes.
pub(crate) const CLOSED_SINCE: SignedDuration = SignedDuration::from_hours(7 * 24);
/// The oldest day on which such bookings are looked for, in days before today. It covers a long time in which the program did not run.
const SETTLED_DAYS: i32 = 400;

/// Closes the days of `venue` before `before` whose hour has come, the oldest first; returns how many. A venue of which no day was ever
/// closed begins with the last one.
///
/// # Errors
/// [`StoreError`]; days that were closed before the error stay closed, and the next run goes on.
pub(crate) async fn close_overdue(app: &App, venue: &Arc<Venue>, before: Date) -> Result<u32, StoreError> {
    let hour = app.settings.desk.close_day_hour;
    let mut closed = 0;
    loop {
        let now = app.clock.now();
        let last = last_to_close(venue, now, hour);
        let newest = find_newest(app, venue.id).await?;
        let day = newest.map_or(last, |newest| newest.day.tomorrow().unwrap_or(Date::MAX));
        if day > last || day >= before {
            return Ok(closed);
        }
        let input = Closing { venue: Arc::clone(venue), day, closer: None, hour, now };
        match app.store.write(input, |tx, input| Box::pin(close_by_itself(tx, input))).await {
            Ok(()) => closed += 1,
            // Another caller was faster.
            Err(CloseDayError::AlreadyClosed) => {}
            Err(CloseDayError::Store(error)) => return Err(error),
            // A game is still on: the next run closes the day.
            Err(_) => return Ok(closed),
        }
    }
}

async fn find_newest(app: &App, venue: VenueId) -> Result<Option<ClosedDay>, StoreError> {
    app.store.read(venue, |tx, venue| Box::pin(async move { VenueDays(tx).find_newest(*venue).await })).await
}

async fn close_by_itself(tx: &mut dyn Session, input: &Closing) -> Result<(), CloseDayError> {
    let entry = close_once(tx, input).await?;
    Ok(record(tx, &Doer::SERVER, entry, input.now).await?)
}

/// Gives an outcome to bookings of closed days of `venue` that were confirmed while their day was being closed, such
/// as by a payment that was under way; returns how many bookings. It checks all days that were closed lately, because after an
/// outage several days are closed one after another.
///
/// # Errors
/// [`StoreError`]; days that were settled before the error stay settled, and the next run goes on.
pub(crate) async fn settle_late_bookings(app: &App, venue: &Venue) -> Result<usize, StoreError> {
    let now = app.clock.now();
    let since = venue.today(now).checked_sub(SETTLED_DAYS.days()).unwrap_or(Date::MIN);
    let input = (venue.id, since, now.checked_sub(CLOSED_SINCE).unwrap_or(Timestamp::MIN));
    let read = app.store.read(input, |tx, (venue, since, closed)| {
        Box::pin(async move { VenueDays(tx).list_unsettled(*venue, *since, *closed).await })
    });
    let days: Result<Vec<Date>, StoreError> = read.await;
    let mut settled = 0;
    for day in days? {
        settled +=
            app.store.write((venue.id, day, now), |tx, input| Box::pin(settle_once(tx, *input))).await?;
    }
    Ok(settled)
}

#[derive(Serialize)]
struct Facts {
    games: usize,
}

async fn settle_once(
    tx: &mut dyn Session,
    (venue, day, now): (VenueId, Date, Timestamp),
) -> Result<usize, StoreError> {
    VenueDays(tx).take_turn(venue).await?;
    VenueDays(tx).lock_bookings(venue, day).await?;
    let settled = VenueDays(tx).settle_attendance(venue, day).await?;
    for (number, customer, status) in &settled {
        tx.announce(ChangeEvent::Order(*customer, *number, *status));
    }
    if !settled.is_empty() {
        tx.announce(ChangeEvent::Board(venue, day));
        let entry = Entry::added("day.settled", "day", day, &Facts { games: settled.len() }).at(venue);
        record(tx, &Doer::SERVER, entry, now).await?;
    }
    Ok(settled.len())
}
