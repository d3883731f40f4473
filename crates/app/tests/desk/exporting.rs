//! A copy of what is stored about a player has profile, games, payments at a desk, notes and messages, names no other person, and is
//! recorded in the audit.

use serde_json::Value;
use sideout_app::{
    desk::{
        bookings::{
            DeskSlot,
            book::{BookAtDesk, Player, book_at_desk},
        },
        players::export_player::{ExportPlayerError, export_player},
    },
    notices::deliver::deliver,
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    CourtId, CustomerId,
    money::Money,
    notice::Channel,
    staff::{Permission, Role},
};
use sideout_store::Store;
use sideout_testkit::{TestApp, on_both_engines, request_key, sample_venue::VENUE};

use crate::helpers::{SUNDAY, booked, number, open_app, pay_cash, run};

async fn owner(app: &TestApp) -> Actor {
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    app.actor(&owner.token).await
}

async fn export(
    app: &TestApp,
    actor: &Actor,
    player: CustomerId,
    key: u64,
) -> Result<Value, ExportPlayerError> {
    let exported = export_player(app, actor, player, "Asked by mail".to_owned(), request_key(key)).await?;
    Ok(exported.document)
}

/// A player with a paid game, a game at which another person plays, a note and messages.
async fn with_a_history(store: &Store) -> (TestApp, CustomerId, Actor) {
    let (app, players) = open_app(store.clone(), 2).await;
    let owner = owner(&app).await;
    run(store, "update customer set full_name = 'Zubin Contractor' where customer_id = 100000000001").await;
    let game = booked(&app, players[0], 3, "7:00 PM").await;
    booked(&app, players[1], 5, "7:00 PM").await;
    pay_cash(store, game.number, 800).await;
    run(store, "update desk_payment set payer = 'Zubin Contractor', reference = 'UPI4401234567'").await;
    let slot = DeskSlot { court: CourtId(4), day: SUNDAY, start: "8:00 PM".parse().unwrap() };
    let request = BookAtDesk {
        slots: vec![slot],
        player: Player::Known(players[0]),
        contact_name: Some("Zubin Contractor".parse().unwrap()),
        total: Money::from_rupees(800),
        pay: None,
        arrive: false,
    };
    book_at_desk(&app, &owner, VENUE, request, request_key(90)).await.unwrap();
    run(store, "insert into player_note (customer_id, note, staff_id, at) values (100000000000, 'Left-handed', 3, 1)").await;
    run(store, "update customer set image_key = '0123456789abcdef0123456789abcdef.jpg' where customer_id = 100000000000").await;
    deliver(&app, Channel::Text, || true).await.unwrap();
    (app, players[0], owner)
}

on_both_engines!(
    a_copy_has_profile_games_payments_notes_and_messages_and_no_name_of_another,
    async |store| {
        let (app, player, owner) = with_a_history(&store).await;
        let copy = export(&app, &owner, player, 1).await.unwrap();
        assert_eq!(copy["profile"][0]["phone"], "+919000000000");
        assert_eq!(copy["profile"][0]["email"], "asha@example.in");
        let picture = "http://127.0.0.1:8080/images/0123456789abcdef0123456789abcdef.jpg";
        assert_eq!(copy["profile"][0]["picture"], picture);
        assert_eq!(copy["orders"].as_array().unwrap().len(), 2);
        let paid =
            copy["orders"].as_array().unwrap().iter().find(|order| order["paid_paise"] == 80_000).unwrap();
        assert_eq!(
            (&paid["starts_at"], &paid["price_paise"]),
            (&"2026-11-22T13:30:00Z".into(), &80_000.into())
        );
        assert_eq!(copy["desk_payments"][0]["reference_ends_in"], "4567");
        assert_eq!(copy["notes"][0]["text"], "Left-handed");
        assert!(!copy["messages"].as_array().unwrap().is_empty());
        let text = copy.to_string();
        assert!(!text.contains("Zubin"), "{text}");
        assert!(!text.contains("UPI440"), "references are masked");
        let taken = "select cast(count(*) as bigint) from audit_entry where verb = 'player.exported' and reason = 'Asked by mail'";
        assert_eq!(number(&store, taken).await, 1);
        assert_eq!(export(&app, &owner, player, 1).await.unwrap()["profile"], copy["profile"]);
        assert_eq!(number(&store, taken).await, 1, "a repeat is one look");
        let kept = "select cast(count(*) as bigint) from desk_request where answer like '%+919000000000%' and answer like '%profile%'";
        assert_eq!(number(&store, kept).await, 0, "the stored answer has no copy");
    }
);

on_both_engines!(a_reference_of_two_characters_is_whole_in_a_copy, async |store| {
    let (app, player, owner) = with_a_history(&store).await;
    run(&store, "update desk_payment set reference = '42'").await;
    let copy = export(&app, &owner, player, 1).await.unwrap();
    assert_eq!(copy["desk_payments"][0]["reference_ends_in"], "42");
});

on_both_engines!(only_an_owner_with_a_fresh_proof_takes_a_copy, async |store| {
    let (app, players) = open_app(store, 1).await;
    let owner = owner(&app).await;
    let absent = export(&app, &owner, CustomerId(9), 1).await;
    assert!(matches!(absent, Err(ExportPlayerError::NoPlayer)), "{absent:?}");
    let manager = app.staff(Role::Manager, "9825041737", &[VENUE]).await;
    let manager = app.actor(&manager.token).await;
    let refused = export(&app, &manager, players[0], 2).await;
    let needed = Refused::NotAllowed(Permission::PlayerExport);
    assert!(
        matches!(&refused, Err(ExportPlayerError::Refused(refused)) if *refused == needed),
        "{refused:?}"
    );
    app.clock.advance(20 * 60);
    let late = export(&app, &owner, players[0], 3).await;
    let needed = Refused::ProofNeeded(Permission::PlayerExport);
    assert!(matches!(&late, Err(ExportPlayerError::Refused(refused)) if *refused == needed), "{late:?}");
});
