//! Courts that clerks hold and book for players, and what they undo.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use sideout_app::{
    accounts::{
        forgot_password::forgot_password,
        login::{LoginAttempt, LoginError, login},
        register::register,
        verify_code::{VerifyCodeError, verify_code},
        verify_reset_code::verify_reset_code,
    },
    booking::{
        alternatives::find_alternatives_at_desk,
        list_bookings::list_bookings,
        place_hold::{Pick, PlaceHoldError, place_hold},
    },
    desk::bookings::{
        DeskSlot, NotForSale,
        book::{BookAtDesk, BookError, BookedAtDesk, BookedOrder, Player, book_at_desk},
        cancel_at_desk::{CancelAtDesk, cancel_at_desk},
        hold_court::{HeldCourt, HoldCourtError, hold_court},
        release_hold::release_hold,
        undo_bookings::{SeenBooking, UndoError, undo_bookings},
    },
    ledger::audit::audit,
    steps::audited::Actor,
};
use sideout_domain::{
    CustomerId,
    attendance::Attendance,
    money::Money,
    order::{OrderNumber, OrderStatus},
    staff::Role,
};
use sideout_store::{
    Invariants, Store, StoreError,
    board::{BookingDetails, DeskBooking},
};
use sideout_testkit::{
    Hours, NETWORK, TestApp, on_both_engines, request_key, run_concurrently,
    sample_venue::{PICKLEBALL, VENUE},
    statement, without_guard,
};

use crate::{
    counter::actor,
    helpers::{SUNDAY, at, board, booked, details as details_of, mark, number, open_app, pay_cash, run_for},
    moving::pick,
};

const PHONE: &str = "9825041777";
const ARRIVED: Option<Attendance> = Some(Attendance::Arrived);

/// An app with one customer and one clerk.
async fn open(store: Store) -> (TestApp, CustomerId, Actor) {
    let (app, customers) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    (app, customers[0], kiran)
}

async fn hold(app: &TestApp, actor: &Actor, slot: DeskSlot, key: u64) -> Result<HeldCourt, HoldCourtError> {
    hold_court(app, actor, VENUE, slot, request_key(key)).await
}

fn request(slots: &[DeskSlot], player: Player) -> BookAtDesk {
    let total = Money::from_rupees(800 * i64::try_from(slots.len()).unwrap());
    BookAtDesk { slots: slots.to_vec(), player, contact_name: None, total, pay: None, arrive: false }
}

async fn book(
    app: &TestApp,
    actor: &Actor,
    request: BookAtDesk,
    key: u64,
) -> Result<BookedAtDesk, BookError> {
    book_at_desk(app, actor, VENUE, request, request_key(key)).await
}

fn guest(name: &str) -> Player {
    Player::ByPhone { full_name: name.parse().unwrap(), phone: PHONE.parse().unwrap() }
}

/// A player's attempt to hold the same court and hour.
async fn player_holds(app: &TestApp, customer: CustomerId, slot: DeskSlot) -> Result<(), PlaceHoldError> {
    let DeskSlot { court, day, start } = slot;
    let pick = Pick { sport: PICKLEBALL, venue: VENUE, court, day, start };
    place_hold(app, customer, pick).await.map(drop)
}

async fn details(app: &TestApp, order: &BookedOrder) -> BookingDetails {
    details_of(app, OrderNumber::try_from(order.number).unwrap()).await
}

/// Asserts that no rule of the database is broken, and that the ledger agrees with the tables.
pub(crate) async fn assert_sound(app: &TestApp) {
    let broken = app.store.read((), |tx, ()| Box::pin(async move { Invariants(tx).list_broken().await }));
    let broken: Result<Vec<_>, StoreError> = broken.await;
    assert!(broken.as_ref().unwrap().is_empty(), "{broken:?}");
    let faults = app.store.read((), |tx, ()| Box::pin(async move { audit(tx).await })).await;
    assert!(faults.as_ref().unwrap().is_empty(), "{faults:?}");
}

on_both_engines!(a_clerk_holds_a_court_and_books_it_for_a_player, async |store| {
    let (app, customer, kiran) = open(store).await;
    let slot = pick(3, "7:00 PM");
    let held = hold(&app, &kiran, slot, 1).await.unwrap();
    assert_eq!(held.until, app.clock_now() + SignedDuration::from_secs(120));
    assert_eq!((held.price_paise, held.minutes), (80_000, 60));
    assert!(matches!(player_holds(&app, customer, slot).await, Err(PlaceHoldError::Taken)));

    let request = request(&[slot], Player::Known(customer));
    let booked = book(&app, &kiran, request.clone(), 2).await.unwrap();
    assert_eq!((booked.customer, booked.is_new), (customer, false));
    let details = details(&app, &booked.orders[0]).await;
    assert_eq!(details.booking.status, OrderStatus::Confirmed);
    assert_eq!(details.booked_by, Some(kiran.id()));
    assert_eq!(details.booking.amounts.due(), Money::from_rupees(800));
    assert_eq!(details.booking.group, None);
    let answered = (booked.orders[0].version, booked.orders[0].price_paise, booked.name.as_str());
    let stored = &details.booking;
    assert_eq!(answered, (stored.version, stored.amounts.price.paise(), stored.name.as_str()));
    assert_sound(&app).await;

    // The same key again returns the same booking; another key finds the court taken.
    assert_eq!(book(&app, &kiran, request.clone(), 2).await.unwrap(), booked);
    let again = book(&app, &kiran, request, 3).await;
    assert!(matches!(again, Err(BookError::Taken(taken)) if taken == slot), "{again:?}");
    // The hold of the clerk is over: giving it back does not touch the booking.
    release_hold(&app, &kiran, VENUE, (held.id, held.until), request_key(4)).await.unwrap();
    assert!(matches!(player_holds(&app, customer, slot).await, Err(PlaceHoldError::AlreadyBooked)));
});

on_both_engines!(a_hold_is_its_clerks_own_until_it_ends, async |store| {
    let (app, customer, kiran) = open(store).await;
    let nisha = actor(&app, Role::Desk, "9825041737", &[VENUE]).await;
    let slot = pick(3, "7:00 PM");
    let held = hold(&app, &kiran, slot, 1).await.unwrap();
    assert!(matches!(hold(&app, &nisha, slot, 2).await, Err(HoldCourtError::Taken)));
    // A colleague can neither use nor release it.
    let stolen = request(&[slot], Player::Known(customer));
    assert!(matches!(book(&app, &nisha, stolen, 3).await, Err(BookError::Taken(_))));
    release_hold(&app, &nisha, VENUE, (held.id, held.until), request_key(4)).await.unwrap();
    assert!(matches!(player_holds(&app, customer, slot).await, Err(PlaceHoldError::Taken)));

    // Its clerk extends it …
    app.clock.advance(60);
    let longer = hold(&app, &kiran, slot, 5).await.unwrap();
    assert_eq!((longer.id, held.is_new, longer.is_new), (held.id, true, false));
    assert_eq!(longer.until, held.until + SignedDuration::from_secs(60));
    // … and gives it back.
    release_hold(&app, &kiran, VENUE, (held.id, longer.until), request_key(6)).await.unwrap();
    player_holds(&app, customer, slot).await.unwrap();
});

on_both_engines!(a_clerks_own_hold_gets_the_new_length_of_slots, async |store| {
    let (app, _, kiran) = open(store).await;
    let nisha = actor(&app, Role::Desk, "9825041737", &[VENUE]).await;
    let (alone, beside) = (pick(3, "6:00 PM"), pick(4, "6:00 PM"));
    let short = hold(&app, &kiran, alone, 1).await.unwrap();
    hold(&app, &kiran, beside, 2).await.unwrap();
    hold(&app, &nisha, pick(4, "7:00 PM"), 3).await.unwrap();
    Hours::usual().slots_of(90).set(&app).await;
    let long = hold(&app, &kiran, alone, 4).await.unwrap();
    assert_eq!((short.minutes, long.minutes), (60, 90));
    let again = hold(&app, &kiran, alone, 5).await.unwrap();
    assert_eq!((again.id, again.is_new), (long.id, false));
    // A colleague has the hour after it: the clerk keeps what was held.
    assert!(matches!(hold(&app, &kiran, beside, 6).await, Err(HoldCourtError::Taken)));
    let alone = "select cast(count(*) as bigint) from slot_claim where court_id = 3";
    let beside = "select cast(count(*) as bigint) from slot_claim where court_id = 4";
    assert_eq!((number(&app.store, alone).await, number(&app.store, beside).await), (1, 2));
    assert_sound(&app).await;
});

/// A clerk holds a court in two tabs and closes the first one; returns whether the court is still held.
async fn second_tab_keeps(store: Store) -> bool {
    let (app, customer, kiran) = open(store).await;
    let slot = pick(3, "7:00 PM");
    let first = hold(&app, &kiran, slot, 1).await.unwrap();
    let second = hold(&app, &kiran, slot, 2).await.unwrap();
    assert!(second.until > first.until, "also within a millisecond");
    release_hold(&app, &kiran, VENUE, (first.id, first.until), request_key(3)).await.unwrap();
    let is_held = matches!(player_holds(&app, customer, slot).await, Err(PlaceHoldError::Taken));
    if is_held {
        release_hold(&app, &kiran, VENUE, (second.id, second.until), request_key(4)).await.unwrap();
        player_holds(&app, customer, slot).await.unwrap();
    }
    is_held
}

on_both_engines!(a_tab_that_is_closed_leaves_the_hold_that_another_tab_extended, async |store| {
    assert!(second_tab_keeps(store).await);
});

on_both_engines!(
    control_without_its_guard_a_tab_that_is_closed_frees_the_court_of_another_tab,
    async |store| {
        let guard = "and (cast($4 as bigint) is null or held_until = $4)";
        let instead = "and (cast($4 as bigint) is null or $4 > 0)";
        let unguarded = without_guard(&store, statement("slot_claim/release_block"), guard, instead);
        assert!(!second_tab_keeps(unguarded).await);
    }
);

on_both_engines!(a_hold_that_ended_books_only_if_the_court_is_still_free, async |store| {
    let (app, customer, kiran) = open(store).await;
    let (free, gone) = (pick(3, "7:00 PM"), pick(4, "7:00 PM"));
    hold(&app, &kiran, free, 1).await.unwrap();
    hold(&app, &kiran, gone, 2).await.unwrap();
    app.clock.advance(121);
    player_holds(&app, customer, gone).await.unwrap();
    let late = request(&[gone], guest("Rohan Mehta"));
    assert!(matches!(book(&app, &kiran, late, 3).await, Err(BookError::Taken(_))));
    let late = request(&[free], guest("Rohan Mehta"));
    book(&app, &kiran, late, 4).await.unwrap();
    assert_sound(&app).await;
});

on_both_engines!(what_the_desk_cannot_sell_is_refused_with_its_reason, async |store| {
    let (app, customer, kiran) = open(store).await;
    let today = |start: &str| DeskSlot { day: SUNDAY.yesterday().unwrap(), ..pick(3, start) };
    // It is half past eleven: the hour from eleven runs, and a walk-in can play the rest of it.
    hold(&app, &kiran, today("11:00 AM"), 1).await.unwrap();
    let cases = [
        (today("10:00 AM"), NotForSale::Over),
        (
            DeskSlot { day: SUNDAY.saturating_add(jiff::Span::new().days(31)), ..pick(3, "7:00 PM") },
            NotForSale::TooFarAhead,
        ),
        (pick(3, "11:30 PM"), NotForSale::Closed),
        (pick(99, "7:00 PM"), NotForSale::NoSuchCourt),
    ];
    for (n, (slot, expected)) in (10..).step_by(2).zip(cases) {
        let held = hold(&app, &kiran, slot, n).await;
        assert!(matches!(&held, Err(HoldCourtError::NotForSale(reason)) if *reason == expected), "{held:?}");
        let booked = book(&app, &kiran, request(&[slot], Player::Known(customer)), n + 1).await;
        assert!(matches!(&booked, Err(BookError::NotForSale(reason)) if *reason == expected), "{booked:?}");
    }
    let mut cheap = request(&[pick(3, "7:00 PM")], Player::Known(customer));
    cheap.total = Money::from_rupees(700);
    let changed = book(&app, &kiran, cheap, 30).await;
    let Err(BookError::PriceChanged { total, first_day }) = changed else { panic!("{changed:?}") };
    assert_eq!((total, first_day), (Money::from_rupees(800), Money::from_rupees(800)));
    let unknown = request(&[pick(3, "7:00 PM")], Player::Known(CustomerId(1)));
    assert!(matches!(book(&app, &kiran, unknown, 31).await, Err(BookError::NoSuchPlayer)));
});

on_both_engines!(the_desk_sells_as_far_ahead_as_players_can_book_and_at_least_a_month, async |store| {
    let (app, _, kiran) = open(store).await;
    // Today is the day before this Sunday.
    let ahead = |days: i64| DeskSlot {
        day: SUNDAY.saturating_add(jiff::Span::new().days(days - 1)),
        ..pick(3, "7:00 PM")
    };
    Hours::usual().ahead(60).set(&app).await;
    hold(&app, &kiran, ahead(60), 1).await.unwrap();
    let DeskSlot { court, day, start } = ahead(60);
    let taken = Pick { sport: PICKLEBALL, venue: VENUE, court, day, start };
    let others = find_alternatives_at_desk(&app, taken).await.unwrap();
    assert_eq!(others.courts.len(), 3, "{others:?}");
    let late = hold(&app, &kiran, ahead(61), 2).await;
    assert!(matches!(late, Err(HoldCourtError::NotForSale(NotForSale::TooFarAhead))), "{late:?}");
    // A shorter limit is for players only: the desk sells up to the same day of the next month, which is 30 days ahead.
    Hours::usual().ahead(7).set(&app).await;
    hold(&app, &kiran, ahead(30), 3).await.unwrap();
    let late = hold(&app, &kiran, ahead(31), 4).await;
    assert!(matches!(late, Err(HoldCourtError::NotForSale(NotForSale::TooFarAhead))), "{late:?}");
});

on_both_engines!(other_courts_of_a_running_hour_are_offered_until_its_play_is_over, async |store| {
    let (app, _, kiran) = open(store).await;
    let today = SUNDAY.yesterday().unwrap();
    let offered = async |start: &str| {
        let DeskSlot { court, start, .. } = pick(3, start);
        let taken = Pick { sport: PICKLEBALL, venue: VENUE, court, day: today, start };
        let found = find_alternatives_at_desk(&app, taken).await.unwrap();
        found.courts.iter().map(|free| free.court.number).collect::<Vec<_>>()
    };
    // It is half past eleven: the hour from eleven runs.
    hold(&app, &kiran, DeskSlot { day: today, ..pick(2, "11:00 AM") }, 1).await.unwrap();
    assert_eq!(offered("11:00 AM").await, [4, 1, 5]);
    assert_eq!(offered("10:00 AM").await, [0_u16; 0]);
    // Play ends at five to twelve.
    app.clock.advance(25 * 60 - 1);
    assert_eq!(offered("11:00 AM").await.len(), 3);
    app.clock.advance(1);
    assert_eq!(offered("11:00 AM").await, [0_u16; 0]);
});

on_both_engines!(several_courts_are_booked_as_one_group_or_not_at_all, async |store| {
    let (app, customer, kiran) = open(store).await;
    let slots = [pick(4, "7:00 PM"), pick(3, "7:00 PM"), pick(3, "8:00 PM")];
    let taken = booked(&app, customer, 3, "8:00 PM").await;
    let lost = book(&app, &kiran, request(&slots, guest("Rohan Mehta")), 1).await;
    assert!(matches!(lost, Err(BookError::Taken(slot)) if slot == slots[2]), "{lost:?}");
    let guests = "select cast(count(*) as bigint) from customer where origin = 'desk'";
    assert_eq!(number(&app.store, guests).await, 0, "nothing was written");

    run_for(&app.store, "delete from slot_claim where order_number = $1", taken.number).await;
    run_for(&app.store, "update orders set status = 'cancelled' where order_number = $1", taken.number).await;
    let made = book(&app, &kiran, request(&slots, guest("Rohan Mehta")), 2).await.unwrap();
    let mut groups = Vec::new();
    for (order, slot) in made.orders.iter().zip(slots) {
        let booking = details(&app, order).await.booking;
        assert_eq!(
            (booking.time.slot.court, booking.start),
            (slot.court, slot.start),
            "in the order of the request"
        );
        groups.push(booking.group.unwrap());
    }
    groups.dedup();
    assert_eq!(groups.len(), 1);
});

on_both_engines!(a_guest_has_no_account_until_a_code_proves_the_number, async |store| {
    let (app, _, kiran) = open(store).await;
    let first = request(&[pick(3, "7:00 PM")], guest("Rohan Mehta"));
    let first = book(&app, &kiran, first, 1).await.unwrap();
    assert!(first.is_new);
    let second = request(&[pick(3, "8:00 PM")], guest("Rohan's son"));
    let second = book(&app, &kiran, second, 2).await.unwrap();
    assert_eq!((second.customer, second.is_new), (first.customer, false));
    assert_eq!(details(&app, &first.orders[0]).await.booking.name, "Rohan Mehta");
    assert_eq!(
        details(&app, &second.orders[0]).await.booking.name,
        "Rohan's son",
        "each game has the name that was given for it"
    );

    // A guest has no account: no password fits, as for an unknown number.
    let attempt = LoginAttempt {
        phone: PHONE.parse().unwrap(),
        password: sideout_domain::person::Password::parse("anything", 6).unwrap(),
        device_id: String::new(),
    };
    let signed_in = login(&app, NETWORK, attempt).await;
    assert!(matches!(signed_in, Err(LoginError::WrongCredentials)), "{signed_in:?}");
    // A forgotten password is answered as for an unknown number: with a handle that no code fits, and no message.
    let phone = PHONE.parse().unwrap();
    let reset = forgot_password(&app, NETWORK, phone).await.unwrap();
    assert_eq!(app.newest_code(&PHONE.parse().unwrap()).await, None);
    let tried = verify_reset_code(&app, NETWORK, reset.handle.reveal(), &"123456".parse().unwrap()).await;
    assert!(matches!(tried, Err(VerifyCodeError::WrongCode { .. })));
    // A registration of the number with a wrong code gets nothing, and the desk still knows it as a guest's.
    let issued = register(&app, NETWORK, sideout_testkit::new_player(PHONE)).await.unwrap();
    let code = app.newest_code(&PHONE.parse().unwrap()).await.unwrap();
    let wrong = if code == "123456" { "654321" } else { "123456" };
    let tried = verify_code(&app, NETWORK, issued.handle.reveal(), &wrong.parse().unwrap()).await;
    assert!(matches!(tried, Err(VerifyCodeError::WrongCode { .. })));
    let still = details(&app, &first.orders[0]).await;
    assert_eq!((still.booking.customer, still.booking.name.as_str()), (first.customer, "Rohan Mehta"));
    let accounts = "select cast(count(*) as bigint) from customer where origin = 'app'";
    let before = number(&app.store, accounts).await;

    // A player who proves the number by a code gets the account, with its games.
    let player = app.player(PHONE).await;
    assert_eq!(player.customer.id, first.customer);
    assert_eq!(number(&app.store, accounts).await, before + 1, "only now it is an account");
    assert_eq!(player.customer.full_name.as_str(), "Asha Mehta");
    let games = sideout_app::booking::list_bookings::list_bookings(&app, player.customer.id).await.unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!(details(&app, &second.orders[0]).await.booking.customer, first.customer);
});

/// When the first confirmation is due, in milliseconds; 0 if there is none.
const FIRST_CONFIRMATION_DUE: &str =
    "select cast(coalesce(min(next_try_at), 0) as bigint) from outbox where notice = 'confirmed'";
/// The number of messages about cancellations.
const CANCELLATIONS: &str = "select cast(count(*) as bigint) from outbox where notice = 'cancelled'";

on_both_engines!(a_booking_can_be_undone_before_the_player_gets_the_notice, async |store| {
    let (app, customer, kiran) = open(store).await;
    let nisha = actor(&app, Role::Desk, "9825041737", &[VENUE]).await;
    let slots = [pick(3, "7:00 PM"), pick(4, "7:00 PM")];
    let request = request(&slots, guest("Rohan Mehta"));
    let made = book(&app, &kiran, request, 1).await.unwrap();
    assert_eq!(made.undo_until, app.clock_now() + SignedDuration::from_secs(60));
    let due_at = Timestamp::from_millisecond(number(&app.store, FIRST_CONFIRMATION_DUE).await).unwrap();
    assert!(due_at > made.undo_until, "{due_at}");

    let mut seen = Vec::new();
    for order in &made.orders {
        let booking = details(&app, order).await.booking;
        seen.push(SeenBooking { number: booking.number, version: booking.version });
    }
    let undo = async |actor: &Actor, seen: &[SeenBooking], key| {
        undo_bookings(&app, actor, VENUE, seen.to_vec(), request_key(key)).await
    };
    let by_colleague = undo(&nisha, &seen, 2).await;
    assert!(matches!(by_colleague, Err(UndoError::Over)), "{by_colleague:?}");
    let stale = [SeenBooking { version: seen[0].version + 1, ..seen[0] }];
    assert!(matches!(undo(&kiran, &stale, 3).await, Err(UndoError::Over)));

    app.clock.advance(59);
    undo(&kiran, &seen, 4).await.unwrap();
    undo(&kiran, &seen, 4).await.unwrap();
    for order in &made.orders {
        assert_eq!(details(&app, order).await.booking.status, OrderStatus::Cancelled);
    }
    assert_eq!(number(&app.store, CANCELLATIONS).await, 0, "no notice of what was undone");
    player_holds(&app, customer, slots[0]).await.unwrap();
    assert!(matches!(undo(&kiran, &seen, 5).await, Err(UndoError::Over)), "once");
    assert_sound(&app).await;
});

on_both_engines!(what_was_undone_is_not_in_the_players_history_and_stays_on_the_desks_board, async |store| {
    let (app, customer, kiran) = open(store).await;
    let listed = async || {
        let listed = list_bookings(&app, customer).await.unwrap();
        listed.iter().map(|order| order.number).collect::<BTreeSet<_>>()
    };
    let mut made = Vec::new();
    for (key, start) in (1..).zip(["5:00 PM", "6:00 PM", "7:00 PM", "8:00 PM"]) {
        let request = request(&[pick(3, start)], Player::Known(customer));
        let booked = book(&app, &kiran, request, key).await.unwrap();
        made.push(details(&app, &booked.orders[0]).await.booking);
    }
    let [undone, cancelled, late, paid] = made.as_slice() else { panic!("four were booked") };
    pay_cash(&app.store, paid.number, 800).await;
    assert_eq!(listed().await.len(), 4);
    let cancel = async |booking: &DeskBooking, key| {
        let (number, version) = (booking.number, details_of(&app, booking.number).await.booking.version);
        let back = if booking.number == paid.number { 770 } else { 0 };
        let shown = Money::from_rupees(back);
        let cancel = CancelAtDesk { number, version, shown, refund: None, reason: None };
        cancel_at_desk(&app, &kiran, cancel, request_key(key)).await.unwrap();
    };
    let seen = vec![SeenBooking { number: undone.number, version: undone.version }];
    undo_bookings(&app, &kiran, VENUE, seen, request_key(11)).await.unwrap();
    app.clock.advance(59);
    cancel(cancelled, 12).await;
    assert_eq!(
        number(&app.store, CANCELLATIONS).await,
        0,
        "there is no notice of the end of what was not announced"
    );
    cancel(paid, 13).await;
    app.clock.advance(1);
    cancel(late, 14).await;
    assert!(number(&app.store, CANCELLATIONS).await > 0);
    let notified = BTreeSet::from([paid.number, late.number]);
    assert_eq!(listed().await, notified, "a player who paid or got a notice finds it in the history");

    // The desk sees all four, and none of them is a game.
    let board = board(&app).await;
    assert_eq!((board.bookings.len(), board.cancelled.len()), (1, 3), "one waits for its refund");
    let again = request(&[pick(3, "7:00 PM")], Player::Known(customer));
    let again = book(&app, &kiran, again, 15).await.unwrap();
    let again = details(&app, &again.orders[0]).await;
    assert!(again.booking.is_first_visit);
    app.clock.set(at("9:00 PM"));
    assert_eq!(details_of(&app, again.booking.number).await.games, 1);
    let undone = "select cast(count(*) as bigint) from audit_entry where verb = 'booking.undone'";
    assert_eq!(number(&app.store, undone).await, 1);
});

on_both_engines!(a_booking_cannot_be_undone_after_a_minute, async |store| {
    let (app, customer, kiran) = open(store).await;
    let made = request(&[pick(3, "7:00 PM")], Player::Known(customer));
    let made = book(&app, &kiran, made, 1).await.unwrap();
    let booking = details(&app, &made.orders[0]).await.booking;
    app.clock.advance(60);
    let seen = vec![SeenBooking { number: booking.number, version: booking.version }];
    let undone = undo_bookings(&app, &kiran, VENUE, seen, request_key(2)).await;
    assert!(matches!(undone, Err(UndoError::Over)), "{undone:?}");
    assert_eq!(details(&app, &made.orders[0]).await.booking.status, OrderStatus::Confirmed);
});

on_both_engines!(a_booking_that_was_made_for_players_who_are_here_can_be_undone, async |store| {
    let (app, customer, kiran) = open(store).await;
    app.clock.set(at("6:55 PM"));
    let here = BookAtDesk { arrive: true, ..request(&[pick(3, "7:00 PM")], Player::Known(customer)) };
    let made = book(&app, &kiran, here, 1).await.unwrap();
    let booking = details(&app, &made.orders[0]).await.booking;
    assert_eq!((booking.attendance, booking.version), (ARRIVED, made.orders[0].version));
    app.clock.advance(30);
    let seen = vec![SeenBooking { number: booking.number, version: booking.version }];
    undo_bookings(&app, &kiran, VENUE, seen, request_key(2)).await.unwrap();
    assert_eq!(details_of(&app, booking.number).await.booking.status, OrderStatus::Cancelled);

    let other = request(&[pick(4, "7:00 PM")], Player::Known(customer));
    let other = book(&app, &kiran, other, 3).await.unwrap();
    app.clock.advance(1);
    let number = OrderNumber::try_from(other.orders[0].number).unwrap();
    let marked = mark(&app, number, ARRIVED, other.orders[0].version).await.unwrap();
    let seen = vec![SeenBooking { number, version: marked.after.booking.version }];
    let undone = undo_bookings(&app, &kiran, VENUE, seen, request_key(4)).await;
    assert!(matches!(undone, Err(UndoError::Over)), "{undone:?}");
    assert_sound(&app).await;
});

/// How many of twenty get a court at once: ten clerks who hold or book it, ten players who hold it.
async fn winners(app: &TestApp, clerks: &[Actor], customers: &[CustomerId]) -> usize {
    let slot = pick(3, "7:00 PM");
    let attempts = run_concurrently(20, |n| {
        let (app, customer) = (app.clone(), customers[n]);
        let clerk = clerks[n / 2].clone();
        async move {
            let key = u64::try_from(n).unwrap() + 100;
            match n % 4 {
                0 => hold(&app, &clerk, slot, key).await.is_ok(),
                2 => book(&app, &clerk, request(&[slot], Player::Known(customer)), key).await.is_ok(),
                _ => player_holds(&app, customer, slot).await.is_ok(),
            }
        }
    });
    attempts.await.into_iter().filter(|won| *won).count()
}

/// An app with twenty customers and ten clerks.
async fn open_with_clerks(store: Store) -> (TestApp, Vec<Actor>, Vec<CustomerId>) {
    let (app, customers) = open_app(store, 20).await;
    let mut clerks = Vec::new();
    for n in 0..10 {
        clerks.push(actor(&app, Role::Desk, &format!("982504170{n}"), &[VENUE]).await);
    }
    (app, clerks, customers)
}

on_both_engines!(of_twenty_who_want_one_court_one_gets_it, async |store| {
    let (app, clerks, customers) = open_with_clerks(store).await;
    assert_eq!(winners(&app, &clerks, &customers).await, 1);
    assert_sound(&app).await;
});

on_both_engines!(control_without_its_guard_a_desk_hold_takes_a_held_court, async |store| {
    let (app, clerks, customers) = open_with_clerks(store.clone()).await;
    let guard = "where slot_claim.held_until is not null and slot_claim.held_until <= $6";
    let unguarded = without_guard(&store, statement("slot_claim/hold_for_desk"), guard, "where $6 > 0");
    let app = app.another_node_on(unguarded, |_| {});
    player_holds(&app, customers[0], pick(3, "7:00 PM")).await.unwrap();
    hold(&app, &clerks[0], pick(3, "7:00 PM"), 1).await.unwrap();
});

on_both_engines!(a_court_whose_hold_ended_goes_to_the_clerk_or_a_player, async |store| {
    let (app, clerks, customers) = open_with_clerks(store).await;
    assert_eq!(winners_after_the_hold(&app, &clerks[0], &customers).await, 1);
    assert_sound(&app).await;
});

on_both_engines!(control_without_its_guard_a_hold_that_ended_takes_a_players_court, async |store| {
    let (app, clerks, customers) = open_with_clerks(store.clone()).await;
    let guard = " and block_id = $4";
    let unguarded = without_guard(&store, statement("slot_claim/hand_over"), guard, " and $4 > 0");
    let app = app.another_node_on(unguarded, |_| {});
    let slot = pick(3, "7:00 PM");
    let held = hold(&app, &clerks[0], slot, 1).await.unwrap();
    // The player's hold replaces the clerk's between the read of the hold and the booking.
    app.clock.advance(121);
    player_holds(&app, customers[0], slot).await.unwrap();
    let handed: Result<bool, StoreError> = app
        .store
        .write(held.id, |tx, id| {
            Box::pin(async move {
                let slot = crate::helpers::slot(3, "7:00 PM");
                let to = OrderNumber::try_from(4_820_193_756).unwrap();
                sideout_store::Claims(tx).hand_over(slot, *id, to).await
            })
        })
        .await;
    assert!(handed.unwrap());
});

/// How many get a court whose hold has just ended: its clerk, who books it, and nine players.
async fn winners_after_the_hold(app: &TestApp, clerk: &Actor, customers: &[CustomerId]) -> usize {
    let slot = pick(3, "7:00 PM");
    hold(app, clerk, slot, 1).await.unwrap();
    app.clock.advance(121);
    let attempts = run_concurrently(10, |n| {
        let (app, clerk, customer) = (app.clone(), clerk.clone(), customers[n]);
        async move {
            if n == 0 {
                let request = request(&[slot], Player::Known(customer));
                book(&app, &clerk, request, 2).await.is_ok()
            } else {
                player_holds(&app, customer, slot).await.is_ok()
            }
        }
    });
    attempts.await.into_iter().filter(|won| *won).count()
}

on_both_engines!(a_booking_is_cancelled_at_the_version_that_was_seen_only, async |store| {
    let (app, customer, kiran) = open(store).await;
    let made = book(&app, &kiran, request(&[pick(3, "7:00 PM")], Player::Known(customer)), 1).await.unwrap();
    let number = OrderNumber::try_from(made.orders[0].number).unwrap();
    let slot = details(&app, &made.orders[0]).await.booking.time.slot;
    // A colleague has changed it since.
    run_for(&app.store, "update orders set version = version + 1 where order_number = $1", number).await;
    let cancel = async |version: Option<i64>| {
        let work =
            app.store.write((number, customer, slot, version), |tx, (number, customer, slot, version)| {
                let read = (*number, *customer, *slot, Money::ZERO);
                Box::pin(async move {
                    let now = sideout_testkit::FixedClock::START;
                    sideout_store::Orders(tx)
                        .cancel(read, OrderStatus::Cancelled, now, None, None, *version)
                        .await
                })
            });
        let done: Result<bool, StoreError> = work.await;
        done.unwrap()
    };
    assert!(!cancel(Some(made.orders[0].version)).await);
    assert!(cancel(Some(made.orders[0].version + 1)).await);
});

on_both_engines!(a_desk_booking_for_a_number_that_is_registering_keeps_the_registration, async |store| {
    let (app, _, kiran) = open(store).await;
    let new = sideout_testkit::new_player(PHONE);
    let issued = sideout_app::accounts::register::register(&app, NETWORK, new).await.unwrap();
    let game = book(&app, &kiran, request(&[pick(3, "7:00 PM")], guest("Rohan Mehta")), 1).await.unwrap();
    let code = app.newest_code(&PHONE.parse().unwrap()).await.unwrap().parse().unwrap();
    let verified =
        sideout_app::accounts::verify_code::verify_code(&app, NETWORK, issued.handle.reveal(), &code).await;
    let sideout_app::accounts::verify_code::Verified::SignedIn(session) = verified.unwrap() else {
        panic!("the code proves the number");
    };
    assert_eq!(session.customer.id, game.customer);
    assert!(session.customer.email.is_some(), "what was registered is kept");
});
