//! `POST /resetpassword`: sets a new password for a player who proved the phone.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::person::{Password, PasswordHash};
use sideout_store::{
    Session, StoreError,
    accounts::{CodeHandles, Customers, HandlePurpose, HandleStage, PasswordFailures, SecretHash, Sessions},
};

use crate::{
    App, Throttled,
    platform::{
        networks::household_network,
        passwords::{HashError, Place},
        throttle::Charges,
        tokens::hash_of,
    },
    steps::notify,
};

/// Why the password was not changed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ResetPasswordError {
    /// The handle and the reset token cannot set this password, or the account cannot be signed in to.
    #[error("no such grant")]
    NoGrant,
    /// There were too many attempts from this network.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// Password hashing is busy or failed.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Consumes the grant and sets the password in one unit of work, which also ends every session and every unused handle of
/// the customer. Does not log the player in.
///
/// A repeated call whose grant has set the same password, which is still the account's, changes nothing and succeeds until the grant would
/// have expired: the first answer may have been lost.
///
/// # Errors
/// [`ResetPasswordError`].
pub async fn reset_password(
    app: &App,
    network: IpAddr,
    handle: &str,
    reset_token: &str,
    password: &Password,
) -> Result<(), ResetPasswordError> {
    let now = app.clock.now();
    let (Some(handle), Some(token)) = (hash_of(handle), hash_of(reset_token)) else {
        return Err(ResetPasswordError::NoGrant);
    };
    let place = app.passwords.take_place(network)?;
    // Checks the grant before a hash is computed, so that a false grant does not cost one. The unit of work below
    // decides.
    let check = GrantCheck { charges: app.code_charges(network), handle, token, now };
    match app.store.write(check, |tx, check| Box::pin(check.run(tx))).await? {
        Grant::Missing => return Err(ResetPasswordError::NoGrant),
        Grant::Used(present) => return check_present(&place, password, &present).await,
        Grant::Open => {}
    }
    let hash = place.hash(password, app.random.bytes()).await?;
    let work = (handle, token, hash, household_network(network).to_string(), now);
    let set: Result<(), ResetPasswordError> = app
        .store
        .write(work, |tx, (handle, token, hash, network, now)| {
            Box::pin(set_password(tx, handle, token, hash, network, *now))
        })
        .await;
    if !matches!(set, Err(ResetPasswordError::NoGrant)) {
        return set;
    }
    // The same call may have used the grant since it was checked.
    let find = app
        .store
        .read((handle, token, now), |tx, (handle, token, now)| Box::pin(find_grant(tx, handle, token, *now)));
    let found: Result<Grant, StoreError> = find.await;
    match found? {
        Grant::Used(present) => check_present(&place, password, &present).await,
        Grant::Missing | Grant::Open => set,
    }
}

/// Succeeds if `password` is the one that the account has.
async fn check_present(
    place: &Place,
    password: &Password,
    present: &PasswordHash,
) -> Result<(), ResetPasswordError> {
    let is_done = place.check(password, Some(present)).await?.is_right;
    if is_done { Ok(()) } else { Err(ResetPasswordError::NoGrant) }
}

/// The state of a grant.
enum Grant {
    /// No grant that can be used was found.
    Missing,
    /// It can set a password.
    Open,
    /// It has set a password. The account has this one now.
    Used(PasswordHash),
}

async fn find_grant(
    tx: &mut dyn Session,
    handle: &SecretHash,
    token: &SecretHash,
    now: Timestamp,
) -> Result<Grant, StoreError> {
    let found = CodeHandles(tx).find(handle).await?.filter(|handle| {
        handle.purpose == HandlePurpose::Reset
            && handle.reset_token_hash == Some(*token)
            && handle.expires_at > now
    });
    let Some(grant) = found else { return Ok(Grant::Missing) };
    match (grant.stage, grant.customer_id) {
        (HandleStage::Verified, _) => Ok(Grant::Open),
        (HandleStage::Consumed, Some(customer)) => {
            let state = Customers(tx).find_state(customer).await?;
            if state.is_none_or(|state| state.lock.is_some() || state.merged_into.is_some()) {
                return Ok(Grant::Missing);
            }
            let present = Customers(tx).find_password(customer).await?;
            Ok(present.map_or(Grant::Missing, |(_, hash)| Grant::Used(hash)))
        }
        (HandleStage::Issued | HandleStage::Consumed, _) => Ok(Grant::Missing),
    }
}

struct GrantCheck {
    charges: Charges,
    handle: SecretHash,
    token: SecretHash,
    now: Timestamp,
}

impl GrantCheck {
    /// The grant. The unit of work commits also if it does not exist, so that the charge stays.
    async fn run(&self, tx: &mut dyn Session) -> Result<Grant, ResetPasswordError> {
        self.charges.take::<ResetPasswordError>(tx, self.now).await?;
        Ok(find_grant(tx, &self.handle, &self.token, self.now).await?)
    }
}

/// INVARIANT: a grant sets one password (test `of_ten_resets_with_one_grant_one_is_done`), and no earlier session survives it
/// (test `a_reset_ends_sessions_of_the_old_password`): the account's row is written before its sessions are removed, and each
/// unit of work that starts a session writes that row or waits for a row that is deleted here afterwards.
async fn set_password(
    tx: &mut dyn Session,
    handle: &SecretHash,
    token: &SecretHash,
    hash: &PasswordHash,
    network: &str,
    now: Timestamp,
) -> Result<(), ResetPasswordError> {
    let granted = CodeHandles(tx).consume_grant(handle, token, now).await?;
    let (customer, phone) = granted.ok_or(ResetPasswordError::NoGrant)?;
    if !Customers(tx).set_password(customer, hash, now).await? {
        return Err(ResetPasswordError::NoGrant);
    }
    CodeHandles(tx).remove_of_customer(customer).await?;
    Sessions(tx).remove_of_customer(customer).await?;
    PasswordFailures(tx).remove(&phone, network).await?;
    notify::password_changed(tx, customer, now).await?;
    Ok(())
}
