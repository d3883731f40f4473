//! A player types a coupon: what would it take off?

use jiff::Timestamp;
use sideout_domain::{
    CustomerId,
    coupon::{Coupon, CouponRefused, normalize_code},
    money::Money,
    order::{OrderNumber, OrderStatus},
};
use sideout_store::{Coupons, Orders, Session, StoreError, orders::Order};

use crate::{App, Throttled};

/// What a coupon would do.
#[derive(Debug, Clone, Copy)]
pub struct Quote {
    /// What it takes off.
    pub discount: Money,
    /// What is left to pay.
    pub total: Money,
}

/// Why there is no quote.
#[derive(Debug, thiserror::Error)]
pub enum QuoteCouponError {
    /// Nothing was typed.
    #[error("empty code")]
    EmptyCode,
    /// No such order of this customer.
    #[error("no such order")]
    NoSuchOrder,
    /// The order is no live hold (any more).
    #[error("hold has run out")]
    HoldExpired,
    /// The coupon does not count.
    #[error(transparent)]
    Refused(#[from] CouponRefused),
    /// Too many codes tried.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Quotes what the coupon `code` takes off the held order. Nothing is redeemed; confirming decides.
///
/// # Errors
/// [`QuoteCouponError`].
pub async fn quote_coupon(
    app: &App,
    customer: CustomerId,
    number: OrderNumber,
    code: &str,
) -> Result<Quote, QuoteCouponError> {
    let code = normalize_code(code);
    if code.is_empty() {
        return Err(QuoteCouponError::EmptyCode);
    }
    let input = (customer, number, code, app.clock.now(), app.coupon_charges(customer));
    app.store
        .write(input, |tx, (customer, number, code, now, charges)| {
            Box::pin(async move {
                charges.take::<QuoteCouponError>(tx, *now).await?;
                let order =
                    Orders(tx).find(*number, *customer).await?.ok_or(QuoteCouponError::NoSuchOrder)?;
                if order.status_at(*now) != OrderStatus::Held {
                    return Err(QuoteCouponError::HoldExpired);
                }
                // A wrong code is an answer here, not a roll-back, so that the try counts.
                let quoted = quote(tx, &order, code, *now).await?;
                Ok(quoted.map(|(_, discount)| Quote { discount, total: order.price.less(discount) }))
            })
        })
        .await?
        .map_err(QuoteCouponError::Refused)
}

/// The coupon behind `code` and what it takes off `order`; the one place where quoting, confirming and paying ask.
///
/// # Errors
/// [`StoreError`]; a coupon that does not count is the inner error.
pub(crate) async fn quote(
    tx: &mut dyn Session,
    order: &Order,
    code: &str,
    now: Timestamp,
) -> Result<Result<(Coupon, Money), CouponRefused>, StoreError> {
    let Some(coupon) = Coupons(tx).find(code).await? else { return Ok(Err(CouponRefused::Invalid)) };
    let used = Coupons(tx).used_by(coupon.id, order.customer).await?;
    let discount = coupon.quote(order.price, order.venue, used, now);
    Ok(discount.map(|discount| (coupon, discount)))
}
