//! The lock of a paired device.

use sideout_app::staff::{
    StaffAuthError, authenticate_staff, bind_to_device, lock_session, read_locked_device, sign_in_by_code,
    touch_session,
};
use sideout_domain::staff::Role;
use sideout_store::Store;
use sideout_testkit::{NETWORK, TestApp, on_both_engines, statement, totp_code, without_guard};

use crate::helpers::{VENUE, open_app};

const PIN: &str = "402917";

/// A clerk's session that a PIN began on a paired device.
struct Unlocked {
    app: TestApp,
    /// The secret of the device.
    device: String,
    /// The token of the session.
    token: String,
}

async fn unlocked(store: Store) -> Unlocked {
    let app = open_app(store).await;
    let manager = app.staff(Role::Manager, "9825041736", &[VENUE]).await;
    let clerk = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let device = app.device(&manager, VENUE).await;
    app.set_pin(&clerk, PIN).await;
    let token = app.pin_session(&device, clerk.id, PIN).await;
    Unlocked { app, device, token }
}

async fn is_locked(app: &TestApp, token: &str) -> bool {
    matches!(authenticate_staff(app, token).await, Err(StaffAuthError::Locked))
}

on_both_engines!(reads_of_a_page_do_not_keep_a_device_unlocked, async |store| {
    let Unlocked { app, token, .. } = unlocked(store).await;
    for minute in 0..10 {
        assert!(!is_locked(&app, &token).await, "{minute}");
        app.clock.advance(60);
    }
    assert!(is_locked(&app, &token).await);
});

on_both_engines!(control_a_touch_keeps_a_device_unlocked, async |store| {
    let Unlocked { app, token, .. } = unlocked(store).await;
    for _ in 0..30 {
        touch_session(&app, &app.actor(&token).await).await.unwrap();
        app.clock.advance(9 * 60);
    }
    assert!(!is_locked(&app, &token).await);
});

/// Whether a touch of a caller who was read before the device was locked unlocks it.
async fn unlocks(app: &TestApp, token: &str) -> bool {
    let actor = app.actor(token).await;
    lock_session(app, &actor).await.unwrap();
    assert!(is_locked(app, token).await);
    let touched = touch_session(app, &actor).await;
    touched.is_ok() || !is_locked(app, token).await
}

on_both_engines!(a_touch_does_not_unlock_a_locked_device, async |store| {
    let Unlocked { app, token, .. } = unlocked(store).await;
    assert!(!unlocks(&app, &token).await);
});

on_both_engines!(control_without_its_guard_a_touch_unlocks, async |store| {
    let Unlocked { app, token, .. } = unlocked(store.clone()).await;
    let unguarded =
        without_guard(&store, statement("staff_session/touch_device"), " and touched_at > $3", " and $3 > 0");
    assert!(unlocks(&app.another_node_on(unguarded, |_| {}), &token).await);
});

on_both_engines!(a_pin_opens_a_locked_device_and_ends_the_session_that_was_locked, async |store| {
    let Unlocked { app, device, token } = unlocked(store).await;
    let clerk = app.actor(&token).await;
    lock_session(&app, &clerk).await.unwrap();
    let locked = read_locked_device(&app, &device).await.unwrap().unwrap();
    assert_eq!(locked.device.venue, VENUE);
    assert_eq!(locked.people.iter().map(|person| person.id).collect::<Vec<_>>(), [clerk.id()]);
    let next = app.pin_session(&device, clerk.id(), PIN).await;
    assert!(!is_locked(&app, &next).await);
    assert!(matches!(authenticate_staff(&app, &token).await, Err(StaffAuthError::NoSession)));
    assert_eq!(read_locked_device(&app, "dd_unknown").await.unwrap(), None);
});

on_both_engines!(a_session_by_code_on_a_paired_device_is_locked_as_well, async |store| {
    let Unlocked { app, device, token: by_pin } = unlocked(store).await;
    let owner = app.staff(Role::Owner, "9825041739", &[]).await;
    app.clock.advance(60);
    let code = totp_code(&owner.secret, app.clock_now());
    let started = sign_in_by_code(&app, owner.phone.clone(), &code, "Test", NETWORK).await.unwrap();
    let token = started.token.reveal();
    bind_to_device(&app, &started.token, &device).await.unwrap();
    assert!(matches!(authenticate_staff(&app, &by_pin).await, Err(StaffAuthError::NoSession)));
    app.clock.advance(10 * 60);
    assert!(is_locked(&app, token).await);
    assert!(!is_locked(&app, &owner.token).await, "a session without a paired device does not lock");
    lock_session(&app, &app.actor(&owner.token).await).await.unwrap();
    assert!(!is_locked(&app, &owner.token).await);
});
