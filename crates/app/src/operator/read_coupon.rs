//! Reads `[[coupon]]` of an operator file.

use jiff::tz::TimeZone;
use sideout_domain::{
    CouponId, VenueId,
    coupon::{
        Coupon, Discount, MOST_CODE_CHARACTERS, MOST_USES, MOST_USES_OF_ONE, WHOLE_PRICE, end_of,
        normalize_code, parse_code, start_of,
    },
    money::Money,
};
use toml::de::DeValue;

use super::section::{Section, parse_hundredths};

/// Reads a coupon; its id is assigned by the import. `None` if it has no valid discount.
pub(super) fn read_coupon(
    section: Section<'_, '_>,
    operator_zone: &str,
    venues: &[VenueId],
) -> Option<Coupon> {
    let zone = TimeZone::get(operator_zone).unwrap_or(TimeZone::UTC);
    let code = normalize_code(&section.needed_text("code", "WELCOME50"));
    // A code that is missing has its problem already.
    if !code.is_empty() && parse_code(&code).is_none() {
        let allowed = format!("write up to {MOST_CODE_CHARACTERS} letters from A to Z and digits");
        section.problem("code", format!("\"{code}\" is not allowed; {allowed}"));
    }
    let discount = read_discount(&section);
    let only_at = section.integers("venues").map(|ids| ids.into_iter().map(VenueId).collect::<Vec<_>>());
    for id in only_at.iter().flatten().filter(|id| !venues.contains(id)) {
        section.problem("venues", format!("there is no venue {id} in this file; write ids of its venues"));
    }
    let (from, until) = (section.day("from"), section.day("until"));
    if let (Some(from), Some(until)) = (from, until)
        && until < from
    {
        section.problem("until", format!("{until} is before from ({from}); write that day or a later one"));
    }
    let coupon = Coupon {
        id: CouponId(0),
        code,
        discount: discount.unwrap_or(Discount::Flat(Money::ZERO)),
        max_discount: section.rupees("max_discount"),
        min_amount: section.rupees("min_amount").unwrap_or_default(),
        starts_at: from.map(|day| start_of(day, &zone)),
        ends_at: until.and_then(|day| end_of(day, &zone)),
        venues: only_at,
        total_limit: section.integer("total_limit", 1..=MOST_USES),
        per_customer_limit: section.integer("per_customer_limit", 1..=MOST_USES_OF_ONE),
        used: 0,
        is_active: true,
    };
    section.finish();
    discount.map(|_| coupon)
}

/// `flat = 50` (rupees) or `percent = 10`, one of the two.
fn read_discount(section: &Section<'_, '_>) -> Option<Discount> {
    let (flat, percent) = (section.value("flat").is_some(), section.value("percent"));
    match (flat, percent) {
        (true, Some(_)) => {
            section
                .problem("percent", "a coupon takes off flat rupees or a percent, not both; leave one out");
            None
        }
        (false, None) => {
            section.problem("flat", "is missing; write flat = 50 (rupees) or percent = 10");
            None
        }
        (true, None) => {
            // A value that is not an amount was reported already.
            let amount = section.rupees("flat")?;
            if amount == Money::ZERO {
                section.problem("flat", "must be more than 0 rupees");
                return None;
            }
            Some(Discount::Flat(amount))
        }
        (false, Some(value)) => {
            let text = match value {
                DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
                DeValue::Float(float) => float.as_str(),
                _ => "",
            };
            let share = parse_hundredths(text).filter(|share| (1..=WHOLE_PRICE).contains(share));
            if share.is_none() {
                section.problem("percent", "must be a number from 0.01 to 100, with two decimals at most");
            }
            share.map(Discount::Percent)
        }
    }
}
