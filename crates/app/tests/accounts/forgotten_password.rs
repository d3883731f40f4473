//! From a forgotten password to a new one, and what the responses reveal to strangers.

use sideout_app::accounts::{
    AuthError, IssuedCode, authenticate,
    forgot_password::{ForgotPasswordError, forgot_password},
    login::LoginError,
    register::register,
    resend_code::{ResendCodeError, resend_code},
    reset_password::{ResetPasswordError, reset_password},
    verify_code::VerifyCodeError,
    verify_reset_code::verify_reset_code,
};
use sideout_testkit::{NETWORK, PASSWORD, TestApp, new_player, on_both_engines};

use crate::helpers::{code, log_in, other_than, password, phone, sent_code, session_of};

const NUMBER: &str = "9876543210";

async fn forgot(app: &TestApp, number: &str) -> IssuedCode {
    forgot_password(app, NETWORK, phone(number)).await.unwrap()
}

on_both_engines!(a_reset_sets_the_password_and_ends_every_session, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    app.clock.advance(60);
    let second = session_of(&app, NUMBER, PASSWORD).await;
    let issued = forgot(&app, NUMBER).await;
    let right = sent_code(&app, NUMBER).await;
    let token = verify_reset_code(&app, NETWORK, issued.handle.reveal(), &right).await.unwrap();
    authenticate(&app, &player.token).await.expect("a proven code alone ends no session");

    let handle = issued.handle.reveal();
    reset_password(&app, NETWORK, handle, token.reveal(), &password("dinkdinkdrive")).await.unwrap();
    for old in [player.token.as_str(), second.token.reveal()] {
        assert!(matches!(authenticate(&app, old).await, Err(AuthError::NoSession)));
    }
    assert!(matches!(log_in(&app, NUMBER, PASSWORD).await, Err(LoginError::WrongCredentials)));
    session_of(&app, NUMBER, "dinkdinkdrive").await;
});

on_both_engines!(a_password_is_set_by_a_verified_handle_with_its_token_and_by_nothing_else, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    app.clock.advance(60);
    let new = password("intruder");
    let reset = async |id: &str, token: &str| reset_password(&app, NETWORK, id, token, &new).await;
    let refused =
        |outcome: Result<(), ResetPasswordError>| matches!(outcome, Err(ResetPasswordError::NoGrant));

    let issued = forgot(&app, NUMBER).await;
    let handle = issued.handle.reveal();
    assert!(refused(reset(handle, "rt_guess").await), "the code is not verified yet");
    let right = sent_code(&app, NUMBER).await;
    let token = verify_reset_code(&app, NETWORK, handle, &right).await.unwrap();
    assert!(refused(reset(handle, "rt_guess").await), "another token");
    assert!(refused(reset(handle, "").await), "no token");
    assert!(refused(reset(handle, handle).await), "the handle is no token");
    assert!(refused(reset(handle, &player.token).await), "a session is no grant");
    assert!(refused(reset(&player.customer.id.to_string(), token.reveal()).await), "an account id");
    assert!(refused(reset("+919876543210", token.reveal()).await), "a phone number");

    app.clock.advance(60);
    let other = register(&app, NETWORK, new_player("9876500000")).await.unwrap();
    assert!(
        refused(reset(other.handle.reveal(), token.reveal()).await),
        "a handle of another purpose and phone"
    );
    session_of(&app, NUMBER, PASSWORD).await;

    reset_password(&app, NETWORK, handle, token.reveal(), &password("dinkdinkdrive")).await.unwrap();
    assert!(refused(reset(handle, token.reveal()).await), "a token is used once");
});

on_both_engines!(a_code_and_then_its_grant_last_ten_minutes_to_the_second, async |store| {
    let (app, _) = TestApp::over(store).with_player().await;
    app.clock.advance(60);
    let issued = forgot(&app, NUMBER).await;
    let right = sent_code(&app, NUMBER).await;
    let handle = issued.handle.reveal();
    // Nothing is used up at the end of the time, so the second before it can be tried afterwards.
    app.clock.advance(600);
    let late = verify_reset_code(&app, NETWORK, handle, &right).await;
    assert!(matches!(late, Err(VerifyCodeError::NothingToTry)), "{:?}", late.err());
    app.clock.advance(-1);
    let token = verify_reset_code(&app, NETWORK, handle, &right).await.unwrap();
    let reset =
        async || reset_password(&app, NETWORK, handle, token.reveal(), &password("dinkdinkdrive")).await;
    app.clock.advance(600);
    let late = reset().await;
    assert!(matches!(late, Err(ResetPasswordError::NoGrant)), "{late:?}");
    app.clock.advance(-1);
    reset().await.unwrap();
    session_of(&app, NUMBER, "dinkdinkdrive").await;
});

on_both_engines!(a_new_password_voids_other_handles_of_the_player, async |store| {
    let (app, _) = TestApp::over(store).with_player().await;
    let mut grants = Vec::new();
    for _ in 0..2 {
        app.clock.advance(60);
        let issued = forgot(&app, NUMBER).await;
        let right = sent_code(&app, NUMBER).await;
        let token = verify_reset_code(&app, NETWORK, issued.handle.reveal(), &right).await.unwrap();
        grants.push((issued, token));
    }
    let set = async |grant: &(IssuedCode, sideout_app::platform::tokens::Token), new: &str| {
        reset_password(&app, NETWORK, grant.0.handle.reveal(), grant.1.reveal(), &password(new)).await
    };
    set(&grants[1], "dinkdinkdrive").await.unwrap();
    assert!(matches!(set(&grants[0], "intruder").await, Err(ResetPasswordError::NoGrant)));
});

/// All responses to a caller who requests a code, guesses, requests codes repeatedly, and guesses again.
async fn what_a_stranger_sees(app: &TestApp, number: &str) -> Vec<String> {
    let mut seen = Vec::new();
    let wrong = code("000000");
    let issued = forgot(app, number).await;
    seen.push(format!("{} {} {}", issued.handle.reveal().len(), issued.masked_phone, issued.resend_after));
    let handle = issued.handle.reveal();
    let message = |outcome: Result<_, VerifyCodeError>| match outcome {
        Ok(_) => "right".to_owned(),
        Err(error) => format!("{error:?}"),
    };
    let resent = |outcome: Result<u32, ResendCodeError>| format!("{outcome:?}");
    seen.push(message(verify_reset_code(app, NETWORK, handle, &wrong).await));
    seen.push(resent(resend_code(app, NETWORK, handle).await));
    app.clock.advance(30);
    seen.push(resent(resend_code(app, NETWORK, handle).await));
    for _ in 0..5 {
        seen.push(message(verify_reset_code(app, NETWORK, handle, &wrong).await));
    }
    app.clock.advance(30);
    seen.push(resent(resend_code(app, NETWORK, handle).await));
    let too_soon = match forgot_password(app, NETWORK, phone(number)).await {
        Ok(issued) => issued.masked_phone,
        Err(error @ ForgotPasswordError::Throttled(_)) => error.to_string(),
        Err(error) => panic!("{error}"),
    };
    seen.push(too_soon);
    seen
}

on_both_engines!(an_unknown_number_looks_like_a_known_one, async |store| {
    let app = TestApp::over(store);
    app.player("9876543210").await;
    app.clock.advance(3_600);
    let known = what_a_stranger_sees(&app, "9876543210").await;
    app.clock.advance(3_600);
    app.text_message_queue.drained().await;
    let before = app.messages.all().len();
    let unknown = what_a_stranger_sees(&app, "9876503210").await;
    assert_eq!(known, unknown);
    assert_eq!(known.len(), 11);
    app.text_message_queue.drained().await;
    assert_eq!(app.messages.all().len(), before, "a number without an account gets no message");
});

on_both_engines!(no_code_is_right_for_a_decoy, async |store| {
    let app = TestApp::over(store);
    let issued = forgot(&app, "9876503210").await;
    for guess in ["000000", "123456", "999999"] {
        let tried = verify_reset_code(&app, NETWORK, issued.handle.reveal(), &code(guess)).await;
        assert!(matches!(tried, Err(VerifyCodeError::WrongCode { .. })), "{tried:?}");
    }
    app.clock.advance(30);
    resend_code(&app, NETWORK, issued.handle.reveal()).await.unwrap();
    let tried = verify_reset_code(&app, NETWORK, issued.handle.reveal(), &other_than(&code("000000"))).await;
    assert!(matches!(tried, Err(VerifyCodeError::WrongCode { tries_left: 1 })), "{tried:?}");
    app.text_message_queue.drained().await;
    assert!(app.messages.all().is_empty());
});
