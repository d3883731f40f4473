//! The table `staff_failure`: attempts to type a code since the last right one.

use jiff::{SignedDuration, Timestamp};

use crate::{Session, StoreError, accounts::CLOCKS_APART_MS, params, sql};

/// The number of attempts without a pause between them.
const FREE_ATTEMPTS: u32 = 5;

/// The pause after the last free attempt in milliseconds. It grows by as much with each further attempt.
const PAUSE_MS: i64 = 30_000;

/// Counts attempts to type a code of an authenticator app. Rows are kept for any subject, known or not, so they reveal nothing.
pub struct StaffFailures<'s>(pub &'s mut dyn Session);

impl StaffFailures<'_> {
    /// Counts an attempt before it is checked; false if the pause after earlier ones is not over. A pause that a wrong clock wrote is
    /// over, and the attempts before it count (decision 14).
    ///
    /// INVARIANT: concurrent attempts are each counted (test `of_thirty_wrong_staff_codes_at_once_five_are_compared`).
    pub async fn claim(&mut self, subject: &str, now: Timestamp) -> Result<bool, StoreError> {
        let latest = now.as_millisecond() + CLOCKS_APART_MS;
        let params = params![subject, now, FREE_ATTEMPTS, PAUSE_MS, latest];
        Ok(self.0.first(sql!("staff_failure/claim"), params).await?.is_some())
    }

    /// The time until the next attempt is accepted.
    pub async fn find_pause(&mut self, subject: &str, now: Timestamp) -> Result<SignedDuration, StoreError> {
        let row = self.0.first(sql!("staff_failure/find"), params![subject]).await?;
        let next = row.map(|row| row.instant("next_try_at")).transpose()?;
        Ok(next.map_or(SignedDuration::ZERO, |next| next.duration_since(now).max(SignedDuration::ZERO)))
    }

    /// Ends the count after a right answer.
    pub async fn clear(&mut self, subject: &str) -> Result<(), StoreError> {
        self.0.run(sql!("staff_failure/clear"), params![subject]).await.map(drop)
    }

    /// Removes up to `limit` subjects whose last attempt was at `before` or earlier.
    pub async fn sweep(&mut self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.0.run(sql!("staff_failure/sweep"), params![before, limit]).await
    }
}
