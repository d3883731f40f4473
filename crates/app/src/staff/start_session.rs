//! Starts sessions of staff.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{DeviceId, StaffId, staff::SignInStrength};
use sideout_store::{
    Session, StoreError,
    staff::{Member, NewStaffSession, StaffSessions},
};

use crate::{
    App,
    platform::{random::ID_DIGITS, settings::DeskSettings, tokens::Token},
    steps::audited::{Doer, Entry, record},
};

/// Longest stored description of a browser, in characters.
const MAX_DEVICE: usize = 60;

/// A session that was started.
#[derive(Debug, Clone)]
pub struct SignedInStaff {
    /// The token for the session cookie.
    pub token: Token,
    /// Whose session it is.
    pub member: Member,
}

/// A session that is about to start.
#[derive(Clone)]
pub(super) struct SessionDraft {
    pub(super) token: Token,
    session_id: i64,
    device: String,
    pub(super) paired_device: Option<DeviceId>,
    now: Timestamp,
    expires_at: Timestamp,
}

impl SessionDraft {
    pub(super) fn new(app: &App, device: &str, now: Timestamp) -> Self {
        SessionDraft {
            token: Token::staff_session(&*app.random),
            session_id: app.random.number_of_digits(ID_DIGITS),
            device: device.chars().filter(|c| !c.is_control()).take(MAX_DEVICE).collect(),
            paired_device: None,
            now,
            expires_at: end_of_session(&app.settings.desk, now, now),
        }
    }

    /// Adds the session of `staff`, signed in with this strength, and the entry in the audit.
    pub(super) async fn start(
        &self,
        tx: &mut dyn Session,
        staff: StaffId,
        strength: SignInStrength,
    ) -> Result<(), StoreError> {
        StaffSessions(tx)
            .add(&NewStaffSession {
                token: self.token.hash(),
                session_id: self.session_id,
                staff,
                strength,
                device: self.device.clone(),
                now: self.now,
                expires_at: self.expires_at,
                paired_device: self.paired_device,
            })
            .await?;
        let doer = Doer::in_session(staff, self.session_id);
        let facts = serde_json::json!({ "strength": strength.name(), "device": self.device });
        let entry = Entry::added("session.started", "session", self.session_id, &facts);
        record(tx, &doer, entry, self.now).await
    }
}

/// When a session expires that began at `started_at` and was last used at `now`: after `session_idle_hours` without use,
/// and after `session_max_days` in any case.
pub(super) fn end_of_session(settings: &DeskSettings, started_at: Timestamp, now: Timestamp) -> Timestamp {
    let after = |at: Timestamp, hours: u32| {
        at.checked_add(SignedDuration::from_hours(hours.into())).unwrap_or(Timestamp::MAX)
    };
    after(now, settings.session_idle_hours).min(after(started_at, settings.session_max_days * 24))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_ends_after_idle_hours_and_after_its_longest_time_in_any_case() {
        let hour = |n: i64| Timestamp::from_second(n * 3_600).unwrap();
        let settings = DeskSettings::default();
        assert_eq!(end_of_session(&settings, hour(0), hour(1)), hour(13));
        assert_eq!(end_of_session(&settings, hour(0), hour(719)), hour(720));
    }
}
