//! Coupons as the desk manages them: what staff note, change and stop, and the bookings that used one.

use std::collections::HashMap;

use jiff::Timestamp;
use sideout_domain::{
    CouponId, StaffId, VenueId,
    coupon::Coupon,
    money::Money,
    order::{OrderNumber, OrderStatus},
};

use crate::{
    Row, Session, StoreError,
    coupons::{coupon, coupon_row, discount_columns, venue_ids},
    money_for::{MoneyFor, money_for},
    params, sql,
    venues::in_commas,
};

/// The repository of coupons at the desk.
pub struct DeskCoupons<'s>(pub &'s mut dyn Session);

/// What each coupon took off at each venue.
pub type GivenSums = HashMap<(CouponId, VenueId), Money>;

/// A coupon with what the desk knows of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskCoupon {
    /// The coupon.
    pub coupon: Coupon,
    /// Whether it is in the operator's file, which manages it.
    pub is_in_file: bool,
    /// Whether a player has ever used it.
    pub was_used: bool,
    /// What it is for, as staff wrote it.
    pub note: Option<String>,
    /// When it was made; `None` if it came from the operator's file.
    pub made_at: Option<Timestamp>,
    /// Who made it.
    pub made_by: Option<StaffId>,
    /// How staff stopped it.
    pub stop: Option<CouponStop>,
    /// The version, which grows with each change.
    pub version: i64,
}

/// How a coupon was stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CouponStop {
    /// When.
    pub at: Timestamp,
    /// By whom.
    pub by: Option<StaffId>,
    /// Why.
    pub reason: String,
}

/// A booking with a coupon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CouponUse {
    /// The booking.
    pub booking: MoneyFor,
    /// Its venue.
    pub venue: VenueId,
    /// Its status.
    pub status: OrderStatus,
    /// What the coupon took off.
    pub discount: Money,
    /// When it was booked.
    pub booked_at: Timestamp,
}

/// Where a page of the bookings with a coupon ended.
pub type UsePosition = (Timestamp, OrderNumber);

impl DeskCoupons<'_> {
    /// All coupons, by their codes.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list(&mut self) -> Result<Vec<DeskCoupon>, StoreError> {
        let rows = self.0.all(sql!("coupon/list_at_desk"), params![]).await?;
        rows.iter().map(desk_coupon).collect()
    }

    /// The coupon with this code (in upper case).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self, code: &str) -> Result<Option<DeskCoupon>, StoreError> {
        let row = self.0.first(sql!("coupon/find_at_desk"), params![code]).await?;
        row.as_ref().map(desk_coupon).transpose()
    }

    /// Adds a coupon, with its note. `false` if its code is taken.
    ///
    /// INVARIANT: of two calls that add the same code at once, one succeeds (suite `desk_coupons`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(
        &mut self,
        coupon: &Coupon,
        note: Option<&str>,
        (staff, now): (StaffId, Timestamp),
    ) -> Result<bool, StoreError> {
        let mut row = coupon_row(coupon)?;
        row.extend(params![note, now, staff.0].iter().cloned());
        Ok(self.0.run(sql!("coupon/add_at_desk"), &row).await? == 1)
    }

    /// Changes the last day, the limit and the note of version `version`; the desk manages the coupon from now on. `false`
    /// if it was stopped or left the operator's file, was changed, or was used more often than the new limit.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn change_bounds(
        &mut self,
        version: i64,
        coupon: &Coupon,
        note: Option<&str>,
    ) -> Result<bool, StoreError> {
        let params = params![coupon.id.0, version, coupon.ends_at, coupon.total_limit, note];
        Ok(self.0.run(sql!("coupon/change_bounds"), params).await? == 1)
    }

    /// Changes the terms, the first day, the venues and the limit of one player, after [`DeskCoupons::change_bounds`] has
    /// locked the coupon. `false` if it was used.
    ///
    /// INVARIANT: a coupon that was used keeps its terms (suite `desk_coupons`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn change_terms(&mut self, coupon: &Coupon) -> Result<bool, StoreError> {
        let (kind, value) = discount_columns(coupon.discount);
        let params = params![
            coupon.id.0,
            kind,
            value,
            coupon.max_discount.map(Money::paise),
            coupon.min_amount.paise(),
            coupon.starts_at,
            venue_ids(coupon)?,
            coupon.per_customer_limit,
        ];
        Ok(self.0.run(sql!("coupon/change_terms"), params).await? == 1)
    }

    /// Stops a coupon for good, also one that an import switched off. `false` if it is stopped already.
    ///
    /// INVARIANT: no use is counted after a stop (suite `stopped_coupons`): `coupon/redeem` requires that the coupon
    /// is active.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn stop(
        &mut self,
        coupon: CouponId,
        reason: &str,
        (staff, now): (StaffId, Timestamp),
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("coupon/stop"), params![coupon.0, now, staff.0, reason]).await? == 1)
    }

    /// What each coupon took off bookings that were not cancelled, venue by venue.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sum_given(&mut self) -> Result<GivenSums, StoreError> {
        let rows = self.0.all(sql!("coupon/sum_given"), params![]).await?;
        let sum = |row: &Row| {
            let of = (CouponId(row.integer("coupon_id")?), VenueId(row.integer("venue_id")?));
            Ok((of, row.money("given_paise")?))
        };
        rows.iter().map(sum).collect()
    }

    /// Up to `limit` bookings at `venues` with the coupon, cancelled ones included, the latest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_uses(
        &mut self,
        coupon: CouponId,
        venues: &[VenueId],
        after: Option<UsePosition>,
        limit: u32,
    ) -> Result<Vec<CouponUse>, StoreError> {
        let (at, number) =
            after.map_or((i64::MAX, i64::MAX), |(at, number)| (at.as_millisecond(), number.value()));
        let params = params![coupon.0, at, number, limit, in_commas(venues)];
        let rows = self.0.all(sql!("coupon/list_uses"), params).await?;
        rows.iter().map(coupon_use).collect()
    }
}

fn desk_coupon(row: &Row) -> Result<DeskCoupon, StoreError> {
    let staff = |name: &str| Ok::<_, StoreError>(row.integer_or_null(name)?.map(StaffId));
    let stop = match row.instant_or_null("stopped_at")? {
        Some(at) => {
            let reason = row.text_or_null("stop_reason")?.unwrap_or_default().to_owned();
            Some(CouponStop { at, by: staff("stopped_by")?, reason })
        }
        None => None,
    };
    let coupon = coupon(row)?;
    Ok(DeskCoupon {
        // An import switches off what is not in the file any more.
        is_in_file: coupon.is_active && row.text("managed_by")? == "file",
        coupon,
        was_used: row.flag("was_used")?,
        note: row.text_or_null("note")?.map(str::to_owned),
        made_at: row.instant_or_null("made_at")?,
        made_by: staff("made_by")?,
        stop,
        version: row.integer("version")?,
    })
}

fn coupon_use(row: &Row) -> Result<CouponUse, StoreError> {
    Ok(CouponUse {
        booking: money_for(row)?,
        venue: VenueId(row.integer("venue_id")?),
        status: row.parsed("status")?,
        discount: row.money("discount_paise")?,
        booked_at: row.instant("confirmed_at")?,
    })
}
