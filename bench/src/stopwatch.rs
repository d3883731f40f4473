//! Measures durations.

use std::time::{Duration, Instant};

/// A running measurement, started by [`Stopwatch::start`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    #[expect(
        clippy::disallowed_methods,
        reason = "a benchmark measures durations; no decision depends on them"
    )]
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    pub(crate) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

/// The duration below which `share` of the sorted ones are, in milliseconds.
pub(crate) fn milliseconds(sorted: &[Duration], share: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * share).round() as usize).map_or(0.0, |took| took.as_secs_f64() * 1e3)
}
