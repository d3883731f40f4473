//! Guests who give the desk no phone number: they share nothing, get no notices, and may get a number later.

use sideout_app::{
    booking::list_bookings::list_bookings,
    desk::{
        board::{
            search::search,
            write_note::{NoteAbout, WriteNote, write_note},
        },
        bookings::{
            DeskSlot,
            add_number::{AddNumber, AddNumberError, add_number},
            book::{BookAtDesk, BookError, BookedAtDesk, PayNow, Player, book_at_desk},
            cancel_at_desk::{CancelAtDesk, cancel_at_desk, preview_cancellation},
            extend_booking::{ExtendAtDesk, extend_at_desk},
            move_booking::{MoveAtDesk, move_at_desk},
        },
        money::{pay_out_refund::pay_out_refund, take_payment::TakePaymentError},
    },
    steps::audited::Actor,
};
use sideout_domain::{
    CustomerId, bill::Tender, money::Money, order::OrderNumber, order::OrderStatus, person::FullName,
    staff::Role,
};
use sideout_store::{Store, StoreError, accounts::Customers};
use sideout_testkit::{
    TestApp, on_both_engines, request_key, run_concurrently, sample_venue::VENUE, statement, without_guard,
};

use crate::{
    counter::{actor, as_taken, line_of, open_counter, payment_by, try_take},
    desk_bookings::assert_sound,
    helpers::{at, board, details, number, open_app, run},
    moving::{pick, version},
};

const PHONE: &str = "9825041777";

fn name(text: &str) -> FullName {
    text.parse().unwrap()
}

fn guest(text: &str) -> Player {
    Player::WithoutNumber { full_name: name(text) }
}

fn request(slots: &[DeskSlot], player: Player) -> BookAtDesk {
    let total = Money::from_rupees(800 * i64::try_from(slots.len()).unwrap());
    BookAtDesk { slots: slots.to_vec(), player, contact_name: None, total, pay: None, arrive: false }
}

async fn book(app: &TestApp, actor: &Actor, request: BookAtDesk, key: u64) -> BookedAtDesk {
    book_at_desk(app, actor, VENUE, request, request_key(key)).await.unwrap()
}

fn first(booked: &BookedAtDesk) -> OrderNumber {
    OrderNumber::try_from(booked.orders[0].number).unwrap()
}

fn adding(number: OrderNumber, version: i64, phone: &str) -> AddNumber {
    AddNumber { number, version, phone: phone.parse().unwrap(), name: None }
}

async fn add(app: &TestApp, actor: &Actor, request: AddNumber, key: u64) -> Result<(), AddNumberError> {
    add_number(app, actor, request, request_key(key)).await.map(drop)
}

async fn customer_of(app: &TestApp, phone: &str) -> CustomerId {
    let phone = phone.parse().unwrap();
    let found =
        app.store.read(phone, |tx, phone| Box::pin(async move { Customers(tx).find_by_phone(phone).await }));
    let found: Result<_, StoreError> = found.await;
    found.unwrap().unwrap().id
}

async fn messages(store: &Store) -> i64 {
    number(store, "select count(*) as n from outbox").await
}

async fn note(app: &TestApp, actor: &Actor, order: OrderNumber, text: &str, key: u64) {
    let note = WriteNote { number: order, about: NoteAbout::Player, text: text.parse().unwrap() };
    write_note(app, actor, note, request_key(key)).await.unwrap();
}

on_both_engines!(two_guests_without_a_number_share_nothing, async |store| {
    let (app, _, kiran, _) = open_counter(store, 1).await;
    let asha = book(&app, &kiran, request(&[pick(3, "7:00 PM")], guest("Asha")), 1).await;
    let other = book(&app, &kiran, request(&[pick(4, "7:00 PM")], guest("Asha")), 2).await;
    assert_eq!((asha.name.as_str(), asha.phone.clone(), asha.is_new), ("Asha", None, false));
    assert_ne!(asha.customer, other.customer);
    note(&app, &kiran, first(&asha), "Left handed", 3).await;

    let asha = details(&app, first(&asha)).await;
    let other = details(&app, first(&other)).await;
    assert_eq!((asha.notes.len(), other.notes.len()), (1, 0));
    assert_eq!((asha.booking.notes, other.booking.notes), (1, 0));
    // Earlier visits of a guest without a number are not known.
    assert!(!asha.booking.is_first_visit && !other.booking.is_first_visit);
    assert_eq!((asha.booking.phone, asha.games, asha.no_shows), (None, 0, 0));

    // A guest is not a player to book for again.
    let again = request(&[pick(5, "7:00 PM")], Player::Known(other.booking.customer));
    let again = book_at_desk(&app, &kiran, VENUE, again, request_key(9)).await;
    assert!(matches!(again, Err(BookError::NoSuchPlayer)), "{again:?}");
    assert_sound(&app).await;
});

on_both_engines!(
    a_guest_without_a_number_plays_moves_extends_and_is_refunded_as_any_other_and_gets_no_notice,
    async |store| {
        let (app, _, kiran, _) = open_counter(store.clone(), 1).await;
        let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
        let before = messages(&store).await;
        let mut walk_in =
            request(&[pick(3, "7:00 PM")], Player::WithoutNumber { full_name: FullName::of_guest() });
        walk_in.pay = Some(PayNow { tender: Tender::Cash, reference: None });
        walk_in.arrive = true;
        app.clock.set(at("6:55 PM"));
        let walk_in = book(&app, &kiran, walk_in, 1).await;
        let played = details(&app, first(&walk_in)).await.booking;
        assert_eq!((played.name.as_str(), played.amounts.due()), ("Guest", Money::ZERO));
        assert!(played.attendance.is_some());

        let moved = first(&book(&app, &kiran, request(&[pick(4, "8:00 PM")], guest("Asha")), 2).await);
        let to = MoveAtDesk {
            number: moved,
            version: version(&app, moved).await,
            to: pick(5, "8:00 PM"),
            total: Money::from_rupees(800),
            choice: None,
            reason: None,
        };
        move_at_desk(&app, &kiran, to, request_key(3)).await.unwrap();
        let seen = version(&app, moved).await;
        let DeskSlot { day, start, .. } = pick(5, "9:00 PM");
        let hour = ExtendAtDesk { number: moved, version: seen, day, start, total: Money::from_rupees(800) };
        let extended = extend_at_desk(&app, &kiran, hour, request_key(4)).await.unwrap();
        let second = OrderNumber::try_from(extended.number).unwrap();
        assert_eq!(details(&app, second).await.booking.customer, details(&app, moved).await.booking.customer);
        assert_eq!(details(&app, second).await.booking.name, "Asha");

        let paid = line_of(&app, moved, 800).await;
        try_take(&app, &kiran, payment_by(Tender::Cash, vec![paid]), 5).await.unwrap();
        let (seen, preview) = preview_cancellation(&app, &nisha, moved).await.unwrap();
        let cancel = CancelAtDesk {
            number: moved,
            version: seen.booking.version,
            shown: preview.refund,
            refund: Some(Money::from_rupees(800)).filter(|all| *all != preview.refund),
            reason: Some("Rain".to_owned()),
        };
        cancel_at_desk(&app, &nisha, cancel, request_key(6)).await.unwrap();
        let refund = details(&app, moved).await.refunds[0].id;
        pay_out_refund(&app, &nisha, as_taken(refund), request_key(7)).await.unwrap();
        let cancelled = details(&app, moved).await.booking;
        assert_eq!(cancelled.amounts.returned, Money::from_rupees(800));

        assert_eq!(messages(&store).await, before, "a guest without a number gets no notice");
        assert_sound(&app).await;
    }
);

on_both_engines!(the_search_finds_the_booking_of_a_guest_and_no_player, async |store| {
    let (app, _, kiran, _) = open_counter(store, 1).await;
    let asha = first(&book(&app, &kiran, request(&[pick(3, "7:00 PM")], guest("Zubin Patel")), 1).await);
    for (now, text) in
        [(at("6:00 AM"), "patel zubin"), (at("6:00 AM") - jiff::SignedDuration::from_hours(24), "zub")]
    {
        app.clock.set(now);
        let found = search(&app, &[VENUE], VENUE, text).await.unwrap();
        let numbers: Vec<OrderNumber> = found.bookings.iter().map(|booking| booking.number).collect();
        assert_eq!((numbers, found.players), (vec![asha], vec![]), "{text}");
    }
    let digits = search(&app, &[VENUE], VENUE, &asha.to_string()).await.unwrap();
    assert_eq!(digits.bookings.len(), 1);
    // A game of the day before is not ahead.
    app.clock.set(at("6:00 AM") + jiff::SignedDuration::from_hours(24));
    assert_eq!(search(&app, &[VENUE], VENUE, "zubin").await.unwrap().bookings, vec![]);
});

on_both_engines!(the_cash_of_two_guests_is_counted_apart, async |store| {
    let (app, _, kiran, _) = open_counter(store.clone(), 1).await;
    let one = book(&app, &kiran, request(&[pick(3, "7:00 PM")], guest("Asha")), 1).await;
    let two = book(&app, &kiran, request(&[pick(4, "7:00 PM")], guest("Asha")), 2).await;
    assert_ne!(one.customer, two.customer);
    let dear = "update orders set price_paise = 15000000";
    run(&store, dear).await;
    // Each is below the limit of two lakh rupees; together they are above it.
    for (booked, key) in [(&one, 3), (&two, 4)] {
        let paid = line_of(&app, first(booked), 150_000).await;
        try_take(&app, &kiran, payment_by(Tender::Cash, vec![paid]), key).await.unwrap();
    }
    let owners = number(&store, "select count(distinct customer_id) as n from bill").await;
    assert_eq!(owners, 2, "cash is summed for each guest");

    // Control: the same two sums of one guest.
    let both = request(&[pick(5, "7:00 PM"), pick(6, "7:00 PM")], guest("Asha"));
    let both = book(&app, &kiran, both, 5).await;
    run(&store, dear).await;
    // The cash of a group is summed too; here only the guest is to count.
    run(&store, "update orders set group_id = null").await;
    let orders: Vec<OrderNumber> =
        both.orders.iter().map(|order| OrderNumber::try_from(order.number).unwrap()).collect();
    let paid = line_of(&app, orders[0], 150_000).await;
    try_take(&app, &kiran, payment_by(Tender::Cash, vec![paid]), 6).await.unwrap();
    let second = line_of(&app, orders[1], 150_000).await;
    let refused = try_take(&app, &kiran, payment_by(Tender::Cash, vec![second]), 7).await;
    assert!(
        matches!(refused, Err(TakePaymentError::CashLimit(taken)) if taken == Money::from_rupees(150_000)),
        "{refused:?}"
    );
});

on_both_engines!(a_number_gives_all_bookings_of_the_guest_to_the_player_who_has_it, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let player = customers[0];
    let phone = phone_of(&app, player).await;
    let slots = [pick(3, "7:00 PM"), pick(4, "7:00 PM")];
    let booked = book(&app, &kiran, request(&slots, guest("Asha")), 1).await;
    let number = first(&booked);
    note(&app, &kiran, number, "Left handed", 2).await;
    let before = messages(&store).await;
    let request =
        AddNumber { phone: phone.parse().unwrap(), ..adding(number, version(&app, number).await, PHONE) };
    add(&app, &kiran, request.clone(), 3).await.unwrap();
    // The same key again changes nothing.
    add(&app, &kiran, request.clone(), 3).await.unwrap();
    for order in &booked.orders {
        let details = details(&app, OrderNumber::try_from(order.number).unwrap()).await;
        assert_eq!((details.booking.customer, details.booking.name.as_str()), (player, "Asha"));
        assert_eq!((details.booking.version, details.notes.len()), (order.version + 1, 1));
    }
    assert_eq!(list_bookings(&app, player).await.unwrap().len(), 2, "the games are in the app");
    assert!(messages(&store).await > before, "the player gets a notice");
    let left = messages(&store).await;
    assert!(matches!(add(&app, &kiran, request, 4).await, Err(AddNumberError::ChangedMeanwhile(_))));
    let again = adding(number, version(&app, number).await, PHONE);
    assert!(matches!(add(&app, &kiran, again, 5).await, Err(AddNumberError::HasNumber)));
    assert_eq!(messages(&store).await, left);
    assert_sound(&app).await;
});

async fn phone_of(app: &TestApp, player: CustomerId) -> String {
    let found = app.store.read(player, |tx, id| Box::pin(async move { Customers(tx).find(*id).await }));
    let found: Result<_, StoreError> = found.await;
    found.unwrap().unwrap().phone.unwrap().as_e164().to_owned()
}

on_both_engines!(a_number_without_a_player_becomes_a_player_of_the_desk_who_needs_a_name, async |store| {
    let (app, _, kiran, _) = open_counter(store, 1).await;
    let named = first(&book(&app, &kiran, request(&[pick(3, "7:00 PM")], guest("Asha")), 1).await);
    let unnamed = Player::WithoutNumber { full_name: FullName::of_guest() };
    let unnamed = first(&book(&app, &kiran, request(&[pick(4, "7:00 PM")], unnamed), 2).await);
    let paid = line_of(&app, unnamed, 800).await;
    try_take(&app, &kiran, payment_by(Tender::Cash, vec![paid]), 3).await.unwrap();

    let without_name = adding(unnamed, version(&app, unnamed).await, PHONE);
    let refused = add(&app, &kiran, without_name.clone(), 4).await;
    assert!(matches!(refused, Err(AddNumberError::NameMissing)), "{refused:?}");
    assert_eq!(details(&app, unnamed).await.booking.phone, None, "nothing was changed");
    let with_name = AddNumber { name: Some(name("Ravi Shah")), ..without_name };
    add(&app, &kiran, with_name, 5).await.unwrap();
    let ravi = details(&app, unnamed).await.booking;
    assert_eq!((ravi.customer, ravi.name.as_str()), (customer_of(&app, PHONE).await, "Ravi Shah"));
    assert!(ravi.is_first_visit);

    // The second guest has the same number and another name, which stays with the game.
    add(&app, &kiran, adding(named, version(&app, named).await, PHONE), 6).await.unwrap();
    let asha = details(&app, named).await.booking;
    assert_eq!((asha.customer, asha.name.as_str()), (ravi.customer, "Asha"));
    assert_eq!(asha.status, OrderStatus::Confirmed);
    assert_eq!(board(&app).await.bookings.len(), 2);
    assert_sound(&app).await;
});

/// How many of six calls at once, each with another number, give it to the same guest.
async fn winners(store: Store) -> usize {
    let (app, customers) = open_app(store, 6).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let number = first(&book(&app, &kiran, request(&[pick(3, "7:00 PM")], guest("Asha")), 1).await);
    let seen = version(&app, number).await;
    let mut phones = Vec::new();
    for customer in customers {
        phones.push(phone_of(&app, customer).await);
    }
    let done = run_concurrently(phones.len(), |n| {
        let (app, kiran, phone) = (app.clone(), kiran.clone(), phones[n].clone());
        async move {
            match add(&app, &kiran, adding(number, seen, &phone), 10 + u64::try_from(n).unwrap()).await {
                Ok(()) => true,
                Err(AddNumberError::ChangedMeanwhile(_)) => false,
                Err(failed) => panic!("{failed:?}"),
            }
        }
    });
    done.await.into_iter().filter(|done| *done).count()
}

on_both_engines!(of_several_numbers_for_one_guest_at_once_one_is_added, async |store| {
    assert_eq!(winners(store).await, 1);
});

/// Gives the orders of a guest, through the store `giving`, from an earlier version of one of them; returns whether they are
/// given.
async fn given_from_an_old_version(store: Store, giving: Store) -> bool {
    let (app, customers) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let booked = book(&app, &kiran, request(&[pick(3, "7:00 PM")], guest("Asha")), 1).await;
    let input = (first(&booked), booked.orders[0].version - 1, booked.customer, customers[0]);
    let given = giving.write(input, |tx, (number, version, guest, to)| {
        Box::pin(async move {
            let given = sideout_store::Orders(tx).give((*number, *version), (*guest, *to), None).await?;
            Ok::<bool, StoreError>(!given.is_empty())
        })
    });
    given.await.unwrap()
}

on_both_engines!(the_orders_of_a_guest_are_given_from_their_present_version_only, async |store| {
    assert!(!given_from_an_old_version(store.clone(), store).await);
});

on_both_engines!(control_without_its_guard_orders_are_given_from_an_old_version, async |store| {
    let unguarded = without_guard(&store, statement("orders/give"), "and version = $2", "and version >= $2");
    assert!(given_from_an_old_version(store, unguarded).await);
});

on_both_engines!(the_database_refuses_an_account_without_a_number, async |store| {
    let (app, _) = open_app(store.clone(), 1).await;
    let unset: Result<u64, StoreError> = app
        .store
        .write((), |tx, ()| {
            Box::pin(async move {
                let text = "update customer set phone = null";
                tx.run(sideout_store::Statement { name: text, text }, &[]).await
            })
        })
        .await;
    assert!(matches!(unset, Err(StoreError::Constraint(_))), "an account without a number: {unset:?}");
});
