//! Events of boards; players' streams get none for a change that only staff see.

use std::{sync::Arc, time::Duration};

use futures_util::future::join_all;

use sideout_app::{
    booking::cancel::cancel,
    desk::{
        board::{
            follow_board::{follow_board, followed_board},
            mark_attendance::MarkAttendanceError,
        },
        bookings::{
            book::{BookAtDesk, Player, book_at_desk},
            hold_court::hold_court,
            release_hold::release_hold,
        },
    },
    platform::{board_feed::BoardFollower, watch_board::BoardWatch, watch_day::DayWatch},
};
use sideout_domain::{
    VenueId,
    attendance::{Attendance, AttendanceRefused},
    money::Money,
    order::OrderStatus,
    staff::Role,
};
use sideout_store::{ChangeEvent, Store, StoreError};
use sideout_testkit::{TestApp, on_both_engines, request_key, sample_venue::VENUE, two_nodes_on_postgres};
use tokio::time::timeout;

use crate::{
    counter::actor,
    helpers::{SUNDAY, at, board, booked, details, held, mark, on_court, open_app, pay_cash, run},
    moving::pick,
};

/// Longest wait for an event that must come, for example from another node.
const EVENT_TIMEOUT: Duration = Duration::from_secs(10);

/// Whether the board has changed since the last call. Within a process, events are delivered before the change returns.
async fn changed(watch: &mut BoardWatch) -> bool {
    tokio::select! {
        biased;
        _ = watch.next() => true,
        () = std::future::ready(()) => false,
    }
}

/// Whether what players see of the day has changed since the last call.
async fn players_see(watch: &mut DayWatch) -> bool {
    tokio::select! {
        biased;
        _ = watch.next() => true,
        () = std::future::ready(()) => false,
    }
}

/// Marks a booking as arrived at 6:18 PM.
async fn arrive(app: &TestApp, order: &sideout_app::Order) {
    app.clock.set(at("6:18 PM"));
    let version = details(app, order.number).await.booking.version;
    mark(app, order.number, Some(Attendance::Arrived), version).await.unwrap();
}

on_both_engines!(a_board_gets_events_of_bookings_and_cancellations_of_its_day_only, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let mut here = app.live.watch_board(VENUE, SUNDAY);
    let mut monday = app.live.watch_board(VENUE, SUNDAY.tomorrow().unwrap());
    let mut hillside = app.live.watch_board(VenueId(2), SUNDAY);
    assert!(!changed(&mut here).await, "nothing has happened yet");
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    assert!(changed(&mut here).await);
    assert!(!changed(&mut here).await, "reported once");
    cancel(&app, customers[0], order.number, None).await.unwrap();
    assert!(changed(&mut here).await);
    assert!(!changed(&mut monday).await && !changed(&mut hillside).await);
});

on_both_engines!(a_desk_hold_that_ends_is_announced_on_each_day_that_it_reached, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let hold = async |court, key| {
        hold_court(&app, &kiran, VENUE, pick(court, "10:00 PM"), request_key(key)).await.unwrap()
    };
    let (replaced, released) = (hold(3, 1).await, hold(4, 2).await);
    // The courts were held while a slot lasted three hours, so until 1 AM on Monday; now it lasts one.
    run(&store, "update slot_claim set ends_at = starts_at + 10800000").await;
    let mut sunday = app.live.watch_board(VENUE, SUNDAY);
    let mut monday = app.live.watch_board(VENUE, SUNDAY.tomorrow().unwrap());
    let request = BookAtDesk {
        slots: vec![pick(3, "10:00 PM")],
        player: Player::Known(customers[0]),
        contact_name: None,
        total: Money::from_paise(replaced.price_paise),
        pay: None,
        arrive: false,
    };
    book_at_desk(&app, &kiran, VENUE, request, request_key(3)).await.unwrap();
    assert!(changed(&mut sunday).await && changed(&mut monday).await, "the booking is shorter than the hold");
    release_hold(&app, &kiran, VENUE, (released.id, released.until), request_key(4)).await.unwrap();
    assert!(changed(&mut sunday).await && changed(&mut monday).await, "given back");
});

on_both_engines!(attendance_is_announced_to_boards_and_not_to_players, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let mut desk = app.live.watch_board(VENUE, SUNDAY);
    let mut players = app.live.watch_day(VENUE, SUNDAY);
    arrive(&app, &order).await;
    assert!(changed(&mut desk).await);
    assert!(!players_see(&mut players).await);
    let version = details(&app, order.number).await.booking.version;
    mark(&app, order.number, Some(Attendance::Arrived), version).await.unwrap();
    assert!(!changed(&mut desk).await, "the same again is no change");
    let early = mark(&app, order.number, Some(Attendance::Absent), version).await;
    assert!(
        matches!(early, Err(MarkAttendanceError::Refused(AttendanceRefused::TooEarly))),
        "the game has not begun: {early:?}"
    );
    assert!(!changed(&mut desk).await, "a refusal is no change");
});

on_both_engines!(an_event_for_staff_reaches_boards_only_and_a_gap_reaches_all, async |store| {
    let (app, _) = open_app(store.clone(), 0).await;
    let mut desk = app.live.watch_board(VENUE, SUNDAY);
    let mut players = app.live.watch_day(VENUE, SUNDAY);
    let announce = async |event| {
        let announced: Result<(), StoreError> = store
            .write(event, |tx, event| {
                Box::pin(async move {
                    tx.announce(*event);
                    Ok(())
                })
            })
            .await;
        announced.unwrap();
    };
    announce(ChangeEvent::Board(VENUE, SUNDAY)).await;
    assert!(changed(&mut desk).await && !players_see(&mut players).await);
    announce(ChangeEvent::Board(VENUE, SUNDAY.tomorrow().unwrap())).await;
    assert!(!changed(&mut desk).await);
    announce(ChangeEvent::Everything).await;
    assert!(changed(&mut desk).await && players_see(&mut players).await);
});

#[test]
fn a_board_on_another_node_gets_an_event_of_attendance() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let (app, customers) = open_app(here, 1).await;
        let order = booked(&app, customers[0], 3, "7:00 PM").await;
        let other = app.another_node_on(there, |_| {});
        let mut follower = follow_board(&other.app(), VENUE, SUNDAY).await.unwrap().unwrap();
        let first = follower.next().await;
        assert_eq!(on_court(&first.board, 3).attendance, None);
        arrive(&app, &order).await;
        let next = timeout(EVENT_TIMEOUT, follower.next()).await.unwrap();
        assert_eq!(on_court(&next.board, 3).attendance, Some(Attendance::Arrived));
    });
}

/// The next board that a follower gets.
async fn next(follower: &mut BoardFollower) -> sideout_app::platform::board_feed::Board {
    timeout(EVENT_TIMEOUT, follower.next()).await.unwrap().board.clone()
}

on_both_engines!(a_follower_gets_the_board_and_then_what_differs, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let mut follower = follow_board(&app.app(), VENUE, SUNDAY).await.unwrap().unwrap();
    assert_eq!(next(&mut follower).await, board(&app).await);
    held(&app, customers[1], 4, "7:00 PM").await;
    assert_eq!(next(&mut follower).await.holds.len(), 1);
    arrive(&app, &order).await;
    // The hold has expired by 6:18 PM.
    let seen = next(&mut follower).await;
    assert_eq!((on_court(&seen, 3).attendance, seen.holds.len()), (Some(Attendance::Arrived), 0));
    let mut second = follow_board(&app.app(), VENUE, SUNDAY).await.unwrap().unwrap();
    assert_eq!(next(&mut second).await, seen, "a second screen begins with the newest board");
    assert!(follow_board(&app.app(), VenueId(9), SUNDAY).await.unwrap().is_none());
});

on_both_engines!(after_a_change_one_read_serves_all_who_follow, async |store| {
    let (app, customers) = open_app(store, 8).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let followed = async || followed_board(&app, VENUE, SUNDAY).await.unwrap();
    assert!(followed().await.is_none(), "the day has no follower");
    let mut follower = follow_board(&app.app(), VENUE, SUNDAY).await.unwrap().unwrap();
    assert_eq!(next(&mut follower).await, followed().await.unwrap().board);
    arrive(&app, &order).await;
    assert_eq!(on_court(&next(&mut follower).await, 3).attendance, Some(Attendance::Arrived));
    // The publisher pauses after each read, so these calls read the board before it does.
    for (held_courts, customer) in (1..).zip(&customers[1..]) {
        held(&app, *customer, 3 + held_courts, "8:00 PM").await;
        let answers = join_all((0..20).map(|_| followed())).await;
        let boards: Vec<_> = answers.into_iter().map(Option::unwrap).collect();
        assert_eq!(boards[0].board.holds.len() as i64, held_courts);
        assert!(boards.iter().all(|board| Arc::ptr_eq(board, &boards[0])), "one read for all");
        assert_eq!(next(&mut follower).await, boards[0].board, "the read is announced");
    }
    app.clock.advance(1);
    pay_cash(&app.store, order.number, 500).await;
    let paid = followed().await.unwrap();
    assert_eq!(
        on_court(&paid.board, 3).amounts.paid.paise(),
        50_000,
        "no event, and the board is a second old"
    );
    drop(follower);
    assert!(followed().await.is_none(), "the day has no follower any more");
});

on_both_engines!(an_event_without_a_difference_is_not_passed_on, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let mut follower = follow_board(&app.app(), VENUE, SUNDAY).await.unwrap().unwrap();
    next(&mut follower).await;
    let announced: Result<(), StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                tx.announce(ChangeEvent::Board(VENUE, SUNDAY));
                Ok(())
            })
        })
        .await;
    announced.unwrap();
    assert!(timeout(Duration::from_millis(600), follower.next()).await.is_err());
    // The control: a difference is sent at the next read, even if the event of the change was lost.
    pay_cash(&store, order.number, 500).await;
    let paid = next(&mut follower).await;
    assert_eq!(on_court(&paid, 3).amounts.paid.paise(), 50_000);
    assert_eq!(on_court(&paid, 3).status, OrderStatus::Confirmed);
});

on_both_engines!(a_board_can_be_followed_again_after_its_last_follower_left, async |store| {
    let (app, customers) = open_app(store, 1).await;
    drop(follow_board(&app.app(), VENUE, SUNDAY).await.unwrap().unwrap());
    held(&app, customers[0], 1, "7:00 PM").await;
    let mut again = follow_board(&app.app(), VENUE, SUNDAY).await.unwrap().unwrap();
    let seen = next(&mut again).await;
    assert_eq!((seen.holds.len(), &seen), (1, &board(&app).await));
});
