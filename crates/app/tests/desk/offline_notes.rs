//! Notes that were written without a network: added once, with the corrected time of the device, also if the booking was cancelled meanwhile.

use jiff::{SignedDuration, Timestamp};
use sideout_app::{
    Order,
    desk::{
        board::write_note::{NoteAbout, WriteNote, write_note},
        bookings::cancel_at_desk::{CancelAtDesk, cancel_at_desk, preview_cancellation},
        offline::{FactError, FactKind, FactOutcome, OfflineFact, RecordedFact, record_fact::record_fact},
    },
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    note::MOST_NOTES,
    offline::DeviceTime,
    order::OrderStatus,
    staff::{Permission, Role},
};
use sideout_store::Store;
use sideout_testkit::{TestApp, on_both_engines, request_key, sample_venue::VENUE, statement, without_guard};

use crate::{
    counter::{actor, open_counter},
    helpers::{at, booked, details, number, open_second_venue},
};

const AUDITED: &str = "select cast(count(*) as bigint) as n from audit_entry where verb = 'note.written'";

/// An app with a clerk, and a booking of court 3 on Sunday at 7 PM; it is 6:30 PM.
async fn open(store: Store) -> (TestApp, Actor, Order) {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    app.clock.set(at("6:30 PM"));
    (app, kiran, order)
}

fn note(order: &Order, about: NoteAbout, text: &str) -> WriteNote {
    WriteNote { number: order.number, about, text: text.parse().unwrap() }
}

fn fact(at: Timestamp, note: WriteNote) -> OfflineFact {
    OfflineFact { time: DeviceTime { at, offset: SignedDuration::ZERO }, kind: FactKind::Note(note) }
}

async fn send(app: &TestApp, actor: &Actor, fact: OfflineFact, key: u64) -> Result<RecordedFact, FactError> {
    record_fact(app, actor, VENUE, fact, request_key(key)).await
}

async fn texts(app: &TestApp, order: &Order) -> Vec<String> {
    details(app, order.number).await.notes.into_iter().map(|note| note.note).collect()
}

on_both_engines!(a_note_is_added_to_what_colleagues_noted_meanwhile_and_loses_none, async |store| {
    let (app, kiran, order) = open(store).await;
    let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
    write_note(&app, &nisha, note(&order, NoteAbout::Booking, "Needs two rackets"), request_key(1))
        .await
        .unwrap();
    let time = DeviceTime { at: at("6:32 PM"), offset: SignedDuration::from_mins(-10) };
    let kind = FactKind::Note(note(&order, NoteAbout::Booking, "Needs four rackets"));
    let recorded = send(&app, &kiran, OfflineFact { time, kind }, 2).await.unwrap();
    assert_eq!(recorded.outcome, FactOutcome::Done);
    let notes = &recorded.details.notes;
    // The oldest first: by the server's clock, the note without a network was written earlier.
    assert_eq!(texts(&app, &order).await, ["Needs four rackets", "Needs two rackets"]);
    assert_eq!((notes[0].at, notes[0].staff), (at("6:22 PM"), kiran.id()), "the offset corrects the clock");
    assert_eq!(notes[0].order, Some(order.number));
    let audited = "select cast(count(*) as bigint) as n from audit_entry
                    where verb = 'note.written' and after like '%\"written_at\":%'";
    assert_eq!(number(&app.store, audited).await, 1);
});

on_both_engines!(a_note_about_a_booking_that_was_cancelled_meanwhile_is_kept, async |store| {
    let (app, kiran, order) = open(store).await;
    let (seen, preview) = preview_cancellation(&app, &kiran, order.number).await.unwrap();
    let (version, shown) = (seen.booking.version, preview.refund);
    let request = CancelAtDesk { number: order.number, version, shown, refund: None, reason: None };
    cancel_at_desk(&app, &kiran, request, request_key(1)).await.unwrap();
    let recorded = send(&app, &kiran, fact(at("6:20 PM"), note(&order, NoteAbout::Player, "Hurt a knee")), 2)
        .await
        .unwrap();
    assert_eq!(recorded.outcome, FactOutcome::Done);
    assert_eq!(recorded.details.booking.status, OrderStatus::Cancelled);
    assert_eq!(texts(&app, &order).await, ["Hurt a knee"]);
});

/// Sends a note twice with one key; returns how many notes the booking and the audit have then.
async fn sent_twice(app: &TestApp, kiran: &Actor, order: &Order) -> (usize, i64) {
    let written = fact(at("6:20 PM"), note(order, NoteAbout::Player, "Pays late"));
    let first = send(app, kiran, written.clone(), 1).await.unwrap();
    let again = send(app, kiran, written, 1).await.unwrap();
    assert_eq!(first.outcome, again.outcome);
    (texts(app, order).await.len(), number(&app.store, AUDITED).await)
}

on_both_engines!(a_note_that_is_sent_twice_is_written_once, async |store| {
    let (app, kiran, order) = open(store).await;
    assert_eq!(sent_twice(&app, &kiran, &order).await, (1, 1));
    let other = send(&app, &kiran, fact(at("6:20 PM"), note(&order, NoteAbout::Player, "Pays early")), 1);
    let other = other.await.unwrap_err();
    assert!(matches!(other, FactError::Refused(Refused::KeyReused)), "{other:?}");
    let about = send(&app, &kiran, fact(at("6:20 PM"), note(&order, NoteAbout::Booking, "Pays late")), 1);
    let about = about.await.unwrap_err();
    assert!(matches!(about, FactError::Refused(Refused::KeyReused)), "{about:?}");
    // The same text with another key is another note.
    send(&app, &kiran, fact(at("6:25 PM"), note(&order, NoteAbout::Player, "Pays late")), 2).await.unwrap();
    assert_eq!(texts(&app, &order).await.len(), 2);
});

on_both_engines!(control_without_the_claim_of_the_key_a_repeated_note_is_written_again, async |store| {
    let (app, kiran, order) = open(store.clone()).await;
    // The key is changed by what is in the table, so that no call finds an earlier one.
    let unguarded = without_guard(
        &store,
        statement("desk_request/claim"),
        "values ($1,",
        "values ($1 || cast((select count(*) from desk_request) as text),",
    );
    let node = app.another_node_on(unguarded, |_| {});
    assert_eq!(sent_twice(&node, &kiran, &order).await, (2, 2));
});

on_both_engines!(
    a_note_is_refused_while_the_player_has_the_most_and_added_after_one_is_removed,
    async |store| {
        let (app, kiran, order) = open(store).await;
        let mut last = None;
        for n in 0..MOST_NOTES {
            let one = note(&order, NoteAbout::Player, &format!("Note {n}"));
            last = Some(write_note(&app, &kiran, one, request_key(100 + n as u64)).await.unwrap().0.id);
        }
        let written = fact(at("6:20 PM"), note(&order, NoteAbout::Player, "One more"));
        let refused = send(&app, &kiran, written.clone(), 1).await.unwrap_err();
        assert!(matches!(refused, FactError::TooManyNotes), "{refused:?}");
        assert_eq!(texts(&app, &order).await.len(), MOST_NOTES);
        let removed = (order.number, last.unwrap());
        sideout_app::desk::board::write_note::remove_note(&app, &kiran, removed, request_key(2))
            .await
            .unwrap();
        send(&app, &kiran, written, 1).await.unwrap();
        assert_eq!(texts(&app, &order).await.len(), MOST_NOTES);
    }
);

on_both_engines!(a_note_needs_its_permission_and_a_booking_of_the_venue, async |store| {
    let (app, kiran, order) = open(store).await;
    let hillside = open_second_venue(&app).await;
    let there = actor(&app, Role::Manager, "9825041739", &[hillside]).await;
    let written = fact(at("6:20 PM"), note(&order, NoteAbout::Player, "Pays late"));
    let other = record_fact(&app, &there, hillside, written.clone(), request_key(1)).await.unwrap_err();
    assert!(matches!(other, FactError::NoSuchBooking), "another venue's booking: {other:?}");
    let mut denied = kiran.clone();
    denied.member.denied.push(Permission::PlayerNote);
    let refused = send(&app, &denied, written, 2).await.unwrap_err();
    let is_refused = matches!(refused, FactError::Refused(Refused::NotAllowed(Permission::PlayerNote)));
    assert!(is_refused, "{refused:?}");
    assert_eq!(texts(&app, &order).await, [] as [&str; 0]);
});
