//! The board shows a venue's day and nothing of other days and venues.

use jiff::SignedDuration;
use sideout_app::{
    booking::{cancel::cancel, place_hold::place_hold},
    closures::{Closure, Span, close_courts},
    desk::board::read_board::read_board,
    platform::random::SystemRandom,
};
use sideout_domain::{
    BlockId, CourtId, GroupId, VenueId,
    attendance::Attendance,
    money::Money,
    order::{OrderStatus, PaymentMethod},
};
use sideout_testkit::{
    FixedClock, StatementCount, on_both_engines,
    sample_venue::{PICKLEBALL, VENUE},
};

use crate::helpers::{
    KIRAN, SUNDAY, at, board, booked, details, held, hold_for_desk, import, imported, mark, on_court,
    open_app, open_second_venue, pay_cash, run, run_for, slot,
};

fn rupees(amount: Money) -> i64 {
    amount.paise() / 100
}

on_both_engines!(an_empty_day_has_all_courts_hours_and_prices, async |store| {
    let (app, _) = open_app(store, 0).await;
    let board = board(&app).await;
    assert_eq!((board.courts.len(), board.starts.len()), (12, 17));
    assert_eq!(board.starts[0], ("6:00 AM".parse().unwrap(), at("6:00 AM")));
    let all = |row: &Vec<Option<Money>>| row.iter().all(|price| *price == Some(Money::from_rupees(800)));
    assert!(board.prices.len() == 12 && board.prices.iter().all(all));
    assert_eq!((board.slot_minutes, board.play_minutes), (60, 55));
    assert!(board.bookings.is_empty() && board.holds.is_empty() && board.blocks.is_empty());
    assert!(read_board(&app, VenueId(9), SUNDAY).await.unwrap().is_none(), "no such venue");
});

on_both_engines!(each_booking_shows_its_due_amount_and_its_status, async |store| {
    let (app, customers) = open_app(store.clone(), 8).await;
    let due = booked(&app, customers[0], 1, "7:00 PM").await;
    let part = booked(&app, customers[1], 2, "7:00 PM").await;
    pay_cash(&store, part.number, 500).await;
    let paid = booked(&app, customers[2], 3, "7:00 PM").await;
    pay_cash(&store, paid.number, 800).await;
    import(&store, imported(customers[3], slot(4, "7:00 AM"), OrderStatus::Completed)).await;
    import(&store, imported(customers[4], slot(5, "7:00 AM"), OrderStatus::NoShow)).await;
    let requested = booked(&app, customers[5], 6, "7:00 PM").await;
    pay_cash(&store, requested.number, 800).await;
    run_for(
        &store,
        "update orders set status = 'cancel_requested', cancelled_at = created_at, returned_paise = 77000
          where order_number = $1",
        requested.number,
    )
    .await;

    let board = board(&app).await;
    let seen = |court| {
        let booking = on_court(&board, court);
        (booking.status, rupees(booking.amounts.due_at_desk(booking.status)), rupees(booking.amounts.paid))
    };
    assert_eq!(seen(1), (OrderStatus::Confirmed, 800, 0));
    assert_eq!(seen(2), (OrderStatus::Confirmed, 300, 500));
    assert_eq!(seen(3), (OrderStatus::Confirmed, 0, 800));
    assert_eq!(seen(4), (OrderStatus::Completed, 0, 800));
    assert_eq!(seen(5), (OrderStatus::NoShow, 800, 0));
    assert_eq!(seen(6), (OrderStatus::CancelRequested, 0, 800));
    let first = on_court(&board, 1);
    assert_eq!((first.number, first.customer, first.group), (due.number, customers[0], None));
    assert_eq!((first.name.as_str(), first.phone.as_ref().unwrap().national()), ("Asha Mehta", "9000000000"));
    assert_eq!((first.payment_method, first.slot_minutes), (Some(PaymentMethod::Court), 60));
    assert_eq!((first.start, first.time.slot), ("7:00 PM".parse().unwrap(), slot(1, "7:00 PM")));
    assert!(board.cancelled.is_empty(), "its refund is not issued yet");
});

on_both_engines!(holds_desk_holds_closures_and_cancelled_bookings_are_distinguished, async |store| {
    let (app, customers) = open_app(store.clone(), 3).await;
    let hold = held(&app, customers[0], 7, "7:00 PM").await;
    hold_for_desk(&store, 77, slot(8, "8:00 PM")).await;
    let span = |from: i8, to: i8| Span {
        venue: VENUE,
        courts: "9".parse().unwrap(),
        from: SUNDAY.at(from, 0, 0, 0),
        to: SUNDAY.at(to, 0, 0, 0),
    };
    for (from, to) in [(19, 21), (22, 23)] {
        let closure =
            Closure { span: span(from, to), reason: "Net repair".parse().unwrap(), asks_players: false };
        let closed = close_courts(&app.store, &app.clock, &SystemRandom, &app.settings.receipts, 0, closure);
        closed.await.unwrap();
    }
    let gone = booked(&app, customers[1], 10, "7:00 PM").await;
    cancel(&app, customers[1], gone.number, Some("Rain".to_owned())).await.unwrap();

    app.clock.advance(60);
    let seen = board(&app).await;
    assert!(seen.bookings.is_empty());
    let [player] = seen.holds.as_slice() else { panic!("{:?}", seen.holds) };
    assert_eq!((player.time.slot, player.until), (slot(7, "7:00 PM"), hold.held_until.unwrap()));
    assert_eq!(player.since, hold.created_at, "a minute ago");
    assert!(!player.is_paying, "the player has no open checkout");
    let [desk] = seen.desk_holds.as_slice() else { panic!("{:?}", seen.desk_holds) };
    assert_eq!((desk.id, desk.time.slot, desk.staff), (BlockId(77), slot(8, "8:00 PM"), Some(KIRAN)));
    let blocks: Vec<_> = seen
        .blocks
        .iter()
        .map(|block| (block.time.slot.starts_at, block.time.ends_at, block.reason.as_str()))
        .collect();
    assert_eq!(
        blocks,
        [(at("7:00 PM"), at("9:00 PM"), "Net repair"), (at("10:00 PM"), at("11:00 PM"), "Net repair")],
        "neighbouring slots of one closure are one bar"
    );
    let [cancelled] = seen.cancelled.as_slice() else { panic!("{:?}", seen.cancelled) };
    assert_eq!((cancelled.number, cancelled.cancelled_at), (gone.number, Some(FixedClock::START)));

    app.clock.advance(10 * 60);
    let later = board(&app).await;
    assert!(
        later.holds.is_empty() && later.desk_holds.is_empty(),
        "they have expired, although no job has removed them"
    );
    assert_eq!(later.blocks.len(), 2, "a closure does not expire");
});

on_both_engines!(a_hold_with_an_open_checkout_is_marked_as_paying, async |store| {
    let (app, customers) = open_app(store.clone(), 2).await;
    let paying = held(&app, customers[0], 1, "7:00 PM").await;
    held(&app, customers[1], 2, "7:00 PM").await;
    run(
        &store,
        "insert into bill (bill_id, kind, amount_paise, discount_paise, state, method, created_at)
         values (900, 'booking', 80000, 0, 'open', 'provider', 1)",
    )
    .await;
    run_for(
        &store,
        "insert into bill_line (bill_id, line_no, order_number, amount_paise) values (900, 1, $1, 80000)",
        paying.number,
    )
    .await;
    let board = board(&app).await;
    assert_eq!(board.holds.iter().map(|hold| hold.is_paying).collect::<Vec<_>>(), [true, false]);
});

on_both_engines!(groups_names_for_one_game_and_first_visits_are_shown, async |store| {
    let (app, customers) = open_app(store.clone(), 3).await;
    let two =
        [booked(&app, customers[0], 1, "7:00 PM").await, booked(&app, customers[0], 2, "8:00 PM").await];
    run(
        &store,
        "insert into booking_group (group_id, kind, venue_id, customer_id, label, created_at)
         values (881, 'group', 1, 100000000000, 'League', 1)",
    )
    .await;
    for order in &two {
        run_for(&store, "update orders set group_id = 881 where order_number = $1", order.number).await;
    }
    let guest = booked(&app, customers[1], 3, "7:00 PM").await;
    run_for(&store, "update orders set contact_name = 'Karan M' where order_number = $1", guest.number).await;
    // A missed or cancelled game does not count as a visit.
    let earlier = |court, status| imported(customers[2], slot(court, "6:00 AM"), status);
    import(&store, earlier(11, OrderStatus::NoShow)).await;
    import(&store, earlier(12, OrderStatus::Cancelled)).await;
    booked(&app, customers[2], 4, "7:00 PM").await;

    let board = board(&app).await;
    let of = |court| on_court(&board, court);
    assert_eq!((of(1).group, of(2).group, of(3).group), (Some(GroupId(881)), Some(GroupId(881)), None));
    assert_eq!((of(1).is_first_visit, of(2).is_first_visit), (true, false));
    assert_eq!(of(3).name, "Karan M");
    assert!(of(4).is_first_visit && of(11).is_first_visit);
});

on_both_engines!(another_venues_and_another_days_bookings_stay_out, async |store| {
    let (app, customers) = open_app(store.clone(), 4).await;
    let hillside = open_second_venue(&app).await;
    let here = booked(&app, customers[0], 1, "7:00 PM").await;
    let mut there = imported(customers[1], slot(21, "7:00 PM"), OrderStatus::Confirmed);
    there.venue = hillside;
    let there = import(&store, there).await;
    let monday = slot(1, "7:00 PM").starts_at + SignedDuration::from_hours(24);
    let tomorrow = sideout_domain::claim::Slot { court: CourtId(1), starts_at: monday };
    let tomorrow = import(&store, imported(customers[2], tomorrow, OrderStatus::Confirmed)).await;
    // A hold of another day.
    let monday = SUNDAY.tomorrow().unwrap();
    let start = "8:00 PM".parse().unwrap();
    let pick = sideout_app::booking::place_hold::Pick {
        sport: PICKLEBALL,
        venue: VENUE,
        court: CourtId(2),
        day: monday,
        start,
    };
    place_hold(&app, customers[3], pick).await.unwrap();

    let numbers = async |venue, day| {
        let board = read_board(&app, venue, day).await.unwrap().unwrap();
        (board.bookings.iter().map(|booking| booking.number).collect::<Vec<_>>(), board.holds.len())
    };
    assert_eq!(numbers(VENUE, SUNDAY).await, (vec![here.number], 0));
    assert_eq!(numbers(hillside, SUNDAY).await, (vec![there], 0));
    assert_eq!(numbers(VENUE, monday).await, (vec![tomorrow], 1));
});

on_both_engines!(a_court_that_is_gone_and_a_start_outside_the_hours_stay_visible, async |store| {
    let (app, customers) = open_app(store.clone(), 2).await;
    booked(&app, customers[0], 12, "7:00 PM").await;
    import(&store, imported(customers[1], slot(1, "5:30 AM"), OrderStatus::Completed)).await;
    run(&store, "update court set active = 0 where court_id = 12").await;
    app.venues.forget();
    let board = board(&app).await;
    let gone = board.courts.iter().position(|court| court.id == CourtId(12)).unwrap();
    assert_eq!((board.courts.len(), board.courts[gone].number), (12, 12));
    assert!(board.prices[gone].iter().all(Option::is_none), "it is not for sale any more");
    assert_eq!(board.starts[0], ("5:30 AM".parse().unwrap(), at("5:30 AM")));
    assert_eq!((board.prices[0][0], board.prices[0][1]), (None, Some(Money::from_rupees(800))));
});

on_both_engines!(attendance_is_on_the_board, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let here = booked(&app, customers[0], 1, "7:00 PM").await;
    booked(&app, customers[1], 2, "7:00 PM").await;
    app.clock.set(at("6:21 PM"));
    let version = details(&app, here.number).await.booking.version;
    mark(&app, here.number, Some(Attendance::Arrived), version).await.unwrap();
    let board = board(&app).await;
    let arrived = on_court(&board, 1);
    assert_eq!((arrived.attendance, arrived.attendance_at), (Some(Attendance::Arrived), Some(at("6:21 PM"))));
    assert_eq!(arrived.version, version + 1);
    assert_eq!(on_court(&board, 2).attendance, None);
});

on_both_engines!(a_full_board_takes_two_statements, async |store| {
    let (counted, statements) = StatementCount::on(&store);
    let (app, customers) = open_app(counted, 36).await;
    for (n, customer) in customers.iter().enumerate() {
        let court = i64::try_from(n).unwrap() % 12 + 1;
        let start = ["6:00 AM", "7:00 AM", "8:00 AM"][n / 12];
        import(&store, imported(*customer, slot(court, start), OrderStatus::Completed)).await;
    }
    held(&app, customers[0], 1, "9:00 PM").await;
    hold_for_desk(&store, 5, slot(2, "9:00 PM")).await;
    assert_eq!(board(&app).await.bookings.len(), 36);
    statements.take();
    let seen = board(&app).await;
    assert_eq!((seen.bookings.len(), seen.holds.len(), seen.desk_holds.len()), (36, 1, 1));
    assert_eq!(statements.take(), 2, "courts, hours and prices come from memory");
});
