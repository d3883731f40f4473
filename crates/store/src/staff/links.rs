//! The table `staff_link`: one-time links to sign in.

use jiff::Timestamp;
use sideout_domain::StaffId;

use crate::{Session, StoreError, accounts::SecretHash, params, sql};

/// The repository of one-time links.
pub struct Links<'s>(pub &'s mut dyn Session);

impl Links<'_> {
    /// Adds a link of `staff` and ends the earlier ones.
    pub async fn add(
        &mut self,
        token: &SecretHash,
        staff: StaffId,
        made_by: Option<StaffId>,
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.0.run(sql!("staff_link/end_of_staff"), params![staff.0, now]).await?;
        let params = params![token, staff.0, made_by.map(|id| id.0), now, expires_at];
        self.0.run(sql!("staff_link/add"), params).await.map(drop)
    }

    /// Uses a link; `None` if it is unknown, used or expired.
    ///
    /// INVARIANT: a link signs in once (test `one_link_signs_in_once`).
    pub async fn use_once(
        &mut self,
        token: &SecretHash,
        now: Timestamp,
    ) -> Result<Option<StaffId>, StoreError> {
        let row = self.0.first(sql!("staff_link/use"), params![token, now]).await?;
        row.map(|row| row.integer("staff_id").map(StaffId)).transpose()
    }

    /// Ends all links of a member, and those that the member made for others.
    pub async fn end_all_of_and_by(&mut self, staff: StaffId, now: Timestamp) -> Result<(), StoreError> {
        for statement in [sql!("staff_link/end_of_staff"), sql!("staff_link/end_made_by")] {
            self.0.run(statement, params![staff.0, now]).await?;
        }
        Ok(())
    }

    /// Removes up to `limit` expired links.
    pub async fn sweep(&mut self, now: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.0.run(sql!("staff_link/sweep"), params![now, limit]).await
    }
}
