//! The end of a day: what has to be done first, what becomes of its games, the report and its digest.

use jiff::{SignedDuration, Timestamp, civil::Date};
use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use sideout_app::{
    Order,
    desk::{
        board::mark_attendance::MarkAttendanceError,
        bookings::{
            DeskSlot, NotForSale,
            book::{BookAtDesk, BookError, BookedAtDesk, Player, book_at_desk},
            move_booking::{MoveAtDesk, MoveError, move_at_desk},
            undo_move::undo_move,
        },
        day::{
            check_days::check_days,
            close_day::{CloseDayError, close_day},
            correct_outcome::{CorrectOutcome, correct_outcome},
            read_day::{DayEnd, read_day},
        },
        hours::{
            Draft,
            preview_hours::{PreviewHoursError, preview_hours},
            publish_hours::PublishHoursError,
        },
        money::{
            count_shift::count_shift,
            match_payment::match_payment,
            void_payment::{VoidPayment, void_payment},
        },
        offline::{CashPlace, FactKind, OfflineFact, OfflinePayment, record_fact::record_fact},
    },
    jobs::close_days::close_days,
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    CourtId, CustomerId, DeskPaymentId,
    attendance::{Attendance, AttendanceRefused},
    bill::Tender,
    hours::SpecialDay,
    money::Money,
    offline::DeviceTime,
    order::{OrderNumber, OrderStatus},
    staff::{Permission, Role},
};
use sideout_store::Store;
use sideout_testkit::{TestApp, on_both_engines, request_key, sample_venue::VENUE, statement, without_guard};

use crate::{
    counter::{actor, five_hundreds, line_of, open_counter, payment_by, take_cash, try_take},
    desk_bookings::assert_sound,
    helpers::{SUNDAY, at, booked, details, mark, number, run},
    publishing_hours::{FIRST, change, every_day, publish, span, usual},
};

const ARRIVED: Option<Attendance> = Some(Attendance::Arrived);
pub(crate) const ABSENT: Option<Attendance> = Some(Attendance::Absent);
pub(crate) const MONDAY: Date = jiff::civil::date(2026, 11, 23);

/// `start` on Monday.
pub(crate) fn on_monday(start: &str) -> Timestamp {
    at(start) + SignedDuration::from_hours(24)
}

pub(crate) async fn close(app: &TestApp, actor: &Actor, day: Date, key: u64) -> Result<(), CloseDayError> {
    close_day(app, actor, VENUE, day, request_key(key)).await
}

pub(crate) async fn read(app: &TestApp, actor: &Actor, day: Date) -> DayEnd {
    read_day(app, actor, VENUE, day).await.unwrap()
}

pub(crate) async fn manager(app: &TestApp) -> Actor {
    actor(app, Role::Manager, "9825041737", &[VENUE]).await
}

async fn mark_now(app: &TestApp, order: &Order, state: Option<Attendance>) {
    let version = details(app, order.number).await.booking.version;
    mark(app, order.number, state, version).await.unwrap();
}

pub(crate) async fn status(app: &TestApp, order: OrderNumber) -> OrderStatus {
    details(app, order).await.booking.status
}

/// Counts the closings of Sunday in the audit.
pub(crate) const CLOSINGS: &str =
    "select cast(count(*) as bigint) as closings from audit_entry where verb = 'day.closed'
                           and subject_id = '2026-11-22'";

/// What the message of a closed day says.
fn message(end: &DayEnd) -> &str {
    end.closed.as_ref().unwrap().message.as_deref().unwrap()
}

on_both_engines!(a_clerk_closes_a_day_when_nothing_is_open, async |store| {
    let (app, customers, kiran, shift) = open_counter(store, 3).await;
    let [came, missed, late] = [
        booked(&app, customers[0], 1, "7:00 PM").await,
        booked(&app, customers[1], 2, "7:00 PM").await,
        booked(&app, customers[2], 3, "10:00 PM").await,
    ];
    app.clock.set(at("10:54 PM"));
    let version = details(&app, came.number).await.booking.version;
    let early = close(&app, &kiran, SUNDAY, 1).await;
    assert!(matches!(early, Err(CloseDayError::NotOver(over)) if over == at("10:55 PM")), "{early:?}");

    app.clock.set(at("10:55 PM"));
    match close(&app, &kiran, SUNDAY, 2).await {
        Err(CloseDayError::StillOpen(items)) => {
            assert_eq!((items.unmarked.len(), items.due.len(), items.to_match.len()), (3, 3, 0));
            assert_eq!(items.shift.as_ref().map(|shift| shift.kept_by), Some(Some(kiran.id())));
        }
        other => panic!("{other:?}"),
    }
    let unchanged = details(&app, came.number).await.booking;
    assert_eq!(
        (unchanged.status, unchanged.version),
        (OrderStatus::Confirmed, version),
        "nothing was changed"
    );

    for order in [&came, &late] {
        mark_now(&app, order, ARRIVED).await;
    }
    mark_now(&app, &missed, ABSENT).await;
    take_cash(&app, &kiran, &came, 800, 10).await;
    let upi =
        try_take(&app, &kiran, payment_by(Tender::UpiOwn, vec![line_of(&app, late.number, 800).await]), 11)
            .await
            .unwrap();
    count_shift(&app, &kiran, shift, five_hundreds(5), request_key(12)).await.unwrap();
    app.clock.set(at("10:57 PM"));
    let open_items = read(&app, &kiran, SUNDAY).await;
    assert!(open_items.figures.is_none(), "a clerk counts without knowing the figures");
    assert_eq!(open_items.open.count(), 1, "the UPI payment is to match");
    match_payment(&app, &kiran, DeskPaymentId(upi.payment), request_key(13)).await.unwrap();

    close(&app, &kiran, SUNDAY, 20).await.unwrap();
    assert_eq!(status(&app, came.number).await, OrderStatus::Completed);
    assert_eq!(status(&app, late.number).await, OrderStatus::Completed);
    assert_eq!(status(&app, missed.number).await, OrderStatus::NoShow);
    assert_sound(&app).await;

    close(&app, &kiran, SUNDAY, 20).await.unwrap();
    let again = close(&app, &kiran, SUNDAY, 21).await;
    assert!(matches!(again, Err(CloseDayError::AlreadyClosed)), "{again:?}");
    assert_eq!(number(&app.store, CLOSINGS).await, 1);

    let end = read(&app, &kiran, SUNDAY).await;
    let closed = end.closed.as_ref().unwrap();
    assert_eq!((closed.at, closed.by, end.open.count()), (at("10:57 PM"), Some(kiran.id()), 0));
    assert_eq!(
        message(&end),
        format!(
            "Riverside Arena · Sun 22 Nov 2026\n\
             3 of 204 hours (1 %) · 1 no-show\n\
             Cash ₹800 (counted ₹500: −₹300) · UPI ₹800 · Card ₹0 · Online ₹0\n\
             Back to players ₹0 · all that was played is paid\n\
             Closed 10:57 PM by Test · check {}",
            closed.check
        )
    );
    let other_clerk = actor(&app, Role::Desk, "9825041739", &[VENUE]).await;
    let seen = read(&app, &other_clerk, SUNDAY).await;
    assert_eq!((seen.figures, seen.closed.unwrap().message), (None, None), "another clerk sees no figures");
});

on_both_engines!(a_manager_closes_a_day_with_open_items_and_the_report_names_them, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 2).await;
    let nisha = manager(&app).await;
    let [paid, unpaid] =
        [booked(&app, customers[0], 1, "7:00 PM").await, booked(&app, customers[1], 2, "8:00 PM").await];
    app.clock.set(at("8:10 PM"));
    try_take(&app, &kiran, payment_by(Tender::UpiOwn, vec![line_of(&app, paid.number, 500).await]), 1)
        .await
        .unwrap();
    app.clock.set(at("11:12 PM"));
    let before = read(&app, &nisha, SUNDAY).await;
    assert!(before.may_leave_open);
    assert_eq!(before.figures.as_ref().map(|figures| figures.unpaid.len()), Some(2));
    close(&app, &nisha, SUNDAY, 2).await.unwrap();
    assert_eq!(status(&app, unpaid.number).await, OrderStatus::Completed);
    let end = read(&app, &nisha, SUNDAY).await;
    let text = message(&end);
    assert!(text.contains("2 of 204 hours (1 %) · 0 no-shows · 2 games not marked\n"), "{text}");
    assert!(text.contains("Cash ₹0 (not counted) · UPI ₹500 (1 to match) · Card"), "{text}");
    assert!(text.contains("played, not paid ₹1,100 (Asha M, 90••• ••001; Asha M, 90••• ••000)\n"), "{text}");
    // What is owed is still taken afterwards.
    take_cash(&app, &kiran, &unpaid, 800, 3).await;
    assert_sound(&app).await;
});

on_both_engines!(hours_without_a_price_count_as_open, async |store| {
    let (app, _, _, _) = open_counter(store, 1).await;
    let nisha = manager(&app).await;
    // The hour of 10 PM has no price any more.
    run(&app.store, "update price_rule set until_minute = 1320").await;
    app.venues.forget();
    let figures = read(&app, &nisha, SUNDAY).await.figures.unwrap();
    assert_eq!(figures.open_minutes, 204 * 60, "17 hours on 12 courts");
});

on_both_engines!(the_job_closes_a_day_that_staff_did_not_and_an_unmarked_game_is_no_strike, async |store| {
    let (app, customers, _, _) = open_counter(store.clone(), 3).await;
    let nisha = manager(&app).await;
    let orders = [
        booked(&app, customers[0], 1, "7:00 PM").await,
        booked(&app, customers[1], 2, "7:00 PM").await,
        booked(&app, customers[2], 3, "7:00 PM").await,
    ];
    app.clock.set(at("7:20 PM"));
    mark_now(&app, &orders[0], ABSENT).await;
    mark_now(&app, &orders[1], ARRIVED).await;
    app.clock.set(on_monday("2:59 AM"));
    assert_eq!(close_days(&app).await.unwrap(), 1, "Saturday, which is the first day that is closed here");
    assert_eq!(status(&app, orders[2].number).await, OrderStatus::Confirmed);
    app.clock.set(on_monday("3:00 AM"));
    assert_eq!(close_days(&app).await.unwrap(), 1);
    assert_eq!(close_days(&app).await.unwrap(), 0, "once");
    assert_eq!(
        status(&app, orders[0].number).await,
        OrderStatus::NoShow,
        "a member of staff marked the absence"
    );
    assert_eq!(status(&app, orders[1].number).await, OrderStatus::Completed);
    assert_eq!(status(&app, orders[2].number).await, OrderStatus::Completed, "its attendance was not marked");
    assert_eq!(details(&app, orders[2].number).await.no_shows, 0);
    let end = read(&app, &nisha, SUNDAY).await;
    let text = message(&end);
    assert!(text.contains(" · 1 no-show · 1 game not marked\n"), "{text}");
    assert!(text.contains("\nClosed by itself Mon 23 Nov 3:00 AM · check "), "{text}");
    let by_program = "select cast(count(*) as bigint) as entries from audit_entry where verb = 'day.closed' and staff_id is null";
    assert_eq!(number(&store, by_program).await, 2);
});

on_both_engines!(
    upi_noted_without_a_network_and_recorded_after_the_closing_is_to_match_next_day,
    async |store| {
        let (app, customers, kiran, _) = open_counter(store, 1).await;
        let order = booked(&app, customers[0], 3, "10:00 PM").await;
        let nisha = manager(&app).await;
        app.clock.set(at("10:56 PM"));
        close(&app, &nisha, SUNDAY, 1).await.unwrap();
        app.clock.set(on_monday("9:00 AM"));
        let amount = Money::from_rupees(800);
        let payment = OfflinePayment {
            order: order.number,
            tender: Tender::UpiOwn,
            amount,
            reference: None,
            cash: CashPlace::Unknown,
        };
        let kind = FactKind::Payment(payment, String::new());
        let time = DeviceTime { at: at("10:50 PM"), offset: SignedDuration::ZERO };
        record_fact(&app, &kiran, VENUE, OfflineFact { time, kind }, request_key(2)).await.unwrap();
        let to_match = read(&app, &nisha, MONDAY).await.open.to_match;
        assert_eq!(to_match.iter().map(|listed| listed.payment.amount).collect::<Vec<_>>(), [amount]);
    }
);

on_both_engines!(a_booking_of_an_earlier_closed_day_gets_its_outcome_too, async |store| {
    let (app, customers, _, _) = open_counter(store.clone(), 2).await;
    let sunday = booked(&app, customers[0], 1, "7:00 PM").await;
    app.clock.set(on_monday("2:59 AM"));
    assert_eq!(close_days(&app).await.unwrap(), 1, "Saturday");
    // The machine was off on Monday and Tuesday: three days are closed one after the other.
    app.clock.set(on_monday("3:00 AM") + SignedDuration::from_hours(48));
    assert_eq!(close_days(&app).await.unwrap(), 3, "Sunday to Tuesday");
    assert_eq!(status(&app, sunday.number).await, OrderStatus::Completed);
    // A payment that was under way made it a booking while Sunday was being closed.
    run(&store, "update orders set status = 'confirmed'").await;
    assert_eq!(close_days(&app).await.unwrap(), 0);
    assert_eq!(
        status(&app, sunday.number).await,
        OrderStatus::Completed,
        "it has its outcome, although Tuesday was closed since"
    );
    let entries = "select cast(count(*) as bigint) as entries from audit_entry where verb = 'day.settled' and subject_id = '2026-11-22'";
    assert_eq!(number(&store, entries).await, 1);
});

on_both_engines!(days_are_closed_in_their_order_also_after_the_machine_was_off, async |store| {
    let (app, _, _, _) = open_counter(store, 0).await;
    let nisha = manager(&app).await;
    app.clock.set(at("11:00 PM"));
    close(&app, &nisha, SUNDAY, 1).await.unwrap();
    let saturday = SUNDAY.yesterday().unwrap();
    assert!(read(&app, &nisha, saturday).await.closed.is_some(), "the day before closed by itself first");
    let far = close(&app, &nisha, MONDAY, 2).await;
    assert!(matches!(far, Err(CloseDayError::NotOver(_))), "{far:?}");
    let old = close(&app, &nisha, saturday.yesterday().unwrap(), 3).await;
    assert!(
        matches!(old, Err(CloseDayError::AlreadyClosed)),
        "before the first day that was closed: {old:?}"
    );
    app.clock.set(on_monday("10:00 PM") + SignedDuration::from_hours(72));
    assert_eq!(close_days(&app).await.unwrap(), 3, "Monday, Tuesday and Wednesday");
    assert_eq!(check_days(&app.store).await.unwrap(), (None, 5));
});

on_both_engines!(a_day_stays_open_for_its_report_although_the_next_one_is_over_at_midnight, async |store| {
    let (app, _, _, _) = open_counter(store, 0).await;
    let nisha = manager(&app).await;
    let owner = actor(&app, Role::Owner, "9825041738", &[]).await;
    let midnight =
        SpecialDay { day: MONDAY, label: "New moon".to_owned(), spans: vec![span("12:00 AM", "12:00 AM")] };
    let draft = Draft { special_days: vec![midnight], ..usual() };
    publish(&app, &owner, change(FIRST, SUNDAY, draft), 1).await.unwrap();
    app.clock.set(on_monday("1:00 AM"));
    assert_eq!(close_days(&app).await.unwrap(), 1, "Saturday; Sunday closes by itself at 3 AM");
    let early = close(&app, &nisha, MONDAY, 2).await;
    assert!(matches!(early, Err(CloseDayError::EarlierOpen(SUNDAY))), "{early:?}");
    close(&app, &nisha, SUNDAY, 3).await.unwrap();
    close(&app, &nisha, MONDAY, 4).await.unwrap();
});

/// The cash of the reports of Sunday and Monday, paise.
pub(crate) async fn reported_cash(app: &TestApp, nisha: &Actor) -> [i64; 2] {
    let mut cash = [0; 2];
    for (day, cash) in [SUNDAY, MONDAY].into_iter().zip(&mut cash) {
        *cash = read(app, nisha, day).await.figures.unwrap().money.cash.taken;
    }
    cash
}

/// Cash that was under way when Sunday was closed: its time is before the closing, and its unit of work ended after it. Then cash is
/// taken after the closing, on the same evening. Returns the cash of both reports if Monday is closed through the store `monday`.
async fn reports_of_late_cash(store: Store, monday: Store) -> [i64; 2] {
    let (app, customers, kiran, _) = open_counter(store, 3).await;
    let nisha = manager(&app).await;
    let orders = [
        booked(&app, customers[0], 1, "7:00 PM").await,
        booked(&app, customers[1], 2, "7:00 PM").await,
        booked(&app, customers[2], 3, "7:00 PM").await,
    ];
    app.clock.set(at("10:56 PM"));
    take_cash(&app, &kiran, &orders[0], 800, 1).await;
    app.clock.set(at("11:00 PM"));
    close(&app, &nisha, SUNDAY, 2).await.unwrap();
    app.clock.set(at("10:59 PM"));
    take_cash(&app, &kiran, &orders[1], 300, 3).await;
    app.clock.set(at("11:30 PM"));
    take_cash(&app, &kiran, &orders[2], 500, 4).await;
    app.clock.set(on_monday("11:00 PM"));
    close(&app.another_node_on(monday, |_| {}), &nisha, MONDAY, 5).await.unwrap();
    reported_cash(&app, &nisha).await
}

on_both_engines!(cash_that_was_under_way_is_in_the_next_report, async |store| {
    assert_eq!(reports_of_late_cash(store.clone(), store).await, [80_000, 80_000]);
});

on_both_engines!(control_a_report_that_begins_at_midnight_loses_the_evening_before, async |store| {
    let blind = without_guard(
        &store,
        statement("venue_day/find"),
        "where venue_id = $1",
        "where venue_id = $1 and day > '2026-11-22'",
    );
    assert_eq!(reports_of_late_cash(store, blind).await, [80_000, 0]);
});

pub(crate) fn walk_in(customer: CustomerId, court: i64) -> BookAtDesk {
    let slot = DeskSlot { court: CourtId(court), day: SUNDAY, start: "10:00 PM".parse().unwrap() };
    BookAtDesk {
        slots: vec![slot],
        player: Player::Known(customer),
        contact_name: None,
        total: Money::from_rupees(800),
        pay: None,
        arrive: false,
    }
}

pub(crate) async fn book(
    app: &TestApp,
    actor: &Actor,
    request: BookAtDesk,
    key: u64,
) -> Result<BookedAtDesk, BookError> {
    book_at_desk(app, actor, VENUE, request, request_key(key)).await
}

on_both_engines!(an_hour_that_has_begun_is_not_booked_after_its_day_was_closed, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 2).await;
    let nisha = manager(&app).await;
    app.clock.set(at("10:01 PM"));
    close(&app, &nisha, SUNDAY, 1).await.unwrap();
    let refused = book(&app, &kiran, walk_in(customers[0], 3), 2).await;
    assert!(matches!(refused, Err(BookError::NotForSale(NotForSale::DayClosed))), "{refused:?}");
});

on_both_engines!(no_hour_is_added_to_a_day_that_was_closed, async |store| {
    let (app, _, _, _) = open_counter(store, 1).await;
    app.clock.set(at("10:01 PM"));
    // Signed in now, because publishing needs a proof of the last minutes.
    let owner = actor(&app, Role::Owner, "9825041730", &[]).await;
    let nisha = manager(&app).await;
    let later = || change(FIRST, SUNDAY, every_day(&[span("6:00 AM", "11:00 PM")]));
    preview_hours(&app, &owner, VENUE, later()).await.expect("today is still open");
    close(&app, &nisha, SUNDAY, 1).await.unwrap();
    let refused = preview_hours(&app, &owner, VENUE, later()).await.map(drop);
    assert!(matches!(refused, Err(PreviewHoursError::TodayClosed)), "{refused:?}");
    let refused = publish(&app, &owner, later(), 2).await;
    assert!(
        matches!(refused, Err(PublishHoursError::Preview(PreviewHoursError::TodayClosed))),
        "{refused:?}"
    );
    // Fewer hours of today, and more from tomorrow on, are published.
    let fewer = change(FIRST, SUNDAY, every_day(&[span("6:00 AM", "9:00 PM")]));
    publish(&app, &owner, fewer, 3).await.unwrap();
    let from_tomorrow =
        change(FIRST + 1, SUNDAY.tomorrow().unwrap(), every_day(&[span("6:00 AM", "11:00 PM")]));
    publish(&app, &owner, from_tomorrow, 4).await.unwrap();
});

on_both_engines!(a_move_is_not_undone_back_to_a_day_that_was_closed_meanwhile, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let nisha = manager(&app).await;
    let order = booked(&app, customers[0], 3, "10:00 PM").await;
    app.clock.set(at("10:01 PM"));
    let moved = MoveAtDesk {
        number: order.number,
        version: details(&app, order.number).await.booking.version,
        to: DeskSlot { court: CourtId(3), day: MONDAY, start: "7:00 PM".parse().unwrap() },
        total: Money::from_rupees(800),
        choice: None,
        reason: None,
    };
    move_at_desk(&app, &kiran, moved, request_key(1)).await.unwrap();
    close(&app, &nisha, SUNDAY, 2).await.unwrap();
    let undone = undo_move(&app, &kiran, order.number, &request_key(1), request_key(3)).await;
    assert!(matches!(undone, Err(MoveError::UndoOver)), "{undone:?}");
    assert_eq!(details(&app, order.number).await.booking.day, MONDAY, "it stays where it is");
    assert_sound(&app).await;
});

on_both_engines!(a_booking_confirmed_while_its_day_was_being_closed_gets_its_outcome, async |store| {
    let (app, customers, _, _) = open_counter(store.clone(), 1).await;
    let nisha = manager(&app).await;
    let order = booked(&app, customers[0], 1, "7:00 PM").await;
    app.clock.set(at("11:00 PM"));
    close(&app, &nisha, SUNDAY, 1).await.unwrap();
    run(&store, "update orders set status = 'confirmed'").await;
    assert_eq!(close_days(&app).await.unwrap(), 0);
    assert_eq!(status(&app, order.number).await, OrderStatus::Completed);
    let settled = "select cast(count(*) as bigint) as entries from audit_entry where verb = 'day.settled'";
    assert_eq!(number(&store, settled).await, 1);
});

on_both_engines!(after_the_closing_an_outcome_is_corrected_and_the_report_stays, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let nisha = manager(&app).await;
    let order = booked(&app, customers[0], 1, "7:00 PM").await;
    app.clock.set(at("7:30 PM"));
    mark_now(&app, &order, ABSENT).await;
    let version = details(&app, order.number).await.booking.version;
    let correction = |version| CorrectOutcome {
        number: order.number,
        came: true,
        reason: "They played on Court 5".to_owned(),
        version,
    };
    let early = correct_outcome(&app, &nisha, correction(version), request_key(1)).await;
    let wrong = |error: &MarkAttendanceError| {
        matches!(error, MarkAttendanceError::Refused(AttendanceRefused::WrongState))
    };
    assert!(early.as_ref().is_err_and(wrong), "its day is open: {early:?}");
    app.clock.set(at("11:00 PM"));
    close(&app, &nisha, SUNDAY, 2).await.unwrap();
    let version = details(&app, order.number).await.booking.version;
    let refused = mark(&app, order.number, ARRIVED, version).await.unwrap_err();
    assert!(matches!(refused, MarkAttendanceError::Refused(AttendanceRefused::DayClosed)), "{refused:?}");
    let refused = correct_outcome(&app, &kiran, correction(version), request_key(3)).await.unwrap_err();
    let not_allowed = Refused::NotAllowed(Permission::BookingCorrect);
    assert!(matches!(refused, MarkAttendanceError::NotAllowed(found) if found == not_allowed), "{refused:?}");
    let old = correct_outcome(&app, &nisha, correction(version - 1), request_key(4)).await.unwrap_err();
    assert!(matches!(old, MarkAttendanceError::ChangedMeanwhile(_)), "{old:?}");

    let text = message(&read(&app, &nisha, SUNDAY).await).to_owned();
    let corrected = correct_outcome(&app, &nisha, correction(version), request_key(5)).await.unwrap();
    assert_eq!(corrected.booking.status, OrderStatus::Completed);
    assert_eq!((corrected.booking.attendance, corrected.no_shows), (ARRIVED, 0));
    let again = correct_outcome(&app, &nisha, correction(version), request_key(5)).await.unwrap();
    assert_eq!(again, corrected, "the same key");
    assert_eq!(message(&read(&app, &nisha, SUNDAY).await), text, "the report stays");
    let entries = "select cast(count(*) as bigint) as entries from audit_entry
                    where verb = 'outcome.corrected' and reason = 'They played on Court 5'";
    assert_eq!(number(&app.store, entries).await, 1);
    assert_eq!(check_days(&app.store).await.unwrap().0, None);
});

on_both_engines!(a_changed_report_or_entry_is_noticed, async |store| {
    let (app, customers, kiran, _) = open_counter(store.clone(), 1).await;
    let nisha = manager(&app).await;
    let order = booked(&app, customers[0], 1, "7:00 PM").await;
    app.clock.set(at("8:00 PM"));
    take_cash(&app, &kiran, &order, 800, 1).await;
    app.clock.set(at("11:00 PM"));
    close(&app, &nisha, SUNDAY, 2).await.unwrap();
    assert_eq!(check_days(&store).await.unwrap(), (None, 2));
    let (report, audit) = match store.engine() {
        "sqlite" => ("drop trigger venue_day_stays", "drop trigger audit_entry_stays"),
        _ => ("drop trigger venue_day_stays on venue_day", "drop trigger audit_entry_stays on audit_entry"),
    };
    for statement in [report, audit] {
        run(&store, statement).await;
    }
    run(
        &store,
        "update audit_entry set after = replace(after, '80000', '70000') where verb = 'payment.taken'",
    )
    .await;
    let fault = check_days(&store).await.unwrap().0.unwrap();
    assert_eq!((fault.venue, fault.day), (VENUE, SUNDAY));
    run(
        &store,
        "update audit_entry set after = replace(after, '70000', '80000') where verb = 'payment.taken'",
    )
    .await;
    assert_eq!(check_days(&store).await.unwrap().0, None);
    run(&store, "update venue_day set facts = replace(facts, '80000', '70000')").await;
    assert_eq!(check_days(&store).await.unwrap().0.unwrap().day, SUNDAY);
});

/// The sums of the money in orders, the ledger, payments at the desk, refunds and bills, and the numbers of postings and receipts.
async fn sums(app: &TestApp) -> Vec<i64> {
    let mut sums = Vec::new();
    for text in [
        "select cast(coalesce(sum(price_paise), 0) as bigint) as sum from orders",
        "select cast(coalesce(sum(discount_paise), 0) as bigint) as sum from orders",
        "select cast(coalesce(sum(paid_paise), 0) as bigint) as sum from orders",
        "select cast(coalesce(sum(returned_paise), 0) as bigint) as sum from orders",
        "select cast(count(*) as bigint) as sum from ledger_posting",
        "select cast(coalesce(sum(abs(amount_paise)), 0) as bigint) as sum from ledger_posting",
        "select cast(coalesce(sum(amount_paise), 0) as bigint) as sum from desk_payment",
        "select cast(coalesce(sum(amount_paise), 0) as bigint) as sum from refund",
        "select cast(coalesce(sum(amount_paise), 0) as bigint) as sum from bill",
        "select cast(count(*) as bigint) as sum from receipt",
    ] {
        sums.push(number(&app.store, text).await);
    }
    sums
}

/// What happens to a booking on an evening: which share of what is due is paid, in hundredths, by which tender, whether that was a
/// mistake, and whether the players came.
type Evening = (i64, usize, bool, usize);

/// A clerk's evening with these bookings.
async fn spend_evening(app: &TestApp, kiran: &Actor, nisha: &Actor, orders: &[Order], key: u64) {
    let strategy = (0..=100_i64, 0..4_usize, prop::bool::weighted(0.25), 0..3_usize);
    let config = Config { failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    for (n, order) in (0..).zip(orders) {
        let (share, tender, is_mistake, came): Evening = strategy.new_tree(&mut runner).unwrap().current();
        let seen = details(app, order.number).await.booking;
        if seen.status == OrderStatus::Confirmed {
            mark_now(app, order, [ARRIVED, ABSENT, None][came]).await;
        }
        let rupees = seen.amounts.due().paise() / 100 * share / 100;
        if rupees == 0 {
            continue;
        }
        let tender = [Tender::Cash, Tender::UpiOwn, Tender::Card, Tender::Bank][tender];
        let line = line_of(app, order.number, rupees).await;
        let taken = try_take(app, kiran, payment_by(tender, vec![line]), key + 2 * n).await.unwrap();
        if is_mistake {
            let payment = DeskPaymentId(taken.payment);
            let void = VoidPayment { payment, reason: "A mistake".to_owned() };
            void_payment(app, nisha, void, request_key(key + 2 * n + 1)).await.unwrap();
        }
    }
}

on_both_engines!(closing_never_changes_money_and_each_rupee_is_in_one_report, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 12).await;
    let nisha = manager(&app).await;
    let mut orders = Vec::new();
    for (court, customer) in (1..).zip(&customers) {
        orders.push(booked(&app, *customer, court, "7:00 PM").await);
    }
    let mut reported = 0;
    for (day, closing, key) in [(SUNDAY, at("11:00 PM"), 1_000), (MONDAY, on_monday("11:00 PM"), 2_000)] {
        app.clock.set(closing - SignedDuration::from_mins(30));
        spend_evening(&app, &kiran, &nisha, &orders, key).await;
        app.clock.set(closing);
        let before = sums(&app).await;
        close(&app, &nisha, day, key + 900).await.unwrap();
        assert_eq!(sums(&app).await, before, "{day}");
        assert_sound(&app).await;
        let money = read(&app, &nisha, day).await.figures.unwrap().money;
        reported +=
            [money.cash, money.upi, money.card, money.bank].iter().map(|flow| flow.taken).sum::<i64>();
    }
    let taken =
        "select cast(coalesce(sum(amount_paise - round_off_paise), 0) as bigint) as sum from desk_payment
                  where voided_at is null";
    assert_eq!(reported, number(&app.store, taken).await);
    assert!(reported > 0);
});

on_both_engines!(the_last_days_of_a_retired_venue_close_by_themselves, async |store| {
    let (app, customers, _, _) = open_counter(store.clone(), 2).await;
    let [came, missed] =
        [booked(&app, customers[0], 1, "7:00 PM").await, booked(&app, customers[1], 2, "7:00 PM").await];
    app.clock.set(at("8:00 PM"));
    mark_now(&app, &missed, ABSENT).await;
    run(&store, "update venue set active = 0").await;
    app.venues.forget();
    assert_eq!(close_days(&app).await.unwrap(), 1, "Saturday; Sunday closes by itself at 3 AM");
    app.clock.set(on_monday("6:00 AM"));
    assert_eq!(close_days(&app).await.unwrap(), 1);
    let outcomes = [status(&app, came.number).await, status(&app, missed.number).await];
    assert_eq!(outcomes, [OrderStatus::Completed, OrderStatus::NoShow]);
    app.clock.advance(48 * 3_600);
    assert_eq!(close_days(&app).await.unwrap(), 0, "no game is left");
});
