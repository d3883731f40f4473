//! Coupons: their discounts and conditions.

use jiff::Timestamp;

use crate::{CouponId, VenueId, money::Money};

/// A coupon as the operator set it up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coupon {
    /// Its id.
    pub id: CouponId,
    /// What players type, in upper case.
    pub code: String,
    /// The discount.
    pub discount: Discount,
    /// The largest discount.
    pub max_discount: Option<Money>,
    /// The smallest total it is valid for.
    pub min_amount: Money,
    /// Valid from this instant.
    pub starts_at: Option<Timestamp>,
    /// Valid until before this instant.
    pub ends_at: Option<Timestamp>,
    /// The venues it is valid at; `None` for all.
    pub venues: Option<Vec<VenueId>>,
    /// The most uses in all.
    pub total_limit: Option<i64>,
    /// The most uses by one customer.
    pub per_customer_limit: Option<i64>,
    /// The number of uses so far.
    pub used: i64,
    /// Whether it is activated.
    pub active: bool,
}

/// The discount of a coupon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Discount {
    /// Hundredths of a percent of the price.
    Percent(i64),
    /// A fixed amount.
    Flat(Money),
}

/// Why a coupon is refused. The player gets the same message for all reasons but [`CouponRefused::BelowMinimum`] and
/// [`CouponRefused::OtherVenue`], so that codes cannot be probed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CouponRefused {
    /// There is no such coupon, or it is deactivated, not valid yet, no longer valid, or used up.
    #[error("invalid coupon")]
    Invalid,
    /// The total is too small; holds the smallest total it is valid for.
    #[error("below the minimum amount of {0}")]
    BelowMinimum(Money),
    /// It is valid at other venues only.
    #[error("not for this venue")]
    OtherVenue,
}

/// Normalizes a typed code to the stored form: trimmed, upper case.
pub fn normalize_code(typed: &str) -> String {
    typed.trim().to_uppercase()
}

impl Coupon {
    /// The discount on `price`, from zero to the price itself.
    ///
    /// `used_by_customer` is how often this customer has used it. This is only a quote: the database checks the limits
    /// again when the booking is confirmed.
    ///
    /// # Errors
    /// [`CouponRefused`] with the reason.
    pub fn quote(
        &self,
        price: Money,
        venue: VenueId,
        used_by_customer: i64,
        now: Timestamp,
    ) -> Result<Money, CouponRefused> {
        let open = self.starts_at.is_none_or(|from| from <= now) && self.ends_at.is_none_or(|end| now < end);
        let left = self.total_limit.is_none_or(|limit| self.used < limit)
            && self.per_customer_limit.is_none_or(|limit| used_by_customer < limit);
        if !self.active || !open || !left {
            return Err(CouponRefused::Invalid);
        }
        if self.venues.as_ref().is_some_and(|venues| !venues.contains(&venue)) {
            return Err(CouponRefused::OtherVenue);
        }
        if price < self.min_amount {
            return Err(CouponRefused::BelowMinimum(self.min_amount));
        }
        let discount = match self.discount {
            Discount::Percent(hundredths) => price.percent(hundredths),
            Discount::Flat(amount) => amount,
        };
        let discount = self.max_discount.map_or(discount, |most| discount.min(most));
        Ok(discount.clamp(Money::ZERO, price))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn welcome() -> Coupon {
        Coupon {
            id: CouponId(1),
            code: "WELCOME50".to_owned(),
            discount: Discount::Flat(Money::from_rupees(50)),
            max_discount: None,
            min_amount: Money::ZERO,
            starts_at: Some("2026-11-01T00:00:00Z".parse().unwrap()),
            ends_at: Some("2026-12-01T00:00:00Z".parse().unwrap()),
            venues: None,
            total_limit: Some(3),
            per_customer_limit: Some(1),
            used: 0,
            active: true,
        }
    }

    fn quote(coupon: &Coupon, rupees: i64, now: &str) -> Result<i64, CouponRefused> {
        coupon.quote(Money::from_rupees(rupees), VenueId(1), 0, now.parse().unwrap()).map(Money::paise)
    }

    const IN_TIME: &str = "2026-11-21T12:00:00Z";

    #[test]
    fn a_discount_is_never_more_than_the_price() {
        assert_eq!(quote(&welcome(), 800, IN_TIME), Ok(50_00));
        assert_eq!(quote(&welcome(), 20, IN_TIME), Ok(20_00));
    }

    #[test]
    fn percents_are_exact_to_the_paisa_and_capped() {
        let dink = Coupon { discount: Discount::Percent(1_000), ..welcome() };
        assert_eq!(quote(&dink, 799, IN_TIME), Ok(79_90));
        let capped = Coupon { max_discount: Some(Money::from_rupees(40)), ..dink };
        assert_eq!(quote(&capped, 799, IN_TIME), Ok(40_00));
    }

    #[test]
    fn the_window_opens_at_its_start_and_closes_at_its_end() {
        assert_eq!(quote(&welcome(), 800, "2026-10-31T23:59:59.999Z"), Err(CouponRefused::Invalid));
        assert_eq!(quote(&welcome(), 800, "2026-11-01T00:00:00Z"), Ok(50_00));
        assert_eq!(quote(&welcome(), 800, "2026-12-01T00:00:00Z"), Err(CouponRefused::Invalid));
    }

    #[test]
    fn limits_minimums_and_venues_count() {
        assert_eq!(quote(&Coupon { used: 3, ..welcome() }, 800, IN_TIME), Err(CouponRefused::Invalid));
        assert_eq!(quote(&Coupon { active: false, ..welcome() }, 800, IN_TIME), Err(CouponRefused::Invalid));
        let least = Money::from_rupees(1_000);
        assert_eq!(
            quote(&Coupon { min_amount: least, ..welcome() }, 800, IN_TIME),
            Err(CouponRefused::BelowMinimum(least))
        );
        let elsewhere = Coupon { venues: Some(vec![VenueId(2)]), ..welcome() };
        assert_eq!(quote(&elsewhere, 800, IN_TIME), Err(CouponRefused::OtherVenue));
        let again = welcome().quote(Money::from_rupees(800), VenueId(1), 1, IN_TIME.parse().unwrap());
        assert_eq!(again, Err(CouponRefused::Invalid));
    }
}
