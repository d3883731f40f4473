//! The tables `password_failure` and `password_delay`.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::person::Phone;

use super::throttles::CLOCKS_APART_MS;
use crate::{Session, StoreError, params, sql};

/// The longest delay after a wrong password, in milliseconds (`password_delay/count_try`).
const LONGEST_DELAY_MS: i64 = 10_000;

/// Counts password tries for any phone, registered or not, so that the counts do not reveal accounts.
pub struct PasswordFailures<'s>(pub &'s mut dyn Session);

impl PasswordFailures<'_> {
    /// Counts a password try from `network` before it is made. Returns the number of tries for this phone from all
    /// networks since [`PasswordFailures::remove`]; the count starts again if the last try was at `forgotten` or before. `None` if
    /// the delay after earlier tries from `network` is not over.
    ///
    /// INVARIANT: concurrent tries are each counted (test `of_thirty_wrong_passwords_at_once_three_are_compared`).
    pub async fn count_try(
        &mut self,
        phone: &Phone,
        network: &str,
        now: Timestamp,
        forgotten: Timestamp,
    ) -> Result<Option<u32>, StoreError> {
        let latest = now.as_millisecond() + LONGEST_DELAY_MS + CLOCKS_APART_MS;
        let here = params![phone.as_e164(), network, now, forgotten, latest];
        if self.0.first(sql!("password_delay/count_try"), here).await?.is_none() {
            return Ok(None);
        }
        let everywhere = params![phone.as_e164(), now, forgotten];
        let row = self.0.one(sql!("password_failure/count_try"), everywhere).await?;
        row.converted("tries").map(Some)
    }

    /// The remaining delay until the next try from `network`.
    pub async fn find_delay(
        &mut self,
        phone: &Phone,
        network: &str,
        now: Timestamp,
    ) -> Result<SignedDuration, StoreError> {
        let row = self.0.first(sql!("password_delay/find"), params![phone.as_e164(), network]).await?;
        let next = row.map(|row| row.instant("next_try_at")).transpose()?;
        let longest = SignedDuration::from_millis(LONGEST_DELAY_MS);
        Ok(next.map_or(SignedDuration::ZERO, |next| {
            next.duration_since(now).clamp(SignedDuration::ZERO, longest)
        }))
    }

    /// Removes the counted tries for this phone, and the delay from `network`.
    pub async fn remove(&mut self, phone: &Phone, network: &str) -> Result<(), StoreError> {
        self.0.run(sql!("password_delay/remove"), params![phone.as_e164(), network]).await?;
        self.0.run(sql!("password_failure/remove"), params![phone.as_e164()]).await.map(drop)
    }

    /// The tries for this phone from all networks since [`PasswordFailures::remove`], and when the last one was.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self, phone: &Phone) -> Result<Option<(u32, Timestamp)>, StoreError> {
        let row = self.0.first(sql!("password_failure/find"), params![phone.as_e164()]).await?;
        row.map(|row| Ok((row.converted("tries")?, row.instant("last_try_at")?))).transpose()
    }

    /// Removes the counted tries for this phone and the delays from all networks.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn forget(&mut self, phone: &Phone) -> Result<(), StoreError> {
        self.0.run(sql!("password_delay/remove_of_phone"), params![phone.as_e164()]).await?;
        self.0.run(sql!("password_failure/remove"), params![phone.as_e164()]).await.map(drop)
    }

    /// Removes up to `limit` counts, and the delays of up to `limit` phones, whose last try was at `forgotten` or before.
    /// Returns the larger number of rows.
    pub async fn sweep(&mut self, forgotten: Timestamp, limit: u32) -> Result<u64, StoreError> {
        let delays = self.0.run(sql!("password_delay/sweep"), params![forgotten, limit]).await?;
        let phones = self.0.run(sql!("password_failure/sweep"), params![forgotten, limit]).await?;
        Ok(delays.max(phones))
    }
}
