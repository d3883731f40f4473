//! Reasons and notes are free text about a person: the audit shows those about an erased player no more.

use jiff::SignedDuration;
use sideout_app::{
    desk::{
        bookings::cancel_at_desk::{CancelAtDesk, cancel_at_desk},
        money::void_payment::{VoidPayment, void_payment},
        offline::{Decision, FactKind, OfflineFact, OfflinePayment, PaymentDecision, record_fact},
        players::export_player::export_player,
    },
    staff::{AuditDayState, ListAudit, check_audit_day, digest_past_days, list_audit},
    steps::audited::Actor,
};
use sideout_domain::{DeskPaymentId, bill::Tender, money::Money, offline::DeviceTime, staff::Role};
use sideout_store::{
    StoreError,
    staff::{Audit, Subject},
};
use sideout_testkit::{TestApp, on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    counter::{actor, by, line, open_counter, try_take},
    erasing::{erase, erase_after_seven_days},
    helpers::{at, booked, details},
};

/// The verbs and reasons of the entries that have one, the oldest first.
async fn reasons(app: &TestApp, owner: &Actor) -> Vec<(String, String)> {
    let page = list_audit(app, owner, ListAudit::default()).await.unwrap();
    let mut found: Vec<_> =
        page.entries.into_iter().filter_map(|entry| Some((entry.verb, entry.reason?))).collect();
    found.reverse();
    found
}

on_both_engines!(the_audit_shows_no_reason_about_an_erased_player_but_that_of_the_erasure, async |store| {
    let (app, players, kiran, _) = open_counter(store, 2).await;
    let owner = actor(&app, Role::Owner, "9825041738", &[]).await;
    for (n, player) in (1..).zip(&players) {
        let order = booked(&app, *player, n, "7:00 PM").await.number;
        let paid = by(Tender::UpiOwn, vec![line(&app, order, 300).await]);
        let paid = try_take(&app, &kiran, paid, 10 * n as u64).await.unwrap().payment;
        let void = VoidPayment { payment: DeskPaymentId(paid), reason: format!("Player {n} paid twice") };
        void_payment(&app, &kiran, void, request_key(10 * n as u64 + 1)).await.unwrap();
        let cancel = CancelAtDesk {
            number: order,
            version: details(&app, order).await.booking.version,
            shown: Money::ZERO,
            refund: None,
            reason: Some(format!("Player {n} is ill")),
        };
        cancel_at_desk(&app, &kiran, cancel, request_key(10 * n as u64 + 2)).await.unwrap();
        let reason = format!("Player {n} asked");
        export_player(&app, &owner, *player, reason, request_key(10 * n as u64 + 3)).await.unwrap();
    }
    let of = |n: u32| {
        [("payment.voided", "paid twice"), ("booking.cancelled", "is ill"), ("player.exported", "asked")]
            .map(|(verb, reason)| (verb.to_owned(), format!("Player {n} {reason}")))
    };
    assert_eq!(reasons(&app, &owner).await, [of(1), of(2)].concat());
    app.clock.set(at("11:00 PM"));
    let owner = actor(&app, Role::Owner, "9825041739", &[]).await;
    erase(&app, &owner, players[0], 90).await.unwrap();
    let erasure = ("player.erasure_asked".to_owned(), "Asked by mail".to_owned());
    let expected = [of(2).as_slice(), &[erasure]].concat();
    assert_eq!(reasons(&app, &owner).await, expected, "from the request of the erasure on");
    assert_eq!(erase_after_seven_days(&app).await, 1);
    let owner = actor(&app, Role::Owner, "9825041740", &[]).await;
    assert_eq!(reasons(&app, &owner).await, expected);
    digest_past_days(&app).await.unwrap();
    let today = jiff::civil::date(2026, 11, 21);
    let day = check_audit_day(&app, &owner, today).await.unwrap();
    assert_eq!(day.state, AuditDayState::Intact, "the entries are as they were written");
});

on_both_engines!(a_refund_is_of_the_player_who_gets_it, async |store| {
    let (app, players, kiran, _) = open_counter(store, 2).await;
    let manager = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
    let order = booked(&app, players[1], 3, "7:00 PM").await.number;
    let paid = by(Tender::Cash, vec![line(&app, order, 300).await]);
    try_take(&app, &kiran, paid, 1).await.unwrap();
    let cancel = CancelAtDesk {
        number: order,
        version: details(&app, order).await.booking.version,
        shown: Money::from_rupees(270),
        refund: None,
        reason: Some("Rain".to_owned()),
    };
    cancel_at_desk(&app, &manager, cancel, request_key(2)).await.unwrap();
    let refund = details(&app, order).await.refunds[0].id;
    let subject = Subject::new("refund", refund);
    let found: Result<_, StoreError> = app
        .store
        .read(subject, |tx, subject| Box::pin(async move { Audit(tx).find_player_of(subject).await }))
        .await;
    assert_eq!(found.unwrap(), Some(players[1]));
});

/// What the entries of decisions about payments say, the oldest first.
async fn decisions(app: &TestApp, owner: &Actor) -> Vec<String> {
    let page = list_audit(app, owner, ListAudit::default()).await.unwrap();
    let decided = page.entries.into_iter().filter(|entry| entry.verb == "payment.decided");
    let mut found: Vec<_> = decided.filter_map(|entry| entry.after).collect();
    found.reverse();
    found
}

on_both_engines!(the_audit_shows_no_note_of_a_decision_about_an_erased_player, async |store| {
    let (app, players, kiran, _) = open_counter(store, 2).await;
    for (n, player) in (1..).zip(&players) {
        let order = booked(&app, *player, n, "7:00 PM").await.number;
        let cancel = CancelAtDesk {
            number: order,
            version: details(&app, order).await.booking.version,
            shown: Money::ZERO,
            refund: None,
            reason: None,
        };
        cancel_at_desk(&app, &kiran, cancel, request_key(10 * n as u64)).await.unwrap();
        let amount = Money::from_rupees(800);
        let payment =
            OfflinePayment { order, tender: Tender::Cash, amount, reference: None, in_later_shift: false };
        let decided = PaymentDecision {
            payment,
            refusal: "booking_cancelled".to_owned(),
            decision: Decision::GivenBack,
            note: format!("Player {n} came back for it"),
        };
        let time = DeviceTime { at: app.clock_now(), offset: SignedDuration::ZERO };
        let fact = OfflineFact { time, kind: FactKind::Decision(decided) };
        record_fact::record_fact(&app, &kiran, VENUE, fact, request_key(10 * n as u64 + 1)).await.unwrap();
    }
    app.clock.set(at("11:00 PM"));
    let owner = actor(&app, Role::Owner, "9825041739", &[]).await;
    let notes = async |owner: &Actor| {
        let decisions = decisions(&app, owner).await;
        assert!(decisions.iter().all(|after| after.contains("given_back")), "{decisions:?}");
        decisions.iter().map(|after| after.contains("came back for it")).collect::<Vec<_>>()
    };
    assert_eq!(notes(&owner).await, [true, true]);
    erase(&app, &owner, players[0], 90).await.unwrap();
    assert_eq!(notes(&owner).await, [false, true], "from the request of the erasure on");
    assert_eq!(erase_after_seven_days(&app).await, 1);
    let owner = actor(&app, Role::Owner, "9825041740", &[]).await;
    assert_eq!(notes(&owner).await, [false, true]);
});
