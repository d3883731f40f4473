//! The drawer is counted while a clerk says where cash is that was taken without a network: the cash is in one count, never in two.

use jiff::SignedDuration;
use sideout_app::{
    Order,
    desk::{
        money::take_payment::TakePaymentError,
        offline::{
            CashPlace, CountsSince, Decision, FactError, FactKind, FactOutcome, OfflineFact, PaymentDecision,
            RecordedFact, TakenFact, record_fact::record_fact,
        },
    },
    steps::audited::{Actor, Refused},
};
use sideout_domain::{ShiftId, money::Money, offline::DeviceTime, staff::Role};
use sideout_store::{Statement, Store};
use sideout_testkit::{
    TestApp, intercept, meanwhile, on_both_engines, on_two_nodes, request_key, sample_venue::VENUE,
    two_nodes_on_postgres, with_call_before,
};

use crate::{
    counter::{actor, five_hundreds, open_counter},
    desk_bookings::assert_sound,
    helpers::{at, booked, number, open_app},
    offline_cash::{
        TAKEN, cancel, cash, count, decide, decision, expected, into_drawer, movements, open_booking,
        open_cancelled, outcomes, pay, taken_at, with_cash,
    },
    shifts::{EnterWithoutLock, broken, without_lock_of_open_shift},
};

on_two_nodes!(cash_that_is_kept_while_the_drawer_is_counted_is_in_one_count, async |stores: [Store; 2]| {
    let [here, there] = stores;
    let (app, kiran, order, shift) = open_cancelled(here).await;
    let other = app.another_node_on(there, |_| {});
    let (kept, counted) = tokio::join!(
        decide(&other, &kiran, decision(&order, Decision::Kept), 2),
        count(&app, &kiran, shift, with_cash(), 1)
    );
    match kept {
        Ok(_) => assert_eq!(counted.expected_paise, 280_000, "the count has the correction"),
        Err(FactError::CountedSince(..)) => {
            assert_eq!((counted.expected_paise, movements(&app).await), (200_000, 0));
            decide(&app, &kiran, decision(&order, Decision::InCount), 3).await.unwrap();
        }
        Err(error) => panic!("{error:?}"),
    }
    assert_eq!(expected(&app).await, 2_800);
    assert_sound(&app).await;
});

// On SQLite a unit of work that writes is alone, so a count is before or after it.
#[test]
fn a_count_waits_for_cash_that_is_being_kept() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let (app, kiran, order, shift) = open_cancelled(there).await;
        let (other, counter) = (app.clone(), kiran.clone());
        let (keeping, counted) = with_call_before(&here, "cash_movement/add", async move {
            count(&other, &counter, shift, with_cash(), 1).await
        });
        let node = app.another_node_on(keeping, |_| {});
        decide(&node, &kiran, decision(&order, Decision::Kept), 2).await.unwrap();
        let counted = counted.await;
        assert_eq!((counted.expected_paise, counted.counted_paise), (280_000, 280_000));
        assert_sound(&app).await;
    });
}

#[test]
fn cash_that_waited_for_a_count_is_not_added_after_it() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let (app, kiran, order, shift) = open_cancelled(there).await;
        let (other, keeper) = (app.clone(), kiran.clone());
        let (counting, kept) = with_call_before(&here, "desk_shift/open", async move {
            decide(&other, &keeper, decision(&order, Decision::Kept), 2).await
        });
        let node = app.another_node_on(counting, |_| {});
        count(&node, &kiran, shift, with_cash(), 1).await;
        let refused = kept.await.unwrap_err();
        assert!(matches!(refused, FactError::CountedSince(..)), "{refused:?}");
        assert_eq!((movements(&app).await, expected(&app).await), (0, 2_800));
    });
}

#[test]
fn control_without_the_lock_kept_cash_enters_a_shift_that_was_counted() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let (app, kiran, order, shift) = open_cancelled(there).await;
        let (other, counter) = (app.clone(), kiran.clone());
        let text = "select shift_id, opening_paise from desk_shift where venue_id = $1 and $2 = $2 and counted_at is null";
        let without_lock = Statement { name: "desk_shift/enter without its lock", text };
        let unguarded = intercept(&here, std::sync::Arc::new(EnterWithoutLock(without_lock)));
        let unguarded = without_lock_of_open_shift(&unguarded);
        let keeping = meanwhile(&unguarded, "cash_movement/add", move || async move {
            count(&other, &counter, shift, with_cash(), 1).await;
        });
        let node = app.another_node_on(keeping, |_| {});
        decide(&node, &kiran, decision(&order, Decision::Kept), 2).await.unwrap();
        assert_eq!(broken(&app.store).await, ["shifts whose drawer does not add up"]);
    });
}

/// An app as [`open_booking`], whose clerk was asked where the cash is after a first count, and whose drawer was counted again since: the
/// cash was put into it after the first count, and the second one had it. Returns the drawer that the clerk was shown and the present one.
async fn open_counted_again(store: Store, is_cancelled: bool) -> (TestApp, Actor, Order, [ShiftId; 2]) {
    let (app, kiran, order, shift) = open_booking(store, is_cancelled).await;
    let first = count(&app, &kiran, shift, five_hundreds(4), 1).await;
    let refused = match is_cancelled {
        true => decide(&app, &kiran, decision(&order, Decision::Kept), 2).await.unwrap_err(),
        false => pay(&app, &kiran, cash(&order, CashPlace::Unknown), 2).await.unwrap_err(),
    };
    let FactError::CountedSince(shown, _) = refused else { panic!("{refused:?}") };
    assert_eq!((shown.counts.len(), shown.drawer), (1, Some(first.next)));
    app.clock.set(at("6:40 PM"));
    let second = count(&app, &kiran, first.next, with_cash(), 3).await;
    (app, kiran, order, [first.next, second.next])
}

/// Says that the cash is in this drawer: by the payment, or by the decision about a booking that was cancelled.
async fn put_into(
    app: &TestApp,
    actor: &Actor,
    order: &Order,
    (drawer, is_cancelled): (Option<ShiftId>, bool),
    key: u64,
) -> Result<RecordedFact, FactError> {
    match is_cancelled {
        true => decide(app, actor, into_drawer(order, drawer), key).await,
        false => pay(app, actor, cash(order, CashPlace::PresentDrawer(drawer)), key).await,
    }
}

/// Answers for the drawer that was shown although it was counted again, and then with the second count, which had the cash.
async fn asked_again(store: Store, is_cancelled: bool) {
    let (app, kiran, order, [shown, present]) = open_counted_again(store, is_cancelled).await;
    for other in [shown, ShiftId(999_999)] {
        let refused = put_into(&app, &kiran, &order, (Some(other), is_cancelled), 10).await.unwrap_err();
        let FactError::CountedAgain(since, current) = refused else { panic!("{refused:?}") };
        let begun: Vec<_> = since.counts.iter().map(|count| count.begun).collect();
        assert_eq!((begun, since.drawer), (vec![shown, present], Some(present)));
        assert_eq!(current.booking.number, order.number);
    }
    assert_eq!((movements(&app).await, outcomes(&app).await, expected(&app).await), (0, 0, 2_800));
    assert_eq!(number(&app.store, "select cast(count(*) as bigint) from desk_payment").await, 0);

    let place = CashPlace::InCount(Some(present));
    match is_cancelled {
        true => {
            let decided =
                PaymentDecision { payment: cash(&order, place), ..decision(&order, Decision::InCount) };
            decide(&app, &kiran, decided, 11).await.unwrap();
        }
        false => drop(pay(&app, &kiran, cash(&order, place), 11).await.unwrap()),
    }
    let next = count(&app, &kiran, present, with_cash(), 12).await;
    assert_eq!((next.expected_paise, next.counted_paise), (280_000, 280_000), "the next count is right");
    assert_sound(&app).await;
}

on_both_engines!(a_payment_for_a_drawer_that_was_counted_again_is_asked_about_again, async |store| {
    asked_again(store, false).await;
});

on_both_engines!(a_decision_for_a_drawer_that_was_counted_again_is_asked_about_again, async |store| {
    asked_again(store, true).await;
});

/// Answers as a page of an earlier version, which does not name the drawer that it has shown. Returns the difference of the next count
/// in rupees.
async fn put_into_unnamed(store: Store, is_cancelled: bool) -> i64 {
    let (app, kiran, order, [_, present]) = open_counted_again(store, is_cancelled).await;
    put_into(&app, &kiran, &order, (None, is_cancelled), 10).await.unwrap();
    let next = count(&app, &kiran, present, with_cash(), 11).await;
    (next.counted_paise - next.expected_paise) / 100
}

on_both_engines!(control_a_payment_that_names_no_drawer_makes_the_next_count_short, async |store| {
    assert_eq!(put_into_unnamed(store, false).await, -800);
});

on_both_engines!(control_a_decision_that_names_no_drawer_makes_the_next_count_short, async |store| {
    assert_eq!(put_into_unnamed(store, true).await, -800);
});

on_both_engines!(cash_goes_into_the_drawer_that_its_clerk_was_shown, async |store| {
    let (app, customers, kiran, shift) = open_counter(store, 2).await;
    let orders =
        [booked(&app, customers[0], 3, "7:00 PM").await, booked(&app, customers[1], 4, "7:00 PM").await];
    app.clock.set(at("6:30 PM"));
    let present = count(&app, &kiran, shift, five_hundreds(4), 1).await.next;
    let into = |order| cash(order, CashPlace::PresentDrawer(Some(present)));
    let paid = pay(&app, &kiran, into(&orders[0]), TAKEN).await.unwrap();
    let repeated = pay(&app, &kiran, into(&orders[0]), TAKEN).await.unwrap();
    assert_eq!((repeated.outcome, &repeated.receipt), (FactOutcome::Done, &paid.receipt), "the same answer");
    let reused =
        pay(&app, &kiran, cash(&orders[0], CashPlace::PresentDrawer(Some(shift))), TAKEN).await.unwrap_err();
    assert!(matches!(reused, FactError::Refused(Refused::KeyReused)), "{reused:?}");
    assert_eq!((paid.details.booking.amounts.due(), expected(&app).await), (Money::ZERO, 2_800));

    cancel(&app, &kiran, &orders[1], 60).await;
    let other = TakenFact { id: request_key(TAKEN + 1), ..taken_at(at("6:20 PM")).unwrap() };
    let kept = PaymentDecision { taken: Some(other), ..into_drawer(&orders[1], Some(present)) };
    decide(&app, &kiran, kept, 2).await.unwrap();
    assert_eq!((movements(&app).await, outcomes(&app).await, expected(&app).await), (1, 2, 3_600));
    assert_sound(&app).await;
});

/// The clock of the device is an hour ahead and was never measured.
async fn put_into_by_wrong_clock(
    app: &TestApp,
    actor: &Actor,
    order: &Order,
    (place, is_cancelled): (CashPlace, bool),
    key: u64,
) -> Result<RecordedFact, FactError> {
    if is_cancelled {
        let kept = PaymentDecision {
            payment: cash(order, place),
            taken: taken_at(at("7:30 PM")),
            ..decision(order, Decision::Kept)
        };
        return decide(app, actor, kept, key).await;
    }
    let time = DeviceTime { at: at("7:30 PM"), offset: SignedDuration::ZERO };
    let fact = OfflineFact { time, kind: FactKind::Payment(cash(order, place), String::new()) };
    record_fact(app, actor, VENUE, fact, request_key(key)).await
}

/// The drawer is counted after the clerk was asked about cash of an impossible time, so the first answer is asked about again.
async fn asked_again_by_wrong_clock(store: Store, is_cancelled: bool) {
    let (app, kiran, order, shift) = open_booking(store, is_cancelled).await;
    let unknown = (CashPlace::Unknown, is_cancelled);
    let refused = put_into_by_wrong_clock(&app, &kiran, &order, unknown, 2).await.unwrap_err();
    assert!(matches!(refused, FactError::ClockWrong(drawer) if drawer == shift), "{refused:?}");
    let present = count(&app, &kiran, shift, five_hundreds(4), 1).await.next;
    let stale = (CashPlace::PresentDrawer(Some(shift)), is_cancelled);
    let refused = put_into_by_wrong_clock(&app, &kiran, &order, stale, 3).await.unwrap_err();
    let FactError::CountedAgain(since, _) = refused else { panic!("{refused:?}") };
    assert_eq!(since, CountsSince { counts: vec![], has_more: false, drawer: Some(present) });
    assert_eq!((movements(&app).await, outcomes(&app).await, expected(&app).await), (0, 0, 2_000));
    let place = (CashPlace::PresentDrawer(Some(present)), is_cancelled);
    put_into_by_wrong_clock(&app, &kiran, &order, place, 4).await.unwrap();
    assert_eq!((outcomes(&app).await, expected(&app).await), (1, 2_800));
    assert_sound(&app).await;
}

on_both_engines!(a_payment_of_an_impossible_time_is_asked_about_again_after_a_count, async |store| {
    asked_again_by_wrong_clock(store, false).await;
});

on_both_engines!(a_decision_of_an_impossible_time_is_asked_about_again_after_a_count, async |store| {
    asked_again_by_wrong_clock(store, true).await;
});

on_both_engines!(without_an_open_shift_cash_of_an_impossible_time_waits_for_one, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    app.clock.set(at("6:30 PM"));
    for place in [CashPlace::Unknown, CashPlace::PresentDrawer(Some(ShiftId(1)))] {
        for is_decision in [false, true] {
            let answer = put_into_by_wrong_clock(&app, &kiran, &order, (place, is_decision), 2).await;
            let is_needed = matches!(answer, Err(FactError::Payment(TakePaymentError::ShiftNeeded)));
            assert!(is_needed, "{place:?}, {is_decision}: {answer:?}");
        }
    }
    assert_eq!(outcomes(&app).await, 0);
});

/// Cash is put into the drawer that was shown while that is counted on another node. The drawer has ₹2,800, as it would have if the cash
/// was put into it before that count.
async fn put_into_while_counted([here, there]: [Store; 2], is_cancelled: bool) {
    let (app, kiran, order, shift) = open_booking(here, is_cancelled).await;
    let other = app.another_node_on(there, |_| {});
    let (put, counted) = tokio::join!(
        put_into(&other, &kiran, &order, (Some(shift), is_cancelled), 2),
        count(&app, &kiran, shift, with_cash(), 1)
    );
    match put {
        Ok(_) => assert_eq!(counted.expected_paise, 280_000, "the count has the cash"),
        Err(FactError::CountedAgain(since, _)) => {
            assert_eq!(since.drawer, Some(counted.next));
            assert_eq!((counted.expected_paise, outcomes(&app).await), (200_000, 0));
        }
        Err(error) => panic!("{error:?}"),
    }
    assert_eq!(expected(&app).await, 2_800);
    assert_sound(&app).await;
}

on_two_nodes!(
    a_payment_for_a_drawer_that_is_counted_meanwhile_is_in_one_count,
    async |stores: [Store; 2]| {
        put_into_while_counted(stores, false).await;
    }
);

on_two_nodes!(
    a_decision_for_a_drawer_that_is_counted_meanwhile_is_in_one_count,
    async |stores: [Store; 2]| {
        put_into_while_counted(stores, true).await;
    }
);

/// The answer arrives while a count is being recorded and waits for it. Returns it, and what has to be in the drawer after it, in rupees.
/// The clerk names the drawer that was shown, if the page can.
async fn waited_for_count(
    [here, there]: [Store; 2],
    names_drawer: bool,
    is_cancelled: bool,
) -> (Result<RecordedFact, FactError>, i64) {
    let (app, kiran, order, shift) = open_booking(there, is_cancelled).await;
    let (other, keeper) = (app.clone(), kiran.clone());
    let place = (names_drawer.then_some(shift), is_cancelled);
    let (counting, put) = with_call_before(&here, "desk_shift/open", async move {
        put_into(&other, &keeper, &order, place, 2).await
    });
    let node = app.another_node_on(counting, |_| {});
    count(&node, &kiran, shift, with_cash(), 1).await;
    (put.await, expected(&app).await)
}

#[test]
fn cash_that_waited_for_a_count_is_not_put_into_the_drawer_that_began_with_it() {
    for is_cancelled in [false, true] {
        two_nodes_on_postgres(async |stores: [Store; 2]| {
            let (put, expected) = waited_for_count(stores, true, is_cancelled).await;
            assert!(matches!(put, Err(FactError::CountedAgain(..))), "{put:?}");
            assert_eq!(expected, 2_800);
        });
    }
}

#[test]
fn control_cash_that_names_no_drawer_is_put_into_the_one_that_began_with_it() {
    for is_cancelled in [false, true] {
        two_nodes_on_postgres(async |stores: [Store; 2]| {
            let (put, expected) = waited_for_count(stores, false, is_cancelled).await;
            assert!(put.is_ok(), "{put:?}");
            assert_eq!(expected, 3_600);
        });
    }
}

// A decision that cash was in a count enters no shift, so nothing makes a count wait for the answer.
#[test]
fn a_count_while_counts_are_offered_is_not_missing_before_the_drawer_that_is_offered() {
    for read in ["desk_shift/find_open", "desk_shift/list_counts_since"] {
        two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
            let (app, kiran, order, shift) = open_cancelled(there).await;
            let first = count(&app, &kiran, shift, five_hundreds(4), 1).await.next;
            app.clock.set(at("6:40 PM"));
            let (other, counter) = (app.clone(), kiran.clone());
            let counting = async move { count(&other, &counter, first, with_cash(), 2).await };
            let (reading, counted) = with_call_before(&here, read, counting);
            let node = app.another_node_on(reading, |_| {});
            let place = CashPlace::InCount(Some(ShiftId(999_999)));
            let decided =
                PaymentDecision { payment: cash(&order, place), ..decision(&order, Decision::InCount) };
            let refused = decide(&node, &kiran, decided, 3).await.unwrap_err();
            let FactError::CountUnknown(since, _) = refused else { panic!("{read}: {refused:?}") };
            let second = counted.await.next;
            let is_listed = since.counts.iter().any(|count| count.begun == second);
            assert!(is_listed, "{read}: {since:?}");

            // A clerk who puts the cash after the last count is believed only if that count began the drawer that was shown.
            let put = decide(&app, &kiran, into_drawer(&order, since.drawer), 4).await;
            let is_refused = matches!(put, Err(FactError::CountedAgain(..)));
            assert_eq!(is_refused, since.drawer != Some(second), "{read}: {put:?}");
        });
    }
}
