//! Reads a venue's day for the person who closes it: what is still open, whether it is closed, and its report.

use std::sync::Arc;

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    StaffId, VenueId,
    day_end::{closable_from, closes_itself_at},
    staff::{Grant, Permission},
    venue::Venue,
};
use sideout_store::{Session, StoreError, VenueDays, board::DeskBooking, venue_days::ClosedDay};

use super::{
    close_day::{CloseDayError, may_leave_open},
    day_figures::{read_facts, read_state},
    debtors::{Debtor, name_debtors},
    digest::check_of,
    facts::DayFacts,
    message::{ClosingFacts, message},
    open_items::{OpenItems, play_ends},
};
use crate::{App, platform::venues::find_known_venue, steps::audited::Actor};

/// A venue's day at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayEnd {
    /// The day.
    pub day: Date,
    /// The instant from which it can be closed.
    pub over_at: Timestamp,
    /// When it closes by itself.
    pub closes_itself_at: Timestamp,
    /// What is still to do; nothing once it is closed.
    pub open: OpenItems,
    /// Whether the person who is signed in may close it although something is open.
    pub may_leave_open: bool,
    /// Whether it is closed.
    pub closed: Option<Closed>,
    /// Its figures; `None` if the caller may not see the drawer before it is counted, unless they closed the day.
    pub figures: Option<DayFacts>,
    /// Its games, those that were cancelled left out, by court and start.
    pub games: Vec<DeskBooking>,
}

/// How a day was closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closed {
    /// When it was closed.
    pub at: Timestamp,
    /// Who closed it; `None` if it closed by itself.
    pub by: Option<StaffId>,
    /// The characters of its digest that stand in the message.
    pub check: String,
    /// The message for the owner; `None` if the caller may not see the figures.
    pub message: Option<String>,
}

/// Reads a day of a venue.
///
/// # Errors
/// [`CloseDayError`]: the venue does not exist, the actor is not allowed to see it, or the database failed.
pub async fn read_day(app: &App, actor: &Actor, venue: VenueId, day: Date) -> Result<DayEnd, CloseDayError> {
    let now = app.clock.now();
    actor.check_at(venue, Permission::DayClose, now)?;
    let venue = find_known_venue(app, venue).await?.ok_or(CloseDayError::NoSuchVenue)?;
    let input = (Arc::clone(&venue), day, app.settings.desk.close_day_hour, now);
    let read =
        app.store.read(input, |tx, (venue, day, hour, now)| Box::pin(read(tx, venue, (*day, *hour), *now)));
    let (mut end, closed): (DayEnd, Option<(ClosedDay, Vec<Debtor>)>) = read.await?;
    end.may_leave_open = may_leave_open(actor);
    let sees = actor.grant(Permission::ShiftSeeExpected) == Grant::Yes
        || closed.as_ref().is_some_and(|(closed, _)| closed.closed_by == Some(actor.id()));
    if let Some((closed, debtors)) = closed {
        let facts = read_facts(&closed)?;
        let check = check_of(&closed.digest);
        let closing = ClosingFacts { day, closed_at: closed.closed_at, check, zone: &venue.zone };
        end.closed = Some(Closed {
            at: closed.closed_at,
            by: closed.closed_by,
            check: check.to_owned(),
            message: sees.then(|| message(&facts, &debtors, &closing)),
        });
        end.open = OpenItems::default();
        end.figures = Some(facts);
    }
    end.figures = end.figures.filter(|_| sees);
    Ok(end)
}

async fn read(
    tx: &mut dyn Session,
    venue: &Venue,
    (day, hour): (Date, u8),
    now: Timestamp,
) -> Result<(DayEnd, Option<(ClosedDay, Vec<Debtor>)>), StoreError> {
    let closed = match VenueDays(tx).find(venue.id, day).await? {
        Some(closed) => {
            let debtors = name_debtors(tx, &read_facts(&closed)?, now).await?;
            Some((closed, debtors))
        }
        None => None,
    };
    let latest = closes_itself_at(venue, day, hour);
    let state = read_state(tx, venue, day, latest, now).await?;
    let end = DayEnd {
        day,
        over_at: closable_from(venue, day, play_ends(&state.bookings, venue.handover())),
        closes_itself_at: latest,
        open: state.open,
        may_leave_open: false,
        closed: None,
        figures: Some(state.facts),
        games: state.bookings,
    };
    Ok((end, closed))
}
