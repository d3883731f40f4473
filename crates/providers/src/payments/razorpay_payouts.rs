//! The lines of payouts: `GET /v1/settlements/recon/combined` by `year`, `month`, `day`, `count` and `skip`
//! (razorpay.com/docs/api/settlements/fetch-recon).

use jiff::civil::Date;
use sideout_domain::{
    money::Money,
    payout::{PayoutAmounts, PayoutLine, PayoutLineKind, is_provider_id},
};

use super::{
    ListPage, PaymentError, Razorpay, TimeBudget,
    razorpay_answers::{Entity, paise, text},
    razorpay_lists::{instant, page},
};

const NAME: &str = "list settlement lines";

/// A page of the lines that were paid out on `day`.
pub(super) async fn lines(
    razorpay: &Razorpay,
    day: Date,
    skip: u32,
) -> Result<ListPage<PayoutLine>, PaymentError> {
    let filter = [
        ("year", day.year().to_string()),
        ("month", format!("{:02}", day.month())),
        ("day", format!("{:02}", day.day())),
    ];
    let call = (NAME, &["settlements", "recon", "combined"][..], TimeBudget::BACKGROUND);
    let ListPage { items, unreadable, next } = page(razorpay, call, &filter, skip, listed_line).await?;
    Ok(ListPage { items: items.into_iter().flatten().collect(), unreadable, next })
}

/// Reads a line: `Some(None)` if it is not paid out yet, `None` if it cannot be read.
fn listed_line(item: &str) -> Option<Option<PayoutLine>> {
    let line = Entity::read(NAME, item).ok()?;
    let id = |text: String| is_provider_id(&text).then_some(text);
    if line.settled.is_some_and(|settled| settled.get() == "false") {
        return Some(None);
    }
    let amount = |value| paise(value).unwrap_or(Money::ZERO);
    let kind = PayoutLineKind::of_provider(&text(line.kind)?);
    let amounts = PayoutAmounts {
        amount: paise(line.amount)?,
        fee: amount(line.fee),
        tax: amount(line.tax),
        credit: paise(line.credit)?,
        debit: paise(line.debit)?,
    };
    Some(Some(PayoutLine {
        entity: id(text(line.entity_id)?)?,
        kind,
        amounts: amounts.with_whole_fee(kind),
        payout: id(text(line.settlement_id)?)?,
        utr: text(line.settlement_utr).and_then(id),
        settled_at: instant(line.settled_at)?,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sample of Razorpay's documentation, shortened.
    const SAMPLE: &str = r#"{"entity_id":"pay_DEXrnipqTmWVGE","type":"payment","debit":0,"credit":97100,"amount":100000,"currency":"INR",
        "fee":2900,"tax":442,"on_hold":false,"settled":true,"created_at":1567692556,"settled_at":1568176960,
        "settlement_id":"setl_DHgkgLlaVQcUsz","posted_at":null,"description":null,"notes":"{}","payment_id":null,
        "settlement_utr":"1568176960vxp0rj","order_id":"order_DEXrnRiR3SNDHA","method":"card"}"#;

    #[test]
    fn a_line_is_read_with_its_payout() {
        let line = listed_line(SAMPLE).unwrap().unwrap();
        assert_eq!((line.entity.as_str(), line.kind), ("pay_DEXrnipqTmWVGE", PayoutLineKind::Payment));
        assert_eq!(
            (line.amounts.net().paise(), line.amounts.fee.paise(), line.amounts.tax.paise()),
            (97_100, 2_900, 442)
        );
        assert_eq!(line.payout, "setl_DHgkgLlaVQcUsz");
        assert_eq!(line.utr.as_deref(), Some("1568176960vxp0rj"));
        assert_eq!(line.settled_at.as_second(), 1_568_176_960);
    }

    #[test]
    fn a_line_that_is_not_paid_out_is_left_out_and_a_malformed_one_cannot_be_read() {
        let not_paid_out = SAMPLE.replace("\"settled\":true", "\"settled\":false");
        assert_eq!(listed_line(&not_paid_out), Some(None));
        for malformed in [
            "7".to_owned(),
            "{}".to_owned(),
            SAMPLE.replace("\"credit\":97100", "\"credit\":-1"),
            SAMPLE.replace("pay_DEX", "=cmd|"),
            SAMPLE.replace("\"settled_at\":1568176960", "\"settled_at\":null"),
        ] {
            assert_eq!(listed_line(&malformed), None, "{malformed}");
        }
    }
}
