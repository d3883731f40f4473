//! Changes a coupon at the desk.

use jiff::{civil::Date, tz::TimeZone};
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{VenueId, staff::Permission};
use sideout_store::{DeskCoupons, Session, StoreError};

use super::{
    access::{EditRefused, check_edit, ids, sees},
    draft::{BadDraft, CouponDraft, changes_fixed_fields},
    facts::{CouponFacts, at_its_venue},
};
use crate::{
    App,
    platform::{day_range::zone_of_days, venues::list_venues},
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// A change of a coupon.
#[derive(Debug, Clone, Serialize)]
pub struct ChangeCoupon {
    /// Its code, in upper case.
    pub code: String,
    /// The version that the caller saw.
    pub version: i64,
    /// All fields but the code.
    pub draft: CouponDraft,
}

/// A coupon that was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedCoupon {
    /// Its new version.
    pub version: i64,
}

/// Why a coupon was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeCouponError {
    /// No coupon with this code is valid at a venue of the caller.
    #[error("no such coupon")]
    NoCoupon,
    /// It was changed meanwhile.
    #[error("changed meanwhile")]
    Changed,
    /// It is stopped, or was removed from the operator's file.
    #[error("it is stopped")]
    Stopped,
    /// It was used, so only its last day, its limit of all uses and its note can change.
    #[error("it was used")]
    WasUsed,
    /// It was used more often than the new limit allows; this is how often.
    #[error("it was used {0} times")]
    LimitBelowUsed(i64),
    /// A field is invalid.
    #[error(transparent)]
    Bad(#[from] BadDraft),
    /// The coupon is or would be valid at a venue at which the caller does not work.
    #[error("valid at a venue at which the caller does not work")]
    OtherVenues,
    /// The caller signed in by PIN, which is valid for the venue of the device only, and the coupon is or would be
    /// valid at other venues too.
    #[error("signed in by PIN, which is valid for one venue only")]
    ByPin,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<EditRefused> for ChangeCouponError {
    fn from(refused: EditRefused) -> Self {
        match refused {
            EditRefused::OtherVenues => ChangeCouponError::OtherVenues,
            EditRefused::ByPin => ChangeCouponError::ByPin,
        }
    }
}

struct Input {
    request: ChangeCoupon,
    actor: Actor,
    venues: Vec<VenueId>,
    zone: TimeZone,
    today: Date,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.request.serialize(serializer)
    }
}

/// Changes version `request.version` of a coupon in the name of `actor`; the desk manages it from now on.
///
/// # Errors
/// [`ChangeCouponError`].
pub async fn change_coupon(
    app: &App,
    actor: &Actor,
    request: ChangeCoupon,
    key: RequestKey,
) -> Result<ChangedCoupon, ChangeCouponError> {
    let (permission, now) = (Permission::CouponEdit, app.clock.now());
    actor.check(permission, now)?;
    let zone = zone_of_days(app, None).await?;
    let venues = ids(&list_venues(app).await?);
    let today = now.to_zoned(zone.clone()).date();
    let command = Command { operation: "change_coupon", permission, venue: None, key };
    let input = Input { request, actor: actor.clone(), venues, zone, today };
    audited_write(app, actor, command, input, |tx, input| Box::pin(change(tx, input))).await
}

async fn change(tx: &mut dyn Session, input: &Input) -> Result<Audited<ChangedCoupon>, ChangeCouponError> {
    let Input { request, actor, venues, zone, today } = input;
    let ChangeCoupon { code, version, draft } = request;
    let found = DeskCoupons(tx).find(code).await?.filter(|found| sees(actor, &found.coupon));
    let found = found.ok_or(ChangeCouponError::NoCoupon)?;
    let before = &found.coupon;
    check_edit(actor, venues, before.venues.as_deref())?;
    if !before.is_active {
        return Err(ChangeCouponError::Stopped);
    }
    if found.version != *version {
        return Err(ChangeCouponError::Changed);
    }
    // A retired venue can stay in a coupon.
    let known: Vec<VenueId> = venues.iter().chain(before.venues.iter().flatten()).copied().collect();
    draft.check(*today, &known, Some(&before.terms()), before.last_day(zone))?;
    check_edit(actor, venues, draft.venues.as_deref())?;
    let after = draft.applied_to(before.clone(), zone);
    if after == *before && draft.note == found.note {
        return Ok(Audited::unchanged(ChangedCoupon { version: *version }));
    }
    if let Some(limit) = after.total_limit
        && limit < before.used
    {
        return Err(ChangeCouponError::LimitBelowUsed(before.used));
    }
    if !DeskCoupons(tx).change_bounds(*version, &after, draft.note.as_deref()).await? {
        return Err(ChangeCouponError::Changed);
    }
    if changes_fixed_fields(before, &after) && !DeskCoupons(tx).change_terms(&after).await? {
        return Err(ChangeCouponError::WasUsed);
    }
    let old = CouponFacts::of(before, found.note.as_deref(), zone);
    let new = CouponFacts::of(&after, draft.note.as_deref(), zone);
    let entry = Entry::changed("coupon.changed", "coupon", code, &old, &new);
    Ok(Audited::new(ChangedCoupon { version: version + 1 }, at_its_venue(entry, &after)))
}
