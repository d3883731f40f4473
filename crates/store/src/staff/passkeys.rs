//! The tables `staff_passkey` and `passkey_ceremony`: passkeys of staff, and the challenges that wait for an answer.

use jiff::Timestamp;
use sideout_domain::StaffId;

use crate::{Row, Session, StoreError, accounts::SecretHash, params, sql};

/// A passkey of a member of staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passkey {
    /// The id that the authenticator gave it.
    pub credential_id: Vec<u8>,
    /// The member of staff it belongs to.
    pub staff: StaffId,
    /// The name that the member gave it.
    pub label: String,
    /// The public key and its state, JSON.
    pub credential: String,
    /// When it was added.
    pub created_at: Timestamp,
    /// When its signature was last accepted.
    pub last_used_at: Option<Timestamp>,
}

/// The repository of passkeys.
pub struct Passkeys<'s>(pub &'s mut dyn Session);

impl Passkeys<'_> {
    /// Adds a passkey that was not used yet; false if there is one with its id.
    pub async fn add(&mut self, new: &Passkey) -> Result<bool, StoreError> {
        let params =
            params![new.credential_id.as_slice(), new.staff.0, &new.label, &new.credential, new.created_at];
        Ok(self.0.run(sql!("staff_passkey/add"), params).await? == 1)
    }

    /// The passkey with this id.
    pub async fn find(&mut self, credential_id: &[u8]) -> Result<Option<Passkey>, StoreError> {
        let row = self.0.first(sql!("staff_passkey/find"), params![credential_id]).await?;
        row.as_ref().map(passkey).transpose()
    }

    /// The passkeys of a member, the oldest first.
    pub async fn list(&mut self, staff: StaffId) -> Result<Vec<Passkey>, StoreError> {
        let rows = self.0.all(sql!("staff_passkey/list_of_staff"), params![staff.0]).await?;
        rows.iter().map(passkey).collect()
    }

    /// Records a use of a passkey that was read; false if another use has changed it since, or it was removed.
    ///
    /// INVARIANT: the count of signatures never falls (suite `passkeys`).
    pub async fn record_use(
        &mut self,
        read: &Passkey,
        credential: &str,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![read.credential_id.as_slice(), &read.credential, credential, now];
        Ok(self.0.run(sql!("staff_passkey/record_use"), params).await? == 1)
    }

    /// Removes a passkey of a member; false if it is not theirs, or the last key with which they can sign in.
    /// Removals of a member's passkeys wait for each other, so two at once do not each count the other's passkey.
    ///
    /// INVARIANT: a passkey that is the last key stays (test `the_last_passkey_stays`).
    pub async fn remove(&mut self, credential_id: &[u8], staff: StaffId) -> Result<bool, StoreError> {
        if !self.0.runs_alone() {
            self.0.run(sql!("staff/lock"), params![staff.0]).await?;
        }
        Ok(self.0.run(sql!("staff_passkey/remove"), params![credential_id, staff.0]).await? == 1)
    }
}

fn passkey(row: &Row) -> Result<Passkey, StoreError> {
    Ok(Passkey {
        credential_id: row.bytes("credential_id")?.to_vec(),
        staff: StaffId(row.integer("staff_id")?),
        label: row.text("label")?.to_owned(),
        credential: row.text("credential")?.to_owned(),
        created_at: row.instant("created_at")?,
        last_used_at: row.instant_or_null("last_used_at")?,
    })
}

/// The purpose of a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CeremonyKind {
    /// A passkey is made.
    Register,
    /// A passkey proves who a person is, at signing in or later.
    SignIn,
}

impl CeremonyKind {
    const fn name(self) -> &'static str {
        match self {
            CeremonyKind::Register => "register",
            CeremonyKind::SignIn => "sign_in",
        }
    }
}

/// A challenge that waits for an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ceremony {
    /// Who requested it; `None` if the person is not known yet.
    pub staff: Option<StaffId>,
    /// What the answer is compared with, JSON.
    pub state: String,
}

/// The repository of challenges. A challenge is identified by its hash.
pub struct Ceremonies<'s>(pub &'s mut dyn Session);

impl Ceremonies<'_> {
    /// Adds a challenge.
    pub async fn add(
        &mut self,
        challenge: &SecretHash,
        kind: CeremonyKind,
        ceremony: &Ceremony,
        expires_at: Timestamp,
    ) -> Result<(), StoreError> {
        let staff = ceremony.staff.map(|staff| staff.0);
        let params = params![challenge, kind.name(), staff, &ceremony.state, expires_at];
        self.0.run(sql!("passkey_ceremony/add"), params).await.map(drop)
    }

    /// Takes a challenge away to compare an answer with it; `None` if it is unknown, of another kind, was answered or
    /// has expired.
    ///
    /// INVARIANT: a challenge is answered once (test `one_signature_signs_in_once`).
    pub async fn take(
        &mut self,
        challenge: &SecretHash,
        kind: CeremonyKind,
        now: Timestamp,
    ) -> Result<Option<Ceremony>, StoreError> {
        let row = self.0.first(sql!("passkey_ceremony/take"), params![challenge, kind.name(), now]).await?;
        row.map(|row| {
            Ok(Ceremony {
                staff: row.integer_or_null("staff_id")?.map(StaffId),
                state: row.text("state")?.to_owned(),
            })
        })
        .transpose()
    }

    /// Removes up to `limit` expired challenges.
    pub async fn sweep(&mut self, now: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.0.run(sql!("passkey_ceremony/sweep"), params![now, limit]).await
    }
}
