//! The discount of a coupon code on an order, and the limit of the codes that a player may try.

use jiff::Timestamp;
use sideout_domain::{
    CustomerId,
    coupon::{Coupon, CouponRefused},
    money::Money,
    order::{Order, OrderNumber, OrderStatus},
};
use sideout_store::{Coupons, Orders, Session, StoreError};

use crate::{Throttled, platform::throttle::Charges};

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

/// Counts an attempt to use a coupon code for an order. If the order is not a hold any more, nothing is counted: a repeated call is then told
/// what became of the order, even when the limit is reached. Call it in a unit of work of its own, so that an attempt counts even if the
/// code is refused.
///
/// # Errors
/// [`Throttled`]: too many codes were tried. [`StoreError`].
pub(crate) async fn charge_attempt<E>(
    tx: &mut dyn Session,
    (customer, number, charges, now): &(CustomerId, OrderNumber, Charges, Timestamp),
) -> Result<(), E>
where
    E: From<StoreError> + From<Throttled>,
{
    let found = Orders(tx).find(*number, *customer).await?;
    if found.is_some_and(|order| order.status != OrderStatus::Held) {
        return Ok(());
    }
    charges.take(tx, *now).await
}
