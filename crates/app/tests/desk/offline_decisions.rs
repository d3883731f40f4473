//! Cash that was taken without a network and sent after the drawer was counted with it: it is in one count, never in two.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use sideout_app::{
    Order,
    desk::{
        bookings::cancel_at_desk::{CancelAtDesk, cancel_at_desk, preview_cancellation},
        money::{
            count_shift::{CloseShift, CountedShift, close_shift, count_shift},
            open_shift::open_shift,
            read_money::read_day_money,
            review_shift::{ReviewShiftError, review_shift},
            take_payment::TakePaymentError,
        },
        offline::{
            CashPlace, CountsSince, Decision, FactError, FactKind, FactOutcome, OfflineFact, OfflinePayment,
            PaymentDecision, RecordedFact, TakenFact, record_fact::record_fact,
        },
    },
    staff::{ListAudit, list_audit},
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    ShiftId,
    bill::Tender,
    drawer::CashCount,
    money::Money,
    offline::{DeviceTime, PaymentOutcome},
    staff::{Permission, Role},
};
use sideout_store::{Statement, Store, offline_payments::CountedCash, shifts::DrawerCount};
use sideout_testkit::{
    TestApp, intercept, meanwhile, on_both_engines, on_two_nodes, request_key, run_concurrently,
    sample_venue::VENUE, statement, two_nodes_on_postgres, with_call_before, without_guard,
};

use crate::{
    counter::{actor, five_hundreds, open_counter},
    desk_bookings::assert_sound,
    helpers::{at, booked, number, open_app, open_second_venue, run},
    shifts::{EnterWithoutLock, broken, drawer},
};

/// The key of the fact of the payment.
const TAKEN: u64 = 70;

/// An app with a clerk whose drawer was opened with ₹2,000, and a booking for ₹800 that is not paid; it is 6:30 PM. The clerk has taken
/// the ₹800 in cash at 6:20 PM without a network.
async fn open(store: Store) -> (TestApp, Actor, Order, ShiftId) {
    let (app, customers, kiran, shift) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    app.clock.set(at("6:30 PM"));
    (app, kiran, order, shift)
}

/// As [`open`], and the booking was cancelled, so the payment is refused.
async fn open_cancelled(store: Store) -> (TestApp, Actor, Order, ShiftId) {
    let (app, kiran, order, shift) = open(store).await;
    let (seen, preview) = preview_cancellation(&app, &kiran, order.number).await.unwrap();
    let (version, shown) = (seen.booking.version, preview.refund);
    let request = CancelAtDesk { number: order.number, version, shown, refund: None, reason: None };
    cancel_at_desk(&app, &kiran, request, request_key(60)).await.unwrap();
    (app, kiran, order, shift)
}

/// A drawer with the ₹2,000 and the ₹800.
fn with_cash() -> CashCount {
    CashCount::new(BTreeMap::from([(500, 5)]), 300).unwrap()
}

async fn count(app: &TestApp, actor: &Actor, shift: ShiftId, found: CashCount, key: u64) -> CountedShift {
    count_shift(app, actor, shift, found, request_key(key)).await.unwrap()
}

fn cash(order: &Order, place: CashPlace) -> OfflinePayment {
    let amount = Money::from_rupees(800);
    OfflinePayment { order: order.number, tender: Tender::Cash, amount, reference: None, cash: place }
}

fn taken_at(time: Timestamp) -> Option<TakenFact> {
    let time = DeviceTime { at: time, offset: SignedDuration::ZERO };
    Some(TakenFact { id: request_key(TAKEN), time })
}

fn decision(order: &Order, decision: Decision) -> PaymentDecision {
    PaymentDecision {
        payment: cash(order, CashPlace::Unknown),
        taken: taken_at(at("6:20 PM")),
        refusal: "booking_cancelled".to_owned(),
        decision,
        note: String::new(),
    }
}

/// The decision that the cash is kept, although the clerk knows that the drawer was counted since.
fn into_present_drawer(order: &Order) -> PaymentDecision {
    PaymentDecision { payment: cash(order, CashPlace::PresentDrawer), ..decision(order, Decision::Kept) }
}

async fn decide(
    app: &TestApp,
    actor: &Actor,
    decided: PaymentDecision,
    key: u64,
) -> Result<RecordedFact, FactError> {
    let time = DeviceTime { at: app.clock_now(), offset: SignedDuration::ZERO };
    let fact = OfflineFact { time, kind: FactKind::Decision(decided) };
    record_fact(app, actor, VENUE, fact, request_key(key)).await
}

async fn pay(
    app: &TestApp,
    actor: &Actor,
    payment: OfflinePayment,
    key: u64,
) -> Result<RecordedFact, FactError> {
    let time = DeviceTime { at: at("6:20 PM"), offset: SignedDuration::ZERO };
    let fact = OfflineFact { time, kind: FactKind::Payment(payment) };
    record_fact(app, actor, VENUE, fact, request_key(key)).await
}

/// What has to be in the present drawer, in rupees.
async fn expected(app: &TestApp) -> i64 {
    let now = drawer(app).await;
    now.flow.expected(now.shift.opening).paise() / 100
}

/// The cash in the counts of today, as `viewer` sees it.
async fn counted_cash(app: &TestApp, viewer: &Actor) -> Vec<CountedCash> {
    read_day_money(app, viewer, VENUE, None).await.unwrap().counted_cash
}

async fn movements(app: &TestApp) -> i64 {
    number(&app.store, "select cast(count(*) as bigint) from cash_movement").await
}

async fn outcomes(app: &TestApp) -> i64 {
    number(&app.store, "select cast(count(*) as bigint) from offline_payment").await
}

on_both_engines!(
    cash_of_a_cancelled_booking_that_was_counted_is_not_added_to_the_next_drawer,
    async |store| {
        let (app, kiran, order, shift) = open_cancelled(store).await;
        let counted = count(&app, &kiran, shift, with_cash(), 1).await;
        assert_eq!(counted.counted_paise - counted.expected_paise, 80_000, "the difference has the cash");
        app.clock.set(at("6:40 PM"));
        let refused = decide(&app, &kiran, decision(&order, Decision::Kept), 2).await.unwrap_err();
        let FactError::CountedSince(since, _) = refused else { panic!("{refused:?}") };
        assert_eq!(since.counts.iter().map(|count| count.at).collect::<Vec<_>>(), [at("6:30 PM")]);
        assert_eq!((movements(&app).await, outcomes(&app).await, expected(&app).await), (0, 0, 2_800));

        let answer = decide(&app, &kiran, decision(&order, Decision::InCount), 3).await.unwrap();
        assert_eq!(answer.outcome, FactOutcome::Done);
        let repeated = decide(&app, &kiran, decision(&order, Decision::InCount), 3).await.unwrap();
        assert_eq!(repeated.outcome, FactOutcome::Done, "the same call again answers the same");
        assert_eq!((movements(&app).await, outcomes(&app).await, expected(&app).await), (0, 1, 2_800));
        let attributed = CountedCash {
            shift,
            order: order.number,
            amount: Money::from_rupees(800),
            staff: kiran.id(),
            taken_at: at("6:20 PM"),
            is_reviewed: false,
        };
        assert_eq!(counted_cash(&app, &kiran).await, std::slice::from_ref(&attributed));
        let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
        assert_eq!(counted_cash(&app, &nisha).await, [attributed]);
        let ravi = actor(&app, Role::Desk, "9825041738", &[VENUE]).await;
        assert_eq!(counted_cash(&app, &ravi).await, [], "a clerk does not see the counts of a colleague");
        let owner = actor(&app, Role::Owner, "9825041739", &[]).await;
        let page = list_audit(&app, &owner, ListAudit::default()).await.unwrap();
        let decided: Vec<_> = page.entries.iter().filter(|entry| entry.verb == "payment.decided").collect();
        let [entry] = decided.as_slice() else { panic!("{decided:?}") };
        let after = entry.after.as_deref().unwrap();
        assert!(after.contains("\"decision\":\"in_count\""), "{after}");
        assert!(after.contains(&format!("\"counted_shift\":{}", shift.0)), "{after}");
        assert!(after.contains(&format!("\"taken_at\":\"{}\"", at("6:20 PM"))), "{after}");

        let next = count(&app, &kiran, counted.next, with_cash(), 4).await;
        assert_eq!(next.counted_paise, next.expected_paise, "the next count is right");
        assert_sound(&app).await;
    }
);

on_both_engines!(control_without_the_look_for_a_count_the_next_count_is_short, async |store| {
    let unguarded = without_guard(
        &store,
        statement("desk_shift/list_counts_since"),
        "begun.opened_at >= $2",
        "begun.opened_at >= $2 and begun.shift_id < 0",
    );
    let (app, kiran, order, shift) = open_cancelled(unguarded).await;
    let counted = count(&app, &kiran, shift, with_cash(), 1).await;
    decide(&app, &kiran, decision(&order, Decision::Kept), 2).await.unwrap();
    let next = count(&app, &kiran, counted.next, with_cash(), 3).await;
    assert_eq!(next.counted_paise - next.expected_paise, -80_000);
});

on_both_engines!(cash_that_was_not_in_the_count_is_added_if_its_clerk_says_so, async |store| {
    let (app, kiran, order, shift) = open_cancelled(store).await;
    let counted = count(&app, &kiran, shift, five_hundreds(4), 1).await;
    decide(&app, &kiran, into_present_drawer(&order), 2).await.unwrap();
    assert_eq!((movements(&app).await, expected(&app).await), (1, 2_800));
    let next = count(&app, &kiran, counted.next, with_cash(), 3).await;
    assert_eq!(next.counted_paise, next.expected_paise);
    assert_sound(&app).await;
});

on_both_engines!(cash_that_was_counted_before_it_was_taken_is_kept_without_a_question, async |store| {
    let (app, kiran, order, shift) = open_cancelled(store).await;
    app.clock.set(at("6:10 PM"));
    count(&app, &kiran, shift, five_hundreds(4), 1).await;
    app.clock.set(at("6:30 PM"));
    let none = decide(&app, &kiran, decision(&order, Decision::InCount), 2).await.unwrap_err();
    assert!(matches!(none, FactError::NotCountedSince), "{none:?}");
    decide(&app, &kiran, decision(&order, Decision::Kept), 3).await.unwrap();
    assert_eq!((movements(&app).await, expected(&app).await), (1, 2_800));
    assert_sound(&app).await;
});

on_both_engines!(cash_in_a_count_pays_its_booking_and_adds_nothing_to_the_drawer, async |store| {
    let (app, kiran, order, shift) = open(store).await;
    let none = pay(&app, &kiran, cash(&order, CashPlace::InCount(None)), 1).await.unwrap_err();
    assert!(matches!(none, FactError::NotCountedSince), "{none:?}");
    let counted = count(&app, &kiran, shift, with_cash(), 2).await;
    let by_card = OfflinePayment { tender: Tender::Card, ..cash(&order, CashPlace::InCount(None)) };
    let by_card = pay(&app, &kiran, by_card, 3).await.unwrap_err();
    assert!(matches!(by_card, FactError::Payment(TakePaymentError::BadLines)), "{by_card:?}");
    assert_eq!(outcomes(&app).await, 0);

    let paid = pay(&app, &kiran, cash(&order, CashPlace::InCount(None)), 4).await.unwrap();
    assert_eq!(paid.receipt.as_deref(), Some("D1/26-27/000001"));
    assert_eq!(paid.details.booking.amounts.due(), Money::ZERO);
    assert_eq!((movements(&app).await, expected(&app).await), (1, 2_800));
    let cash = counted_cash(&app, &kiran).await;
    assert_eq!(
        cash.iter().map(|cash| (cash.shift, cash.amount)).collect::<Vec<_>>(),
        [(shift, Money::from_rupees(800))]
    );
    let next = count(&app, &kiran, counted.next, with_cash(), 5).await;
    assert_eq!(next.counted_paise, next.expected_paise);
    assert_sound(&app).await;
});

on_both_engines!(the_count_that_has_cash_is_the_first_one_after_it_was_taken, async |store| {
    let (app, kiran, order, shift) = open_cancelled(store).await;
    app.clock.set(at("6:20 PM"));
    let first = count(&app, &kiran, shift, with_cash(), 1).await;
    app.clock.set(at("6:30 PM"));
    count(&app, &kiran, first.next, with_cash(), 2).await;
    decide(&app, &kiran, decision(&order, Decision::InCount), 3).await.unwrap();
    let counts: Vec<_> = counted_cash(&app, &kiran).await.iter().map(|cash| cash.shift).collect();
    assert_eq!(counts, [shift], "a count in the moment of taking has the cash");
    assert_sound(&app).await;
});

/// Three counts after the ₹800 were taken: they were still in a tin at the first one, and in the drawer at the second and the third,
/// which the manager Nisha made. Returns Nisha and, in that order, the shifts that were counted and those that the counts began.
async fn count_thrice(app: &TestApp, kiran: &Actor, shift: ShiftId) -> (Actor, [ShiftId; 3], [ShiftId; 3]) {
    let nisha = actor(app, Role::Manager, "9825041737", &[VENUE]).await;
    let first = count(app, kiran, shift, five_hundreds(4), 1).await;
    app.clock.set(at("6:40 PM"));
    let second = count(app, kiran, first.next, with_cash(), 2).await;
    app.clock.set(at("6:50 PM"));
    let third = count(app, &nisha, second.next, with_cash(), 3).await;
    (nisha, [shift, first.next, second.next], [first.next, second.next, third.next])
}

/// For each count of today, the oldest first, in rupees: what had to be there, what was there, and what is left of the difference
/// without the cash that was in it.
async fn differences(app: &TestApp, viewer: &Actor) -> Vec<(i64, i64, i64)> {
    let money = read_day_money(app, viewer, VENUE, None).await.unwrap();
    let of_shift = |shift: ShiftId| {
        let cash = money.counted_cash.iter().filter(|cash| cash.shift == shift);
        cash.map(|cash| cash.amount.paise()).sum::<i64>()
    };
    let counted = money.counted.iter().rev().filter_map(|shift| Some((shift.id, shift.count.as_ref()?)));
    let figures = counted.map(|(shift, count)| {
        let (expected, found) = (count.expected.paise(), count.counted.total().paise());
        (expected / 100, found / 100, (found - expected - of_shift(shift)) / 100)
    });
    figures.collect()
}

/// Records the ₹800 as in one of three counts, by a payment or, if the booking was cancelled, by a decision. Returns the figures of the
/// counts after it.
async fn recorded_in(store: Store, chosen: usize, is_cancelled: bool) -> Vec<(i64, i64, i64)> {
    let (app, kiran, order, shift) =
        if is_cancelled { open_cancelled(store).await } else { open(store).await };
    let (nisha, counted, begun) = count_thrice(&app, &kiran, shift).await;
    let before = differences(&app, &nisha).await;
    assert_eq!(before, [(2_000, 2_000, 0), (2_000, 2_800, 800), (2_800, 2_800, 0)]);
    let place = CashPlace::InCount(Some(begun[chosen]));
    if is_cancelled {
        let decided = PaymentDecision { payment: cash(&order, place), ..decision(&order, Decision::InCount) };
        decide(&app, &kiran, decided, 10).await.unwrap();
        assert_eq!(movements(&app).await, 0);
    } else {
        let paid = pay(&app, &kiran, cash(&order, place), 10).await.unwrap();
        assert_eq!(paid.details.booking.amounts.due(), Money::ZERO);
        assert_eq!(
            movements(&app).await,
            1,
            "what the payment adds to the present drawer is taken out of it"
        );
    }
    let shifts: Vec<_> = counted_cash(&app, &nisha).await.iter().map(|cash| cash.shift).collect();
    assert_eq!(shifts, [counted[chosen]]);
    assert_eq!(expected(&app).await, 2_800);
    assert_sound(&app).await;
    let figures = differences(&app, &nisha).await;
    let fourth = count(&app, &nisha, begun[2], with_cash(), 11).await;
    assert_eq!((fourth.expected_paise, fourth.counted_paise), (280_000, 280_000), "the next count is right");
    assert_sound(&app).await;
    figures
}

on_both_engines!(
    cash_in_the_second_of_three_counts_pays_its_booking_and_explains_that_count,
    async |store| {
        let figures = recorded_in(store, 1, false).await;
        assert_eq!(figures, [(2_000, 2_000, 0), (2_000, 2_800, 0), (2_800, 2_800, 0)]);
    }
);

on_both_engines!(
    cash_of_a_cancelled_booking_in_the_second_of_three_counts_explains_that_count,
    async |store| {
        let figures = recorded_in(store, 1, true).await;
        assert_eq!(figures, [(2_000, 2_000, 0), (2_000, 2_800, 0), (2_800, 2_800, 0)]);
    }
);

on_both_engines!(control_cash_in_the_first_of_three_counts_leaves_two_differences, async |store| {
    let figures = recorded_in(store, 0, false).await;
    assert_eq!(figures, [(2_000, 2_000, -800), (2_000, 2_800, 800), (2_800, 2_800, 0)]);
});

on_both_engines!(
    control_cash_of_a_decision_in_the_third_of_three_counts_leaves_two_differences,
    async |store| {
        let figures = recorded_in(store, 2, true).await;
        assert_eq!(figures, [(2_000, 2_000, 0), (2_000, 2_800, 800), (2_800, 2_800, -800)]);
    }
);

on_both_engines!(each_count_since_is_offered_with_its_time_and_who_counted, async |store| {
    let (app, kiran, order, shift) = open(store).await;
    let (nisha, counted, begun) = count_thrice(&app, &kiran, shift).await;
    let refused = pay(&app, &kiran, cash(&order, CashPlace::Unknown), 10).await.unwrap_err();
    let FactError::CountedSince(since, _) = refused else { panic!("{refused:?}") };
    let times = [at("6:30 PM"), at("6:40 PM"), at("6:50 PM")];
    let staff = [kiran.id(), kiran.id(), nisha.id()];
    let all: Vec<_> = (0..3)
        .map(|n| DrawerCount { begun: begun[n], at: times[n], by: Some(staff[n]), counted: Some(counted[n]) })
        .collect();
    assert_eq!(since, CountsSince { counts: all, has_more: false });
    assert_eq!((movements(&app).await, outcomes(&app).await), (0, 0));
});

on_both_engines!(a_count_that_opened_the_first_shift_can_be_told_from_the_one_after_it, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let orders =
        [booked(&app, customers[0], 3, "7:00 PM").await, booked(&app, customers[1], 4, "7:00 PM").await];
    app.clock.set(at("6:30 PM"));
    let shift = open_shift(&app, &kiran, VENUE, with_cash(), request_key(1)).await.unwrap();
    app.clock.set(at("6:40 PM"));
    let both = CashCount::new(BTreeMap::from([(500, 7)]), 100).unwrap();
    let counted = count(&app, &kiran, shift, both, 2).await;
    pay(&app, &kiran, cash(&orders[0], CashPlace::InCount(Some(shift))), 3).await.unwrap();
    assert_eq!(counted_cash(&app, &kiran).await, [], "an opening has no difference");
    pay(&app, &kiran, cash(&orders[1], CashPlace::InCount(Some(counted.next))), 4).await.unwrap();
    let shifts: Vec<_> = counted_cash(&app, &kiran).await.iter().map(|cash| cash.shift).collect();
    assert_eq!(shifts, [shift]);
    assert_eq!(differences(&app, &kiran).await, [(2_800, 3_600, 0)]);
    assert_eq!(expected(&app).await, 3_600);
    assert_sound(&app).await;
});

/// An app as [`open`], or as [`open_cancelled`], whose drawer was counted at 6:10 PM, before the cash was taken, and twice after it, and
/// with a drawer of another venue that was counted after it as well. Returns also the counts since, and those that are none of them: an
/// earlier one, the one of the other venue, and one that does not exist.
async fn open_with_other_counts(
    store: Store,
    is_cancelled: bool,
) -> (TestApp, Actor, Order, [ShiftId; 2], [ShiftId; 3]) {
    let (app, kiran, order, shift) =
        if is_cancelled { open_cancelled(store).await } else { open(store).await };
    let hillside = open_second_venue(&app).await;
    app.clock.set(at("6:10 PM"));
    let earlier = count(&app, &kiran, shift, five_hundreds(4), 1).await;
    app.clock.set(at("6:30 PM"));
    let ravi = actor(&app, Role::Desk, "9825041738", &[hillside]).await;
    let elsewhere = open_shift(&app, &ravi, hillside, five_hundreds(4), request_key(2)).await.unwrap();
    let elsewhere = count(&app, &ravi, elsewhere, with_cash(), 3).await;
    let first = count(&app, &kiran, earlier.next, five_hundreds(4), 4).await;
    app.clock.set(at("6:40 PM"));
    let second = count(&app, &kiran, first.next, with_cash(), 5).await;
    let wrong = [earlier.next, elsewhere.next, ShiftId(999_999)];
    (app, kiran, order, [first.next, second.next], wrong)
}

on_both_engines!(a_payment_in_a_count_that_is_not_offered_is_refused_and_nothing_is_lost, async |store| {
    let (app, kiran, order, begun, wrong) = open_with_other_counts(store, false).await;
    for count in wrong {
        let refused = pay(&app, &kiran, cash(&order, CashPlace::InCount(Some(count))), 10).await.unwrap_err();
        let FactError::CountUnknown(since, current) = refused else { panic!("{refused:?}") };
        assert_eq!(since.counts.iter().map(|count| count.begun).collect::<Vec<_>>(), begun);
        assert_eq!(current.booking.amounts.due(), Money::from_rupees(800), "the booking still owes it");
    }
    assert_eq!((movements(&app).await, outcomes(&app).await, expected(&app).await), (0, 0, 2_800));
    assert_eq!(number(&app.store, "select cast(count(*) as bigint) from desk_payment").await, 0);
    pay(&app, &kiran, cash(&order, CashPlace::InCount(Some(begun[1]))), 10).await.unwrap();
    assert_sound(&app).await;
});

on_both_engines!(a_decision_for_a_count_that_is_not_offered_is_refused_and_nothing_is_lost, async |store| {
    let (app, kiran, order, begun, wrong) = open_with_other_counts(store, true).await;
    let in_count = |count| PaymentDecision {
        payment: cash(&order, CashPlace::InCount(Some(count))),
        ..decision(&order, Decision::InCount)
    };
    for count in wrong {
        let refused = decide(&app, &kiran, in_count(count), 10).await.unwrap_err();
        let FactError::CountUnknown(since, _) = refused else { panic!("{refused:?}") };
        assert_eq!(since.counts.iter().map(|count| count.begun).collect::<Vec<_>>(), begun);
    }
    assert_eq!((movements(&app).await, outcomes(&app).await, expected(&app).await), (0, 0, 2_800));
    decide(&app, &kiran, in_count(begun[1]), 10).await.unwrap();
    assert_sound(&app).await;
});

/// Chooses one of the counts that are not offered, with a part of the condition for those that are replaced, and returns the rules that
/// do not hold afterwards.
async fn chosen_without(store: Store, guard: &str, instead: &str, wrong: usize) -> Vec<String> {
    let unguarded = without_guard(&store, statement("desk_shift/list_counts_since"), guard, instead);
    let (app, kiran, order, _, others) = open_with_other_counts(unguarded, false).await;
    pay(&app, &kiran, cash(&order, CashPlace::InCount(Some(others[wrong]))), 10).await.unwrap();
    broken(&app.store).await
}

on_both_engines!(control_without_the_time_an_earlier_count_has_the_cash, async |store| {
    let rules = chosen_without(store, "begun.opened_at >= $2", "begun.opened_at + $2 > 0", 0).await;
    assert_eq!(rules, ["cash that was in a count before it was taken or at another venue"]);
});

on_both_engines!(control_without_the_venue_the_count_of_another_drawer_has_the_cash, async |store| {
    let rules = chosen_without(store, "begun.venue_id = $1", "begun.venue_id + $1 > 0", 1).await;
    assert_eq!(rules, ["cash that was in a count before it was taken or at another venue"]);
});

on_both_engines!(the_first_eight_counts_are_offered_and_it_is_said_that_there_are_more, async |store| {
    let (app, kiran, order, shift) = open(store).await;
    let mut begun = Vec::new();
    let mut open_shift = shift;
    let mut offered = Vec::new();
    for n in 0..9 {
        open_shift = count(&app, &kiran, open_shift, with_cash(), 20 + n).await.next;
        begun.push(open_shift);
        let refused = pay(&app, &kiran, cash(&order, CashPlace::Unknown), 10).await.unwrap_err();
        let FactError::CountedSince(since, _) = refused else { panic!("{refused:?}") };
        let ids: Vec<_> = since.counts.iter().map(|count| count.begun).collect();
        assert_eq!(ids, begun[..begun.len().min(8)]);
        offered.push((ids.len(), since.has_more));
    }
    let expected = [1, 2, 3, 4, 5, 6, 7, 8].map(|count| (count, false));
    assert_eq!(offered, [&expected[..], &[(8, true)]].concat());
    let ninth = pay(&app, &kiran, cash(&order, CashPlace::InCount(Some(begun[8]))), 11).await.unwrap_err();
    assert!(matches!(ninth, FactError::CountUnknown(..)), "{ninth:?}");
    pay(&app, &kiran, cash(&order, CashPlace::InCount(Some(begun[7]))), 12).await.unwrap();
    assert_sound(&app).await;
});

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
        let text = serde_json::to_string(&OfflineFact { time, kind: FactKind::Payment(payment) }).unwrap();
        text.split_once("payment ").unwrap().1.to_owned()
    };
    let places = [CashPlace::Unknown, CashPlace::PresentDrawer, CashPlace::InCount(None)];
    assert_eq!(
        places.map(written),
        [
            "4820193756 cash 80000 None false\"]",
            "4820193756 cash 80000 None true\"]",
            "4820193756 cash 80000 None in_count\"]"
        ]
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

on_both_engines!(cash_from_before_the_first_shift_is_in_its_opening_and_in_no_difference, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    app.clock.set(at("6:30 PM"));
    let (seen, preview) = preview_cancellation(&app, &kiran, order.number).await.unwrap();
    let (version, shown) = (seen.booking.version, preview.refund);
    let request = CancelAtDesk { number: order.number, version, shown, refund: None, reason: None };
    cancel_at_desk(&app, &kiran, request, request_key(1)).await.unwrap();
    open_shift(&app, &kiran, VENUE, with_cash(), request_key(2)).await.unwrap();
    let refused = decide(&app, &kiran, decision(&order, Decision::Kept), 3).await.unwrap_err();
    assert!(matches!(refused, FactError::CountedSince(..)), "{refused:?}");
    decide(&app, &kiran, decision(&order, Decision::InCount), 4).await.unwrap();
    assert_eq!((expected(&app).await, counted_cash(&app, &kiran).await), (2_800, vec![]));
    assert_sound(&app).await;
});

on_both_engines!(a_clock_that_cannot_have_been_right_decides_no_count, async |store| {
    let (app, kiran, order, shift) = open_cancelled(store).await;
    count(&app, &kiran, shift, with_cash(), 1).await;
    let booked_at = number(&app.store, "select confirmed_at from orders").await;
    let booked_at = Timestamp::from_millisecond(booked_at).unwrap();
    let beyond = SignedDuration::from_mins(5) + SignedDuration::from_millis(1);
    let impossible = [booked_at - beyond, app.clock_now() + beyond];
    for (key, time) in (10..).zip(impossible) {
        for (n, answer) in (0..).zip([Decision::Kept, Decision::InCount]) {
            let decided = PaymentDecision { taken: taken_at(time), ..decision(&order, answer) };
            let refused = decide(&app, &kiran, decided, key + 10 * n).await.unwrap_err();
            assert!(matches!(refused, FactError::ClockWrong(_)), "{time} {answer:?}: {refused:?}");
        }
    }
    assert_eq!((movements(&app).await, outcomes(&app).await), (0, 0));
    // An answer that depends on no count is recorded all the same.
    let future = taken_at(at("6:40 PM"));
    decide(&app, &kiran, PaymentDecision { taken: future, ..into_present_drawer(&order) }, 40).await.unwrap();
    assert_eq!(expected(&app).await, 3_600);
    let unknown = "select cast(count(*) as bigint) from offline_payment where taken_at is null";
    assert_eq!(number(&app.store, unknown).await, 1);
    assert_sound(&app).await;
});

on_both_engines!(a_clock_within_its_bounds_finds_the_count, async |store| {
    let (app, kiran, order, shift) = open_cancelled(store).await;
    count(&app, &kiran, shift, with_cash(), 1).await;
    let booked_at = number(&app.store, "select confirmed_at from orders").await;
    let booked_at = Timestamp::from_millisecond(booked_at).unwrap();
    for (key, time) in [(2, booked_at - SignedDuration::from_mins(5)), (3, at("6:35 PM"))] {
        let decided = PaymentDecision { taken: taken_at(time), ..decision(&order, Decision::Kept) };
        let refused = decide(&app, &kiran, decided, key).await.unwrap_err();
        assert!(matches!(refused, FactError::CountedSince(..)), "{time}: {refused:?}");
    }
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
    for (key, other) in [(4, into_present_drawer(&order)), (5, decision(&order, Decision::GivenBack))] {
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
    review_shift(&app, &nisha, shift, request_key(3)).await.unwrap();
    let twice = review_shift(&app, &nisha, shift, request_key(4)).await;
    assert!(matches!(twice, Err(ReviewShiftError::WrongState)), "{twice:?}");

    decide(&app, &kiran, decision(&order, Decision::InCount), 5).await.unwrap();
    let reviewed =
        async || counted_cash(&app, &kiran).await.iter().map(|cash| cash.is_reviewed).collect::<Vec<_>>();
    assert_eq!(reviewed().await, [false]);
    let own = review_shift(&app, &kiran, shift, request_key(6)).await;
    let lacking = Refused::NotAllowed(Permission::ShiftOthers);
    assert!(matches!(own, Err(ReviewShiftError::Refused(refused)) if refused == lacking), "{own:?}");
    review_shift(&app, &nisha, shift, request_key(7)).await.unwrap();
    assert_eq!(reviewed().await, [true]);
    let thrice = review_shift(&app, &nisha, shift, request_key(8)).await;
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
    let open = review_shift(&app, &nisha, shift, request_key(3)).await;
    assert!(matches!(open, Err(ReviewShiftError::WrongState)), "the count has no reason yet: {open:?}");
    let close = CloseShift { reason: Some("Too much".to_owned()), to_safe: Money::ZERO };
    close_shift(&app, &kiran, shift, close, request_key(4)).await.unwrap();
    review_shift(&app, &nisha, shift, request_key(5)).await.unwrap();
    assert!(counted_cash(&app, &kiran).await.iter().all(|cash| cash.is_reviewed));
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

/// Twelve calls from two nodes decide about one payment at once, in turn that the cash goes into the present drawer and that it was in
/// the count. Returns the app, its clerk, and how many decisions were recorded.
async fn decided_at_once([here, there]: [Store; 2]) -> (TestApp, Actor, usize) {
    let (app, kiran, order, shift) = open_cancelled(here).await;
    let other = app.another_node_on(there, |_| {});
    count(&app, &kiran, shift, with_cash(), 1).await;
    let answers = run_concurrently(12, |n| {
        let node = if n % 2 == 0 { app.clone() } else { other.clone() };
        let kiran = kiran.clone();
        let decided = match n % 3 {
            0 => into_present_drawer(&order),
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
        let keeping = meanwhile(&unguarded, "cash_movement/add", move || async move {
            count(&other, &counter, shift, with_cash(), 1).await;
        });
        let node = app.another_node_on(keeping, |_| {});
        decide(&node, &kiran, decision(&order, Decision::Kept), 2).await.unwrap();
        assert_eq!(broken(&app.store).await, ["shifts whose drawer does not add up"]);
    });
}

on_both_engines!(cash_of_a_payment_with_an_impossible_time_waits_for_its_clerk, async |store| {
    let (app, kiran, order, shift) = open(store).await;
    count(&app, &kiran, shift, five_hundreds(4), 1).await;
    let send = async |place, key| {
        // The clock is an hour ahead and was never measured: by it the cash was taken after the count.
        let time = DeviceTime { at: at("7:30 PM"), offset: SignedDuration::ZERO };
        let fact = OfflineFact { time, kind: FactKind::Payment(cash(&order, place)) };
        record_fact(&app, &kiran, VENUE, fact, request_key(key)).await
    };
    for (key, place) in [(2, CashPlace::Unknown), (3, CashPlace::InCount(None))] {
        let refused = send(place, key).await.unwrap_err();
        assert!(matches!(refused, FactError::ClockWrong(_)), "{place:?}: {refused:?}");
    }
    let paid = send(CashPlace::PresentDrawer, 4).await.unwrap();
    assert_eq!((paid.details.booking.amounts.due(), expected(&app).await), (Money::ZERO, 2_800));
    assert_sound(&app).await;
});
