//! The data of Razorpay and the state changes of orders, payments and refunds, without HTTP.

use std::collections::{BTreeMap, HashMap, VecDeque};

use jiff::{SignedDuration, Timestamp};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use serde_json::{Value, json};

use super::{
    deliveries::Deliveries,
    entities::{Method, Order, OrderStatus, Payment, PaymentStatus, Reason, Refund, RefundStatus},
    failure::Failure,
    order_faults::OrderFaults,
    order_terms::{capture_terms, check_notes, read_amount},
    page::CreatedBetween,
    qr_codes::QrCode,
    switches::Switches,
    time::{ClockAhead, VirtualClock},
};
use crate::random;

/// A payment without an answer of the bank fails after this time.
const TIMES_OUT_AFTER: SignedDuration = SignedDuration::from_mins(10);
/// How long after its start a failed payment can still succeed: then Razorpay stops asking the bank
/// (razorpay.com/docs/payments/payments/late-authorisation).
pub(super) const LATE_AUTHORIZATION_LIMIT: SignedDuration = SignedDuration::from_hours(3 * 24);
/// The most payments of one order, so that they cannot fill the memory.
const MOST_ATTEMPTS: u32 = 1_000;

/// Razorpay's refusal of a payment, and of a capture, for an order that is paid.
const ORDER_IS_PAID: &str = "Your payment has been declined as the order is already paid.";

/// What the payment provider holds of one account.
#[derive(Debug)]
pub(crate) struct ProviderData {
    pub(super) clock: VirtualClock,
    pub(super) switches: Switches,
    pub(super) deliveries: Deliveries,
    pub(super) orders: BTreeMap<String, Order>,
    /// The ids of the orders, the oldest first.
    pub(super) order_ids: VecDeque<String>,
    pub(super) qr_codes: BTreeMap<String, QrCode>,
    /// The ids of the QR codes, the oldest first.
    pub(super) qr_code_ids: VecDeque<String>,
    pub(super) payments: BTreeMap<String, Payment>,
    pub(super) refunds: BTreeMap<String, Refund>,
    /// By idempotency key: the refund and the body of the first request.
    pub(super) refund_keys: HashMap<String, (String, Value)>,
    /// The faults by the id of the order or QR code.
    pub(super) faults: HashMap<String, OrderFaults>,
    /// The number of requests by call.
    pub(super) calls: BTreeMap<&'static str, u64>,
    rng: StdRng,
}

impl Default for ProviderData {
    fn default() -> Self {
        ProviderData::with_clock(ClockAhead::default())
    }
}

/// The outcome of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The bank accepts.
    Authorized,
    /// The bank declines.
    Failed(Reason),
    /// The bank does not answer, or accepts this many minutes later; if `None`, as the switch `banks.yes_after_minutes` says.
    Silent { authorized_after_minutes: Option<u32> },
}

/// The payer and the method.
#[derive(Debug, Clone)]
pub(crate) struct Payer {
    pub(super) method: Method,
    pub(super) contact: String,
    pub(super) email: String,
    /// The notes of the checkout.
    pub(super) notes: Value,
}

#[cfg(test)]
impl Payer {
    /// A payer by UPI without contact data and notes.
    pub(super) fn by_upi() -> Self {
        Payer { method: Method::Upi, contact: String::new(), email: String::new(), notes: Value::Null }
    }
}

impl ProviderData {
    /// An account without orders, with this clock.
    pub(crate) fn with_clock(ahead: ClockAhead) -> Self {
        ProviderData {
            clock: VirtualClock::with(ahead),
            switches: Switches::default(),
            deliveries: Deliveries::default(),
            orders: BTreeMap::new(),
            order_ids: VecDeque::new(),
            qr_codes: BTreeMap::new(),
            qr_code_ids: VecDeque::new(),
            payments: BTreeMap::new(),
            refunds: BTreeMap::new(),
            refund_keys: HashMap::new(),
            faults: HashMap::new(),
            calls: BTreeMap::new(),
            rng: StdRng::seed_from_u64(1),
        }
    }

    /// Whether this call must fail.
    pub(super) fn call_fails(&mut self, name: &str) -> bool {
        let is_meant = self.switches.api.only.as_deref().is_none_or(|only| only == name);
        self.rng.random_range(0..100) < self.switches.api.fail_percent && is_meant
    }

    /// `POST /v1/orders`.
    pub(super) fn create_order(&mut self, body: &Value) -> Result<Value, Failure> {
        let amount = read_amount(&body["amount"])?;
        if body["currency"] != "INR" {
            return Err(Failure::field("currency", "Currency is not supported"));
        }
        let receipt = body["receipt"].as_str().map(str::to_owned);
        if receipt.as_ref().is_some_and(|receipt| receipt.chars().count() > 40) {
            return Err(Failure::field("receipt", "The receipt may not be greater than 40 characters."));
        }
        check_notes(&body["notes"])?;
        let order = Order {
            id: random::razorpay_id("order_"),
            amount,
            receipt,
            notes: body["notes"].clone(),
            status: OrderStatus::Created,
            attempts: 0,
            created_at: self.clock.now(),
            capture: capture_terms(body)?,
        };
        let shown = order.shown();
        self.order_ids.push_back(order.id.clone());
        self.orders.insert(order.id.clone(), order);
        self.remove_oldest();
        Ok(shown)
    }

    /// `GET /v1/orders/:id`.
    pub(super) fn order(&self, id: &str) -> Result<Value, Failure> {
        self.orders.get(id).map(Order::shown).ok_or_else(Failure::no_such_id)
    }

    /// `GET /v1/orders?receipt=&from=&to=`, newest first (razorpay.com/docs/api/orders/fetch-all).
    pub(super) fn orders(&self, receipt: Option<&str>, span: CreatedBetween) -> Vec<Value> {
        let wanted = |order: &&Order| {
            span.includes(order.created_at)
                && receipt.is_none_or(|receipt| order.receipt.as_deref() == Some(receipt))
        };
        let mut orders: Vec<&Order> = self.orders.values().filter(wanted).collect();
        orders.sort_by_key(|order| std::cmp::Reverse(order.created_at));
        orders.into_iter().map(Order::shown).collect()
    }

    /// `PATCH /v1/orders/:id`: replaces the notes, which are the only field that can be changed.
    pub(super) fn note_order(&mut self, id: &str, body: &Value) -> Result<Value, Failure> {
        check_notes(&body["notes"])?;
        let order = self.orders.get_mut(id).ok_or_else(Failure::no_such_id)?;
        order.notes = body["notes"].clone();
        Ok(order.shown())
    }

    /// `GET /v1/orders/:id/payments`, failed ones too.
    pub(super) fn payments_of(&self, order: &str) -> Result<Vec<Value>, Failure> {
        self.orders.get(order).ok_or_else(Failure::no_such_id)?;
        Ok(self.newest_payments_of(order).into_iter().map(Payment::shown).collect())
    }

    /// The payments of an order or a QR code, newest first.
    pub(super) fn newest_payments_of(&self, id: &str) -> Vec<&Payment> {
        let mut payments: Vec<&Payment> =
            self.payments.values().filter(|payment| payment.order == id).collect();
        payments.sort_by_key(|payment| std::cmp::Reverse(payment.created_at));
        payments
    }

    /// `GET /v1/payments/:id`.
    pub(super) fn payment(&self, id: &str) -> Result<Value, Failure> {
        self.payments.get(id).map(Payment::shown).ok_or_else(Failure::no_such_id)
    }

    /// Starts a payment of an order; returns its id.
    pub(super) fn begin(&mut self, order: &str, payer: Payer) -> Result<String, Failure> {
        let waiting =
            |payment: &&Payment| payment.order == order && payment.status == PaymentStatus::Authorized;
        let is_taken = self.payments.values().any(|payment| waiting(&payment));
        let order = self.orders.get_mut(order).ok_or_else(Failure::no_such_id)?;
        if order.status == OrderStatus::Paid || is_taken {
            let description = ORDER_IS_PAID.to_owned();
            return Err(Failure::Refused { description, field: None, reason: "order_already_paid" });
        }
        if order.attempts >= MOST_ATTEMPTS {
            return Err(Failure::TooMany);
        }
        check_notes(&payer.notes)?;
        order.status = OrderStatus::Attempted;
        order.attempts += 1;
        let payment = Payment::new(&order.id, order.amount, payer, self.clock.now());
        Ok(self.add_payment(payment))
    }

    /// Stores a new payment; returns its id.
    pub(super) fn add_payment(&mut self, payment: Payment) -> String {
        let id = payment.id.clone();
        self.payments.insert(id.clone(), payment);
        id
    }

    /// Applies the answer of the bank. A failed payment may still succeed, as with UPI apps that let a payer retry.
    pub(super) fn apply_outcome(&mut self, id: &str, outcome: Outcome) -> Result<Value, Failure> {
        let now = self.clock.now();
        let payment = self.payments.get_mut(id).ok_or_else(Failure::no_such_id)?;
        if !matches!(payment.status, PaymentStatus::Created | PaymentStatus::Failed) {
            return Ok(payment.shown());
        }
        let may_succeed_until = payment.created_at + LATE_AUTHORIZATION_LIMIT;
        if now > may_succeed_until {
            return Err(Failure::refused(
                "The payment began more than three days ago, and its bank is not asked any more",
            ));
        }
        match outcome {
            Outcome::Authorized => self.authorize(id, now),
            Outcome::Failed(reason) => {
                payment.failure = Some(reason);
                payment.set_status(PaymentStatus::Failed, now);
                self.announce("payment.failed", id);
            }
            Outcome::Silent { authorized_after_minutes } => {
                let authorized_after_minutes =
                    authorized_after_minutes.or(self.switches.banks.yes_after_minutes);
                payment.authorized_late_at = authorized_after_minutes
                    .and_then(|minutes| now.checked_add(SignedDuration::from_mins(minutes.into())).ok())
                    .filter(|at| *at <= may_succeed_until);
            }
        }
        self.payment(id)
    }

    fn authorize(&mut self, id: &str, now: Timestamp) {
        let Some(payment) = self.payments.get_mut(id) else { return };
        payment.failure = None;
        payment.set_status(PaymentStatus::Authorized, now);
        payment.authorized_at = Some(now);
        payment.authorized_late_at = None;
        let (order, age) = (payment.order.clone(), now.duration_since(payment.created_at));
        let is_by_qr_code = payment.is_by_qr_code();
        self.announce("payment.authorized", id);
        if is_by_qr_code {
            self.mark_captured(id);
            return;
        }
        let Some(order) = self.orders.get(&order) else { return };
        if order.status == OrderStatus::Paid {
            // The order was paid in the meantime.
            self.return_to_payer(id);
        } else if order.capture.automatic.is_some_and(|limit| age <= limit) {
            self.mark_captured(id);
        }
    }

    fn mark_captured(&mut self, id: &str) {
        let now = self.clock.now();
        let Some(payment) = self.payments.get_mut(id) else { return };
        payment.set_status(PaymentStatus::Captured, now);
        if let Some(order) = self.orders.get_mut(&payment.order) {
            order.status = OrderStatus::Paid;
        }
        self.announce("payment.captured", id);
        self.announce_paid(id);
        self.credit_qr_code(id);
    }

    /// Returns an uncaptured payment to the payer; no refund entity is created.
    fn return_to_payer(&mut self, id: &str) {
        let now = self.clock.now();
        if let Some(payment) = self.payments.get_mut(id) {
            payment.set_status(PaymentStatus::Refunded, now);
            payment.refunded = payment.amount;
        }
    }

    /// `POST /v1/payments/:id/capture`.
    pub(super) fn capture(&mut self, id: &str, body: &Value) -> Result<Value, Failure> {
        let amount = read_amount(&body["amount"])?;
        let payment = self.payments.get(id).ok_or_else(Failure::no_such_id)?;
        let order_is_paid =
            self.orders.get(&payment.order).is_some_and(|order| order.status == OrderStatus::Paid);
        match payment.status {
            _ if payment.is_captured() => {
                return Err(Failure::refused("This payment has already been captured"));
            }
            PaymentStatus::Authorized if order_is_paid => {
                return Err(Failure::refused(ORDER_IS_PAID));
            }
            PaymentStatus::Authorized => {}
            _ => {
                return Err(Failure::refused(
                    "Only payments which have been authorized and not yet captured can be captured",
                ));
            }
        }
        if amount != payment.amount {
            return Err(Failure::refused("Capture amount must be equal to the amount authorized"));
        }
        self.mark_captured(id);
        self.payment(id)
    }

    pub(super) fn payments(&self) -> Vec<Value> {
        self.payments.values().map(Payment::shown).collect()
    }

    /// Applies the changes that are due by now.
    pub(super) fn catch_up(&mut self) {
        let now = self.clock.now();
        self.close_due_qr_codes();
        let silent: Vec<String> = self
            .payments
            .values()
            .filter(|payment| {
                let times_out_at = payment.created_at + TIMES_OUT_AFTER;
                // The clock may pass the bank's answer and the end of the time for it in one jump.
                let is_answered = payment.authorized_late_at.is_some_and(|at| at < times_out_at);
                payment.status == PaymentStatus::Created && now >= times_out_at && !is_answered
            })
            .map(|payment| payment.id.clone())
            .collect();
        for id in silent {
            if let Some(payment) = self.payments.get_mut(&id) {
                payment.failure = Some(Reason::PaymentTimedOut);
                payment.set_status(PaymentStatus::Failed, payment.created_at + TIMES_OUT_AFTER);
            }
            self.announce("payment.failed", &id);
        }
        let mut late: Vec<(String, Timestamp)> = self
            .payments
            .values()
            .filter_map(|payment| Some((payment, payment.authorized_late_at?)))
            .filter(|(_, at)| now >= *at)
            .map(|(payment, at)| (payment.id.clone(), at))
            .collect();
        // The clock may pass the answers for several payments of one order in one jump: the first one pays it.
        late.sort_by_key(|(_, at)| *at);
        for (id, at) in late {
            self.authorize(&id, at);
        }
        let uncaptured: Vec<String> = self
            .payments
            .values()
            .filter(|payment| payment.status == PaymentStatus::Authorized)
            .filter(|payment| {
                let expiry = self.orders.get(&payment.order).map(|order| order.capture.expiry);
                expiry.is_some_and(|expiry| now >= payment.created_at + expiry)
            })
            .map(|payment| payment.id.clone())
            .collect();
        for id in uncaptured {
            self.return_to_payer(&id);
        }
        let ended: Vec<(String, RefundStatus)> = self
            .refunds
            .values()
            .filter_map(|refund| {
                refund.ends.filter(|(at, _)| now >= *at).map(|(_, status)| (refund.id.clone(), status))
            })
            .collect();
        for (id, status) in ended {
            self.end_refund(&id, status);
        }
    }

    fn announce(&mut self, event: &str, payment: &str) {
        if let Some(payment) = self.payments.get(payment) {
            let payload = json!({"payment": payment.shown()});
            self.deliveries.add(event, &payload, &self.switches.webhooks, self.clock.now());
        }
    }

    fn announce_paid(&mut self, payment: &str) {
        let Some(payment) = self.payments.get(payment) else { return };
        let Some(order) = self.orders.get(&payment.order) else { return };
        let payload = json!({"payment": payment.shown(), "order": order.shown()});
        self.deliveries.add("order.paid", &payload, &self.switches.webhooks, self.clock.now());
    }
}
