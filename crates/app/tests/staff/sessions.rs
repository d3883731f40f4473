//! Sessions of staff.

use sideout_app::staff::{EndSessionError, authenticate_staff, end_own_session, list_own_sessions, sign_out};
use sideout_domain::staff::Role;
use sideout_testkit::{on_both_engines, request_key};

use crate::helpers::{VENUE, open_app};

on_both_engines!(a_session_ends_by_signing_out_and_after_twelve_idle_hours, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    // Each use keeps the session from expiring.
    for _ in 0..3 {
        app.clock.advance(11 * 3_600);
        assert!(authenticate_staff(&app, &owner.token).await.is_ok());
    }
    app.clock.advance(12 * 3_600);
    assert!(authenticate_staff(&app, &owner.token).await.is_err());
    let clerk = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let actor = app.actor(&clerk.token).await;
    sign_out(&app, &actor).await.unwrap();
    assert!(authenticate_staff(&app, &clerk.token).await.is_err());
    sign_out(&app, &actor).await.unwrap();
});

on_both_engines!(no_session_outlives_thirty_days, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    for _ in 0..60 {
        app.clock.advance(12 * 3_600 - 1);
        assert!(authenticate_staff(&app, &owner.token).await.is_ok());
    }
    // Thirty days after its start; it was used a minute ago, so it is not idle.
    app.clock.advance(60);
    assert!(authenticate_staff(&app, &owner.token).await.is_err());
});

on_both_engines!(a_person_sees_and_ends_their_own_sessions_only, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let clerk = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let (owner_actor, clerk_actor) = (app.actor(&owner.token).await, app.actor(&clerk.token).await);
    let listed = list_own_sessions(&app, &clerk_actor).await.unwrap();
    assert_eq!(listed.iter().map(|session| session.session_id).collect::<Vec<_>>(), [clerk_actor.session_id]);
    let other = end_own_session(&app, &clerk_actor, owner_actor.session_id, request_key(1)).await;
    assert!(matches!(other, Err(EndSessionError::NoSession)), "{other:?}");
    assert!(authenticate_staff(&app, &owner.token).await.is_ok());
    end_own_session(&app, &clerk_actor, clerk_actor.session_id, request_key(2)).await.unwrap();
    assert!(authenticate_staff(&app, &clerk.token).await.is_err());
});
