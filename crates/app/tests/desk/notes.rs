//! Notes about players: where they are shown, who may write and remove them, and how many there can be.

use sideout_app::{
    desk::{
        board::read_board::read_board,
        board::write_note::{NoteAbout, NoteError, WriteNote, remove_note, write_note},
    },
    staff::{EditMember, edit_member},
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    NoteId, VenueId,
    note::MOST_NOTES,
    order::OrderNumber,
    staff::{Permission, Role},
};
use sideout_store::{Store, board::BookingDetails};
use sideout_testkit::{
    TestApp, meanwhile, on_both_engines, on_postgres, request_key, run_concurrently, sample_venue::VENUE,
    two_nodes_on_postgres, with_call_before,
};

use crate::{
    helpers::{SUNDAY, at, booked, details, number, open_app, open_second_venue, run, without_turns},
    merging::merge,
};

async fn clerk(app: &TestApp, venue: VenueId, phone: &str) -> Actor {
    let clerk = app.staff(Role::Desk, phone, &[venue]).await;
    app.actor(&clerk.token).await
}

fn note(number: OrderNumber, about: NoteAbout, text: &str) -> WriteNote {
    WriteNote { number, about, text: text.parse().unwrap() }
}

fn texts(found: &BookingDetails) -> Vec<&str> {
    found.notes.iter().map(|note| note.note.as_str()).collect()
}

/// How many notes the board shows with a booking.
async fn on_board(app: &TestApp, number: OrderNumber) -> i64 {
    let board = read_board(app, VENUE, SUNDAY).await.unwrap().unwrap();
    board.bookings.iter().find(|booking| booking.number == number).unwrap().notes
}

on_both_engines!(a_note_of_a_player_is_at_all_of_their_games_and_one_of_a_game_there_alone, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let evening = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let late = booked(&app, customers[0], 4, "8:00 PM").await.number;
    let other = booked(&app, customers[1], 5, "8:00 PM").await.number;
    let kiran = clerk(&app, VENUE, "9825041736").await;
    app.clock.set(at("6:00 PM"));
    let version = details(&app, evening).await.booking.version;
    let of_player = note(evening, NoteAbout::Player, "Pays late");
    let (first, shown) = write_note(&app, &kiran, of_player.clone(), request_key(1)).await.unwrap();
    assert_eq!((texts(&shown), shown.notes[0].staff), (vec!["Pays late"], kiran.id()));
    assert_eq!((shown.notes[0].at, shown.notes[0].id), (at("6:00 PM"), first.id));
    assert_eq!(first.undo_until, at("6:01 PM"));
    let of_game = note(evening, NoteAbout::Booking, "Four more rackets");
    let (second, _) = write_note(&app, &kiran, of_game, request_key(2)).await.unwrap();
    assert_eq!(texts(&details(&app, evening).await), ["Pays late", "Four more rackets"]);
    assert_eq!(texts(&details(&app, late).await), ["Pays late"]);
    assert_eq!(texts(&details(&app, other).await), [] as [&str; 0]);
    let counts =
        async || (on_board(&app, evening).await, on_board(&app, late).await, on_board(&app, other).await);
    assert_eq!(counts().await, (2, 1, 0));
    assert_eq!(
        details(&app, evening).await.booking.version,
        version,
        "a note leaves the booking's version unchanged"
    );

    // The same key again writes nothing.
    let (again, shown) = write_note(&app, &kiran, of_player, request_key(1)).await.unwrap();
    assert_eq!((again, shown.notes.len()), (first.clone(), 2));

    let elsewhere = remove_note(&app, &kiran, (late, second.id), request_key(3)).await;
    assert!(matches!(elsewhere, Err(NoteError::NoSuchNote)), "{elsewhere:?}");
    let left = remove_note(&app, &kiran, (late, first.id), request_key(4)).await.unwrap();
    assert_eq!(texts(&left), [] as [&str; 0]);
    assert_eq!(counts().await, (1, 0, 0));
    let gone = remove_note(&app, &kiran, (late, first.id), request_key(5)).await;
    assert!(matches!(gone, Err(NoteError::NoSuchNote)), "{gone:?}");
    let unknown = remove_note(&app, &kiran, (late, NoteId(99)), request_key(6)).await;
    assert!(matches!(unknown, Err(NoteError::NoSuchNote)), "{unknown:?}");
    let kept = "select cast(count(*) as bigint) from player_note where removed_by is not null";
    assert_eq!(number(&app.store, kept).await, 1, "who removed it is kept");
});

on_both_engines!(notes_are_written_and_removed_by_staff_of_the_venue_who_may, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let hillside = open_second_venue(&app).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let kiran = clerk(&app, VENUE, "9825041736").await;
    let elsewhere = clerk(&app, hillside, "9825041737").await;
    let (written, _) =
        write_note(&app, &kiran, note(order, NoteAbout::Player, "Pays late"), request_key(1)).await.unwrap();
    let refused = write_note(&app, &elsewhere, note(order, NoteAbout::Player, "Hm"), request_key(2)).await;
    assert!(matches!(refused, Err(NoteError::NoSuchBooking)), "{refused:?}");
    let refused = remove_note(&app, &elsewhere, (order, written.id), request_key(3)).await;
    assert!(matches!(refused, Err(NoteError::NoSuchBooking)), "{refused:?}");

    let owner = app.staff(Role::Owner, "9825041739", &[]).await;
    let owner = app.actor(&owner.token).await;
    let denied = app.staff(Role::Desk, "9825041738", &[VENUE]).await;
    let edit = EditMember { denied: Some(vec![Permission::PlayerNote]), ..EditMember::default() };
    edit_member(&app, &owner, denied.id, 1, edit, request_key(9)).await.unwrap();
    let denied = app.actor(&denied.token).await;
    let refused = write_note(&app, &denied, note(order, NoteAbout::Player, "Hm"), request_key(4)).await;
    let is_refused = matches!(refused, Err(NoteError::Refused(Refused::NotAllowed(Permission::PlayerNote))));
    assert!(is_refused, "{refused:?}");
    let refused = remove_note(&app, &denied, (order, written.id), request_key(5)).await;
    let is_refused = matches!(refused, Err(NoteError::Refused(Refused::NotAllowed(Permission::PlayerNote))));
    assert!(is_refused, "{refused:?}");
    assert_eq!(texts(&details(&app, order).await), ["Pays late"]);
});

on_both_engines!(a_player_has_twenty_notes_those_about_games_included, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let kiran = clerk(&app, VENUE, "9825041736").await;
    let first = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let second = booked(&app, customers[0], 4, "8:00 PM").await.number;
    for _ in 0..MOST_NOTES - 1 {
        let add = format!(
            "insert into player_note (customer_id, order_number, note, staff_id, at) values ({}, {first}, 'Hm', 3, 0)",
            customers[0]
        );
        run(&store, add.leak()).await;
    }
    let last = note(second, NoteAbout::Booking, "Needs a racket");
    let (last, _) = write_note(&app, &kiran, last, request_key(1)).await.unwrap();
    let more = note(second, NoteAbout::Player, "Pays late");
    let refused = write_note(&app, &kiran, more.clone(), request_key(2)).await;
    assert!(matches!(refused, Err(NoteError::TooMany)), "{refused:?}");
    remove_note(&app, &kiran, (second, last.id), request_key(3)).await.unwrap();
    write_note(&app, &kiran, more, request_key(4)).await.unwrap();
});

/// Writes eight notes at once for each of six players, who can have two more; returns the most notes that one of them has then.
async fn written_at_once(store: Store) -> usize {
    let (app, customers) = open_app(store.clone(), 6).await;
    let kiran = clerk(&app, VENUE, "9825041736").await;
    let mut most = 0;
    for (round, customer) in customers.iter().enumerate() {
        let court = i64::try_from(round).unwrap() + 1;
        let order = booked(&app, *customer, court, "7:00 PM").await.number;
        for _ in 0..MOST_NOTES - 2 {
            let add = format!(
                "insert into player_note (customer_id, note, staff_id, at) values ({customer}, 'Hm', 3, 0)"
            );
            run(&store, add.leak()).await;
        }
        run_concurrently(8, |n| {
            let (app, kiran) = (app.clone(), kiran.clone());
            let key = request_key(u64::try_from(100 * round + n + 1).unwrap());
            async move {
                let written = write_note(&app, &kiran, note(order, NoteAbout::Player, "One more"), key).await;
                assert!(matches!(written, Ok(_) | Err(NoteError::TooMany)), "{written:?}");
            }
        })
        .await;
        let written = details(&app, order).await.notes.len();
        assert!(written >= MOST_NOTES, "at least the notes that fit were written");
        most = most.max(written);
    }
    most
}

on_both_engines!(of_notes_that_are_written_at_once_twenty_fit, async |store| {
    assert_eq!(written_at_once(store).await, MOST_NOTES);
});

#[test]
fn control_without_the_turn_of_the_player_more_notes_are_written() {
    on_postgres(async |store| assert!(written_at_once(without_turns(&store)).await > MOST_NOTES));
}

/// A note about a player waits for the player's turn, and the account is merged into one with nineteen notes at that moment; another
/// note about the kept account begins before the first one is written. Returns how many notes the account has then.
async fn written_beside_a_merge(here: Store, there: Store) -> i64 {
    let (app, customers) = open_app(there.clone(), 2).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = app.actor(&owner.token).await;
    let (kept, gone) = (customers[0], customers[1]);
    let of_kept = booked(&app, kept, 3, "7:00 PM").await.number;
    let of_gone = booked(&app, gone, 4, "7:00 PM").await.number;
    for _ in 0..MOST_NOTES - 1 {
        let add =
            format!("insert into player_note (customer_id, note, staff_id, at) values ({kept}, 'Hm', 3, 0)");
        run(&there, add.leak()).await;
    }
    let write = |app: TestApp, order, key| {
        let owner = owner.clone();
        async move { write_note(&app, &owner, note(order, NoteAbout::Player, "One more"), request_key(key)).await }
    };
    let (other, by) = (app.clone(), owner.clone());
    let merging = meanwhile(&here, "customer/take_turn", move || async move {
        merge(&other, &by, kept, gone, 1).await.unwrap();
    });
    // It waits for the turn that the first note has, or is written.
    let (noting, second) = with_call_before(&merging, "player_note/add", write(app.clone(), of_kept, 2));
    let node = app.another_node_on(noting, |_| {});
    write(node, of_gone, 3).await.unwrap();
    let second = second.await;
    assert!(matches!(second, Ok(_) | Err(NoteError::TooMany)), "{second:?}");
    number(&app.store, "select cast(count(*) as bigint) from player_note where customer_id = 100000000000")
        .await
}

#[test]
fn a_note_beside_a_merge_is_counted_for_the_account_that_is_kept() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(written_beside_a_merge(here, there).await, i64::try_from(MOST_NOTES).unwrap());
    });
}

#[test]
fn control_without_the_turn_a_note_beside_a_merge_is_one_too_many() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert!(
            written_beside_a_merge(without_turns(&here), there).await > i64::try_from(MOST_NOTES).unwrap()
        );
    });
}
