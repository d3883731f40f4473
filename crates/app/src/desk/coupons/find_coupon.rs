//! Finds a coupon by its code.

use jiff::tz::TimeZone;
use sideout_domain::staff::Permission;
use sideout_store::{DeskCoupons, Session, StoreError};

use super::{
    access::{ids, sees},
    list_coupons::{DeskCoupon, ListCouponsError, ListedCoupon, with_sums},
};
use crate::{
    App,
    platform::{day_range::zone_of_days, venues::list_venues},
    steps::audited::Actor,
};

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
    let input = (actor.clone(), code);
    let read: Result<_, StoreError> = app.store.read(input, |tx, input| Box::pin(read(tx, input))).await;
    let Some(found) = read? else { return Ok(None) };
    let listed = with_sums(app, (actor, &active), vec![found]).await?.pop();
    Ok(listed.map(|listed| (listed, zone)))
}

async fn read(
    tx: &mut dyn Session,
    (actor, code): &(Actor, String),
) -> Result<Option<DeskCoupon>, StoreError> {
    Ok(DeskCoupons(tx).find(code).await?.filter(|found| sees(actor, &found.coupon)))
}
