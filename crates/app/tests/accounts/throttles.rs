//! Three axes: where from, at whom, with what in hand. A refusal costs no hash and no message.

use std::net::{IpAddr, Ipv4Addr};

use sideout_app::{
    Throttled,
    accounts::{
        Rate,
        forgot_password::{ForgotPasswordError, forgot_password},
        login::{Login, LoginAttempt, LoginError, login},
        register::{RegisterError, register},
        reset_password::{ResetPasswordError, reset_password},
        verify_code::{VerifyCodeError, verify_code},
        verify_reset_code::verify_reset_code,
    },
};
use sideout_testkit::{NETWORK, PASSWORD, TestApp, new_player, on_both_engines};

use crate::steps::{code, log_in, password, phone};

const NUMBER: &str = "9876543210";
const ELSEWHERE: IpAddr = IpAddr::V4(Ipv4Addr::new(198, 51, 100, 7));

/// `None`: served; else the seconds to wait.
async fn ask(app: &TestApp, network: IpAddr, number: &str) -> Option<u32> {
    match forgot_password(app, network, phone(number)).await {
        Ok(_) => None,
        Err(ForgotPasswordError::Throttled(Throttled { retry_after })) => Some(retry_after),
        Err(other) => panic!("{other}"),
    }
}

on_both_engines!(messages_to_one_number_are_thirty_seconds_apart_and_three_in_ten_minutes, async |store| {
    let (app, _) = TestApp::over(store).with_player().await;
    app.clock.advance(3_600);
    assert_eq!(ask(&app, NETWORK, NUMBER).await, None);
    assert_eq!(ask(&app, NETWORK, NUMBER).await, Some(30));
    app.clock.advance(30);
    assert_eq!(ask(&app, NETWORK, NUMBER).await, None);
    app.clock.advance(30);
    assert_eq!(ask(&app, NETWORK, NUMBER).await, None);
    app.clock.advance(30);
    assert_eq!(ask(&app, NETWORK, NUMBER).await, Some(110), "three at once, then one each 200 s");
    assert_eq!(ask(&app, NETWORK, "9876500000").await, None, "another number is not concerned");
    app.texts.drained().await;
    assert_eq!(app.messages.all().len(), 1 + 3);
});

on_both_engines!(one_number_gets_ten_messages_in_a_day_and_a_few_more_as_it_goes_by, async |store| {
    let app = TestApp::over(store);
    app.player(NUMBER).await;
    app.clock.advance(24 * 3_600);
    let mut sent = 0;
    for _ in 0..24 * 6 {
        if ask(&app, NETWORK, NUMBER).await.is_none() {
            sent += 1;
        }
        app.clock.advance(600);
    }
    // A bucket of ten that fills in a day gives ten at once and less than ten more while it refills.
    assert!((10..20).contains(&sent), "{sent}");
});

on_both_engines!(registering_and_forgetting_share_one_budget_per_number, async |store| {
    let app = TestApp::over(store);
    register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    assert_eq!(ask(&app, ELSEWHERE, NUMBER).await, Some(30));
    let refused = register(&app, ELSEWHERE, new_player(NUMBER)).await;
    assert!(matches!(refused, Err(RegisterError::Throttled(Throttled { retry_after: 30 }))), "{refused:?}");
});

on_both_engines!(a_network_gets_so_many_messages_and_another_is_not_concerned, async |store| {
    let app = TestApp::with_settings(store, |settings| {
        settings.limits.texts_per_network = Rate::new(3, 3_600);
    });
    for number in ["9876500001", "9876500002", "9876500003"] {
        assert_eq!(ask(&app, NETWORK, number).await, None);
    }
    assert_eq!(ask(&app, NETWORK, "9876500004").await, Some(1_200));
    assert_eq!(ask(&app, ELSEWHERE, "9876500004").await, None, "the refusal cost the number nothing");
});

on_both_engines!(the_hourly_budget_holds_for_all, async |store| {
    let app = TestApp::with_settings(store, |settings| {
        settings.limits.texts_in_all = Rate::new(2, 3_600);
    });
    assert_eq!(ask(&app, NETWORK, "9876500001").await, None);
    assert_eq!(ask(&app, ELSEWHERE, "9876500002").await, None);
    assert_eq!(ask(&app, NETWORK, "9876500003").await, Some(1_800));
});

on_both_engines!(guesses_at_handles_that_are_not_there_cost_their_network_all_the_same, async |store| {
    let app = TestApp::with_settings(store, |settings| settings.limits.codes_per_network = Rate::new(3, 60));
    let made_up = "aGFuZGxlIHRoYXQgbm9ib2R5IGdhdmU";
    let (typed, new) = (code("123456"), password("intruder"));
    let kinds = [
        verify_code(&app, NETWORK, made_up, &typed).await.map(drop).unwrap_err().to_string(),
        verify_reset_code(&app, NETWORK, made_up, &typed).await.map(drop).unwrap_err().to_string(),
        reset_password(&app, NETWORK, made_up, "rt_guess", &new).await.unwrap_err().to_string(),
    ];
    assert_eq!(kinds, ["dead handle", "dead handle", "no such grant"]);
    let refused = reset_password(&app, NETWORK, made_up, "rt_guess", &new).await;
    assert!(matches!(refused, Err(ResetPasswordError::Throttled(_))), "{refused:?}");
    let refused = verify_code(&app, NETWORK, made_up, &typed).await;
    assert!(matches!(refused, Err(VerifyCodeError::Throttled(_))), "{refused:?}");
    let refused = verify_reset_code(&app, ELSEWHERE, made_up, &typed).await;
    assert!(matches!(refused, Err(VerifyCodeError::NothingToTry)), "{refused:?}");
});

on_both_engines!(codes_that_strangers_have_sent_leave_those_of_the_right_password_alone, async |store| {
    let (app, _) = TestApp::over(store).with_player().await;
    app.clock.advance(24 * 3_600);
    for _ in 0..3 {
        assert_eq!(ask(&app, ELSEWHERE, NUMBER).await, None);
        app.clock.advance(30);
    }
    assert!(ask(&app, ELSEWHERE, NUMBER).await.is_some(), "their budget is used up");
    for _ in 0..11 {
        log_in(&app, NUMBER, "guess one").await.unwrap_err();
        app.clock.advance(10);
    }
    let right = log_in(&app, NUMBER, PASSWORD).await;
    assert!(matches!(right, Ok(Login::MustVerify(_))), "{right:?}");
});

on_both_engines!(logins_from_one_network_are_limited_whomever_they_aim_at, async |store| {
    let app = TestApp::with_settings(store, |settings| {
        settings.limits.logins_per_network = Rate::new(4, 60);
    });
    let attempt = |n: u32| LoginAttempt {
        phone: phone(&format!("98765{n:05}")),
        password: password("guess one"),
        device_id: String::new(),
    };
    for n in 0..4 {
        assert!(matches!(login(&app, NETWORK, attempt(n)).await, Err(LoginError::WrongCredentials)));
    }
    let refused = login(&app, NETWORK, attempt(4)).await;
    assert!(matches!(refused, Err(LoginError::Throttled(Throttled { retry_after: 15 }))), "{refused:?}");
    assert!(matches!(login(&app, ELSEWHERE, attempt(4)).await, Err(LoginError::WrongCredentials)));
});

on_both_engines!(two_nodes_share_one_bucket, async |store| {
    let app = TestApp::over(store);
    let node = app.another_node(|_| {});
    assert_eq!(ask(&app, NETWORK, NUMBER).await, None);
    assert_eq!(ask(&node, NETWORK, NUMBER).await, Some(30));
});

on_both_engines!(with_throttling_off_everything_is_served, async |store| {
    let app = TestApp::with_settings(store, |settings| settings.throttle = false);
    for _ in 0..20 {
        assert_eq!(ask(&app, NETWORK, NUMBER).await, None);
    }
});
