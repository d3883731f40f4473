//! Staff lift the limits that a player has reached. A lift forgets no wrong password.

use std::sync::atomic::{AtomicU8, Ordering};

use sideout_app::{
    accounts::{
        forgot_password::{ForgotPasswordError, forgot_password},
        login::{Login, LoginAttempt, LoginError, login},
        verify_code::VerifyCodeError,
        verify_reset_code::verify_reset_code,
    },
    booking::place_hold::{Pick, PlaceHoldError, place_hold},
    desk::players::{
        locks::LockKind,
        open_player::open_player,
        unlock_player::{UnlockPlayerError, UnlockedPlayer, unlock_player},
    },
    staff::{TypedApproval, TypedSecret, approve},
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    CourtId, CustomerId,
    person::{OneTimeCode, Password, Phone},
    staff::{Permission, Role},
};
use sideout_store::Store;
use sideout_testkit::{
    NETWORK, TestApp, on_both_engines, request_key,
    sample_venue::{PICKLEBALL, VENUE, open_venue},
    statement, totp_code, without_guard,
};

use crate::helpers::{SUNDAY, number};

const PHONE: &str = "9876543210";

/// An app whose limits are switched on, a player of it, and a manager.
struct PlayerWithLimits {
    app: TestApp,
    player: CustomerId,
    manager: Actor,
    /// The number of the next flood, which comes from a network of its own.
    floods: AtomicU8,
}

impl PlayerWithLimits {
    async fn over(store: Store) -> Self {
        open_venue(&store).await;
        let (app, player) = TestApp::over(store).with_player().await;
        let manager = app.staff(Role::Manager, "9825041736", &[VENUE]).await;
        let manager = app.actor(&manager.token).await;
        PlayerWithLimits { player: player.customer.id, app, manager, floods: AtomicU8::new(1) }
    }

    async fn locks(&self) -> Vec<LockKind> {
        let page = open_player(&self.app, &self.manager, self.player).await.unwrap();
        let now = self.app.clock_now();
        assert!(page.locks.iter().all(|lock| lock.until > now), "{:?}", page.locks);
        page.locks.iter().map(|lock| lock.kind).collect()
    }

    async fn unlock(&self, actor: &Actor, key: u64) -> Result<UnlockedPlayer, UnlockPlayerError> {
        let reason = "Gets no code".to_owned();
        unlock_player(&self.app, actor, VENUE, self.player, reason, request_key(key)).await
    }

    /// Requests codes until no more are sent; returns how many were.
    async fn flood_with_codes(&self) -> usize {
        let mut sent = 0;
        // Each flood comes from another network, whose own limits are not reached.
        let network = [10, self.floods.fetch_add(1, Ordering::Relaxed), 0, 1].into();
        loop {
            // Longer than the shortest time between two codes, 30 s.
            self.app.clock.advance(60);
            match forgot_password(&self.app, network, phone()).await {
                Ok(_) => sent += 1,
                Err(ForgotPasswordError::Throttled(_)) => return sent,
                Err(error) => panic!("{error}"),
            }
        }
    }

    async fn guess(&self, password: &str) -> Result<Login, LoginError> {
        self.app.clock.advance(11);
        let password = Password::parse(password, 1).unwrap();
        let attempt = LoginAttempt { phone: phone(), password, device_id: "aB3dE6gH9j".to_owned() };
        login(&self.app, NETWORK, attempt).await
    }
}

fn phone() -> Phone {
    PHONE.parse().unwrap()
}

on_both_engines!(a_player_at_the_limit_of_codes_is_shown_and_gets_a_code_after_a_lift, async |store| {
    let fixture = PlayerWithLimits::over(store.clone()).await;
    assert_eq!(fixture.locks().await, []);
    let nothing = fixture.unlock(&fixture.manager, 1).await;
    assert!(matches!(nothing, Err(UnlockPlayerError::NotLocked)), "{nothing:?}");
    assert!(fixture.flood_with_codes().await > 1);
    assert_eq!(fixture.locks().await, [LockKind::Texts]);
    let lifted = UnlockedPlayer { lifted: vec![LockKind::Texts] };
    assert_eq!(fixture.unlock(&fixture.manager, 2).await.unwrap(), lifted);
    assert_eq!(fixture.unlock(&fixture.manager, 2).await.unwrap(), lifted, "a repeat answers the same");
    assert_eq!(fixture.locks().await, []);
    forgot_password(&fixture.app, NETWORK, phone()).await.unwrap();
    let entries = "select cast(count(*) as bigint) from audit_entry where verb = 'player.unlocked' \
                   and reason = 'Gets no code' and before = '{\"locked\":[\"texts\"]}'";
    assert_eq!(number(&store, entries).await, 1);
});

on_both_engines!(a_player_who_held_too_often_holds_again_after_a_lift, async |store| {
    let fixture = PlayerWithLimits::over(store).await;
    let mut refused = false;
    for n in 0..40_i64 {
        let start = if n % 2 == 0 { "7:00 PM" } else { "8:00 PM" }.parse().unwrap();
        let pick = Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(n % 12 + 1), day: SUNDAY, start };
        refused =
            matches!(place_hold(&fixture.app, fixture.player, pick).await, Err(PlaceHoldError::Throttled(_)));
        if refused {
            break;
        }
    }
    assert!(refused);
    assert_eq!(fixture.locks().await, [LockKind::Holds]);
    fixture.unlock(&fixture.manager, 1).await.unwrap();
    let start = "9:00 PM".parse().unwrap();
    let pick = Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(1), day: SUNDAY, start };
    place_hold(&fixture.app, fixture.player, pick).await.unwrap();
});

/// Guesses so often that the right password alone is not enough to sign in.
async fn guess_until_a_code_is_needed(fixture: &PlayerWithLimits) {
    for _ in 0..fixture.app.settings.step_up_after_failures {
        assert!(matches!(fixture.guess("wrong-guess-1").await, Err(LoginError::WrongCredentials)));
    }
}

on_both_engines!(a_lift_leaves_wrong_passwords_counted, async |store| {
    let fixture = PlayerWithLimits::over(store).await;
    guess_until_a_code_is_needed(&fixture).await;
    assert_eq!(fixture.locks().await, [LockKind::Passwords]);
    let alone = fixture.unlock(&fixture.manager, 1).await;
    assert!(matches!(alone, Err(UnlockPlayerError::NotLocked)), "{alone:?}");
    fixture.flood_with_codes().await;
    fixture.unlock(&fixture.manager, 2).await.unwrap();
    assert_eq!(fixture.locks().await, [LockKind::Passwords]);
    let guessed = fixture.guess(sideout_testkit::PASSWORD).await;
    assert!(
        matches!(guessed, Ok(Login::MustVerify(_))),
        "a guess that was right needs the code: {guessed:?}"
    );
});

on_both_engines!(control_where_a_lift_forgot_wrong_passwords_a_guess_would_sign_in, async |store| {
    let fixture = PlayerWithLimits::over(store.clone()).await;
    guess_until_a_code_is_needed(&fixture).await;
    fixture.flood_with_codes().await;
    fixture.unlock(&fixture.manager, 1).await.unwrap();
    crate::helpers::run(&store, "delete from password_failure").await;
    assert!(matches!(fixture.guess(sideout_testkit::PASSWORD).await, Ok(Login::SignedIn(_))));
});

on_both_engines!(without_throttling_only_the_limit_on_wrong_codes_is_shown, async |store| {
    let mut fixture = PlayerWithLimits::over(store.clone()).await;
    guess_until_a_code_is_needed(&fixture).await;
    assert_eq!(fixture.locks().await, [LockKind::Passwords]);
    fixture.app = fixture.app.another_node_on(store, |settings| settings.throttle = false);
    assert_eq!(fixture.locks().await, []);
    // Ten wrong codes for one number, five for each handle.
    for _ in 0..2 {
        let issued = forgot_password(&fixture.app, NETWORK, phone()).await.unwrap();
        let right: u64 = fixture.app.newest_code(&phone()).await.unwrap().parse().unwrap();
        let wrong = OneTimeCode::from_number(right + 1);
        for _ in 0..5 {
            let refused = verify_reset_code(&fixture.app, NETWORK, issued.handle.reveal(), &wrong).await;
            assert!(matches!(refused, Err(VerifyCodeError::WrongCode { .. })), "{refused:?}");
        }
    }
    assert_eq!(fixture.locks().await, [LockKind::WrongCodes]);
});

/// How many of six floods, each right after the one before, a manager can lift.
async fn lifts_in_a_row(fixture: &PlayerWithLimits) -> usize {
    let mut lifts = 0;
    for key in 1..=6 {
        fixture.flood_with_codes().await;
        match fixture.unlock(&fixture.manager, key).await {
            Ok(_) => lifts += 1,
            Err(UnlockPlayerError::TooOften(_)) => return lifts,
            Err(error) => panic!("{error}"),
        }
    }
    lifts
}

on_both_engines!(the_limits_of_a_flooded_number_are_lifted_three_times_in_a_row, async |store| {
    let fixture = PlayerWithLimits::over(store).await;
    assert_eq!(lifts_in_a_row(&fixture).await, 3);
});

on_both_engines!(control_without_the_limit_a_flood_is_lifted_again_and_again, async |store| {
    let mut fixture = PlayerWithLimits::over(store.clone()).await;
    let unguarded = without_guard(
        &store,
        statement("throttle/charge"),
        "where throttle.full_at <= $5 or",
        "where throttle.bucket like 'unlock:%' or throttle.full_at <= $5 or",
    );
    fixture.app = fixture.app.another_node_on(unguarded, |_| {});
    assert_eq!(lifts_in_a_row(&fixture).await, 6);
});

on_both_engines!(a_clerk_proposes_a_lift_and_a_manager_approves_it, async |store| {
    let fixture = PlayerWithLimits::over(store).await;
    let manager = fixture.app.staff(Role::Manager, "9825041738", &[VENUE]).await;
    let clerk = fixture.app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    fixture.flood_with_codes().await;
    let clerk = fixture.app.actor(&clerk.token).await;
    let alone = fixture.unlock(&clerk, 1).await;
    let needed = Refused::ApprovalNeeded(Permission::PlayerTrust);
    assert!(matches!(&alone, Err(UnlockPlayerError::Refused(refused)) if *refused == needed), "{alone:?}");
    let code = totp_code(&manager.secret, fixture.app.clock_now());
    let typed = TypedApproval { staff: manager.id, secret: TypedSecret::Code(code) };
    let approved = approve(&fixture.app, clerk, Some(typed), &request_key(2), NETWORK).await.unwrap();
    fixture.unlock(&approved, 2).await.unwrap();
});
