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
    platform::{networks::household_network, passwords::HashError, throttle::Charges, tokens::hash_of},
    steps::notify,
};

/// Why the password was not changed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ResetPasswordError {
    /// The handle is unknown, not verified, expired or used, the reset token does not belong to it, or the account is
    /// locked or a guest's.
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

/// Consumes the grant and sets the password in one unit of work, which also ends every session and every handle of the
/// customer. Does not log the player in.
///
/// # Errors
/// [`ResetPasswordError`]; nothing was changed.
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
    if !app.store.write(check, |tx, check| Box::pin(check.run(tx))).await? {
        return Err(ResetPasswordError::NoGrant);
    }
    let hash = place.hash(password, app.random.bytes()).await?;
    let work = (handle, token, hash, household_network(network).to_string(), now);
    app.store
        .write(work, |tx, (handle, token, hash, network, now)| {
            Box::pin(set_password(tx, handle, token, hash, network, *now))
        })
        .await
}

struct GrantCheck {
    charges: Charges,
    handle: SecretHash,
    token: SecretHash,
    now: Timestamp,
}

impl GrantCheck {
    /// Whether the grant exists. The unit of work commits also if it does not, so that the charge stays and guessing is
    /// limited.
    async fn run(&self, tx: &mut dyn Session) -> Result<bool, ResetPasswordError> {
        self.charges.take::<ResetPasswordError>(tx, self.now).await?;
        let found = CodeHandles(tx).find(&self.handle).await?.filter(|handle| {
            handle.purpose == HandlePurpose::Reset
                && handle.stage == HandleStage::Verified
                && handle.reset_token_hash == Some(self.token)
                && handle.expires_at > self.now
        });
        Ok(found.is_some())
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
