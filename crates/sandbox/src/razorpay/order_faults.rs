//! Faults of one order or QR code, as a payer or the provider could cause them.

use serde_json::{Value, json};

use super::{page::Page, switches::ApiFault};

/// The faults of one order or QR code. The default has none.
#[derive(Debug, Clone, PartialEq, Default, serde::Deserialize, serde::Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct OrderFaults {
    /// Items listed before its payments, and again after them.
    pub(crate) strange_items: Vec<Value>,
    /// Whether its payments are listed without a currency; fetched alone each is complete.
    pub(crate) is_listed_strangely: bool,
    /// Additional bytes of each payment in the list.
    pub(crate) list_padding: usize,
    /// Additional bytes of each payment fetched alone.
    pub(crate) padding: usize,
    /// Whether the list is endless: generated failed payments follow the real ones.
    pub(crate) is_endless: bool,
    /// Whether refunds of its payments are refused.
    pub(crate) refuses_refunds: bool,
    /// The failure of every call with its id, or with the id of one of its payments. Whether the call takes effect, the switch
    /// `api.after_the_work` says.
    pub(crate) api: Option<ApiFault>,
    /// What is wrong with its lines in a payout.
    pub(crate) settlement: Option<SettlementFault>,
}

/// What is wrong with the lines of an order in a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SettlementFault {
    /// They are in no payout.
    Missing,
    /// Ten rupees less than was paid are paid out.
    WrongAmount,
}

impl OrderFaults {
    /// A page of the list of payments, derived from the real list.
    pub(super) fn listed(&self, payments: Vec<Value>, page: Page) -> Vec<Value> {
        let mut items = self.strange_items.clone();
        items.extend(payments);
        items.extend(self.strange_items.iter().cloned());
        let real = items.len();
        let mut items = page.of(items);
        if self.is_endless {
            let more = real.max(page.skip)..page.skip + page.count;
            items.extend(more.map(endless_payment));
        }
        for item in items.iter_mut().filter(|item| item["entity"] == "payment") {
            if self.is_listed_strangely {
                item["currency"] = Value::Null;
            }
            pad(item, self.list_padding);
        }
        items
    }
}

fn endless_payment(number: usize) -> Value {
    json!({"id": format!("pay_ENDLESS{number:07}"), "entity": "payment", "amount": 100, "currency": "INR",
        "status": "failed", "order_id": "order_ENDLESS", "notes": []})
}

/// Adds this many bytes to a payment.
pub(super) fn pad(payment: &mut Value, bytes: usize) {
    if bytes > 0 {
        payment["acquirer_data"] = json!({"filler": "x".repeat(bytes)});
    }
}
