//! Which coupons a member of staff sees, and which they may change.

use std::sync::Arc;

use sideout_domain::{VenueId, coupon::Coupon, venue::Venue};

use crate::steps::audited::Actor;

/// Whether the coupon is valid at a venue of theirs.
pub(super) fn sees(actor: &Actor, coupon: &Coupon) -> bool {
    coupon.venues.as_ref().is_none_or(|venues| venues.iter().any(|venue| actor.works_at(*venue)))
}

/// Whether they work at each venue at which a coupon of these `venues` is valid; `None` means all that are `active`.
pub(super) fn may_edit(actor: &Actor, active: &[VenueId], venues: Option<&[VenueId]>) -> bool {
    venues.unwrap_or(active).iter().all(|venue| actor.works_at(*venue))
}

/// Why a coupon of some venues may not be edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EditRefused {
    /// They do not work at all of the venues.
    OtherVenues,
    /// They do, but a session that a PIN began is only for the venue of its device.
    ByPin,
}

/// Checks [`may_edit`].
pub(super) fn check_edit(
    actor: &Actor,
    active: &[VenueId],
    venues: Option<&[VenueId]>,
) -> Result<(), EditRefused> {
    if may_edit(actor, active, venues) {
        return Ok(());
    }
    let are_theirs = venues.unwrap_or(active).iter().all(|venue| actor.has_venue(*venue));
    Err(if are_theirs { EditRefused::ByPin } else { EditRefused::OtherVenues })
}

/// The ids of venues.
pub(super) fn ids(venues: &[Arc<Venue>]) -> Vec<VenueId> {
    venues.iter().map(|venue| venue.id).collect()
}
