//! One coupon.

use jiff::{Timestamp, tz::TimeZone};
use sideout_domain::{VenueId, staff::Permission};
use sideout_store::{DeskCoupons, Session, StoreError};

use super::{
    access::{ids, sees},
    list_coupons::{ListCouponsError, ListedCoupon, with_sums},
};
use crate::{
    App,
    platform::{day_range::zone_of_days, venues::list_venues},
    steps::audited::Actor,
};

struct Input {
    actor: Actor,
    active: Vec<VenueId>,
    code: String,
    now: Timestamp,
}

/// The coupon with this code (in upper case) and the zone of its days; `None` if none is valid at a venue of `actor`.
///
/// # Errors
/// [`ListCouponsError`].
pub async fn find_coupon(
    app: &App,
    actor: &Actor,
    code: String,
) -> Result<Option<(ListedCoupon, TimeZone)>, ListCouponsError> {
    let now = app.clock.now();
    actor.check(Permission::CouponEdit, now)?;
    let zone = zone_of_days(app, None).await?;
    let active = ids(&list_venues(app).await?);
    let input = Input { actor: actor.clone(), active, code, now };
    let read: Result<_, StoreError> = app.store.read(input, |tx, input| Box::pin(read(tx, input))).await;
    Ok(read?.map(|listed| (listed, zone)))
}

async fn read(tx: &mut dyn Session, input: &Input) -> Result<Option<ListedCoupon>, StoreError> {
    let Input { actor, active, code, now } = input;
    let found = DeskCoupons(tx).find(code).await?.filter(|found| sees(actor, &found.coupon));
    let Some(found) = found else { return Ok(None) };
    Ok(with_sums(tx, (actor, active), vec![found], *now).await?.pop())
}
