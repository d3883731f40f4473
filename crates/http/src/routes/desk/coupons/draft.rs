//! Reads the form of a coupon.

use jiff::civil::Date;
use serde::Deserialize;
use sideout_app::desk::coupons::draft::{BadDraft, CouponDraft};
use sideout_domain::{
    VenueId,
    coupon::{Discount, Terms},
    money::Money,
};
use utoipa::ToSchema;

use crate::{routes::desk::short_text::short_text, wire::problem::Problem};

/// A coupon without its code. A change can keep amounts of a coupon of the operator's file that are beyond these bounds.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CouponFields {
    /// What it takes off in hundredths of a percent of the price, 1 to 10000; this or `flat_paise`.
    #[serde(default)]
    #[schema(example = 2_000)]
    pub percent_hundredths: Option<i64>,
    /// What it takes off, 1 to 10,000,000 paise; this or `percent_hundredths`.
    #[serde(default)]
    pub flat_paise: Option<i64>,
    /// The most that it takes off, 1 to 10,000,000 paise; no bound if it is left out.
    #[serde(default)]
    #[schema(example = 15_000)]
    pub max_discount_paise: Option<i64>,
    /// The smallest price that it is valid for, at most 10,000,000 paise; 0 if it is left out.
    #[serde(default)]
    #[schema(example = 50_000)]
    pub min_amount_paise: Option<i64>,
    /// Its first day, in the business's time zone; valid at once if it is left out.
    #[serde(default)]
    #[schema(example = "2026-12-01", format = Date)]
    pub from: Option<String>,
    /// Its last day, which is included: not before `from`, and today or later unless a change keeps it; no end if it is left out.
    #[serde(default)]
    #[schema(example = "2026-12-31", format = Date)]
    pub until: Option<String>,
    /// The venues it is valid at, at least one; all if it is left out.
    #[serde(default)]
    #[schema(example = json!([1]))]
    pub venues: Option<Vec<i64>>,
    /// The most uses in all, 1 to 1,000,000,000; no limit if it is left out.
    #[serde(default)]
    #[schema(example = 100)]
    pub total_limit: Option<i64>,
    /// The most uses by one player, 1 to 1,000,000; no limit if it is left out.
    #[serde(default)]
    #[schema(example = 1)]
    pub per_customer_limit: Option<i64>,
    /// What it is for, at most 200 characters. Players do not see it.
    #[serde(default)]
    #[schema(example = "For the school tournament")]
    pub note: Option<String>,
}

impl CouponFields {
    /// The request as the use case's type.
    ///
    /// # Errors
    /// 422 that names the field.
    pub(super) fn read(self) -> Result<CouponDraft, Problem> {
        let amounts = (self.max_discount_paise, self.min_amount_paise);
        Ok(CouponDraft {
            terms: terms((self.percent_hundredths, self.flat_paise), amounts)?,
            from: day("from", self.from.as_deref())?,
            until: day("until", self.until.as_deref())?,
            venues: self.venues.map(sorted),
            total_limit: self.total_limit,
            per_customer_limit: self.per_customer_limit,
            note: short_text("note", self.note)?,
        })
    }
}

/// What a coupon takes off: `discount` in hundredths of a percent or in paise, at most `max_discount` paise, for a
/// price of at least `min_amount` paise.
///
/// # Errors
/// 422 unless exactly one of the two discounts is given.
pub(super) fn terms(
    discount: (Option<i64>, Option<i64>),
    (max_discount, min_amount): (Option<i64>, Option<i64>),
) -> Result<Terms, Problem> {
    let discount = match discount {
        (Some(hundredths), None) => Discount::Percent(hundredths),
        (None, Some(paise)) => Discount::Flat(Money::from_paise(paise)),
        _ => return Err(Problem::field("discount", "required")),
    };
    Ok(Terms {
        discount,
        max_discount: max_discount.map(Money::from_paise),
        min_amount: min_amount.map_or(Money::ZERO, Money::from_paise),
    })
}

fn day(field: &'static str, text: Option<&str>) -> Result<Option<Date>, Problem> {
    text.map(|text| text.parse().map_err(|_| Problem::field(field, "date"))).transpose()
}

fn sorted(venues: Vec<i64>) -> Vec<VenueId> {
    let mut venues: Vec<VenueId> = venues.into_iter().map(VenueId).collect();
    venues.sort_unstable();
    venues.dedup();
    venues
}

/// 422 with the field that is wrong.
pub(super) fn bad_draft(bad: BadDraft) -> Problem {
    let (field, code) = match bad {
        BadDraft::Discount => ("discount", "range"),
        BadDraft::MaxDiscount => ("max_discount_paise", "range"),
        BadDraft::MinAmount => ("min_amount_paise", "range"),
        BadDraft::UntilBeforeFrom => ("until", "before_from"),
        BadDraft::UntilPast => ("until", "past"),
        BadDraft::NoVenue => ("venues", "required"),
        BadDraft::UnknownVenue => ("venues", "unknown"),
        BadDraft::TotalLimit => ("total_limit", "range"),
        BadDraft::PerCustomerLimit => ("per_customer_limit", "range"),
    };
    Problem::field(field, code)
}
