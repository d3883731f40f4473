//! The table `staff_session`.

use jiff::Timestamp;
use sideout_domain::{DeviceId, StaffId, VenueId, staff::SignInStrength};

use super::Member;
use crate::{Call, Row, Session, StoreError, accounts::SecretHash, params, sql};

/// The fields of a new session.
#[derive(Debug, Clone)]
pub struct NewStaffSession {
    /// The hash of its token.
    pub token: SecretHash,
    /// Its number in lists; gives no access.
    pub session_id: i64,
    /// The member of staff it belongs to.
    pub staff: StaffId,
    /// How they signed in.
    pub strength: SignInStrength,
    /// The browser's own description.
    pub device: String,
    /// The current time.
    pub now: Timestamp,
    /// When it expires.
    pub expires_at: Timestamp,
    /// The paired device on which it begins.
    pub paired_device: Option<DeviceId>,
}

/// The paired device of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionDevice {
    /// Its number.
    pub id: DeviceId,
    /// Its venue.
    pub venue: VenueId,
    /// Its name.
    pub label: String,
    /// When a person last touched it in this session; 1970 after [`StaffSessions::lock`].
    pub touched_at: Timestamp,
}

/// A session together with its member of staff.
#[derive(Debug, Clone)]
pub struct SessionOfMember {
    /// Its number in lists.
    pub session_id: i64,
    /// How they last proved who they are in this session: by signing in, or by a key since.
    pub strength: SignInStrength,
    /// When they last proved who they are.
    pub proven_at: Timestamp,
    /// When it began.
    pub started_at: Timestamp,
    /// When it was last used, to the minute.
    pub last_seen_at: Timestamp,
    /// When it expires.
    pub expires_at: Timestamp,
    /// The member of staff who is signed in.
    pub member: Member,
    /// The venues of that member.
    pub venues: Vec<VenueId>,
    /// Whether the member has a passkey.
    pub has_passkey: bool,
    /// Whether the member has a confirmed authenticator app.
    pub has_app: bool,
    /// Whether the app was confirmed before a one-time link began the session, and has not proven the member in it.
    pub may_replace_app: bool,
    /// Whether the member has a PIN.
    pub has_pin: bool,
    /// The paired device that it is on; `None` if it is on none.
    pub paired_device: Option<SessionDevice>,
}

/// A session in the list of its member.
#[derive(Debug, Clone)]
pub struct ListedSession {
    /// Its number.
    pub session_id: i64,
    /// The hash of its token.
    pub token: SecretHash,
    /// How they last proved who they are in this session: by signing in, or by a key since.
    pub strength: SignInStrength,
    /// The browser's own description.
    pub device: String,
    /// When it began.
    pub started_at: Timestamp,
    /// When it was last used, to the minute.
    pub last_seen_at: Timestamp,
}

/// The repository of staff sessions. A session is identified by the hash of its token.
pub struct StaffSessions<'s>(pub &'s mut dyn Session);

impl StaffSessions<'_> {
    /// Adds a session.
    pub async fn add(&mut self, new: &NewStaffSession) -> Result<(), StoreError> {
        let params = params![
            new.token,
            new.session_id,
            new.staff.0,
            new.strength.name(),
            new.now,
            &new.device,
            new.expires_at,
            new.paired_device.map(|device| device.0),
            new.paired_device.map(|_| new.now.as_millisecond()),
        ];
        self.0.run(sql!("staff_session/add"), params).await.map(drop)
    }

    /// The session of this token with its member, expired or not; `None` if there is none, or its device was unpaired.
    pub async fn find(&mut self, token: &SecretHash) -> Result<Option<SessionOfMember>, StoreError> {
        let calls = [
            Call::new(sql!("staff_session/find"), params![token]),
            Call::new(sql!("staff_session/find_venues"), params![token]),
            Call::new(sql!("staff_session/count_keys"), params![token]),
        ];
        let [session, venues, keys] = self.0.send_all(calls).await?;
        let Some(row) = session.rows.first() else { return Ok(None) };
        if row.integer_or_null("unpaired_at")?.is_some() {
            return Ok(None);
        }
        let has =
            |column| keys.rows.first().map_or(Ok(0), |row| row.integer(column)).map(|number| number > 0);
        Ok(Some(SessionOfMember {
            session_id: row.integer("session_id")?,
            strength: row.parsed("strength")?,
            proven_at: row.instant("proven_at")?,
            started_at: row.instant("started_at")?,
            last_seen_at: row.instant("last_seen_at")?,
            expires_at: row.instant("expires_at")?,
            member: Member::from_row(row)?,
            venues: venues
                .rows
                .iter()
                .map(|row| row.integer("venue_id").map(VenueId))
                .collect::<Result<_, _>>()?,
            has_passkey: has("passkeys")?,
            has_app: has("apps")?,
            may_replace_app: has("replaceable_apps")?,
            has_pin: row.integer_or_null("pin_set_at")?.is_some(),
            paired_device: session_device(row)?,
        }))
    }

    /// Records that the session is in use and moves its expiry.
    pub async fn touch(
        &mut self,
        token: &SecretHash,
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.0.run(sql!("staff_session/touch"), params![token, now, expires_at]).await.map(drop)
    }

    /// Records that a person touches the device of the session; false if it has none, or was not touched after `touched_after` and is
    /// locked.
    ///
    /// INVARIANT: a session that is locked stays locked (suite `locking`).
    pub async fn touch_device(
        &mut self,
        token: &SecretHash,
        now: Timestamp,
        touched_after: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("staff_session/touch_device"), params![token, now, touched_after]).await? == 1)
    }

    /// Locks the session on its device; false if it has none.
    pub async fn lock(&mut self, token: &SecretHash) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("staff_session/lock"), params![token]).await? == 1)
    }

    /// Records the paired device of the session, or that it has none.
    pub async fn bind(
        &mut self,
        token: &SecretHash,
        device: Option<DeviceId>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let touched_at = device.map(|_| now.as_millisecond());
        let params = params![token, device.map(|device| device.0), touched_at];
        self.0.run(sql!("staff_session/bind"), params).await.map(drop)
    }

    /// Ends all sessions on a device.
    pub async fn remove_of_device(&mut self, device: DeviceId) -> Result<u64, StoreError> {
        self.0.run(sql!("staff_session/remove_of_device"), params![device.0]).await
    }

    /// Records that the person of this session has proven themselves now, with this strength.
    pub async fn prove(
        &mut self,
        token: &SecretHash,
        strength: SignInStrength,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.0.run(sql!("staff_session/prove"), params![token, strength.name(), now]).await.map(drop)
    }

    /// The sessions of a member that have not expired.
    pub async fn list(&mut self, staff: StaffId, now: Timestamp) -> Result<Vec<ListedSession>, StoreError> {
        let rows = self.0.all(sql!("staff_session/list_of_staff"), params![staff.0, now]).await?;
        rows.iter().map(listed).collect()
    }

    /// Ends a session; false if there was none.
    pub async fn remove(&mut self, token: &SecretHash) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("staff_session/remove"), params![token]).await? == 1)
    }

    /// Ends a session of this member by its number; false if there was none.
    pub async fn remove_by_id(&mut self, session_id: i64, staff: StaffId) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("staff_session/remove_by_id"), params![session_id, staff.0]).await? == 1)
    }

    /// Ends all sessions of a member.
    pub async fn remove_all(&mut self, staff: StaffId) -> Result<u64, StoreError> {
        self.0.run(sql!("staff_session/remove_of_staff"), params![staff.0]).await
    }

    /// Ends the sessions of a member that began with a PIN and were not proven by a key since.
    pub async fn remove_by_pin(&mut self, staff: StaffId) -> Result<u64, StoreError> {
        self.0.run(sql!("staff_session/remove_by_pin"), params![staff.0]).await
    }

    /// Ends all sessions of a member except one.
    pub async fn remove_others(&mut self, staff: StaffId, kept: &SecretHash) -> Result<u64, StoreError> {
        self.0.run(sql!("staff_session/remove_others"), params![staff.0, kept]).await
    }

    /// Removes up to `limit` expired sessions.
    pub async fn sweep(&mut self, now: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.0.run(sql!("staff_session/sweep"), params![now, limit]).await
    }
}

fn session_device(row: &Row) -> Result<Option<SessionDevice>, StoreError> {
    let Some(id) = row.integer_or_null("device_id")? else { return Ok(None) };
    Ok(Some(SessionDevice {
        id: DeviceId(id),
        venue: VenueId(row.integer("device_venue_id")?),
        label: row.text("device_label")?.to_owned(),
        touched_at: row.instant_or_null("touched_at")?.unwrap_or(Timestamp::UNIX_EPOCH),
    }))
}

fn listed(row: &Row) -> Result<ListedSession, StoreError> {
    let token = SecretHash::in_column(row, "token_hash")?;
    Ok(ListedSession {
        session_id: row.integer("session_id")?,
        token: token.ok_or_else(|| StoreError::Corrupt("a session without a token".to_owned()))?,
        strength: row.parsed("strength")?,
        device: row.text("device")?.to_owned(),
        started_at: row.instant("created_at")?,
        last_seen_at: row.instant("last_seen_at")?,
    })
}
