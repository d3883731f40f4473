//! Facts that a desk wrote down without a network: when they count, repeats, refusals, and two devices with one pass.

use jiff::{SignedDuration, Timestamp};
use sideout_app::{
    Order,
    closures::{
        at_desk::{CloseAtDesk, answer_for_player::move_for_player, close::close_at_desk},
        offers::answer::ChosenPlace,
    },
    desk::{
        board::{
            mark_attendance::MarkAttendanceError,
            write_note::{NoteAbout, WriteNote},
        },
        bookings::cancel_at_desk::{CancelAtDesk, cancel_at_desk, preview_cancellation},
        check_in::{
            CheckIn,
            scan_pass::{ScanOutcome, ScanPass, scan_pass},
        },
        day::close_day::close_day,
        money::{count_shift::count_shift, take_payment::TakePaymentError},
        offline::{
            CashPlace, Decision, FactError, FactKind, FactOutcome, OfflineFact, OfflinePayment,
            PaymentDecision, RecordedFact, record_fact::record_fact,
        },
    },
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    CourtId, ShiftId,
    attendance::{Attendance, AttendanceRefused},
    bill::Tender,
    closure_offer::{ClosureCause, RunningGames},
    drawer::round_off,
    money::Money,
    offline::DeviceTime,
    order::{OrderNumber, OrderStatus},
    staff::{Permission, Role},
};
use sideout_store::Store;
use sideout_testkit::{
    TestApp, meanwhile, on_both_engines, request_key, sample_venue::VENUE, statement, two_nodes_on_postgres,
    without_guard,
};

use crate::{
    counter::{actor, five_hundreds, open_counter, take_cash},
    desk_bookings::assert_sound,
    helpers::{SUNDAY, at, booked, details, number, open_second_venue, run_for, slot},
};

const ARRIVED: Option<Attendance> = Some(Attendance::Arrived);
const ABSENT: Option<Attendance> = Some(Attendance::Absent);

/// An app with a clerk whose drawer is open, and a booking of court 3 on Sunday at 7 PM for ₹800 that is not paid; it is 6:30 PM.
async fn open(store: Store) -> (TestApp, Actor, Order, ShiftId) {
    let (app, customers, kiran, shift) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    app.clock.set(at("6:30 PM"));
    (app, kiran, order, shift)
}

/// A fact that happened at `at` by a clock that is right.
fn fact(at: Timestamp, kind: FactKind) -> OfflineFact {
    OfflineFact { time: DeviceTime { at, offset: SignedDuration::ZERO }, kind }
}

async fn send(app: &TestApp, actor: &Actor, fact: OfflineFact, key: u64) -> Result<RecordedFact, FactError> {
    record_fact(app, actor, VENUE, fact, request_key(key)).await
}

async fn send_attendance(
    app: &TestApp,
    actor: &Actor,
    order: OrderNumber,
    (state, time): (Option<Attendance>, &str),
    key: u64,
) -> Result<RecordedFact, FactError> {
    send(app, actor, fact(at(time), FactKind::Attendance(order, state)), key).await
}

fn scan_of(app: &TestApp, order: &Order) -> FactKind {
    FactKind::Scan(app.pass_signer.pass_code(order, OrderStatus::Confirmed).unwrap())
}

fn offline_payment(order: OrderNumber, tender: Tender, rupees: i64) -> OfflinePayment {
    let amount = Money::from_rupees(rupees);
    OfflinePayment { order, tender, amount, reference: None, cash: CashPlace::Unknown }
}

async fn send_payment(
    app: &TestApp,
    actor: &Actor,
    payment: OfflinePayment,
    time: &str,
    key: u64,
) -> Result<RecordedFact, FactError> {
    send(app, actor, fact(at(time), FactKind::Payment(payment, String::new())), key).await
}

async fn entries(app: &TestApp) -> i64 {
    number(&app.store, "select cast(count(*) as bigint) as n from audit_entry").await
}

async fn cancel(app: &TestApp, actor: &Actor, order: OrderNumber, key: u64) {
    let (seen, preview) = preview_cancellation(app, actor, order).await.unwrap();
    let version = seen.booking.version;
    let shown = preview.refund;
    let request = CancelAtDesk { number: order, version, shown, refund: None, reason: None };
    cancel_at_desk(app, actor, request, request_key(key)).await.unwrap();
}

on_both_engines!(a_clock_that_is_ten_minutes_wrong_changes_no_time, async |store| {
    let (app, kiran, order, _) = open(store).await;
    let time = DeviceTime { at: at("6:32 PM"), offset: SignedDuration::from_mins(-10) };
    let arrived = OfflineFact { time, kind: FactKind::Attendance(order.number, ARRIVED) };
    let recorded = send(&app, &kiran, arrived, 1).await.unwrap();
    assert_eq!(recorded.outcome, FactOutcome::Done);
    let booking = &recorded.details.booking;
    assert_eq!((booking.attendance, booking.attendance_at), (ARRIVED, Some(at("6:22 PM"))));
    assert_eq!(recorded.details.attendance_by, Some(kiran.id()));
    let offline = "select cast(count(*) as bigint) as n from attendance where way = 'offline'";
    assert_eq!(number(&app.store, offline).await, 1);
    let audited = "select cast(count(*) as bigint) as n from audit_entry
                    where verb = 'attendance.recorded' and after like '%\"way\":\"offline\"%'";
    assert_eq!(number(&app.store, audited).await, 1);

    // A clock that is ahead and was never measured: the fact is of now, not of the future.
    let ahead = OfflineFact {
        time: DeviceTime { at: at("6:50 PM"), offset: SignedDuration::ZERO },
        kind: FactKind::Attendance(order.number, None),
    };
    let taken_back = send(&app, &kiran, ahead, 2).await.unwrap();
    assert_eq!(taken_back.details.attendance_changed_at, Some(at("6:30 PM")));
});

on_both_engines!(cash_for_a_game_whose_court_was_closed_pays_for_its_other_place, async |store| {
    let (app, kiran, order, _) = open(store).await;
    let owner = actor(&app, Role::Owner, "9825041739", &[]).await;
    let rain = CloseAtDesk {
        venue: VENUE,
        courts: [CourtId(3)].into(),
        day: SUNDAY,
        from_minute: 19 * 60,
        until_minute: 20 * 60,
        cause: ClosureCause::Rain,
        reason: "Rain".parse().unwrap(),
        running_games: RunningGames::All,
        seen: None,
    };
    close_at_desk(&app, &owner, rain, request_key(1)).await.unwrap();
    let start = "7:00 PM".parse().unwrap();
    let (due, back) = (Money::from_rupees(800), Money::ZERO);
    let chosen = ChosenPlace { venue: VENUE, court: CourtId(5), day: SUNDAY, start, due, back };
    move_for_player(&app, &owner, order.number, chosen, request_key(2)).await.unwrap();
    // The device of the clerk did not know it.
    let payment = offline_payment(order.number, Tender::Cash, 800);
    let recorded = send_payment(&app, &kiran, payment.clone(), "6:25 PM", 3).await.unwrap();
    let booking = recorded.details.booking;
    assert_eq!((booking.time.slot, booking.amounts.paid), (slot(5, "7:00 PM"), Money::from_rupees(800)));
    let again = send_payment(&app, &kiran, payment, "6:25 PM", 4).await;
    assert!(matches!(again, Err(FactError::Paid(_))), "{again:?}");
    assert_sound(&app).await;
});

on_both_engines!(a_list_that_is_sent_twice_changes_nothing_and_answers_the_same, async |store| {
    let (app, kiran, order, _) = open(store).await;
    let facts = [
        fact(at("6:10 PM"), FactKind::Attendance(order.number, ARRIVED)),
        fact(at("6:11 PM"), FactKind::Attendance(order.number, None)),
        fact(at("6:12 PM"), scan_of(&app, &order)),
        fact(
            at("6:13 PM"),
            FactKind::Payment(offline_payment(order.number, Tender::Cash, 800), String::new()),
        ),
    ];
    let send_all = async || {
        let mut answers = Vec::new();
        for (key, fact) in facts.iter().enumerate() {
            let recorded = send(&app, &kiran, fact.clone(), key as u64 + 1).await.unwrap();
            answers.push((recorded.outcome, recorded.receipt));
        }
        answers
    };
    let first = send_all().await;
    assert!(first.iter().all(|(outcome, _)| *outcome == FactOutcome::Done), "{first:?}");
    assert_eq!(first[3].1.as_deref(), Some("D1/26-27/000001"));
    let booking = details(&app, order.number).await;
    assert_eq!(booking.booking.attendance_at, Some(at("6:12 PM")), "the facts are recorded in their order");
    let audited = entries(&app).await;

    app.clock.set(at("6:45 PM"));
    assert_eq!(send_all().await, first);
    assert_eq!(details(&app, order.number).await, booking);
    assert_eq!(entries(&app).await, audited);
    assert_eq!(number(&app.store, "select count(*) from desk_payment").await, 1);
    assert_eq!(number(&app.store, "select taken_at from desk_payment").await, at("6:13 PM").as_millisecond());

    let another = fact(at("6:10 PM"), FactKind::Attendance(order.number, ABSENT));
    let reused = send(&app, &kiran, another, 1).await.unwrap_err();
    assert!(matches!(reused, FactError::Refused(Refused::KeyReused)), "{reused:?}");
    assert_sound(&app).await;
});

on_both_engines!(a_fact_is_refused_after_36_hours_and_its_repeat_is_not, async |store| {
    let (app, kiran, order, _) = open(store).await;
    let arrived = fact(at("6:10 PM"), FactKind::Attendance(order.number, ARRIVED));
    send(&app, &kiran, arrived.clone(), 1).await.unwrap();
    let last_moment = at("6:10 PM") + SignedDuration::from_hours(36);
    app.clock.set(last_moment);
    let in_time = send(&app, &kiran, arrived.clone(), 3).await.unwrap();
    assert_eq!(in_time.outcome, FactOutcome::AlreadyDone, "a fact of 36 hours ago is accepted");
    app.clock.set(last_moment + SignedDuration::from_secs(1));
    let old = send(&app, &kiran, arrived.clone(), 2).await.unwrap_err();
    assert!(matches!(old, FactError::TooOld(_)), "{old:?}");
    let repeated = send(&app, &kiran, arrived, 1).await.unwrap();
    assert_eq!(repeated.outcome, FactOutcome::Done, "it was recorded in time");
});

on_both_engines!(a_fact_older_than_the_present_mark_is_refused_and_a_later_one_replaces_it, async |store| {
    let (app, kiran, order, _) = open(store).await;
    let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
    app.clock.set(at("7:30 PM"));
    send_attendance(&app, &nisha, order.number, (ABSENT, "7:20 PM"), 1).await.unwrap();
    let earlier = send_attendance(&app, &kiran, order.number, (ARRIVED, "7:10 PM"), 2).await.unwrap_err();
    let FactError::Attendance(MarkAttendanceError::ChangedMeanwhile(current)) = earlier else {
        panic!("{earlier:?}")
    };
    assert_eq!((current.booking.attendance, current.attendance_by), (ABSENT, Some(nisha.id())));
    let same = send_attendance(&app, &kiran, order.number, (ABSENT, "7:22 PM"), 3).await.unwrap();
    assert_eq!(same.outcome, FactOutcome::AlreadyDone);
    let later = send_attendance(&app, &kiran, order.number, (ARRIVED, "7:25 PM"), 4).await.unwrap();
    assert_eq!((later.outcome, later.details.booking.attendance), (FactOutcome::Done, ARRIVED));
});

on_both_engines!(an_absence_older_than_any_record_of_the_arrival_is_refused, async |store| {
    let (app, kiran, order, _) = open(store).await;
    let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
    app.clock.set(at("7:40 PM"));
    let scan = scan_of(&app, &order);
    let absent_at =
        async |time: &str, key: u64| send_attendance(&app, &nisha, order.number, (ABSENT, time), key).await;
    send(&app, &kiran, fact(at("7:05 PM"), scan.clone()), 1).await.unwrap();
    let again = send(&app, &kiran, fact(at("7:30 PM"), scan.clone()), 2).await.unwrap();
    assert_eq!(again.outcome, FactOutcome::AlreadyDone);
    assert_eq!(again.details.booking.attendance_at, Some(at("7:05 PM")));
    let older = absent_at("7:15 PM", 3).await.unwrap_err();
    assert!(matches!(older, FactError::Attendance(MarkAttendanceError::ChangedMeanwhile(_))), "{older:?}");
    // The first time changes, the last one stays.
    send(&app, &kiran, fact(at("7:01 PM"), scan.clone()), 4).await.unwrap();
    send(&app, &kiran, fact(at("7:20 PM"), scan.clone()), 5).await.unwrap();
    let still = absent_at("7:29 PM", 6).await.unwrap_err();
    assert!(matches!(still, FactError::Attendance(MarkAttendanceError::ChangedMeanwhile(_))), "{still:?}");
    let booking = details(&app, order.number).await;
    assert_eq!((booking.booking.attendance, booking.booking.attendance_at), (ARRIVED, Some(at("7:01 PM"))));

    // A correction after the last record counts, and so does an arrival after that.
    let corrected = absent_at("7:31 PM", 7).await.unwrap();
    assert_eq!((corrected.outcome, corrected.details.booking.attendance), (FactOutcome::Done, ABSENT));
    let came = send(&app, &kiran, fact(at("7:32 PM"), scan), 8).await.unwrap();
    assert_eq!((came.outcome, came.details.booking.attendance), (FactOutcome::Done, ARRIVED));
});

on_both_engines!(an_absence_older_than_a_scan_of_players_who_were_in_is_refused, async |store| {
    let (app, kiran, order, _) = open(store).await;
    let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
    app.clock.set(at("7:05 PM"));
    send_attendance(&app, &kiran, order.number, (ARRIVED, "7:05 PM"), 1).await.unwrap();
    app.clock.set(at("7:30 PM"));
    let text = app.pass_signer.pass_code(&order, OrderStatus::Confirmed).unwrap();
    let scan = ScanPass { venue: VENUE, text, seen_version: None };
    let again = scan_pass(&app, &kiran, scan, request_key(2)).await.unwrap();
    assert_eq!(again.outcome, ScanOutcome::OfBooking(CheckIn::AlreadyIn));

    // Nisha's device had no network when the pass was scanned.
    app.clock.set(at("7:40 PM"));
    let older = send_attendance(&app, &nisha, order.number, (ABSENT, "7:20 PM"), 3).await.unwrap_err();
    assert!(matches!(older, FactError::Attendance(MarkAttendanceError::ChangedMeanwhile(_))), "{older:?}");
    let booking = details(&app, order.number).await;
    assert_eq!((booking.booking.attendance, booking.booking.attendance_at), (ARRIVED, Some(at("7:05 PM"))));
    let corrected = send_attendance(&app, &nisha, order.number, (ABSENT, "7:31 PM"), 4).await.unwrap();
    assert_eq!((corrected.outcome, corrected.details.booking.attendance), (FactOutcome::Done, ABSENT));
});

on_both_engines!(an_arrival_that_is_sent_late_does_not_hide_the_last_one, async |store| {
    let (app, kiran, order, _) = open(store).await;
    app.clock.set(at("7:40 PM"));
    let scan = scan_of(&app, &order);
    send(&app, &kiran, fact(at("7:30 PM"), scan.clone()), 1).await.unwrap();
    let first = send(&app, &kiran, fact(at("7:05 PM"), scan), 2).await.unwrap();
    assert_eq!(
        (first.outcome, first.details.booking.attendance_at),
        (FactOutcome::Done, Some(at("7:05 PM")))
    );
    let older = send_attendance(&app, &kiran, order.number, (ABSENT, "7:15 PM"), 3).await.unwrap_err();
    assert!(matches!(older, FactError::Attendance(MarkAttendanceError::ChangedMeanwhile(_))), "{older:?}");
});

on_both_engines!(an_arrival_that_is_repeated_after_its_day_was_closed_is_answered, async |store| {
    let (app, kiran, order, _) = open(store).await;
    let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
    app.clock.set(at("11:30 PM"));
    send_attendance(&app, &kiran, order.number, (ARRIVED, "7:05 PM"), 1).await.unwrap();
    close_day(&app, &nisha, VENUE, SUNDAY, request_key(2)).await.unwrap();
    let again = send_attendance(&app, &kiran, order.number, (ARRIVED, "7:30 PM"), 3).await.unwrap();
    assert_eq!(again.outcome, FactOutcome::AlreadyDone);
    let booking = &again.details.booking;
    assert_eq!((booking.status, booking.attendance_at), (OrderStatus::Completed, Some(at("7:05 PM"))));
});

on_both_engines!(
    of_two_devices_with_one_pass_the_first_by_corrected_time_counts_and_both_times_stay,
    async |store| {
        let (app, kiran, order, _) = open(store).await;
        let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
        let scan = scan_of(&app, &order);
        // Nisha's device was online again first, and its clock is ten minutes slow.
        let time = DeviceTime { at: at("6:08 PM"), offset: SignedDuration::from_mins(10) };
        let later = send(&app, &nisha, OfflineFact { time, kind: scan.clone() }, 1).await.unwrap();
        assert_eq!(later.details.booking.attendance_at, Some(at("6:18 PM")));
        let first = send(&app, &kiran, fact(at("6:15 PM"), scan.clone()), 2).await.unwrap();
        assert_eq!(first.outcome, FactOutcome::Done);
        assert_eq!(first.details.booking.attendance_at, Some(at("6:15 PM")));
        assert_eq!(first.details.attendance_by, Some(kiran.id()));
        let third = send(&app, &nisha, fact(at("6:20 PM"), scan), 3).await.unwrap();
        assert_eq!(third.outcome, FactOutcome::AlreadyDone);
        assert_eq!(third.details.booking.attendance_at, Some(at("6:15 PM")));
        for (verb, time) in [
            ("attendance.recorded", "6:18 PM"),
            ("attendance.recorded", "6:15 PM"),
            ("attendance.seen_again", "6:20 PM"),
        ] {
            let count = app.store.read((verb, at(time)), |tx, (verb, time)| {
                Box::pin(async move {
                    let text = "select cast(count(*) as bigint) as n from audit_entry
                             where verb = $1 and after like '%' || $2 || '%'";
                    let statement = sideout_store::Statement { name: "test/entries", text };
                    let row = tx.one(statement, sideout_store::params![*verb, time.to_string()]).await?;
                    row.integer("n")
                })
            });
            let count: Result<i64, sideout_store::StoreError> = count.await;
            assert_eq!(count.unwrap(), 1, "{verb} {time}");
        }
    }
);

/// Kiran's device read the pass at 6:20, Nisha's at 6:12; hers is recorded after the server has read the booking for
/// his. Returns the arrival that stays.
async fn arrival_that_stays([here, there]: [Store; 2]) -> Timestamp {
    let (app, kiran, order, _) = open(there).await;
    let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
    let scan = scan_of(&app, &order);
    let (other, earlier) = (app.clone(), fact(at("6:12 PM"), scan.clone()));
    let here = meanwhile(&here, "orders/mark_attendance", move || async move {
        send(&other, &nisha, earlier, 1).await.unwrap();
    });
    let node = app.another_node_on(here, |_| {});
    send(&node, &kiran, fact(at("6:20 PM"), scan), 2).await.unwrap();
    details(&app, order.number).await.booking.attendance_at.unwrap()
}

// On SQLite a unit of work that writes is alone, so nothing is between its read and its write.
#[test]
fn the_earlier_arrival_stays_if_two_devices_are_online_again_at_once() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        assert_eq!(arrival_that_stays(stores).await, at("6:12 PM"));
    });
}

#[test]
fn control_without_the_version_the_later_arrival_wins() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let mark = statement("orders/mark_attendance");
        let unguarded = without_guard(&here, mark, "and version = $2", "and cast($2 as bigint) = $2");
        assert_eq!(arrival_that_stays([unguarded, there]).await, at("6:20 PM"));
    });
}

on_both_engines!(a_forged_unknown_early_or_cancelled_pass_is_refused_with_its_reason, async |store| {
    let (app, kiran, order, _) = open(store).await;
    let refused = async |kind: FactKind, time: Timestamp, key: u64| {
        send(&app, &kiran, fact(time, kind), key).await.unwrap_err()
    };
    let pass = scan_of(&app, &order);
    let FactKind::Scan(text) = &pass else { panic!("{pass:?}") };
    let forged = FactKind::Scan(text.replace(&format!(".{}.", order.slot.court.0), ".4."));
    assert!(matches!(refused(forged, at("6:20 PM"), 1).await, FactError::Pass(_)));
    let absent = Order { number: "4071553902".parse().unwrap(), ..order.clone() };
    let absent = refused(scan_of(&app, &absent), at("6:20 PM"), 2).await;
    assert!(matches!(absent, FactError::PassUnknown), "{absent:?}");
    let early = refused(pass.clone(), at("3:59 PM"), 3).await;
    assert!(matches!(early, FactError::NotAdmitted(CheckIn::TooEarly, _)), "{early:?}");
    cancel(&app, &kiran, order.number, 4).await;
    let cancelled = refused(pass, at("6:20 PM"), 5).await;
    assert!(matches!(cancelled, FactError::NotAdmitted(CheckIn::Cancelled, _)), "{cancelled:?}");
    let marked = send_attendance(&app, &kiran, order.number, (ARRIVED, "6:20 PM"), 6).await.unwrap_err();
    let wrong = AttendanceRefused::WrongState;
    assert!(
        matches!(&marked, FactError::Attendance(MarkAttendanceError::Refused(refused)) if *refused == wrong),
        "{marked:?}"
    );
});

on_both_engines!(facts_stay_at_their_venue_and_each_needs_its_own_permission, async |store| {
    let (app, kiran, order, _) = open(store).await;
    let hillside = open_second_venue(&app).await;
    let elsewhere = record_fact(
        &app,
        &kiran,
        hillside,
        fact(at("6:20 PM"), FactKind::Attendance(order.number, ARRIVED)),
        request_key(1),
    );
    let refused = elsewhere.await.unwrap_err();
    assert!(matches!(refused, FactError::Refused(Refused::OtherVenue)), "{refused:?}");
    let there = actor(&app, Role::Manager, "9825041739", &[hillside]).await;
    let arrival = fact(at("6:20 PM"), FactKind::Attendance(order.number, ARRIVED));
    let other = record_fact(&app, &there, hillside, arrival, request_key(2)).await.unwrap_err();
    assert!(matches!(other, FactError::NoSuchBooking), "another venue's booking: {other:?}");

    let decision = PaymentDecision {
        payment: offline_payment(order.number, Tender::Cash, 800),
        taken: None,
        refusal: "nothing_due".to_owned(),
        decision: Decision::GivenBack,
        note: String::new(),
    };
    let note = WriteNote {
        number: order.number,
        about: NoteAbout::Booking,
        text: "Left the racket here".parse().unwrap(),
    };
    let facts = [
        (Permission::AttendanceMark, FactKind::Attendance(order.number, ARRIVED)),
        (Permission::AttendanceMark, scan_of(&app, &order)),
        (
            Permission::PaymentTake,
            FactKind::Payment(offline_payment(order.number, Tender::Cash, 800), String::new()),
        ),
        (Permission::PaymentTake, FactKind::Decision(decision)),
        (Permission::PlayerNote, FactKind::Note(note)),
    ];
    let before = entries(&app).await;
    for (key, (permission, kind)) in facts.into_iter().enumerate() {
        let mut denied = kiran.clone();
        denied.member.denied.push(permission);
        let refused = send(&app, &denied, fact(at("6:20 PM"), kind), 10 + key as u64).await.unwrap_err();
        assert!(
            matches!(refused, FactError::Refused(Refused::NotAllowed(lacking)) if lacking == permission),
            "{refused:?}"
        );
    }
    assert_eq!(entries(&app).await, before);
});

on_both_engines!(money_whose_debt_is_gone_is_refused_and_decided, async |store| {
    let (app, kiran, order, _) = open(store).await;
    let ours = || offline_payment(order.number, Tender::Cash, 800);
    let by_qr = offline_payment(order.number, Tender::UpiQr, 800);
    let by_qr = send_payment(&app, &kiran, by_qr, "6:20 PM", 4).await.unwrap_err();
    assert!(matches!(by_qr, FactError::Payment(TakePaymentError::BadLines)), "{by_qr:?}");
    take_cash(&app, &kiran, &order, 300, 1).await;
    let less = send_payment(&app, &kiran, ours(), "6:20 PM", 2).await.unwrap_err();
    assert!(matches!(less, FactError::Payment(TakePaymentError::MoreThanDue(_))), "{less:?}");
    take_cash(&app, &kiran, &order, 500, 3).await;
    let gone = send_payment(&app, &kiran, ours(), "6:20 PM", 2).await.unwrap_err();
    assert!(matches!(gone, FactError::Paid(_)), "{gone:?}");
    let before = number(&app.store, "select count(*) from desk_payment").await;

    let decide = async |decision, key| {
        let refusal = "nothing_due".to_owned();
        let note = "Nobody came back for it".to_owned();
        let kind =
            FactKind::Decision(PaymentDecision { payment: ours(), taken: None, refusal, decision, note });
        send(&app, &kiran, fact(at("6:29 PM"), kind), key).await.unwrap()
    };
    let audited = entries(&app).await;
    decide(Decision::GivenBack, 5).await;
    assert_eq!(number(&app.store, "select count(*) from cash_movement").await, 0);
    decide(Decision::Kept, 6).await;
    decide(Decision::Kept, 6).await;
    assert_eq!(entries(&app).await, audited + 2);
    let kept =
        "select cast(sum(amount_paise) as bigint) from cash_movement where note like '%without a debt%'";
    assert_eq!(number(&app.store, kept).await, 80_000, "the movement of the drawer is recorded once");
    assert_eq!(number(&app.store, "select count(*) from desk_payment").await, before);
    assert_sound(&app).await;
});

on_both_engines!(cash_that_is_kept_corrects_the_drawer_by_its_whole_rupees, async |store| {
    let (app, kiran, order, _) = open(store).await;
    cancel(&app, &kiran, order.number, 1).await;
    let taken = OfflinePayment {
        amount: Money::from_paise(80_040),
        ..offline_payment(order.number, Tender::Cash, 0)
    };
    let decided = PaymentDecision {
        payment: taken,
        taken: None,
        refusal: "booking_cancelled".to_owned(),
        decision: Decision::Kept,
        note: String::new(),
    };
    send(&app, &kiran, fact(at("6:29 PM"), FactKind::Decision(decided)), 2).await.unwrap();
    let moved = "select cast(sum(amount_paise) as bigint) from cash_movement";
    assert_eq!(number(&app.store, moved).await, 80_000);
    assert_sound(&app).await;
});

on_both_engines!(money_for_a_cancelled_booking_is_refused, async |store| {
    let (app, kiran, order, _) = open(store).await;
    cancel(&app, &kiran, order.number, 1).await;
    let refused = send_payment(&app, &kiran, offline_payment(order.number, Tender::Card, 800), "6:20 PM", 2)
        .await
        .unwrap_err();
    assert!(matches!(refused, FactError::Cancelled(_)), "{refused:?}");
    assert_eq!(number(&app.store, "select count(*) from desk_payment").await, 0);
});

on_both_engines!(cash_from_before_a_count_is_recorded_only_if_its_clerk_says_so, async |store| {
    let (app, kiran, order, shift) = open(store).await;
    count_shift(&app, &kiran, shift, five_hundreds(4), request_key(1)).await.unwrap();
    let refused = send_payment(&app, &kiran, offline_payment(order.number, Tender::Cash, 800), "6:20 PM", 2)
        .await
        .unwrap_err();
    let FactError::CountedSince(counted, _) = refused else { panic!("{refused:?}") };
    assert_eq!(counted.counts.iter().map(|count| count.at).collect::<Vec<_>>(), [at("6:30 PM")]);
    assert_eq!(number(&app.store, "select count(*) from desk_payment").await, 0);
    let anyway = OfflinePayment {
        cash: CashPlace::PresentDrawer(None),
        ..offline_payment(order.number, Tender::Cash, 800)
    };
    let recorded = send_payment(&app, &kiran, anyway, "6:20 PM", 3).await.unwrap();
    assert_eq!(recorded.details.booking.amounts.due(), Money::ZERO);
    assert_sound(&app).await;
});

on_both_engines!(without_an_open_shift_money_waits_and_is_taken_later_with_the_same_key, async |store| {
    let (app, customers) = crate::helpers::open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    run_for(
        &app.store,
        "update orders set price_paise = price_paise + 40 where order_number = $1",
        order.number,
    )
    .await;
    app.clock.set(at("6:30 PM"));
    let due = Money::from_paise(80_040);
    assert_eq!(round_off(due), Money::from_paise(40));
    let card = OfflinePayment { amount: due, ..offline_payment(order.number, Tender::Card, 0) };
    let refused = send_payment(&app, &kiran, card.clone(), "6:20 PM", 1).await.unwrap_err();
    assert!(matches!(refused, FactError::Payment(TakePaymentError::ShiftNeeded)), "{refused:?}");
    let float = five_hundreds(4);
    sideout_app::desk::money::open_shift::open_shift(&app, &kiran, VENUE, float, request_key(2))
        .await
        .unwrap();
    let taken = send_payment(&app, &kiran, card, "6:20 PM", 1).await.unwrap();
    assert_eq!(taken.details.booking.amounts.due(), Money::ZERO);
});
