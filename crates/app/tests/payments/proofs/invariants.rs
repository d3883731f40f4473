//! Invariants of money and court time, checked at any moment.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use sideout_app::{ledger::audit::audit, payments::issue_refunds::issue_refunds};
use sideout_store::{Invariants, StoreError, invariants::BrokenRule};

use crate::fixture::PaymentsFixture;

impl PaymentsFixture {
    /// The rules of `invariant/list_broken` that the database breaks now, read by one statement. Between any two units of work
    /// it breaks none.
    pub(crate) async fn broken(&self) -> Vec<String> {
        let broken: Result<Vec<BrokenRule>, StoreError> = self
            .app
            .store
            .read((), |tx, ()| Box::pin(async move { Invariants(tx).list_broken().await }))
            .await;
        broken.unwrap().into_iter().map(|broken| broken.rule).collect()
    }

    /// Asserts that the database breaks no rule now.
    pub(crate) async fn assert_sound(&self) {
        assert_eq!(self.broken().await, [] as [&str; 0]);
    }

    /// As [`PaymentsFixture::assert_all_agree`], after all refunds that are due were sent.
    pub(crate) async fn assert_all_agree_after_refunds(&self) -> Value {
        while issue_refunds(&self.app).await.unwrap() > 0 {}
        self.assert_all_agree().await
    }

    /// As [`PaymentsFixture::assert_sound`], and asserts that the provider agrees after all work is done: one provider order for each
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
        // What was settled another way went back at the provider only if it was sent there after all.
        let here = "select payment_id, amount_paise from refund
                     where status <> 'failed' and payment_id is not null and (method = 'provider' or sent_after_all is not null)";
        let mut owed: HashMap<String, (i64, i64)> = HashMap::new();
        for (id, paise) in self.rows(here).await {
            let of = owed.entry(id).or_default();
            *of = (of.0 + 1, of.1 + paise);
        }
        assert_eq!(returned, owed, "refunded at the provider, and recorded here");

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
