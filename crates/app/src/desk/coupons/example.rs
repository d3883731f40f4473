//! Calculates what a coupon would take off a price.

use sideout_domain::{
    coupon::{CouponRefused, Discount, Terms, WHOLE_PRICE},
    money::Money,
    staff::Permission,
};

use super::draft::{BadDraft, MOST_AMOUNT};
use crate::{
    App,
    steps::audited::{Actor, Refused},
};

/// A price with a coupon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The discount; zero if the price is too low for the coupon.
    pub discount: Money,
    /// What is left to pay.
    pub total: Money,
    /// The smallest price for which the coupon is valid, if this price is below it.
    pub needs: Option<Money>,
}

/// Why the example cannot be calculated.
#[derive(Debug, Clone, Copy, thiserror::Error)]
pub enum ExampleError {
    /// The price is zero or less, or more than [`MOST_AMOUNT`].
    #[error("the price is out of range")]
    BadPrice,
    /// The terms are invalid.
    #[error(transparent)]
    Bad(#[from] BadDraft),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// What is left to pay of `price` with a coupon of these `terms`, which may be those of an operator's file.
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

/// Checks what a coupon takes off. An operator's file accepts larger amounts than the desk, and zero as the largest discount, so both pass
/// here.
fn check_terms(terms: &Terms) -> Result<(), BadDraft> {
    let is_discount_in_range = match terms.discount {
        Discount::Percent(hundredths) => (1..=WHOLE_PRICE).contains(&hundredths),
        Discount::Flat(amount) => amount > Money::ZERO,
    };
    if !is_discount_in_range {
        return Err(BadDraft::Discount);
    }
    if terms.max_discount.is_some_and(|most| most < Money::ZERO) {
        return Err(BadDraft::MaxDiscount);
    }
    if terms.min_amount < Money::ZERO {
        return Err(BadDraft::MinAmount);
    }
    Ok(())
}
