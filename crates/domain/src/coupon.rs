//! Coupons: what one takes off, and when it counts.

use jiff::Timestamp;

use crate::{CouponId, VenueId, money::Money};

/// A coupon as the operator set it up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coupon {
    /// Its id.
    pub id: CouponId,
    /// What players type, upper case.
    pub code: String,
    /// What it takes off.
    pub discount: Discount,
    /// Takes off no more than this.
    pub max_discount: Option<Money>,
    /// Counts from this total on.
    pub min_amount: Money,
    /// Counts from then …
    pub starts_at: Option<Timestamp>,
    /// … to before then.
    pub ends_at: Option<Timestamp>,
    /// Counts at these venues; `None` at all of them.
    pub venues: Option<Vec<VenueId>>,
    /// How often it may be used in all.
    pub total_limit: Option<i64>,
    /// How often one customer may use it.
    pub per_customer_limit: Option<i64>,
    /// How often it has been used.
    pub used: i64,
    /// Switched on.
    pub active: bool,
}

/// What a coupon takes off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Discount {
    /// Hundredths of a percent of the price.
    Percent(i64),
    /// A fixed amount.
    Flat(Money),
}

/// Why a coupon does not count. The player is told the same for all but [`CouponRefused::BelowMinimum`] and
/// [`CouponRefused::OtherVenue`], so that codes cannot be probed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CouponRefused {
    /// There is none, it is off, not yet or no longer good, or used up.
    #[error("invalid coupon")]
    Invalid,
    /// The total is too small; the amount from which it counts.
    #[error("below the minimum amount of {0}")]
    BelowMinimum(Money),
    /// It counts at other venues.
    #[error("not for this venue")]
    OtherVenue,
}

/// Brings a typed code into the form coupons are kept in: trimmed, upper case.
pub fn normalize_code(typed: &str) -> String {
    typed.trim().to_uppercase()
}

impl Coupon {
    /// What the coupon takes off `price`, between nothing and the price itself.
    ///
    /// `used_by_customer` is how often this customer has used it. This only quotes: the limits are decided again,
    /// by the database, when the booking is confirmed.
    ///
    /// # Errors
    /// [`CouponRefused`] says why it does not count.
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
