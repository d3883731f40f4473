//! Moves that a clerk undoes.

use sideout_app::desk::bookings::{move_booking::MoveError, undo_move::undo_move};
use sideout_domain::{CourtId, staff::Role};
use sideout_testkit::{on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    counter::actor,
    desk_bookings::assert_sound,
    helpers::{details, number},
    moving::{MOVED_NOTICES, hold_if_free, moved, open, pick, to, version},
};

on_both_engines!(a_move_is_undone_for_a_minute_by_its_clerk_and_sends_no_notice, async |store| {
    let (app, _, kiran, order) = open(store).await;
    let nisha = actor(&app, Role::Desk, "9825041737", &[VENUE]).await;
    let seen = version(&app, order).await;
    moved(&app, &kiran, to(order, seen, pick(5, "8:00 PM")), 1).await.unwrap();
    let by_colleague = undo_move(&app, &nisha, order, &request_key(1), request_key(2)).await;
    assert!(matches!(by_colleague, Err(MoveError::UndoOver)), "{by_colleague:?}");
    let other_key = undo_move(&app, &kiran, order, &request_key(9), request_key(3)).await;
    assert!(matches!(other_key, Err(MoveError::UndoOver)), "{other_key:?}");

    app.clock.advance(59);
    let undone = undo_move(&app, &kiran, order, &request_key(1), request_key(4)).await.unwrap();
    assert_eq!(
        (undone.booking.time.slot.court, undone.booking.start),
        (CourtId(3), pick(3, "7:00 PM").start)
    );
    assert_eq!(number(&app.store, MOVED_NOTICES).await, 0, "no notice of what was undone");
    assert_sound(&app).await;
    // A repeated call changes nothing, and a move is undone once.
    undo_move(&app, &kiran, order, &request_key(1), request_key(4)).await.unwrap();
    let twice = undo_move(&app, &kiran, order, &request_key(1), request_key(5)).await;
    assert!(matches!(twice, Err(MoveError::UndoOver)), "{twice:?}");

    moved(&app, &kiran, to(order, undone.booking.version, pick(5, "8:00 PM")), 6).await.unwrap();
    app.clock.advance(60);
    let late = undo_move(&app, &kiran, order, &request_key(6), request_key(7)).await;
    assert!(matches!(late, Err(MoveError::UndoOver)), "{late:?}");
    assert_eq!(number(&app.store, MOVED_NOTICES).await, 2);
});

on_both_engines!(a_move_is_not_undone_onto_a_court_that_is_taken, async |store| {
    let (app, customer, kiran, order) = open(store).await;
    let seen = version(&app, order).await;
    moved(&app, &kiran, to(order, seen, pick(5, "7:00 PM")), 1).await.unwrap();
    assert!(hold_if_free(&app, customer, pick(3, "7:00 PM")).await);
    let undone = undo_move(&app, &kiran, order, &request_key(1), request_key(2)).await;
    assert!(matches!(undone, Err(MoveError::Taken(VENUE, slot)) if slot == pick(3, "7:00 PM")), "{undone:?}");
    assert_eq!(details(&app, order).await.booking.time.slot.court, CourtId(5), "it stays where it is");
    assert_sound(&app).await;
});
