//! Start, use and end of a session.

use sideout_app::accounts::{
    AuthError, authenticate,
    change_password::{ChangePasswordError, change_password},
    find_profile::find_profile,
    login::LoginError,
    logout::logout,
};
use sideout_store::{Store, StoreError};
use sideout_testkit::{NETWORK, PASSWORD, TestApp, on_both_engines};

use crate::helpers::{live_session, log_in, password, session_of};

const NUMBER: &str = "9876543210";
const DAY: i64 = 24 * 3_600;

async fn is_refused(app: &TestApp, token: &str) -> bool {
    matches!(authenticate(app, token).await, Err(AuthError::NoSession))
}

on_both_engines!(a_token_opens_its_own_session_and_no_other_text_opens_one, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    assert_eq!(live_session(&app, &player.token).await.customer_id, player.customer.id);
    let id = player.customer.id.to_string();
    for token in
        ["", "so_", "Bearer", &id, &player.token[..20], &format!("{}x", player.token), &"x".repeat(500)]
    {
        assert!(is_refused(&app, token).await, "{token}");
    }
});

on_both_engines!(a_session_ends_after_fourteen_idle_days, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    app.clock.advance(14 * DAY - 1);
    live_session(&app, &player.token).await;
    app.clock.advance(14 * DAY - 1);
    live_session(&app, &player.token).await;
    app.clock.advance(14 * DAY);
    assert!(is_refused(&app, &player.token).await);
});

on_both_engines!(a_session_ends_after_sixty_days_in_any_case, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    for _ in 0..59 {
        app.clock.advance(DAY);
        live_session(&app, &player.token).await;
    }
    app.clock.advance(DAY - 1);
    live_session(&app, &player.token).await;
    app.clock.advance(1);
    assert!(is_refused(&app, &player.token).await);
});

/// When the only session was last seen, in UTC milliseconds.
async fn last_seen(store: &Store) -> i64 {
    let statement =
        sideout_store::Statement { name: "test/last_seen", text: "select last_seen_at from session" };
    let read = store.read(statement, |tx, statement| {
        Box::pin(async move { tx.one(*statement, &[]).await?.integer("last_seen_at") })
    });
    let seen: Result<i64, StoreError> = read.await;
    seen.unwrap()
}

on_both_engines!(the_use_of_a_session_is_noted_once_an_hour, async |store| {
    let (app, player) = TestApp::over(store.clone()).with_player().await;
    let begun = last_seen(&store).await;
    app.clock.advance(3_599);
    live_session(&app, &player.token).await;
    assert_eq!(last_seen(&store).await, begun);
    app.clock.advance(1);
    live_session(&app, &player.token).await;
    assert_eq!(last_seen(&store).await, begun + 3_600_000);
});

on_both_engines!(logout_ends_this_session_on_all_nodes_at_once, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    let other = session_of(&app, NUMBER, PASSWORD).await;
    let node = app.another_node(|_| {});
    live_session(&node, &player.token).await;
    logout(&app, &player.token).await.unwrap();
    assert!(is_refused(&node, &player.token).await);
    live_session(&node, other.token.reveal()).await;
    logout(&app, &player.token).await.unwrap();
    logout(&app, "made up").await.unwrap();
});

on_both_engines!(a_changed_password_ends_every_other_session, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    let other = session_of(&app, NUMBER, PASSWORD).await;
    let session = live_session(&app, &player.token).await;
    let (old, new) = (password(PASSWORD), password("dinkdinkdrive"));
    change_password(&app, NETWORK, session, &old, &new).await.unwrap();
    live_session(&app, &player.token).await;
    assert!(is_refused(&app, other.token.reveal()).await);
    assert!(matches!(log_in(&app, NUMBER, PASSWORD).await, Err(LoginError::WrongCredentials)));
    session_of(&app, NUMBER, "dinkdinkdrive").await;
});

on_both_engines!(a_change_needs_the_old_password_and_a_new_one, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    let session = live_session(&app, &player.token).await;
    let (old, new) = (password(PASSWORD), password("dinkdinkdrive"));
    let wrong = change_password(&app, NETWORK, session, &password("guess"), &new).await;
    assert!(matches!(wrong, Err(ChangePasswordError::WrongOld)), "{wrong:?}");
    let same = change_password(&app, NETWORK, session, &old, &old).await;
    assert!(matches!(same, Err(ChangePasswordError::SameAsOld)), "{same:?}");
    for _ in 0..2 {
        let wrong = change_password(&app, NETWORK, session, &password("guess"), &new).await;
        assert!(
            matches!(wrong, Err(ChangePasswordError::WrongOld)),
            "the right one ends the count: {wrong:?}"
        );
    }
    session_of(&app, NUMBER, PASSWORD).await;
});

on_both_engines!(guesses_of_the_old_password_are_slowed_down_as_at_login, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    let session = live_session(&app, &player.token).await;
    let new = password("dinkdinkdrive");
    for _ in 0..3 {
        let wrong = change_password(&app, NETWORK, session, &password("guess"), &new).await;
        assert!(matches!(wrong, Err(ChangePasswordError::WrongOld)), "{wrong:?}");
    }
    let refused = change_password(&app, NETWORK, session, &password(PASSWORD), &new).await;
    assert!(matches!(refused, Err(ChangePasswordError::Throttled(_))), "{refused:?}");
    assert!(
        matches!(log_in(&app, NUMBER, PASSWORD).await, Err(LoginError::Throttled(_))),
        "both count the same wrong passwords"
    );
});

on_both_engines!(no_session_outlives_its_customer, async |store| {
    let (app, player) = TestApp::over(store.clone()).with_player().await;
    let session = live_session(&app, &player.token).await;
    let delete = sideout_store::Statement { name: "test/delete", text: "delete from customer" };
    let gone = store.write(delete, |tx, delete| Box::pin(async move { tx.run(*delete, &[]).await }));
    let gone: Result<u64, StoreError> = gone.await;
    assert_eq!(gone.unwrap(), 1);
    assert!(is_refused(&app, &player.token).await);
    assert_eq!(find_profile(&app, session).await.unwrap(), None);
});
