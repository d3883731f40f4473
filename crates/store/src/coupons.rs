//! Coupons and their uses.

use sideout_domain::{
    CouponId, CustomerId, VenueId,
    coupon::{Coupon, Discount},
    money::Money,
};

use crate::{Row, Session, StoreError, Value, params, sql};

/// The repository of coupons.
pub struct Coupons<'s>(pub &'s mut dyn Session);

impl Coupons<'_> {
    /// The coupon with this code (in upper case).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self, code: &str) -> Result<Option<Coupon>, StoreError> {
        let row = self.0.first(sql!("coupon/find"), params![code]).await?;
        row.as_ref().map(coupon).transpose()
    }

    /// The coupon with this id.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_by_id(&mut self, id: CouponId) -> Result<Option<Coupon>, StoreError> {
        let row = self.0.first(sql!("coupon/find_by_id"), params![id.0]).await?;
        row.as_ref().map(coupon).transpose()
    }

    /// The number of times `customer` has used `coupon`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_uses(&mut self, coupon: CouponId, customer: CustomerId) -> Result<i64, StoreError> {
        let row = self.0.first(sql!("coupon_use/find"), params![coupon.0, customer.0]).await?;
        row.map_or(Ok(0), |row| row.integer("used"))
    }

    /// Uses the coupon once for `customer`. `false` if it is not active, or the limit for all customers or for this
    /// customer is reached; the unit of work must then roll back.
    ///
    /// INVARIANT: concurrent uses never exceed the limits (suite `coupons`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn redeem(&mut self, coupon: &Coupon, customer: CustomerId) -> Result<bool, StoreError> {
        let of_customer = params![coupon.id.0, customer.0, coupon.per_customer_limit];
        Ok(self.0.run(sql!("coupon/redeem"), params![coupon.id.0]).await? == 1
            && self.0.run(sql!("coupon_use/redeem"), of_customer).await? == 1)
    }

    /// Takes back one use of the coupon by `customer`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn give_back(&mut self, coupon: CouponId, customer: CustomerId) -> Result<(), StoreError> {
        self.0.run(sql!("coupon/give_back"), params![coupon.0]).await?;
        self.0.run(sql!("coupon_use/give_back"), params![coupon.0, customer.0]).await?;
        Ok(())
    }
}

/// Maps a row with the columns of `coupon_columns`.
pub(crate) fn coupon(row: &Row) -> Result<Coupon, StoreError> {
    let value = row.integer("value")?;
    let venues = row.text_or_null("venue_ids")?.map(|text| {
        serde_json::from_str::<Vec<VenueId>>(text)
            .map_err(|e| StoreError::Corrupt(format!("coupon: venue_ids is not a JSON list: {e}")))
    });
    Ok(Coupon {
        id: CouponId(row.integer("coupon_id")?),
        code: row.text("code")?.to_owned(),
        discount: match row.text("kind")? {
            "percent" => Discount::Percent(value),
            _ => Discount::Flat(Money::from_paise(value)),
        },
        max_discount: row.money_or_null("max_discount_paise")?,
        min_amount: row.money("min_amount_paise")?,
        starts_at: row.instant_or_null("starts_at")?,
        ends_at: row.instant_or_null("ends_at")?,
        venues: venues.transpose()?,
        total_limit: row.integer_or_null("total_limit")?,
        per_customer_limit: row.integer_or_null("per_customer_limit")?,
        used: row.integer("used")?,
        is_active: row.flag("active")?,
    })
}

/// The values of a coupon in the order of `coupon/put` and `coupon/add_at_desk`.
pub(crate) fn coupon_row(coupon: &Coupon) -> Result<Vec<Value>, StoreError> {
    let (kind, value) = discount_columns(coupon.discount);
    let row = params![
        coupon.id.0,
        &coupon.code,
        kind,
        value,
        coupon.max_discount.map(Money::paise),
        coupon.min_amount.paise(),
        coupon.starts_at,
        coupon.ends_at,
        venue_ids(coupon)?,
        coupon.total_limit,
        coupon.per_customer_limit,
    ];
    Ok(row.to_vec())
}

/// The columns `kind` and `value`.
pub(crate) fn discount_columns(discount: Discount) -> (&'static str, i64) {
    match discount {
        Discount::Percent(hundredths) => ("percent", hundredths),
        Discount::Flat(amount) => ("flat", amount.paise()),
    }
}

/// The column `venue_ids`: a JSON list, null for all venues.
pub(crate) fn venue_ids(coupon: &Coupon) -> Result<Option<String>, StoreError> {
    let venues = coupon.venues.as_ref().map(serde_json::to_string).transpose();
    venues.map_err(|error| StoreError::Corrupt(format!("coupon: {error}")))
}
