//! Starts sessions.

use jiff::Timestamp;
use sideout_store::accounts::{Customer, SecretHash};

use crate::{
    App,
    platform::{clock::later, settings::Settings, tokens::Token},
};

const DAY_SECONDS: i64 = 24 * 3_600;

/// Longest stored device id, in characters. The browser chooses the id, so it proves nothing.
const MAX_DEVICE_ID_LENGTH: usize = 64;

/// A session that was started.
#[derive(Debug, Clone)]
pub struct StartedSession {
    /// The token for the `Authorization` header.
    pub token: Token,
    /// Its customer.
    pub customer: Customer,
}

/// A session that is about to start. The token stays here; the unit of work gets its hash.
pub(super) struct SessionDraft {
    pub(super) token: Token,
    pub(super) hash: SecretHash,
    pub(super) expires_at: Timestamp,
}

impl SessionDraft {
    pub(super) fn new(app: &App, now: Timestamp) -> Self {
        Self::with(Token::session(&*app.random), app, now)
    }

    pub(super) fn with(token: Token, app: &App, now: Timestamp) -> Self {
        SessionDraft { hash: token.hash(), token, expires_at: end_of_session(&app.settings, now, now) }
    }
}

/// When a session expires that began at `created_at` and was last used at `now`: after `session_idle_days` without use,
/// and after `session_max_days` in any case.
pub(super) fn end_of_session(settings: &Settings, created_at: Timestamp, now: Timestamp) -> Timestamp {
    let idle = later(now, i64::from(settings.session_idle_days) * DAY_SECONDS);
    let longest = later(created_at, i64::from(settings.session_max_days) * DAY_SECONDS);
    idle.min(longest)
}

/// The device id as stored: without control characters and cut to the longest length.
pub(super) fn clean_device_id(sent: &str) -> String {
    sent.chars().filter(|c| !c.is_control()).take(MAX_DEVICE_ID_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_ends_after_idle_days_and_after_its_longest_time_in_any_case() {
        let settings = Settings::default();
        let day = |n: i64| Timestamp::from_second(n * DAY_SECONDS).unwrap();
        assert_eq!(end_of_session(&settings, day(0), day(0)), day(14));
        assert_eq!(end_of_session(&settings, day(0), day(40)), day(54));
        assert_eq!(end_of_session(&settings, day(0), day(50)), day(60));
    }

    #[test]
    fn a_device_id_is_cut_and_cleaned() {
        assert_eq!(clean_device_id("aB3dE6gH9j"), "aB3dE6gH9j");
        assert_eq!(clean_device_id("a\nb\0c"), "abc");
        assert_eq!(clean_device_id(&"x".repeat(100)).len(), 64);
    }
}
