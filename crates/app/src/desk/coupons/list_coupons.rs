//! Lists the coupons: those that are running first.

use std::{fmt, str::FromStr, sync::Arc};

use jiff::{Timestamp, tz::TimeZone};
use sideout_domain::{CouponId, VenueId, coupon::CouponState, money::Money, staff::Permission};
pub use sideout_store::desk_coupons::{CouponStop, DeskCoupon};
use sideout_store::{DeskCoupons, Session, StoreError, desk_coupons::GivenSums};

use super::access::{ids, may_edit, sees};
use crate::{
    App,
    platform::{day_range::zone_of_days, venues::list_venues},
    staff::list_workplaces,
    steps::audited::{Actor, Refused},
};

/// The most coupons of one page.
pub const MOST_COUPONS: u32 = 200;

/// The states in the order of the list.
const STATES: [CouponState; 4] =
    [CouponState::Running, CouponState::Planned, CouponState::Ended, CouponState::Stopped];

/// A coupon of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedCoupon {
    /// The coupon.
    pub found: DeskCoupon,
    /// Its state at this moment.
    pub state: CouponState,
    /// The sum of its discounts for bookings at the caller's venues, retired ones included, without cancelled bookings.
    pub given: Money,
    /// Whether the caller may change it.
    pub may_edit: bool,
    /// Whether the caller may stop it, also if it left the operator's file.
    pub may_stop: bool,
}

/// A page of the list.
#[derive(Debug, Clone)]
pub struct CouponPage {
    /// The coupons.
    pub coupons: Vec<ListedCoupon>,
    /// How many coupons each state has on all pages; a state without coupons is left out.
    pub counts: Vec<(CouponState, usize)>,
    /// Where the next page begins; `None` at the end.
    pub next: Option<CouponPosition>,
    /// The zone of their days.
    pub zone: TimeZone,
}

/// The last coupon of a page, as text `0.DIWALI20`: the place of its state in the list and its code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CouponPosition {
    state: CouponState,
    code: String,
}

/// The text is not a position in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is not where a page ended")]
pub struct NotAPosition;

impl fmt::Display for CouponPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = STATES.iter().position(|state| *state == self.state).unwrap_or_default();
        write!(f, "{place}.{}", self.code)
    }
}

impl FromStr for CouponPosition {
    type Err = NotAPosition;

    fn from_str(text: &str) -> Result<Self, NotAPosition> {
        let (place, code) = text.split_once('.').ok_or(NotAPosition)?;
        let place: usize = place.parse().map_err(|_| NotAPosition)?;
        let state = *STATES.get(place).ok_or(NotAPosition)?;
        Ok(CouponPosition { state, code: code.to_owned() })
    }
}

/// Why the coupons cannot be listed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ListCouponsError {
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    actor: Actor,
    after: Option<CouponPosition>,
    limit: usize,
    now: Timestamp,
}

/// Lists up to `limit` coupons (1 to [`MOST_COUPONS`]) that are valid at a venue of `actor`, after a position, in the order of state and
/// code.
///
/// # Errors
/// [`ListCouponsError`].
pub async fn list_coupons(
    app: &App,
    actor: &Actor,
    after: Option<CouponPosition>,
    limit: u32,
) -> Result<CouponPage, ListCouponsError> {
    let now = app.clock.now();
    actor.check(Permission::CouponEdit, now)?;
    let zone = zone_of_days(app, None).await?;
    let active = ids(&list_venues(app).await?);
    let limit = limit.clamp(1, MOST_COUPONS) as usize;
    let input = Input { actor: actor.clone(), after, limit, now };
    let read: Result<_, StoreError> = app.store.read(input, |tx, input| Box::pin(read(tx, input))).await;
    let (found, counts, has_more) = read?;
    let coupons = with_sums(app, (actor, &active), found).await?;
    let last = coupons.last().filter(|_| has_more);
    let next = last.map(|last| CouponPosition { state: last.state, code: last.found.coupon.code.clone() });
    Ok(CouponPage { coupons, counts, next, zone })
}

/// The coupons of a page, how many coupons each state has on all pages, and whether there is a further page.
type Read = (Vec<DeskCoupon>, Vec<(CouponState, usize)>, bool);

async fn read(tx: &mut dyn Session, input: &Input) -> Result<Read, StoreError> {
    let Input { actor, after, limit, now } = input;
    // Their state depends on the current time, so they are sorted here and not by the database.
    let mut all = DeskCoupons(tx).list().await?;
    all.retain(|found| sees(actor, &found.coupon));
    let state = |found: &DeskCoupon| found.coupon.state(*now);
    let count = |wanted: &CouponState| all.iter().filter(|found| state(found) == *wanted).count();
    let counts = STATES.iter().map(|wanted| (*wanted, count(wanted))).filter(|(_, count)| *count > 0);
    let counts = counts.collect();
    all.sort_by(|a, b| (state(a), &a.coupon.code).cmp(&(state(b), &b.coupon.code)));
    if let Some(CouponPosition { state: last, code }) = after {
        all.retain(|found| (state(found), &found.coupon.code) > (*last, code));
    }
    let has_more = all.len() > *limit;
    all.truncate(*limit);
    Ok((all, counts, has_more))
}

/// Adds to each coupon its state, what `actor` may do with it, and the sum of its discounts. `active` are the venues that are not
/// retired: a coupon that names none is for all of them.
pub(super) async fn with_sums(
    app: &App,
    (actor, active): (&Actor, &[VenueId]),
    found: Vec<DeskCoupon>,
) -> Result<Vec<ListedCoupon>, StoreError> {
    let (now, sums) = (app.clock.now(), find_sums(app).await?);
    let own = list_workplaces(app, actor).await?;
    let given = |coupon: CouponId| {
        let at_venues = own.iter().filter_map(|venue| sums.get(&(coupon, *venue)));
        at_venues.fold(Money::ZERO, |sum, given| sum.plus(*given))
    };
    let listed = found.into_iter().map(|found| {
        let is_theirs = may_edit(actor, active, found.coupon.venues.as_deref());
        ListedCoupon {
            state: found.coupon.state(now),
            given: given(found.coupon.id),
            may_edit: is_theirs && found.coupon.is_active,
            may_stop: is_theirs && found.stop.is_none(),
            found,
        }
    });
    Ok(listed.collect())
}

/// The sums of the discounts of all coupons, cached because open screens repeat the request.
async fn find_sums(app: &App) -> Result<Arc<GivenSums>, StoreError> {
    let now = app.clock.now();
    match app.live.coupon_sums.at(now) {
        Ok(sums) => Ok(sums),
        Err(generation) => {
            let sums =
                app.store.read((), |tx, ()| Box::pin(async move { DeskCoupons(tx).sum_given().await }));
            Ok(app.live.coupon_sums.keep(sums.await?, generation, now))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_as_it_is_written() {
        for text in ["0.DIWALI20", "3.A"] {
            assert_eq!(text.parse::<CouponPosition>().unwrap().to_string(), text);
        }
        for text in ["", "0", "4.A", "x.A", "-1.A"] {
            assert_eq!(text.parse::<CouponPosition>(), Err(NotAPosition), "{text}");
        }
    }
}
