//! Limits the stored data, so that a long demo or a load test cannot fill the memory.

use std::collections::{HashSet, VecDeque};

use super::provider_data::ProviderData;

/// How many orders, with their payments and refunds, or QR codes are left when the oldest are removed.
const KEPT: usize = 20_000;
/// The number of orders or QR codes removed at once, because each removal scans all data.
const REMOVED_AT_ONCE: usize = 1_000;

impl ProviderData {
    /// Removes the oldest orders and QR codes with their payments and refunds if there are too many.
    pub(super) fn remove_oldest(&mut self) {
        let is_full = |ids: &VecDeque<String>| ids.len() >= KEPT + REMOVED_AT_ONCE;
        if !is_full(&self.order_ids) && !is_full(&self.qr_code_ids) {
            return;
        }
        if is_full(&self.order_ids) {
            for id in self.order_ids.drain(..REMOVED_AT_ONCE) {
                self.orders.remove(&id);
                self.faults.remove(&id);
            }
        }
        if is_full(&self.qr_code_ids) {
            for id in self.qr_code_ids.drain(..REMOVED_AT_ONCE) {
                self.qr_codes.remove(&id);
                self.faults.remove(&id);
            }
        }
        let Self { orders, qr_codes, payments, refunds, refund_keys, .. } = self;
        payments.retain(|_, payment| {
            orders.contains_key(&payment.order) || qr_codes.contains_key(&payment.order)
        });
        refunds.retain(|_, refund| payments.contains_key(&refund.payment));
        let left: HashSet<&String> = refunds.keys().collect();
        refund_keys.retain(|_, (refund, _)| left.contains(refund));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        super::provider_data::{Outcome, Payer},
        *,
    };

    fn paid_and_refunded(data: &mut ProviderData) -> String {
        let order = data.create_order(&json!({"amount": 80_000, "currency": "INR"})).unwrap();
        let order = order["id"].as_str().unwrap().to_owned();
        let payment = data.begin(&order, Payer::by_upi()).unwrap();
        data.apply_outcome(&payment, Outcome::Authorized).unwrap();
        data.refund(&payment, &json!({}), Some(&payment)).unwrap();
        order
    }

    #[test]
    fn the_oldest_orders_are_removed_with_all_that_belongs_to_them() {
        let mut data = ProviderData::default();
        let first = paid_and_refunded(&mut data);
        for _ in 0..KEPT + REMOVED_AT_ONCE - 2 {
            data.create_order(&json!({"amount": 100, "currency": "INR"})).unwrap();
        }
        assert!(data.order(&first).is_ok(), "not yet");
        let last = paid_and_refunded(&mut data);
        assert!(data.order(&first).is_err());
        assert_eq!((data.orders.len(), data.order_ids.len()), (KEPT, KEPT));
        assert_eq!((data.payments.len(), data.refunds.len(), data.refund_keys.len()), (1, 1, 1));
        assert!(data.payments_of(&last).is_ok());
    }
}
