//! Razorpay's API: `/v1/orders`, `/v1/payments`, `/v1/refunds`.

use std::time::Duration;

use async_trait::async_trait;
use jiff::civil::Date;
use reqwest::{Client, Method, Url};
use serde_json::{Map, Value, json};
use sideout_domain::{money::Money, payout::PayoutLine};
use tokio::time::Instant;

use super::{
    CaptureMode, CreatedBetween, ListPage, ListedOrder, ListedRefund, NewProviderOrder, NewQrCode, NewRefund,
    Payment, PaymentError, PaymentId, PaymentProvider, PaymentSettingsError, PaymentsPage, ProviderFault,
    ProviderOrder, ProviderOrderId, ProviderRefund, QrCode, QrCodeId, RazorpaySettings, RefundId, Refusal,
    TimeBudget, circuit_breaker::CircuitBreaker, razorpay_answers as answers, razorpay_lists as lists,
    razorpay_payouts as payouts, razorpay_qr_codes as qr_codes,
};
use crate::{
    Secret,
    http_client::{self, NoAnswer, TimeLimits},
};

/// The minutes in which Razorpay captures by itself; at least 12.
const AUTOMATIC_MINUTES: u32 = 12;
/// The minutes in which we can capture: three days, the shorter of the two limits in Razorpay's documentation.
const MANUAL_MINUTES: u32 = 3 * 24 * 60;

/// Pauses before a background job retries a harmless call.
const RETRY_PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_millis(800)];

/// The largest response that is read, in bytes. Twenty payments with the most notes that Razorpay stores fit into it, in the
/// longest encoding as well.
const ANSWER_LIMIT: usize = 4 * 1024 * 1024;

/// The payments requested at once; if the response is too large, fewer, down to one.
const PAGE: u32 = 20;
/// What the number of requested items is divided by if the response is too large.
pub(super) const SMALLER_BY: u32 = 4;

/// A page with at least this many items is not taken for the last one: the size of Razorpay's page if it ignores
/// `count`, which it documents for lists in general but not for the payments of an order.
pub(super) const SHORTEST_FULL_PAGE: u32 = 10;

/// The most payments of one page that are fetched separately because they cannot be read in the list.
const FETCHED_ALONE: usize = 5;

/// The client of Razorpay.
#[derive(Debug)]
pub struct Razorpay {
    client: Client,
    base: Url,
    key_id: String,
    key_secret: Secret,
    capture: CaptureMode,
    timeout: Duration,
    breaker: CircuitBreaker,
}

/// One call to the provider.
pub(super) struct Call<'a> {
    pub(super) name: &'static str,
    method: Method,
    path: &'a [&'a str],
    query: &'a [(&'a str, &'a str)],
    body: Option<Value>,
    idempotency_key: Option<&'a str>,
    budget: TimeBudget,
}

impl<'a> Call<'a> {
    pub(super) fn get(name: &'static str, path: &'a [&'a str], budget: TimeBudget) -> Self {
        Call { name, method: Method::GET, path, query: &[], body: None, idempotency_key: None, budget }
    }

    /// Like [`Call::get`], with a query.
    pub(super) fn get_with_query(
        name: &'static str,
        path: &'a [&'a str],
        query: &'a [(&'a str, &'a str)],
        budget: TimeBudget,
    ) -> Self {
        Call { query, ..Call::get(name, path, budget) }
    }

    pub(super) fn post(name: &'static str, path: &'a [&'a str], body: Value, budget: TimeBudget) -> Self {
        Call { method: Method::POST, body: Some(body), ..Call::get(name, path, budget) }
    }

    /// The time that is left for the call; `None` if the timeout of the settings applies.
    ///
    /// # Errors
    /// [`PaymentError::Unavailable`] if no time is left: it must not be made.
    fn time_left(&self) -> Result<Option<Duration>, PaymentError> {
        match self.budget.left() {
            Some(left) if left.is_zero() => {
                let fault = ProviderFault::new(self.name, "not called: no time was left for it");
                Err(PaymentError::Unavailable(fault))
            }
            left => Ok(left),
        }
    }
}

impl Razorpay {
    /// A client for the account.
    ///
    /// # Errors
    /// The invalid key of the settings.
    pub fn new(settings: &RazorpaySettings) -> Result<Self, PaymentSettingsError> {
        settings.check()?;
        let fault = |key, message| PaymentSettingsError { key, message };
        let limits = TimeLimits::of(settings.timeout_ms, Duration::from_secs(5))
            .map_err(|message| fault("timeout_ms", message))?;
        Ok(Razorpay {
            client: http_client::build(limits).map_err(|message| fault("base_url", message))?,
            base: http_client::base_url(&settings.base_url).map_err(|message| fault("base_url", message))?,
            key_id: settings.key_id.clone(),
            key_secret: settings.key_secret.clone(),
            capture: settings.capture,
            timeout: limits.total,
            breaker: CircuitBreaker::default(),
        })
    }

    /// Sends a call once; returns the body of a success.
    pub(super) async fn send_once(&self, call: &Call<'_>) -> Result<String, PaymentError> {
        answers::classify_response(call.name, self.request(call).await?)
    }

    /// Sends a call that is harmless to repeat: a background job retries it after an outage of the provider.
    pub(super) async fn send_repeatable(&self, call: &Call<'_>) -> Result<String, PaymentError> {
        let mut answer = self.send_once(call).await;
        for pause in RETRY_PAUSES {
            let again = answer.as_ref().is_err_and(PaymentError::is_outage) && call.budget.is_background();
            if !again {
                break;
            }
            tokio::time::sleep(pause).await;
            answer = self.send_once(call).await;
        }
        answer
    }

    /// Sends a call for a new checkout or QR code: refused during an outage of the provider, and counted by the circuit
    /// breaker.
    pub(super) async fn send_for_new_checkout(&self, call: &Call<'_>) -> Result<String, PaymentError> {
        // A call that is not made, because its time is over, says nothing about the provider and is not reported.
        let left = call.time_left()?;
        let Some(through) = self.breaker.let_through(Instant::now()) else {
            let message = "not called: the provider has failed too often just now";
            return Err(PaymentError::Unavailable(ProviderFault::new(call.name, message)));
        };
        let answer = self.request_within(call, left).await;
        let answer = answer.and_then(|answer| answers::classify_response(call.name, answer));
        through.report(answer.as_ref().is_err_and(PaymentError::is_outage), Instant::now());
        answer
    }

    /// A page of `count` payments of the list at `path`.
    async fn read_payments(
        &self,
        path: &[&str],
        (count, skip): (u32, u32),
        budget: TimeBudget,
    ) -> Result<answers::Payments, PaymentError> {
        let (count, skip) = (count.to_string(), skip.to_string());
        let query = [("count", count.as_str()), ("skip", skip.as_str())];
        let call = Call { query: &query, ..Call::get("list payments", path, budget) };
        answers::payments(call.name, &self.send_repeatable(&call).await?)
    }

    /// A page of the list of payments at `path`, from position `skip` on. `of` is the id of the order or QR code, for the
    /// log.
    pub(super) async fn payments_page(
        &self,
        (path, of): (&[&str], &str),
        skip: u32,
        budget: TimeBudget,
    ) -> Result<PaymentsPage, PaymentError> {
        let mut count = PAGE;
        let read = loop {
            match self.read_payments(path, (count, skip), budget).await {
                Err(PaymentError::TooLarge(_)) if count > 1 => count = (count / SMALLER_BY).max(1),
                Err(PaymentError::TooLarge(fault)) => {
                    tracing::warn!(%fault, of, skip, "payment too large for its list, passed over");
                    let next = Some(skip.saturating_add(1));
                    return Ok(PaymentsPage { unreadable: 1, next, ..PaymentsPage::default() });
                }
                Err(error) => return Err(error),
                Ok(read) => break read,
            }
        };
        let next = (read.listed >= count.min(SHORTEST_FULL_PAGE)).then(|| skip.saturating_add(read.listed));
        let mut page = PaymentsPage { payments: read.payments, unreadable: read.unreadable, next };
        for id in read.unreadable_ids.iter().take(FETCHED_ALONE) {
            if let Ok(payment) = self.find_payment(id, budget).await {
                page.payments.push(payment);
                page.unreadable -= 1;
            }
        }
        if page.unreadable > 0 {
            tracing::warn!(of, unreadable = page.unreadable, "payments that cannot be read were passed over");
        }
        Ok(page)
    }

    /// Requests a harmless list to check the keys. Returns the `Date` header (RFC 9110), the provider's clock, if there is
    /// one.
    ///
    /// # Errors
    /// [`PaymentError::Misconfigured`] if the keys are not valid; other errors as for any call.
    pub async fn check_keys(&self) -> Result<Option<String>, PaymentError> {
        let call = Call {
            query: &[("count", "1")],
            ..Call::get("list orders", &["orders"], TimeBudget::BACKGROUND)
        };
        let answer = self.request(&call).await?;
        let date = answer.date.clone();
        answers::classify_response(call.name, answer).map(|_| date)
    }

    /// Sends the request of a call; returns any response, whatever its status.
    async fn request(&self, call: &Call<'_>) -> Result<http_client::Answer, PaymentError> {
        self.request_within(call, call.time_left()?).await
    }

    /// As [`Razorpay::request`], within this time; `None` if the timeout of the settings applies.
    async fn request_within(
        &self,
        call: &Call<'_>,
        left: Option<Duration>,
    ) -> Result<http_client::Answer, PaymentError> {
        let mut path = vec!["v1"];
        path.extend_from_slice(call.path);
        let mut address = http_client::join(&self.base, &path);
        if !call.query.is_empty() {
            address.query_pairs_mut().extend_pairs(call.query);
        }
        let mut request = self
            .client
            .request(call.method.clone(), address)
            .basic_auth(&self.key_id, Some(self.key_secret.reveal()));
        if let Some(body) = &call.body {
            request = request.json(body);
        }
        if let Some(key) = call.idempotency_key {
            request = request.header("X-Refund-Idempotency", key);
        }
        if let Some(left) = left {
            request = request.timeout(left.min(self.timeout));
        }
        http_client::send(request, ANSWER_LIMIT).await.map_err(|no_answer| match no_answer {
            NoAnswer::NotSent(message) => PaymentError::Unavailable(ProviderFault::new(call.name, &message)),
            NoAnswer::Unknown(message) => PaymentError::Unknown(ProviderFault::new(call.name, &message)),
            NoAnswer::TooLarge { status } => {
                let fault = ProviderFault::new(call.name, "more than 4 MiB").answered(status, None);
                PaymentError::TooLarge(fault)
            }
        })
    }

    fn capture_terms(&self) -> Value {
        let capture = match self.capture {
            CaptureMode::Automatic => "automatic",
            CaptureMode::Manual => "manual",
        };
        json!({"capture": capture, "capture_options": {
            "automatic_expiry_period": AUTOMATIC_MINUTES,
            "manual_expiry_period": MANUAL_MINUTES,
            "refund_speed": "normal",
        }})
    }
}

pub(super) fn notes(pairs: &[(String, String)]) -> Value {
    Value::Object(
        pairs.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect::<Map<_, _>>(),
    )
}

#[async_trait]
impl PaymentProvider for Razorpay {
    fn captures_by_itself(&self) -> bool {
        self.capture == CaptureMode::Automatic
    }

    async fn create_order(
        &self,
        order: &NewProviderOrder,
        budget: TimeBudget,
    ) -> Result<ProviderOrder, PaymentError> {
        let body = json!({
            "amount": order.amount.paise(),
            "currency": "INR",
            "receipt": order.receipt,
            "notes": notes(&order.notes),
            "payment": self.capture_terms(),
        });
        let call = Call::post("create order", &["orders"], body, budget);
        answers::order(call.name, &self.send_for_new_checkout(&call).await?)
    }

    async fn find_order_by_receipt(
        &self,
        receipt: &str,
        budget: TimeBudget,
    ) -> Result<Option<ProviderOrder>, PaymentError> {
        let query = [("receipt", receipt)];
        let call = Call { query: &query, ..Call::get("find order by receipt", &["orders"], budget) };
        // The provider does not guarantee that receipts are unique, nor that it compares them in full.
        answers::order_with_receipt(call.name, &self.send_for_new_checkout(&call).await?, receipt)
    }

    async fn find_order(
        &self,
        id: &ProviderOrderId,
        budget: TimeBudget,
    ) -> Result<ProviderOrder, PaymentError> {
        let path = ["orders", id.as_str()];
        let call = Call::get("find order", &path, budget);
        answers::order(call.name, &self.send_repeatable(&call).await?)
    }

    async fn list_payments(
        &self,
        order: &ProviderOrderId,
        skip: u32,
        budget: TimeBudget,
    ) -> Result<PaymentsPage, PaymentError> {
        let path = ["orders", order.as_str(), "payments"];
        self.payments_page((&path, order.as_str()), skip, budget).await
    }

    async fn find_payment(&self, id: &PaymentId, budget: TimeBudget) -> Result<Payment, PaymentError> {
        let path = ["payments", id.as_str()];
        let call = Call::get("find payment", &path, budget);
        answers::payment(call.name, &self.send_repeatable(&call).await?)
    }

    async fn capture(
        &self,
        id: &PaymentId,
        amount: Money,
        budget: TimeBudget,
    ) -> Result<Payment, PaymentError> {
        let path = ["payments", id.as_str(), "capture"];
        let body = json!({"amount": amount.paise(), "currency": "INR"});
        let call = Call::post("capture", &path, body, budget);
        match self.send_once(&call).await.and_then(|body| answers::payment(call.name, &body)) {
            // It may have been captured, now or before: the payment itself shows it.
            Err(
                error @ (PaymentError::Unknown(_)
                | PaymentError::TooLarge(_)
                | PaymentError::Refused(Refusal::AlreadyCaptured | Refusal::AlreadyPaid, _)),
            ) => {
                let payment = self.find_payment(id, budget).await?;
                if payment.status.was_captured() { Ok(payment) } else { Err(error) }
            }
            taken => taken,
        }
    }

    async fn refund(&self, refund: &NewRefund) -> Result<ProviderRefund, PaymentError> {
        let path = ["payments", refund.payment.as_str(), "refund"];
        let body = json!({"amount": refund.amount.paise(), "speed": "normal", "notes": notes(&refund.notes)});
        // The idempotency key makes a repeated call the same refund.
        let idempotency_key = Some(refund.key.as_str());
        let call = Call { idempotency_key, ..Call::post("refund", &path, body, TimeBudget::BACKGROUND) };
        answers::refund(call.name, &self.send_repeatable(&call).await?)
    }

    async fn list_orders(
        &self,
        span: CreatedBetween,
        skip: u32,
        budget: TimeBudget,
    ) -> Result<ListPage<ListedOrder>, PaymentError> {
        lists::orders(self, span, skip, budget).await
    }

    async fn list_refunds(
        &self,
        span: CreatedBetween,
        skip: u32,
    ) -> Result<ListPage<ListedRefund>, PaymentError> {
        lists::refunds(self, span, skip).await
    }

    async fn list_refunds_of(&self, payment: &PaymentId) -> Result<Vec<ListedRefund>, PaymentError> {
        lists::refunds_of(self, payment).await
    }

    async fn find_refund(&self, id: &RefundId) -> Result<ProviderRefund, PaymentError> {
        let path = ["refunds", id.as_str()];
        let call = Call::get("find refund", &path, TimeBudget::BACKGROUND);
        answers::refund(call.name, &self.send_repeatable(&call).await?)
    }

    async fn create_qr_code(&self, code: &NewQrCode, budget: TimeBudget) -> Result<QrCode, PaymentError> {
        qr_codes::create(self, code, budget).await
    }

    async fn find_qr_code_by_reference(
        &self,
        reference: &str,
        span: CreatedBetween,
        budget: TimeBudget,
    ) -> Result<Option<QrCode>, PaymentError> {
        qr_codes::find_by_reference(self, reference, span, budget).await
    }

    async fn find_qr_code(&self, id: &QrCodeId, budget: TimeBudget) -> Result<QrCode, PaymentError> {
        qr_codes::find(self, id, budget).await
    }

    async fn close_qr_code(&self, id: &QrCodeId, budget: TimeBudget) -> Result<QrCode, PaymentError> {
        qr_codes::close(self, id, budget).await
    }

    async fn list_qr_payments(
        &self,
        code: &QrCodeId,
        skip: u32,
        budget: TimeBudget,
    ) -> Result<PaymentsPage, PaymentError> {
        let path = ["payments", "qr_codes", code.as_str(), "payments"];
        self.payments_page((&path, code.as_str()), skip, budget).await
    }

    async fn list_qr_codes(
        &self,
        span: CreatedBetween,
        skip: u32,
        budget: TimeBudget,
    ) -> Result<ListPage<QrCode>, PaymentError> {
        qr_codes::list(self, span, skip, budget).await
    }

    async fn list_payout_lines(&self, day: Date, skip: u32) -> Result<ListPage<PayoutLine>, PaymentError> {
        payouts::lines(self, day, skip).await
    }
}
