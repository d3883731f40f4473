//! Steps that the tests of this suite share.

use sideout_app::accounts::{
    IssuedCode, Session, StartedSession, authenticate,
    login::{Login, LoginAttempt, LoginError, login},
    verify_code::{Verified, VerifyCodeError, verify_code},
};
use sideout_domain::person::{OneTimeCode, Password, Phone};
use sideout_store::accounts::Customers;
use sideout_testkit::{NETWORK, TestApp};

pub(crate) fn phone(text: &str) -> Phone {
    text.parse().unwrap()
}

pub(crate) fn password(text: &str) -> Password {
    Password::parse(text, 1).unwrap()
}

pub(crate) fn code(text: &str) -> OneTimeCode {
    text.parse().unwrap()
}

/// The newest code for this number.
pub(crate) async fn sent_code(app: &TestApp, number: &str) -> OneTimeCode {
    code(&app.newest_code(&phone(number)).await.unwrap())
}

/// A code that differs from the right one.
pub(crate) fn other_than(right: &OneTimeCode) -> OneTimeCode {
    let number: u64 = right.reveal().parse().unwrap();
    OneTimeCode::from_number(number + 1)
}

pub(crate) async fn log_in(app: &TestApp, number: &str, secret: &str) -> Result<Login, LoginError> {
    let attempt =
        LoginAttempt { phone: phone(number), password: password(secret), device_id: "aB3dE6gH9j".to_owned() };
    login(app, NETWORK, attempt).await
}

pub(crate) async fn session_of(app: &TestApp, number: &str, secret: &str) -> StartedSession {
    match log_in(app, number, secret).await {
        Ok(Login::SignedIn(session)) => session,
        other => panic!("{other:?}"),
    }
}

pub(crate) async fn live_session(app: &TestApp, token: &str) -> Session {
    authenticate(app, token).await.unwrap()
}

pub(crate) async fn verify(
    app: &TestApp,
    issued: &IssuedCode,
    code: &OneTimeCode,
) -> Result<Verified, VerifyCodeError> {
    verify_code(app, NETWORK, issued.handle.reveal(), code).await
}

pub(crate) async fn has_account(app: &TestApp, number: &str) -> bool {
    let find = app
        .store
        .read(phone(number), |tx, phone| Box::pin(async move { Customers(tx).find_by_phone(phone).await }));
    find.await.unwrap().is_some()
}
