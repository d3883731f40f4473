//! A booking as the panel beside the board shows it.

use sideout_app::{booking::cancel::cancel, desk::board::find_booking::find_booking};
use sideout_domain::{
    VenueId,
    bill::{BillMethod, Tender},
    order::OrderStatus,
};
use sideout_store::Store;
use sideout_testkit::{Coupon, FixedClock, StatementCount, on_both_engines, sample_venue::VENUE};

use crate::helpers::{
    KIRAN, booked, details, held, import, imported, open_app, open_second_venue, pay_cash, run, slot,
};

on_both_engines!(the_panel_has_player_money_and_history, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    Coupon::flat("DINK50", 50).add(&store).await;
    let hold = held(&app, customers[0], 3, "7:00 PM").await;
    let order = sideout_app::booking::confirm_at_court::confirm_at_court(
        &app,
        customers[0],
        hold.number,
        Some("DINK50"),
    )
    .await
    .unwrap();
    pay_cash(&store, order.number, 300).await;
    pay_cash(&store, order.number, 450).await;

    let found = details(&app, order.number).await;
    assert_eq!(found.booking.customer, customers[0]);
    assert_eq!((found.booked_at, found.booked_by), (FixedClock::START, None));
    assert_eq!((found.coupon.as_deref(), found.booking.play_minutes), (Some("DINK50"), 55));
    let payments: Vec<_> = found
        .payments
        .iter()
        .map(|part| {
            (part.amount.paise(), part.method, part.desk_payment.map(|(_, tender)| tender), part.taken_by)
        })
        .collect();
    let cash = Some(Tender::Cash);
    assert_eq!(
        payments,
        [(30_000, BillMethod::Desk, cash, Some(KIRAN)), (45_000, BillMethod::Desk, cash, Some(KIRAN))],
        "the oldest first"
    );
    let amounts = found.booking.amounts;
    assert_eq!(amounts.due_at_desk(found.booking.status).paise(), 0);
    assert_eq!((amounts.discount.paise(), amounts.paid.paise()), (5_000, 75_000));
    assert!(found.refunds.is_empty() && found.reminded_at.is_none() && found.cancel_reason.is_none());
});

on_both_engines!(games_and_no_shows_are_counted_up_to_now, async |store| {
    let (app, customers) = open_app(store.clone(), 2).await;
    let game = |court, start, status| imported(customers[0], slot(court, start), status);
    import(&store, game(1, "6:00 AM", OrderStatus::Completed)).await;
    import(&store, game(2, "7:00 AM", OrderStatus::NoShow)).await;
    import(&store, game(3, "8:00 AM", OrderStatus::Cancelled)).await;
    import(&store, imported(customers[1], slot(9, "8:00 AM"), OrderStatus::Completed)).await;
    let evening = booked(&app, customers[0], 4, "7:00 PM").await;
    let counts = async || {
        let found = details(&app, evening.number).await;
        (found.games, found.no_shows, found.booking.is_first_visit)
    };
    app.clock.set(crate::helpers::at("12:00 PM"));
    assert_eq!(counts().await, (1, 1, false));
    app.clock.set(crate::helpers::at("7:30 PM"));
    assert_eq!(counts().await, (2, 1, false), "the game has begun");
    let version = details(&app, evening.number).await.booking.version;
    let absent = Some(sideout_domain::attendance::Attendance::Absent);
    crate::helpers::mark(&app, evening.number, absent, version).await.unwrap();
    assert_eq!(
        counts().await,
        (1, 1, false),
        "an absent player did not play; it is a no-show only once the day is closed"
    );
});

on_both_engines!(a_reminder_and_a_cancellation_are_in_the_history, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    assert_eq!(details(&app, order.number).await.reminded_at, None, "the reminder is not sent yet");
    run(
        &store,
        "update outbox set outcome = 'sent', next_try_at = null, ended_at = 1795343400000
          where notice = 'reminder' and channel = 'text'",
    )
    .await;
    assert_eq!(details(&app, order.number).await.reminded_at, Some(crate::helpers::at("4:00 PM")));
    cancel(&app, customers[0], order.number, Some("Rain".to_owned())).await.unwrap();
    let found = details(&app, order.number).await;
    assert_eq!(found.booking.status, OrderStatus::Cancelled);
    assert_eq!(found.booking.cancelled_at, Some(FixedClock::START));
    assert_eq!((found.cancel_reason.as_deref(), found.booking.closed_by), (Some("Rain"), None));
});

on_both_engines!(a_booking_of_another_venue_a_hold_and_an_unknown_number_are_not_found, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let hillside = open_second_venue(&app).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let hold = held(&app, customers[0], 4, "7:00 PM").await;
    let find = async |venues: &[VenueId], number| find_booking(&app, venues, number).await.unwrap().is_some();
    assert!(find(&[hillside, VENUE], order.number).await);
    assert!(!find(&[hillside], order.number).await);
    assert!(!find(&[], order.number).await);
    assert!(!find(&[VENUE], hold.number).await);
    assert!(!find(&[VENUE], "1000000001".parse().unwrap()).await);
});

on_both_engines!(a_booking_is_found_with_five_statements, async |store: Store| {
    let (counted, statements) = StatementCount::on(&store);
    let (app, customers) = open_app(counted, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    statements.take();
    details(&app, order.number).await;
    assert_eq!(statements.take(), 5);
});
