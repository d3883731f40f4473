//! The time that a caller waits for the provider.

use std::time::Duration;

use tokio::time::Instant;

/// The longest wait of a person for all calls of one request together.
const INTERACTIVE: Duration = Duration::from_secs(3);

/// The time for all calls of one request or job together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeBudget {
    ends_at: Option<Instant>,
}

impl TimeBudget {
    /// The budget of a background job: each call has the timeout of the settings, and is retried if that is harmless.
    pub const BACKGROUND: TimeBudget = TimeBudget { ends_at: None };

    /// The budget of a waiting person: three seconds from now for all calls.
    pub fn interactive() -> Self {
        TimeBudget { ends_at: Some(Instant::now() + INTERACTIVE) }
    }

    /// Whether this is the budget of a background job.
    pub fn is_background(self) -> bool {
        self.ends_at.is_none()
    }

    /// When the budget of a waiting person ends; `None` for a background job.
    pub fn ends_at(self) -> Option<Instant> {
        self.ends_at
    }

    /// The remaining time; `None` if the timeout of the settings applies.
    pub(super) fn left(self) -> Option<Duration> {
        self.ends_at.map(|end| end.saturating_duration_since(Instant::now()))
    }
}
