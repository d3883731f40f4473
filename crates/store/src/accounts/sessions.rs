//! The table `session`.

use jiff::Timestamp;
use sideout_domain::CustomerId;

use super::SecretHash;
use crate::{Session, StoreError, params, sql};

/// A session as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionRow {
    /// Its customer; of an account that was merged, the one that was kept.
    pub customer_id: CustomerId,
    /// When it started.
    pub created_at: Timestamp,
    /// When its use was last recorded.
    pub last_seen_at: Timestamp,
    /// When it expires.
    pub expires_at: Timestamp,
}

/// The repository of sessions. A session is identified by the hash of its token.
pub struct Sessions<'s>(pub &'s mut dyn Session);

impl Sessions<'_> {
    /// Adds a session.
    pub async fn add(
        &mut self,
        token: &SecretHash,
        customer: CustomerId,
        device_id: &str,
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.0
            .run(sql!("session/add"), params![token, customer.0, device_id, now, expires_at])
            .await
            .map(drop)
    }

    /// The session of this token, expired or not; `None` also if the account is locked because its data will be or were erased.
    pub async fn find(&mut self, token: &SecretHash) -> Result<Option<SessionRow>, StoreError> {
        let row = self.0.first(sql!("session/find"), params![token]).await?;
        row.map(|row| {
            Ok(SessionRow {
                customer_id: CustomerId(row.integer("customer_id")?),
                created_at: row.instant("created_at")?,
                last_seen_at: row.instant("last_seen_at")?,
                expires_at: row.instant("expires_at")?,
            })
        })
        .transpose()
    }

    /// Records that the session is in use and moves its expiry.
    pub async fn touch(
        &mut self,
        token: &SecretHash,
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.0.run(sql!("session/touch"), params![token, now, expires_at]).await.map(drop)
    }

    /// Removes one session; false if there was none.
    pub async fn remove(&mut self, token: &SecretHash) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("session/remove"), params![token]).await? == 1)
    }

    /// Removes all sessions of a customer, also those that began at an account while it was merged into this one.
    pub async fn remove_of_customer(&mut self, customer: CustomerId) -> Result<u64, StoreError> {
        self.0.run(sql!("session/remove_of_customer"), params![customer.0]).await
    }

    /// As [`Sessions::remove_of_customer`], except one.
    pub async fn remove_others(
        &mut self,
        customer: CustomerId,
        kept: &SecretHash,
    ) -> Result<u64, StoreError> {
        self.0.run(sql!("session/remove_others"), params![customer.0, kept]).await
    }

    /// Removes up to `limit` expired sessions.
    pub async fn sweep(&mut self, now: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.0.run(sql!("session/sweep"), params![now, limit]).await
    }
}
