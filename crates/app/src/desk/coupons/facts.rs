//! What the audit shows of a coupon.

use jiff::tz::TimeZone;
use serde::Serialize;
use sideout_domain::coupon::{Coupon, Discount};

use crate::steps::audited::Entry;

/// The fields of a coupon; a field without a value is left out.
#[derive(Debug, Serialize)]
pub(super) struct CouponFacts {
    #[serde(skip_serializing_if = "Option::is_none")]
    percent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    discount_paise: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_discount_paise: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_amount_paise: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from_day: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    until_day: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    venues: Option<Vec<i64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_limit: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    per_customer_limit: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl CouponFacts {
    pub(super) fn of(coupon: &Coupon, note: Option<&str>, zone: &TimeZone) -> Self {
        let (percent, discount_paise) = match coupon.discount {
            Discount::Percent(hundredths) => (Some(percent(hundredths)), None),
            Discount::Flat(amount) => (None, Some(amount.paise())),
        };
        CouponFacts {
            percent,
            discount_paise,
            max_discount_paise: coupon.max_discount.map(|amount| amount.paise()),
            min_amount_paise: Some(coupon.min_amount.paise()).filter(|paise| *paise > 0),
            from_day: coupon.first_day(zone).map(|day| day.to_string()),
            until_day: coupon.last_day(zone).map(|day| day.to_string()),
            venues: coupon.venues.as_ref().map(|venues| venues.iter().map(|venue| venue.0).collect()),
            total_limit: coupon.total_limit,
            per_customer_limit: coupon.per_customer_limit,
            note: note.map(str::to_owned),
        }
    }
}

/// `12.5 %`, from hundredths of a percent.
fn percent(hundredths: i64) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

/// The entry, with the venue if the coupon is valid at one venue only.
pub(super) fn at_its_venue(entry: Entry, coupon: &Coupon) -> Entry {
    match coupon.venues.as_deref() {
        Some([venue]) => entry.at(*venue),
        _ => entry,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentage_is_written_without_needless_zeros() {
        assert_eq!(
            [1, 50, 1_000, 1_250, 10_000].map(percent),
            ["0.01 %", "0.5 %", "10 %", "12.5 %", "100 %"]
        );
    }
}
