//! Which coupons a member of staff sees, and which they may change.

use std::sync::Arc;

use sideout_domain::{VenueId, coupon::Coupon, venue::Venue};

use crate::steps::audited::Actor;

/// Whether the coupon is valid at a venue at which `actor` works.
pub(super) fn sees(actor: &Actor, coupon: &Coupon) -> bool {
    coupon.venues.as_ref().is_none_or(|venues| venues.iter().any(|venue| actor.works_at(*venue)))
}

/// Whether `actor` works at each venue at which a coupon of these `venues` is valid; `None` means all that are
/// `active`.
pub(super) fn may_edit(actor: &Actor, active: &[VenueId], venues: Option<&[VenueId]>) -> bool {
    venues.unwrap_or(active).iter().all(|venue| actor.works_at(*venue))
}

/// Why a member of staff may not edit a coupon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EditRefused {
    /// The coupon is valid at a venue at which they do not work.
    OtherVenues,
    /// They work at each venue of the coupon, but signed in by PIN, which is valid for the venue of the device only.
    ByPin,
}

/// As [`may_edit`], with the reason for a refusal.
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

pub(super) fn ids(venues: &[Arc<Venue>]) -> Vec<VenueId> {
    venues.iter().map(|venue| venue.id).collect()
}
