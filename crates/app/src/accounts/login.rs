//! `POST /login`: starts a session for a phone number and its password.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::{
    CustomerId,
    person::{Password, PasswordHash, Phone},
};
use sideout_store::{
    Session, StoreError,
    accounts::{
        CodeHandles, Customer, Customers, HandlePurpose, NewHandle, PasswordFailures, SecretHash, Sessions,
    },
};

use super::{
    IssuedCode, StartedSession,
    issue_code::{CodeDraft, write_and_send},
    start_session::{SessionDraft, clean_device_id},
};
use crate::{
    App, Limit, Throttled,
    platform::{
        clock::earlier,
        networks::household_network,
        passwords::{HashError, Place},
        text_message_queue::TextMessagesFail,
        throttle::{Charges, TextBudget},
    },
};

/// Wrong passwords for a number are counted until this many seconds have passed since the last try.
pub(crate) const WRONG_PASSWORDS_KEPT_SECONDS: i64 = 24 * 3_600;

/// The values of the label `outcome` of the metric `sideout_logins_total`.
pub(crate) const LOGIN_OUTCOMES: [&str; 7] =
    ["signed_in", "code_needed", "wrong_credentials", "account_locked", "throttled", "busy", "failed"];

/// The input of a login.
#[derive(Debug, Clone)]
pub struct LoginAttempt {
    /// The phone number.
    pub phone: Phone,
    /// The password as typed.
    pub password: Password,
    /// A label that the browser chose; it proves nothing.
    pub device_id: String,
}

/// The result of the right password.
#[derive(Debug, Clone)]
pub enum Login {
    /// A session.
    SignedIn(StartedSession),
    /// A code is required in addition, because too many wrong passwords preceded it (`error` 3).
    MustVerify(IssuedCode),
}

/// Why there is no session.
#[derive(Debug, Clone, thiserror::Error)]
pub enum LoginError {
    /// There is no such account or the password is wrong; the error does not reveal which.
    #[error("wrong phone number or password")]
    WrongCredentials,
    /// The password is right, and the data of the account will be erased.
    #[error("the account is locked")]
    AccountLocked,
    /// There were too many attempts from this network, this one is too soon after a wrong password for this number, or a code is
    /// required and too many were sent to this number, from this network or in all.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// Password hashing is busy or failed.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// No code can be sent at the moment, to any number.
    #[error(transparent)]
    TextMessagesFail(#[from] TextMessagesFail),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Starts a session for the right password. Each attempt is counted before it is checked. Wrong passwords delay the
/// next attempt from the same network, but never lock the account.
///
/// # Errors
/// [`LoginError`].
pub async fn login(app: &App, network: IpAddr, attempt: LoginAttempt) -> Result<Login, LoginError> {
    let login = try_to_log_in(app, network, attempt).await;
    let outcome = match &login {
        Ok(Login::SignedIn(_)) => "signed_in",
        Ok(Login::MustVerify(_)) => "code_needed",
        Err(LoginError::WrongCredentials) => "wrong_credentials",
        Err(LoginError::AccountLocked) => "account_locked",
        Err(LoginError::Throttled(_)) => "throttled",
        Err(LoginError::Hash(HashError::Busy)) => "busy",
        Err(LoginError::Hash(_) | LoginError::TextMessagesFail(_) | LoginError::Store(_)) => "failed",
    };
    metrics::counter!("sideout_logins_total", "outcome" => outcome).increment(1);
    login
}

async fn try_to_log_in(app: &App, network: IpAddr, attempt: LoginAttempt) -> Result<Login, LoginError> {
    let now = app.clock.now();
    let place = app.passwords.take_place(network)?;
    let admission = Admission {
        charges: app.login_charges(network),
        phone: attempt.phone.clone(),
        network: household_network(network).to_string(),
        counts_tries: app.settings.throttle,
        now,
    };
    let admitted = app.store.write(admission, |tx, admission| Box::pin(admit(tx, admission))).await?;
    let (credentials, tries) = admitted?;
    let stored = credentials.as_ref().map(|(_, hash)| hash);
    let verdict = place.check(&attempt.password, stored).await?;
    let Some((id, checked)) = credentials.filter(|_| verdict.is_right) else {
        return Err(LoginError::WrongCredentials);
    };
    let device_id = clean_device_id(&attempt.device_id);
    if tries > app.settings.step_up_after_failures {
        return step_up(app, network, id, attempt.phone, device_id, now).await.map(Login::MustVerify);
    }
    let session = SessionDraft::new(app, now);
    let start = Start {
        id,
        phone: attempt.phone,
        checked: checked.clone(),
        token: session.hash,
        network: household_network(network).to_string(),
        device_id,
        expires_at: session.expires_at,
        now,
    };
    let customer = app.store.write(start, |tx, start| Box::pin(start_session(tx, start))).await?;
    if verdict.is_stale {
        renew_hash(app, place, id, &attempt.password, checked, now).await;
    }
    Ok(Login::SignedIn(StartedSession { token: session.token, customer }))
}

/// What [`admit`] needs to know of an attempt.
struct Admission {
    charges: Charges,
    phone: Phone,
    /// As [`household_network`] writes it.
    network: String,
    counts_tries: bool,
    now: Timestamp,
}

/// The stored credentials, if any, and how many attempts at the number are counted, including this one (0 if attempts
/// are not counted).
type Admitted = (Option<(CustomerId, PasswordHash)>, u32);

/// Charges and counts the attempt. The unit of work commits also if the attempt comes too soon, so that the network
/// stays charged for it.
async fn admit(
    tx: &mut dyn Session,
    admission: &Admission,
) -> Result<Result<Admitted, Throttled>, LoginError> {
    admission.charges.take::<LoginError>(tx, admission.now).await?;
    let tries = if admission.counts_tries {
        count_try(tx, &admission.phone, &admission.network, admission.now).await?
    } else {
        Ok(0)
    };
    Ok(match tries {
        Ok(tries) => Ok((Customers(tx).find_credentials(&admission.phone).await?, tries)),
        Err(throttled) => Err(throttled),
    })
}

/// Counts a password that is about to be compared. Returns the number of attempts for this number, or how long the next one
/// from this network has to wait.
pub(super) async fn count_try(
    tx: &mut dyn Session,
    phone: &Phone,
    network: &str,
    now: Timestamp,
) -> Result<Result<u32, Throttled>, StoreError> {
    let forgotten = earlier(now, WRONG_PASSWORDS_KEPT_SECONDS);
    if let Some(tries) = PasswordFailures(tx).count_try(phone, network, now, forgotten).await? {
        return Ok(Ok(tries));
    }
    let wait = PasswordFailures(tx).find_delay(phone, network, now).await?;
    Ok(Err(Throttled::by(Limit::WrongPasswords, wait)))
}

struct Start {
    id: CustomerId,
    /// The number under which the attempts were counted; after a merge it may be the former one of the account.
    phone: Phone,
    checked: PasswordHash,
    token: SecretHash,
    /// As [`household_network`] writes it.
    network: String,
    device_id: String,
    expires_at: Timestamp,
    now: Timestamp,
}

async fn start_session(tx: &mut dyn Session, start: &Start) -> Result<Customer, LoginError> {
    if !Customers(tx).sign_in(start.id, &start.checked, start.now).await? {
        let is_locked = Customers(tx).is_locked(start.id).await?;
        return Err(if is_locked { LoginError::AccountLocked } else { LoginError::WrongCredentials });
    }
    let customer = Customers(tx).find(start.id).await?.ok_or(LoginError::WrongCredentials)?;
    Sessions(tx).add(&start.token, start.id, &start.device_id, start.now, start.expires_at).await?;
    PasswordFailures(tx).remove(&start.phone, &start.network).await?;
    Ok(customer)
}

/// Issues a code for a player with the right password.
async fn step_up(
    app: &App,
    network: IpAddr,
    id: CustomerId,
    phone: Phone,
    device_id: String,
    now: Timestamp,
) -> Result<IssuedCode, LoginError> {
    app.text_message_queue.check()?;
    let charges = app.text_charges(HandlePurpose::Verify, &phone, network);
    let mut draft = CodeDraft::new(app, HandlePurpose::Verify, phone, now);
    draft.new.customer_id = Some(id);
    draft.new.device_id = device_id;
    let work = (charges, app.text_budget(network), draft.new.clone(), now);
    let message = draft.message(app).await?;
    write_and_send(
        app,
        network,
        work,
        |tx, (charges, budget, new, now)| Box::pin(charge_and_add_handle(tx, charges, budget, new, *now)),
        |()| Some(message),
    )
    .await?;
    Ok(draft.issued(&app.settings))
}

/// Charges the network, the number and the budget for the message, and adds the handle.
async fn charge_and_add_handle(
    tx: &mut dyn Session,
    charges: &Charges,
    budget: &TextBudget,
    new: &NewHandle,
    now: Timestamp,
) -> Result<(), LoginError> {
    charges.take::<LoginError>(tx, now).await?;
    CodeHandles(tx).add(new, now).await?;
    budget.request(tx, true, now).await
}

/// Hashes the password again at the current cost. A failure is only logged, so that the login still succeeds.
async fn renew_hash(
    app: &App,
    place: Place,
    id: CustomerId,
    password: &Password,
    old: PasswordHash,
    now: Timestamp,
) {
    let renewed = async {
        let new = place.hash(password, app.random.bytes()).await?;
        let work = (id, old, new, now);
        let replace = app.store.write(work, |tx, (id, old, new, now)| {
            Box::pin(async move { Customers(tx).replace_password(*id, old, new, *now).await })
        });
        replace.await.map_err(LoginError::Store)
    };
    if let Err(error) = renewed.await {
        tracing::warn!(%error, "a password hash could not be renewed at the current cost");
    }
}
