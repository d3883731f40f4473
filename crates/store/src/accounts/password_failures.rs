//! The table `password_failure`.

use jiff::Timestamp;
use sideout_domain::person::Phone;

use crate::{Session, StoreError, params, sql};

/// The repository of wrong passwords. It is kept by phone, known or not, so that it tells nothing about accounts.
pub struct PasswordFailures<'s>(pub &'s mut dyn Session);

impl PasswordFailures<'_> {
    /// Counts a try that is about to be made and answers how many that makes since the last right one (tries up to
    /// `forgotten` do not count). `None`: the delay after the tries before is not over.
    ///
    /// INVARIANT: tries made at the same moment are counted one by one (suite `wrong_passwords_slow_down`).
    pub async fn count_try(
        &mut self,
        phone: &Phone,
        now: Timestamp,
        forgotten: Timestamp,
    ) -> Result<Option<u32>, StoreError> {
        let row = self
            .0
            .first(sql!("password_failure/count_try"), params![phone.as_e164(), now, forgotten])
            .await?;
        row.map(|row| Ok(u32::try_from(row.integer(0)?).unwrap_or(u32::MAX))).transpose()
    }

    /// When the next try may be made.
    pub async fn find(&mut self, phone: &Phone) -> Result<Option<Timestamp>, StoreError> {
        let row = self.0.first(sql!("password_failure/find"), params![phone.as_e164()]).await?;
        row.map(|row| row.instant(0)).transpose()
    }

    /// Forgets the tries for this phone.
    pub async fn remove(&mut self, phone: &Phone) -> Result<(), StoreError> {
        self.0.run(sql!("password_failure/remove"), params![phone.as_e164()]).await.map(drop)
    }

    /// Removes up to `limit` phones whose last try was at `forgotten` or before.
    pub async fn sweep(&mut self, forgotten: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.0.run(sql!("password_failure/sweep"), params![forgotten, limit]).await
    }
}
