//! Codes: number of tries, number of messages, lifetime.

use std::{future::poll_fn, task::Poll};

use sideout_app::{
    Throttled,
    accounts::{
        IssuedCode,
        forgot_password::forgot_password,
        register::register,
        resend_code::{ResendCodeError, resend_code},
        verify_code::{Verified, VerifyCodeError},
        verify_reset_code::verify_reset_code,
    },
    platform::brand::find_brand,
};
use sideout_domain::person::OneTimeCode;
use sideout_testkit::{NETWORK, TestApp, new_player, on_both_engines};

use crate::helpers::{code, other_than, phone, sent_code, verify};

const NUMBER: &str = "9876543210";

on_both_engines!(the_sixth_try_is_not_checked, async |store| {
    let app = TestApp::over(store);
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    let right = sent_code(&app, NUMBER).await;
    for left in (0..5).rev() {
        match verify(&app, &issued, &other_than(&right)).await {
            Err(VerifyCodeError::WrongCode { tries_left }) => assert_eq!(tries_left, left),
            other => panic!("{other:?}"),
        }
    }
    assert!(matches!(verify(&app, &issued, &right).await, Err(VerifyCodeError::NothingToTry)));
});

on_both_engines!(a_new_code_replaces_the_old_one_and_wrong_tries_stay_counted, async |store| {
    let app = TestApp::over(store);
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    let first = sent_code(&app, NUMBER).await;
    for _ in 0..3 {
        verify(&app, &issued, &other_than(&first)).await.unwrap_err();
    }
    app.clock.advance(30);
    assert_eq!(resend_code(&app, NETWORK, issued.handle.reveal()).await.unwrap(), 30);
    let second = sent_code(&app, NUMBER).await;
    assert_ne!(first, second);
    let old = verify(&app, &issued, &first).await;
    assert!(matches!(old, Err(VerifyCodeError::WrongCode { tries_left: 1 })), "{old:?}");
    assert!(matches!(verify(&app, &issued, &second).await, Ok(Verified::SignedIn(_))));
    let sent: Vec<_> = app.messages.all().iter().map(|message| message.attempt).collect();
    assert_eq!(sent, [1, 2], "the messenger knows the number of the attempt");
});

on_both_engines!(another_code_is_sent_after_thirty_seconds_not_before, async |store| {
    let app = TestApp::over(store);
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    app.clock.advance(29);
    match resend_code(&app, NETWORK, issued.handle.reveal()).await {
        Err(ResendCodeError::TooSoon(Throttled { retry_after })) => assert_eq!(retry_after, 1),
        other => panic!("{other:?}"),
    }
    let first = sent_code(&app, NUMBER).await;
    app.clock.advance(1);
    resend_code(&app, NETWORK, issued.handle.reveal()).await.unwrap();
    assert_ne!(sent_code(&app, NUMBER).await, first);
});

on_both_engines!(a_refused_resend_leaves_the_old_code_good, async |store| {
    let app = TestApp::over(store);
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    for _ in 0..2 {
        app.clock.advance(30);
        resend_code(&app, NETWORK, issued.handle.reveal()).await.unwrap();
    }
    let third = sent_code(&app, NUMBER).await;
    app.clock.advance(30);
    let refused = resend_code(&app, NETWORK, issued.handle.reveal()).await;
    assert!(
        matches!(refused, Err(ResendCodeError::Throttled(_))),
        "three messages in ten minutes: {refused:?}"
    );
    app.text_message_queue.drained().await;
    assert_eq!(app.messages.all().len(), 3);
    assert!(matches!(verify(&app, &issued, &third).await, Ok(Verified::SignedIn(_))));
});

on_both_engines!(after_three_more_codes_a_handle_gets_none, async |store| {
    let app = TestApp::with_settings(store, |settings| settings.throttle = false);
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    for _ in 0..3 {
        app.clock.advance(30);
        resend_code(&app, NETWORK, issued.handle.reveal()).await.unwrap();
    }
    app.clock.advance(30);
    let refused = resend_code(&app, NETWORK, issued.handle.reveal()).await;
    assert!(matches!(refused, Err(ResendCodeError::NothingToResend)), "{refused:?}");
});

on_both_engines!(an_expired_or_invented_handle_gets_no_code, async |store| {
    let app = TestApp::over(store);
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    app.messages.wait_for(1).await;
    for handle in ["", "1", "so_abc", "' or 1=1 --", &"x".repeat(400)] {
        let refused = resend_code(&app, NETWORK, handle).await;
        assert!(matches!(refused, Err(ResendCodeError::NothingToResend)), "{handle}: {refused:?}");
    }
    app.clock.advance(900);
    let refused = resend_code(&app, NETWORK, issued.handle.reveal()).await;
    assert!(matches!(refused, Err(ResendCodeError::NothingToResend)), "{refused:?}");
    app.text_message_queue.drained().await;
    assert_eq!(app.messages.all().len(), 1);
});

/// Tries ten wrong codes on two handles that a stranger got by requesting codes for the owner's number.
async fn spend_the_budget(app: &TestApp, number: &str) {
    for _ in 0..2 {
        let issued = forgot_password(app, NETWORK, phone(number)).await.unwrap();
        for _ in 0..5 {
            let refused = verify_reset_code(app, NETWORK, issued.handle.reveal(), &code("000000")).await;
            assert!(matches!(refused, Err(VerifyCodeError::WrongCode { .. })), "{refused:?}");
        }
        app.clock.advance(31);
    }
}

on_both_engines!(after_wrong_codes_of_a_stranger_the_owner_has_one_try_for_each_code, async |store| {
    let (app, _) = TestApp::over(store).with_player().await;
    app.clock.advance(3_600);
    spend_the_budget(&app, NUMBER).await;

    let issued = forgot_password(&app, NETWORK, phone(NUMBER)).await.unwrap();
    let handle = issued.handle.reveal();
    let wrong = other_than(&sent_code(&app, NUMBER).await);
    let last = verify_reset_code(&app, NETWORK, handle, &wrong).await;
    assert!(matches!(last, Err(VerifyCodeError::WrongCode { tries_left: 0 })), "{last:?}");
    let right = sent_code(&app, NUMBER).await;
    let over = verify_reset_code(&app, NETWORK, handle, &right).await;
    assert!(matches!(over, Err(VerifyCodeError::NothingToTry)), "one try for one code: {over:?}");

    app.clock.advance(200);
    resend_code(&app, NETWORK, handle).await.unwrap();
    let right = sent_code(&app, NUMBER).await;
    assert!(verify_reset_code(&app, NETWORK, handle, &right).await.is_ok(), "the owner's code is accepted");
});

on_both_engines!(wrong_codes_count_for_their_own_purpose_and_no_longer_a_day_later, async |store| {
    let app = TestApp::over(store);
    spend_the_budget(&app, NUMBER).await;
    let tries_after_one =
        async |issued: &IssuedCode, code: &OneTimeCode| match verify(&app, issued, code).await {
            Err(VerifyCodeError::WrongCode { tries_left }) => tries_left,
            other => panic!("{other:?}"),
        };
    let registration = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    let wrong = other_than(&sent_code(&app, NUMBER).await);
    assert_eq!(tries_after_one(&registration, &wrong).await, 4, "a registration has a budget of its own");

    app.clock.advance(600);
    let issued = forgot_password(&app, NETWORK, phone(NUMBER)).await.unwrap();
    let last = verify_reset_code(&app, NETWORK, issued.handle.reveal(), &code("000000")).await;
    assert!(
        matches!(last, Err(VerifyCodeError::WrongCode { tries_left: 0 })),
        "one try for one code: {last:?}"
    );

    app.clock.advance(86_400);
    let issued = forgot_password(&app, NETWORK, phone(NUMBER)).await.unwrap();
    let refused = verify_reset_code(&app, NETWORK, issued.handle.reveal(), &code("000000")).await;
    assert!(matches!(refused, Err(VerifyCodeError::WrongCode { tries_left: 4 })), "{refused:?}");
});

on_both_engines!(right_codes_do_not_count_against_the_phone, async |store| {
    let app = TestApp::with_settings(store, |settings| settings.throttle = false);
    app.player(NUMBER).await;
    for round in 0..12 {
        let issued = forgot_password(&app, NETWORK, phone(NUMBER)).await.unwrap();
        let right = sent_code(&app, NUMBER).await;
        let proven = verify_reset_code(&app, NETWORK, issued.handle.reveal(), &right).await;
        assert!(proven.is_ok(), "round {round}: {proven:?}");
    }
    let issued = forgot_password(&app, NETWORK, phone(NUMBER)).await.unwrap();
    let wrong = other_than(&sent_code(&app, NUMBER).await);
    let refused = verify_reset_code(&app, NETWORK, issued.handle.reveal(), &wrong).await;
    assert!(matches!(refused, Err(VerifyCodeError::WrongCode { tries_left: 4 })), "{refused:?}");
});

on_both_engines!(a_code_is_sent_also_when_its_caller_disconnects_meanwhile, async |store| {
    let (app, _) = TestApp::over(store).with_player().await;
    // A call whose commit ends within its first poll cannot be left.
    let mut calls = 0;
    let mut is_left = false;
    while !is_left {
        assert!(calls < 3, "no commit was under way");
        calls += 1;
        app.clock.advance(60);
        // With the brand cached, the call waits for its commit only.
        find_brand(&app).await.unwrap();
        let mut call = Box::pin(forgot_password(&app, NETWORK, phone(NUMBER)));
        is_left = poll_fn(|cx| Poll::Ready(call.as_mut().poll(cx).is_pending())).await;
    }
    app.messages.wait_for(1 + calls).await;
});
