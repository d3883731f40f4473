//! The games that a retired venue keeps: staff handle them at its desk until the last one is over, and nothing new is booked there.

use jiff::{SignedDuration, Timestamp};
use sideout_app::{
    Order,
    desk::{
        board::{
            mark_attendance::MarkAttendanceError,
            open_booking::{OpenBookingError, open_booking},
            read_board::read_board,
            record_attendance::{RecordAttendance, record_attendance},
            search::search,
            write_note::{NoteAbout, WriteNote},
        },
        bookings::{
            DeskSlot, NotForSale,
            book::{BookAtDesk, BookError, Player, book_at_desk},
            extend_booking::{ExtendAtDesk, ExtendError, extend_at_desk, preview_extension},
            hold_court::{HoldCourtError, hold_court},
            move_booking::{MoveAtDesk, MoveError, move_at_desk, preview_move},
            preview_series::{PreviewSeriesError, preview_series},
            undo_move::undo_move,
        },
        check_in::{
            CheckIn,
            scan_pass::{ScanOutcome, ScanPass, scan_pass},
        },
        money::{
            count_shift::count_shift,
            open_shift::open_shift,
            pay_out_refund::{PayOutError, PayOutRefund, pay_out_refund},
            read_money::{read_day_money, read_drawer},
            take_payment::{TakePaymentError, take_payment},
        },
        offline::{
            CashPlace, FactError, FactKind, FactOutcome, OfflineFact, OfflinePayment,
            record_fact::record_fact,
        },
        reports::{
            ReportBody,
            read_report::{ReadReportError, ReportRequest, read_report},
        },
    },
    platform::venues::list_unfinished_venues,
    staff::list_workplaces,
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    CustomerId, VenueId,
    attendance::Attendance,
    bill::Tender,
    money::Money,
    offline::DeviceTime,
    order::OrderStatus,
    report::{Period, ReportName},
    staff::Role,
};
use sideout_store::Store;
use sideout_testkit::{TestApp, on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    closing_days::{close, manager, status},
    counter::{actor, as_taken, five_hundreds, line_of, open_counter, payment_by, take_cash},
    desk_bookings::assert_sound,
    helpers::{SUNDAY, at, booked, details, number, open_second_venue, run},
    moving::pick,
    payments::{cancel, owed},
    venues::{change, owner, request, retire_venue},
};

const ARRIVED: Option<Attendance> = Some(Attendance::Arrived);

/// A venue that was retired and keeps a game of each customer, on courts 1 and 2 on Sunday at 7 PM, each for ₹800 that is due; the
/// drawer of its clerk Kiran is open with ₹2,000. A clerk of another venue has no game.
struct RetiredVenueWithGames {
    app: TestApp,
    customers: Vec<CustomerId>,
    kiran: Actor,
    elsewhere: Actor,
    other: VenueId,
    games: [Order; 2],
}

impl RetiredVenueWithGames {
    async fn open(store: Store) -> Self {
        let (app, customers, kiran, _) = open_counter(store, 2).await;
        let other = open_second_venue(&app).await;
        let elsewhere = actor(&app, Role::Desk, "9825041738", &[other]).await;
        let games =
            [booked(&app, customers[0], 1, "7:00 PM").await, booked(&app, customers[1], 2, "7:00 PM").await];
        run(&app.store, "update venue set active = 0 where venue_id = 1").await;
        app.venues.forget();
        RetiredVenueWithGames { app, customers, kiran, elsewhere, other, games }
    }

    async fn mark(&self, actor: &Actor, key: u64) -> Result<(), MarkAttendanceError> {
        let order = self.games[0].number;
        let version = details(&self.app, order).await.booking.version;
        let record = RecordAttendance { number: order, state: ARRIVED, version };
        record_attendance(&self.app, actor, record, request_key(key)).await.map(drop)
    }

    async fn claims(&self) -> i64 {
        number(&self.app.store, "select cast(count(*) as bigint) as n from slot_claim").await
    }
}

/// The ids of the retired venues where something is left to do.
async fn unfinished(app: &TestApp) -> Vec<VenueId> {
    list_unfinished_venues(app).await.unwrap().iter().map(|venue| venue.id).collect()
}

on_both_engines!(a_retired_venue_is_at_the_desk_until_its_last_game_and_its_drawer_are_done, async |store| {
    let (app, customers, kiran, shift) = open_counter(store, 1).await;
    let asha = owner(&app).await;
    let nisha = manager(&app).await;
    let game = booked(&app, customers[0], 3, "7:00 PM").await;
    count_shift(&app, &kiran, shift, five_hundreds(4), request_key(1)).await.unwrap();
    assert_eq!(unfinished(&app).await, [], "it is not retired");
    change(&app, &asha, request(1, retire_venue(), &[game.number], &[]), 2).await.unwrap();
    assert_eq!(unfinished(&app).await, [VENUE]);
    assert_eq!(list_workplaces(&app, &kiran).await.unwrap(), [VENUE]);

    app.clock.set(at("7:10 PM"));
    take_cash(&app, &kiran, &game, 800, 3).await;
    app.clock.set(at("10:57 PM"));
    close(&app, &nisha, SUNDAY, 4).await.unwrap();
    assert_eq!(status(&app, game.number).await, OrderStatus::Completed);
    assert_eq!(unfinished(&app).await, [VENUE], "Kiran keeps the drawer");

    let (_, open) = read_drawer(&app, &kiran, VENUE).await.unwrap();
    count_shift(&app, &kiran, open.unwrap().shift.id, five_hundreds(5), request_key(5)).await.unwrap();
    assert_eq!(unfinished(&app).await, []);
    assert_sound(&app).await;
});

on_both_engines!(a_retired_venue_whose_games_were_cancelled_is_not_at_the_desk, async |store| {
    let (app, customers, kiran, shift) = open_counter(store, 1).await;
    let asha = owner(&app).await;
    let game = booked(&app, customers[0], 3, "7:00 PM").await;
    count_shift(&app, &kiran, shift, five_hundreds(4), request_key(1)).await.unwrap();
    change(&app, &asha, request(1, retire_venue(), &[], &[game.number]), 2).await.unwrap();
    assert_eq!(unfinished(&app).await, []);
});

on_both_engines!(the_kept_games_are_seen_checked_in_and_paid_by_the_staff_of_the_venue, async |store| {
    let venue = RetiredVenueWithGames::open(store).await;
    let RetiredVenueWithGames { app, kiran, elsewhere, games, .. } = &venue;
    app.clock.set(at("6:30 PM"));
    let board = read_board(app, VENUE, SUNDAY).await.unwrap().unwrap();
    assert_eq!(board.bookings.len(), 2);
    assert!(board.prices.iter().flatten().all(Option::is_none), "no hour is for sale");
    let asha = owner(app).await;
    for staff in [kiran, &asha] {
        let opened = open_booking(app, staff, games[0].number).await.unwrap();
        assert_eq!(opened.booking.number, games[0].number);
    }
    let found = search(app, &[VENUE], VENUE, &games[0].number.to_string()).await.unwrap();
    assert!(found.bookings.iter().any(|booking| booking.number == games[0].number));

    venue.mark(kiran, 1).await.unwrap();
    assert_eq!(details(app, games[0].number).await.booking.attendance, ARRIVED);
    take_cash(app, kiran, &games[0], 800, 2).await;
    let money = read_day_money(app, kiran, VENUE, Some(SUNDAY)).await.unwrap();
    assert_eq!(money.payments.len(), 1);
    take_cash(app, kiran, &games[1], 800, 3).await;
    let text = app.pass_signer.pass_code(&games[1], OrderStatus::Confirmed).unwrap();
    let scan = ScanPass { venue: VENUE, text, seen_version: None };
    let scanned = scan_pass(app, kiran, scan, request_key(4)).await.unwrap();
    assert_eq!(scanned.outcome, ScanOutcome::OfBooking(CheckIn::Admitted));

    let opened = open_booking(app, elsewhere, games[0].number).await;
    assert!(matches!(opened, Err(OpenBookingError::NoBooking)), "{opened:?}");
    let marked = venue.mark(elsewhere, 5).await;
    assert!(matches!(marked, Err(MarkAttendanceError::NoSuchBooking)), "{marked:?}");
    let paying = payment_by(Tender::Cash, vec![line_of(app, games[0].number, 1).await]);
    let taken = take_payment(app, elsewhere, VENUE, paying, request_key(6)).await;
    assert!(matches!(taken, Err(TakePaymentError::Refused(Refused::OtherVenue))), "{taken:?}");
    assert_sound(app).await;
});

on_both_engines!(nothing_new_is_booked_at_a_retired_venue_and_no_game_is_moved_or_extended, async |store| {
    let venue = RetiredVenueWithGames::open(store).await;
    let RetiredVenueWithGames { app, customers, kiran, elsewhere, games, .. } = &venue;
    let claims = venue.claims().await;
    let free = pick(5, "9:00 PM");
    let held = hold_court(app, kiran, VENUE, free, request_key(1)).await;
    let retired = NotForSale::VenueRetired;
    assert!(matches!(&held, Err(HoldCourtError::NotForSale(why)) if *why == retired), "{held:?}");
    let total = Money::from_rupees(800);
    let player = Player::Known(customers[0]);
    let walk_in =
        BookAtDesk { slots: vec![free], player, contact_name: None, total, pay: None, arrive: false };
    let sold = book_at_desk(app, kiran, VENUE, walk_in, request_key(2)).await;
    assert!(matches!(&sold, Err(BookError::NotForSale(why)) if *why == retired), "{sold:?}");
    let weeks = preview_series(app, kiran, VENUE, vec![free], 2).await;
    assert!(matches!(&weeks, Err(PreviewSeriesError::NotForSale(why)) if *why == retired), "{weeks:?}");

    let number = games[0].number;
    let version = details(app, number).await.booking.version;
    let shown = preview_move(app, kiran, number, free).await;
    assert!(matches!(&shown, Err(MoveError::NotForSale(why)) if *why == retired), "{shown:?}");
    let moving = MoveAtDesk { number, version, to: free, total, choice: None, reason: None };
    let moved = move_at_desk(app, kiran, moving, request_key(3)).await;
    assert!(matches!(&moved, Err(MoveError::NotForSale(why)) if *why == retired), "{moved:?}");
    let longer = preview_extension(app, kiran, number).await;
    assert!(matches!(&longer, Err(ExtendError::NotForSale(why)) if *why == retired), "{longer:?}");
    let DeskSlot { day, start, .. } = pick(1, "8:00 PM");
    let extending = ExtendAtDesk { number, version, day, start, total };
    let extended = extend_at_desk(app, kiran, extending, request_key(5)).await;
    assert!(matches!(&extended, Err(ExtendError::NotForSale(why)) if *why == retired), "{extended:?}");
    assert_eq!(venue.claims().await, claims);

    // A person who works elsewhere does not learn that there is such a venue.
    let held = hold_court(app, elsewhere, VENUE, free, request_key(4)).await;
    let unknown = NotForSale::NoSuchVenue;
    assert!(matches!(&held, Err(HoldCourtError::NotForSale(why)) if *why == unknown), "{held:?}");
});

on_both_engines!(a_repeated_call_gets_its_first_answer_after_the_venue_was_retired, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 2).await;
    let stays = booked(&app, customers[0], 1, "7:00 PM").await.number;
    let leaves = booked(&app, customers[1], 2, "7:00 PM").await.number;
    let total = Money::from_rupees(800);
    let free = pick(5, "9:00 PM");
    let walk_in = BookAtDesk {
        slots: vec![pick(6, "9:00 PM")],
        player: Player::Known(customers[0]),
        contact_name: None,
        total,
        pay: None,
        arrive: false,
    };
    let version = details(&app, stays).await.booking.version;
    let DeskSlot { day, start, .. } = pick(1, "8:00 PM");
    let longer = ExtendAtDesk { number: stays, version, day, start, total };
    let version = details(&app, leaves).await.booking.version;
    let to = pick(2, "5:00 PM");
    let moving = MoveAtDesk { number: leaves, version, to, total, choice: None, reason: None };

    let held = hold_court(&app, &kiran, VENUE, free, request_key(1)).await.unwrap();
    let sold = book_at_desk(&app, &kiran, VENUE, walk_in.clone(), request_key(2)).await.unwrap();
    let extended = extend_at_desk(&app, &kiran, longer, request_key(3)).await.unwrap();
    let (moved, _) = move_at_desk(&app, &kiran, moving.clone(), request_key(4)).await.unwrap();
    let undone = undo_move(&app, &kiran, leaves, &request_key(4), request_key(5)).await.unwrap();
    run(&app.store, "update venue set active = 0 where venue_id = 1").await;
    app.venues.forget();

    assert_eq!(hold_court(&app, &kiran, VENUE, free, request_key(1)).await.unwrap(), held);
    assert_eq!(book_at_desk(&app, &kiran, VENUE, walk_in, request_key(2)).await.unwrap(), sold);
    assert_eq!(extend_at_desk(&app, &kiran, longer, request_key(3)).await.unwrap(), extended);
    assert_eq!(move_at_desk(&app, &kiran, moving, request_key(4)).await.unwrap().0, moved);
    let again = undo_move(&app, &kiran, leaves, &request_key(4), request_key(5)).await.unwrap();
    assert_eq!(again.booking.version, undone.booking.version);
    let twice = undo_move(&app, &kiran, leaves, &request_key(4), request_key(6)).await;
    let retired = NotForSale::VenueRetired;
    assert!(matches!(&twice, Err(MoveError::NotForSale(why)) if *why == retired), "{twice:?}");
    assert_sound(&app).await;
});

on_both_engines!(a_kept_game_is_cancelled_and_its_cash_given_back_at_the_retired_venue, async |store| {
    let venue = RetiredVenueWithGames::open(store).await;
    let RetiredVenueWithGames { app, kiran, elsewhere, other, games, .. } = &venue;
    take_cash(app, kiran, &games[0], 400, 1).await;
    assert_eq!(cancel(app, kiran, games[0].number, 2).await, Money::from_rupees(370));
    let refund = owed(app, games[0].number).await;
    let both = [(kiran, VENUE), (elsewhere, *other)];
    for (staff, venue) in both {
        let money = read_day_money(app, staff, venue, None).await.unwrap();
        assert!(money.refunds.iter().any(|listed| listed.refund.id == refund), "venue {venue}");
    }
    pay_out_refund(app, kiran, as_taken(refund), request_key(3)).await.unwrap();
    open_shift(app, elsewhere, *other, five_hundreds(1), request_key(4)).await.unwrap();
    let again = PayOutRefund { venue: *other, ..as_taken(refund) };
    let again = pay_out_refund(app, elsewhere, again, request_key(5)).await;
    assert!(matches!(again, Err(PayOutError::Ended)), "it went back once: {again:?}");
    assert_eq!(status(app, games[0].number).await, OrderStatus::Cancelled);
    assert_sound(app).await;
});

/// A fact that happened at `at` by a clock that is right.
fn fact(at: Timestamp, kind: FactKind) -> OfflineFact {
    OfflineFact { time: DeviceTime { at, offset: SignedDuration::ZERO }, kind }
}

on_both_engines!(what_a_desk_wrote_down_without_a_network_counts_at_a_retired_venue, async |store| {
    let venue = RetiredVenueWithGames::open(store).await;
    let RetiredVenueWithGames { app, kiran, elsewhere, other, games, .. } = &venue;
    app.clock.set(at("7:30 PM"));
    let pass = app.pass_signer.pass_code(&games[1], OrderStatus::Confirmed).unwrap();
    let payment = OfflinePayment {
        order: games[0].number,
        tender: Tender::Cash,
        amount: Money::from_rupees(800),
        reference: None,
        cash: CashPlace::Unknown,
    };
    let note = WriteNote {
        number: games[0].number,
        about: NoteAbout::Player,
        text: "Brings their own net".parse().unwrap(),
    };
    let kinds = [
        FactKind::Attendance(games[0].number, ARRIVED),
        FactKind::Scan(pass.clone()),
        FactKind::Payment(payment, String::new()),
        FactKind::Note(note),
    ];
    for (key, kind) in (1..).zip(kinds) {
        let sent = record_fact(app, kiran, VENUE, fact(at("7:02 PM"), kind), request_key(key)).await;
        assert_eq!(sent.unwrap().outcome, FactOutcome::Done, "fact {key}");
    }
    for game in games {
        assert_eq!(details(app, game.number).await.booking.attendance, ARRIVED);
    }
    assert_eq!(details(app, games[0].number).await.booking.amounts.paid, Money::from_rupees(800));

    let attendance = FactKind::Attendance(games[0].number, ARRIVED);
    let refused = record_fact(app, elsewhere, VENUE, fact(at("7:02 PM"), attendance), request_key(10)).await;
    assert!(matches!(refused, Err(FactError::Refused(Refused::OtherVenue))), "{refused:?}");
    let refused =
        record_fact(app, elsewhere, *other, fact(at("7:02 PM"), FactKind::Scan(pass)), request_key(11)).await;
    match refused {
        Err(FactError::PassOfOtherVenue(name)) => assert_eq!(name, "Riverside Arena"),
        other => panic!("{other:?}"),
    }
    assert_sound(app).await;
});

on_both_engines!(the_money_and_the_bookings_of_a_retired_venue_are_in_its_reports, async |store| {
    let venue = RetiredVenueWithGames::open(store).await;
    let RetiredVenueWithGames { app, kiran, games, .. } = &venue;
    take_cash(app, kiran, &games[0], 800, 1).await;
    cancel(app, kiran, games[1].number, 2).await;
    let nisha = manager(app).await;
    // The cash was taken on Saturday; the games are on Sunday.
    let period = Some(Period::new(SUNDAY.yesterday().unwrap(), SUNDAY).unwrap());
    let read = async |name| {
        let request = ReportRequest { name, venue: VENUE, period, compares_with_before: true };
        read_report(app, &nisha, request).await.map(|report| report.body)
    };
    let ReportBody::Revenue(revenue) = read(ReportName::Revenue).await.unwrap() else {
        panic!("another report")
    };
    assert_eq!(revenue.now.iter().map(|sum| sum.taken).sum::<Money>(), Money::from_rupees(800));
    let ReportBody::Cancellations(cancelled) = read(ReportName::Cancellations).await.unwrap() else {
        panic!("another report")
    };
    assert_eq!(cancelled.now.iter().map(|sum| sum.bookings).sum::<i64>(), 1);
    for name in [ReportName::NoShows, ReportName::Coupons] {
        read(name).await.unwrap();
    }
    for name in [ReportName::Occupancy, ReportName::PrimeHours] {
        let closed = read(name).await;
        assert!(matches!(closed, Err(ReadReportError::NoSuchVenue)), "nothing is open there: {closed:?}");
    }
});
