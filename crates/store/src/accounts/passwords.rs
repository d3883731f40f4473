//! The password hashes of accounts.

use jiff::Timestamp;
use sideout_domain::{
    CustomerId,
    person::{PasswordHash, Phone},
};

use super::Customers;
use crate::{StoreError, params, sql};

impl Customers<'_> {
    /// Id and password hash of the account with this phone; of an account that was merged, those of the one that was kept.
    /// `None` for a guest of the desk, and for a phone that is not known.
    pub async fn find_credentials(
        &mut self,
        phone: &Phone,
    ) -> Result<Option<(CustomerId, PasswordHash)>, StoreError> {
        let row = self.0.first(sql!("customer/find_credentials"), params![phone.as_e164()]).await?;
        row.map(|row| {
            Ok((CustomerId(row.integer("customer_id")?), PasswordHash::new(row.text("password_hash")?)))
        })
        .transpose()
    }

    /// Phone and password hash of this customer.
    pub async fn find_password(
        &mut self,
        id: CustomerId,
    ) -> Result<Option<(Phone, PasswordHash)>, StoreError> {
        let row = self.0.first(sql!("customer/find_password"), params![id.0]).await?;
        row.map(|row| Ok((row.parsed("phone")?, PasswordHash::new(row.text("password_hash")?)))).transpose()
    }

    /// Records a login with the password that hashes to `checked`; false if that is not the current password, or the
    /// account is locked.
    ///
    /// INVARIANT: no session starts from a password that a reset has replaced (test
    /// `a_reset_ends_sessions_of_the_old_password`).
    pub async fn sign_in(
        &mut self,
        id: CustomerId,
        checked: &PasswordHash,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("customer/sign_in"), params![id.0, checked.as_phc(), now]).await? == 1)
    }

    /// Sets the password; false if there is no such account (a guest of the desk has none), or it is locked.
    pub async fn set_password(
        &mut self,
        id: CustomerId,
        hash: &PasswordHash,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("customer/set_password"), params![id.0, hash.as_phc(), now]).await? == 1)
    }

    /// Replaces the password hash `old` by `new`; false if the hash is no longer `old`, or the account is locked.
    pub async fn replace_password(
        &mut self,
        id: CustomerId,
        old: &PasswordHash,
        new: &PasswordHash,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![id.0, old.as_phc(), new.as_phc(), now];
        Ok(self.0.run(sql!("customer/replace_password"), params).await? == 1)
    }
}
