//! What publishing prices and publishing hours share.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Serialize, Serializer, de::DeserializeOwned};
use sideout_domain::{StaffId, VenueId, staff::Permission, venue::Venue};
use sideout_store::{Brands, Manager, Session, StoreError, VenueDays, Work};

use crate::{
    App,
    platform::venues::find_venue,
    steps::audited::{Actor, Audited, Command, Refused, RequestKey, audited_write},
};

/// A version about to be published.
pub(super) struct Publication<C> {
    /// The venue.
    pub(super) venue: Arc<Venue>,
    /// Who publishes.
    pub(super) staff: StaffId,
    /// What changes.
    pub(super) change: C,
    /// The current time.
    pub(super) now: Timestamp,
}

impl<C: Serialize> Serialize for Publication<C> {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.change.serialize(serializer)
    }
}

impl<C> Publication<C> {
    /// The name of a version of the venue in the audit.
    pub(super) fn subject(&self, version: i64) -> String {
        format!("{}/{version}", self.venue.id)
    }
}

/// Runs `work` as the publication of `change` at `venue` in the name of `actor`.
///
/// # Errors
/// [`Refused`] if the actor may not do it; else those of the work.
pub(super) async fn publish<C, T, E, F>(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    change: C,
    (operation, permission, key): (&'static str, Permission, RequestKey),
    work: F,
) -> Result<T, E>
where
    C: Serialize + Send + Sync + 'static,
    T: Serialize + DeserializeOwned + Send + 'static,
    E: From<StoreError> + From<Refused> + Send + 'static,
    F: for<'t> Fn(&'t mut dyn Session, &'t Publication<C>) -> Work<'t, Audited<T>, E> + Send + Sync + 'static,
{
    actor.check_at(venue, permission, app.clock.now())?;
    let found = find_venue(app, venue).await?.ok_or(Refused::OtherVenue)?;
    let command = Command { operation, permission, venue: Some(venue), key };
    let input = Publication { venue: found, staff: actor.id(), change, now: app.clock.now() };
    audited_write(app, actor, command, input, work).await
}

/// Begins a publication in its unit of work. Imports and other publications wait here, also those at other venues,
/// because some ids are numbered across all venues. So the versions that are read afterwards are the ones that are
/// replaced.
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn begin<C: Sync>(
    tx: &mut dyn Session,
    publication: &Publication<C>,
) -> Result<(), StoreError> {
    VenueDays(tx).take_turn(publication.venue.id).await?;
    Brands(tx).set_manager(Manager::Desk, publication.now).await
}
