//! Notices about bookings that the desk makes or moves.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicUsize, Ordering},
};

use sideout_app::{
    desk::{
        bookings::{
            DeskSlot,
            book::{BookAtDesk, BookedAtDesk, Player, book_at_desk},
            move_booking::{MoveAtDesk, MovedAtDesk, move_at_desk},
            move_price::PriceChoice,
            undo_bookings::{SeenBooking, undo_bookings},
            undo_move::undo_move,
        },
        money::{
            open_shift::open_shift,
            take_payment::{PaymentLine, TakePayment, take_payment},
        },
    },
    notices::deliver::deliver,
    steps::audited::Actor,
};
use sideout_domain::{
    CourtId, bill::Tender, drawer::CashCount, money::Money, notice::Channel, order::OrderNumber, staff::Role,
};
use sideout_store::Store;
use sideout_testkit::{TestApp, on_both_engines, request_key, sample_venue::VENUE, statement, without_guard};

use crate::fixture::NoticesFixture;

/// Books court 3 at 7 PM for a new number.
async fn book(fixture: &NoticesFixture) -> (Actor, BookedAtDesk) {
    let clerk = fixture.app.staff(Role::Desk, "9825041736", &[VENUE]).await;
    let actor = fixture.app.actor(&clerk.token).await;
    let day = jiff::civil::date(2026, 11, 22);
    let slot = DeskSlot { court: CourtId(3), day, start: "7:00 PM".parse().unwrap() };
    let request = BookAtDesk {
        slots: vec![slot],
        player: Player::ByPhone {
            full_name: "Rohan Mehta".parse().unwrap(),
            phone: "9825041777".parse().unwrap(),
        },
        contact_name: None,
        total: Money::from_rupees(800),
        pay: None,
        arrive: false,
    };
    let booked = book_at_desk(&fixture.app, &actor, VENUE, request, request_key(1)).await.unwrap();
    (actor, booked)
}

on_both_engines!(a_guest_gets_a_text_when_the_booking_cannot_be_undone_any_more, async |store| {
    let fixture = NoticesFixture::new(store, 0).await;
    let (_, booked) = book(&fixture).await;
    fixture.app.clock.advance(60);
    assert_eq!(fixture.deliver().await, (0, 0), "it can still be undone on a node whose clock is behind");
    fixture.app.clock.advance(3);
    assert_eq!(fixture.deliver().await, (1, 0));
    let text = fixture.newest_text("9825041777").await;
    assert!(text.contains("Court 3"), "{text}");
    let mail = fixture.message(&format!("{}.confirmed.mail", booked.orders[0].number)).await;
    assert_eq!(mail.outcome.as_deref(), Some("dropped"), "a guest has no address");
});

on_both_engines!(there_is_no_notice_of_a_booking_that_was_undone, async |store| {
    let fixture = NoticesFixture::new(store, 0).await;
    let (actor, booked) = book(&fixture).await;
    let order = &booked.orders[0];
    let seen = SeenBooking { number: OrderNumber::try_from(order.number).unwrap(), version: order.version };
    undo_bookings(&fixture.app, &actor, VENUE, vec![seen], request_key(2)).await.unwrap();
    fixture.app.clock.advance(24 * 3_600);
    assert_eq!(fixture.deliver().await, (0, 0));
});

on_both_engines!(a_mail_about_a_game_that_has_begun_does_not_say_that_it_begins_soon, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    // Ten minutes after the start.
    fixture.app.clock.set("2026-11-22T13:40:00Z".parse().unwrap());
    let actor = fixture.member(Role::Desk, "9825041736").await;
    let day = jiff::civil::date(2026, 11, 22);
    let request = BookAtDesk {
        slots: vec![DeskSlot { court: CourtId(3), day, start: "7:00 PM".parse().unwrap() }],
        player: Player::Known(fixture.players[0]),
        contact_name: None,
        total: Money::from_rupees(800),
        pay: None,
        arrive: false,
    };
    book_at_desk(&fixture.app, &actor, VENUE, request, request_key(1)).await.unwrap();
    fixture.app.clock.advance(63);
    assert_eq!(fixture.deliver().await, (1, 1));
    let emails = fixture.emails(0).await;
    let text = emails[0]["text"].as_str().unwrap();
    assert!(text.contains("It has begun and can no longer be cancelled in the app."), "{text}");
    assert!(!text.contains("begins so soon"), "{text}");
});

/// Books court 3 at 7 PM for a player with a mailbox, waits for the notice, and moves the booking to court 5 at 8 PM.
async fn moved(fixture: &NoticesFixture) -> (Actor, OrderNumber, MovedAtDesk) {
    let clerk = fixture.app.staff(Role::Desk, "9825041736", &[VENUE]).await;
    let actor = fixture.app.actor(&clerk.token).await;
    let order = fixture.book(0, 3).await.number;
    assert_eq!(fixture.deliver().await, (1, 1), "the booking");
    let moved = move_to(fixture, &actor, (order, 1), (5, "8:00 PM"), 2).await;
    (actor, order, moved)
}

async fn move_to(
    fixture: &NoticesFixture,
    actor: &Actor,
    (number, version): (OrderNumber, i64),
    (court, start): (i64, &str),
    key: u64,
) -> MovedAtDesk {
    move_on_node(&fixture.app, actor, (number, version), (court, start), key).await
}

async fn move_on_node(
    app: &TestApp,
    actor: &Actor,
    (number, version): (OrderNumber, i64),
    (court, start): (i64, &str),
    key: u64,
) -> MovedAtDesk {
    let day = jiff::civil::date(2026, 11, 22);
    let to = DeskSlot { court: CourtId(court), day, start: start.parse().unwrap() };
    let request =
        MoveAtDesk { number, version, to, total: Money::from_rupees(800), choice: None, reason: None };
    move_at_desk(app, actor, request, request_key(key)).await.unwrap().0
}

on_both_engines!(a_player_gets_a_notice_of_a_move_when_it_cannot_be_undone_any_more, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let (_, order, _) = moved(&fixture).await;
    fixture.app.clock.advance(60);
    assert_eq!(fixture.deliver().await, (0, 0), "it can still be undone on a node whose clock is behind");
    fixture.app.clock.advance(3);
    assert_eq!(fixture.deliver().await, (1, 1));
    let text = &fixture.texts(0).await[0];
    let expected = format!(
        "Sideout: your booking {order} was moved: Court 5 on Sun, 22 Nov at 8:00 PM, Riverside Arena."
    );
    assert_eq!(*text, expected);
    let emails = fixture.emails(0).await;
    assert_eq!(emails[0]["subject"], "Your game was moved: Court 5, Sun, 22 Nov, 8:00 PM");
});

on_both_engines!(a_mail_about_a_move_to_a_cheaper_hour_says_what_waits_at_the_desk, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let actor = fixture.member(Role::Desk, "9825041736").await;
    let number = fixture.book(0, 3).await.number;
    fixture.deliver().await;
    let float = CashCount::new(BTreeMap::from([(500, 4)]), 0).unwrap();
    open_shift(&fixture.app, &actor, VENUE, float, request_key(2)).await.unwrap();
    let line = PaymentLine { order: number, version: 1, amount: Money::from_rupees(800) };
    let cash =
        TakePayment { lines: vec![line], tender: Tender::Cash, payer: None, reference: None, firm: None };
    let taken = take_payment(&fixture.app, &actor, VENUE, cash, request_key(3)).await.unwrap();
    fixture
        .run(
            "insert into price_rule (price_rule_id, venue_id, weekdays, from_minute, until_minute, price_paise)
             values (2, 1, 127, 1260, 1320, 60000)",
        )
        .await;
    fixture.app.venues.forget();
    let day = jiff::civil::date(2026, 11, 22);
    let request = MoveAtDesk {
        number,
        version: taken.bookings[0].version,
        to: DeskSlot { court: CourtId(3), day, start: "9:00 PM".parse().unwrap() },
        total: Money::from_rupees(600),
        choice: Some(PriceChoice::Refund),
        reason: None,
    };
    move_at_desk(&fixture.app, &actor, request, request_key(4)).await.unwrap();
    fixture.app.clock.advance(63);
    fixture.deliver().await;
    let emails = fixture.emails(0).await;
    let text = emails[0]["text"].as_str().unwrap();
    let expected =
        "Because of a move to a cheaper court or hour, ₹200 of what you paid comes back to you at the desk.";
    assert!(text.contains(expected), "{text}");
});

on_both_engines!(
    there_is_no_notice_of_a_move_that_was_undone_or_of_a_place_that_was_left_again,
    async |store| {
        let fixture = NoticesFixture::new(store, 1).await;
        let (actor, order, first) = moved(&fixture).await;
        undo_move(&fixture.app, &actor, order, &request_key(2), request_key(3)).await.unwrap();
        fixture.app.clock.advance(63);
        assert_eq!(fixture.deliver().await, (0, 0));

        let version = first.version + 1;
        let second = move_to(&fixture, &actor, (order, version), (6, "8:00 PM"), 4).await;
        move_to(&fixture, &actor, (order, second.version), (7, "9:00 PM"), 5).await;
        fixture.app.clock.advance(63);
        assert_eq!(fixture.deliver().await, (1, 1), "there is one notice, of the last place");
        assert!(fixture.texts(0).await[0].contains("Court 7 on Sun, 22 Nov at 9:00 PM"));
    }
);

on_both_engines!(
    a_player_is_told_of_a_move_also_if_a_later_one_was_undone_when_that_was_due,
    async |store| {
        let fixture = NoticesFixture::new(store, 1).await;
        let (actor, order, first) = moved(&fixture).await;
        fixture.app.clock.advance(30);
        move_to(&fixture, &actor, (order, first.version), (6, "9:00 PM"), 3).await;
        fixture.app.clock.advance(33);
        assert_eq!(fixture.deliver().await, (0, 0), "the second move can still be undone");
        undo_move(&fixture.app, &actor, order, &request_key(3), request_key(4)).await.unwrap();
        assert_eq!(fixture.deliver().await, (1, 1));
        assert!(fixture.texts(0).await[0].contains("Court 5 on Sun, 22 Nov at 8:00 PM"));
    }
);

on_both_engines!(a_new_booking_is_not_confirmed_at_a_place_where_it_does_not_stay, async |store| {
    let fixture = NoticesFixture::new(store, 0).await;
    let (actor, booked) = book(&fixture).await;
    let order = &booked.orders[0];
    let number = OrderNumber::try_from(order.number).unwrap();
    fixture.app.clock.advance(30);
    move_to(&fixture, &actor, (number, order.version), (5, "8:00 PM"), 2).await;
    fixture.app.clock.advance(33);
    assert_eq!(fixture.deliver().await, (0, 0), "the move can still be undone");
    undo_move(&fixture.app, &actor, number, &request_key(2), request_key(3)).await.unwrap();
    assert_eq!(fixture.deliver().await, (1, 0));
    let text = fixture.newest_text("9825041777").await;
    assert!(text.contains("Court 3") && text.contains("7:00 PM"), "{text}");
});

/// A booking is moved after a node has listed its confirmation and before the node claims it with the statements of `claiming`; then the move
/// is undone. Returns the text that the player has.
async fn text_of_a_booking_moved_after_listing(store: Store, claiming: Store) -> String {
    let fixture = NoticesFixture::new(store, 0).await;
    let (actor, booked) = book(&fixture).await;
    let order = &booked.orders[0];
    let number = OrderNumber::try_from(order.number).unwrap();
    let (app, seen) = (fixture.app.clone(), (number, order.version));
    app.clock.advance(63);
    let node = app.another_node_on(claiming, |_| {});
    let questions = AtomicUsize::new(0);
    let go_on = || {
        // The first question is asked before the messages are listed, the second one before the message is claimed.
        if questions.fetch_add(1, Ordering::SeqCst) == 1 {
            let moving = move_on_node(&app, &actor, seen, (5, "8:00 PM"), 2);
            tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(moving));
        }
        true
    };
    deliver(&node, Channel::Text, go_on).await.unwrap();
    undo_move(&app, &actor, number, &request_key(2), request_key(3)).await.unwrap();
    deliver(&app, Channel::Text, || true).await.unwrap();
    fixture.newest_text("9825041777").await
}

on_both_engines!(a_message_that_was_listed_before_a_move_does_not_name_the_new_place, async |store| {
    let text = text_of_a_booking_moved_after_listing(store.clone(), store).await;
    assert!(text.contains("Court 3") && text.contains("7:00 PM"), "{text}");
});

on_both_engines!(control_a_message_that_is_claimed_all_the_same_names_a_place_that_was_left, async |store| {
    let claiming = without_guard(&store, statement("outbox/claim"), "and not (", "and (1 = 1 or ");
    let text = text_of_a_booking_moved_after_listing(store, claiming).await;
    assert!(text.contains("Court 5") && text.contains("8:00 PM"), "{text}");
});

on_both_engines!(a_reminder_is_sent_also_if_a_move_was_undone_when_it_was_due, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let order = fixture.book(0, 3).await;
    assert_eq!(fixture.deliver().await, (1, 1), "the booking");
    let due = order.slot.starts_at - jiff::SignedDuration::from_hours(3);
    fixture.app.clock.set(due - jiff::SignedDuration::from_secs(30));
    let actor = fixture.member(Role::Desk, "9825041736").await;
    move_to(&fixture, &actor, (order.number, 1), (5, "8:00 PM"), 2).await;
    fixture.app.clock.set(due);
    assert_eq!(fixture.deliver().await, (0, 0), "the move can still be undone");
    undo_move(&fixture.app, &actor, order.number, &request_key(2), request_key(3)).await.unwrap();
    assert_eq!(fixture.deliver().await, (1, 1));
    assert!(fixture.texts(0).await[0].contains("7:00 PM, Court 3"));
});

on_both_engines!(a_moved_game_is_reminded_of_at_its_new_hour_only, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let (_, order, _) = moved(&fixture).await;
    fixture.app.clock.advance(63);
    fixture.deliver().await;
    let zone = jiff::tz::TimeZone::get("Asia/Kolkata").unwrap();
    let old = zone.to_timestamp(jiff::civil::date(2026, 11, 22).at(16, 0, 0, 0)).unwrap();
    fixture.app.clock.set(old);
    assert_eq!(fixture.deliver().await, (0, 0), "no reminder three hours before the old start");
    fixture.app.clock.advance(3_600);
    assert_eq!(fixture.deliver().await, (1, 1), "the reminders three hours before the new start");
    assert!(fixture.texts(0).await[0].contains("8:00 PM"), "{order}");
});
