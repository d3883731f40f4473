//! Measures how long the start takes, for display only.

use std::time::{Duration, Instant};

/// The time since the program started.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StartupTimer(Instant);

impl StartupTimer {
    /// Starts measuring.
    #[expect(
        clippy::disallowed_methods,
        reason = "telemetry: the duration is only displayed, no decision depends on it"
    )]
    pub(crate) fn start() -> Self {
        StartupTimer(Instant::now())
    }

    /// The time since the start.
    pub(crate) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}
