//! The discount of a coupon code on an order.

use jiff::Timestamp;
use sideout_domain::{
    coupon::{Coupon, CouponRefused},
    money::Money,
    order::Order,
};
use sideout_store::{Coupons, Session, StoreError};

/// The coupon with this `code` and its discount on `order`.
///
/// # Errors
/// [`StoreError`]; the inner error is a coupon that is not valid for this order.
pub(crate) async fn quote(
    tx: &mut dyn Session,
    order: &Order,
    code: &str,
    now: Timestamp,
) -> Result<Result<(Coupon, Money), CouponRefused>, StoreError> {
    let Some(coupon) = Coupons(tx).find(code).await? else { return Ok(Err(CouponRefused::Invalid)) };
    let used = Coupons(tx).count_uses(coupon.id, order.customer).await?;
    let discount = coupon.quote(order.price, order.venue, used, now);
    Ok(discount.map(|discount| (coupon, discount)))
}
