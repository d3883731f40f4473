//! How long a caller waits for the provider.

use std::time::Duration;

use tokio::time::Instant;

/// A person in front of a screen waits no longer than this for all calls of one request together.
const INTERACTIVE: Duration = Duration::from_secs(3);

/// The time that the calls of one piece of work may take together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeBudget {
    ends_at: Option<Instant>,
}

impl TimeBudget {
    /// A job: each call has the time of the settings, and is tried again where that is harmless.
    pub const BACKGROUND: TimeBudget = TimeBudget { ends_at: None };

    /// A person waits: three seconds from now for everything, and each call is tried once.
    pub fn interactive() -> Self {
        TimeBudget { ends_at: Some(Instant::now() + INTERACTIVE) }
    }

    /// Whether a job is at work, which has time to try again.
    pub fn is_background(self) -> bool {
        self.ends_at.is_none()
    }

    /// When a person stops waiting; `None` for a job.
    pub fn ends_at(self) -> Option<Instant> {
        self.ends_at
    }

    /// What is left of it; `None` when that is for the settings to say.
    pub(super) fn left(self) -> Option<Duration> {
        self.ends_at.map(|end| end.saturating_duration_since(Instant::now()))
    }
}
