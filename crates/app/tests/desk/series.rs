//! Weekly series: which weeks are free, booking them, and moving and extending their games.

use jiff::{Span, civil::Date};
use sideout_app::{
    booking::{
        alternatives::{FreeCourt, find_alternatives_at_desk, find_alternatives_of_move},
        place_hold::Pick,
    },
    desk::bookings::{
        DeskSlot, NotForSale,
        book::{BookAtDesk, BookError, BookedAtDesk, PayNow, Player, book_at_desk},
        extend_booking::{ExtendAtDesk, extend_at_desk, preview_extension},
        move_booking::{MoveError, preview_move},
        preview_series::{PreviewSeriesError, SeriesSlotState, SeriesWeek, preview_series},
        undo_bookings::{SeenBooking, undo_bookings},
    },
    steps::audited::Actor,
};
use sideout_domain::{
    CourtId, CustomerId, VenueId,
    attendance::Attendance,
    bill::Tender,
    money::Money,
    order::{OrderNumber, OrderStatus},
    staff::Role,
};
use sideout_testkit::{
    TestApp, on_both_engines, request_key, run_concurrently,
    sample_venue::{PICKLEBALL, VENUE},
    statement, without_guard,
};

use crate::{
    counter::{actor, open_counter},
    desk_bookings::assert_sound,
    helpers::{SUNDAY, details, number, open_app},
    moving::{moved, to, version},
};

fn weeks_later(day: Date, weeks: i64) -> Date {
    day.checked_add(Span::new().weeks(weeks)).unwrap()
}

/// Court `court` at 7 PM, this many weeks after Sunday.
fn pick(court: i64, weeks: i64) -> DeskSlot {
    DeskSlot { court: CourtId(court), day: weeks_later(SUNDAY, weeks), start: "7:00 PM".parse().unwrap() }
}

fn request(slots: Vec<DeskSlot>, customer: CustomerId) -> BookAtDesk {
    let total = Money::from_rupees(800 * i64::try_from(slots.len()).unwrap());
    BookAtDesk { slots, player: Player::Known(customer), contact_name: None, total, pay: None, arrive: false }
}

async fn book(
    app: &TestApp,
    actor: &Actor,
    slots: Vec<DeskSlot>,
    customer: CustomerId,
    key: u64,
) -> Result<BookedAtDesk, BookError> {
    book_at_desk(app, actor, VENUE, request(slots, customer), request_key(key)).await
}

async fn preview(app: &TestApp, actor: &Actor, courts: &[i64], weeks: u32) -> Vec<SeriesWeek> {
    let first = courts.iter().map(|court| pick(*court, 0)).collect();
    preview_series(app, actor, VENUE, first, weeks).await.unwrap()
}

fn numbers(booked: &BookedAtDesk) -> Vec<OrderNumber> {
    booked.orders.iter().map(|order| OrderNumber::try_from(order.number).unwrap()).collect()
}

on_both_engines!(a_series_shows_its_clashes_first_and_books_what_was_confirmed, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    book(&app, &kiran, vec![pick(3, 0), pick(3, 2)], customers[1], 1).await.unwrap();

    let weeks = preview(&app, &kiran, &[2, 4], 4).await;
    let days: Vec<Date> = weeks.iter().map(|week| week.day).collect();
    assert_eq!(days, [1, 2, 3].map(|weeks| weeks_later(SUNDAY, weeks)));
    let free = SeriesSlotState::Free(Money::from_rupees(800));
    assert!(
        weeks.iter().all(|week| week.slots.len() == 2 && week.slots.iter().all(|slot| slot.state == free))
    );

    // Another player has court 3 in two weeks; the courts of the series are not offered instead of it.
    let first = vec![pick(3, 1), pick(2, 1)];
    let weeks = preview_series(&app, &kiran, VENUE, first, 3).await.unwrap();
    let clash = &weeks[0].slots[0];
    assert_eq!((clash.slot, clash.state), (pick(3, 2), SeriesSlotState::Taken));
    let others: Vec<i64> = clash.others.iter().map(|(court, _)| court.id.0).collect();
    assert_eq!(others.first(), Some(&4), "{others:?}");
    assert!(!others.contains(&2) && !others.contains(&3), "{others:?}");
    assert_eq!(weeks[0].slots[1].state, free);
    assert_eq!(weeks[1].slots[0].state, free);

    // Court 4 instead in that week, and the last week is left out.
    let booked = book(&app, &kiran, vec![pick(3, 1), pick(4, 2)], customers[0], 2).await.unwrap();
    assert_eq!(booked.orders.len(), 2);
    let series = "select count(*) from booking_group where kind = 'series'";
    assert_eq!(number(&app.store, series).await, 2);
    let mut groups = Vec::new();
    for order in numbers(&booked) {
        let booking = details(&app, order).await.booking;
        assert_eq!((booking.status, booking.amounts.paid), (OrderStatus::Confirmed, Money::ZERO));
        groups.push(booking.group);
    }
    assert!(groups[0].is_some() && groups.iter().all(|group| *group == groups[0]), "{groups:?}");
    assert_sound(&app).await;
});

on_both_engines!(the_player_gets_a_notice_of_the_first_game_and_a_reminder_of_each, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let slots = (0..26).map(|weeks| pick(3, weeks)).collect();
    let booked = book(&app, &kiran, slots, customers[0], 1).await.unwrap();
    // One row for a text message, and one for a mail.
    assert_eq!(number(&app.store, "select count(*) from outbox where notice = 'confirmed'").await, 2);
    assert_eq!(number(&app.store, "select count(*) from outbox where notice = 'reminder'").await, 52);
    let first = numbers(&booked)[0];
    let about = "select cast(min(order_number) as bigint) from outbox where notice = 'confirmed'";
    assert_eq!(number(&app.store, about).await, first.value());
    // All of it can be undone, without a notice of the cancellations.
    let seen = |(number, order): (OrderNumber, &sideout_app::desk::bookings::book::BookedOrder)| {
        SeenBooking { number, version: order.version }
    };
    let seen = numbers(&booked).into_iter().zip(&booked.orders).map(seen).collect();
    undo_bookings(&app, &kiran, VENUE, seen, request_key(2)).await.unwrap();
    assert_eq!(number(&app.store, "select count(*) from slot_claim").await, 0);
    let others = "select count(*) from outbox where notice not in ('confirmed', 'reminder')";
    assert_eq!(number(&app.store, others).await, 0);
    assert_sound(&app).await;
});

on_both_engines!(only_the_first_game_of_a_series_is_paid_and_arrived_when_it_is_booked, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 1).await;
    let today = jiff::civil::date(2026, 11, 21);
    let at = |weeks| DeskSlot {
        court: CourtId(3),
        day: weeks_later(today, weeks),
        start: "11:00 AM".parse().unwrap(),
    };
    let pay = Some(PayNow { tender: Tender::Cash, reference: None });
    let request = BookAtDesk { pay, arrive: true, ..request(vec![at(0), at(1), at(2)], customers[0]) };
    let booked = book_at_desk(&app, &kiran, VENUE, request, request_key(1)).await.unwrap();
    assert_eq!(booked.payment.as_ref().unwrap().received_paise, 80_000);
    let mut states = Vec::new();
    for (order, answered) in numbers(&booked).into_iter().zip(&booked.orders) {
        let booking = details(&app, order).await.booking;
        assert_eq!(booking.version, answered.version);
        states.push((booking.attendance, booking.amounts.paid));
    }
    let later = (None, Money::ZERO);
    assert_eq!(states, [(Some(Attendance::Arrived), Money::from_rupees(800)), later, later]);
    assert_sound(&app).await;
});

on_both_engines!(a_series_ends_after_half_a_year_and_begins_within_a_month, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let too_long = book(&app, &kiran, vec![pick(3, 0), pick(3, 26)], customers[0], 1).await;
    assert!(matches!(too_long, Err(BookError::NotForSale(NotForSale::TooManyWeeks))), "{too_long:?}");
    let too_far = book(&app, &kiran, vec![pick(3, 5), pick(3, 6)], customers[0], 2).await;
    assert!(matches!(too_far, Err(BookError::NotForSale(NotForSale::TooFarAhead))), "{too_far:?}");
    let shown = preview_series(&app, &kiran, VENUE, vec![pick(3, 0)], 27).await;
    assert!(matches!(shown, Err(PreviewSeriesError::NotForSale(NotForSale::TooManyWeeks))), "{shown:?}");
    let elsewhere = preview_series(&app, &kiran, VenueId(2), vec![pick(3, 0)], 4).await;
    assert!(matches!(elsewhere, Err(PreviewSeriesError::Refused(_))), "{elsewhere:?}");
    assert_eq!(number(&app.store, "select count(*) from orders").await, 0);
    // It begins on 20 December, which is within a month of 21 November, and has 26 weeks.
    book(&app, &kiran, vec![pick(3, 4), pick(3, 29)], customers[0], 3).await.unwrap();
});

on_both_engines!(a_series_has_at_most_the_weeks_of_the_setting, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let app = app.another_node(|settings| settings.desk.series_weeks = 8);
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    assert_eq!(preview(&app, &kiran, &[3], 8).await.len(), 7);
    let shown = preview_series(&app, &kiran, VENUE, vec![pick(3, 0)], 9).await;
    assert!(matches!(shown, Err(PreviewSeriesError::NotForSale(NotForSale::TooManyWeeks))), "{shown:?}");
    let too_long = book(&app, &kiran, vec![pick(3, 0), pick(3, 8)], customers[0], 1).await;
    assert!(matches!(too_long, Err(BookError::NotForSale(NotForSale::TooManyWeeks))), "{too_long:?}");
    book(&app, &kiran, vec![pick(3, 0), pick(3, 7)], customers[0], 2).await.unwrap();
});

on_both_engines!(a_game_beyond_the_window_moves_up_to_its_own_day, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let series = book(&app, &kiran, vec![pick(3, 0), pick(3, 8)], customers[0], 1).await.unwrap();
    let game = numbers(&series)[1];
    let seen = version(&app, game).await;
    let too_far = moved(&app, &kiran, to(game, seen, pick(3, 9)), 2).await;
    assert!(matches!(too_far, Err(MoveError::NotForSale(NotForSale::TooFarAhead))), "{too_far:?}");
    let (_, shown) = preview_move(&app, &kiran, game, pick(5, 8)).await.unwrap();
    assert_eq!(shown.price.total(), Money::from_rupees(800));
    // To another court of its day, and to an earlier week that is beyond the window, too.
    for (key, target) in [(3, pick(5, 8)), (4, pick(5, 6))] {
        moved(&app, &kiran, to(game, version(&app, game).await, target), key).await.unwrap();
        let after = details(&app, game).await.booking;
        assert_eq!((after.time.slot.court, after.day), (target.court, target.day));
    }
    assert_sound(&app).await;
});

on_both_engines!(a_move_beyond_the_window_to_a_taken_court_is_offered_others, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let series = book(&app, &kiran, vec![pick(3, 0), pick(3, 8)], customers[0], 1).await.unwrap();
    let other = |court| DeskSlot { court: CourtId(court), ..pick(3, 8) };
    book(&app, &kiran, vec![pick(5, 0), other(5)], customers[1], 2).await.unwrap();
    let game = numbers(&series)[1];
    let taken = moved(&app, &kiran, to(game, version(&app, game).await, other(5)), 3).await;
    assert!(matches!(taken, Err(MoveError::Taken(VENUE, slot)) if slot == other(5)), "{taken:?}");
    let DeskSlot { court, day, start } = other(5);
    let pick = Pick { sport: PICKLEBALL, venue: VENUE, court, day, start };
    let courts = |courts: Vec<FreeCourt>| courts.iter().map(|free| free.court.id.0).collect::<Vec<_>>();
    let found = find_alternatives_of_move(&app, pick).await.unwrap();
    let offered = courts(found.courts);
    assert_eq!(offered.len(), 3, "{offered:?}");
    assert!(!offered.contains(&3) && !offered.contains(&5), "{offered:?}");
    // A court that is booked meanwhile is not offered again, although the day is cached.
    let target = DeskSlot { court: CourtId(offered[0]), day, start };
    moved(&app, &kiran, to(game, version(&app, game).await, target), 4).await.unwrap();
    let later = courts(find_alternatives_of_move(&app, pick).await.unwrap().courts);
    assert!(!later.contains(&offered[0]), "{later:?}");
    // A new booking on that day is refused, so it is not offered other courts.
    assert!(find_alternatives_at_desk(&app, pick).await.unwrap().courts.is_empty());
});

on_both_engines!(an_hour_is_added_to_a_game_beyond_the_window, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let series = book(&app, &kiran, vec![pick(3, 0), pick(3, 8)], customers[0], 1).await.unwrap();
    let game = numbers(&series)[1];
    let (_, shown) = preview_extension(&app, &kiran, game).await.unwrap();
    let next = DeskSlot { start: "8:00 PM".parse().unwrap(), ..pick(3, 8) };
    assert_eq!((shown.slot, shown.price), (next, Money::from_rupees(800)));
    let DeskSlot { day, start, .. } = next;
    let version = version(&app, game).await;
    let hour = ExtendAtDesk { number: game, version, day, start, total: shown.price };
    let added = extend_at_desk(&app, &kiran, hour, request_key(2)).await.unwrap();
    assert_eq!((added.day, added.minute), (day, 20 * 60));
    // A booking of its own on that day is still refused.
    let alone = DeskSlot { court: CourtId(5), ..next };
    let too_far = book(&app, &kiran, vec![alone], customers[0], 3).await;
    assert!(matches!(too_far, Err(BookError::NotForSale(NotForSale::TooFarAhead))), "{too_far:?}");
    assert_sound(&app).await;
});

/// Two clerks at once book series that both need court 5 in the third week; returns how many series were booked whole.
async fn booked_at_once(app: &TestApp, customers: &[CustomerId]) -> usize {
    let kiran = actor(app, Role::Desk, "9825041736", &[VENUE]).await;
    let meera = actor(app, Role::Desk, "9825041737", &[VENUE]).await;
    let series = [
        (kiran, customers[0], vec![pick(3, 0), pick(3, 1), pick(5, 2)]),
        (meera, customers[1], vec![pick(4, 0), pick(5, 2), pick(4, 1)]),
    ];
    let booked = run_concurrently(2, |clerk| {
        let (app, (actor, customer, slots)) = (app.clone(), series[clerk].clone());
        async move {
            let booked = book(&app, &actor, slots, customer, u64::try_from(clerk).unwrap() + 1).await;
            assert!(matches!(booked, Ok(_) | Err(BookError::Taken(_))), "{booked:?}");
            booked.is_ok()
        }
    });
    booked.await.into_iter().filter(|booked| *booked).count()
}

on_both_engines!(of_two_series_that_meet_in_one_week_one_is_booked_whole, async |store| {
    let (app, customers) = open_app(store, 2).await;
    assert_eq!(booked_at_once(&app, &customers).await, 1);
    assert_eq!(number(&app.store, "select count(*) from orders").await, 3);
    assert_eq!(number(&app.store, "select count(*) from slot_claim").await, 3);
    assert_sound(&app).await;
});

on_both_engines!(control_without_the_claim_both_series_are_booked, async |store| {
    let guard = "and (other.held_until is null or other.held_until > $5))
on conflict (court_id, starts_at) do update
   set order_number = excluded.order_number, block_id = null, held_until = null, ends_at = excluded.ends_at
 where slot_claim.held_until is not null and slot_claim.held_until <= $5";
    let takes_over = "and other.held_until > $5)
on conflict (court_id, starts_at) do update
   set order_number = excluded.order_number, block_id = null, held_until = null, ends_at = excluded.ends_at";
    let unguarded = without_guard(&store, statement("slot_claim/claim_paid"), guard, takes_over);
    let (app, customers) = open_app(unguarded, 2).await;
    assert_eq!(booked_at_once(&app, &customers).await, 2);
});
