//! Razorpay's API: `/v1/orders`, `/v1/payments`, `/v1/refunds`.

use std::time::Duration;

use async_trait::async_trait;
use reqwest::{Client, Method, Url};
use serde_json::{Map, Value, json};
use sideout_domain::money::Money;
use tokio::time::Instant;

use super::{
    CaptureMode, NewProviderOrder, NewRefund, Payment, PaymentError, PaymentId, PaymentProvider,
    PaymentSettingsError, ProviderFault, ProviderOrder, ProviderOrderId, ProviderRefund, RazorpaySettings,
    RefundId, Refusal, circuit_breaker::CircuitBreaker, razorpay_answers as answers,
};
use crate::{
    Secret,
    http_client::{self, NoAnswer, TimeLimits},
};

/// Minutes in which Razorpay captures by itself; it takes no less than 12.
const AUTOMATIC_MINUTES: u32 = 12;
/// Minutes we have to capture ourselves: three days, the shorter of the two limits Razorpay's pages name.
const MANUAL_MINUTES: u32 = 3 * 24 * 60;

/// Pauses before a harmless call is tried again.
const RETRY_PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_millis(800)];

/// Speaks to Razorpay.
#[derive(Debug)]
pub struct Razorpay {
    client: Client,
    base: Url,
    key_id: String,
    key_secret: Secret,
    capture: CaptureMode,
    breaker: CircuitBreaker,
}

/// One call to the provider.
struct Call<'a> {
    name: &'static str,
    method: Method,
    path: &'a [&'a str],
    query: &'a [(&'a str, &'a str)],
    body: Option<Value>,
    idempotency_key: Option<&'a str>,
}

impl Razorpay {
    /// A client for the account.
    ///
    /// # Errors
    /// The key of the settings that does not fit.
    pub fn new(settings: &RazorpaySettings) -> Result<Self, PaymentSettingsError> {
        settings.check()?;
        let fault = |key, words| PaymentSettingsError { key, words };
        let total = Duration::from_millis(settings.timeout_ms);
        let limits = TimeLimits { connect: total.min(Duration::from_secs(5)), total };
        Ok(Razorpay {
            client: http_client::build(limits).map_err(|words| fault("base_url", words))?,
            base: http_client::base_url(&settings.base_url).map_err(|words| fault("base_url", words))?,
            key_id: settings.key_id.clone(),
            key_secret: settings.key_secret.clone(),
            capture: settings.capture,
            breaker: CircuitBreaker::default(),
        })
    }

    /// A read: harmless, so tried again when the provider was in trouble.
    async fn read(&self, name: &'static str, path: &[&str]) -> Result<Value, PaymentError> {
        self.search(name, path, &[]).await
    }

    /// A read with terms.
    async fn search(
        &self,
        name: &'static str,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Result<Value, PaymentError> {
        self.harmless(&Call { name, method: Method::GET, path, query, body: None, idempotency_key: None })
            .await
    }

    async fn harmless(&self, call: &Call<'_>) -> Result<Value, PaymentError> {
        let mut answer = self.once(call).await;
        for pause in RETRY_PAUSES {
            match &answer {
                Err(error) if error.is_outage() && self.breaker.lets_through(Instant::now()) => {}
                _ => break,
            }
            tokio::time::sleep(pause).await;
            answer = self.send(call).await;
        }
        answer
    }

    async fn once(&self, call: &Call<'_>) -> Result<Value, PaymentError> {
        if !self.breaker.lets_through(Instant::now()) {
            let words = "not asked: it has failed too often just now";
            return Err(PaymentError::Unavailable(ProviderFault::new(call.name, words)));
        }
        self.send(call).await
    }

    async fn send(&self, call: &Call<'_>) -> Result<Value, PaymentError> {
        let judged = self.ask(call).await.and_then(|answer| answers::judge(call.name, &answer));
        self.breaker.report(judged.as_ref().is_err_and(PaymentError::is_outage), Instant::now());
        judged
    }

    /// Asks for a list that is harmless, to see whether the keys are good: for `sideout doctor`. The provider's clock as its
    /// `Date` header writes it (RFC 9110), if it did.
    ///
    /// # Errors
    /// [`PaymentError::Misconfigured`] where the keys are not.
    pub async fn look(&self) -> Result<Option<String>, PaymentError> {
        let query: &[_] = &[("count", "1")];
        let path: &[_] = &["orders"];
        let name = "list orders";
        let call = Call { name, method: Method::GET, path, query, body: None, idempotency_key: None };
        let answer = self.ask(&call).await?;
        answers::judge(name, &answer).map(|_| answer.date)
    }

    /// Sends a call once; any answer is one.
    async fn ask(&self, call: &Call<'_>) -> Result<http_client::Answer, PaymentError> {
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
        let answer = match request.build() {
            Ok(request) => http_client::send(&self.client, request).await,
            Err(error) => Err(NoAnswer::NotSent(error.without_url().to_string())),
        };
        answer.map_err(|no_answer| match no_answer {
            NoAnswer::NotSent(words) => PaymentError::Unavailable(ProviderFault::new(call.name, &words)),
            NoAnswer::Unknown(words) => PaymentError::Unknown(ProviderFault::new(call.name, &words)),
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

fn notes(pairs: &[(String, String)]) -> Value {
    Value::Object(
        pairs.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect::<Map<_, _>>(),
    )
}

#[async_trait]
impl PaymentProvider for Razorpay {
    fn captures_by_itself(&self) -> bool {
        self.capture == CaptureMode::Automatic
    }

    async fn create_order(&self, order: &NewProviderOrder) -> Result<ProviderOrder, PaymentError> {
        let name = "create order";
        let body = json!({
            "amount": order.amount.paise(),
            "currency": "INR",
            "receipt": order.receipt,
            "notes": notes(&order.notes),
            "payment": self.capture_terms(),
        });
        let path = ["orders"];
        let call = Call {
            name,
            method: Method::POST,
            path: &path,
            query: &[],
            body: Some(body),
            idempotency_key: None,
        };
        answers::order(name, &self.once(&call).await?)
    }

    async fn find_order_by_receipt(&self, receipt: &str) -> Result<Option<ProviderOrder>, PaymentError> {
        let name = "find order by receipt";
        let found = self.search(name, &["orders"], &[("receipt", receipt)]).await?;
        // The provider does not promise that receipts are unique, nor that it compares them whole.
        answers::order_with_receipt(name, &found, receipt)
    }

    async fn find_order(&self, id: &ProviderOrderId) -> Result<ProviderOrder, PaymentError> {
        let name = "find order";
        answers::order(name, &self.read(name, &["orders", id.as_str()]).await?)
    }

    async fn list_payments(&self, order: &ProviderOrderId) -> Result<Vec<Payment>, PaymentError> {
        let name = "list payments";
        answers::payments(name, &self.read(name, &["orders", order.as_str(), "payments"]).await?)
    }

    async fn find_payment(&self, id: &PaymentId) -> Result<Payment, PaymentError> {
        let name = "find payment";
        answers::payment(name, &self.read(name, &["payments", id.as_str()]).await?)
    }

    async fn capture(&self, id: &PaymentId, amount: Money) -> Result<Payment, PaymentError> {
        let name = "capture";
        let path = ["payments", id.as_str(), "capture"];
        let body = json!({"amount": amount.paise(), "currency": "INR"});
        let call = Call {
            name,
            method: Method::POST,
            path: &path,
            query: &[],
            body: Some(body),
            idempotency_key: None,
        };
        match self.once(&call).await {
            Ok(body) => answers::payment(name, &body),
            // Perhaps it was done, now or before: the payment itself knows.
            Err(
                error @ (PaymentError::Unknown(_)
                | PaymentError::Refused(Refusal::AlreadyCaptured | Refusal::AlreadyPaid, _)),
            ) => {
                let payment = self.find_payment(id).await?;
                if payment.status.was_captured() { Ok(payment) } else { Err(error) }
            }
            Err(error) => Err(error),
        }
    }

    async fn refund(&self, refund: &NewRefund) -> Result<ProviderRefund, PaymentError> {
        let name = "refund";
        let path = ["payments", refund.payment.as_str(), "refund"];
        let body = json!({"amount": refund.amount.paise(), "speed": "normal", "notes": notes(&refund.notes)});
        // The key makes a repetition the same refund.
        let key = Some(refund.key.as_str());
        let call = Call {
            name,
            method: Method::POST,
            path: &path,
            query: &[],
            body: Some(body),
            idempotency_key: key,
        };
        answers::refund(name, &self.harmless(&call).await?)
    }

    async fn find_refund(&self, id: &RefundId) -> Result<ProviderRefund, PaymentError> {
        let name = "find refund";
        answers::refund(name, &self.read(name, &["refunds", id.as_str()]).await?)
    }
}
