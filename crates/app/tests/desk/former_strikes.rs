//! Strikes and a block of an erased player count again for the next account with the number, and nothing else does.

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
            block_player::{BlockPlayer, block_player},
            forgive_no_show::forgive_no_show,
            merge_players::{Merge, merge_players},
            open_player::open_player,
        },
    },
    jobs::remove_expired::remove_expired,
    steps::audited::Actor,
};
use sideout_domain::{CourtId, CustomerId, money::Money, order::OrderStatus, staff::Role, trust::Trust};
use sideout_store::Store;
use sideout_testkit::{
    TestApp, on_both_engines, one_statement_at_a_time, request_key,
    sample_venue::{PICKLEBALL, VENUE},
    statement, without_guard,
};

use crate::erasing::{erase, erase_after_seven_days};
use crate::helpers::{SUNDAY, at, held, import, imported, number, open_app, run, slot};

/// The number of the first player of `open_app`.
const PHONE: &str = "9000000000";

async fn owner(app: &TestApp, phone: &str) -> Actor {
    let owner = app.staff(Role::Owner, phone, &[]).await;
    app.actor(&owner.token).await
}

/// A player who missed three games this morning, one of which was forgiven, and one a hundred days ago; erased.
async fn erased(store: &Store) -> TestApp {
    let (app, players) = open_app(store.clone(), 2).await;
    let player = players[0];
    let mut missed = Vec::new();
    for court in 1..=4 {
        missed.push(import(store, imported(player, slot(court, "7:00 AM"), OrderStatus::NoShow)).await);
    }
    run(
        store,
        "update orders set starts_at = starts_at - 8640000000, paid_paise = price_paise where court_id = 4",
    )
    .await;
    run(store, "update orders set paid_paise = price_paise").await;
    app.clock.set(at("12:00 PM"));
    let owner = owner(&app, "9825041736").await;
    forgive_no_show(&app, &owner, missed[0], "Was in hospital".to_owned(), request_key(90)).await.unwrap();
    erase(&app, &owner, player, 91).await.unwrap();
    assert_eq!(erase_after_seven_days(&app).await, 1);
    app
}

async fn strikes(app: &TestApp, player: CustomerId, phone: &str) -> (i64, i64, i64) {
    let owner = owner(app, phone).await;
    let page = open_player(app, &owner, player).await.unwrap();
    (page.facts.strikes, page.facts.missed, page.former_strikes.map_or(0, |former| former.missed))
}

async fn strikes_come_back(store: Store) {
    let app = erased(&store).await;
    let stranger = app.player("9876543299").await.customer.id;
    assert_eq!(strikes(&app, stranger, "9825041740").await, (0, 0, 0));
    let player = app.player(PHONE).await.customer.id;
    assert_eq!(
        strikes(&app, player, "9825041741").await,
        (2, 0, 2),
        "not the forgiven one, and none of before"
    );
    app.clock.set(at("12:00 PM"));
    let order = held(&app, player, 5, "7:00 PM").await;
    let refused = confirm_at_court(&app, player, order.number, None).await;
    assert!(matches!(refused, Err(ConfirmError::NoShows)), "{refused:?}");
}

on_both_engines!(strikes_of_the_last_ninety_days_count_again_and_forgiven_ones_do_not, async |store| {
    strikes_come_back(store).await;
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

on_both_engines!(stored_strikes_name_neither_the_number_nor_the_bookings, async |store| {
    erased(&store).await;
    let clear = "select cast(count(*) as bigint) from former_strike \
                 where customer_id is null and missed_at in (select starts_at from orders)";
    assert_eq!(number(&store, clear).await, 2, "a hash, an hour and an end");
});

on_both_engines!(
    a_guest_of_the_desk_with_the_number_gets_the_strikes_and_a_merge_moves_them,
    async |store| {
        let app = erased(&store).await;
        app.clock.set(at("12:00 PM"));
        let by = owner(&app, "9825041740").await;
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
    let by = owner(&app, "9825041736").await;
    let last_day = SUNDAY.saturating_add(jiff::ToSpan::days(30));
    let block = BlockPlayer { player: players[0], reason: "Ketaki threw a racket".to_owned(), last_day };
    block_player(&app, &by, VENUE, block, request_key(1)).await.unwrap();
    erase(&app, &by, players[0], 2).await.unwrap();
    assert_eq!(erase_after_seven_days(&app).await, 1);
    assert_eq!(number(&store, "select cast(count(*) as bigint) from player_block").await, 0);
    let player = app.player(PHONE).await.customer.id;
    let by = owner(&app, "9825041737").await;
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

on_both_engines!(control_without_the_hash_a_new_account_has_no_strikes, async |store| {
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
