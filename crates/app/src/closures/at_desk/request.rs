//! What a member of staff wants to close, and why that is refused.

use std::collections::BTreeSet;

use jiff::{Timestamp, ToSpan as _, civil::Date};
use serde::Serialize;
use sideout_domain::{
    CourtId, VenueId,
    closure_offer::{ClosureCause, RunningGames, answer_until},
    slot::DAY_MINUTES,
    staff::{Permission, Role},
};
use sideout_store::{Session, StoreError};

use crate::{
    App,
    closures::{
        ClosureReason, ClosureRefused, CourtChoice, Span,
        close_courts::ClosureMoney,
        closure::{ResolveSpanError, ResolvedSpan},
    },
    platform::venues::list_venues,
    steps::audited::{Actor, Refused},
};

/// The most slots that the desk closes at once: 24 courts for 18 hours, if a slot is an hour.
pub const MOST_SLOTS: usize = 432;

/// What a member of staff wants to close.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CloseAtDesk {
    /// The venue.
    pub venue: VenueId,
    /// The courts, at least one.
    pub courts: BTreeSet<CourtId>,
    /// The day at the venue.
    #[serde(serialize_with = "as_text")]
    pub day: Date,
    /// The first minute of that day that is closed.
    pub from_minute: u16,
    /// The minute of that day at which the closure ends, at most [`DAY_MINUTES`].
    pub until_minute: u16,
    /// The cause of the closure.
    #[serde(serialize_with = "as_name")]
    pub cause: ClosureCause,
    /// What players read as the reason.
    pub reason: ClosureReason,
    /// What the players of games that have begun get back.
    pub running_games: RunningGames,
    /// The [`ClosurePreview::version`](super::preview::ClosurePreview::version) that the caller saw; `None` closes whatever is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
}

fn as_text<S: serde::Serializer>(day: &Date, serializer: S) -> Result<S::Ok, S::Error> {
    day.to_string().serialize(serializer)
}

fn as_name<S: serde::Serializer>(cause: &ClosureCause, serializer: S) -> Result<S::Ok, S::Error> {
    cause.name().serialize(serializer)
}

/// Why nothing is closed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum CloseAtDeskError {
    /// The venue does not exist.
    #[error("no such venue")]
    NoSuchVenue,
    /// The venue is retired.
    #[error("the venue is retired")]
    VenueRetired,
    /// There is no such court at the venue, or none was chosen.
    #[error("no such court")]
    NoSuchCourt,
    /// The time is over, does not end after it begins, or reaches into the next day.
    #[error("that time cannot be closed")]
    WrongTime,
    /// It would close more than [`MOST_SLOTS`] slots.
    #[error("too much at once")]
    TooMuch,
    /// All of it is closed already, was played, or is outside the opening hours.
    #[error("nothing is open there")]
    NothingOpen,
    /// The bookings that it would end, or what becomes of their money, are not what the caller saw.
    #[error("other bookings are there")]
    BookingsChanged,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<ResolveSpanError> for CloseAtDeskError {
    fn from(error: ResolveSpanError) -> Self {
        match error {
            ResolveSpanError::Refused(ClosureRefused::NoSuchVenue { .. }) => CloseAtDeskError::NoSuchVenue,
            ResolveSpanError::Refused(ClosureRefused::NoSuchCourt { .. }) => CloseAtDeskError::NoSuchCourt,
            ResolveSpanError::Refused(
                ClosureRefused::Backwards | ClosureRefused::TooLong | ClosureRefused::Over,
            ) => CloseAtDeskError::WrongTime,
            ResolveSpanError::Store(error) => CloseAtDeskError::Store(error),
        }
    }
}

impl CloseAtDesk {
    /// The span of these courts and minutes, with the courts by their numbers.
    ///
    /// # Errors
    /// [`CloseAtDeskError`].
    pub(super) async fn span(&self, app: &App) -> Result<Span, CloseAtDeskError> {
        let venues = list_venues(app).await?;
        let venue = match venues.iter().find(|venue| venue.id == self.venue) {
            Some(venue) => venue,
            None if venues.retired.iter().any(|venue| venue.id == self.venue) => {
                return Err(CloseAtDeskError::VenueRetired);
            }
            None => return Err(CloseAtDeskError::NoSuchVenue),
        };
        let numbers: Option<BTreeSet<u16>> =
            self.courts.iter().map(|id| venue.court(*id).map(|court| court.number)).collect();
        let numbers = numbers.filter(|numbers| !numbers.is_empty()).ok_or(CloseAtDeskError::NoSuchCourt)?;
        if self.until_minute > DAY_MINUTES || self.from_minute >= self.until_minute {
            return Err(CloseAtDeskError::WrongTime);
        }
        let midnight = self.day.at(0, 0, 0, 0);
        let at = |minute: u16| midnight.checked_add(i64::from(minute).minutes());
        let (Ok(from), Ok(to)) = (at(self.from_minute), at(self.until_minute)) else {
            return Err(CloseAtDeskError::WrongTime);
        };
        Ok(Span { venue: self.venue, courts: CourtChoice::Numbers(numbers), from, to })
    }

    /// What becomes of the money of the bookings that the closure ends.
    pub(super) fn money(&self, app: &App, now: Timestamp) -> ClosureMoney {
        let hours = app.settings.desk.offer_hours;
        ClosureMoney {
            offer_until: (hours > 0).then(|| answer_until(now, hours)),
            running_games: self.running_games,
        }
    }

    /// Checks that `actor` may end bookings by this closure. A clerk may end those of today only, for a cause other
    /// than [`ClosureCause::Other`], and if the settings allow it.
    ///
    /// # Errors
    /// [`Refused`].
    pub(super) fn check_displacing(
        &self,
        actor: &Actor,
        today: Date,
        clerks_close: bool,
        now: Timestamp,
    ) -> Result<(), Refused> {
        actor.check_at(self.venue, Permission::ClosureDisplace, now)?;
        let is_sudden = self.cause != ClosureCause::Other && self.day == today;
        match actor.member.role {
            Role::Desk if !(clerks_close && is_sudden) => {
                Err(Refused::NotAllowed(Permission::ClosureDisplace))
            }
            _ => Ok(()),
        }
    }
}

/// Refuses a closure of more than [`MOST_SLOTS`] slots.
pub(super) fn check_size(slots: usize) -> Result<(), CloseAtDeskError> {
    if slots > MOST_SLOTS { Err(CloseAtDeskError::TooMuch) } else { Ok(()) }
}

/// The span with its venue and courts, if it is not over.
pub(super) async fn resolve(
    tx: &mut dyn Session,
    span: &Span,
    now: Timestamp,
) -> Result<ResolvedSpan, CloseAtDeskError> {
    let resolved = ResolvedSpan::of(tx, span).await?;
    check_venue(&resolved)?;
    check_time(&resolved, now)?;
    Ok(resolved)
}

/// Checks that the venue was not retired since the cached venues were read.
pub(super) fn check_venue(span: &ResolvedSpan) -> Result<(), CloseAtDeskError> {
    if span.is_retired { Err(CloseAtDeskError::VenueRetired) } else { Ok(()) }
}

/// Checks that the time is not over.
pub(super) fn check_time(span: &ResolvedSpan, now: Timestamp) -> Result<(), CloseAtDeskError> {
    if span.is_over(now) { Err(CloseAtDeskError::WrongTime) } else { Ok(()) }
}
