//! How long the start took: a figure for people, no rule depends on it.

use std::time::{Duration, Instant};

/// The moment the program began.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Started(Instant);

impl Started {
    /// Now.
    #[expect(
        clippy::disallowed_methods,
        reason = "telemetry: the time to ready is only told, never acted on"
    )]
    pub(crate) fn now() -> Self {
        Started(Instant::now())
    }

    /// The time since.
    pub(crate) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}
