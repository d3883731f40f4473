//! Coupons: their discounts and conditions.

use jiff::{Timestamp, ToSpan as _, civil::Date, tz::TimeZone};

use crate::{CouponId, VenueId, money::Money, slot::StartTime};

/// The most characters of a code.
pub const MOST_CODE_CHARACTERS: usize = 30;
/// The highest discount in hundredths of a percent: the whole price.
pub const WHOLE_PRICE: i64 = 10_000;
/// The highest limit of all uses.
pub const MOST_USES: i64 = 1_000_000_000;
/// The highest limit of one customer's uses.
pub const MOST_USES_OF_ONE: i64 = 1_000_000;

/// A coupon: its discount, its conditions, and how often it was used.
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
    /// The smallest price it is valid for.
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
    /// False if it was stopped, or the operator's file no longer has it.
    pub is_active: bool,
}

/// The discount of a coupon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub enum Discount {
    /// Hundredths of a percent of the price.
    Percent(i64),
    /// A fixed amount.
    Flat(Money),
}

/// What a coupon takes off a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Terms {
    /// The discount.
    pub discount: Discount,
    /// The largest discount.
    pub max_discount: Option<Money>,
    /// The smallest price it is valid for.
    pub min_amount: Money,
}

impl Terms {
    /// The discount on `price`, from zero to the price itself.
    ///
    /// # Errors
    /// [`CouponRefused::BelowMinimum`] only.
    pub fn discount_on(&self, price: Money) -> Result<Money, CouponRefused> {
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

/// The state of a coupon. A coupon whose uses are all taken is still running until its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CouponState {
    /// It is valid now.
    Running,
    /// It is not valid yet.
    Planned,
    /// Its last day is over.
    Ended,
    /// It was stopped, or the operator's file no longer has it.
    Stopped,
}

/// Why a coupon is refused. [`CouponRefused::Invalid`] does not tell its reasons apart, so that codes cannot be probed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CouponRefused {
    /// There is no such coupon, or it is stopped, not valid yet, no longer valid, or used up.
    #[error("invalid coupon")]
    Invalid,
    /// The price is too small; holds the smallest price it is valid for.
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

/// A typed code in the stored form, if a coupon can have it: 1 to [`MOST_CODE_CHARACTERS`] letters from A to Z and digits.
pub fn parse_code(typed: &str) -> Option<String> {
    let code = normalize_code(typed);
    let fits = (1..=MOST_CODE_CHARACTERS).contains(&code.len());
    (fits && code.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(code)
}

/// The instant from which a coupon is valid whose first day is `day`: its midnight.
pub fn start_of(day: Date, zone: &TimeZone) -> Timestamp {
    StartTime::default().on(day, zone)
}

/// The instant at which a coupon ends whose last day is `day`: the midnight after it. `None` for the last day of the calendar.
pub fn end_of(day: Date, zone: &TimeZone) -> Option<Timestamp> {
    day.checked_add(1.day()).ok().map(|next| start_of(next, zone))
}

impl Coupon {
    /// The terms of its discount.
    pub fn terms(&self) -> Terms {
        Terms { discount: self.discount, max_discount: self.max_discount, min_amount: self.min_amount }
    }

    /// Its state at `now`.
    pub fn state(&self, now: Timestamp) -> CouponState {
        if !self.is_active {
            CouponState::Stopped
        } else if self.ends_at.is_some_and(|end| end <= now) {
            CouponState::Ended
        } else if self.starts_at.is_some_and(|start| now < start) {
            CouponState::Planned
        } else {
            CouponState::Running
        }
    }

    /// Its first day in `zone`.
    pub fn first_day(&self, zone: &TimeZone) -> Option<Date> {
        self.starts_at.map(|at| at.to_zoned(zone.clone()).date())
    }

    /// Its last day in `zone`, which is included: the stored instant is the midnight after it.
    pub fn last_day(&self, zone: &TimeZone) -> Option<Date> {
        let before = |at: Timestamp| at.checked_sub(1.millisecond()).unwrap_or(at);
        self.ends_at.map(|at| before(at).to_zoned(zone.clone()).date())
    }

    /// The discount on `price`, from zero to the price itself.
    ///
    /// `used_by_customer` is how often this customer has used it. The limits may be reached before the booking is confirmed.
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
        let has_uses_left = self.total_limit.is_none_or(|limit| self.used < limit)
            && self.per_customer_limit.is_none_or(|limit| used_by_customer < limit);
        if self.state(now) != CouponState::Running || !has_uses_left {
            return Err(CouponRefused::Invalid);
        }
        if self.venues.as_ref().is_some_and(|venues| !venues.contains(&venue)) {
            return Err(CouponRefused::OtherVenue);
        }
        self.terms().discount_on(price)
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
            is_active: true,
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
        let tenth = Coupon { discount: Discount::Percent(1_000), ..welcome() };
        assert_eq!(quote(&tenth, 799, IN_TIME), Ok(79_90));
        let capped = Coupon { max_discount: Some(Money::from_rupees(40)), ..tenth };
        assert_eq!(quote(&capped, 799, IN_TIME), Ok(40_00));
    }

    #[test]
    fn a_coupon_is_valid_from_its_start_until_before_its_end() {
        assert_eq!(quote(&welcome(), 800, "2026-10-31T23:59:59.999Z"), Err(CouponRefused::Invalid));
        assert_eq!(quote(&welcome(), 800, "2026-11-01T00:00:00Z"), Ok(50_00));
        assert_eq!(quote(&welcome(), 800, "2026-12-01T00:00:00Z"), Err(CouponRefused::Invalid));
    }

    #[test]
    fn the_state_of_a_coupon_follows_its_days_until_it_is_stopped() {
        let at = |now: &str| welcome().state(now.parse().unwrap());
        assert_eq!(at("2026-10-31T23:59:59.999Z"), CouponState::Planned);
        assert_eq!(at("2026-11-01T00:00:00Z"), CouponState::Running);
        assert_eq!(at("2026-12-01T00:00:00Z"), CouponState::Ended);
        let used_up = Coupon { used: 3, ..welcome() };
        assert_eq!(used_up.state(IN_TIME.parse().unwrap()), CouponState::Running);
        let stopped = Coupon { is_active: false, ..welcome() };
        assert_eq!(stopped.state("2026-10-01T00:00:00Z".parse().unwrap()), CouponState::Stopped);
    }

    #[test]
    fn the_days_of_a_coupon_are_read_as_they_were_written() {
        let zone = TimeZone::get("Asia/Kolkata").unwrap();
        let (first, last) = (jiff::civil::date(2026, 12, 1), jiff::civil::date(2026, 12, 31));
        let coupon =
            Coupon { starts_at: Some(start_of(first, &zone)), ends_at: end_of(last, &zone), ..welcome() };
        assert_eq!(coupon.starts_at.unwrap().to_string(), "2026-11-30T18:30:00Z");
        assert_eq!((coupon.first_day(&zone), coupon.last_day(&zone)), (Some(first), Some(last)));
    }

    #[test]
    fn a_code_is_letters_and_digits_in_any_case() {
        assert_eq!(parse_code(" diwali20 ").as_deref(), Some("DIWALI20"));
        for typed in ["", "  ", "DIWALI 20", "दिवाली", "50%", &"A".repeat(31)] {
            assert_eq!(parse_code(typed), None, "{typed}");
        }
    }

    #[test]
    fn limits_minimums_and_venues_are_checked() {
        assert_eq!(quote(&Coupon { used: 3, ..welcome() }, 800, IN_TIME), Err(CouponRefused::Invalid));
        assert_eq!(
            quote(&Coupon { is_active: false, ..welcome() }, 800, IN_TIME),
            Err(CouponRefused::Invalid)
        );
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
