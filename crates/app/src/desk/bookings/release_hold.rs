//! Gives a court back that was kept for a clerk.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::{BlockId, StaffId, VenueId, staff::Permission, venue::Venue};
use sideout_store::{DeskHolds, Session, StoreError};

use crate::{
    App,
    platform::venues::find_known_venue,
    steps::{
        audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
        free_slot::free_desk_hold,
    },
};

/// Why a court is not given back.
#[derive(Debug, thiserror::Error)]
pub enum ReleaseHoldError {
    /// There is no such venue.
    #[error("no such venue")]
    NoSuchVenue,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    venue: Arc<Venue>,
    id: BlockId,
    until: Timestamp,
    staff: StaffId,
}

impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.id, self.until).serialize(serializer)
    }
}

/// Frees the court of the actor's own hold. Nothing happens if it has ended, is a colleague's, or was extended beyond `until`,
/// the end that the caller got: another tab of the same clerk needs it.
///
/// # Errors
/// [`ReleaseHoldError`].
pub async fn release_hold(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    (id, until): (BlockId, Timestamp),
    key: RequestKey,
) -> Result<(), ReleaseHoldError> {
    let permission = Permission::BookingMake;
    let command = Command { operation: "release_court", permission, venue: Some(venue), key };
    let venue = find_known_venue(app, venue).await?.ok_or(ReleaseHoldError::NoSuchVenue)?;
    let input = Input { venue, id, until, staff: actor.id() };
    audited_write(app, actor, command, input, |tx, input| Box::pin(release(tx, input))).await
}

async fn release(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, ReleaseHoldError> {
    let Input { venue, id, until, staff } = input;
    let found = DeskHolds(tx).find(*id).await?;
    let own = found.filter(|hold| hold.venue == venue.id && hold.staff == Some(*staff));
    let Some(own) = own else { return Ok(Audited::unchanged(())) };
    if !free_desk_hold(tx, venue, (&own.time, own.id), Some(*until)).await? {
        return Ok(Audited::unchanged(()));
    }
    Ok(Audited::new((), Entry::happened("court.released", "desk_hold", id).at(venue.id)))
}
