//! Orders, payments and refunds of Razorpay.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::{history::Step, provider_data::Payer};
use crate::random;

/// The fee of a payment, in percent of its amount.
const FEE_PERCENT: i64 = 2;
/// The tax on a fee (GST), in percent of the fee.
const TAX_PERCENT: i64 = 18;

/// `notes`: an object, or an empty list without notes.
pub(super) fn notes(value: &Value) -> Value {
    match value {
        Value::Object(filled) if !filled.is_empty() => value.clone(),
        _ => json!([]),
    }
}

/// An order.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    pub(crate) id: String,
    /// In paise.
    pub(crate) amount: i64,
    pub(crate) receipt: Option<String>,
    pub(crate) notes: Value,
    pub(crate) status: OrderStatus,
    pub(crate) attempts: u32,
    pub(crate) created_at: Timestamp,
    pub(crate) capture: Capture,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OrderStatus {
    Created,
    Attempted,
    Paid,
}

impl OrderStatus {
    fn name(self) -> &'static str {
        match self {
            OrderStatus::Created => "created",
            OrderStatus::Attempted => "attempted",
            OrderStatus::Paid => "paid",
        }
    }
}

/// Whether Razorpay or the merchant captures authorised payments, and until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Capture {
    /// Razorpay, within this time after the payment started; later ones wait for a call of the merchant.
    pub(crate) automatic: Option<SignedDuration>,
    /// The merchant, by a call within this time; after that the payment is refunded.
    pub(crate) expiry: SignedDuration,
}

impl Order {
    pub(crate) fn shown(&self) -> Value {
        let paid = if self.status == OrderStatus::Paid { self.amount } else { 0 };
        json!({
            "id": self.id, "entity": "order", "amount": self.amount, "amount_paid": paid,
            "amount_due": self.amount - paid, "currency": "INR", "receipt": self.receipt, "offer_id": null,
            "status": self.status.name(),
            "attempts": self.attempts, "notes": notes(&self.notes), "created_at": self.created_at.as_second(),
        })
    }
}

/// A payment.
#[derive(Debug, Clone)]
pub(crate) struct Payment {
    pub(crate) id: String,
    /// The id of the order or QR code that it pays.
    pub(crate) order: String,
    /// In paise.
    pub(crate) amount: i64,
    pub(crate) method: Method,
    pub(crate) status: PaymentStatus,
    /// The amount refunded so far, in paise.
    pub(crate) refunded: i64,
    pub(crate) created_at: Timestamp,
    pub(crate) contact: String,
    pub(crate) email: String,
    pub(crate) failure: Option<Reason>,
    /// When the bank accepts late; `None` if it does not.
    pub(crate) authorized_late_at: Option<Timestamp>,
    pub(crate) authorized_at: Option<Timestamp>,
    /// The notes of the checkout's options, not those of the order; those of the code for a payment by a QR code.
    pub(crate) notes: Value,
    /// The states so far, the present one last.
    pub(crate) history: Vec<Step>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PaymentStatus {
    Created,
    Authorized,
    Captured,
    Refunded,
    Failed,
}

impl PaymentStatus {
    pub(crate) fn name(self) -> &'static str {
        match self {
            PaymentStatus::Created => "created",
            PaymentStatus::Authorized => "authorized",
            PaymentStatus::Captured => "captured",
            PaymentStatus::Refunded => "refunded",
            PaymentStatus::Failed => "failed",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Method {
    Upi,
    Card,
    Netbanking,
    Wallet,
}

impl Method {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Method::Upi => "upi",
            Method::Card => "card",
            Method::Netbanking => "netbanking",
            Method::Wallet => "wallet",
        }
    }
}

/// The reason of a failed payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reason {
    #[default]
    PaymentFailed,
    PaymentCancelled,
    PaymentTimedOut,
    InsufficientFunds,
    CardDeclined,
    IncorrectOtp,
    AuthenticationFailed,
    GatewayTechnicalError,
}

impl Reason {
    fn name(self) -> &'static str {
        match self {
            Reason::PaymentFailed => "payment_failed",
            Reason::PaymentCancelled => "payment_cancelled",
            Reason::PaymentTimedOut => "payment_timed_out",
            Reason::InsufficientFunds => "insufficient_funds",
            Reason::CardDeclined => "card_declined",
            Reason::IncorrectOtp => "incorrect_otp",
            Reason::AuthenticationFailed => "authentication_failed",
            Reason::GatewayTechnicalError => "gateway_technical_error",
        }
    }

    fn description(self) -> &'static str {
        match self {
            Reason::PaymentFailed => "Your payment didn't go through. Any amount debited will be refunded.",
            Reason::PaymentCancelled => "You may have cancelled the payment. Try again or pay another way.",
            Reason::PaymentTimedOut => "Payment was unsuccessful as you could not complete it in time.",
            Reason::InsufficientFunds => "Your account does not have enough balance. Try another account.",
            Reason::CardDeclined => "Your card was declined by the bank. Try another card.",
            Reason::IncorrectOtp => "You've entered an incorrect OTP too many times.",
            Reason::AuthenticationFailed => "The bank could not authenticate you.",
            Reason::GatewayTechnicalError => "The bank has a technical problem. Try again later.",
        }
    }

    /// The error as it is in `payment.failed` of the checkout and in the payment itself.
    pub(crate) fn error(self, order: &str, payment: &str) -> Value {
        let code = if self == Reason::GatewayTechnicalError { "GATEWAY_ERROR" } else { "BAD_REQUEST_ERROR" };
        let source = if self == Reason::GatewayTechnicalError { "gateway" } else { "customer" };
        json!({"code": code, "description": self.description(), "source": source, "step": "payment_authentication",
            "reason": self.name(), "metadata": {"order_id": order, "payment_id": payment}})
    }
}

impl Payment {
    /// A payment about to begin at `now`, of this amount in paise, for the order or QR code with this id.
    pub(crate) fn new(order: &str, amount: i64, payer: Payer, now: Timestamp) -> Self {
        let mut payment = Payment {
            id: random::razorpay_id("pay_"),
            order: order.to_owned(),
            amount,
            method: payer.method,
            status: PaymentStatus::Created,
            refunded: 0,
            created_at: now,
            contact: payer.contact,
            email: payer.email,
            failure: None,
            authorized_late_at: None,
            authorized_at: None,
            notes: payer.notes,
            history: Vec::new(),
        };
        payment.set_status(PaymentStatus::Created, now);
        payment
    }

    /// Sets the status, and adds it to the history.
    pub(crate) fn set_status(&mut self, status: PaymentStatus, at: Timestamp) {
        self.status = status;
        let why = self.failure.filter(|_| status == PaymentStatus::Failed).map(Reason::description);
        self.history.push(Step { status: status.name(), at, why });
    }

    /// The fee of a captured payment with the tax on it, and the tax alone; both in paise, cut to whole ones.
    pub(crate) fn fee(&self) -> (Option<i64>, Option<i64>) {
        if self.is_captured() {
            let fee = self.amount * FEE_PERCENT / 100;
            let tax = fee * TAX_PERCENT / 100;
            (Some(fee + tax), Some(tax))
        } else {
            (None, None)
        }
    }

    /// Whether it was made by a QR code.
    pub(crate) fn is_by_qr_code(&self) -> bool {
        self.order.starts_with("qr_")
    }

    /// Whether it was captured, and perhaps refunded since. A payment that was returned to the payer without a capture was not, though
    /// its status is that of a refunded one.
    pub(crate) fn is_captured(&self) -> bool {
        self.captured_at().is_some()
    }

    /// When it was captured.
    pub(crate) fn captured_at(&self) -> Option<Timestamp> {
        let captured = PaymentStatus::Captured.name();
        self.history.iter().find(|step| step.status == captured).map(|step| step.at)
    }

    pub(crate) fn shown(&self) -> Value {
        let (fee, tax) = self.fee();
        let error = self.failure.map_or(Value::Null, |reason| reason.error(&self.order, &self.id));
        let vpa = (self.method == Method::Upi).then_some("player@upi");
        // Samples of docs/api/qr-codes/fetch-payments: no order, and this description.
        let (order, description) = match self.is_by_qr_code() {
            true => (None, Some("QRv2 Payment")),
            false => (Some(&self.order), None),
        };
        let mut shown = json!({
            "id": self.id, "entity": "payment", "amount": self.amount, "currency": "INR",
            "status": self.status.name(),
            "order_id": order, "invoice_id": null, "international": false,
            "method": self.method.name(),
            "amount_refunded": self.refunded,
            "refund_status": match self.refunded {
                0 => Value::Null,
                part if part < self.amount => Value::from("partial"),
                _ => Value::from("full"),
            },
            "captured": self.is_captured(), "description": description, "card_id": null, "bank": null, "wallet": null,
            "vpa": vpa, "email": self.email, "contact": self.contact, "notes": notes(&self.notes), "fee": fee, "tax": tax,
            "error_code": error["code"], "error_description": error["description"],
            "error_source": error["source"], "error_step": error["step"], "error_reason": error["reason"],
            "acquirer_data": {"rrn": null}, "created_at": self.created_at.as_second(),
        });
        // A card payment has an empty error code where other methods have null.
        if self.method == Method::Card && self.failure.is_none() {
            shown["error_code"] = Value::from("");
        }
        shown
    }
}

/// A refund.
#[derive(Debug, Clone)]
pub(crate) struct Refund {
    pub(crate) id: String,
    pub(crate) payment: String,
    /// In paise.
    pub(crate) amount: i64,
    pub(crate) notes: Value,
    pub(crate) status: RefundStatus,
    pub(crate) created_at: Timestamp,
    /// When and how a pending refund ends.
    pub(crate) ends: Option<(Timestamp, RefundStatus)>,
    /// The states so far, the present one last.
    pub(crate) history: Vec<Step>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RefundStatus {
    Pending,
    Processed,
    Failed,
}

impl RefundStatus {
    fn name(self) -> &'static str {
        match self {
            RefundStatus::Pending => "pending",
            RefundStatus::Processed => "processed",
            RefundStatus::Failed => "failed",
        }
    }
}

impl Refund {
    /// Sets the status, and adds it to the history.
    pub(crate) fn set_status(&mut self, status: RefundStatus, at: Timestamp) {
        self.status = status;
        self.history.push(Step { status: status.name(), at, why: None });
    }

    pub(crate) fn shown(&self) -> Value {
        let processed = self.status == RefundStatus::Processed;
        json!({
            "id": self.id, "entity": "refund", "amount": self.amount, "currency": "INR", "payment_id": self.payment,
            // Unlike for orders and payments, empty notes of a refund are an object.
            "notes": if self.notes.is_object() { self.notes.clone() } else { json!({}) }, "receipt": null,
            "acquirer_data": {"arn": null}, "created_at": self.created_at.as_second(), "batch_id": null,
            "status": self.status.name(),
            "speed_requested": "normal", "speed_processed": processed.then_some("normal"),
        })
    }
}
