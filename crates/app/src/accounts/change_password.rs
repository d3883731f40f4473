//! `POST /user/changepassword`: sets a new password for a player who knows the old one.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::{
    CustomerId,
    person::{Password, PasswordHash, Phone},
};
use sideout_store::{
    Session as Tx, StoreError,
    accounts::{CodeHandles, Customers, PasswordFailures, SecretHash, Sessions},
};

use super::{Session, login::count_try};
use crate::{
    App, Throttled,
    platform::{networks::household_network, passwords::HashError, throttle::Charges},
    steps::notify,
};

/// Why the password was not changed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ChangePasswordError {
    /// `old` is not the password, or the account was changed in the meantime.
    #[error("wrong old password")]
    WrongOld,
    /// The new password equals the old one.
    #[error("new password equals the old one")]
    SameAsOld,
    /// There were too many attempts from this network, or this one is too soon after a wrong password.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// Password hashing is busy or failed.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Changes the password, ends every other session, removes the customer's unused code handles and notifies the player. Attempts at the
/// old password are counted and delayed as at login.
///
/// # Errors
/// [`ChangePasswordError`].
pub async fn change_password(
    app: &App,
    network: IpAddr,
    session: Session,
    old: &Password,
    new: &Password,
) -> Result<(), ChangePasswordError> {
    let now = app.clock.now();
    let place = app.passwords.take_place(network)?;
    let household = household_network(network).to_string();
    let admission = Admission {
        charges: app.login_charges(network),
        customer: session.customer_id,
        network: household.clone(),
        counts_tries: app.settings.throttle,
        now,
    };
    let admitted = app.store.write(admission, |tx, admission| Box::pin(admission.run(tx))).await?;
    let (phone, stored) = admitted?;
    if !place.check(old, Some(&stored)).await?.is_right {
        return Err(ChangePasswordError::WrongOld);
    }
    if old == new {
        // The old password was right, so the wrong ones before it are not counted any more.
        let remove_failures = app.store.write((phone, household), |tx, (phone, network)| {
            Box::pin(async move { PasswordFailures(tx).remove(phone, network).await })
        });
        remove_failures.await?;
        return Err(ChangePasswordError::SameAsOld);
    }
    let hash = place.hash(new, app.random.bytes()).await?;
    let change = Change {
        customer: session.customer_id,
        token: session.token,
        phone,
        network: household,
        stored,
        hash,
        now,
    };
    app.store.write(change, |tx, change| Box::pin(change.run(tx))).await
}

/// An attempt at the old password, which is let through or refused.
struct Admission {
    charges: Charges,
    customer: CustomerId,
    /// As [`household_network`] writes it.
    network: String,
    counts_tries: bool,
    now: Timestamp,
}

impl Admission {
    /// Commits also if the attempt comes too soon.
    async fn run(
        &self,
        tx: &mut dyn Tx,
    ) -> Result<Result<(Phone, PasswordHash), Throttled>, ChangePasswordError> {
        self.charges.take::<ChangePasswordError>(tx, self.now).await?;
        let found = Customers(tx).find_password(self.customer).await?;
        let (phone, stored) = found.ok_or(ChangePasswordError::WrongOld)?;
        if self.counts_tries
            && let Err(throttled) = count_try(tx, &phone, &self.network, self.now).await?
        {
            return Ok(Err(throttled));
        }
        Ok(Ok((phone, stored)))
    }
}

struct Change {
    customer: CustomerId,
    token: SecretHash,
    phone: Phone,
    /// As [`household_network`] writes it.
    network: String,
    stored: PasswordHash,
    hash: PasswordHash,
    now: Timestamp,
}

impl Change {
    async fn run(&self, tx: &mut dyn Tx) -> Result<(), ChangePasswordError> {
        if !Customers(tx).replace_password(self.customer, &self.stored, &self.hash, self.now).await? {
            return Err(ChangePasswordError::WrongOld);
        }
        CodeHandles(tx).remove_of_customer(self.customer).await?;
        Sessions(tx).remove_others(self.customer, &self.token).await?;
        PasswordFailures(tx).remove(&self.phone, &self.network).await?;
        notify::password_changed(tx, self.customer, self.now).await?;
        Ok(())
    }
}
