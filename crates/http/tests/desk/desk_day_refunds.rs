//! The desk day's refunds and payouts: every writing operation of the queue of refunds, then those of payouts.

use serde_json::json;
use sideout_app::desk::{
    bookings::cancel_at_desk::{CancelAtDesk, cancel_at_desk},
    money::take_payment::{PaymentLine, TakePayment, take_payment},
};
use sideout_domain::{bill::Tender, money::Money, order::OrderNumber};
use sideout_testkit::{StaffMember, TestApp, request_key, sample_venue::VENUE};
use sideout_testkit_http::HttpClient;

use crate::{
    client::run,
    desk_day::{DeskDay, find_booking},
};

impl DeskDay {
    /// Takes ₹800 in cash for a booking and cancels it with ₹700 back; returns the number of the refund.
    pub(crate) async fn cancel_paid_in_cash(&self, owner: &StaffMember, order: &str) -> String {
        let app = &self.desk.app;
        let actor = app.actor(&owner.token).await;
        let number: OrderNumber = order.parse().unwrap();
        let version = find_booking(app, number).await.booking.version;
        let line = PaymentLine { order: number, version, amount: Money::from_rupees(800) };
        let request =
            TakePayment { lines: vec![line], tender: Tender::Cash, payer: None, reference: None, firm: None };
        take_payment(app, &actor, VENUE, request, request_key(9_001)).await.unwrap();
        let cancel = CancelAtDesk {
            number,
            version: find_booking(app, number).await.booking.version,
            shown: Money::ZERO,
            refund: Some(Money::from_rupees(700)),
            reason: Some("Injured".to_owned()),
        };
        cancel_at_desk(app, &actor, cancel, request_key(9_002)).await.unwrap();
        find_booking(app, number).await.refunds[0].id.to_string()
    }

    /// The refund of a booking that was paid by QR code is sent early, fails, is tried again, is settled another way, and turns out to
    /// have been sent after all. Then the writing operations of payouts are run.
    pub(crate) async fn run_refunds(&mut self, owner: &StaffMember, client: &HttpClient, order: &str) {
        let refund = cancel_paid_online(&self.desk.app, owner, order).await;
        let path = format!("/api/desk/refunds/{refund}");
        let store = self.desk.app.store.clone();
        self.run("send_refund", client, &format!("{path}/send"), json!({}), true).await;
        run(&store, "update refund set next_step_at = 9999999999999 where payment_id is not null").await;
        let sent = self.run("send_all_refunds", client, "/api/desk/refunds/send", json!({}), true).await;
        assert_eq!(sent, json!({ "refunds": 1, "amount_paise": 80_000 }));
        let fails = "update refund set status = 'failed', next_step_at = null where payment_id is not null";
        run(&store, fails).await;
        self.run("retry_refund", client, &format!("{path}/retry"), json!({}), true).await;
        run(&store, fails).await;
        let body = json!({ "way": "upi", "reference": "432198765012", "note": "To Rohan Mehta" });
        self.run("settle_refund", client, &format!("{path}/settle"), body, true).await;
        let twice =
            "update refund set sent_after_all = 'rfnd_X', sent_after_all_at = 1 where payment_id is not null";
        run(&store, twice).await;
        let body = json!({ "text": "Rohan Mehta gave the money back" });
        self.run("explain_refund", client, &format!("{path}/explain"), body, true).await;
        self.refund = refund;
        self.run_payouts(client).await;
    }

    /// A file of the provider is imported whose line belongs to no payment of ours, and the line is explained.
    async fn run_payouts(&mut self, client: &HttpClient) {
        let body = json!({ "lines": [
            "type,entity_id,amount,fee,tax,debit,credit,settlement_id,settled_at,settlement_utr",
            "adjustment,adj_A,10.12,0,0,0,10.12,setl_A,24/11/2026 09:00:00,N1",
        ] });
        let imported = self.run("import_payouts", client, "/api/desk/payouts/import", body, true).await;
        assert_eq!(imported, json!({ "lines": 1, "added": 1, "amount_paise": 1_012, "unsettled": 0 }));
        let body = json!({ "text": "Correction of a fee of October" });
        self.run("explain_payout_line", client, "/api/desk/payouts/lines/adj_A/explain", body, true).await;
    }
}

/// Cancels a booking that was paid online with all of its ₹800 back; returns the number of the refund.
pub(crate) async fn cancel_paid_online(app: &TestApp, owner: &StaffMember, order: &str) -> String {
    let actor = app.actor(&owner.token).await;
    let number: OrderNumber = order.parse().unwrap();
    let cancel = CancelAtDesk {
        number,
        version: find_booking(app, number).await.booking.version,
        shown: Money::ZERO,
        refund: Some(Money::from_rupees(800)),
        reason: Some("Injured".to_owned()),
    };
    cancel_at_desk(app, &actor, cancel, request_key(9_004)).await.unwrap();
    find_booking(app, number).await.refunds[0].id.to_string()
}
