//! What is odd about one order: what its payer stored, and what the provider makes of it. Set by
//! `PUT /razorpay/orders/:id/oddities`; the other orders stay as they are.

use serde_json::{Value, json};

use super::{page::Page, switches::ApiFate, world::World};

/// The default is an order like any other.
#[derive(Debug, Clone, PartialEq, Default, serde::Deserialize, serde::Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Oddities {
    /// Listed before its payments, and again after them.
    pub(crate) strange_items: Vec<Value>,
    /// Its payments are listed without a currency; alone each is whole.
    pub(crate) is_listed_strangely: bool,
    /// So many bytes more has each payment in the list.
    pub(crate) list_padding: usize,
    /// So many bytes more has each payment alone.
    pub(crate) padding: usize,
    /// The list has no end: ever new failed tries come after the real ones.
    pub(crate) is_endless: bool,
    /// Every call about it fails like this.
    pub(crate) api: Option<ApiFate>,
}

impl Oddities {
    /// A page of the list of payments, made of the real one.
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

/// As notes would that are longer than the API takes.
fn pad(payment: &mut Value, bytes: usize) {
    if bytes > 0 {
        payment["acquirer_data"] = json!({"filler": "x".repeat(bytes)});
    }
}

impl World {
    /// What is odd about the order that a call with this id in its path is about.
    pub(super) fn oddities_about(&self, id: &str) -> Option<&Oddities> {
        let order = self.payments.get(id).map_or(id, |payment| &payment.order);
        self.oddities.get(order)
    }

    /// `GET /v1/orders/:id/payments`, a page of them.
    pub(super) fn page_of_payments(
        &self,
        order: &str,
        page: Page,
    ) -> Result<Vec<Value>, super::failure::Failure> {
        let payments = self.payments_of(order)?;
        Ok(match self.oddities.get(order) {
            Some(oddities) => oddities.listed(payments, page),
            None => page.of(payments),
        })
    }

    /// `GET /v1/payments/:id`, as large as it is told to be.
    pub(super) fn padded_payment(&self, id: &str) -> Result<Value, super::failure::Failure> {
        let mut payment = self.payment(id)?;
        pad(&mut payment, self.oddities_about(id).map_or(0, |oddities| oddities.padding));
        Ok(payment)
    }
}
