//! A stranger guesses the password of a known phone number while its owner logs in.

use std::net::{IpAddr, Ipv4Addr};

use jiff::SignedDuration;
use sideout_app::accounts::{
    Rate,
    login::{Login, LoginAttempt, LoginError, login},
    verify_code::Verified,
};
use sideout_testkit::{NETWORK, PASSWORD, TestApp, on_both_engines};

use crate::helpers::{log_in, password, phone, sent_code, verify};

const NUMBER: &str = "9876543210";
const ELSEWHERE: IpAddr = IpAddr::V4(Ipv4Addr::new(198, 51, 100, 7));

fn attempt(number: &str, secret: &str) -> LoginAttempt {
    LoginAttempt { phone: phone(number), password: password(secret), device_id: String::new() }
}

/// Tries twenty wrong passwords, one every 55 ms.
async fn guess_twenty_times(app: &TestApp) {
    for _ in 0..20 {
        log_in(app, NUMBER, "guess one").await.unwrap_err();
        app.clock.set(app.clock_now() + SignedDuration::from_millis(55));
    }
}

/// Returns in how many of fifteen rounds of guesses the owner logs in at once from `network`, with the password or the
/// code that is then requested.
async fn rounds_in_which_the_owner_is_in(app: &TestApp, network: IpAddr) -> usize {
    let mut rounds = 0;
    for _ in 0..15 {
        guess_twenty_times(app).await;
        rounds += usize::from(match login(app, network, attempt(NUMBER, PASSWORD)).await {
            Ok(Login::SignedIn(_)) => true,
            Ok(Login::MustVerify(issued)) => {
                let code = sent_code(app, NUMBER).await;
                matches!(verify(app, &issued, &code).await, Ok(Verified::SignedIn(_)))
            }
            Err(LoginError::Throttled(_)) => false,
            Err(other) => panic!("{other}"),
        });
        // The attack continues; the next round is another login of the owner, hours later.
        app.clock.advance(3 * 3_600);
    }
    rounds
}

on_both_engines!(the_owner_logs_in_at_once_from_another_network_while_a_stranger_guesses, async |store| {
    let (app, _) = TestApp::over(store).with_player().await;
    assert_eq!(rounds_in_which_the_owner_is_in(&app, ELSEWHERE).await, 15);
});

on_both_engines!(control_within_the_network_that_guesses_all_logins_wait, async |store| {
    let (app, _) = TestApp::over(store).with_player().await;
    assert_eq!(rounds_in_which_the_owner_is_in(&app, NETWORK).await, 0);
});

on_both_engines!(
    guesses_from_many_networks_make_the_owner_confirm_by_a_code_and_do_not_make_them_wait,
    async |store| {
        let (app, player) = TestApp::over(store).with_player().await;
        for n in 0..30 {
            let network = IpAddr::V4(Ipv4Addr::new(192, 0, 2, n));
            let refused = login(&app, network, attempt(NUMBER, "guess one")).await;
            assert!(matches!(refused, Err(LoginError::WrongCredentials)), "{refused:?}");
        }
        let Ok(Login::MustVerify(issued)) = login(&app, ELSEWHERE, attempt(NUMBER, PASSWORD)).await else {
            panic!()
        };
        let code = sent_code(&app, NUMBER).await;
        let Ok(Verified::SignedIn(session)) = verify(&app, &issued, &code).await else { panic!() };
        assert_eq!(session.customer.id, player.customer.id);
    }
);

on_both_engines!(tries_that_come_too_soon_are_charged_to_the_network_that_makes_them, async |store| {
    let app =
        TestApp::with_settings(store, |settings| settings.limits.logins_per_network = Rate::new(10, 60));
    for _ in 0..10 {
        log_in(&app, NUMBER, "guess one").await.unwrap_err();
    }
    let other = log_in(&app, "9876500001", "guess one").await;
    assert!(
        matches!(other, Err(LoginError::Throttled(_))),
        "seven of ten were refused and charged: {other:?}"
    );
    let elsewhere = login(&app, ELSEWHERE, attempt("9876500001", "guess one")).await;
    assert!(matches!(elsewhere, Err(LoginError::WrongCredentials)), "{elsewhere:?}");
});
