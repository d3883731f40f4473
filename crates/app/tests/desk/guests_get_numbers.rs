//! What comes with a number that is added to a guest's booking: a whole weekly series, and the cash of the day.

use jiff::Span;
use sideout_app::{
    booking::list_bookings::list_bookings,
    desk::{
        bookings::{
            DeskSlot,
            add_number::{AddNumber, add_number},
            book::{BookAtDesk, BookedAtDesk, PayNow, Player, book_at_desk},
        },
        money::take_payment::TakePaymentError,
    },
    steps::audited::Actor,
};
use sideout_domain::{CourtId, CustomerId, bill::Tender, money::Money, order::OrderNumber, staff::Role};
use sideout_store::{StoreError, accounts::Customers};
use sideout_testkit::{TestApp, on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    counter::{actor, by, cash, line, open_counter, try_take},
    desk_bookings::assert_sound,
    helpers::{SUNDAY, booked, details, number, open_app, run_for},
};

/// Court 3 at 7 PM, `weeks` after Sunday.
fn week(weeks: i64) -> DeskSlot {
    let day = SUNDAY.checked_add(Span::new().weeks(weeks)).unwrap();
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
    let third = line(&app, orders[2], 800).await;
    try_take(&app, &kiran, by(Tender::Card, vec![third]), 3).await.unwrap();
    assert_sound(&app).await;
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
    cash(&app, &kiran, &own, 100_000, 2).await;
    let paid = line(&app, guest, 120_000).await;
    // The two are not known to be one person: each is below the limit.
    try_take(&app, &kiran, by(Tender::Cash, vec![paid]), 3).await.unwrap();

    // The number is added although the cash of the two is above the limit; what was taken stays.
    give(&app, &kiran, guest, player, 4).await;
    for (order, key) in [(guest, 5), (own.number, 6)] {
        let one = line(&app, order, 1).await;
        let refused = try_take(&app, &kiran, by(Tender::Cash, vec![one]), key).await;
        assert!(
            matches!(refused, Err(TakePaymentError::CashLimit(taken)) if taken == Money::from_rupees(220_000)),
            "{refused:?}"
        );
    }
    let by_card = line(&app, guest, 30_000).await;
    try_take(&app, &kiran, by(Tender::Card, vec![by_card]), 7).await.unwrap();
    // Another player's cash is not counted with it.
    let other = booked(&app, customers[1], 6, "7:00 PM").await;
    cash(&app, &kiran, &other, 800, 8).await;
});
