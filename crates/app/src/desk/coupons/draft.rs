//! The form of a coupon, as staff filled it in.

use std::collections::BTreeSet;

use jiff::{civil::Date, tz::TimeZone};
use serde::Serialize;
use sideout_domain::{
    VenueId,
    coupon::{Coupon, Discount, MOST_USES, MOST_USES_OF_ONE, Terms, WHOLE_PRICE, end_of, start_of},
    money::Money,
};

/// The largest amount that the desk accepts in a coupon.
pub const MOST_AMOUNT: Money = Money::from_rupees(100_000);

/// A coupon as staff wrote it, without its code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CouponDraft {
    /// What it takes off.
    pub terms: Terms,
    /// Its first day; `None`: valid at once.
    pub from: Option<Date>,
    /// Its last day; `None`: no end.
    pub until: Option<Date>,
    /// The venues it is valid at; `None` for all.
    pub venues: Option<Vec<VenueId>>,
    /// The most uses in all, from 1 to [`MOST_USES`]; `None`: no limit.
    pub total_limit: Option<i64>,
    /// The most uses by one player, from 1 to [`MOST_USES_OF_ONE`]; `None`: no limit.
    pub per_customer_limit: Option<i64>,
    /// What it is for, at most 200 characters.
    pub note: Option<String>,
}

/// What is wrong with a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadDraft {
    /// The discount is zero or less, more than 100 %, or more than [`MOST_AMOUNT`].
    #[error("the discount is out of range")]
    Discount,
    /// The largest discount is zero or less, or more than [`MOST_AMOUNT`].
    #[error("the largest discount is out of range")]
    MaxDiscount,
    /// The smallest price is below zero, or more than [`MOST_AMOUNT`].
    #[error("the smallest price is out of range")]
    MinAmount,
    /// The last day is before the first one.
    #[error("the last day is before the first one")]
    UntilBeforeFrom,
    /// The last day is over.
    #[error("the last day is over")]
    UntilPast,
    /// No venue was chosen.
    #[error("no venue")]
    NoVenue,
    /// There is no such venue.
    #[error("no such venue")]
    UnknownVenue,
    /// The limit of all uses is not from 1 to [`MOST_USES`].
    #[error("the limit is out of range")]
    TotalLimit,
    /// The limit of one player's uses is not from 1 to [`MOST_USES_OF_ONE`].
    #[error("the limit of one player is out of range")]
    PerCustomerLimit,
}

/// Checks what a coupon takes off. What it has `before` a change can stay: an operator's file may have amounts that the
/// desk does not accept.
fn check_terms(terms: &Terms, before: Option<&Terms>) -> Result<(), BadDraft> {
    let is_in_range = |amount: Money| Money::ZERO < amount && amount <= MOST_AMOUNT;
    let is_discount_in_range = match terms.discount {
        Discount::Percent(hundredths) => (1..=WHOLE_PRICE).contains(&hundredths),
        Discount::Flat(amount) => is_in_range(amount),
    };
    if !is_discount_in_range && before.is_none_or(|before| before.discount != terms.discount) {
        return Err(BadDraft::Discount);
    }
    let is_most_in_range = terms.max_discount.is_none_or(is_in_range);
    if !is_most_in_range && before.is_none_or(|before| before.max_discount != terms.max_discount) {
        return Err(BadDraft::MaxDiscount);
    }
    let is_least_in_range = terms.min_amount == Money::ZERO || is_in_range(terms.min_amount);
    if !is_least_in_range && before.is_none_or(|before| before.min_amount != terms.min_amount) {
        return Err(BadDraft::MinAmount);
    }
    Ok(())
}

impl CouponDraft {
    /// Checks the draft: `today` is the day in the business's zone, `known` are the venues that may be chosen,
    /// `terms_before` and `until_before` are what the coupon has now and may keep: amounts beyond the range, a last day that is over.
    ///
    /// # Errors
    /// [`BadDraft`] with the first thing that is wrong.
    pub(super) fn check(
        &self,
        today: Date,
        known: &[VenueId],
        terms_before: Option<&Terms>,
        until_before: Option<Date>,
    ) -> Result<(), BadDraft> {
        check_terms(&self.terms, terms_before)?;
        if let (Some(from), Some(until)) = (self.from, self.until)
            && until < from
        {
            return Err(BadDraft::UntilBeforeFrom);
        }
        if self.until.is_some_and(|until| until < today) && self.until != until_before {
            return Err(BadDraft::UntilPast);
        }
        match self.venues.as_deref() {
            Some([]) => return Err(BadDraft::NoVenue),
            Some(venues) if venues.iter().any(|venue| !known.contains(venue)) => {
                return Err(BadDraft::UnknownVenue);
            }
            _ => {}
        }
        if self.total_limit.is_some_and(|limit| !(1..=MOST_USES).contains(&limit)) {
            return Err(BadDraft::TotalLimit);
        }
        if self.per_customer_limit.is_some_and(|limit| !(1..=MOST_USES_OF_ONE).contains(&limit)) {
            return Err(BadDraft::PerCustomerLimit);
        }
        Ok(())
    }

    /// `coupon` with the fields of the draft; its days are those of `zone`. The same venues in another order are no
    /// change.
    pub(super) fn applied_to(&self, coupon: Coupon, zone: &TimeZone) -> Coupon {
        let has_same_venues = match (&coupon.venues, &self.venues) {
            (Some(old), Some(new)) => old.iter().collect::<BTreeSet<_>>() == new.iter().collect(),
            (old, new) => old == new,
        };
        let venues = if has_same_venues { coupon.venues.clone() } else { self.venues.clone() };
        Coupon {
            discount: self.terms.discount,
            max_discount: self.terms.max_discount,
            min_amount: self.terms.min_amount,
            starts_at: self.from.map(|day| start_of(day, zone)),
            ends_at: self.until.and_then(|day| end_of(day, zone)),
            venues,
            total_limit: self.total_limit,
            per_customer_limit: self.per_customer_limit,
            ..coupon
        }
    }
}

/// Whether a change touches what is fixed after the first use: everything but the last day and the limit of all uses.
pub(super) fn changes_fixed_fields(before: &Coupon, after: &Coupon) -> bool {
    let bounded = Coupon { ends_at: before.ends_at, total_limit: before.total_limit, ..after.clone() };
    *before != bounded
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const TODAY: Date = date(2026, 11, 21);
    const VENUES: [VenueId; 2] = [VenueId(1), VenueId(2)];

    fn draft() -> CouponDraft {
        CouponDraft {
            terms: Terms { discount: Discount::Percent(2_000), max_discount: None, min_amount: Money::ZERO },
            from: None,
            until: None,
            venues: None,
            total_limit: None,
            per_customer_limit: None,
            note: None,
        }
    }

    fn with_terms(discount: Discount, max: Option<i64>, min: i64) -> CouponDraft {
        let terms = Terms {
            discount,
            max_discount: max.map(Money::from_rupees),
            min_amount: Money::from_rupees(min),
        };
        CouponDraft { terms, ..draft() }
    }

    #[test]
    fn each_bad_field_is_named() {
        let flat = |rupees| Discount::Flat(Money::from_rupees(rupees));
        let percent = Discount::Percent(10_000);
        let last = |until| CouponDraft { from: Some(TODAY), until: Some(until), ..draft() };
        let cases = [
            (draft(), Ok(())),
            (with_terms(percent, Some(100_000), 100_000), Ok(())),
            (with_terms(Discount::Percent(0), None, 0), Err(BadDraft::Discount)),
            (with_terms(Discount::Percent(10_001), None, 0), Err(BadDraft::Discount)),
            (with_terms(flat(0), None, 0), Err(BadDraft::Discount)),
            (with_terms(flat(100_001), None, 0), Err(BadDraft::Discount)),
            (with_terms(flat(50), Some(40), 0), Ok(())),
            (with_terms(percent, Some(0), 0), Err(BadDraft::MaxDiscount)),
            (with_terms(percent, None, -1), Err(BadDraft::MinAmount)),
            (last(TODAY), Ok(())),
            (last(date(2026, 11, 20)), Err(BadDraft::UntilBeforeFrom)),
            (CouponDraft { until: Some(date(2026, 11, 20)), ..draft() }, Err(BadDraft::UntilPast)),
            (CouponDraft { venues: Some(vec![]), ..draft() }, Err(BadDraft::NoVenue)),
            (CouponDraft { venues: Some(vec![VenueId(3)]), ..draft() }, Err(BadDraft::UnknownVenue)),
            (CouponDraft { total_limit: Some(0), ..draft() }, Err(BadDraft::TotalLimit)),
            (CouponDraft { per_customer_limit: Some(0), ..draft() }, Err(BadDraft::PerCustomerLimit)),
        ];
        for (draft, expected) in cases {
            assert_eq!(draft.check(TODAY, &VENUES, None, None), expected, "{draft:?}");
        }
    }

    #[test]
    fn venues_in_another_order_change_no_fixed_field() {
        let of_file = CouponDraft { venues: Some(vec![VenueId(2), VenueId(1)]), ..draft() };
        let coupon = Coupon {
            id: sideout_domain::CouponId(1),
            code: "DINK".to_owned(),
            discount: of_file.terms.discount,
            max_discount: None,
            min_amount: Money::ZERO,
            starts_at: None,
            ends_at: None,
            venues: None,
            total_limit: None,
            per_customer_limit: None,
            used: 3,
            is_active: true,
        };
        let before = of_file.applied_to(coupon, &TimeZone::UTC);
        let typed = CouponDraft { venues: Some(vec![VenueId(1), VenueId(2)]), until: Some(TODAY), ..draft() };
        let after = typed.applied_to(before.clone(), &TimeZone::UTC);
        assert!(!changes_fixed_fields(&before, &after) && after.ends_at.is_some());
        let fewer = CouponDraft { venues: Some(vec![VenueId(1)]), ..draft() };
        assert!(changes_fixed_fields(&before, &fewer.applied_to(before.clone(), &TimeZone::UTC)));
    }

    #[test]
    fn a_last_day_that_is_over_can_stay() {
        let over = date(2026, 11, 20);
        let draft = CouponDraft { until: Some(over), ..draft() };
        assert_eq!(draft.check(TODAY, &VENUES, None, Some(over)), Ok(()));
    }

    #[test]
    fn amounts_of_the_operators_file_that_the_desk_does_not_accept_can_stay_but_not_change() {
        let flat = |rupees| Discount::Flat(Money::from_rupees(rupees));
        let of_file = with_terms(flat(200_000), Some(0), 300_000);
        let check = |draft: &CouponDraft| draft.check(TODAY, &VENUES, Some(&of_file.terms), None);
        assert_eq!(check(&CouponDraft { until: Some(TODAY), ..of_file.clone() }), Ok(()));
        assert_eq!(check(&with_terms(flat(50), Some(0), 300_000)), Ok(()), "the others stay");
        assert_eq!(check(&with_terms(flat(200_001), Some(0), 300_000)), Err(BadDraft::Discount));
        assert_eq!(check(&with_terms(flat(200_000), Some(200_000), 300_000)), Err(BadDraft::MaxDiscount));
        assert_eq!(check(&with_terms(flat(200_000), Some(0), 300_001)), Err(BadDraft::MinAmount));
        assert_eq!(check(&with_terms(flat(200_000), None, 0)), Ok(()));
    }
}
