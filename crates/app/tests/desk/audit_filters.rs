//! The filters of the audit, over what a desk really did to a booking.

use sideout_app::{
    desk::{
        board::write_note::{NoteAbout, WriteNote, write_note},
        bookings::{
            DeskSlot,
            cancel_at_desk::{CancelAtDesk, cancel_at_desk, preview_cancellation},
            move_booking::{MoveAtDesk, move_at_desk},
        },
    },
    staff::{AuditAbout, ListAudit, list_audit},
    steps::audited::Actor,
};
use sideout_domain::{CourtId, money::Money, order::OrderNumber, staff::Role};
use sideout_testkit::{TestApp, on_both_engines, request_key};

use crate::{
    counter::{actor, open_counter, take_cash},
    helpers::{SUNDAY, booked, details},
};

async fn note(app: &TestApp, actor: &Actor, number: OrderNumber, key: u64) {
    let text = "Needs two rackets".parse().unwrap();
    let note = WriteNote { number, about: NoteAbout::Booking, text };
    write_note(app, actor, note, request_key(key)).await.unwrap();
}

/// The verbs and subjects that the audit lists, the newest first.
async fn listed(app: &TestApp, owner: &Actor, list: ListAudit) -> Vec<(String, String)> {
    let page = list_audit(app, owner, list).await.unwrap();
    page.entries.into_iter().map(|entry| (entry.verb, entry.subject_id)).collect()
}

on_both_engines!(the_filters_find_what_was_done_to_a_booking_and_its_money, async |store| {
    let (app, customers, kiran, shift) = open_counter(store, 2).await;
    let owner = actor(&app, Role::Owner, "9825041739", &[]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let other = booked(&app, customers[1], 5, "7:00 PM").await;

    let payment = take_cash(&app, &kiran, &order, 800, 1).await.payment;
    let to = MoveAtDesk {
        number: order.number,
        version: details(&app, order.number).await.booking.version,
        to: DeskSlot { court: CourtId(4), day: SUNDAY, start: "8:00 PM".parse().unwrap() },
        total: Money::from_rupees(800),
        choice: None,
        reason: None,
    };
    move_at_desk(&app, &kiran, to, request_key(2)).await.unwrap();
    note(&app, &kiran, order.number, 3).await;
    note(&app, &kiran, other.number, 4).await;
    let (seen, preview) = preview_cancellation(&app, &kiran, order.number).await.unwrap();
    let cancel = CancelAtDesk {
        number: order.number,
        version: seen.booking.version,
        shown: preview.refund,
        refund: None,
        reason: None,
    };
    cancel_at_desk(&app, &kiran, cancel, request_key(5)).await.unwrap();

    let entry = |verb: &str, subject: String| (verb.to_owned(), subject);
    let cancelled = entry("booking.cancelled", order.number.to_string());
    let noted = entry("note.written", order.number.to_string());
    let noted_elsewhere = entry("note.written", other.number.to_string());
    let moved = entry("booking.moved", order.number.to_string());
    let taken = entry("payment.taken", payment.to_string());
    let opened = entry("shift.opened", shift.to_string());

    let all = listed(&app, &owner, ListAudit::default()).await;
    assert!(all.contains(&noted) && all.contains(&noted_elsewhere), "{all:?}");
    let money = ListAudit { money: true, ..ListAudit::default() };
    assert_eq!(listed(&app, &owner, money).await, [cancelled.clone(), moved.clone(), taken.clone(), opened]);
    let about = |number| ListAudit { about: AuditAbout::Booking(number), ..ListAudit::default() };
    assert_eq!(
        listed(&app, &owner, about(order.number)).await,
        [cancelled.clone(), noted, moved.clone(), taken.clone()]
    );
    assert_eq!(listed(&app, &owner, about(other.number)).await, [noted_elsewhere]);
    let both = ListAudit { money: true, ..about(order.number) };
    assert_eq!(listed(&app, &owner, both).await, [cancelled, moved, taken]);
});
