//! Closes a venue's day: attendance becomes the status of its bookings, once, and the report is written.

use std::sync::Arc;

use jiff::{Timestamp, civil::Date};
use serde::{Serialize, Serializer};
use sideout_domain::{
    StaffId, VenueId,
    day_end::{closable_from, closes_itself_at, last_to_close},
    staff::{Grant, Permission},
    venue::Venue,
};
use sideout_store::{
    ChangeEvent, Session, Shifts, StoreError, VenueDays, staff::Audit, venue_days::ClosedDay,
};

use super::{
    close_overdue::close_overdue,
    day_figures::read_state,
    digest::digest_of,
    open_items::{OpenItems, play_ends},
};
use crate::{
    App,
    platform::venues::find_known_venue,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// Why a day is not closed.
#[derive(Debug, thiserror::Error)]
pub enum CloseDayError {
    /// There is no such venue.
    #[error("no such venue")]
    NoSuchVenue,
    /// The day is not over before this instant.
    #[error("not over before {0}")]
    NotOver(Timestamp),
    /// It is closed already, a later day is, or it is before the first day that the venue can close.
    #[error("closed already")]
    AlreadyClosed,
    /// This earlier day is still open.
    #[error("{0} is still open")]
    EarlierOpen(Date),
    /// Something is still open, and the caller may not leave it open.
    #[error("something is still open")]
    StillOpen(Box<OpenItems>),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Who closes a day.
#[derive(Debug, Clone)]
pub(super) struct Closer {
    pub(super) staff: StaffId,
    pub(super) name: String,
    /// Whether they may leave something open.
    pub(super) may_leave_open: bool,
}

/// The input of the unit of work.
pub(super) struct Closing {
    pub(super) venue: Arc<Venue>,
    pub(super) day: Date,
    /// Who closes the day; `None` if it closes by itself.
    pub(super) closer: Option<Closer>,
    /// The hour at which a day closes by itself (`business.desk.close_day_hour`).
    pub(super) hour: u8,
    pub(super) now: Timestamp,
}

impl Serialize for Closing {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.day.to_string().serialize(serializer)
    }
}

/// What the audit shows of a closed day.
#[derive(Serialize)]
struct Facts<'a> {
    games: i64,
    no_shows: i64,
    unmarked: i64,
    /// How many things were left open.
    left_open: usize,
    digest: &'a str,
}

/// Whether the actor may close a day although something is still open: this needs the permission to correct it later.
pub(super) fn may_leave_open(actor: &Actor) -> bool {
    actor.grant(Permission::BookingCorrect) == Grant::Yes
}

/// Closes a day in the name of `actor`. Days before it that are still open close by themselves first, if their hour has come.
///
/// # Errors
/// [`CloseDayError`]; days before it may have closed by themselves.
pub async fn close_day(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    day: Date,
    key: RequestKey,
) -> Result<(), CloseDayError> {
    let permission = Permission::DayClose;
    actor.check_at(venue, permission, app.clock.now())?;
    let venue = find_known_venue(app, venue).await?.ok_or(CloseDayError::NoSuchVenue)?;
    close_overdue(app, &venue, day).await?;
    let command = Command { operation: "close_day", permission, venue: Some(venue.id), key };
    let closer = Closer {
        staff: actor.id(),
        name: actor.member.full_name.clone(),
        may_leave_open: may_leave_open(actor),
    };
    let input = Closing {
        venue,
        day,
        closer: Some(closer),
        hour: app.settings.desk.close_day_hour,
        now: app.clock.now(),
    };
    audited_write(app, actor, command, input, |tx, input| {
        Box::pin(async move { close_once(tx, input).await.map(|entry| Audited::new((), entry)) })
    })
    .await
}

/// The unit of work; the caller adds the entry to the audit.
///
/// INVARIANT: a day is closed once, and each booking gets its outcome once (suites `closing_days` and `day_races`).
///
/// # Errors
/// [`CloseDayError`]; the unit of work must be rolled back.
pub(super) async fn close_once(tx: &mut dyn Session, input: &Closing) -> Result<Entry, CloseDayError> {
    let Closing { venue, day, closer, hour, now } = input;
    VenueDays(tx).take_turn(venue.id).await?;
    check_order(tx, input).await?;
    // Waits for payments and attendance that are being written. Payments at a desk take these locks in the same order.
    Shifts(tx).lock_open(venue.id).await?;
    VenueDays(tx).lock_bookings(venue.id, *day).await?;
    let latest = closes_itself_at(venue, *day, *hour);
    let mut state = read_state(tx, venue, *day, latest, *now).await?;
    let over_at = closable_from(venue, *day, play_ends(&state.bookings, venue.handover()));
    if over_at > *now {
        return Err(CloseDayError::NotOver(over_at));
    }
    let left_open = state.open.count();
    if left_open > 0 && closer.as_ref().is_some_and(|closer| !closer.may_leave_open) {
        return Err(CloseDayError::StillOpen(Box::new(state.open)));
    }
    state.facts.closed_by = closer.as_ref().map(|closer| closer.name.clone());
    for (number, customer, status) in VenueDays(tx).settle_attendance(venue.id, *day).await? {
        tx.announce(ChangeEvent::Order(customer, number, status));
    }
    let facts = serde_json::to_string(&state.facts)
        .map_err(|error| StoreError::Corrupt(format!("the report of a day: {error}")))?;
    let entries = Audit(tx).list_of_window(venue.id, state.window).await?;
    let mut closed = ClosedDay {
        venue: venue.id,
        day: *day,
        closed_at: *now,
        closed_by: closer.as_ref().map(|closer| closer.staff),
        money_from: state.window.0,
        money_until: state.window.1,
        facts,
        entries: entries.iter().map(|entry| entry.id).collect(),
        digest: String::new(),
        digest_now: None,
    };
    closed.digest = digest_of(&closed, &entries);
    if !VenueDays(tx).add(&closed).await? {
        return Err(CloseDayError::AlreadyClosed);
    }
    tx.announce(ChangeEvent::Board(venue.id, *day));
    let facts = Facts {
        games: state.facts.games,
        no_shows: state.facts.no_shows,
        unmarked: state.facts.unmarked,
        left_open,
        digest: &closed.digest,
    };
    Ok(Entry::added("day.closed", "day", day, &facts).at(venue.id))
}

/// Days are closed one after another, so that the money of each is in one report.
async fn check_order(tx: &mut dyn Session, input: &Closing) -> Result<(), CloseDayError> {
    let Closing { venue, day, hour, now, .. } = input;
    let first = match VenueDays(tx).find_newest(venue.id).await? {
        Some(newest) if newest.day >= *day => return Err(CloseDayError::AlreadyClosed),
        Some(newest) => newest.day.tomorrow().unwrap_or(Date::MAX),
        None => last_to_close(venue, *now, *hour),
    };
    if first < *day {
        return Err(CloseDayError::EarlierOpen(first));
    }
    if *day < first {
        return Err(CloseDayError::AlreadyClosed);
    }
    Ok(())
}
