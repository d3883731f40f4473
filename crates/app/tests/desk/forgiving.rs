//! A forgiven no-show is no strike: the player may pay at the court again, until it counts again.

use sideout_app::{
    booking::confirm_at_court::{ConfirmError, confirm_at_court},
    desk::day::correct_outcome::{CorrectOutcome, correct_outcome},
    desk::players::{
        forgive_no_show::{ForgiveError, forgive_no_show, withdraw_forgiveness},
        open_player::open_player,
    },
    staff::{TypedApproval, TypedSecret, approve},
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    CustomerId,
    order::{OrderNumber, OrderStatus},
    staff::{Permission, Role},
    trust::Trust,
};
use sideout_store::Store;
use sideout_testkit::{
    NETWORK, TestApp, on_both_engines, one_statement_at_a_time, request_key, sample_venue::VENUE, totp_code,
};

use crate::helpers::{at, booked, details, held, import, imported, number, open_app, slot};

/// The second player of [`open_app`].
const OTHER: CustomerId = CustomerId(100_000_000_001);

/// An app with a player who missed two games, and the numbers of these games.
async fn with_two_strikes(store: Store) -> (TestApp, CustomerId, [OrderNumber; 2]) {
    let (app, players) = open_app(store.clone(), 2).await;
    let mut missed = Vec::new();
    for court in 1..=2 {
        missed.push(import(&store, imported(players[0], slot(court, "7:00 AM"), OrderStatus::NoShow)).await);
    }
    app.clock.set(at("12:00 PM"));
    (app, players[0], [missed[0], missed[1]])
}

async fn actor(app: &TestApp, role: Role, phone: &str) -> Actor {
    let member = app.staff(role, phone, &[VENUE]).await;
    app.actor(&member.token).await
}

async fn forgive(app: &TestApp, actor: &Actor, order: OrderNumber, key: u64) -> Result<(), ForgiveError> {
    forgive_no_show(app, actor, order, "Was in hospital".to_owned(), request_key(key)).await
}

async fn a_strike_goes_and_comes_back(store: Store) {
    let (app, player, missed) = with_two_strikes(store).await;
    let manager = actor(&app, Role::Manager, "9825041736").await;
    let order = held(&app, player, 5, "7:00 PM").await;
    let refused = confirm_at_court(&app, player, order.number, None).await;
    assert!(matches!(refused, Err(ConfirmError::NoShows)), "{refused:?}");
    forgive(&app, &manager, missed[0], 1).await.unwrap();
    let page = open_player(&app, &manager, player).await.unwrap();
    assert_eq!((page.trust, page.summary.missed, page.summary.strikes), (Trust::New, 2, 1));
    let forgiven: Vec<_> = page.forgiven.iter().map(|one| (one.order, one.reason.as_str())).collect();
    assert_eq!(forgiven, [(missed[0], "Was in hospital")]);
    confirm_at_court(&app, player, order.number, None).await.unwrap();

    withdraw_forgiveness(&app, &manager, missed[0], request_key(2)).await.unwrap();
    let page = open_player(&app, &manager, player).await.unwrap();
    assert_eq!((page.trust, page.summary.strikes, page.forgiven), (Trust::PaysFirst, 2, vec![]));
    let order = held(&app, player, 6, "7:00 PM").await;
    let refused = confirm_at_court(&app, player, order.number, None).await;
    assert!(matches!(refused, Err(ConfirmError::NoShows)), "{refused:?}");
}

on_both_engines!(a_forgiven_no_show_is_no_strike_until_it_counts_again, async |store| {
    a_strike_goes_and_comes_back(store).await;
});

on_both_engines!(a_forgiven_no_show_is_no_strike_statement_by_statement, async |store| {
    a_strike_goes_and_comes_back(one_statement_at_a_time(&store)).await;
});

on_both_engines!(only_a_missed_game_is_forgiven_and_only_once, async |store| {
    let (app, player, missed) = with_two_strikes(store.clone()).await;
    let manager = actor(&app, Role::Manager, "9825041736").await;
    let game = booked(&app, OTHER, 9, "9:00 PM").await.number;
    let ahead = forgive(&app, &manager, game, 1).await;
    assert!(matches!(ahead, Err(ForgiveError::NoStrike)), "{ahead:?}");
    let unknown = forgive(&app, &manager, OrderNumber::try_from(4_820_193_756).unwrap(), 2).await;
    assert!(matches!(unknown, Err(ForgiveError::NoSuchBooking)), "{unknown:?}");
    forgive(&app, &manager, missed[1], 3).await.unwrap();
    let again = forgive(&app, &manager, missed[1], 4).await;
    assert!(matches!(again, Err(ForgiveError::NoStrike)), "{again:?}");
    let other = withdraw_forgiveness(&app, &manager, missed[0], request_key(5)).await;
    assert!(matches!(other, Err(ForgiveError::NotForgiven)), "{other:?}");
    let audited = "select cast(count(*) as bigint) from audit_entry where verb = 'no_show.forgiven' and reason is not null";
    assert_eq!(number(&store, audited).await, 1);
    assert_eq!(open_player(&app, &manager, player).await.unwrap().summary.strikes, 1);
});

on_both_engines!(a_clerk_forgives_only_with_an_approval, async |store| {
    let (app, _, missed) = with_two_strikes(store.clone()).await;
    let manager = app.staff(Role::Manager, "9825041736", &[VENUE]).await;
    let clerk = actor(&app, Role::Desk, "9825041737").await;
    let alone = forgive(&app, &clerk, missed[0], 1).await;
    let needed = Refused::ApprovalNeeded(Permission::PlayerTrust);
    assert!(matches!(&alone, Err(ForgiveError::Refused(refused)) if *refused == needed), "{alone:?}");
    // The manager signed in with the code of this time step, so a later one is needed.
    app.clock.advance(60);
    let code = totp_code(&manager.secret, app.clock_now());
    let typed = TypedApproval { staff: manager.id, secret: TypedSecret::Code(code) };
    let approved = approve(&app, clerk, Some(typed), &request_key(2), NETWORK).await.unwrap();
    forgive(&app, &approved, missed[0], 2).await.unwrap();
    let both = "select cast(count(*) as bigint) from audit_entry where verb = 'no_show.forgiven' and approver_id is not null";
    assert_eq!(number(&store, both).await, 1);
});

on_both_engines!(a_forgiven_game_that_is_corrected_to_played_is_no_longer_forgiven, async |store| {
    let (app, player, missed) = with_two_strikes(store.clone()).await;
    let manager = actor(&app, Role::Manager, "9825041736").await;
    forgive(&app, &manager, missed[0], 1).await.unwrap();
    for (key, came) in [(2, true), (3, false)] {
        let version = details(&app, missed[0]).await.booking.version;
        let correction =
            CorrectOutcome { number: missed[0], came, reason: "Looked at the camera".to_owned(), version };
        correct_outcome(&app, &manager, correction, request_key(key)).await.unwrap();
    }
    let page = open_player(&app, &manager, player).await.unwrap();
    assert_eq!((page.summary.missed, page.summary.strikes, page.forgiven), (2, 2, vec![]));
    let corrected = "select cast(count(*) as bigint) from audit_entry where verb = 'outcome.corrected' and after like '%\"forgiven\":false%'";
    assert_eq!(number(&store, corrected).await, 1);
});
