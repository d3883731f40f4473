//! Money that a desk takes, voids and gives back.

use sideout_app::{
    desk::{
        bookings::{
            DeskSlot,
            book::{BookAtDesk, BookError, PayNow, Player, book_at_desk},
            cancel_at_desk::{CancelAtDesk, cancel_at_desk, preview_cancellation},
            undo_bookings::{SeenBooking, UndoError, undo_bookings},
        },
        money::{
            count_shift::count_shift,
            match_payment::{MatchPaymentError, match_payment},
            open_shift::open_shift,
            pay_out_refund::{PayOutError, pay_out_refund},
            read_money::{DayMoney, read_day_money},
            record_movement::{Movement, record_movement},
            take_payment::{PaymentLine, TakePaymentError},
            void_payment::{VoidPayment, VoidPaymentError, void_payment},
        },
        reports::{
            ReportBody,
            list_bookings_behind::{Cursor, FigureRequest, Filter, list_bookings_behind},
            read_report::{ReportRequest, read_report},
        },
    },
    receipts::find_document::{FindDocumentError, find_desk_document},
    steps::audited::{ApprovalError, Refused},
};
use sideout_domain::{
    CourtId, CustomerId, DeskPaymentId, VenueId,
    attendance::Attendance,
    bill::Tender,
    drawer::CashMovementKind,
    money::Money,
    order::{OrderNumber, OrderStatus},
    receipt::{DeskSeries, DocumentKind},
    report::ReportName,
    staff::Role,
};
use sideout_store::{Receipts, StoreError};
use sideout_testkit::{
    TestApp, on_both_engines, request_key, run_concurrently, sample_venue::VENUE, statement, without_guard,
};

use crate::{
    counter::{
        actor, approved, as_taken, five_hundreds, line_of, open_counter, payment_by, take_cash, try_take,
    },
    desk_bookings::assert_sound,
    helpers::{SUNDAY, at, booked, details, number, open_app, open_second_venue, run, run_for},
};

async fn void(
    app: &TestApp,
    actor: &sideout_app::steps::audited::Actor,
    payment: i64,
    key: u64,
) -> Result<(), VoidPaymentError> {
    let request = VoidPayment { payment: DeskPaymentId(payment), reason: "Taken twice".to_owned() };
    void_payment(app, actor, request, request_key(key)).await
}

async fn day_money(
    app: &TestApp,
    actor: &sideout_app::steps::audited::Actor,
    day: Option<jiff::civil::Date>,
) -> DayMoney {
    read_day_money(app, actor, VENUE, day).await.unwrap()
}

on_both_engines!(cash_settles_a_booking_with_a_receipt_of_the_venue, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let request = payment_by(Tender::Cash, vec![line_of(&app, order.number, 800).await]);
    let taken = try_take(&app, &kiran, request.clone(), 1).await.unwrap();
    assert_eq!((taken.receipt.as_str(), taken.received_paise), ("D1/26-27/000001", 80_000));
    assert_eq!((taken.bookings[0].order, taken.bookings[0].due_paise), (order.number.value(), 0));
    let paid = details(&app, order.number).await;
    assert_eq!(
        (paid.booking.amounts.paid, paid.booking.version),
        (Money::from_rupees(800), taken.bookings[0].version)
    );
    assert_eq!(paid.payments[0].desk_payment, Some((DeskPaymentId(taken.payment), Tender::Cash)));
    // The same key again takes nothing and answers the same.
    assert_eq!(try_take(&app, &kiran, request, 1).await.unwrap(), taken);
    assert_eq!(number(&app.store, "select count(*) from desk_payment").await, 1);
    let audited = "select count(*) from audit_entry where verb = 'payment.taken'";
    assert_eq!(number(&app.store, audited).await, 1);
    let file = find_desk_document(&app, &[VENUE], DeskPaymentId(taken.payment), DocumentKind::Receipt).await;
    let file = file.unwrap();
    assert_eq!(file.name, "receipt-D1-26-27-000001.pdf");
    assert!(file.bytes.starts_with(b"%PDF-"));
    let elsewhere = find_desk_document(&app, &[], DeskPaymentId(taken.payment), DocumentKind::Receipt).await;
    assert!(matches!(elsewhere, Err(FindDocumentError::NoSuchDocument)), "{elsewhere:?}");
    assert_sound(&app).await;
});

/// Gives each pair of series to a venue without courts.
async fn give_all_series_away(app: &TestApp) {
    run(
        &app.store,
        "insert into venue (venue_id, name, location, long_location, image, facilities, gallery, time_zone, slot_minutes,
                            play_minutes, position, active)
         with recursive added (venue_id) as (select 100 union all select venue_id + 1 from added where venue_id < 239)
         select venue_id, 'Hillside', 'Bhayli', '3 Neem Terrace', '/h.svg', '[]', '[]', 'Asia/Kolkata', 60, 55, venue_id, 0
           from added",
    )
    .await;
    let given: Result<usize, StoreError> = app
        .store
        .write((), |tx, ()| {
            Box::pin(async move {
                let mut used = Vec::new();
                while let Some(next) = DeskSeries::next(&used) {
                    let venue = VenueId(100 + i64::try_from(used.len() / 2).unwrap());
                    assert!(Receipts(tx).add_desk_series(venue, &next).await?);
                    used.extend([next.receipts, next.credit_notes]);
                }
                Ok(used.len() / 2)
            })
        })
        .await;
    assert_eq!(given.unwrap(), 140);
}

on_both_engines!(a_venue_for_which_no_series_is_left_is_not_told_to_wait, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    give_all_series_away(&app).await;
    let request = payment_by(Tender::Cash, vec![line_of(&app, order.number, 800).await]);
    let refused = try_take(&app, &kiran, request, 1).await;
    let Err(TakePaymentError::Store(StoreError::Constraint(why))) = &refused else { panic!("{refused:?}") };
    assert!(why.contains("no series of receipts is left"), "{why}");
    assert_eq!(number(&app.store, "select count(*) from desk_payment").await, 0);
});

on_both_engines!(bookings_of_one_player_are_paid_together_and_those_of_two_are_not, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 2).await;
    let mut lines = Vec::new();
    for (court, start) in [(3, "7:00 PM"), (4, "7:00 PM"), (5, "8:00 PM")] {
        let order = booked(&app, customers[0], court, start).await;
        lines.push(line_of(&app, order.number, 800).await);
    }
    let other = booked(&app, customers[1], 6, "7:00 PM").await;
    let mut mixed = lines.clone();
    mixed.push(line_of(&app, other.number, 800).await);
    let refused = try_take(&app, &kiran, payment_by(Tender::Card, mixed), 1).await;
    assert!(matches!(refused, Err(TakePaymentError::BadLines)), "{refused:?}");
    let twice = vec![lines[0], lines[0]];
    let refused = try_take(&app, &kiran, payment_by(Tender::Card, twice), 2).await;
    assert!(matches!(refused, Err(TakePaymentError::BadLines)), "{refused:?}");
    let taken = try_take(&app, &kiran, payment_by(Tender::Card, lines), 3).await.unwrap();
    assert_eq!((taken.received_paise, taken.bookings.len()), (240_000, 3));
    assert!(taken.bookings.iter().all(|booking| booking.due_paise == 0));
    assert_eq!(number(&app.store, "select count(*) from receipt").await, 1);
    assert_sound(&app).await;
});

on_both_engines!(a_part_in_cash_and_the_rest_by_upi_pay_a_booking_and_no_more, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let first = take_cash(&app, &kiran, &order, 300, 1).await;
    assert_eq!(first.bookings[0].due_paise, 50_000);
    let too_much = line_of(&app, order.number, 501).await;
    let refused = try_take(&app, &kiran, payment_by(Tender::Cash, vec![too_much]), 2).await;
    assert!(matches!(refused, Err(TakePaymentError::MoreThanDue(_))), "{refused:?}");
    let nothing = line_of(&app, order.number, 0).await;
    let refused = try_take(&app, &kiran, payment_by(Tender::Cash, vec![nothing]), 3).await;
    assert!(matches!(refused, Err(TakePaymentError::MoreThanDue(_))), "{refused:?}");
    let rest = line_of(&app, order.number, 500).await;
    let second = try_take(&app, &kiran, payment_by(Tender::UpiOwn, vec![rest]), 4).await.unwrap();
    assert_eq!((second.receipt.as_str(), second.bookings[0].due_paise), ("D1/26-27/000002", 0));
    let money = day_money(&app, &kiran, None).await;
    assert_eq!(money.payments.len(), 2);
    match_payment(&app, &kiran, DeskPaymentId(second.payment), request_key(5)).await.unwrap();
    for (payment, key) in [(second.payment, 6), (first.payment, 7)] {
        let again = match_payment(&app, &kiran, DeskPaymentId(payment), request_key(key)).await;
        assert!(matches!(again, Err(MatchPaymentError::CannotMatch)), "{again:?}");
    }
    assert_sound(&app).await;
});

on_both_engines!(a_payment_for_a_changed_booking_is_refused_with_the_booking_as_it_is_now, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let stale = line_of(&app, order.number, 800).await;
    take_cash(&app, &kiran, &order, 300, 1).await;
    let refused = try_take(&app, &kiran, payment_by(Tender::Cash, vec![stale]), 2).await;
    let Err(TakePaymentError::ChangedMeanwhile(current)) = refused else { panic!("{refused:?}") };
    assert_eq!(current.booking.amounts.paid, Money::from_rupees(300));
});

on_both_engines!(no_money_is_taken_before_the_drawer_is_counted, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let line = line_of(&app, order.number, 800).await;
    let refused = try_take(&app, &kiran, payment_by(Tender::Card, vec![line]), 1).await;
    assert!(matches!(refused, Err(TakePaymentError::ShiftNeeded)), "{refused:?}");
    assert_eq!(details(&app, order.number).await.booking.amounts.paid, Money::ZERO);
});

on_both_engines!(a_venue_takes_no_money_for_the_bookings_of_another, async |store| {
    let (app, customers, _, _) = open_counter(store, 1).await;
    let other = open_second_venue(&app).await;
    let stranger = actor(&app, Role::Desk, "9825041738", &[other]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let line = line_of(&app, order.number, 800).await;
    let refused = try_take(&app, &stranger, payment_by(Tender::Cash, vec![line]), 1).await;
    assert!(matches!(refused, Err(TakePaymentError::Refused(Refused::OtherVenue))), "{refused:?}");
    // At the stranger's own venue, whose drawer is open and which does not have this booking.
    open_shift(&app, &stranger, other, five_hundreds(4), request_key(2)).await.unwrap();
    let request = payment_by(Tender::Cash, vec![line]);
    let there =
        sideout_app::desk::money::take_payment::take_payment(&app, &stranger, other, request, request_key(3));
    let there = there.await;
    assert!(matches!(there, Err(TakePaymentError::NoSuchBooking)), "{there:?}");
    assert_eq!(details(&app, order.number).await.booking.amounts.paid, Money::ZERO);
});

on_both_engines!(cash_is_taken_in_whole_rupees_and_the_paise_are_rounded_off, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    run_for(&app.store, "update orders set price_paise = 72250 where order_number = $1", order.number).await;
    let version = details(&app, order.number).await.booking.version;
    let part = |paise| PaymentLine { order: order.number, version, amount: Money::from_paise(paise) };
    let refused = try_take(&app, &kiran, payment_by(Tender::Cash, vec![part(30_050)]), 1).await;
    assert!(matches!(refused, Err(TakePaymentError::NotWholeRupees)), "{refused:?}");
    let taken = try_take(&app, &kiran, payment_by(Tender::Cash, vec![part(72_250)]), 2).await.unwrap();
    assert_eq!((taken.received_paise, taken.bookings[0].due_paise), (72_200, 0));
    let sums = "select cast(sum(case account when 'desk_cash' then amount_paise when 'allowances' then 1000000 * amount_paise
                  else 0 end) as bigint) from ledger_posting where event = 'paid_at_desk'";
    assert_eq!(number(&app.store, sums).await, 72_200 + 1_000_000 * 50);
    assert_eq!(number(&app.store, "select total_paise from receipt").await, 72_200);
    // A void makes the full price due again, and another tender is not rounded.
    void(&app, &kiran, taken.payment, 3).await.unwrap();
    let version = details(&app, order.number).await.booking.version;
    let line = PaymentLine { order: order.number, version, amount: Money::from_paise(72_250) };
    let taken = try_take(&app, &kiran, payment_by(Tender::Card, vec![line]), 4).await.unwrap();
    assert_eq!(taken.received_paise, 72_250);
});

on_both_engines!(two_lakh_rupees_in_cash_of_one_player_are_refused, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 2).await;
    let mut orders = Vec::new();
    for (customer, court) in [(0, 3), (0, 4), (1, 5)] {
        let order = booked(&app, customers[customer], court, "7:00 PM").await;
        run_for(&app.store, "update orders set price_paise = 12000000 where order_number = $1", order.number)
            .await;
        orders.push(order);
    }
    take_cash(&app, &kiran, &orders[0], 120_000, 1).await;
    let second = line_of(&app, orders[1].number, 80_000).await;
    let refused = try_take(&app, &kiran, payment_by(Tender::Cash, vec![second]), 2).await;
    assert!(
        matches!(refused, Err(TakePaymentError::CashLimit(taken)) if taken == Money::from_rupees(120_000)),
        "{refused:?}"
    );
    // Cash below the limit, a payment by card and cash of another player are accepted.
    let below = line_of(&app, orders[1].number, 79_999).await;
    try_take(&app, &kiran, payment_by(Tender::Cash, vec![below]), 3).await.unwrap();
    let rest = line_of(&app, orders[1].number, 40_001).await;
    try_take(&app, &kiran, payment_by(Tender::Card, vec![rest]), 4).await.unwrap();
    take_cash(&app, &kiran, &orders[2], 120_000, 5).await;
});

on_both_engines!(two_lakh_rupees_in_cash_for_one_group_are_refused_beside_another_group, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let mut orders = Vec::new();
    for court in [3, 4, 5] {
        let order = booked(&app, customers[0], court, "7:00 PM").await;
        run_for(&app.store, "update orders set price_paise = 12000000 where order_number = $1", order.number)
            .await;
        orders.push(order);
    }
    let insert = "insert into booking_group (group_id, kind, venue_id, customer_id, label, created_at)
                  select column1, 'group', venue_id, customer_id, 'Club', created_at
                    from (values (1), (2)) as numbers, (select * from orders order by order_number limit 1) as one";
    run(&app.store, insert).await;
    run_for(&app.store, "update orders set group_id = 1 where order_number = $1", orders[0].number).await;
    for order in &orders[1..] {
        run_for(&app.store, "update orders set group_id = 2 where order_number = $1", order.number).await;
    }
    // On an earlier day the second group paid 1,20,000 in cash.
    take_cash(&app, &kiran, &orders[1], 120_000, 1).await;
    run(&app.store, "update desk_payment set taken_at = taken_at - 86400000").await;
    let both =
        vec![line_of(&app, orders[0].number, 40_000).await, line_of(&app, orders[2].number, 40_000).await];
    let refused = try_take(&app, &kiran, payment_by(Tender::Cash, both), 2).await;
    assert!(
        matches!(refused, Err(TakePaymentError::CashLimit(taken)) if taken == Money::from_rupees(120_000)),
        "{refused:?}"
    );
    // The first group alone has paid nothing yet.
    let first = vec![line_of(&app, orders[0].number, 80_000).await];
    try_take(&app, &kiran, payment_by(Tender::Cash, first), 3).await.unwrap();
});

on_both_engines!(a_void_makes_the_booking_owe_the_money_again_and_issues_a_credit_note, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let taken = take_cash(&app, &kiran, &order, 800, 1).await;
    void(&app, &kiran, taken.payment, 2).await.unwrap();
    let owing = details(&app, order.number).await;
    assert_eq!((owing.booking.amounts.paid, owing.payments.len()), (Money::ZERO, 0));
    assert_eq!(day_money(&app, &kiran, None).await.payments.len(), 1, "it stays in the list of the day");
    let again = void(&app, &kiran, taken.payment, 3).await;
    assert!(matches!(again, Err(VoidPaymentError::Ended)), "{again:?}");
    let note =
        find_desk_document(&app, &[VENUE], DeskPaymentId(taken.payment), DocumentKind::CreditNote).await;
    assert_eq!(note.unwrap().name, "credit-note-N1-26-27-000001.pdf");
    assert_eq!(take_cash(&app, &kiran, &order, 800, 4).await.receipt, "D1/26-27/000002");
    assert_sound(&app).await;
});

on_both_engines!(cash_is_voided_only_if_the_drawer_holds_it, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let in_cash = take_cash(&app, &kiran, &order, 500, 1).await.payment;
    let rest = line_of(&app, order.number, 300).await;
    let by_card = try_take(&app, &kiran, payment_by(Tender::Card, vec![rest]), 2).await.unwrap().payment;
    // The drawer holds ₹2,500; all but ₹499 of it goes into the safe.
    run(&app.store, "insert into cash_movement (shift_id, kind, amount_paise, note, staff_id, at) values (1, 'safe', -200100, '', 1, 1)").await;
    let refused = void(&app, &kiran, in_cash, 3).await;
    assert!(
        matches!(refused, Err(VoidPaymentError::DrawerShort(there)) if there == Money::from_rupees(499)),
        "{refused:?}"
    );
    assert_eq!(details(&app, order.number).await.booking.amounts.paid, Money::from_rupees(800));
    assert_eq!(number(&app.store, "select count(*) from receipt where kind = 'credit_note'").await, 0);
    void(&app, &kiran, by_card, 4).await.unwrap();
    run(&app.store, "insert into cash_movement (shift_id, kind, amount_paise, note, staff_id, at) values (1, 'change', 100, '', 1, 2)").await;
    void(&app, &kiran, in_cash, 5).await.unwrap();
    assert_eq!(number(&app.store, "select count(*) from receipt where kind = 'credit_note'").await, 2);
    assert_sound(&app).await;
});

on_both_engines!(what_was_kept_of_a_cancelled_booking_is_not_voided, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    app.clock.set(at("6:00 PM"));
    let taken = take_cash(&app, &kiran, &order, 800, 1).await;
    assert_eq!(cancel(&app, &kiran, order.number, 2).await, Money::ZERO, "the cut-off has passed");
    let refused = void(&app, &kiran, taken.payment, 3).await;
    assert!(matches!(refused, Err(VoidPaymentError::Cancelled)), "{refused:?}");
    assert_eq!(details(&app, order.number).await.booking.amounts.paid, Money::from_rupees(800));
    assert_sound(&app).await;
});

on_both_engines!(
    a_clerk_voids_their_own_payments_for_fifteen_minutes_and_a_manager_all_payments_of_the_day,
    async |store| {
        let (app, customers, kiran, _) = open_counter(store, 1).await;
        let order = booked(&app, customers[0], 3, "7:00 PM").await;
        let meera = actor(&app, Role::Desk, "9825041738", &[VENUE]).await;
        let manager = actor(&app, Role::Manager, "9825041739", &[VENUE]).await;
        let owner = actor(&app, Role::Owner, "9825041740", &[]).await;
        let taken = take_cash(&app, &kiran, &order, 800, 8).await;
        app.clock.advance(15 * 60);
        void(&app, &kiran, taken.payment, 9).await.unwrap();
        let taken = take_cash(&app, &kiran, &order, 800, 1).await;
        let refused = void(&app, &meera, taken.payment, 2).await;
        assert!(matches!(refused, Err(VoidPaymentError::BeyondRole)), "of a colleague: {refused:?}");
        app.clock.advance(15 * 60 + 1);
        let refused = void(&app, &kiran, taken.payment, 3).await;
        assert!(matches!(refused, Err(VoidPaymentError::BeyondRole)), "too late: {refused:?}");
        void(&app, &manager, taken.payment, 4).await.unwrap();
        let taken = take_cash(&app, &kiran, &order, 800, 5).await;
        app.clock.advance(24 * 3_600);
        let refused = void(&app, &manager, taken.payment, 6).await;
        assert!(matches!(refused, Err(VoidPaymentError::BeyondRole)), "of yesterday: {refused:?}");
        void(&app, &owner, taken.payment, 7).await.unwrap();
        assert_sound(&app).await;
    }
);

/// Thirty calls void one payment of ₹300 at once; returns the app, how many succeed, and the order.
async fn voided_at_once(store: sideout_store::Store) -> (TestApp, usize, OrderNumber) {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    take_cash(&app, &kiran, &order, 500, 1).await;
    let mistake = take_cash(&app, &kiran, &order, 300, 2).await.payment;
    let other = app.another_node_on(app.store.clone(), |_| {});
    let answers = run_concurrently(30, |n| {
        let (app, kiran) = (other.app(), kiran.clone());
        let request = VoidPayment { payment: DeskPaymentId(mistake), reason: "Taken twice".to_owned() };
        async move { void_payment(&app, &kiran, request, request_key(100 + n as u64)).await }
    });
    let voided = answers.await.into_iter().filter(Result::is_ok).count();
    (app, voided, order.number)
}

on_both_engines!(of_thirty_voids_of_one_payment_one_counts, async |store| {
    let (app, voided, order) = voided_at_once(store).await;
    assert_eq!(voided, 1);
    assert_eq!(details(&app, order).await.booking.amounts.paid, Money::from_rupees(500));
    assert_sound(&app).await;
});

/// Cancels a booking at the desk by the policy; returns what goes back.
pub(crate) async fn cancel(
    app: &TestApp,
    actor: &sideout_app::steps::audited::Actor,
    order: OrderNumber,
    key: u64,
) -> Money {
    let (seen, preview) = preview_cancellation(app, actor, order).await.unwrap();
    let cancel = CancelAtDesk {
        number: order,
        version: seen.booking.version,
        shown: preview.refund,
        refund: None,
        reason: None,
    };
    cancel_at_desk(app, actor, cancel, request_key(key)).await.unwrap();
    preview.refund
}

/// The refund of a booking that a desk has to pay out.
pub(crate) async fn owed(app: &TestApp, order: OrderNumber) -> sideout_domain::RefundId {
    let details = details(app, order).await;
    details.refunds.iter().find(|refund| refund.is_to_pay_out()).unwrap().id
}

on_both_engines!(a_colleague_approves_a_late_void_and_a_large_refund, async |store| {
    let (app, customers, kiran, _) = open_counter(store.clone(), 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let taken = take_cash(&app, &kiran, &order, 800, 1).await;
    app.clock.advance(15 * 60 + 1);
    let manager = app.staff(Role::Manager, "9825041739", &[VENUE]).await;
    let meera = app.staff(Role::Desk, "9825041738", &[VENUE]).await;
    app.clock.advance(60);
    // Another clerk may not approve it.
    let by_meera = approved(&app, &kiran, &meera, 2).await;
    let refused = void(&app, &by_meera, taken.payment, 2).await;
    assert!(matches!(refused, Err(VoidPaymentError::Approval(ApprovalError::NotAllowed))), "{refused:?}");
    let by_manager = approved(&app, &kiran, &manager, 3).await;
    void(&app, &by_manager, taken.payment, 3).await.unwrap();

    take_cash(&app, &kiran, &order, 800, 4).await;
    cancel(&app, &kiran, order.number, 5).await;
    let refund = owed(&app, order.number).await;
    app.clock.advance(60);
    let by_meera = approved(&app, &kiran, &meera, 6).await;
    let refused = pay_out_refund(&app, &by_meera, as_taken(refund), request_key(6)).await;
    assert!(matches!(refused, Err(PayOutError::Approval(ApprovalError::NotAllowed))), "{refused:?}");
    let by_manager = approved(&app, &kiran, &manager, 7).await;
    pay_out_refund(&app, &by_manager, as_taken(refund), request_key(7)).await.unwrap();
    let both = "select cast(count(*) as bigint) from audit_entry where verb in ('payment.voided', 'refund.paid_out') \
                and approver_id = (select staff_id from staff where role = 'manager') and staff_id <> approver_id";
    assert_eq!(number(&store, both).await, 2);
    assert_sound(&app).await;
});

on_both_engines!(a_refund_is_paid_out_once_from_a_drawer_that_holds_it, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 2).await;
    let manager = actor(&app, Role::Manager, "9825041739", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    take_cash(&app, &kiran, &order, 800, 1).await;
    assert_eq!(cancel(&app, &kiran, order.number, 2).await, Money::from_rupees(770));
    assert_eq!(details(&app, order.number).await.booking.status, OrderStatus::CancelRequested);
    let refund = owed(&app, order.number).await;
    let refused = pay_out_refund(&app, &kiran, as_taken(refund), request_key(3)).await;
    assert!(
        matches!(refused, Err(PayOutError::Refused(Refused::ApprovalNeeded(_)))),
        "above ₹500: {refused:?}"
    );
    // The drawer holds ₹2,800; all but ₹100 of it goes into the safe.
    run(&app.store, "insert into cash_movement (shift_id, kind, amount_paise, note, staff_id, at) values (1, 'safe', -270000, '', 1, 1)").await;
    let refused = pay_out_refund(&app, &manager, as_taken(refund), request_key(4)).await;
    assert!(
        matches!(refused, Err(PayOutError::DrawerShort(there)) if there == Money::from_rupees(100)),
        "{refused:?}"
    );
    run(&app.store, "insert into cash_movement (shift_id, kind, amount_paise, note, staff_id, at) values (1, 'change', 270000, '', 1, 1)").await;
    pay_out_refund(&app, &manager, as_taken(refund), request_key(5)).await.unwrap();
    let again = pay_out_refund(&app, &manager, as_taken(refund), request_key(6)).await;
    assert!(matches!(again, Err(PayOutError::Ended)), "{again:?}");
    assert_eq!(details(&app, order.number).await.booking.status, OrderStatus::Cancelled);
    let money = day_money(&app, &manager, None).await;
    assert_eq!(money.refunds[0].refund.paid_out_by, Some(manager.id()));
    assert_sound(&app).await;
});

/// Thirty calls pay out one refund at once; returns the app and how many succeed.
async fn paid_out_at_once(store: sideout_store::Store) -> (TestApp, usize) {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    take_cash(&app, &kiran, &order, 400, 1).await;
    cancel(&app, &kiran, order.number, 2).await;
    let refund = owed(&app, order.number).await;
    let answers = run_concurrently(30, |n| {
        let (app, kiran) = (app.app(), kiran.clone());
        async move { pay_out_refund(&app, &kiran, as_taken(refund), request_key(100 + n as u64)).await }
    });
    let paid = answers.await.into_iter().filter(Result::is_ok).count();
    (app, paid)
}

on_both_engines!(of_thirty_payouts_of_one_refund_one_counts, async |store| {
    let (app, paid) = paid_out_at_once(store).await;
    assert_eq!(paid, 1);
    assert_sound(&app).await;
});

on_both_engines!(control_without_the_guard_a_refund_is_paid_out_more_than_once, async |store| {
    let unguarded = without_guard(&store, statement("refund/pay_out"), "and status = 'approved' and", "and");
    let (_, paid) = paid_out_at_once(unguarded).await;
    assert!(paid > 1, "{paid}");
});

on_both_engines!(a_clerk_sees_their_own_payments_of_a_day_and_a_manager_all, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let paid = booked(&app, customers[0], 3, "7:00 PM").await;
    let part = booked(&app, customers[0], 4, "7:00 PM").await;
    take_cash(&app, &kiran, &paid, 800, 1).await;
    let line = line_of(&app, part.number, 250).await;
    try_take(&app, &kiran, payment_by(Tender::Bank, vec![line]), 2).await.unwrap();
    let today = day_money(&app, &kiran, None).await;
    let taken: Vec<_> =
        today.payments.iter().map(|listed| (listed.payment.tender, listed.payment.received())).collect();
    assert_eq!(taken, [(Tender::Bank, Money::from_rupees(250)), (Tender::Cash, Money::from_rupees(800))]);
    assert_eq!(today.payments[1].paid_for.order, paid.number);
    // A clerk must not know what has to be in the drawer, and so sees only the payments that they took.
    let meera = actor(&app, Role::Desk, "9825041738", &[VENUE]).await;
    assert!(day_money(&app, &meera, None).await.payments.is_empty());
    let manager = actor(&app, Role::Manager, "9825041739", &[VENUE]).await;
    assert_eq!(day_money(&app, &manager, None).await.payments.len(), 2);
    let sunday = day_money(&app, &kiran, Some(SUNDAY)).await;
    assert_eq!((sunday.due.bookings, sunday.due.amount), (1, Money::from_rupees(550)));
    assert!(sunday.payments.is_empty(), "they were taken on Saturday");
});

on_both_engines!(what_a_clerk_took_in_a_shift_over_midnight_is_of_its_days_and_on_all_pages, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let paid = booked(&app, customers[0], 3, "7:00 PM").await;
    let part = booked(&app, customers[0], 4, "7:00 PM").await;
    take_cash(&app, &kiran, &paid, 800, 1).await;
    app.clock.advance(60);
    take_cash(&app, &kiran, &part, 250, 2).await;
    let report =
        ReportRequest { name: ReportName::Revenue, venue: VENUE, period: None, compares_with_before: false };
    let page = async |after: Option<Cursor>| {
        let request = FigureRequest { report, filter: Filter::default(), after, limit: 1 };
        list_bookings_behind(&app, &kiran, request).await.unwrap()
    };
    let first = page(None).await;
    assert_eq!((first.count, first.amount), (2, Some(Money::from_rupees(1_050))));
    app.clock.set(at("6:00 AM"));
    let second = page(first.next.clone()).await;
    let orders = [&first, &second].map(|page| page.rows.iter().map(|row| row.order).collect::<Vec<_>>());
    assert_eq!(orders, [[part.number], [paid.number]], "the second page was read on Sunday");
    assert_eq!((second.count, &second.next), (2, &None));

    take_cash(&app, &kiran, &part, 550, 3).await;
    let ReportBody::Revenue(own) = read_report(&app, &kiran, report).await.unwrap().body else {
        panic!("another report")
    };
    let taken: Vec<_> = own.now.iter().map(|sum| (sum.day, sum.taken)).collect();
    let saturday = SUNDAY.yesterday().unwrap();
    assert_eq!(taken, [(saturday, Money::from_rupees(1_050)), (SUNDAY, Money::from_rupees(550))]);
});

on_both_engines!(cash_that_was_moved_stays_in_the_list_of_the_day_after_the_count, async |store| {
    let (app, _, kiran, shift) = open_counter(store, 1).await;
    let meera = actor(&app, Role::Desk, "9825041738", &[VENUE]).await;
    let manager = actor(&app, Role::Manager, "9825041739", &[VENUE]).await;
    let spend = async |actor: &sideout_app::steps::audited::Actor, rupees: i64, key: u64| {
        let amount = Money::from_rupees(-rupees);
        let movement = Movement { kind: CashMovementKind::Expense, amount, note: "Ice".to_owned() };
        record_movement(&app, actor, VENUE, movement, request_key(key)).await.unwrap();
    };
    let seen =
        async |actor: &sideout_app::steps::audited::Actor, day: Option<jiff::civil::Date>| -> Vec<i64> {
            let money = day_money(&app, actor, day).await;
            money.movements.iter().map(|movement| movement.amount.paise() / 100).collect()
        };
    spend(&kiran, 240, 1).await;
    spend(&meera, 260, 2).await;
    assert_eq!(seen(&meera, None).await, [-240, -260], "the drawer shows those of the open shift to all");
    count_shift(&app, &kiran, shift, five_hundreds(3), request_key(3)).await.unwrap();
    spend(&kiran, 50, 4).await;
    assert_eq!(seen(&manager, None).await, [-240, -260, -50]);
    assert_eq!(seen(&kiran, None).await, [-240, -50], "their own");
    assert_eq!(seen(&meera, None).await, [-260, -50], "her own, and those of the open shift");
    assert_eq!(seen(&manager, Some(SUNDAY)).await, [0_i64; 0]);
    open_second_venue(&app).await;
    let owner = actor(&app, Role::Owner, "9825041740", &[]).await;
    let elsewhere = read_day_money(&app, &owner, sideout_domain::VenueId(2), None).await.unwrap();
    assert!(elsewhere.movements.is_empty());
});

/// A walk-in who plays the rest of the running hour.
fn walk_in(customer: CustomerId, pay: Option<Tender>) -> BookAtDesk {
    BookAtDesk {
        slots: vec![DeskSlot {
            court: CourtId(3),
            day: jiff::civil::date(2026, 11, 21),
            start: "11:00 AM".parse().unwrap(),
        }],
        player: Player::Known(customer),
        contact_name: None,
        total: Money::from_rupees(800),
        pay: pay.map(|tender| PayNow { tender, reference: None }),
        arrive: true,
    }
}

on_both_engines!(a_walk_in_is_booked_paid_and_here_in_one_step, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let request = walk_in(customers[0], Some(Tender::Cash));
    let booked = book_at_desk(&app, &kiran, VENUE, request.clone(), request_key(1)).await.unwrap();
    let payment = booked.payment.clone().unwrap();
    assert_eq!((payment.received_paise, payment.receipt.as_str()), (80_000, "D1/26-27/000001"));
    let number = OrderNumber::try_from(booked.orders[0].number).unwrap();
    let now = details(&app, number).await.booking;
    assert_eq!((now.attendance, now.amounts.paid), (Some(Attendance::Arrived), Money::from_rupees(800)));
    assert_eq!(now.version, booked.orders[0].version);
    assert_eq!(book_at_desk(&app, &kiran, VENUE, request, request_key(1)).await.unwrap(), booked, "a repeat");
    // A paid booking cannot be undone; its payment has to be voided.
    let seen = vec![SeenBooking { number, version: now.version }];
    let undone = undo_bookings(&app, &kiran, VENUE, seen, request_key(2)).await;
    assert!(matches!(undone, Err(UndoError::Over)), "{undone:?}");
    let verbs = "select count(*) from audit_entry where verb = 'booking.made' or verb = 'payment.taken'
                  or verb = 'attendance.recorded'";
    assert_eq!(self::number(&app.store, verbs).await, 3);
    assert_sound(&app).await;
});

on_both_engines!(a_walk_in_whose_money_cannot_be_taken_is_not_booked, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let request = walk_in(customers[0], Some(Tender::Cash));
    let refused = book_at_desk(&app, &kiran, VENUE, request, request_key(1)).await;
    assert!(matches!(refused, Err(BookError::Payment(TakePaymentError::ShiftNeeded))), "{refused:?}");
    assert_eq!(number(&app.store, "select count(*) from orders").await, 0);
    let early = BookAtDesk {
        slots: vec![DeskSlot { court: CourtId(3), day: SUNDAY, start: "7:00 PM".parse().unwrap() }],
        ..walk_in(customers[0], None)
    };
    let refused = book_at_desk(&app, &kiran, VENUE, early, request_key(2)).await;
    assert!(matches!(refused, Err(BookError::Arrival(_))), "a day ahead: {refused:?}");
    assert_eq!(number(&app.store, "select count(*) from slot_claim").await, 0);
});
