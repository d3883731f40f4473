//! Which messages a member of staff may see.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{VenueId, staff::Role};
use sideout_store::{StoreError, messages::Message};

use crate::{App, staff::list_workplaces, steps::audited::Actor};

/// How many days back a clerk sees messages.
const DESK_DAYS: i64 = 7;

/// The messages of a member of staff.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    /// Only messages about orders at these venues; `None`: all messages, also those about accounts.
    pub(super) venues: Option<Vec<VenueId>>,
    /// Only messages that were written at this moment or later.
    pub(super) since: Timestamp,
}

impl Scope {
    /// An owner sees all, a manager those of their venues, a clerk those of their venues of the last seven days. Until a
    /// key proves the person, a session that a PIN began sees only those of the venue of its device.
    pub(super) async fn of(app: &App, actor: &Actor) -> Result<Self, StoreError> {
        let is_all = actor.member.role == Role::Owner && !actor.is_by_pin();
        let venues = if is_all { None } else { Some(list_workplaces(app, actor).await?) };
        let since = match actor.member.role {
            Role::Desk => days_before(app.clock.now(), DESK_DAYS),
            Role::Owner | Role::Manager => Timestamp::MIN,
        };
        Ok(Scope { venues, since })
    }

    pub(super) fn has(&self, message: &Message) -> bool {
        let is_here = match (&self.venues, message.venue) {
            (None, _) => true,
            (Some(venues), Some(venue)) => venues.contains(&venue),
            (Some(_), None) => false,
        };
        is_here && message.stored.created_at >= self.since
    }
}

pub(super) fn days_before(now: Timestamp, days: i64) -> Timestamp {
    now.checked_sub(SignedDuration::from_hours(24 * days)).unwrap_or(Timestamp::MIN)
}
