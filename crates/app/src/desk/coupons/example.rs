//! What a coupon would take off a price, by the rule that prices it for players.

use sideout_domain::{
    coupon::{CouponRefused, Terms},
    money::Money,
    staff::Permission,
};

use super::draft::{BadDraft, MOST_AMOUNT, check_terms};
use crate::{
    App,
    steps::audited::{Actor, Refused},
};

/// What a price costs with a coupon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The discount; nothing if the price is too low for the coupon.
    pub discount: Money,
    /// The price after it.
    pub total: Money,
    /// The smallest price that the coupon is valid for, if this one is below it.
    pub needs: Option<Money>,
}

/// Why the example cannot be calculated.
#[derive(Debug, Clone, Copy, thiserror::Error)]
pub enum ExampleError {
    /// The price is not more than nothing, or more than [`MOST_AMOUNT`].
    #[error("the price is out of range")]
    BadPrice,
    /// What it takes off is not right.
    #[error(transparent)]
    Bad(#[from] BadDraft),
    /// They may not.
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// What `price` costs with a coupon of these `terms`.
///
/// # Errors
/// [`ExampleError`].
pub fn example(app: &App, actor: &Actor, terms: &Terms, price: Money) -> Result<Example, ExampleError> {
    actor.check(Permission::CouponEdit, app.clock.now())?;
    check_terms(terms)?;
    if price <= Money::ZERO || price > MOST_AMOUNT {
        return Err(ExampleError::BadPrice);
    }
    let (discount, needs) = match terms.discount_on(price) {
        Ok(discount) => (discount, None),
        Err(CouponRefused::BelowMinimum(least)) => (Money::ZERO, Some(least)),
        // The other reasons need a coupon that exists.
        Err(CouponRefused::Invalid | CouponRefused::OtherVenue) => (Money::ZERO, None),
    };
    Ok(Example { discount, total: price.less(discount), needs })
}
