//! Reasons and notes are free text about a person: what becomes of them when the player is erased.

use jiff::SignedDuration;
use sideout_app::{
    desk::{
        bookings::cancel_at_desk::{CancelAtDesk, cancel_at_desk},
        money::void_payment::{VoidPayment, void_payment},
        offline::{CashPlace, Decision, FactKind, OfflineFact, OfflinePayment, PaymentDecision, record_fact},
        payouts::explain_line::explain_line,
        players::export_player::export_player,
    },
    staff::{AuditDayState, ListAudit, check_audit_day, digest_past_days, list_audit},
    steps::audited::Actor,
};
use sideout_domain::{
    DeskPaymentId, bill::Tender, money::Money, offline::DeviceTime, order::OrderNumber, staff::Role,
};
use sideout_store::{
    StoreError,
    staff::{Audit, Subject},
};
use sideout_testkit::{TestApp, on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    counter::{actor, line_of, open_counter, payment_by, take_cash, try_take},
    erasing::{erase, erase_after_seven_days},
    helpers::{at, booked, details, number, run},
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
        let paid = payment_by(Tender::UpiOwn, vec![line_of(&app, order, 300).await]);
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
    let written_on = jiff::civil::date(2026, 11, 21);
    let day = check_audit_day(&app, &owner, written_on).await.unwrap();
    assert_eq!(day.state, AuditDayState::Intact, "the entries are as they were written");
});

on_both_engines!(a_refund_is_of_the_player_who_gets_it, async |store| {
    let (app, players, kiran, _) = open_counter(store, 2).await;
    let manager = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
    let order = booked(&app, players[1], 3, "7:00 PM").await.number;
    let paid = payment_by(Tender::Cash, vec![line_of(&app, order, 300).await]);
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

/// For each booking at court N that was paid: a payment `pay_N`, a refund `rfnd_N`, and `late_N`, which the provider sent although staff
/// had given the money back another way; and a line of a payout for each.
const LINES: [&str; 4] = [
    "insert into payment (payment_id, provider_order_id, amount_paise, currency, status, fee_paise, seen_at, settled_at, outcome, bill_id) \
     select 'pay_' || cast(o.court_id as text), 'order', 100, 'INR', 'captured', 0, 1, 1, 'confirmed', l.bill_id \
       from bill_line l join orders o on o.order_number = l.order_number",
    "insert into refund (bill_id, order_number, amount_paise, reason, status, attempt, tries, approved_at, method, about, provider_refund_id) \
     select l.bill_id, l.order_number, 100, 'cancelled', 'processed', 1, 0, 1, 'upi', 'order', 'rfnd_' || cast(o.court_id as text) \
       from bill_line l join orders o on o.order_number = l.order_number",
    "insert into refund (bill_id, order_number, amount_paise, reason, status, attempt, tries, approved_at, method, about, \
                         sent_after_all, sent_after_all_at, explanation, explained_by, explained_at) \
     select l.bill_id, l.order_number, 100, 'cancelled', 'processed', 1, 0, 1, 'upi', 'late', \
            'late_' || cast(o.court_id as text), 1, '', 3, 1 \
       from bill_line l join orders o on o.order_number = l.order_number",
    "insert into payout_line (entity_id, kind, state, amount_paise, fee_paise, tax_paise, credit_paise, debit_paise, added_at) \
     select found.id, found.kind, 'missing', 100, 0, 0, 0, 0, 1 \
       from (select payment_id as id, 'payment' as kind from payment \
              union all select coalesce(provider_refund_id, sent_after_all), 'refund' from refund) found",
];

on_both_engines!(what_explains_a_line_of_a_payout_goes_with_the_player_whose_money_it_is, async |store| {
    let (app, players, kiran, _) = open_counter(store.clone(), 2).await;
    let owner = actor(&app, Role::Owner, "9825041738", &[]).await;
    for (n, player) in (1..).zip(&players) {
        let order = booked(&app, *player, n, "7:00 PM").await;
        take_cash(&app, &kiran, &order, 800, n as u64).await;
    }
    for text in LINES {
        run(&store, text).await;
    }
    for (n, key) in [(1, 10), (2, 20)] {
        for (line, key) in ["pay", "rfnd", "late"].into_iter().zip(key..) {
            let explanation = (format!("{line}_{n}"), format!("Player {n} wrote to the bank"));
            explain_line(&app, &owner, explanation, request_key(key)).await.unwrap();
        }
    }
    let explained = async |owner: &Actor| {
        let found = reasons(&app, owner).await.into_iter();
        let found = found.filter(|(verb, _)| verb == "payout.explained");
        found.map(|(_, reason)| reason).collect::<Vec<_>>()
    };
    let of = |n: u32| vec![format!("Player {n} wrote to the bank"); 3];
    assert_eq!(explained(&owner).await, [of(1), of(2)].concat());
    app.clock.set(at("11:00 PM"));
    let owner = actor(&app, Role::Owner, "9825041739", &[]).await;
    erase(&app, &owner, players[0], 90).await.unwrap();
    assert_eq!(explained(&owner).await, of(2), "from the request of the erasure on");
    assert_eq!(erase_after_seven_days(&app).await, 1);
    let erased = "select cast(count(*) as bigint) from payout_line where explained_at is not null and explanation = ''";
    assert_eq!(number(&store, erased).await, 3);
    let others =
        "select cast(count(*) as bigint) from payout_line where explanation = 'Player 2 wrote to the bank'";
    assert_eq!(number(&store, others).await, 3);
});

/// Cancels a booking and decides what becomes of ₹800 in cash that were taken for it without a network.
async fn decide(
    app: &TestApp,
    kiran: &Actor,
    order: OrderNumber,
    (decision, note): (Decision, String),
    key: u64,
) {
    let cancel = CancelAtDesk {
        number: order,
        version: details(app, order).await.booking.version,
        shown: Money::ZERO,
        refund: None,
        reason: None,
    };
    cancel_at_desk(app, kiran, cancel, request_key(key)).await.unwrap();
    let amount = Money::from_rupees(800);
    let payment =
        OfflinePayment { order, tender: Tender::Cash, amount, reference: None, cash: CashPlace::Unknown };
    let decided =
        PaymentDecision { payment, taken: None, refusal: "booking_cancelled".to_owned(), decision, note };
    let time = DeviceTime { at: app.clock_now(), offset: SignedDuration::ZERO };
    let fact = OfflineFact { time, kind: FactKind::Decision(decided) };
    record_fact::record_fact(app, kiran, VENUE, fact, request_key(key + 1)).await.unwrap();
}

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
        let decision = (Decision::GivenBack, format!("Player {n} came back for it"));
        decide(&app, &kiran, order, decision, 10 * n as u64).await;
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

on_both_engines!(the_drawer_keeps_no_words_of_a_decision_about_a_player, async |store| {
    let (app, players, kiran, _) = open_counter(store.clone(), 1).await;
    let order = booked(&app, players[0], 3, "7:00 PM").await.number;
    decide(&app, &kiran, order, (Decision::Kept, "Ketaki left it here".to_owned()), 10).await;
    let moved = "select cast(sum(amount_paise) as bigint) from cash_movement where note like '#__________ without a debt'";
    assert_eq!(number(&store, moved).await, 80_000);
    let noted = "select cast(count(*) as bigint) from audit_entry where after like '%Ketaki left it here%'";
    assert_eq!(
        number(&store, noted).await,
        1,
        "the audit has them, and hides them when the player is erased"
    );
});
