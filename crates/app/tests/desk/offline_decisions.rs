//! What becomes of money that was taken without a network is recorded once, also if it is sent again or from two places.

use jiff::SignedDuration;
use sideout_app::{
    desk::{
        money::{
            count_shift::{CloseShift, close_shift},
            review_shift::{ReviewShiftError, review_shift},
        },
        offline::{
            CashPlace, Decision, FactError, FactKind, FactOutcome, OfflineFact, OfflinePayment,
            PaymentDecision, RecordedFact,
        },
    },
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    ShiftId,
    bill::Tender,
    money::Money,
    offline::{DeviceTime, PaymentOutcome},
    staff::{Permission, Role},
};
use sideout_store::{Statement, Store};
use sideout_testkit::{
    TestApp, on_both_engines, on_two_nodes, request_key, run_concurrently, sample_venue::VENUE,
};

use crate::{
    counter::{actor, five_hundreds},
    desk_bookings::assert_sound,
    helpers::{at, number, run},
    offline_cash::{
        TAKEN, cash, count, count_thrice, counted_cash, decide, decision, expected, into_drawer, movements,
        open, open_cancelled, outcomes, pay, taken_at, with_cash,
    },
    shifts::drawer,
};

on_both_engines!(a_payment_that_is_sent_again_with_another_count_changes_nothing, async |store| {
    let (app, kiran, order, shift) = open(store).await;
    let (nisha, counted, begun) = count_thrice(&app, &kiran, shift).await;
    let in_count = |count| cash(&order, CashPlace::InCount(count));
    let paid = pay(&app, &kiran, in_count(Some(begun[1])), TAKEN).await.unwrap();
    let repeated = pay(&app, &kiran, in_count(Some(begun[1])), TAKEN).await.unwrap();
    assert_eq!((repeated.outcome, &repeated.receipt), (FactOutcome::Done, &paid.receipt), "the same answer");
    for other in [Some(begun[0]), Some(begun[2]), None] {
        let refused = pay(&app, &kiran, in_count(other), TAKEN).await.unwrap_err();
        assert!(matches!(refused, FactError::Refused(Refused::KeyReused)), "{other:?}: {refused:?}");
    }
    let shifts: Vec<_> = counted_cash(&app, &nisha).await.iter().map(|cash| cash.shift).collect();
    assert_eq!((shifts, movements(&app).await, outcomes(&app).await), (vec![counted[1]], 1, 1));
    assert_sound(&app).await;
});

// A device may send a fact again after the server was upgraded: what it could say before is recognized by the same words.
#[test]
fn the_place_of_cash_is_a_part_by_which_a_repeated_fact_is_recognized() {
    let written = |cash| {
        let payment = OfflinePayment {
            order: "4820193756".parse().unwrap(),
            tender: Tender::Cash,
            amount: Money::from_rupees(800),
            reference: None,
            cash,
        };
        let time = DeviceTime { at: at("6:20 PM"), offset: SignedDuration::ZERO };
        let text =
            serde_json::to_string(&OfflineFact { time, kind: FactKind::Payment(payment, String::new()) })
                .unwrap();
        text.split_once("payment ").unwrap().1.to_owned()
    };
    let places = [CashPlace::Unknown, CashPlace::PresentDrawer(None), CashPlace::InCount(None)];
    assert_eq!(
        places.map(written),
        [
            "4820193756 cash 80000 None false\"]",
            "4820193756 cash 80000 None true\"]",
            "4820193756 cash 80000 None in_count\"]"
        ]
    );
    assert_eq!(
        written(CashPlace::PresentDrawer(Some(ShiftId(14)))),
        "4820193756 cash 80000 None drawer 14\"]"
    );
    let chosen = [12, 13].map(|count| written(CashPlace::InCount(Some(ShiftId(count)))));
    assert_eq!(
        chosen,
        ["4820193756 cash 80000 None in_count 12\"]", "4820193756 cash 80000 None in_count 13\"]"]
    );
}

on_both_engines!(a_decision_for_another_count_is_another_decision, async |store| {
    let (app, kiran, order, shift) = open_cancelled(store).await;
    let (nisha, counted, begun) = count_thrice(&app, &kiran, shift).await;
    let in_count = |count| PaymentDecision {
        payment: cash(&order, CashPlace::InCount(count)),
        ..decision(&order, Decision::InCount)
    };
    // The page of an earlier version: the first count.
    let answer = decide(&app, &kiran, decision(&order, Decision::InCount), 10).await.unwrap();
    assert_eq!(answer.outcome, FactOutcome::Done);
    for (key, same) in [(11, Some(begun[0])), (12, None)] {
        let answer = decide(&app, &kiran, in_count(same), key).await.unwrap();
        assert_eq!(answer.outcome, FactOutcome::AlreadyDone, "{same:?}");
    }
    let reused = decide(&app, &kiran, in_count(Some(begun[1])), 10).await.unwrap_err();
    assert!(matches!(reused, FactError::Refused(Refused::KeyReused)), "{reused:?}");
    let other = decide(&app, &kiran, in_count(Some(begun[1])), 13).await.unwrap_err();
    assert!(matches!(other, FactError::DecidedBefore(PaymentOutcome::InCount)), "{other:?}");
    let shifts: Vec<_> = counted_cash(&app, &nisha).await.iter().map(|cash| cash.shift).collect();
    assert_eq!((shifts, outcomes(&app).await), (vec![counted[0]], 1));
    assert_sound(&app).await;
});

on_both_engines!(an_answer_of_an_earlier_version_is_recorded_as_before, async |store| {
    let (app, kiran, order, shift) = open_cancelled(store).await;
    count(&app, &kiran, shift, five_hundreds(4), 1).await;
    let without_time = PaymentDecision { taken: None, ..decision(&order, Decision::InCount) };
    let refused = decide(&app, &kiran, without_time, 2).await.unwrap_err();
    assert!(matches!(refused, FactError::NotCountedSince), "{refused:?}");
    let kept = PaymentDecision { taken: None, ..decision(&order, Decision::Kept) };
    decide(&app, &kiran, kept, 3).await.unwrap();
    assert_eq!((expected(&app).await, outcomes(&app).await), (2_800, 0));
});

on_both_engines!(a_payment_is_decided_once_and_not_recorded_after_it, async |store| {
    let (app, kiran, order, shift) = open(store).await;
    count(&app, &kiran, shift, with_cash(), 1).await;
    let answer = decide(&app, &kiran, decision(&order, Decision::InCount), 2).await.unwrap();
    assert_eq!(answer.outcome, FactOutcome::Done);
    let again = decide(&app, &kiran, decision(&order, Decision::InCount), 3).await.unwrap();
    assert_eq!(again.outcome, FactOutcome::AlreadyDone);
    // Also answers about which the clerk would be asked again if nothing was decided: a drawer that was counted since, a count that does
    // not exist.
    let unknown_count = PaymentDecision {
        payment: cash(&order, CashPlace::InCount(Some(ShiftId(999_999)))),
        ..decision(&order, Decision::InCount)
    };
    let others = [
        into_drawer(&order, None),
        into_drawer(&order, Some(shift)),
        decision(&order, Decision::Kept),
        decision(&order, Decision::GivenBack),
        unknown_count,
    ];
    for (key, other) in (4..).zip(others) {
        let refused = decide(&app, &kiran, other, key).await.unwrap_err();
        assert!(matches!(refused, FactError::DecidedBefore(PaymentOutcome::InCount)), "{refused:?}");
    }
    // Another tab still sends the payment itself.
    let late = pay(&app, &kiran, cash(&order, CashPlace::InCount(None)), TAKEN).await.unwrap_err();
    assert!(matches!(late, FactError::DecidedBefore(PaymentOutcome::InCount)), "{late:?}");
    assert_eq!((movements(&app).await, outcomes(&app).await), (0, 1));
    assert_eq!(number(&app.store, "select cast(count(*) as bigint) from desk_payment").await, 0);
    assert_sound(&app).await;
});

on_both_engines!(cash_that_was_kept_is_not_asked_about_after_a_count, async |store| {
    let (app, kiran, order, shift) = open_cancelled(store).await;
    decide(&app, &kiran, decision(&order, Decision::Kept), 1).await.unwrap();
    count(&app, &kiran, shift, with_cash(), 2).await;
    let wrong_clock = PaymentDecision { taken: taken_at(at("7:30 PM")), ..decision(&order, Decision::Kept) };
    let same = [decision(&order, Decision::Kept), into_drawer(&order, Some(shift)), wrong_clock];
    for (key, same) in (3..).zip(same) {
        let answer = decide(&app, &kiran, same, key).await.unwrap();
        assert_eq!(answer.outcome, FactOutcome::AlreadyDone);
    }
    let other = PaymentDecision {
        payment: cash(&order, CashPlace::InCount(Some(ShiftId(999_999)))),
        ..decision(&order, Decision::InCount)
    };
    let refused = decide(&app, &kiran, other, 10).await.unwrap_err();
    assert!(matches!(refused, FactError::DecidedBefore(PaymentOutcome::Kept)), "{refused:?}");
    assert_eq!((movements(&app).await, outcomes(&app).await, expected(&app).await), (1, 1, 2_800));
    assert_sound(&app).await;
});

on_both_engines!(only_a_decision_that_puts_cash_into_a_drawer_makes_its_clerk_the_keeper, async |store| {
    let (app, kiran, order, shift) = open_cancelled(store).await;
    let second = count(&app, &kiran, shift, five_hundreds(4), 1).await.next;
    assert_eq!(drawer(&app).await.shift.kept_by, None);
    decide(&app, &kiran, into_drawer(&order, Some(second)), 2).await.unwrap();
    assert_eq!(drawer(&app).await.shift.kept_by, Some(kiran.id()));

    app.clock.set(at("6:40 PM"));
    let third = count(&app, &kiran, second, with_cash(), 3).await.next;
    // Sent again from another tab: for the drawer of before, for the present one, and without saying where the cash is.
    let same = [
        into_drawer(&order, Some(second)),
        into_drawer(&order, Some(third)),
        decision(&order, Decision::Kept),
    ];
    for (key, same) in (4..).zip(same) {
        let answer = decide(&app, &kiran, same, key).await.unwrap();
        assert_eq!(answer.outcome, FactOutcome::AlreadyDone);
        assert_eq!(drawer(&app).await.shift.kept_by, None, "{key}");
    }
    let dev = actor(&app, Role::Desk, "9825041738", &[VENUE]).await;
    let next = count(&app, &dev, third, with_cash(), 10).await;
    assert_eq!((next.expected_paise, movements(&app).await), (280_000, 1), "a colleague may count it");
    assert_sound(&app).await;
});

on_both_engines!(a_payment_that_was_recorded_is_not_decided, async |store| {
    let (app, kiran, order, _) = open(store).await;
    pay(&app, &kiran, cash(&order, CashPlace::Unknown), TAKEN).await.unwrap();
    let refused = decide(&app, &kiran, decision(&order, Decision::Kept), 1).await.unwrap_err();
    assert!(matches!(refused, FactError::DecidedBefore(PaymentOutcome::Recorded)), "{refused:?}");
    assert_eq!((movements(&app).await, expected(&app).await), (0, 2_800));
    assert_sound(&app).await;
});

on_both_engines!(cash_in_a_difference_that_was_reviewed_waits_for_a_review_of_its_own, async |store| {
    let (app, kiran, order, shift) = open_cancelled(store).await;
    let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
    count(&app, &kiran, shift, with_cash(), 1).await;
    let close = CloseShift { reason: Some("Too much".to_owned()), to_safe: Money::ZERO };
    close_shift(&app, &kiran, shift, close, request_key(2)).await.unwrap();
    review_shift(&app, &nisha, shift, 0, request_key(3)).await.unwrap();
    let twice = review_shift(&app, &nisha, shift, 0, request_key(4)).await;
    assert!(matches!(twice, Err(ReviewShiftError::WrongState)), "{twice:?}");

    decide(&app, &kiran, decision(&order, Decision::InCount), 5).await.unwrap();
    let reviewed =
        async || counted_cash(&app, &kiran).await.iter().map(|cash| cash.is_reviewed).collect::<Vec<_>>();
    assert_eq!(reviewed().await, [false]);
    let own = review_shift(&app, &kiran, shift, 1, request_key(6)).await;
    let lacking = Refused::NotAllowed(Permission::ShiftOthers);
    assert!(matches!(own, Err(ReviewShiftError::Refused(refused)) if refused == lacking), "{own:?}");
    let unseen = review_shift(&app, &nisha, shift, 0, request_key(9)).await;
    assert!(matches!(unseen, Err(ReviewShiftError::MoreCash)), "{unseen:?}");
    assert_eq!(reviewed().await, [false]);
    review_shift(&app, &nisha, shift, 1, request_key(7)).await.unwrap();
    assert_eq!(reviewed().await, [true]);
    let thrice = review_shift(&app, &nisha, shift, 1, request_key(8)).await;
    assert!(matches!(thrice, Err(ReviewShiftError::WrongState)), "{thrice:?}");
    let audited = "select cast(count(*) as bigint) from audit_entry
                    where verb = 'shift.reviewed' and after like '%\"counted_cash\":1%'";
    assert_eq!(number(&app.store, audited).await, 1);
});

on_both_engines!(one_review_sees_a_difference_and_the_cash_in_it, async |store| {
    let (app, kiran, order, shift) = open_cancelled(store).await;
    let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
    count(&app, &kiran, shift, with_cash(), 1).await;
    decide(&app, &kiran, decision(&order, Decision::InCount), 2).await.unwrap();
    let open = review_shift(&app, &nisha, shift, 1, request_key(3)).await;
    assert!(matches!(open, Err(ReviewShiftError::WrongState)), "the count has no reason yet: {open:?}");
    let close = CloseShift { reason: Some("Too much".to_owned()), to_safe: Money::ZERO };
    close_shift(&app, &kiran, shift, close, request_key(4)).await.unwrap();
    let unseen = review_shift(&app, &nisha, shift, 0, request_key(6)).await;
    assert!(matches!(unseen, Err(ReviewShiftError::MoreCash)), "{unseen:?}");
    review_shift(&app, &nisha, shift, 1, request_key(5)).await.unwrap();
    let counted = counted_cash(&app, &kiran).await;
    assert_eq!(counted.iter().map(|cash| cash.is_reviewed).collect::<Vec<_>>(), [true]);
});

on_both_engines!(what_became_of_a_payment_never_changes, async |store| {
    let (app, kiran, order, shift) = open_cancelled(store).await;
    count(&app, &kiran, shift, with_cash(), 1).await;
    decide(&app, &kiran, decision(&order, Decision::InCount), 2).await.unwrap();
    for text in ["update offline_payment set amount_paise = 1", "delete from offline_payment"] {
        let statement = Statement { name: "test/change", text };
        let write = app.store.write(statement, |tx, statement| {
            Box::pin(async move { tx.run(*statement, &[]).await.map(drop) })
        });
        let changed: Result<(), sideout_store::StoreError> = write.await;
        assert!(changed.is_err(), "{text}");
    }
});

/// Twelve calls from two nodes decide about one payment at once: every third that the cash goes into the present drawer, the others that
/// it was in the count. Returns the app, its clerk, and how many decisions were recorded.
async fn decided_at_once([here, there]: [Store; 2]) -> (TestApp, Actor, usize) {
    let (app, kiran, order, shift) = open_cancelled(here).await;
    let other = app.another_node_on(there, |_| {});
    count(&app, &kiran, shift, with_cash(), 1).await;
    let answers = run_concurrently(12, |n| {
        let node = if n % 2 == 0 { app.clone() } else { other.clone() };
        let kiran = kiran.clone();
        let decided = match n % 3 {
            0 => into_drawer(&order, None),
            _ => decision(&order, Decision::InCount),
        };
        async move { decide(&node, &kiran, decided, 100 + n as u64).await }
    });
    let answers = answers.await;
    let fits = |answer: &Result<RecordedFact, FactError>| {
        matches!(
            answer,
            Ok(_) | Err(FactError::DecidedBefore(PaymentOutcome::Kept | PaymentOutcome::InCount))
        )
    };
    assert!(answers.iter().all(fits), "{answers:?}");
    let is_done = |answer: &Result<RecordedFact, FactError>| {
        answer.as_ref().is_ok_and(|recorded| recorded.outcome == FactOutcome::Done)
    };
    (app, kiran, answers.iter().filter(|answer| is_done(answer)).count())
}

on_two_nodes!(of_twelve_decisions_about_one_payment_one_is_recorded, async |stores: [Store; 2]| {
    let (app, kiran, done) = decided_at_once(stores).await;
    assert_eq!((done, outcomes(&app).await), (1, 1));
    let in_count = i64::try_from(counted_cash(&app, &kiran).await.len()).unwrap();
    assert_eq!(movements(&app).await + in_count, 1, "the cash is in one of the two");
    assert_sound(&app).await;
});

on_two_nodes!(
    control_without_the_unique_index_each_of_twelve_decisions_is_recorded,
    async |stores: [Store; 2]| {
        run(&stores[0], "drop index offline_payment_once").await;
        let (app, _, done) = decided_at_once(stores).await;
        assert_eq!((done, outcomes(&app).await), (12, 12));
    }
);
