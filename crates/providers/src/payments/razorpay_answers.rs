//! What Razorpay answers, read leniently: keys come and go, `notes` is a list when empty, amounts may be text, and errors
//! may be HTML.

use serde_json::Value;
use sideout_domain::{
    money::Money,
    payment::{PaymentStatus, ProviderOrderStatus},
};

use super::{Payment, PaymentError, ProviderFault, ProviderOrder, ProviderRefund, RefundProgress, Refusal};
use crate::http_client::Answer;

/// The body of a success, or the error it stands for.
pub(super) fn judge(call: &'static str, answer: &Answer) -> Result<Value, PaymentError> {
    let body: Value = serde_json::from_str(&answer.body).unwrap_or(Value::Null);
    let fault = |words: &str| ProviderFault::new(call, words).answered(answer.status, answer.retry_after);
    if (200..300).contains(&answer.status) {
        return if body.is_object() {
            Ok(body)
        } else {
            Err(PaymentError::Unknown(fault("an answer that is not Razorpay's")))
        };
    }
    let error = &body["error"];
    let words = error["description"].as_str().or_else(|| body["message"].as_str()).unwrap_or("no words");
    let fault = fault(words);
    Err(match answer.status {
        401 | 403 => PaymentError::Misconfigured(fault),
        429 => PaymentError::Unavailable(fault),
        409 => PaymentError::Refused(Refusal::InFlight, fault),
        // Some errors of the provider's own come with a 4xx; its code tells.
        _ if matches!(error["code"].as_str(), Some("SERVER_ERROR" | "GATEWAY_ERROR")) => {
            PaymentError::Unknown(fault)
        }
        400..=499 if error.is_object() => PaymentError::Refused(refusal(words), fault),
        // Its front door does not know the path: nothing was done, and no try will help.
        404 => PaymentError::Misconfigured(fault),
        _ => PaymentError::Unknown(fault),
    })
}

/// Razorpay tells its refusals apart by words only.
fn refusal(description: &str) -> Refusal {
    let words = description.to_ascii_lowercase();
    let says = |part: &str| words.contains(part);
    if says("id provided does not exist") || says("is not a valid id") {
        Refusal::NoSuchId
    } else if says("already been captured") {
        Refusal::AlreadyCaptured
    } else if says("order is already paid") {
        Refusal::AlreadyPaid
    } else if says("fully refunded already") {
        Refusal::AlreadyRefunded
    } else if says("greater than") {
        Refusal::TooMuch
    } else if says("balance") {
        Refusal::BalanceTooLow
    } else {
        Refusal::Other
    }
}

/// A whole number of paise; numbers and digits in quotes are both seen.
fn paise(value: &Value) -> Option<Money> {
    let paise = value.as_i64().or_else(|| value.as_str()?.parse().ok())?;
    Some(Money::from_paise(paise))
}

fn text(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| !text.is_empty())
}

fn strange(call: &'static str, key: &str) -> PaymentError {
    PaymentError::Unknown(ProviderFault::new(call, &format!("an answer without a readable {key}")))
}

/// Reads an order.
pub(super) fn order(call: &'static str, body: &Value) -> Result<ProviderOrder, PaymentError> {
    let read = |key: &'static str| text(&body[key]).ok_or_else(|| strange(call, key));
    Ok(ProviderOrder {
        id: read("id")?.parse().map_err(|_| strange(call, "id"))?,
        amount: paise(&body["amount"]).ok_or_else(|| strange(call, "amount"))?,
        status: match read("status")? {
            "created" => ProviderOrderStatus::Created,
            "paid" => ProviderOrderStatus::Paid,
            // What is neither is on its way.
            _ => ProviderOrderStatus::Attempted,
        },
    })
}

/// Reads the newest of a list of orders that has this receipt; the list is newest first.
pub(super) fn order_with_receipt(
    call: &'static str,
    body: &Value,
    receipt: &str,
) -> Result<Option<ProviderOrder>, PaymentError> {
    let items = body["items"].as_array().ok_or_else(|| strange(call, "items"))?;
    items
        .iter()
        .find(|item| item["receipt"].as_str() == Some(receipt))
        .map(|item| order(call, item))
        .transpose()
}

/// Reads a payment, from an answer or from inside a webhook.
pub(super) fn payment(call: &'static str, body: &Value) -> Result<Payment, PaymentError> {
    let read = |key: &'static str| text(&body[key]).ok_or_else(|| strange(call, key));
    Ok(Payment {
        id: read("id")?.parse().map_err(|_| strange(call, "id"))?,
        order: text(&body["order_id"]).and_then(|id| id.parse().ok()),
        amount: paise(&body["amount"]).ok_or_else(|| strange(call, "amount"))?,
        currency: read("currency")?.to_owned(),
        status: read("status")?.parse::<PaymentStatus>().map_err(|_| strange(call, "status"))?,
        refunded: paise(&body["amount_refunded"]).unwrap_or_default(),
        method: text(&body["method"]).map(str::to_owned),
        fee: paise(&body["fee"]).unwrap_or_default(),
        failure: text(&body["error_description"]).map(str::to_owned),
    })
}

/// Reads the list of an order's payments. One that cannot be read makes the whole list unknown: leaving it out could
/// leave money out.
pub(super) fn payments(call: &'static str, body: &Value) -> Result<Vec<Payment>, PaymentError> {
    let items = body["items"].as_array().ok_or_else(|| strange(call, "items"))?;
    items.iter().map(|item| payment(call, item)).collect()
}

/// Reads a refund.
pub(super) fn refund(call: &'static str, body: &Value) -> Result<ProviderRefund, PaymentError> {
    let read = |key: &'static str| text(&body[key]).ok_or_else(|| strange(call, key));
    Ok(ProviderRefund {
        id: read("id")?.parse().map_err(|_| strange(call, "id"))?,
        payment: read("payment_id")?.parse().map_err(|_| strange(call, "payment_id"))?,
        amount: paise(&body["amount"]).ok_or_else(|| strange(call, "amount"))?,
        progress: match text(&body["status"]) {
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

    fn judged(status: u16, body: &str) -> Result<Value, PaymentError> {
        judge("test", &Answer { status, retry_after: None, date: None, body: body.to_owned() })
    }

    fn refused(description: &str) -> Refusal {
        let body = json!({"error": {"code": "BAD_REQUEST_ERROR", "description": description}}).to_string();
        match judged(400, &body) {
            Err(PaymentError::Refused(refusal, _)) => refusal,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn refusals_are_told_apart_by_their_words() {
        let said = [
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
        for (words, expected) in said {
            assert_eq!(refused(words), expected, "{words}");
        }
    }

    #[test]
    fn an_answer_that_is_not_clear_is_unknown_and_never_a_success() {
        for (status, body) in [
            (200, "<html>"),
            (200, ""),
            (200, "[]"),
            (500, "{}"),
            (502, "<html>bad gateway</html>"),
            (504, ""),
            (302, ""),
            (400, r#"{"error":{"code":"SERVER_ERROR","description":"x"}}"#),
            (418, "tea"),
        ] {
            assert!(matches!(judged(status, body), Err(PaymentError::Unknown(_))), "{status} {body}");
        }
        assert!(matches!(judged(429, ""), Err(PaymentError::Unavailable(_))));
        assert!(matches!(
            judged(401, r#"{"error":{"description":"Authentication failed"}}"#),
            Err(PaymentError::Misconfigured(_))
        ));
        let front_door = judged(404, r#"{"message":"no Route matched with those values"}"#);
        assert!(matches!(front_door, Err(PaymentError::Misconfigured(_))));
        assert!(matches!(judged(409, "{}"), Err(PaymentError::Refused(Refusal::InFlight, _))));
    }

    #[test]
    fn a_payment_is_read_whatever_is_missing_beside_its_core() {
        let whole = json!({"id":"pay_DESyzxuld02Zul","entity":"payment","amount":80000,"currency":"INR","status":"captured",
            "order_id":"order_DESxiijbl9xjDB","method":"upi","amount_refunded":0,"notes":[],"fee":1888,"tax":288,
            "error_description":null,"vpa":"x@upi"});
        let read = payment("test", &whole).unwrap();
        assert_eq!(
            (read.status, read.amount, read.fee),
            (PaymentStatus::Captured, Money::from_rupees(800), Money::from_paise(1_888))
        );
        let bare = json!({"id":"pay_1","amount":"80000","currency":"INR","status":"failed","error_code":"","notes":{}});
        let read = payment("test", &bare).unwrap();
        assert_eq!((read.order, read.method, read.amount), (None, None, Money::from_rupees(800)));
        for key in ["id", "amount", "currency", "status"] {
            let mut broken = whole.clone();
            broken[key] = Value::Null;
            assert!(matches!(payment("test", &broken), Err(PaymentError::Unknown(_))), "{key}");
        }
        let fractional = json!({"id":"pay_1","amount":800.5,"currency":"INR","status":"captured"});
        assert!(payment("test", &fractional).is_err(), "half a paisa is no amount");
    }

    #[test]
    fn a_list_with_one_strange_payment_is_unknown_as_a_whole() {
        let good = json!({"id":"pay_1","amount":1,"currency":"INR","status":"failed"});
        assert_eq!(payments("test", &json!({"count":2,"items":[good, good]})).unwrap().len(), 2);
        assert!(payments("test", &json!({"items":[good, {"id":"pay_2"}]})).is_err());
        assert!(payments("test", &json!({"count":0})).is_err());
    }

    #[test]
    fn a_refund_in_a_state_of_tomorrow_is_pending() {
        let of = |status: Value| {
            refund("test", &json!({"id":"rfnd_1","payment_id":"pay_1","amount":100,"status":status}))
                .unwrap()
                .progress
        };
        assert_eq!(of(json!("processed")), RefundProgress::Processed);
        assert_eq!(of(json!("failed")), RefundProgress::Failed);
        for status in [json!("pending"), json!("created"), Value::Null] {
            assert_eq!(of(status), RefundProgress::Pending);
        }
    }
}
