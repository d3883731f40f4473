//! Quotes the discount of a coupon code that a player typed.

use jiff::Timestamp;
use sideout_domain::{
    CustomerId,
    coupon::{CouponRefused, normalize_code},
    money::Money,
    order::{OrderNumber, OrderStatus},
};
use sideout_store::{Orders, Session, StoreError};

use crate::{App, Throttled, platform::throttle::Charges, steps::quote::quote};

/// The effect of a coupon on an order.
#[derive(Debug, Clone, Copy)]
pub struct Quote {
    /// The discount.
    pub discount: Money,
    /// The price after the discount.
    pub total: Money,
}

/// Why there is no quote.
#[derive(Debug, thiserror::Error)]
pub enum QuoteCouponError {
    /// The typed code is empty.
    #[error("empty code")]
    EmptyCode,
    /// The customer has no such order.
    #[error("no such order")]
    NoSuchOrder,
    /// The order is not a hold, or the hold has expired.
    #[error("hold has expired")]
    HoldExpired,
    /// The coupon is not valid for this order.
    #[error(transparent)]
    Refused(#[from] CouponRefused),
    /// The customer tried too many codes.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Quotes the discount of the coupon `code` for the held order. Nothing is redeemed.
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
    let quoted = app.store.write(input, |tx, input| Box::pin(charge_and_quote(tx, input))).await?;
    quoted.map_err(QuoteCouponError::Refused)
}

/// A refused code is a value here and not an error, so that the unit of work commits and the attempt is counted.
async fn charge_and_quote(
    tx: &mut dyn Session,
    (customer, number, code, now, charges): &(CustomerId, OrderNumber, String, Timestamp, Charges),
) -> Result<Result<Quote, CouponRefused>, QuoteCouponError> {
    charges.take::<QuoteCouponError>(tx, *now).await?;
    let order = Orders(tx).find(*number, *customer).await?.ok_or(QuoteCouponError::NoSuchOrder)?;
    if order.status_at(*now) != OrderStatus::Held {
        return Err(QuoteCouponError::HoldExpired);
    }
    let quoted = quote(tx, &order, code, *now).await?;
    Ok(quoted.map(|(_, discount)| Quote { discount, total: order.price.less(discount) }))
}
