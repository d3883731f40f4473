//! An erasure can be undone for seven days. In this time the account is locked and hidden.

use std::sync::Arc;

use sideout_app::{
    accounts::{
        login::{LoginAttempt, LoginError, login},
        register::register,
        verify_code::{VerifyCodeError, verify_code},
    },
    desk::{
        board::search::search,
        bookings::{
            DeskSlot,
            book::{BookAtDesk, BookError, Player, book_at_desk},
        },
        players::{
            erase_player::UNDO_TIME,
            merge_players::{CannotMerge, Merge, MergePlayersError, merge_players},
            open_player::open_player,
            undo_erasure::{UndoErasureError, list_erasures, undo_erasure},
        },
    },
    jobs::{erase_players::erase_players, write_name_words::write_name_words},
    notices::deliver::deliver,
    steps::audited::Actor,
};
use sideout_domain::{CourtId, CustomerId, money::Money, notice::Channel, staff::Role};
use sideout_store::{Store, StoreError};
use sideout_testkit::{
    FixedClock, NETWORK, TestApp, new_player, on_both_engines, on_two_nodes, request_key,
    sample_venue::VENUE, statement, without_guard,
};

use crate::counter::actor;
use crate::erasing::erase;
use crate::helpers::{SUNDAY, number, open_app, run};

const PHONE: &str = "9876543210";

/// A login with the password of [`new_player`].
fn attempt() -> LoginAttempt {
    let new = new_player(PHONE);
    LoginAttempt { phone: new.phone, password: new.password, device_id: "phone".to_owned() }
}

async fn undo(app: &TestApp, owner: &Actor, player: CustomerId, key: u64) -> Result<(), UndoErasureError> {
    undo_erasure(app, owner, player, "Called and wants to stay".to_owned(), request_key(key)).await
}

async fn found(app: &TestApp, text: &str) -> Vec<CustomerId> {
    let found = search(app, &[VENUE], VENUE, text).await.unwrap();
    found.players.into_iter().map(|hit| hit.player.id).collect()
}

/// A player with an account, and an owner with a fresh proof.
async fn open_app_with_player(store: Store) -> (TestApp, CustomerId, Actor) {
    let (app, _) = open_app(store, 1).await;
    let player = app.player(PHONE).await.customer.id;
    let owner = actor(&app, Role::Owner, "9825041736", &[]).await;
    (app, player, owner)
}

on_both_engines!(a_player_is_locked_and_hidden_at_once_and_open_again_after_an_undo, async |store| {
    let (app, player, by) = open_app_with_player(store.clone()).await;
    let name = open_player(&app, &by, player).await.unwrap().summary.name;
    assert_eq!(found(&app, PHONE).await, [player]);
    assert!(found(&app, &name).await.contains(&player));
    erase(&app, &by, player, 1).await.unwrap();
    // The job that writes missing words of names does not write those of a locked account.
    write_name_words(&app).await.unwrap();
    assert_eq!(found(&app, PHONE).await, []);
    assert!(!found(&app, &name).await.contains(&player));
    let locked = login(&app, NETWORK, attempt()).await;
    assert!(matches!(locked, Err(LoginError::AccountLocked)), "{locked:?}");
    let page = open_player(&app, &by, player).await.unwrap();
    let erase_at = page.erasure.unwrap().erase_at;
    assert_eq!((page.is_erased, page.block), (false, None));
    assert_eq!(erase_at, app.clock_now() + UNDO_TIME);
    let waiting = list_erasures(&app, &by).await.unwrap();
    assert_eq!(
        waiting.iter().map(|one| (one.id, one.lock.erase_at)).collect::<Vec<_>>(),
        [(player, erase_at)]
    );
    assert_eq!(erase_players(&app).await.unwrap(), 0, "not yet");
    undo(&app, &by, player, 2).await.unwrap();
    undo(&app, &by, player, 2).await.unwrap();
    let again = undo(&app, &by, player, 3).await;
    assert!(matches!(again, Err(UndoErasureError::Over)), "{again:?}");
    assert_eq!(found(&app, PHONE).await, [player]);
    assert!(found(&app, &name).await.contains(&player));
    login(&app, NETWORK, attempt()).await.unwrap();
    assert_eq!(list_erasures(&app, &by).await.unwrap(), []);
    app.clock.advance(UNDO_TIME.as_secs() + 1);
    assert_eq!(erase_players(&app).await.unwrap(), 0, "undone");
});

on_both_engines!(the_right_code_of_a_locked_number_is_refused, async |store| {
    let (app, player, by) = open_app_with_player(store).await;
    erase(&app, &by, player, 1).await.unwrap();
    app.clock.advance(120);
    let new = new_player(PHONE);
    let phone = new.phone.clone();
    let issued = register(&app, NETWORK, new).await.unwrap();
    let code = app.newest_code(&phone).await.unwrap().parse().unwrap();
    let locked = verify_code(&app, NETWORK, issued.handle.reveal(), &code).await;
    assert!(matches!(locked, Err(VerifyCodeError::AccountLocked)), "{locked:?}");
});

on_both_engines!(nothing_is_booked_for_or_merged_into_a_locked_player, async |store| {
    let (app, player, by) = open_app_with_player(store).await;
    let other = app.player("9876543211").await.customer.id;
    erase(&app, &by, player, 1).await.unwrap();
    let request = |player| BookAtDesk {
        slots: vec![DeskSlot { court: CourtId(4), day: SUNDAY, start: "7:00 PM".parse().unwrap() }],
        player,
        contact_name: None,
        total: Money::from_rupees(800),
        pay: None,
        arrive: false,
    };
    let by_phone =
        Player::ByPhone { full_name: "Asha Mehta".parse().unwrap(), phone: PHONE.parse().unwrap() };
    for (key, known) in [(2, Player::Known(player)), (3, by_phone)] {
        let booked = book_at_desk(&app, &by, VENUE, request(known), request_key(key)).await;
        assert!(matches!(booked, Err(BookError::PlayerLocked)), "{booked:?}");
    }
    for (key, merge) in [(4, Merge { kept: player, gone: other }), (5, Merge { kept: other, gone: player })] {
        let merged = merge_players(&app, &by, merge, "New number".to_owned(), request_key(key)).await;
        assert!(matches!(merged, Err(MergePlayersError::Cannot(CannotMerge::Erased))), "{merged:?}");
    }
});

on_both_engines!(an_undo_works_in_the_last_millisecond_of_the_seventh_day_and_not_later, async |store| {
    let (app, player, by) = open_app_with_player(store).await;
    erase(&app, &by, player, 1).await.unwrap();
    let erase_at = open_player(&app, &by, player).await.unwrap().erasure.unwrap().erase_at;
    app.clock.set(erase_at - jiff::SignedDuration::from_millis(1));
    let then = actor(&app, Role::Owner, "9825041737", &[]).await;
    undo(&app, &then, player, 2).await.unwrap();
    erase(&app, &then, player, 3).await.unwrap();
    app.clock.advance(UNDO_TIME.as_secs());
    let late = actor(&app, Role::Owner, "9825041738", &[]).await;
    let over = undo(&app, &late, player, 4).await;
    assert!(matches!(over, Err(UndoErasureError::Over)), "{over:?}");
    assert_eq!(erase_players(&app).await.unwrap(), 1);
});

on_both_engines!(the_player_is_notified_of_the_request_and_of_the_undo, async |store| {
    let (app, player, by) = open_app_with_player(store.clone()).await;
    deliver(&app, Channel::Mail, || true).await.unwrap();
    let sent =
        "select cast(count(*) as bigint) from outbox where notice = 'erasure_asked' and outcome = 'sent'";
    erase(&app, &by, player, 1).await.unwrap();
    deliver(&app, Channel::Mail, || true).await.unwrap();
    deliver(&app, Channel::Text, || true).await.unwrap();
    assert_eq!(number(&store, sent).await, 1, "by text message; no mail relay is set up");
    let copies =
        "select cast(count(*) as bigint) from message_copy where body = 'erasure_asked: day=Sat, 28 Nov'";
    assert_eq!(number(&store, copies).await, 1, "the text message names the day");
    undo(&app, &by, player, 2).await.unwrap();
    deliver(&app, Channel::Mail, || true).await.unwrap();
    deliver(&app, Channel::Text, || true).await.unwrap();
    let sent =
        "select cast(count(*) as bigint) from outbox where notice = 'erasure_undone' and outcome = 'sent'";
    assert_eq!(number(&store, sent).await, 1);
});

/// The number of erased accounts.
const ERASED: &str = "select cast(count(*) as bigint) from customer where erased_at is not null";

const ROUNDS: i64 = 12;

on_two_nodes!(of_an_undo_and_the_job_on_another_node_one_succeeds, async |stores| {
    let stores: [Store; 2] = stores;
    let (app, players) = open_app(stores[0].clone(), ROUNDS).await;
    // The clock of the other node is a second ahead: there the seven days are over.
    let ahead = Arc::new(FixedClock::new());
    let other = app.another_node_on(stores[1].clone(), |_| {});
    let other = other.another_node_by(ahead.clone());
    let mut erased = 0;
    for (round, player) in (1..).zip(players) {
        let by = actor(&app, Role::Owner, &format!("98250417{round:02}"), &[]).await;
        erase(&app, &by, player, round).await.unwrap();
        app.clock.advance(UNDO_TIME.as_secs() - 1);
        ahead.set(app.clock_now() + jiff::SignedDuration::from_secs(1));
        let by = actor(&app, Role::Owner, &format!("98250418{round:02}"), &[]).await;
        let (undone, job) = tokio::join!(undo(&app, &by, player, 100 + round), erase_players(&other));
        let job = job.unwrap();
        assert!(matches!(undone, Ok(()) | Err(UndoErasureError::Over)), "{undone:?}");
        assert_eq!(u32::from(undone.is_err()), job, "round {round}: {undone:?}");
        erased += i64::from(job);
        assert_eq!(number(&stores[0], ERASED).await, erased);
    }
});

/// Runs the job with a list of due accounts that was read before an undo. Returns how many are erased.
async fn job_with_an_old_list(store: Store, is_guarded: bool) -> i64 {
    let (app, player, by) = open_app_with_player(store.clone()).await;
    erase(&app, &by, player, 1).await.unwrap();
    undo(&app, &by, player, 2).await.unwrap();
    app.clock.advance(UNDO_TIME.as_secs());
    let old_list = "customer_id > 100000000000 and erased_at is null and $1 > 0";
    let listing = without_guard(
        &store,
        statement("customer/list_to_erase"),
        "erase_at is not null and erased_at is null and erase_at <= $1",
        old_list,
    );
    let listing = if is_guarded {
        listing
    } else {
        without_guard(&listing, statement("customer/erase"), " and erase_at <= $3", " and $3 > 0")
    };
    let node = app.another_node_on(listing, |_| {});
    erase_players(&node).await.unwrap();
    number(&store, ERASED).await
}

on_both_engines!(a_job_that_listed_a_player_before_the_undo_does_not_erase_the_player, async |store| {
    assert_eq!(job_with_an_old_list(store, true).await, 0);
});

on_both_engines!(control_without_the_guard_the_job_erases_after_the_undo, async |store| {
    assert!(job_with_an_old_list(store, false).await > 0);
});

on_both_engines!(a_player_who_cannot_be_erased_does_not_stop_the_next_one, async |store| {
    let (app, players) = open_app(store.clone(), 3).await;
    let by = actor(&app, Role::Owner, "9825041736", &[]).await;
    erase(&app, &by, players[0], 1).await.unwrap();
    erase(&app, &by, players[2], 2).await.unwrap();
    // Broken on purpose: an account that was merged into the first player is not locked with it.
    run(&store, "update customer set merged_into = 100000000000 where customer_id = 100000000001").await;
    app.clock.advance(UNDO_TIME.as_secs());
    let failed = erase_players(&app).await;
    assert!(matches!(failed, Err(StoreError::Corrupt(_))), "{failed:?}");
    let erased = "select customer_id from customer where erased_at is not null";
    assert_eq!(number(&store, erased).await, players[2].0);
});
