//! Reads Razorpay's responses leniently: keys are added and removed, `notes` is a list when empty, amounts may be text,
//! and errors may be HTML. Only the needed keys are read, each by itself: other data that a payer has stored is never
//! parsed, and an unreadable item does not affect others.

use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use sideout_domain::{
    money::Money,
    payment::{PaymentStatus, ProviderOrderStatus},
};

use super::{
    Payment, PaymentError, PaymentId, ProviderFault, ProviderOrder, ProviderRefund, RefundProgress, Refusal,
};
use crate::http_client::Answer;

/// The most characters that are stored of a text of the provider.
const LONGEST_TEXT: usize = 200;
/// The largest valid amount in paise: ten crore rupees.
const LARGEST_AMOUNT: i64 = 10_000_000_000;

/// The body of a success, or the error of the response.
pub(super) fn classify_response(call: &'static str, answer: Answer) -> Result<String, PaymentError> {
    if (200..300).contains(&answer.status) {
        return Ok(answer.body);
    }
    let body: Value = serde_json::from_str(&answer.body).unwrap_or(Value::Null);
    let error = &body["error"];
    let message = error["description"].as_str().or_else(|| body["message"].as_str()).unwrap_or("no message");
    let fault = ProviderFault::new(call, message).answered(answer.status, answer.retry_after);
    Err(match answer.status {
        401 | 403 => PaymentError::Misconfigured(fault),
        429 => PaymentError::Unavailable(fault),
        409 => PaymentError::Refused(Refusal::InFlight, fault),
        // Some of the provider's own errors have status 4xx; its error code identifies them.
        _ if matches!(error["code"].as_str(), Some("SERVER_ERROR" | "GATEWAY_ERROR")) => {
            PaymentError::Unknown(fault)
        }
        400..=499 if error.is_object() => PaymentError::Refused(refusal(message), fault),
        // The provider's gateway does not know the path: nothing was done, and a retry will not help.
        404 => PaymentError::Misconfigured(fault),
        _ => PaymentError::Unknown(fault),
    })
}

/// Razorpay distinguishes its refusals only by their text.
fn refusal(description: &str) -> Refusal {
    let description = description.to_ascii_lowercase();
    let mentions = |part: &str| description.contains(part);
    if mentions("id provided does not exist") || mentions("is not a valid id") {
        Refusal::NoSuchId
    } else if mentions("already been captured") {
        Refusal::AlreadyCaptured
    } else if mentions("order is already paid") {
        Refusal::AlreadyPaid
    } else if mentions("fully refunded already") {
        Refusal::AlreadyRefunded
    } else if mentions("greater than") {
        Refusal::TooMuch
    } else if mentions("balance") {
        Refusal::BalanceTooLow
    } else {
        Refusal::Other
    }
}

/// The needed keys of any object or list of Razorpay, their values not parsed yet.
#[derive(Deserialize)]
pub(super) struct Entity<'a> {
    #[serde(borrow)]
    pub(super) id: Option<&'a RawValue>,
    #[serde(borrow)]
    order_id: Option<&'a RawValue>,
    #[serde(borrow)]
    payment_id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) amount: Option<&'a RawValue>,
    #[serde(borrow)]
    amount_refunded: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) currency: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) status: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) fee: Option<&'a RawValue>,
    #[serde(borrow)]
    error_description: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) receipt: Option<&'a RawValue>,
    #[serde(borrow)]
    items: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) notes: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) created_at: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) payment_amount: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) image_content: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) image_url: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) payments_count_received: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) entity_id: Option<&'a RawValue>,
    #[serde(borrow, rename = "type")]
    pub(super) kind: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) tax: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) credit: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) debit: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) settled: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) settlement_id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) settlement_utr: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) settled_at: Option<&'a RawValue>,
}

impl<'a> Entity<'a> {
    pub(super) fn read(call: &'static str, body: &'a str) -> Result<Self, PaymentError> {
        serde_json::from_str(body).map_err(|_| unreadable_answer(call, "object"))
    }

    /// The items of a list, not parsed yet.
    pub(super) fn items(&self, call: &'static str) -> Result<Vec<&'a RawValue>, PaymentError> {
        self.items
            .and_then(|items| serde_json::from_str(items.get()).ok())
            .ok_or_else(|| unreadable_answer(call, "items"))
    }
}

/// A whole number of paise from 0 to [`LARGEST_AMOUNT`], as a number or as digits in quotes.
pub(super) fn paise(value: Option<&RawValue>) -> Option<Money> {
    let value: Value = serde_json::from_str(value?.get()).ok()?;
    let paise = value.as_i64().or_else(|| value.as_str()?.parse().ok())?;
    (0..=LARGEST_AMOUNT).contains(&paise).then(|| Money::from_paise(paise))
}

pub(super) fn text(value: Option<&RawValue>) -> Option<String> {
    serde_json::from_str(value?.get()).ok().filter(|text: &String| !text.is_empty())
}

/// Text to store: one line, of limited length, without characters that a database refuses.
fn text_to_store(value: Option<&RawValue>) -> Option<String> {
    let text = text(value)?;
    Some(text.chars().filter(|c| !c.is_control()).take(LONGEST_TEXT).collect())
}

/// A response that cannot be read: the request may have been done.
pub(super) fn unreadable_answer(call: &'static str, key: &str) -> PaymentError {
    let fault = ProviderFault::new(call, &format!("an answer without a readable {key}"));
    PaymentError::Unknown(fault.answered(200, None))
}

pub(super) fn order(call: &'static str, body: &str) -> Result<ProviderOrder, PaymentError> {
    let order = Entity::read(call, body)?;
    let read = |value, key| text(value).ok_or_else(|| unreadable_answer(call, key));
    Ok(ProviderOrder {
        id: read(order.id, "id")?.parse().map_err(|_| unreadable_answer(call, "id"))?,
        amount: paise(order.amount).ok_or_else(|| unreadable_answer(call, "amount"))?,
        status: order_status(&read(order.status, "status")?),
    })
}

/// A status other than created and paid counts as attempted.
pub(super) fn order_status(name: &str) -> ProviderOrderStatus {
    match name {
        "created" => ProviderOrderStatus::Created,
        "paid" => ProviderOrderStatus::Paid,
        _ => ProviderOrderStatus::Attempted,
    }
}

/// Returns the newest order with this receipt of those that can be read; the list is newest first.
pub(super) fn order_with_receipt(
    call: &'static str,
    body: &str,
    receipt: &str,
) -> Result<Option<ProviderOrder>, PaymentError> {
    let items = Entity::read(call, body)?.items(call)?;
    let mut found = items.into_iter().filter_map(|item| {
        let item = item.get();
        let is_it = text(Entity::read(call, item).ok()?.receipt).as_deref() == Some(receipt);
        if is_it { order(call, item).ok() } else { None }
    });
    Ok(found.next())
}

pub(super) fn payment(call: &'static str, body: &str) -> Result<Payment, PaymentError> {
    let payment = Entity::read(call, body)?;
    let read = |value, key| text(value).ok_or_else(|| unreadable_answer(call, key));
    Ok(Payment {
        id: read(payment.id, "id")?.parse().map_err(|_| unreadable_answer(call, "id"))?,
        order: text(payment.order_id).and_then(|id| id.parse().ok()),
        amount: paise(payment.amount).ok_or_else(|| unreadable_answer(call, "amount"))?,
        currency: text_to_store(payment.currency).ok_or_else(|| unreadable_answer(call, "currency"))?,
        status: read(payment.status, "status")?
            .parse::<PaymentStatus>()
            .map_err(|_| unreadable_answer(call, "status"))?,
        // Read as zero, it would hide a refund that was sent.
        refunded: match payment.amount_refunded {
            None => Money::ZERO,
            sent => paise(sent).ok_or_else(|| unreadable_answer(call, "amount_refunded"))?,
        },
        method: text_to_store(payment.method),
        fee: paise(payment.fee).unwrap_or_default(),
        failure: text_to_store(payment.error_description),
    })
}

/// A list of payments, as far as it can be read.
#[derive(Debug, Default)]
pub(super) struct Payments {
    /// The payments that could be read.
    pub(super) payments: Vec<Payment>,
    /// The number of payments that could not be read.
    pub(super) unreadable: u32,
    /// The ids of the unreadable payments, as far as their ids can be read.
    pub(super) unreadable_ids: Vec<PaymentId>,
    /// The number of all items.
    pub(super) listed: u32,
}

/// Reads a list of payments. An unreadable one is counted and does not affect the others.
pub(super) fn payments(call: &'static str, body: &str) -> Result<Payments, PaymentError> {
    let mut read = Payments::default();
    for item in Entity::read(call, body)?.items(call)? {
        read.listed += 1;
        match payment(call, item.get()) {
            Ok(payment) => read.payments.push(payment),
            Err(_) => {
                read.unreadable += 1;
                let id = Entity::read(call, item.get()).ok().and_then(|item| text(item.id)?.parse().ok());
                read.unreadable_ids.extend(id);
            }
        }
    }
    Ok(read)
}

pub(super) fn refund(call: &'static str, body: &str) -> Result<ProviderRefund, PaymentError> {
    let refund = Entity::read(call, body)?;
    let read = |value, key| text(value).ok_or_else(|| unreadable_answer(call, key));
    Ok(ProviderRefund {
        id: read(refund.id, "id")?.parse().map_err(|_| unreadable_answer(call, "id"))?,
        payment: read(refund.payment_id, "payment_id")?
            .parse()
            .map_err(|_| unreadable_answer(call, "payment_id"))?,
        amount: paise(refund.amount).ok_or_else(|| unreadable_answer(call, "amount"))?,
        progress: match text(refund.status).as_deref() {
            Some("processed") => RefundProgress::Processed,
            Some("failed") => RefundProgress::Failed,
            _ => RefundProgress::Pending,
        },
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn classified(status: u16, body: &str) -> Result<String, PaymentError> {
        classify_response("test", Answer { status, retry_after: None, date: None, body: body.to_owned() })
    }

    fn read(body: &Value) -> Result<Payment, PaymentError> {
        payment("test", &body.to_string())
    }

    fn refused(description: &str) -> Refusal {
        let body = json!({"error": {"code": "BAD_REQUEST_ERROR", "description": description}}).to_string();
        match classified(400, &body) {
            Err(PaymentError::Refused(refusal, _)) => refusal,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn refusals_are_distinguished_by_their_text() {
        let cases = [
            ("The id provided does not exist", Refusal::NoSuchId),
            ("This payment has already been captured", Refusal::AlreadyCaptured),
            ("Your payment has been declined as the order is already paid", Refusal::AlreadyPaid),
            ("The payment has been fully refunded already", Refusal::AlreadyRefunded),
            ("The refund amount provided is greater than amount captured", Refusal::TooMuch),
            (
                "Your account does not have enough balance to carry out the refund operation",
                Refusal::BalanceTooLow,
            ),
            ("The amount must be at least INR 1.00", Refusal::Other),
        ];
        for (description, expected) in cases {
            assert_eq!(refused(description), expected, "{description}");
        }
    }

    #[test]
    fn an_answer_that_is_not_clear_is_unknown_and_never_a_success() {
        for (status, body) in [
            (500, "{}"),
            (502, "<html>bad gateway</html>"),
            (504, ""),
            (302, ""),
            (400, r#"{"error":{"code":"SERVER_ERROR","description":"x"}}"#),
            (418, "tea"),
        ] {
            assert!(matches!(classified(status, body), Err(PaymentError::Unknown(_))), "{status} {body}");
        }
        for body in ["<html>", "", "[]", "7", "{}", r#"{"id":"pay_1","amount":80000,"curr"#] {
            let read = payment("test", &classified(200, body).unwrap());
            assert!(matches!(read, Err(PaymentError::Unknown(_))), "{body}");
        }
        assert!(matches!(classified(429, ""), Err(PaymentError::Unavailable(_))));
        assert!(matches!(
            classified(401, r#"{"error":{"description":"Authentication failed"}}"#),
            Err(PaymentError::Misconfigured(_))
        ));
        let gateway = classified(404, r#"{"message":"no Route matched with those values"}"#);
        assert!(matches!(gateway, Err(PaymentError::Misconfigured(_))));
        assert!(matches!(classified(409, "{}"), Err(PaymentError::Refused(Refusal::InFlight, _))));
    }

    #[test]
    fn a_payment_is_read_whatever_is_missing_beside_its_core() {
        let whole = json!({"id":"pay_DESyzxuld02Zul","entity":"payment","amount":80000,"currency":"INR","status":"captured",
            "order_id":"order_DESxiijbl9xjDB","method":"upi","amount_refunded":0,"notes":[],"fee":1888,"tax":288,
            "error_description":null,"vpa":"x@upi"});
        let whole_read = read(&whole).unwrap();
        assert_eq!(
            (whole_read.status, whole_read.amount, whole_read.fee),
            (PaymentStatus::Captured, Money::from_rupees(800), Money::from_paise(1_888))
        );
        let bare = json!({"id":"pay_1","amount":"80000","currency":"INR","status":"failed","error_code":"","notes":{}});
        let bare = read(&bare).unwrap();
        assert_eq!((bare.order, bare.method, bare.amount), (None, None, Money::from_rupees(800)));
        for key in ["id", "amount", "currency", "status"] {
            let mut broken = whole.clone();
            broken[key] = Value::Null;
            assert!(matches!(read(&broken), Err(PaymentError::Unknown(_))), "{key}");
        }
        let fractional = json!({"id":"pay_1","amount":800.5,"currency":"INR","status":"captured"});
        assert!(read(&fractional).is_err(), "half a paisa is not a valid amount");
        for amount in [json!(-1), json!(LARGEST_AMOUNT + 1), json!(1e30), json!([]), json!({})] {
            let strange = json!({"id":"pay_1","amount":amount,"currency":"INR","status":"captured"});
            assert!(read(&strange).is_err(), "{amount}");
        }
    }

    #[test]
    fn a_payment_is_not_read_if_what_was_refunded_of_it_cannot_be_read() {
        let with = |refunded: &Value| {
            let body = json!({"id":"pay_1","amount":80000,"currency":"INR","status":"captured","amount_refunded":refunded});
            read(&body).map(|payment| payment.refunded)
        };
        assert_eq!(with(&json!("30000")), Ok(Money::from_rupees(300)));
        assert_eq!(with(&Value::Null), Ok(Money::ZERO));
        for strange in [json!(30000.5), json!(-1), json!(LARGEST_AMOUNT + 1), json!([]), json!("a lot")] {
            assert!(matches!(with(&strange), Err(PaymentError::Unknown(_))), "{strange}");
        }
    }

    #[test]
    fn whatever_a_payer_had_stored_a_payment_is_read() {
        let with = |more: &str| {
            let body = format!(r#"{{"id":"pay_1","amount":1,"currency":"INR","status":"captured",{more}}}"#);
            payment("test", &body).map(|read| read.failure)
        };
        let deep = format!(r#""notes":{}{}"#, "[".repeat(100_000), "]".repeat(100_000));
        // A lone surrogate, a nesting deeper than any parser accepts, a number beyond all types, control characters.
        let lone = r#""notes":{"a":"\ud800","\udfff":"b"}"#;
        for stored in [lone, &deep, r#""notes":[1e999]"#, r#""email":7,"contact":{},"vpa":[],"notes":"x""#] {
            assert_eq!(with(stored), Ok(None), "{}", &stored[..20]);
        }
        assert_eq!(with(r#""error_description":"a\u0000b\nc""#), Ok(Some("abc".to_owned())));
        assert_eq!(with(r#""error_description":"\ud800""#), Ok(None));
    }

    #[test]
    fn a_strange_payment_in_a_list_hides_no_other() {
        let good = r#"{"id":"pay_1","amount":1,"currency":"INR","status":"failed"}"#;
        let strange = [
            "7",
            "null",
            "[]",
            "{}",
            r#""pay_2""#,
            r#"{"id":"pay_2"}"#,
            r#"{"id":"pay_3","id":"pay_3"}"#,
            r#"{"id":"pay_4","amount":1,"currency":"INR","status":"unknown"}"#,
        ];
        for strange in strange {
            let body = format!(r#"{{"count":3,"items":[{good},{strange},{good}]}}"#);
            let read = payments("test", &body).unwrap();
            assert_eq!((read.payments.len(), read.unreadable, read.listed), (2, 1, 3), "{strange}");
        }
        let body = format!(r#"{{"items":[{},{good}]}}"#, strange[5]);
        assert_eq!(payments("test", &body).unwrap().unreadable_ids, ["pay_2".parse().unwrap()]);
        for cut in [r#"{"count":0}"#, r#"{"items":7}"#, &format!(r#"{{"items":[{good},{{"id":"pa"#)] {
            assert!(payments("test", cut).is_err(), "{cut}");
        }
    }

    #[test]
    fn a_strange_order_among_those_of_a_receipt_hides_no_other() {
        let good = r#"{"id":"order_1","amount":100,"status":"created","receipt":"ours"}"#;
        let other = r#"{"id":"order_2","amount":100,"status":"created","receipt":"theirs"}"#;
        let body = format!(r#"{{"items":[7,{{"receipt":"ours"}},{other},{good}]}}"#);
        let found = order_with_receipt("test", &body, "ours").unwrap().unwrap();
        assert_eq!(found.id.as_str(), "order_1");
    }

    #[test]
    fn only_transport_5xx_and_429_are_an_outage() {
        let outage = |status: u16, body: &str| classified(status, body).unwrap_err().is_outage();
        let theirs = r#"{"error":{"code":"SERVER_ERROR","description":"x"}}"#;
        assert!(outage(500, theirs) && outage(502, "<html>") && outage(429, ""));
        assert!(!outage(400, theirs) && !outage(404, "") && !outage(418, "tea") && !outage(302, ""));
        assert!(!payment("test", "<html>").unwrap_err().is_outage());
        assert!(PaymentError::Unknown(ProviderFault::new("test", "no answer in time")).is_outage());
    }

    #[test]
    fn a_refund_with_an_unknown_status_is_pending() {
        let of = |status: Value| {
            let body = json!({"id":"rfnd_1","payment_id":"pay_1","amount":100,"status":status});
            refund("test", &body.to_string()).unwrap().progress
        };
        assert_eq!(of(json!("processed")), RefundProgress::Processed);
        assert_eq!(of(json!("failed")), RefundProgress::Failed);
        for status in [json!("pending"), json!("created"), Value::Null] {
            assert_eq!(of(status), RefundProgress::Pending);
        }
    }
}
