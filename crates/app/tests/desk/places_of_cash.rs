//! The audit keeps what a clerk says about the place of cash that was taken without a network.

use jiff::SignedDuration;
use serde_json::{Value, json};
use sideout_app::{
    desk::offline::{CashPlace, Decision, FactKind, OfflineFact, record_fact::record_fact},
    staff::{ListAudit, list_audit},
    steps::audited::Actor,
};
use sideout_domain::{offline::DeviceTime, staff::Role};
use sideout_testkit::{TestApp, on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    counter::{actor, five_hundreds},
    erasing::{erase, erase_after_seven_days},
    helpers::at,
    offline_cash::{TAKEN, cash, count, decide, decision, into_drawer, open, open_cancelled, with_cash},
};

/// The facts of the entries of a verb as `owner` sees them, the oldest first.
async fn facts_of(app: &TestApp, owner: &Actor, verb: &str) -> Vec<Value> {
    let page = list_audit(app, owner, ListAudit::default()).await.unwrap();
    let entries = page.entries.into_iter().rev().filter(|entry| entry.verb == verb);
    entries.map(|entry| serde_json::from_str(&entry.after.unwrap()).unwrap()).collect()
}

/// Sends the fact of a payment of 6:20 PM.
async fn send_payment(app: &TestApp, kiran: &Actor, payment: FactKind, key: u64) {
    let time = DeviceTime { at: at("6:20 PM"), offset: SignedDuration::ZERO };
    let fact = OfflineFact { time, kind: payment };
    record_fact(app, kiran, VENUE, fact, request_key(key)).await.unwrap();
}

on_both_engines!(the_audit_says_that_a_payment_was_put_into_the_present_drawer, async |store| {
    let (app, kiran, order, shift) = open(store).await;
    let present = count(&app, &kiran, shift, five_hundreds(4), 1).await.next;
    let place = CashPlace::PresentDrawer(Some(present));
    let payment = FactKind::Payment(cash(&order, place), "It was in the tin".to_owned());
    send_payment(&app, &kiran, payment, TAKEN).await;
    let owner = actor(&app, Role::Owner, "9825041739", &[]).await;
    assert_eq!(
        facts_of(&app, &owner, "payment.placed").await,
        [json!({
            "order": order.number.value(), "taken_at": at("6:20 PM").to_string(), "entered_shift": present,
            "note": "It was in the tin"
        })]
    );
});

on_both_engines!(the_audit_says_in_which_count_the_cash_of_a_payment_was, async |store| {
    let (app, kiran, order, shift) = open(store).await;
    count(&app, &kiran, shift, with_cash(), 1).await;
    let payment = FactKind::Payment(cash(&order, CashPlace::InCount(None)), String::new());
    send_payment(&app, &kiran, payment, TAKEN).await;
    let owner = actor(&app, Role::Owner, "9825041739", &[]).await;
    assert_eq!(
        facts_of(&app, &owner, "payment.placed").await,
        [json!({
            "order": order.number.value(), "taken_at": at("6:20 PM").to_string(),
            "counted_at": at("6:30 PM").to_string(), "note": ""
        })]
    );
});

on_both_engines!(the_audit_says_nothing_of_a_place_that_was_not_asked_for, async |store| {
    let (app, kiran, order, _) = open(store).await;
    let payment = FactKind::Payment(cash(&order, CashPlace::Unknown), String::new());
    send_payment(&app, &kiran, payment, TAKEN).await;
    let owner = actor(&app, Role::Owner, "9825041739", &[]).await;
    assert_eq!(facts_of(&app, &owner, "payment.taken").await.len(), 1);
    assert_eq!(facts_of(&app, &owner, "payment.placed").await, Vec::<Value>::new());
});

on_both_engines!(
    the_audit_says_that_kept_cash_was_put_into_a_drawer_by_a_clerk_who_was_asked,
    async |store| {
        let (app, kiran, order, shift) = open_cancelled(store).await;
        let present = count(&app, &kiran, shift, five_hundreds(4), 1).await.next;
        decide(&app, &kiran, into_drawer(&order, Some(present)), 2).await.unwrap();
        let owner = actor(&app, Role::Owner, "9825041739", &[]).await;
        let decided = facts_of(&app, &owner, "payment.decided").await;
        assert_eq!(
            decided.iter().map(|facts| &facts["entered_shift"]).collect::<Vec<_>>(),
            [&json!(present)]
        );
    }
);

on_both_engines!(the_audit_names_no_drawer_for_kept_cash_that_no_count_can_have, async |store| {
    let (app, kiran, order, _) = open_cancelled(store).await;
    decide(&app, &kiran, decision(&order, Decision::Kept), 2).await.unwrap();
    let owner = actor(&app, Role::Owner, "9825041739", &[]).await;
    let decided = facts_of(&app, &owner, "payment.decided").await;
    assert_eq!(decided.iter().map(|facts| facts.get("entered_shift")).collect::<Vec<_>>(), [None]);
});

on_both_engines!(the_audit_hides_the_note_of_a_place_when_its_player_is_erased, async |store| {
    let (app, kiran, order, shift) = open(store).await;
    let present = count(&app, &kiran, shift, five_hundreds(4), 1).await.next;
    let place = CashPlace::PresentDrawer(Some(present));
    let payment = FactKind::Payment(cash(&order, place), "Ketaki paid for her son".to_owned());
    send_payment(&app, &kiran, payment, TAKEN).await;
    app.clock.set(at("11:00 PM"));
    let owner = actor(&app, Role::Owner, "9825041739", &[]).await;
    let notes = async |owner: &Actor| {
        let placed = facts_of(&app, owner, "payment.placed").await;
        placed.into_iter().map(|facts| facts["note"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(notes(&owner).await, [json!("Ketaki paid for her son")]);
    erase(&app, &owner, order.customer, 90).await.unwrap();
    assert_eq!(notes(&owner).await, [Value::Null], "from the request of the erasure on");
    assert_eq!(erase_after_seven_days(&app).await, 1);
    let owner = actor(&app, Role::Owner, "9825041740", &[]).await;
    assert_eq!(notes(&owner).await, [Value::Null]);
});
