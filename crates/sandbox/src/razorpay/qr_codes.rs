//! QR codes: `/v1/payments/qr_codes` (razorpay.com/docs/api/qr-codes/create, …/close, …/fetch-with-id, …/fetch-payments,
//! …/fetch-all; webhooks: razorpay.com/docs/webhooks/qr-codes). Only one kind of them: UPI, one payment of a fixed amount.
//!
//! Payments by a code have no order (`order_id` is null in the samples of fetch-payments) and are captured at once. The pages do
//! not say what happens to a payer who has scanned a code before it closes and confirms afterwards: here the bank takes that
//! money, which is the harder case for a merchant. After the code is closed it cannot be scanned ("Customers cannot make
//! payments using a closed QR Code", payments/qr-codes/states).

use std::ops::RangeInclusive;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::{
    entities::{Method, Payment, notes},
    failure::Failure,
    order_terms::{check_fields, check_notes},
    page::CreatedBetween,
    provider_data::{Payer, ProviderData},
};
use crate::random;

/// "The time must be at least 15 minutes after the current time" (api/qr-codes/create, `close_by`).
const LEAST_OPEN: SignedDuration = SignedDuration::from_mins(15);
/// "For single_use QR codes, the close_by date can be set for a maximum of 45 days", which is also the end without one
/// (api/qr-codes/close).
const MOST_OPEN: SignedDuration = SignedDuration::from_hours(45 * 24);
/// The times that Razorpay reads as `close_by`, in seconds since 1970: the beginnings of 1 January 2000 and 31 December 2120, UTC.
const CLOSE_BY_RANGE: RangeInclusive<i64> = 946_684_800..=4_765_046_400;
/// The most payments of one code, so that they cannot fill the memory.
const MOST_PAYMENTS: usize = 1_000;
/// The fields of a new code (api/qr-codes/create).
const FIELDS: [&str; 9] = [
    "type",
    "name",
    "usage",
    "fixed_amount",
    "payment_amount",
    "description",
    "customer_id",
    "close_by",
    "notes",
];

/// A QR code.
#[derive(Debug, Clone)]
pub(crate) struct QrCode {
    pub(crate) id: String,
    pub(crate) name: Value,
    pub(crate) description: Value,
    /// In paise.
    pub(crate) amount: i64,
    pub(crate) notes: Value,
    pub(crate) close_by: Timestamp,
    pub(crate) created_at: Timestamp,
    pub(crate) closed: Option<Closed>,
    /// The sum of its captured payments, in paise.
    pub(crate) received: i64,
    /// How many captured payments it took.
    pub(crate) payments: u32,
}

/// The end of a code.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Closed {
    pub(crate) at: Timestamp,
    /// `on_demand` or `paid`; the pages name no reason for a code that expired.
    pub(crate) reason: Option<&'static str>,
}

impl QrCode {
    pub(crate) fn is_open(&self) -> bool {
        self.closed.is_none()
    }

    pub(crate) fn status(&self) -> &'static str {
        if self.is_open() { "active" } else { "closed" }
    }

    /// The text that a phone reads from the code.
    fn content(&self) -> String {
        let (rupees, paise) = (self.amount / 100, self.amount % 100);
        format!(
            "upi://pay?pa=sandbox.qr@upi&pn=Sandbox&tr=RZP{}qrv2&tn=PaymenttoSandbox&am={rupees}.{paise:02}&cu=INR&mc=5411",
            self.id.trim_start_matches("qr_")
        )
    }

    /// The code as the API shows it; `image_content` only for an account that has it (api/qr-codes/image-content:
    /// "This is an on-demand feature").
    pub(crate) fn shown(&self, with_content: bool) -> Value {
        let mut shown = json!({
            "id": self.id, "entity": "qr_code", "created_at": self.created_at.as_second(), "name": self.name,
            "usage": "single_use", "type": "upi_qr",
            "image_url": format!("https://rzp.io/i/{}", self.id.trim_start_matches("qr_")),
            "payment_amount": self.amount, "status": self.status(), "description": self.description,
            "fixed_amount": true, "payments_amount_received": self.received, "payments_count_received": self.payments,
            "notes": notes(&self.notes), "customer_id": null, "close_by": self.close_by.as_second(),
            "closed_at": self.closed.map(|closed| closed.at.as_second()),
            "close_reason": self.closed.and_then(|closed| closed.reason),
        });
        if with_content {
            shown["image_content"] = Value::from(self.content());
        }
        shown
    }
}

impl ProviderData {
    /// `POST /v1/payments/qr_codes`.
    pub(super) fn create_qr_code(&mut self, body: &Value) -> Result<Value, Failure> {
        check_fields(body, &FIELDS)?;
        if body["type"] != "upi_qr" {
            return Err(Failure::field("type", "The selected type is invalid."));
        }
        if body["usage"] != "single_use" {
            return Err(Failure::field("usage", "The selected usage is invalid."));
        }
        // "When setting the usage to single_use, ensure that fixed_amount is true" (api/qr-codes/entity).
        if body["fixed_amount"] != true {
            return Err(Failure::field("fixed_amount", "The fixed amount should be true for single use."));
        }
        let amount = body["payment_amount"]
            .as_i64()
            .ok_or_else(|| Failure::field("payment_amount", "The payment amount is required."))?;
        if amount < 1 {
            return Err(Failure::field("payment_amount", "The payment amount must be at least 1."));
        }
        check_notes(&body["notes"])?;
        let now = self.clock.now();
        let close_by = close_by(&body["close_by"], now)?;
        let code = QrCode {
            id: random::razorpay_id("qr_"),
            name: body["name"].clone(),
            description: body["description"].clone(),
            amount,
            notes: body["notes"].clone(),
            close_by,
            created_at: now,
            closed: None,
            received: 0,
            payments: 0,
        };
        let shown = code.shown(!self.switches.qr.image_only);
        self.announce_qr_code("qr_code.created", &code, None);
        self.qr_code_ids.push_back(code.id.clone());
        self.qr_codes.insert(code.id.clone(), code);
        self.remove_oldest();
        Ok(shown)
    }

    /// `GET /v1/payments/qr_codes/:id`.
    pub(super) fn qr_code(&self, id: &str) -> Result<Value, Failure> {
        let code = self.qr_codes.get(id).ok_or_else(Failure::no_such_id)?;
        Ok(code.shown(!self.switches.qr.image_only))
    }

    /// `GET /v1/payments/qr_codes?from=&to=`, newest first.
    pub(super) fn list_qr_codes(&self, span: CreatedBetween) -> Vec<Value> {
        let mut codes: Vec<&QrCode> =
            self.qr_codes.values().filter(|code| span.includes(code.created_at)).collect();
        codes.sort_by_key(|code| std::cmp::Reverse(code.created_at));
        codes.into_iter().map(|code| code.shown(!self.switches.qr.image_only)).collect()
    }

    /// `POST /v1/payments/qr_codes/:id/close`. The page does not say what a second call answers; here it is refused.
    pub(super) fn close_qr_code(&mut self, id: &str) -> Result<Value, Failure> {
        let code = self.qr_codes.get(id).ok_or_else(Failure::no_such_id)?;
        if !code.is_open() {
            return Err(Failure::refused("QR code is already closed"));
        }
        let now = self.clock.now();
        self.end_qr_code(id, now, Some("on_demand"));
        self.qr_code(id)
    }

    /// `GET /v1/payments/qr_codes/:id/payments`.
    pub(super) fn payments_of_qr_code(&self, id: &str) -> Result<Vec<Value>, Failure> {
        self.qr_codes.get(id).ok_or_else(Failure::no_such_id)?;
        Ok(self.newest_payments_of(id).into_iter().map(Payment::shown).collect())
    }

    /// A payer scans an open code; the payment waits for their bank.
    pub(super) fn scan(&mut self, id: &str, payer: Payer) -> Result<String, Failure> {
        let code = self.qr_codes.get(id).ok_or_else(Failure::no_such_id)?;
        if !code.is_open() {
            return Err(Failure::refused("The QR code is closed: it takes no payment."));
        }
        if self.newest_payments_of(id).len() >= MOST_PAYMENTS {
            return Err(Failure::TooMany);
        }
        // Razorpay gives the payment the notes of its code (the sample of qr_code.credited).
        let payer = Payer { method: Method::Upi, notes: code.notes.clone(), ..payer };
        let payment = Payment::new(id, code.amount, payer, self.clock.now());
        Ok(self.add_payment(payment))
    }

    /// A captured payment is credited to its code, which closes: "QR Code will accept only one payment and then close
    /// automatically".
    pub(super) fn credit_qr_code(&mut self, payment: &str) {
        let Some(payment) = self.payments.get(payment).cloned() else { return };
        let Some(code) = self.qr_codes.get_mut(&payment.order) else { return };
        code.received += payment.amount;
        code.payments += 1;
        let code = code.clone();
        self.announce_qr_code("qr_code.credited", &code, Some(&payment));
        if code.is_open() {
            let now = self.clock.now();
            self.end_qr_code(&code.id, now, Some("paid"));
        }
    }

    /// Closes the codes that have expired.
    pub(super) fn close_due_qr_codes(&mut self) {
        let now = self.clock.now();
        let due = |code: &&QrCode| code.is_open() && now >= code.close_by;
        let due: Vec<(String, Timestamp)> =
            self.qr_codes.values().filter(due).map(|code| (code.id.clone(), code.close_by)).collect();
        for (id, at) in due {
            self.end_qr_code(&id, at, None);
        }
    }

    fn end_qr_code(&mut self, id: &str, at: Timestamp, reason: Option<&'static str>) {
        let Some(code) = self.qr_codes.get_mut(id) else { return };
        code.closed = Some(Closed { at, reason });
        let code = code.clone();
        self.announce_qr_code("qr_code.closed", &code, None);
    }

    fn announce_qr_code(&mut self, event: &str, code: &QrCode, payment: Option<&Payment>) {
        let shown = code.shown(!self.switches.qr.image_only);
        let payload = match payment {
            Some(payment) => json!({"payment": payment.shown(), "qr_code": shown}),
            None => json!({"qr_code": shown}),
        };
        self.deliveries.add(event, &payload, &self.switches.webhooks, self.clock.now());
    }
}

/// Reads when a code closes: the end of the longest time that a code may be open if no time is given.
fn close_by(value: &Value, now: Timestamp) -> Result<Timestamp, Failure> {
    if value.is_null() {
        return Ok(now + MOST_OPEN);
    }
    let range = || {
        let message =
            format!("close_by must be between {} and {}", CLOSE_BY_RANGE.start(), CLOSE_BY_RANGE.end());
        Failure::field("close_by", message)
    };
    let at = value.as_i64().filter(|at| CLOSE_BY_RANGE.contains(at)).ok_or_else(range)?;
    let at = Timestamp::from_second(at).map_err(|_| range())?;
    if at < now + LEAST_OPEN {
        return Err(Failure::field("close_by", "close_by should be at least 15 minutes after current time"));
    }
    if at > now + MOST_OPEN {
        return Err(Failure::field("close_by", "close_by should be at most 45 days after current time"));
    }
    Ok(at)
}

#[cfg(test)]
mod tests {
    use super::{
        super::{provider_data::Outcome, time::ClockAhead},
        *,
    };

    fn data() -> (ProviderData, ClockAhead) {
        let clock = ClockAhead::standing_at("2026-11-22T13:00:00Z".parse().unwrap());
        (ProviderData::with_clock(clock.clone()), clock)
    }

    fn body(amount: i64, minutes: i64) -> Value {
        let close_by =
            "2026-11-22T13:00:00Z".parse::<Timestamp>().unwrap() + SignedDuration::from_mins(minutes);
        json!({"type": "upi_qr", "name": "Old Mill", "usage": "single_use", "fixed_amount": true, "payment_amount": amount,
            "close_by": close_by.as_second(), "notes": {"reference": "4820193756-qr-1"}})
    }

    fn made(data: &mut ProviderData) -> String {
        data.create_qr_code(&body(80_000, 16)).unwrap()["id"].as_str().unwrap().to_owned()
    }

    #[test]
    fn a_code_takes_one_payment_and_closes() {
        let (mut data, _) = data();
        let id = made(&mut data);
        let payment = data.scan(&id, Payer::by_upi()).unwrap();
        assert_eq!(data.qr_code(&id).unwrap()["status"], "active", "not before the bank has answered");
        let paid = data.apply_outcome(&payment, Outcome::Authorized).unwrap();
        assert_eq!((&paid["status"], &paid["order_id"]), (&json!("captured"), &Value::Null));
        assert_eq!(paid["description"], "QRv2 Payment");
        let code = data.qr_code(&id).unwrap();
        assert_eq!((&code["status"], &code["close_reason"]), (&json!("closed"), &json!("paid")));
        assert_eq!(code["payments_amount_received"], 80_000);
        assert_eq!(data.payments_of_qr_code(&id).unwrap().len(), 1);
        assert!(data.scan(&id, Payer::by_upi()).is_err(), "a closed code cannot be scanned");
        assert!(data.close_qr_code(&id).is_err());
    }

    #[test]
    fn two_payers_who_scanned_before_the_close_both_pay_after_it() {
        let (mut data, _) = data();
        let id = made(&mut data);
        let scanned: Vec<String> = (0..2).map(|_| data.scan(&id, Payer::by_upi()).unwrap()).collect();
        data.close_qr_code(&id).unwrap();
        for payment in &scanned {
            assert_eq!(data.apply_outcome(payment, Outcome::Authorized).unwrap()["status"], "captured");
        }
        let code = data.qr_code(&id).unwrap();
        assert_eq!(
            (&code["payments_count_received"], &code["close_reason"]),
            (&json!(2), &json!("on_demand"))
        );
    }

    #[test]
    fn a_code_closes_when_it_expires() {
        let (mut data, _) = data();
        let id = made(&mut data);
        data.clock.advance(16 * 60 - 1);
        data.catch_up();
        assert_eq!(data.qr_code(&id).unwrap()["status"], "active");
        data.clock.advance(1);
        data.catch_up();
        let code = data.qr_code(&id).unwrap();
        assert_eq!((&code["status"], &code["close_reason"]), (&json!("closed"), &Value::Null));
    }

    #[test]
    fn a_code_that_breaks_a_rule_of_the_documentation_is_refused() {
        let (mut data, _) = data();
        let refused = |data: &mut ProviderData, change: fn(&mut Value)| {
            let mut body = body(80_000, 16);
            change(&mut body);
            data.create_qr_code(&body).is_err()
        };
        assert!(refused(&mut data, |body| body["type"] = json!("bharat")));
        assert!(refused(&mut data, |body| body["usage"] = json!("twice")));
        assert!(refused(&mut data, |body| body["fixed_amount"] = json!(false)));
        assert!(refused(&mut data, |body| body["payment_amount"] = json!(0)));
        assert!(refused(&mut data, |body| body["payment_amount"] = Value::Null));
        assert!(refused(&mut data, |body| body["close_by"] = json!(7)));
        assert!(refused(&mut data, |body| body["close_by"] = json!(body["close_by"].as_i64().unwrap() - 61)));
        assert!(refused(&mut data, |body| body["strange"] = json!(1)));
        assert!(!refused(&mut data, |_| {}), "the body itself is good");
    }

    #[test]
    fn an_account_without_the_content_of_codes_gets_none() {
        let (mut data, _) = data();
        data.switches.qr.image_only = true;
        assert_eq!(data.create_qr_code(&body(80_000, 16)).unwrap()["image_content"], Value::Null);
    }
}
