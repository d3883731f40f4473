//! Erasing a player: what prevents it, who may do it, and what a locked player can no longer do. After an erasure a search of every
//! table finds the name, number and mail address of the player in receipts and vouchers only.

use jiff::SignedDuration;
use sideout_app::{
    accounts::{AuthError, authenticate, register::register},
    booking::{
        confirm_at_court::{ConfirmError, confirm_at_court},
        place_hold::{Pick, PlaceHoldError, place_hold},
    },
    closures::close_courts,
    desk::{
        board::{
            search::search,
            write_note::{NoteAbout, NoteError, WriteNote, write_note},
        },
        bookings::{
            DeskSlot,
            book::{BookAtDesk, BookError, Player, book_at_desk},
        },
        money::{
            open_shift::open_shift,
            take_payment::{PaymentLine, TakePayment, take_payment},
        },
        offline::{FactError, FactKind, OfflineFact, record_fact::record_fact},
        players::{
            erase_player::{ErasePlayerError, Tie, UNDO_TIME, erase_player, preview_erasure},
            open_player::open_player,
        },
    },
    jobs::{erase_players::erase_players, write_name_words::write_name_words},
    notices::deliver::deliver,
    platform::{clock::Clock as _, random::SystemRandom},
    staff::{ListAudit, list_audit, sign_in_by_code},
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    CourtId, CustomerId,
    bill::Tender,
    money::Money,
    notice::Channel,
    offline::DeviceTime,
    order::{OrderNumber, OrderStatus},
    staff::{Permission, Role},
};
use sideout_store::{Row, Statement, Store, StoreError, Value};
use sideout_testkit::{
    NETWORK, TestApp, new_player, on_both_engines, on_two_nodes, request_key,
    sample_venue::{PICKLEBALL, VENUE},
    statement, two_nodes_on_postgres, with_call_before, without_guard,
};

use crate::counter::five_hundreds;
use crate::helpers::{
    OFFER_HOURS, SUNDAY, at, booked, details, held, import, imported, number, offered_closure, open_app,
    pay_cash, run, slot, without_turns,
};

const NAME: &str = "Ketaki Ranade-Joglekar";
const PHONE: &str = "9000000000";
const MAIL: &str = "ketaki.ranade@example.in";

/// An app with a player of [`NAME`], [`PHONE`] and [`MAIL`], and an owner with a fresh proof.
struct PlayerToErase {
    app: TestApp,
    store: Store,
    player: CustomerId,
    owner: Actor,
}

impl PlayerToErase {
    async fn over(store: Store) -> Self {
        let (app, players) = open_app(store.clone(), 2).await;
        let owner = app.staff(Role::Owner, "9825041736", &[]).await;
        let owner = app.actor(&owner.token).await;
        run(&store, "update customer set full_name = 'Ketaki Ranade-Joglekar', email = 'ketaki.ranade@example.in', image_key = null where customer_id = 100000000000").await;
        write_name_words(&app).await.unwrap();
        PlayerToErase { app, store, player: players[0], owner }
    }

    async fn erase(&self, key: u64) -> Result<CustomerId, ErasePlayerError> {
        erase(&self.app, &self.owner, self.player, key).await
    }

    async fn ties(&self) -> Vec<Tie> {
        preview_erasure(&self.app, &self.owner, self.player).await.unwrap().ties
    }

    /// Fills the tables: a game that the desk booked and that was paid there in cash, with a receipt; what staff wrote when
    /// they took and voided a payment, cancelled a game, settled and explained a refund with a voucher, and explained its line of a payout;
    /// a note, codes, wrong passwords, an attempt to sign in at the desk, limits, a group, and messages.
    async fn fill(&self) {
        let slot = DeskSlot { court: CourtId(4), day: SUNDAY, start: "7:00 PM".parse().unwrap() };
        let request = BookAtDesk {
            slots: vec![slot],
            player: Player::ByPhone { full_name: NAME.parse().unwrap(), phone: PHONE.parse().unwrap() },
            contact_name: None,
            total: Money::from_rupees(800),
            pay: None,
            arrive: false,
        };
        open_shift(&self.app, &self.owner, VENUE, five_hundreds(4), request_key(79)).await.unwrap();
        let booked = book_at_desk(&self.app, &self.owner, VENUE, request, request_key(80)).await.unwrap();
        let order = OrderNumber::try_from(booked.orders[0].number).unwrap();
        let payment = TakePayment {
            lines: vec![PaymentLine {
                order,
                version: booked.orders[0].version,
                amount: Money::from_rupees(800),
            }],
            tender: Tender::Cash,
            payer: Some(NAME.to_owned()),
            reference: None,
            firm: None,
        };
        take_payment(&self.app, &self.owner, VENUE, payment, request_key(81)).await.unwrap();
        for text in [
            "insert into player_note (customer_id, note, staff_id, at) values (100000000000, 'Ketaki Ranade-Joglekar is left-handed', 3, 1)",
            "insert into password_failure (phone, tries, last_try_at, next_try_at) values ('+919000000000', 1, 1, 1)",
            "insert into password_delay (phone, network, tries, last_try_at, next_try_at) values ('+919000000000', '192.0.2.1', 1, 1, 1)",
            "insert into throttle (bucket, full_at) values ('text-hour:+919000000000', 9999999999999), ('wrong-code:reset:+919000000000', 9999999999999)",
            "update orders set contact_name = 'Ketaki Ranade-Joglekar', cancel_reason = 'Ketaki is ill'",
            "update desk_payment set reference = '9000000000@upi', voided_at = 1, void_reason = 'Ketaki paid twice'",
            "insert into refund (refund_id, bill_id, desk_payment_id, order_number, amount_paise, reason, status, attempt, tries, approved_at, \
                                 method, about, reference, note, voucher, sent_after_all, sent_after_all_at, explanation, explained_by, \
                                 explained_at) \
             select 7, l.bill_id, d.desk_payment_id, l.order_number, 100, 'cancelled', 'processed', 2, 0, 1, 'upi', \
                    'order.' || cast(l.order_number as text), '9000000000@upi', 'To Ketaki', '{\"buyer\":\"Ketaki Ranade-Joglekar\"}', \
                    'rfnd_1', 1, 'Ketaki gave it back', 3, 1 \
               from bill_line l join desk_payment d on d.bill_id = l.bill_id",
            "insert into payout_line (entity_id, kind, state, amount_paise, fee_paise, tax_paise, credit_paise, debit_paise, bill_id, \
                                      order_number, added_at, explanation, explained_by, explained_at) \
             select sent_after_all, 'refund', 'missing', 100, 0, 0, 0, 0, bill_id, order_number, 1, 'Ketaki has it', 3, 1 \
               from refund",
            "insert into booking_group (group_id, kind, venue_id, customer_id, label, created_at) values (9, 'group', 1, 100000000000, 'Ketaki Ranade-Joglekar', 1)",
        ] {
            run(&self.store, text).await;
        }
        register(&self.app, NETWORK, new_player(PHONE)).await.unwrap();
        let at_desk = sign_in_by_code(&self.app, PHONE.parse().unwrap(), "000000", "Test", NETWORK).await;
        assert!(at_desk.is_err(), "a player is no member of staff");
        // Messages of the desk wait until the booking cannot be undone any more.
        self.app.clock.advance(120);
        deliver(&self.app, Channel::Text, || true).await.unwrap();
        deliver(&self.app, Channel::Mail, || true).await.unwrap();
        // The game is over.
        self.app.clock.set(at("9:00 PM"));
    }

    /// Signs in an owner with this number, whose proof is fresh.
    async fn as_owner(&mut self, phone: &str) {
        let owner = self.app.staff(Role::Owner, phone, &[]).await;
        self.owner = self.app.actor(&owner.token).await;
    }
}

/// Requests the erasure of a player.
pub(crate) async fn erase(
    app: &TestApp,
    owner: &Actor,
    player: CustomerId,
    key: u64,
) -> Result<CustomerId, ErasePlayerError> {
    let reason = "Asked by mail".to_owned();
    Ok(erase_player(app, owner, player, reason, request_key(key)).await?.player)
}

/// Lets the seven days pass in which an erasure can be undone, and runs the job.
pub(crate) async fn erase_after_seven_days(app: &TestApp) -> u32 {
    app.clock.advance(UNDO_TIME.as_secs());
    erase_players(app).await.unwrap()
}

async fn rows(store: &Store, text: String) -> Vec<Row> {
    let text: &'static str = Box::leak(text.into_boxed_str());
    let statement = Statement { name: text, text };
    let read = store.read(statement, |tx, statement| Box::pin(async move { tx.all(*statement, &[]).await }));
    let rows: Result<Vec<_>, StoreError> = read.await;
    rows.unwrap()
}

/// The tables of the database.
async fn tables(store: &Store) -> Vec<String> {
    let text = if store.engine() == "sqlite" {
        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'refinery%' order by name"
    } else {
        "select cast(table_name as text) from information_schema.tables where table_schema = current_schema() and table_name not like 'refinery%' order by 1"
    };
    let names = rows(store, text.to_owned()).await;
    names
        .into_iter()
        .filter_map(|row| if let [Value::Text(name)] = row.values() { Some(name.clone()) } else { None })
        .collect()
}

/// The tables that contain the name, number or mail address of the player. A voucher is a document in a table of other data:
/// it is named with its column.
async fn tables_with_the_player(store: &Store) -> Vec<String> {
    let mut found = Vec::new();
    for table in tables(store).await {
        for row in rows(store, format!("select * from \"{table}\"")).await {
            for (column, value) in row.named() {
                let place = if column == "voucher" { format!("{table}.{column}") } else { table.clone() };
                if has_the_player(value) && !found.contains(&place) {
                    found.push(place);
                }
            }
        }
    }
    found.sort();
    found
}

fn has_the_player(value: &Value) -> bool {
    let text = match value {
        Value::Text(text) => text.clone(),
        Value::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Value::Integer(_) | Value::Null => return false,
    };
    // Words of names are lower case.
    let text = text.to_lowercase();
    ["ketaki", "ranade", PHONE, MAIL].iter().any(|word| text.contains(word))
}

on_both_engines!(name_number_and_address_are_in_receipts_and_vouchers_only, async |store| {
    let mut fixture = PlayerToErase::over(store.clone()).await;
    fixture.fill().await;
    let before = tables_with_the_player(&store).await;
    for table in [
        "customer",
        "customer_word",
        "orders",
        "booking_group",
        "code_handle",
        "desk_payment",
        "desk_request",
        "message_copy",
        "payout_line",
        "player_note",
        "receipt",
        "refund",
        "refund.voucher",
        "staff_failure",
        "throttle",
    ] {
        assert!(before.iter().any(|found| found == table), "{table} is searched: {before:?}");
    }
    fixture.as_owner("9825041737").await;
    assert_eq!(fixture.ties().await, []);
    let ledger = "select cast(count(*) as bigint) from ledger_posting";
    let postings = number(&store, ledger).await;
    assert_eq!(fixture.erase(1).await.unwrap(), fixture.player);
    assert_eq!(fixture.erase(1).await.unwrap(), fixture.player, "a repeat answers the same");
    deliver(&fixture.app, Channel::Mail, || true).await.unwrap();
    assert_eq!(erase_after_seven_days(&fixture.app).await, 1);
    assert_eq!(erase_after_seven_days(&fixture.app).await, 0, "once");
    assert_eq!(tables_with_the_player(&store).await, ["receipt", "refund.voucher"]);
    let explained = "select cast(count(*) as bigint) from payout_line where explained_by = 3";
    assert_eq!(number(&store, explained).await, 1, "the line stays explained");
    assert_eq!(number(&store, ledger).await, postings);
    let page = open_player(&fixture.app, &fixture.owner, fixture.player).await.unwrap();
    assert_eq!(
        (page.summary.name.as_str(), page.summary.phone, page.is_erased),
        ("Former player 100000000000", None, true)
    );
    assert_eq!((page.past.len(), page.notes.len(), page.block), (1, 0, None));
    fixture.as_owner("9825041738").await;
    let again = fixture.erase(2).await;
    assert!(matches!(again, Err(ErasePlayerError::Erased)), "{again:?}");
    let shown = list_audit(&fixture.app, &fixture.owner, ListAudit::default()).await.unwrap();
    assert_eq!(shown.players[&fixture.player], "Former player 100000000000");
    let made = shown.entries.iter().find(|entry| entry.verb == "booking.made").unwrap();
    assert!(!made.after.as_ref().unwrap().contains("Ketaki"), "{made:?}");
    // The number can be registered again.
    let fresh = fixture.app.player(PHONE).await;
    assert_ne!(fresh.customer.id, fixture.player);
});

on_both_engines!(a_stored_answer_loses_the_name_in_its_field_and_no_other_word, async |store| {
    let mut fixture = PlayerToErase::over(store.clone()).await;
    fixture.fill().await;
    // A court can have the same name as the player; it keeps its name.
    run(&store, "update desk_request set answer = '{\"name\":\"Ketaki Ranade-Joglekar\",\"court\":\"Ketaki Ranade-Joglekar\"}' where answer like '%Ketaki%'").await;
    fixture.as_owner("9825041737").await;
    fixture.erase(1).await.unwrap();
    assert_eq!(erase_after_seven_days(&fixture.app).await, 1);
    let kept = "select cast(count(*) as bigint) from desk_request \
                 where answer = '{\"name\":\"Former player 100000000000\",\"court\":\"Ketaki Ranade-Joglekar\"}'";
    assert_eq!(number(&store, kept).await, 1);
});

on_both_engines!(nothing_is_noted_about_an_erased_player, async |store| {
    let mut fixture = PlayerToErase::over(store.clone()).await;
    fixture.fill().await;
    fixture.as_owner("9825041737").await;
    let app = &fixture.app;
    let order = open_player(app, &fixture.owner, fixture.player).await.unwrap().past[0].number;
    let note = |about| WriteNote { number: order, about, text: "Left-handed".parse().unwrap() };
    let write = async |about, key| write_note(app, &fixture.owner, note(about), request_key(key)).await;
    let send = async |key| {
        let time = DeviceTime { at: app.clock.now(), offset: SignedDuration::ZERO };
        let fact = OfflineFact { time, kind: FactKind::Note(note(NoteAbout::Player)) };
        record_fact(app, &fixture.owner, VENUE, fact, request_key(key)).await
    };
    fixture.erase(1).await.unwrap();
    // Until the data are erased the erasure can be undone, so notes are written as before.
    write(NoteAbout::Player, 2).await.unwrap();
    send(3).await.unwrap();
    assert_eq!(erase_after_seven_days(app).await, 1);
    for (about, key) in [(NoteAbout::Player, 4), (NoteAbout::Booking, 5)] {
        let refused = write(about, key).await;
        assert!(matches!(refused, Err(NoteError::Erased)), "{refused:?}");
    }
    let refused = send(6).await;
    assert!(matches!(refused, Err(FactError::Erased)), "{refused:?}");
    assert_eq!(number(&store, "select cast(count(*) as bigint) from player_note").await, 0);
});

on_both_engines!(control_with_one_delete_left_out_the_search_finds_the_player, async |store| {
    let mut fixture = PlayerToErase::over(store.clone()).await;
    fixture.fill().await;
    fixture.as_owner("9825041737").await;
    let guard = "where customer_id = $1";
    let unguarded = without_guard(
        &store,
        statement("player_note/remove_of_customer"),
        guard,
        "where customer_id = $1 and customer_id < 0",
    );
    let other = fixture.app.another_node_on(unguarded, |_| {});
    erase(&other, &fixture.owner, fixture.player, 1).await.unwrap();
    assert_eq!(erase_after_seven_days(&other).await, 1);
    assert_eq!(tables_with_the_player(&store).await, ["player_note", "receipt", "refund.voucher"]);
});

on_both_engines!(whatever_is_open_prevents_an_erasure_and_is_listed, async |store| {
    let fixture = PlayerToErase::over(store.clone()).await;
    let app = &fixture.app;
    let tied = |result: Result<CustomerId, ErasePlayerError>| match result {
        Err(ErasePlayerError::Tied(ties)) => ties,
        other => panic!("{other:?}"),
    };
    held(app, fixture.player, 3, "7:00 PM").await;
    assert_eq!(tied(fixture.erase(1).await), [Tie::Holds(1)]);
    let game = booked(app, fixture.player, 3, "7:00 PM").await;
    assert_eq!(tied(fixture.erase(2).await), [Tie::GamesAhead(1)]);
    assert_eq!(fixture.ties().await, [Tie::GamesAhead(1)]);
    // It rains, and the player is to choose another hour.
    let (receipts, rain) = (&app.settings.receipts, offered_closure("3"));
    close_courts(&app.store, &app.clock, &SystemRandom, receipts, OFFER_HOURS, rain).await.unwrap();
    assert_eq!(details(app, game.number).await.booking.status, OrderStatus::Cancelled);
    assert_eq!(tied(fixture.erase(3).await), [Tie::OpenOffers(1)]);
    assert_eq!(fixture.ties().await, [Tie::OpenOffers(1)]);
    run(&store, "update closure_offer set state = 'expired', answered_at = 1").await;
    let owing = import(&store, imported(fixture.player, slot(4, "7:00 AM"), OrderStatus::NoShow)).await;
    let mut later = fixture;
    later.app.clock.set(at("12:00 PM"));
    later.as_owner("9825041737").await;
    assert_eq!(tied(later.erase(4).await), [Tie::Debt { games: 1, paise: 80_000 }]);
    pay_cash(&store, owing, 800).await;
    run(&store, "insert into refund (refund_id, bill_id, order_number, amount_paise, reason, status, attempt, tries, approved_at, method, about) \
                 select 7, bill_id, order_number, 100, 'cancelled', 'approved', 1, 0, 1, 'cash', 'order' from bill_line").await;
    assert_eq!(tied(later.erase(5).await), [Tie::OpenRefunds(1)]);
    run(&store, "update refund set status = 'processed'").await;
    // A payment was requested and can still come.
    for text in [
        "insert into bill (kind, amount_paise, discount_paise, state, method, created_at) \
         values ('booking', 80000, 0, 'open', 'provider', 1)",
        "insert into bill_line (bill_id, line_no, order_number, amount_paise) \
         select max(bill_id), 1, (select order_number from orders where status = 'no_show'), 80000 from bill",
        "insert into provider_order (bill_id, reference, any_court, provider_order_id, requests, opened_at, next_poll_at) \
         select max(bill_id), '1-80000', 0, 'order_1', 1, 1, 2 from bill",
    ] {
        run(&store, text).await;
    }
    assert_eq!(tied(later.erase(6).await), [Tie::OpenBills(1)]);
    run(&store, "update provider_order set next_poll_at = null").await;
    run(&store, "update bill set state = 'void' where state = 'open'").await;
    later.erase(7).await.unwrap();
});

on_both_engines!(only_an_owner_with_a_fresh_proof_erases, async |store| {
    let fixture = PlayerToErase::over(store).await;
    let manager = fixture.app.staff(Role::Manager, "9825041737", &[VENUE]).await;
    let manager = fixture.app.actor(&manager.token).await;
    let refused = erase(&fixture.app, &manager, fixture.player, 1).await;
    let needed = Refused::NotAllowed(Permission::PlayerErase);
    assert!(matches!(&refused, Err(ErasePlayerError::Refused(refused)) if *refused == needed), "{refused:?}");
    fixture.app.clock.advance(20 * 60);
    let late = fixture.erase(2).await;
    let needed = Refused::ProofNeeded(Permission::PlayerErase);
    assert!(matches!(&late, Err(ErasePlayerError::Refused(refused)) if *refused == needed), "{late:?}");
});

on_both_engines!(a_locked_player_is_signed_out_and_cannot_hold_or_be_booked_for, async |store| {
    let fixture = PlayerToErase::over(store.clone()).await;
    let player = fixture.app.player("9876543210").await;
    erase(&fixture.app, &fixture.owner, player.customer.id, 1).await.unwrap();
    let session = authenticate(&fixture.app, &player.token).await;
    assert!(matches!(session, Err(AuthError::NoSession)), "{session:?}");
    let pick = Pick {
        sport: PICKLEBALL,
        venue: VENUE,
        court: CourtId(9),
        day: SUNDAY,
        start: "7:00 PM".parse().unwrap(),
    };
    let held = place_hold(&fixture.app, player.customer.id, pick).await;
    assert!(matches!(held, Err(PlaceHoldError::Blocked)), "{held:?}");
    let slot = DeskSlot { court: CourtId(4), day: SUNDAY, start: "7:00 PM".parse().unwrap() };
    let request = BookAtDesk {
        slots: vec![slot],
        player: Player::Known(player.customer.id),
        contact_name: None,
        total: Money::from_rupees(800),
        pay: None,
        arrive: false,
    };
    let booked = book_at_desk(&fixture.app, &fixture.owner, VENUE, request, request_key(2)).await;
    assert!(matches!(booked, Err(BookError::PlayerLocked)), "{booked:?}");
});

const ROUNDS: usize = 6;

/// Confirmed bookings of accounts that are locked to be erased.
const BOOKED_FOR_LOCKED: &str = "select cast(count(*) as bigint) from orders o join customer on customer.customer_id = o.customer_id \
                                   where customer.erase_at is not null and o.status = 'confirmed'";

/// A player holds a court at 8 PM on Sunday and books it; `false` if they are locked.
async fn try_book(app: &TestApp, player: CustomerId, court: i64) -> bool {
    let start = "8:00 PM".parse().unwrap();
    let pick = Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(court), day: SUNDAY, start };
    let order = match place_hold(app, player, pick).await {
        Ok(order) => order,
        Err(PlaceHoldError::Blocked) => return false,
        Err(error) => panic!("{error}"),
    };
    let confirmed = confirm_at_court(app, player, order.number, None).await;
    assert!(matches!(confirmed, Ok(_) | Err(ConfirmError::Blocked)), "{confirmed:?}");
    confirmed.is_ok()
}

on_two_nodes!(a_player_who_books_during_an_erasure_is_booked_or_locked_and_never_both, async |stores| {
    let stores: [Store; 2] = stores;
    let (app, players) = open_app(stores[0].clone(), i64::try_from(ROUNDS).unwrap()).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = app.actor(&owner.token).await;
    let other = app.another_node_on(stores[1].clone(), |_| {});
    let mut bookings = 0;
    for (round, court) in (0..ROUNDS).zip(1_i64..) {
        let player = players[round];
        let erasing = erase(&app, &owner, player, court.unsigned_abs());
        let booking = try_book(&other, player, court);
        // The first of the two to begin is mostly the first on SQLite.
        let (erased, was_booked) = if round % 2 == 0 {
            tokio::join!(erasing, booking)
        } else {
            let (was_booked, erased) = tokio::join!(booking, erasing);
            (erased, was_booked)
        };
        assert!(matches!(erased, Ok(_) | Err(ErasePlayerError::Tied(_))), "{erased:?}");
        assert!(!(erased.is_ok() && was_booked), "round {round}");
        bookings += usize::from(was_booked);
    }
    assert_eq!(number(&stores[0], BOOKED_FOR_LOCKED).await, 0);
    // On PostgreSQL the call with fewer statements is mostly the first; the test below puts the erasure first there.
    let both_orders = (1..ROUNDS).contains(&bookings);
    assert!(both_orders || app.store.engine() != "sqlite", "{bookings} of {ROUNDS} bookings were first");
});

/// A player holds a court and books it when an erasure has found that nothing is open; returns whether it was booked, and the number
/// of bookings of locked accounts.
async fn booked_during_an_erasure(here: &Store, there: Store) -> (bool, i64) {
    let fixture = PlayerToErase::over(there).await;
    let (app, player) = (fixture.app.clone(), fixture.player);
    let (here, was_booked) =
        with_call_before(here, "customer/request_erasure", async move { try_book(&app, player, 3).await });
    let node = fixture.app.another_node_on(here, |_| {});
    erase(&node, &fixture.owner, player, 1).await.unwrap();
    (was_booked.await, number(&fixture.store, BOOKED_FOR_LOCKED).await)
}

// On SQLite a unit of work that writes is alone.
#[test]
fn a_booking_waits_for_an_erasure_that_is_under_way_and_is_refused() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(booked_during_an_erasure(&here, there).await, (false, 0));
    });
}

#[test]
fn control_without_the_turn_of_the_player_a_booking_is_of_a_locked_account() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        let [here, there] = stores.map(|store| without_turns(&store));
        assert_eq!(booked_during_an_erasure(&here, there).await, (true, 1));
    });
}

/// The job writes the words of a name that has none. Right before it does, the erasure of the player is requested. Returns whether the
/// search finds the player afterwards.
async fn is_found_after_an_erasure(here: &Store, there: Store) -> bool {
    let fixture = PlayerToErase::over(there).await;
    run(&fixture.store, "update customer set searched_name = null where customer_id = 100000000000").await;
    let (app, owner, player) = (fixture.app.clone(), fixture.owner.clone(), fixture.player);
    let (here, erased) =
        with_call_before(
            here,
            "customer/set_searched_name",
            async move { erase(&app, &owner, player, 1).await },
        );
    write_name_words(&fixture.app.another_node_on(here, |_| {})).await.unwrap();
    erased.await.unwrap();
    let found = search(&fixture.app, &[VENUE], VENUE, "ketaki").await.unwrap();
    !found.players.is_empty()
}

#[test]
fn a_player_who_is_locked_while_the_words_of_the_name_are_written_is_not_found() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert!(!is_found_after_an_erasure(&here, there).await);
    });
}

#[test]
fn control_without_the_check_of_the_lock_the_search_finds_a_locked_player() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let unguarded =
            without_guard(&here, statement("customer/set_searched_name"), " and erase_at is null", "");
        assert!(is_found_after_an_erasure(&unguarded, there).await);
    });
}

on_both_engines!(control_without_the_block_a_locked_player_books, async |store| {
    let fixture = PlayerToErase::over(store.clone()).await;
    let guard = "where customer_id = $1 and erase_at is not null";
    let unguarded = without_guard(
        &store,
        statement("player_block/find"),
        guard,
        "where customer_id = $1 and erase_at is not null and erase_at < 0",
    );
    let other = fixture.app.another_node_on(unguarded, |_| {});
    fixture.erase(1).await.unwrap();
    booked(&other, fixture.player, 3, "7:00 PM").await;
    assert_eq!(number(&store, BOOKED_FOR_LOCKED).await, 1);
});
