//! A code works once. The browser that used it gets its answer again for a short time, because the first answer may have been lost.

use std::sync::Arc;

use sideout_app::{
    accounts::{
        IssuedCode, authenticate,
        forgot_password::forgot_password,
        logout::logout,
        register::{NewPlayer, register},
        reset_password::{ResetPasswordError, reset_password},
        verify_code::{Verified, VerifyCodeError, verify_code_repeatably},
        verify_reset_code::verify_reset_code_repeatably,
    },
    platform::retry_secret::RetrySecret,
};
use sideout_domain::person::OneTimeCode;
use sideout_store::{Statement, Store, StoreError};
use sideout_testkit::{NETWORK, TestApp, new_player, on_both_engines, run_concurrently};

use crate::helpers::{live_session, other_than, password, phone, sent_code, session_of, verify};

const NUMBER: &str = "9876543210";

/// The secret of the browser with this letter.
fn secret(letter: &str) -> Option<RetrySecret> {
    let secret = RetrySecret::read(&format!("{}A", letter.repeat(42)));
    assert!(secret.is_some());
    secret
}

async fn verify_with(
    app: &TestApp,
    issued: &IssuedCode,
    code: &OneTimeCode,
    secret: Option<RetrySecret>,
) -> Result<Verified, VerifyCodeError> {
    verify_code_repeatably(app, NETWORK, issued.handle.reveal(), code, secret).await
}

/// The token of the session that a code began.
fn token(verified: Result<Verified, VerifyCodeError>) -> String {
    match verified {
        Ok(Verified::SignedIn(session)) => session.token.reveal().to_owned(),
        other => panic!("{other:?}"),
    }
}

/// The handle and the reset token that a code granted.
fn grant(verified: Result<Verified, VerifyCodeError>) -> (String, String) {
    match verified {
        Ok(Verified::MaySetPassword { handle, reset_token }) => {
            (handle.reveal().to_owned(), reset_token.reveal().to_owned())
        }
        other => panic!("{other:?}"),
    }
}

fn is_used<T: std::fmt::Debug>(verified: &Result<T, VerifyCodeError>) -> bool {
    matches!(verified, Err(VerifyCodeError::NothingToTry))
}

async fn count(app: &TestApp, text: &'static str) -> i64 {
    let statement = Statement { name: "test/count", text };
    let counted: Result<i64, StoreError> = app
        .store
        .read(statement, |tx, statement| {
            Box::pin(async move { tx.one(*statement, &[]).await?.integer("counted") })
        })
        .await;
    counted.unwrap()
}

async fn sessions(app: &TestApp) -> i64 {
    count(app, "select count(*) as counted from session").await
}

on_both_engines!(only_the_browser_that_used_a_code_gets_its_answer_again, async |store| {
    let app = TestApp::over(store);
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    let code = sent_code(&app, NUMBER).await;
    let first = token(verify_with(&app, &issued, &code, secret("a")).await);
    for (other, name) in [(None, "without a secret"), (secret("b"), "with the secret of another browser")] {
        let refused = verify_with(&app, &issued, &code, other).await;
        assert!(is_used(&refused), "{name}: {refused:?}");
    }
    let wrong = verify_with(&app, &issued, &other_than(&code), secret("a")).await;
    assert!(is_used(&wrong), "with another code: {wrong:?}");
    app.clock.advance(119);
    assert_eq!(token(verify_with(&app, &issued, &code, secret("a")).await), first);
    live_session(&app, &first).await;
    assert_eq!(sessions(&app).await, 1, "no call began another session");
    app.clock.advance(1);
    let late = verify_with(&app, &issued, &code, secret("a")).await;
    assert!(is_used(&late), "too late: {late:?}");
});

on_both_engines!(a_secret_that_was_not_used_with_the_code_gets_nothing, async |store| {
    let app = TestApp::over(store);
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    let code = sent_code(&app, NUMBER).await;
    token(verify(&app, &issued, &code).await);
    let refused = verify_with(&app, &issued, &code, secret("a")).await;
    assert!(is_used(&refused), "{refused:?}");
});

on_both_engines!(a_session_that_ended_is_not_begun_again_by_its_code, async |store| {
    let app = TestApp::over(store);
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    let code = sent_code(&app, NUMBER).await;
    let started = token(verify_with(&app, &issued, &code, secret("a")).await);
    logout(&app, &started).await.unwrap();
    let again = verify_with(&app, &issued, &code, secret("a")).await;
    assert!(is_used(&again), "{again:?}");
    assert!(authenticate(&app, &started).await.is_err());
});

on_both_engines!(
    the_reset_of_a_known_number_is_granted_again_to_the_same_browser_until_it_is_used,
    async |store| {
        let (app, _) = TestApp::over(store).with_player().await;
        app.clock.advance(3_600);
        let known = NewPlayer { password: password("another"), ..new_player(NUMBER) };
        let issued = register(&app, NETWORK, known).await.unwrap();
        let code = sent_code(&app, NUMBER).await;
        let first = grant(verify_with(&app, &issued, &code, secret("a")).await);
        assert!(is_used(&verify_with(&app, &issued, &code, secret("b")).await));
        assert!(is_used(&verify_with(&app, &issued, &code, None).await));
        app.clock.advance(119);
        assert_eq!(grant(verify_with(&app, &issued, &code, secret("a")).await), first);
        let (handle, reset_token) = first;
        reset_password(&app, NETWORK, &handle, &reset_token, &password("dinkdinkdrive")).await.unwrap();
        let used = verify_with(&app, &issued, &code, secret("a")).await;
        assert!(is_used(&used), "{used:?}");
        session_of(&app, NUMBER, "dinkdinkdrive").await;
    }
);

on_both_engines!(a_granted_reset_is_not_sent_again_after_two_minutes, async |store| {
    let (app, _) = TestApp::over(store).with_player().await;
    app.clock.advance(3_600);
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    let code = sent_code(&app, NUMBER).await;
    grant(verify_with(&app, &issued, &code, secret("a")).await);
    app.clock.advance(120);
    assert!(is_used(&verify_with(&app, &issued, &code, secret("a")).await));
});

on_both_engines!(
    the_token_of_a_forgotten_password_is_sent_again_to_the_same_browser_until_it_is_used,
    async |store| {
        let (app, _) = TestApp::over(store).with_player().await;
        app.clock.advance(60);
        let issued = forgot_password(&app, NETWORK, phone(NUMBER)).await.unwrap();
        let handle = issued.handle.reveal();
        let code = sent_code(&app, NUMBER).await;
        let verify = async |code: &OneTimeCode, secret: Option<RetrySecret>| {
            verify_reset_code_repeatably(&app, NETWORK, handle, code, secret).await
        };
        let first = verify(&code, secret("a")).await.unwrap();
        for (other, name) in [(None, "without a secret"), (secret("b"), "with the secret of another browser")]
        {
            assert!(is_used(&verify(&code, other).await), "{name}");
        }
        assert!(is_used(&verify(&other_than(&code), secret("a")).await), "with another code");
        app.clock.advance(119);
        assert_eq!(verify(&code, secret("a")).await.unwrap().reveal(), first.reveal());
        reset_password(&app, NETWORK, handle, first.reveal(), &password("dinkdinkdrive")).await.unwrap();
        assert!(is_used(&verify(&code, secret("a")).await), "it was used");
    }
);

on_both_engines!(the_token_of_a_forgotten_password_is_not_sent_again_after_two_minutes, async |store| {
    let (app, _) = TestApp::over(store).with_player().await;
    app.clock.advance(60);
    let issued = forgot_password(&app, NETWORK, phone(NUMBER)).await.unwrap();
    let code = sent_code(&app, NUMBER).await;
    let verify = async || {
        verify_reset_code_repeatably(&app, NETWORK, issued.handle.reveal(), &code, secret("a")).await
    };
    verify().await.unwrap();
    app.clock.advance(120);
    assert!(is_used(&verify().await));
});

/// An app with a player whose code for a forgotten password was entered, with the handle and the reset token.
async fn app_with_grant(store: Store) -> (TestApp, String, String) {
    let (app, _) = TestApp::over(store).with_player().await;
    app.clock.advance(60);
    let issued = forgot_password(&app, NETWORK, phone(NUMBER)).await.unwrap();
    let handle = issued.handle.reveal().to_owned();
    let code = sent_code(&app, NUMBER).await;
    let token = verify_reset_code_repeatably(&app, NETWORK, &handle, &code, None).await.unwrap();
    (app, handle, token.reveal().to_owned())
}

/// How many text messages say that the password was changed.
async fn told(app: &TestApp) -> i64 {
    let text =
        "select count(*) as counted from outbox where notice = 'password_changed' and channel = 'text'";
    count(app, text).await
}

on_both_engines!(a_repeated_reset_with_the_same_password_succeeds_and_changes_nothing, async |store| {
    let (app, handle, token) = app_with_grant(store).await;
    let reset =
        async |token: &str, new: &str| reset_password(&app, NETWORK, &handle, token, &password(new)).await;
    let is_refused =
        |outcome: Result<(), ResetPasswordError>| matches!(outcome, Err(ResetPasswordError::NoGrant));
    reset(&token, "dinkdinkdrive").await.unwrap();
    let session = session_of(&app, NUMBER, "dinkdinkdrive").await;
    reset(&token, "dinkdinkdrive").await.unwrap();
    live_session(&app, session.token.reveal()).await;
    assert_eq!(told(&app).await, 1);
    assert!(is_refused(reset(&token, "intruder").await), "another password");
    assert!(is_refused(reset("rt_guess", "dinkdinkdrive").await), "another token");
    session_of(&app, NUMBER, "dinkdinkdrive").await;
    app.clock.advance(600);
    assert!(is_refused(reset(&token, "dinkdinkdrive").await), "the grant would have expired");
});

on_both_engines!(ten_resets_at_once_with_the_same_password_set_it_once_and_all_succeed, async |store| {
    let (app, handle, token) = app_with_grant(store).await;
    let app = Arc::new(app);
    let outcomes = run_concurrently(10, |_| {
        let (app, handle, token) = (app.clone(), handle.clone(), token.clone());
        async move { reset_password(&app, NETWORK, &handle, &token, &password("dinkdinkdrive")).await }
    })
    .await;
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    assert_eq!(told(&app).await, 1);
});

/// An app whose resets expire sooner than the two minutes in which an answer is repeated: after one.
fn app_with_short_resets(store: Store) -> TestApp {
    TestApp::with_settings(store, |settings| settings.handle_seconds = 60)
}

on_both_engines!(a_reset_of_a_known_number_that_has_expired_is_not_granted_again, async |store| {
    let (app, _) = app_with_short_resets(store).with_player().await;
    app.clock.advance(3_600);
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    let code = sent_code(&app, NUMBER).await;
    let first = grant(verify_with(&app, &issued, &code, secret("a")).await);
    app.clock.advance(59);
    assert_eq!(grant(verify_with(&app, &issued, &code, secret("a")).await), first);
    app.clock.advance(1);
    let expired = verify_with(&app, &issued, &code, secret("a")).await;
    assert!(is_used(&expired), "{expired:?}");
});

on_both_engines!(an_expired_token_of_a_forgotten_password_is_not_sent_again, async |store| {
    let (app, _) = app_with_short_resets(store).with_player().await;
    app.clock.advance(60);
    let issued = forgot_password(&app, NETWORK, phone(NUMBER)).await.unwrap();
    let code = sent_code(&app, NUMBER).await;
    let verify = async || {
        verify_reset_code_repeatably(&app, NETWORK, issued.handle.reveal(), &code, secret("a")).await
    };
    let first = verify().await.unwrap();
    app.clock.advance(59);
    assert_eq!(verify().await.unwrap().reveal(), first.reveal());
    app.clock.advance(1);
    assert!(is_used(&verify().await));
});

/// Twenty calls with one code at once, each with the secret that `secret_of` gives it; returns how many different tokens the
/// answers have, how many calls were refused, and how many sessions there are.
async fn verified_at_once(app: TestApp, secret_of: fn(usize) -> Option<RetrySecret>) -> (usize, usize, i64) {
    let app = Arc::new(app);
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    let code = sent_code(&app, NUMBER).await;
    let outcomes = run_concurrently(20, |at| {
        let (app, issued, code) = (app.clone(), issued.clone(), code.clone());
        async move { verify_with(&app, &issued, &code, secret_of(at)).await }
    })
    .await;
    let refused = outcomes.iter().filter(|outcome| is_used(outcome)).count();
    let mut tokens: Vec<String> =
        outcomes.into_iter().filter(|outcome| !is_used(outcome)).map(token).collect();
    tokens.sort();
    tokens.dedup();
    (tokens.len(), refused, sessions(&app).await)
}

on_both_engines!(twenty_calls_of_one_browser_at_once_begin_one_session_and_all_get_it, async |store| {
    assert_eq!(verified_at_once(TestApp::over(store), |_| secret("a")).await, (1, 0, 1));
});

on_both_engines!(twenty_browsers_at_once_begin_one_session_and_one_of_them_gets_it, async |store| {
    let of_its_own = |at: usize| secret(&"abcdefghijklmnopqrst"[at..=at]);
    assert_eq!(verified_at_once(TestApp::over(store), of_its_own).await, (1, 19, 1));
});
