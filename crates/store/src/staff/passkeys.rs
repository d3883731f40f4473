//! The tables `staff_passkey` and `passkey_ceremony` (WebAuthn).

use jiff::Timestamp;
use sideout_domain::StaffId;

use crate::{Row, Session, StoreError, accounts::SecretHash, params, sql};

/// A passkey of a member of staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passkey {
    /// The id that the authenticator gave it.
    pub credential_id: Vec<u8>,
    /// Whose it is.
    pub staff: StaffId,
    /// The name that its owner gave it.
    pub label: String,
    /// The public key and its state, JSON of the library that checks it.
    pub credential: String,
    /// When it was registered.
    pub created_at: Timestamp,
    /// When it last signed in.
    pub last_used_at: Option<Timestamp>,
}

/// The repository of passkeys.
pub struct Passkeys<'s>(pub &'s mut dyn Session);

impl Passkeys<'_> {
    /// Adds a passkey; false if it is registered already.
    pub async fn add(
        &mut self,
        credential_id: &[u8],
        staff: StaffId,
        label: &str,
        credential: &str,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![credential_id, staff.0, label, credential, now];
        Ok(self.0.run(sql!("staff_passkey/add"), params).await? == 1)
    }

    /// The passkey with this id.
    pub async fn find(&mut self, credential_id: &[u8]) -> Result<Option<Passkey>, StoreError> {
        let row = self.0.first(sql!("staff_passkey/find"), params![credential_id]).await?;
        row.map(|row| passkey(&row, credential_id.to_vec(), StaffId(row.integer("staff_id")?))).transpose()
    }

    /// The passkeys of a member, the oldest first.
    pub async fn list(&mut self, staff: StaffId) -> Result<Vec<Passkey>, StoreError> {
        let rows = self.0.all(sql!("staff_passkey/list_of_staff"), params![staff.0]).await?;
        rows.iter().map(|row| passkey(row, row.bytes("credential_id")?.to_vec(), staff)).collect()
    }

    /// Records that a passkey signed in, with its new state.
    pub async fn record_use(
        &mut self,
        credential_id: &[u8],
        credential: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.0.run(sql!("staff_passkey/use"), params![credential_id, credential, now]).await.map(drop)
    }

    /// Removes a passkey of this member; false if there was none.
    pub async fn remove(&mut self, credential_id: &[u8], staff: StaffId) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("staff_passkey/remove"), params![credential_id, staff.0]).await? == 1)
    }
}

fn passkey(row: &Row, credential_id: Vec<u8>, staff: StaffId) -> Result<Passkey, StoreError> {
    Ok(Passkey {
        credential_id,
        staff,
        label: row.text("label")?.to_owned(),
        credential: row.text("credential")?.to_owned(),
        created_at: row.instant("created_at")?,
        last_used_at: row.instant_or_null("last_used_at")?,
    })
}

/// What a ceremony is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CeremonyKind {
    /// To register a passkey.
    Register,
    /// To sign in.
    SignIn,
}

impl CeremonyKind {
    fn name(self) -> &'static str {
        match self {
            CeremonyKind::Register => "register",
            CeremonyKind::SignIn => "sign_in",
        }
    }
}

/// A ceremony that was begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ceremony {
    /// Who registers; `None` where nobody is known yet.
    pub staff: Option<StaffId>,
    /// What the answer is compared with, JSON of the library that checks it.
    pub state: String,
}

/// The repository of ceremonies.
pub struct Ceremonies<'s>(pub &'s mut dyn Session);

impl Ceremonies<'_> {
    /// Stores a ceremony until `expires_at`.
    pub async fn add(
        &mut self,
        token: &SecretHash,
        kind: CeremonyKind,
        ceremony: &Ceremony,
        expires_at: Timestamp,
    ) -> Result<(), StoreError> {
        let staff = ceremony.staff.map(|id| id.0);
        let params = params![token, kind.name(), staff, &ceremony.state, expires_at];
        self.0.run(sql!("passkey_ceremony/add"), params).await.map(drop)
    }

    /// Takes a ceremony out, so that it is answered once; `None` if it is unknown, answered or expired.
    pub async fn take(
        &mut self,
        token: &SecretHash,
        kind: CeremonyKind,
        now: Timestamp,
    ) -> Result<Option<Ceremony>, StoreError> {
        let row = self.0.first(sql!("passkey_ceremony/take"), params![token, kind.name(), now]).await?;
        row.map(|row| {
            Ok(Ceremony {
                staff: row.integer_or_null("staff_id")?.map(StaffId),
                state: row.text("state")?.to_owned(),
            })
        })
        .transpose()
    }

    /// Removes up to `limit` expired ceremonies.
    pub async fn sweep(&mut self, now: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.0.run(sql!("passkey_ceremony/sweep"), params![now, limit]).await
    }
}
