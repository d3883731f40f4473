//! A blocked player cannot book online. A clerk needs an approval to block a player, and to book for a blocked one.

use jiff::civil::{Date, date};
use sideout_app::{
    Order,
    booking::{
        confirm_at_court::{ConfirmError, confirm_at_court},
        place_hold::{Pick, PlaceHoldError, place_hold},
    },
    closures::{Closure, Span, close_courts},
    desk::{
        board::search::search,
        bookings::{
            DeskSlot,
            add_number::{AddNumber, AddNumberError, add_number},
            book::{BookAtDesk, BookError, BookedAtDesk, Player, book_at_desk},
            extend_booking::{ExtendAtDesk, extend_at_desk, preview_extension},
        },
        players::block_player::{BlockPlayer, BlockPlayerError, BlockedPlayer, block_player, unblock_player},
    },
    platform::random::SystemRandom,
    staff::{TypedApproval, TypedSecret, approve},
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    CourtId, CustomerId,
    money::Money,
    order::OrderNumber,
    person::Phone,
    staff::{Permission, Role},
    trust::Trust,
};
use sideout_store::{Store, StoreError, accounts::Customers};
use sideout_testkit::{
    NETWORK, StaffMember, TestApp, on_both_engines, on_two_nodes, one_statement_at_a_time, request_key,
    sample_venue::{PICKLEBALL, VENUE},
    statement, totp_code, two_nodes_on_postgres, with_call_before, without_guard,
};

use crate::{
    erasing::{erase, erase_after_seven_days},
    helpers::{OFFER_HOURS, SUNDAY, at, booked, details, held, number, open_app, run, without_turns},
};

const MONDAY: Date = date(2026, 11, 23);

/// A clerk, and the manager who approves.
struct PlayersAndClerk {
    app: TestApp,
    players: Vec<CustomerId>,
    clerk: Actor,
    manager: StaffMember,
}

impl PlayersAndClerk {
    async fn over(store: Store, players: i64) -> Self {
        let (app, players) = open_app(store, players).await;
        let manager = app.staff(Role::Manager, "9825041736", &[VENUE]).await;
        let clerk = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
        let clerk = app.actor(&clerk.token).await;
        PlayersAndClerk { app, players, clerk, manager }
    }

    async fn manager(&self) -> Actor {
        self.app.actor(&self.manager.token).await
    }

    /// The clerk with the manager's approval of the call with this key.
    async fn approved(&self, key: u64) -> Actor {
        // The manager signed in with the code of this time step, so a later one is needed.
        self.app.clock.advance(60);
        let code = totp_code(&self.manager.secret, self.app.clock_now());
        let typed = TypedApproval { staff: self.manager.id, secret: TypedSecret::Code(code) };
        approve(&self.app, self.clerk.clone(), Some(typed), &request_key(key), NETWORK).await.unwrap()
    }

    async fn block(&self, actor: &Actor, key: u64) -> Result<BlockedPlayer, BlockPlayerError> {
        block(&self.app, actor, self.players[0], SUNDAY, key).await
    }

    /// The phone number of the first player.
    async fn phone(&self) -> Phone {
        let found: Result<_, StoreError> = self
            .app
            .store
            .read(self.players[0], |tx, player| Box::pin(async move { Customers(tx).find(*player).await }))
            .await;
        found.unwrap().unwrap().phone.unwrap()
    }

    async fn book(&self, actor: &Actor, player: Player, key: u64) -> Result<BookedAtDesk, BookError> {
        let court = i64::try_from(key).unwrap();
        let slot = DeskSlot { court: CourtId(court), day: SUNDAY, start: "8:00 PM".parse().unwrap() };
        let total = Money::from_rupees(800);
        let request =
            BookAtDesk { slots: vec![slot], player, contact_name: None, total, pay: None, arrive: false };
        book_at_desk(&self.app, actor, VENUE, request, request_key(key)).await
    }
}

async fn block(
    app: &TestApp,
    actor: &Actor,
    player: CustomerId,
    last_day: Date,
    key: u64,
) -> Result<BlockedPlayer, BlockPlayerError> {
    let block = BlockPlayer { player, reason: "Threw a racket".to_owned(), last_day };
    block_player(app, actor, VENUE, block, request_key(key)).await
}

async fn hold(app: &TestApp, player: CustomerId, day: Date, start: &str) -> Result<Order, PlaceHoldError> {
    let start = start.parse().unwrap();
    let pick = Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(9), day, start };
    place_hold(app, player, pick).await
}

async fn holds_nothing_until_the_block_ends(store: Store) {
    let fixture = PlayersAndClerk::over(store, 2).await;
    let (app, player) = (&fixture.app, fixture.players[0]);
    let game = booked(app, player, 3, "7:00 PM").await;
    let open = held(app, player, 4, "7:00 PM").await;
    let manager = fixture.manager().await;
    assert_eq!(fixture.block(&manager, 1).await.unwrap(), BlockedPlayer { games_ahead: 1 });
    let refused = hold(app, player, SUNDAY, "8:00 PM").await;
    assert!(matches!(refused, Err(PlaceHoldError::Blocked)), "{refused:?}");
    let confirmed = confirm_at_court(app, player, open.number, None).await;
    assert!(matches!(confirmed, Err(ConfirmError::Blocked)), "{confirmed:?}");
    let coupon = confirm_at_court(app, player, open.number, Some("NONE")).await;
    assert!(matches!(coupon, Err(ConfirmError::Blocked)), "{coupon:?}");
    assert_eq!(details(app, game.number).await.booking.status.name(), "confirmed", "a game ahead stays");
    hold(app, fixture.players[1], SUNDAY, "8:00 PM").await.unwrap();

    // The last day ends at midnight in the venue's zone.
    app.clock.set(at("11:30 PM"));
    let last = hold(app, player, MONDAY, "7:00 PM").await;
    assert!(matches!(last, Err(PlaceHoldError::Blocked)), "{last:?}");
    app.clock.advance(30 * 60);
    let order = hold(app, player, MONDAY, "7:00 PM").await.unwrap();
    confirm_at_court(app, player, order.number, None).await.unwrap();
}

on_both_engines!(a_blocked_player_neither_holds_nor_books_until_the_day_is_over, async |store| {
    holds_nothing_until_the_block_ends(store).await;
});

on_both_engines!(a_blocked_player_neither_holds_nor_books_statement_by_statement, async |store| {
    holds_nothing_until_the_block_ends(one_statement_at_a_time(&store)).await;
});

on_both_engines!(a_block_ends_when_staff_end_it_and_the_search_shows_it_until_then, async |store| {
    let fixture = PlayersAndClerk::over(store, 1).await;
    let (app, player) = (&fixture.app, fixture.players[0]);
    let manager = fixture.manager().await;
    fixture.block(&manager, 1).await.unwrap();
    // A second block changes the end.
    block(app, &manager, player, MONDAY, 2).await.unwrap();
    let hit = |found: sideout_app::desk::board::search::Found| {
        let hit = found.players.into_iter().next().unwrap();
        (hit.trust, hit.block.map(|block| (block.last_day, block.reason)))
    };
    let digits = "0000";
    let found = search(app, &[VENUE], VENUE, digits).await.unwrap();
    assert_eq!(hit(found), (Trust::Blocked, Some((MONDAY, "Threw a racket".to_owned()))));
    unblock_player(app, &manager, VENUE, player, request_key(3)).await.unwrap();
    assert_eq!(hit(search(app, &[VENUE], VENUE, digits).await.unwrap()), (Trust::New, None));
    let again = unblock_player(app, &manager, VENUE, player, request_key(4)).await;
    assert!(matches!(again, Err(BlockPlayerError::NotBlocked)), "{again:?}");
    hold(app, player, SUNDAY, "8:00 PM").await.unwrap();
});

on_both_engines!(a_clerk_proposes_a_block_and_a_manager_approves_it, async |store| {
    let fixture = PlayersAndClerk::over(store.clone(), 1).await;
    let alone = fixture.block(&fixture.clerk, 1).await;
    let needed = Refused::ApprovalNeeded(Permission::PlayerBlock);
    assert!(matches!(&alone, Err(BlockPlayerError::Refused(refused)) if *refused == needed), "{alone:?}");
    let approved = fixture.approved(2).await;
    fixture.block(&approved, 2).await.unwrap();
    let both = "select cast(count(*) as bigint) from audit_entry where verb = 'player.blocked' \
                and reason = 'Threw a racket' and approver_id is not null";
    assert_eq!(number(&store, both).await, 1);
    let alone = unblock_player(&fixture.app, &fixture.clerk, VENUE, fixture.players[0], request_key(3)).await;
    assert!(matches!(&alone, Err(BlockPlayerError::Refused(refused)) if *refused == needed), "{alone:?}");
});

on_both_engines!(a_block_needs_a_day_from_today_within_a_year_and_a_player_with_a_number, async |store| {
    let fixture = PlayersAndClerk::over(store.clone(), 2).await;
    let manager = fixture.manager().await;
    for (key, day) in [(1, date(2026, 11, 20)), (2, date(2027, 11, 22))] {
        let refused = block(&fixture.app, &manager, fixture.players[0], day, key).await;
        assert!(matches!(refused, Err(BlockPlayerError::LastDay)), "{day}: {refused:?}");
    }
    for (key, day) in [(3, date(2026, 11, 21)), (4, date(2027, 11, 21))] {
        block(&fixture.app, &manager, fixture.players[0], day, key).await.unwrap();
    }
    let absent = block(&fixture.app, &manager, CustomerId(9), SUNDAY, 5).await;
    assert!(matches!(absent, Err(BlockPlayerError::NoPlayer)), "{absent:?}");
    run(&store, "update customer set phone = null, origin = 'desk' where customer_id = 100000000001").await;
    let guest = block(&fixture.app, &manager, fixture.players[1], SUNDAY, 6).await;
    assert!(matches!(guest, Err(BlockPlayerError::NoNumber)), "{guest:?}");
});

on_both_engines!(an_account_that_is_locked_to_be_erased_is_neither_blocked_nor_unblocked, async |store| {
    let fixture = PlayersAndClerk::over(store.clone(), 1).await;
    let manager = fixture.manager().await;
    let owner = fixture.app.staff(Role::Owner, "9825041738", &[]).await;
    let owner = fixture.app.actor(&owner.token).await;
    let (app, player) = (&fixture.app, fixture.players[0]);
    let refused = async |manager: &Actor, key: u64| {
        let unblocked = unblock_player(app, manager, VENUE, player, request_key(key)).await;
        assert!(matches!(unblocked, Err(BlockPlayerError::Locked)), "{unblocked:?}");
        let blocked = block(app, manager, player, date(2026, 12, 1), key + 1).await;
        assert!(matches!(blocked, Err(BlockPlayerError::Locked)), "{blocked:?}");
    };
    erase(app, &owner, player, 1).await.unwrap();
    refused(&manager, 2).await;
    assert_eq!(erase_after_seven_days(app).await, 1);
    let manager = app.staff(Role::Manager, "9825041739", &[VENUE]).await;
    refused(&app.actor(&manager.token).await, 4).await;
    let audited = "select cast(count(*) as bigint) from audit_entry where verb like 'player.%blocked'";
    assert_eq!(number(&store, audited).await, 0);
});

on_both_engines!(a_clerk_books_for_a_blocked_player_only_with_an_approval, async |store| {
    let fixture = PlayersAndClerk::over(store.clone(), 1).await;
    let (app, player) = (&fixture.app, fixture.players[0]);
    let game = booked(app, player, 9, "7:00 PM").await;
    let manager = fixture.manager().await;
    fixture.block(&manager, 1).await.unwrap();
    let phone = fixture.phone().await;
    let needed = Refused::ApprovalNeeded(Permission::PlayerBlock);
    let by_phone = Player::ByPhone { full_name: "Rohan Mehta".parse().unwrap(), phone };
    for (key, named) in [(2, Player::Known(player)), (3, by_phone)] {
        let alone = fixture.book(&fixture.clerk, named, key).await;
        assert!(matches!(&alone, Err(BookError::Refused(refused)) if *refused == needed), "{alone:?}");
    }
    let approved = fixture.approved(4).await;
    fixture.book(&approved, Player::Known(player), 4).await.unwrap();
    let both = "select cast(count(*) as bigint) from audit_entry where verb = 'booking.made' and approver_id is not null";
    assert_eq!(number(&store, both).await, 1);
    fixture.book(&manager, Player::Known(player), 5).await.unwrap();
    // A booking that the player has already is extended without an approval.
    let version = details(app, game.number).await.booking.version;
    let (_, next) = preview_extension(app, &fixture.clerk, game.number).await.unwrap();
    let DeskSlot { day, start, .. } = next.slot;
    let extend = ExtendAtDesk { number: game.number, version, day, start, total: next.price };
    extend_at_desk(app, &fixture.clerk, extend, request_key(6)).await.unwrap();
});

/// The booking of a guest without a number at 8 PM on Sunday, and the call that gives it to the blocked player.
async fn booking_of_a_guest(fixture: &PlayersAndClerk) -> AddNumber {
    fixture.block(&fixture.manager().await, 1).await.unwrap();
    let guest = Player::WithoutNumber { full_name: "Asha Patel".parse().unwrap() };
    let booked = fixture.book(&fixture.clerk, guest, 2).await.unwrap();
    let number = OrderNumber::try_from(booked.orders[0].number).unwrap();
    AddNumber { number, version: booked.orders[0].version, phone: fixture.phone().await, name: None }
}

on_both_engines!(a_clerk_adds_the_number_of_a_blocked_player_only_with_an_approval, async |store| {
    let fixture = PlayersAndClerk::over(store.clone(), 1).await;
    let (app, player) = (&fixture.app, fixture.players[0]);
    let adding = booking_of_a_guest(&fixture).await;
    let needed = Refused::ApprovalNeeded(Permission::PlayerBlock);
    let alone = add_number(app, &fixture.clerk, adding.clone(), request_key(3)).await;
    assert!(matches!(&alone, Err(AddNumberError::Refused(refused)) if *refused == needed), "{alone:?}");
    assert_ne!(details(app, adding.number).await.booking.customer, player, "nothing was changed");

    let approved = fixture.approved(3).await;
    let added = add_number(app, &approved, adding, request_key(3)).await.unwrap();
    assert_eq!(added.booking.customer, player);
    let both = "select cast(count(*) as bigint) from audit_entry \
                where verb = 'booking.number_added' and approver_id is not null";
    assert_eq!(number(&store, both).await, 1);
});

on_both_engines!(the_number_of_a_blocked_player_for_an_offered_game_needs_an_approval_too, async |store| {
    let fixture = PlayersAndClerk::over(store, 1).await;
    let adding = booking_of_a_guest(&fixture).await;
    let app = &fixture.app;
    // Court 2, on which `PlayersAndClerk::book` has booked.
    let span = Span {
        venue: VENUE,
        courts: "2".parse().unwrap(),
        from: SUNDAY.at(20, 0, 0, 0),
        to: SUNDAY.at(21, 0, 0, 0),
    };
    let closure = Closure { span, reason: "Rain".parse().unwrap(), asks_players: true };
    let receipts = &app.settings.receipts;
    close_courts(&app.store, &app.clock, &SystemRandom, receipts, OFFER_HOURS, closure).await.unwrap();
    let version = details(app, adding.number).await.booking.version;
    let adding = AddNumber { version, ..adding };
    let needed = Refused::ApprovalNeeded(Permission::PlayerBlock);
    let alone = add_number(app, &fixture.clerk, adding.clone(), request_key(3)).await;
    assert!(matches!(&alone, Err(AddNumberError::Refused(refused)) if *refused == needed), "{alone:?}");
    add_number(app, &fixture.approved(4).await, adding, request_key(4)).await.unwrap();
});

on_both_engines!(the_number_of_a_blocked_player_who_plays_already_needs_no_approval, async |store| {
    let fixture = PlayersAndClerk::over(store, 1).await;
    let adding = booking_of_a_guest(&fixture).await;
    fixture.app.clock.set(at("8:00 PM"));
    let added = add_number(&fixture.app, &fixture.clerk, adding, request_key(3)).await.unwrap();
    assert_eq!(added.booking.customer, fixture.players[0]);
});

/// How a booking is made.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// The player confirms a hold.
    Online,
    /// A clerk books for the player.
    AtDesk,
}

const WAYS: [Way; 2] = [Way::Online, Way::AtDesk];

/// A booking at 8 PM on Sunday that its player or a clerk is about to make.
struct Attempt {
    clerk: Actor,
    player: CustomerId,
    court: i64,
    /// The hold that the player confirms.
    hold: Option<OrderNumber>,
}

impl PlayersAndClerk {
    /// An attempt on this court for a player of its own.
    async fn attempt(&self, way: Way, court: i64) -> Attempt {
        let player = self.players[usize::try_from(court).unwrap() - 1];
        let hold = match way {
            Way::Online => Some(held(&self.app, player, court, "8:00 PM").await.number),
            Way::AtDesk => None,
        };
        Attempt { clerk: self.clerk.clone(), player, court, hold }
    }
}

impl Attempt {
    /// Makes the booking; `false` if it is refused because of a block.
    async fn book(self, app: &TestApp) -> bool {
        if let Some(order) = self.hold {
            let confirmed = confirm_at_court(app, self.player, order, None).await;
            assert!(matches!(confirmed, Ok(_) | Err(ConfirmError::Blocked)), "{confirmed:?}");
            return confirmed.is_ok();
        }
        let slot = DeskSlot { court: CourtId(self.court), day: SUNDAY, start: "8:00 PM".parse().unwrap() };
        let request = BookAtDesk {
            slots: vec![slot],
            player: Player::Known(self.player),
            contact_name: None,
            total: Money::from_rupees(800),
            pay: None,
            arrive: false,
        };
        let key = request_key(100 + self.court.unsigned_abs());
        let booked = book_at_desk(app, &self.clerk, VENUE, request, key).await;
        let needed = Refused::ApprovalNeeded(Permission::PlayerBlock);
        let is_refused = matches!(&booked, Err(BookError::Refused(refused)) if *refused == needed);
        assert!(booked.is_ok() || is_refused, "{booked:?}");
        booked.is_ok()
    }
}

const ROUNDS: usize = 8;

/// Blocks players on one node while bookings are made for them on the other.
async fn block_while_booking(stores: [Store; 2], way: Way) {
    let [here, there] = stores;
    let fixture = PlayersAndClerk::over(here.clone(), i64::try_from(ROUNDS).unwrap()).await;
    let other = fixture.app.another_node_on(there, |_| {});
    let manager = fixture.manager().await;
    let mut bookings = 0;
    for (round, court) in (0..ROUNDS).zip(1..) {
        let attempt = fixture.attempt(way, court).await;
        let blocking = block(&fixture.app, &manager, attempt.player, SUNDAY, court.unsigned_abs());
        let booking = attempt.book(&other);
        // The first of the two to begin is mostly the first on SQLite.
        let (blocked, was_booked) = if round % 2 == 0 {
            tokio::join!(blocking, booking)
        } else {
            let (was_booked, blocked) = tokio::join!(booking, blocking);
            (blocked, was_booked)
        };
        assert_eq!(i64::from(was_booked), blocked.unwrap().games_ahead, "{way:?}, round {round}");
        bookings += usize::from(was_booked);
    }
    // On PostgreSQL the call with fewer statements is mostly the first; the tests below put each call first there.
    let both_orders = (1..ROUNDS).contains(&bookings);
    assert!(both_orders || here.engine() != "sqlite", "{way:?}: {bookings} of {ROUNDS} bookings were first");
}

on_two_nodes!(a_block_counts_the_booking_that_a_player_makes_at_the_same_time, async |stores| {
    block_while_booking(stores, Way::Online).await;
});

on_two_nodes!(a_block_counts_the_booking_that_a_clerk_makes_at_the_same_time, async |stores| {
    block_while_booking(stores, Way::AtDesk).await;
});

/// A block begins when the booking has read that there is none; returns whether it was booked, and what the block counts.
async fn blocked_during_a_booking([here, there]: [Store; 2], way: Way) -> (bool, i64) {
    let fixture = PlayersAndClerk::over(there, 1).await;
    let attempt = fixture.attempt(way, 1).await;
    let (app, manager, player) = (fixture.app.clone(), fixture.manager().await, attempt.player);
    let block = async move { block(&app, &manager, player, SUNDAY, 1).await };
    let after_the_read = match way {
        Way::Online => "orders/find",
        Way::AtDesk => "orders/add_at_desk",
    };
    let (here, blocked) = with_call_before(&here, after_the_read, block);
    let node = fixture.app.another_node_on(here, |_| {});
    let was_booked = attempt.book(&node).await;
    (was_booked, blocked.await.unwrap().games_ahead)
}

/// The booking is made when the block has counted the games ahead; returns whether it was booked, and what the block counted.
async fn booked_during_a_block([here, there]: [Store; 2], way: Way) -> (bool, i64) {
    let fixture = PlayersAndClerk::over(there, 1).await;
    let attempt = fixture.attempt(way, 1).await;
    let (app, manager, player) = (fixture.app.clone(), fixture.manager().await, attempt.player);
    let (here, was_booked) =
        with_call_before(&here, "audit_entry/add", async move { attempt.book(&app).await });
    let node = fixture.app.another_node_on(here, |_| {});
    let blocked = block(&node, &manager, player, SUNDAY, 1).await.unwrap();
    (was_booked.await, blocked.games_ahead)
}

// On SQLite a unit of work that writes is alone.
#[test]
fn a_block_waits_for_a_booking_that_is_under_way_and_counts_it() {
    for way in WAYS {
        two_nodes_on_postgres(async |stores: [Store; 2]| {
            assert_eq!(blocked_during_a_booking(stores, way).await, (true, 1), "{way:?}");
        });
    }
}

#[test]
fn a_booking_waits_for_a_block_that_is_under_way_and_is_refused() {
    for way in WAYS {
        two_nodes_on_postgres(async |stores: [Store; 2]| {
            assert_eq!(booked_during_a_block(stores, way).await, (false, 0), "{way:?}");
        });
    }
}

#[test]
fn control_without_the_turn_of_the_player_a_block_misses_a_booking() {
    for way in WAYS {
        two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
            let stores = [without_turns(&here), there];
            assert_eq!(blocked_during_a_booking(stores, way).await, (true, 0), "{way:?}");
        });
        two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
            let stores = [without_turns(&here), there];
            assert_eq!(booked_during_a_block(stores, way).await, (true, 0), "{way:?}");
        });
    }
}

on_both_engines!(a_block_that_is_sent_again_after_midnight_answers_the_same, async |store| {
    let fixture = PlayersAndClerk::over(store.clone(), 1).await;
    let today = date(2026, 11, 21);
    let manager = fixture.manager().await;
    let blocked = block(&fixture.app, &manager, fixture.players[0], today, 1).await.unwrap();
    fixture.app.clock.set(at("12:05 AM"));
    assert_eq!(block(&fixture.app, &manager, fixture.players[0], today, 1).await.unwrap(), blocked);
    let late = block(&fixture.app, &manager, fixture.players[0], today, 2).await;
    assert!(matches!(late, Err(BlockPlayerError::LastDay)), "{late:?}");
});

on_both_engines!(control_without_reading_the_block_a_blocked_player_books, async |store| {
    let fixture = PlayersAndClerk::over(store.clone(), 1).await;
    let unguarded =
        without_guard(&store, statement("player_block/find"), "until > $2", "until < $2 and until < 0");
    let other = fixture.app.another_node_on(unguarded, |_| {});
    let order = held(&fixture.app, fixture.players[0], 3, "7:00 PM").await.number;
    let blocked = fixture.block(&fixture.manager().await, 1).await.unwrap();
    assert_eq!(blocked.games_ahead, 0);
    confirm_at_court(&other, fixture.players[0], order, None).await.unwrap();
});
