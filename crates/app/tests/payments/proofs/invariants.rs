//! Invariants of money and court time, checked at any moment.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use sideout_app::ledger::audit::audit;

use crate::world::World;

/// Captured payments with no outcome or two, bookings without a payment, refunds of confirmed bookings, and refunds that
/// exceed their payment. Zero between any two units of work.
pub(crate) const VIOLATIONS: &str = "select
    (select count(*) from payment where status = 'captured' and outcome is null)
  + (select count(*) from payment p where p.outcome = 'refund'
       and not exists (select 1 from refund r where r.payment_id = p.payment_id))
  + (select count(*) from payment p where p.outcome = 'confirmed'
       and not exists (select 1 from bill b where b.bill_id = p.bill_id and b.state = 'settled'
                          and b.method = 'provider' and b.amount_paise = p.amount_paise))
  + (select count(*) from bill b where b.state = 'settled' and b.method = 'provider'
       and 1 <> (select count(*) from payment p where p.bill_id = b.bill_id and p.outcome = 'confirmed'))
  + (select count(*) from orders o where o.status = 'confirmed' and o.payment_method = 'online'
       and o.paid_paise <> o.price_paise - o.discount_paise)
  + (select count(*) from orders o where o.status = 'confirmed'
       and not exists (select 1 from slot_claim c where c.court_id = o.court_id and c.starts_at = o.starts_at
                          and c.order_number = o.order_number and c.held_until is null))
  + (select count(*) from refund r join payment p on p.payment_id = r.payment_id
      where r.amount_paise > p.amount_paise
         or (p.outcome = 'refund' and r.amount_paise <> p.amount_paise)
         or (p.outcome = 'confirmed' and not exists
               (select 1 from orders o where o.order_number = r.order_number
                   and o.status in ('cancel_requested', 'cancelled'))))";

impl World {
    /// Asserts that the database has no violation now.
    pub(crate) async fn assert_sound(&self) {
        assert_eq!(self.number(VIOLATIONS).await, 0);
    }

    /// As [`World::assert_sound`], and asserts that the provider agrees after all work is done: one provider order for each
    /// order and amount, each captured payment settled here, with the refunds recorded here. The ledger agrees with the
    /// tables.
    pub(crate) async fn assert_all_agree(&self) -> Value {
        self.assert_sound().await;
        let there = self.everything().await;
        let list = |what: &str| there[what].as_array().unwrap().clone();
        let receipts: Vec<Value> = list("orders").into_iter().map(|order| order["receipt"].clone()).collect();
        let different: HashSet<&Value> = receipts.iter().collect();
        assert_eq!(different.len(), receipts.len(), "one order at the provider for each order and amount");

        let mut returned: HashMap<String, (i64, i64)> = HashMap::new();
        for refund in list("refunds").iter().filter(|refund| refund["status"] != "failed") {
            let of = returned.entry(refund["payment_id"].as_str().unwrap().to_owned()).or_default();
            *of = (of.0 + 1, of.1 + refund["amount"].as_i64().unwrap());
        }
        let here = self.rows("select payment_id, amount_paise from refund where status <> 'failed'").await;
        let owed: HashMap<String, (i64, i64)> =
            here.into_iter().map(|(id, paise)| (id, (1, paise))).collect();
        assert_eq!(returned, owed, "gone back at the provider, and written here");

        let captured: HashSet<String> = list("payments")
            .iter()
            .filter(|payment| payment["captured"] == true)
            .map(|payment| payment["id"].as_str().unwrap().to_owned())
            .collect();
        let known =
            self.rows("select payment_id, amount_paise from payment where settled_at is not null").await;
        let known: HashSet<String> = known.into_iter().map(|(id, _)| id).collect();
        assert_eq!(captured, known, "captured at the provider, and settled here");

        let faults = self.app.store.read((), |tx, ()| Box::pin(audit(tx))).await.unwrap();
        assert!(faults.is_empty(), "{} faults in the ledger: {}", faults.len(), faults[0]);
        there
    }
}
