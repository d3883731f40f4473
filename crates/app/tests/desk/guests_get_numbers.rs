//! What comes with a number that is added to a guest's booking: a whole weekly series, its notices, the cash of the day, the erasure
//! together with the player, and the offer of a closure.

use sideout_app::{
    booking::list_bookings::list_bookings,
    closures::{CloseCourtsError, Interrupted, close_courts},
    desk::{
        bookings::{
            DeskSlot,
            add_number::{AddNumber, add_number},
            book::{BookAtDesk, BookedAtDesk, PayNow, Player, book_at_desk},
            cancel_at_desk::{CancelAtDesk, cancel_at_desk, preview_cancellation},
            extend_booking::{ExtendAtDesk, extend_at_desk},
        },
        money::take_payment::TakePaymentError,
    },
    platform::random::SystemRandom,
    steps::audited::Actor,
};
use sideout_domain::{CourtId, CustomerId, bill::Tender, money::Money, order::OrderNumber, staff::Role};
use sideout_store::{Store, StoreError, accounts::Customers};
use sideout_testkit::{
    TestApp, meanwhile, on_both_engines, request_key, sample_venue::VENUE, statement, two_nodes_on_postgres,
    without_guard,
};

use crate::{
    counter::{actor, line_of, open_counter, payment_by, take_cash, try_take},
    desk_bookings::assert_sound,
    erasing::{erase, erase_after_seven_days},
    helpers::{OFFER_HOURS, SUNDAY, booked, details, number, offered_closure, open_app, run, run_for},
};

/// Court 3 at 7 PM, `weeks` after Sunday.
fn week(weeks: i64) -> DeskSlot {
    let day = SUNDAY.checked_add(jiff::Span::new().weeks(weeks)).unwrap();
    DeskSlot { court: CourtId(3), day, start: "7:00 PM".parse().unwrap() }
}

async fn book_guest(
    app: &TestApp,
    actor: &Actor,
    slots: Vec<DeskSlot>,
    pay: Option<PayNow>,
    key: u64,
) -> BookedAtDesk {
    let total = Money::from_rupees(800 * i64::try_from(slots.len()).unwrap());
    let player = Player::WithoutNumber { full_name: "Asha Patel".parse().unwrap() };
    let request = BookAtDesk { slots, player, contact_name: None, total, pay, arrive: false };
    book_at_desk(app, actor, VENUE, request, request_key(key)).await.unwrap()
}

fn numbers(booked: &BookedAtDesk) -> Vec<OrderNumber> {
    booked.orders.iter().map(|order| OrderNumber::try_from(order.number).unwrap()).collect()
}

/// Gives a guest's booking the number of a player.
async fn give(app: &TestApp, actor: &Actor, order: OrderNumber, player: CustomerId, key: u64) {
    let found = app.store.read(player, |tx, id| Box::pin(async move { Customers(tx).find(*id).await }));
    let found: Result<_, StoreError> = found.await;
    let phone = found.unwrap().unwrap().phone.unwrap();
    let version = details(app, order).await.booking.version;
    let request = AddNumber { number: order, version, phone, name: None };
    add_number(app, actor, request, request_key(key)).await.unwrap();
}

on_both_engines!(a_number_gives_all_weeks_of_a_guests_series_to_the_player, async |store| {
    let (app, customers, kiran, _) = open_counter(store.clone(), 1).await;
    let player = customers[0];
    let pay = Some(PayNow { tender: Tender::Cash, reference: None });
    let series = book_guest(&app, &kiran, vec![week(0), week(1), week(2)], pay, 1).await;
    let orders = numbers(&series);
    assert_eq!(number(&store, "select count(*) from outbox").await, 0, "the guest gets no notice");

    // The number is typed at the second week.
    give(&app, &kiran, orders[1], player, 2).await;
    let mut groups = Vec::new();
    let mut paid = Vec::new();
    for order in &orders {
        let booking = details(&app, *order).await.booking;
        assert_eq!((booking.customer, booking.name.as_str()), (player, "Asha Patel"));
        groups.push(booking.group);
        paid.push(booking.amounts.paid);
    }
    assert!(groups[0].is_some() && groups.iter().all(|group| *group == groups[0]), "{groups:?}");
    assert_eq!(paid, [Money::from_rupees(800), Money::ZERO, Money::ZERO]);
    assert_eq!(list_bookings(&app, player).await.unwrap().len(), 3);
    let kept = "select count(*) from booking_group b where b.kind = 'series'
        and exists (select 1 from orders o where o.group_id = b.group_id and o.customer_id = b.customer_id)";
    assert_eq!(number(&store, kept).await, 1, "the series is the player's");
    let bills = "select count(distinct b.customer_id) from bill b
        join bill_line l on l.bill_id = b.bill_id join orders o on o.order_number = l.order_number
       where b.customer_id = o.customer_id";
    assert_eq!(number(&store, bills).await, 1, "what was paid is the player's");

    // The player gets a text message and a mail about the week that the clerk has opened, and a reminder of each week.
    assert_eq!(number(&store, "select count(*) from outbox where notice = 'confirmed'").await, 2);
    let about = "select cast(min(order_number) as bigint) from outbox where notice = 'confirmed'";
    assert_eq!(number(&store, about).await, orders[1].value());
    assert_eq!(number(&store, "select count(*) from outbox where notice = 'reminder'").await, 6);
    assert_sound(&app).await;

    // A later week is paid, and the payment is the player's.
    let third = line_of(&app, orders[2], 800).await;
    try_take(&app, &kiran, payment_by(Tender::Card, vec![third]), 3).await.unwrap();
    assert_sound(&app).await;
});

on_both_engines!(
    a_booking_that_gets_its_number_is_not_announced_before_the_undo_time_is_over,
    async |store| {
        let (app, customers, kiran, _) = open_counter(store.clone(), 1).await;
        let booked_at = app.clock_now();
        let order = numbers(&book_guest(&app, &kiran, vec![week(0)], None, 1).await)[0];
        app.clock.advance(20);
        give(&app, &kiran, order, customers[0], 2).await;
        let due = "select cast(min(next_try_at) as bigint) from outbox where notice = 'confirmed'";
        let over = booked_at + app.settings.desk.undo_time();
        assert!(number(&store, due).await > over.as_millisecond());
        // Cancelled within that time it was never announced, and is not in the player's history.
        let (seen, preview) = preview_cancellation(&app, &kiran, order).await.unwrap();
        let request = CancelAtDesk {
            number: order,
            version: seen.booking.version,
            shown: preview.refund,
            refund: None,
            reason: None,
        };
        cancel_at_desk(&app, &kiran, request, request_key(3)).await.unwrap();
        assert!(list_bookings(&app, customers[0]).await.unwrap().is_empty());
    }
);

on_both_engines!(each_booking_that_gets_a_number_waits_for_its_own_undo_time, async |store| {
    let (app, customers, kiran, _) = open_counter(store.clone(), 1).await;
    let order = numbers(&book_guest(&app, &kiran, vec![week(0)], None, 1).await)[0];
    app.clock.advance(30);
    let version = details(&app, order).await.booking.version;
    let (day, start) = (SUNDAY, "8:00 PM".parse().unwrap());
    let longer = ExtendAtDesk { number: order, version, day, start, total: Money::from_rupees(800) };
    extend_at_desk(&app, &kiran, longer, request_key(2)).await.unwrap();
    let over = app.clock_now() + app.settings.desk.undo_time();
    app.clock.advance(20);
    give(&app, &kiran, order, customers[0], 3).await;
    let due = "select cast(max(next_try_at) as bigint) from outbox where notice = 'confirmed'";
    assert!(number(&store, due).await > over.as_millisecond(), "the second hour can still be undone");
    let first_due = "select cast(min(next_try_at) as bigint) from outbox where notice = 'confirmed'";
    assert!(number(&store, first_due).await < over.as_millisecond(), "the first hour does not wait for it");
});

on_both_engines!(a_series_of_a_guest_stays_a_group_of_its_own_beside_the_players, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let own = booked(&app, customers[0], 4, "7:00 PM").await;
    let series = book_guest(&app, &kiran, vec![week(0), week(1)], None, 1).await;
    give(&app, &kiran, numbers(&series)[0], customers[0], 2).await;
    assert_eq!(details(&app, own.number).await.booking.group, None);
    let group = details(&app, numbers(&series)[0]).await.booking.group;
    assert_eq!(details(&app, numbers(&series)[1]).await.booking.group, group);
    assert!(group.is_some());
    assert_sound(&app).await;
});

on_both_engines!(the_cash_of_a_guest_and_of_the_player_count_together_from_then_on, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 2).await;
    let player = customers[0];
    let costs = "update orders set price_paise = 15000000 where order_number = $1";
    let own = booked(&app, player, 5, "7:00 PM").await;
    run_for(&app.store, costs, own.number).await;
    let guest = numbers(&book_guest(&app, &kiran, vec![week(0)], None, 1).await)[0];
    run_for(&app.store, costs, guest).await;
    take_cash(&app, &kiran, &own, 100_000, 2).await;
    let paid = line_of(&app, guest, 120_000).await;
    // The two are not known to be one person: each is below the limit.
    try_take(&app, &kiran, payment_by(Tender::Cash, vec![paid]), 3).await.unwrap();

    // The number is added although the cash of the two is above the limit; what was taken stays.
    give(&app, &kiran, guest, player, 4).await;
    for (order, key) in [(guest, 5), (own.number, 6)] {
        let one = line_of(&app, order, 1).await;
        let refused = try_take(&app, &kiran, payment_by(Tender::Cash, vec![one]), key).await;
        assert!(
            matches!(refused, Err(TakePaymentError::CashLimit(taken)) if taken == Money::from_rupees(220_000)),
            "{refused:?}"
        );
    }
    let by_card = line_of(&app, guest, 30_000).await;
    try_take(&app, &kiran, payment_by(Tender::Card, vec![by_card]), 7).await.unwrap();
    // Another player's cash is not counted with it.
    let other = booked(&app, customers[1], 6, "7:00 PM").await;
    take_cash(&app, &kiran, &other, 800, 8).await;
});

on_both_engines!(a_guest_who_got_a_number_is_erased_with_the_player, async |store| {
    let (app, customers, kiran, _) = open_counter(store.clone(), 1).await;
    let owner = actor(&app, Role::Owner, "9825041739", &[]).await;
    let guest = numbers(&book_guest(&app, &kiran, vec![week(0)], None, 1).await)[0];
    give(&app, &kiran, guest, customers[0], 2).await;
    let named = "select cast(count(*) as bigint) from customer where full_name = 'Asha Patel'";
    assert_eq!(number(&store, named).await, 1);
    run(&store, "update orders set status = 'cancelled'").await;
    erase(&app, &owner, customers[0], 3).await.unwrap();
    assert_eq!(erase_after_seven_days(&app).await, 1);
    assert_eq!(number(&store, named).await, 0);
});

on_both_engines!(a_player_who_gets_a_booking_whose_court_was_closed_is_told_what_is_offered, async |store| {
    let (app, customers, kiran, _) = open_counter(store.clone(), 1).await;
    let guest = numbers(&book_guest(&app, &kiran, vec![week(0)], None, 1).await)[0];
    let receipts = &app.settings.receipts;
    close_courts(&app.store, &app.clock, &SystemRandom, receipts, OFFER_HOURS, offered_closure("3"))
        .await
        .unwrap();
    give(&app, &kiran, guest, customers[0], 2).await;
    let offers = "select cast(count(*) as bigint) from outbox where notice = 'closure_offer' and customer_id = 100000000000";
    assert!(number(&store, offers).await > 0);
});

/// Rain closes the court of a guest's booking with an offer. Between the reads of the closure and its end a number gives the booking
/// to a player. Returns the player, whom the booking belongs to, and who has the offer, once the closure is done.
async fn offered_while_given(here: Store, there: Store) -> (CustomerId, i64, i64) {
    let (app, customers, kiran, _) = open_counter(there, 1).await;
    let player = customers[0];
    let guest = numbers(&book_guest(&app, &kiran, vec![week(0)], None, 1).await)[0];
    let other = app.clone();
    let here = meanwhile(&here, "orders/cancel", move || async move {
        give(&other, &kiran, guest, player, 2).await;
    });
    let node = app.another_node_on(here, |_| {});
    let close = async || {
        let receipts = &node.settings.receipts;
        close_courts(&node.store, &node.clock, &SystemRandom, receipts, OFFER_HOURS, offered_closure("3"))
            .await
    };
    if let Err(Interrupted { error: CloseCourtsError::Store(StoreError::Unavailable(_)), .. }) = close().await
    {
        close().await.unwrap();
    }
    let owner = "select cast(max(customer_id) as bigint) from orders";
    let offered = "select cast(max(customer_id) as bigint) from closure_offer";
    (player, number(&app.store, owner).await, number(&app.store, offered).await)
}

#[test]
fn the_player_who_gets_a_booking_while_its_court_is_closed_has_the_offer() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let (player, owner, offered) = offered_while_given(here, there).await;
        assert_eq!((owner, offered), (player.0, player.0));
    });
}

#[test]
fn control_without_the_customer_the_guest_has_the_offer_and_the_player_the_booking() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let unguarded =
            without_guard(&here, statement("orders/cancel"), "and customer_id = $10", "and $10 = $10");
        let (player, owner, offered) = offered_while_given(unguarded, there).await;
        assert!(owner == player.0 && offered != player.0, "{owner} {offered}");
    });
}
