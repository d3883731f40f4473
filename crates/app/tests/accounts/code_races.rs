//! Concurrent tries of codes, grants, passwords and tokens of a bucket. A test named `control_…` runs a statement without
//! its guard.

use std::sync::Arc;

use jiff::Timestamp;
use sideout_app::{
    accounts::{
        IssuedCode, authenticate,
        forgot_password::forgot_password,
        login::{Login, LoginError},
        register::register,
        reset_password::{ResetPasswordError, reset_password},
        verify_code::{Verified, VerifyCodeError},
        verify_reset_code::verify_reset_code,
    },
    platform::tokens::Token,
};
use sideout_domain::person::PasswordHash;
use sideout_store::{
    Statement, Store, StoreError, Value,
    accounts::{
        CodeHandles, CodeHash, Customers, HandlePurpose, NewCustomer, NewHandle, SecretHash, Throttles,
    },
    params,
};
use sideout_testkit::{
    NETWORK, PASSWORD, TestApp, after_next_write, new_player, on_both_engines, run_concurrently, statement,
    without_guard, without_guard_of,
};

use crate::helpers::{log_in, other_than, password, phone, sent_code, session_of, verify};

const NUMBER: &str = "9876543210";
const HANDLE: SecretHash = SecretHash([1; 32]);
const RIGHT: CodeHash = CodeHash([2; 32]);
const WRONG: CodeHash = CodeHash([3; 32]);
const GRANT: SecretHash = SecretHash([4; 32]);

fn now() -> Timestamp {
    Timestamp::from_second(1_795_240_800).unwrap()
}

on_both_engines!(of_thirty_wrong_codes_at_once_five_are_checked, async |store| {
    let app = Arc::new(TestApp::over(store));
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    let right = sent_code(&app, NUMBER).await;
    let wrong = other_than(&right);
    let outcomes = run_concurrently(30, |_| {
        let (app, issued, wrong) = (app.clone(), issued.clone(), wrong.clone());
        async move { verify(&app, &issued, &wrong).await }
    })
    .await;
    let counted = outcomes.iter().filter(|o| matches!(o, Err(VerifyCodeError::WrongCode { .. }))).count();
    assert_eq!(counted, 5, "{outcomes:?}");
    assert!(matches!(verify(&app, &issued, &right).await, Err(VerifyCodeError::NothingToTry)));
});

/// Thirty wrong codes at once through `statement`; returns how many were checked.
async fn guesses_checked(store: &Store, statement: Statement) -> usize {
    add_handle(store, None).await;
    let outcomes = run_concurrently(30, |_| try_code(store.clone(), statement, WRONG)).await;
    outcomes.into_iter().filter(Option::is_some).count()
}

on_both_engines!(the_guard_of_the_statement_lets_five_of_thirty_guesses_be_checked, async |store| {
    assert_eq!(guesses_checked(&store, statement("code_handle/try_code")).await, 5);
});

on_both_engines!(control_without_the_guard_all_thirty_guesses_are_checked, async |store| {
    let unguarded = without_guard_of(
        statement("code_handle/try_code"),
        "and code_tries < $8",
        "and cast($8 as bigint) > 0",
    );
    assert_eq!(guesses_checked(&store, unguarded).await, 30);
});

on_both_engines!(one_code_twenty_times_at_once_signs_in_once, async |store| {
    let app = Arc::new(TestApp::over(store));
    let issued = register(&app, NETWORK, new_player(NUMBER)).await.unwrap();
    let right = sent_code(&app, NUMBER).await;
    let outcomes = run_concurrently(20, |_| {
        let (app, issued, right) = (app.clone(), issued.clone(), right.clone());
        async move { verify(&app, &issued, &right).await }
    })
    .await;
    let started = outcomes.iter().filter(|o| matches!(o, Ok(Verified::SignedIn(_)))).count();
    let refused = outcomes.iter().filter(|o| matches!(o, Err(VerifyCodeError::NothingToTry))).count();
    assert_eq!((started, refused), (1, 19), "{outcomes:?}");
});

/// The right code four times at once through `statement`; returns how often it was accepted.
async fn times_accepted(store: &Store, statement: Statement) -> usize {
    add_handle(store, None).await;
    let outcomes = run_concurrently(4, |_| try_code(store.clone(), statement, RIGHT)).await;
    outcomes.into_iter().flatten().filter(|stage| stage == "consumed").count()
}

on_both_engines!(the_guard_of_the_statement_lets_a_code_be_spent_once, async |store| {
    assert_eq!(times_accepted(&store, statement("code_handle/try_code")).await, 1);
});

on_both_engines!(control_without_the_guard_a_code_is_spent_four_times, async |store| {
    let unguarded = without_guard_of(statement("code_handle/try_code"), "and stage = 'issued'", "");
    assert_eq!(times_accepted(&store, unguarded).await, 4);
});

on_both_engines!(of_ten_resets_with_one_grant_one_is_done, async |store| {
    let app = Arc::new(TestApp::over(store).with_player().await.0);
    app.clock.advance(31);
    let issued = forgot_password(&app, NETWORK, phone(NUMBER)).await.unwrap();
    let right = sent_code(&app, NUMBER).await;
    let token = verify_reset_code(&app, NETWORK, issued.handle.reveal(), &right).await.unwrap();
    let outcomes = run_concurrently(10, |n| {
        let (app, issued, token) = (app.clone(), issued.clone(), token.clone());
        async move {
            let new = format!("dinkdinkdrive{n}");
            let (handle, secret) = (issued.handle.reveal(), password(&new));
            (new, reset_password(&app, NETWORK, handle, token.reveal(), &secret).await)
        }
    })
    .await;
    let set: Vec<&str> =
        outcomes.iter().filter(|(_, outcome)| outcome.is_ok()).map(|(new, _)| new.as_str()).collect();
    let refused = outcomes.iter().filter(|(_, o)| matches!(o, Err(ResetPasswordError::NoGrant))).count();
    assert_eq!((set.len(), refused), (1, 9), "{outcomes:?}");
    session_of(&app, NUMBER, set[0]).await;
});

/// One grant ten times at once through `statement`; returns how often it was consumed.
async fn times_consumed(store: &Store, statement: Statement) -> usize {
    add_handle(store, Some(GRANT)).await;
    let outcomes = run_concurrently(10, |_| {
        let store = store.clone();
        async move {
            let taken = store.write(statement, |tx, statement| {
                Box::pin(async move {
                    let params: &[Value] = params![HANDLE, GRANT, now()];
                    Ok::<_, StoreError>(tx.all(*statement, params).await?.len())
                })
            });
            taken.await.unwrap()
        }
    })
    .await;
    outcomes.into_iter().sum()
}

on_both_engines!(the_guard_of_the_statement_lets_a_grant_be_consumed_once, async |store| {
    assert_eq!(times_consumed(&store, statement("code_handle/consume_grant")).await, 1);
});

on_both_engines!(control_without_the_guard_a_grant_is_consumed_ten_times, async |store| {
    let unguarded = without_guard_of(statement("code_handle/consume_grant"), "and stage = 'verified'", "");
    assert_eq!(times_consumed(&store, unguarded).await, 10);
});

on_both_engines!(a_reset_ends_sessions_of_the_old_password, async |store| {
    let app = Arc::new(TestApp::with_settings(store, |settings| settings.throttle = false));
    app.player(NUMBER).await;
    for round in 0..5 {
        let (old, new) =
            if round % 2 == 0 { (PASSWORD, "dinkdinkdrive") } else { ("dinkdinkdrive", PASSWORD) };
        let before = session_of(&app, NUMBER, old).await;
        let (issued, token) = grant(&app).await;
        let logins = run_concurrently(8, |_| {
            let app = app.clone();
            async move { log_in(&app, NUMBER, old).await }
        });
        let secret = password(new);
        let reset = reset_password(&app, NETWORK, issued.handle.reveal(), token.reveal(), &secret);
        let (logins, reset) = tokio::join!(logins, reset);
        reset.unwrap();
        let mut sessions = vec![before];
        for login in logins {
            match login {
                Ok(Login::SignedIn(session)) => sessions.push(session),
                Err(LoginError::WrongCredentials) => {}
                other => panic!("{other:?}"),
            }
        }
        for session in sessions {
            let ended = authenticate(&app, session.token.reveal()).await;
            assert!(ended.is_err(), "a session of the old password outlived the reset");
        }
        let after = session_of(&app, NUMBER, new).await;
        authenticate(&app, after.token.reveal())
            .await
            .expect("the reset ends no session of the new password");
    }
});

/// A code for a forgotten password that was entered, with its reset token.
async fn grant(app: &TestApp) -> (IssuedCode, Token) {
    let issued = forgot_password(app, NETWORK, phone(NUMBER)).await.unwrap();
    let right = sent_code(app, NUMBER).await;
    let token = verify_reset_code(app, NETWORK, issued.handle.reveal(), &right).await.unwrap();
    (issued, token)
}

/// Logs in with the old password through `logins`; a reset replaces the password as soon as the login has read its hash.
/// Returns the outcome of the login; a session that it starts is valid.
async fn log_in_over_a_reset(store: &Store, logins: &Store) -> Result<Login, LoginError> {
    let (app, _) = TestApp::over(store.clone()).with_player().await;
    app.clock.advance(31);
    let (issued, token) = grant(&app).await;
    let other = app.clone();
    // The first unit of work of a login counts the try and reads the hash, the second one starts the session.
    let logins = after_next_write(logins, move || async move {
        let new = password("dinkdinkdrive");
        reset_password(&other, NETWORK, issued.handle.reveal(), token.reveal(), &new).await.unwrap();
    });
    let node = app.another_node_on(logins, |_| {});
    let login = log_in(&node, NUMBER, PASSWORD).await;
    if let Ok(Login::SignedIn(session)) = &login {
        authenticate(&app, session.token.reveal()).await.unwrap();
    }
    session_of(&app, NUMBER, "dinkdinkdrive").await;
    login
}

on_both_engines!(a_login_that_has_read_the_old_password_before_a_reset_starts_no_session, async |store| {
    let login = log_in_over_a_reset(&store, &store).await;
    assert!(matches!(login, Err(LoginError::WrongCredentials)), "{login:?}");
});

on_both_engines!(control_without_the_guard_a_session_of_the_old_password_outlives_a_reset, async |store| {
    let (guard, instead) = ("and password_hash = $2", "and cast($2 as text) <> ''");
    let unguarded = without_guard(&store, statement("customer/sign_in"), guard, instead);
    let login = log_in_over_a_reset(&store, &unguarded).await;
    assert!(matches!(login, Ok(Login::SignedIn(_))), "{login:?}");
});

/// Whether a login may still start with a hash that a reset has replaced, through `statement`.
async fn old_hash_signs_in(store: &Store, statement: Statement) -> bool {
    let id = add_customer(store).await;
    let set = store.write(id, |tx, id| {
        Box::pin(async move { Customers(tx).set_password(*id, &PasswordHash::new("new"), now()).await })
    });
    assert!(set.await.unwrap());
    let sign_in = store.write((statement, id), |tx, (statement, id)| {
        Box::pin(async move { tx.run(*statement, params![id.0, "old", now()]).await })
    });
    let touched: Result<u64, StoreError> = sign_in.await;
    touched.unwrap() == 1
}

on_both_engines!(a_replaced_password_is_refused_by_the_guard_of_the_statement, async |store| {
    assert!(!old_hash_signs_in(&store, statement("customer/sign_in")).await);
});

on_both_engines!(control_without_the_guard_a_replaced_password_signs_in, async |store| {
    let unguarded = without_guard_of(
        statement("customer/sign_in"),
        "and password_hash = $2",
        "and cast($2 as text) <> ''",
    );
    assert!(old_hash_signs_in(&store, unguarded).await);
});

async fn add_customer(store: &Store) -> sideout_domain::CustomerId {
    let player = new_player(NUMBER);
    let new = NewCustomer {
        phone: player.phone,
        full_name: player.full_name,
        email: player.email,
        birthdate: player.birthdate,
        gender: player.gender,
        password_hash: PasswordHash::new("old"),
    };
    let id = sideout_domain::CustomerId(100_000_000_001);
    let add = store
        .write((id, new), |tx, (id, new)| Box::pin(async move { Customers(tx).add(*id, new, now()).await }));
    assert!(add.await.unwrap());
    id
}

async fn add_handle(store: &Store, grant: Option<SecretHash>) {
    let customer_id = add_customer(store).await;
    let new = NewHandle {
        hash: HANDLE,
        purpose: HandlePurpose::Reset,
        phone: phone(NUMBER),
        customer_id: Some(customer_id),
        registration: None,
        device_id: String::new(),
        code_hash: RIGHT,
        reset_token_hash: grant,
        expires_at: now() + jiff::SignedDuration::from_mins(10),
    };
    let add = store.write(new, |tx, new| Box::pin(async move { CodeHandles(tx).add(new, now()).await }));
    add.await.unwrap();
}

/// Tries a code through `statement`; returns the stage after it, `None` if it was not checked.
async fn try_code(store: Store, statement: Statement, code: CodeHash) -> Option<String> {
    let attempt = store.write((statement, code), |tx, (statement, code)| {
        Box::pin(async move {
            let none: Option<SecretHash> = None;
            // The handle and its code; what the right code leads to: the stage, a reset token and the end of it; the purposes for which
            // it is tried; the maximum number of tries; after when it must have been sent; and now.
            let params: &[Value] = params![
                HANDLE,
                *code,
                "consumed",
                none,
                now() + jiff::SignedDuration::from_mins(10),
                "reset",
                "reset",
                5_u32,
                now() - jiff::SignedDuration::from_mins(10),
                now(),
            ];
            let row = tx.first(*statement, params).await?;
            row.map(|row| row.text("stage").map(str::to_owned)).transpose()
        })
    });
    let stage: Result<Option<String>, StoreError> = attempt.await;
    stage.unwrap()
}

/// Takes fifty tokens at once from a bucket of five through `statement`; returns how many were taken.
async fn tokens_given(store: &Store, statement: Statement) -> usize {
    let outcomes = run_concurrently(50, |_| {
        let store = store.clone();
        async move {
            let at = now().as_millisecond();
            let take = store.write(statement, move |tx, statement| {
                Box::pin(async move {
                    let params: &[Value] =
                        params!["test:one", at, 60_000_i64, at + 60_000, at + 240_000, at + 310_000];
                    tx.run(*statement, params).await
                })
            });
            let touched: Result<u64, StoreError> = take.await;
            touched.unwrap()
        }
    })
    .await;
    outcomes.into_iter().filter(|touched| *touched == 1).count()
}

on_both_engines!(a_bucket_gives_no_more_than_it_has, async |store| {
    assert_eq!(tokens_given(&store, statement("throttle/charge")).await, 5);
});

on_both_engines!(control_without_the_guard_a_bucket_gives_all_fifty, async |store| {
    let unguarded = without_guard_of(
        statement("throttle/charge"),
        "where throttle.full_at <= $5 or",
        "where throttle.full_at <= throttle.full_at + $5 or",
    );
    assert_eq!(tokens_given(&store, unguarded).await, 50);
});

/// Thirty passwords at once through `statement`; returns how many were compared.
async fn passwords_compared(store: &Store, statement: Statement) -> usize {
    let outcomes = run_concurrently(30, |_| {
        let store = store.clone();
        async move {
            let take = store.write(statement, |tx, statement| {
                Box::pin(async move {
                    let day_ago = now() - jiff::SignedDuration::from_hours(24);
                    let params: &[Value] = params![
                        "+919876543210",
                        "203.0.113.9",
                        now(),
                        day_ago,
                        now().as_millisecond() + 20_000
                    ];
                    tx.all(*statement, params).await.map(|rows| rows.len())
                })
            });
            let rows: Result<usize, StoreError> = take.await;
            rows.unwrap()
        }
    })
    .await;
    outcomes.into_iter().sum()
}

on_both_engines!(of_thirty_wrong_passwords_at_once_three_are_compared, async |store| {
    assert_eq!(passwords_compared(&store, statement("password_delay/count_try")).await, 3);
});

on_both_engines!(control_without_the_guard_thirty_passwords_are_compared, async |store| {
    let unguarded = without_guard_of(
        statement("password_delay/count_try"),
        "where password_delay.next_try_at <= $3",
        "where password_delay.next_try_at >= 0",
    );
    assert_eq!(passwords_compared(&store, unguarded).await, 30);
});

on_both_engines!(a_token_given_back_can_be_taken_again, async |store| {
    let rate = sideout_app::accounts::Rate::new(1, 60);
    let outcomes = store.write(rate, |tx, rate| {
        Box::pin(async move {
            let first = Throttles(tx).charge("test:one", *rate, now()).await?;
            let second = Throttles(tx).charge("test:one", *rate, now()).await?;
            Throttles(tx).give_back("test:one", *rate).await?;
            let third = Throttles(tx).charge("test:one", *rate, now()).await?;
            Ok::<_, StoreError>([first, second, third].map(|wait| wait.map(|wait| wait.as_secs())))
        })
    });
    assert_eq!(outcomes.await.unwrap(), [None, Some(60), None]);
});
