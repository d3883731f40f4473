//! What a booking costs after a move: the difference is charged, waived or given back.

use sideout_app::{
    booking::cancel::cancel,
    closures::{Closure, Span, close_courts},
    desk::bookings::{
        move_booking::{MoveAtDesk, MoveError},
        move_price::PriceChoice,
        undo_move::undo_move,
    },
    platform::random::SystemRandom,
    steps::audited::{ApprovalError, Refused},
};
use sideout_domain::{
    BillId, DeskPaymentId,
    bill::Tender,
    ledger,
    money::Money,
    order::OrderNumber,
    refund::RefundReason,
    staff::{Permission, Role},
};
use sideout_store::{
    Ledger, StoreError, VenueDays,
    ledger::{NewEntry, Subject},
};
use sideout_testkit::{FixedClock, TestApp, on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    counter::{actor, approved},
    desk_bookings::assert_sound,
    helpers::{OFFER_HOURS, SUNDAY, booked, details, number, open_app, pay_cash, run},
    moving::{moved, open, pick, to, version},
};

/// Runs a statement that sets the price of the hour from 9 PM.
pub(crate) async fn price_at_nine(app: &TestApp, text: &'static str) {
    run(&app.store, text).await;
    app.venues.forget();
}

pub(crate) const DEARER: &str =
    "insert into price_rule (price_rule_id, venue_id, weekdays, from_minute, until_minute, price_paise)
     values (2, 1, 127, 1260, 1320, 100000)";
pub(crate) const CHEAPER: &str =
    "insert into price_rule (price_rule_id, venue_id, weekdays, from_minute, until_minute, price_paise)
     values (2, 1, 127, 1260, 1320, 60000)";

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

on_both_engines!(a_dearer_hour_is_charged_or_waived_with_the_permission, async |store| {
    let (app, _, kiran, order) = open(store).await;
    let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
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
    an_owner_approves_that_the_earlier_price_is_kept_beyond_the_limit_of_a_manager,
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
    let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
    let owner = actor(&app, Role::Owner, "9825041738", &[]).await;
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

on_both_engines!(a_cheaper_hour_gives_back_the_difference, async |store| {
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

    // The rest, less the bank charge of ₹30, goes back when it is cancelled, and no more than that.
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

on_both_engines!(what_went_back_by_a_move_does_not_count_as_paid_back_by_a_closure, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
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
        close_courts(&app.store, &app.clock, &SystemRandom, receipts, OFFER_HOURS, closure).await.unwrap();
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
