//! Login with phone and password, and the delays after wrong ones.

use jiff::SignedDuration;
use sideout_app::{
    Throttled,
    accounts::{
        StartedSession,
        login::{Login, LoginAttempt, LoginError},
        register::register,
        verify_code::Verified,
    },
    platform::passwords::{HashCost, HashError},
};
use sideout_store::accounts::Customers;
use sideout_testkit::{NETWORK, PASSWORD, TestApp, new_player, on_both_engines};

use crate::helpers::{live_session, log_in, password, phone, sent_code, session_of, verify};

const NUMBER: &str = "9876543210";

on_both_engines!(the_right_password_starts_a_new_session_each_time, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    let first = session_of(&app, NUMBER, PASSWORD).await;
    let second = session_of(&app, NUMBER, PASSWORD).await;
    assert_ne!(first.token, second.token);
    for StartedSession { token, customer } in [first, second] {
        assert!(token.reveal().starts_with("so_"));
        assert_eq!(customer, player.customer);
        assert_eq!(live_session(&app, token.reveal()).await.customer_id, customer.id);
    }
});

on_both_engines!(a_wrong_password_and_an_unknown_number_are_refused_alike, async |store| {
    let (app, _) = TestApp::over(store).with_player().await;
    for (number, secret) in [(NUMBER, "picklebaII"), (NUMBER, "PICKLEBALL"), ("9876500000", PASSWORD)] {
        let refused = log_in(&app, number, secret).await;
        assert!(matches!(refused, Err(LoginError::WrongCredentials)), "{refused:?}");
    }
});

/// Tries this number of wrong passwords after waiting for each delay; returns the seconds waited before each.
async fn try_wrong_passwords(app: &TestApp, number: &str, tries: usize) -> Vec<u32> {
    let mut waits = Vec::new();
    for _ in 0..tries {
        let mut waited = 0;
        loop {
            match log_in(app, number, "wrong one").await {
                Err(LoginError::WrongCredentials) => break,
                Err(LoginError::Throttled(Throttled { retry_after })) => {
                    waited += retry_after;
                    app.clock.advance(retry_after.into());
                }
                other => panic!("{other:?}"),
            }
        }
        waits.push(waited);
    }
    waits
}

on_both_engines!(wrong_passwords_delay_the_next_try_and_never_lock_an_account, async |store| {
    let (app, _) = TestApp::over(store).with_player().await;
    let expected: Vec<u32> = [vec![0; 3], vec![3; 6], vec![5; 16], vec![10; 5]].concat();
    assert_eq!(try_wrong_passwords(&app, NUMBER, 30).await, expected);
    assert_eq!(
        try_wrong_passwords(&app, "9876500000", 30).await,
        expected,
        "the same for a number without an account"
    );
    app.clock.advance(10);
    assert!(log_in(&app, NUMBER, PASSWORD).await.is_ok());
});

on_both_engines!(a_delay_is_over_on_the_second, async |store| {
    let (app, _) = TestApp::over(store).with_player().await;
    try_wrong_passwords(&app, NUMBER, 3).await;
    app.clock.advance(2);
    match log_in(&app, NUMBER, PASSWORD).await {
        Err(LoginError::Throttled(Throttled { retry_after })) => assert_eq!(retry_after, 1),
        other => panic!("{other:?}"),
    }
    app.clock.advance(1);
    session_of(&app, NUMBER, PASSWORD).await;
});

on_both_engines!(the_right_password_ends_the_delays_after_wrong_ones, async |store| {
    let (app, _) = TestApp::over(store).with_player().await;
    assert_eq!(try_wrong_passwords(&app, NUMBER, 4).await, [0, 0, 0, 3]);
    app.clock.advance(3);
    session_of(&app, NUMBER, PASSWORD).await;
    assert_eq!(try_wrong_passwords(&app, NUMBER, 4).await, [0, 0, 0, 3], "counted from the first one again");
});

on_both_engines!(after_ten_wrong_passwords_the_right_one_needs_a_code, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    try_wrong_passwords(&app, NUMBER, 9).await;
    app.clock.advance(10);
    session_of(&app, NUMBER, PASSWORD).await;

    try_wrong_passwords(&app, NUMBER, 10).await;
    app.clock.advance(60);
    let issued = match log_in(&app, NUMBER, PASSWORD).await {
        Ok(Login::MustVerify(issued)) => issued,
        other => panic!("{other:?}"),
    };
    assert_eq!(issued.masked_phone, "+91 ••••• •3210");
    let code = sent_code(&app, NUMBER).await;
    let Ok(Verified::SignedIn(session)) = verify(&app, &issued, &code).await else { panic!() };
    assert_eq!(session.customer.id, player.customer.id);
    session_of(&app, NUMBER, PASSWORD).await;
});

on_both_engines!(wrong_passwords_expire_after_a_day, async |store| {
    let (app, _) = TestApp::over(store).with_player().await;
    let other = "9876500000";
    app.player(other).await;
    try_wrong_passwords(&app, NUMBER, 12).await;
    let last = app.clock_now();
    app.clock.advance(1);
    try_wrong_passwords(&app, other, 12).await;
    app.clock.set(last + SignedDuration::from_hours(24));
    session_of(&app, NUMBER, PASSWORD).await;
    let sooner = log_in(&app, other, PASSWORD).await;
    assert!(matches!(sooner, Ok(Login::MustVerify(_))), "less than a day: {sooner:?}");
});

on_both_engines!(with_throttling_off_no_caller_waits, async |store| {
    let app = TestApp::with_settings(store, |settings| settings.throttle = false);
    app.player(NUMBER).await;
    assert_eq!(try_wrong_passwords(&app, NUMBER, 30).await, [0; 30]);
    session_of(&app, NUMBER, PASSWORD).await;
});

on_both_engines!(a_password_is_hashed_again_when_the_cost_has_changed, async |store| {
    let app = TestApp::over(store.clone());
    app.player(NUMBER).await;
    let stored = async || {
        let find = store.read(phone(NUMBER), |tx, phone| {
            Box::pin(async move { Customers(tx).find_credentials(phone).await })
        });
        find.await.unwrap().unwrap().1.as_phc().to_owned()
    };
    assert!(stored().await.starts_with("$argon2id$v=19$m=8,t=1,p=1$"));
    let dearer = app.another_node(|settings| settings.password_hash = HashCost { memory_kib: 16, passes: 1 });
    session_of(&dearer, NUMBER, PASSWORD).await;
    assert!(stored().await.starts_with("$argon2id$v=19$m=16,t=1,p=1$"));
    session_of(&dearer, NUMBER, PASSWORD).await;
});

on_both_engines!(a_full_hashing_queue_turns_callers_away_before_anything_is_counted_or_sent, async |store| {
    let app = TestApp::over(store);
    let network = |n: u8| std::net::IpAddr::from([192, 0, 2, n]);
    let places: Vec<_> = (0..=255).map_while(|n| app.passwords.take_place(network(n)).ok()).collect();
    assert_eq!(places.len(), 34, "two cores and a queue of thirty-two");
    for _ in 0..20 {
        let refused = log_in(&app, NUMBER, PASSWORD).await;
        assert!(matches!(refused, Err(LoginError::Hash(HashError::Busy))), "{refused:?}");
    }
    register(&app, NETWORK, new_player(NUMBER)).await.unwrap_err();
    drop(places);
    app.player(NUMBER).await;
    session_of(&app, NUMBER, PASSWORD).await;
});

#[test]
fn nothing_secret_is_shown_by_debug() {
    let attempt = LoginAttempt {
        phone: phone(NUMBER),
        password: password(PASSWORD),
        device_id: "aB3dE6gH9j".to_owned(),
    };
    let shown = format!("{attempt:?} {:?}", new_player(NUMBER));
    for secret in [PASSWORD, "9876543210", "asha@example.in"] {
        assert!(!shown.contains(secret), "{shown}");
    }
}
