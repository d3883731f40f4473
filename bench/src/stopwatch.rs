//! Measures durations and computes percentiles.

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

/// The duration below which `share` of the sorted ones are, in milliseconds; 0 if there is none.
pub(crate) fn percentile_ms(sorted: &[Duration], share: f64) -> f64 {
    percentile(sorted, share).map_or(0.0, |took| took.as_secs_f64() * 1e3)
}

/// The value below which `share` (0 to 1) of the sorted ones are; `None` if there is none.
pub(crate) fn percentile<T: Copy>(sorted: &[T], share: f64) -> Option<T> {
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * share).round() as usize).copied()
}
