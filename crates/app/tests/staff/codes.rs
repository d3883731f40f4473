//! Codes of authenticator apps.

use std::net::{IpAddr, Ipv4Addr};

use sideout_app::staff::{
    CodeSignInError, ConfirmTotpError, StartTotpError, authenticate_staff, confirm_totp, prove_by_code,
    sign_in_by_code, start_totp, use_link,
};
use sideout_domain::staff::{Permission, Role, SignInStrength};
use sideout_testkit::{
    NETWORK, StaffMember, TestApp, on_both_engines, run_concurrently, statement, totp_code, without_guard,
};

use crate::helpers::{number, open_app, open_app_with};

const PHONE: &str = "9825041736";

/// A wrong code: six digits that the app does not show now, half a minute before or after.
fn wrong(owner: &StaffMember, app: &TestApp) -> String {
    let now = app.clock_now();
    let near =
        [-30, 0, 30].map(|seconds| totp_code(&owner.secret, now + jiff::SignedDuration::from_secs(seconds)));
    let wrong = (0..10).map(|n| format!("00000{n}")).find(|code| !near.contains(code));
    wrong.unwrap()
}

async fn sign_in(
    app: &TestApp,
    owner: &StaffMember,
    code: &str,
    network: IpAddr,
) -> Result<String, CodeSignInError> {
    let signed_in = sign_in_by_code(app, owner.phone.clone(), code, "Test", network).await?;
    Ok(signed_in.token.reveal().to_owned())
}

/// The token of a session that a new one-time link begins.
async fn sign_in_by_new_link(app: &TestApp) -> String {
    let link = app.staff_link(&PHONE.parse().unwrap()).await;
    let started = use_link(app, &link, "Test", NETWORK).await.unwrap();
    started.token.reveal().to_owned()
}

on_both_engines!(the_code_of_the_app_signs_in_and_counts_as_a_proof_for_some_minutes, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, PHONE, &[]).await;
    app.clock.advance(60);
    let token = sign_in(&app, &owner, &totp_code(&owner.secret, app.clock_now()), NETWORK).await.unwrap();
    let actor = app.actor(&token).await;
    assert_eq!(actor.strength, SignInStrength::Totp);
    assert!(!actor.must_enrol && actor.has_key());
    assert_eq!(actor.check(Permission::StaffManage, app.clock_now()), Ok(()));
    app.clock.advance(5 * 60);
    assert!(app.actor(&token).await.check(Permission::StaffManage, app.clock_now()).is_err());
    assert_eq!(app.actor(&token).await.check(Permission::BoardRead, app.clock_now()), Ok(()));

    let actor = app.actor(&token).await;
    let code = totp_code(&owner.secret, app.clock_now());
    prove_by_code(&app, &actor, &code, NETWORK).await.unwrap();
    assert_eq!(app.actor(&token).await.check(Permission::StaffManage, app.clock_now()), Ok(()));
});

on_both_engines!(an_unknown_number_a_wrong_code_and_a_used_code_are_refused_alike, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, PHONE, &[]).await;
    // The code with which the app was set up counts as used.
    let used = sign_in(&app, &owner, &totp_code(&owner.secret, app.clock_now()), NETWORK).await;
    let wrong_code = sign_in(&app, &owner, &wrong(&owner, &app), NETWORK).await;
    let unknown = StaffMember { phone: "9825041799".parse().unwrap(), ..owner.clone() };
    app.clock.advance(60);
    let unknown = sign_in(&app, &unknown, &totp_code(&owner.secret, app.clock_now()), NETWORK).await;
    for refused in [used, wrong_code, unknown] {
        assert!(matches!(refused, Err(CodeSignInError::WrongCode)), "{refused:?}");
    }
});

on_both_engines!(wrong_staff_codes_delay_the_next_try, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, PHONE, &[]).await;
    app.clock.advance(60);
    for _ in 0..5 {
        let tried = sign_in(&app, &owner, &wrong(&owner, &app), NETWORK).await;
        assert!(matches!(tried, Err(CodeSignInError::WrongCode)), "{tried:?}");
    }
    // Even the right code has to wait now, but not from another network.
    let right = totp_code(&owner.secret, app.clock_now());
    let early = sign_in(&app, &owner, &right, NETWORK).await;
    assert!(
        matches!(&early, Err(CodeSignInError::Throttled(throttled)) if throttled.retry_after == 30),
        "{early:?}"
    );
    let elsewhere = IpAddr::V4(Ipv4Addr::new(198, 51, 100, 7));
    sign_in(&app, &owner, &right, elsewhere).await.unwrap();
    app.clock.advance(30);
    let right = totp_code(&owner.secret, app.clock_now());
    sign_in(&app, &owner, &right, NETWORK).await.unwrap();
});

on_both_engines!(a_clock_that_was_a_day_ahead_keeps_no_person_out_and_gives_no_more_tries, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, PHONE, &[]).await;
    app.clock.advance(24 * 3_600);
    // To a server whose clock is wrong, the right codes are wrong ones.
    for _ in 0..5 {
        let tried = sign_in(&app, &owner, &wrong(&owner, &app), NETWORK).await;
        assert!(matches!(tried, Err(CodeSignInError::WrongCode)), "{tried:?}");
    }
    app.clock.advance(60 - 24 * 3_600);
    let tried = sign_in(&app, &owner, &wrong(&owner, &app), NETWORK).await;
    assert!(matches!(tried, Err(CodeSignInError::WrongCode)), "{tried:?}");
    // The attempts before still count, so the pause is the next longer one.
    let right = totp_code(&owner.secret, app.clock_now());
    let early = sign_in(&app, &owner, &right, NETWORK).await;
    assert!(
        matches!(&early, Err(CodeSignInError::Throttled(throttled)) if throttled.retry_after == 60),
        "{early:?}"
    );
    app.clock.advance(60);
    let right = totp_code(&owner.secret, app.clock_now());
    sign_in(&app, &owner, &right, NETWORK).await.unwrap();
});

/// How many of thirty simultaneous wrong codes from one network are compared.
async fn count_compared_at_once(app: &TestApp) -> usize {
    let owner = app.staff(Role::Owner, PHONE, &[]).await;
    app.clock.advance(60);
    let code = wrong(&owner, app);
    let tries = run_concurrently(30, |_| {
        let (app, owner, code) = (app.clone(), owner.clone(), code.clone());
        async move { sign_in(&app, &owner, &code, NETWORK).await }
    });
    tries.await.into_iter().filter(|tried| matches!(tried, Err(CodeSignInError::WrongCode))).count()
}

on_both_engines!(of_thirty_wrong_staff_codes_at_once_five_are_compared, async |store| {
    assert_eq!(count_compared_at_once(&open_app(store).await).await, 5);
});

on_both_engines!(control_without_its_guard_more_than_five_wrong_codes_are_compared, async |store| {
    let app = open_app(store.clone()).await;
    let guard = "where staff_failure.next_try_at <= excluded.failed_at";
    let unguarded = without_guard(&store, statement("staff_failure/claim"), guard, "where 1 = 1");
    assert!(count_compared_at_once(&app.another_node_on(unguarded, |_| {})).await > 5);
});

/// How many of 104 wrong codes are compared, each from a network of its own; `day` chooses the networks.
async fn count_compared(app: &TestApp, owner: &StaffMember, day: u8) -> usize {
    let mut compared = 0;
    for n in 0..104_u8 {
        let network = IpAddr::V4(Ipv4Addr::new(198, 18, day, n));
        match sign_in(app, owner, &wrong(owner, app), network).await {
            Err(CodeSignInError::WrongCode) => compared += 1,
            Err(CodeSignInError::Throttled(_)) => {}
            other => panic!("{other:?}"),
        }
    }
    compared
}

on_both_engines!(many_networks_together_try_a_hundred_codes_and_as_many_again_after_a_day, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, PHONE, &[]).await;
    assert_eq!(count_compared(&app, &owner, 0).await, 100);
    app.clock.advance(24 * 3_600);
    assert_eq!(count_compared(&app, &owner, 1).await, 100);
});

on_both_engines!(control_without_throttling_many_networks_try_every_code, async |store| {
    let app = open_app_with(store, |settings| settings.throttle = false).await;
    let owner = app.staff(Role::Owner, PHONE, &[]).await;
    assert_eq!(count_compared(&app, &owner, 0).await, 104);
});

/// How many of twenty simultaneous uses of one code sign in.
async fn signed_in(app: &TestApp) -> usize {
    let owner = app.staff(Role::Owner, PHONE, &[]).await;
    app.clock.advance(60);
    let code = totp_code(&owner.secret, app.clock_now());
    let uses = run_concurrently(20, |n| {
        let (app, owner, code) = (app.clone(), owner.clone(), code.clone());
        let network = IpAddr::V4(Ipv4Addr::new(198, 51, 100, u8::try_from(n).unwrap()));
        async move { sign_in(&app, &owner, &code, network).await.is_ok() }
    });
    uses.await.into_iter().filter(|signed_in| *signed_in).count()
}

on_both_engines!(one_code_signs_in_once, async |store| {
    assert_eq!(signed_in(&open_app(store).await).await, 1);
});

on_both_engines!(control_without_its_guard_a_code_signs_in_several_times, async |store| {
    let app = open_app(store.clone()).await;
    let unguarded = without_guard(&store, statement("staff_totp/use_step"), "and last_step < $2 ", "");
    assert!(signed_in(&app.another_node_on(unguarded, |_| {})).await > 1);
});

on_both_engines!(an_app_is_set_up_by_its_first_code_and_ends_other_sessions, async |store| {
    let app = open_app(store.clone()).await;
    app.staff_without_session(Role::Owner, PHONE, &[]).await;
    let (older, token) = (sign_in_by_new_link(&app).await, sign_in_by_new_link(&app).await);
    let actor = app.actor(&token).await;
    let first = start_totp(&app, &actor, "Baroda Pickleball").await.unwrap();
    assert!(
        first.uri.starts_with("otpauth://totp/Baroda%20Pickleball:Test%20owner?secret="),
        "{}",
        first.uri
    );
    // Another start replaces the secret that was never confirmed.
    let second = start_totp(&app, &actor, "Baroda Pickleball").await.unwrap();
    let of = |secret: &str| totp_code(secret, app.clock_now());
    let wrong = confirm_totp(&app, &actor, &of(&first.secret), NETWORK).await;
    assert!(matches!(wrong, Err(ConfirmTotpError::WrongCode)), "{wrong:?}");
    confirm_totp(&app, &actor, &of(&second.secret), NETWORK).await.unwrap();
    assert_eq!(app.actor(&token).await.strength, SignInStrength::Totp);
    assert!(authenticate_staff(&app, &older).await.is_err(), "other sessions end");
    let third = start_totp(&app, &actor, "Baroda Pickleball").await;
    assert!(matches!(third, Err(StartTotpError::SetUp)), "{third:?}");
    // The answer was lost: the same code is answered again, and no other one.
    confirm_totp(&app, &actor, &of(&second.secret), NETWORK).await.unwrap();
    let counted = "select cast(count(*) as bigint) from staff_failure";
    assert_eq!(number(&store, counted).await, 0, "a right code leaves no attempt to delay the next one");
    let other = confirm_totp(&app, &actor, &of(&first.secret), NETWORK).await;
    assert!(matches!(other, Err(ConfirmTotpError::NotStarted)), "{other:?}");
    assert_eq!(number(&store, counted).await, 1, "a guess at the code of an app that is set up is counted");
    let added = "select cast(count(*) as bigint) from audit_entry where verb = 'totp.added'";
    assert_eq!(number(&store, added).await, 1);
    app.clock.advance(120);
    let late = confirm_totp(&app, &actor, &of(&second.secret), NETWORK).await;
    assert!(matches!(late, Err(ConfirmTotpError::NotStarted)), "another code of the app: {late:?}");
    let plain = "select cast(count(*) as bigint) from staff_totp where length(secret) < 40";
    assert_eq!(number(&store, plain).await, 0, "the secret is sealed: nonce, 20 bytes, tag");
});

on_both_engines!(a_new_link_replaces_a_lost_app, async |store| {
    let app = open_app(store.clone()).await;
    let lost = app.staff(Role::Owner, PHONE, &[]).await;
    let removals = "select cast(count(*) as bigint) from audit_entry where verb = 'totp.removed'";
    app.clock.advance(60);
    let by_app = start_totp(&app, &app.actor(&lost.token).await, "Baroda Pickleball").await;
    assert!(
        matches!(by_app, Err(StartTotpError::SetUp)),
        "a session without a link keeps the app: {by_app:?}"
    );
    let token = sign_in_by_new_link(&app).await;
    let actor = app.actor(&token).await;
    let new = start_totp(&app, &actor, "Baroda Pickleball").await.unwrap();
    assert_eq!(number(&store, removals).await, 1);
    confirm_totp(&app, &actor, &totp_code(&new.secret, app.clock_now()), NETWORK).await.unwrap();
    // The same session, as it was read before the app was confirmed.
    let again = start_totp(&app, &actor, "Baroda Pickleball").await;
    assert!(matches!(again, Err(StartTotpError::SetUp)), "the app just confirmed stays: {again:?}");
    assert_eq!(number(&store, removals).await, 1);
    app.clock.advance(60);
    let of = |secret: &str| totp_code(secret, app.clock_now());
    assert!(sign_in(&app, &lost, &of(&lost.secret), NETWORK).await.is_err(), "the lost app cannot sign in");
    let replaced = StaffMember { secret: new.secret.clone(), ..lost };
    sign_in(&app, &replaced, &of(&new.secret), NETWORK).await.unwrap();
});

on_both_engines!(a_passkey_that_is_added_first_does_not_keep_a_lost_app, async |store| {
    let app = open_app(store.clone()).await;
    let lost = app.staff(Role::Owner, PHONE, &[]).await;
    app.clock.advance(60);
    let by_link = StaffMember { token: sign_in_by_new_link(&app).await, ..lost.clone() };
    app.passkey(&by_link, 1).await;
    let actor = app.actor(&by_link.token).await;
    assert_eq!((actor.strength, actor.may_replace_app), (SignInStrength::Passkey, true));
    let new = start_totp(&app, &actor, "Baroda Pickleball").await.unwrap();
    confirm_totp(&app, &actor, &totp_code(&new.secret, app.clock_now()), NETWORK).await.unwrap();
    let actor = app.actor(&by_link.token).await;
    assert!(actor.has_app && !actor.may_replace_app, "the app just confirmed stays");
    app.clock.advance(60);
    let of_lost = totp_code(&lost.secret, app.clock_now());
    assert!(sign_in(&app, &lost, &of_lost, NETWORK).await.is_err(), "the lost app cannot sign in");
});

on_both_engines!(an_app_whose_code_proved_a_person_in_the_session_of_a_link_stays, async |store| {
    let app = open_app(store.clone()).await;
    let owner = app.staff(Role::Owner, PHONE, &[]).await;
    app.clock.advance(60);
    let token = sign_in_by_new_link(&app).await;
    assert!(app.actor(&token).await.may_replace_app, "its phone may be lost");
    let code = totp_code(&owner.secret, app.clock_now());
    prove_by_code(&app, &app.actor(&token).await, &code, NETWORK).await.unwrap();
    // Another key that proves the person later does not make the app a lost one.
    app.passkey(&StaffMember { token: token.clone(), ..owner }, 1).await;
    let actor = app.actor(&token).await;
    assert_eq!((actor.strength, actor.may_replace_app), (SignInStrength::Passkey, false));
    let refused = start_totp(&app, &actor, "Baroda Pickleball").await;
    assert!(matches!(refused, Err(StartTotpError::SetUp)), "{refused:?}");
});
