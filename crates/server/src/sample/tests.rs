//! Tests of a whole sample day. Filling a database takes seconds, so one test checks all that one filling shows.

use jiff::civil::date;
use sideout_app::{
    booking::{list_bookings::list_bookings, list_courts::list_courts},
    desk::{
        board::{DeskBooking, read_board::read_board},
        check_in::scan_pass::{ScanOutcome, ScanPass, scan_pass},
        money::read_money::{read_day_money, read_drawer},
    },
    ledger::audit::audit,
    operator::{Choices, Mode, import_operator, parse_operator_file},
    platform::venues::list_venues,
    staff::{authenticate_staff, use_link},
    steps::audited::Actor,
};
use sideout_domain::{
    VenueId, attendance::Attendance, bill::Tender, check_in::CheckIn, money::Money, order::OrderStatus,
    slot::StartTime, staff::Role,
};
use sideout_store::{Statement, StoreError, params};
use sideout_testkit::{
    NETWORK, TestApp, on_both_engines,
    sample_venue::{VENUE, open_venue},
};

use super::{
    DEMO_CUSTOMER, fill,
    operator::{SamplePictures, sample_file},
    pass_to_scan,
    payments::{EXPENSE, SampleDay},
    sample_owner, sample_staff, work_through_day,
};

on_both_engines!(
    a_filling_is_finished_once_and_shows_full_boards_money_in_the_drawer_and_a_pass,
    async |store| {
        let app = TestApp::with_settings(store, |settings| settings.desk.link_hours = 12);
        // Saturday, five to seven in the evening in Vadodara.
        let now = "2026-11-21T18:55:00+05:30".parse().unwrap();
        app.clock.set(now);
        // An earlier start was interrupted after the import.
        let file = parse_operator_file(&sample_file().unwrap()).unwrap();
        import_operator(&app.store, &app.images, file, &SamplePictures, now, Mode::Apply, Choices::default())
            .await
            .unwrap();
        let day = fill(&app).await.unwrap().unwrap();
        assert_eq!(counts(&app).await, (6, 3));
        assert!(fill(&app.another_node(|_| {})).await.unwrap().is_none());
        assert_eq!(counts(&app).await, (6, 3));
        assert_all_states_are_on_the_boards(&app).await;
        assert_ledger_is_right(&app).await;

        work_through_day(&app, &day, &|at| app.clock.set(at)).await.unwrap();
        app.clock.set(now);
        let owner = sign_in_owner(&app, day.venue).await;
        assert_money_is_in_the_drawer(&app, &owner, &day).await;
        assert_ledger_is_right(&app).await;

        assert_pass_checks_its_player_in(&app, &owner, day.venue).await;
        // At night no player is expected.
        app.clock.set("2026-11-22T01:30:00+05:30".parse().unwrap());
        assert!(pass_to_scan(&app, day.venue).await.unwrap().is_none());
    }
);

on_both_engines!(a_day_without_payments_opens_no_shift, async |store| {
    open_venue(&store).await;
    let app = TestApp::with_settings(store, |settings| settings.desk.link_hours = 12);
    let before = app.clock_now();
    let day = SampleDay { venue: VENUE, day: date(2026, 11, 21), payments: Vec::new() };
    work_through_day(&app, &day, &|at| app.clock.set(at)).await.unwrap();
    assert_eq!(app.clock_now(), before);
    let owner = sign_in_owner(&app, VENUE).await;
    let (_, shift) = read_drawer(&app, &owner, VENUE).await.unwrap();
    assert!(shift.is_none());
});

on_both_engines!(sample_staff_who_are_switched_off_get_no_link_and_the_others_do, async |store| {
    open_venue(&store).await;
    let app = TestApp::over(store);
    let roles_with_link = async || -> Vec<Role> {
        sample_staff(&app, VENUE).await.unwrap().iter().map(|link| link.role).collect()
    };
    assert_eq!(roles_with_link().await, [Role::Owner, Role::Manager, Role::Desk]);
    switch_off(&app, "update staff set active = 0 where role = 'desk'").await;
    assert_eq!(roles_with_link().await, [Role::Owner, Role::Manager]);
    assert!(sample_owner(&app).await.unwrap().is_some());
    switch_off(&app, "update staff set active = 0 where role = 'owner'").await;
    assert_eq!(roles_with_link().await, [Role::Manager]);
    assert!(sample_owner(&app).await.unwrap().is_none());
});

/// Switches staff off by this statement.
async fn switch_off(app: &TestApp, text: &'static str) {
    let switched: Result<u64, StoreError> = app
        .store
        .write(Statement { name: text, text }, |tx, statement| {
            Box::pin(async move { tx.run(*statement, params![]).await })
        })
        .await;
    assert_eq!(switched.unwrap(), 1);
}

/// How many games the demo player has, and how many courts of the first venue are free tomorrow at 7 PM.
async fn counts(app: &TestApp) -> (usize, usize) {
    let (tomorrow, evening) = (date(2026, 11, 22), "7:00 PM".parse().unwrap());
    let courts = list_courts(app, VenueId(1), tomorrow, evening).await.unwrap().unwrap();
    let free = courts.iter().filter(|court| court.available).count();
    (list_bookings(app, DEMO_CUSTOMER).await.unwrap().len(), free)
}

/// Adds the sample staff and signs their owner in.
async fn sign_in_owner(app: &TestApp, venue: VenueId) -> Actor {
    let links = sample_staff(app, venue).await.unwrap();
    let (_, secret) = links[0].path.split_once('#').unwrap();
    let signed_in = use_link(app, secret, "", NETWORK).await.unwrap();
    authenticate_staff(app, signed_in.token.reveal()).await.unwrap()
}

async fn assert_all_states_are_on_the_boards(app: &TestApp) {
    let now = app.clock_now();
    for venue in list_venues(app).await.unwrap().iter() {
        let today = StartTime::at(now, &venue.zone).0;
        let board = read_board(app, venue.id, today).await.unwrap().unwrap();
        let ahead = |booking: &DeskBooking| booking.time.slot.starts_at > now;
        let due = |booking: &DeskBooking| booking.amounts.due_at_desk(booking.status);
        let count =
            |is: &dyn Fn(&DeskBooking) -> bool| board.bookings.iter().filter(|booking| is(booking)).count();
        let unmarked =
            |booking: &DeskBooking| booking.status == OrderStatus::Confirmed && booking.attendance.is_none();
        let arrived = |booking: &DeskBooking| booking.attendance == Some(Attendance::Arrived);
        let states = [
            ("due", count(&|booking| ahead(booking) && due(booking) == booking.amounts.price)),
            ("part paid", count(&|booking| due(booking) > Money::ZERO && booking.amounts.paid > Money::ZERO)),
            ("paid", count(&|booking| ahead(booking) && due(booking) == Money::ZERO)),
            ("here", count(&|booking| ahead(booking) && arrived(booking))),
            ("on court", count(&|booking| !ahead(booking) && arrived(booking))),
            ("missing", count(&|booking| booking.attendance == Some(Attendance::Absent))),
            ("late", count(&|booking| !ahead(booking) && unmarked(booking))),
            ("played", count(&|booking| booking.status == OrderStatus::Completed)),
            ("in a group", count(&|booking| booking.group.is_some())),
            ("closed", board.blocks.len()),
            ("held", board.holds.len()),
            ("cancelled", board.cancelled.len()),
        ];
        let missing: Vec<_> = states.iter().filter(|(_, count)| *count == 0).collect();
        assert!(missing.is_empty(), "{}: {states:?}", venue.name);
    }
}

async fn assert_money_is_in_the_drawer(app: &TestApp, owner: &Actor, day: &SampleDay) {
    let money = read_day_money(app, owner, day.venue, None).await.unwrap();
    assert_eq!(money.payments.len(), day.payments.len());
    let sum = |tender| -> Money {
        let of = money.payments.iter().filter(|listed| listed.payment.tender == tender);
        of.map(|listed| listed.payment.amount).sum()
    };
    for tender in [Tender::Cash, Tender::UpiOwn, Tender::Card] {
        assert!(sum(tender) >= Money::from_rupees(1_000), "{tender:?}: {:?}", sum(tender));
    }
    let (_, shift) = read_drawer(app, owner, day.venue).await.unwrap();
    let shift = shift.unwrap();
    let expected = [Money::from_rupees(2_000), sum(Tender::Cash), EXPENSE.1].into_iter().sum();
    assert_eq!(shift.expected, Some(expected));
    assert_eq!(shift.movements.len(), 1);
    // Each payment was taken while the shift was open, at or before the start of the demo.
    let times = money.payments.iter().map(|listed| listed.payment.taken_at);
    let now = app.clock_now();
    assert!(times.into_iter().all(|at| at > shift.shift.opened_at && at <= now));
    let board = read_board(app, day.venue, day.day).await.unwrap().unwrap();
    for payment in &day.payments {
        let booking = board.bookings.iter().find(|booking| booking.number == payment.order).unwrap();
        assert_eq!(booking.amounts.due_at_desk(booking.status), Money::ZERO, "{:?}", payment.order);
    }
}

/// A pass checks its player in with one step, and the next start of the demo shows another one.
async fn assert_pass_checks_its_player_in(app: &TestApp, owner: &Actor, venue: VenueId) {
    let pass = pass_to_scan(app, venue).await.unwrap().unwrap();
    let scan = ScanPass { venue, text: pass.code.clone(), seen_version: None };
    let key = "6f1c1c0e-3a52-4e6a-9a51-0c6f0d2b7a10".parse().unwrap();
    let scanned = scan_pass(app, owner, scan, key).await.unwrap();
    assert_eq!(scanned.outcome, ScanOutcome::OfBooking(CheckIn::Admitted));
    let next = pass_to_scan(app, venue).await.unwrap().unwrap();
    assert_ne!(next.whose, pass.whose);
}

/// The ledger has no fault. On PostgreSQL this is not checked: it has no statistics of tables that were filled just now, and takes
/// too long.
async fn assert_ledger_is_right(app: &TestApp) {
    if app.store.engine() == "sqlite" {
        let faults: Vec<_> =
            app.store.read((), |tx, ()| Box::pin(async move { audit(tx).await })).await.unwrap();
        assert!(faults.is_empty(), "{faults:?}");
    }
}
