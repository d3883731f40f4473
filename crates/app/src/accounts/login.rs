//! `POST /login`: phone and password for a session.

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};
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
    start_session::{SessionDraft, device_label},
};
use crate::{
    App, Throttled,
    clock::earlier,
    passwords::{HashError, Place},
    throttle::Charges,
};

/// Wrong passwords older than this are forgotten, in seconds.
pub(crate) const FORGOTTEN_SECONDS: i64 = 24 * 3_600;

/// What was typed, and the browser it was typed into.
#[derive(Debug, Clone)]
pub struct LoginAttempt {
    /// The number.
    pub phone: Phone,
    /// The password as typed.
    pub password: Password,
    /// A label the browser made up; proves nothing.
    pub device_id: String,
}

/// A right password, and what it led to.
#[derive(Debug, Clone)]
pub enum Login {
    /// A session.
    SignedIn(StartedSession),
    /// So many wrong passwords came before it that a code must confirm it (`error` 3).
    MustVerify(IssuedCode),
}

/// Why there is no session.
#[derive(Debug, Clone, thiserror::Error)]
pub enum LoginError {
    /// No such account, or not its password; which one is not told.
    #[error("wrong phone number or password")]
    WrongCredentials,
    /// Too often from here, or too soon after a wrong password for this number.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// Too busy to hash, or unable to.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Starts a session for the right password. Each try is counted before it is checked; wrong ones make the next try
/// wait and never lock anybody out.
///
/// # Errors
/// [`LoginError`].
pub async fn login(app: &App, network: IpAddr, attempt: LoginAttempt) -> Result<Login, LoginError> {
    let now = app.clock.now();
    let place = app.passwords.take_place()?;
    let entry = Entry {
        charges: app.login_charges(network),
        phone: attempt.phone.clone(),
        counted: app.settings.throttle,
        now,
    };
    let (credentials, tries) = app.store.write(entry, |tx, entry| Box::pin(admit(tx, entry))).await?;
    let stored = credentials.as_ref().map(|(_, hash)| hash);
    let verdict = place.check(&attempt.password, stored).await?;
    let Some((id, checked)) = credentials.filter(|_| verdict.right) else {
        return Err(LoginError::WrongCredentials);
    };
    let device_id = device_label(&attempt.device_id);
    if tries > app.settings.step_up_after_failures {
        return step_up(app, network, id, attempt.phone, device_id, now).await.map(Login::MustVerify);
    }
    let session = SessionDraft::new(app, now);
    let start = Start {
        id,
        checked: checked.clone(),
        token: session.hash,
        device_id,
        expires_at: session.expires_at,
        now,
    };
    let customer = app.store.write(start, |tx, start| Box::pin(begin(tx, start))).await?;
    if verdict.stale {
        renew_hash(app, place, id, &attempt.password, checked, now).await;
    }
    Ok(Login::SignedIn(StartedSession { token: session.token, customer }))
}

struct Entry {
    charges: Charges,
    phone: Phone,
    counted: bool,
    now: Timestamp,
}

/// Charges and counts the try and looks up what to compare with; tries since the last right one, this one counted.
async fn admit(
    tx: &mut dyn Session,
    entry: &Entry,
) -> Result<(Option<(CustomerId, PasswordHash)>, u32), LoginError> {
    entry.charges.take::<LoginError>(tx, entry.now).await?;
    let tries = if entry.counted { count_try::<LoginError>(tx, &entry.phone, entry.now).await? } else { 0 };
    Ok((Customers(tx).find_credentials(&entry.phone).await?, tries))
}

/// Counts a password that is about to be compared, here and in `changepassword`.
pub(super) async fn count_try<E>(tx: &mut dyn Session, phone: &Phone, now: Timestamp) -> Result<u32, E>
where
    E: From<StoreError> + From<Throttled>,
{
    if let Some(tries) = PasswordFailures(tx).count_try(phone, now, earlier(now, FORGOTTEN_SECONDS)).await? {
        return Ok(tries);
    }
    let next = PasswordFailures(tx).find(phone).await?.unwrap_or(now);
    Err(Throttled::during(next.duration_since(now).max(SignedDuration::ZERO)).into())
}

struct Start {
    id: CustomerId,
    checked: PasswordHash,
    token: SecretHash,
    device_id: String,
    expires_at: Timestamp,
    now: Timestamp,
}

async fn begin(tx: &mut dyn Session, start: &Start) -> Result<Customer, LoginError> {
    if !Customers(tx).sign_in(start.id, &start.checked, start.now).await? {
        return Err(LoginError::WrongCredentials);
    }
    let customer = Customers(tx).find(start.id).await?.ok_or(LoginError::WrongCredentials)?;
    Sessions(tx).add(&start.token, start.id, &start.device_id, start.now, start.expires_at).await?;
    PasswordFailures(tx).remove(&customer.phone).await?;
    Ok(customer)
}

async fn step_up(
    app: &App,
    network: IpAddr,
    id: CustomerId,
    phone: Phone,
    device_id: String,
    now: Timestamp,
) -> Result<IssuedCode, LoginError> {
    let charges = app.text_charges(HandlePurpose::Verify, &phone, network);
    let mut draft = CodeDraft::new(app, HandlePurpose::Verify, phone, now);
    draft.new.customer_id = Some(id);
    draft.new.device_id = device_id;
    let work = (charges, draft.new.clone(), now);
    let message = draft.message(app);
    write_and_send(
        app,
        work,
        |tx, (charges, new, now)| Box::pin(keep(tx, charges, new, *now)),
        |()| Some(message),
    )
    .await?;
    Ok(draft.issued(&app.settings))
}

async fn keep(
    tx: &mut dyn Session,
    charges: &Charges,
    new: &NewHandle,
    now: Timestamp,
) -> Result<(), LoginError> {
    charges.take::<LoginError>(tx, now).await?;
    Ok(CodeHandles(tx).add(new, now).await?)
}

/// Hashes the password anew at today's cost. A login does not fail for it.
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
        tracing::warn!(%error, "a password could not be hashed at today's cost");
    }
}
