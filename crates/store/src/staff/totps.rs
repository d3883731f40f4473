//! The table `staff_totp`: secrets of authenticator apps (RFC 6238).

use jiff::Timestamp;
use sideout_domain::StaffId;

use crate::{Session, StoreError, params, sql};

/// The secret of a member's authenticator app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Totp {
    /// Sealed under a key outside of the database.
    pub sealed_secret: Vec<u8>,
    /// The newest time step whose code was used, counted in 30 seconds since 1970 UTC; 0 until the first code.
    pub last_step: i64,
    /// Whether a code has proven that the app has it.
    pub is_confirmed: bool,
}

/// The repository of authenticator secrets.
pub struct Totps<'s>(pub &'s mut dyn Session);

impl Totps<'_> {
    /// Stores a secret that no code has proven yet; false if the member has a confirmed one.
    pub async fn start(&mut self, staff: StaffId, sealed: &[u8], now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("staff_totp/start"), params![staff.0, sealed, now]).await? == 1)
    }

    /// The secret of a member.
    pub async fn find(&mut self, staff: StaffId) -> Result<Option<Totp>, StoreError> {
        let row = self.0.first(sql!("staff_totp/find"), params![staff.0]).await?;
        row.map(|row| {
            Ok(Totp {
                sealed_secret: row.bytes("secret")?.to_vec(),
                last_step: row.integer("last_step")?,
                is_confirmed: row.instant_or_null("confirmed_at")?.is_some(),
            })
        })
        .transpose()
    }

    /// Confirms the secret that was read, by the code of time step `step`; false if it was confirmed or replaced
    /// meanwhile.
    pub async fn confirm(
        &mut self,
        staff: StaffId,
        sealed: &[u8],
        step: i64,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("staff_totp/confirm"), params![staff.0, step, now, sealed]).await? == 1)
    }

    /// Uses the code of time step `step`; false if it or a later one was used before, or the member has no confirmed secret.
    ///
    /// INVARIANT: the code of a time step signs in once (test `one_code_signs_in_once`).
    pub async fn use_step(&mut self, staff: StaffId, step: i64) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("staff_totp/use_step"), params![staff.0, step]).await? == 1)
    }

    /// Removes a member's secret if it was confirmed before `time`; false if there is no such secret.
    pub async fn remove_confirmed_before(
        &mut self,
        staff: StaffId,
        time: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![staff.0, time];
        Ok(self.0.run(sql!("staff_totp/remove_confirmed_before"), params).await? == 1)
    }
}
