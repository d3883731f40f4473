//! Publishes hours of a venue as a new version.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use sideout_domain::{VenueId, staff::Permission};
use sideout_store::{ChangeEvent, HoursVersions, Session, StoreError, hours_versions::HoursVersion};

use super::{
    Edit, HoursChange,
    hours_change::find_new_hours,
    preview_hours::{PreviewHoursError, count},
};
use crate::{
    App,
    desk::publishing::{self, Publication},
    steps::{
        audited::{Actor, Audited, Entry, Refused, RequestKey},
        keep_closed::keep_closed,
    },
};

/// Hours that were published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Published {
    /// The number of the new version.
    pub version: i64,
    /// From which day its week is valid.
    pub valid_from: Date,
    /// Slots of all courts that opened, as the preview counts them.
    pub opened: usize,
    /// Slots of all courts that closed.
    pub closed: usize,
    /// Bookings and holds that were within the hours before and are outside the new ones.
    pub outside: usize,
}

/// Why nothing was published.
#[derive(Debug, thiserror::Error)]
pub enum PublishHoursError {
    /// The preview refuses the change for the same reason.
    #[error(transparent)]
    Preview(#[from] PreviewHoursError),
    /// The hours are as requested already.
    #[error("nothing changes")]
    NothingChanges,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What the audit keeps of a publication.
#[derive(Serialize)]
struct Facts {
    version: i64,
    valid_from: Date,
    #[serde(skip_serializing_if = "Option::is_none")]
    reverted: Option<i64>,
    opened_hours: usize,
    closed_hours: usize,
    special_days: usize,
    outside: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    horizon_days: Option<u16>,
    lead_minutes: u16,
}

/// Publishes `change` in the name of `actor`. Bookings and holds outside of the new hours stay. Courts that are closed stay closed at the
/// hours that are added.
///
/// # Errors
/// [`PublishHoursError`].
pub async fn publish_hours(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    change: HoursChange,
    key: RequestKey,
) -> Result<Published, PublishHoursError> {
    let command = ("publish_hours", Permission::HoursPublish, key);
    publishing::publish(app, actor, venue, change, command, |tx, input| Box::pin(publish(tx, input))).await
}

async fn publish(
    tx: &mut dyn Session,
    publication: &Publication<HoursChange>,
) -> Result<Audited<Published>, PublishHoursError> {
    let Publication { venue, staff, change, now } = publication;
    publishing::begin(tx, publication).await?;
    let hours = find_new_hours(tx, venue, change, *now).await?.map_err(PreviewHoursError::from)?;
    if hours.new.hours == hours.old.hours {
        return Err(PublishHoursError::NothingChanges);
    }
    let counted = count(tx, &hours, change.valid_from, *now).await?;
    let version = HoursVersion {
        venue: venue.id,
        version: hours.newest + 1,
        valid_from: Some(change.valid_from),
        published_at: *now,
        staff: Some(*staff),
        reverted: match change.edit {
            Edit::Set(_) => None,
            Edit::Revert(version) => Some(version),
        },
        hours: hours.new.hours.clone(),
    };
    if !HoursVersions(tx).add(&version).await? {
        return Err(PreviewHoursError::ChangedMeanwhile.into());
    }
    keep_closed(tx, (&hours.old, &hours.new), *now).await?;
    tx.announce(ChangeEvent::Everything);
    let special = version.hours.special_days.iter().filter(|special| special.day >= hours.today);
    let facts = Facts {
        version: version.version,
        valid_from: change.valid_from,
        reverted: version.reverted,
        opened_hours: counted.opened,
        closed_hours: counted.closed,
        special_days: special.count(),
        outside: counted.outside.len(),
        horizon_days: version.hours.window.horizon_days,
        lead_minutes: version.hours.window.lead_minutes,
    };
    let published = Published {
        version: version.version,
        valid_from: change.valid_from,
        opened: counted.opened,
        closed: counted.closed,
        outside: counted.outside.len(),
    };
    let subject = publication.subject(version.version);
    let entry = if version.reverted.is_some() {
        Entry::added("hours.reverted", "hours_version", subject, &facts)
    } else {
        Entry::added("hours.published", "hours_version", subject, &facts)
    };
    Ok(Audited::new(published, entry))
}
