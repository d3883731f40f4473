//! Bookings that clerks move and extend: price, claims, notices, undo, and races.

use jiff::SignedDuration;
use sideout_app::{
    Order,
    booking::{
        cancel::cancel,
        place_hold::{Pick, place_hold},
    },
    closures::{Closure, Span, close_courts},
    desk::bookings::{
        DeskSlot, NotForSale,
        extend_booking::{ExtendAtDesk, ExtendError, ExtendedAtDesk, extend_at_desk, preview_extension},
        hold_court::hold_court,
        move_booking::{MoveAtDesk, MoveError, MovedAtDesk, move_at_desk, preview_move},
        move_price::PriceChoice,
        undo_bookings::{SeenBooking, undo_bookings},
        undo_move::undo_move,
    },
    platform::random::SystemRandom,
    receipts::find_document::find_document,
    steps::audited::{Actor, ApprovalError, Refused},
};
use sideout_documents::{CreditReason, Document, Kind, Tax, pdf};
use sideout_domain::{
    BillId, CourtId, CustomerId, DeskPaymentId,
    attendance::Attendance,
    bill::Tender,
    ledger,
    money::Money,
    order::{OrderNumber, OrderStatus},
    receipt::DocumentKind,
    refund::RefundReason,
    staff::{Permission, Role},
};
use sideout_store::{
    Ledger, Receipts, Store, StoreError, VenueDays,
    ledger::{NewEntry, Subject},
};
use sideout_testkit::{
    FixedClock, TestApp, on_both_engines, request_key, run_concurrently,
    sample_venue::{PICKLEBALL, VENUE},
    statement, without_guard,
};

use crate::{
    counter::{approved, line_of, open_counter, payment_by, take_cash, try_take},
    desk_bookings::assert_sound,
    helpers::{SUNDAY, at, booked, details, mark, number, open_app, open_second_venue, pay_cash, run},
    publishing_hours::{FIRST, change, every_day, publish, span},
};

/// Court `court` on Sunday at `start`.
fn pick(court: i64, start: &str) -> DeskSlot {
    DeskSlot { court: CourtId(court), day: SUNDAY, start: start.parse().unwrap() }
}

async fn actor(app: &TestApp, role: Role, phone: &str) -> Actor {
    let venues: &[_] = if role == Role::Owner { &[] } else { &[VENUE] };
    let member = app.staff(role, phone, venues).await;
    app.actor(&member.token).await
}

/// An app with one customer, who has booked court 3 on Sunday at 7 PM for ₹800, and a clerk.
async fn open(store: Store) -> (TestApp, CustomerId, Actor, OrderNumber) {
    let (app, customers) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736").await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    (app, customers[0], kiran, order)
}

/// Runs a statement that sets the price of the hour from 9 PM.
async fn price_at_nine(app: &TestApp, text: &'static str) {
    run(&app.store, text).await;
    app.venues.forget();
}

const DEARER: &str =
    "insert into price_rule (price_rule_id, venue_id, weekdays, from_minute, until_minute, price_paise)
     values (2, 1, 127, 1260, 1320, 100000)";
const CHEAPER: &str =
    "insert into price_rule (price_rule_id, venue_id, weekdays, from_minute, until_minute, price_paise)
     values (2, 1, 127, 1260, 1320, 60000)";

async fn version(app: &TestApp, order: OrderNumber) -> i64 {
    details(app, order).await.booking.version
}

fn to(number: OrderNumber, version: i64, to: DeskSlot) -> MoveAtDesk {
    MoveAtDesk { number, version, to, total: Money::from_rupees(800), choice: None, reason: None }
}

async fn moved(
    app: &TestApp,
    actor: &Actor,
    request: MoveAtDesk,
    key: u64,
) -> Result<MovedAtDesk, MoveError> {
    move_at_desk(app, actor, request, request_key(key)).await.map(|(moved, _)| moved)
}

async fn extended(
    app: &TestApp,
    actor: &Actor,
    (number, version, next): (OrderNumber, i64, &str),
    key: u64,
) -> Result<ExtendedAtDesk, ExtendError> {
    let DeskSlot { day, start, .. } = pick(3, next);
    let request = ExtendAtDesk { number, version, day, start, total: Money::from_rupees(800) };
    extend_at_desk(app, actor, request, request_key(key)).await
}

/// A player tries to hold a slot; returns whether it is held.
async fn hold_if_free(app: &TestApp, customer: CustomerId, slot: DeskSlot) -> bool {
    let DeskSlot { court, day, start } = slot;
    place_hold(app, customer, Pick { sport: PICKLEBALL, venue: VENUE, court, day, start }).await.is_ok()
}

/// Takes cash for a booking, with its entry in the ledger.
async fn pay_in_cash(app: &TestApp, order: OrderNumber, rupees: i64) {
    pay_cash(&app.store, order, rupees).await;
    let newest = "select cast(max(desk_payment_id) as bigint) from desk_payment";
    let id = DeskPaymentId(number(&app.store, newest).await);
    let bill = BillId(number(&app.store, "select cast(max(bill_id) as bigint) from desk_payment").await);
    let entry = ledger::taken_at_desk(Money::from_rupees(rupees), Money::ZERO, Tender::Cash);
    let recorded: Result<bool, StoreError> = app
        .store
        .write((id, bill, order, entry), |tx, (id, bill, order, entry)| {
            Box::pin(async move {
                let subject = Subject::DeskPayment { id: *id, bill: *bill, order: Some(*order) };
                let new = NewEntry { entry: entry.clone(), subject, happened_at: FixedClock::START };
                Ledger(tx).record(&new).await
            })
        })
        .await;
    assert!(recorded.unwrap());
}

const MOVED_NOTICES: &str = "select cast(count(*) as bigint) from outbox where notice = 'moved'";
const REMINDERS: &str = "select cast(count(*) as bigint) from outbox where notice = 'reminder'";

on_both_engines!(a_booking_moves_to_a_free_court_and_the_old_one_is_free, async |store| {
    let (app, customer, kiran, order) = open(store).await;
    let seen = version(&app, order).await;
    let target = pick(5, "8:00 PM");
    let (_, preview) = preview_move(&app, &kiran, order, target).await.unwrap();
    assert_eq!((preview.price.total(), preview.price.choices()), (Money::from_rupees(800), vec![]));
    let reminders = number(&app.store, REMINDERS).await;

    let answer = moved(&app, &kiran, to(order, seen, target), 1).await.unwrap();
    assert_eq!(answer.undo_until, Some(app.clock_now() + SignedDuration::from_secs(60)));
    let after = details(&app, order).await.booking;
    assert_eq!(
        (after.time.slot.court, after.start, after.version),
        (CourtId(5), target.start, answer.version)
    );
    assert!(hold_if_free(&app, customer, pick(3, "7:00 PM")).await, "the old court is free");
    assert_eq!(number(&app.store, REMINDERS).await, reminders * 2, "the new hour has its own reminder");
    assert_sound(&app).await;

    // The notice is sent when it cannot be undone any more.
    assert_eq!(number(&app.store, MOVED_NOTICES).await, 2, "by text and by mail");
    let due = "select cast(min(next_try_at) as bigint) from outbox where notice = 'moved'";
    assert!(number(&app.store, due).await > answer.undo_until.unwrap().as_millisecond());

    // The same key again answers as the first time; another key finds that it was changed.
    assert_eq!(moved(&app, &kiran, to(order, seen, target), 1).await.unwrap(), answer);
    let again = moved(&app, &kiran, to(order, seen, pick(6, "8:00 PM")), 2).await;
    assert!(matches!(&again, Err(MoveError::ChangedMeanwhile(now)) if now.booking.version == answer.version));
});

on_both_engines!(a_move_that_is_not_possible_is_refused_with_its_reason, async |store| {
    let (app, customer, kiran, order) = open(store).await;
    let seen = version(&app, order).await;
    booked(&app, customer, 4, "7:00 PM").await;
    let attempt = async |target: DeskSlot, key: u64| moved(&app, &kiran, to(order, seen, target), key).await;
    let yesterday = DeskSlot { day: SUNDAY.yesterday().unwrap(), ..pick(3, "10:00 AM") };
    let cases = [
        (yesterday, NotForSale::Over),
        (
            DeskSlot { day: SUNDAY.saturating_add(jiff::Span::new().days(31)), ..pick(3, "7:00 PM") },
            NotForSale::TooFarAhead,
        ),
        (pick(3, "11:30 PM"), NotForSale::Closed),
        (pick(99, "7:00 PM"), NotForSale::NoSuchCourt),
    ];
    for (key, (target, expected)) in (1..).zip(cases) {
        let refused = attempt(target, key).await;
        assert!(matches!(&refused, Err(MoveError::NotForSale(reason)) if *reason == expected), "{refused:?}");
    }
    let taken = attempt(pick(4, "7:00 PM"), 10).await;
    assert!(matches!(taken, Err(MoveError::Taken(VENUE, slot)) if slot == pick(4, "7:00 PM")), "{taken:?}");
    let same = attempt(pick(3, "7:00 PM"), 11).await;
    assert!(matches!(same, Err(MoveError::SamePlace)), "{same:?}");
    open_second_venue(&app).await;
    let elsewhere = attempt(pick(21, "7:00 PM"), 12).await;
    assert!(matches!(elsewhere, Err(MoveError::NotForSale(NotForSale::NoSuchCourt))), "{elsewhere:?}");
    app.clock.set(at("8:00 PM"));
    let late = attempt(pick(3, "9:00 PM"), 13).await;
    assert!(matches!(late, Err(MoveError::NotMovable)), "{late:?}");
    assert_eq!(version(&app, order).await, seen, "nothing was changed");
    assert_sound(&app).await;
});

on_both_engines!(players_who_are_here_change_their_court_within_the_hour, async |store| {
    let (app, _, kiran, order) = open(store).await;
    app.clock.set(at("7:10 PM"));
    let seen = version(&app, order).await;
    mark(&app, order, Some(Attendance::Arrived), seen).await.unwrap();
    let later = moved(&app, &kiran, to(order, seen + 1, pick(3, "8:00 PM")), 1).await;
    assert!(matches!(later, Err(MoveError::PlayersAreHere)), "{later:?}");
    moved(&app, &kiran, to(order, seen + 1, pick(5, "7:00 PM")), 2).await.unwrap();
    let after = details(&app, order).await.booking;
    assert_eq!((after.time.slot.court, after.attendance), (CourtId(5), Some(Attendance::Arrived)));
    mark(&app, order, Some(Attendance::Absent), after.version).await.unwrap();
    let absent = moved(&app, &kiran, to(order, after.version + 1, pick(6, "7:00 PM")), 3).await;
    assert!(matches!(absent, Err(MoveError::NotMovable)), "{absent:?}");
    assert_sound(&app).await;
});

on_both_engines!(a_dearer_hour_is_charged_or_waived_with_the_permission, async |store| {
    let (app, _, kiran, order) = open(store).await;
    let nisha = actor(&app, Role::Manager, "9825041737").await;
    price_at_nine(&app, DEARER).await;
    let seen = version(&app, order).await;
    let target = pick(3, "9:00 PM");
    let shown = moved(&app, &kiran, to(order, seen, target), 1).await;
    let Err(MoveError::PriceChanged(preview)) = shown else { panic!("{shown:?}") };
    assert_eq!(preview.price.difference_paise(), 20_000);
    assert_eq!(preview.price.choices(), [PriceChoice::Charge, PriceChoice::Keep]);
    let with = |choice, reason: Option<&str>| MoveAtDesk {
        total: Money::from_rupees(1_000),
        choice,
        reason: reason.map(str::to_owned),
        ..to(order, seen, target)
    };
    assert!(matches!(moved(&app, &kiran, with(None, None), 2).await, Err(MoveError::ChoiceMissing)));
    let refund = moved(&app, &kiran, with(Some(PriceChoice::Refund), None), 3).await;
    assert!(matches!(refund, Err(MoveError::ChoiceMissing)), "{refund:?}");
    let by_clerk = moved(&app, &kiran, with(Some(PriceChoice::Keep), Some("Wet court")), 4).await;
    let needed = Refused::ApprovalNeeded(Permission::BookingWaive);
    assert!(matches!(&by_clerk, Err(MoveError::Refused(refused)) if *refused == needed), "{by_clerk:?}");
    let silent = moved(&app, &nisha, with(Some(PriceChoice::Keep), None), 5).await;
    assert!(matches!(silent, Err(MoveError::ReasonMissing)), "{silent:?}");

    moved(&app, &kiran, with(Some(PriceChoice::Charge), None), 6).await.unwrap();
    let charged = details(&app, order).await.booking;
    assert_eq!(charged.amounts.due(), Money::from_rupees(1_000));
    assert_sound(&app).await;
    // After the undo the booking costs what it did before; then a manager keeps that price.
    undo_move(&app, &kiran, order, &request_key(6), request_key(7)).await.unwrap();
    let back = details(&app, order).await.booking;
    assert_eq!((back.amounts.due(), back.start), (Money::from_rupees(800), pick(3, "7:00 PM").start));
    let keep = MoveAtDesk { version: back.version, ..with(Some(PriceChoice::Keep), Some("Wet court")) };
    moved(&app, &nisha, keep, 8).await.unwrap();
    assert_eq!(details(&app, order).await.booking.amounts.due(), Money::from_rupees(800));
    let reasons = "select cast(count(*) as bigint) from audit_entry where verb = 'booking.moved' and reason = 'Wet court'";
    assert_eq!(number(&app.store, reasons).await, 1);
    assert_sound(&app).await;
});

on_both_engines!(
    a_manager_approves_that_the_earlier_price_is_kept_and_an_owner_beyond_the_limit,
    async |store| {
        let (app, _, kiran, order) = open(store).await;
        let nisha = app.staff(Role::Manager, "9825041737", &[VENUE]).await;
        let owner = app.staff(Role::Owner, "9825041738", &[]).await;
        price_at_nine(&app, DEARER).await;
        price_at_nine(&app, "update price_rule set price_paise = 600000 where price_paise = 100000").await;
        app.clock.advance(60);
        let keep = MoveAtDesk {
            total: Money::from_rupees(6_000),
            choice: Some(PriceChoice::Keep),
            reason: Some("Wet court".to_owned()),
            ..to(order, version(&app, order).await, pick(3, "9:00 PM"))
        };
        let by_nisha = approved(&app, &kiran, &nisha, 1).await;
        let refused = moved(&app, &by_nisha, keep.clone(), 1).await;
        assert!(matches!(refused, Err(MoveError::Approval(ApprovalError::NotAllowed))), "{refused:?}");
        let by_owner = approved(&app, &kiran, &owner, 2).await;
        moved(&app, &by_owner, keep, 2).await.unwrap();
        assert_eq!(details(&app, order).await.booking.amounts.due(), Money::from_rupees(800));
        let both = "select cast(count(*) as bigint) from audit_entry where verb = 'booking.moved' \
                and approver_id = (select staff_id from staff where role = 'owner')";
        assert_eq!(number(&app.store, both).await, 1);
        assert_sound(&app).await;
    }
);

on_both_engines!(a_manager_waives_up_to_a_limit, async |store| {
    let (app, customer, _, order) = open(store).await;
    let other = booked(&app, customer, 4, "7:00 PM").await.number;
    let nisha = actor(&app, Role::Manager, "9825041737").await;
    let owner = actor(&app, Role::Owner, "9825041738").await;
    let keep = async |order, court, rupees| MoveAtDesk {
        total: Money::from_rupees(rupees),
        choice: Some(PriceChoice::Keep),
        reason: Some("Our mistake".to_owned()),
        ..to(order, version(&app, order).await, pick(court, "9:00 PM"))
    };
    let limit = Money::from_paise(app.settings.desk.manager_refund_paise.into());
    assert_eq!(limit, Money::from_rupees(5_000));
    // Both bookings cost ₹800.
    price_at_nine(&app, DEARER).await;
    for (text, rupees, key) in [
        ("update price_rule set price_paise = 600000 where price_rule_id = 2", 6_000, 1),
        ("update price_rule set price_paise = 580100 where price_rule_id = 2", 5_801, 2),
    ] {
        price_at_nine(&app, text).await;
        let refused = moved(&app, &nisha, keep(order, 3, rupees).await, key).await;
        assert!(
            matches!(refused, Err(MoveError::BeyondManager(most)) if most == limit),
            "{rupees}: {refused:?}"
        );
    }
    moved(&app, &owner, keep(order, 3, 5_801).await, 3).await.unwrap();
    price_at_nine(&app, "update price_rule set price_paise = 580000 where price_rule_id = 2").await;
    moved(&app, &nisha, keep(other, 4, 5_800).await, 4).await.unwrap();
    let after = details(&app, other).await.booking.amounts;
    assert_eq!(after.total(), Money::from_rupees(800), "the limit itself is allowed");
});

on_both_engines!(a_cheaper_hour_gives_back_what_the_desk_took, async |store| {
    let (app, customer, kiran, order) = open(store).await;
    pay_in_cash(&app, order, 800).await;
    price_at_nine(&app, CHEAPER).await;
    let request = MoveAtDesk {
        total: Money::from_rupees(600),
        choice: Some(PriceChoice::Refund),
        ..to(order, version(&app, order).await, pick(3, "9:00 PM"))
    };
    let answer = moved(&app, &kiran, request, 1).await.unwrap();
    assert_eq!((answer.refund_paise, answer.undo_until), (20_000, None));
    let after = details(&app, order).await;
    assert_eq!(after.booking.amounts.due(), Money::ZERO);
    assert_eq!(after.booking.amounts.returned, Money::from_rupees(200));
    let refunds: Vec<_> = after.refunds.iter().map(|refund| (refund.reason, refund.amount)).collect();
    assert_eq!(refunds, [(RefundReason::Moved, Money::from_rupees(200))]);
    assert_sound(&app).await;
    let undone = undo_move(&app, &kiran, order, &request_key(1), request_key(2)).await;
    assert!(matches!(undone, Err(MoveError::UndoOver)), "what goes back was promised: {undone:?}");

    // The rest goes back when it is cancelled, and no more than that.
    for _ in 0..2 {
        let cancelled = cancel(&app, customer, order, None).await.unwrap();
        assert_eq!(
            cancelled.refund,
            Money::from_rupees(570),
            "the same refund also when the call is repeated"
        );
    }
    assert_eq!(details(&app, order).await.booking.amounts.returned, Money::from_rupees(770));
    assert_sound(&app).await;
});

/// Asserts what the newest credit note of an order prints: what was paid, what earlier ones gave back of it, and what this one gives
/// back, in rupees.
async fn assert_credit_note(
    app: &TestApp,
    order: &Order,
    reason: CreditReason,
    (paid, before, total): (i64, i64, i64),
) {
    let found: Result<_, StoreError> = app
        .store
        .read(order.number, |tx, number| {
            Box::pin(async move {
                let receipt = Receipts(tx).find(*number, DocumentKind::Receipt).await?;
                Ok((receipt, Receipts(tx).find(*number, DocumentKind::CreditNote).await?))
            })
        })
        .await;
    let (Some(receipt), Some(note)) = found.unwrap() else { panic!("order {} has no note", order.number) };
    assert_eq!(note.total, Money::from_rupees(total));
    let expected = Document {
        kind: Kind::CreditNote {
            receipt: receipt.number.to_string(),
            receipt_day: receipt.issued_on,
            paid: Money::from_rupees(paid),
            given_back_before: Money::from_rupees(before),
            reason,
        },
        number: note.number.to_string(),
        issued_on: note.issued_on,
        total: note.total,
        tax: note.tax.map(|(rate, split)| Tax { rate, split }),
        facts: serde_json::from_str(&note.facts).unwrap(),
    };
    let file = find_document(app, order.customer, order.number, DocumentKind::CreditNote).await.unwrap();
    assert!(file.bytes == pdf(&expected, None).unwrap(), "{} prints other amounts", note.number);
}

/// Moves a booking that was paid with ₹800 to an hour of ₹600, then cancels it; asserts what the credit note of each prints.
async fn assert_notes_of_move_and_cancellation(app: &TestApp, actor: &Actor, order: &Order, key: u64) {
    price_at_nine(app, CHEAPER).await;
    let request = MoveAtDesk {
        total: Money::from_rupees(600),
        choice: Some(PriceChoice::Refund),
        ..to(order.number, version(app, order.number).await, pick(3, "9:00 PM"))
    };
    moved(app, actor, request, key).await.unwrap();
    assert_credit_note(app, order, CreditReason::Moved, (800, 0, 200)).await;
    cancel(app, order.customer, order.number, None).await.unwrap();
    assert_credit_note(app, order, CreditReason::Cancelled, (800, 200, 570)).await;
    assert_sound(app).await;
}

on_both_engines!(each_credit_note_of_a_receipt_prints_what_went_back_before_it, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    take_cash(&app, &kiran, &order, 800, 1).await;
    assert_notes_of_move_and_cancellation(&app, &kiran, &order, 2).await;
});

on_both_engines!(a_credit_note_for_one_of_several_bookings_is_about_that_one, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let other = booked(&app, customers[0], 4, "7:00 PM").await;
    let lines = vec![line_of(&app, order.number, 800).await, line_of(&app, other.number, 800).await];
    try_take(&app, &kiran, payment_by(Tender::Cash, lines), 1).await.unwrap();
    cancel(&app, other.customer, other.number, None).await.unwrap();
    assert_credit_note(&app, &other, CreditReason::Cancelled, (800, 0, 770)).await;
    assert_notes_of_move_and_cancellation(&app, &kiran, &order, 2).await;
});

on_both_engines!(a_cheaper_hour_can_be_left_as_paid_and_an_unpaid_one_costs_less, async |store| {
    let (app, customer, kiran, order) = open(store).await;
    let unpaid = booked(&app, customer, 4, "7:00 PM").await.number;
    pay_in_cash(&app, order, 800).await;
    price_at_nine(&app, CHEAPER).await;
    let with = async |order, court, choice| MoveAtDesk {
        total: Money::from_rupees(600),
        choice: Some(choice),
        ..to(order, version(&app, order).await, pick(court, "9:00 PM"))
    };
    let request = with(order, 3, PriceChoice::Keep).await;
    let answer = moved(&app, &kiran, request, 1).await.unwrap();
    assert_eq!(answer.refund_paise, 0);
    let kept = details(&app, order).await.booking.amounts;
    assert_eq!((kept.price, kept.due(), kept.returned), (Money::from_rupees(800), Money::ZERO, Money::ZERO));

    let keep_unpaid = with(unpaid, 4, PriceChoice::Keep).await;
    let refused = moved(&app, &kiran, keep_unpaid, 2).await;
    assert!(matches!(refused, Err(MoveError::ChoiceMissing)), "the player owes the lower price: {refused:?}");
    let request = with(unpaid, 4, PriceChoice::Charge).await;
    moved(&app, &kiran, request, 3).await.unwrap();
    assert_eq!(details(&app, unpaid).await.booking.amounts.due(), Money::from_rupees(600));
    assert_sound(&app).await;
});

on_both_engines!(a_move_is_undone_for_a_minute_by_its_clerk_and_sends_no_notice, async |store| {
    let (app, _, kiran, order) = open(store).await;
    let nisha = actor(&app, Role::Desk, "9825041737").await;
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

on_both_engines!(a_clerks_own_hold_of_the_new_court_is_used, async |store| {
    let (app, _, kiran, order) = open(store).await;
    let nisha = actor(&app, Role::Desk, "9825041737").await;
    let seen = version(&app, order).await;
    let target = pick(5, "8:00 PM");
    hold_court(&app, &kiran, VENUE, target, request_key(1)).await.unwrap();
    let taken = moved(&app, &nisha, to(order, seen, target), 2).await;
    assert!(matches!(taken, Err(MoveError::Taken(..))), "{taken:?}");
    moved(&app, &kiran, to(order, seen, target), 3).await.unwrap();
    assert_sound(&app).await;
});

on_both_engines!(an_hour_is_added_to_the_group_of_a_booking, async |store| {
    let (app, _, kiran, order) = open(store).await;
    let seen = version(&app, order).await;
    let (_, preview) = preview_extension(&app, &kiran, order).await.unwrap();
    assert_eq!((preview.slot, preview.price), (pick(3, "8:00 PM"), Money::from_rupees(800)));
    let DeskSlot { day, start, .. } = preview.slot;
    let cheap = ExtendAtDesk { number: order, version: seen, day, start, total: Money::from_rupees(700) };
    let changed = extend_at_desk(&app, &kiran, cheap, request_key(1)).await;
    assert!(matches!(changed, Err(ExtendError::PriceChanged(_))), "{changed:?}");

    let added = extended(&app, &kiran, (order, seen, "8:00 PM"), 2).await.unwrap();
    assert_eq!(extended(&app, &kiran, (order, seen, "8:00 PM"), 2).await.unwrap(), added, "the same key");
    let stale = extended(&app, &kiran, (order, seen, "8:00 PM"), 3).await;
    assert!(matches!(stale, Err(ExtendError::ChangedMeanwhile(_))), "{stale:?}");
    let first = details(&app, order).await.booking;
    let new = OrderNumber::try_from(added.number).unwrap();
    let next = details(&app, new).await.booking;
    assert_eq!(
        (next.start, next.customer, next.version),
        (pick(3, "8:00 PM").start, first.customer, added.version)
    );
    assert_eq!((first.group.map(|group| group.0), next.group), (Some(added.group), first.group));
    assert_sound(&app).await;

    // The hour after both is added to the same group, also when the first is extended.
    let third = extended(&app, &kiran, (order, first.version, "9:00 PM"), 4).await.unwrap();
    assert_eq!((third.minute, third.group), (21 * 60, added.group));
    let seen = SeenBooking { number: OrderNumber::try_from(third.number).unwrap(), version: third.version };
    undo_bookings(&app, &kiran, VENUE, vec![seen], request_key(5)).await.unwrap();
    assert_eq!(details(&app, seen.number).await.booking.status, OrderStatus::Cancelled);
    assert_sound(&app).await;
});

on_both_engines!(an_hour_that_is_taken_or_closed_is_not_added, async |store| {
    let (app, customer, kiran, order) = open(store).await;
    let seen = version(&app, order).await;
    assert!(hold_if_free(&app, customer, pick(3, "8:00 PM")).await);
    let taken = extended(&app, &kiran, (order, seen, "8:00 PM"), 1).await;
    assert!(matches!(taken, Err(ExtendError::Taken(VENUE, slot)) if slot == pick(3, "8:00 PM")), "{taken:?}");
    let last = booked(&app, customer, 4, "10:00 PM").await.number;
    let closed = extended(&app, &kiran, (last, version(&app, last).await, "11:00 PM"), 2).await;
    assert!(matches!(closed, Err(ExtendError::NotForSale(NotForSale::Closed))), "{closed:?}");
    let groups = "select cast(count(*) as bigint) from booking_group";
    assert_eq!(number(&app.store, groups).await, 0, "nothing was written");
    app.clock.set(at("8:00 PM"));
    let over = extended(&app, &kiran, (order, seen, "8:00 PM"), 3).await;
    assert!(matches!(over, Err(ExtendError::NotExtendable)), "{over:?}");
});

on_both_engines!(
    an_hour_that_its_player_has_booked_meanwhile_does_not_become_the_one_after_it,
    async |store| {
        let (app, customer, kiran, order) = open(store).await;
        let seen = version(&app, order).await;
        booked(&app, customer, 3, "8:00 PM").await;
        assert_eq!(version(&app, order).await, seen, "the booking itself is as the clerk saw it");
        let other = extended(&app, &kiran, (order, seen, "8:00 PM"), 1).await;
        assert!(matches!(other, Err(ExtendError::ChangedMeanwhile(_))), "{other:?}");
        let (_, next) = preview_extension(&app, &kiran, order).await.unwrap();
        assert_eq!(next.slot, pick(3, "9:00 PM"), "what the clerk is shown then");
        let added = extended(&app, &kiran, (order, seen, "9:00 PM"), 2).await.unwrap();
        assert_eq!(added.minute, 21 * 60);
        assert_sound(&app).await;
    }
);

/// An app with this number of bookings at 7 PM on courts 1 and up, a customer and a clerk for each, and one more customer.
async fn crowd(store: Store, size: usize) -> (TestApp, Vec<CustomerId>, Vec<(Actor, OrderNumber, i64)>) {
    let (app, customers) = open_app(store, i64::try_from(size).unwrap() + 1).await;
    let mut moving = Vec::new();
    for (n, customer) in customers.iter().take(size).enumerate() {
        let clerk = actor(&app, Role::Desk, &format!("982504170{n}")).await;
        let court = i64::try_from(n).unwrap() + 1;
        let order = booked(&app, *customer, court, "7:00 PM").await.number;
        let seen = version(&app, order).await;
        moving.push((clerk, order, seen));
    }
    (app, customers, moving)
}

/// How many of the bookings get one court at once.
async fn moved_to_one_court(app: &TestApp, moving: &[(Actor, OrderNumber, i64)]) -> usize {
    let attempts = run_concurrently(moving.len(), |n| {
        let (app, (clerk, order, seen)) = (app.clone(), moving[n].clone());
        let key = u64::try_from(n).unwrap() + 100;
        async move { moved(&app, &clerk, to(order, seen, pick(11, "8:00 PM")), key).await.is_ok() }
    });
    attempts.await.into_iter().filter(|done| *done).count()
}

on_both_engines!(of_several_desks_that_move_to_one_court_one_does, async |store| {
    let (app, _, moving) = crowd(store, 8).await;
    assert_eq!(moved_to_one_court(&app, &moving).await, 1);
    assert_sound(&app).await;
});

/// `store` where a booking claims any court, as if it were free.
fn without_claim_checks(store: &Store) -> Store {
    let text = statement("slot_claim/claim_paid").text;
    let (_, guard) = text.split_at(text.find("and (other.held_until is null").unwrap());
    let guard = guard.trim_end();
    let instead = guard.replace("is null or other.held_until > $5)", "> $5 and other.held_until < $5)");
    let instead = instead
        .replace("where slot_claim.held_until is not null and slot_claim.held_until <= $5", "where $5 > 0");
    without_guard(store, statement("slot_claim/claim_paid"), guard, &instead)
}

on_both_engines!(control_without_the_overlap_check_two_bookings_share_a_court, async |store| {
    let (app, _, moving) = crowd(store.clone(), 2).await;
    let app = app.another_node_on(without_claim_checks(&store), |_| {});
    assert!(moved_to_one_court(&app, &moving).await > 1);
});

/// How many of four clerks move one booking, each to another court, from the version that all of them saw.
async fn moved_at_once(app: &TestApp, moving: &[(Actor, OrderNumber, i64)]) -> usize {
    let (_, order, seen) = moving[0].clone();
    let attempts = run_concurrently(4, |n| {
        let (app, clerk) = (app.clone(), moving[n].0.clone());
        let court = i64::try_from(n).unwrap() + 5;
        let key = u64::try_from(n).unwrap() + 100;
        async move { moved(&app, &clerk, to(order, seen, pick(court, "9:00 PM")), key).await.is_ok() }
    });
    attempts.await.into_iter().filter(|done| *done).count()
}

on_both_engines!(of_several_desks_that_move_one_booking_one_does, async |store| {
    let (app, _, moving) = crowd(store, 4).await;
    assert_eq!(moved_at_once(&app, &moving).await, 1);
    assert_sound(&app).await;
});

on_both_engines!(a_booking_that_is_moved_and_cancelled_by_its_player_at_once_keeps_no_court, async |store| {
    let (app, customers, moving) = crowd(store, 8).await;
    for (n, (clerk, order, seen)) in moving.iter().enumerate() {
        let target = to(*order, *seen, pick(i64::try_from(n).unwrap() + 1, "8:00 PM"));
        let key = u64::try_from(n).unwrap() + 100;
        let (cancelled, _) =
            tokio::join!(cancel(&app, customers[n], *order, None), moved(&app, clerk, target, key));
        assert_eq!(
            cancelled.unwrap().order.status,
            OrderStatus::Cancelled,
            "the player's cancellation counts"
        );
    }
    let claims = "select cast(count(*) as bigint) from slot_claim";
    assert_eq!(number(&app.store, claims).await, 0);
    assert_sound(&app).await;
});

on_both_engines!(control_without_the_slot_that_was_read_a_cancelled_booking_is_moved, async |store| {
    let (app, _, moving) = crowd(store.clone(), 1).await;
    let (_, order, seen) = moving[0].clone();
    let guard = "and status = 'confirmed' and court_id = $2 and starts_at = $3";
    let unguarded = without_guard(&store, statement("orders/move"), guard, "and $2 = $2 and $3 = $3");
    let app = app.another_node_on(unguarded, |_| {});
    // The booking is cancelled after it was read: only the guard notices.
    let cancelled = "update orders set status = 'cancelled' where order_number = $1";
    let order_move = sideout_store::orders::OrderMove {
        from: crate::helpers::slot(1, "7:00 PM"),
        slot: crate::helpers::slot(5, "8:00 PM"),
        day: SUNDAY,
        start: pick(5, "8:00 PM").start,
        price: Money::from_rupees(800),
        discount: Money::ZERO,
        moved_from: None,
        kept: Money::ZERO,
        version: Some(seen),
    };
    crate::helpers::run_for(&app.store, cancelled, order).await;
    let attempt = async |store: &Store| {
        let done: Result<bool, StoreError> = store
            .write((order, order_move), |tx, (order, order_move)| {
                Box::pin(async move { sideout_store::Orders(tx).move_to(*order, order_move).await })
            })
            .await;
        done.unwrap()
    };
    assert!(!attempt(&store).await, "with the guard nothing is moved");
    assert!(attempt(&app.store).await);
});

/// How many get the hour after a booking at once: two clerks who extend it, and six players who hold it.
async fn winners_of_the_next_hour(
    app: &TestApp,
    customers: &[CustomerId],
    moving: &[(Actor, OrderNumber, i64)],
) -> usize {
    let (_, order, seen) = moving[0].clone();
    let attempts = run_concurrently(8, |n| {
        let (app, clerk, customer) = (app.clone(), moving[n].0.clone(), customers[n]);
        let key = u64::try_from(n).unwrap() + 100;
        async move {
            if n % 4 == 0 {
                extended(&app, &clerk, (order, seen, "8:00 PM"), key).await.is_ok()
            } else {
                hold_if_free(&app, customer, pick(1, "8:00 PM")).await
            }
        }
    });
    attempts.await.into_iter().filter(|won| *won).count()
}

on_both_engines!(the_next_hour_goes_to_the_extension_or_to_a_player, async |store| {
    let (app, customers, moving) = crowd(store, 8).await;
    assert_eq!(winners_of_the_next_hour(&app, &customers, &moving).await, 1);
    assert_sound(&app).await;
});

on_both_engines!(control_without_the_overlap_check_an_extension_takes_a_held_court, async |store| {
    let (app, customers, moving) = crowd(store.clone(), 1).await;
    let (clerk, order, seen) = moving[0].clone();
    let app = app.another_node_on(without_claim_checks(&store), |_| {});
    assert!(hold_if_free(&app, customers[1], pick(1, "8:00 PM")).await);
    extended(&app, &clerk, (order, seen, "8:00 PM"), 1).await.unwrap();
});

on_both_engines!(what_went_back_by_a_move_does_not_count_as_paid_back_by_a_closure, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let kiran = actor(&app, Role::Desk, "9825041736").await;
    let moved_here = booked(&app, customers[0], 3, "7:00 PM").await.number;
    pay_in_cash(&app, moved_here, 800).await;
    price_at_nine(&app, CHEAPER).await;
    let request = MoveAtDesk {
        total: Money::from_rupees(600),
        choice: Some(PriceChoice::Refund),
        ..to(moved_here, version(&app, moved_here).await, pick(3, "9:00 PM"))
    };
    moved(&app, &kiran, request, 1).await.unwrap();
    let beside = booked(&app, customers[1], 4, "9:00 PM").await.number;
    pay_in_cash(&app, beside, 600).await;

    // The player of court 3 may choose another hour, so nothing goes back yet; that of court 4 gets the money.
    for (court, asks_players) in [("3", true), ("4", false)] {
        let (from, to) = (SUNDAY.at(21, 0, 0, 0), SUNDAY.at(22, 0, 0, 0));
        let span = Span { venue: VENUE, courts: court.parse().unwrap(), from, to };
        let closure = Closure { span, reason: "Rain".parse().unwrap(), asks_players };
        let receipts = &app.settings.receipts;
        close_courts(&app.store, &app.clock, &SystemRandom, receipts, 24, closure).await.unwrap();
    }
    let read = app.store.read(VENUE, |tx, venue| {
        Box::pin(async move { VenueDays(tx).list_displacing_closures(*venue, SUNDAY).await })
    });
    let closures: Result<_, StoreError> = read.await;
    let counted = closures.unwrap().iter().map(|one| (one.bookings, one.paid_back)).collect::<Vec<_>>();
    assert_eq!(counted.len(), 2);
    assert!(counted.contains(&(1, 0)) && counted.contains(&(1, 1)), "{counted:?}");
    assert_sound(&app).await;
});

on_both_engines!(a_booking_moves_by_half_an_hour_on_its_own_court_and_back, async |store| {
    let (app, _, kiran, order) = open(store).await;
    let owner = actor(&app, Role::Owner, "9825041738").await;
    let half_past = change(FIRST, SUNDAY, every_day(&[span("6:30 AM", "10:30 PM")]));
    publish(&app, &owner, half_past, 1).await.unwrap();
    let request = to(order, version(&app, order).await, pick(3, "7:30 PM"));
    moved(&app, &kiran, request, 2).await.unwrap();
    assert_eq!(details(&app, order).await.booking.start, "7:30 PM".parse().unwrap());
    let claims = "select cast(count(*) as bigint) from slot_claim where court_id = 3";
    assert_eq!(number(&app.store, claims).await, 1);
    undo_move(&app, &kiran, order, &request_key(2), request_key(3)).await.unwrap();
    assert_eq!(details(&app, order).await.booking.start, "7:00 PM".parse().unwrap());
    assert_eq!(number(&app.store, claims).await, 1);
    assert_sound(&app).await;
});
