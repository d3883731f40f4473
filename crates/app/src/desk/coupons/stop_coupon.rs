//! Stops a coupon for good.

use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{VenueId, staff::Permission};
use sideout_store::{DeskCoupons, Session, StoreError};

use super::{
    access::{EditRefused, check_edit, ids, sees},
    facts::at_its_venue,
};
use crate::{
    App,
    platform::venues::list_venues,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// Which coupon is stopped, and why.
#[derive(Debug, Clone)]
pub struct StopCoupon {
    /// Its code, in upper case.
    pub code: String,
    /// The reason, as staff wrote it.
    pub reason: String,
}

/// A coupon that was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoppedCoupon {
    /// How often it was used until it was stopped.
    pub used: i64,
}

/// Why a coupon was not stopped.
#[derive(Debug, thiserror::Error)]
pub enum StopCouponError {
    /// No coupon with this code is valid at a venue of the caller.
    #[error("no such coupon")]
    NoCoupon,
    /// It was stopped at the desk already.
    #[error("it is stopped")]
    Stopped,
    /// The coupon is valid at a venue at which the caller does not work.
    #[error("valid at a venue at which the caller does not work")]
    OtherVenues,
    /// The caller signed in by PIN, which is valid for the venue of the device only, and the coupon is valid at other
    /// venues too.
    #[error("signed in by PIN, which is valid for one venue only")]
    ByPin,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<EditRefused> for StopCouponError {
    fn from(refused: EditRefused) -> Self {
        match refused {
            EditRefused::OtherVenues => StopCouponError::OtherVenues,
            EditRefused::ByPin => StopCouponError::ByPin,
        }
    }
}

struct Input {
    request: StopCoupon,
    actor: Actor,
    venues: Vec<VenueId>,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.request.code, &self.request.reason).serialize(serializer)
    }
}

#[derive(Serialize)]
struct Facts {
    status: &'static str,
}

/// Stops a coupon for good in the name of `actor`, also one that left the operator's file. Bookings that have it keep it.
///
/// # Errors
/// [`StopCouponError`].
pub async fn stop_coupon(
    app: &App,
    actor: &Actor,
    request: StopCoupon,
    key: RequestKey,
) -> Result<StoppedCoupon, StopCouponError> {
    let command = Command { operation: "stop_coupon", permission: Permission::CouponEdit, venue: None, key };
    let venues = ids(&list_venues(app).await?);
    let input = Input { request, actor: actor.clone(), venues, now: app.clock.now() };
    audited_write(app, actor, command, input, |tx, input| Box::pin(stop(tx, input))).await
}

async fn stop(tx: &mut dyn Session, input: &Input) -> Result<Audited<StoppedCoupon>, StopCouponError> {
    let Input { request, actor, venues, now } = input;
    let found = DeskCoupons(tx).find(&request.code).await?.filter(|found| sees(actor, &found.coupon));
    let coupon = found.ok_or(StopCouponError::NoCoupon)?.coupon;
    check_edit(actor, venues, coupon.venues.as_deref())?;
    if !DeskCoupons(tx).stop(coupon.id, &request.reason, (actor.id(), *now)).await? {
        return Err(StopCouponError::Stopped);
    }
    // Read again now that the row is locked: a use that was counted at the same time is included, and so are venues that were added.
    let stopped = DeskCoupons(tx).find(&request.code).await?.ok_or(StopCouponError::NoCoupon)?.coupon;
    check_edit(actor, venues, stopped.venues.as_deref())?;
    let before = Facts { status: if coupon.is_active { "not_stopped" } else { "left_file" } };
    let after = Facts { status: "stopped" };
    let entry = Entry::changed("coupon.stopped", "coupon", &coupon.code, &before, &after);
    let entry = at_its_venue(entry.with_reason(&request.reason), &stopped);
    Ok(Audited::new(StoppedCoupon { used: stopped.used }, entry))
}
