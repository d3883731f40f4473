//! Refunds: `POST /v1/payments/:id/refund` and their progress.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{
    entities::{PaymentStatus, Refund, RefundStatus},
    failure::Failure,
    order_terms::{check_fields, read_amount},
    page::CreatedBetween,
    provider_data::ProviderData,
    switches::RefundOutcome,
};
use crate::random;

/// How long a refund stays pending.
const REFUND_TAKES: SignedDuration = SignedDuration::from_hours(1);

impl ProviderData {
    /// `POST /v1/payments/:id/refund`.
    pub(super) fn refund(&mut self, id: &str, body: &Value, key: Option<&str>) -> Result<Value, Failure> {
        check_fields(body, &["amount", "speed", "notes", "receipt"])?;
        if let Some(key) = key {
            let fits =
                key.len() >= 10 && key.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
            if !fits {
                return Err(Failure::refused(
                    "The idempotency key must have at least 10 characters of A-Z, a-z, 0-9, _ and -",
                ));
            }
            if let Some((refund, first)) = self.refund_keys.get(key) {
                let same =
                    first == body && self.refunds.get(refund).is_some_and(|refund| refund.payment == id);
                return if same {
                    self.find_refund(refund)
                } else {
                    Err(Failure::Conflict("Different request body sent with the same idempotency key"))
                };
            }
        }
        if self.faults_of(id).is_some_and(|faults| faults.refuses_refunds) {
            return Err(Failure::refused(
                "The refund could not be processed: the customer's account is closed.",
            ));
        }
        match self.switches.refunds {
            RefundOutcome::InFlight => {
                return Err(Failure::Conflict("Request with this idempotency key is in progress"));
            }
            RefundOutcome::BalanceLow => {
                return Err(Failure::refused(
                    "Your account does not have enough balance to carry out the refund operation.",
                ));
            }
            RefundOutcome::Processed | RefundOutcome::Pending | RefundOutcome::Failed => {}
        }
        let now = self.clock.now();
        let payment = self.payments.get_mut(id).ok_or_else(Failure::no_such_id)?;
        if !payment.is_captured() {
            return Err(Failure::refused("The payment status should be captured for action to be taken"));
        }
        let left = payment.amount - payment.refunded;
        if left == 0 {
            return Err(Failure::refused("The payment has been fully refunded already"));
        }
        let amount = if body["amount"].is_null() { left } else { read_amount(&body["amount"])? };
        if amount > left {
            return Err(Failure::refused("The refund amount provided is greater than amount captured"));
        }
        payment.refunded += amount;
        if payment.refunded == payment.amount {
            payment.set_status(PaymentStatus::Refunded, now);
        }
        let ends = |status| now.checked_add(REFUND_TAKES).ok().map(|at| (at, status));
        let (status, ends) = match self.switches.refunds {
            RefundOutcome::Pending => (RefundStatus::Pending, ends(RefundStatus::Processed)),
            RefundOutcome::Failed => (RefundStatus::Pending, ends(RefundStatus::Failed)),
            _ => (RefundStatus::Processed, None),
        };
        let mut refund = Refund {
            id: random::razorpay_id("rfnd_"),
            payment: id.to_owned(),
            amount,
            notes: body["notes"].clone(),
            status,
            created_at: now,
            ends,
            history: Vec::new(),
        };
        refund.set_status(status, now);
        let refund_id = refund.id.clone();
        self.refunds.insert(refund_id.clone(), refund);
        if let Some(key) = key {
            self.refund_keys.insert(key.to_owned(), (refund_id.clone(), body.clone()));
        }
        self.announce_refund("refund.created", &refund_id);
        if status == RefundStatus::Processed {
            self.announce_refund("refund.processed", &refund_id);
        }
        self.find_refund(&refund_id)
    }

    /// `GET /v1/refunds/:id`.
    pub(super) fn find_refund(&self, id: &str) -> Result<Value, Failure> {
        self.refunds.get(id).map(Refund::shown).ok_or_else(Failure::no_such_id)
    }

    /// `GET /v1/payments/:id/refunds`.
    pub(super) fn refunds_of(&self, payment: &str) -> Result<Vec<Value>, Failure> {
        self.payments.get(payment).ok_or_else(Failure::no_such_id)?;
        Ok(self.refunds.values().filter(|refund| refund.payment == payment).map(Refund::shown).collect())
    }

    /// `GET /v1/refunds?from=&to=`, newest first (razorpay.com/docs/api/refunds/fetch-all).
    pub(super) fn refunds(&self, span: CreatedBetween) -> Vec<Value> {
        let mut refunds: Vec<&Refund> =
            self.refunds.values().filter(|refund| span.includes(refund.created_at)).collect();
        refunds.sort_by_key(|refund| std::cmp::Reverse(refund.created_at));
        refunds.into_iter().map(Refund::shown).collect()
    }

    /// Ends a pending refund.
    pub(super) fn end_refund(&mut self, id: &str, status: RefundStatus) {
        let now = self.clock.now();
        let Some(refund) = self.refunds.get_mut(id) else { return };
        refund.set_status(status, now);
        refund.ends = None;
        let (payment, amount) = (refund.payment.clone(), refund.amount);
        if status == RefundStatus::Failed {
            if let Some(payment) = self.payments.get_mut(&payment) {
                payment.refunded -= amount;
                payment.set_status(PaymentStatus::Captured, now);
            }
            self.announce_refund("refund.failed", id);
        } else {
            self.announce_refund("refund.processed", id);
        }
    }

    fn announce_refund(&mut self, event: &str, id: &str) {
        let Some(refund) = self.refunds.get(id) else { return };
        let Some(payment) = self.payments.get(&refund.payment) else { return };
        let payload = json!({"refund": refund.shown(), "payment": payment.shown()});
        self.deliveries.add(event, &payload, &self.switches.webhooks, self.clock.now());
    }
}
