//! From the registration form to an account.

use sideout_app::accounts::{
    login::LoginError,
    register::{NewPlayer, register},
    resend_code::resend_code,
    reset_password::reset_password,
    verify_code::{Verified, VerifyCodeError},
    verify_reset_code::verify_reset_code,
};
use sideout_store::{Statement, Store, StoreError};
use sideout_testkit::{NETWORK, PASSWORD, TestApp, new_player, on_both_engines, on_postgres};

use crate::helpers::{
    has_account, live_session, log_in, other_than, password, sent_code, session_of, verify,
};

const NUMBER: &str = "9876543210";

on_both_engines!(no_account_exists_until_the_code_is_proven, async |store| {
    let app = TestApp::over(store);
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    assert_eq!(issued.masked_phone, "+91 ••••• •3210");
    assert!(!has_account(&app, NUMBER).await);
    assert!(matches!(log_in(&app, NUMBER, PASSWORD).await, Err(LoginError::WrongCredentials)));

    let code = sent_code(&app, NUMBER).await;
    let Ok(Verified::SignedIn(session)) = verify(&app, &issued, &code).await else { panic!() };
    assert_eq!(session.customer.phone.as_ref().unwrap().as_e164(), "+919876543210");
    assert_eq!(session.customer.full_name.as_str(), "Asha Mehta");
    assert!((100_000_000_000..1_000_000_000_000).contains(&session.customer.id.0));
    assert_eq!(live_session(&app, session.token.reveal()).await.customer_id, session.customer.id);
    app.clock.advance(5);
    session_of(&app, NUMBER, PASSWORD).await;
});

on_both_engines!(a_known_number_gets_the_same_answer_and_its_owner_may_set_a_new_password, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    app.clock.advance(3_600);
    let intruder = NewPlayer { password: password("intruder"), ..new_player(NUMBER) };
    let issued = register(&app, NETWORK, intruder).await.unwrap();
    assert_eq!(issued.masked_phone, "+91 ••••• •3210");

    let code = sent_code(&app, NUMBER).await;
    let Ok(Verified::MaySetPassword { handle, reset_token }) = verify(&app, &issued, &code).await else {
        panic!()
    };
    assert!(matches!(log_in(&app, NUMBER, "intruder").await, Err(LoginError::WrongCredentials)));
    session_of(&app, NUMBER, PASSWORD).await;

    let (handle, token) = (handle.reveal(), reset_token.reveal());
    reset_password(&app, NETWORK, handle, token, &password("dinkdinkdrive")).await.unwrap();
    let session = session_of(&app, NUMBER, "dinkdinkdrive").await;
    assert_eq!(session.customer.id, player.customer.id, "it is the same account");
});

on_both_engines!(a_stranger_who_registers_my_number_first_gains_nothing, async |store| {
    let app = TestApp::over(store);
    let stranger = NewPlayer { password: password("stranger"), ..new_player(NUMBER) };
    let theirs = register(&app, NETWORK, stranger).await.unwrap();
    app.clock.advance(31);
    let mine = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();

    let code = sent_code(&app, NUMBER).await;
    assert!(matches!(verify(&app, &theirs, &code).await, Err(VerifyCodeError::WrongCode { tries_left: 4 })));
    assert!(matches!(verify(&app, &mine, &code).await, Ok(Verified::SignedIn(_))));
    assert!(matches!(log_in(&app, NUMBER, "stranger").await, Err(LoginError::WrongCredentials)));
    session_of(&app, NUMBER, PASSWORD).await;
});

/// Verifies two registrations of one number at once; returns how many are signed in, and how many may set a password.
async fn verified_at_once(store: Store) -> (usize, usize) {
    let app = TestApp::over(store);
    let first = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    let first_code = sent_code(&app, NUMBER).await;
    app.clock.advance(31);
    let second = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    let second_code = sent_code(&app, NUMBER).await;

    let (one, other) = tokio::join!(verify(&app, &first, &first_code), verify(&app, &second, &second_code));
    let outcomes = [one.unwrap(), other.unwrap()];
    let started = outcomes.iter().filter(|outcome| matches!(outcome, Verified::SignedIn(_))).count();
    let granted =
        outcomes.iter().filter(|outcome| matches!(outcome, Verified::MaySetPassword { .. })).count();
    (started, granted)
}

on_both_engines!(two_proven_registrations_of_one_number_make_one_account, async |store| {
    assert_eq!(verified_at_once(store).await, (1, 1));
});

// SQLite cannot drop a constraint of a table.
#[test]
fn control_without_the_constraint_one_number_has_two_accounts() {
    on_postgres(async |store| {
        let text = "alter table customer drop constraint customer_phone_key";
        let statement = Statement { name: "test/drop", text };
        let dropped: Result<u64, StoreError> = store
            .write(statement, |tx, statement| Box::pin(async move { tx.run(*statement, &[]).await }))
            .await;
        dropped.unwrap();
        assert_eq!(verified_at_once(store).await, (2, 0));
    });
}

on_both_engines!(a_registration_outlives_its_code_by_five_minutes, async |store| {
    let app = TestApp::over(store);
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    let first = sent_code(&app, NUMBER).await;
    app.clock.advance(600);
    assert!(
        matches!(verify(&app, &issued, &first).await, Err(VerifyCodeError::NothingToTry)),
        "the ten minutes of the code are over"
    );
    app.clock.advance(299);
    resend_code(&app, NETWORK, issued.handle.reveal()).await.unwrap();
    app.clock.advance(599);
    let second = sent_code(&app, NUMBER).await;
    assert!(matches!(verify(&app, &issued, &second).await, Ok(Verified::SignedIn(_))));
});

on_both_engines!(a_code_is_good_for_its_own_purpose_only, async |store| {
    let app = TestApp::over(store);
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    let code = sent_code(&app, NUMBER).await;
    let refused = verify_reset_code(&app, NETWORK, issued.handle.reveal(), &code).await;
    assert!(matches!(refused, Err(VerifyCodeError::NothingToTry)));
    let wrong = verify(&app, &issued, &other_than(&code)).await;
    assert!(
        matches!(wrong, Err(VerifyCodeError::WrongCode { tries_left: 4 })),
        "the refusal was not counted"
    );
    assert!(matches!(verify(&app, &issued, &code).await, Ok(Verified::SignedIn(_))));
    assert!(
        matches!(verify(&app, &issued, &code).await, Err(VerifyCodeError::NothingToTry)),
        "a code is used once"
    );
});
