//! The data of the Razorpay page.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::{Value, json};

use super::{
    entities::{Order, Payment, PaymentStatus, Refund},
    provider_data::{LATE_AUTHORIZATION_LIMIT, ProviderData},
    qr_codes::QrCode,
};

/// The most orders shown, and the most QR codes.
const SHOWN: usize = 60;

impl ProviderData {
    /// The newest data. It does not contain the current time, so that unchanged data is equal.
    pub(super) fn overview(&self, has_receiver: bool) -> Value {
        let shown = self.order_ids.iter().rev().take(SHOWN);
        let orders: Vec<Value> =
            shown.filter_map(|id| self.orders.get(id)).map(|order| self.order_overview(order)).collect();
        let codes = self.qr_code_ids.iter().rev().take(SHOWN);
        let codes: Vec<Value> =
            codes.filter_map(|id| self.qr_codes.get(id)).map(|code| self.qr_code_overview(code)).collect();
        json!({
            "orders": orders,
            "qr_codes": codes,
            "totals": {"orders": self.orders.len(), "payments": self.payments.len(), "refunds": self.refunds.len()},
            "webhooks": {
                "has_receiver": has_receiver,
                "counts": self.deliveries.counts,
                "waiting": self.deliveries.waiting(),
                "newest": self.deliveries.log.newest(),
            },
            "switches": self.switches,
            "has_faults": self.switches.are_on(),
            "calls": self.calls,
        })
    }

    fn payment_overviews(&self, of: &str) -> Vec<Value> {
        self.newest_payments_of(of).into_iter().map(|payment| self.payment_overview(payment)).collect()
    }

    fn qr_code_overview(&self, code: &QrCode) -> Value {
        json!({
            "id": code.id, "amount": code.amount, "status": code.status(), "name": code.name,
            "reference": code.notes["reference"], "created_at": code.created_at, "close_by": code.close_by,
            "is_open": code.is_open(), "payments": self.payment_overviews(&code.id),
        })
    }

    fn order_overview(&self, order: &Order) -> Value {
        let payments = self.payment_overviews(&order.id);
        let shown = order.shown();
        json!({
            "id": order.id, "amount": order.amount, "status": shown["status"], "receipt": order.receipt,
            "captured_by": if order.capture.automatic.is_some() { "automatic" } else { "manual" },
            "created_at": order.created_at, "payments": payments,
        })
    }

    fn payment_overview(&self, payment: &Payment) -> Value {
        let mut refunds: Vec<&Refund> =
            self.refunds.values().filter(|refund| refund.payment == payment.id).collect();
        refunds.sort_by_key(|refund| std::cmp::Reverse(refund.created_at));
        let refunds: Vec<Value> = refunds.into_iter().map(refund_overview).collect();
        let shown = payment.shown();
        // A failed payment may still succeed under the same id.
        let may_succeed = matches!(payment.status, PaymentStatus::Created | PaymentStatus::Failed)
            && self.clock.now() <= payment.created_at + LATE_AUTHORIZATION_LIMIT;
        json!({
            "id": payment.id, "amount": payment.amount, "status": shown["status"], "method": shown["method"],
            "refunded": payment.refunded, "contact": payment.contact, "email": payment.email,
            "history": payment.history, "late_at": payment.authorized_late_at, "may_succeed": may_succeed,
            "refunds": refunds,
        })
    }
}

fn refund_overview(refund: &Refund) -> Value {
    let shown = refund.shown();
    json!({
        "id": refund.id, "payment": refund.payment, "amount": refund.amount, "status": shown["status"],
        "history": refund.history, "ends_at": refund.ends.map(|(at, _)| at),
    })
}

/// A hash of the text, for `ETag`.
pub(super) fn tag_of(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}
