//! Strikes and a block of an erased player count again for the next player with the number.

use sideout_app::{
    booking::{
        confirm_at_court::{ConfirmError, confirm_at_court},
        place_hold::{Pick, PlaceHoldError, place_hold},
    },
    desk::{
        bookings::{
            DeskSlot,
            book::{BookAtDesk, Player, book_at_desk},
        },
        players::{
            FormerGame,
            block_player::{BlockPlayer, block_player},
            export_player::export_player,
            forgive_former_strike::{
                ForgiveFormerStrikeError, forgive_former_strike, withdraw_former_forgiveness,
            },
            forgive_no_show::forgive_no_show,
            merge_players::{Merge, merge_players},
            open_player::{PlayerPage, open_player},
        },
    },
    jobs::remove_expired::remove_expired,
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    CourtId, CustomerId,
    money::Money,
    order::OrderStatus,
    staff::{Permission, Role},
    trust::Trust,
};
use sideout_store::Store;
use sideout_testkit::{
    TestApp, on_both_engines, one_statement_at_a_time, request_key,
    sample_venue::{PICKLEBALL, VENUE},
    statement, without_guard,
};

use crate::counter::actor;
use crate::erasing::{erase, erase_after_seven_days};
use crate::helpers::{SUNDAY, at, held, import, imported, number, open_app, run, slot};

/// The phone number of the first player of [`open_app`].
const PHONE: &str = "9000000000";

/// An app whose first player missed three games on Sunday, one of which was forgiven, and one a hundred days before, and was
/// then erased.
async fn erased(store: &Store) -> TestApp {
    let (app, players) = open_app(store.clone(), 2).await;
    let player = players[0];
    let mut missed = Vec::new();
    for court in 1..=4 {
        missed.push(import(store, imported(player, slot(court, "7:00 AM"), OrderStatus::NoShow)).await);
    }
    run(store, "update orders set starts_at = starts_at - 8640000000 where court_id = 4").await;
    // A debt would prevent the erasure.
    run(store, "update orders set paid_paise = price_paise").await;
    app.clock.set(at("12:00 PM"));
    let owner = actor(&app, Role::Owner, "9825041736", &[]).await;
    forgive_no_show(&app, &owner, missed[0], "Was in hospital".to_owned(), request_key(90)).await.unwrap();
    erase(&app, &owner, player, 91).await.unwrap();
    assert_eq!(erase_after_seven_days(&app).await, 1);
    app
}

/// How many games that were missed before the erasure count as strikes.
fn counting_former_strikes(page: &PlayerPage) -> i64 {
    page.former_strikes.iter().filter(|strike| strike.forgiven.is_none()).map(|_| 1).sum()
}

/// The strikes of a player, the missed games of the account, and the former strikes that count.
async fn strikes(app: &TestApp, player: CustomerId, phone: &str) -> (i64, i64, i64) {
    let owner = actor(app, Role::Owner, phone, &[]).await;
    let page = open_player(app, &owner, player).await.unwrap();
    (page.summary.strikes, page.summary.missed, counting_former_strikes(&page))
}

async fn strikes_come_back(store: Store) {
    let app = erased(&store).await;
    let stranger = app.player("9876543299").await.customer.id;
    assert_eq!(strikes(&app, stranger, "9825041740").await, (0, 0, 0));
    let player = app.player(PHONE).await.customer.id;
    assert_eq!(
        strikes(&app, player, "9825041741").await,
        (2, 0, 2),
        "neither the forgiven one nor the one of a hundred days before"
    );
    app.clock.set(at("12:00 PM"));
    let order = held(&app, player, 5, "7:00 PM").await;
    let refused = confirm_at_court(&app, player, order.number, None).await;
    assert!(matches!(refused, Err(ConfirmError::NoShows)), "{refused:?}");
}

on_both_engines!(strikes_of_the_last_ninety_days_count_again_and_forgiven_ones_do_not, async |store| {
    strikes_come_back(store).await;
});

on_both_engines!(a_copy_of_a_player_has_the_games_missed_before_the_erasure, async |store| {
    let app = erased(&store).await;
    let player = app.player(PHONE).await.customer.id;
    app.clock.set(at("12:00 PM"));
    let second = FormerGame { missed_at: slot(2, "7:00 AM").starts_at, place: 1 };
    forgive(&app, &manager(&app).await, (player, second), 92).await.unwrap();
    let owner = actor(&app, Role::Owner, "9825041740", &[]).await;
    let exported =
        export_player(&app, &owner, player, "Asked by mail".to_owned(), request_key(93)).await.unwrap();
    let missed = exported.document["missed_before_erasure"].as_array().unwrap();
    assert!(missed.iter().all(|game| game["missed_at"] == "2026-11-22T01:30:00Z"), "{missed:?}");
    let reasons: Vec<_> = missed.iter().map(|game| game["forgiven_because"].as_str()).collect();
    assert_eq!(reasons, [None, Some("Was in hospital")]);
});

on_both_engines!(former_strikes_count_statement_by_statement, async |store| {
    strikes_come_back(one_statement_at_a_time(&store)).await;
});

on_both_engines!(a_strike_counts_until_ninety_days_after_the_game_and_is_then_removed, async |store| {
    let app = erased(&store).await;
    let player = app.player(PHONE).await.customer.id;
    let missed_at = slot(1, "7:00 AM").starts_at;
    app.clock.set(missed_at + jiff::SignedDuration::from_hours(90 * 24) - jiff::SignedDuration::from_secs(1));
    assert_eq!(strikes(&app, player, "9825041741").await, (2, 0, 2));
    app.clock.advance(1);
    assert_eq!(strikes(&app, player, "9825041742").await, (0, 0, 0));
    let kept = "select cast(count(*) as bigint) from former_strike";
    assert_eq!(number(&store, kept).await, 2);
    remove_expired(&app).await.unwrap();
    assert_eq!(number(&store, kept).await, 0);
});

on_both_engines!(
    a_game_with_the_start_of_former_strikes_counts_beside_them_after_another_erasure,
    async |store| {
        let app = erased(&store).await;
        let player = app.player(PHONE).await.customer.id;
        // One of the former strikes is forgiven, and stays so.
        let second = FormerGame { missed_at: slot(2, "7:00 AM").starts_at, place: 1 };
        forgive(&app, &manager(&app).await, (player, second), 1).await.unwrap();
        import(&store, imported(player, slot(5, "7:00 AM"), OrderStatus::NoShow)).await;
        run(&store, "update orders set paid_paise = price_paise").await;
        assert_eq!(strikes(&app, player, "9825041740").await, (2, 1, 1));
        erase(&app, &actor(&app, Role::Owner, "9825041742", &[]).await, player, 2).await.unwrap();
        assert_eq!(erase_after_seven_days(&app).await, 1);
        let next = app.player(PHONE).await.customer.id;
        assert_eq!(strikes(&app, next, "9825041743").await, (2, 0, 2));
    }
);

on_both_engines!(a_stored_strike_has_the_hour_of_its_game_and_no_player, async |store| {
    erased(&store).await;
    let stored = "select cast(count(*) as bigint) from former_strike \
                 where customer_id is null and missed_at in (select starts_at from orders)";
    assert_eq!(number(&store, stored).await, 2);
});

on_both_engines!(
    a_guest_of_the_desk_with_the_number_gets_the_strikes_and_a_merge_moves_them,
    async |store| {
        let app = erased(&store).await;
        app.clock.set(at("12:00 PM"));
        let by = actor(&app, Role::Owner, "9825041740", &[]).await;
        let request = BookAtDesk {
            slots: vec![DeskSlot { court: CourtId(4), day: SUNDAY, start: "7:00 PM".parse().unwrap() }],
            player: Player::ByPhone {
                full_name: "Asha Mehta".parse().unwrap(),
                phone: PHONE.parse().unwrap(),
            },
            contact_name: None,
            total: Money::from_rupees(800),
            pay: None,
            arrive: false,
        };
        let booked = book_at_desk(&app, &by, VENUE, request, request_key(1)).await.unwrap();
        assert_eq!(strikes(&app, booked.customer, "9825041741").await, (2, 0, 2));
        let kept = CustomerId(100_000_000_001);
        let merge = Merge { kept, gone: booked.customer };
        merge_players(&app, &by, merge, "New number".to_owned(), request_key(2)).await.unwrap();
        assert_eq!(strikes(&app, kept, "9825041742").await, (2, 0, 2));
    }
);

on_both_engines!(a_block_counts_again_until_its_end_without_its_reason, async |store| {
    let (app, players) = open_app(store.clone(), 2).await;
    app.clock.set(at("12:00 PM"));
    let by = actor(&app, Role::Owner, "9825041736", &[]).await;
    let last_day = SUNDAY.saturating_add(jiff::ToSpan::days(30));
    let block = BlockPlayer { player: players[0], reason: "Ketaki threw a racket".to_owned(), last_day };
    block_player(&app, &by, VENUE, block, request_key(1)).await.unwrap();
    erase(&app, &by, players[0], 2).await.unwrap();
    assert_eq!(erase_after_seven_days(&app).await, 1);
    assert_eq!(number(&store, "select cast(count(*) as bigint) from player_block").await, 0);
    let player = app.player(PHONE).await.customer.id;
    let by = actor(&app, Role::Owner, "9825041737", &[]).await;
    let page = open_player(&app, &by, player).await.unwrap();
    let block = page.block.unwrap();
    assert_eq!(
        (page.trust, block.reason.as_str(), block.last_day),
        (Trust::Blocked, "Blocked before the data were erased", last_day)
    );
    app.clock.set(at("12:00 PM"));
    let start = "7:00 PM".parse().unwrap();
    let pick = Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(5), day: SUNDAY, start };
    let refused = place_hold(&app, player, pick).await;
    assert!(matches!(refused, Err(PlaceHoldError::Blocked)), "{refused:?}");
    assert_eq!(number(&store, "select cast(count(*) as bigint) from former_block").await, 0);
});

async fn manager(app: &TestApp) -> Actor {
    let manager = app.staff(Role::Manager, "9825041745", &[VENUE]).await;
    app.actor(&manager.token).await
}

async fn forgive(
    app: &TestApp,
    by: &Actor,
    (player, game): (CustomerId, FormerGame),
    key: u64,
) -> Result<(), ForgiveFormerStrikeError> {
    let reason = "Was in hospital".to_owned();
    forgive_former_strike(app, by, VENUE, (player, game), reason, request_key(key)).await
}

async fn a_former_strike_is_forgiven_and_counts_again(store: Store) {
    let app = erased(&store).await;
    let player = app.player(PHONE).await.customer.id;
    app.clock.set(at("12:00 PM"));
    let manager = manager(&app).await;
    let order = held(&app, player, 5, "7:00 PM").await;
    let refused = confirm_at_court(&app, player, order.number, None).await;
    assert!(matches!(refused, Err(ConfirmError::NoShows)), "{refused:?}");

    let missed_at = slot(2, "7:00 AM").starts_at;
    let games = open_player(&app, &manager, player).await.unwrap().former_strikes;
    let found: Vec<_> = games.iter().map(|strike| (strike.game, strike.forgiven.is_none())).collect();
    let [first, second] = [0, 1].map(|place| FormerGame { missed_at, place });
    assert_eq!(found, [(first, true), (second, true)]);
    forgive(&app, &manager, (player, second), 1).await.unwrap();
    forgive(&app, &manager, (player, second), 1).await.unwrap();
    for (key, game) in [(2, second), (3, FormerGame { missed_at, place: 2 })] {
        let refused = forgive(&app, &manager, (player, game), key).await;
        assert!(matches!(refused, Err(ForgiveFormerStrikeError::NoStrike)), "{refused:?}");
    }
    let unknown = forgive(&app, &manager, (CustomerId(5), first), 4).await;
    assert!(matches!(unknown, Err(ForgiveFormerStrikeError::NoPlayer)), "{unknown:?}");
    let page = open_player(&app, &manager, player).await.unwrap();
    assert_eq!((page.trust, page.summary.strikes), (Trust::New, 1));
    let reasons: Vec<_> = page
        .former_strikes
        .iter()
        .map(|strike| strike.forgiven.as_ref().map(|forgiven| (forgiven.reason.as_str(), forgiven.staff)))
        .collect();
    assert_eq!(reasons, [None, Some(("Was in hospital", manager.id()))]);
    let audited = "select cast(count(*) as bigint) from audit_entry where verb = 'former_strike.forgiven' \
                   and reason = 'Was in hospital' and subject_kind = 'player' and venue_id = 1";
    assert_eq!(number(&store, audited).await, 1);
    confirm_at_court(&app, player, order.number, None).await.unwrap();

    withdraw_former_forgiveness(&app, &manager, VENUE, (player, second), request_key(5)).await.unwrap();
    let again = withdraw_former_forgiveness(&app, &manager, VENUE, (player, second), request_key(6)).await;
    assert!(matches!(again, Err(ForgiveFormerStrikeError::NotForgiven)), "{again:?}");
    assert_eq!(open_player(&app, &manager, player).await.unwrap().summary.strikes, 2);
    let order = held(&app, player, 6, "7:00 PM").await;
    let refused = confirm_at_court(&app, player, order.number, None).await;
    assert!(matches!(refused, Err(ConfirmError::NoShows)), "{refused:?}");
}

on_both_engines!(a_forgiven_former_strike_does_not_count_until_it_counts_again, async |store| {
    a_former_strike_is_forgiven_and_counts_again(store).await;
});

on_both_engines!(a_forgiven_former_strike_does_not_count_statement_by_statement, async |store| {
    a_former_strike_is_forgiven_and_counts_again(one_statement_at_a_time(&store)).await;
});

on_both_engines!(a_clerk_alone_does_not_forgive_a_former_strike, async |store| {
    let app = erased(&store).await;
    let player = app.player(PHONE).await.customer.id;
    let clerk = app.staff(Role::Desk, "9825041746", &[VENUE]).await;
    let clerk = app.actor(&clerk.token).await;
    let game = FormerGame { missed_at: slot(2, "7:00 AM").starts_at, place: 0 };
    let alone = forgive(&app, &clerk, (player, game), 1).await;
    let needed = Refused::ApprovalNeeded(Permission::PlayerTrust);
    assert!(
        matches!(&alone, Err(ForgiveFormerStrikeError::Refused(refused)) if *refused == needed),
        "{alone:?}"
    );
    assert_eq!(strikes(&app, player, "9825041741").await, (2, 0, 2));
});

on_both_engines!(a_forgiven_former_strike_stays_forgiven_after_a_merge_and_another_erasure, async |store| {
    let app = erased(&store).await;
    let first = app.player(PHONE).await.customer.id;
    let game = FormerGame { missed_at: slot(2, "7:00 AM").starts_at, place: 0 };
    forgive(&app, &manager(&app).await, (first, game), 1).await.unwrap();
    let kept = app.player("9876543299").await.customer.id;
    let by = actor(&app, Role::Owner, "9825041740", &[]).await;
    merge_players(&app, &by, Merge { kept, gone: first }, "New number".to_owned(), request_key(2))
        .await
        .unwrap();
    assert_eq!(strikes(&app, kept, "9825041741").await, (1, 0, 1));
    erase(&app, &actor(&app, Role::Owner, "9825041742", &[]).await, kept, 3).await.unwrap();
    assert_eq!(erase_after_seven_days(&app).await, 1);
    let why = "select cast(count(*) as bigint) from former_strike where forgiven_because is not null";
    assert_eq!(number(&store, why).await, 0, "the reason may name the person");
    let next = app.player(PHONE).await.customer.id;
    assert_eq!(strikes(&app, next, "9825041743").await, (1, 0, 1));
});

on_both_engines!(control_without_its_condition_a_former_strike_is_forgiven_again, async |store| {
    let unguarded =
        without_guard(&store, statement("former_strike/forgive"), "and forgiven_at is null", "and 1 = 1");
    let app = erased(&unguarded).await;
    let player = app.player(PHONE).await.customer.id;
    let game = FormerGame { missed_at: slot(2, "7:00 AM").starts_at, place: 0 };
    let manager = manager(&app).await;
    forgive(&app, &manager, (player, game), 1).await.unwrap();
    forgive(&app, &manager, (player, game), 2).await.unwrap();
});

on_both_engines!(control_without_the_recall_a_new_account_has_no_strikes, async |store| {
    let unguarded = without_guard(
        &store,
        statement("former_strike/recall"),
        "where phone_hash = $1",
        "where phone_hash = $1 and kept_until < 0",
    );
    let app = erased(&unguarded).await;
    let player = app.player(PHONE).await.customer.id;
    assert_eq!(strikes(&app, player, "9825041741").await, (0, 0, 0));
});
