//! The bookings with a coupon.

use sideout_domain::{VenueId, staff::Permission};
pub use sideout_store::desk_coupons::{CouponUse, UsePosition};
use sideout_store::{DeskCoupons, Session, StoreError};

use super::{access::sees, list_coupons::ListCouponsError};
use crate::{App, platform::cut_page::cut_page, staff::list_workplaces, steps::audited::Actor};

/// The most bookings of one page.
pub const MOST_USES_OF_PAGE: u32 = 200;

/// A page of the bookings with a coupon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsesPage {
    /// The bookings, the latest first.
    pub uses: Vec<CouponUse>,
    /// Where the next page begins; `None` at the end.
    pub next: Option<UsePosition>,
}

struct Input {
    actor: Actor,
    venues: Vec<VenueId>,
    code: String,
    after: Option<UsePosition>,
    limit: u32,
}

/// Up to `limit` bookings (1 to [`MOST_USES_OF_PAGE`]) with the coupon at the venues of `actor`, retired ones included; `None` if no such
/// coupon is valid at one of them.
///
/// # Errors
/// [`ListCouponsError`].
pub async fn list_uses(
    app: &App,
    actor: &Actor,
    code: String,
    after: Option<UsePosition>,
    limit: u32,
) -> Result<Option<UsesPage>, ListCouponsError> {
    actor.check(Permission::CouponEdit, app.clock.now())?;
    let venues = list_workplaces(app, actor).await?;
    let limit = limit.clamp(1, MOST_USES_OF_PAGE);
    let input = Input { actor: actor.clone(), venues, code, after, limit };
    let read: Result<_, StoreError> = app.store.read(input, |tx, input| Box::pin(read(tx, input))).await;
    Ok(read?)
}

async fn read(tx: &mut dyn Session, input: &Input) -> Result<Option<UsesPage>, StoreError> {
    let Input { actor, venues, code, after, limit } = input;
    let found = DeskCoupons(tx).find(code).await?.filter(|found| sees(actor, &found.coupon));
    let Some(found) = found else { return Ok(None) };
    let mut uses = DeskCoupons(tx).list_uses(found.coupon.id, venues, *after, *limit + 1).await?;
    let next = cut_page(&mut uses, *limit).map(|last| (last.booked_at, last.booking.order));
    Ok(Some(UsesPage { uses, next }))
}
