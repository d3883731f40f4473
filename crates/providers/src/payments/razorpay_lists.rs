//! Lists of the whole account: `GET /v1/orders` and `GET /v1/refunds`, both by `from`, `to`, `count` (at most 100) and
//! `skip` (razorpay.com/docs/api/orders/fetch-all and …/api/refunds/fetch-all); and the refunds of one payment. Other
//! software may use the same account, so only an id is required of an order. A refund must have its payment and amount as
//! well.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::value::RawValue;

use super::{
    CreatedBetween, ListPage, ListedOrder, ListedRefund, PaymentError, PaymentId, Razorpay, TimeBudget,
    razorpay::{Call, SHORTEST_FULL_PAGE, SMALLER_BY},
    razorpay_answers::{self as answers, Entity, order_status, paise, text},
};

/// The most items that Razorpay lists at once.
const PAGE: u32 = 100;

/// A page of the orders.
pub(super) async fn orders(
    razorpay: &Razorpay,
    span: CreatedBetween,
    skip: u32,
    budget: TimeBudget,
) -> Result<ListPage<ListedOrder>, PaymentError> {
    page(razorpay, ("list orders", &["orders"], budget), &of_span(span), skip, listed_order).await
}

/// A page of the refunds.
pub(super) async fn refunds(
    razorpay: &Razorpay,
    span: CreatedBetween,
    skip: u32,
) -> Result<ListPage<ListedRefund>, PaymentError> {
    let call = ("list refunds", &["refunds"][..], TimeBudget::BACKGROUND);
    page(razorpay, call, &of_span(span), skip, listed_refund).await
}

/// The refunds of a payment, up to the end of the page with the hundredth, if all of them can be read: one that was left
/// out could be sent a second time. A page that was too large has fewer of them, so the pages after it are read as well.
pub(super) async fn refunds_of(
    razorpay: &Razorpay,
    payment: &PaymentId,
) -> Result<Vec<ListedRefund>, PaymentError> {
    let (name, path) = ("list refunds", ["payments", payment.as_str(), "refunds"]);
    let mut refunds = Vec::new();
    let mut next = Some(0);
    while let Some(skip) = next.filter(|skip| *skip < PAGE) {
        let read = page(razorpay, (name, &path, TimeBudget::BACKGROUND), &[], skip, listed_refund).await?;
        if read.unreadable > 0 {
            return Err(answers::unreadable_answer(name, "refund"));
        }
        refunds.extend(read.items);
        next = read.next;
    }
    Ok(refunds)
}

/// The query for a span of creation times.
pub(super) fn of_span(span: CreatedBetween) -> [(&'static str, String); 2] {
    let to = span.to.as_second().saturating_add(1);
    [("from", span.from.as_second().to_string()), ("to", to.to_string())]
}

/// Reads a page. If it is too large, requests fewer items, down to one, which is skipped if it is too large by itself.
pub(super) async fn page<T>(
    razorpay: &Razorpay,
    (name, path, budget): (&'static str, &[&str], TimeBudget),
    filter: &[(&str, String)],
    skip: u32,
    read: fn(&str) -> Option<T>,
) -> Result<ListPage<T>, PaymentError> {
    let mut count = PAGE;
    let body = loop {
        let part = [("count", count.to_string()), ("skip", skip.to_string())];
        let query: Vec<_> = filter.iter().chain(&part).map(|(key, value)| (*key, value.as_str())).collect();
        match razorpay.send_repeatable(&Call::get_with_query(name, path, &query, budget)).await {
            Err(PaymentError::TooLarge(_)) if count > 1 => count = (count / SMALLER_BY).max(1),
            Err(PaymentError::TooLarge(_)) => {
                return Ok(ListPage { items: Vec::new(), unreadable: 1, next: Some(skip.saturating_add(1)) });
            }
            answered => break answered?,
        }
    };
    let items = Entity::read(name, &body)?.items(name)?;
    let listed = u32::try_from(items.len()).unwrap_or(u32::MAX);
    let next = (listed >= count.min(SHORTEST_FULL_PAGE)).then(|| skip.saturating_add(listed));
    let items: Vec<T> = items.iter().filter_map(|item| read(item.get())).collect();
    let unreadable = listed - u32::try_from(items.len()).unwrap_or(listed);
    Ok(ListPage { items, unreadable, next })
}

fn listed_order(item: &str) -> Option<ListedOrder> {
    let order = Entity::read("list orders", item).ok()?;
    let in_rupees = text(order.currency).is_some_and(|currency| currency == "INR");
    Some(ListedOrder {
        id: text(order.id)?.parse().ok()?,
        receipt: text(order.receipt),
        notes: notes(order.notes),
        amount: paise(order.amount).filter(|_| in_rupees),
        status: order_status(&text(order.status).unwrap_or_default()),
        created_at: instant(order.created_at),
    })
}

fn listed_refund(item: &str) -> Option<ListedRefund> {
    let refund = answers::refund("list refunds", item).ok()?;
    let entity = Entity::read("list refunds", item).ok()?;
    Some(ListedRefund { refund, notes: notes(entity.notes) })
}

/// The notes that are text; none if they are a list, which is how Razorpay writes empty notes.
pub(super) fn notes(value: Option<&RawValue>) -> BTreeMap<String, String> {
    let unread: BTreeMap<String, &RawValue> =
        value.and_then(|value| serde_json::from_str(value.get()).ok()).unwrap_or_default();
    unread.into_iter().filter_map(|(name, value)| Some((name, text(Some(value))?))).collect()
}

/// Seconds since 1970.
pub(super) fn instant(value: Option<&RawValue>) -> Option<Timestamp> {
    Timestamp::from_second(serde_json::from_str(value?.get()).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use sideout_domain::{money::Money, payment::ProviderOrderStatus};

    use super::*;

    #[test]
    fn an_order_of_any_software_is_listed_with_what_can_be_read_of_it() {
        let ours = r#"{"id":"order_1","amount":80000,"currency":"INR","receipt":"4820193756-80000","status":"paid",
            "notes":{"order":"4820193756","age":7,"odd":"\ud800"},"created_at":1582637108}"#;
        let read = listed_order(ours).unwrap();
        assert_eq!((read.amount, read.status), (Some(Money::from_rupees(800)), ProviderOrderStatus::Paid));
        assert_eq!(
            read.notes.into_iter().collect::<Vec<_>>(),
            [("order".to_owned(), "4820193756".to_owned())]
        );
        assert_eq!(read.created_at.unwrap().to_string(), "2020-02-25T13:25:08Z");
        let dollars =
            r#"{"id":"order_2","amount":80000,"currency":"USD","receipt":null,"status":"new","notes":[]}"#;
        let read = listed_order(dollars).unwrap();
        assert_eq!((read.amount, read.receipt, read.created_at), (None, None, None));
        assert_eq!(read.status, ProviderOrderStatus::Attempted);
        for strange in ["7", "{}", r#"{"id":"pay_1"}"#, r#"["order_1"]"#] {
            assert_eq!(listed_order(strange), None, "{strange}");
        }
    }
}
