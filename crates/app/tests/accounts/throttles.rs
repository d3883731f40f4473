//! Limits by network, by phone number and for all callers together.

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
use sideout_store::Store;
use sideout_testkit::{NETWORK, PASSWORD, TestApp, new_player, on_both_engines, statement, without_guard};

use crate::helpers::{code, log_in, password, phone};

const NUMBER: &str = "9876543210";
const ELSEWHERE: IpAddr = IpAddr::V4(Ipv4Addr::new(198, 51, 100, 7));

/// Requests a code for a forgotten password: `None` if the request was accepted, otherwise the seconds to wait.
async fn request_code(app: &TestApp, network: IpAddr, number: &str) -> Option<u32> {
    match forgot_password(app, network, phone(number)).await {
        Ok(_) => None,
        Err(ForgotPasswordError::Throttled(Throttled { retry_after })) => Some(retry_after),
        Err(other) => panic!("{other}"),
    }
}

on_both_engines!(messages_to_one_number_are_thirty_seconds_apart_and_three_in_ten_minutes, async |store| {
    let (app, _) = TestApp::over(store).with_player().await;
    app.clock.advance(3_600);
    assert_eq!(request_code(&app, NETWORK, NUMBER).await, None);
    assert_eq!(request_code(&app, NETWORK, NUMBER).await, Some(30));
    app.clock.advance(30);
    assert_eq!(request_code(&app, NETWORK, NUMBER).await, None);
    app.clock.advance(30);
    assert_eq!(request_code(&app, NETWORK, NUMBER).await, None);
    app.clock.advance(30);
    assert_eq!(request_code(&app, NETWORK, NUMBER).await, Some(110), "three at once, then one each 200 s");
    assert_eq!(
        request_code(&app, NETWORK, "9876500000").await,
        None,
        "another number has a limit of its own"
    );
    app.text_message_queue.drained().await;
    assert_eq!(app.messages.all().len(), 1 + 3);
});

on_both_engines!(one_number_gets_from_ten_to_nineteen_messages_in_a_day, async |store| {
    let app = TestApp::over(store);
    app.player(NUMBER).await;
    app.clock.advance(24 * 3_600);
    let mut sent = 0;
    for _ in 0..24 * 6 {
        if request_code(&app, NETWORK, NUMBER).await.is_none() {
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
    assert_eq!(request_code(&app, ELSEWHERE, NUMBER).await, Some(30));
    let refused = register(&app, ELSEWHERE, new_player(NUMBER)).await;
    assert!(matches!(refused, Err(RegisterError::Throttled(Throttled { retry_after: 30 }))), "{refused:?}");
});

on_both_engines!(a_network_gets_a_limited_number_of_messages_and_another_has_its_own_limit, async |store| {
    let app = TestApp::with_settings(store, |settings| {
        settings.limits.texts_per_network = Rate::new(3, 3_600);
    });
    for number in ["9876500001", "9876500002", "9876500003"] {
        assert_eq!(request_code(&app, NETWORK, number).await, None);
    }
    assert_eq!(request_code(&app, NETWORK, "9876500004").await, Some(1_200));
    assert_eq!(
        request_code(&app, ELSEWHERE, "9876500004").await,
        None,
        "the refused request did not count for the number"
    );
});

on_both_engines!(the_hourly_budget_holds_for_all, async |store| {
    let app = TestApp::with_settings(store, |settings| {
        settings.limits.texts_in_all = Rate::new(2, 3_600);
        settings.limits.texts_kept_percent = 0;
    });
    app.player(NUMBER).await;
    try_register(&app, NETWORK, "9876500001").await.unwrap();
    app.clock.advance(30);
    let refused = try_register(&app, ELSEWHERE, "9876500002").await;
    assert!(
        matches!(refused, Err(RegisterError::Throttled(Throttled { retry_after: 1_770 }))),
        "{refused:?}"
    );
    assert_eq!(request_code(&app, ELSEWHERE, "9876500003").await, Some(1_770), "an unknown number");
    assert_eq!(
        request_code(&app, ELSEWHERE, NUMBER).await,
        Some(1_770),
        "a known number, with the same answer"
    );
});

/// The address of a stranger.
fn stranger(number: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(192, 0, 2, number))
}

async fn try_register(app: &TestApp, network: IpAddr, number: &str) -> Result<(), RegisterError> {
    register(app, network, new_player(number)).await.map(drop)
}

on_both_engines!(
    requests_for_a_thousand_numbers_without_an_account_use_nothing_of_the_message_budget,
    async |store| {
        let app = TestApp::with_settings(store, |settings| settings.limits.texts_kept_percent = 0);
        app.player(NUMBER).await;
        app.clock.advance(3_600);
        for n in 0..1_000_u32 {
            let network = stranger(u8::try_from(n % 20).unwrap());
            assert_eq!(request_code(&app, network, &format!("98765{n:05}")).await, None, "{n}");
        }
        app.text_message_queue.drained().await;
        let before = app.messages.all().len();
        assert_eq!(request_code(&app, ELSEWHERE, NUMBER).await, None);
        try_register(&app, ELSEWHERE, "9876543211").await.unwrap();
        app.text_message_queue.drained().await;
        assert_eq!(app.messages.all().len(), before + 2, "both messages were sent");
    }
);

/// Registers twenty numbers from each of six networks, which uses up the budget of a hundred messages. Returns whether a
/// registration and a forgotten password from another network get a code then.
async fn after_a_hundred_messages(app: &TestApp) -> [bool; 2] {
    app.player(NUMBER).await;
    app.clock.advance(24 * 3_600);
    let mut refused = 0;
    for n in 0..120_u32 {
        let network = stranger(u8::try_from(n % 6).unwrap());
        refused += u32::from(try_register(app, network, &format!("98765{n:05}")).await.is_err());
    }
    assert!(refused > 0, "the budget is used up");
    let reset = request_code(app, ELSEWHERE, NUMBER).await.is_none();
    [try_register(app, ELSEWHERE, "9876543211").await.is_ok(), reset]
}

fn set_budget_of_a_hundred(settings: &mut sideout_app::platform::settings::Settings, kept_percent: u32) {
    settings.limits.texts_in_all = Rate::new(100, 3_600);
    settings.limits.texts_kept_percent = kept_percent;
}

on_both_engines!(a_part_of_the_budget_is_kept_for_networks_that_ask_for_few_messages, async |store| {
    let app = TestApp::with_settings(store, |settings| set_budget_of_a_hundred(settings, 40));
    assert_eq!(after_a_hundred_messages(&app).await, [true, true]);
});

on_both_engines!(control_without_a_reserve_a_few_networks_use_up_the_budget, async |store| {
    let app = TestApp::with_settings(store, |settings| set_budget_of_a_hundred(settings, 0));
    assert_eq!(after_a_hundred_messages(&app).await, [false, false]);
});

on_both_engines!(the_many_networks_of_one_ipv6_caller_are_counted_together, async |store| {
    let app =
        TestApp::with_settings(store, |settings| settings.limits.texts_per_network = Rate::new(2, 3_600));
    let network = |household: u16, n: u16| IpAddr::from([0x2001, 0xdb8, 1, household << 8 | n, 0, 0, 0, 0]);
    let mut served = [0, 0, 0];
    for household in 0..3 {
        for n in 0..10 {
            let number = format!("98765{:05}", household * 100 + n);
            let wait = request_code(&app, network(household, n), &number).await;
            served[usize::from(household)] += u32::from(wait.is_none());
        }
    }
    assert_eq!(served, [4, 4, 0], "twice as many in a /56, four times as many in a /48");
    let other: IpAddr = "2001:db8:2::".parse().unwrap();
    assert_eq!(request_code(&app, other, "9876599999").await, None);
});

/// Sends requests to a node whose clock is two hours ahead. Returns whether the owner may log in and request a code when the
/// clock is right again.
async fn after_a_clock_was_ahead(app: &TestApp) -> [bool; 2] {
    app.player(NUMBER).await;
    app.clock.advance(3_600 + 7_200);
    for n in 0..70_u32 {
        log_in(app, &format!("98765{n:05}"), "guess one").await.unwrap_err();
    }
    for _ in 0..5 {
        request_code(app, NETWORK, NUMBER).await;
        app.clock.advance(30);
        log_in(app, NUMBER, "guess one").await.unwrap_err();
    }
    app.clock.advance(-7_200 - 150);
    [log_in(app, NUMBER, PASSWORD).await.is_ok(), request_code(app, NETWORK, NUMBER).await.is_none()]
}

on_both_engines!(
    buckets_of_a_clock_that_was_two_hours_ahead_do_not_delay_the_owner_when_it_is_right_again,
    async |store| {
        assert_eq!(after_a_clock_was_ahead(&TestApp::over(store)).await, [true, true]);
    }
);

on_both_engines!(control_buckets_that_reach_beyond_their_window_would_delay_the_owner, async |store| {
    let charge = statement("throttle/charge");
    let app = TestApp::over(without_guard(&store, charge, " or throttle.full_at > $6", ""));
    assert_eq!(after_a_clock_was_ahead(&app).await, [false, false]);
});

on_both_engines!(control_delays_beyond_the_longest_would_refuse_the_owner, async |store| {
    let count = statement("password_delay/count_try");
    let app = TestApp::over(without_guard(
        &store,
        count,
        "password_delay.next_try_at > $5",
        "$5 < cast(0 as bigint)",
    ));
    assert_eq!(after_a_clock_was_ahead(&app).await, [false, true]);
});

on_both_engines!(guesses_at_unknown_handles_are_charged_to_their_network_too, async |store| {
    let app = TestApp::with_settings(store, |settings| settings.limits.codes_per_network = Rate::new(3, 60));
    let made_up = "aGFuZGxlIHRoYXQgbm9ib2R5IGdhdmU";
    let (typed, new) = (code("123456"), password("intruder"));
    let kinds = [
        verify_code(&app, NETWORK, made_up, &typed).await.map(drop).unwrap_err().to_string(),
        verify_reset_code(&app, NETWORK, made_up, &typed).await.map(drop).unwrap_err().to_string(),
        reset_password(&app, NETWORK, made_up, "rt_guess", &new).await.unwrap_err().to_string(),
    ];
    assert_eq!(kinds, ["the handle cannot be used", "the handle cannot be used", "no such grant"]);
    let refused = reset_password(&app, NETWORK, made_up, "rt_guess", &new).await;
    assert!(matches!(refused, Err(ResetPasswordError::Throttled(_))), "{refused:?}");
    let refused = verify_code(&app, NETWORK, made_up, &typed).await;
    assert!(matches!(refused, Err(VerifyCodeError::Throttled(_))), "{refused:?}");
    let refused = verify_reset_code(&app, ELSEWHERE, made_up, &typed).await;
    assert!(matches!(refused, Err(VerifyCodeError::NothingToTry)), "{refused:?}");
});

/// Strangers use up the codes to a number, and guess its password until the right one needs a code as well. Returns what the right
/// password leads to then.
async fn log_in_when_strangers_have_sent_all_codes(store: Store) -> Result<Login, LoginError> {
    let (app, _) = TestApp::over(store).with_player().await;
    app.clock.advance(24 * 3_600);
    for _ in 0..3 {
        assert_eq!(request_code(&app, ELSEWHERE, NUMBER).await, None);
        app.clock.advance(30);
    }
    for _ in 0..11 {
        let wrong = log_in(&app, NUMBER, "guess one").await;
        assert!(matches!(wrong, Err(LoginError::WrongCredentials)), "{wrong:?}");
        app.clock.advance(5);
    }
    let right = log_in(&app, NUMBER, PASSWORD).await;
    // 145 s after the first of the three codes; the bucket has one again after 200 s.
    assert_eq!(request_code(&app, ELSEWHERE, NUMBER).await, Some(55), "their budget is still used up");
    right
}

on_both_engines!(codes_that_strangers_have_sent_do_not_use_up_those_of_the_right_password, async |store| {
    let right = log_in_when_strangers_have_sent_all_codes(store).await;
    assert!(matches!(right, Ok(Login::MustVerify(_))), "{right:?}");
});

on_both_engines!(control_with_one_budget_for_both_strangers_keep_the_owner_out, async |store| {
    // Counts the codes of the right password in the buckets of the others.
    let one_budget = "values (replace(cast($1 as text), 'verify:', ''), $4)";
    let shared = without_guard(&store, statement("throttle/charge"), "values ($1, $4)", one_budget);
    let right = log_in_when_strangers_have_sent_all_codes(shared).await;
    assert!(matches!(right, Err(LoginError::Throttled(_))), "{right:?}");
});

on_both_engines!(logins_from_one_network_are_limited_for_all_numbers_together, async |store| {
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
    assert_eq!(request_code(&app, NETWORK, NUMBER).await, None);
    assert_eq!(request_code(&node, NETWORK, NUMBER).await, Some(30));
});

on_both_engines!(with_throttling_off_each_request_for_a_code_is_served, async |store| {
    let app = TestApp::with_settings(store, |settings| settings.throttle = false);
    for _ in 0..20 {
        assert_eq!(request_code(&app, NETWORK, NUMBER).await, None);
    }
});
